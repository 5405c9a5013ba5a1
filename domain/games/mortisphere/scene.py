"""What a battle is about, as others see it: its Areas, objectives and carried items as JSON."""

from typing import Any

from domain.games.mortisphere.battle import Fighting, setting, side
from domain.games.mortisphere.closing import Load
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.progress import done_by, points, required, shared
from domain.games.mortisphere.scenarios import Objective


def crew_name(battle: Fighting, crew: str) -> str:
    """What a crew is called, "" for none."""
    return side(battle, crew).who.name if crew else ""


def area(battle: Fighting, id_: str) -> dict[str, Any]:
    """An Area, what lies around it, and who controls it now (MS-ARE-4, -12)."""
    found = setting(battle).area(id_)
    return {
        "id": id_,
        "name": found.name,
        "purpose": found.purpose,
        "adjoins": [setting(battle).area(a).name for a in setting(battle).neighbours(id_)],
        "controlled_by": crew_name(battle, controller(battle, id_)),
    }


def copies(battle: Fighting, objective: str) -> list[dict[str, Any]]:
    """Each copy of an objective with the progress at it (MS-OBJ-12)."""
    found = setting(battle).objective(objective)
    rows = []
    for copy in range(1, found.copies + 1):
        crews = [s.id for s in battle.sides]
        if shared(battle, found):
            progress = {"all": points(battle, found, copy, "")}
        else:
            progress = {crew_name(battle, c): points(battle, found, copy, c) for c in crews}
        rows.append(
            {
                "id": objective,
                "name": found.name,
                "area": found.area,
                "copy": copy,
                "progress": {k: v for k, v in progress.items() if v},
                "required": found.required,
                **lightened(battle, found),
                "by": [crew_name(battle, c) for c in done_by(battle, objective, copy)],
            }
        )
    return rows


def lightened(battle: Fighting, objective: Objective) -> dict[str, Any]:
    """What crews need whom another objective has made it lighter for."""
    needed = {s.who.name: required(battle, objective, s.id) for s in battle.sides}
    lighter = {crew: n for crew, n in needed.items() if n != objective.required}
    return {"required_by_crew": lighter} if lighter else {}


def carried(battle: Fighting, load: Load) -> dict[str, Any]:
    """An item that can be carried off: who bears it, or where it lies (MS-OBJ-13)."""
    bearer = battle.units[load.bearer].who.name if load.bearer else ""
    found = setting(battle).item(load.item)
    out = load.out
    return {"id": load.item, "name": found.name, "bearer": bearer, "place": load.area, "out": out}
