"""Chapter 15: what a school is worth, and who wins the year (MR-END-1)."""

from domain.books import Books, Crew
from domain.games.morturi.creation import price
from domain.games.morturi.school.resources import bought
from domain.games.morturi.school.year import Ludi, house, level, resources, rules, schools


def net_worth(books: Books, crew: Crew, year: Ludi | None = None) -> int:
    """MR-END-1: funds, list price of living gladiators, half the price of resources.

    Free fighters and people hired for the month are not the school's own.
    """
    book, settled = rules(books), house(books)
    own = [one for one in crew.present if not one.term]
    people = sum(price(settled, book.grade(one.grade)) for one in own)
    mine = list(resources(books, crew)) if year is None else bought(year, crew)
    return crew.treasury + people + sum(one.cost(settled) for one in mine) // 2


def scores(books: Ludi) -> dict[str, int]:
    """MR-END-1: what each school that still takes part has reached, by `campaign_winner`."""
    how = house(books).campaign_winner
    found = {}
    for crew in schools(books):
        match how:
            case "funds":
                found[crew.who.id] = crew.treasury
            case "battles_won":
                found[crew.who.id] = level(crew.who.id, books.season.won)
            case _:
                found[crew.who.id] = net_worth(books, crew, books)
    return found
