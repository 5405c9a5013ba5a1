"""Chapter 15: when a battle ends, and with which round at the latest (MS-SCN-4, MS-RND-6)."""

from domain.games.mortisphere.battle import Fighting, fighting_crews, setting
from domain.games.mortisphere.carrying import is_out
from domain.games.mortisphere.progress import is_open
from domain.games.mortisphere.scenarios import End
from domain.games.mortisphere.units import Standing

FIXED_ROUNDS = 6
CONCEDED = "conceded"


def last_round(battle: Fighting) -> int:
    """MS-RND-6: the number of the last round, 0 for none."""
    limit = battle.house.round_limit
    if limit == "unlimited":
        return 0
    return FIXED_ROUNDS if limit == "fixed_6" else setting(battle).rounds


def end_reason(battle: Fighting) -> str:
    """MS-SCN-4, MS-RND-6: why the battle ends with this round, "" if it goes on."""
    if len(fighting_crews(battle)) <= 1:
        conceded = any(s.conceded for s in battle.sides)
        return CONCEDED if conceded else "one_crew_left"
    if battle.house.round_limit == "scenario":
        for condition in setting(battle).ends:
            if holds(battle, condition):
                return condition.when
    return "rounds" if battle.round == last_round(battle) else ""


def holds(battle: Fighting, end_: End) -> bool:
    """MS-SCN-4: whether an end condition of the scenario holds."""
    neutrals = [u for u in battle.units.values() if u.neutral and u.neutral == end_.what]
    match end_.when:
        case "all_objectives_completed":
            return all_done(battle)
        case "objective_completed":
            return any(c.objective == end_.what for c in battle.claims)
        case "exited":
            return any(u.standing is Standing.WITHDRAWN for u in neutrals)
        case "neutral_incapacitated":
            return any(u.fallen for u in neutrals)
        case "carried_out":
            return is_out(battle, end_.what)
        case "event":
            return battle.closing is not None and battle.closing.over == end_.what
        case _:
            return False


def all_done(battle: Fighting) -> bool:
    """Whether no crew that still fights can work at any objective of the scenario."""
    return not any(
        is_open(battle, objective, copy, crew)
        for objective in setting(battle).objectives
        if not objective.repeatable
        for copy in range(1, objective.copies + 1)
        for crew in fighting_crews(battle)
    )


def guests(battle: Fighting) -> bool:
    """Whether the battle was fought by crews that only a file knows."""
    return any("#" in side.id for side in battle.sides)


def settles(battle: Fighting) -> bool:
    """Whether a battle has an aftermath: it is concluded, and counts for its crews."""
    return battle.concluded and (not battle.friendly or guests(battle))
