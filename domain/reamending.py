"""An amendment that is on record, judged once more: what it should have come to.

What was wished for is told by its cause and by the causes of its pieces: the new line, the dice
that were given, the reveals of sealed rolls that were drawn.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import UNSET
from msgspec.structs import replace

from domain import places
from domain.amending import amend
from domain.dicebox import continues
from domain.findings import difference
from domain.game import Game
from domain.ledger.amended import Amend, BatchAmended, Void
from domain.ledger.draft import Stamp
from domain.ledger.record import Line
from domain.marks import Shelf
from domain.terms import Action, RuleBroken
from domain.throwing import Roll, Rolled, Seal
from domain.trials import Reading, Wish
from domain.voiding import void
from domain.worlds import Court, World, newest

_PAGE = 1000


def amended(shelf: Shelf, game: Game, position: int, group: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that an amendment at a position of the log should have. Raises what rules raise."""
    world, first = World(_before(shelf, position)), group[0]
    stamp = Stamp(at=first.at, by=first.by, program=first.program, for_=first.for_)
    if isinstance(first.cause, Void):
        return void(world, game, first.cause, stamp).lines
    outcome = amend(world, game, _wish(world, game, group), stamp)
    if outcome.conflicts:
        one = outcome.conflicts[0]
        raise RuleBroken(game.correction, f"{one.address} has no place in it: {one.why}")
    return outcome.lines


def otherwise(group: Sequence[Line], expected: Sequence[Line]) -> tuple[Line, str, str] | None:
    """The first line that is not as it should be, with what is expected there, and found."""
    for line, wanted in zip_longest(group, expected):
        if line is None:
            return group[-1], f"then {wanted.data.told()}", "nothing more"
        if wanted is None:
            return line, "nothing more", line.data.told()
        if line == wanted:
            continue
        if line.address != wanted.address:
            return line, f"a line of {wanted.story}", f"a line of {line.story}"
        if type(line.data) is not type(wanted.data):
            return line, wanted.data.told(), line.data.told()
        if line.data != wanted.data:
            return line, *difference(wanted.data, line.data)
        return line, "the cause that leads to it", "another cause"
    return None


def _before(shelf: Shelf, position: int) -> Iterator[Line]:
    """All lines before a position, in the order of the log."""
    after = 0
    while rows := shelf.rows(after, _PAGE):
        for row in rows:
            if row.position >= position:
                return
            yield shelf.read(row)
        after = rows[-1].position


def _wish(world: World, game: Game, group: Sequence[Line]) -> Wish:
    """What was wished for."""
    cause = group[0].cause
    if not isinstance(cause, Amend):
        raise TypeError(cause)
    unit = world.unit(cause.batch)
    causes = _causes(group)
    drawn = _Drawn(world, game, group)
    new = [one for one in causes.get(unit.id, ()) if not getattr(one, "reveals", ())]
    given = {
        name: [one for one in causes.get(name, ()) if isinstance(one, Roll) and not one.reveals]
        for name in cause.rolls
        if name != unit.id
    }
    return Wish(
        unit=unit,
        lines=[_reading(one) for one in new],
        reason=cause.reason,
        agreed=cause.agreed,
        drops=frozenset(cause.drops),
        rolls=given,
        draw=drawn.next,
        asked=cause.rolls,
    )


def _reading(action: Action) -> Reading:
    return lambda _court: action


def _causes(group: Sequence[Line]) -> dict[str, list[Action]]:
    """The causes of each piece, by what it replaces."""
    found: dict[str, list[Action]] = {}
    unit = ""
    for line in group:
        if isinstance(line.data, BatchAmended):
            unit = line.data.batch
        elif line.cause is not UNSET and unit:
            found.setdefault(unit, []).append(line.cause)
    return found


class _Drawn:
    """The sealed rolls that an amendment drew: those on places that were free before it."""

    def __init__(self, world: World, game: Game, group: Sequence[Line]) -> None:
        self._seals: dict[str, Seal] = {}
        self._rolls: dict[str, list[Action]] = {}
        cause: Action | None = None
        for line in group:
            if line.cause is not UNSET:
                cause = line.cause
            event = line.data
            if not isinstance(event, Rolled) or not event.reveals or cause is None:
                continue
            if line.story not in self._seals:
                self._seals[line.story] = places.seal_of(newest(world, game, line.story))
            seal = self._seals[line.story]
            if event.place == seal.places + 1 and continues(seal, event):
                self._seals[line.story] = replace(seal, places=event.place, reveals=event.reveals)
                self._rolls.setdefault(line.story, []).append(cause)

    def next(self, court: Court, story: str) -> Action:
        """The next of a story."""
        rolls = self._rolls.get(story)
        if not rolls:
            raise RuleBroken(court.game.correction, "sealed dice are to be rolled here")
        return rolls.pop(0)
