"""Chapters 8 and 9: the dice of a Clash fall, pairing by pairing or all at once (MS-MUL-6)."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.games.mortisphere.battle import Fighting, Thrown, whos
from domain.games.mortisphere.due import (
    all_dice,
    defending,
    dice_due,
    group_of,
    kept,
    meeting,
    open_pairings,
    stepped,
)
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.outcome import Outcome, Verdict, absorbed, compare, side_result
from domain.games.mortisphere.pairing import (
    ClashFought,
    Loss,
    MemberFinished,
    thrower,
)
from domain.games.mortisphere.resolve import (
    DieShown,
    Meeting,
    again_for,
    anew,
    can_change,
    modified,
    presence,
    presence_modifiers,
    remember_uses,
    repeat,
    result,
    up_to_date,
    with_uses,
)
from domain.games.mortisphere.throwing import Roll, shown, thrown_so_far
from domain.games.mortisphere.underway import Kept, Mode, Pairing
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Throw
from domain.games.mortisphere.winning import after_win, hurt_more, won_by
from domain.terms import Telling, Who

# What is awaited


def upcoming(battle: Fighting) -> Throw | None:
    """Step 4 of a Clash: the dice of the next pairing, or of all (MS-CLA-1, MS-MUL-6)."""
    clash = battle.clash
    if clash is None or all(p.settled for p in clash.pairings):
        return None
    return Throw("pairing", tuple(dice_due(battle)), thrower(battle, clash))


# Judging a roll


class Part(msgspec.Struct, frozen=True):
    """A die of the roll: its pairing, what it plays there, and what it has shown.

    `rule` is the one by which it must be rolled again, "" if it stands; `used` are the effects
    that asked for re-rolls.
    """

    number: int
    pairing: Pairing
    meeting: Meeting
    thrown: Thrown
    rule: str = ""
    used: tuple[Modifier, ...] = ()


Hold = Callable[[Telling[Fighting], list[Thrown], dict[str, Any]], bool]
"""Whether dice that fell are held open before they are compared."""


def fight(
    telling: Telling[Fighting], action: Roll, throw: Throw, hold: Hold = lambda *_: False
) -> None:
    """MS-CLA-1 steps 4 and 5: the dice fall, and each pairing they settle is decided."""
    battle = telling.state
    faces = shown(battle, action, throw)
    thrown = thrown_so_far(battle, throw, faces)
    parts = parts_of(battle, thrown)
    rules = [p.rule for p in parts]
    if repeat(telling, thrown, rules, faces.facts) or hold(telling, thrown, faces.facts):
        return
    _settle(telling, thrown, parts, faces.facts)


def settle(telling: Telling[Fighting]) -> None:
    """The dice that lie on the table count as they are."""
    battle = telling.state
    thrown = list(battle.again)
    before = msgspec.structs.replace(battle, again=())
    _settle(telling, thrown, parts_of(before, thrown), {"source": battle.dice})


def _settle(
    telling: Telling[Fighting], thrown: list[Thrown], parts: list[Part], facts: dict[str, Any]
) -> None:
    battle = telling.state
    dice = results_of(battle, parts)
    tied = tied_in(battle, parts, dice)
    rules = ["MS-RES-8" if p.number in tied else "" for p in parts]
    again = [anew(t, die) if rule else t for t, die, rule in zip(thrown, dice, rules, strict=True)]
    if repeat(telling, again, rules, facts):
        return
    seen = battle
    for number, pairing in open_pairings(battle):
        mine = dice_of(seen, number, pairing, parts, dice)
        _decide(telling, seen, number, pairing, mine, facts)
        seen = with_uses(battle, telling.state)


def results_of(battle: Fighting, parts: list[Part]) -> list[DieShown]:
    """The dice as they count, one after another: a limited effect that is used up is gone."""
    dice: list[DieShown] = []
    for part in parts:
        die = result(battle, up_to_date(battle, part.meeting), part.thrown, part.used)
        battle = remember_uses(battle, die.member.id, (*die.modifiers, *die.bounds))
        dice.append(die)
    return dice


def parts_of(battle: Fighting, thrown: list[Thrown]) -> list[Part]:
    """Each die in its pairing; what other dice of its unit have spent does not roll it again."""
    rolling = dict(open_pairings(battle))
    dice = [
        Part(due.pairing, rolling[due.pairing], role_of(battle, rolling[due.pairing], t), t)
        for due, t in zip(all_dice(battle), thrown, strict=True)
    ]
    spent = _spent_before(battle, dice)
    parts: list[Part] = []
    limited: dict[str, tuple[str, ...]] = {}
    for n, part in enumerate(dice):
        unit = part.thrown.unit
        others = [s for m, s in enumerate(spent) if m != n and dice[m].thrown.unit == unit]
        barred = (*chain.from_iterable(others), *limited.get(unit, ()))
        rule, used = again_for(battle, part.meeting, part.thrown, barred)
        limited[unit] = (*limited.get(unit, ()), *(m.source.id for m in used if m.limited))
        parts.append(msgspec.structs.replace(part, rule=rule, used=tuple(used)))
    return parts


def role_of(battle: Fighting, pairing: Pairing, thrown: Thrown) -> Meeting:
    """A unit's part in a pairing, with the die it rolls there."""
    unit, steps = stepped(battle, pairing, battle.units[thrown.unit])
    role = meeting(battle, pairing, battle.units[thrown.unit])
    return msgspec.structs.replace(role, unit=unit, stepped=steps)


