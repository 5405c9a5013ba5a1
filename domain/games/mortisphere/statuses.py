"""Statuses: states of a unit that come and go (chapters 2 and 5; MS-RND-7, MS-CLA-7, -9)."""

from collections.abc import Iterable

from domain.effects import Effect
from domain.games.mortisphere.battle import Fighting, changed
from domain.games.mortisphere.units import Status
from domain.terms import Event, Telling, Who

BURDENED = "burdened"

# Events


class StatusGained(Event, frozen=True, kw_only=True, tag="mortisphere.status-gained/1"):
    """A unit has a status now; `until` is the last round in which it holds (0: until taken off)."""

    member: Who
    status: str
    until: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        end = f" until the end of round {self.until}" if self.until else ""
        return f"{self.member.name} is {self.status}{end}."


class StatusLost(Event, frozen=True, kw_only=True, tag="mortisphere.status-lost/1"):
    """A unit is rid of a status."""

    member: Who
    status: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is no longer {self.status}."


# Judging


def gain(telling: Telling[Fighting], unit: str, effect: Effect) -> None:
    """An effect's `status`: add or remove it, until the moment it says (MS-EFF-1)."""
    battle = telling.state
    who = battle.units[unit]
    has = next((s for s in who.statuses if s.id == effect.what), None)
    if effect.word == "remove":
        if has:
            telling.tell(StatusLost(member=who.who, status=effect.what))
        return
    until = {
        "end_of_round": battle.round,
        "end_of_next_round": battle.round + 1,
    }.get(effect.until, 0)
    if has is None or _outlasts(until, has.until):
        telling.tell(StatusGained(member=who.who, status=effect.what, until=until))


def _outlasts(until: int, other: int) -> bool:
    """Whether one end lies after another (0: there is none)."""
    return bool(other) and (not until or until > other)


def come_out(telling: Telling[Fighting], units: Iterable[str]) -> None:
    """Whoever initiates or defends is rid of what a Clash ends: it is no longer hidden."""
    for id_ in units:
        unit = telling.state.units[id_]
        for status in unit.statuses:
            if status.ends == "clash":
                telling.tell(StatusLost(member=unit.who, status=status.id))


# Remembering


EVENTS: tuple[type[Event], ...] = (StatusGained, StatusLost)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who has which status."""
    if not isinstance(event, StatusGained | StatusLost) or event.member.id not in battle.units:
        return battle
    held = battle.units[event.member.id].statuses
    if isinstance(event, StatusGained):
        same = [s for s in held if s.id == event.status]
        if any(not _outlasts(event.until, s.until) for s in same):
            return battle
        rest = tuple(s for s in held if s.id != event.status)
        now = _status(battle, event.status, event.until)
        return changed(battle, event.member.id, statuses=(*rest, now))
    left = tuple(s for s in held if s.id != event.status)
    return changed(battle, event.member.id, statuses=left)


def _status(battle: Fighting, name: str, until: int) -> Status:
    """A status as this battle's content has it; one that it does not know does nothing."""
    for known in battle.book.statuses:
        if known.id == name:
            return Status(name, until, known.blocks, known.ends)
    return Status(name, until)
