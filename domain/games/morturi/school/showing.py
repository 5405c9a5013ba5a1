"""A year as others see it: `season --json`, `next --json`, the names that its lines may use."""

from typing import Any

from domain.books import Crew, Member
from domain.game import Chains
from domain.games.morturi.school import auctions, play
from domain.games.morturi.school.hires import SERVUS
from domain.games.morturi.school.legal import SeasonLegal
from domain.games.morturi.school.lots import number, shares
from domain.games.morturi.school.ludi import advised, prize_of
from domain.games.morturi.school.worth import net_worth
from domain.games.morturi.school.year import (
    LUDI,
    Awaited,
    Bidding,
    Lot,
    Ludi,
    Offer,
    Spend,
    house,
    month,
    open_offers,
    resources,
    rules,
    schools,
)
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw, what_for
from domain.names import Name

STATES = {
    Throw: "roll",
    Pick: "choose",
    Confirm: "confirm",
    Spend: "spend",
    Bidding: "bid",
    Nothing: "none",
}
QUESTIONS = {
    "opponent": ("MR-SCN-4", "Whom does the host's gladiator meet?"),
    "training": ("MR-RES-6", "Which trick does he learn?"),
    "winner": ("MR-END-1", "Who has won the year?"),
    "recruits": ("MR-RES-4", "How many Servi are brought?"),
    "check": ("MR-OUT-1", "Does he succeed?"),
    "contest": ("MR-OUT-2", "Who wins?"),
    "equal bids": ("MR-AUC-5", "Which of the equal bids is taken?"),
    "equal stakes": ("MR-SCN-2", "Which of the equal stakes is taken?"),
    "grade of the lot": ("MR-AUC-6", "Which grade has the gladiator?"),
    "role of the lot": ("MR-AUC-6", "Which role has the gladiator?"),
    "trick of the lot": ("MR-AUC-6", "Which trick has the gladiator?"),
    "hire": ("MR-RES-2", "Has the school the Imperator's leave to hire?"),
    "trade": ("MR-AUC-7", "Does the school buy him?"),
    "year": ("MR-CAM-2", "Has the year another month?"),
    "lot": ("MR-AUC-5", "Who bids more?"),
    "duel": ("MR-SCN-11", "Who takes the challenge up?"),
    "auctions": ("MR-AUC-1", "Lots are put up; then be done."),
    "build_resources": ("MR-RES-1", "Resources are bought and hired; then be done."),
    "ludi": ("MR-BAT-1", "Battles are announced, entered and fought; then be done."),
    "free_play": ("MR-OUT-1", "What is done outside the arena; then be done."),
}


def status(books: Ludi) -> str:
    """Whether there is no year (a pick-up game, or not yet), an open one, or one that is over."""
    if books.season.over:
        return "over"
    return "open" if books.season.month else "none"


def show(books: Ludi) -> dict[str, Any]:
    """The year: its month and phase, schools, the lot under the hammer, what is announced."""
    now = play.settled(books)
    waiting = play.awaited(now)
    season = now.season
    return {
        "status": status(books),
        "moment": moment(now),
        "month": month(now).name if season.month else "",
        "number": season.month,
        "phase": season.phase,
        "awaiting": STATES[type(waiting)],
        "crew": crew_name(now, waiting),
        "lots_left": max(0, number(now) - season.put_up),
        "lots_by_grade": shares(rules(now).auction.weights, number(now)),
        "lot": _lot(now, season.lot) if season.lot else {},
        "offers": [_offer(now, one) for one in season.offers if not one.over],
        "crews": [_school(now, crew) for crew in schools(now)],
    }


def moment(books: Ludi) -> str:
    """When it is: the month and its phase."""
    if books.season.over or not books.season.month:
        return "the year"
    return f"{month(books).name}, {books.season.phase.replace('_', ' ')}"


def crew_name(books: Ludi, waiting: Awaited) -> str:
    """Who decides, by name; nobody named is the Imperator."""
    crew = getattr(waiting, "crew", "")
    return books.crew(crew).who.name if crew else ""


def _lot(books: Ludi, lot: Lot) -> dict[str, Any]:
    open_ = not auctions.sealed(books)
    return {
        "number": lot.number,
        "name": lot.gladiator.name,
        "role": lot.role,
        "grade": lot.grade,
        "tricks": list(lot.tricks),
        "opening": lot.opening,
        "contract": lot.contract,
        "bids": [
            {"crew": books.crew(school).who.name, "amount": amount}
            for school, amount in auctions.laid(lot).items()
        ],
        "least": auctions.least(books, lot) if open_ else lot.opening,
    }


def _offer(books: Ludi, offer: Offer) -> dict[str, Any]:
    return {
        "number": offer.number,
        "scenario": offer.scenario,
        "fee": offer.fee,
        "prize": prize_of(rules(books), house(books), offer),
        "by_guideline": offer.guideline,
        "payout": offer.payout,
        "battle": offer.battle,
        "guideline": advised(rules(books), house(books), offer),
        "entered": [books.crew(one.school).who.name for one in offer.entered],
    }


def _school(books: Ludi, crew: Crew) -> dict[str, Any]:
    return {
        "id": crew.who.id,
        "name": crew.who.name,
        "treasury": crew.treasury,
        "worth": net_worth(books, crew, books),
        "store": [one.name for one in resources(books, crew)],
        "members": [member(one) for one in crew.present],
    }


def member(one: Member) -> dict[str, Any]:
    """A gladiator's profile as it now stands."""
    return {
        "id": one.who.id,
        "name": one.who.name,
        "type": one.kind,
        "grade": one.grade,
        "tricks": list(one.abilities),
        "contract": one.term,
        "injuries": list(one.injuries),
        "status": str(one.status),
        "misses_next": one.misses_next,
    }


