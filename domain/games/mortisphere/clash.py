"""Chapters 5 to 7: a Clash is declared, answered and, once fought, activates who took part."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from domain.games.mortisphere import announcing
from domain.games.mortisphere.battle import Fighting, changed, paired, party, turn_order
from domain.games.mortisphere.effects import Offer, offers
from domain.games.mortisphere.underway import Mode, Pairing, Underway
from domain.games.mortisphere.using import Named, to_confirm
from domain.games.mortisphere.waiting import Answer, Awaited, Confirm
from domain.names import the
from domain.terms import Action, Event, Telling, Who, listed

# Events


class Struck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One strike of a Clash: initiators (or a Swarm) and their target."""

    initiators: tuple[Who, ...]
    target: Who
    swarm: bool = False
    leader: str = ""
    undefended: bool = False


class ClashDeclared(Event, frozen=True, kw_only=True, tag="mortisphere.clash-declared/1"):
    """A crew initiated a Clash: who strikes at whom (MS-CLA-2 to MS-CLA-10)."""

    crew: Who
    area: Who
    strikes: tuple[Struck, ...]
    parting: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        said = "; ".join(
            f"{'the Swarm of ' if s.swarm else ''}{listed(s.initiators)} against {s.target.name}"
            for s in self.strikes
        )
        why = "strikes at one who leaves" if self.parting else "initiates a Clash"
        return f"{self.crew.name} {why} in {the(self.area.name)}: {said}."


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


class MemberActivated(Event, frozen=True, kw_only=True, tag="mortisphere.member-activated/1"):
    """A unit has acted for this round (MS-ACT-1)."""

    member: Who
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} has acted{f' ({self.reason})' if self.reason else ''}."


class ClashSettled(Event, frozen=True, kw_only=True, tag="mortisphere.clash-settled/1"):
    """Everyone committed to a Clash has acted; effects of its end may follow (MS-CLA-1 step 6)."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name}'s Clash is settled."


class ClashOver(Event, frozen=True, kw_only=True, tag="mortisphere.clash-over/1"):
    """All pairings of a Clash are settled and all who were committed have acted.

    It ends the crew's turn, unless the Clash struck at one who leaves (MS-MOV-4).
    """

    crew: Who
    parting: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name}'s Clash is over."


def _met(answer: Answered) -> str:
    if answer.mode is Mode.ABSORB:
        return f"{answer.target.name} absorbs"
    who = f"{'the Swarm of ' if answer.swarm else ''}{listed(answer.defenders)}"
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
    effects: tuple[Named, ...] = ()


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
    effects: tuple[Named, ...] = ()


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Steps 2 and 6 of a Clash; its rolls are the next chapter's (MS-CLA-1)."""
    clash = battle.clash
    if clash is None:
        return None
    if clash.answering:
        return Answer(clash.answering[0])
    if any(not p.settled for p in clash.pairings):
        return None
    return _ending(battle, clash) if clash.settled else activate_all


def _ending(battle: Fighting, clash: Underway) -> Confirm | Callable[[Telling[Fighting]], None]:
    """MS-CLA-1 step 6: effects of the Clash's end are offered to each crew once."""
    order = turn_order(battle, clash.crew)
    for crew in (*order[-1:], *order[:-1]):
        asked = to_confirm(crew, "clash.end", end_offers(battle, crew))
        if asked is not None and crew not in clash.offered:
            return asked
    return over


def end_offers(battle: Fighting, crew: str) -> list[Offer]:
    """The `clash.end` effects that a crew may use: of those who took part and have acted."""
    clash = battle.clash
    if clash is None:
        return []
    took_part = dict.fromkeys(
        u for p in clash.pairings for u in (*p.initiators, *(p.defenders or (p.target,)))
    )
    units = [battle.units[u] for u in took_part if battle.units[u].crew == crew]
    return [o for u in units if u.active and u.acted for o in offers(battle, u, "clash.end")]


