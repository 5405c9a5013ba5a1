"""How crews' numbers went: what each was worth as each battle opened, and what it is now.

A crew's story is told again line by line, by the very rules of its books; its numbers are those
that `acta crew show` gives.
"""

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import select

from domain.books import Books, Crew
from domain.chronicle import Chronicle, summary
from domain.crew import remember
from domain.kinds import Kind
from domain.ledger.fold import Reckoning, placed
from domain.ledger.ledger import Ledger
from domain.terms import Who
from projections.deeds import deeds
from projections.page import Shelf

PURSE = "treasury"


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A crew's numbers at a moment, by their columns, and the newest line of its story then."""

    crew: str
    name: str
    battle: str
    numbers: dict[str, int]
    address: str


def numbers(told: Chronicle) -> tuple[str, ...]:
    """The columns of a crew that are numbers: what its game says of it, and its purse."""
    return (*(one.name for one in told.crew_columns if one.kind == "number"), PURSE)


def course(
    shelf: Shelf, ledger: Ledger, crews: Sequence[str], battles: Sequence[str]
) -> dict[str, list[Stand]]:
    """By crew: what it was as each of these battles opened, once it was founded; then as it is."""
    opened = select(deeds.c.story, deeds.c.position).where(deeds.c.kind == Kind.MET.value)
    known = {row["story"]: row["position"] for row in shelf.rows(opened)}
    when = [(known[battle], battle) for battle in battles]
    return {crew: list(_stands(shelf.game.chronicle, ledger, crew, when)) for crew in crews}


def _stands(
    told: Chronicle, ledger: Ledger, crew: str, when: Sequence[tuple[int, str]]
) -> Iterator[Stand]:
    rows = ledger.rows_of(crew)
    lines = ledger.lines(rows)
    reckoning = Reckoning(lines)
    counted = [
        (rows[at].position if at >= 0 else 0, line)
        for line, at in placed(lines, reckoning)
        if not reckoning.gone(line)
    ]
    wanted, columns = numbers(told), iter(counted)
    books, address, held = Books(crews={crew: Crew(who=Who(crew, ""))}), "", next(columns, None)
    for position, battle in (*when, (0, "")):
        while held is not None and (not battle or held[0] < position):
            books, address = remember(books, held[1].data), held[1].address
            held = next(columns, None)
        now = books.crews[crew]
        if address:
            shown = summary(told, now)
            yield Stand(
                crew=crew,
                name=now.who.name,
                battle=battle,
                numbers={name: shown[name] for name in wanted},
                address=address,
            )
