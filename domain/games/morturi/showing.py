"""A battle as others see it: the JSON of `battle show` and `next`."""

from typing import Any

from domain.game import Chains
from domain.games.morturi import throwing
from domain.games.morturi.battle import Fighting, setting, side
from domain.games.morturi.carried import entry_name
from domain.games.morturi.creation import proposal
from domain.games.morturi.dicebox import rolls_sealed
from domain.games.morturi.legal import Legal
from domain.games.morturi.names import offered
from domain.games.morturi.play import awaited
from domain.games.morturi.shapes import book
from domain.games.morturi.striking import hits
from domain.games.morturi.units import Standing, Unit
from domain.games.morturi.waiting import (
    Acting,
    Activate,
    Awaited,
    Confirm,
    Deploy,
    Field,
    Nothing,
    Pick,
    React,
    Start,
    Throw,
    what_for,
)
from domain.terms import Action
from domain.throwing import Shown

STATES = {
    Start: "start",
    Deploy: "deploy",
    Field: "field",
    Activate: "act",
    Acting: "act",
    React: "react",
    Confirm: "confirm",
    Throw: "roll",
    Pick: "choose",
    Nothing: "none",
}
STANDINGS = {
    Standing.RESERVE: "reserve",
    Standing.ACTIVE: "active",
    Standing.OUT: "incapacitated",
    Standing.LEFT: "surrendered",
}


def status(battle: Fighting) -> str:
    """Whether the battle is open, ended or concluded."""
    if battle.concluded:
        return "concluded"
    return "ended" if battle.ended else "open"


def school_name(battle: Fighting, school: str) -> str:
    """What a school is called; nothing for none."""
    return side(battle, school).who.name if school else ""


def show(battle: Fighting) -> dict[str, Any]:
    """The battle as `battle show --json` gives it; `scores` is the crowd's favour (MR-CRD-1)."""
    waiting = awaited(battle)
    return {
        "battle": battle.battle,
        "game": "morturi",
        "edition": battle.edition,
        "scenario": setting(battle).name,
        "status": status(battle),
        "friendly": battle.friendly,
        "dice_source": str(battle.dice),
        "round": battle.round,
        "order": [school_name(battle, school) for school in battle.order],
        "turn": _turn(battle, waiting),
        "dice": _dice(battle, waiting),
        "areas": [],
        "objectives": [_flag(battle, n) for n in range(len(battle.flags))],
        "neutrals": [shown(battle, u) for u in battle.units.values() if u.figure],
        "arena": {"rows": list(battle.arena), "starts": battle.start, "hazard": battle.hazard},
        "complications": [book(battle.edition).complication(c).name for c in battle.complications],
        "members": [shown(battle, u) for u in battle.units.values() if not u.figure],
        "sides": {s.who.name: s.start for s in battle.sides},
        "scores": {s.who.name: s.favour for s in battle.sides},
        "hill": {school_name(battle, h.school): h.rounds for h in battle.holds},
        "winner": " and ".join(school_name(battle, school) for school in battle.winners),
    }


def _turn(battle: Fighting, waiting: Awaited) -> dict[str, Any]:
    """Who is to decide, and the gladiator who acts with the movement points he has left."""
    ready = waiting.members if isinstance(waiting, Activate) else ()
    turn = battle.turn
    return {
        "crew": school_name(battle, getattr(waiting, "crew", "")),
        "awaiting": STATES[type(waiting)],
        "may_act": [battle.units[u].who.name for u in ready],
        "member": battle.units[turn.unit].who.name if turn else "",
        "points": turn.points if turn else 0,
    }


def _dice(battle: Fighting, waiting: Awaited) -> list[dict[str, Any]]:
    if not isinstance(waiting, Throw):
        return []
    thrower = school_name(battle, waiting.crew)
    return [
        {
            "member": battle.units[d.unit].who.name if d.unit in battle.units else thrower,
            "die": d.sides,
            "max": d.sides,
            "again": False,
        }
        for d in waiting.dice
    ]


def _flag(battle: Fighting, number: int) -> dict[str, Any]:
    flag = battle.flags[number]
    bearer = battle.units[flag.bearer].who.name if flag.bearer else ""
    return {
        "id": "flag",
        "copy": number + 1,
        "name": f"The flag of {school_name(battle, flag.school)}",
        "square": flag.square,
        "bearer": bearer,
    }


def shown(battle: Fighting, unit: Unit) -> dict[str, Any]:
    """A gladiator as he is shown; `proposed` is what of his profile nobody has found (MR-CRE-7)."""
    turn, rules = battle.turn, book(battle.edition)
    held = [c.id for c in unit.conditions if c.id not in unit.suspended]
    readied = [entry_name(battle, r.id).name for r in unit.readied]
    return {
        "id": unit.id,
        "handle": unit.handle,
        "name": unit.who.name,
        "crew": school_name(battle, unit.school),
        "role": role_name(battle, unit),
        "grade": unit.grade,
        "place": unit.square,
        "facing": unit.facing,
        "move": unit.move,
        "points": turn.points if turn and turn.unit == unit.id else 0,
        "health": max(0, unit.now),
        "life": unit.now,
        "max_health": unit.life,
        "lost": unit.lost,
        "activated": unit.acted,
        "statuses": held,
        "stances": [entry_name(battle, s).name for s in unit.stances],
        "ready": readied,
        "stores": {s.id: s.amount for s in unit.stores},
        "state": STANDINGS[unit.standing],
        "tricks": [entry_name(battle, t).name for t in unit.tricks],
        "special_rules": [entry_name(battle, s).name for s in unit.specials],
        "proposed": [proposal(rules, p) for p in unit.proposed],
    }


