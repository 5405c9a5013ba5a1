"""`acta dice`: what dice did against what was to be expected."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from cli.desk import Desk, with_desk
from cli.endings import check_screen, form_of
from cli.options import (
    csv_option,
    force_option,
    json_option,
    language_option,
    naming,
    output_option,
)
from cli.rows import progress, say, say_json, show, table
from domain.counting import counted
from domain.terms import WrongUsage

if TYPE_CHECKING:
    from projections.dice import Asked
    from projections.luck import Dice, Face, Luck
    from projections.view import Views

WHO = {"die": (), "crew": ("crew",), "member": ("crew", "member"), "source": ("source",)}
NOBODYS = "nobody"
ENGLISH = "en"
BAR = 30
"""How wide a bar is, in signs."""


@click.command()
@click.option(
    "--by",
    type=click.Choice(list(WHO)),
    default="die",
    show_default=True,
    help="Tell the dice apart: of whom, from where.",
)
@click.option(
    "--die", type=click.IntRange(2), default=None, metavar="N", help="Dice of N sides only."
)
@naming("--battle", "N", "The dice of one battle.")
@naming("--crew", "CREW", "The dice of one crew.")
@naming("--member", "MEMBER", "The dice of one member.")
@click.option("--events", is_flag=True, help="Say in which lines each face fell.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["table", "svg", "html"]),
    default=None,
    help="svg and html draw the faces of each die. Else FILE's ending, or a table.",
)
@output_option
@force_option
@language_option
@csv_option
@json_option
@with_desk()
def dice(
    desk: Desk,
    *,
    by: str,
    die: int | None,
    battle: str,
    crew: str,
    member: str,
    events: bool,
    form: str | None,
    output: str,
    force: bool,
    language: str,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show what dice did against what was to be expected.

    From 500 throws of a kind on it says how often honest dice would look so.
    """
    from projections.dice import throws
    from projections.luck import By, luck

    form = form_of(form, output, ("svg", "html"), "table", also=("csv", "json"))
    if form != "table" and (as_csv or events):
        hint = "leave out --csv and --events"
        raise WrongUsage(f"--as {form} is a picture, not a table", hint=hint)
    if not as_json:
        check_screen(form, output, "dice")
    if form == "table" and (output or force or language != ENGLISH):
        option = "-o" if output else "--force" if force else "--language"
        raise WrongUsage(f"{option} is for a picture", hint="--as svg or --as html")
    with desk.views() as views:
        asked = _asked(desk, views, battle=battle, crew=crew, member=member)
        found = throws(desk.ledger, views, asked, progress)
        if die is not None:
            found = (throw for throw in found if throw.sides == die)
        told = luck(found, By(by), events=events or form != "table")
    if form != "table":
        from cli.dice_pictures import draw
        from cli.summed import Aim

        aim = Aim(output=output, force=force, as_json=as_json)
        draw(desk, told, form=form, aim=aim, language=language)
    elif as_json:
        say_json(_document(told, by, events=events))
    elif as_csv:
        rows = [
            _whose(one, by) | _face(one, face, events=events) for one, face in _faces(told.dice)
        ]
        columns = (*WHO[by], "die", "face", "seen", "expected", "low", "high")
        show((*columns, "addresses") if events else columns, rows, as_json=False, as_csv=True)
    else:
        _tell(desk, told, by, events=events)


def _asked(desk: Desk, views: "Views", *, battle: str, crew: str, member: str) -> "Asked":
    """Whose dice are asked for, by their ids. Raises NotFound for a name that nobody has."""
    from projections.dice import Asked
    from projections.rosters import books

    known = books(views) if crew or member else None
    return Asked(
        battle=desk.known(battle).battle if battle else "",
        crew=desk.crew(crew, known).who.id if crew else "",
        member=desk.member(member, known)[1].id if member else "",
    )


# What is said of dice


def verdict(one: "Dice", n: int) -> str:
    """What may be said of dice, in a few words; `n` kinds are looked at together."""
    from projections.luck import SURE, Verdict

    if one.verdict is Verdict.TOO_FEW:
        return f"{counted(one.missing, 'roll')} more until anything can be said"
    if one.verdict is Verdict.NO_REASON:
        return "no reason to doubt"
    rare = f"in more than {SURE:,}" if one.once_in == SURE else f"in {one.once_in:,}"
    among = "" if n == 1 else f" with {n} kinds of dice"
    return f"unusual: such or worse happens once {rare} honest campaigns{among}"


