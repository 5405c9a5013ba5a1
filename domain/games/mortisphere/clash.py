"""Chapters 5 to 7: a Clash is declared, answered and, once fought, activates who took part."""

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec

from domain.games.mortisphere.battle import (
    Answer,
    Awaited,
    Fighting,
    Mode,
    Ordering,
    Pairing,
    Underway,
    Unit,
    area_name,
    at,
    changed,
    prevented,
    ready,
    side,
    turn_order,
    whos,
)
from domain.games.mortisphere.swarm import LEAST, check_formation, identity
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class Struck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One strike of a Clash: initiators (or a Swarm) and their target."""

    initiators: tuple[Who, ...]
    target: Who
    swarm: bool = False
    leader: str = ""


class ClashDeclared(Event, frozen=True, kw_only=True, tag="mortisphere.clash-declared/1"):
    """A crew initiated a Clash: who strikes at whom (MS-CLA-2 to MS-CLA-10)."""

    crew: Who
    area: Who
    strikes: tuple[Struck, ...]
    parting: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        said = "; ".join(
            f"{'the Swarm of ' if s.swarm else ''}{_listed(s.initiators)} against {s.target.name}"
            for s in self.strikes
        )
        why = "strikes at one who leaves" if self.parting else "initiates a Clash"
        return f"{self.crew.name} {why} in the {self.area.name}: {said}."


class Answered(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """How one pairing (numbered from 1 as declared) is met, and by whom."""

    pairing: int
    target: Who
    mode: Mode
    defenders: tuple[Who, ...] = ()
    swarm: bool = False
    leader: str = ""
    beside: bool = False


class ClashAnswered(Event, frozen=True, kw_only=True, tag="mortisphere.clash-answered/1"):
    """A crew chose for each of its targets whether it defends or absorbs (MS-CLA-12)."""

    crew: Who
    answers: tuple[Answered, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} answers: {'; '.join(dict.fromkeys(map(_met, self.answers)))}."


class PairingsOrdered(Event, frozen=True, kw_only=True, tag="mortisphere.pairings-ordered/1"):
    """The order in which the pairings are settled was chosen (MS-MUL-5)."""

    crew: Who
    order: tuple[int, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} sets the order of the pairings: {', '.join(map(str, self.order))}."


class MemberActivated(Event, frozen=True, kw_only=True, tag="mortisphere.member-activated/1"):
    """A unit has acted for this round (MS-ACT-1)."""

    member: Who
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} has acted{f' ({self.reason})' if self.reason else ''}."


def _listed(whos_: Iterable[Who]) -> str:
    return " and ".join(w.name for w in whos_)


def _met(answer: Answered) -> str:
    if answer.mode is Mode.ABSORB:
        return f"{answer.target.name} absorbs"
    who = f"{'the Swarm of ' if answer.swarm else ''}{_listed(answer.defenders)}"
    if answer.beside:
        return f"{who} defends beside {answer.target.name}"
    if not answer.swarm and answer.defenders[0] != answer.target:
        return f"{who} defends for {answer.target.name}"
    return f"{who} defends"


# Actions


class Strike(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Initiators and the target each of them names; a Swarm has one pairing for all."""

    initiators: tuple[str, ...]
    targets: tuple[str, ...]
    swarm: bool = False
    leader: str = ""


class Clash(Action, frozen=True, kw_only=True, tag="mortisphere.clash"):
    """Initiate a Clash: members of one Area, each against a target there."""

    strikes: tuple[Strike, ...]


class GuardKind(StrEnum):
    """In what way a guard meets the pairings."""

    DEFEND = "defend"
    FOR = "for"
    BESIDE = "beside"
    SWARM = "swarm"


