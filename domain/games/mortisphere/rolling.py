"""Chapters 8 and 9: the dice of a Clash fall, pairing by pairing or all at once (MS-MUL-6)."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.games.mortisphere.battle import Fighting, Kept, Mode, Pairing, Thrown, whos
from domain.games.mortisphere.effects import Modifier, of, working
from domain.games.mortisphere.outcome import DICE, Outcome, Verdict, absorbed, compare, side_result
from domain.games.mortisphere.pairing import (
    ClashFought,
    Loss,
    MemberFinished,
    current,
    is_void,
    thrower,
)
from domain.games.mortisphere.resolve import (
    DieShown,
    Meeting,
    again_for,
    anew,
    can_change,
    die_due,
    modified,
    presence,
    presence_modifiers,
    repeat,
    result,
)
from domain.games.mortisphere.swarm import is_suppressed
from domain.games.mortisphere.throwing import Roll, shown, thrown_so_far
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import DieDue, Throw
from domain.games.mortisphere.winning import after_win, hurt_more, won_by
from domain.terms import Telling, Who

ACTIVATED = Modifier(Who("MS-ACT-4", "already activated"), -2)


# What is awaited


def upcoming(battle: Fighting) -> Throw | None:
    """Step 4 of a Clash: the dice of the next pairing, or of all (MS-CLA-1, MS-MUL-6)."""
    clash = battle.clash
    if clash is None or all(p.settled for p in clash.pairings):
        return None
    return Throw("pairing", tuple(dice_due(battle)), thrower(battle, clash))


def open_pairings(battle: Fighting) -> list[tuple[int, Pairing]]:
    """The pairings of the next roll: one, or under `simultaneous` all that are not void."""
    if battle.house.pairing_resolution == "sequential":
        return [current(battle)]
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    return [
        (n, p) for n, p in enumerate(clash.pairings) if not p.settled and not is_void(battle, p)
    ]


def dice_due(battle: Fighting) -> list[DieDue]:
    """The dice of the next roll, or those of it that must be rolled again."""
    if not battle.again:
        return all_dice(battle)
    before = msgspec.structs.replace(battle, again=())
    return [
        msgspec.structs.replace(due, again=True)
        for due, t in zip(all_dice(before), battle.again, strict=True)
        if t.again
    ]


def all_dice(battle: Fighting) -> list[DieDue]:
    """Each pairing's initiators, then its defenders; a roll that is shared falls once."""
    found: list[DieDue] = []
    thrown_once: set[tuple[str, int]] = set()
    for n, pairing in open_pairings(battle):
        found += [
            die_due(battle, stepped(battle, pairing, unit)[0], n)
            for unit in _alive(battle, pairing.initiators)
        ]
        for unit in _defending(battle, pairing):
            if is_shared(battle, pairing):
                key = (unit.id, _group(battle, pairing))
                if key in thrown_once or kept(battle, unit.id, pairing):
                    continue
                thrown_once.add(key)
            found.append(die_due(battle, stepped(battle, pairing, unit)[0], n))
    return found


def stepped(battle: Fighting, pairing: Pairing, unit: Unit) -> tuple[Unit, tuple[Modifier, ...]]:
    """MS-RES-7a: the unit with the die it rolls here, larger or smaller by `die_step` effects."""
    role = meeting(battle, pairing, unit)
    found = of(working(battle, unit, "clash.roll", role.situation(0)), "die_step")
    if not found:
        return unit, ()
    step = DICE.index(unit.die) + sum(w.effect.value for w in found)
    die = DICE[max(0, min(len(DICE) - 1, step))]
    return msgspec.structs.replace(unit, die=die), tuple(w.modifier() for w in found)


def _alive(battle: Fighting, units: Sequence[str]) -> list[Unit]:
    return [battle.units[u] for u in units if battle.units[u].active]


def _defending(battle: Fighting, pairing: Pairing) -> list[Unit]:
    return _alive(battle, pairing.defenders) if pairing.mode is Mode.DEFEND else []


def is_shared(battle: Fighting, pairing: Pairing) -> bool:
    """Whether a defender's one roll meets several pairings (MS-MUL-4, MS-SWA-7)."""
    return battle.house.defender_rolls == "once_per_clash" or bool(pairing.together)


def _group(battle: Fighting, pairing: Pairing) -> int:
    """Which pairings a shared roll meets: 0 for all of the Clash, else those of one Swarm."""
    return 0 if battle.house.defender_rolls == "once_per_clash" else pairing.together


def kept(battle: Fighting, unit: str, pairing: Pairing) -> Kept | None:
    """The roll that a defender has already made for this pairing, if it has."""
    if battle.clash is None or not is_shared(battle, pairing):
        return None
    group = _group(battle, pairing)
    found = (k for k in battle.clash.kept if k.unit == unit and group in (0, k.together))
    return next(found, None)


# Judging a roll


class Part(msgspec.Struct, frozen=True):
    """A die of the roll: its pairing, what it plays there, and what it has shown.

    `barred` are the limited effects that the unit's other dice of this roll have used up.
    """

    number: int
    pairing: Pairing
    meeting: Meeting
    thrown: Thrown
    barred: tuple[str, ...] = ()


Hold = Callable[[Telling[Fighting], list[Thrown], dict[str, Any]], bool]
"""Whether dice that fell are held open before they are compared."""


