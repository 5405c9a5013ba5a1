"""A battle, a gladiator and a school as they are printed."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.counting import counted
from domain.game import Words
from domain.games.morturi.battle import Fighting
from domain.games.morturi.cards import checklist, hand
from domain.games.morturi.map import arena_map
from domain.games.morturi.picture import LIFE, picture
from domain.games.morturi.showing import show
from domain.sheets import Board, Plain, Sheets

WORDS = Words(
    crew="school",
    member="gladiator",
    purse="denarii",
    place="side",
    health=LIFE,
    deeds={
        "act": "act",
        "react": "say whether the target turns to face the attacker",
        "deploy": "deploy a gladiator",
    },
)


def board(battle: Fighting) -> Board:
    """The crowd's favour, priority, everybody's state; what is proposed, and what is at stake."""
    shown = show(battle)
    favour = ", ".join(f"{school} {points}" for school, points in shown["scores"].items())
    order = [f"priority: {', '.join(shown['order'])}"] if shown["order"] else []
    turn = shown["turn"]
    acting = [f"{turn['member']} acts: {turn['points']} MP left"] if turn["member"] else []
    day = [f"this day: {', '.join(shown['complications'])}"] if shown["complications"] else []
    return Board(
        above=(f"favour of the crowd: {favour}", *order, *day, *acting),
        columns=("school", "handle", "name", "role", "square", "faces", "life", "acted", "state"),
        drop=("role", "acted"),
        rows=tuple(map(_row, [*shown["members"], *shown["neutrals"]])),
        below=(*_below(shown),),
        may_act=tuple(turn["may_act"]),
    )


def _row(unit: Plain) -> dict[str, Any]:
    """A gladiator in the table of a battle."""
    return {
        **unit,
        "school": unit["crew"],
        "square": unit["place"],
        "faces": unit["facing"],
        "life": f"{unit['life']}/{unit['max_health']}",
        "acted": "acted" if unit["activated"] else "",
        "state": ", ".join([unit["state"], *unit["statuses"], *unit["stances"], *unit["ready"]]),
    }


def _below(shown: Plain) -> Iterator[str]:
    """Flags, the hill, stores, and whatever of a profile was not found (MR-CRE-7, -8)."""
    for flag in shown["objectives"]:
        where = f"with {flag['bearer']}" if flag["bearer"] else f"on {flag['square']}"
        yield f"{flag['name']}: {where}"
    for school, rounds in shown["hill"].items():
        yield f"{school} holds the hill: {counted(rounds, 'round counts', 'rounds count')}"
    for unit in shown["members"]:
        for store, amount in unit["stores"].items():
            yield f"{unit['name']}: {store.replace('_', ' ')} {amount}"
        if unit["proposed"]:
            yield f"{unit['name']}: not found, proposed: {', '.join(unit['proposed'])}"


def row(member: Plain) -> dict[str, Any]:
    """A gladiator in the table of his school."""
    return dict(member)


def profile(told: Mapping[str, Any]) -> tuple[str, ...]:
    """MR-CRE-6: role, grade, class, Move and life points, weapons, and everything he has."""
    life = f"Move {told['move']}, {told['health']} of {told['max_health']} life points"
    lines = [
        f"{told['role']}, {told['grade']} ({told['class']}): {life}",
        f"weapons: {', '.join(told['weapons'])}",
    ]
    for title in ("special_rules", "tricks", "keywords"):
        lines += [f"{title.replace('_', ' ')}: {each}" for each in told[title]]
    if told["proposed"]:
        lines.append(f"not found, proposed: {', '.join(told['proposed'])} (MR-CRE-7, MR-CRE-8)")
    return tuple(lines)


SHEETS = Sheets(
    board=board,
    map=arena_map,
    picture=picture,
    hand=hand,
    checklist=checklist,
    columns=("handle", "name", "role", "grade", "move", "health", "tricks", "status"),
    gathered=("proposed",),
    drop=("proposed", "status", "tricks"),
    row=row,
    profile=profile,
    crews=("gladiators", "moves"),
    scored="favour",
    changed={
        "place": "square",
        "facing": "facing",
        "points": "MP",
        "life": LIFE,
        "state": "state",
    },
    purse={"treasury": "denarii"},
    grown={"name": "name", "status": "status"},
)
