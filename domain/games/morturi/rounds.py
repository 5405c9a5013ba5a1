"""Chapter 3: battle rounds begin and end; whose turn it is to activate (MR-RND-1 to -5)."""

from collections.abc import Callable

import msgspec

from domain.games.morturi import victory
from domain.games.morturi.battle import Fighting, able, changed, side
from domain.games.morturi.effects import working
from domain.games.morturi.harm import lose_life
from domain.games.morturi.underway import Closing
from domain.games.morturi.waiting import Activate, Awaited
from domain.terms import Event, Telling, Who

# Events


class RoundBegan(Event, frozen=True, kw_only=True, tag="morturi.round-began/1"):
    """A battle round began (MR-RND-3)."""

    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"Round {self.round} begins."


class PassForced(Event, frozen=True, kw_only=True, tag="morturi.pass-forced/1"):
    """A school passed because all its gladiators had acted; it may not pass before (MR-RND-2)."""

    school: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} passes: all its gladiators have acted."


class RoundClosing(Event, frozen=True, kw_only=True, tag="morturi.round-closing/1"):
    """Every gladiator has acted: what moves by itself does so before the round ends (MR-RND-5)."""

    round: int
    figures: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"All have acted in round {self.round}."


class RoundEnded(Event, frozen=True, kw_only=True, tag="morturi.round-ended/1"):
    """A battle round ended; `quiet` rounds in a row went by without damage (MR-VIC-3)."""

    round: int
    quiet: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        return f"Round {self.round} ends."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MR-RND-1 to -3: the school next in order that has a gladiator to activate."""
    if not battle.order or battle.turn is not None:
        return None
    if not battle.round_open:
        return begin if battle.closing is None else None
    school = next_school(battle)
    if not school:
        return closing
    if battle.next_school != school:
        return passing
    return Activate(school, tuple(u.id for u in able(battle, school)))


def next_school(battle: Fighting) -> str:
    """The school that activates next, "" if all have acted."""
    ready = {u.school for u in battle.units.values() if u.school and u.present and not u.acted}
    if not ready:
        return ""
    if battle.house.edition_activation == "whole_school":
        return next(s for s in battle.order if s in ready)
    start = battle.order.index(battle.next_school) if battle.next_school else 0
    cycle = battle.order[start:] + battle.order[:start]
    return next(s for s in cycle if s in ready)
