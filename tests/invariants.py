"""What holds in every battle, whoever plays it by whatever house rules: checked event by event.

The rulebook's list of invariants (MS-EVT-6), each with a number and its text, and a check that
remembers what it has to. `Watch` looks at one battle from its opening on with all of them.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from domain.games.mortisphere.areas import MemberMoved, MoveBegan
from domain.games.mortisphere.battle import Fighting, neighbours
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import (
    ClashAnswered,
    ClashDeclared,
    ClashOver,
    MemberActivated,
    Struck,
)
from domain.games.mortisphere.effects import parts_at
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated, NeutralFelled
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.objectives import (
    InteractionBegan,
    ObjectiveChannelled,
    ObjectiveProgressed,
)
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.resolve import DieShown, current_max
from domain.games.mortisphere.rounds import BattleConcluded, RoundBegan
from domain.games.mortisphere.ruling import MemberRefreshed, MemberReturned
from domain.games.mortisphere.throwing import RollRepeated
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import EffectUsed
from domain.terms import Event, Who
from tests.watching import Invariant, Watching

if TYPE_CHECKING:
    from domain.house import Setting


def ids(whos: Iterable[Who]) -> set[str]:
    """Whoever is named, by id."""
    return {who.id for who in whos}


class Health(Invariant[Fighting]):
    """INV-1."""

    id = "INV-1"
    text = (
        "0 <= lost_health <= max_health for every unit; Strain only for Captains, "
        "0 <= strain <= resolve"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Every unit, after every event."""
        del before, event
        return all(
            0 <= unit.lost <= unit.health
            and 0 <= unit.strain <= unit.resolve
            and (unit.captain or not unit.strain)
            for unit in after.units.values()
        )


class Fallen(Invariant[Fighting]):
    """INV-2."""

    id = "INV-2"
    text = (
        "an incapacitated unit is never an initiator, defender, mover or interactor in a later "
        "event of the same battle"
    )

    def __init__(self) -> None:
        self.fallen: set[str] = set()

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Those who act; a Swarm stays one though some of it fell (MS-SWA-6)."""
        del before, after
        match event:
            case MemberIncapacitated() | CaptainFell():
                self.fallen.add(event.member.id)
            case NeutralFelled():
                self.fallen.add(event.neutral.id)
            case MemberReturned():  # a ruling brought it back
                self.fallen.discard(event.member.id)
            case _:
                return not self.fallen & self._acting(event)
        return True

    @staticmethod
    def _acting(event: Event) -> set[str]:
        match event:
            case ClashDeclared():
                return {who for strike in event.strikes for who in ids(strike.initiators)}
            case ClashFought():
                striking = set() if event.swarm else ids(event.initiators)
                alone = event.mode is Mode.DEFEND and not event.guard_swarm
                return striking | (ids(event.defenders) if alone else set())
            case MoveBegan() | InteractionBegan():
                return ids(event.members)
            case MemberMoved() | ObjectiveChannelled() | ObjectiveProgressed():
                return {event.member.id}
            case _:
                return set()


class Once(Invariant[Fighting]):
    """INV-3."""

    id = "INV-3"
    text = (
        "a unit appears as initiator or defender at most once per round unless an effect with "
        "activation keep/refresh or respond when_activated, or tireless, covers it"
    )

    def __init__(self) -> None:
        self.acted: dict[str, int] = {}
        self.clash = 0

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """By Clash: one may meet many pairings in it (MS-MUL-3)."""
        del after
        match event:
            case RoundBegan():
                self.acted.clear()
            case ClashDeclared():
                self.clash += 1
            case MemberRefreshed():
                self.acted.pop(event.member.id, None)
            case EffectUsed():
                if _word(before, event) in ("refresh", "when_activated"):
                    self.acted.pop(event.member.id, None)
            case ClashFought():
                return self._fought(before, event)
            case _:
                pass
        return True

    def _fought(self, before: Fighting, event: ClashFought) -> bool:
        acting = ids(event.initiators)
        if event.mode is Mode.DEFEND and before.house.activated_may_defend == "never":
            acting |= ids(event.defenders)
        tired = {unit for unit in acting if not before.units[unit].tireless}
        return all(self.acted.setdefault(unit, self.clash) == self.clash for unit in tired)


def _word(battle: Fighting, event: EffectUsed) -> str:
    """The word of the effect that was used."""
    unit = battle.units[event.member.id]
    return next(
        (
            c.effect.word
            for moment in ("clash.respond", "clash.end")
            for c in parts_at(battle.book, unit.parts, moment)
            if c.source.id == event.use.source.id
        ),
        "",
    )


class OneArea(Invariant[Fighting]):
    """INV-4."""

    id = "INV-4"
    text = (
        "all pairs of one clash lie in one Area (unless target adjacent_area), and no pair is "
        "within one crew"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """As declared."""
        del after
        if not isinstance(event, ClashDeclared):
            return True
        return all(
            self._pair(before, event, before.units[who.id], before.units[strike.target.id])
            for strike in event.strikes
            for who in strike.initiators
        )

    @staticmethod
    def _pair(battle: Fighting, event: ClashDeclared, unit: Unit, target: Unit) -> bool:
        far = parts_at(battle.book, unit.parts, "clash.declare")
        reaches = any(c.effect.word == "adjacent_area" for c in far)
        near = target.area == unit.area
        next_door = reaches and target.area in neighbours(battle, unit.area)
        ours, theirs = unit.camp or unit.id, target.camp or target.id
        own = (unit.crew or unit.id) == event.crew.id
        return unit.area == event.area.id and (near or next_door) and own and ours != theirs


class AnsweredFirst(Invariant[Fighting]):
    """INV-5."""

    id = "INV-5"
    text = "responses are recorded before any dice.rolled of that clash"

    def __init__(self) -> None:
        self.rolled = False

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """No answer after a die, and no die while one is awaited."""
        del after
        open_ = bool(before.clash and before.clash.answering)
        match event:
            case ClashDeclared():
                self.rolled = False
            case ClashAnswered():
                return not self.rolled
            case ClashFought() | RollRepeated() if before.clash:
                self.rolled = True
                return not open_
            case _:
                pass
        return True


class Dice(Invariant[Fighting]):
    """INV-6."""

    id = "INV-6"
    text = "1 <= natural <= faces; capped <= current_max; final >= 1"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Every die of every roll."""
        del before, after
        for die in getattr(event, "dice", ()):
            if isinstance(die, DieShown):
                bounds = 1 <= die.natural <= die.die and die.capped <= die.maximum <= die.die
                if not bounds or die.final < 1:
                    return False
            elif hasattr(die, "natural") and not 1 <= die.natural <= die.die:
                return False
        return True


