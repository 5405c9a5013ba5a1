"""Chapters 8 and 9: pairings are rolled, decided, and cost Health."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from domain.games.mortisphere.battle import (
    Awaited,
    Blows,
    DieDue,
    Fighting,
    Harm,
    Kept,
    Mode,
    Pairing,
    Pick,
    Throw,
    Thrown,
    Underway,
    Unit,
    changed,
    whos,
)
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.resolve import (
    DieShown,
    Faces,
    Meeting,
    Roll,
    Rolled,
    again_for,
    current_max,
    die_due,
    modified,
    presence,
    remember_roll,
    remember_uses,
    repeat,
    result,
    shown,
    thrown_so_far,
)
from domain.games.mortisphere.swarm import (
    blow_count,
    is_suppressed,
    outmatched,
    overruns,
    rout,
    swarm_result,
)
from domain.terms import Event, Telling, Who

DICE = (4, 6, 8, 10, 12, 20)
HARM_ON = 4
ACTIVATED = Modifier(Who("MS-ACT-4", "already activated"), -2)


class Outcome(StrEnum):
    """Who won a pairing, or whether an absorber was harmed."""

    INITIATOR = "initiator"
    DEFENDER = "defender"
    TIE = "tie"
    HARMED = "harmed"
    UNHARMED = "unharmed"


# Events


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Health that a unit is to lose by a pairing, before anything prevents it."""

    member: Who
    amount: int


