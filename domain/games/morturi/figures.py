"""Chapter 11: figures of no school run from gladiators as a round closes (MR-SCN-9, -10)."""

from collections.abc import Callable

import msgspec

from domain.games.morturi.battle import Fighting, changed, in_arena
from domain.games.morturi.costs import cost
from domain.games.morturi.freeing import removals
from domain.games.morturi.ground import COMPASS, distance, in_words, neighbours, toward, vacant
from domain.games.morturi.hazards import arrive
from domain.games.morturi.priority import LotDrawn
from domain.games.morturi.rounds import end
from domain.games.morturi.shoving import rooted, wanted
from domain.games.morturi.squares import Dir
from domain.games.morturi.standing import relieve
from domain.games.morturi.throwing import Roll, thrown
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Awaited, DieDue, Throw
from domain.latest import latest
from domain.terms import Event, Telling, Who

FLIGHT, FACING = "flight", "facing"

# Events


class FigureActed(Event, frozen=True, kw_only=True, tag="morturi.figure-acted/1"):
    """A figure of no school ran, or stayed where it is, and looks away from whoever is nearest."""

    figure: Who
    before: str
    to: str
    facing: str

    def told(self) -> str:
        """Say it as the table would."""
        if self.before == self.to:
            return f"{self.figure.name} stays on {self.to}, facing {in_words(self.facing)}."
        return f"{self.figure.name} runs to {self.to}, facing {in_words(self.facing)}."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MR-RND-5: figures act one after another; then the round ends."""
    closing = battle.closing
    if closing is None:
        return None
    if not closing.figures:
        return end
    squares = (closing.to,) if closing.to else next_flights(battle)
    if len(squares) > 1:
        return _lot(battle, FLIGHT, squares)
    ways = facings(battle, battle.units[closing.figures[0]], squares[0])
    if len(ways) > 1 and not closing.facing:
        return _lot(battle, FACING, ways)
    return act


def _lot(battle: Fighting, what: str, among: tuple[str, ...]) -> Throw:
    return Throw(what, (DieDue("", len(among)),), battle.order[0], among)


# Flight


@latest
def next_flights(battle: Fighting) -> tuple[str, ...]:
    """Whither the figure runs that acts next."""
    assert battle.closing is not None  # noqa: S101 the round closes
    return flights(battle, battle.units[battle.closing.figures[0]])


def flights(battle: Fighting, figure: Unit) -> tuple[str, ...]:
    """MR-SCN-9: the squares farthest from the nearest gladiator, ties by the sum of distances."""
    hunters = [u.square for u in in_arena(battle) if u.school]
    if bound(battle, figure) or not hunters:
        return (figure.square,)
    worth = {s: _worth(s, hunters) for s in reached(battle, figure)}
    best = max(worth.values())
    return tuple(sorted(s for s, w in worth.items() if w == best))


def bound(battle: Fighting, figure: Unit) -> bool:
    """Whether it cannot leave its square, or has all to do to stand up."""
    return rooted(battle, figure) or bool(_rises(battle, figure))


def _rises(battle: Fighting, figure: Unit) -> list[str]:
    lying = tuple(c.id for c in figure.conditions)
    found = removals(battle, figure, lying, ("move.action",))
    return [w.effect.what for w in found if w.effect.price <= figure.move]


def _worth(square: str, hunters: list[str]) -> tuple[int, int]:
    far = [distance(square, h) for h in hunters]
    return min(far), sum(far)


def reached(battle: Fighting, figure: Unit) -> set[str]:
    """The squares its Move leads to, never onto what nobody enters of his own will.

    No step costs less than 1 MP.
    """
    spent = {figure.square: 0}
    waiting = [figure.square]
    while waiting:
        here = waiting.pop(0)
        if spent[here] >= figure.move:
            continue
        there = msgspec.structs.replace(figure, square=here)
        for square in neighbours(battle, here):
            known = spent.get(square, figure.move + 1)
            if spent[here] + 1 >= known or not _may_run_to(battle, square):
                continue
            whole = spent[here] + cost(battle, there, square).total
            if whole <= figure.move and whole < known:
                spent[square] = whole
                waiting.append(square)
    return set(spent)


def _may_run_to(battle: Fighting, square: str) -> bool:
    return vacant(battle, square) and wanted(battle, square)


def facings(battle: Fighting, figure: Unit, square: str) -> tuple[str, ...]:
    """MR-SCN-9: away from the nearest gladiator; several ways where it is not said."""
    hunters = [u.square for u in in_arena(battle) if u.school]
    nearest = min((distance(square, h) for h in hunters), default=0)
    close = [h for h in hunters if distance(square, h) == nearest]
    away = {str(Dir(d).back) for h in close for d in toward(square, h)}
    return tuple(d for d in COMPASS if d in away) or (figure.facing,)


# Judging


def draw(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-SCN-9: one number among equal flights, or equal facings."""
    rolled = thrown(telling.state, action, throw)
    (face,) = rolled.faces
    among = tuple(Who(one, COMPASS.get(one, one)) for one in throw.lot)
    telling.tell(
        LotDrawn(what=throw.what, drawn=among[face - 1], among=among, face=face, **rolled.facts)
    )


def act(telling: Telling[Fighting]) -> None:
    """It runs, and looks away."""
    battle = telling.state
    closing = battle.closing
    assert closing is not None  # noqa: S101 upcoming() looked
    figure = battle.units[closing.figures[0]]
    to = closing.to or next_flights(battle)[0]
    facing = closing.facing or facings(battle, figure, to)[0]
    for condition in _rises(battle, figure)[:1]:
        relieve(telling, figure, condition, Who(condition, condition))
    telling.tell(FigureActed(figure=figure.who, before=figure.square, to=to, facing=facing))
    if to != figure.square:
        arrive(telling, figure.id)


# Remembering


EVENTS: tuple[type[Event], ...] = (FigureActed,)
HEARS: tuple[type[Event], ...] = (LotDrawn,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where it stands, and who is next."""
    closing = battle.closing
    if closing is None:
        return battle
    match event:
        case LotDrawn(what="flight"):
            drawn = msgspec.structs.replace(closing, to=event.drawn.id)
            return msgspec.structs.replace(battle, closing=drawn)
        case LotDrawn(what="facing"):
            drawn = msgspec.structs.replace(closing, facing=event.drawn.id)
            return msgspec.structs.replace(battle, closing=drawn)
        case FigureActed():
            left = tuple(f for f in closing.figures if f != event.figure.id)
            moved = changed(battle, event.figure.id, square=event.to, facing=event.facing)
            next_ = msgspec.structs.replace(closing, figures=left, to="", facing="")
            return msgspec.structs.replace(moved, closing=next_)
        case _:
            return battle
