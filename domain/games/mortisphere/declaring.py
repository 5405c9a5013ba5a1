"""Chapter 5, step 1: who may strike at whom, and in what formation (MS-CLA-2 to MS-CLA-11)."""

import msgspec

from domain.effects import of
from domain.games.mortisphere.announcing import announce
from domain.games.mortisphere.battle import (
    Fighting,
    area_name,
    at,
    neighbours,
    prevented,
    ready,
    side,
    whos,
)
from domain.games.mortisphere.clash import Clash, ClashDeclared, Strike, Struck
from domain.games.mortisphere.effects import (
    Offer,
    Working,
    available,
    borne,
    declarable,
    untargetable,
    working,
)
from domain.games.mortisphere.statuses import come_out
from domain.games.mortisphere.swarm import LEAST, check_formation, dice_counted, identity
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import count, use
from domain.names import the
from domain.terms import RuleBroken, Telling


def declare(telling: Telling[Fighting], action: Clash, crew: str) -> None:
    """MS-CLA-2 to MS-CLA-10: name initiators, targets and Swarms."""
    battle = telling.state
    if not action.strikes or not all(s.initiators for s in action.strikes):
        raise RuleBroken("MS-CLA-2", "a Clash needs an initiator")
    initiators = [unit for strike in action.strikes for unit in strike.initiators]
    early = early_effects(battle, action, initiators)
    for n, unit in enumerate(initiators):
        if unit in initiators[:n]:
            name = battle.units[unit].who.name
            raise RuleBroken("MS-CLA-8", f"{name} names one target, not several")
    first = battle.units[initiators[0]]
    struck = tuple(each for s in action.strikes for each in _strikes(battle, s, crew, first, early))
    struck = _undefended(struck, early)
    lures = check_lures(battle, crew, struck)
    reaches = _reaches(battle, struck)
    who, area = side(battle, crew).who, area_name(battle, first.area)
    telling.tell(ClashDeclared(crew=who, area=area, strikes=struck))
    for w in (*lures, *reaches):
        count(telling, w)
    for offer in early:
        use(telling, offer)
    come_out(telling, initiators)
    if action.effects:
        late = {o.entry for o in early}
        announce(telling, tuple(e for e in action.effects if e.entry not in late), crew)


def early_effects(battle: Fighting, action: Clash, initiators: list[str]) -> list[Offer]:
    """MS-CLA-8, MS-EFF-5: the effects of step 1 that the line itself declares."""
    found = []
    for named in action.effects:
        meant = [
            o
            for id_ in dict.fromkeys(initiators)
            for o in declarable(battle, battle.units[id_], ("clash.declare",))
            if o.entry == named.entry and named.bearer in ("", id_)
        ]
        if len({o.bearer for o in meant}) > 1:
            who = " or ".join(battle.units[o.bearer].who.name for o in meant)
            raise RuleBroken("MS-CLA-15", f"whose {meant[0].source.name} is meant: {who}?")
        found += meant
    return found


def check_lures(battle: Fighting, crew: str, struck: tuple[Struck, ...]) -> list[Working]:
    """`must_target_bearer`: an enemy that must be among the targets of a Clash in its Area."""
    targets = {s.target.id for s in struck}
    area = battle.units[struck[0].initiators[0].id].area
    lures = []
    for foe, w in lured(battle, crew, area):
        if foe.id not in targets:
            raise RuleBroken(
                "MS-EFF-3", f"{foe.who.name} must be among the targets ({w.source.name})"
            )
        lures.append(w)
    return lures


def lured(battle: Fighting, camp: str, area: str) -> list[tuple[Unit, Working]]:
    """Whom a Clash in an Area must name among its targets now, and by which effect.

    Nobody has to name one that cannot be targeted: a prohibition goes before it (MS-GEN-4).
    """
    return [
        (foe, w)
        for foe in at(battle, area)
        if foe.camp != camp and untargetable(battle, foe) is None
        for w in of(borne(battle, foe, "clash.declare", ("enemies_in_area",)), "target")
        if w.effect.word == "must_target_bearer"
    ]


def _reaches(battle: Fighting, struck: tuple[Struck, ...]) -> list[Working]:
    """The uses of `adjacent_area` in strikes next door: each takes one, as far as they go."""
    found: list[Working] = []
    for strike in struck:
        target = battle.units[strike.target.id]
        for unit in (battle.units[who.id] for who in strike.initiators):
            if unit.area != target.area:
                found.append(_reach(battle, unit, target, found))
    return found


def _reach(battle: Fighting, unit: Unit, target: Unit, taken: list[Working]) -> Working:
    for w in reaches_next_door(battle, unit):
        if available(battle, unit, w.source.id, w.effect, besides=taken.count(w)):
            return w
    name, where = unit.who.name, the(area_name(battle, target.area).name)
    sentence = f"{name} has no more use to reach {target.who.name} in {where}"
    raise RuleBroken("MS-EFF-5", sentence)


def reaches_next_door(battle: Fighting, unit: Unit) -> list[Working]:
    """The effects that let a unit target an enemy in an adjacent Area now."""
    found = of(working(battle, unit, "clash.declare"), "target")
    return [w for w in found if w.effect.word == "adjacent_area"]