def _spent_before(battle: Fighting, dice: list[Part]) -> list[tuple[str, ...]]:
    """The limited effects by which each die was rolled again already, whatever others show now."""
    spent: list[tuple[str, ...]] = []
    for part in dice:
        thrown, before = part.thrown, tuple(w.id for w in part.thrown.spent)
        if len(thrown.faces) > thrown.since + 1:
            unit = thrown.unit
            mine = (s for p, s in zip(dice, spent, strict=False) if p.thrown.unit == unit)
            earlier = msgspec.structs.replace(thrown, faces=thrown.faces[:-1])
            found = again_for(battle, part.meeting, earlier, tuple(chain.from_iterable(mine)))[1]
            before = (*before, *(m.source.id for m in found if m.limited))
        spent.append(before)
    return spent


def spent(battle: Fighting) -> list[tuple[Who, ...]]:
    """The limited effects by which each die that lies on the table was rolled again."""
    before = msgspec.structs.replace(battle, again=())
    return [
        (*part.thrown.spent, *(m.source for m in part.used if m.limited))
        for part in parts_of(before, list(battle.again))
    ]


def tied_in(battle: Fighting, parts: list[Part], dice: list[DieShown]) -> set[int]:
    """MS-RES-8 `reroll`: tied pairings are rolled again, as long as that may end the tie."""
    if battle.house.ties != "reroll":
        return set()
    tied: set[int] = set()
    for number, pairing in open_pairings(battle):
        if pairing.mode is not Mode.DEFEND:
            continue
        ours, theirs = sides_of(pairing, dice_of(battle, number, pairing, parts, dice))
        level = side_result(battle, ours, swarm=pairing.swarm) == side_result(
            battle, theirs, swarm=pairing.guard_swarm
        )
        if level and any(can_change(battle, p.meeting) for p in parts if p.number == number):
            tied.add(number)
    return tied


def dice_of(
    battle: Fighting, number: int, pairing: Pairing, parts: list[Part], dice: list[DieShown]
) -> list[DieShown]:
    """The dice of one pairing, with those that were rolled for another as well put in."""
    mine = [die for part, die in zip(parts, dice, strict=True) if part.number == number]
    there = {die.member.id for die in mine}
    missing = [u for u in defending(battle, pairing) if u.id not in there]
    return mine + [shared_die(battle, pairing, u, parts, dice) for u in missing]


