"""Sections 2 and 13: what a school may spend, whom it may take on, and whom it may enter.

To the campaign's books a school is a crew and a gladiator a member: his role is its `kind`, his
life points its `health`, his tricks its `abilities`; he has a `grade` and no die.
"""

import sys
from functools import partial

from domain.books import Books, Crew, Member
from domain.crew import Recruit, Recruiting, free_handle
from domain.games.morturi.creation import check_factions, chosen, grade_of, price
from domain.games.morturi.options import House
from domain.games.morturi.school.accounts import least
from domain.games.morturi.school.bindings import check_gladiator
from domain.games.morturi.school.retirement import purse
from domain.games.morturi.shapes import Book, Grade
from domain.names import clean
from domain.own import Own
from domain.roster import MemberRecruited
from domain.terms import RuleBroken, Who, WrongUsage


def recruiting(book: Book) -> Recruiting:
    """What this edition says of schools; all that is unspent when the games begin is kept."""
    return Recruiting(
        game=book.game,
        edition=book.edition,
        options=book.options,
        presets=book.presets,
        turn="MR-CAM-3",
        unspent_kept=sys.maxsize,
        purse=purse,
        recruit=partial(recruit, book),
        release=release,
        muster=muster,
        check_content=check_content,
    )


def recruit(book: Book, books: Books, crew: Crew, action: Recruit) -> MemberRecruited:
    """MR-CRE-9, MR-AUC-2: a new gladiator for the list price.

    In a pick-up game the Lanista designs whom he likes; in a campaign he buys Servi so.
    """
    house = book.house(books.house)
    role, grade = book.role(action.kind), grade_of(book, action.grade)
    _plain(action)
    _sold(house, grade)
    present = [book.role(one.kind).faction for one in crew.present]
    check_factions(house, crew.who.name, (*present, role.faction))
    tricks = chosen(book, house, role, grade, action.abilities)
    name = clean(action.name)
    short = free_handle(crew, name, action.handle)
    cost = price(house, grade)
    if crew.treasury - cost < least(house):
        sentence = f"{name} costs {cost} {book.school.currency}, {crew.who.name} has"
        raise RuleBroken("MR-CRE-10", f"{sentence} {crew.treasury}")
    return MemberRecruited(
        crew=crew.who,
        member=Who("", name),
        handle=short,
        kind=role.id,
        die=0,
        health=role.life,
        cost=cost,
        treasury=crew.treasury - cost,
        abilities=tricks,
        grade=grade.id,
        gear=tuple(book.trick(trick).name for trick in tricks),
    )


def release(books: Books, _crew: Crew, member: Member) -> None:
    """Any gladiator may leave his school (MR-RET-1 makes some) who is entered for no battle."""
    check_gladiator(books, member)


def muster(books: Books, crew: Crew) -> None:  # noqa: ARG001  as every game is asked
    """MR-BAT-2: a school enters somebody who can fight."""
    if crew.ended:
        raise RuleBroken("MR-RET-2", f"{crew.who.name} has retired")
    if not crew.fit:
        raise RuleBroken("MR-BAT-2", f"{crew.who.name} has no gladiator who can fight")


def check_content(_edition: str, content: tuple[Own, ...]) -> None:
    """Refuse content of a campaign's own: this game takes none."""
    if content:
        raise WrongUsage("this game takes no content of a campaign's own")


def _plain(action: Recruit) -> None:
    """Refuse what no gladiator has: a die, items, a Will, life points of his own (MR-CRE-6)."""
    if action.die or action.health or action.items or action.captain or action.will:
        raise WrongUsage("a gladiator is made of a role, a grade and tricks")
    if action.name_kind:
        raise WrongUsage("a gladiator's name is of no kind")


def _sold(house: House, grade: Grade) -> None:
    """MR-AUC-1, -2: in a campaign only Servi have a fixed price."""
    if house.game_mode == "campaign" and grade.sold == "auction":
        sentence = f"in a campaign a {grade.name} is bought by auction, not for a price"
        hint = "in pick-up games a school designs its own: acta house set game_mode pickup"
        raise RuleBroken("MR-AUC-1", sentence, hint=hint)
