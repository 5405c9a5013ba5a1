"""Whose numbers can be explained: those of a battle, of a crew and its members, of the campaign."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from cli.desk import BRANCHES, Desk
from cli.own import telling
from cli.record import upto
from domain.branch import Branched
from domain.campaign import STORY
from domain.deeds import COUNTED
from domain.explaining import Change, Explanation, Key, Moment, Owner, Terms, Trace, Why
from domain.ledger.record import Line
from domain.numbers import Roster, of_battle, of_season
from domain.summing import Sum, Term
from domain.tallies import Tallies, watched
from domain.terms import NotFound, tag

NOTHING = Why()
FOUGHT = "battles"


class Numbered(Protocol):
    """Something that shows numbers."""

    @property
    def where(self) -> str:
        """Where they are shown, `battle-3`.

        For what stands between battles `campaign` while a battle is looked at first, else empty.
        """

    def owners(self) -> Mapping[str, Owner]:
        """Whose numbers there are, by id."""

    def near(self) -> Mapping[Key, int]:
        """The numbers that are at hand."""

    def values(self) -> Mapping[Key, int]:
        """All numbers."""

    def rule(self, key: Key) -> str:
        """The rule of a number; empty where none is."""

    def explain(self, key: Key) -> Explanation:
        """Why a number is what it is."""


def why_of(desk: Desk) -> Why:
    """What the game adds; its word for money is its own."""
    why = desk.game.why or NOTHING
    words = {"treasury": desk.game.words.purse, **why.words}
    return msgspec.structs.replace(why, words=words)


def rule_of(why: Why, name: str) -> str:
    """The rule of a number: `stores.quiver` is of `stores`."""
    return why.rules.get(name) or why.rules.get(name.partition(".")[0], "")


def thing(owner: Owner, key: Key, where: str) -> str:
    """What to type for a number: `Ash/@SUR.health`, `battle-3/Ash/@SUR.health`."""
    whose = f"{owner.crew}/@{owner.handle}" if owner.handle and owner.crew else owner.name
    if whose == where:
        return f"{where}.{key.name}"
    return f"{where}/{whose}.{key.name}" if where else f"{whose}.{key.name}"


def sentence(owner: Owner, key: Key, where: str, why: Why) -> str:
    """What a number is, in words: `Sura of Ash: highest roll in battle-3`."""
    whose = f"{owner.name} of {owner.crew}" if owner.crew else owner.name
    name = key.name.replace(".", ", ").replace("_", " ")
    name = why.words.get(key.name, name)
    return f"{whose}: {name}{f' in {where}' if where not in ('', STORY, owner.name) else ''}"


class Traced:
    """Numbers that a story tells line by line."""

    def __init__(self, why: Why, trace: Trace, terms: Mapping[str, Terms], where: str = "") -> None:
        self.where = where
        self.trace = trace
        self._why = why
        self._terms = terms

    def owners(self) -> Mapping[str, Owner]:
        """Whose numbers there are."""
        return self.trace.numbers.owners

    def near(self) -> Mapping[Key, int]:
        """The numbers that are at hand: all."""
        return self.values()

    def values(self) -> Mapping[Key, int]:
        """All numbers."""
        return self.trace.numbers.values

    def rule(self, key: Key) -> str:
        """The rule of a number."""
        return rule_of(self._why, key.name)

    def explain(self, key: Key) -> Explanation:
        """A number by its terms and its lines."""
        owner, why = self.owners()[key.of], self._why
        made = self._made(key, self.trace.moment(key))
        return Explanation(
            thing=thing(owner, key, self.where),
            what=sentence(owner, key, self.where, why),
            number=self.values()[key],
            rule=self.rule(key),
            terms=self.trace.placed(made.terms) if made else (),
            lines=self.trace.lines(key, anew=key.name in why.anew),
        )

    def _made(self, key: Key, moment: Moment) -> Sum | None:
        terms = self._terms.get(key.name)
        return terms(moment, key.of) if terms else None


def battle(desk: Desk, story: str, at: str = "") -> Traced:
    """The numbers of a battle, as it stands or stood behind a line."""
    game, why = desk.game, why_of(desk)

    def look(state: Any) -> Any:
        return of_battle(story, game.show(state), why.order)

    return Traced(
        why, Trace(game.battle, fought(desk, story, at), look, why.passing), why.battle, story
    )


def fights(desk: Desk, story: str) -> bool:
    """Whether a story is that of a battle, or of a branch of one."""
    return story.startswith(BRANCHES) or story in desk.battles().by_story


def fought(desk: Desk, story: str, at: str = "") -> list[Line]:
    """The lines of a battle; of a branch those of its battle first, as far as it rests on them."""
    lines = desk.ledger.story(story)
    begun = lines[0].data if lines else None
    if isinstance(begun, Branched):
        return [*fought(desk, begun.from_, f"{begun.from_}/{begun.line}"), *upto(lines, at)]
    return upto(lines, at)


SEASON = "season"


def season(desk: Desk, at: str = "") -> Traced:
    """The numbers of what is played between battles. Raises NotFound where nothing is."""
    played, books = desk.game.season, desk.books()
    if played is None or not played.kept(books):
        raise NotFound("this campaign plays nothing between battles", hint="acta why")
    lines, show = upto(desk.told(*desk.stories()), at), played.show

    def look(state: Any) -> Any:
        return of_season(SEASON, show(state))

    return Traced(why_of(desk), Trace(desk.game.books, lines, look), {}, SEASON)


class Between:
    """The numbers of a crew and its members between battles."""

    def __init__(self, desk: Desk, crew: str, at: str = "", where: str = "") -> None:
        self.where = where
        self._desk = desk
        self._crew = crew
        self._at = at
        why, game = why_of(desk), telling(desk.game, desk.books())
        stories = [STORY, crew]
        if at and (other := at.rpartition("/")[0]) not in stories:
            stories.append(other)
        lines = [one for one in upto(desk.told(*stories), at) if one.story in (STORY, crew)]
        self._game = game
        roster = Roster(game.chronicle, game.after.season, crew)
        self._traced = Traced(why, Trace(game.books, lines, roster.look), why.campaign, where)

    @property
    def trace(self) -> Trace:
        """How the numbers of the crew's story came about."""
        return self._traced.trace

    def owners(self) -> Mapping[str, Owner]:
        """The crew, and whoever ever joined it."""
        return self._traced.owners()

    def near(self) -> Mapping[Key, int]:
        """The numbers of profiles and purse, for which no view and no battle is read."""
        return self._traced.values()

    def values(self) -> Mapping[Key, int]:
        """All numbers: of profiles and purse, of what members did, of the league table."""
        found = dict(self._traced.values())
        for id_ in self.owners():
            if id_ == self._crew:
                sums = {**self._table, FOUGHT: self._fought}
                found |= {Key(id_, name): made.total for name, made in sums.items()}
            else:
                counts = self._tallies.of(id_)
                found |= {Key(id_, name): len(counts[name]) for name in COUNTED}
        return found

    def rule(self, key: Key) -> str:
        """The rule of a number; the league table has none."""
        return self._traced.rule(key) if key in self.near() else ""

    def explain(self, key: Key) -> Explanation:
        """A number by its lines, or by the battles that count towards it."""
        if key == Key(self._crew, FOUGHT):
            return self._told(key, terms=tuple(self._ended(self._fought.terms)))
        if key.name in COUNTED:
            return self._told(key, lines=self._tallies.of(key.of)[key.name])
        if key.of == self._crew and key.name in self._table:
            return self._told(key, terms=tuple(self._ended(self._table[key.name].terms)))
        return self._traced.explain(key)

    def _told(
        self, key: Key, *, terms: tuple[Term, ...] = (), lines: tuple[Change, ...] = ()
    ) -> Explanation:
        owner, why = self.owners()[key.of], why_of(self._desk)
        return Explanation(
            thing=thing(owner, key, self.where),
            what=sentence(owner, key, self.where, why),
            number=terms[-1].total if terms else len(lines),
            terms=terms,
            lines=lines,
        )

    def _ended(self, terms: Sequence[Term]) -> Iterator[Term]:
        """Terms of the league table, each with the line at which its battle ended."""
        for term in terms:
            address = self._tallies.ended.get(term.of, "")
            yield msgspec.structs.replace(term, address=address, of="")

    @cached_property
    def _tallies(self) -> Tallies:
        chronicle = self._game.chronicle
        topics = sorted({tag(kind) for kind in watched(chronicle)})
        rows = self._desk.ledger.some(topics, 0, self._desk.ledger.head())
        return Tallies(chronicle, self._desk.ledger.lines(rows))

    @cached_property
    def _fought(self) -> Sum:
        """The battles that the crew has fought."""
        made = Sum()
        for one in self._desk.battles().all:
            if not one.open and not one.void and self._crew in {crew.id for crew in one.crews}:
                made.add(1, f"{one.battle}, {one.scenario}", of=one.battle)
        return made

    @cached_property
    def _table(self) -> Mapping[str, Sum]:
        if self._at:
            return {}  # the table is a view: it stands as it is now
        from projections.standings import made

        with self._desk.views() as views:
            return made(views, self._crew)


class Campaign:
    """The numbers of the campaign as a whole."""

    where = ""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def owners(self) -> Mapping[str, Owner]:
        """The campaign itself."""
        return {STORY: Owner(id=STORY, name=STORY)}

    def near(self) -> Mapping[Key, int]:
        """The numbers that are at hand: all."""
        return self.values()

    def values(self) -> Mapping[Key, int]:
        """How many lines and battles it has."""
        return {Key(STORY, name): made.total for name, made in self._made.items()}

    def rule(self, _key: Key) -> str:
        """No rule says them."""
        return ""

    def explain(self, key: Key) -> Explanation:
        """A number by the stories that make it."""
        made = self._made[key.name]
        return Explanation(
            thing=f"{STORY}.{key.name}",
            what=f"the campaign: {key.name}",
            number=made.total,
            terms=made.terms,
        )

    @cached_property
    def _made(self) -> Mapping[str, Sum]:
        lines, battles = Sum(), Sum()
        for story in self._desk.ledger.stories():
            lines.add(len(self._desk.ledger.rows_of(story)), story)
        for one in self._desk.battles().all:
            battles.add(1, f"{one.battle}, {one.scenario}")
        return {"lines": lines, "battles": battles}
