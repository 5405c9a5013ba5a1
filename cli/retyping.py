"""A line on record as the command that amends it: it is typed again, to be changed."""

from cli.amendment import Asked, typed
from cli.desk import Desk
from cli.lines import line as line_of
from cli.sitting import Table
from domain.states import of_books
from domain.terms import Refusal
from domain.undo import Batch
from domain.worlds import Bench, Court, World


def table_of(story: str, court: Court) -> Table:
    """A court as a table on which lines are said."""
    aftermath = not court.apart and not of_books(story)
    return Table(story, court.game, court.state, aftermath=aftermath)


def amending(desk: Desk, batch: Batch) -> str:
    """The command that amends a batch, with the line that is on record to be changed in it."""
    world, bench = World(desk.lines()), Bench(desk.game)
    unit = world.unit(batch.lines[0].address)
    for other in world.units[: world.units.index(unit)]:
        bench.take(other)
    table = table_of(unit.home, bench.table(unit.home))
    try:
        text = line_of(unit.cause, table.game.language, table.scene)
    except Refusal:
        text = ""
    return typed(Asked(address=unit.address, text=text or "LINE", why="what was wrong"))
