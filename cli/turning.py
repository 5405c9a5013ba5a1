"""Battles that are told again for their chronicle: the roll on which each turned, and its board."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.desk import Desk
from cli.progress import Told
from domain.swings import UNFIT, Swing, turned
from domain.swings import Moment as Found
from projections.chronicle.figures import MOST, Moment, Shown


class Turns:
    """Turning points and boards of battles; each is told again once.

    Of as many battles as a book has figures the boards are kept, of all the rolls.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._heard: Told | None = None
        self._of_all = 0
        self._told: dict[str, tuple[Swing | None, Shown]] = {}

    @contextmanager
    def watched(self, told: Told, of: int) -> Iterator[None]:
        """Let it be told how many battles, of so many, have been told again."""
        self._heard, self._of_all = told, of
        yield
        self._heard = None

    def point(self, story: str) -> Swing | None:
        """The roll on which a battle turned."""
        return self._of(story)[0]

    def shown(self, story: str) -> Shown:
        """Its board when it turned, and at its end."""
        return self._of(story)[1]

    def _of(self, story: str) -> tuple[Swing | None, Shown]:
        if story not in self._told:
            found = turned(self._desk.game, self._desk.ledger.story(story))
            kept = len(self._told) < MOST
            at = self._seen(found.moment) if kept and found.swing else None
            self._told[story] = found.swing, Shown(at, self._seen(found.end) if kept else None)
            if self._heard:
                self._heard(len(self._told), self._of_all)
        return self._told[story]

    def _seen(self, moment: Found) -> Moment | None:
        """What is to be seen of a moment."""
        try:
            return Moment(moment.address, self._desk.game.sheets.picture(moment.state))
        except UNFIT:
            return None
