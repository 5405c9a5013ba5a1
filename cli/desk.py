"""The desk: the one place where folder, ledger and views meet.

It finds the campaign, says who acts, stamps, chooses the battle, submits.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

import click

from cli import home as homes
from cli.choosing import OPEN, several
from cli.failures import understood
from cli.home import Home
from cli.main import Asked
from cli.own import telling
from cli.rows import progress, talk
from cli.sitting import Table
from cli.version import PROGRAM
from domain import game as games
from domain.books import Books, Crew
from domain.campaign import STORY, founded
from domain.counting import there
from domain.game import Game
from domain.ledger.draft import Stamp, now
from domain.ledger.fold import fold as fold_lines
from domain.ledger.ledger import Ledger
from domain.ledger.note import Checkpoint
from domain.ledger.record import Line
from domain.listing import BATTLES, Battles, Listed
from domain.names import Named, clean, find, fold, said
from domain.roster import CrewRenamed, MemberRenamed
from domain.terms import Action, NotFound, StorageFailed

if TYPE_CHECKING:
    from cli.keeper import Keeper
    from projections.page import View
    from projections.view import Views

P = ParamSpec("P")
R = TypeVar("R")
CREWS = "crew-"
BRANCHES = "branch-"


class Desk:
    """What a command works with; nothing is opened before it is needed."""

    def __init__(self, asked: Asked, *, writes: bool = False) -> None:
        self.asked = asked
        self._writes = writes
        self._ledger: Ledger | None = None
        self._views: dict[Sequence[View], Views] = {}
        self._silent = False
        self._branches: dict[str, Game] = {}

    @cached_property
    def home(self) -> Home:
        """The campaign's folder."""
        return homes.find(self.asked.campaign)

    @cached_property
    def game(self) -> Game:
        """The campaign's game."""
        return games.load(self.home.settings.game)

    @property
    def ledger(self) -> Ledger:
        """The campaign's record, opened for reading only where nothing is to be written."""
        if self._ledger is None:
            known = games.catalogue(self.home.settings.game)
            found = Ledger.open(self.home.ledger, known, read_only=not self._writes)
            if found.campaign != self.home.settings.campaign:
                found.close()
                raise StorageFailed(
                    f"{self.home.ledger} is the record of another campaign, {found.campaign}"
                )
            self._ledger = found
        return self._ledger

    @property
    def opened(self) -> Ledger | None:
        """The campaign's record, if it has been opened."""
        return self._ledger

    def silence(self) -> None:
        """Say nothing of broken stories at the end: they have been told."""
        self._silent = True

    def close(self) -> None:
        """Close the record, and say what of it does not hold."""
        for views in self._views.values():
            views.close()
        if self._ledger is not None:
            for story, address in self._ledger.broken.items() if not self._silent else ():
                talk(f"warning: {story} is broken at {address}", "hint: acta audit")
            self._ledger.close()

    @cached_property
    def keeper(self) -> "Keeper":
        """The keeper of dice secrets."""
        from cli.keeper import Keeper

        return Keeper(self.home.keys)

    def views(self, *, deeds: bool = False, search: bool = False) -> "Views":
        """The campaign's views, caught up; SQLAlchemy is imported here and nowhere before.

        With `deeds` they hold what chronicles and tallies are made of, too; or what is searched.
        """
        from projections import view

        home = self.home
        which, where = (view.DEEDS, home.deeds) if deeds else (view.ALL, home.views)
        which, where = (view.SEARCH, home.search) if search else (which, where)
        if which not in self._views:
            game = telling(self.game, self.books((STORY,)))
            self._views[which] = view.open_views(self.ledger, game, where, views=which)
        views = self._views[which]
        views.catch_up(progress if search else None)
        if views.notice:
            talk(views.notice)
        return views

    # Who acts.

    @cached_property
    def by(self) -> str:
        """Who acts: `--as` or ACTA_AS, else `acta.toml`, else the login name."""
        return homes.actor(self.asked.by or self.home.settings.by)

    def stamp(self) -> Stamp:
        """The stamp of a line that is written now."""
        for_ = clean(self.asked.for_) if self.asked.for_ else ""
        return Stamp(at=now(), by=self.by, program=PROGRAM, for_=for_)

    # Campaign and crews.

    def stories(self) -> tuple[str, ...]:
        """The stories that the campaign's books are told from."""
        crews = [story for story in self.ledger.stories() if story.startswith(CREWS)]
        return (STORY, *crews)

    def books(self, stories: Sequence[str] = ()) -> Books:
        """The campaign's books."""
        books = self.ledger.know(self.game.books, tuple(stories) or self.stories()).state
        founded(books)
        return books

    def crew(self, name: str, known: Books | None = None) -> Crew:
        """The crew of that name; in `known` books, where views have told them already."""
        books = known or self.books()
        try:
            return books.crew(find(name, books.named()).id)
        except NotFound as error:
            hint = self._formerly(name, CrewRenamed) or error.hint
            raise NotFound(f"no {self.game.words.crew} is called {said(name)}", hint=hint) from None

    def member(self, name: str, known: Books | None = None) -> tuple[Crew, Named]:
        """The member of that name, and its crew; in `known` books, as above."""
        books = known or self.books()
        try:
            found = find(name, [one for crew in books.crews.values() for one in crew.named()])
        except NotFound as error:
            hint = self._formerly(name, MemberRenamed) or error.hint
            raise NotFound(error.message, hint=hint) from None
        return books.home(found.id), found

    def _formerly(self, name: str, kind: type[CrewRenamed | MemberRenamed]) -> str:
        """Who gave that name up, as a hint; empty if nobody did."""
        stories = [story for story in self.stories() if story.startswith(CREWS)]
        told = [line.data for story in stories for line in self.ledger.story(story)]
        renamed = [
            each for each in told if isinstance(each, kind) and fold(each.before) == fold(name)
        ]
        return renamed[-1].told() if renamed else ""

    def submit(self, story: str, actions: Sequence[Action], *, dry_run: bool = False) -> list[Line]:
        """Submit actions of campaign or crews."""
        beside = tuple(each for each in self.stories() if each != story)
        return self.ledger.submit(
            story,
            self.game.books,
            actions,
            stamp=self.stamp,
            beside=beside,
            dry_run=dry_run,
        )

    # Battles.

    def battles(self) -> Battles:
        """All battles of the campaign."""
        return self.ledger.tell(STORY, BATTLES)

    def campaign_end(self) -> int:
        """The number of the campaign's newest line."""
        return self.ledger.know(BATTLES, (STORY,)).ends[STORY]

    def open_battle(self) -> Listed | None:
        """The battle that is open, else the one whose aftermath is; Ambiguous if several are."""
        battles = self.battles().open or self.unsettled()
        if len(battles) > 1:
            raise several("several battles are open", battles, "--battle")
        return battles[0] if battles else None

    def unsettled(self) -> tuple[Listed, ...]:
        """The battles whose aftermath is not over, in their order."""
        due = {crew.aftermath for crew in self.books().crews.values()}
        return tuple(one for one in self.battles().all if one.battle in due)

    def battle(self, name: str = "") -> Table:
        """The battle of that number or name, else the open one: itself, not its aftermath."""
        return self.fought(self.chosen(name))

    def sitting(self, name: str = "") -> Table:
        """The battle of that number or name, else what is open: battle, aftermath or season."""
        listed = None if name else self.open_battle()
        season = None if name or listed else self.season()
        return season or self.table(listed.battle if listed else self.chosen(name))

    def between(self) -> Table | None:
        """The season, while no battle and no aftermath is open."""
        return None if self.battles().open or self.unsettled() else self.season()

    def season(self) -> Table | None:
        """What is played between battles, told beside all crews; None if nothing is."""
        season = self.game.season
        if season is None:
            return None
        beside = self.stories()[1:]
        books = self.books()
        if not season.kept(books):
            return None
        return Table(STORY, games.playing(self.game, season), books, beside)

    def chosen(self, name: str = "") -> str:
        """The story of the battle of that number or name, else of the open one."""
        if name:
            return self.known(name).battle
        listed = self.open_battle()
        if listed is None:
            last = self.battles().all[-1:]
            hint = f"--battle {last[0].battle} names one that is over" if last else OPEN
            raise NotFound("no battle is open", hint=hint)
        return listed.battle

    def known(self, name: str) -> Listed:
        """The battle of that number or name, or the branch of that name."""
        story = f"battle-{name}" if name.isdecimal() else name
        known = self.battles().by_story
        if story not in known:
            from cli.branches import all_of, named

            if branch := named(self.ledger, name, known):
                return branch
            names = [*known, *(one.story for one in all_of(self.ledger))]
            hint = there(names) if known else OPEN
            raise NotFound(f"there is no battle {said(name)}", hint=hint)
        return known[story]

    def fought(self, story: str) -> Table:
        """A battle, or a branch, by its story; a battle that is void as it stood before."""
        game = self.game
        if story.startswith(BRANCHES):
            from cli.branches import played

            game = played(self._branches, self.ledger, game, story)
        state = self.ledger.tell(story, game.battle)
        if state.opened or not (listed := self.battles().by_story.get(story)) or not listed.void:
            return Table(story, game, state)
        from domain.voiding import before

        lines = before(self.ledger.story(story), story)
        return Table(story, self.game, fold_lines(self.game.battle, lines), void=True)

    def table(self, story: str) -> Table:
        """A battle by its story as it goes on: with its aftermath, once it is concluded.

        The campaign's own story is that of the season.
        """
        if story == STORY and (season := self.season()):
            return season
        table = self.fought(story)
        return self.evening(story) if not table.void and table.game.settles(table.state) else table

    def evening(self, story: str) -> Table:
        """A battle's aftermath, told beside campaign and crews; a guest's has its own books."""
        beside = self.beside(story)
        decider = self.game.after.decider
        state = self.ledger.know(decider, (story, *beside)).state
        return Table(story, games.settling(self.game), state, beside, aftermath=True)

    def parties(self, story: str) -> tuple[tuple[str, str], ...]:
        """The crews of a battle, each with its player; of a season all crews."""
        if story == STORY:
            return tuple((one.who.name, one.player) for one in self.books().crews.values())
        opened = self.ledger.story(story)[0].data
        return self.parties(opened.from_) if hasattr(opened, "from_") else self.game.parties(opened)

    def beside(self, story: str) -> tuple[str, ...]:
        """The stories that an aftermath is told beside."""
        return self.stories() if self.known(story).counts else ()

    def checkpoint(self) -> Checkpoint:
        """Size and root of the log as it stands: what a receipt is about."""
        from domain.exporting import checkpoint

        return checkpoint(self.ledger)

    def lines(self) -> Iterator[Line]:
        """All lines of the record, in the order of the log."""
        position = 0
        while page := self.ledger.page(position):
            yield from (line for _, line in page)
            position = page[-1][0]

    def told(self, *stories: str) -> list[Line]:
        """All lines of some stories in the order of the log."""
        return self.ledger.story(*stories)


def with_desk(
    *, writes: bool = False, lines: bool = False
) -> Callable[[Callable[Concatenate[Desk, P], R]], Callable[P, R]]:
    """Give a command the desk as its first argument, and tidy it up behind it.

    It writes nothing when it only rehearses, or (`lines`) has no lines to record.
    """

    def dress(run: Callable[Concatenate[Desk, P], R]) -> Callable[P, R]:
        @wraps(run)
        def dressed(*args: P.args, **kwargs: P.kwargs) -> R:
            asked = click.get_current_context().find_object(Asked) or Asked()
            only_read = kwargs.get("dry_run") or (lines and not kwargs.get("words"))
            desk = Desk(asked, writes=writes and not only_read)
            try:
                return run(desk, *args, **kwargs)
            except Exception as error:
                told = understood(error, desk.opened)
                if told is error:
                    raise
                raise told from error
            finally:
                desk.close()

        return dressed

    return dress
