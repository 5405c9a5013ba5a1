"""A battle as others see it: the JSON of `battle show` and `next`, and the names lines may use."""

from collections.abc import Callable
from typing import Any

from domain.game import Chains
from domain.games.mortisphere import announcing, resolve, throwing
from domain.games.mortisphere.battle import Fighting, Mode, ready_units, setting, side
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.dicebox import rolls_sealed
from domain.games.mortisphere.initiative import crew_value
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.progress import done_by, points, shared
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Confirm,
    Declaring,
    DieDue,
    Field,
    Nothing,
    Ordering,
    Pick,
    Start,
    Throw,
    Turn,
)
from domain.names import Name
from domain.terms import Action

STATES = {
    Start: "start",
    Field: "field",
    Turn: "act",
    Answer: "respond",
    Declaring: "declare",
    Confirm: "confirm",
    Ordering: "order",
    Throw: "roll",
    Pick: "choose",
    Nothing: "none",
}


def status(battle: Fighting) -> str:
    """Whether the battle is open, ended or concluded."""
    if battle.concluded:
        return "concluded"
    return "ended" if battle.ended else "open"


def show(battle: Fighting) -> dict[str, Any]:
    """The battle as `battle show --json` gives it."""
    waiting = awaited(battle)
    crew = getattr(waiting, "crew", "")
    return {
        "battle": battle.battle,
        "game": "mortisphere",
        "edition": battle.edition,
        "scenario": setting(battle).name,
        "status": status(battle),
        "friendly": battle.friendly,
        "dice_source": str(battle.dice),
        "round": battle.round,
        "order": [_crew_name(battle, c) for c in battle.order],
        "turn": {
            "crew": _crew_name(battle, crew),
            "awaiting": STATES[type(waiting)],
            "may_act": [u.who.name for u in ready_units(battle, crew)]
            if isinstance(waiting, Turn)
            else [],
        },
        "dice": _dice(battle, waiting),
        "areas": [_area(battle, a.id) for a in setting(battle).areas],
        "objectives": [o for each in setting(battle).objectives for o in _copies(battle, each.id)],
        "neutrals": [],
        "members": [_member(battle, u) for u in battle.units.values()],
        "scores": {s.who.name: s.points for s in battle.sides},
        "values": {s.who.name: crew_value(battle, s.id) for s in battle.sides},
        "winner": _crew_name(battle, battle.winner),
    }


def _crew_name(battle: Fighting, crew: str) -> str:
    return side(battle, crew).who.name if crew else ""


def _dice(battle: Fighting, waiting: Awaited) -> list[dict[str, Any]]:
    if not isinstance(waiting, Throw):
        return []
    return [
        {"member": _thrower(battle, d), "die": d.die, "max": d.maximum, "again": d.again}
        for d in waiting.dice
    ]


def _thrower(battle: Fighting, die: DieDue) -> str:
    unit = battle.units.get(die.unit)
    return unit.who.name if unit else _crew_name(battle, die.unit)


def _area(battle: Fighting, area: str) -> dict[str, Any]:
    found = setting(battle).area(area)
    return {
        "id": area,
        "name": found.name,
        "purpose": found.purpose,
        "adjoins": [setting(battle).area(a).name for a in setting(battle).neighbours(area)],
        "controlled_by": _crew_name(battle, controller(battle, area)),
    }


def _copies(battle: Fighting, objective: str) -> list[dict[str, Any]]:
    found = setting(battle).objective(objective)
    rows = []
    for copy in range(1, found.copies + 1):
        crews = [s.id for s in battle.sides]
        if shared(battle, found):
            progress = {"all": points(battle, found, copy, "")}
        else:
            progress = {_crew_name(battle, c): points(battle, found, copy, c) for c in crews}
        rows.append(
            {
                "id": objective,
                "name": found.name,
                "area": found.area,
                "copy": copy,
                "progress": {k: v for k, v in progress.items() if v},
                "required": found.required,
                "by": [_crew_name(battle, c) for c in done_by(battle, objective, copy)],
            }
        )
    return rows


def _member(battle: Fighting, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "handle": unit.handle,
        "name": unit.who.name,
        "crew": _crew_name(battle, unit.crew),
        "type": unit.kind,
        "captain": unit.captain,
        "place": unit.area,
        "facing": "",
        "die": unit.die,
        "health": max(0, unit.health - unit.lost),
        "max_health": unit.health,
        "lost": unit.lost,
        "strain": unit.strain,
        "max_roll": resolve.current_max(battle, unit),
        "activated": unit.acted,
        "statuses": [s.id for s in unit.statuses],
        "state": state(unit),
    }


def state(unit: Unit) -> str:
    """A unit's state in one word (`cli.md`)."""
    if unit.broken:
        return "broken"
    if unit.fallen and unit.captain:
        return "fallen"
    return str(unit.standing)


