"""A battle made void: what it gave or took is returned, and what was done since is counted anew.

Later battles stay as they were fought. What crews did since stands, its balances worked out anew; a
purchase that is not covered any more stands as well, and is flagged. What else has no place any
more, such as an advance that is not due, goes with the battle that gave it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.amending import Conflict, Judgement, Outcome, ToRoll
from domain.campaign import STORY, BattleListed
from domain.crew import PREFIX
from domain.game import Game
from domain.ledger.amended import BatchAmended, Void
from domain.ledger.draft import Stamp
from domain.ledger.record import Line
from domain.rebasing import as_fought, fight, opens
from domain.terms import NotFound, Refusal, WrongUsage
from domain.trials import Trial, Wish
from domain.voided import BattleVoided, Uncovered
from domain.worlds import Unit, World

OTHER_DICE = "other sealed dice would be rolled"
OTHERWISE = "it would open otherwise now, and stands as it was fought"


def void(world: World, game: Game, wish: Void, stamp: Stamp) -> Outcome:
    """Judge that a battle be void. Raises NotFound, and WrongUsage where it is already."""
    return _Voiding(world, game, wish, stamp).run()


def before(lines: Sequence[Line], battle: str) -> list[Line]:
    """Lines as they were before a battle was made void; those of the battle are among them."""
    opening = next(line.batch for line in lines if line.story == battle)
    last = max(n for n, line in enumerate(lines) if _heads(line, opening))
    return [line for line in lines[:last] if line.batch != lines[last].batch]


def _heads(line: Line, root: str) -> bool:
    return isinstance(line.data, BatchAmended) and line.data.stood == root


class _Voiding(Judgement):
    """A battle being made void."""

    def __init__(self, world: World, game: Game, wish: Void, stamp: Stamp) -> None:
        mine = [unit for unit in world.units if unit.home == wish.battle and not unit.gone]
        if not mine:
            raise _not_there(world, wish.battle)
        super().__init__(world, game, Wish(unit=mine[0], lines=(), reason=wish.reason), stamp)
        self._asked = wish
        self._uncovered: list[Uncovered] = []

    def _head(self) -> None:
        """Say that the battle is void; what is not covered any more is known at the end."""
        self._batch = self._pen.write(STORY, self._voided(), self._stamp, cause=self._asked).batch
        self._new.tell([(STORY, self._voided())])

    def _voided(self) -> BattleVoided:
        asked = self._asked
        lines = self._wish.unit.lines
        listed = next((line.data for line in lines if isinstance(line.data, BattleListed)), None)
        if listed is None:  # the record was cut off
            raise _not_there(self._world, asked.battle)
        return BattleVoided(
            battle=asked.battle,
            scenario=listed.scenario,
            crews=listed.crews,
            reason=asked.reason,
            agreed=asked.agreed,
            uncovered=tuple(self._uncovered),
        )

    def _outcome(self, to_roll: str = "") -> Outcome:
        first, *rest = self._pen.lines
        self._pen.lines = [replace(first, data=self._voided()), *rest]
        return super()._outcome(to_roll)

    def _unit(self, unit: Unit) -> None:
        """Let a unit stand, go with its battle, or be counted anew."""
        if not unit.gone and unit.home == self._asked.battle:
            self._old.take(unit)
            self._replace(unit, ())
        elif unit.gone or not self._concerned(unit):
            self._old.take(unit)
            self._new.take(unit)
        else:
            self._again(unit)

    def _again(self, unit: Unit) -> None:
        """Judge a unit again; it stands all the same where the rules refuse it."""
        before = self._old.copy()
        met = self._met(unit)
        trial = Trial(self, unit, met, self._new.copy())
        try:
            trial.run()
        except (Refusal, ToRoll) as refused:
            known, written = self._otherwise(unit, met, before), len(self._pen.lines)
            if not self._stands(unit, met, before):
                self._drop(unit, refused)
            elif not known:
                self._flag(unit, _why(refused), written)
            return
        other = opens(unit) and fight(unit, trial.events) != fight(unit, unit.events)
        known, written = other and self._otherwise(unit, met, before), len(self._pen.lines)
        self._settle(unit, as_fought(unit, trial.deeds))
        if other and not known:
            self._flag(unit, OTHERWISE, written)

    def _drop(self, unit: Unit, refused: Refusal | ToRoll) -> None:
        """Let a unit go that has no place any more, such as an advance that is not due."""
        self._dropped.append(
            Conflict(unit=unit.id, address=unit.address, told=unit.told, why=_why(refused))
        )
        self._replace(unit, ())

    def _flag(self, unit: Unit, why: str, written: int) -> None:
        """Say of a unit that it stands though it would be refused; where it stands now."""
        new = (
            line for line in self._pen.lines[written:] if not isinstance(line.data, BatchAmended)
        )
        first = next(new, unit.lines[0])
        crews = {line.story for line in unit.lines if line.story.startswith(PREFIX)}
        flagged = Uncovered(first.address, unit.told.rstrip("."), why, tuple(sorted(crews)))
        self._uncovered.append(flagged)


def _why(refused: Refusal | ToRoll) -> str:
    return refused.told() if isinstance(refused, Refusal) else OTHER_DICE


def _not_there(world: World, battle: str) -> Refusal:
    """The refusal of a battle that is void already, or of none."""
    voided = [line.data for line in world.lines if isinstance(line.data, BattleVoided)]
    if any(event.battle == battle for event in voided):
        return WrongUsage(f"{battle} is void already", hint="acta battle list")
    return NotFound(f"there is no battle {battle}", hint="acta battle list")
