"""A number that was typed, `vex.health`, looked up: whose it is, where it is shown, its name."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from cli.desk import Desk
from cli.whose import (
    SEASON,
    Between,
    Campaign,
    Numbered,
    Traced,
    battle,
    fights,
    season,
    thing,
    why_of,
)
from domain.books import Books, Standing
from domain.campaign import STORY
from domain.explaining import Key, Owner
from domain.names import Named, called, find, fold, meant, said, slug
from domain.terms import Ambiguous, NotFound

Found = tuple[Numbered, str]
"""Where somebody's numbers are shown, and his id there."""

Asked = tuple[Numbered, Key]
"""A number, and where it is shown."""


ALSO = {"treasury": ("purse",)}
"""What numbers are called in other documents."""


class Seeker:
    """Looks numbers up: in the battle that is named or open, then between battles.

    A text may begin with where it means: `battle-3/vex.health`, `campaign/vex.health`.
    """

    def __init__(self, desk: Desk, *, named: str = "", at: str = "") -> None:
        self._desk = desk
        self._at = at
        self._first = (desk.known(named).battle,) if named else self._open()
        self._traced: dict[str, Traced] = {}
        self._between: dict[str, Between] = {}

    def _open(self) -> tuple[str, ...]:
        """The battles that are looked at first: that of the address, else those that are open."""
        known = self._desk.battles()
        story = self._at.rpartition("/")[0]
        if fights(self._desk, story):
            return (story,)
        return tuple(one.battle for one in known.open)

    def number(self, text: str) -> list[Asked]:
        """The number that a text means; `battle-3.value` is that of each crew there.

        Raises NotFound, Ambiguous.
        """
        where, text = self._where(text)
        refused: NotFound | None = None
        for place in (n for n in range(len(text) - 1, 0, -1) if text[n] == "."):
            whose, name = text[:place], text[place + 1 :]
            try:
                return self._called(self.owners(whose, where), name, whose)
            except NotFound as error:
                refused = refused or error
        raise refused or NotFound(f"{said(text)} is no number", hint="such as vex.health")

    def all_of(self, text: str) -> list[Asked]:
        """All numbers of somebody."""
        where, text = self._where(text)
        return [
            (shown, key)
            for shown, id_ in self.owners(text, where)
            for key in shown.values()
            if key.of == id_
        ]

    def everybody(self) -> list[tuple[Numbered, Owner]]:
        """Whose numbers can be asked for: in the battle, and between battles."""
        battles: list[Numbered] = [self.battle(story) for story in self._first]
        crews: list[Numbered] = [self.between(crew) for crew in self._desk.books().crews]
        places = [*battles, Campaign(self._desk), *crews]
        return [(shown, owner) for shown in places for owner in shown.owners().values()]

    def owners(self, text: str, where: str = "") -> Iterator[Found]:
        """Whom a text names, wherever they have numbers; the place that comes first first.

        Raises NotFound where nobody is called so, Ambiguous.
        """
        found, refused = False, list[NotFound]()
        for look in self._places(where, text):
            try:
                one = look(text)
            except NotFound as error:
                refused.append(error)
                continue
            found = True
            yield one
        if not found:
            raise next((each for each in refused if each.hint), refused[-1])

    def battle(self, story: str) -> Traced:
        """The numbers of a battle."""
        if story not in self._traced:
            at = self._at if self._at.rpartition("/")[0] == story else ""
            self._traced[story] = battle(self._desk, story, at)
        return self._traced[story]

    def _season(self) -> Traced:
        """The numbers of what is played between battles."""
        if SEASON not in self._traced:
            self._traced[SEASON] = season(self._desk, self._at)
        return self._traced[SEASON]

    def between(self, crew: str) -> Between:
        """The numbers of a crew between battles."""
        if crew not in self._between:
            where = STORY if self._first else ""
            self._between[crew] = Between(self._desk, crew, self._at, where)
        return self._between[crew]

    def _where(self, text: str) -> tuple[str, str]:
        """Where a text says that it means, and the rest of it."""
        first, stroke, rest = text.partition("/")
        if stroke and (first == STORY or fights(self._desk, first)):
            return first, rest
        return "", text

    def _places(self, where: str, text: str) -> Iterator[Callable[[str], Found]]:
        """Where a name is looked up, the first that counts first."""
        if fights(self._desk, text) and self._desk.ledger.story(text):
            yield lambda _: (self._counting(text), text)
            return
        if text == SEASON:
            yield lambda text: (self._season(), text)
        if where != STORY and (stories := (where,) if where else self._first):
            yield lambda text: self._in_battles(stories, text)
        if where in ("", STORY):
            yield self._in_books

    def _counting(self, story: str) -> Traced:
        """The numbers of a battle of which something counts. Raises NotFound for a void one."""
        shown = self.battle(story)
        if not shown.owners():
            raise NotFound(f"nothing of {story} counts", hint="acta battle list")
        return shown

    def _in_battles(self, stories: tuple[str, ...], text: str) -> Found:
        """Somebody or something in one of some battles."""
        found, refused = list[tuple[Traced, str]](), list[NotFound]()
        for shown in map(self._counting, stories):
            known = [Named(o.id, o.name, o.handle, o.crew) for o in shown.owners().values()]
            try:
                found.append((shown, _found(text, known)))
            except NotFound as unknown:
                refused.append(unknown)
        if len(found) > 1:
            told = [f"{shown.where}/{text}" for shown, _ in found]
            raise Ambiguous(f"{said(text)} may be {', '.join(told)}", told, hint=_or(told))
        if not found:
            raise refused[-1]
        return found[0]

    def _in_books(self, text: str) -> Found:
        """A crew or a member of the campaign, or the campaign itself."""
        if text == STORY:
            return Campaign(self._desk), STORY
        books = self._desk.books()
        members = [one for crew in books.crews.values() for one in crew.named()]
        try:
            id_ = _found(text, [*books.named(), *members])
        except NotFound as unknown:
            return self._left(books, text, unknown)
        crew = id_ if id_ in books.crews else books.home(id_).who.id
        return self.between(crew), id_

    def _left(self, books: Books, text: str, unknown: NotFound) -> Found:
        """Somebody as the crew knew him that he has left for another; else what was refused."""
        for crew in books.crews.values():
            gone = [one for one in crew.members if one.status is Standing.MOVED]
            known = [Named(one.who.id, one.who.name, one.handle, crew.who.name) for one in gone]
            with suppress(NotFound):
                return self.between(crew.who.id), find(text, known).id
        raise unknown

    def _called(self, found: Iterable[Found], name: str, whose: str) -> list[Asked]:
        """The number of that name, in the first place that has it."""
        known = list[str]()
        for shown, id_ in found:
            hits = self._hits(shown, id_, shown.near(), name, whole=True)
            hits = hits or self._hits(shown, id_, shown.values(), name)
            if hits:
                return [(shown, key) for key in hits]
            known += [key.name for key in shown.values() if key.of == id_]
        hint = meant(name, dict.fromkeys(known)) or f"acta why {whose}"
        raise NotFound(f"{said(whose)} has no number {said(name)}", hint=hint)

    def _hits(
        self, shown: Numbered, id_: str, keys: Iterable[Key], name: str, *, whole: bool = False
    ) -> list[Key]:
        """The numbers of somebody that a name means; of a battle those of all who are in it."""
        mine = [key for key in keys if key.of == id_]
        hits = self._named(mine, name, whole=whole)
        if not hits and id_ == shown.where:
            hits = self._named(list(keys), name, whole=whole)
        if len({key.name for key in hits}) > 1:
            told = [thing(shown.owners()[key.of], key, shown.where) for key in hits]
            raise Ambiguous(f"{said(name)} may be {', '.join(told)}", told, hint=_or(told))
        return hits

    def _named(self, keys: list[Key], name: str, *, whole: bool) -> list[Key]:
        """The numbers that a name means: by the whole, else its beginning, else a word's."""
        words = why_of(self._desk).words
        names = {key: _names(key.name, words) for key in keys}
        if whole:
            return [key for key in keys if fold(name) in map(fold, names[key])]
        return called(name, names)


def _names(name: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """All that a number is called."""
    return (name, name.replace("_", " "), words.get(name, name), *ALSO.get(name, ()))


def _or(told: Iterable[str]) -> str:
    return f"write {' or '.join(told)}"


def _found(text: str, known: list[Named]) -> str:
    """The id of whoever a text names; `rust-choir` is a way to write Rust Choir in one word."""
    with suppress(NotFound):
        return find(text, known).id
    hits = [one for one in known if slug(one.name) == text]
    if len(hits) == 1:
        return hits[0].id
    return find(text, known).id
