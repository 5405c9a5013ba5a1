"""A battle as others see it: the JSON of `battle show` and `next`, and the names lines may use."""

from typing import TYPE_CHECKING, Any

from domain.game import Chains
from domain.games.mortisphere import resolve, throwing
from domain.games.mortisphere.battle import Fighting, ready_units, setting
from domain.games.mortisphere.copies import shown
from domain.games.mortisphere.dicebox import rolls_sealed
from domain.games.mortisphere.health import health_sum
from domain.games.mortisphere.initiative import crew_value
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.questions import OFFERS, QUESTIONS, STATES, question
from domain.games.mortisphere.scene import area, carried, copies, crew_name
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Answer, Awaited, DieDue, Throw, Turn
from domain.names import Name
from domain.terms import Action
from domain.throwing import Shown

if TYPE_CHECKING:
    from collections.abc import Callable


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
        "health": health_sum(unit).total,
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
