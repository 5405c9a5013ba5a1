"""States as stored lines tell them, at hand while a record is gone through from its first line."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain import branch, branching, campaign, crew, dispute
from domain.game import Game
from domain.ledger.fold import MASKS, Reckoning, advance, fold, masked
from domain.ledger.record import Line
from domain.marks import Shelf
from domain.terms import Decider

_KEPT = 8  # battles whose state is at hand; an older one is told again when a line of it comes


class Told:
    """A state, told line by line; `sound` until a line of it cannot be read or remembered.

    `edition` is the one that its lines must name; None where that cannot be known.
    """

    def __init__(self, decider: Decider[Any], edition: str | None = "") -> None:
        self.decider = decider
        self.edition = edition
        self.state = decider.initial
        self.lines: list[Line] = []
        self.struck: frozenset[str] = frozenset()
        self.sound = True

    def take(self, lines: Sequence[Line], reached: Any = None) -> None:
        """Remember some more lines; after a mask everything is told again.

        `reached` is the state after them, where it is known.
        """
        self.lines += lines
        if reached is not None:
            self.state = reached
            return
        for line in lines:
            if type(line.data) in MASKS:
                self.struck = masked(self.lines)
                self.state = fold(self.decider, self.lines)
                return
        self.state = advance(self.decider, self.state, lines, self.struck)

    def stumble(self, lines: Sequence[Line]) -> Line:
        """The line at which `take` failed; the state stays as it was before it."""
        self.sound = False
        for line in lines:
            try:
                self.state = advance(self.decider, self.state, (line,), self.struck)
            except Exception:  # noqa: BLE001 - which one it is does not matter
                return line
        return lines[0]

    def batch(self, address: str) -> list[Line]:
        """The lines of a batch or of a piece of an amendment, as far as they were told here."""
        found = [line for line in self.lines if line.batch == address]
        if found:
            return found
        reckoning = Reckoning(self.lines)
        return [line for line in self.lines if reckoning.unit(line) == address]


class States:
    """The campaign's books, the battles told last, and the aftermaths that are not over."""

    def __init__(self, game: Game, shelf: Shelf) -> None:
        self.books = Told(game.books)
        self._game = game
        self._shelf = shelf
        self._battles: dict[str, Told] = {}
        self._begun: set[str] = set()
        self._evenings: dict[str, Told] = {}
        self._settled: set[str] = set()
        self._last: tuple[str, Told] = ("", self.books)

    def of(self, story: str, position: int) -> Told:
        """The state to which a story belongs, as told before a position."""
        if story == self._last[0]:
            return self._last[1]
        told = self.books if of_books(story) else self._battle(story, position)
        self._last = story, told
        return told

    def judging(self, story: str, position: int) -> Told:
        """The state on which a cause in a story is judged: a concluded battle's is its evening."""
        told = self.of(story, position)
        fought = of_battle(story) and told.sound
        follows = fought and self._game.settles(told.state)
        return self._evening(story, told, position) if follows else told

    def _evening(self, story: str, battle: Told, position: int) -> Told:
        """A battle beside the books."""
        if story not in self._evenings:
            evening = Told(self._game.after.decider, battle.edition)
            try:
                self._begin(evening, story, battle, position)
            except Exception:  # noqa: BLE001 - the line at fault was found when it was heard
                evening.sound = False
            evening.sound = evening.sound and self.books.sound
            self._evenings[story] = evening
        return self._evenings[story]

    def _begin(self, evening: Told, story: str, battle: Told, position: int) -> None:
        """Put a battle beside the books: as both stand, before it had an aftermath."""
        if story in self._settled:
            evening.take(self._beside(story, position))
            return
        self._settled.add(story)
        lines = [*self.books.lines, *battle.lines]
        state = self._game.after.beside(battle.state, self.books.state)
        evening.take(lines, state)
        evening.struck = self.books.struck | battle.struck

    def _beside(self, story: str, position: int) -> list[Line]:
        """The lines of a battle and of the books, in their order."""
        stories = dict.fromkeys((story, *(line.story for line in self.books.lines)))
        rows = [row for each in stories for row in self._shelf.rows_of(each)]
        rows = [row for row in rows if row.position < position]
        return [self._shelf.read(row) for row in sorted(rows, key=lambda row: row.position)]

    def pass_on(self, group: Sequence[Line], judged: Told | None, reached: Any) -> None:
        """Let open aftermaths remember what was heard, in its own order.

        The one on which it was judged has `reached` its state after that, where it is not None.
        """
        for story, evening in list(self._evenings.items()):
            mine = [line for line in group if line.story == story or of_books(line.story)]
            try:
                evening.take(mine, reached if evening is judged else None)
                if self._game.after.over(evening.state):
                    del self._evenings[story]
            except Exception:  # noqa: BLE001 - the books or the battle stumble over it as well
                evening.sound = False

    def _battle(self, story: str, position: int) -> Told:
        told = self._battles.pop(story, None)
        if told is None:
            told = self._untold(story)
            if story in self._begun:
                self._tell_again(story, told, position)
            self._begun.add(story)
        self._battles[story] = told
        if len(self._battles) > _KEPT:
            del self._battles[next(iter(self._battles))]
        return told

    def _untold(self, story: str) -> Told:
        """A battle, a branch or a dispute of which nothing is told yet."""
        if story.startswith(dispute.PREFIX):
            return Told(dispute.DISPUTES)
        edition = f"{self._game.id} {self.books.state.edition}" if self.books.sound else None
        told = Told(self._game.battle, edition)
        if story.startswith(branch.PREFIX) and self._branches(story):
            try:
                origin = branching.origin_of(self._game, self._shelf, story)
                told = Told(branching.deciding(self._game, origin), edition)
            except Exception:  # noqa: BLE001 - what it rests on is looked at when its line is heard
                told.sound = False
        return told

    def _branches(self, story: str) -> bool:
        """Whether a story begins as a branch does; one that only has such a name is a battle."""
        try:
            return isinstance(self._shelf.read(self._shelf.rows_of(story)[0]).data, branch.Branched)
        except Exception:  # noqa: BLE001 - what cannot be read is found when its line is heard
            return False

    def _tell_again(self, story: str, told: Told, position: int) -> None:
        try:
            before = [row for row in self._shelf.rows_of(story) if row.position < position]
            told.take([self._shelf.read(row) for row in before])
        except Exception:  # noqa: BLE001 - the line at fault was found when it was heard
            told.sound = False


def shares(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """Lines by the state that remembers them: a battle's story, or the campaign's for the books."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        story = campaign.STORY if of_books(line.story) else line.story
        found.setdefault(story, []).append(line)
    return found


def of_books(story: str) -> bool:
    """Whether a story is the campaign's or a crew's."""
    return story == campaign.STORY or story.startswith(crew.PREFIX)


def of_battle(story: str) -> bool:
    """Whether a story is a battle's: neither of the books, nor a branch, nor a dispute."""
    return not of_books(story) and counts(story)


def counts(story: str) -> bool:
    """Whether a story is part of the campaign: a branch and a dispute stand beside it."""
    return not story.startswith((branch.PREFIX, dispute.PREFIX))
