"""A campaign's record as it counts, in memory: its units in their order, and what states they make.

A *unit* is what came of one action: a batch, or a piece of an amendment. To go through a world is
to tell a bench one unit after another; the bench has the states on which the next one is judged.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain import campaign, crew
from domain.game import Game, playing
from domain.ledger.fold import Reckoning, fold, standing
from domain.ledger.record import Line
from domain.marks import parted
from domain.names import said
from domain.states import counts, of_books
from domain.terms import Action, Event, NotFound, StorageFailed, WrongUsage

Heard = tuple[str, Event, bool]
"""An event, its story, and whether it counts."""

PLENTY = 1_000_000

_OF_BOOKS = (*get_args(campaign.CampaignAction), *get_args(crew.CrewAction))


class Deed(msgspec.Struct, frozen=True):
    """An action of a unit, and the lines that came of it."""

    cause: Action
    lines: tuple[Line, ...]


class Unit(msgspec.Struct, frozen=True):
    """What came of one action: a batch or a piece of an amendment, by its id; `root` stood there.

    One that is `gone` was taken back, or amended.
    """

    id: str
    root: str
    lines: tuple[Line, ...]
    gone: bool = False

    @property
    def home(self) -> str:
        """The story in which it was decided."""
        return self.root.rpartition("/")[0]

    @property
    def address(self) -> str:
        """Where its first line stands."""
        return self.lines[0].address

    @property
    def told(self) -> str:
        """What it was, in its own words."""
        return self.lines[0].data.told()

    @property
    def events(self) -> list[tuple[str, Event]]:
        """What happened, each event with its story."""
        return list(placed(self.lines))

    @property
    def cause(self) -> Action:
        """The first of its actions. Raises StorageFailed where none is on record."""
        if not self.deeds:
            raise StorageFailed(f"{self.address} has no cause", hint="acta audit")
        return self.deeds[0].cause

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """Its actions in their order, a sealed roll behind the one that asked for it."""
        found: list[tuple[Action, list[Line]]] = []
        for line in self.lines:
            if line.cause is not UNSET:
                found.append((line.cause, []))
            if found:
                found[-1][1].append(line)
        return tuple(Deed(cause, tuple(lines)) for cause, lines in found)


class World:
    """All lines of a campaign, in the order of the log."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(lines)
        self.reckoning = Reckoning(self.lines)

    @property
    def campaign(self) -> str:
        """Whose record it is."""
        return self.lines[0].campaign if self.lines else ""

    @cached_property
    def ends(self) -> dict[str, int]:
        """How many lines each story has."""
        return {line.story: line.line for line in self.lines}

    @cached_property
    def editions(self) -> dict[str, str]:
        """The edition that the lines of each story name."""
        return {line.story: line.edition for line in self.lines}

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All units in the order in which they count, those that are gone at their places too."""
        reckoning, roots = self.reckoning, self._roots
        found: dict[str, list[Line]] = {}
        for line in standing(self.lines, reckoning):
            if not counts(line.story):
                continue
            found.setdefault(reckoning.unit(line), []).append(line)
        return tuple(
            Unit(name, roots.get(name, name), tuple(lines), reckoning.gone(lines[0]))
            for name, lines in found.items()
        )

    @cached_property
    def _roots(self) -> dict[str, str]:
        """What stood first where a piece stands."""
        return {
            piece: event.stood
            for line in self.lines
            if (event := self.reckoning.heading(line)) and (piece := self.reckoning.unit(line))
        }

    def unit(self, address: str) -> Unit:
        """The unit that counts and holds the line at an address, or goes by it.

        Raises NotFound for what is no line, WrongUsage for a line that does not count.
        """
        story = address.rpartition("/")[0]
        if not counts(story):
            raise WrongUsage(
                f"{said(story)} counts for nothing that could be amended",
                hint=f"acta undo --to {said(address)}",
            )
        for unit in self.units:
            if not unit.gone and (
                unit.id == address or any(line.address == address for line in unit.lines)
            ):
                return unit
        if any(line.address == address for line in self.lines):
            raise WrongUsage(
                f"{address} was taken back or amended already, or is no line of the game",
                hint=f"acta log {address.rpartition('/')[0]} --all",
            )
        parted(address)
        raise NotFound(f"there is no line {address}", hint="acta log --all")

    def of(self, story: str) -> list[Line]:
        """All lines of a story."""
        return [line for line in self.lines if line.story == story]

    @cached_property
    def touched(self) -> dict[str, set[str]]:
        """The stories in which each batch lies."""
        found: dict[str, set[str]] = {}
        for line in self.lines:
            found.setdefault(line.batch, set()).add(line.story)
        return found

    def before(self, root: str, *stories: str) -> tuple[str, ...]:
        """The newest line of each story before a batch; none that is an amendment's."""
        newest: dict[str, str] = {}
        for line in self.lines:
            if line.batch == root:
                break
            if line.story in stories and line.batch not in self.reckoning.amended:
                newest[line.story] = line.address
        return tuple(newest[story] for story in dict.fromkeys(stories) if story in newest)


class Court(msgspec.Struct, frozen=True):
    """On what a cause is judged: a game as it is played there, and the state.

    `apart` is a battle that has no aftermath yet: its causes rest on nothing but itself.
    """

    game: Game
    state: Any
    apart: bool = False


