"""A battle file on its stage: founded, opened and played in memory, then saved at once or not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from cli.battle_file import BattleFile, Row
from cli.file_dice import following, seal_of, sealing_of
from cli.lines import Scene
from cli.lines import action as action_of
from cli.lines import line as written
from cli.opening import opened_names
from cli.phrases import phrases
from cli.sitting import Table
from domain.books import Books, Crew
from domain.campaign import STORY, TakeContent
from domain.crew import FoundCrew, Recruit, story_of
from domain.game import Game, settling
from domain.ledger.draft import Draft, Pen, Stamp
from domain.ledger.fold import fold
from domain.ledger.record import Line
from domain.lines import Redo, Undo
from domain.names import Named, alike, clean, find, handle
from domain.opening import Opening, Party, Start
from domain.own import news
from domain.profile import Profile, Where
from domain.rehearsal import Rehearsal
from domain.terms import Action, Decider, Refusal, WrongUsage
from domain.throwing import Source
from domain.undo import chosen, undone, words


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What a file is played on: a campaign's books and the ends of its stories, or empty ones.

    `past` gives the lines that the books were told from.
    """

    game: Game
    campaign: str
    books: Books
    ends: Mapping[str, int]
    stamp: Callable[[], Stamp]
    past: Callable[[], list[Line]] = list


