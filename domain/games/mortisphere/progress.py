"""Chapter 14: how far the objectives have come, and who may work at them now."""

from domain.games.mortisphere.battle import Fighting, area_name, at, ready, setting
from domain.games.mortisphere.carrying import lies
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import working
from domain.games.mortisphere.roles import role
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.units import Unit
from domain.names import the
from domain.terms import RuleBroken


def lowered(name: str) -> str:
    """An objective's name within a sentence: “open a bin”."""
    return name[:1].lower() + name[1:]


def shared(battle: Fighting, objective: Objective) -> bool:
    """MS-OBJ-10: whether all crews count together."""
    rule = battle.house.objective_progress
    return (objective.progress if rule == "scenario" else rule) == "shared"


def done_by(battle: Fighting, objective: str, copy: int) -> list[str]:
    """The crews that have completed a copy."""
    return [c.crew for c in battle.claims if (c.objective, c.copy) == (objective, copy)]


def is_open(battle: Fighting, objective: Objective, copy: int, crew: str) -> bool:
    """MS-OBJ-12: whether a crew can still work at a copy (`claim: first` or `each`)."""
    done = done_by(battle, objective.id, copy)
    first_takes = objective.claim == "first" or shared(battle, objective)
    return objective.repeatable or not (done if first_takes else crew in done)


def points(battle: Fighting, objective: Objective, copy: int, crew: str) -> int:
    """Progress that stands at a copy, for a crew or (shared) for all."""
    owner = "" if shared(battle, objective) else crew
    return sum(
        p.points
        for p in battle.progress
        if (p.objective, p.copy, p.crew) == (objective.id, copy, owner)
    )


def required(battle: Fighting, objective: Objective, crew: str) -> int:
    """MS-OBJ-12: the progress that a crew needs; another objective may have lightened it."""
    done = {c.objective for c in battle.claims if c.crew == crew}
    lighter = sum(
        one.value
        for other in setting(battle).objectives
        if other.id in done
        for one in other.on_complete
        if (one.does, one.of) == ("lighten", objective.id)
    )
    return max(1, objective.required - lighter)


def unmet(battle: Fighting, unit: Unit, objective: Objective) -> str:
    """MS-OBJ-12 `needs`: what is missing for a unit to work at an objective, "" for nothing."""
    scenario = setting(battle)
    for need in objective.needs:
        if need.what == "role" and role(battle, unit.crew) != need.of:
            return "is for the other side"
        if need.what == "item_here" and not lies(battle, need.of, unit.area):
            return f"needs {lowered(scenario.item(need.of).name)} to lie in the Area"
        here = any(u.neutral == need.of for u in at(battle, unit.area))
        if need.what == "neutral_here" and not here:
            return f"needs {scenario.neutral(need.of).name} to stand in the Area"
    return ""


def filled(battle: Fighting, objective: Objective, copy: int, crew: str) -> bool:
    """Whether a crew's own unbroken channels already complete a copy at the round's end."""
    begun = sum(
        c.amount
        for c in battle.channels
        if (c.objective, c.copy, c.crew) == (objective.id, copy, crew) and not c.broken
    )
    return points(battle, objective, copy, crew) + begun >= required(battle, objective, crew)


def default_copy(battle: Fighting, objective: Objective, crew: str) -> int:
    """MS-OBJ-12: the lowest open copy that the crew's own channels do not already fill."""
    opened = [n for n in range(1, objective.copies + 1) if is_open(battle, objective, n, crew)]
    return next((n for n in opened if not filled(battle, objective, n, crew)), (opened or [0])[0])


def check_interaction(battle: Fighting, unit: Unit, objective: Objective) -> None:
    """MS-OBJ-4, -7, -9, -11, MS-TYP-3, MS-CAP-5: whether a unit may work at an objective."""
    name = unit.who.name
    if objective.area not in ("any", unit.area):
        there, here = area_name(battle, objective.area).name, area_name(battle, unit.area).name
        raise RuleBroken(
            "MS-OBJ-4",
            f"{objective.name} is done in {the(there)}, {name} stands in {the(here)}",
            hint=f"acta do 'move {name} to {there}'",
        )
    kind = battle.book.type(unit.kind)
    if objective.tag in kind.cannot_interact and not _let(battle, unit, objective.tag):
        raise RuleBroken("MS-TYP-3", f"a {kind.id} cannot {lowered(objective.name)}")
    if unit.broken and battle.house.captain_reduced == "no_objectives":
        raise RuleBroken("MS-CAP-5", f"{name} is broken and performs no objectives")
    if battle.house.objective_contest == "blocked":
        foes = (u for u in at(battle, unit.area) if u.crew not in ("", unit.crew))
        foe = next((u for u in foes if ready(u)), None)
        if foe is not None:
            raise RuleBroken("MS-OBJ-9", f"{foe.who.name} has not acted and blocks {name}")
    if objective.requires and unit.crew not in done_by(battle, objective.requires, 1):
        first = setting(battle).objective(objective.requires)
        raise RuleBroken("MS-OBJ-12", f"{objective.name} comes after {lowered(first.name)}")
    if missing := unmet(battle, unit, objective):
        raise RuleBroken("MS-OBJ-12", f"{objective.name} {missing}")


def _let(battle: Fighting, unit: Unit, tag: str) -> bool:
    """`interact_tag`: whether an effect lets a unit at objectives that its type cannot do."""
    found = working(battle, unit, "action.interact", Situation(tag=tag))
    return any(w.effect.what == "interact_tag" and w.effect.word == tag for w in found)


def check_copy(battle: Fighting, objective: Objective, copy: int, crew: str) -> None:
    """MS-OBJ-11, -12: whether a copy is there and still open to the crew."""
    if not 0 <= copy <= objective.copies:
        raise RuleBroken("MS-OBJ-12", f"{objective.name} has copies 1 to {objective.copies}")
    if copy == 0 or not is_open(battle, objective, copy, crew):
        which = f", copy {copy}," if copy and objective.copies > 1 else ""
        raise RuleBroken("MS-OBJ-12", f"{objective.name}{which} is done already")
    tried = any((w.objective, w.copy, w.crew) == (objective.id, copy, crew) for w in battle.worked)
    if tried and battle.house.objective_group == "one_per_round":
        raise RuleBroken("MS-OBJ-11", "one member works at an objective in a round")


def open_to(battle: Fighting, unit: Unit) -> list[Objective]:
    """The objectives that a unit could work at now."""
    found = []
    for objective in setting(battle).objectives:
        try:
            check_interaction(battle, unit, objective)
            copy = default_copy(battle, objective, unit.crew)
            check_copy(battle, objective, copy, unit.crew)
        except RuleBroken:
            continue
        found.append(objective)
    return found
