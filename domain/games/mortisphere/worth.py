"""What members are worth: their value and their rating, term by term (MS-INI-4, MS-REC-7)."""

from collections.abc import Iterable, Sequence

from domain.books import Member
from domain.games.mortisphere.shapes import Book
from domain.summing import Sum
from domain.terms import Who

ADVANCE = 2


def value_sum(members: Iterable[Member]) -> Sum:
    """MS-INI-4: what the dice of these members add up to."""
    made = Sum()
    for one in members:
        made.add(one.die, f"{one.who.name}, d{one.die}", "MS-INI-4", of=one.who.id, number="die")
    return made


def rating_sum(rules: Book, members: Iterable[Member]) -> Sum:
    """MS-REC-7: what these members are worth together."""
    made = Sum()
    for one in members:
        amount = worth_sum(rules, one).total
        made.add(amount, one.who.name, "MS-REC-7", of=one.who.id, number="rating")
    return made


def worth_sum(rules: Book, one: Member) -> Sum:
    """MS-REC-7: a member's share of its crew's rating."""
    items = [item.kind for item in one.items]
    return made_of(rules, one.who, one.die, one.abilities, items, one.advances)


def made_of(  # noqa: PLR0917 what makes a rating
    rules: Book,
    who: Who,
    die: int,
    abilities: Sequence[str],
    items: Sequence[str],
    advances: int,
) -> Sum:
    """MS-REC-7: die, abilities, items, and 2 for each advance."""
    made = Sum().add(die, f"d{die}", "MS-REC-7", of=who.id, number="die")
    for ability in map(rules.ability, abilities):
        made.add(ability.cost, ability.name, "MS-REC-7", of=who.id, source=ability.id)
    for item in map(rules.item, items):
        made.add(item.cost, item.name, "MS-REC-7", of=who.id, source=item.id)
    return made.add(ADVANCE * advances, "2 for each advance", "MS-REC-7")
