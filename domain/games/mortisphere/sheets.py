"""A battle, a crew and a profile of Mortisphere as they are printed."""

from collections.abc import Mapping
from typing import Any

from domain.game import Words
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.picture import picture
from domain.games.mortisphere.showing import show
from domain.sheets import Board, Map, Plain, Sheets

WORDS = Words(
    crew="crew",
    member="member",
    purse="salvage",
    place="Area",
    leader="Captain",
    kinds={"will": "Will"},
    deeds={
        "act": "take a turn",
        "respond": "answer the Clash",
        "order": "set the order of the pairings",
        "declare": "declare effects",
    },
)
STANDING = ("active", "broken")


def board(battle: Fighting) -> Board:
    """Points, value and order, everybody's state, carried things and objectives.

    Neutrals stand below the crews.
    """
    shown = show(battle)
    scores = ", ".join(f"{crew} {points}" for crew, points in shown["scores"].items())
    values = ", ".join(f"{crew} {value}" for crew, value in shown["values"].items())
    own = [f"own content: {', '.join(shown['own'])}"] if shown["own"] else []
    order = [f"order: {', '.join(shown['order'])}"] if shown["order"] else []
    units = [*shown["members"], *shown["neutrals"]]
    return Board(
        above=(*own, f"points: {scores} · value: {values}", *order),
        columns=("crew", "handle", "name", "type", "place", "health", "die", "acted", "state"),
        drop=("type", "acted"),
        rows=tuple(_member(unit, shown) for unit in units),
        below=(
            *(_carried(load, shown) for load in shown["carried"]),
            *(_objective(each) for each in shown["objectives"]),
        ),
        may_act=tuple(shown["turn"]["may_act"]),
    )


def place(shown: Plain, area: str) -> str:
    """The name of an Area of a battle that is shown."""
    names = {each["id"]: each["name"] for each in shown.get("areas", ())}
    return str(names.get(area, area))


def _member(member: Plain, shown: Plain) -> dict[str, Any]:
    capped = member["max_roll"] != member["die"]
    return {
        **member,
        "place": place(shown, member["place"]),
        "health": f"{member['health']}/{member['max_health']}",
        "die": f"d{member['die']}" + (f" to {member['max_roll']}" if capped else ""),
        "acted": "acted" if member["activated"] else "",
        "state": ", ".join([member["state"], *member["statuses"]]),
    }


def _carried(load: Plain, shown: Plain) -> str:
    if load["bearer"]:
        return f"{load['name']}: with {load['bearer']}"
    where = place(shown, load["place"]) if load["place"] else "gone"
    return f"{load['name']}: {'out' if load['out'] else where}"


def _objective(each: Plain) -> str:
    copy = f" {each['copy']}" if each["copy"] > 1 else ""
    if each["by"]:
        return f"{each['name']}{copy}: done by {', '.join(each['by'])}"
    progress = ", ".join(f"{crew} {points}" for crew, points in each["progress"].items())
    return f"{each['name']}{copy}: {progress or 'open'}, {each['required']} wanted"


def areas(battle: Fighting) -> Map:
    """The Areas, each with who stands there, crew by crew, and which adjoin."""
    shown = show(battle)
    found: list[dict[str, Any]] = []
    rows: list[str] = []
    for area in shown["areas"]:
        crews: dict[str, list[str]] = {}
        for member in shown["members"]:
            if member["place"] == area["id"] and member["state"] in STANDING:
                crews.setdefault(member["crew"], []).append(member["name"])
        found.append({**area, "members": crews})
        held = f", held by {area['controlled_by']}" if area["controlled_by"] else ""
        rows.append(f"{area['name']} ({', '.join(area['adjoins'])}){held}")
        rows += [f"  {crew}: {', '.join(names)}" for crew, names in crews.items()]
    return Map(found, tuple(rows))


def row(member: Plain) -> dict[str, Any]:
    """A member in the table of its crew."""
    captain = " (Captain)" if member["captain"] else ""
    return {**member, "name": f"{member['name']}{captain}", "die": f"d{member['die']}"}


def profile(told: Mapping[str, Any]) -> tuple[str, ...]:
    """MS-PRO-1: type, die and Health, experience, and everything that somebody has."""
    health, most = told["health"], told["max_health"]
    of_all = f"{health} of {most}" if health < most else f"{most}"
    lines = [f"{told['type']} d{told['die']}, {of_all} Health"]
    if told["experience"] or told["advances"]:
        advances = f", advances {', '.join(told['advances'])}" if told["advances"] else ""
        lines.append(f"experience {told['experience']}{advances}")
    for title in ("abilities", "equipment", "lasting_injuries", "special_rules"):
        lines += [f"{title.replace('_', ' ')}: {each}" for each in told[title]]
    lines += [f"own content: {', '.join(told['own'])}"] if told["own"] else []
    return tuple(lines)


GATHERED = ("experience", "advances", "lasting_injuries")
SHEETS = Sheets(
    board=board,
    map=areas,
    picture=picture,
    columns=("handle", "name", "type", "die", "health", "abilities", "equipment", "status"),
    gathered=GATHERED,
    drop=(*GATHERED, "status", "abilities", "equipment"),
    row=row,
    profile=profile,
    crews=("value", "rating"),
    season=("recruits", "grant"),
    changed={
        "place": "Area",
        "health": "Health",
        "max_roll": "highest roll",
        "state": "state",
    },
    purse={"treasury": "purse", "grant": "grant", "store": "store"},
    grown={
        "name": "name",
        "type": "type",
        "die": "die",
        "max_health": "Health",
        "lost": "Health lost",
        "captain": "Captain",
        "experience": "experience",
        "advances": "advances",
        "affinities": "affinities",
        "injuries": "injuries",
        "abilities": "abilities",
        "items": "items",
        "status": "status",
        "misses_next": "misses the next battle",
    },
    place=place,
)
