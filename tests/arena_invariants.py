"""What holds in every battle in the arena, whoever fights it by whatever house rules.

Each statement has a number, its text and a check that remembers what it has to; they are checked
event by event. `Watch` looks at one battle from its opening on with all of them.
"""

from typing import TYPE_CHECKING, Any

from domain.games.morturi.activation import GladiatorActivated, TurnEnded
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.battle import Fighting, in_arena
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.following import AttackEnded
from domain.games.morturi.ground import COMPASS, field, spot
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.play import evolve
from domain.games.morturi.rounds import RoundBegan, RoundEnded
from domain.games.morturi.ruling import ActedRuled, GladiatorReturned
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Standing
from domain.games.morturi.using import TrickUsed, TurnPutOff
from domain.games.morturi.victory import BattleConcluded, BattleEnded
from domain.terms import Event
from tests.watching import Invariant, Watching

if TYPE_CHECKING:
    from domain.house import Setting


class OneOnASquare(Invariant[Fighting]):
    """MR-GEN-1."""

    id = "ARENA-1"
    text = "no two gladiators or figures in the arena stand on one square"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """After every event."""
        del before, event
        squares = [unit.square for unit in in_arena(after)]
        return len(squares) == len(set(squares))


class OpenGround(Invariant[Fighting]):
    """MR-MOV-2, MR-FRC-7."""

    id = "ARENA-2"
    text = "whoever is in the arena stands on a square of it, on no wall, obstacle or pillar"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Everybody, after every event."""
        del before, event
        return all(unit.square and field(after).open(spot(unit.square)) for unit in in_arena(after))


class Points(Invariant[Fighting]):
    """MR-MOV-1, -4."""

    id = "ARENA-3"
    text = "movement points are never below 0, and a step or trick takes as many as it costs"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """The turn under way, and what has been paid."""
        if after.turn is not None and after.turn.points < 0:
            return False
        if isinstance(event, StepTaken):
            had = before.turn.points if before.turn else 0
            return event.cost >= 1 and event.left == had - event.cost
        return True


class OncePerRound(Invariant[Fighting]):
    """MR-RND-1."""

    id = "ARENA-4"
    text = (
        "each gladiator's turn ends once a round at most; it begins again only for one who put it "
        "off until an ally had acted, each time another one"
    )

    def __init__(self) -> None:
        self.begun: set[str] = set()
        self.over: set[str] = set()
        self.put_off: set[tuple[str, str]] = set()

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """By round; a ruling may let somebody act again."""
        del before, after
        match event:
            case RoundBegan():
                self.begun, self.over, self.put_off = set(), set(), set()
            case ActedRuled() | GladiatorReturned():
                self.begun.discard(event.gladiator.id)
                self.over.discard(event.gladiator.id)
            case TurnPutOff():
                self.begun.discard(event.gladiator.id)
                return _new(self.put_off, (event.gladiator.id, event.ally.id))
            case GladiatorActivated():
                return _new(self.begun, event.gladiator.id)
            case TurnEnded():
                return _new(self.over, event.gladiator.id)
            case _:
                pass
        return True


def _new(known: set[Any], one: object) -> bool:
    """Whether something was not known yet; now it is."""
    old = one in known
    known.add(one)
    return not old


class EverybodyActs(Invariant[Fighting]):
    """MR-RND-1, -5."""

    id = "ARENA-5"
    text = "a round ends only when every gladiator still in the battle has acted"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """At the end of a round."""
        del after
        if not isinstance(event, RoundEnded):
            return True
        return all(u.acted for u in before.units.values() if u.present and u.school)


class Life(Invariant[Fighting]):
    """MR-DMG-1, -8, MR-OOA-1."""

    id = "ARENA-6"
    text = (
        "nobody has more life points than at the start, but by heal_cap; as a turn begins or a "
        "round ends nobody in the arena has none"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Everybody; who has none has fallen before anything else begins."""
        del before
        capped = after.house.heal_cap == "starting"
        if capped and any(unit.lost < 0 for unit in after.units.values()):
            return False
        settled = isinstance(event, GladiatorActivated | RoundEnded)
        return not settled or all(unit.now > 0 for unit in in_arena(after))


