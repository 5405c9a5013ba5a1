"""Given, when, then, after the battle: evenings of guests, told to their end and read back.

A night begins with a story (`tests.story`), ends its battle for a winner, and goes on with the
lines of the aftermath, in which members and crews go by their names::

    night = Night(Story(crew("Ash", member("Sura", 6, out=True)), crew("Iron", *d(8, "Nine"))))
    after = night.do(roll(15))
    assert after.told(FateResolved).result == "recovers"

Nights never change: every line gives a new one.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
import pytest

from domain.books import Crew, Member
from domain.games.mortisphere.acting import Decline, Done
from domain.games.mortisphere.after.deals import (
    Buy,
    Dismiss,
    Give,
    Hire,
    Mend,
    Ransom,
    Rename,
    Sell,
)
from domain.games.mortisphere.after.evening import Awaited, Evening
from domain.games.mortisphere.after.homecoming import MemberCameThrough
from domain.games.mortisphere.after.order import AFTERMATH, awaited
from domain.games.mortisphere.rounds import BattleConcluded, BattleEnded
from domain.games.mortisphere.using import Accept, Named
from domain.ledger.draft import named
from domain.terms import Action, Elsewhere, Event, Refusal, Who
from tests.story import Story

E = TypeVar("E", bound=Event)


def yes(offer: str = "") -> Accept:
    """`yes("Resolve")`."""
    return Accept(effects=(Named(offer),) if offer else ())


no = Decline()
done = Done()


def mend(member: str, injury: str) -> Mend:
    """`mend("Rat", "Lamed")`."""
    return Mend(member=member, injury=injury)


def ransom(member: str) -> Ransom:
    """`ransom("Rat")`."""
    return Ransom(member=member)


def dismiss(member: str) -> Dismiss:
    """`dismiss("Rat")`."""
    return Dismiss(member=member)


def rename(member: str, name: str) -> Rename:
    """`rename("Rat", "Ratter")`."""
    return Rename(member=member, name=name)


def recruit(name: str, profile: str, **more: Any) -> Hire:
    """`recruit("Pip", "mutant d6", health=3, items=("Crude Blade",))`."""
    return Hire(name=name, profile=profile, **more)


def buy(item: str, bearer: str = "") -> Buy:
    """`buy("Arc Lance", "Nine")`."""
    return Buy(item=item, bearer=bearer)


def sell(item: str, bearer: str = "") -> Sell:
    """`sell("Crude Blade", "Tallow")`."""
    return Sell(item=item, bearer=bearer)


def give(item: str, taker: str, giver: str = "") -> Give:
    """`give("Memory Core", "store", giver="Girl")`."""
    return Give(item=item, taker=taker, giver=giver)


class Night:
    """An evening, what has been told of it, and what came of the newest lines (`new`)."""

    def __init__(self, story: Story, winner: str = "", *before: Event) -> None:
        self.ids = story.ids
        self.story = story
        self.evening = Evening()
        self.new: tuple[Event, ...] = ()
        self._lines = 0
        won = (story.who(winner),) if winner else ()
        ended = BattleEnded(reason="rounds", scores=(), winner=won, rounds=5)
        self._tell((*story.events, *before, ended, BattleConcluded()))

    def _tell(self, events: Iterable[Event]) -> tuple[Event, ...]:
        told = []
        for event in events:
            self._lines += 1
            told.append(named(event, f"battle-1/{1000 + self._lines}"))
            self.evening = AFTERMATH.evolve(self.evening, told[-1])
        return tuple(told)

    def do(self, *lines: Action) -> "Night":
        """The night after these lines; `new` holds what came of them."""
        later = object.__new__(Night)
        later.__dict__ |= self.__dict__
        later.new = ()
        for line in lines:
            came = later.when(line)
            later.new += later._tell(came)
        return later

    def given(self, *events: Event) -> "Night":
        """The night with events that simply happened."""
        later = self.do()
        later._tell(events)  # noqa: SLF001 a night of the same kind
        return later

    def when(self, line: Action) -> list[Event]:
        """What would come of a line."""
        came = AFTERMATH.decide(self.evening, self.named(line))
        return [e.event if isinstance(e, Elsewhere) else e for e in came]

    def refused(self, line: Action) -> str:
        """How a line is refused: by its rule, or the kind of the refusal."""
        with pytest.raises(Refusal) as broken:
            self.when(line)
        return str(getattr(broken.value, "rule", broken.value.kind))

    def named(self, line: Action) -> Action:
        """The action with ids where it has names; `rename` and `recruit` keep theirs."""
        plain = msgspec.to_builtins(line)
        for field, value in plain.items():
            if field in ("name", "action"):
                continue
            if isinstance(value, str):
                plain[field] = self._id(value)
            elif isinstance(value, list | tuple):
                plain[field] = [self._id(o) if isinstance(o, str) else o for o in value]
        return msgspec.convert(plain, type(line))

    def _id(self, name: str) -> str:
        for crew in self.evening.books.crews.values():
            for one in crew.members:
                if one.who.name == name:
                    return one.who.id
        return self.ids.get(name, name)

    def absent(self, *names: str) -> "Night":
        """The night if these had sat the battle out."""
        later = self.do()
        gone = {self._id(name) for name in names}
        units = {k: unit for k, unit in self.evening.battle.units.items() if k not in gone}
        battle = msgspec.structs.replace(self.evening.battle, units=units)
        later.evening = msgspec.structs.replace(self.evening, battle=battle)
        return later

    def willed(self, name: str, will: str) -> "Night":
        """The night if a Captain had this Will."""
        later = self.do()
        units = dict(self.evening.battle.units)
        id_ = self._id(name)
        units[id_] = msgspec.structs.replace(units[id_], will=will)
        battle = msgspec.structs.replace(self.evening.battle, units=units)
        later.evening = msgspec.structs.replace(self.evening, battle=battle)
        return later

    # Reading

    def told_of(self, name: str) -> MemberCameThrough:
        """How a member came through."""
        return next(one for one in self.all(MemberCameThrough) if one.member.name == name)

    def member(self, name: str) -> Member:
        """A member's profile as it now stands."""
        return next(
            one
            for crew in self.evening.books.crews.values()
            for one in crew.members
            if one.who.name == name
        )

    def crew(self, name: str) -> Crew:
        """A crew as the books have it."""
        return next(c for c in self.evening.books.crews.values() if c.who.name == name)

    def who(self, name: str) -> Who:
        """A member or crew as events name it."""
        return Who(self._id(name), name)

    def told(self, kind: type[E]) -> E:
        """The one event of a kind that came of the newest lines."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind that came of the newest lines."""
        return [e for e in self.new if isinstance(e, kind)]

    @property
    def awaited(self) -> Awaited:
        """What is awaited."""
        return awaited(self.evening)

    @property
    def asks(self) -> tuple[str, str]:
        """What is awaited and of whom: `("fate", "Ash")`."""
        waiting = self.awaited
        id_ = getattr(waiting, "crew", "")
        crews = self.evening.books.crews
        return getattr(waiting, "what", ""), crews[id_].who.name if id_ else ""

    @property
    def offers(self) -> list[str]:
        """What may be chosen, members by name."""
        names = {
            one.who.id: one.who.name
            for crew in self.evening.books.crews.values()
            for one in crew.members
        }
        return [names.get(offer, offer) for offer in getattr(self.awaited, "offers", ())]

    @property
    def sides(self) -> list[int]:
        """The sides of the dice that are awaited."""
        return [die.sides for die in getattr(self.awaited, "dice", ())]
