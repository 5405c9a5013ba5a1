"""Chapter 8, between rolling and comparing: a die that its owner may roll again (MS-RES-7d)."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.games.mortisphere import rolling
from domain.games.mortisphere.battle import Fighting, Thrown, turn_order
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.due import all_dice, meeting, open_pairings
from domain.games.mortisphere.effects import Offer, offers
from domain.games.mortisphere.rolling import settle
from domain.games.mortisphere.throwing import FacesShown, Roll, RollRepeated, remember_roll
from domain.games.mortisphere.underway import Pairing
from domain.games.mortisphere.using import to_confirm, use
from domain.games.mortisphere.waiting import Confirm, Throw
from domain.terms import Event, Telling
from domain.throwing import Rolled


class RollSeen(Rolled, frozen=True, kw_only=True, tag="mortisphere.roll-seen/1"):
    """Dice fell, and before they are compared somebody may have one of them rolled again."""

    dice: tuple[FacesShown, ...]

    def told(self) -> str:
        """Say it as the table would."""
        shown = ", ".join(f"{d.member.name} {d.faces[-1]}" for d in self.dice)
        return f"The dice show {shown}; one may be rolled again."


def waits(battle: Fighting) -> bool:
    """Whether dice lie on the table that have not been compared."""
    return bool(battle.again) and not any(t.again for t in battle.again)


def upcoming(battle: Fighting) -> Confirm | Callable[[Telling[Fighting]], None] | None:
    """Each crew with something to offer is asked once; then the dice count as they lie."""
    if battle.clash is None or not waits(battle):
        return None
    return question(battle, battle.again) or settle


def question(battle: Fighting, thrown: tuple[Thrown, ...]) -> Confirm | None:
    """The next crew that may have a die of its own rolled again."""
    if battle.clash is None:
        return None
    order = turn_order(battle, battle.clash.crew)
    for crew in (*order[-1:], *order[:-1]):
        if crew not in battle.seen:
            asked = to_confirm(crew, "clash.roll", looks(battle, crew, thrown))
            if asked is not None:
                return asked
    return None


def looks(battle: Fighting, crew: str, thrown: tuple[Thrown, ...]) -> list[Offer]:
    """The re-rolls that a crew's units may choose for their own dice."""
    found: list[Offer] = []
    for pairing, one in _rolled(battle, thrown):
        unit = battle.units[one.unit]
        part = meeting(battle, pairing, unit)
        if unit.crew == crew and not part.suppressed:
            situation = Situation(role=part.role, foe=part.foe, natural=one.faces[-1])
            mine = offers(battle, unit, "clash.roll", situation)
            found += [o for o in mine if o.effect.op == "reroll" and o not in found]
    return found


def _rolled(battle: Fighting, thrown: tuple[Thrown, ...]) -> list[tuple[Pairing, Thrown]]:
    rolling = dict(open_pairings(battle))
    before = msgspec.structs.replace(battle, again=()) if battle.again else battle
    dice = zip(all_dice(before), thrown, strict=True)
    return [(rolling[due.pairing], one) for due, one in dice]


def offered(battle: Fighting, crew: str) -> list[Offer]:
    """What is offered to a crew for the dice that lie on the table."""
    return looks(battle, crew, battle.again)


def roll_again(telling: Telling[Fighting], offer: Offer, _: str) -> None:
    """The bearer's own die is rolled again; the second stands (`must_keep`)."""
    use(telling, offer)
    battle = telling.state
    dice, taken = [], False
    for one, gone in zip(battle.again, rolling.spent(battle), strict=True):
        again = one.unit == offer.bearer and not taken
        taken = taken or again
        since, lost = (len(one.faces), gone) if again else (one.since, one.spent)
        who = battle.units[one.unit].who
        dice.append(FacesShown(member=who, faces=one.faces, again=again, since=since, spent=lost))
    telling.tell(RollRepeated(dice=tuple(dice), rule="MS-RES-7"))


def lay_open(telling: Telling[Fighting], thrown: list[Thrown], facts: dict[str, Any]) -> bool:
    """Keep the dice on the table while somebody may have one rolled again."""
    battle = telling.state
    if question(battle, tuple(thrown)) is None:
        return False
    dice = tuple(
        FacesShown(member=battle.units[t.unit].who, faces=t.faces, since=t.since, spent=t.spent)
        for t in thrown
    )
    telling.tell(RollSeen(dice=dice, **facts))
    return True


def fight(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """The dice of a pairing fall: they are compared, or first looked at."""
    rolling.fight(telling, action, throw, lay_open)


EVENTS: tuple[type[Event], ...] = (RollSeen,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the dice as they lie."""
    if not isinstance(event, RollSeen):
        return battle
    lying = tuple(Thrown(d.member.id, d.faces, since=d.since, spent=d.spent) for d in event.dice)
    return msgspec.structs.replace(remember_roll(battle, event), again=lying)
