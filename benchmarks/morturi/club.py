"""Robots meet in the arena: pick-up battles of guests, each through a ledger to its conclusion."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.morturi.cast import RULES, one, opening
from benchmarks.record import Record, See
from domain.campaign import STORY
from domain.game import load
from domain.games.morturi.activation import Done
from domain.games.morturi.battle import Fighting, acting, setting
from domain.games.morturi.flags import Take
from domain.games.morturi.ground import distance, field, open_at, stepped
from domain.games.morturi.keen import wishes
from domain.games.morturi.movement import Move
from domain.games.morturi.ruling import Change, ChangeKind, Ruling
from domain.games.morturi.sides import entrance
from domain.games.morturi.stances import Stance
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.units import Unit
from domain.games.morturi.victory import HILL
from domain.robot import Robot
from domain.terms import Action
from domain.throwing import Source

GAME = load("morturi")
PATIENCE = 400
"""After so many lines the table rules that all schools but one are out: nobody runs for ever."""
BOLD, PROUD = 3, 12
"""It is idle one time in so many; it thinks of surrender one time in so many."""


class Gladiator(Robot):
    """A robot that mostly fights, at times does anything, and seldom surrenders."""

    def action(self, battle: Any) -> Action | None:
        """What it does now."""
        if battle.turn and not GAME.sides(battle) and not GAME.rolls_sealed(battle):
            action = self._wanted(battle) if self.pick(BOLD) else None
            if action is not None:
                return action
        action = super().action(battle)
        while isinstance(action, Surrender) and self.pick(PROUD):
            action = super().action(battle)
        return action

    def _wanted(self, battle: Fighting) -> Action | None:
        """What somebody who wants to win would do, if anything of it is legal."""
        legal = GAME.legal(battle)
        lines = list(legal.candidates())
        poses = (line for line in lines if isinstance(line, Stance) and self.pick(2))
        pose = self._one(legal, poses)
        if pose is not None:
            return pose
        errand = _errand(battle)
        wanted = (errand, *wishes(battle)) if self.pick(2) else wishes(battle)
        found = (self._one(legal, filter(wish, lines)) for wish in wanted)
        return next((line for line in found if line is not None), None)


def _errand(battle: Fighting) -> Callable[[Action], bool]:
    """What is to be done where a battle is about a flag or a hill: go there, take it, stay."""
    _, unit = acting(battle)
    goals = _goals(battle, unit)

    def wish(action: Action) -> bool:
        if isinstance(action, Take) or (isinstance(action, Done) and unit.square in goals):
            return True
        if not (isinstance(action, Move) and goals and unit.square):
            return False
        to = open_at(battle, stepped(unit.square, action.directions[0]))
        now = min(distance(unit.square, goal) for goal in goals)
        return bool(to) and min(distance(to, goal) for goal in goals) < now

    return wish


def _goals(battle: Fighting, unit: Unit) -> list[str]:
    """The squares that the battle is about."""
    if setting(battle).victory == HILL:
        return [square.name for square in field(battle).marked("hill")]
    if any(flag.bearer == unit.id for flag in battle.flags):
        return list(entrance(battle, unit.school))
    return [f.square for f in battle.flags if f.square and f.school != unit.school]


class Club(Record):
    """A campaign on record in which guests meet, and the robots that play them."""

    def __init__(self, path: Path, seed: str, see: See = lambda *_: None) -> None:
        super().__init__(GAME, path, seed, see)
        self._robot = Gladiator(GAME, seed)

    def friendly(self, feature: str = "") -> str:
        """A battle from its opening to its conclusion, about some trick; returns its story."""
        battle = self.books.next_battle
        terms = opening(battle, self._robot.pick, feature or self._any_trick())
        if self._robot.pick(4) == 0:
            terms = replace(terms, dice=Source.SEALED, seal=(self.seal(battle),))
        self.open(battle, terms)
        self.play(GAME, self._robot, battle, (STORY,), late)
        return battle

    def _any_trick(self) -> str:
        """Every other battle is about a trick that somebody can know."""
        known = sorted({trick for role in RULES.roles for trick in role.tricks})
        return str(one(("", one(known, self._robot.pick)), self._robot.pick))


def late(battle: Fighting, lines: int) -> Action | None:
    """In the end the sun sets: between two turns all schools but one are ruled out."""
    quiet = not battle.attack and not battle.tasks and not battle.closing
    if lines < PATIENCE or battle.ended or not battle.round or not quiet:
        return None
    there = [u for u in battle.units.values() if u.active]
    last = next((u.school for u in there if u.school), "")
    out = [u for u in there if u.school != last or u.figure]
    changes = tuple(Change(unit=u.id, change=ChangeKind.OUT) for u in out)
    return Ruling(text="the sun sets", changes=changes)
