"""A campaign's own content at the desk: taken before it is used, told by its names."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from domain.books import Books
from domain.campaign import TakeContent
from domain.game import Game
from domain.terms import Action, Elsewhere

FOLDER = "content"


def taking(books: Books, home: Path) -> tuple[Action, ...]:
    """What takes the own content of a campaign's folder, where it is new or changed.

    Raises WrongUsage, with file and line, for content that has faults.
    """
    if not (home / FOLDER).is_dir():
        return ()
    from domain.content import untaken  # reading TOML costs 10 ms: only who has own content

    entries = untaken(books, home)
    return (TakeContent(entries=entries),) if entries else ()


def taken(game: Game, books: Books, actions: Iterable[Action]) -> Books:
    """The books as they are when content is taken."""
    for action in actions:
        for event in game.books.decide(books, action):
            told = event.event if isinstance(event, Elsewhere) else event
            books = game.books.evolve(books, told)
    return books


def telling(game: Game, books: Books) -> Game:
    """The game of a campaign, which tells what is the campaign's own by its names."""
    return msgspec.structs.replace(game, own=books.content)