class Bench:
    """The states of all stories, as far as they were told."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.books: Any = game.books.initial
        self.fights: dict[str, Any] = {}
        self._season = playing(game, game.season) if game.season else None
        self.kinds = {game.openings.kind, *_OF_BOOKS}
        """The causes that are judged on the books, wherever they lie."""
        self._past: tuple[tuple[list[Heard], int], ...] = ()  # what another bench was told before
        self._told: list[Heard] = []
        self._evenings: dict[str, Any] = {}
        self._begun: frozenset[str] | set[str] = frozenset()  # battles whose aftermath was told

    def copy(self) -> "Bench":
        """The same states, to be told something else from here on."""
        other = object.__new__(Bench)
        other.__dict__ |= self.__dict__
        other.fights, other._evenings = dict(self.fights), dict(self._evenings)
        other._past, other._told = (*self._past, (self._told, len(self._told))), []
        return other

    def enriched(self, story: str) -> "Bench":
        """The same states, but that crews have money for anything; for what is done in a story."""
        other = self.copy()
        other.table(story)
        other.enrich()
        return other

    def enrich(self) -> None:
        """Let crews have money for anything."""
        self.books = _enriched(self.books)
        for evening, state in list(self._evenings.items()):
            self._evenings[evening] = replace(state, books=_enriched(state.books))

    def court(self, story: str, cause: Action) -> Court:
        """On what a cause of a story is judged now."""
        if type(cause) in self.kinds or of_books(story):
            return self._of_books()
        return self.table(story)

    def table(self, story: str) -> Court:
        """A story as it stands now: the books, a battle or its aftermath."""
        if of_books(story):
            return self._of_books()
        fight = self.fight(story)
        if not self.game.settles(fight):
            return Court(self.game, fight, apart=True)
        return Court(playing(self.game, self.game.after), self._evening(story))

    def fight(self, story: str) -> Any:
        """A battle as it stands now."""
        return self.fights.get(story, self.game.battle.initial)

    def _of_books(self) -> Court:
        game = self._season or replace(
            self.game, battle=self.game.books, rolls_sealed=_never, sides=_nothing
        )
        return Court(game, self.books)

    def _evening(self, story: str) -> Any:
        if story not in self._evenings and story not in self._begun:
            state = self.game.after.beside(self.fight(story), self.books)
            if state is not None:
                self._evenings[story] = state
        if story not in self._evenings:
            decider = self.game.after.decider
            state = decider.initial
            for home, event, counts in self._all():
                if home == story or of_books(home):
                    state = (decider.evolve if counts else decider.struck)(state, event)
            self._evenings[story] = state
        return self._evenings[story]

    def _all(self) -> Iterator[Heard]:
        past = (told[:count] for told, count in self._past)
        return chain(*past, self._told)

    def heard(self) -> Iterator[tuple[str, Event]]:
        """All that it was told and that counts, each event with its story."""
        return ((story, event) for story, event, counts in self._all() if counts)

    def tell(self, lines: Iterable[tuple[str, Event]], *, counts: bool = True) -> None:
        """Remember events, each of its story; those that do not `counts` were taken back."""
        for story, event in lines:
            self._told.append((story, event, counts))
            if not of_books(story) and story not in self._begun and self._settles(story):
                self._begun = {*self._begun, story}
            if of_books(story):
                self.books = self._remember(self.game.books, counts=counts)(self.books, event)
            else:
                remember = self._remember(self.game.battle, counts=counts)
                self.fights[story] = remember(self.fight(story), event)
            after = self.game.after
            for evening, state in list(self._evenings.items()):
                if evening == story or of_books(story):
                    remember = self._remember(after.decider, counts=counts)
                    self._evenings[evening] = remember(state, event)
        for evening, state in list(self._evenings.items()):
            if self.game.after.over(state):
                del self._evenings[evening]

    def _settles(self, story: str) -> bool:
        return story in self.fights and self.game.settles(self.fights[story])

    @staticmethod
    def _remember(decider: Any, *, counts: bool) -> Callable[[Any, Event], Any]:
        found: Callable[[Any, Event], Any] = decider.evolve if counts else decider.struck
        return found

    def take(self, unit: Unit) -> None:
        """Remember a unit as it is on record."""
        self.tell(placed(unit.lines), counts=not unit.gone)


def _enriched(books: Any) -> Any:
    crews = {
        name: replace(crew, treasury=crew.treasury + PLENTY) for name, crew in books.crews.items()
    }
    return replace(books, crews=crews)


def placed(lines: Iterable[Line]) -> Iterator[tuple[str, Event]]:
    """Events of lines, each with its story."""
    return ((line.story, line.data) for line in lines)


def newest(world: World, game: Game, story: str) -> Any:
    """The state of a battle or its aftermath as it stands at the end of a world."""
    fight = fold(game.battle, world.of(story))
    if not game.settles(fight):
        return fight
    lines = [line for line in world.lines if line.story == story or of_books(line.story)]
    return fold(game.after.decider, lines)


def _never(_: Any) -> bool:
    return False


def _nothing(_: Any) -> tuple[int, ...]:
    return ()
