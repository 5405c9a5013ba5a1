"""What binds a school or a gladiator until it is settled: bids, stakes, offers, entries (MR-CAM-3).

A school that has bid, sealed, staked or been asked does nothing else before that is settled: its
funds are those it bid with, its names those it sealed. Whoever is entered for a battle stays.
"""

from collections.abc import Iterator

from domain.books import Books, Member
from domain.games.morturi.school.year import Ludi, Season, open_offers, owner, rules
from domain.terms import RuleBroken


def pending(books: Ludi) -> Iterator[tuple[str, str]]:
    """The schools that something waits for, each with what it is."""
    season = books.season
    if season.lot is not None:
        laid = (*season.lot.bids, *season.lot.seals)
        for school in (season.lot.seller, *(one.school for one in laid)):
            yield school, f"{season.lot.gladiator.name} is under the hammer"
    if season.challenge is not None:
        sides = [one.school for one in (season.challenge.host, *season.challenge.takers)]
        sides += [one.school for one in season.challenge.seals]
        yield from ((school, "its challenge is not settled") for school in sides)
    yield from ((school, "an offer waits for its answer") for school in _asked(season))
    if season.trial is not None:
        both = (one for one in (season.trial.gladiator, season.trial.against) if one)
        yield from ((owner(books, one)[0].who.id, "dice are to be rolled") for one in both)


def _asked(season: Season) -> tuple[str, ...]:
    """Who waits for an answer: the two sides of a sale, or whoever would hire."""
    if season.deal is not None:
        return (season.deal.seller, season.deal.buyer)
    return (season.hiring.school,) if season.hiring is not None else ()


def check_school(books: Books, school: str) -> None:
    """MR-CAM-3: a school does one thing after the other."""
    for one, what in pending(books) if isinstance(books, Ludi) else ():
        if one == school:
            name = books.crew(school).who.name
            raise RuleBroken("MR-CAM-3", f"{name} has to wait: {what}", hint="acta next")


def check_gladiator(books: Books, member: Member) -> None:
    """MR-BAT-2: whoever is entered for a battle stays with his school until it is fought."""
    for offer in open_offers(books) if isinstance(books, Ludi) else ():
        if any(member.who.id in one.gladiators for one in offer.entered):
            name = rules(books).scenario(offer.scenario).name
            raise RuleBroken("MR-BAT-2", f"{member.who.name} is entered for {name}")