def shared_die(
    battle: Fighting, pairing: Pairing, unit: Unit, parts: list[Part], dice: list[DieShown]
) -> DieShown:
    """MS-MUL-4, MS-SWA-7: a die that was thrown for another pairing, as it counts in this one."""
    roll = kept(battle, unit.id, pairing)
    if roll is None:
        group = group_of(battle, pairing)
        roll = next(
            Kept(unit.id, die.natural, die.maximum, die.capped)
            for part, die in zip(parts, dice, strict=True)
            if die.member.id == unit.id
            and part.meeting.role == "defending"
            and group_of(battle, part.pairing) == group
        )
    plain = DieShown(
        member=unit.who,
        die=unit.die,
        maximum=roll.maximum,
        natural=roll.natural,
        capped=roll.capped,
        final=0,
        kept=True,
    )
    return modified(battle, meeting(battle, pairing, unit), plain)


def sides_of(pairing: Pairing, dice: Sequence[DieShown]) -> tuple[list[DieShown], list[DieShown]]:
    """The dice of the initiators, and those of whom they meet."""
    ours = [d for d in dice if d.member.id in pairing.initiators]
    return ours, [d for d in dice if d.member.id not in pairing.initiators]


# Deciding a pairing


def _decide(  # noqa: PLR0917 a pairing, its dice and where they came from
    telling: Telling[Fighting],
    battle: Fighting,
    number: int,
    pairing: Pairing,
    dice: list[DieShown],
    rolled: dict[str, Any],
) -> None:
    ours, theirs = sides_of(pairing, dice)
    verdict, results = judged(battle, pairing, ours, theirs)
    wins = won_by(battle, pairing, verdict, ours, theirs)
    verdict = hurt_more(verdict, wins)
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
            **results,
            **_told(battle, pairing, verdict),
            win=tuple(w.modifier() for w in wins),
            **rolled,
        )
    )
    after_win(telling, pairing, verdict, wins)
    if pairing.mode is Mode.FALLEN and verdict.outcome is Outcome.HARMED:
        struck = battle.units[pairing.target].who
        telling.tell(MemberFinished(member=struck, by=whos(battle, pairing.initiators)))


def judged(
    battle: Fighting, pairing: Pairing, ours: list[DieShown], theirs: list[DieShown]
) -> tuple[Verdict, dict[str, Any]]:
    """What the dice come to, and the numbers that were compared."""
    total = side_result(battle, ours, swarm=pairing.swarm)
    results: dict[str, Any] = {"initiator_result": total}
    if pairing.mode is Mode.DEFEND:
        results["defender_result"] = side_result(battle, theirs, swarm=pairing.guard_swarm)
        return compare(battle, pairing, ours, theirs), results
    if battle.house.absorb == "presence":
        target, foe = battle.units[pairing.target], battle.units[pairing.initiators[0]]
        results |= {
            "presence": presence(battle, target, foe),
            "presence_by": presence_modifiers(battle, target, foe),
            "by_presence": True,
        }
    return absorbed(battle, pairing, ours, total), results


def _told(battle: Fighting, pairing: Pairing, verdict: Verdict) -> dict[str, Any]:
    """A verdict as the event tells it: with names, and with who allots a Swarm's blows."""
    initiators, defenders = pairing.initiators, pairing.defenders
    return {
        "outcome": verdict.outcome,
        "losses": tuple(Loss(battle.units[u].who, n) for u, n in verdict.losses),
        "blows": verdict.blows,
        "guard_blows": verdict.guard_blows,
        "chooser": _chooser(battle, initiators, defenders) if verdict.blows else "",
        "guard_chooser": _chooser(battle, defenders, initiators) if verdict.guard_blows else "",
        "struck": whos(battle, verdict.struck),
        "overrun": verdict.overrun,
    }


def _chooser(battle: Fighting, swarm: Sequence[str], foes: Sequence[str]) -> str:
    """MS-SWA-10: whose choice it is whom the blows hit."""
    striker = battle.house.swarm_allocation == "striker"
    owner = battle.units[swarm[0]].camp
    return (battle.units[foes[0]].camp or owner) if striker else owner
