"""Chapter 17 at step 5: what a win does besides its Health (`clash.win`)."""

from collections.abc import Sequence

import msgspec

from domain.effects import of
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import OPPONENT, Working, working
from domain.games.mortisphere.outcome import Outcome, Verdict
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.statuses import gain
from domain.games.mortisphere.swarm import is_suppressed
from domain.games.mortisphere.underway import Mode, Pairing
from domain.terms import Telling


def sides(pairing: Pairing, verdict: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Winners and losers of a pairing; harming an absorber is a win too (MS-AT-48)."""
    met_by = pairing.defenders or (pairing.target,)
    if verdict.outcome in (Outcome.INITIATOR, Outcome.HARMED):
        return pairing.initiators, met_by
    if verdict.outcome is Outcome.DEFENDER:
        return met_by, pairing.initiators
    return (), ()


def won_by(
    battle: Fighting,
    pairing: Pairing,
    verdict: Verdict,
    ours: Sequence[DieShown],
    theirs: Sequence[DieShown],
) -> list[Working]:
    """The `clash.win` effects of whoever won, in the order of its members."""
    winners, losers = sides(pairing, verdict)
    if not winners or pairing.mode is Mode.FALLEN:
        return []
    initiated = winners == pairing.initiators
    swarm = pairing.swarm if initiated else pairing.guard_swarm
    leader = pairing.leader if initiated else pairing.guard_leader
    shown = {d.member.id: d for d in (*ours, *theirs)}
    found: list[Working] = []
    for id_ in winners:
        die = shown.get(id_)
        situation = Situation(
            role="initiating" if initiated else "defending",
            foe=battle.units[losers[0]],
            natural=die.natural if die else 0,
            die=die.die if die else 0,
            swarm=swarm,
        )
        if not (swarm and is_suppressed(battle, id_, leader)):
            found += _own(battle, id_, situation)
    return found


def _own(battle: Fighting, winner: str, situation: Situation) -> list[Working]:
    """A winner's own effects, those that reach its opponent among them."""
    unit, foe = battle.units[winner], situation.foe
    mine = working(battle, unit, "clash.win", situation)
    turned = [
        w
        for w in (working(battle, foe, "clash.win", situation.turned(unit)) if foe else [])
        if w.bearer == winner
    ]
    return mine + turned


def hurt_more(verdict: Verdict, wins: Sequence[Working]) -> Verdict:
    """A win that costs the loser more Health (`damage`); a Swarm's losses stay as they are."""
    more = sum(w.effect.value for w in of(wins, "damage"))
    if not more or not verdict.losses:
        return verdict
    winners = {w.bearer for w in wins}
    losses = tuple(
        (unit, amount + more) if unit not in winners else (unit, amount)
        for unit, amount in verdict.losses
    )
    return msgspec.structs.replace(verdict, losses=losses)


def after_win(
    telling: Telling[Fighting], pairing: Pairing, verdict: Verdict, wins: Sequence[Working]
) -> None:
    """What a win does besides to whom an effect reaches: its action is gone, it has a status."""
    _, losers = sides(pairing, verdict)
    for w in wins:
        for reached in losers if w.effect.to in OPPONENT else (w.bearer,):
            unit = telling.state.units[reached]
            if w.effect.op == "activation" and w.effect.word == "spend" and not unit.acted:
                telling.tell(MemberActivated(member=unit.who, reason=w.source.name))
            elif w.effect.op == "status":
                gain(telling, reached, w.effect)
