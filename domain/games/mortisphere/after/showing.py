"""An aftermath as others see it: `after --json`, `next --json`, the names that lines may use."""

from collections.abc import Iterator
from typing import Any

from domain.books import Crew, Member
from domain.evening import found, sides
from domain.game import Chains
from domain.games.mortisphere import dicebox
from domain.games.mortisphere.after import growth
from domain.games.mortisphere.after.care import WOUNDS
from domain.games.mortisphere.after.discoveries import FOLLOWER
from domain.games.mortisphere.after.evening import (
    Awaited,
    Confirm,
    Evening,
    Spend,
    begun,
    crew_of,
    rules,
)
from domain.games.mortisphere.after.legal import AfterLegal
from domain.games.mortisphere.after.offers import name_of
from domain.games.mortisphere.after.order import awaited, settled
from domain.games.mortisphere.after.profile import maximum
from domain.games.mortisphere.after.trade import STORE
from domain.games.mortisphere.recruiting import price, rating
from domain.games.mortisphere.waiting import DieDue, Nothing, Pick, Throw
from domain.names import Name

STATES = {Throw: "roll", Pick: "choose", Confirm: "confirm", Spend: "spend", Nothing: "none"}
QUESTIONS = {
    "fate": ("MS-FAT-3", "What becomes of it?"),
    "fate-relic": ("MS-FAT-3", "Is the fate roll made twice? The relic crumbles."),
    "new-type": ("MS-TYP-5", "Does it take another type?"),
    "gift": ("MS-FAT-4", "Which ability does it gain?"),
    "lesson": ("MS-ADV-2", "Who learns a lesson?"),
    "bequest": ("MS-CAP-7", "To whom does the Captain's Will give experience?"),
    "instead": ("MS-ADV-6", "Is this taken instead of the result?"),
    "exchange": ("MS-ADV-4", "For which entry is it exchanged?"),
    "learn": ("MS-ADV-4", "Which ability or objective tag is it?"),
    "altered-type": ("MS-ADV-4", "Does it take that type?"),
    "twice": ("MS-ADV-4", "Does the Evolution give Altered as well?"),
    "successor": ("MS-CAP-10", "Who leads the crew?"),
    "will": ("MS-CAP-7", "Which Will has the new Captain?"),
    "follower": ("MS-REC-2", "A follower may join: a d4 of any type."),
    "shop": ("MS-CAM-2", "Mend, recruit, trade; then be done."),
}
# What a throw decides.
THROWS = {
    "fate": QUESTIONS["fate"],
    "return": ("MS-FAT-4", "Does it return?"),
    "ruin": ("MS-FAT-4", "By lot: which of its items is ruined?"),
    "advance": ("MS-ADV-4", "Which advance is it?"),
    "find": ("MS-CAM-2", "What is found?"),
}


def status(evening: Evening) -> str:
    """Whether the aftermath is none (yet), open or over."""
    if not begun(evening):
        return "none"
    return "over" if evening.after.over else "open"


def show(evening: Evening) -> dict[str, Any]:
    """The crews of the battle as they now are, and what is awaited."""
    now = settled(evening)
    waiting = awaited(now)
    return {
        "battle": evening.battle.battle,
        "status": status(evening),
        "awaiting": STATES[type(waiting)],
        "crew": _crew_name(now, getattr(waiting, "crew", "")),
        "crews": [_crew(now, crew) for crew in sides(now)],
    }


def _crew(evening: Evening, crew: Crew) -> dict[str, Any]:
    book = rules(evening)
    return {
        "id": crew.who.id,
        "name": crew.who.name,
        "treasury": crew.treasury,
        "grant": crew.grant,
        "rating": rating(book, crew.fit),
        "store": [book.item(item.kind).name for item in crew.store],
        "done": crew.who.id in evening.after.shopped,
        "members": [_member(evening, one) for one in crew.members],
    }


def _member(evening: Evening, one: Member) -> dict[str, Any]:
    book = rules(evening)
    return {
        "id": one.who.id,
        "name": one.who.name,
        "type": book.type(one.kind).name,
        "die": one.die,
        "max_health": maximum(book, one),
        "lost": one.lost,
        "captain": one.captain,
        "experience": one.experience,
        "advances": [growth.name_of(book, entry) for entry in one.learned],
        "affinities": list(one.affinities),
        "injuries": [book.injury(entry).name for entry in one.injuries],
        "abilities": [book.ability(entry).name for entry in one.abilities],
        "items": [book.item(item.kind).name for item in one.items],
        "status": str(one.status),
        "misses_next": one.misses_next,
    }


def _crew_name(evening: Evening, crew: str) -> str:
    return crew_of(evening, crew).who.name if crew else ""


