"""The dice themselves: announced rolls, new anchors, going on with the other kind (`dice.md`).

What games share of it: each declares these events and the action under names of its own, tells them
after these checks, and hands in the rule that refuses and its house rule `dice_source`.
"""

import re

import msgspec

from domain import dice
from domain.terms import Action, Event, RuleBroken
from domain.throwing import B, Diced, Rolled, Seal, Source

_ID = re.compile("[0-9a-f]{32}")
_ANCHOR = re.compile("[0-9a-f]{64}")
_SEED = re.compile("[0-9a-f]{64}")


class DiceSealed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What sealed dice are bound to: the battle's 16 bytes and each party's anchor."""

    battle: str = ""
    anchors: tuple[str, ...] = ()
    solo: bool = False


# Events


class DiceChanged(Event, frozen=True, kw_only=True):
    """The battle goes on with other dice: new anchors, or the table's."""

    dice: Source
    seal: tuple[DiceSealed, ...] = ()
    why: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"From here on the dice are {self.dice}: {self.why}."


class SeedShown(Event, frozen=True, kw_only=True):
    """The seed of a concluded battle's solo dice, from which all its rolls can be worked out."""

    seed: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The seed of its dice was {self.seed}."


# Actions


class ChangeDice(Action, frozen=True, kw_only=True):
    """Go on with other dice: new anchors, or the table's."""

    dice: Source
    seal: tuple[DiceSealed, ...] = ()
    why: str


# Judging


def check_dice(rule: str, dice_source: str, dice_: Source, seal: tuple[DiceSealed, ...]) -> None:
    """Dice that the house rules allow, and sealed ones with their anchors."""
    wrong = {"entered": Source.SEALED, "generated": Source.TABLE}
    if dice_ is wrong.get(dice_source):
        raise RuleBroken(rule, f"the house rule dice_source is {dice_source}")
    if dice_ is not Source.SEALED:
        return
    bound = len(seal) == 1 and seal[0].anchors and _ID.fullmatch(seal[0].battle)
    if not bound or not all(_ANCHOR.fullmatch(a) for a in seal[0].anchors):
        raise RuleBroken(rule, "sealed dice are bound to an anchor of every party")


def check_announced(rule: str, dice_source: str, battle: Diced, *, due: bool) -> None:
    """A roll is announced before the decision that rolls, not when dice are `due` already."""
    if battle.dice is not Source.SEALED:
        raise RuleBroken(rule, "dice are rolled on the table anyway", hint="roll FACES")
    if dice_source == "generated":
        raise RuleBroken(rule, "by this battle's house rules the program rolls all dice")
    if battle.announced:
        raise RuleBroken(rule, "this roll is announced already", hint="roll! FACES")
    if due:
        raise RuleBroken(rule, "the decision is made, and the program rolls already")


def check_change(rule: str, dice_source: str, action: ChangeDice) -> None:
    """The dice change for a reason that is on record."""
    check_dice(rule, dice_source, action.dice, action.seal)
    if not action.why.strip():
        raise RuleBroken(rule, "the dice change for a reason", hint="--why TEXT")


def check_seed(rule: str, seal: Seal, seed: str) -> None:
    """A seed of solo dice is the one that they are bound to."""
    if not seal.solo or not _SEED.fullmatch(seed):
        raise RuleBroken(rule, "this battle's dice have no such seed")
    battle = bytes.fromhex(seal.battle)
    if dice.anchor(bytes.fromhex(seed), battle, 1).hex() != seal.anchors[0]:
        raise RuleBroken(rule, "the seed does not lead to the anchor of this battle's dice")


# Remembering


def sealed(seal: tuple[DiceSealed, ...], before: Seal) -> Seal:
    """The seal of a battle whose dice are bound to this; as it was `before` where none is named."""
    seals = (Seal(battle=s.battle, anchors=s.anchors, solo=s.solo) for s in seal)
    return next(seals, before)


def changed(battle: B, event: DiceChanged) -> B:
    """The battle goes on with the new dice; what was announced concerned the old ones."""
    seal = sealed(event.seal, battle.seal)
    return msgspec.structs.replace(battle, dice=event.dice, seal=seal, announced=False)


def struck(battle: B, event: Event) -> B:
    """A roll that was taken back keeps its place, and its reveals are known.

    A roll of anchors that were taken back with it leaves the chains of these alone.
    """
    if isinstance(event, Rolled) and event.place and continues(battle.seal, event):
        seal = msgspec.structs.replace(battle.seal, reveals=event.reveals, places=event.place)
        return msgspec.structs.replace(battle, seal=seal)
    return battle


def continues(seal: Seal, event: Rolled) -> bool:
    """Whether a roll's reveals lead back to the newest that the seal knows."""
    known, further = seal.reveals or seal.anchors, event.place - seal.places
    if further < 1 or len(known) != len(event.reveals):
        return False
    battle = bytes.fromhex(seal.battle)
    for party, (last, new) in enumerate(zip(known, event.reveals, strict=True), start=1):
        value = bytes.fromhex(new)
        for _ in range(further):
            value = dice.step(battle, party, value)
        if value.hex() != last:
            return False
    return True


def rolls_sealed(battle: Diced) -> bool:
    """Whether dice that are due now are rolled by the program."""
    return battle.dice is Source.SEALED and not battle.announced
