"""What an amendment would change: all that rests on the amended line is judged again, in order.

A unit that comes out as it is on record keeps its lines; one that comes out differently is a piece
of the amendment. One that the rules refuse now, or that wants dice nobody rolled, is a conflict:
it is dropped, or the dice are given, by whoever amends. Nothing here is saved.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain import places
from domain.campaign import STORY
from domain.game import Game
from domain.ledger.amended import Amend, BatchAmended, RecordAmended, Void
from domain.ledger.draft import Pen, Stamp
from domain.ledger.record import Line
from domain.rebasing import Deeds, as_fought, fight, opens, rebased
from domain.resting import Resting
from domain.terms import Action, Refusal
from domain.throwing import Roll, Rolled, Seal
from domain.trials import Met, Placed, Trial, Wish, dice_of, sides
from domain.worlds import Bench, Court, Unit, World, newest, placed


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that cannot stand as it is: what it was, why, and whether dice would settle it."""

    unit: str
    address: str
    told: str
    why: str
    rule: str = ""
    dice: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What an amendment comes to.

    `lines` would be appended; `replaced` are the units that come out differently, `dropped` those
    that drawn dice left without a place. `to_roll` is where sealed dice are to be rolled first:
    what comes behind that is not known. `before` and `after` are the states of all stories.
    """

    lines: tuple[Line, ...]
    replaced: tuple[Unit, ...]
    conflicts: tuple[Conflict, ...]
    dropped: tuple[Conflict, ...]
    to_roll: str
    before: Bench
    after: Bench

    @property
    def changed(self) -> bool:
        """Whether anything would come out differently."""
        return bool(self.replaced)


class ToRoll(Exception):
    """Sealed dice are to be rolled, and nobody rolls them yet."""


def amend(world: World, game: Game, wish: Wish, stamp: Stamp) -> Outcome:
    """Judge an amendment. Raises what the rules raise of the new line itself."""
    return Judgement(world, game, wish, stamp).run()


class Judgement:
    """One amendment being judged: the record as it is, and as it would be."""

    def __init__(self, world: World, game: Game, wish: Wish, stamp: Stamp) -> None:
        self._world = world
        self._game = game
        self._wish = wish
        self._stamp = stamp
        self._old = Bench(game)
        self._new = self._old
        self._resting = Resting()
        self._replaced: list[Unit] = []
        self._conflicts: list[Conflict] = []
        self._dropped: list[Conflict] = []
        self._seals: dict[str, Any] = {}  # where sealed dice are drawn next, by story
        self._drawn = False
        self._pen = Pen(world.campaign, world.ends, world.editions)
        self._batch = ""

    def run(self) -> Outcome:
        """Go through all units in their order."""
        units = self._world.units
        begin = units.index(self._wish.unit)
        for unit in units[:begin]:
            self._old.take(unit)
        self._new = self._old.copy()
        self._head()
        to_roll = ""
        for number, unit in enumerate(units[begin:], begin):
            try:
                self._unit(unit)
            except ToRoll:
                to_roll = unit.address
                for rest in units[number + 1 :]:
                    self._old.take(rest)
                break
        return self._outcome(to_roll)

    def _outcome(self, to_roll: str = "") -> Outcome:
        return Outcome(
            lines=tuple(self._pen.lines) if self._replaced else (),
            replaced=tuple(self._replaced),
            conflicts=tuple(self._conflicts),
            dropped=tuple(self._dropped),
            to_roll=to_roll,
            before=self._old,
            after=self._new,
        )

    def _head(self) -> None:
        wish = self._wish
        event = RecordAmended(batch=wish.unit.id, reason=wish.reason, agreed=wish.agreed)
        cause = Amend(
            batch=wish.unit.id,
            reason=wish.reason,
            agreed=wish.agreed,
            drops=tuple(sorted(wish.drops)),
            rolls=wish.asked or tuple(sorted(wish.rolls)),
        )
        self._batch = self._pen.write(wish.unit.home, event, self._stamp, cause=cause).batch

    def _unit(self, unit: Unit) -> None:
        """Let a unit stand, or judge it again."""
        if unit.gone or not self._concerned(unit):
            self._old.take(unit)
            self._new.take(unit)
            return
        before = self._old.copy()
        met = self._met(unit)
        if unit.id in self._wish.drops:
            self._replace(unit, ())
            return
        trial = Trial(self, unit, met, self._new.copy())
        try:
            trial.run()
        except Refusal as refused:
            if unit.id == self._wish.unit.id:
                raise
            if not (self._otherwise(unit, met, before) and self._stands(unit, met, before)):
                self._conflict(unit, refused, trial)
            return
        flagged = opens(unit) and self._otherwise(unit, met, before)
        self._settle(unit, as_fought(unit, trial.deeds) if flagged else trial.deeds)

    def _settle(self, unit: Unit, deeds: Deeds) -> None:
        """Let a unit stand if it came out as it is on record, else write what came of it."""
        if [each for _, events in deeds for each in events] == unit.events:
            self._new.take(unit)
        else:
            self._replace(unit, deeds)

    def _stands(self, unit: Unit, met: Sequence[Met], before: Bench) -> bool:
        """Let a unit stand that is refused: a battle's opening, or what only money is missing for.

        Its balances are those of now. Tells whether it is such a one.
        """
        if not opens(unit):
            return self._force(unit, met)
        self._settle(unit, rebased(before, self._new, [(unit.cause, unit.events)]))
        return True

    def _otherwise(self, unit: Unit, met: Sequence[Met], before: Bench) -> bool:
        """Whether the rules refuse a unit as it is on record: it is flagged since a void battle.

        Or open a battle otherwise, which stands as it was fought.
        """
        trial = Trial(self, unit, met, before.copy())
        try:
            trial.run()
        except (Refusal, ToRoll):
            return True
        return opens(unit) and fight(unit, trial.events) != fight(unit, unit.events)

    def _force(self, unit: Unit, met: Sequence[Met]) -> bool:
        """Let a unit stand of which only the money is missing; tells whether that is so."""
        rich = self._new.enriched(unit.home)
        trial = Trial(self, unit, met, rich.copy())
        try:
            trial.run()
        except (Refusal, ToRoll):
            return False
        self._settle(unit, rebased(rich, self._new, trial.deeds))
        return True

    def _concerned(self, unit: Unit) -> bool:
        wish = self._wish
        if unit.id == wish.unit.id or unit.id in wish.drops or unit.id in wish.rolls:
            return True
        if self._resting.nothing or isinstance(cause := unit.cause, Void):
            return False
        return self._resting.concerns(unit.home, self._old.court(unit.home, cause))

    def _met(self, unit: Unit) -> tuple[Met, ...]:
        """The deeds of a unit with the dice that each met; the record as it is goes on."""
        found = []
        for deed in unit.deeds:
            court = self._old.court(unit.home, deed.cause)
            rolled = isinstance(deed.cause, Roll)
            found.append(
                Met(deed, dice_of(court) if rolled else (), sides(court) if rolled else ())
            )
            self._old.tell(placed(deed.lines))
        return tuple(found)

    def _conflict(self, unit: Unit, refused: Refusal, trial: "Trial") -> None:
        """A unit without a place; what follows is judged as if it were dropped."""
        found = Conflict(
            unit=unit.id,
            address=unit.address,
            told=unit.told,
            why=refused.told(),
            rule=getattr(refused, "rule", ""),
            dice=trial.awaited(),
        )
        (self._dropped if self._drawn else self._conflicts).append(found)
        self._replace(unit, ())

    def _replace(self, unit: Unit, deeds: Sequence[tuple[Action, Sequence[Placed]]]) -> None:
        """Write a piece: a heading in every story it concerns, then what came of its actions."""
        self._replaced.append(unit)
        events = [each for _, came in deeds for each in came]
        self._resting.changed(unit.events, events)
        piece = ""
        for story in headed(unit, events):
            line = self._pen.write(
                story, self._heading(unit, story, piece), self._stamp, batch=self._batch, cause=None
            )
            piece = piece or line.address
        self._new.tell(placed(unit.lines), counts=False)
        for action, came in deeds:
            cause: Action | None = action
            for story, event in came:
                self._pen.write(story, event, self._stamp, batch=self._batch, cause=cause)
                cause = None
        self._new.tell(events)

    def _heading(self, unit: Unit, story: str, piece: str) -> BatchAmended:
        here = story in self._world.touched.get(unit.root, ())
        behind = () if here else self._world.before(unit.root, story, STORY)
        root = "" if unit.root == unit.id else unit.root
        return BatchAmended(batch=unit.id, root=root, piece=piece, behind=behind)

    # What a trial asks

    @property
    def wish(self) -> Wish:
        """What is wished for."""
        return self._wish

    def next_line(self, story: str) -> int:
        """The number that the next line of a story would have."""
        return self._pen.end(story) + 1

    def rolls_next(self, unit: Unit) -> bool:
        """Whether the next unit of its story is a sealed roll by itself."""
        units = self._world.units
        later = units[units.index(unit) + 1 :]
        following = next((one for one in later if one.home == unit.home and not one.gone), None)
        return following is not None and bool(getattr(following.cause, "reveals", ()))

    def draw(self, court: Court, story: str) -> tuple[Any, Action]:
        """A state whose next place is the next free one, and the sealed roll that takes it."""
        if self._wish.draw is None or self._conflicts:
            raise ToRoll
        if story not in self._seals:
            self._seals[story] = places.seal_of(newest(self._world, self._game, story))
        state = places.resealed(court.state, self._seals[story])
        action = self._wish.draw(msgspec.structs.replace(court, state=state), story)
        self._drawn = True
        return state, action

    def drew(self, story: str, state: Any) -> None:
        """Remember the place that a drawn roll took."""
        self._seals[story] = places.seal_of(state)

    def kept(self, story: str, lines: Sequence[Line]) -> Seal:
        """The seal as it was when the stored roll of these lines took its place."""
        event = next(
            line.data for line in lines if isinstance(line.data, Rolled) and line.data.place
        )
        known = places.chains(line.data for line in self._world.of(story))
        return places.before(event, known)


def headed(unit: Unit, events: Sequence[Placed]) -> tuple[str, ...]:
    """The stories that a piece concerns: those of the old lines, and those of the new."""
    stories = (*(line.story for line in unit.lines), *(story for story, _ in events))
    return tuple(dict.fromkeys((unit.home, *stories)))
