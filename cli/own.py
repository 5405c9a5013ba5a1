"""A campaign's own content at the desk: taken before it is used, told by its names."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from domain.books import Books
from domain.campaign import STORY, TakeContent
from domain.game import Game
from domain.terms import Action, Elsewhere

if TYPE_CHECKING:
    from cli.desk import Desk

FOLDER = "content"


def taking(desk: "Desk") -> tuple[Action, ...]:
    """What takes the own content of the folder onto the record, where it is new or changed.

    Raises WrongUsage, with file and line, for content that has faults.
    """
    if not (desk.home.folder / FOLDER).is_dir():
        return ()
    from domain.content import untaken  # reading TOML costs 10 ms: only who has own content

    entries = untaken(desk.books((STORY,)), desk.home.folder)
    return (TakeContent(entries=entries),) if entries else ()


def taken(game: Game, books: Books, actions: Iterable[Action]) -> Books:
    """The books as they are when content is taken."""
    for action in actions:
        for event in game.books.decide(books, action):
            told = event.event if isinstance(event, Elsewhere) else event
            books = game.books.evolve(books, told)
    return books


def telling(desk: "Desk") -> Game:
    """The campaign's game, which tells what is the campaign's own by its names."""
    told = desk.game.told_with(desk.books((STORY,)).content)
    return msgspec.structs.replace(desk.game, chronicle=told)
