"""Given, when, then between battles: a campaign of schools, its lines told and read back.

Lines are actions in which schools and gladiators go by their names::

    year = Year("Ferox", "Ursi").do(lot("Gaius", "thracian novicius"), bid("Ferox", 500))

A year never changes: every line gives a new one.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
import pytest

from domain.books import Crew, Member
from domain.campaign import STORY, BattleClosed, FoundCampaign
from domain.crew import FoundCrew, story_of
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Choose, Decline
from domain.games.morturi.doings import (
    Announce,
    Bid,
    Buy,
    Hammer,
    Hire,
    OpenAftermath,
    Pass,
    PutUp,
)
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.opening import FieldTeam, Open
from domain.games.morturi.school import accounts, order, play
from domain.games.morturi.school.evening import Evening
from domain.games.morturi.school.order import AFTERMATH
from domain.games.morturi.school.year import Awaited, Ludi, open_offers
from domain.games.morturi.throwing import Roll
from domain.games.morturi.victory import BattleConcluded, BattleEnded
from domain.house import Setting
from domain.ledger.draft import named
from domain.terms import Action, Elsewhere, Event, Refusal, Who
from domain.throwing import Shown

E = TypeVar("E", bound=Event)
PHASES = ("auctions", "build_resources", "ludi", "free_play")
KEPT = {"name", "salt", "digest", "profile", "scenario"}

done, hammer, yes, no = Done(), Hammer(), Accept(), Decline()
begin = OpenAftermath()


def lot(name: str, profile: str, *tricks: str, **more: Any) -> PutUp:
    """`lot("Gaius", "thracian palus", "agility", …, opening=900)`."""
    return PutUp(name=name, profile=profile, tricks=tricks, **more)


def bid(school: str, amount: int) -> Bid:
    """`bid("Ferox", 1050)`."""
    return Bid(crew=school, amount=amount)


def passes(school: str) -> Pass:
    """`passes("Ferox")`."""
    return Pass(crew=school)


def buy(what: str, school: str) -> Buy:
    """`buy("Chirugeon", "Ferox")`."""
    return Buy(what=what, crew=school)


def hire(what: str, school: str, profile: str = "", *tricks: str) -> Hire:
    """`hire("Chirugeon", "Ferox")`."""
    return Hire(what=what, crew=school, profile=profile, tricks=tricks)


def offer(scenario: str, **terms: int) -> Announce:
    """`offer("crossfire", fee=100, prize=3500)`."""
    sums: Any = {term: (amount,) for term, amount in terms.items()}
    return Announce(scenario=scenario, **sums)


def field(school: str, *members: str) -> FieldTeam:
    """`field("Ferox", "Servus 1")`."""
    return FieldTeam(crew=school, members=members)


def roll(*faces: int) -> Roll:
    """`roll(4)`."""
    return Roll(faces=tuple(Shown(face) for face in faces))


def choose(*picks: str) -> Choose:
    """`choose("Mus")`."""
    return Choose(picks=picks)


class Year:
    """A campaign, what has been told of it, and what came of the newest lines (`new`)."""

    def __init__(self, *schools: str, **house: str) -> None:
        self.books = Ludi()
        self.lines: tuple[tuple[str, Event], ...] = ()
        self.new: tuple[Event, ...] = ()
        self._lines: dict[str, int] = {}
        settings = tuple(Setting(option, value) for option, value in house.items())
        self.judge(STORY, FoundCampaign(name="Ludi Aeterni", house=settings))
        for school in schools:
            self.found(school)

    def found(self, school: str) -> None:
        """A school is founded."""
        story = story_of(self.books, school)
        self.judge(story, FoundCrew(crew=story, name=school, player="Ana"))

    def judge(self, story: str, action: Action) -> None:
        """An action of a story's writer, and what comes of it."""
        self.new = ()
        for event in list(BOOKS.decide(self.books, action)):
            where, what = (
                (event.story, event.event) if isinstance(event, Elsewhere) else (story, event)
            )
            self.tell(where, what)

    def tell(self, story: str, *events: Event) -> None:
        """Events that are the next lines of a story."""
        for event in events:
            self._lines[story] = self._lines.get(story, 0) + 1
            told = named(event, f"{story}/{self._lines[story]}")
            self.books = BOOKS.evolve(self.books, told)  # type: ignore[assignment]  # it stays Ludi
            self.lines += ((story, told),)
            self.new += (told,)

    def copy(self) -> "Year":
        """The same year, to go on with."""
        later = object.__new__(Year)
        later.__dict__ |= self.__dict__
        later._lines = dict(self._lines)
        return later

    def do(self, *lines: Action) -> "Year":
        """The year after these lines."""
        later, new = self.copy(), ()
        for line in lines:
            later.judge(STORY, later.named(line))
            new += later.new  # type: ignore[assignment]  # a tuple of more
        later.new = new
        return later

    def given(self, story: str, *events: Event) -> "Year":
        """The year with events that simply happened."""
        later = self.copy()
        later.tell(story, *events)
        return later

    def phase(self, phase: str) -> "Year":
        """The year when this phase of its month begins."""
        year = self
        while year.books.season.phase != phase:
            year = year.do(done)
        return year

    def refused(self, line: Action) -> str:
        """How a line is refused: by its rule, or the kind of the refusal."""
        with pytest.raises(Refusal) as broken:
            list(BOOKS.decide(self.books, self.named(line)))
        return str(getattr(broken.value, "rule", broken.value.kind))

    def named(self, line: Action) -> Action:
        """The action with ids where it has names."""
        plain = msgspec.to_builtins(line)
        return msgspec.convert(self._ids(plain), type(line))

    def _ids(self, plain: Any) -> Any:
        for key, value in plain.items():
            if key in KEPT:
                continue
            if isinstance(value, str):
                plain[key] = self.id(value)
            elif isinstance(value, dict):
                plain[key] = self._ids(value)
            elif isinstance(value, list | tuple):
                plain[key] = [self.id(o) if isinstance(o, str) else o for o in value]
        return plain

    def id(self, name: str) -> str:
        """The id of a school or gladiator of that name; the name itself if there is none."""
        for crew in self.books.crews.values():
            if crew.who.name == name:
                return crew.who.id
        for crew in self.books.crews.values():
            for one in crew.present:
                if one.who.name == name:
                    return one.who.id
        return name

    # Reading

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was told, in whatever story."""
        return tuple(event for _, event in self.lines)

    @property
    def awaited(self) -> Awaited:
        """What the year waits for."""
        return play.awaited(self.books)

    def school(self, name: str) -> Crew:
        """A school."""
        return self.books.crew(self.id(name))

    def funds(self, name: str) -> int:
        """What a school has."""
        return self.school(name).treasury

    def member(self, name: str) -> Member:
        """A gladiator, wherever he is."""
        members = (one for crew in self.books.crews.values() for one in crew.present)
        return next(one for one in members if one.who.name == name)

    def names(self, school: str) -> list[str]:
        """The gladiators of a school."""
        return [one.who.name for one in self.school(school).present]

    def resources(self, school: str) -> list[str]:
        """What a school has built, bought or hired."""
        return [item.kind for item in self.school(school).store]

    def all(self, kind: type[E]) -> list[E]:
        """What came of the newest lines, of one kind."""
        return [event for event in self.new if isinstance(event, kind)]

    def one(self, kind: type[E]) -> E:
        """The only event of its kind among what came of the newest lines."""
        (event,) = self.all(kind)
        return event

    def check_accounts(self) -> None:
        """MR-CAM-7: every account adds up to what its school has, each payment has two sides."""
        for crew in self.books.crews.values():
            entries = accounts.account(self.events, crew.who.id)
            assert accounts.balance(entries) == crew.treasury
        assert accounts.unmatched(self.events) == ()


def digest_of(salt: str, line: str) -> str:
    """SHA-256 of salt, a zero byte and the line, worked out here for itself."""
    return sha256(f"{salt}\0{line}".encode()).hexdigest()


class Night:
    """An evening after a battle of a campaign, told to its end and read back.

    `fell` says who went out of action, and by whose final blow (or by nobody's, "").
    """

    def __init__(
        self,
        year: Year,
        battle: str = "battle-1",
        *,
        fell: dict[str, str] | None = None,
        winner: str = "",
        drawn: tuple[str, ...] = (),
        more: Iterable[Event] = (),
        gate: bool = False,
    ) -> None:
        self.year = year
        self.battle = battle
        self.new: tuple[Event, ...] = ()
        self.evening = Evening()
        for story, event in year.lines:
            if story == battle or not story.startswith("battle-"):
                self.evening = AFTERMATH.evolve(self.evening, event)
        whos = {
            one.who.name: (one.who, crew.who)
            for crew in year.books.crews.values()
            for one in crew.present
        }
        told: list[Event] = list(more)
        for name, killer in (fell or {}).items():
            cause = Who("gate", "gate") if gate else Who("final-blow", "final blow")
            by, for_ = ((whos[killer][0],), (whos[killer][1],)) if killer else ((), ())
            told.append(GladiatorOut(gladiator=whos[name][0], cause=cause, by=by, school=for_))
        won = (year.school(winner).who,) if winner else ()
        level = tuple(year.school(name).who for name in drawn)
        ended = BattleEnded(reason="last_school", winners=won, drawn=level, rounds=3)
        told += [ended, BattleConcluded()]
        self._tell([*told, BattleClosed(battle=battle)])

    def _tell(self, events: Iterable[Event | Elsewhere]) -> None:
        """What has happened, in the battle's story, the schools' and the campaign's."""
        for event in events:
            story, what = (
                (event.story, event.event)
                if isinstance(event, Elsewhere)
                else (STORY if isinstance(event, BattleClosed) else self.battle, event)
            )
            self.year.tell(story, what)
            self.evening = AFTERMATH.evolve(self.evening, self.year.new[-1])
            self.new += (self.year.new[-1],)

    def do(self, *lines: Action) -> "Night":
        """The night after these lines."""
        later = object.__new__(Night)
        later.__dict__ |= self.__dict__
        later.year, later.new = self.year.copy(), ()
        for line in lines:
            later._tell(list(AFTERMATH.decide(later.evening, later.year.named(line))))
        return later

    def refused(self, line: Action) -> str:
        """How a line is refused."""
        with pytest.raises(Refusal) as broken:
            list(AFTERMATH.decide(self.evening, self.year.named(line)))
        return str(getattr(broken.value, "rule", broken.value.kind))

    @property
    def awaited(self) -> Any:
        """What the evening waits for."""
        return order.awaited(self.evening)

    def all(self, kind: type[E]) -> list[E]:
        """What came of the newest lines, of one kind."""
        return [event for event in self.new if isinstance(event, kind)]

    def one(self, kind: type[E]) -> E:
        """The only event of its kind among what came of the newest lines."""
        (event,) = self.all(kind)
        return event


def fight(year: Year, scenario: str, battle: str = "battle-1", **house: str) -> Year:
    """The year when a battle has opened between those who have entered it."""
    offers = (one for one in open_offers(year.books) if one.scenario == scenario)
    found = next(one for one in offers if one.entered)
    crews = tuple(one.school for one in found.entered)
    settings = tuple(Setting(option, value) for option, value in house.items())
    later = year.copy()
    later.judge(battle, Open(battle=battle, scenario=scenario, crews=crews, house=settings))
    return later