class Guard(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Defenders: for themselves, in another's place or beside it, or as a Swarm."""

    kind: GuardKind = GuardKind.DEFEND
    members: tuple[str, ...]
    place_of: str = ""
    against: tuple[str, ...] = ()
    leader: str = ""


class Respond(Action, frozen=True, kw_only=True, tag="mortisphere.respond"):
    """Answer a Clash: the guards defend, every other target absorbs."""

    guards: tuple[Guard, ...] = ()


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An initiator and its target, to name a pairing."""

    initiator: str
    target: str


class Order(Action, frozen=True, kw_only=True, tag="mortisphere.order"):
    """Set the order in which the pairings of the Clash are settled."""

    pairs: tuple[Pair, ...]


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Steps 2 and 6 of a Clash; its rolls are the next chapter's (MS-CLA-1)."""
    clash = battle.clash
    if clash is None:
        return None
    if clash.answering:
        return Answer(clash.answering[0])
    if any(not p.settled for p in clash.pairings):
        if not clash.ordered and len(clash.pairings) > 1:
            return _ordering(battle, clash)
        return None
    return activate_all


def _ordering(
    battle: Fighting, clash: Underway
) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    rule = battle.house.pairing_order
    if rule == "responding_player":
        opposing = {battle.units[p.target].crew for p in clash.pairings}
        return Ordering(next(c for c in turn_order(battle, clash.crew) if c in opposing))
    if rule == "highest_die_first":
        return order_by_die
    return None


def order_by_die(telling: Telling[Fighting]) -> None:
    """MS-MUL-5 `highest_die_first`: by the initiators' Existence Dice, ties as typed."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 upcoming() looked
    dice = [max(battle.units[u].die for u in p.initiators) for p in clash.pairings]
    numbers = sorted(range(1, len(dice) + 1), key=lambda n: -dice[n - 1])
    telling.tell(PairingsOrdered(crew=side(battle, clash.crew).who, order=tuple(numbers)))


def activate_all(telling: Telling[Fighting]) -> None:
    """MS-CLA-22: everyone committed becomes activated, whatever the outcome."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 upcoming() looked
    spared = battle.house.void_pairing == "uncommitted"
    committed: dict[str, str] = {}
    for pairing in clash.pairings:
        if not (pairing.void and spared):
            committed |= dict.fromkeys(pairing.initiators, "initiated")
    for pairing in clash.pairings:
        if pairing.mode is Mode.DEFEND:
            for unit in pairing.defenders:
                committed.setdefault(unit, "defended")
    for unit, reason in committed.items():
        if telling.state.units[unit].active and not telling.state.units[unit].acted:
            telling.tell(MemberActivated(member=battle.units[unit].who, reason=reason))
    telling.tell(ClashOver(crew=side(battle, clash.crew).who, parting=clash.parting))


class ClashOver(Event, frozen=True, kw_only=True, tag="mortisphere.clash-over/1"):
    """All pairings of a Clash are settled and all who were committed have acted.

    It ends the crew's turn, unless the Clash struck at one who leaves (MS-MOV-4).
    """

    crew: Who
    parting: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name}'s Clash is over."


# Judging step 1


def declare(telling: Telling[Fighting], action: Clash, crew: str) -> None:
    """MS-CLA-2 to MS-CLA-10: name initiators, targets and Swarms."""
    battle = telling.state
    if not action.strikes:
        raise RuleBroken("MS-CLA-2", "a Clash needs an initiator")
    seen: set[str] = set()
    for strike in action.strikes:
        for unit in strike.initiators:
            if unit in seen:
                raise RuleBroken(
                    "MS-CLA-8", f"{battle.units[unit].who.name} names one target, not several"
                )
            seen.add(unit)
    first = battle.units[action.strikes[0].initiators[0]]
    struck = [_strike(battle, s, crew, first) for s in action.strikes]
    telling.tell(
        ClashDeclared(
            crew=side(battle, crew).who,
            area=area_name(battle, first.area),
            strikes=tuple(struck),
        )
    )


def _strike(battle: Fighting, strike: Strike, crew: str, first: Unit) -> Struck:
    if len(strike.targets) != 1:
        raise RuleBroken("MS-CLA-8", "an initiator names one target")
    target = battle.units[strike.targets[0]]
    members = [battle.units[u] for u in strike.initiators]
    for unit in members:
        check_initiator(unit, crew)
        if unit.area != first.area:
            raise RuleBroken(
                "MS-CLA-2",
                f"{first.who.name} stands in the {area_name(battle, first.area).name}, "
                f"{unit.who.name} in the {area_name(battle, unit.area).name}",
            )
        check_target(battle, unit, target)
    if strike.swarm:
        check_formation(battle, members, strike.leader)
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
        raise RuleBroken("MS-TRN-1", f"it is not the turn of {name}'s crew")
    if unit.fallen:
        raise RuleBroken("MS-INC-2", f"{name} is incapacitated and takes no actions")
    if not unit.active:
        raise RuleBroken("MS-SCN-6", f"{name} has left the battle")
    if unit.acted:
        raise RuleBroken("MS-ACT-2", f"{name} has already acted this round")
    if prevented(unit):
        raise RuleBroken("MS-RND-7", f"{name} is stunned and counts as having acted")


def check_initiator(unit: Unit, crew: str) -> None:
    """MS-CLA-7: whether a unit is eligible to initiate; raises RuleBroken."""
    check_actor(unit, crew)
    if any(s.id == "burdened" for s in unit.statuses):
        raise RuleBroken("MS-CLA-7", f"{unit.who.name} is burdened and may not initiate")


