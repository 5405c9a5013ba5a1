"""Chapter 8, the dice as they fall: on the table, told with their faces, or sealed (`dice.md`)."""

from typing import Any

import msgspec

from domain import dice
from domain.games.mortisphere.battle import Fighting, Seal, Source, Thrown
from domain.games.mortisphere.waiting import Throw
from domain.terms import Action, Event, RuleBroken, Who

# Events


class Rolled(Event, frozen=True, kw_only=True):
    """An event that holds dice: whether from the table or sealed, with witness or place."""

    source: Source = Source.TABLE
    typed: bool = False
    witness: str = ""
    place: int = 0
    reveals: tuple[str, ...] = ()


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


class RollAnnounced(Event, frozen=True, kw_only=True, tag="mortisphere.roll-announced/1"):
    """The next roll of a sealed battle falls on the table."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The next roll is thrown on the table."


# Actions


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The face a die stands at, and the faces that were rolled again before it."""

    face: int
    before: tuple[int, ...] = ()


class Roll(Action, frozen=True, kw_only=True, tag="mortisphere.roll"):
    """Throw the dice that are awaited: faces from the table, or reveals of sealed dice."""

    faces: tuple[Shown, ...] = ()
    reveals: tuple[str, ...] = ()
    witness: str = ""
    typed: bool = False


class AnnounceRoll(Action, frozen=True, kw_only=True, tag="mortisphere.announce-roll"):
    """Say that the next roll of a sealed battle will be thrown on the table."""


# Judging a roll


class Faces(msgspec.Struct, frozen=True):
    """The faces of one roll, die by die as awaited, and the facts every roll event carries."""

    by_die: tuple[tuple[int, ...], ...]
    facts: dict[str, Any]


def shown(battle: Fighting, action: Roll, throw: Throw) -> Faces:
    """The faces an action gives to the awaited dice; refuses what no such die can show."""
    if battle.dice is Source.SEALED and not battle.announced:
        if action.faces:
            raise RuleBroken(
                "MS-EVT-4",
                "this battle's dice are sealed: the program rolls them",
                hint="acta do 'roll!' before the decision that rolls announces a die on the table",
            )
        return _sealed(battle.seal, action, throw)
    if action.reveals or not action.faces:
        raise RuleBroken("MS-EVT-4", "the faces of the dice on the table are wanted")
    if action.typed and battle.dice is Source.TABLE:
        raise RuleBroken("MS-EVT-4", "dice are rolled on the table anyway", hint="roll FACES")
    _check_faces(action, throw)
    facts: dict[str, Any] = {"source": Source.TABLE, "witness": action.witness}
    if action.typed:
        facts["typed"] = True
    return Faces(tuple((*s.before, s.face) for s in action.faces), facts)


def shown_once(battle: Fighting, action: Roll, throw: Throw) -> Faces:
    """The faces of dice that stand as they fall: none of them is rolled again."""
    if any(s.before for s in action.faces):
        raise RuleBroken("MS-RES-7", "these dice stand as they fall and are not rolled again")
    return shown(battle, action, throw)


def _check_faces(action: Roll, throw: Throw) -> None:
    due = throw.dice
    if len(action.faces) != len(due):
        wanted = " ".join(f"d{d.sides}" for d in due)
        awaited = f"{len(due)} {'face is' if len(due) == 1 else 'faces are'} awaited ({wanted})"
        count = len(action.faces)
        raise RuleBroken("MS-RES-3", f"{awaited}, {count} {'was' if count == 1 else 'were'} given")
    for die, given in zip(due, action.faces, strict=True):
        for face in (*given.before, given.face):
            if not 1 <= face <= die.sides:
                raise RuleBroken(
                    "MS-RES-3",
                    f"a d{die.sides} cannot show {face}",
                    hint=f"its faces are 1 to {die.sides}",
                )


def _sealed(seal: Seal, action: Roll, throw: Throw) -> Faces:
    place = seal.places + 1
    if len(action.reveals) != len(seal.anchors):
        raise RuleBroken("MS-EVT-4", "a sealed roll needs one reveal of each party")
    if place > dice.PLACES:
        raise RuleBroken(
            "MS-EVT-4",
            f"all {dice.PLACES} places of these sealed dice are used",
            hint="acta battle dice sealed makes new anchors",
        )
    battle = bytes.fromhex(seal.battle)
    reveals = tuple(bytes.fromhex(r) for r in action.reveals)
    before = seal.reveals or seal.anchors
    for party, (new, old) in enumerate(zip(reveals, before, strict=True), start=1):
        if not dice.check(battle, party, bytes.fromhex(old), new):
            raise RuleBroken("MS-EVT-4", f"party {party}'s reveal does not fit its chain")
    sides = [d.sides for d in throw.dice]
    rolled = iter(dice.faces(battle, place, reveals, [n for n in sides if n > 1]))
    faces = tuple((next(rolled) if n > 1 else 1,) for n in sides)
    facts: dict[str, Any] = {
        "source": Source.SEALED,
        "place": place,
        "reveals": action.reveals,
    }
    return Faces(faces, facts)


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
    """A roll uses up its place, and what was announced is done."""
    if event.place:
        seal = msgspec.structs.replace(battle.seal, reveals=event.reveals, places=event.place)
        return msgspec.structs.replace(battle, seal=seal, again=(), announced=False)
    return msgspec.structs.replace(battle, again=(), announced=False)


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