class Stage:
    """A battle file being played in memory."""

    def __init__(self, ground: Ground, file: BattleFile, name: str) -> None:
        self.ground = ground
        self.game = ground.game
        self.books = ground.books
        self.file = file
        self.name = name
        self.story = ground.books.next_battle
        self.edition = f"{self.game.id} {self.books.edition}"
        self.pen = Pen(ground.campaign, ground.ends, {self.story: self.edition})
        self.sealing = sealing_of(file)
        self._follow = following(file, self.sealing)
        self._evening: tuple[str, ...] | None = None
        if (file.game, file.edition) != (self.game.id, self.books.edition):
            raise WrongUsage(
                f"{name} is for {file.game} {file.edition}, this campaign is {self.edition}"
            )

    @property
    def lines(self) -> list[Line]:
        """All lines drawn up so far."""
        return self.pen.lines

    def found(self) -> None:
        """Found the crews that the campaign lacks, from the header. Raises what the rules raise."""
        if self.file.friendly:
            raise WrongUsage(f"{self.name} says [mode friendly]: it does not count")
        self._take_own()
        for roster in self.file.crews:
            crew = _same_crew(self.books, roster)
            if crew is None:
                self._found(roster)
            elif {alike(m.name) for m in roster.members} != {alike(m.who.name) for m in crew.fit}:
                raise WrongUsage(f"{crew.who.name} has other members than {self.name} says")

    def take(self, actions: Sequence[Action]) -> None:
        """Take the campaign's own content, where it is new or changed."""
        for action in actions:
            self._judge_books(STORY, action)

    def _take_own(self) -> None:
        """Take what the file brings of its own; refuse what the campaign has otherwise."""
        entries = news(self.books.content, self.file.own)
        known = {one.key for one in self.books.content}
        for one in entries:
            if one.key in known:
                raise WrongUsage(f"{self.name} has another {one.said} than this campaign")
        if entries:
            named = tuple(msgspec.structs.replace(one, file=self.name) for one in entries)
            self._judge_books(STORY, TakeContent(entries=named))

    def _found(self, roster: Party) -> None:
        story = story_of(self.books, roster.name)
        player = roster.player or self.ground.stamp().by
        actions = [FoundCrew(crew=story, name=roster.name, player=player)]
        for action in [*actions, *(self._recruit(story, member) for member in roster.members)]:
            self._judge_books(story, action)

    def _recruit(self, story: str, member: Profile) -> Recruit:
        """What recruits a member of the header, who has no past in this campaign."""
        told = {part.word for part in self.game.profiles.told(Where.CREW)}
        if not told.issuperset(member.parts):
            sentence = f"{member.name} has a past that this campaign does not know"
            hint = "without --record the battle is played as a friendly one"
            raise WrongUsage(sentence, hint=hint)
        return self.game.profiles.recruit(story, member)

    def _judge_books(self, story: str, action: Action) -> None:
        draft = Draft(story, self.game.books, self.books, self.pen)
        draft.judge(action, self.ground.stamp())
        self.books = draft.state

    def open(self, *, counts: bool = False) -> None:
        """Open the battle: between crews of the campaign, or between guests of the file."""
        opening, make = self._opening(counts=counts), self.game.openings.action
        if self.file.starts:
            names = opened_names(self.game, self.books, make(opening))
            opening = replace(opening, starts=tuple(_starts(self.file, names)))
        self._judge_books(self.story, make(opening))
        state = fold(self.game.battle, [line for line in self.lines if line.story == self.story])
        self.rehearsal = Rehearsal(self.story, self.game.battle, state, self.pen, list)
        self._counts = counts
        self._roll("", self.ground.stamp())

    def _opening(self, *, counts: bool) -> Opening:
        file = self.file
        crews = [_same_crew(self.books, roster) for roster in file.crews] if counts else []
        sealed = file.dice == "sealed"
        return Opening(
            battle=self.story,
            scenario=file.scenario,
            crews=tuple(crew.who.id for crew in crews if crew is not None),
            guests=() if counts else tuple(map(_guests, file.crews)),
            content=() if counts else file.own,
            ask_start=any(row.text.split()[:1] == ["start"] for row in file.lines),
            dice=Source(file.dice),
            seal=(self.sealing.seal() if self.sealing else seal_of(file),) if sealed else (),
            house=file.house,
            friendly=file.friendly,
            terms=tuple((term.word, term.text) for term in file.terms),
        )

    @property
    def table(self) -> Table:
        """The battle as it stands, or its aftermath."""
        state = self.rehearsal.state
        if self._evening is None:
            return Table(self.story, self.game, state)
        return Table(self.story, settling(self.game), state, self._evening, aftermath=True)

    def play(self, row: Row) -> str:
        """Play a row; returns its canonical line. A refusal names file and row."""
        with self._named(row):
            return self._play(row.text)

    def settle(self) -> None:
        """Go on to the aftermath: the battle is concluded, if it is not, and what follows begins.

        A refusal names the file and the first row of its aftermath.
        """
        with self._named(next(iter(self.file.after), Row("", line=len(self.file.lines)))):
            if self._evening is None:
                self._judge(self.game.concluding())
            self._begin()

    def play_after(self, row: Row) -> str:
        """Play a row of the aftermath, which begins anew if its beginning was taken back."""
        with self._named(row):
            if row.text not in ("undo", "redo"):
                self._begin()
            return self._play(row.text)

    def _begin(self) -> None:
        """Begin the aftermath, unless something was done in it."""
        if not self.table.begun:
            self._judge(self.game.after.begins())

    @contextmanager
    def _named(self, row: Row) -> Iterator[None]:
        """Name file and row in what is refused."""
        try:
            yield
        except Refusal as refused:
            refused.message = f"{self.name}, line {row.line}: {refused.message}"
            raise

    def _play(self, text: str) -> str:
        """Play a line of the file. What was agreed when it was played needs no new consent."""
        (phrase,) = phrases(text, self.game.language)
        opened = self.table.fight.opened
        if not opened and phrase.form.action is not Redo:
            raise WrongUsage("the battle's opening was taken back, so only redo can follow")
        scene = self.table.scene if opened else Scene(())
        action = action_of(phrase, self.game.language, scene)
        stamp = self.ground.stamp()
        match action:
            case Redo():
                self.rehearsal.restore(undone(self.rehearsal.lines()), stamp)
            case Undo():
                self._undo(action, stamp)
            case _:
                action = self.table.game.canonical(self.rehearsal.state, action)
                self._judge(action)
        self._turn()
        return written(action, self.game.language, scene)

    def _judge(self, action: Action) -> None:
        """Judge an action, and roll the sealed dice that it asks for."""
        stamp = self.ground.stamp()
        batch = self.rehearsal.judge(self._shown(action), stamp)
        self._roll(batch, stamp)
        self._turn()

    def _turn(self) -> None:
        """Turn from a battle that is concluded to its aftermath, or back."""
        follows = self.game.settles(self.table.fight)
        if follows is (self._evening is not None):
            return
        past = self.ground.past() if follows and self._counts else []
        told = [*past, *(line for line in self.lines if self._counts or line.story == self.story)]
        decider: Decider[Any] = self.game.battle
        if follows:
            decider = self.game.after.decider
            others = dict.fromkeys(line.story for line in told)
            self._evening = tuple(story for story in others if story != self.story)
        else:
            self._evening = None
            told = [line for line in told if line.story == self.story]
        beside = self._evening or ()
        state = fold(decider, told)
        self.rehearsal = Rehearsal(
            self.story, decider, state, self.pen, lambda: past, beside=beside
        )

    def _undo(self, action: Undo, stamp: Stamp) -> None:
        """Take back; an address is one of this battle, whatever its number was elsewhere."""
        to = f"{self.story}/{action.to.rpartition('/')[2]}" if action.to else ""
        taken = chosen(self.rehearsal.lines(), self.game.spans, action.span, to)
        self.rehearsal.retract(
            [batch.id for batch in taken], stamp, reason=words(action.span, to), agreed=""
        )
        self._roll("", stamp)

    def end(self) -> None:
        """Check what is left when all rows were played: a battle that is open, or was."""
        if not self.table.fight.opened:
            raise WrongUsage(f"{self.name} takes the battle's opening back and leaves it so")

    def _shown(self, action: Action) -> Action:
        """A conclusion with the seed that the file holds; any other action as it is."""
        sealing = self.sealing
        if not isinstance(action, self.game.concluding) or sealing is None or not sealing.solo:
            return action
        if self.table.game.chains(self.table.state).battle == sealing.battle:
            return msgspec.structs.replace(action, seed=sealing.secrets[0])
        return action

    def _roll(self, batch: str, stamp: Stamp) -> None:
        """Roll the sealed dice that a line, or the opening, asked for."""
        while (roll := self._follow(self.table)) is not None:
            batch = self.rehearsal.judge(roll, stamp, batch)