def ask(battle: Fighting) -> dict[str, Any]:
    """What is awaited, as `next --json` gives it but for the lines."""
    waiting = awaited(battle)
    legal = Legal(battle)
    return {
        "battle": battle.battle,
        "status": status(battle),
        "awaiting": STATES[type(waiting)],
        "crew": _crew_name(battle, getattr(waiting, "crew", "")),
        "member": "",
        "question": question(battle, waiting),
        "dice": _dice(battle, waiting),
        "patterns": [] if rolls_sealed(battle, waiting) else legal.patterns(),
        "combine": legal.combine(),
        "always": legal.always(),
    }


QUESTIONS = {
    "blows": ("MS-SWA-10", "Who of the Swarm is struck?"),
    "retarget": ("MS-MUL-7", "The target has fallen: turn on another?"),
    "leave": ("MS-MOV-4", "Does anybody dispute the move?"),
    "interact": ("MS-OBJ-9", "Does anybody oppose it?"),
}


OFFERS = {
    "damage.taken": ("MS-DMG-9", "Is the loss of Health prevented?"),
    "round.start": ("MS-RND-5", "Which effects are used as the round begins?"),
    "clash.roll": ("MS-RES-7", "Is a die rolled again?"),
    "clash.end": ("MS-CLA-1", "Which effects are used as the Clash ends?"),
    "action.move": ("MS-MOV-1", "Which effects are used with the move?"),
}


def question(battle: Fighting, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    match waiting:
        case Pick():
            rule, text = QUESTIONS[waiting.what]
            offers = [battle.units[o].who.name for o in waiting.offers]
            least, most = waiting.least, waiting.most
        case Start():
            rule, text = "MS-SCN-3", "From where does the crew start?"
            offers = [setting(battle).area(a).name for a in waiting.areas]
            least, most = 1, 1
        case Field():
            rule, text = "MS-REC-8", f"Who is fielded? (a value of {waiting.cap} at most)"
            own = [u for u in battle.units.values() if u.crew == waiting.crew]
            offers, least, most = [u.who.name for u in own], 1, len(own)
        case Confirm():
            rule, text = OFFERS[waiting.what]
            offers = [f"{battle.units[o.bearer].who.name}: {o.name}" for o in waiting.offers]
            least, most = 0, len(offers)
        case Declaring():
            rule, text = "MS-CLA-15", "Which effects are declared for the Clash?"
            found = announcing.declarables(battle, waiting.crew)
            offers = [f"{battle.units[o.bearer].who.name}: {o.source.name}" for o in found]
            least, most = 0, len(offers)
        case _:
            return {}
    return {
        "id": getattr(waiting, "what", STATES[type(waiting)]),
        "rule": rule,
        "text": text,
        "offers": offers,
        "min": least,
        "max": most,
    }


def names(battle: Fighting) -> tuple[Name, ...]:
    """Everything a line of this battle may name."""
    scenario = setting(battle)
    found = [
        Name(kind="unit", id=u.id, name=u.who.name, handle=u.handle, side=u.crew)
        for u in battle.units.values()
    ]
    found += [Name(kind="effect", id=e, name=name) for e, name in carried_names(battle).items()]
    found += [Name(kind="effect", id=q, name=q) for q in QUESTIONS]
    found += [Name(kind="crew", id=s.id, name=s.who.name) for s in battle.sides]
    found += [Name(kind="area", id=a.id, name=a.name) for a in scenario.areas]
    found += [Name(kind="objective", id=o.id, name=o.name) for o in scenario.objectives]
    return tuple(found)


def carried_names(battle: Fighting) -> dict[str, str]:
    """The abilities, items and Wills on the field, by id."""
    rules = book(battle.edition)
    look: dict[str, Callable[[str], Any]] = {
        "ability": rules.ability,
        "item": rules.item,
        "will": rules.will,
    }
    return {
        entry: look[family](entry).name
        for unit in battle.units.values()
        for family, entry in unit.parts
        if family in look
    }


def asked(battle: Fighting) -> tuple[str, tuple[str, ...]]:
    """The crew that is to decide, and its targets that are to answer a Clash."""
    waiting = awaited(battle)
    crew: str = getattr(waiting, "crew", "")
    if not isinstance(waiting, Answer) or battle.clash is None:
        return crew, ()
    targets = [
        p.target
        for p in battle.clash.pairings
        if p.mode is Mode.UNANSWERED and battle.units[p.target].crew == crew
    ]
    return crew, tuple(dict.fromkeys(targets))


def chains(battle: Fighting) -> Chains:
    """What the battle's sealed dice are bound to."""
    seal = battle.seal
    return Chains(seal.battle, seal.anchors, seal.places, seal.solo)


def sealed_next(battle: Fighting) -> bool:
    """Whether the next thing is a roll that the program makes."""
    return not battle.ended and rolls_sealed(battle, awaited(battle))


def roll(reveals: tuple[str, ...]) -> Action:
    """The sealed roll with these reveals."""
    return throwing.Roll(reveals=reveals)


def sides(battle: Fighting) -> tuple[int, ...]:
    """The sides of the dice that are awaited, none if no roll is."""
    waiting = awaited(battle)
    return tuple(d.sides for d in waiting.dice) if isinstance(waiting, Throw) else ()


def throw(faces: tuple[int, ...]) -> Action:
    """The roll of these faces on the table."""
    return throwing.Roll(faces=tuple(throwing.Shown(face) for face in faces))