def check_target(battle: Fighting, unit: Unit, target: Unit) -> None:
    """MS-CLA-4, -9, -11: whether a unit may target another; raises RuleBroken."""
    name, foe = unit.who.name, target.who.name
    if target.crew == unit.crew:
        raise RuleBroken("MS-CLA-9", f"{foe} is of {name}'s own crew")
    if target.fallen and battle.house.target_incapacitated == "forbidden":
        raise RuleBroken("MS-CLA-11", f"{foe} is incapacitated and cannot be targeted")
    if not target.active and not target.fallen:
        raise RuleBroken("MS-CLA-9", f"{foe} is not in the battle")
    if target.area != unit.area:
        raise RuleBroken(
            "MS-CLA-4",
            f"{name} stands in the {area_name(battle, unit.area).name}, "
            f"{foe} in the {area_name(battle, target.area).name}",
            hint=f"acta do 'move {name} to {area_name(battle, target.area).name}'",
        )
    if any(s.id == "hidden" for s in target.statuses):
        raise RuleBroken("MS-CLA-9", f"{foe} is hidden and cannot be targeted")


# Remembering


def begun(battle: Fighting, event: ClashDeclared) -> Underway:
    """The pairings of a declared Clash (MS-MUL-3), and the crews that answer (MS-CLA-19)."""
    pairings: list[Pairing] = []
    for n, strike in enumerate(event.strikes, start=1):
        ids = tuple(w.id for w in strike.initiators)
        fallen = battle.units[strike.target.id].fallen
        mode = Mode.FALLEN if fallen else Mode.ABSORB if event.parting else Mode.UNANSWERED
        shared = strike.swarm and battle.house.swarm_roll == "shared_opponent_roll"
        one_each = shared or not strike.swarm
        pairings += [
            Pairing(
                initiators=group,
                target=strike.target.id,
                swarm=strike.swarm and not shared,
                leader=strike.leader,
                together=n if shared else 0,
                mode=mode,
            )
            for group in ([(u,) for u in ids] if one_each else [ids])
        ]
    asked = {battle.units[p.target].crew for p in pairings if p.mode is Mode.UNANSWERED}
    return Underway(
        crew=event.crew.id,
        area=event.area.id,
        pairings=tuple(pairings),
        answering=tuple(c for c in turn_order(battle, event.crew.id) if c in asked),
        parting=event.parting,
    )


def met(battle: Fighting, event: ClashAnswered) -> Underway:
    """The pairings as a crew's answer leaves them; who defends beside adds its own."""
    clash = battle.clash
    assert clash is not None  # noqa: S101 only a Clash is answered
    pairings = list(clash.pairings)
    for answer in event.answers:
        old = clash.pairings[answer.pairing - 1]
        facts = {
            "mode": answer.mode,
            "defenders": tuple(w.id for w in answer.defenders),
            "guard_swarm": answer.swarm,
            "guard_leader": answer.leader,
        }
        if answer.beside:
            facts["target"] = answer.defenders[0].id
            pairings.append(msgspec.structs.replace(old, **facts))
        else:
            pairings[answer.pairing - 1] = msgspec.structs.replace(old, **facts)
    return msgspec.structs.replace(
        clash, pairings=tuple(pairings), answering=clash.answering[1:]
    )


EVENTS: tuple[type[Event], ...] = (
    ClashDeclared,
    ClashAnswered,
    PairingsOrdered,
    MemberActivated,
    ClashOver,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ClashDeclared():
            clash = begun(battle, event)
            return msgspec.structs.replace(battle, clash=clash, clashes=battle.clashes + 1)
        case ClashAnswered():
            return msgspec.structs.replace(battle, clash=met(battle, event))
        case PairingsOrdered():
            clash = battle.clash
            if clash is None:
                return battle
            pairings = tuple(clash.pairings[n - 1] for n in event.order)
            ordered = msgspec.structs.replace(clash, pairings=pairings, ordered=True)
            return msgspec.structs.replace(battle, clash=ordered)
        case MemberActivated():
            return changed(battle, event.member.id, acted=True)
        case ClashOver():
            return msgspec.structs.replace(battle, clash=None)
        case _:
            return battle


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
        if unit.crew == crew and ready(unit) and not barred:
            groups.setdefault(identity(battle, unit), []).append(unit)
    if battle.house.swarm_roll == "disabled":
        return []
    return [tuple(g) for g in groups.values() if len(g) >= LEAST]