def ask(evening: Evening) -> dict[str, Any]:
    """What is awaited, as `next --json` gives it but for the lines."""
    now = settled(evening)
    waiting = awaited(now)
    legal = AfterLegal(now)
    return {
        "battle": evening.battle.battle,
        "awaiting": STATES[type(waiting)],
        "crew": _crew_name(now, getattr(waiting, "crew", "")),
        "member": "",
        "question": question(now, waiting),
        "dice": [_die(now, due) for due in getattr(waiting, "dice", ())],
        **_shop(now, waiting),
        "aftermath": status(evening),
        "patterns": [] if rolls_sealed(now) else legal.patterns(),
        "combine": legal.combine(),
        "always": legal.always() if status(now) == "open" else [],
    }


def _shop(evening: Evening, waiting: Awaited) -> dict[str, dict[str, int]]:
    """MS-REC-2, MS-EQP-3: what a crew that trades has to spend, and what equipment costs it."""
    if not isinstance(waiting, Spend) or waiting.what == FOLLOWER:
        return {}
    book, crew = rules(evening), crew_of(evening, waiting.crew)
    prices = {item.name: item.cost for item in book.equipment}
    for member in crew.present:
        kind = book.type(member.kind)
        for item in book.equipment:
            cost = price(kind, item)
            if item.tag in kind.equipment_tags and cost != item.cost:
                prices[f"{item.name} for {member.who.name}"] = cost
    granted = {"grant": crew.grant} if crew.grant else {}
    return {"purse": {book.recruitment.currency: crew.treasury, **granted}, "prices": prices}


def _die(evening: Evening, due: DieDue) -> dict[str, Any]:
    known = found(evening, due.unit)
    name = known[1].who.name if known else _crew_name(evening, due.unit)
    return {"member": name, "die": due.die, "max": due.maximum, "again": due.again}


def question(evening: Evening, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    if not isinstance(waiting, Pick | Confirm | Spend | Throw):
        return {}
    rule, text = (THROWS if isinstance(waiting, Throw) else QUESTIONS)[waiting.what]
    offers = [name_of(evening, offer) for offer in getattr(waiting, "offers", ())]
    return {
        "id": waiting.what,
        "rule": rule,
        "text": text,
        "about": _about(evening, waiting),
        "offers": offers,
        "min": waiting.least if isinstance(waiting, Pick) else 0,
        "max": 1 if offers else 0,
    }


def _about(evening: Evening, waiting: Pick | Confirm | Spend | Throw) -> str:
    if isinstance(waiting, Confirm):
        return name_of(evening, waiting.about)
    after = evening.after
    if isinstance(waiting, Pick) and waiting.what in ("new-type", "gift") and after.change:
        return name_of(evening, after.change.member)
    if isinstance(waiting, Pick) and waiting.what in ("exchange", "learn") and after.advance:
        return name_of(evening, after.advance.member)
    return ""


def names(evening: Evening) -> tuple[Name, ...]:
    """Everything a line of this aftermath may name."""
    now = settled(evening)
    waiting = awaited(now)
    listed = [Name(kind="crew", id=crew.who.id, name=crew.who.name) for crew in sides(now)]
    listed += [
        Name(kind="unit", id=m.who.id, name=m.who.name, handle=m.handle, side=crew.who.id)
        for crew in sides(now)
        for m in crew.present
    ]
    units = {name.id for name in listed}
    listed += [
        Name(kind=kind, id=offer, name=name_of(now, offer))
        for offer in getattr(waiting, "offers", ())
        for kind in ("offer", "effect")
        if offer not in units
    ]
    listed += [Name(kind="question", id=what, name=what) for what in QUESTIONS]
    listed += _catalogue(now)
    if isinstance(waiting, Spend):
        listed.append(Name(kind="store", id=STORE, name=STORE, side=waiting.crew))
    return tuple(listed)


def _catalogue(evening: Evening) -> Iterator[Name]:
    """What can be bought, learned and mended, by the names that players know."""
    book = rules(evening)
    for kind, entries in (
        ("item", book.equipment),
        ("ability", book.abilities),
        ("will", book.wills),
        ("injury", book.injuries),
    ):
        yield from (Name(kind=kind, id=entry.id, name=entry.name) for entry in entries)
    yield Name(kind="injury", id=WOUNDS, name=WOUNDS)


def asked(evening: Evening) -> tuple[str, tuple[str, ...]]:
    """The crew that is to decide."""
    return getattr(awaited(evening), "crew", ""), ()


def rolls_sealed(evening: Evening) -> bool:
    """Whether the next thing is a roll that the program makes; none before the evening begins."""
    return evening.after.opened and dicebox.rolls_sealed(evening.battle, awaited(evening))


def sides_due(evening: Evening) -> tuple[int, ...]:
    """The sides of the dice that are awaited, none if no roll is."""
    waiting = awaited(evening)
    return tuple(d.sides for d in waiting.dice) if isinstance(waiting, Throw) else ()


def chains(evening: Evening) -> Chains:
    """What the sealed dice of the session are bound to: the battle's go on."""
    seal = evening.battle.seal
    return Chains(seal.battle, seal.anchors, seal.places, seal.solo)
