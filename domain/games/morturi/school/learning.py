"""Chapter 15: gladiators learn tricks, and rise by them (MR-ADV-3, MR-RES-6)."""

from collections.abc import Iterator

from domain.books import Books, Crew, Member
from domain.games.morturi.creation import learnable
from domain.games.morturi.school.year import house, rules
from domain.members import AbilityGained, Field, MemberChanged
from domain.terms import Who

NOVICIUS, PALUS, PRIMUS = "novicius", "palus", "primus_palus"


def left(books: Books, member: Member) -> tuple[str, ...]:
    """The tricks of his role that a gladiator has still to learn."""
    can = learnable(house(books), rules(books).role(member.kind))
    return tuple(trick for trick in can if trick not in member.abilities)


def number(books: Books, member: Member) -> int:
    """MR-ADV-3: how many tricks he learns when he advances: as a Novicius 3, as a Palus 1."""
    table = rules(books).advancement
    due = {NOVICIUS: table.novicius_tricks, PALUS: table.palus_tricks}.get(member.grade, 0)
    return min(due, len(left(books, member)))


def learned(
    books: Books, crew: Crew, member: Member, tricks: tuple[str, ...], reason: str
) -> Iterator[AbilityGained | MemberChanged]:
    """MR-ADV-3: he has these tricks more; a Novicius is a Palus by them, the seventh makes Primus.

    Where fewer than seven are known (MR-CRE-8) all of them do.
    """
    for trick in tricks:
        who = Who(trick, rules(books).trick(trick).name)
        yield AbilityGained(crew=crew.who, member=member.who, ability=who, reason=reason)
    before = member.grade
    after = PALUS if before == NOVICIUS else before
    rest = len(left(books, member)) - len(tricks)
    have = len(member.abilities) + len(tricks)
    if before == PALUS and (have >= rules(books).advancement.primus_at or not rest):
        after = PRIMUS
    if after != before:
        yield MemberChanged(
            crew=crew.who,
            member=member.who,
            field=Field.GRADE,
            before=before,
            after=after,
            reason=reason,
        )
