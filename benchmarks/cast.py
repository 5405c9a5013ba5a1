"""Whom robots play with: recruits and guests of any kind, with whatever they may have."""

from domain.books import Books
from domain.crew import Recruit
from domain.games.mortisphere.drafting import drafted
from domain.games.mortisphere.drawing import Draw, one
from domain.games.mortisphere.opening import Guest, GuestCrew
from domain.games.mortisphere.shapes import book
from domain.house import Setting

LEAST, MORE = 3, 5


def horde(draw: Draw) -> int:
    """The die that most of a crew have; 0 for any."""
    return one((0, 0, 4, 6), draw)


def recruit(books: Books, story: str, draw: Draw, die: int, *, plain: bool) -> Recruit:
    """Somebody for a crew (`plain`: without anything); the first of a new one is its Captain."""
    house, crew = book().house(books.house), books.crew(story)
    draft = drafted(book(), house, draw, die)
    nameless = house.name_required == "optional" and draw(4) == 0
    captain = crew.founding and crew.captain is None
    return Recruit(
        crew=story,
        kind=draft.kind,
        die=draft.die,
        name="" if nameless else draft.name,
        health=0 if plain else draft.health,
        captain=captain,
        will=one(book().wills, draw).id if captain else "",
        abilities=() if plain else draft.abilities,
        items=() if plain else draft.items,
    )


def guests(house: tuple[Setting, ...], number: int, draw: Draw) -> tuple[GuestCrew, ...]:
    """So many crews that only a battle knows, hurt and experienced as they may be."""
    return tuple(_crew(name, house, draw) for name in "ABCD"[:number])


def _crew(name: str, house: tuple[Setting, ...], draw: Draw) -> GuestCrew:
    members, die = [], horde(draw)
    for number in range(LEAST + draw(MORE)):
        draft = drafted(book(), book().house(house), draw, die if number else 0)
        members.append(
            Guest(
                name=f"{name}{number}",
                handle=f"{name}{number}",
                kind=draft.kind,
                die=draft.die,
                health=draft.health,
                captain=number == 0,
                will=one(book().wills, draw).id if number == 0 else "",
                abilities=draft.abilities,
                items=draft.items,
                injuries=(one(book().injuries, draw).id,) if draw(4) == 0 else (),
                lost=draw(2) if draft.health > 1 else 0,
            )
        )
    return GuestCrew(name=f"Crew {name}", members=tuple(members))
