"""Chapter 8, the dice as they fall: on the table, told with their faces, or sealed (`dice.md`)."""

import msgspec

from domain import throwing
from domain.games.mortisphere.battle import Fighting, Thrown
from domain.games.mortisphere.waiting import Throw
from domain.terms import Event, Who
from domain.throwing import DiceRules, Faces, Rolled

RULES = DiceRules(source="MS-EVT-4", faces="MS-RES-3", again="MS-RES-7")

# Events


class FacesShown(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What one die has shown so far, and whether it must be rolled again."""

    member: Who
    faces: tuple[int, ...]
    again: bool = False
    since: int = 0
    spent: tuple[Who, ...] = ()


class RollRepeated(Rolled, frozen=True, kw_only=True, tag="mortisphere.roll-repeated/1"):
    """Dice were thrown, and some of them must be rolled again before the roll counts."""

    dice: tuple[FacesShown, ...]
    rule: str

    def told(self) -> str:
        """Say it as the table would."""
        again = ", ".join(f"{d.member.name} ({d.faces[-1]})" for d in self.dice if d.again)
        return f"To be rolled again: {again} ({self.rule})."


class RollAnnounced(
    throwing.RollAnnounced, frozen=True, kw_only=True, tag="mortisphere.roll-announced/1"
):
    """The next roll of a sealed battle falls on the table."""


# Actions


class Roll(throwing.Roll, frozen=True, kw_only=True, tag="mortisphere.roll"):
    """Throw the dice that are awaited: faces from the table, or reveals of sealed dice."""


class AnnounceRoll(
    throwing.AnnounceRoll, frozen=True, kw_only=True, tag="mortisphere.announce-roll"
):
    """Say that the next roll of a sealed battle will be thrown on the table."""


# Judging a roll


def shown(battle: Fighting, action: Roll, throw: Throw) -> Faces:
    """The faces an action gives to the awaited dice (MS-RES-3, MS-EVT-4)."""
    return throwing.shown(RULES, battle, action, [d.sides for d in throw.dice])


def shown_once(battle: Fighting, action: Roll, throw: Throw) -> Faces:
    """The faces of dice that stand as they fall: none of them is rolled again (MS-RES-7)."""
    return throwing.shown_once(RULES, battle, action, [d.sides for d in throw.dice])


def thrown_so_far(battle: Fighting, throw: Throw, faces: Faces) -> list[Thrown]:
    """All dice of the roll with what they have shown: earlier throws, then these."""
    if not battle.again:
        return [Thrown(d.unit, f) for d, f in zip(throw.dice, faces.by_die, strict=True)]
    new = iter(faces.by_die)
    return [
        msgspec.structs.replace(t, faces=(*t.faces, *next(new)), again=False) if t.again else t
        for t in battle.again
    ]


# Remembering


def remember_roll(battle: Fighting, event: Rolled) -> Fighting:
    """A roll uses up its place, and no die is left that must be rolled again."""
    return msgspec.structs.replace(throwing.remembered(battle, event), again=())


EVENTS: tuple[type[Event], ...] = (RollRepeated, RollAnnounced)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells of rolls."""
    match event:
        case RollRepeated():
            again = tuple(
                Thrown(d.member.id, d.faces, d.again, d.since, d.spent) for d in event.dice
            )
            return msgspec.structs.replace(remember_roll(battle, event), again=again)
        case RollAnnounced():
            return msgspec.structs.replace(battle, announced=True)
        case _:
            return battle
