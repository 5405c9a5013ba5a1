"""Given, when, then: battles as short stories, played by the rules and read back.

A story opens a real (friendly) battle of guests, all in one Area unless they stand elsewhere; the
crew named first has the first turn unless `begins` says otherwise. Lines are actions in which
members and crews go by their names::

    meeting = Story(crew("Ash", member("Sura", 6)), crew("Iron", member("Nine", 10, "machine")))
    fight = meeting.do(clash("Sura > Nine"), respond("Nine"), roll(5, 3))
    assert fight.one(ClashFought).outcome == "initiator"
    assert (fight["Nine"].lost, fight.maximum("Nine")) == (1, 8)
    assert meeting.refused(clash("Nine > Sura")) == "MS-TRN-1"

Stories never change: every line gives a new one, so that a test may go two ways from one point.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, TypeVar

import msgspec
import pytest

from domain import dice
from domain.books import Books
from domain.dicebox import DiceSealed
from domain.games.mortisphere import play
from domain.games.mortisphere.acting import Choose, Decline, Done, Hold, Pass
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.areas import MemberMoved, Move
from domain.games.mortisphere.battle import Fighting, StartAt
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, MemberActivated, Respond, Strike
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.initiative import CrewNumber, InitiativeTaken
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.opening import Guest, GuestCrew, Open
from domain.games.mortisphere.ordering import Order, Pair
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.rounds import Concede, Conclude
from domain.games.mortisphere.ruling import Change, ChangeKind, Note, Ruling
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.games.mortisphere.statuses import StatusGained
from domain.games.mortisphere.throwing import Roll
from domain.games.mortisphere.units import Side, Unit
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.waiting import Awaited
from domain.games.mortisphere.withdrawing import Withdraw
from domain.house import Setting
from domain.terms import Action, Elsewhere, Event, RuleBroken, Telling, Who
from domain.throwing import Shown, Source

E = TypeVar("E", bound=Event)
L = TypeVar("L", Clash, Respond, Move, Withdraw)

BATTLE = "battle-1"
_BOOKS = Books(game="mortisphere", edition=EDITIONS[-1])

# Whom a battle is between


class Cast(msgspec.Struct, frozen=True, kw_only=True):
    """A member as a story finds it: its profile, where it stands and how it fares."""

    guest: Guest
    area: str = ""
    acted: bool = False
    out: bool = False
    lost: int = 0
    statuses: tuple[str, ...] = ()


class CastCrew(msgspec.Struct, frozen=True):
    """A crew of a story, and the start Area that was agreed for it (none: "")."""

    name: str
    area: str
    members: tuple[Cast, ...]


def member(
    name: str,
    die: int,
    kind: str = "survivor",
    *,
    health: int = 0,
    lost: int = 0,
    captain: bool = False,
    at: str = "",
    acted: bool = False,
    out: bool = False,
    statuses: Iterable[str] = (),
    items: tuple[str, ...] = (),
    abilities: tuple[str, ...] = (),
    injuries: tuple[str, ...] = (),
    will: str = "",
) -> Cast:
    """A member; its Health is that of its die unless it says otherwise."""
    guest = Guest(
        name=name,
        handle=name,
        kind=kind,
        die=die,
        health=health,
        captain=captain or bool(will),
        will=will,
        lost=0 if out else lost,
        items=items,
        injuries=injuries,
        abilities=abilities,
    )
    felled = lost if out else 0
    return Cast(guest=guest, area=at, acted=acted, out=out, lost=felled, statuses=tuple(statuses))


def crew(name: str, *members: Cast, at: str = "hall") -> CastCrew:
    """A crew and the Area in which it starts."""
    return CastCrew(name, at, members)


def d(die: int, *names: str) -> tuple[Cast, ...]:
    """Several plain members of one die."""
    return tuple(member(name, die) for name in names)


# Lines, with names in place of ids


def clash(*strikes: str) -> Clash:
    """`clash("Rat, Tallow > Host", "swarm A, B, C led by A > Voice")`."""
    return Clash(strikes=tuple(_strike(s) for s in strikes))


def _strike(text: str) -> Strike:
    who, target = text.split(" > ")
    swarm, who = who.startswith("swarm "), who.removeprefix("swarm ")
    who, _, leader = who.partition(" led by ")
    return Strike(initiators=_names(who), targets=_names(target), swarm=swarm, leader=leader)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text else ()


def respond(*guards: str) -> Respond:
    """`respond("Host", "Tallow for Rat against Oum", "swarm A, B, C")`; without guards: absorb."""
    return Respond(guards=tuple(_guard(g) for g in guards))


absorb = respond()


def _guard(text: str) -> Guard:
    swarm, text = text.startswith("swarm "), text.removeprefix("swarm ")
    text, _, leader = text.partition(" led by ")
    text, _, against = text.partition(" against ")
    for kind in (GuardKind.FOR, GuardKind.BESIDE):
        who, sign, place = text.partition(f" {kind} ")
        if sign:
            return Guard(kind=kind, members=_names(who), place_of=place, against=_names(against))
    kind = GuardKind.SWARM if swarm else GuardKind.DEFEND
    return Guard(kind=kind, members=_names(text), against=_names(against), leader=leader)


def roll(*faces: int | str) -> Roll:
    """`roll(5, 3)`; `"4r9r10"`: it stands at 4 after 9, then 10, were rolled again."""
    return Roll(faces=tuple(_shown(str(face)) for face in faces))


def _shown(text: str) -> Shown:
    face, *before = (int(part) for part in text.split("r"))
    return Shown(face, tuple(before))


def using(line: L, *effects: str, bringing: str = "") -> L:
    """The same line with effects: `using(clash("A > B"), "A: last-cartridge")`."""
    named = tuple(_effect(e) for e in effects)
    more = {"bringing": bringing} if bringing else {}
    return msgspec.structs.replace(line, effects=named, **more)


def _effect(text: str) -> Named:
    text, _, against = text.partition(" against ")
    bearer, _, effect = text.partition(": ")
    return Named(bearer, effect, against)


def declare(*effects: str) -> Declare:
    """`declare("Rat: adrenal-sac against The Host")`."""
    return Declare(effects=tuple(_effect(e) for e in effects))


def yes(*effects: str, using: str = "") -> Accept:
    """`yes("Nine: plated-housing", using="crude-blade")`."""
    return Accept(effects=tuple(_effect(e) for e in effects), using=using)


def order(*pairs: str) -> Order:
    """`order("Tallow > Host", "Rat > Voice")`: the order of the pairings."""
    return Order(pairs=tuple(Pair(*pair.split(" > ")) for pair in pairs))


def move(who: str, to: str, bringing: str = "") -> Move:
    """`move("Rat", "tower")`, `move("Rat", "road", "The Witness")`."""
    return Move(members=_names(who), to=to, bringing=bringing)


def withdraw(who: str, bringing: str = "") -> Withdraw:
    """`withdraw("Rat")`, `withdraw("Rat", "The Witness")`."""
    return Withdraw(member=who, bringing=bringing)


def interact(who: str, objective: str, copy: int = 0) -> Interact:
    """`interact("Rat", "bins", 2)`."""
    return Interact(members=_names(who), objective=objective, copy=copy)


def hold(who: str) -> Hold:
    """`hold("Rat")`."""
    return Hold(member=who)


def choose(*picks: str) -> Choose:
    """`choose("Low", "Lower")`."""
    return Choose(picks=picks)


def concede(who: str) -> Concede:
    """`concede("Ash")`."""
    return Concede(crew=who)


def note(text: str, who: str = "") -> Note:
    """`note("rang it twice", "Rat")`."""
    return Note(member=who, text=text)


def ruling(*changes: str) -> Ruling:
    """`ruling("Rat loses 1", "Rat at tower", "Rat gains stunned", "Rat acted")`."""
    return Ruling(text="so the table rules", changes=tuple(_change(c) for c in changes))


def _change(text: str) -> Change:
    *name, verb, what = text.split()
    if verb not in set(ChangeKind):
        name, verb, what = [*name, verb], what, ""
    unit, change = " ".join(name), ChangeKind(verb)
    if what.isdigit():
        return Change(unit=unit, change=change, amount=int(what))
    return Change(unit=unit, change=change, what=what)


no = Decline()
passing = Pass()
done = Done()
conclude = Conclude()


# The story


class Story:
    """A battle, what has been told of it, and what came of the newest lines (`new`)."""

    def __init__(
        self,
        *crews: CastCrew,
        house: dict[str, str] | None = None,
        scenario: str = "last-granary",
        begins: str | None = "",
        dice: Source = Source.TABLE,
        seed: str = "",
    ) -> None:
        self.house = house or {}
        self.seed = bytes.fromhex(seed)
        self.ids = {c.name: f"{BATTLE}/1#{n}" for n, c in enumerate(crews, start=1)}
        for c in crews:
            each = enumerate(c.members, start=1)
            self.ids |= {m.guest.name: f"{self.ids[c.name]}.{n}" for n, m in each}
        neutrals = book().scenario(scenario).neutrals
        self.ids |= {n.name: f"{BATTLE}/1#{n.id}" for n in neutrals}
        self.battle = Fighting()
        self.events: tuple[Event, ...] = ()
        self.new: tuple[Event, ...] = ()
        opening = self._opening(crews, scenario, dice)
        came = open_battle(_BOOKS, opening)
        self._tell(e for e in came if not isinstance(e, Elsewhere))
        self._tell(self._situation(crews))
        if begins is None:
            telling = Telling(self.battle, play.evolve)
            play.proceed(telling)
            self._tell(e for e in telling.events if not isinstance(e, Elsewhere))
        else:
            names = [c.name for c in crews]
            self._tell([self._initiative(begins or names[0], names)])

    def _opening(self, crews: tuple[CastCrew, ...], scenario: str, dice_: Source) -> Open:
        sealed = Source.SEALED if self.seed else dice_
        return Open(
            battle=BATTLE,
            scenario=scenario,
            guests=tuple(
                GuestCrew(name=c.name, members=tuple(m.guest for m in c.members)) for c in crews
            ),
            starts=tuple(StartAt(self.ids[c.name], c.area) for c in crews if c.area),
            house=tuple(Setting(option, value) for option, value in self.house.items()),
            friendly=True,
            dice=sealed,
            seal=(_seal(self.seed),) if self.seed else (),
        )

    def _situation(self, crews: tuple[CastCrew, ...]) -> Iterable[Event]:
        for cast in (m for c in crews for m in c.members):
            unit = self[cast.guest.name]
            if cast.area and cast.area != unit.area:
                here, there = Who(unit.area, unit.area), Who(cast.area, cast.area)
                yield MemberMoved(member=unit.who, before=here, to=there)
            if cast.acted:
                yield MemberActivated(member=unit.who)
            for status in cast.statuses:
                yield StatusGained(member=unit.who, status=status)
            if cast.lost:
                yield HealthLost(member=unit.who, amount=cast.lost, lost=cast.lost, maximum_roll=0)
            if cast.out:
                area = Who(cast.area or unit.area, "")
                yield MemberIncapacitated(member=unit.who, area=area)

    def _initiative(self, first: str, names: list[str]) -> InitiativeTaken:
        cut = names.index(first)
        sitting = names[cut:] + names[:cut]
        whos = tuple(Who(self.ids[n], n) for n in sitting)
        values = tuple(CrewNumber(w, 0) for w in whos)
        return InitiativeTaken(round=self.battle.round, values=values, order=whos)

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self.battle = play.evolve(self.battle, event)
            self.events += (event,)

    # Going on

    def _next(self) -> "Story":
        later = object.__new__(Story)
        later.__dict__ |= self.__dict__
        return later

    def given(self, *events: Event) -> "Story":
        """The story with events that simply happened."""
        later = self._next()
        later._tell(events)  # noqa: SLF001 a story of the same kind
        return later

    def retold(self, events: Iterable[Event]) -> "Story":
        """The story as other events would have told it."""
        later = self._next()
        later.battle, later.events, later.new = Fighting(), (), ()
        later._tell(events)  # noqa: SLF001 a story of the same kind
        return later

    def do(self, *lines: Action) -> "Story":
        """The story after these lines; `new` holds what came of them."""
        later = self._next()
        later.new = ()
        for line in lines:
            came = later.when(line)
            later._tell(came)  # noqa: SLF001 a story of the same kind
            later.new += tuple(came)
        return later

    def when(self, line: Action) -> list[Event]:
        """What would come of a line, here and in other stories."""
        came = play.decide(self.battle, self.named(line))
        return [e.event if isinstance(e, Elsewhere) else e for e in came]

    def refused(self, line: Action) -> str:
        """The rule by which a line is refused; it fails if the line is accepted."""
        with pytest.raises(RuleBroken) as broken:
            self.when(line)
        assert self.battle == reduce(play.evolve, self.events, Fighting())
        return broken.value.rule

    def accepts(self, line: Action) -> bool:
        """Whether a line would be accepted."""
        try:
            self.when(line)
        except RuleBroken:
            return False
        return True

    def thrown(self) -> Roll:
        """The sealed roll that is awaited, as the keeper of the secret would make it."""
        seal = self.battle.seal
        place = seal.places + 1
        reveal = dice.reveal(self.seed, bytes.fromhex(seal.battle), 1, place)
        return Roll(reveals=(reveal.hex(),))

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
        """A crew's side in the battle."""
        return next(s for s in self.battle.sides if s.id == self.ids[name])

    def who(self, name: str) -> Who:
        """A member or crew as events name it."""
        return Who(self.ids[name], name)

    def maximum(self, name: str) -> int:
        """The highest number that a member can presently show."""
        return current_max(self.battle, self[name])

    def points(self, *names: str) -> list[int]:
        """The points of these crews."""
        return [self.side(name).points for name in names]

    @property
    def scored(self) -> list[tuple[str, int, str]]:
        """What was scored by the newest lines: crew, points, reason."""
        return [(e.crew.name, e.points, e.reason) for e in self.all(PointsScored)]

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind that came of the newest lines."""
        return [e for e in self.new if isinstance(e, kind)]

    def one(self, kind: type[E]) -> E:
        """The one event of a kind that came of the newest lines."""
        (event,) = self.all(kind)
        return event

    @property
    def activated(self) -> list[str]:
        """Who has acted by the newest lines, in order."""
        return [e.member.name for e in self.all(MemberActivated)]

    def fights(self) -> list[tuple[int, int, str]]:
        """Of each pairing just fought: both results (Presence where one absorbs), the outcome."""
        return [
            (f.initiator_result, f.defender_result or f.presence, str(f.outcome))
            for f in self.all(ClashFought)
        ]

    @property
    def awaited(self) -> Awaited:
        """What the battle waits for."""
        return play.awaited(self.battle)

    @property
    def asks(self) -> tuple[str, str]:
        """What is awaited and of whom, `("Turn", "Ash")`."""
        waiting = self.awaited
        id_ = getattr(waiting, "crew", "")
        return type(waiting).__name__, next((n for n, i in self.ids.items() if i == id_), "")

    @property
    def dice(self) -> list[tuple[str, int]]:
        """The dice that are awaited: whose, and of how many faces."""
        names = {id_: name for name, id_ in self.ids.items()}
        due = getattr(self.awaited, "dice", ())
        return [(names.get(die.unit, die.unit), die.sides) for die in due]

    @property
    def offers(self) -> list[str]:
        """What may be chosen."""
        names = {id_: name for name, id_ in self.ids.items()}
        return [names.get(offer, offer) for offer in getattr(self.awaited, "offers", ())]

    @property
    def ready(self) -> set[str]:
        """The names of those who are active and have not acted this round."""
        return {u.who.name for u in self.battle.units.values() if u.active and not u.acted}


def _seal(seed: bytes) -> DiceSealed:
    battle = dice.solo_battle(seed)
    anchor = dice.anchor(seed, battle, 1)
    return DiceSealed(battle=battle.hex(), anchors=(anchor.hex(),), solo=True)
