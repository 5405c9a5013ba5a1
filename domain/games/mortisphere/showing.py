"""A battle as others see it: the JSON of `battle show` and `next`, and the names lines may use."""

from typing import TYPE_CHECKING, Any

from domain.game import Chains
from domain.games.mortisphere import announcing, resolve, throwing
from domain.games.mortisphere.battle import Fighting, ready_units, setting
from domain.games.mortisphere.copies import shown
from domain.games.mortisphere.dicebox import rolls_sealed
from domain.games.mortisphere.initiative import crew_value
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.prey import choices, named
from domain.games.mortisphere.scene import area, carried, copies, crew_name
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Confirm,
    Declaring,
    Deploy,
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
from domain.throwing import Shown

if TYPE_CHECKING:
    from collections.abc import Callable

STATES = {
    Start: "start",
    Deploy: "deploy",
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
        "own": shown(battle.book, setting(battle), (u.parts for u in battle.units.values())),
        "status": status(battle),
        "friendly": battle.friendly,
        "dice_source": str(battle.dice),
        "round": battle.round,
        "order": [crew_name(battle, c) for c in battle.order],
        "turn": {
            "crew": crew_name(battle, crew),
            "awaiting": STATES[type(waiting)],
            "may_act": [u.who.name for u in ready_units(battle, crew)]
            if isinstance(waiting, Turn)
            else [],
        },
        "dice": _dice(battle, waiting),
        "areas": [area(battle, a.id) for a in setting(battle).areas],
        "objectives": [o for each in setting(battle).objectives for o in copies(battle, each.id)],
        "neutrals": [_neutral(battle, u) for u in battle.units.values() if u.neutral],
        "carried": [carried(battle, load) for load in battle.items],
        "members": [_member(battle, u) for u in battle.units.values() if not u.neutral],
        "scores": {s.who.name: s.points for s in battle.sides},
        "values": {s.who.name: crew_value(battle, s.id) for s in battle.sides},
        "winner": crew_name(battle, battle.winner),
    }


def _dice(battle: Fighting, waiting: Awaited) -> list[dict[str, Any]]:
    if not isinstance(waiting, Throw):
        return []
    return [
        {"member": _thrower(battle, d), "die": d.die, "max": d.maximum, "again": d.again}
        for d in waiting.dice
    ]


def _thrower(battle: Fighting, die: DieDue) -> str:
    unit = battle.units.get(die.unit)
    if unit:
        return unit.who.name
    special = {h.id: h.name for h in setting(battle).special}
    return special.get(die.unit) or crew_name(battle, die.unit)


def _member(battle: Fighting, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "handle": unit.handle,
        "name": unit.who.name,
        "crew": crew_name(battle, unit.crew),
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


def _neutral(battle: Fighting, unit: Unit) -> dict[str, Any]:
    """A neutral as a member is shown, with how it behaves and who answers for it (MS-NEU)."""
    behaviour = setting(battle).neutral(unit.neutral).behaviour
    return _member(battle, unit) | {
        "crew": "",
        "behaviour": behaviour,
        "tireless": unit.tireless,
        "controller": crew_name(battle, unit.controller),
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
        "crew": crew_name(battle, getattr(waiting, "crew", "")),
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
    "escort": ("MS-NEU-4", "Does it come along?"),
    "steer": ("MS-NEU-2", "Whom does it strike, or where does it go?"),
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
            offers = [named(battle, o).name for o in waiting.offers]
            least, most = waiting.least, waiting.most
        case Throw(what="lot"):
            rule, text = "MS-NEU-2", "By lot: to which of these, numbered in this order?"
            unit = battle.units[waiting.dice[0].unit]
            offers = [named(battle, o).name for o in choices(battle, unit)]
            least, most = 1, 1
        case Start():
            rule, text = "MS-SCN-3", "From where does the crew start?"
            offers = [setting(battle).area(a).name for a in waiting.areas]
            least, most = 1, 1
        case Deploy():
            rule, text = "MS-SCN-3", "Who is deployed where?"
            offers = [battle.units[u].who.name for u in waiting.members]
            least, most = 1, len(offers)
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
        Name(kind="unit", id=u.id, name=u.who.name, handle=u.handle, side=u.camp)
        for u in battle.units.values()
    ]
    found += [Name(kind="effect", id=e, name=name) for e, name in carried_names(battle).items()]
    found += [Name(kind="question", id=q, name=q) for q in (*QUESTIONS, *OFFERS)]
    found += [Name(kind="crew", id=s.id, name=s.who.name) for s in battle.sides]
    found += [Name(kind="place", id=a.id, name=a.name) for a in scenario.areas]
    found += [Name(kind="objective", id=o.id, name=o.name) for o in scenario.objectives]
    return tuple(found)


def carried_names(battle: Fighting) -> dict[str, str]:
    """The abilities, items and Wills on the field, by id."""
    rules = battle.book
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
        if p.mode is Mode.UNANSWERED and battle.units[p.target].camp == crew
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
    return throwing.Roll(faces=tuple(Shown(face) for face in faces))
