"""A campaign told: the book of all of it, or the part of one crew, member or battle."""

from collections.abc import Callable, Iterator
from functools import partial

from domain.terms import NotFound
from projections.chronicle import battles, campaign, crews, headline, members, places
from projections.chronicle.battle import Battle
from projections.chronicle.battles import Tale
from projections.chronicle.figures import MOST, Boards
from projections.chronicle.memory import Memory
from projections.chronicle.outcome import Turning
from projections.chronicle.prose import Prose
from projections.chronicle.records import Records
from projections.chronicle.season import Named, Season
from projections.chronicle.tree import (
    Book,
    Chapter,
    Kind,
    Length,
    Listed,
    Name,
    Para,
    Wanted,
)
from projections.frame.templates import Frame
from projections.page import Shelf

SHORT, SHORTEST = battles.IN_A_PARAGRAPH, 1

Making = Callable[[], Chapter]


def tell(
    shelf: Shelf,
    frame: Frame,
    wanted: Wanted,
    turning: Turning = lambda _: None,
    boards: Boards | None = None,
) -> Book:
    """What is wanted of a campaign, as a book; `shelf` are views with deeds.

    `turning` finds the roll on which a battle turned, `boards` draw its figure. Raises NotFound
    where nothing is told of what is asked for.
    """
    return Teller(shelf, frame, wanted, turning, boards).book()


