"""What a branch is played by: the rules of its battle, from the state behind the line it left from.

A branch has sealed dice of its own, where its battle has them: its rolls reveal and use up nothing
of the battle's. It is played to its end and no further: it is not concluded, has no aftermath, and
touches no other story.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.branch import PREFIX, Branched, OpenBranch, branched
from domain.game import Game, Legal
from domain.ledger.fold import fold
from domain.ledger.record import Row
from domain.marks import Mark, Shelf, mark_of, rows_to
from domain.terms import (
    Action,
    Decider,
    Elsewhere,
    Event,
    RuleBroken,
    StorageFailed,
    Unreadable,
    WrongUsage,
)
from domain.throwing import Seal, Source


class Origin(msgspec.Struct, frozen=True):
    """Where a branch left from, and the state of the battle there."""

    mark: Mark
    state: Any


def first_of(shelf: Shelf, rows: list[Row]) -> Branched:
    """How a branch begins; raises Unreadable for a story that does not begin as one."""
    begun = shelf.read(rows[0]).data if rows else None
    if not isinstance(begun, Branched):
        raise Unreadable(f"{rows[0].story if rows else 'it'} does not begin as a branch does")
    return begun


def origin_of(game: Game, shelf: Shelf, story: str) -> Origin:
    """Where a branch left from, by the record as it stands."""
    rows = shelf.rows_of(story)
    begun = first_of(shelf, rows)
    before = rows_to(shelf, begun.from_, begun.line)
    _check_earlier(before, rows)
    return Origin(mark_of(before), state_at(game, shelf, begun.from_, begun.line))


def state_at(game: Game, shelf: Shelf, story: str, line: int) -> Any:
    """The state of a battle, or of a branch, behind a line of it.

    Raises StorageFailed where a branch on the way does not rest on what it once did.
    """
    parts = [rows_to(shelf, story, line)]
    while story.startswith(PREFIX):
        begun = first_of(shelf, parts[-1])
        story = begun.from_
        parts.append(rows_to(shelf, story, begun.line))
        _check_earlier(parts[-1], parts[-2])
        check(begun, mark_of(parts[-1]))
    state, decider = None, game.battle
    for rows in reversed(parts):
        state = fold(decider, [shelf.read(row) for row in rows])
        decider = deciding(game, Origin(mark_of(rows), state))
    return state


def check(begun: Branched, found: Mark) -> None:
    """Raise StorageFailed where a branch does not rest on what it once did."""
    if begun.mark != found:
        raise StorageFailed(
            f"the record up to {found.address} is no longer what a branch was begun on",
            hint="acta audit",
        )


def _check_earlier(before: list[Row], rows: list[Row]) -> None:
    """A branch begins behind what it rests on: so no branch rests on itself."""
    if before[-1].position >= rows[0].position:
        raise Unreadable(f"{rows[0].story} begins before what it rests on")


def deciding(game: Game, origin: Origin) -> Decider[Any]:
    """The rules of a branch."""
    battle = game.battle

    def decide(state: Any, action: Action) -> Iterable[Event | Elsewhere]:
        if isinstance(action, OpenBranch):
            return [_opened(game, origin, state, action)]
        if isinstance(action, game.concluding):
            raise RuleBroken(game.correction, _ENDS, hint="acta branch ADDRESS begins another")
        return battle.decide(state, action)

    def evolve(state: Any, event: Event) -> Any:
        return begun(origin, event) if isinstance(event, Branched) else battle.evolve(state, event)

    def struck(state: Any, event: Event) -> Any:
        return state if isinstance(event, Branched) else battle.struck(state, event)

    return Decider(initial=battle.initial, decide=decide, evolve=evolve, struck=struck)


_ENDS = "a branch counts for nothing: it is not concluded and has no aftermath"


def begun(origin: Origin, event: Branched) -> Any:
    """The state in which a branch begins: the battle's, with dice of its own if they are sealed."""
    if not event.seal:
        return origin.state
    own = event.seal[0]
    seal = Seal(battle=own.battle, anchors=own.anchors, solo=own.solo)
    return replace(origin.state, seal=seal)


def playable(game: Game, origin: Origin) -> None:
    """Refuse to branch off where nothing can be played."""
    where = origin.mark.address
    if not origin.state.opened:
        raise WrongUsage(f"no battle is open behind {where}", hint="a line behind its opening")
    if origin.state.concluded:
        raise RuleBroken(
            game.correction,
            f"the battle is concluded at {where}: nothing can be played from there",
            hint="name a line before its conclusion; acta log says which",
        )


def sealed(game: Game, origin: Origin) -> bool:
    """Whether the dice are sealed where a branch leaves."""
    return bool(origin.state.dice is Source.SEALED and game.chains(origin.state).anchors)


def _opened(game: Game, origin: Origin, state: Any, action: OpenBranch) -> Branched:
    """A branch begins; raises WrongUsage, RuleBroken."""
    if state.opened:
        raise WrongUsage("this branch has begun already")
    playable(game, origin)
    event = branched(action)
    if sealed(game, origin) is not bool(action.seal):
        raise WrongUsage("a branch of a battle with sealed dice has sealed dice of its own")
    if action.seal:
        chains = game.chains(origin.state)
        own = action.seal[0]
        if len(action.seal) > 1 or len(own.anchors) != len(chains.anchors):
            raise WrongUsage("the dice of a branch are bound to an anchor of every party")
        if own.battle == chains.battle or set(own.anchors) & set(chains.anchors):
            raise WrongUsage("the dice of a branch are not those of its battle")
    return event


class OpenIn(msgspec.Struct, frozen=True):
    """What may be done in a branch: all but its conclusion."""

    legal: Legal
    concluding: type[Action]

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        return not isinstance(action, self.concluding) and self.legal.admits(action)

    def simple(self) -> list[Action]:
        """The simple actions, each acceptable as it stands."""
        return [one for one in self.legal.simple() if not isinstance(one, self.concluding)]

    def candidates(self) -> Iterator[Action]:
        """What the simple actions are sifted from."""
        return self.legal.candidates()

    def drawn(self, draw: Any) -> Iterator[Action]:
        """Lines of several parts and filled patterns, by numbers that `draw` is asked for."""
        return self.legal.drawn(draw)

    def patterns(self) -> list[str]:
        """The lines that hold numbers."""
        return self.legal.patterns()

    def combine(self) -> dict[str, str]:
        """What may be joined into one line, and how."""
        return self.legal.combine()

    def always(self) -> list[str]:
        """What is open at any moment."""
        return self.legal.always()


def playing(game: Game, story: str, origin: Origin) -> Game:
    """The game as a branch is played: its state looks like a battle's, under its own name."""
    where = {"battle": story, "branch": {"from": origin.mark.address}}
    return replace(
        game,
        battle=deciding(game, origin),
        settles=lambda _: False,
        legal=lambda state: OpenIn(game.legal(state), game.concluding),
        show=lambda state: {**game.show(state), **where},
        ask=lambda state: {**game.ask(state), **where},
    )