class ClashFought(Rolled, frozen=True, kw_only=True, tag="mortisphere.clash-fought/1"):
    """One pairing of a Clash was rolled and decided (MS-RES-4, MS-ABS-4, MS-SWA-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    defenders: tuple[Who, ...]
    mode: Mode
    swarm: bool = False
    guard_swarm: bool = False
    together: int = 0
    dice: tuple[DieShown, ...]
    initiator_result: int
    defender_result: int = 0
    presence: int = 0
    by_presence: bool = False
    outcome: Outcome
    losses: tuple[Loss, ...] = ()
    blows: int = 0
    guard_blows: int = 0
    chooser: str = ""
    guard_chooser: str = ""
    struck: tuple[Who, ...] = ()
    overrun: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        ours, theirs = _named(self.initiators, self.swarm), _named(self.defenders, self.guard_swarm)
        dice = "; ".join(f"{d.member.name} {d.told()}" for d in self.dice)
        ends = {
            Outcome.INITIATOR: f"{ours} wins",
            Outcome.DEFENDER: f"{theirs} wins",
            Outcome.TIE: "a tie",
            Outcome.HARMED: f"{theirs} is harmed",
            Outcome.UNHARMED: f"{theirs} is unharmed",
        }[self.outcome]
        if self.mode is Mode.DEFEND:
            numbers = f"{self.initiator_result} against {self.defender_result}"
        elif self.by_presence:
            numbers = f"{self.initiator_result} against Presence {self.presence}"
        else:
            numbers = str(self.initiator_result)
        more = ", an overrun" if self.overrun else ""
        blows = self.blows + self.guard_blows
        more += f", {blows} blow{'s' if blows > 1 else ''} to give" if blows else ""
        return f"{ours} against {theirs}: {numbers}, {ends}{more} ({dice})."


class PairingVoid(Event, frozen=True, kw_only=True, tag="mortisphere.pairing-void/1"):
    """A pairing came to nothing: one of its sides is gone (MS-MUL-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    target: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{_named(self.initiators)} against {self.target.name}: void."


class PairingRetargeted(Event, frozen=True, kw_only=True, tag="mortisphere.pairing-retargeted/1"):
    """A pairing whose target fell was turned on another that has answered (MS-MUL-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    target: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{_named(self.initiators)} turns on {self.target.name}."


class MemberFinished(Event, frozen=True, kw_only=True, tag="mortisphere.member-finished/1"):
    """An incapacitated enemy was struck again: -4 on its fate roll (MS-CLA-11)."""

    member: Who
    by: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is struck where it lies by {_named(self.by)}."


def _named(who: Sequence[Who], swarm: bool = False) -> str:  # noqa: FBT001, FBT002 one plain fact
    return ("the Swarm of " if swarm else "") + " and ".join(w.name for w in who)


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Steps 4 and 5 of a Clash: the dice of the next pairing, or of all (MS-MUL-6)."""
    clash = battle.clash
    if clash is None:
        return None
    number = next((n for n, p in enumerate(clash.pairings) if not p.settled), -1)
    if number < 0:
        return None
    if is_void(battle, clash.pairings[number]):
        offers = retargets(battle, clash, number)
        if offers:
            return Pick(clash.crew, "retarget", offers, 0, 1)
        return void
    return Throw("pairing", tuple(dice_due(battle)), clash.crew)


def is_void(battle: Fighting, pairing: Pairing) -> bool:
    """MS-MUL-7: whether one side of a pairing is gone."""
    units = battle.units
    if not any(units[u].active for u in pairing.initiators):
        return True
    if pairing.mode is Mode.FALLEN:
        return False
    met_by = pairing.defenders or (pairing.target,)
    return not any(units[u].active for u in met_by)


def retargets(battle: Fighting, clash: Underway, number: int) -> tuple[str, ...]:
    """MS-MUL-7 `retarget`: enemies of the Area that have answered and still stand."""
    pairing = clash.pairings[number]
    alive = any(battle.units[u].active for u in pairing.initiators)
    if battle.house.void_pairing != "retarget" or not alive or number in clash.retargeted:
        return ()
    answered = [
        p.target
        for p in clash.pairings
        if p.mode in (Mode.DEFEND, Mode.ABSORB) and not is_void(battle, p)
    ]
    return tuple(dict.fromkeys(answered))


def void(telling: Telling[Fighting]) -> None:
    """A pairing without one of its sides is void; its initiators stay committed."""
    number, pairing = current(telling.state)
    units = telling.state.units
    telling.tell(
        PairingVoid(
            pairing=number + 1,
            initiators=whos(telling.state, pairing.initiators),
            target=units[pairing.target].who,
        )
    )


def retarget(telling: Telling[Fighting], target: str) -> None:
    """MS-MUL-7 `retarget`: the initiating player turns the pairing on another enemy."""
    number, pairing = current(telling.state)
    telling.tell(
        PairingRetargeted(
            pairing=number + 1,
            initiators=whos(telling.state, pairing.initiators),
            target=telling.state.units[target].who,
        )
    )


def current(battle: Fighting) -> tuple[int, Pairing]:
    """The pairing that is settled next, with its place in the order."""
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    return next((n, p) for n, p in enumerate(clash.pairings) if not p.settled)


def open_pairings(battle: Fighting) -> list[tuple[int, Pairing]]:
    """The pairings of the next roll: one, or under `simultaneous` all that are not void."""
    if battle.house.pairing_resolution == "sequential":
        return [current(battle)]
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    return [
        (n, p)
        for n, p in enumerate(clash.pairings)
        if not p.settled and not is_void(battle, p)
    ]


def dice_due(battle: Fighting) -> list[DieDue]:
    """The dice of the next roll in order: each pairing's initiators, then its defenders."""
    if battle.again:
        return [
            msgspec.structs.replace(die_due(battle, battle.units[t.unit]), again=True)
            for t in battle.again
            if t.again
        ]
    found: list[DieDue] = []
    thrown_once: set[tuple[str, int]] = set()
    for n, pairing in open_pairings(battle):
        for unit in _alive(battle, pairing.initiators):
            found.append(die_due(battle, unit, n))
        for unit in _defending(battle, pairing):
            shared = _shared(battle, pairing)
            key = (unit.id, pairing.together)
            if shared and (key in thrown_once or kept(battle, unit.id, pairing)):
                continue
            thrown_once.add(key)
            found.append(die_due(battle, unit, n))
    return found


def _alive(battle: Fighting, units: Sequence[str]) -> list[Unit]:
    return [battle.units[u] for u in units if battle.units[u].active]


def _defending(battle: Fighting, pairing: Pairing) -> list[Unit]:
    return _alive(battle, pairing.defenders) if pairing.mode is Mode.DEFEND else []


def _shared(battle: Fighting, pairing: Pairing) -> bool:
    """Whether a defender's one roll meets several pairings (MS-MUL-4, MS-SWA-7)."""
    return battle.house.defender_rolls == "once_per_clash" or bool(pairing.together)


def kept(battle: Fighting, unit: str, pairing: Pairing) -> Kept | None:
    """The roll that a defender has already made for this pairing, if it has."""
    clash = battle.clash
    if clash is None or not _shared(battle, pairing):
        return None
    once = battle.house.defender_rolls == "once_per_clash"
    for roll in clash.kept:
        if roll.unit == unit and (once or roll.together == pairing.together):
            return roll
    return None


# Judging a roll


def fight(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-CLA-1 steps 4 and 5: the dice fall, and each pairing they settle is decided."""
    battle = telling.state
    faces = shown(battle, action, throw)
    thrown = thrown_so_far(battle, throw, faces)
    plan = _plan(battle, thrown)
    rules = [again_for(battle, meeting, t)[0] for meeting, t in plan.meetings]
    if repeat(telling, thrown, rules, faces.facts):
        return
    results = [result(battle, meeting, t) for meeting, t in plan.meetings]
    tied = _tied(battle, plan, results)
    if tied:
        rules = ["MS-RES-8" if owner in tied else "" for owner in plan.owners]
        again = [
            _anew(t, d) if rule else t
            for t, d, rule in zip(thrown, results, rules, strict=True)
        ]
        repeat(telling, again, rules, faces.facts)
        return
    for number, pairing, dice in _by_pairing(battle, plan, results):
        _decide(telling, battle, number, pairing, dice, faces)


class _Plan(msgspec.Struct, frozen=True):
    """Each die of the roll with the part it plays and what it has shown."""

    pairings: tuple[tuple[int, Pairing], ...]
    meetings: tuple[tuple[Meeting, Thrown], ...]
    owners: tuple[int, ...]


def _plan(battle: Fighting, thrown: list[Thrown]) -> _Plan:
    rolling = open_pairings(battle)
    before = msgspec.structs.replace(battle, again=())
    meetings, owners = [], []
    spent: dict[str, tuple[str, ...]] = {}
    for due, t in zip(dice_due(before), thrown, strict=True):
        pairing = next(p for n, p in rolling if n == due.pairing)
        part = meeting(battle, pairing, battle.units[t.unit])
        mine = msgspec.structs.replace(t, spent=t.spent + spent.get(t.unit, ()))
        used = tuple(m.source.id for m in again_for(battle, part, mine)[1] if m.limited)
        spent[t.unit] = spent.get(t.unit, ()) + used
        meetings.append((part, mine))
        owners.append(due.pairing)
    return _Plan(tuple(rolling), tuple(meetings), tuple(owners))


def meeting(battle: Fighting, pairing: Pairing, unit: Unit) -> Meeting:
    """A unit's part in a pairing: role, opponent, and what its Swarm suppresses."""
    initiating = unit.id in pairing.initiators
    foes = (pairing.defenders or (pairing.target,)) if initiating else pairing.initiators
    swarm = pairing.swarm if initiating else pairing.guard_swarm
    leader = pairing.leader if initiating else pairing.guard_leader
    penalty = ()
    if not initiating and unit.acted and battle.house.activated_may_defend == "at_minus_2":
        penalty = (ACTIVATED,)
    return Meeting(
        unit=unit,
        role="initiating" if initiating else "defending",
        foe=battle.units[foes[0]],
        suppressed=swarm and is_suppressed(battle, unit.id, leader),
        penalty=penalty,
    )


def _anew(thrown: Thrown, die: DieShown) -> Thrown:
    spent = (*thrown.spent, *(m.source.id for m in die.again))
    return msgspec.structs.replace(thrown, since=len(thrown.faces), spent=spent)


def _tied(battle: Fighting, plan: _Plan, results: list[DieShown]) -> set[int]:
    """MS-RES-8 `reroll`: the pairings that are tied and rolled again."""
    if battle.house.ties != "reroll":
        return set()
    tied: set[int] = set()
    for number, pairing, dice in _by_pairing(battle, plan, results):
        if pairing.mode is Mode.DEFEND:
            ours, theirs = _sides(pairing, dice)
            if _total(battle, ours, pairing.swarm) == _total(battle, theirs, pairing.guard_swarm):
                tied.add(number)
    return tied


def _by_pairing(
    battle: Fighting, plan: _Plan, results: list[DieShown]
) -> list[tuple[int, Pairing, list[DieShown]]]:
    """The dice of each pairing, with rolls that were kept from another put in."""
    found = []
    for number, pairing in plan.pairings:
        dice = [d for d, n in zip(results, plan.owners, strict=True) if n == number]
        for unit in _defending(battle, pairing):
            if all(d.member.id != unit.id for d in dice):
                dice.append(_from_kept(battle, plan, results, pairing, unit))
        found.append((number, pairing, dice))
    return found


def _from_kept(
    battle: Fighting, plan: _Plan, results: list[DieShown], pairing: Pairing, unit: Unit
) -> DieShown:
    roll = kept(battle, unit.id, pairing)
    if roll is None:
        die = next(
            d for d, (m, _) in zip(results, plan.meetings, strict=True)
            if d.member.id == unit.id and m.role == "defending"
        )
        roll = Kept(unit.id, die.natural, die.maximum, die.capped)
    plain = DieShown(
        member=unit.who, die=unit.die, maximum=roll.maximum, natural=roll.natural,
        capped=roll.capped, final=0, kept=True,
    )
    return modified(battle, meeting(battle, pairing, unit), plain)


def _sides(
    pairing: Pairing, dice: Sequence[DieShown]
) -> tuple[list[DieShown], list[DieShown]]:
    ours = [d for d in dice if d.member.id in pairing.initiators]
    return ours, [d for d in dice if d.member.id not in pairing.initiators]


def _total(battle: Fighting, dice: Sequence[DieShown], swarm: bool) -> int:  # noqa: FBT001
    return swarm_result(battle, dice) if swarm else dice[0].final


# Deciding a pairing


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a pairing comes to."""

    outcome: Outcome
    losses: tuple[tuple[str, int], ...] = ()
    blows: int = 0
    guard_blows: int = 0
    struck: tuple[str, ...] = ()
    overrun: bool = False


def _decide(  # noqa: PLR0913 the pairing, its dice and where they came from
    telling: Telling[Fighting],
    battle: Fighting,
    number: int,
    pairing: Pairing,
    dice: list[DieShown],
    faces: Faces,
) -> None:
    ours, theirs = _sides(pairing, dice)
    total = _total(battle, ours, pairing.swarm)
    facts: dict[str, Any] = dict(faces.facts)
    if pairing.mode is Mode.DEFEND:
        opposing = _total(battle, theirs, pairing.guard_swarm)
        verdict = compare(battle, pairing, ours, theirs)
        facts["defender_result"] = opposing
    else:
        target = battle.units[pairing.target]
        verdict = absorbed(battle, pairing, ours, total)
        if battle.house.absorb == "presence":
            foe = battle.units[pairing.initiators[0]]
            facts |= {"presence": presence(battle, target, foe), "by_presence": True}
    if verdict.blows:
        facts["chooser"] = _chooser(battle, pairing.initiators, pairing.defenders)
    if verdict.guard_blows:
        facts["guard_chooser"] = _chooser(battle, pairing.defenders, pairing.initiators)
    telling.tell(
        ClashFought(
            pairing=number + 1,
            initiators=whos(battle, pairing.initiators),
            defenders=whos(battle, pairing.defenders or (pairing.target,)),
            mode=pairing.mode,
            swarm=pairing.swarm,
            guard_swarm=pairing.guard_swarm,
            together=pairing.together,
            dice=tuple(dice),
            initiator_result=total,
            outcome=verdict.outcome,
            losses=tuple(Loss(battle.units[u].who, n) for u, n in verdict.losses if n),
            blows=verdict.blows,
            guard_blows=verdict.guard_blows,
            struck=whos(battle, verdict.struck),
            overrun=verdict.overrun,
            **facts,
        )
    )
    if pairing.mode is Mode.FALLEN and verdict.outcome is Outcome.HARMED:
        telling.tell(
            MemberFinished(
                member=battle.units[pairing.target].who, by=whos(battle, pairing.initiators)
            )
        )


def _chooser(battle: Fighting, swarm: Sequence[str], foes: Sequence[str]) -> str:
    """MS-SWA-10: whose choice it is whom the blows hit."""
    striker = battle.house.swarm_allocation == "striker"
    return battle.units[(foes if striker else swarm)[0]].crew


def absorbed(
    battle: Fighting, pairing: Pairing, ours: Sequence[DieShown], total: int
) -> Verdict:
    """MS-ABS-4: when a lone roll harms a target that absorbs (or lies fallen)."""
    target = battle.units[pairing.target]
    rule = battle.house.absorb
    if rule == "presence":
        best = not pairing.swarm and ours[0].natural == ours[0].die
        standard = presence(battle, target, battle.units[pairing.initiators[0]])
        harmed = best or total > standard
    elif rule == "fixed_3":
        harmed = total >= HARM_ON
    elif rule == "half_max":
        harmed = 2 * total > current_max(battle, target)
    else:
        harmed = True
    if not harmed:
        return Verdict(outcome=Outcome.UNHARMED)
    if pairing.mode is Mode.FALLEN:
        return Verdict(outcome=Outcome.HARMED)
    amount = 1
    if not pairing.swarm and battle.house.damage_per_win == "die_step":
        amount = _by_die_step(ours[0].die, target.die)
    return Verdict(outcome=Outcome.HARMED, losses=((target.id, amount),))


def _by_die_step(winner: int, loser: int) -> int:
    """MS-DMG-5 `die_step`: 2 if the winner's die is two or more steps larger."""
    return 2 if DICE.index(winner) - DICE.index(loser) >= 2 else 1


def compare(
    battle: Fighting, pairing: Pairing, ours: Sequence[DieShown], theirs: Sequence[DieShown]
) -> Verdict:
    """MS-RES-4, -8, MS-SWA-8, -9, -12: who wins a defended pairing and what it costs."""
    total = _total(battle, ours, pairing.swarm)
    opposing = _total(battle, theirs, pairing.guard_swarm)
    if total == opposing and battle.house.ties in ("both_survive", "reroll"):
        return Verdict(outcome=Outcome.TIE)
    if total == opposing and battle.house.ties == "both_lose":
        return _tie_losses(pairing, ours, theirs)
    won = total > opposing or (total == opposing and battle.house.ties == "initiator")
    if pairing.swarm and pairing.guard_swarm:
        return _swarms_meet(battle, ours, theirs, won=won)
    if pairing.swarm:
        return _swarm_attacks(battle, ours, theirs, won=won)
    if pairing.guard_swarm:
        return _swarm_defends(battle, ours, theirs, won=won)
    outcome = Outcome.INITIATOR if won else Outcome.DEFENDER
    if not won and battle.house.responder_deals_damage == "never":
        return Verdict(outcome=outcome)
    winner, loser = (ours[0], theirs[0]) if won else (theirs[0], ours[0])
    return Verdict(outcome=outcome, losses=((loser.member.id, _cost(battle, winner, loser)),))


def _cost(battle: Fighting, winner: DieShown, loser: DieShown) -> int:
    """MS-DMG-5: how much Health a win costs."""
    if battle.house.damage_per_win == "margin_5":
        return 1 + (winner.final - loser.final) // 5
    if battle.house.damage_per_win == "die_step":
        return _by_die_step(winner.die, loser.die)
    return 1


def _tie_losses(
    pairing: Pairing, ours: Sequence[DieShown], theirs: Sequence[DieShown]
) -> Verdict:
    """MS-RES-8 `both_lose`: 1 Health each; a Swarm gives its 1 as a blow."""
    losses: list[tuple[str, int]] = []
    if not pairing.guard_swarm:
        losses.append((theirs[0].member.id, 1))
    if not pairing.swarm:
        losses.append((ours[0].member.id, 1))
    return Verdict(
        outcome=Outcome.TIE,
        losses=tuple(losses),
        blows=1 if pairing.swarm else 0,
        guard_blows=1 if pairing.guard_swarm else 0,
    )


def _swarm_attacks(
    battle: Fighting,
    ours: Sequence[DieShown],
    theirs: Sequence[DieShown],
    *,
    won: bool,
) -> Verdict:
    total, opposing = swarm_result(battle, ours), theirs[0].final
    tie = total == opposing
    over = won and not tie and overruns(battle, total, opposing)
    losses = ((theirs[0].member.id, 2 if over else 1),) if won else ()
    blows, struck = 0, ()
    if not tie and battle.house.responder_deals_damage == "always":
        blows, struck = _struck(battle, ours, opposing, won=won)
    outcome = Outcome.INITIATOR if won else Outcome.DEFENDER
    return Verdict(outcome=outcome, losses=losses, blows=blows, struck=struck, overrun=over)


def _swarm_defends(
    battle: Fighting,
    ours: Sequence[DieShown],
    theirs: Sequence[DieShown],
    *,
    won: bool,
) -> Verdict:
    total, opposing = ours[0].final, swarm_result(battle, theirs)
    hurts = not won and battle.house.responder_deals_damage == "always"
    losses = ((ours[0].member.id, 1),) if hurts else ()
    blows, struck = 0, ()
    if total != opposing:
        blows, struck = _struck(battle, theirs, total, won=not won)
    outcome = Outcome.INITIATOR if won else Outcome.DEFENDER
    return Verdict(outcome=outcome, losses=losses, guard_blows=blows, struck=struck)


def _struck(
    battle: Fighting, dice: Sequence[DieShown], opposing: int, *, won: bool
) -> tuple[int, tuple[str, ...]]:
    """MS-SWA-9: blows to give, or (`individual`) the very members that are struck."""
    if battle.house.swarm_losses == "individual":
        return 0, () if won else outmatched(dice, opposing)
    return blow_count(battle, dice, opposing, won=won), ()


def _swarms_meet(
    battle: Fighting,
    ours: Sequence[DieShown],
    theirs: Sequence[DieShown],
    *,
    won: bool,
) -> Verdict:
    """MS-SWA-12: sums are compared; the loser's losses are spread as blows."""
    margin = abs(swarm_result(battle, ours) - swarm_result(battle, theirs))
    outcome = Outcome.INITIATOR if won else Outcome.DEFENDER
    if not won and battle.house.responder_deals_damage == "never":
        return Verdict(outcome=outcome)
    if won:
        return Verdict(outcome=outcome, guard_blows=rout(theirs, margin))
    return Verdict(outcome=outcome, blows=rout(ours, margin))


# Remembering


EVENTS: tuple[type[Event], ...] = (ClashFought, PairingVoid, PairingRetargeted, MemberFinished)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ClashFought():
            return _remember_fought(battle, event)
        case PairingVoid():
            return _settled(battle, event.pairing - 1, void=True)
        case PairingRetargeted():
            return _remember_retarget(battle, event)
        case MemberFinished():
            return changed(battle, event.member.id, finished=True)
        case _:
            return battle


def _settled(battle: Fighting, number: int, **facts: object) -> Fighting:
    clash = battle.clash
    if clash is None:
        return battle
    pairings = list(clash.pairings)
    pairings[number] = msgspec.structs.replace(pairings[number], settled=True, **facts)
    changed_ = msgspec.structs.replace(clash, pairings=tuple(pairings), ordered=True)
    return msgspec.structs.replace(battle, clash=changed_)


def _remember_retarget(battle: Fighting, event: PairingRetargeted) -> Fighting:
    clash = battle.clash
    if clash is None:
        return battle
    number, target = event.pairing - 1, event.target.id
    like = next(
        p for p in clash.pairings if p.target == target and p.mode in (Mode.DEFEND, Mode.ABSORB)
    )
    pairings = list(clash.pairings)
    pairings[number] = msgspec.structs.replace(
        pairings[number],
        target=target,
        mode=like.mode,
        defenders=like.defenders,
        guard_swarm=like.guard_swarm,
        guard_leader=like.guard_leader,
    )
    changed_ = msgspec.structs.replace(
        clash, pairings=tuple(pairings), retargeted=(*clash.retargeted, number)
    )
    return msgspec.structs.replace(battle, clash=changed_)


def _remember_fought(battle: Fighting, event: ClashFought) -> Fighting:
    after = _settled(remember_roll(battle, event), event.pairing - 1)
    initiators = tuple(w.id for w in event.initiators)
    defenders = tuple(w.id for w in event.defenders)
    for die in event.dice:
        used = (*die.modifiers, *die.again)
        if used:
            after = remember_uses(after, die.member.id, used)
    clash = after.clash
    if clash is not None and event.mode is Mode.DEFEND:
        new = tuple(
            Kept(d.member.id, d.natural, d.maximum, d.capped, event.together)
            for d in event.dice
            if d.member.id in defenders and not d.kept
        )
        after = msgspec.structs.replace(
            after, clash=msgspec.structs.replace(clash, kept=clash.kept + new)
        )
    due = _due(event, initiators, defenders)
    return msgspec.structs.replace(after, due=after.due + due) if due else after


def _due(
    event: ClashFought, initiators: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[Harm | Blows, ...]:
    """The opponent's loss first, then a Swarm's blows."""
    due: list[Harm | Blows] = [
        Harm(
            unit=loss.member.id,
            amount=loss.amount,
            by=initiators if loss.member.id in defenders else defenders,
        )
        for loss in event.losses
    ]
    if event.blows:
        due.append(
            Blows(swarm=initiators, count=event.blows, by=defenders, chooser=event.chooser)
        )
    if event.guard_blows:
        due.append(
            Blows(
                swarm=defenders, count=event.guard_blows, by=initiators, chooser=event.guard_chooser
            )
        )
    due += [
        Harm(
            unit=w.id, amount=1, by=defenders if w.id in initiators else initiators
        )
        for w in event.struck
    ]
    return tuple(due)