def ask(books: Ludi) -> dict[str, Any]:
    """What is awaited, as `next --json` gives it but for the lines."""
    now = play.settled(books)
    waiting = play.awaited(now)
    legal = SeasonLegal(now)
    open_ = house(now).game_mode == "campaign" and not now.season.over
    return {
        "battle": "",
        "moment": moment(now),
        "awaiting": STATES[type(waiting)],
        "crew": crew_name(now, waiting),
        "member": "",
        "question": _question(now, waiting),
        "dice": _dice(now, waiting) if isinstance(waiting, Throw) else [],
        "lot": [name_of(now, one) for one in getattr(waiting, "lot", ())],
        "season": status(books),
        "ready": [_ready(now, one) for one in open_offers(now) if len(one.entered) > 1],
        "patterns": legal.patterns(),
        "combine": legal.combine(),
        "always": legal.always() if open_ else [],
    }


def _ready(books: Ludi, offer: Offer) -> list[str]:
    """A battle that can be opened: its id, and who has entered."""
    return [offer.scenario, *(books.crew(one.school).who.name for one in offer.entered)]


def _dice(books: Ludi, throw: Throw) -> list[dict[str, Any]]:
    """The dice that are due, each with whose it is: a gladiator's or a resource's."""
    whose = [due.unit or throw.source for due in throw.dice]
    return [
        {"member": name_of(books, who) if who else "", "die": due.sides, "max": due.sides}
        for who, due in zip(whose, throw.dice, strict=True)
    ]


def name_of(books: Ludi, offer: str) -> str:
    """What an offer is called: a gladiator, a school, a trick, a resource."""
    for crew in books.crews.values():
        if crew.who.id == offer:
            return crew.who.name
        for one in crew.members:
            if one.who.id == offer:
                return one.who.name
    book = rules(books)
    names = {one.id: one.name for one in book.tricks}
    names |= {one.id: one.name for one in book.resources}
    names |= {one.id: one.name for one in book.roles}
    names |= {one.id: one.name for one in book.grades}
    return names.get(offer, offer)


def _question(books: Ludi, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    if isinstance(waiting, Nothing):
        return {}
    rule, text = QUESTIONS[waiting.what]
    if isinstance(waiting, Throw):
        return what_for(rule, text, waiting)
    offers = [_offered(books, one) for one in _offers(waiting)]
    most = waiting.most if isinstance(waiting, Pick) else len(offers)
    if waiting.what == LUDI:
        offers = [_announced(books, one) for one in open_offers(books)]
    about = getattr(waiting, "member", "")
    lot = books.season.lot
    if waiting.what == "lot" and lot:
        about = lot.gladiator.name
    return {
        "id": waiting.what,
        "rule": rule,
        "text": text,
        "about": name_of(books, about) if about else "",
        "offers": offers,
        "min": waiting.least if isinstance(waiting, Pick) else 0,
        "max": most,
    }


def _announced(books: Ludi, offer: Offer) -> str:
    """An announced battle, and who has entered."""
    entered = ", ".join(books.crew(one.school).who.name for one in offer.entered)
    return f"{rules(books).scenario(offer.scenario).name} ({entered or 'nobody yet'})"


def _offers(waiting: Awaited) -> tuple[Any, ...]:
    """What is offered; whoever may still bid or take up counts as such."""
    if isinstance(waiting, Bidding):
        return waiting.crews
    return getattr(waiting, "offers", ())


def _offered(books: Ludi, offer: Any) -> str:
    return name_of(books, offer) if isinstance(offer, str) else str(offer.name)


def names(books: Ludi) -> tuple[Name, ...]:
    """Everything a line of the season may name."""
    now = play.settled(books)
    waiting = play.awaited(now)
    listed = [Name(kind="crew", id=one.who.id, name=one.who.name) for one in schools(now)]
    listed += [
        Name(kind="unit", id=one.who.id, name=one.who.name, handle=one.handle, side=crew.who.id)
        for crew in schools(now)
        for one in crew.present
    ]
    units = {name.id for name in listed}
    for offer in getattr(waiting, "offers", ()):
        id_ = offer if isinstance(offer, str) else offer.entry
        if id_ not in units:
            text = _offered(now, offer)
            listed += [Name(kind=kind, id=id_, name=text) for kind in ("offer", "effect")]
    book = rules(now)
    listed += [Name(kind="resource", id=one.id, name=one.name) for one in book.resources]
    servus = book.grade(SERVUS)
    listed += [Name(kind="resource", id=servus.id, name=servus.name)]
    listed += [Name(kind="learned", id=one.id, name=one.name) for one in book.tricks]
    listed += [Name(kind="scenario", id=one.id, name=one.name) for one in book.scenarios]
    what = getattr(waiting, "what", "")
    known = {name.id for name in listed if name.kind == "effect"}
    listed += [Name(kind="effect", id=what, name=what)] if what and what not in known else []
    return tuple(listed)


def asked(books: Ludi) -> tuple[str, tuple[str, ...]]:
    """The school that is to decide; nobody named is the Imperator."""
    return getattr(play.awaited(books), "crew", ""), ()


def sides_due(books: Ludi) -> tuple[int, ...]:
    """The sides of the dice that are awaited, none if no roll is."""
    waiting = play.awaited(books)
    return tuple(due.sides for due in waiting.dice) if isinstance(waiting, Throw) else ()


def rolls_sealed(_: Ludi) -> bool:
    """Between battles dice fall on the table."""
    return False


def chains(_: Ludi) -> Chains:
    """Between battles no dice are sealed."""
    return Chains("", (), 0, solo=False)
