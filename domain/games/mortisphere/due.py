"""The dice that a Clash awaits: which pairings are open, and who throws for them (chapter 9)."""

from collections.abc import Sequence

import msgspec

from domain.effects import of
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.effects import Modifier, working
from domain.games.mortisphere.outcome import DICE
from domain.games.mortisphere.pairing import (
    current,
    is_void,
)
from domain.games.mortisphere.resolve import (
    Meeting,
    die_due,
)
from domain.games.mortisphere.swarm import is_suppressed
from domain.games.mortisphere.underway import Kept, Mode, Pairing
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import DieDue
from domain.latest import latest
from domain.terms import Who

ACTIVATED = Modifier(Who("MS-ACT-4", "already activated"), -2)


def open_pairings(battle: Fighting) -> list[tuple[int, Pairing]]:
    """The pairings of the next roll: one, or under `simultaneous` all that are not void."""
    if battle.house.pairing_resolution == "sequential":
        return [current(battle)]
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    return [
        (n, p) for n, p in enumerate(clash.pairings) if not p.settled and not is_void(battle, p)
    ]


def dice_due(battle: Fighting) -> Sequence[DieDue]:
    """The dice of the next roll, or those of it that must be rolled again."""
    if not battle.again:
        return all_dice(battle)
    before = msgspec.structs.replace(battle, again=())
    return [
        msgspec.structs.replace(due, again=True)
        for due, t in zip(all_dice(before), battle.again, strict=True)
        if t.again
    ]


@latest
def all_dice(battle: Fighting) -> tuple[DieDue, ...]:
    """Each pairing's initiators, then its defenders; a roll that is shared falls once."""
    found: list[DieDue] = []
    thrown_once: set[tuple[str, int]] = set()
    for n, pairing in open_pairings(battle):
        found += [
            die_due(battle, stepped(battle, pairing, unit)[0], n)
            for unit in alive(battle, pairing.initiators)
        ]
        for unit in defending(battle, pairing):
            if is_shared(battle, pairing):
                key = (unit.id, group_of(battle, pairing))
                if key in thrown_once or kept(battle, unit.id, pairing):
                    continue
                thrown_once.add(key)
            found.append(die_due(battle, stepped(battle, pairing, unit)[0], n))
    return tuple(found)


def stepped(battle: Fighting, pairing: Pairing, unit: Unit) -> tuple[Unit, tuple[Modifier, ...]]:
    """MS-RES-7a: the unit with the die it rolls here, larger or smaller by `die_step` effects."""
    role = meeting(battle, pairing, unit)
    found = of(working(battle, unit, "clash.roll", role.situation(0)), "die_step")
    if not found:
        return unit, ()
    step = DICE.index(unit.die) + sum(w.effect.value for w in found)
    die = DICE[max(0, min(len(DICE) - 1, step))]
    return msgspec.structs.replace(unit, die=die), tuple(w.modifier() for w in found)


def alive(battle: Fighting, units: Sequence[str]) -> list[Unit]:
    """Those of some units that can still act."""
    return [battle.units[u] for u in units if battle.units[u].active]


def defending(battle: Fighting, pairing: Pairing) -> list[Unit]:
    """Who throws for the side that was struck at; nobody where it absorbs."""
    return alive(battle, pairing.defenders) if pairing.mode is Mode.DEFEND else []


def is_shared(battle: Fighting, pairing: Pairing) -> bool:
    """Whether a defender's one roll meets several pairings (MS-MUL-4, MS-SWA-7)."""
    return battle.house.defender_rolls == "once_per_clash" or bool(pairing.together)


def group_of(battle: Fighting, pairing: Pairing) -> int:
    """Which pairings a shared roll meets: 0 for all of the Clash, else those of one Swarm."""
    return 0 if battle.house.defender_rolls == "once_per_clash" else pairing.together


def kept(battle: Fighting, unit: str, pairing: Pairing) -> Kept | None:
    """The roll that a defender has already made for this pairing, if it has."""
    if battle.clash is None or not is_shared(battle, pairing):
        return None
    group = group_of(battle, pairing)
    found = (k for k in battle.clash.kept if k.unit == unit and group in (0, k.together))
    return next(found, None)


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
