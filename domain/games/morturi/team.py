"""What orders a school before a battle: how many gladiators, and what their Moves add up to."""

from domain.books import Crew
from domain.games.morturi.shapes import book
from domain.summing import Sum


def gladiators_sum(school: Crew) -> Sum:
    """MR-PRI-1: how many a school can field."""
    made = Sum()
    for one in school.fit:
        made.add(1, one.who.name, "MR-PRI-1", of=one.who.id)
    return made


def moves_sum(school: Crew) -> Sum:
    """MR-PRI-1: the sum of their Moves."""
    made = Sum()
    for one in school.fit:
        role = book().role(one.kind)
        what = f"{one.who.name}, {role.name}"
        made.add(role.move, what, "MR-PRI-1", of=one.who.id, number="move")
    return made