def activate_all(telling: Telling[Fighting]) -> None:
    """MS-CLA-22: everyone committed becomes activated, whatever the outcome."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 upcoming() looked
    announcing.refund(telling)
    for unit, reason in _committed(battle, clash).items():
        if telling.state.units[unit].active and not telling.state.units[unit].acted:
            telling.tell(MemberActivated(member=battle.units[unit].who, reason=reason))
    if any(end_offers(telling.state, s.id) for s in battle.sides):
        telling.tell(ClashSettled(crew=party(battle, clash.crew)))
    else:
        over(telling)


def _committed(battle: Fighting, clash: Underway) -> dict[str, str]:
    """Who has acted by this Clash, and how; MS-MUL-7 `uncommitted`: not for a void pairing.

    MS-NEU-3: defending does not tire the tireless.
    """
    spared = battle.house.void_pairing == "uncommitted"
    striking = [p for p in clash.pairings if not (p.void and spared)]
    found = {unit: "initiated" for pairing in striking for unit in pairing.initiators}
    defending = [p for p in clash.pairings if p.mode is Mode.DEFEND]
    defended = {unit: "defended" for pairing in defending for unit in pairing.defenders}
    tired = {unit: how for unit, how in defended.items() if not battle.units[unit].tireless}
    return found | {unit: how for unit, how in tired.items() if unit not in found}


def over(telling: Telling[Fighting]) -> None:
    """The Clash ends, and with it the turn of the crew that initiated it."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 upcoming() looked
    telling.tell(ClashOver(crew=party(battle, clash.crew), parting=clash.parting))


# Remembering


def begun(battle: Fighting, event: ClashDeclared) -> Underway:
    """The pairings of a declared Clash (MS-MUL-3), and the crews that answer (MS-CLA-19)."""
    pairings: list[Pairing] = []
    for n, strike in enumerate(event.strikes, start=1):
        ids = tuple(w.id for w in strike.initiators)
        target = battle.units.get(strike.target.id)
        fallen = target is not None and target.fallen
        absorbs = event.parting or strike.undefended
        mode = Mode.FALLEN if fallen else Mode.ABSORB if absorbs else Mode.UNANSWERED
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
    return Underway(
        crew=event.crew.id,
        area=event.area.id,
        pairings=tuple(pairings),
        answering=_answering(battle, event.crew.id, pairings),
        parting=event.parting,
    )


def _answering(battle: Fighting, initiating: str, pairings: list[Pairing]) -> tuple[str, ...]:
    """MS-CLA-19: the crews that answer, in turn order; before them neutrals for themselves."""
    named = [p.target for p in pairings if p.mode is Mode.UNANSWERED]
    targets = [battle.units[u] for u in dict.fromkeys(named) if u in battle.units]
    crews = {u.camp for u in targets if u.camp}
    order = turn_order(battle, initiating)
    gone = [s.id for s in battle.sides if s.id in crews and s.id not in order]
    return (*(u.id for u in targets if not u.camp), *(c for c in order if c in crews), *gone)


def met(battle: Fighting, event: ClashAnswered) -> Fighting:
    """The pairings as a crew's answer leaves them; who defends beside adds a pairing."""
    for answer in event.answers:
        facts: dict[str, object] = {
            "mode": answer.mode,
            "defenders": tuple(w.id for w in answer.defenders),
            "guard_swarm": answer.swarm,
            "guard_leader": answer.leader,
        }
        if answer.beside:
            battle = _beside(battle, answer, facts)
        else:
            battle = paired(battle, answer.pairing, **facts)
    if battle.clash is None:
        return battle
    clash = msgspec.structs.replace(battle.clash, answering=battle.clash.answering[1:])
    return msgspec.structs.replace(battle, clash=clash)


def _beside(battle: Fighting, answer: Answered, facts: dict[str, object]) -> Fighting:
    clash = battle.clash
    if clash is None or not 0 < answer.pairing <= len(clash.pairings):
        return battle
    like = clash.pairings[answer.pairing - 1]
    added = msgspec.structs.replace(like, **facts, target=answer.defenders[0].id)
    more = msgspec.structs.replace(clash, pairings=(*clash.pairings, added))
    return msgspec.structs.replace(battle, clash=more)


EVENTS: tuple[type[Event], ...] = (
    ClashDeclared,
    ClashAnswered,
    MemberActivated,
    ClashSettled,
    ClashOver,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ClashDeclared():
            clash = begun(battle, event)
            return msgspec.structs.replace(battle, clash=clash, clashes=battle.clashes + 1)
        case ClashAnswered():
            return met(battle, event)
        case MemberActivated():
            return changed(battle, event.member.id, acted=True)
        case ClashSettled() if battle.clash is not None:
            settled = msgspec.structs.replace(battle.clash, settled=True)
            return msgspec.structs.replace(battle, clash=settled)
        case ClashOver():
            return msgspec.structs.replace(battle, clash=None)
        case _:
            return battle