def _same_crew(books: Books, roster: Party) -> Crew | None:
    """The campaign's crew of that name."""
    same = (crew for crew in books.crews.values() if alike(crew.who.name) == alike(roster.name))
    return next(same, None)


def handles(members: tuple[Profile, ...]) -> Iterator[str]:
    """The handle of each member: the one the file gives, else made of its name in header order."""
    taken = [each.handle for each in members if each.handle] + [each.name for each in members]
    for member in members:
        own = member.handle.upper() or handle(
            member.name, [each for each in taken if each != member.name]
        )
        taken.append(own)
        yield own


def _guests(roster: Party) -> Party:
    """A crew of the header as it comes to the battle: everybody with a handle."""
    made = zip(roster.members, handles(roster.members), strict=True)
    return replace(
        roster,
        name=clean(roster.name),
        player=roster.player and clean(roster.player),
        members=tuple(replace(each, name=clean(each.name), handle=own) for each, own in made),
    )


def _starts(file: BattleFile, names: Any) -> Iterator[Start]:
    """The starts of the header, by their ids."""
    for start in file.starts:
        yield Start(_look(names, "crew", start.crew), _look(names, "place", start.place))


def _look(names: Any, kind: str, text: str) -> str:
    return find(text, [Named(one.id, one.name) for one in names if one.kind == kind]).id
