"""Chapter 12: three or more identical dice as one force."""

from collections.abc import Callable, Sequence

import msgspec

from domain.counting import agreed, counted
from domain.games.mortisphere.battle import Fighting, whos
from domain.games.mortisphere.effects import permits
from domain.games.mortisphere.resolve import DieShown, current_max
from domain.games.mortisphere.underway import Blows, Harm
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Awaited, Pick
from domain.terms import Event, RuleBroken, Telling, Who, listed

LEAST = 3

# Events


class BlowsGiven(Event, frozen=True, kw_only=True, tag="mortisphere.blows-given/1"):
    """The blows a Swarm suffers were given to these of its members (MS-SWA-9, -10)."""

    members: tuple[Who, ...]
    by: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        strike = agreed(len(self.by), "strikes", "strike")
        return f"{listed(self.by)} {strike} {listed(self.members)}."


# Forming one


def check_formation(battle: Fighting, members: Sequence[Unit], leader: str = "") -> None:
    """MS-SWA-1, -5, -14: whether these may act as a Swarm; raises RuleBroken."""
    house = battle.house
    if house.swarm_roll == "disabled":
        raise RuleBroken("MS-SWA-7", "this battle's house rules know no Swarms")
    count = dice_counted(battle, members)
    if count < LEAST:
        named = counted(count, "was named", "were named")
        raise RuleBroken("MS-SWA-1", f"a Swarm is three or more identical dice; {named}")
    kinds = {identity(battle, u) for u in members}
    if len(kinds) > 1:
        names = ", ".join(f"{u.who.name} (d{u.die})" for u in members)
        raise RuleBroken("MS-SWA-5", f"the dice of a Swarm are identical, these are not: {names}")
    for unit in members:
        if unit.captain and house.swarm_captain == "excluded":
            raise RuleBroken("MS-SWA-14", f"Captain {unit.who.name} is not one of many")
    _check_leader(battle, members, leader)


def _check_leader(battle: Fighting, members: Sequence[Unit], leader: str) -> None:
    if battle.house.swarm_effects != "leader":
        if leader:
            raise RuleBroken("MS-SWA-13", "by this battle's house rules no member leads a Swarm")
    elif not leader:
        raise RuleBroken("MS-SWA-13", "a Swarm names its leader", hint="swarm NAMES led by NAME")
    elif all(u.id != leader for u in members):
        raise RuleBroken("MS-SWA-13", "the leader of a Swarm is one of its members")


def dice_counted(battle: Fighting, members: Sequence[Unit]) -> int:
    """How many dice members count as towards a Swarm (`swarm_count`)."""
    counts = (permits(battle, u, "clash.declare", "swarm_count") for u in members)
    return sum(w.effect.value if w else 1 for w in counts)


def identity(battle: Fighting, unit: Unit) -> tuple[object, ...]:
    """MS-SWA-5: in what the dice of a Swarm must be identical."""
    if battle.house.swarm_identical == "die_and_type":
        return (unit.die, unit.kind)
    if battle.house.swarm_identical == "current_max":
        return (current_max(battle, unit),)
    return (unit.die,)


def is_suppressed(battle: Fighting, unit: str, leader: str) -> bool:
    """MS-SWA-13, MS-EFF-7: whether a Swarm member's own effects on its roll are off."""
    effects = battle.house.swarm_effects
    return effects == "suppressed" or (effects == "leader" and unit != leader)


# Its result and its losses


def swarm_result(battle: Fighting, dice: Sequence[DieShown]) -> int:
    """MS-SWA-7: the sum of the dice, or the best die and 1 for each member."""
    finals = [d.final for d in dice]
    if battle.house.swarm_roll == "best_plus":
        return max(finals) + len(finals)
    return sum(finals)


def swarm_faces(dice: Sequence[DieShown]) -> int:
    """The faces of the Swarm's die: of its largest, where `current_max` mixes dice."""
    return max(d.die for d in dice)


def overruns(battle: Fighting, total: int, opposing: int) -> bool:
    """MS-SWA-8: a result at least double a defender's costs it 2 Health."""
    return battle.house.swarm_overrun == "double_result" and total >= 2 * opposing