class Teller:
    """Makes a book: its contents at once, its chapters one by one."""

    def __init__(
        self,
        shelf: Shelf,
        frame: Frame,
        wanted: Wanted,
        turning: Turning,
        boards: Boards | None = None,
    ) -> None:
        self._frame = frame
        self._wanted = wanted
        self._season = Season(shelf)
        self._turning = turning
        self._boards = boards if wanted.length is Length.FULL else None

    def book(self) -> Book:
        """The book that is wanted."""
        wanted, season = self._wanted, self._season
        if wanted.length is Length.HEADLINE:
            found = headline.chapter(self._frame, season, wanted, self._turning)
            return self._bound(found.title, [(found.listed, lambda: found)])
        if wanted.battle:
            return self._of_battle(wanted.battle)
        if wanted.member:
            member = _known(season.members, wanted.member)
            return self._bound(member.name, [self._member(member, 0)])
        if wanted.crew:
            return self._of_crew(_known(season.crews, wanted.crew))
        return self._whole()

    def _bound(self, title: str, made: list[tuple[Listed, Making]]) -> Book:
        known = {listed.id for listed, _ in made}
        return Book(
            title=title,
            contents=tuple(listed for listed, _ in made),
            names=tuple(name for name in names(self._season) if name.to in known),
            chapters=(make() for _, make in made),
        )

    def _of_battle(self, story: str) -> Book:
        if story not in self._season.met:
            raise NotFound(f"no battle that counts is called {story}", hint="acta battle list")
        (tale,) = self._tales({story})
        found = self._battle_chapter(tale, self._boards)
        return self._bound(found.title, [(found.listed, lambda: found)])

    def _of_crew(self, named: Named) -> Book:
        season = self._season
        stories = {met.battle for met in season.of(named.id)}
        own = [self._crew(named, 0)]
        roll = [self._member(one, n) for n, one in enumerate(season.roll(named.id))]
        return self._streamed(named.name, stories, [], [*own, *roll])

    def _whole(self) -> Book:
        season = self._season
        memory, records, paras = self._read()
        prose = Prose(self._frame)
        first = campaign.chapter(prose, season, memory, records, paras)
        last: list[tuple[Listed, Making]] = [
            *(self._crew(one, n) for n, one in enumerate(season.crews.values())),
            *(self._member(one, n) for n, one in enumerate(season.members.values())),
            *self._grounds(),
        ]
        ends = (campaign.memorial(prose, season), campaign.records(prose, records))
        last += [(one.listed, _made(one)) for one in ends if one.blocks]
        head: list[tuple[Listed, Making]] = [(first.listed, _made(first))]
        return self._streamed(season.name, set(season.battles), head, last)

    def _streamed(
        self,
        title: str,
        stories: set[str],
        head: list[tuple[Listed, Making]],
        tail: list[tuple[Listed, Making]],
    ) -> Book:
        """A book whose battles are told one by one."""
        order = [story for story in self._season.battles if story in stories]
        contents = (
            *(listed for listed, _ in head),
            *(Listed(Kind.BATTLE, story, self._title(story)) for story in order),
            *(listed for listed, _ in tail),
        )

        def chapters() -> Iterator[Chapter]:
            yield from (make() for _, make in head)
            boards = self._boards if len(stories) <= MOST else None
            yield from (self._battle_chapter(tale, boards) for tale in self._tales(stories))
            yield from (make() for _, make in tail)

        known = {listed.id for listed in contents}
        found = tuple(name for name in names(self._season) if name.to in known)
        return Book(title=title, contents=contents, names=found, chapters=chapters())

    # Battles.

    def _tales(self, stories: set[str]) -> Iterator[Tale]:
        """These battles told, each with what was before it; nothing is told after the last."""
        memory, left = Memory(), set(stories)
        for battle in self._season.told():
            if not left:
                return
            if battle.story in left:
                left.remove(battle.story)
                yield self._tale(battle, memory)
            else:
                memory.take(battle)

    def _tale(self, battle: Battle, memory: Memory) -> Tale:
        swing = self._turning(battle.story)
        return Tale(self._frame, battle, memory, self._season.terms, swing)

    def _battle_chapter(self, tale: Tale, boards: Boards | None) -> Chapter:
        wanted, figure = self._wanted, None
        if boards:
            figure = boards.figure(self._frame, self._season.name, tale)
        return battles.chapter(self._frame, tale, wanted.length, dice=wanted.dice, figure=figure)

    def _read(self) -> tuple[Memory, Records, list[tuple[str, list[Para]]]]:
        """Every battle once: what is remembered at the end, and a paragraph for each."""
        memory, records = Memory(), Records()
        paras: list[tuple[str, list[Para]]] = []
        for battle in self._season.told():
            tale = self._tale(battle, memory)
            records.take(battle, self._turning(battle.story))
            paras.append((battle.story, battles.short(tale, SHORTEST)))
        return memory, records, paras

    def _title(self, story: str) -> str:
        met = self._season.met[story]
        return battles.title(self._frame, story, met[0].scenario, [one.name for one in met])

    # Everything else.

    def _crew(self, named: Named, start: int) -> tuple[Listed, Making]:
        length = self._wanted.length
        make = partial(crews.chapter, self._frame, self._season, named, length, start)
        return Listed(Kind.CREW, named.id, named.name), make

    def _member(self, named: Named, start: int) -> tuple[Listed, Making]:
        length = self._wanted.length
        make = partial(members.chapter, self._frame, self._season, named, length, start)
        return Listed(Kind.MEMBER, named.id, named.name), make

    def _grounds(self) -> Iterator[tuple[Listed, Making]]:
        """Places and things, if everything is told."""
        if self._wanted.length is not Length.FULL:
            return
        frame, season = self._frame, self._season
        for start, (id_, called) in enumerate(places.places(season.shelf).items()):
            listed = Listed(Kind.PLACE, id_, called[0])
            yield listed, partial(places.place, frame, season, id_, called, start)
        told = places.stories(season.shelf)
        for start, listed in enumerate(places.things(told)):
            yield listed, partial(places.thing, frame, listed, told[listed.id], start)


def names(season: Season) -> Iterator[Name]:
    """Every name that a crew or a member has or had, with who bears it."""
    for one in season.crews.values():
        yield Name(one.name, one.id)
        yield from (Name(name, one.id, now=one.name) for name in _once(one.former))
    for one in season.members.values():
        crew = season.crews.get(one.crew)
        apart = crew.name if crew else ""
        yield Name(one.name, one.id, apart=apart)
        yield from (Name(name, one.id, now=one.name, apart=apart) for name in _once(one.former))


def _once(former: list[str]) -> list[str]:
    return list(dict.fromkeys(former))


def _made(chapter: Chapter) -> Making:
    return lambda: chapter


def _known(known: dict[str, Named], id_: str) -> Named:
    if id_ not in known:
        raise NotFound(f"nothing is told of {id_}")
    return known[id_]