class Absorbers(Invariant[Fighting]):
    """INV-7."""

    id = "INV-7"
    text = "an absorber never causes damage.dealt and is not activated by that clash"

    def __init__(self) -> None:
        self.absorbing: set[str] = set()
        self.fighting: set[str] = set()

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """One that only absorbed in the Clash; in a pairing that it absorbs nobody else is hurt."""
        del before, after
        match event:
            case ClashDeclared() | ClashOver():
                self.absorbing, self.fighting = set(), set()
            case ClashFought(mode=Mode.ABSORB):
                self.absorbing |= ids(event.defenders)
                self.fighting |= ids(event.initiators)
                return ids(loss.member for loss in event.losses) <= ids(event.defenders)
            case ClashFought():
                self.fighting |= ids(event.initiators) | ids(event.defenders)
            case HealthLost():
                return not (self.absorbing - self.fighting) & ids(event.by)
            case MemberActivated(reason="initiated" | "defended"):
                return event.member.id not in self.absorbing - self.fighting
            case _:
                pass
        return True


class Swarms(Invariant[Fighting]):
    """INV-8."""

    id = "INV-8"
    text = (
        "a swarm has at least 3 dice (counting swarm_count) of one crew, one Existence Die, one "
        "target when declared"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """As declared; `swarm_identical` says in what they are alike (MS-SWA-5)."""
        del after
        strikes = event.strikes if isinstance(event, ClashDeclared) else ()
        return all(self._swarm(before, strike) for strike in strikes if strike.swarm)

    @staticmethod
    def _swarm(battle: Fighting, strike: Struck) -> bool:
        units = [battle.units[who.id] for who in strike.initiators]
        counted = sum(
            next((c.effect.value for c in found if c.effect.what == "swarm_count"), 1)
            for found in (parts_at(battle.book, u.parts, "clash.declare") for u in units)
        )
        by_maximum = battle.house.swarm_identical == "current_max"
        alike = {current_max(battle, u) if by_maximum else u.die for u in units}
        crews = {u.crew for u in units}
        return (
            counted >= 3
            and len(ids(strike.initiators)) == len(units)
            and (len(alike) == len(crews) == 1)
        )


class LowestFirst(Invariant[Fighting]):
    """INV-9."""

    id = "INV-9"
    text = (
        "the first turn of a round belongs to the crew with the lowest crew value (after "
        "initiative effects and ties)"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """But for a crew that has forfeited the Initiative with its Captain (MS-CAP-8)."""
        del after
        if not isinstance(event, InitiativeTaken):
            return True
        values = {value.crew.id: value.number for value in event.values}
        lost = {side.id for side in before.sides if side.initiative_lost}
        able = {crew: value for crew, value in values.items() if crew not in lost} or values
        return able.get(event.order[0].id, -1) == min(able.values())


class Replay(Invariant[Fighting]):
    """INV-10."""

    id = "INV-10"
    text = (
        "replaying the events with their options snapshot reproduces the same state whatever the "
        "current options are"
    )

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.house: tuple[Setting, ...] = ()

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """At the end everything is told again; the house rules are those of the opening."""
        del before
        self.events.append(event)
        if isinstance(event, BattleOpened):
            self.house = event.house
        if not isinstance(event, BattleConcluded):
            return after.house.settings() == self.house
        again = Fighting()
        for each in self.events:
            again = evolve(again, each)
        return again == after


INVARIANTS: tuple[type[Invariant[Fighting]], ...] = (
    Health, Fallen, Once, OneArea, AnsweredFirst, Dice, Absorbers, Swarms, LowestFirst, Replay,
)  # fmt: skip


class Watch(Watching[Fighting]):
    """Looks at every event of a battle in turn, and at what it left behind."""

    def __init__(self) -> None:
        super().__init__(INVARIANTS)
