"""Given, when, then in the arena: battles as short stories, played by the rules and read back.

A story opens a pick-up battle of guests. Lines are actions in which gladiators and schools go by
their names::

    duel = Fight(school("Ludus", man("Otho", "samnite")), school("Ursi", man("Mus", "bestiarius")))
    fight = duel.do(activate("Mus"), attack("Otho"), roll(4))
    assert fight.one(AttackRolled).number == 2
    assert fight["Otho"].now == 6

Where nothing else is said the schools stand on sand, each gladiator on the square he is given, the
school named first acts first, and round 1 has begun. Stories never change: every line gives a new
one, so that a test may go two ways from one point.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, TypeVar

import msgspec
import pytest

from domain.books import Books
from domain.games.morturi import play
from domain.games.morturi.activation import Activate, Done
from domain.games.morturi.asking import Accept, Choose, Decline, Named
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.battle import Fighting, changed
from domain.games.morturi.deployment import ChooseStart, DeployMembers, GladiatorDeployed, SideTaken
from domain.games.morturi.flags import Take
from domain.games.morturi.freeing import Recover, Stand, Struggle
from domain.games.morturi.gathering import open_battle
from domain.games.morturi.harm import LifeLost
from domain.games.morturi.movement import Enter, Face, Move
from domain.games.morturi.opening import Drawing, Guest, GuestCrew, Open
from domain.games.morturi.priority import PriorityTaken, SchoolNumbers
from domain.games.morturi.ruling import Change, ChangeKind, Note, Ruling
from domain.games.morturi.shapes import EDITIONS
from domain.games.morturi.sides import sides_of
from domain.games.morturi.stances import Stance
from domain.games.morturi.standing import ConditionGained
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.throwing import Roll
from domain.games.morturi.tricks import Trick
from domain.games.morturi.units import Side, Unit
from domain.games.morturi.victory import Conclude
from domain.games.morturi.waiting import Awaited
from domain.house import Setting
from domain.terms import Action, Elsewhere, Event, RuleBroken, Telling, Who
from domain.throwing import Shown

E = TypeVar("E", bound=Event)
BATTLE = "battle-1"
BOOKS = Books(game="morturi", edition=EDITIONS[-1])
SAND = "."

# Whom a battle is between


class Cast(msgspec.Struct, frozen=True, kw_only=True):
    """A gladiator as a story finds him: his profile, where he stands and how he fares."""

    guest: Guest
    at: str = ""
    facing: str = ""
    lost: int = 0
    conditions: tuple[str, ...] = ()


class CastSchool(msgspec.Struct, frozen=True):
    """A school of a story."""

    name: str
    members: tuple[Cast, ...]


def man(
    name: str,
    role: str,
    at: str = "",
    facing: str = "",
    *tricks: str,
    grade: str = "",
    lost: int = 0,
    conditions: Iterable[str] = (),
) -> Cast:
    """A gladiator: a Novicius, or a Palus or Primus Palus by how many tricks he has."""
    grades = {0: "novicius", 3: "palus"}
    made = grade or ("servus" if role == "servus" else grades.get(len(tricks), "primus_palus"))
    guest = Guest(name=name, handle=name, role=role, grade=made, tricks=tricks)
    return Cast(guest=guest, at=at, facing=facing, lost=lost, conditions=tuple(conditions))


def school(name: str, *members: Cast) -> CastSchool:
    """A school and its team."""
    return CastSchool(name, members)


# Lines, with names in place of ids


def activate(member: str) -> Activate:
    """`activate("Otho")`."""
    return Activate(member=member)


def move(directions: str) -> Move:
    """`move("n n e")`."""
    return Move(directions=tuple(directions.split()))


def face(facing: str) -> Face:
    """`face("w")`."""
    return Face(facing=facing)


def enter(square: str, facing: str = "") -> Enter:
    """`enter("H1")`."""
    return Enter(square=square, facing=facing)


def attack(*targets: str, way: str = "", at: str = "") -> Strike:
    """`attack("Otho", way="trip")`."""
    return Strike(targets=targets, way=way, at=at)


def trick(  # noqa: PLR0917 a trick in one row
    name: str, on: str = "", way: str = "", at: str = "", amount: int = 0, against: str = ""
) -> Trick:
    """`trick("toe_to_toe", "Otho")`."""
    names = tuple(on.split(", ")) if on else ()
    squares = tuple(at.split(", ")) if at else ()
    return Trick(trick=name, on=names, way=way, at=squares, amount=amount, against=against)


def stance(*names: str) -> Stance:
    """`stance("assault_stance")`."""
    return Stance(stances=names)


def roll(*faces: int) -> Roll:
    """`roll(4)`."""
    return Roll(faces=tuple(Shown(face) for face in faces))


def choose(*picks: str) -> Choose:
    """`choose("F3")`."""
    return Choose(picks=picks)


def yes(*effects: str) -> Accept:
    """`yes("Otho: juggernaught")`."""
    return Accept(effects=tuple(_effect(e) for e in effects))


def no(*effects: str) -> Decline:
    """`no()`, `no("Felix: light_mobility")`."""
    return Decline(effects=tuple(_effect(e) for e in effects))


def _effect(text: str) -> Named:
    name, _, effect = text.partition(": ")
    return Named(name, effect)


def react(facing: str = "") -> Respond:
    """`react("e")`; without a direction: none."""
    return Respond(facing=facing)


def deploy(member: str, square: str, facing: str = "") -> DeployMembers:
    """`deploy("Otho", "C5", "s")`."""
    return DeployMembers(members=(member,), square=square, facing=facing)


def start(school_: str, side: str) -> ChooseStart:
    """`start("Domus Ursi", "north")`."""
    return ChooseStart(crew=school_, area=side)


def surrender(school_: str = "") -> Surrender:
    """`surrender("Domus Ursi")`."""
    return Surrender(crew=school_)


def ruling(text: str, *changes: Change) -> Ruling:
    """`ruling("the net tore", change("Mus", "sheds", what="entangled"))`."""
    return Ruling(text=text, changes=changes)


def change(unit: str, kind: str, amount: int = 0, what: str = "") -> Change:
    """A change of a ruling."""
    return Change(unit=unit, change=ChangeKind(kind), amount=amount, what=what)


def note(text: str, member: str = "") -> Note:
    """`note("he limps", "Mus")`."""
    return Note(text=text, member=member)


done, stand, struggle, recover = Done(), Stand(), Struggle(), Recover()
take, conclude = Take(), Conclude()

# The story


class Fight:
    """A battle as its lines have made it."""

    def __init__(
        self,
        *schools: CastSchool,
        scenario: str = "battlelines",
        rows: Iterable[str] = (),
        zones: str = "zones",
        placed: bool = True,
        hazard: int = 0,
        complications: tuple[str, ...] = (),
        variants: tuple[str, ...] = (),
        then: Iterable[tuple[str, ...]] = (),
        victory: str = "",
        **house: str,
    ) -> None:
        self.ids = {s.name: f"{BATTLE}/1#{n}" for n, s in enumerate(schools, 1)}
        for s in schools:
            each = enumerate(s.members, 1)
            self.ids |= {m.guest.name: f"{self.ids[s.name]}.{n}" for n, m in each}
        self.battle = Fighting()
        self.whole = True
        self.events: tuple[Event, ...] = ()
        self.new: tuple[Event, ...] = ()
        drawn = tuple(rows) or (_sand() if placed else ())
        opening = Open(
            battle=BATTLE,
            scenario=scenario,
            guests=tuple(
                GuestCrew(name=s.name, members=tuple(m.guest for m in s.members)) for s in schools
            ),
            arena=tuple(Drawing(tuple(one), zones) for one in then or [drawn] if one),
            house=tuple(Setting(option, value) for option, value in house.items()),
            friendly=True,
            hazard=hazard,
            complications=complications,
            variants=variants,
            victory=victory,
        )
        came = [e for e in open_battle(BOOKS, opening) if not isinstance(e, Elsewhere)]
        self._tell(came[:1] if placed else came)
        self.new = self.events
        if placed:
            self._place(schools)

    def _place(self, schools: tuple[CastSchool, ...]) -> None:
        order = tuple(Who(self.ids[s.name], s.name) for s in schools)
        numbers = tuple(SchoolNumbers(school=who, gladiators=0, moves=0) for who in order)
        self._tell([PriorityTaken(order=order, numbers=numbers)])
        places = zip(order, sides_of(self.battle), strict=False)
        self._tell([SideTaken(school=who, side=name) for who, name in places])
        for cast in (m for s in schools for m in s.members):
            who = self.who(cast.guest.name)
            if cast.at:
                facing = cast.facing or "n"
                self._tell([GladiatorDeployed(gladiator=who, square=cast.at, facing=facing)])
            self._tell(_condition(who, c) for c in cast.conditions)
            if cast.lost:
                life = self[cast.guest.name].life - cast.lost
                cause = Who("before", "before")
                self._tell([LifeLost(gladiator=who, amount=cast.lost, life=life, cause=cause)])
        telling = Telling(self.battle, play.evolve)
        play.proceed(telling)
        self.new = tuple(e for e in telling.events if not isinstance(e, Elsewhere))
        self._tell(self.new)

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            assert event.told()
            self.battle = play.evolve(self.battle, event)
            self.events += (event,)

    def _next(self) -> "Fight":
        later = object.__new__(Fight)
        later.__dict__ |= self.__dict__
        return later

    def given(self, *events: Event) -> "Fight":
        """The story with events that simply happened."""
        later = self._next()
        later._tell(events)  # noqa: SLF001 a story of the same kind
        return later

    def knowing(self, name: str, *tricks: str) -> "Fight":
        """The story as if he knew these tricks as well."""
        later, unit = self._next(), self[name]
        later.battle = changed(self.battle, unit.id, tricks=(*unit.tricks, *tricks))
        later.whole = False
        return later

    def do(self, *lines: Action) -> "Fight":
        """The story after these lines; `new` holds what came of them."""
        later = self._next()
        later.new = ()
        for line in lines:
            came = later.when(line)
            later._tell(came)  # noqa: SLF001 a story of the same kind
            later.new += tuple(came)
        return later

    def when(self, line: Action) -> list[Event]:
        """What would come of a line."""
        came = play.decide(self.battle, self.named(line))
        return [e.event if isinstance(e, Elsewhere) else e for e in came]

    def refused(self, line: Action) -> str:
        """The rule by which a line is refused; it fails if the line is accepted."""
        with pytest.raises(RuleBroken) as broken:
            self.when(line)
        if self.whole:
            assert self.battle == reduce(play.evolve, self.events, Fighting())
        return broken.value.rule

    def named(self, line: Action) -> Action:
        """The action with ids where it has names."""
        return msgspec.convert(self._ids_in(msgspec.to_builtins(line)), type(line))

    def _ids_in(self, part: Any) -> Any:
        if isinstance(part, dict):
            return {key: self._ids_in(value) for key, value in part.items()}
        if isinstance(part, list | tuple):
            return [self._ids_in(value) for value in part]
        return self.ids.get(part, part) if isinstance(part, str) else part

    # Reading

    def __getitem__(self, name: str) -> Unit:
        return self.battle.units[self.ids[name]]

    def side(self, name: str) -> Side:
        """A school's side in the battle."""
        return next(s for s in self.battle.sides if s.id == self.ids[name])

    def who(self, name: str) -> Who:
        """A gladiator or school as events name it."""
        return Who(self.ids[name], name)

    def called(self, id_: str) -> str:
        """Who has that id."""
        return next((n for n, i in self.ids.items() if i == id_), id_)

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind that came of the newest lines."""
        return [e for e in self.new if isinstance(e, kind)]

    def one(self, kind: type[E]) -> E:
        """The one event of a kind that came of the newest lines."""
        (event,) = self.all(kind)
        return event

    @property
    def awaited(self) -> Awaited:
        """What the battle waits for."""
        return play.awaited(self.battle)

    @property
    def asks(self) -> tuple[str, str]:
        """What is awaited and of whom, `("Acting", "Ludus")`."""
        waiting = self.awaited
        return type(waiting).__name__, self.called(getattr(waiting, "crew", ""))

    @property
    def offers(self) -> list[str]:
        """What may be chosen."""
        offers = getattr(self.awaited, "offers", ())
        return [o if isinstance(o, str) else o.entry for o in offers]

    @property
    def points(self) -> int:
        """The movement points left to whoever acts."""
        return self.battle.turn.points if self.battle.turn else -1

    def favour(self, *names: str) -> list[int]:
        """The favour of these schools."""
        return [self.side(n).favour for n in names]

    def at(self, *names: str) -> list[str]:
        """Where these stand, with their facing: `["C2 s"]`."""
        return [f"{self[n].square} {self[n].facing}" for n in names]


def _sand() -> tuple[str, ...]:
    return ("a" * 9, *((SAND * 9,) * 7), "b" * 9)


def _condition(who: Who, condition: str) -> ConditionGained:
    return ConditionGained(gladiator=who, condition=condition, source=Who("before", "before"))
