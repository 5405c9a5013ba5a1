"""A battle on the screen: its JSON, drawn as text."""

from typing import Any

from cli.answers import asked
from cli.rows import say, table

Plain = dict[str, Any]
MEMBERS = ("crew", "handle", "name", "type", "place", "health", "die", "acted", "state")
DROP = ("type", "acted")


def board(shown: Plain, ask: Plain) -> None:
    """Print a battle as it stands, with what it asks next; neutrals stand below the crews."""
    say(f"{shown['battle']}: {shown['scenario']}, {_status(shown)}")
    say(*([f"own content: {', '.join(shown['own'])}"] if shown["own"] else []))
    scores = ", ".join(f"{crew} {points}" for crew, points in shown["scores"].items())
    values = ", ".join(f"{crew} {value}" for crew, value in shown["values"].items())
    say(f"points: {scores} · value: {values}")
    if shown["order"]:
        say(f"order: {', '.join(shown['order'])}")
    units = [*shown["members"], *shown["neutrals"]]
    table(MEMBERS, [_member(unit, shown) for unit in units], DROP)
    say(*(_carried(load, shown) for load in shown["carried"]))
    say(*(f"{_objective(each)}" for each in shown["objectives"]))
    if shown["status"] == "open":
        say(f"next: {_turn(shown, ask)}")


def _status(shown: Plain) -> str:
    if shown["winner"]:
        return f"{shown['status']}, won by {shown['winner']}"
    if shown["status"] == "open":
        return f"round {shown['round']}, {shown['dice_source']} dice"
    return f"{shown['status']}, a draw"


def _member(member: Plain, shown: Plain) -> Plain:
    names = {area["id"]: area["name"] for area in shown["areas"]}
    return {
        **member,
        "place": names.get(member["place"], member["place"]),
        "health": f"{member['health']}/{member['max_health']}",
        "die": f"d{member['die']}" + _capped(member),
        "acted": "acted" if member["activated"] else "",
        "state": ", ".join([member["state"], *member["statuses"]]),
    }


def _capped(member: Plain) -> str:
    return f" to {member['max_roll']}" if member["max_roll"] != member["die"] else ""


def _carried(load: Plain, shown: Plain) -> str:
    names = {area["id"]: area["name"] for area in shown["areas"]}
    if load["bearer"]:
        return f"{load['name']}: with {load['bearer']}"
    return f"{load['name']}: {'out' if load['out'] else names.get(load['place'], 'gone')}"


def _objective(each: Plain) -> str:
    copy = f" {each['copy']}" if each["copy"] > 1 else ""
    if each["by"]:
        return f"{each['name']}{copy}: done by {', '.join(each['by'])}"
    progress = ", ".join(f"{crew} {points}" for crew, points in each["progress"].items())
    return f"{each['name']}{copy}: {progress or 'open'}, {each['required']} wanted"


def _turn(shown: Plain, ask: Plain) -> str:
    may_act = shown["turn"]["may_act"]
    return f"{asked(ask)}: {', '.join(may_act)}" if may_act else asked(ask)


def areas(shown: Plain) -> list[Plain]:
    """The Areas, each with who stands there, crew by crew."""
    found = []
    for area in shown["areas"]:
        crews: dict[str, list[str]] = {}
        for member in shown["members"]:
            if member["place"] == area["id"] and member["state"] in {"active", "broken"}:
                crews.setdefault(member["crew"], []).append(member["name"])
        found.append({**area, "members": crews})
    return found
