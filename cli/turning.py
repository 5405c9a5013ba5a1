"""Battles that are told again for their chronicle: the roll on which each turned, and its board."""

from cli.desk import Desk
from domain.swings import UNFIT, Swing, turned
from domain.swings import Moment as Found
from projections.chronicle.figures import MOST, Moment, Shown


class Turns:
    """Turning points and boards of battles; each is told again once.

    Of as many battles as a book has figures the boards are kept, of all the rolls.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: dict[str, tuple[Swing | None, Shown]] = {}

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
        return self._told[story]

    def _seen(self, moment: Found) -> Moment | None:
        """What is to be seen of a moment."""
        try:
            return Moment(moment.address, self._desk.game.sheets.picture(moment.state))
        except UNFIT:
            return None