def _tell(desk: Desk, told: "Luck", by: str, *, events: bool) -> None:
    """Print what dice did: each kind in a row, then its faces."""
    if not told.dice:
        say("no dice that count have fallen")
    else:
        n = sum(one.p is not None for one in told.dice)
        rows = [_whose(one, by) | _summary(one) | {"says": verdict(one, n)} for one in told.dice]
        columns = (*WHO[by], "die", "rolls", "mean", "expected", "says")
        table(columns, rows, drop=("expected", "mean"), heads=desk.game.words.heads)
    if by == "die" or events:
        for one in told.dice:
            _tell_faces(one, by, events=events)
    if told.undone:
        say("", "taken back, and counted nowhere else:")
        table(("die", "rolls", "mean", "expected"), map(_summary, told.undone))
        for one in told.undone if events else ():
            _tell_faces(one, "die", events=events)


def _tell_faces(one: "Dice", by: str, *, events: bool) -> None:
    """Print the faces of one kind of die, each with a bar and a mark where it was expected."""
    whose = ", ".join(map(str, _whose(one, by).values()))
    chance = "; behind it what chance alone explains" if one.adjusted is not None else ""
    say("", f"d{one.kind.sides}{f' of {whose}' if whose else ''} (| is expected{chance})")
    rows = list(one.faces())
    most = max(*(face.seen for face in rows), *(face.high or 0 for face in rows), 1)
    for face in rows:
        bar = _bar(Fraction(face.seen, most), face.expected / most)
        bounds = f"  {face.low} to {face.high}" if face.low is not None else ""
        say(f"{face.face:>4}  {face.seen:>6}  {bar}{bounds}".rstrip())
        if events and face.addresses:
            say(f"      {' '.join(face.addresses)}")


def _bar(seen: Fraction, expected: Fraction) -> str:
    """A bar of signs that every terminal has, with `|` where it was to be expected to end."""
    full, mark = round(BAR * seen), min(BAR - 1, round(BAR * expected))
    bar = "#" * full + " " * (BAR - full)
    return f"{bar[:mark]}|{bar[mark + 1 :]}"


# As data


def _whose(one: "Dice", by: str) -> dict[str, Any]:
    """Whose dice they are, or from where, by names."""
    known = {"crew": one.crew.name, "member": one.of.name, "source": one.kind.source}
    return {what: known[what] or NOBODYS for what in WHO[by]}


def _summary(one: "Dice") -> dict[str, Any]:
    from projections.chance import two

    return {
        "die": f"d{one.kind.sides}",
        "rolls": one.rolls,
        "mean": two(one.mean),
        "expected": two(one.expected),
    }


def _faces(dice: Iterable["Dice"]) -> Iterator[tuple["Dice", "Face"]]:
    for one in dice:
        yield from ((one, face) for face in one.faces())


def _face(one: "Dice", face: "Face", *, events: bool) -> dict[str, Any]:
    from projections.chance import two

    found: dict[str, Any] = {"die": one.kind.sides, "face": face.face, "seen": face.seen}
    found["expected"] = two(face.expected)
    if face.low is not None:
        found |= {"low": face.low, "high": face.high}
    return found | ({"addresses": list(face.addresses)} if events else {})


def _document(told: "Luck", by: str, *, events: bool) -> dict[str, Any]:
    """What dice did, as JSON gives it: means and chances are decimal texts."""
    from projections.luck import ENOUGH, ERROR

    return {
        "by": by,
        "enough": ENOUGH,
        "error": f"{ERROR:.2f}",
        "dice": [_kind(one, by, events=events) for one in told.dice],
        "undone": [_kind(one, "die", events=events) for one in told.undone],
    }


def _kind(one: "Dice", by: str, *, events: bool) -> dict[str, Any]:
    found = _whose(one, by) | ({"crew_id": one.crew.id} if one.kind.crew else {})
    found |= {"member_id": one.of.id} if one.kind.of else {}
    found |= _summary(one) | {"die": one.kind.sides, "missing": one.missing}
    if one.p is not None and one.adjusted is not None:
        found |= {"p": f"{one.p:.6f}", "adjusted": f"{one.adjusted:.6f}", "once_in": one.once_in}
    found["verdict"] = one.verdict.value
    faces = [_face(one, face, events=events) for face in one.faces()]
    return found | {"faces": [{k: v for k, v in each.items() if k != "die"} for each in faces]}
