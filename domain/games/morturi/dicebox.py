"""The dice themselves: announced rolls, new anchors, going on with the other kind (`dice.md`)."""

from domain import dicebox
from domain.games.morturi.battle import Fighting
from domain.games.morturi.throwing import RULES, RollAnnounced
from domain.games.morturi.waiting import Awaited, Throw
from domain.terms import Event, Telling

EITHER = "either"


class DiceChanged(dicebox.DiceChanged, frozen=True, kw_only=True, tag="morturi.dice-changed/1"):
    """The battle goes on with other dice: new anchors, or the table's."""


class SeedShown(dicebox.SeedShown, frozen=True, kw_only=True, tag="morturi.seed-shown/1"):
    """The seed of a concluded battle's solo dice, from which all its rolls can be worked out."""


class ChangeDice(dicebox.ChangeDice, frozen=True, kw_only=True, tag="morturi.change-dice"):
    """Go on with other dice: new anchors, or the table's."""


def announce(telling: Telling[Fighting], waiting: Awaited) -> None:
    """Announce, before the decision that rolls, that the next roll falls on the table."""
    battle = telling.state
    due = rolls_sealed(battle, waiting)
    dicebox.check_announced(RULES.source, EITHER, battle, due=due)
    telling.tell(RollAnnounced())


def change(telling: Telling[Fighting], action: ChangeDice) -> None:
    """Change the dice, for a reason that is on record (MR-GEN-3)."""
    dicebox.check_change(RULES.source, EITHER, action)
    telling.tell(DiceChanged(dice=action.dice, seal=action.seal, why=action.why))


def show_seed(telling: Telling[Fighting], seed: str) -> None:
    """Show the seed of solo dice, if it is the one that they are bound to."""
    if seed:
        dicebox.check_seed(RULES.source, telling.state.seal, seed)
        telling.tell(SeedShown(seed=seed))


EVENTS: tuple[type[Event], ...] = (DiceChanged, SeedShown)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the new dice."""
    return dicebox.changed(battle, event) if isinstance(event, DiceChanged) else battle


def struck(battle: Fighting, event: Event) -> Fighting:
    """A roll that was taken back keeps its place, and its reveals are known."""
    return dicebox.struck(battle, event)


def rolls_sealed(battle: Fighting, waiting: object) -> bool:
    """Whether the next thing is a roll that the program makes."""
    return isinstance(waiting, Throw) and dicebox.rolls_sealed(battle)
