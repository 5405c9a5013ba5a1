"""`acta odds`: in which ways dice may come, before they fall."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.asking import asked
from cli.desk import Desk, with_desk
from cli.options import battle_option, json_option
from cli.rows import say, say_json, table
from cli.sitting import Table
from domain.terms import NotFound, WrongUsage

if TYPE_CHECKING:
    from domain.odds import Odds, Way

AWAITED = "acta next says what is awaited; acta odds LINES tries lines before it looks"
MANY = "these dice may come in more ways than are counted"


@click.command()
@click.argument("words", metavar="[LINES]", nargs=-1)
@battle_option
@json_option
@with_desk()
def odds(desk: Desk, words: Sequence[str], battle: str, *, as_json: bool) -> None:
    """Say in which ways dice may come, and how likely each is.

    They are those that are awaited, or those that LINES would lead to; nothing is recorded. Every
    face of every die is counted, by the rules that judge the roll.
    """
    found = desk.sitting(battle)
    told = found.game.odds
    if found.aftermath or found.between or told is None:
        raise WrongUsage("odds are told of the dice of a battle, while it goes on")
    state = _tried(desk, found, words) if words else found.state
    waiting = found.game.awaited(state)
    if not found.game.sides(state):
        waits = asked(found.game.ask(state), found.game.words.deeds)
        raise NotFound(f"no dice are awaited: {waits}", hint=AWAITED)
    ways = told.ways(state)
    dice = [
        {"of": told.who(state, due.unit).name, "sides": sides}
        for due, sides in zip(waiting.dice, found.game.sides(state), strict=True)
    ]
    rows = _rows(found, told, state, ways.each) if ways else []
    if as_json:
        counted = {"counted": ways is not None}
        say_json(
            {"battle": found.story, "what": waiting.what, "dice": dice} | counted | {"ways": rows}
        )
        return
    said = ", ".join(f"{die['of']} d{die['sides']}".strip() for die in dice)
    say(f"{waiting.what}: {said}")
    if ways is None:
        say(MANY)
        return
    told_rows = [row | {"then": " ".join(row["then"])} for row in rows]
    table(("chance", "percent", "says", "then"), told_rows, drop=("percent",))


def _tried(desk: Desk, found: Table, words: Sequence[str]) -> Any:
    """The state after lines that are judged, and not recorded."""
    from cli.doing import Wish, draw_up, read
    from cli.shell_words import joined

    waiting = tuple(read(joined(words, desk.game.language), found.game.language, ""))
    group = draw_up(desk, found, waiting, Wish(dry_run=True))
    if group.count < len(waiting):
        raise WrongUsage(
            "the dice of a line before the last are sealed: nobody knows what they will show",
            hint="acta odds with the lines up to them",
        )
    return group.rehearsal.state


def _rows(found: Table, told: "Odds", state: Any, ways: Sequence["Way"]) -> list[dict[str, Any]]:
    """Each way with what it does that not every other does as well; the likeliest first."""
    from domain.swings import played
    from domain.throwing import Rolled

    came = []
    for way in ways:
        _, events = played(found.game, state, way)
        came.append([event.told() for event in events if not isinstance(event, Rolled)])
    always = set.intersection(*map(set, came)) if len(came) > 1 else set()
    pairs = sorted(zip(ways, came, strict=True), key=lambda each: -each[0].chance)
    return [
        {
            "code": way.code,
            "says": told.says(state, way.code),
            "chance": str(way.chance),
            "percent": percent(way.chance.numerator, way.chance.denominator),
            "then": [sentence for sentence in sentences if sentence not in always],
        }
        for way, sentences in pairs
    ]


def percent(of: int, whole: int) -> str:
    """A share in a hundred, with two digits behind the point, halves upwards."""
    hundredths = (of * 20_000 + whole) // (2 * whole)
    return f"{hundredths // 100}.{hundredths % 100:02}"
