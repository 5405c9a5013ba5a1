"""`acta log` and `acta replay`: what happened, told."""

from collections.abc import Iterable, Iterator
from itertools import islice

import click

from cli.answers import entry_of, told
from cli.desk import Desk, with_desk
from cli.options import json_option
from cli.rows import say, say_json, say_json_list, say_line, talk
from cli.sitting import Table
from domain.counting import there
from domain.ledger.fold import MASKS, Reckoning, fold, placed
from domain.ledger.record import Line
from domain.names import said
from domain.terms import NotFound, WrongUsage

_PAGE = 1000


@click.command()
@click.argument("story", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="With what was taken back.")
@click.option("--dice", is_flag=True, help="Only what was rolled, each roll with its source.")
@click.option("--follow", is_flag=True, help="Wait for new lines, until interrupted.")
@json_option
@with_desk()
def log(
    desk: Desk, story: str, *, everything: bool, dice: bool, follow: bool, as_json: bool
) -> None:
    """Tell what happened, one line an event.

    Of a battle or crew, else of the whole campaign; without what was taken back, unless --all. That
    somebody agreed to take something back is always told.
    """
    story = story_of(desk, story) if story else ""
    if follow:
        _follow(desk, story, everything=everything, dice=dice, as_json=as_json)
        return
    lines = desk.ledger.story(story) if story else None
    reckoning = Reckoning(_all(desk) if lines is None else lines)
    if reckoning.amended and not everything:
        lines = [line for line, _ in placed(lines or list(_all(desk)), reckoning)]
    told_lines = _all(desk) if lines is None else lines
    chosen = _chosen(told_lines, reckoning, everything=everything, dice=dice)
    if as_json:
        say_json_list(entry_of(line, reckoning) for line in chosen)
        return
    if not _tell(chosen, as_json=False, reckoning=reckoning, dice=dice):
        _say_nothing(story, everything=everything, dice=dice)


def _say_nothing(story: str, *, everything: bool, dice: bool) -> None:
    """Say why no line was told: nothing was rolled, or what is there was taken back."""
    talk("no roll is to be told" if dice else "no line counts")
    if not everything:
        way = " ".join(filter(None, ("acta log", story, "--all", "--dice" if dice else "")))
        talk(f"hint: {way} tells what was taken back or made void as well")


def _follow(desk: Desk, story: str, *, everything: bool, dice: bool, as_json: bool) -> None:
    """Tell what there is, then each line as it comes, until interrupted; one line a line.

    What comes is told whatever becomes of it later; what takes back is told as well.
    """
    with desk.ledger.store.watch() as watch:
        position = desk.ledger.head()
        reckoning, nothing = Reckoning(_of(desk, story, position)), Reckoning(())
        lines: Iterable[Line] = _of(desk, story, position)
        if reckoning.amended and not everything:
            lines = [line for line, _ in placed(list(lines), reckoning)]
        chosen = _chosen(lines, reckoning, everything=everything, dice=dice)
        _tell(chosen, as_json=as_json, reckoning=reckoning, dice=dice)
        while True:
            while newer := desk.ledger.page(position):
                position = newer[-1][0]
                mine = [line for _, line in newer if not story or line.story == story]
                new = _chosen(mine, nothing, everything=True, dice=dice)
                _tell(new, as_json=as_json, reckoning=nothing, dice=dice)
            watch.wait()


def _of(desk: Desk, story: str, last: int) -> Iterator[Line]:
    """The lines up to a position, of one story or of all."""
    if story:
        there = sum(row.position <= last for row in desk.ledger.rows_of(story))
        yield from desk.ledger.story(story)[:there]
        return
    position = 0
    while page := desk.ledger.page(position, _PAGE):
        yield from (line for at, line in page if at <= last)
        position = page[-1][0]
        if position >= last:
            return


def _chosen(
    lines: Iterable[Line], reckoning: Reckoning, *, everything: bool, dice: bool
) -> Iterator[Line]:
    """The lines that were asked for."""
    for line in lines:
        if (everything or _counts(line, reckoning)) and (not dice or rolled(line)):
            yield line


def story_of(desk: Desk, name: str) -> str:
    """A story by its name, a battle's number or a crew's name."""
    from cli.branches import named

    known = desk.ledger.stories()
    if name.isdecimal():
        name = f"battle-{name}"
    if name in known:
        return name
    if branch := named(desk.ledger, name, {}):
        return branch.battle
    try:
        return desk.crew(name).who.id
    except NotFound:
        raise NotFound(f"there is no story {said(name)}", hint=there(known[:10])) from None


