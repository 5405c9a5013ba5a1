"""Chapters 7 to 9 and 12: what a pairing comes to, once its dice are known."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from domain.effects import of
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import working
from domain.games.mortisphere.resolve import DieShown, current_max, presence
from domain.games.mortisphere.swarm import (
    blow_count,
    is_suppressed,
    outmatched,
    overruns,
    rout,
    swarm_result,
)
from domain.games.mortisphere.underway import Mode, Pairing
from domain.games.mortisphere.units import Unit
from domain.summing import Sum

DICE = (4, 6, 8, 10, 12, 20)
HARM_ON = 4
STEPS_LARGER = 2
MARGIN = 5


class Outcome(StrEnum):
    """Who won a pairing, or whether an absorber was harmed."""

    INITIATOR = "initiator"
    DEFENDER = "defender"
    TIE = "tie"
    HARMED = "harmed"
    UNHARMED = "unharmed"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a pairing comes to."""

    outcome: Outcome
    losses: tuple[tuple[str, int], ...] = ()
    blows: int = 0
    guard_blows: int = 0
    struck: tuple[str, ...] = ()
    overrun: bool = False


def side_result(battle: Fighting, dice: Sequence[DieShown], *, swarm: bool) -> int:
    """MS-RES-4, MS-SWA-7: the result of one side of a pairing."""
    return swarm_result(battle, dice) if swarm else dice[0].final


def absorbed(battle: Fighting, pairing: Pairing, ours: Sequence[DieShown], total: int) -> Verdict:
    """MS-ABS-4: when a lone roll harms a target that absorbs (or lies fallen)."""
    target = battle.units[pairing.target]
    best = not pairing.swarm and ours[0].natural == ours[0].die
    foe = battle.units[pairing.initiators[0]]
    if not harms(battle, target, total=total, best=best, foe=foe):
        return Verdict(outcome=Outcome.UNHARMED)
    if pairing.mode is Mode.FALLEN:
        return Verdict(outcome=Outcome.HARMED)
    amount = 1
    if not pairing.swarm and battle.house.damage_per_win == "die_step":
        amount = by_die_step(ours[0].die, target.die)
    return Verdict(outcome=Outcome.HARMED, losses=((target.id, amount),))


def harms(
    battle: Fighting, target: Unit, *, total: int, best: bool, foe: Unit | None = None
) -> bool:
    """MS-ABS-4: whether a result (`best`: the highest face of its die) harms an absorber."""
    rule = battle.house.absorb
    if rule == "presence":
        return best or total > presence(battle, target, foe)
    if rule == "fixed_3":
        return total >= HARM_ON
    if rule == "half_max":
        return 2 * total > current_max(battle, target)
    return True


def by_die_step(winner: int, loser: int) -> int:
    """MS-DMG-5 `die_step`: 2 if the winner's die is two or more steps larger."""
    return 2 if DICE.index(winner) - DICE.index(loser) >= STEPS_LARGER else 1


def compare(
    battle: Fighting, pairing: Pairing, ours: Sequence[DieShown], theirs: Sequence[DieShown]
) -> Verdict:
    """MS-RES-4, -8, MS-SWA-8, -9, -12: who wins a defended pairing and what it costs."""
    total = side_result(battle, ours, swarm=pairing.swarm)
    opposing = side_result(battle, theirs, swarm=pairing.guard_swarm)
    rule = tie_rule(battle, pairing) if total == opposing else ""
    if rule in ("both_survive", "reroll"):
        return Verdict(outcome=Outcome.TIE)
    if rule == "both_lose":
        return _tie_losses(pairing, ours, theirs)
    won = total > opposing or rule == "initiator"
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
    return Verdict(
        outcome=outcome, losses=((loser.member.id, cost_sum(battle, winner, loser).total),)
    )


def tie_rule(battle: Fighting, pairing: Pairing) -> str:
    """MS-RES-8: what a tie comes to; an effect goes before the house rule (MS-GEN-4)."""
    ours = _tie_effect(battle, pairing, pairing.initiators, "initiating", pairing.swarm)
    theirs = _tie_effect(battle, pairing, pairing.defenders, "defending", pairing.guard_swarm)
    if ours == theirs:
        return str(battle.house.ties)
    if "none" in (ours, theirs):
        return "both_survive"
    return "initiator" if ours == "win" or theirs == "lose" else "responder"


def _tie_effect(
    battle: Fighting,
    pairing: Pairing,
    units: Sequence[str],
    role: str,
    swarm: bool,  # noqa: FBT001 a plain fact of the side
) -> str:
    foes = pairing.defenders if role == "initiating" else pairing.initiators
    leader = pairing.leader if role == "initiating" else pairing.guard_leader
    for id_ in units:
        unit = battle.units[id_]
        off = swarm and is_suppressed(battle, id_, leader)
        situation = Situation(role=role, foe=battle.units[foes[0]], suppressed=off, swarm=swarm)
        for w in of(working(battle, unit, "clash.compare", situation), "tie"):
            return w.effect.word
    return ""


def cost_sum(battle: Fighting, winner: DieShown, loser: DieShown) -> Sum:
    """MS-DMG-5: how much Health a win costs."""
    made = Sum().add(1, "a win", "MS-DMG-5")
    if battle.house.damage_per_win == "margin_5":
        margin = winner.final - loser.final
        made.add(margin // MARGIN, f"for each full {MARGIN} of a margin of {margin}", "MS-DMG-5")
    if battle.house.damage_per_win == "die_step":
        more = by_die_step(winner.die, loser.die) - 1
        made.add(more, f"a d{winner.die} beats a d{loser.die}", "MS-DMG-5")
    return made


def _tie_losses(pairing: Pairing, ours: Sequence[DieShown], theirs: Sequence[DieShown]) -> Verdict:
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
    battle: Fighting, ours: Sequence[DieShown], theirs: Sequence[DieShown], *, won: bool
) -> Verdict:
    """MS-SWA-8, -9: a Swarm's win costs 1 or 2 Health; the defender strikes back all the same."""
    total, opposing = swarm_result(battle, ours), theirs[0].final
    over = won and overruns(battle, total, opposing)
    losses = ((theirs[0].member.id, 2 if over else 1),) if won else ()
    blows, struck = 0, tuple[str, ...]()
    if battle.house.responder_deals_damage == "always":
        blows, struck = _struck(battle, ours, opposing, won=won)
    outcome = Outcome.INITIATOR if won else Outcome.DEFENDER
    return Verdict(outcome=outcome, losses=losses, blows=blows, struck=struck, overrun=over)


def _swarm_defends(
    battle: Fighting, ours: Sequence[DieShown], theirs: Sequence[DieShown], *, won: bool
) -> Verdict:
    """MS-SWA-8, -9, -11: a defending Swarm's win costs 1 Health; the initiator strikes it."""
    hurts = not won and battle.house.responder_deals_damage == "always"
    blows, struck = _struck(battle, theirs, ours[0].final, won=not won)
    return Verdict(
        outcome=Outcome.INITIATOR if won else Outcome.DEFENDER,
        losses=((ours[0].member.id, 1),) if hurts else (),
        guard_blows=blows,
        struck=struck,
    )


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
