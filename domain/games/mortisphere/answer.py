"""Chapter 5, step 2: each target defends or absorbs (MS-CLA-12 to MS-CLA-19)."""

from domain.effects import of
from domain.games.mortisphere.announcing import announce
from domain.games.mortisphere.battle import Fighting, prevented, side, whos
from domain.games.mortisphere.clash import Answered, ClashAnswered, Guard, GuardKind, Respond
from domain.games.mortisphere.effects import Working, permits, working
from domain.games.mortisphere.statuses import come_out
from domain.games.mortisphere.swarm import check_formation
from domain.games.mortisphere.underway import Mode, Pairing, Underway
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import count
from domain.terms import RuleBroken, Telling, Who


def respond(telling: Telling[Fighting], action: Respond, crew: str) -> None:
    """MS-CLA-12, -14: the guards defend, every other target of the crew absorbs."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 an answer is awaited
    asked = {
        n: p
        for n, p in enumerate(clash.pairings, start=1)
        if p.mode is Mode.UNANSWERED and battle.units[p.target].camp == crew
    }
    _check_swarms(battle, action.guards)
    given = [a for guard in action.guards for a in _guarded(battle, clash, guard, asked, crew)]
    free = {u.who for u in battle.units.values() if u.crew == crew and stands_in(battle, u)}
    _check_once(given, free)
    answers = {a.pairing: a for a in given if not a.beside}
    _check_whole(battle, asked, answers)
    for n, pairing in asked.items():
        if n not in answers:
            target = battle.units[pairing.target].who
            answers[n] = Answered(pairing=n, target=target, mode=Mode.ABSORB)
    beside = [a for a in given if a.beside]
    telling.tell(
        ClashAnswered(
            crew=side(battle, crew).who,
            answers=(*(answers[n] for n in sorted(answers)), *beside),
        )
    )
    defenders = [u for guard in action.guards for u in guard.members]
    for id_ in dict.fromkeys(defenders):
        late = may_defend_late(battle, battle.units[id_]) if battle.units[id_].acted else None
        if late is not None and battle.house.activated_may_defend == "never":
            count(telling, late)
    come_out(telling, defenders)
    if action.effects:
        announce(telling, action.effects, crew)


def _check_swarms(battle: Fighting, guards: tuple[Guard, ...]) -> None:
    """MS-SWA-11: who answers as one of a Swarm answers in no other way."""
    for guard in guards:
        others = {u for g in guards if g is not guard for u in g.members}
        if guard.kind is GuardKind.SWARM and (twice := others.intersection(guard.members)):
            name = battle.units[min(twice)].who.name
            raise RuleBroken("MS-SWA-11", f"{name} answers as one of its Swarm, and not otherwise")


def may_defend_late(battle: Fighting, unit: Unit) -> Working | None:
    """`when_activated`: the effect that lets a unit defend although it has acted."""
    found = of(working(battle, unit, "clash.respond"), "respond")
    return next((w for w in found if w.effect.word == "when_activated"), None)


def stands_in(battle: Fighting, unit: Unit) -> bool:
    """`interpose`: whether a unit may defend in place of an ally, in all its pairings."""
    found = of(working(battle, unit, "clash.respond"), "respond")
    return any(w.effect.word == "interpose" for w in found)


def _picks_foes(battle: Fighting, unit: Unit) -> bool:
    """`per_initiator`: whether a unit may defend against some and absorb the rest (MS-CLA-18)."""
    found = of(working(battle, unit, "clash.respond"), "respond")
    return any(w.effect.word == "per_initiator" for w in found)


def _check_once(given: list[Answered], free: set[Who]) -> None:
    """MS-CLA-16, -18: a pairing is met once, and an ally takes over one pairing."""
    met: set[tuple[object, ...]] = set()
    standing_in: set[Who] = set()
    for answer in given:
        key = (answer.pairing, answer.defenders if answer.beside else ())
        if key in met:
            raise RuleBroken("MS-CLA-18", f"{answer.target.name} gives one answer to a pairing")
        met.add(key)
        ally = answer.defenders[0]
        if answer.beside or answer.swarm or ally == answer.target:
            continue
        if ally in standing_in and ally not in free:
            raise RuleBroken("MS-CLA-16", f"{ally.name} takes over one pairing, not several")
        standing_in.add(ally)


def _guarded(
    battle: Fighting, clash: Underway, guard: Guard, asked: dict[int, Pairing], crew: str
) -> list[Answered]:
    members = [battle.units[u] for u in guard.members]
    for unit in members:
        check_defender(battle, unit, crew)
    if guard.kind is GuardKind.SWARM:
        return _as_swarm(battle, guard, members, asked)
    if guard.kind is GuardKind.DEFEND:
        return [a for u in members for a in _for_itself(battle, guard, u, asked)]
    return [a for u in members for a in _for_another(battle, clash, guard, u, asked)]


def check_defender(battle: Fighting, unit: Unit, crew: str) -> None:
    """MS-ACT-4, MS-INC-2, MS-RND-7: whether a unit may defend; raises RuleBroken."""
    name = unit.who.name
    if unit.camp != crew:
        raise RuleBroken("MS-CLA-12", f"{name} is not of the crew that answers")
    if not unit.active:
        raise RuleBroken("MS-INC-2", f"{name} is out and cannot respond")
    late = unit.acted and battle.house.activated_may_defend == "never"
    if late and may_defend_late(battle, unit) is None:
        raise RuleBroken(
            "MS-ACT-4", f"{name} has acted this round and can only absorb", hint="respond absorb"
        )
    if prevented(unit):
        why = unit.blocked("action")
        raise RuleBroken("MS-RND-7", f"{name} is {why} and can only absorb")


def _for_itself(
    battle: Fighting, guard: Guard, unit: Unit, asked: dict[int, Pairing]
) -> list[Answered]:
    aimed = {n: p for n, p in asked.items() if p.target == unit.id}
    if not aimed:
        raise RuleBroken(
            "MS-CLA-16",
            f"{unit.who.name} is no target of this Clash",
            hint="defend NAME for TARGET, where an option or ability allows it",
        )
    if guard.against:
        if battle.house.partial_defence == "all_or_none" and not _picks_foes(battle, unit):
            raise RuleBroken("MS-CLA-18", f"{unit.who.name} gives one answer to all who target it")
        aimed = _against(battle, guard, aimed)
    return [_defends(battle, n, p, (unit,)) for n, p in aimed.items()]


def _against(battle: Fighting, guard: Guard, aimed: dict[int, Pairing]) -> dict[int, Pairing]:
    for initiator in guard.against:
        if not any(initiator in p.initiators for p in aimed.values()):
            raise RuleBroken(
                "MS-CLA-18", f"{battle.units[initiator].who.name} does not target it in this Clash"
            )
    return {n: p for n, p in aimed.items() if set(guard.against) & set(p.initiators)}


def _for_another(
    battle: Fighting, clash: Underway, guard: Guard, unit: Unit, asked: dict[int, Pairing]
) -> list[Answered]:
    besides = guard.kind is GuardKind.BESIDE
    _check_ally(battle, clash, unit, besides=besides)
    aimed = {n: p for n, p in asked.items() if p.target == guard.place_of}
    if not aimed:
        raise RuleBroken("MS-CLA-16", "a guard names the target it stands in for")
    if guard.against:
        aimed = _against(battle, guard, aimed)
    if not besides and len(aimed) > 1 and not stands_in(battle, unit):
        raise RuleBroken(
            "MS-CLA-16",
            f"{unit.who.name} takes over one pairing; several aim at that target",
            hint="defend NAME for TARGET against INITIATOR",
        )
    return [_defends(battle, n, p, (unit,), beside=besides) for n, p in aimed.items()]


def _check_ally(battle: Fighting, clash: Underway, unit: Unit, *, besides: bool) -> None:
    """MS-CLA-16: whether a unit that was not targeted may answer; raises RuleBroken."""
    name, scope = unit.who.name, battle.house.respond_scope
    takes_over = not besides and stands_in(battle, unit)
    if not takes_over and (scope == "targets_only" or (besides and scope == "interpose")):
        raise RuleBroken("MS-CLA-16", f"{name} was not targeted and may not answer")
    if not takes_over and not besides and scope == "any_in_area":
        raise RuleBroken("MS-CLA-16", f"{name} may defend beside a target, not in its place")
    if unit.acted:
        raise RuleBroken("MS-CLA-16", f"{name} has acted and may not take this up")
    if unit.area != clash.area:
        raise RuleBroken("MS-CLA-16", f"{name} stands in another Area")
    if any(p.target == unit.id for p in clash.pairings):
        raise RuleBroken("MS-CLA-16", f"{name} is a target and answers for itself")


def _as_swarm(
    battle: Fighting, guard: Guard, members: list[Unit], asked: dict[int, Pairing]
) -> list[Answered]:
    ids = {u.id for u in members}
    aimed = {n: p for n, p in asked.items() if p.target in ids}
    rule = swarm_rule(battle, {p.target for p in aimed.values()})
    if rule == "never" or battle.house.swarm_roll == "shared_opponent_roll":
        raise RuleBroken("MS-SWA-11", "by this battle's house rules responders form no Swarm")
    if guard.against:
        raise RuleBroken("MS-SWA-11", "a Swarm answers every pairing aimed at any of its members")
    untargeted = [u for u in members if all(p.target != u.id for p in aimed.values())]
    if not aimed or (untargeted and rule == "targets_only"):
        name = (untargeted or members)[0].who.name
        raise RuleBroken("MS-SWA-11", f"{name} is no target of this Clash and joins no Swarm")
    area = battle.units[next(iter(aimed.values())).target].area
    for unit in untargeted:
        if unit.acted or unit.area != area:
            raise RuleBroken("MS-SWA-11", f"{unit.who.name} cannot join the Swarm from here")
    check_formation(battle, members, guard.leader)
    return [
        _defends(battle, n, p, tuple(members), swarm=True, leader=guard.leader)
        for n, p in aimed.items()
    ]


def swarm_rule(battle: Fighting, targets: set[str]) -> str:
    """MS-SWA-11: the house rule, or the wider one that an ability of a target gives."""
    for id_ in targets:
        w = permits(battle, battle.units[id_], "clash.respond", "swarm_defence")
        if w is not None:
            return w.effect.word
    return str(battle.house.swarm_defence)


def _defends(
    battle: Fighting,
    number: int,
    pairing: Pairing,
    members: tuple[Unit, ...],
    *,
    swarm: bool = False,
    leader: str = "",
    beside: bool = False,
) -> Answered:
    return Answered(
        pairing=number,
        target=battle.units[pairing.target].who,
        mode=Mode.DEFEND,
        defenders=whos(battle, [u.id for u in members]),
        swarm=swarm,
        leader=leader,
        beside=beside,
    )


def _check_whole(battle: Fighting, asked: dict[int, Pairing], answers: dict[int, Answered]) -> None:
    """MS-CLA-17 `per_crew`: all the crew's targets defend, or all absorb."""
    if battle.house.response_choice != "per_crew" or not answers:
        return
    left = [battle.units[p.target].who.name for n, p in asked.items() if n not in answers]
    if left:
        raise RuleBroken(
            "MS-CLA-17", f"all targets of the crew give one answer; {left[0]} was left out"
        )
