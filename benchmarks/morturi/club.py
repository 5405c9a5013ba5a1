"""Robots meet in the arena: pick-up battles of guests, each through a ledger to its conclusion."""

from pathlib import Path
from typing import Any

from benchmarks.morturi.cast import opening
from benchmarks.record import Record, See
from domain.campaign import STORY
from domain.game import load
from domain.games.morturi.battle import Fighting
from domain.games.morturi.keen import wishes
from domain.games.morturi.ruling import Change, ChangeKind, Ruling
from domain.games.morturi.surrender import Surrender
from domain.robot import Robot
from domain.terms import Action
from domain.throwing import Source
from msgspec.structs import replace

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
        found = (self._one(legal, filter(wanted, lines)) for wanted in wishes(battle))
        return next((line for line in found if line is not None), None)


class Club(Record):
    """A campaign on record in which guests meet, and the robots that play them."""

    def __init__(self, path: Path, seed: str, see: See = lambda *_: None) -> None:
        super().__init__(GAME, path, seed, see)
        self._robot = Gladiator(GAME, seed)

    def friendly(self) -> str:
        """A battle from its opening to its conclusion; returns its story."""
        battle = self.books.next_battle
        terms = opening(battle, self._robot.pick)
        if self._robot.pick(4) == 0:
            terms = replace(terms, dice=Source.SEALED, seal=(self.seal(battle),))
        self.open(battle, terms)
        self.play(GAME, self._robot, battle, (STORY,), late)
        return battle


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
