"""Chapter 17, conditions: what must hold for an effect (MS-EFF-4).

A condition is about one unit (`unit`) in a situation: whoever bears the effect, or for an Area's
and an ally's effect whoever it reaches.
"""

from collections.abc import Callable

import msgspec

from domain.effects import holding
from domain.games.mortisphere.battle import Fighting, contested, setting
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What conditions look at besides a unit: its role, its opponent, a roll, an objective."""

    role: str = ""
    foe: Unit | None = None
    natural: int = 0
    die: int = 0
    tag: str = ""
    suppressed: bool = False
    swarm: bool = False
    foe_swarm: bool = False

    def turned(self, unit: Unit) -> "Situation":
        """The same pairing as the opponent sees it, before its own die is read."""
        role = {"initiating": "defending", "defending": "initiating"}.get(self.role, "")
        return Situation(
            role=role, foe=unit, tag=self.tag, swarm=self.foe_swarm, foe_swarm=self.swarm
        )


NOWHERE = Situation()
Test = Callable[[Fighting, Unit, Situation], bool]


def bigger(one: Unit, other: Unit | None) -> bool:
    """Whether a unit's Existence Die is larger than another's."""
    return other is not None and one.die > other.die


def _outnumbered(battle: Fighting, unit: Unit, _: Situation) -> bool:
    here = [u for u in battle.units.values() if u.area == unit.area and u.active]
    foes = sum(1 for u in here if u.camp != unit.camp)
    return foes > len(here) - foes


def _ally_targeted(battle: Fighting, unit: Unit, _: Situation) -> bool:
    if battle.clash is None:
        return False
    targets = (battle.units[p.target] for p in battle.clash.pairings)
    return any(u.crew == unit.crew and u.id != unit.id for u in targets)


def _captains_target(battle: Fighting, unit: Unit, situation: Situation) -> bool:
    """The crew's Captain initiates against the same target in the same Clash."""
    if battle.clash is None or situation.foe is None:
        return False
    captains = {u.id for u in battle.units.values() if u.crew == unit.crew and u.captain}
    return any(
        captains & set(p.initiators) and p.target == situation.foe.id for p in battle.clash.pairings
    )


def _allies_here(battle: Fighting, unit: Unit) -> list[Unit]:
    return [
        u
        for u in battle.units.values()
        if u.crew == unit.crew and u.area == unit.area and u.id != unit.id
    ]


def _multi_targeted(battle: Fighting, unit: Unit, _: Situation) -> bool:
    clash = battle.clash
    return clash is not None and sum(1 for p in clash.pairings if p.target == unit.id) > 1


def _defended(battle: Fighting, unit: Unit, _: Situation) -> bool:
    clash = battle.clash
    return clash is not None and any(
        p.mode is Mode.DEFEND and unit.id in p.defenders for p in clash.pairings
    )


PLAIN: dict[str, Test] = {
    "initiating": lambda _b, _u, s: s.role == "initiating",
    "defending": lambda _b, _u, s: s.role == "defending",
    "absorbing": lambda _b, _u, s: s.role == "absorbing",
    "defended": _defended,
    "activated": lambda _b, u, _s: u.acted,
    "unactivated": lambda _b, u, _s: not u.acted,
    "wounded": lambda _b, u, _s: u.wounded,
    "unwounded": lambda _b, u, _s: not u.wounded,
    "standing": lambda _b, u, _s: u.active,
    "last_health": lambda _b, u, _s: u.health - u.lost == 1,
    "broken": lambda _b, u, _s: u.broken,
    "carrying": lambda b, u, _s: any(load.bearer == u.id for load in b.items),
    "channelling": lambda b, u, _s: any(c.unit == u.id for c in b.channels),
    "uncontested": lambda b, u, _s: not contested(b, u.area, u.camp),
    "contested": lambda b, u, _s: contested(b, u.area, u.camp),
    "alone_in_area": lambda b, u, _s: not any(a.active for a in _allies_here(b, u)),
    "ally_in_area": lambda b, u, _s: any(a.active for a in _allies_here(b, u)),
    "outnumbered": _outnumbered,
    "ally_targeted": _ally_targeted,
    "ally_incapacitated": lambda b, u, _s: any(a.fallen for a in _allies_here(b, u)),
    "with_captain": lambda b, u, _s: any(a.captain and a.active for a in _allies_here(b, u)),
    "opponent_bigger": lambda _b, u, s: s.foe is not None and bigger(s.foe, u),
    "opponent_smaller": lambda _b, u, s: bigger(u, s.foe),
    "opponent_wounded": lambda _b, _u, s: s.foe is not None and s.foe.wounded,
    "opponent_activated": lambda _b, _u, s: s.foe is not None and s.foe.acted,
    "same_target_as_captain": _captains_target,
    "multi_targeted": _multi_targeted,
    "in_swarm": lambda _b, _u, s: s.swarm,
    "against_swarm": lambda _b, _u, s: s.foe_swarm,
    "natural_max": lambda _b, u, s: s.natural == (s.die or u.die),
    "natural_one": lambda _b, _u, s: s.natural == 1,
    "first_round": lambda b, _u, _s: b.round == 1,
    "bearer_is_captain": lambda _b, u, _s: u.captain,
}
WITH_VALUE: dict[str, Callable[[Fighting, Unit, Situation, str], bool]] = {
    "objective_tag": lambda _b, _u, s, v: s.tag == v,
    "equipment_tag": lambda _b, _u, s, v: s.tag == v,
    "area_tag": lambda b, u, _s, v: v in setting(b).area(u.area).tags,
    "bearer_type": lambda _b, u, _s, v: u.kind == v,
    "opponent_type": lambda _b, _u, s, v: s.foe is not None and s.foe.kind == v,
    "round_at_least": lambda b, _u, _s, v: b.round >= int(v),
}

holds = holding(PLAIN, WITH_VALUE)
