"""Amendments drawn at random: any line of a record becomes another legal one, conflicts dropped."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.amending import Outcome, amend
from domain.audit import audit
from domain.findings import Report
from domain.game import Game
from domain.ledger.draft import Stamp
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.places import resealed
from domain.states import of_books
from domain.terms import Action, Refusal
from domain.throwing import Roll, Seal
from domain.trials import Draw, Wish
from domain.worlds import Bench, Court, Unit, World

Pick = Callable[[int], int]
"""A number below another one."""

STAMP = Stamp(at="2026-11-30T09:00:00.000Z", by="Ana", program="acta 0.1.0")


def lines(ledger: Ledger) -> Iterator[Line]:
    """All lines of a record."""
    position = 0
    while page := ledger.page(position):
        yield from (line for _, line in page)
        position = page[-1][0]


def world(ledger: Ledger) -> World:
    """The record as it counts."""
    return World(lines(ledger))


def told(game: Game, of: World) -> Bench:
    """All states at the end of a record."""
    bench = Bench(game)
    for unit in of.units:
        bench.take(unit)
    return bench


def open_units(game: Game, of: World) -> list[Unit]:
    """The units that lines can stand in place of: not those of commands."""
    return [
        unit
        for unit in of.units
        if not unit.gone
        and not unit.home.startswith("crew-")
        and not isinstance(unit.cause, game.openings.kind)
        and not (of_books(unit.home) and type(unit.cause) in Bench(game).kinds)
    ]


def before(game: Game, of: World, unit: Unit) -> Court:
    """The state on which a unit was judged."""
    bench = Bench(game)
    for other in of.units[: of.units.index(unit)]:
        bench.take(other)
    return bench.court(unit.home, unit.cause)


def another(court: Court, pick: Pick) -> Action:
    """Something that is legal in a state: dice as they may fall, or a simple line."""
    sides = court.game.sides(court.state)
    if sides and not court.game.rolls_sealed(court.state):
        return court.game.throw(tuple(1 + pick(most) for most in sides))
    legal = court.game.legal(court.state).simple()
    return legal[pick(len(legal))]


def corrected(
    game: Game, of: World, unit: Unit, action: Action, draw: Draw | None = None
) -> Outcome:
    """An amendment with everything dropped that has no place any more."""
    wish = Wish(unit=unit, lines=[lambda _court: action], reason="drawn", draw=draw)
    while True:
        outcome = amend(of, game, wish, STAMP)
        if not outcome.conflicts:
            return outcome
        drops = {*wish.drops, *(one.unit for one in outcome.conflicts)}
        assert drops != wish.drops
        wish = replace(wish, drops=frozenset(drops))


def amended(ledger: Ledger, game: Game, pick: Pick, draw: Draw | None = None) -> bool:
    """Amend a line at random and save it; tells whether anything changed."""
    of = world(ledger)
    units = open_units(game, of)
    unit = units[pick(len(units))]
    court = before(game, of, unit)
    if isinstance(unit.cause, Roll) and unit.cause.reveals:
        return False
    try:
        outcome = corrected(game, of, unit, another(court, pick), draw)
    except (Refusal, IndexError):  # what is simple and legal need not be the whole of a line
        return False
    if not outcome.changed:
        return False
    assert ledger.append(outcome.lines, of.ends)
    return True


def itself(ledger: Ledger, game: Game, unit: Unit) -> Outcome:
    """A unit amended to what it is."""
    actions = [deed.cause for deed in unit.deeds if not getattr(deed.cause, "reveals", ())]
    readings = [lambda _court, action=action: action for action in actions]
    wish = Wish(unit=unit, lines=readings, reason="nothing")
    return amend(world(ledger), game, wish, STAMP)


def checked(ledger: Ledger, game: Game) -> Report:
    """The audit of a record."""
    return audit(ledger, game=game)


def same(one: Bench, other: Bench) -> bool:
    """Whether two records add up to the same states, but for the places of sealed dice in use."""
    battles = {**one.fights, **other.fights}
    return one.books == other.books and all(
        resealed(one.fight(story), Seal()) == resealed(other.fight(story), Seal())
        for story in battles
    )
