"""An aftermath as others see it: `after --json`, `next --json`, the names its lines may use."""

from typing import Any

from domain.books import Crew
from domain.evening import sides
from domain.game import Chains
from domain.games.morturi import dicebox
from domain.games.morturi.school.evening import Awaited, Evening, follows, rules
from domain.games.morturi.school.legal import AfterLegal
from domain.games.morturi.school.order import awaited, settled
from domain.games.morturi.school.showing import STATES, member
from domain.games.morturi.waiting import Confirm, Pick, Throw, what_for
from domain.names import Name

QUESTIONS = {
    "reroll": ("MR-RES-3", "Is the Survival check rolled again? The new result stands."),
    "promotion": ("MR-ADV-2", "Which role has the new Novicius?"),
    "survival": ("MR-SVC-2", "What becomes of him?"),
    "advancement": ("MR-ADV-3", "Which tricks does he learn?"),
}


def status(evening: Evening) -> str:
    """Whether the aftermath is none (yet), open or over."""
    if not follows(evening.battle):
        return "none"
    return "over" if evening.after.over else "open"


def show(evening: Evening) -> dict[str, Any]:
    """The schools of the battle as they now are, and what is awaited."""
    now = settled(evening)
    waiting = awaited(now)
    return {
        "battle": evening.battle.battle,
        "status": status(evening),
        "awaiting": STATES[type(waiting)],
        "crew": _crew_name(now, getattr(waiting, "crew", "")),
        "crews": [_school(now, crew) for crew in sides(now)],
    }


def _school(evening: Evening, crew: Crew) -> dict[str, Any]:
    names = {one.id: one.name for one in rules(evening).resources}
    return {
        "id": crew.who.id,
        "name": crew.who.name,
        "treasury": crew.treasury,
        "store": [names.get(item.kind, item.kind) for item in crew.store],
        "done": not crew.aftermath,
        "members": [member(one) for one in crew.members],
    }


def _crew_name(evening: Evening, crew: str) -> str:
    return next((one.who.name for one in sides(evening) if one.who.id == crew), "")


def ask(evening: Evening) -> dict[str, Any]:
    """What is awaited, as `next --json` gives it but for the lines."""
    now = settled(evening)
    waiting = awaited(now)
    legal = AfterLegal(now)
    return {
        "battle": evening.battle.battle,
        "status": "concluded" if evening.battle.concluded else "open",
        "awaiting": STATES[type(waiting)],
        "crew": _crew_name(now, getattr(waiting, "crew", "")),
        "member": "",
        "question": question(now, waiting),
        "dice": [
            {"member": name_of(now, due.unit), "die": due.sides, "max": due.sides}
            for due in getattr(waiting, "dice", ())
        ],
        "lot": [name_of(now, one) for one in getattr(waiting, "lot", ())],
        "aftermath": status(evening),
        "patterns": [] if rolls_sealed(now) else legal.patterns(),
        "combine": legal.combine(),
        "always": legal.always() if status(now) == "open" else [],
    }


def question(evening: Evening, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    if isinstance(waiting, Throw):
        return what_for(*QUESTIONS[waiting.what], waiting)
    if not isinstance(waiting, Pick | Confirm):
        return {}
    rule, text = QUESTIONS[waiting.what]
    if isinstance(waiting, Pick):
        about, least, most = waiting.member, waiting.least, waiting.most
        offers = [name_of(evening, one) for one in waiting.offers]
    else:
        about, least, most = waiting.offers[0].bearer, 0, 1
        offers = [one.name for one in waiting.offers]
    return {
        "id": waiting.what,
        "rule": rule,
        "text": text,
        "about": name_of(evening, about),
        "offers": offers,
        "min": least,
        "max": most,
    }


def name_of(evening: Evening, offer: str) -> str:
    """What an offer is called: a gladiator, a role, a trick."""
    for crew in sides(evening):
        for one in crew.members:
            if one.who.id == offer:
                return one.who.name
    book = rules(evening)
    names = {one.id: one.name for one in book.roles}
    names |= {one.id: one.name for one in book.tricks}
    return names.get(offer, offer)


def names(evening: Evening) -> tuple[Name, ...]:
    """Everything a line of this aftermath may name."""
    now = settled(evening)
    waiting = awaited(now)
    listed = [Name(kind="crew", id=crew.who.id, name=crew.who.name) for crew in sides(now)]
    listed += [
        Name(kind="unit", id=one.who.id, name=one.who.name, handle=one.handle, side=crew.who.id)
        for crew in sides(now)
        for one in crew.present
    ]
    if isinstance(waiting, Pick):
        pairs = [(one, name_of(now, one)) for one in waiting.offers]
    else:
        pairs = [(one.entry, one.name) for one in getattr(waiting, "offers", ())]
    listed += [
        Name(kind=kind, id=id_, name=name) for id_, name in pairs for kind in ("offer", "effect")
    ]
    what = getattr(waiting, "what", "")
    listed += [Name(kind="effect", id=what, name=what)] if what else []
    return tuple(listed)


def asked(evening: Evening) -> tuple[str, tuple[str, ...]]:
    """The school that is to decide."""
    return getattr(awaited(evening), "crew", ""), ()


def rolls_sealed(evening: Evening) -> bool:
    """Whether the next thing is a roll that the program makes; none before the evening begins."""
    return evening.after.opened and dicebox.rolls_sealed(evening.battle, awaited(evening))


def sides_due(evening: Evening) -> tuple[int, ...]:
    """The sides of the dice that are awaited, none if no roll is."""
    waiting = awaited(evening)
    return tuple(due.sides for due in waiting.dice) if isinstance(waiting, Throw) else ()


def chains(evening: Evening) -> Chains:
    """What the sealed dice of the session are bound to: the battle's go on."""
    seal = evening.battle.seal
    return Chains(seal.battle, seal.anchors, seal.places, seal.solo)
