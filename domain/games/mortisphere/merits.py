"""Chapter 18, merits: what earns experience (MS-ADV-2) is noticed while the battle goes on."""

from msgspec.structs import replace

from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.closing import Felled, Merits
from domain.games.mortisphere.health import MemberIncapacitated, NeutralFelled
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.outcome import DICE, Outcome
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.underway import Mode
from domain.terms import Event, Who

STEPS_LARGER = 2
EVENTS: tuple[type[Event], ...] = ()
HEARS: tuple[type[Event], ...] = (
    MemberIncapacitated,
    CaptainFell,
    NeutralFelled,
    ObjectiveCompleted,
    ClashFought,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what earns experience, of the battle as it was before the event."""
    return replace(battle, merits=_earned(battle.merits, battle, event))


def _earned(merits: Merits, battle: Fighting, event: Event) -> Merits:
    match event:
        case MemberIncapacitated() | CaptainFell():
            die = _die(battle, event.member)
            felled = tuple(Felled(who.id, die) for who in event.by)
            return replace(merits, felled=(*merits.felled, *felled))
        case NeutralFelled():
            die = _die(battle, event.neutral)
            felled = tuple(Felled(who.id, die) for who in event.by)
            return replace(merits, felled=(*merits.felled, *felled))
        case ObjectiveCompleted():
            return replace(merits, fulfilled=_added(merits.fulfilled, (event.by.id,)))
        case ClashFought():
            victors = tuple(_against_the_odds(battle, event))
            return replace(merits, impossible=_added(merits.impossible, victors))
        case _:
            return merits


def _added(known: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return (*known, *(one for one in dict.fromkeys(new) if one not in known))


def _against_the_odds(battle: Fighting, event: ClashFought) -> list[str]:
    """Who won a pairing against a die two or more steps larger; a Swarm's win is nobody's."""
    won = event.outcome in (Outcome.INITIATOR, Outcome.HARMED)
    lost = event.outcome is Outcome.DEFENDER
    victors: tuple[Who, ...] = ()
    beaten: tuple[Who, ...] = ()
    if won and not event.swarm and event.mode is not Mode.FALLEN:
        victors, beaten = event.initiators, event.defenders
    elif lost and not event.guard_swarm:
        victors, beaten = event.defenders, event.initiators
    largest = max((_rank(battle, who) for who in beaten), default=0)
    return [who.id for who in victors if largest - _rank(battle, who) >= STEPS_LARGER]


def _die(battle: Fighting, who: Who) -> int:
    """The Existence Die of a unit; 0 of one that the battle does not know."""
    unit = battle.units.get(who.id)
    return unit.die if unit is not None else 0


def _rank(battle: Fighting, who: Who) -> int:
    """Where a unit's die stands among the six (MS-INI-4)."""
    die = _die(battle, who)
    return DICE.index(die) if die in DICE else 0
