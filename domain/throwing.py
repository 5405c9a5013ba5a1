"""Dice as they fall: on the table, told with their faces, or sealed (`dice.md`).

What games share of their chapter on dice: each declares these events and actions under names of its
own, and says which of its rules refuse. `dicebox` changes, announces and opens the dice themselves.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from domain import dice
from domain.counting import counted
from domain.terms import Action, Event, RuleBroken


class Source(StrEnum):
    """Where faces come from (`dice.md`)."""

    TABLE = "table"
    SEALED = "sealed"


# Events


class Rolled(Event, frozen=True, kw_only=True):
    """An event that holds dice: whether from the table or sealed, with witness or place."""

    source: Source = Source.TABLE
    typed: bool = False
    witness: str = ""
    place: int = 0
    reveals: tuple[str, ...] = ()


class RollAnnounced(Event, frozen=True, kw_only=True):
    """The next roll of a sealed battle falls on the table."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The next roll is thrown on the table."


# Actions


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The face a die stands at, and the faces that were rolled again before it."""

    face: int
    before: tuple[int, ...] = ()


class Roll(Action, frozen=True, kw_only=True):
    """Throw the dice that are awaited: faces from the table, or reveals of sealed dice."""

    faces: tuple[Shown, ...] = ()
    reveals: tuple[str, ...] = ()
    witness: str = ""
    typed: bool = False


class AnnounceRoll(Action, frozen=True, kw_only=True):
    """Say that the next roll of a sealed battle will be thrown on the table."""


# State


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """Sealed dice: the battle's id, each party's newest reveal, the places used (`dice.md`)."""

    battle: str = ""
    anchors: tuple[str, ...] = ()
    reveals: tuple[str, ...] = ()
    places: int = 0
    solo: bool = False


class Diced(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle of any game knows of its dice."""

    dice: Source = Source.TABLE
    seal: Seal = Seal()
    announced: bool = False


B = TypeVar("B", bound=Diced)
_TEN = 10  # such dice are made with a 0 on them


# Judging


class DiceRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game that say where dice come from, what they show, when they fall again."""

    source: str
    faces: str
    again: str


class Faces(msgspec.Struct, frozen=True):
    """The faces of one roll, die by die as awaited, and the facts every roll event carries."""

    by_die: tuple[tuple[int, ...], ...]
    facts: dict[str, Any]


def shown(rules: DiceRules, battle: Diced, action: Roll, sides: Sequence[int]) -> Faces:
    """The faces an action gives to dice of these sides; refuses what no such die can show."""
    if battle.dice is Source.SEALED and not battle.announced:
        if action.faces:
            raise RuleBroken(
                rules.source,
                "this battle's dice are sealed: the program rolls them",
                hint="acta do 'roll!' before the decision that rolls announces a die on the table",
            )
        return _sealed(rules, battle.seal, action, sides)
    if action.reveals or not action.faces:
        raise RuleBroken(rules.source, "the faces of the dice on the table are wanted")
    if action.typed and battle.dice is Source.TABLE:
        raise RuleBroken(rules.source, "dice are rolled on the table anyway", hint="roll FACES")
    _check_faces(rules, action, sides)
    facts: dict[str, Any] = {"source": Source.TABLE, "witness": action.witness}
    if action.typed:
        facts["typed"] = True
    return Faces(tuple((*s.before, s.face) for s in action.faces), facts)


def shown_once(rules: DiceRules, battle: Diced, action: Roll, sides: Sequence[int]) -> Faces:
    """The faces of dice that stand as they fall: none of them is rolled again."""
    if any(s.before for s in action.faces):
        raise RuleBroken(rules.again, "these dice stand as they fall and are not rolled again")
    return shown(rules, battle, action, sides)


def _check_faces(rules: DiceRules, action: Roll, sides: Sequence[int]) -> None:
    if len(action.faces) != len(sides):
        wanted = " ".join(f"d{n}" for n in sides)
        awaited = f"{counted(len(sides), 'face is', 'faces are')} awaited ({wanted})"
        count = len(action.faces)
        raise RuleBroken(rules.faces, f"{awaited}, {counted(count, 'was', 'were')} given")
    for n, given in zip(sides, action.faces, strict=True):
        for face in (*given.before, given.face):
            if not 1 <= face <= n:
                faces = f"its faces are 1 to {n}" + (", its 0 is a 10" if n == _TEN else "")
                raise RuleBroken(rules.faces, f"a d{n} cannot show {face}", hint=faces)


def _sealed(rules: DiceRules, seal: Seal, action: Roll, sides: Sequence[int]) -> Faces:
    place = seal.places + 1
    if len(action.reveals) != len(seal.anchors):
        raise RuleBroken(rules.source, "a sealed roll needs one reveal of each party")
    if place > dice.PLACES:
        raise RuleBroken(
            rules.source,
            f"all {dice.PLACES} places of these sealed dice are used",
            hint="acta battle dice sealed makes new anchors",
        )
    battle = bytes.fromhex(seal.battle)
    reveals = tuple(bytes.fromhex(r) for r in action.reveals)
    before = seal.reveals or seal.anchors
    for party, (new, old) in enumerate(zip(reveals, before, strict=True), start=1):
        if not dice.check(battle, party, bytes.fromhex(old), new):
            raise RuleBroken(rules.source, f"party {party}'s reveal does not fit its chain")
    rolled = iter(dice.faces(battle, place, reveals, [n for n in sides if n > 1]))
    faces = tuple((next(rolled) if n > 1 else 1,) for n in sides)
    facts: dict[str, Any] = {"source": Source.SEALED, "place": place, "reveals": action.reveals}
    return Faces(faces, facts)


# Remembering


def remembered(battle: B, event: Rolled) -> B:
    """A roll uses up its place, and what was announced is done.

    Sealed dice without a place have not fallen now: what lay already was decided.
    """
    if event.source is Source.SEALED and not event.place:
        return battle
    seal = battle.seal
    if event.place:
        seal = msgspec.structs.replace(seal, reveals=event.reveals, places=event.place)
    return msgspec.structs.replace(battle, seal=seal, announced=False)