class Facing(Invariant[Fighting]):
    """MR-FAC-1, MR-MOV-8."""

    id = "ARENA-7"
    text = "whoever is in the arena faces north, east, south or west"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Everybody, after every event."""
        del before, event
        return all(unit.facing in COMPASS for unit in in_arena(after))


class Favour(Invariant[Fighting]):
    """MR-CRD-1."""

    id = "ARENA-8"
    text = "the favour of the crowd is never below 0, and what is gained is what is told"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Every school."""
        if any(side.favour < 0 for side in after.sides):
            return False
        if isinstance(event, FavourGained):
            had = next(side.favour for side in before.sides if side.id == event.school.id)
            return event.amount > 0 and event.favour == had + event.amount
        return True


class OutIsOut(Invariant[Fighting]):
    """MR-OOA-1, MR-SUR-1."""

    id = "ARENA-9"
    text = "who is out of action, or has left, neither acts nor attacks nor is moved any more"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Whoever does something, or has it done to him."""
        del after
        match event:
            case GladiatorActivated() | StepTaken() | TrickUsed() | GladiatorMoved():
                return before.units[event.gladiator.id].present
            case AttackDeclared():
                return all(before.units[w.id].active for w in (event.attacker, event.target))
            case GladiatorOut():
                return before.units[event.gladiator.id].present
            case _:
                return True


class Enemies(Invariant[Fighting]):
    """MR-ATK-12."""

    id = "ARENA-10"
    text = "nobody attacks his own school"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """As declared."""
        del after
        if not isinstance(event, AttackDeclared):
            return True
        mine, his = (before.units[w.id].school for w in (event.attacker, event.target))
        return mine != his or not mine


class Numbers(Invariant[Fighting]):
    """MR-ATK-3, -5, MR-DMG-5."""

    id = "ARENA-11"
    text = (
        "a die shows 1 to 6, the target number is its parts and min_tn at least, damage is never "
        "below 0 and only of a hit"
    )

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """Every attack."""
        del after
        if not isinstance(event, AttackRolled):
            return True
        least = int(before.house.min_tn)
        number = event.to_hit + sum(part.amount for part in event.hit_by)
        return (
            all(1 <= face <= 6 for face in (*event.faces, event.natural))
            and event.number == max(least, number)
            and event.damage >= 0
            and (event.hit or not event.damage)
        )


class AttackOver(Invariant[Fighting]):
    """MR-ATK-9."""

    id = "ARENA-12"
    text = "no attack begins, and no turn ends, before the attack under way is over"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """One attack at a time."""
        del after
        if isinstance(event, AttackDeclared | TurnEnded | RoundEnded):
            return before.attack is None
        return not isinstance(event, AttackEnded) or before.attack is not None


class Present(Invariant[Fighting]):
    """MR-GEN-1, MR-VIC-4."""

    id = "ARENA-13"
    text = "whoever acts is in the battle, and who carries a flag is in the arena or fell with it"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """The turn under way, the flags."""
        del before, event
        turn = after.turn
        if turn is not None and after.units[turn.unit].standing not in PRESENT:
            return False
        return all(f.bearer in after.units for f in after.flags if f.bearer)


PRESENT = (Standing.ACTIVE, Standing.RESERVE)


class Ends(Invariant[Fighting]):
    """MR-VIC-1."""

    id = "ARENA-14"
    text = "a battle ends once, its winners are schools of it, and nothing happens after its end"

    def see(self, before: Fighting, event: Event, after: Fighting) -> bool:
        """The end, and what comes after."""
        match event:
            case BattleEnded():
                known = {side.id for side in before.sides}
                return not before.ended and {who.id for who in event.winners} <= known
            case BattleConcluded():
                return bool(before.ended)
            case _:
                return not before.ended or after == before or not _plays(event)


def _plays(event: Event) -> bool:
    """Whether an event is of the fight itself."""
    return isinstance(
        event,
        GladiatorActivated | StepTaken | AttackDeclared | AttackRolled | TurnEnded | RoundBegan,
    )


class Replay(Invariant[Fighting]):
    """MR-GEN-4."""

    id = "ARENA-15"
    text = "told again, the events of a battle make the same battle, under the rules it opened with"

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
    OneOnASquare, OpenGround, Points, OncePerRound, EverybodyActs, Life, Facing, Favour, OutIsOut,
    Enemies, Numbers, AttackOver, Present, Ends, Replay,
)  # fmt: skip


class Watch(Watching[Fighting]):
    """Looks at every event of a battle in turn, and at what it left behind."""

    def __init__(self) -> None:
        super().__init__(INVARIANTS)
