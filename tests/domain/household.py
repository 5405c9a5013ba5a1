"""A campaign's books in tests: actions judged one after another, ids as the ledger gives them."""

from domain.books import Books
from domain.crew import Recruiting, decider
from domain.games.mortisphere.recruiting import recruiting
from domain.games.mortisphere.shapes import book
from domain.ledger.draft import named
from domain.terms import Action, Elsewhere, Event

GAME = recruiting(book())


class Household:
    """The books after actions; every event of a crew's story takes the next line of it."""

    def __init__(self, game: Recruiting = GAME) -> None:
        self.rules = decider(game)
        self.books = self.rules.initial
        self._lines: dict[str, int] = {}

    def judge(self, story: str, action: Action) -> list[Event | Elsewhere]:
        """Judge an action that a story's writer wants, and remember what comes of it."""
        came = list(self.rules.decide(self.books, action))
        for event in came:
            where, what = (
                (event.story, event.event) if isinstance(event, Elsewhere) else (story, event)
            )
            self.tell(where, what)
        return came

    def tell(self, story: str, event: Event) -> Books:
        """Remember an event as the next line of its story."""
        self._lines[story] = self._lines.get(story, 0) + 1
        address = f"{story}/{self._lines[story]}"
        self.books = self.rules.evolve(self.books, named(event, address))
        return self.books
