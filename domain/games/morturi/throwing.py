"""Chapter 1, the dice as they fall: every check is a D6, every lot a die of its own (MR-GEN-3)."""

from typing import Any

import msgspec

from domain import throwing
from domain.games.morturi.battle import Fighting
from domain.games.morturi.waiting import Throw
from domain.terms import Event
from domain.throwing import DiceRules, Rolled

D6 = 6
RULES = DiceRules(source="MR-GEN-3", faces="MR-GEN-3", again="MR-GEN-3")

# Events


class RollAnnounced(
    throwing.RollAnnounced, frozen=True, kw_only=True, tag="morturi.roll-announced/1"
):
    """The next roll of a sealed battle falls on the table."""


# Actions


class Roll(throwing.Roll, frozen=True, kw_only=True, tag="morturi.roll"):
    """Throw the dice that are awaited: faces from the table, or reveals of sealed dice."""


class AnnounceRoll(throwing.AnnounceRoll, frozen=True, kw_only=True, tag="morturi.announce-roll"):
    """Say that the next roll of a sealed battle will be thrown on the table."""


# Judging a roll


class Thrown(msgspec.Struct, frozen=True):
    """The faces of a roll, die by die as awaited, and the facts every roll event carries."""

    faces: tuple[int, ...]
    facts: dict[str, Any]


def thrown(battle: Fighting, action: Roll, throw: Throw) -> Thrown:
    """The faces an action gives to the awaited dice: nothing is rolled again."""
    found = throwing.shown_once(RULES, battle, action, [d.sides for d in throw.dice])
    return Thrown(tuple(face for (face,) in found.by_die), found.facts)


# Remembering


def remember_roll(battle: Fighting, event: Rolled) -> Fighting:
    """A roll uses up its place, and what was announced is done."""
    return throwing.remembered(battle, event)


EVENTS: tuple[type[Event], ...] = (RollAnnounced,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember that a roll was announced."""
    if isinstance(event, RollAnnounced):
        return msgspec.structs.replace(battle, announced=True)
    return battle
