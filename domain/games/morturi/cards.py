"""Two ways of keeping track of turns: index cards in hand, and a checklist of everybody."""

from collections.abc import Iterator
from typing import Any

from domain.games.morturi.battle import Fighting, side, team
from domain.games.morturi.showing import school_name, shown
from domain.games.morturi.units import Unit
from domain.games.morturi.ways import to_hit, ways
from domain.sheets import Map
from domain.terms import as_said


def hand(battle: Fighting, school: str) -> Map:
    """A school's cards still in hand: whoever has not acted this round (MR-RND-1)."""
    held = [unit for unit in team(battle, school) if unit.present and not unit.acted]
    name = side(battle, school).who.name
    document = {
        "crew": name,
        "round": battle.round,
        "cards": [shown(battle, unit) | {"weapons": weapons(battle, unit)} for unit in held],
    }
    if not held:
        return Map(document, (f"{name} holds no card in round {battle.round}",))
    when = f"in round {battle.round}" if battle.round else "before round 1"
    rows = [f"{name} holds {len(held)} of {len(team(battle, school))} {when}"]
    for unit in held:
        rows += card(battle, unit)
    return Map(document, tuple(rows))


def weapons(battle: Fighting, unit: Unit) -> list[str]:
    """His ways of attacking: what each needs to hit, and what it does."""
    return [f"{way.name} {to_hit(battle, unit, way)}+/{way.damage}" for way in ways(battle, unit)]


def card(battle: Fighting, unit: Unit) -> Iterator[str]:
    """A gladiator's index card; a proposal says that it is one (MR-CRE-7, -8)."""
    told = shown(battle, unit)
    grade = "" if unit.grade == unit.role else as_said(unit.grade)
    what = f"{told['role']}, {grade}" if grade else told["role"]
    yield f"{unit.handle} {unit.who.name} ({what}): Move {unit.move}, {unit.now} of {unit.life}"
    yield f"    weapons: {', '.join(weapons(battle, unit))}"
    for word in ("special_rules", "tricks", "stances", "statuses", "ready"):
        if told[word]:
            yield f"    {word.replace('_', ' ')}: {', '.join(told[word])}"
    if told["proposed"]:
        yield f"    not found, proposed: {', '.join(told['proposed'])}"


def checklist(battle: Fighting) -> Map:
    """Everybody in header order, with a check for each who has acted this round."""
    rows: list[str] = []
    listed: list[dict[str, Any]] = []
    for unit in battle.units.values():
        state = str(shown(battle, unit)["state"])
        listed.append(
            {
                "crew": school_name(battle, unit.school),
                "handle": unit.handle,
                "name": unit.who.name,
                "acted": unit.acted,
                "state": state,
            }
        )
        sign = "x" if unit.acted else " " if unit.present else "-"
        gone = "" if unit.present else f", {state}"
        school = school_name(battle, unit.school) or unit.figure
        rows.append(f"[{sign}] {unit.handle} {unit.who.name} ({school}{gone})")
    return Map({"round": battle.round, "checks": listed}, tuple(rows))