def _all(desk: Desk) -> Iterator[Line]:
    """All lines in the order of the log, a page at a time."""
    position = 0
    while page := desk.ledger.page(position, _PAGE):
        yield from (line for _, line in page)
        position = page[-1][0]


def _counts(line: Line, reckoning: Reckoning) -> bool:
    """Whether a line is told without being asked for: what counts, and what was consented to."""
    if isinstance(line.data, MASKS):
        return bool(getattr(line.data, "agreed", ""))
    return reckoning.counts(line)


def rolled(line: Line) -> bool:
    """Whether dice were rolled in this event."""
    return hasattr(line.data, "source") and hasattr(line.data, "reveals")


def _tell(lines: Iterable[Line], *, as_json: bool, reckoning: Reckoning, dice: bool) -> int:
    """Print lines, a page at a time; in a stream each JSON document is one line. Says how many."""
    lines, count = iter(lines), 0
    while page := list(islice(lines, _PAGE)):
        if as_json:
            for line in page:
                say_line(entry_of(line, reckoning))
        else:
            say(*(_sentence(line, reckoning, dice=dice) for line in page))
        count += len(page)
    return count


def _sentence(line: Line, reckoning: Reckoning, *, dice: bool) -> str:
    """A line as it is told, with where its dice came from, and whether it still counts."""
    text = told(line)
    if dice:
        text += f" ({source(line)})"
    if instead := reckoning.instead(line):
        text += f"  (in place of {instead})"
    return f"{text}  ({gone})" if (gone := reckoning.fate(line)) else text


def source(line: Line) -> str:
    """Where the faces of a roll came from."""
    place, witness = getattr(line.data, "place", 0), getattr(line.data, "witness", "")
    source = f"sealed, place {place}" if place else "from the table"
    return f"{source}, seen by {witness}" if witness else source


@click.command()
@click.argument("battle", required=False, default="")
@click.option("--to", default="", metavar="ADDRESS", help="Stop behind this line.")
@click.option("--step", is_flag=True, help="One typed line at a time, forth and back.")
@json_option
@with_desk()
def replay(desk: Desk, battle: str, to: str, *, step: bool, as_json: bool) -> None:
    """Show a battle as it went, line by line.

    Each typed line, what came of it, and what changed. With --step a key at a time, with the map:
    Enter or right goes on, b or left back, r to the next round, q leaves.
    """
    from cli.retelling import moves
    from cli.stepping import step_through, tell

    table = desk.battle(battle)
    lines = upto(lines_of(desk, table), to, table.story)
    shown = list(moves(table, lines))
    for number, move in enumerate(shown if to else (), 1):
        if any(line.address == to for line in move.lines):
            shown = shown[:number]
            break
    if as_json:
        say_json([move.document() for move in shown])
        return
    if step:
        step_through(shown)
        return
    for move in shown:
        tell(move)


def lines_of(desk: Desk, table: Table) -> list[Line]:
    """A battle's lines and those it is told beside; of one that is void as they were before."""
    lines = desk.told(table.story, *desk.beside(table.story))
    if not table.void:
        return lines
    from domain.voiding import before

    return before(lines, table.story)


def upto(lines: Iterable[Line], address: str, story: str = "") -> list[Line]:
    """Lines up to an address (of a story) and the rest of its action; all without one."""
    lines = list(lines)
    if not address:
        return lines
    found = next((line for line in lines if line.address == address), None)
    if found is None or (story and found.story != story):
        if "/" not in address:
            raise WrongUsage(f"{said(address)} is no address", hint="such as battle-3/17")
        where = f"in {story}" if story else "here"
        raise NotFound(f"there is no line {said(address)} {where}")
    last = max(number for number, line in enumerate(lines) if line.batch == found.batch)
    return lines[: last + 1]


def table_at(desk: Desk, table: Table, address: str) -> Table:
    """A battle as it stood behind a line, by what was known then."""
    if not address:
        return table
    lines = upto(desk.ledger.story(table.story), address, table.story)
    state = fold(table.game.battle, _behind(lines, address))
    return Table(table.story, table.game, state, void=table.void)


def _behind(lines: list[Line], address: str) -> list[Line]:
    """The lines behind which a battle is shown: up to one of an amendment, where that stands."""
    reckoning = Reckoning(lines)
    counted = [line for line, _ in placed(lines, reckoning) if not reckoning.gone(line)]
    found = next((line for line in counted if line.address == address), None)
    if found is None or found.batch not in reckoning.amended:
        return lines
    unit = reckoning.unit(found)
    last = max(number for number, line in enumerate(counted) if reckoning.unit(line) == unit)
    return counted[: last + 1]
