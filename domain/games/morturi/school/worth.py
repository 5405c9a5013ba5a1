"""Chapter 15: what a school is worth, and who wins the year (MR-END-1)."""

from domain.books import Books, Crew
from domain.games.morturi.creation import price
from domain.games.morturi.school.resources import bought
from domain.games.morturi.school.year import Ludi, house, level, resources, rules, schools
from domain.summing import Sum


def net_worth(books: Books, crew: Crew, year: Ludi | None = None) -> int:
    """MR-END-1: funds, list price of living gladiators, half the price of resources.

    Free fighters and people hired for the month are not the school's own.
    """
    return worth_sum(books, crew, year).total


def worth_sum(books: Books, crew: Crew, year: Ludi | None = None) -> Sum:
    """What a school's worth is made of."""
    book, settled = rules(books), house(books)
    made = Sum().add(crew.treasury, "funds", "MR-END-1", of=crew.who.id, number="treasury")
    for one in crew.present:
        if not one.term:
            grade = book.grade(one.grade)
            what = f"{one.who.name}, {grade.name}"
            made.add(price(settled, grade), what, "MR-CRE-1", of=one.who.id)
    mine = list(resources(books, crew)) if year is None else bought(year, crew)
    half = sum(one.cost(settled) for one in mine) // 2
    return made.add(half, f"half of {', '.join(one.name for one in mine)}", "MR-END-1")


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
