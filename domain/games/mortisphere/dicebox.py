"""The dice themselves: announced rolls, new anchors, going on with the other kind (`dice.md`)."""

import re

import msgspec

from domain import dice
from domain.games.mortisphere.battle import Fighting, Seal, Source
from domain.games.mortisphere.fielding import check_dice
from domain.games.mortisphere.opening import DiceSealed
from domain.games.mortisphere.throwing import RollAnnounced, Rolled
from domain.games.mortisphere.waiting import Awaited, Throw
from domain.terms import Action, Event, RuleBroken, Telling

_SEED = re.compile("[0-9a-f]{64}")


class DiceChanged(Event, frozen=True, kw_only=True, tag="mortisphere.dice-changed/1"):
    """The battle goes on with other dice: new anchors, or the table's."""

    dice: Source
    seal: tuple[DiceSealed, ...] = ()
    why: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"From here on the dice are {self.dice}: {self.why}."


class SeedShown(Event, frozen=True, kw_only=True, tag="mortisphere.seed-shown/1"):
    """The seed of a concluded battle's solo dice, from which all its rolls can be worked out."""

    seed: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The seed of its dice was {self.seed}."


class ChangeDice(Action, frozen=True, kw_only=True, tag="mortisphere.change-dice"):
    """Go on with other dice: new anchors, or the table's."""

    dice: Source
    seal: tuple[DiceSealed, ...] = ()
    why: str


def announce(telling: Telling[Fighting], waiting: Awaited) -> None:
    """Announce, before the decision that rolls, that the next roll falls on the table."""
    battle = telling.state
    if battle.dice is not Source.SEALED:
        raise RuleBroken("MS-EVT-4", "dice are rolled on the table anyway", hint="roll FACES")
    if battle.house.dice_source == "generated":
        raise RuleBroken("MS-EVT-4", "by this battle's house rules the program rolls all dice")
    if battle.announced:
        raise RuleBroken("MS-EVT-4", "this roll is announced already", hint="roll! FACES")
    if rolls_sealed(battle, waiting):
        raise RuleBroken("MS-EVT-4", "the decision is made, and the program rolls already")
    telling.tell(RollAnnounced())


def change(telling: Telling[Fighting], action: ChangeDice) -> None:
    """Change the dice, for a reason that is on record."""
    check_dice(telling.state.house, action.dice, action.seal)
    if not action.why.strip():
        raise RuleBroken("MS-EVT-4", "the dice change for a reason", hint="--why TEXT")
    telling.tell(DiceChanged(dice=action.dice, seal=action.seal, why=action.why))


def show_seed(telling: Telling[Fighting], seed: str) -> None:
    """Show the seed of solo dice, if it is the one that they are bound to."""
    seal = telling.state.seal
    if not seed:
        return
    if not seal.solo or not _SEED.fullmatch(seed):
        raise RuleBroken("MS-EVT-4", "this battle's dice have no such seed")
    battle = bytes.fromhex(seal.battle)
    if dice.anchor(bytes.fromhex(seed), battle, 1).hex() != seal.anchors[0]:
        raise RuleBroken("MS-EVT-4", "the seed does not lead to the anchor of this battle's dice")
    telling.tell(SeedShown(seed=seed))


EVENTS: tuple[type[Event], ...] = (DiceChanged, SeedShown)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the new dice."""
    if not isinstance(event, DiceChanged):
        return battle
    seals = (Seal(battle=s.battle, anchors=s.anchors, solo=s.solo) for s in event.seal)
    return msgspec.structs.replace(
        battle, dice=event.dice, seal=next(seals, battle.seal), announced=False
    )


def struck(battle: Fighting, event: Event) -> Fighting:
    """A roll that was taken back keeps its place, and its reveals are known.

    A roll of anchors that were taken back with it leaves the chains of these alone.
    """
    if isinstance(event, Rolled) and event.place and _continues(battle.seal, event):
        seal = msgspec.structs.replace(battle.seal, reveals=event.reveals, places=event.place)
        return msgspec.structs.replace(battle, seal=seal)
    return battle


def _continues(seal: Seal, event: Rolled) -> bool:
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


def rolls_sealed(battle: Fighting, waiting: object) -> bool:
    """Whether the next thing is a roll that the program makes."""
    return isinstance(waiting, Throw) and battle.dice is Source.SEALED and not battle.announced