def _strikes(
    battle: Fighting, strike: Strike, crew: str, first: Unit, early: list[Offer]
) -> list[Struck]:
    """One strike for each target: several only by `extra_target` (MS-CLA-8)."""
    extra = [o for o in early if o.effect.op == "target" and o.bearer in strike.initiators]
    if not strike.targets or len(strike.targets) > 1 + len(extra):
        raise RuleBroken("MS-CLA-8", "an initiator names one target")
    if len(strike.targets) > 1 and (len(strike.initiators) > 1 or strike.swarm):
        raise RuleBroken("MS-CLA-8", "only a unit by itself names a second target")
    if len(set(strike.targets)) < len(strike.targets):
        raise RuleBroken("MS-MUL-3", "a target is named once")
    return [_strike(battle, strike, target, crew, first) for target in strike.targets]


def _undefended(struck: tuple[Struck, ...], early: list[Offer]) -> tuple[Struck, ...]:
    """`forbid_defence`: a bearer's target defends against nobody in this Clash (MS-CLA-18)."""
    bearers = {o.bearer for o in early if o.effect.op == "respond"}
    barred = {s.target for s in struck if any(who.id in bearers for who in s.initiators)}
    return tuple(msgspec.structs.replace(s, undefended=s.target in barred) for s in struck)


def _strike(battle: Fighting, strike: Strike, aimed: str, crew: str, first: Unit) -> Struck:
    target = battle.units[aimed]
    members = [battle.units[u] for u in strike.initiators]
    for unit in members:
        check_initiator(unit, crew)
        if unit.area != first.area:
            raise RuleBroken(
                "MS-CLA-2",
                f"{first.who.name} stands in {the(area_name(battle, first.area).name)}, "
                f"{unit.who.name} in {the(area_name(battle, unit.area).name)}",
            )
        check_target(battle, unit, target)
    if strike.swarm:
        check_formation(battle, members, strike.leader)
    elif strike.leader:
        raise RuleBroken("MS-SWA-13", "only a Swarm has a leader", hint="swarm NAMES led by NAME")
    return Struck(
        initiators=whos(battle, strike.initiators),
        target=target.who,
        swarm=strike.swarm,
        leader=strike.leader,
    )


def check_actor(unit: Unit, crew: str) -> None:
    """MS-ACT-2, MS-INC-2, MS-RND-7: whether a crew's unit may act; raises RuleBroken."""
    name = unit.who.name
    if unit.crew != crew:
        raise RuleBroken("MS-TRN-1", f"it is not the turn of {name}'s crew", hint="acta next")
    if unit.fallen:
        raise RuleBroken("MS-INC-2", f"{name} is incapacitated and takes no actions")
    if not unit.active:
        raise RuleBroken("MS-SCN-6", f"{name} has left the battle")
    if unit.acted:
        raise RuleBroken("MS-ACT-2", f"{name} has already acted this round")
    if prevented(unit):
        why = unit.blocked("action")
        raise RuleBroken("MS-RND-7", f"{name} is {why} and counts as having acted")


def eligible(unit: Unit) -> bool:
    """MS-CLA-7: whether it may initiate, given a legal target."""
    return ready(unit) and not unit.blocked("initiate")


def check_initiator(unit: Unit, crew: str) -> None:
    """MS-CLA-7: whether a unit is eligible to initiate; raises RuleBroken."""
    check_actor(unit, crew)
    if not eligible(unit):
        raise RuleBroken("MS-CLA-7", f"{unit.who.name} is burdened and may not initiate")


def check_target(battle: Fighting, unit: Unit, target: Unit) -> None:
    """MS-CLA-4, -9, -11: whether a unit may target another; raises RuleBroken."""
    name, foe = unit.who.name, target.who.name
    if target.camp == unit.camp:
        own = f"{foe} is of {name}'s own crew" if target.crew else f"{foe} is in {name}'s care"
        raise RuleBroken("MS-CLA-9", own)
    if target.fallen and battle.house.target_incapacitated == "forbidden":
        raise RuleBroken("MS-CLA-11", f"{foe} is incapacitated and cannot be targeted")
    if not target.active and not target.fallen:
        raise RuleBroken("MS-CLA-9", f"{foe} is not in the battle")
    if target.area != unit.area and not (
        target.area in neighbours(battle, unit.area) and reaches_next_door(battle, unit)
    ):
        raise RuleBroken(
            "MS-CLA-4",
            f"{name} stands in {the(area_name(battle, unit.area).name)}, "
            f"{foe} in {the(area_name(battle, target.area).name)}",
            hint=f"acta do 'move {name} to {area_name(battle, target.area).name}'",
        )
    if (why := untargetable(battle, target)) is not None:
        raise RuleBroken("MS-CLA-9", f"{foe} cannot be targeted ({why.source.name})")


def targets(battle: Fighting, unit: Unit) -> list[Unit]:
    """The units that a unit could target now, in the order of the opening."""
    found = []
    for other in battle.units.values():
        try:
            check_target(battle, unit, other)
        except RuleBroken:
            continue
        found.append(other)
    return found


def swarms(battle: Fighting, crew: str, area: str) -> list[tuple[Unit, ...]]:
    """The full Swarms a crew could form in an Area now (MS-SWA-6)."""
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for unit in at(battle, area):
        barred = unit.captain and battle.house.swarm_captain == "excluded"
        if unit.crew == crew and eligible(unit) and not barred:
            groups.setdefault(identity(battle, unit), []).append(unit)
    if battle.house.swarm_roll == "disabled":
        return []
    return [tuple(g) for g in groups.values() if dice_counted(battle, g) >= LEAST]
