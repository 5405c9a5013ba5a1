"""Chapter 3: battle rounds begin and end; whose turn it is to activate (MR-RND-1 to -5)."""

from collections.abc import Callable

import msgspec

from domain.effects import of
from domain.games.morturi import victory
from domain.games.morturi.activation import after, begin
from domain.games.morturi.battle import Fighting, able, in_arena, schools_present, side
from domain.games.morturi.crowd import gain_favour
from domain.games.morturi.effects import own
from domain.games.morturi.flags import plant, to_plant
from domain.games.morturi.ground import drawn, field, spot
from domain.games.morturi.harm import Blame, lose_life
from domain.games.morturi.hazards import arrive
from domain.games.morturi.underway import Closing
from domain.games.morturi.units import Unit
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


class ArenaMoved(Event, frozen=True, kw_only=True, tag="morturi.arena-moved/1"):
    """Parts of the arena moved as was announced; drawn from the north as it is now (MR-TER-9)."""

    rows: tuple[str, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return "Parts of the arena move."


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
    if battle.turn is not None or not battle.round_open:
        return None
    if follower(battle) is not None:
        return follow
    school = next_school(battle)
    if not school:
        return None if battle.closing else close
    ready = able(battle, school)
    return Activate(school, tuple(u.id for u in ready)) if ready else forced


def beginning(battle: Fighting) -> Callable[[Telling[Fighting]], None] | None:
    """Nothing else waits: a round begins."""
    return start if battle.order and not battle.round_open else None


def follower(battle: Fighting) -> Unit | None:
    """Who acts right after the ally that has just acted (Coordinated Action)."""
    for unit in battle.units.values():
        if unit.follows and unit.present and not unit.acted and battle.units[unit.follows].acted:
            return unit
    return None


def next_school(battle: Fighting) -> str:
    """MR-RND-1, -2: the school whose go it is; "" once nobody is left to act."""
    if not any(able(battle, s) for s in battle.order):
        return ""
    if battle.house.edition_activation == "whole_school":
        present = [s for s in battle.order if able(battle, s)]
    else:
        present = schools_present(battle)
    start = battle.order.index(battle.due) if battle.due in battle.order else 0
    cycle = battle.order[start:] + battle.order[:start]
    return next(s for s in cycle if s in present)


# What happens by itself


def follow(telling: Telling[Fighting]) -> None:
    """He who put off his turn takes it now."""
    unit = follower(telling.state)
    assert unit is not None  # noqa: S101 upcoming() looked
    begin(telling, unit)


def forced(telling: Telling[Fighting]) -> None:
    """MR-RND-2: a school all of whose gladiators have acted must pass."""
    battle = telling.state
    telling.tell(PassForced(school=side(battle, next_school(battle)).who))


def start(telling: Telling[Fighting]) -> None:
    """MR-RND-3, -5: a round begins: bleeding and its like, then the scenario's counters."""
    if not telling.state.round:
        battle_start(telling)
    telling.tell(RoundBegan(round=telling.state.round + 1))
    for unit in in_arena(telling.state):
        for w in of(own(telling.state, unit, "round.start"), "damage"):
            lose_life(telling, unit.id, w.effect.value, _blame(telling.state, unit, w.source))
    victory.count(telling)


def _blame(battle: Fighting, unit: Unit, source: Who) -> Blame:
    """MR-CON-8: by `bleed_kill_credit` he who inflicted a condition is credited."""
    held = next((c for c in unit.conditions if c.id == source.id), None)
    if battle.house.bleed_kill_credit == "none" or held is None or not held.by:
        return Blame(source)
    return Blame(source, held.by, battle.units[held.by].school)


def battle_start(telling: Telling[Fighting]) -> None:
    """MR-CRD-1: what tricks give as the battle starts; flags are planted."""
    if to_plant(telling.state):
        plant(telling)
    for unit in telling.state.units.values():
        for w in of(own(telling.state, unit, "battle.start"), "favour"):
            if unit.present and unit.school:
                gain_favour(telling, unit.school, w.effect.value, w.source, unit.id)


def close(telling: Telling[Fighting]) -> None:
    """MR-RND-5: the round closes: figures act, then it ends."""
    battle = telling.state
    figures = tuple(u.who for u in in_arena(battle) if u.figure)
    telling.tell(RoundClosing(round=battle.round, figures=figures))


def end(telling: Telling[Fighting]) -> None:
    """MR-RND-5, MR-VIC-3: moving parts, the victory check, and the round is over.

    Whom the moving ground has left without life points falls before that.
    """
    move_sections(telling)
    battle = telling.state
    if any(unit.now <= 0 for unit in in_arena(battle)):
        return
    quiet = 0 if battle.harmed else battle.quiet + 1
    telling.tell(RoundEnded(round=battle.round, quiet=quiet))
    victory.at_round_end(telling)


def move_sections(telling: Telling[Fighting]) -> None:
    """MR-TER-9: parts of the arena move; never so that somebody would stand in a wall."""
    battle = telling.state
    if not battle.then:
        return
    rows = battle.then[battle.round % len(battle.then)]
    before, after_ = field(battle), drawn(battle.edition, rows, battle.house.height_levels)
    there = in_arena(battle)
    if rows == battle.arena or not all(after_.open(spot(u.square)) for u in there):
        return
    changed = [u.id for u in there if before.at(spot(u.square)) != after_.at(spot(u.square))]
    telling.tell(ArenaMoved(rows=rows))
    for unit in changed:
        arrive(telling, unit)


# Remembering


EVENTS: tuple[type[Event], ...] = (RoundBegan, PassForced, RoundClosing, ArenaMoved, RoundEnded)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the round, and whose go it is."""
    match event:
        case RoundBegan():
            return _fresh(battle, event.round)
        case PassForced():
            return msgspec.structs.replace(battle, due=after(battle, event.school.id))
        case RoundClosing():
            closing = Closing(figures=tuple(w.id for w in event.figures))
            return msgspec.structs.replace(battle, closing=closing)
        case ArenaMoved():
            return msgspec.structs.replace(battle, arena=event.rows)
        case RoundEnded():
            return msgspec.structs.replace(
                battle, closing=None, round_open=False, quiet=event.quiet, due=""
            )
        case _:
            return battle


def _fresh(battle: Fighting, number: int) -> Fighting:
    units = {
        k: msgspec.structs.replace(u, acted=False, turned=False, follows="")
        for k, u in battle.units.items()
    }
    return msgspec.structs.replace(
        battle,
        units=units,
        round=number,
        round_open=True,
        fallen=(),
        harmed=False,
        due=battle.order[0] if battle.order else "",
    )