def blow_count(battle: Fighting, dice: Sequence[DieShown], opposing: int, *, won: bool) -> int:
    """MS-SWA-9 `blows`, `loser_only`: how many blows the opponent strikes."""
    if battle.house.swarm_losses == "loser_only" and won:
        return 0
    if opposing <= max(d.final for d in dice):
        return 0
    return max(1, opposing // swarm_faces(dice) - (1 if won else 0))


def outmatched(dice: Sequence[DieShown], opposing: int) -> tuple[str, ...]:
    """MS-SWA-9 `individual`: the members whose own die is lower than the opponent's result."""
    return tuple(d.member.id for d in dice if d.final < opposing)


def rout(dice: Sequence[DieShown], margin: int) -> int:
    """MS-SWA-12: a Swarm beaten by a Swarm loses 1 Health and 1 for each full multiple."""
    return 1 + margin // swarm_faces(dice)


# Giving the blows


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Blows that wait to be given: a choice where there is one (MS-SWA-10)."""
    if not battle.due or not isinstance(battle.due[0], Blows):
        return None
    blows = battle.due[0]
    standing = [u for u in blows.swarm if battle.units[u].active]
    if len(standing) <= blows.count:
        return give_all
    if battle.house.swarm_allocation == "fewest_health":
        _, doubtful, free = _weakest(battle, standing, blows.count)
        if not free:
            return give_weakest
        return Pick(blows.chooser, "blows", tuple(doubtful), free, free)
    return Pick(blows.chooser, "blows", tuple(standing), blows.count, blows.count)


def _weakest(battle: Fighting, standing: list[str], count: int) -> tuple[list[str], list[str], int]:
    """Fewest Health first: the members surely struck, those tied at the edge, blows for these."""
    left = {u: battle.units[u].health - battle.units[u].lost for u in standing}
    edge = sorted(left.values())[count - 1]
    sure = [u for u in standing if left[u] < edge]
    tied = [u for u in standing if left[u] == edge]
    free = count - len(sure)
    if len(tied) == free:
        return sure + tied, [], 0
    return sure, tied, free


def give_all(telling: Telling[Fighting]) -> None:
    """Each member that stands takes one blow; what is left over begins a new round of them."""
    blows = telling.state.due[0]
    assert isinstance(blows, Blows)  # noqa: S101 upcoming() looked
    standing = tuple(u for u in blows.swarm if telling.state.units[u].active)
    _give(telling, standing)


def give_weakest(telling: Telling[Fighting]) -> None:
    """MS-SWA-10 `fewest_health`, where nothing is tied at the edge."""
    blows = telling.state.due[0]
    assert isinstance(blows, Blows)  # noqa: S101 upcoming() looked
    standing = [u for u in blows.swarm if telling.state.units[u].active]
    sure, _, _ = _weakest(telling.state, standing, blows.count)
    _give(telling, tuple(sure))


def choose_struck(telling: Telling[Fighting], picks: tuple[str, ...]) -> None:
    """MS-SWA-10: the named members take the blows."""
    battle = telling.state
    blows = battle.due[0]
    assert isinstance(blows, Blows)  # noqa: S101 upcoming() looked
    sure: list[str] = []
    if battle.house.swarm_allocation == "fewest_health":
        standing = [u for u in blows.swarm if battle.units[u].active]
        sure, _, _ = _weakest(battle, standing, blows.count)
    chosen = {*sure, *picks}
    _give(telling, tuple(u for u in blows.swarm if u in chosen))


def _give(telling: Telling[Fighting], members: tuple[str, ...]) -> None:
    battle = telling.state
    blows = battle.due[0]
    assert isinstance(blows, Blows)  # noqa: S101 upcoming() looked
    telling.tell(BlowsGiven(members=whos(battle, members), by=whos(battle, blows.by)))


EVENTS: tuple[type[Event], ...] = (BlowsGiven,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember which members the blows were given to."""
    blows = battle.due[0] if battle.due else None
    if not isinstance(event, BlowsGiven) or not isinstance(blows, Blows):
        return battle
    by = tuple(w.id for w in event.by)
    harms: tuple[Harm | Blows, ...] = tuple(Harm(unit=w.id, amount=1, by=by) for w in event.members)
    rest = blows.count - len(event.members)
    if rest > 0 and event.members:
        harms += (msgspec.structs.replace(blows, count=rest),)
    return msgspec.structs.replace(battle, due=harms + battle.due[1:])