def fight(
    telling: Telling[Fighting], action: Roll, throw: Throw, hold: Hold = lambda *_: False
) -> None:
    """MS-CLA-1 steps 4 and 5: the dice fall, and each pairing they settle is decided."""
    battle = telling.state
    faces = shown(battle, action, throw)
    thrown = thrown_so_far(battle, throw, faces)
    parts = _parts(battle, thrown)
    rules = [again_for(battle, p.meeting, p.thrown, p.barred)[0] for p in parts]
    if repeat(telling, thrown, rules, faces.facts) or hold(telling, thrown, faces.facts):
        return
    _settle(telling, thrown, parts, faces.facts)


def settle(telling: Telling[Fighting]) -> None:
    """The dice that lie on the table count as they are."""
    battle = telling.state
    thrown = list(battle.again)
    before = msgspec.structs.replace(battle, again=())
    _settle(telling, thrown, _parts(before, thrown), {"source": battle.dice})


def _settle(
    telling: Telling[Fighting], thrown: list[Thrown], parts: list[Part], facts: dict[str, Any]
) -> None:
    battle = telling.state
    dice = [result(battle, p.meeting, p.thrown, p.barred) for p in parts]
    tied = _tied(battle, parts, dice)
    rules = ["MS-RES-8" if p.number in tied else "" for p in parts]
    again = [anew(t, die) if rule else t for t, die, rule in zip(thrown, dice, rules, strict=True)]
    if repeat(telling, again, rules, facts):
        return
    for number, pairing in open_pairings(battle):
        mine = _dice_of(battle, number, pairing, parts, dice)
        _decide(telling, battle, number, pairing, mine, facts)


def _parts(battle: Fighting, thrown: list[Thrown]) -> list[Part]:
    rolling = dict(open_pairings(battle))
    parts = []
    used: dict[str, tuple[str, ...]] = {}
    for due, t in zip(all_dice(battle), thrown, strict=True):
        pairing = rolling[due.pairing]
        unit, steps = stepped(battle, pairing, battle.units[t.unit])
        role = msgspec.structs.replace(
            meeting(battle, pairing, battle.units[t.unit]), unit=unit, stepped=steps
        )
        barred = used.get(t.unit, ())
        spent = again_for(battle, role, t, barred)[1]
        mine = (*(w.id for w in t.spent), *(m.source.id for m in spent if m.limited))
        used[t.unit] = (*barred, *mine)
        parts.append(Part(due.pairing, pairing, role, t, barred))
    return parts


def meeting(battle: Fighting, pairing: Pairing, unit: Unit) -> Meeting:
    """A unit's part in a pairing: role, opponent, and what its Swarm suppresses."""
    initiating = unit.id in pairing.initiators
    foes = (pairing.defenders or (pairing.target,)) if initiating else pairing.initiators
    swarm = pairing.swarm if initiating else pairing.guard_swarm
    leader = pairing.leader if initiating else pairing.guard_leader
    reluctant = unit.acted and battle.house.activated_may_defend == "at_minus_2"
    return Meeting(
        unit=unit,
        role="initiating" if initiating else "defending",
        foe=battle.units[foes[0]],
        suppressed=swarm and is_suppressed(battle, unit.id, leader),
        swarm=swarm,
        foe_swarm=pairing.guard_swarm if initiating else pairing.swarm,
        penalty=(ACTIVATED,) if reluctant and not initiating else (),
    )


def _tied(battle: Fighting, parts: list[Part], dice: list[DieShown]) -> set[int]:
    """MS-RES-8 `reroll`: tied pairings are rolled again, as long as that may end the tie."""
    if battle.house.ties != "reroll":
        return set()
    tied: set[int] = set()
    for number, pairing in open_pairings(battle):
        if pairing.mode is not Mode.DEFEND:
            continue
        ours, theirs = _sides(pairing, _dice_of(battle, number, pairing, parts, dice))
        level = side_result(battle, ours, swarm=pairing.swarm) == side_result(
            battle, theirs, swarm=pairing.guard_swarm
        )
        if level and any(can_change(battle, p.meeting) for p in parts if p.number == number):
            tied.add(number)
    return tied


def _dice_of(
    battle: Fighting, number: int, pairing: Pairing, parts: list[Part], dice: list[DieShown]
) -> list[DieShown]:
    """The dice of one pairing, with those that were rolled for another as well put in."""
    mine = [die for part, die in zip(parts, dice, strict=True) if part.number == number]
    there = {die.member.id for die in mine}
    missing = [u for u in _defending(battle, pairing) if u.id not in there]
    return mine + [_shared_die(battle, pairing, u, parts, dice) for u in missing]


def _shared_die(
    battle: Fighting, pairing: Pairing, unit: Unit, parts: list[Part], dice: list[DieShown]
) -> DieShown:
    roll = kept(battle, unit.id, pairing)
    if roll is None:
        group = _group(battle, pairing)
        roll = next(
            Kept(unit.id, die.natural, die.maximum, die.capped)
            for part, die in zip(parts, dice, strict=True)
            if die.member.id == unit.id
            and part.meeting.role == "defending"
            and _group(battle, part.pairing) == group
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


def _sides(pairing: Pairing, dice: Sequence[DieShown]) -> tuple[list[DieShown], list[DieShown]]:
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
    ours, theirs = _sides(pairing, dice)
    verdict, results = _judged(battle, pairing, ours, theirs)
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


def _judged(
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