def role_name(battle: Fighting, unit: Unit) -> str:
    """What a role is called; a figure is of none."""
    return "" if unit.figure else book(battle.edition).role(unit.role).name


def ask(battle: Fighting) -> dict[str, Any]:
    """What is awaited, as `next --json` gives it but for the lines."""
    waiting = awaited(battle)
    legal = Legal(battle)
    member = getattr(waiting, "member", "")
    asked_ = waiting.rule if isinstance(waiting, Pick | Confirm) else ""
    crew = school_name(battle, getattr(waiting, "crew", ""))
    return {
        "battle": battle.battle,
        "status": status(battle),
        "awaiting": STATES[type(waiting)],
        "crew": crew or ("organiser" if asked_ else ""),
        "member": battle.units[member].who.name if member else "",
        "question": question(battle, waiting) or before_a_die(battle, waiting),
        "lot": lot(battle, waiting),
        "dice": _dice(battle, waiting),
        "patterns": [] if rolls_sealed(battle, waiting) else legal.patterns(),
        "combine": legal.combine(),
        "always": legal.always(),
    }


def lot(battle: Fighting, waiting: Awaited) -> list[str]:
    """What a lot is drawn among, numbered from 1 in this order (rule 10 of the lines)."""
    if not isinstance(waiting, Throw):
        return []
    schools = {s.id: s.who.name for s in battle.sides}
    return [schools.get(one, one) for one in waiting.lot]


DICE = {
    "priority": ("MR-PRI-1", "Which school comes next in priority?"),
    "last die": ("MR-OOA-2", "Does he keep standing?"),
    "flight": ("MR-SCN-9", "Where does it run?"),
    "facing": ("MR-SCN-9", "Which way does it face?"),
}
QUESTIONS = {
    "stance": "In which stance does he begin?",
    "die": "Which die counts?",
    "move": "To which square does he move?",
    "pull": "To which square is he moved?",
    "tumble": "To which square does he tumble?",
    "attack.roll": "Is the die changed?",
    "push": "Does he push?",
    "more": "Does he attack once more?",
    "pursue": "Does he pursue?",
    "stalemate": "Does the battle end as a draw?",
}


def question(battle: Fighting, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    about = ""
    match waiting:
        case Pick():
            rule, text = waiting.rule, QUESTIONS[waiting.what]
            offers = [offered(battle, offer) for offer in waiting.offers]
            least, most = waiting.least, waiting.most
            about = battle.units[waiting.member].who.name if waiting.member else ""
        case Confirm():
            rule, text = waiting.rule, QUESTIONS[waiting.what]
            bearers = {u.id: f"{u.who.name}: " for u in battle.units.values()}
            offers = [f"{bearers.get(o.bearer, '')}{o.name}" for o in waiting.offers]
            least, most = 0, len(offers)
        case React():
            rule, text = "MR-REA-1", "Does he turn to face the attacker?"
            offers, least, most = list(waiting.directions), 0, 1
            about = battle.units[waiting.member].who.name
        case Start():
            rule, text = "MR-BAT-3", "From which side does the school start?"
            offers, least, most = list(waiting.areas), 1, 1
        case Deploy():
            rule, text = "MR-BAT-1", "Who is deployed where?"
            offers = [battle.units[u].who.name for u in waiting.members]
            least, most = 1, 1
        case Field():
            number = str(waiting.most)
            if waiting.least < waiting.most:
                number = f"{waiting.least} to {number}"
            rule, text = "MR-BAT-2", f"Who is entered? ({number})"
            mine = [u for u in battle.units.values() if u.school == waiting.crew]
            offers, least, most = [u.who.name for u in mine], waiting.least, waiting.most
        case _:
            return {}
    return {
        "id": getattr(waiting, "what", STATES[type(waiting)]),
        "rule": rule,
        "text": text,
        "about": about,
        "offers": offers,
        "min": least,
        "max": most,
    }


def asked(battle: Fighting) -> tuple[str, tuple[str, ...]]:
    """The school that is to decide; nobody is meant by `all` in this game."""
    return getattr(awaited(battle), "crew", ""), ()


def before_a_die(battle: Fighting, waiting: Awaited) -> dict[str, Any]:
    """What dice are to decide, where some are thrown; of an attack what hits (MR-ATK-4)."""
    if not isinstance(waiting, Throw):
        return {}
    if waiting.what in DICE:
        return what_for(*DICE[waiting.what], waiting)
    if battle.attack is not None and waiting.what in ("attack", "again"):
        return what_for("MR-ATK-4", hits(battle, battle.attack), waiting)
    return what_for("MR-GEN-3", f"What does {entry_name(battle, waiting.source).name} do?", waiting)


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
