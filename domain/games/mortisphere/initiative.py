"""Chapter 3: who begins the round."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import CrewFace, Fighting, fighting_crews, side
from domain.games.mortisphere.effects import Offer, crew_modifiers, offers
from domain.games.mortisphere.resolve import bare_roll, die_due
from domain.games.mortisphere.throwing import Roll, remember_roll, shown_once
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import to_confirm
from domain.games.mortisphere.waiting import Awaited, DieDue, Throw
from domain.summing import Sum
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled


class CrewNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A crew and a number of its own."""

    crew: Who
    number: int


class CrewDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A die that a crew threw against others, and what it counts for."""

    crew: Who
    die: int
    natural: int
    result: int


# Events


class InitiativeRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.initiative-rolled/1"):
    """Crews of equal value rolled for Initiative (MS-INI-2, -7)."""

    round: int
    dice: tuple[CrewDie, ...]

    def told(self) -> str:
        """Say it as the table would."""
        rolled = ", ".join(f"{d.crew.name} {d.result}" for d in self.dice)
        return f"Equal values: rolled for Initiative: {rolled}."


class InitiativeTaken(Event, frozen=True, kw_only=True, tag="mortisphere.initiative-taken/1"):
    """The order of the crews for a round (MS-INI-1, -3, -8)."""

    round: int
    values: tuple[CrewNumber, ...]
    order: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        values = ", ".join(f"{v.crew.name} {v.number}" for v in self.values)
        return f"Initiative of round {self.round}: {values}; {self.order[0].name} begins."


# The value of a crew


def crew_value(battle: Fighting, crew: str) -> int:
    """MS-INI-4, -5, -6, -9: the sum of die values, after effects, not below 0."""
    return value_sum(battle, crew).total


def value_sum(battle: Fighting, crew: str) -> Sum:
    """What the value of a crew is made of."""
    counted, made = battle.house.crew_value_counts, Sum()
    gear = battle.house.crew_value_includes == "dice_and_equipment"
    if counted == "roster":
        home = side(battle, crew)
        made.add(home.roster_value, "all who are fit at home", "MS-INI-5")
        made.add(home.roster_gear if gear else 0, "their equipment", "MS-INI-6")
    for unit in battle.units.values() if counted != "roster" else ():
        if unit.crew == crew and (counted != "active" or unit.active):
            made.add(unit.die, unit.who.name, "MS-INI-4", of=unit.who.id, number="die")
            made.add(unit.gear if gear else 0, f"{unit.who.name}'s equipment", "MS-INI-6")
    made.each(crew_modifiers(battle, crew, "initiative.value"), "MS-INI-9")
    return made.least(0, "not below 0", "MS-INI-9")


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MS-RND-2: Initiative is determined anew at the beginning of each round."""
    if not battle.round_open or battle.order or not fighting_crews(battle):
        return None
    for crew in round_order(battle):
        asked = to_confirm(crew, "round.start", start_offers(battle, crew))
        if asked is not None and crew not in battle.offered:
            return asked
    due = all_dice(battle)
    if not due:
        return take
    again = {t.unit for t in battle.again if t.again}
    if again:
        due = [msgspec.structs.replace(d, again=True) for d in due if d.unit in again]
    return Throw("initiative", tuple(due), still_tied(battle)[0])


def round_order(battle: Fighting) -> list[str]:
    """MS-RND-5: last round's order; in round 1 the lower rating first."""
    crews = fighting_crews(battle)
    if battle.last_order:
        return [c for c in battle.last_order if c in crews]
    return sorted(crews, key=lambda c: (side(battle, c).rating, *_chooser_rolls(battle, c)))


def _chooser_rolls(battle: Fighting, crew: str) -> list[int]:
    """What a crew threw for the start Areas: it also orders equals in round 1 (MS-SCN-3)."""
    return [-next((f.face for f in faces if f.crew == crew), 0) for faces in battle.chooser_rolls]


def start_offers(battle: Fighting, crew: str) -> list[Offer]:
    """The `round.start` effects that a crew may use."""
    units = [u for u in battle.units.values() if u.crew == crew and u.active]
    return [o for u in units for o in offers(battle, u, "round.start")]


def standing_of(battle: Fighting, crew: str) -> tuple[int, ...]:
    """What orders crews: forfeited Initiative, value, then each roll (the higher the earlier)."""
    rolls = tuple(
        -next((f.face for f in faces if f.crew == crew), 0) for faces in battle.initiative_rolls
    )
    return (int(side(battle, crew).initiative_lost), crew_value(battle, crew), *rolls)


def still_tied(battle: Fighting) -> list[str]:
    """MS-INI-2, -7, -8: the crews that must roll (again), in the order of the opening."""
    crews = fighting_crews(battle)
    keys = {c: standing_of(battle, c) for c in crews}
    if battle.house.multi_crew_order == "leader_then_seating":
        first = min(keys.values())
        tied = [c for c in crews if keys[c] == first]
        return tied if len(tied) > 1 else []
    return [c for c in crews if list(keys.values()).count(keys[c]) > 1]


def all_dice(battle: Fighting) -> list[DieDue]:
    """MS-INI-7: a die for each tied crew, or its Captain's where it has one."""
    tied = still_tied(battle)
    rule = battle.house.initiative_roll
    if rule == "captain_die":
        captains = (captain_of(battle, crew) for crew in tied if can_part(battle, crew, tied))
        return [die_due(battle, c) for c in captains if c is not None]
    faces = {"d20": 20, "d6": 6}[rule]
    return [DieDue(crew, faces, faces, faces) for crew in tied]


def can_part(battle: Fighting, crew: str, tied: list[str]) -> bool:
    """MS-INI-7 `captain_die`: whether another roll could part the crews tied with this one.

    It cannot where no Captain among them can show more than 1, or none of them has one.
    """
    equals = [c for c in tied if standing_of(battle, c) == standing_of(battle, crew)]
    captains = [captain_of(battle, c) for c in equals]
    maxima = {die_due(battle, c).maximum if c else 0 for c in captains}
    return len(maxima) > 1 or max(maxima) > 1


def captain_of(battle: Fighting, crew: str) -> Unit | None:
    """The crew's Captain, while it stands."""
    return next(
        (u for u in battle.units.values() if u.crew == crew and u.captain and u.active), None
    )


# Judging


def roll(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-INI-7: one die each, the higher begins."""
    battle = telling.state
    if battle.house.initiative_roll == "captain_die":
        captains = [battle.units[d.unit] for d in all_dice(battle)]
        rolled = bare_roll(telling, action, throw, captains)
        if rolled is None:
            return
        shown_, facts = rolled
        dice = tuple(
            CrewDie(side(battle, c.crew).who, d.die, d.natural, d.final)
            for c, d in zip(captains, shown_, strict=True)
        )
    else:
        faces = shown_once(battle, action, throw)
        facts = faces.facts
        dice = tuple(
            CrewDie(side(battle, d.unit).who, d.die, f, f)
            for d, (f,) in zip(throw.dice, faces.by_die, strict=True)
        )
    telling.tell(InitiativeRolled(round=battle.round, dice=dice, **facts))


def take(telling: Telling[Fighting]) -> None:
    """MS-INI-1, -8: the lowest value begins; the rest follow upwards, or by their seats."""
    battle = telling.state
    crews = fighting_crews(battle)
    order = sorted(crews, key=lambda c: standing_of(battle, c))
    if battle.house.multi_crew_order == "leader_then_seating":
        first = crews.index(order[0])
        order = crews[first:] + crews[:first]
    telling.tell(
        InitiativeTaken(
            round=battle.round,
            values=tuple(CrewNumber(side(battle, c).who, crew_value(battle, c)) for c in crews),
            order=tuple(side(battle, c).who for c in order),
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (InitiativeRolled, InitiativeTaken)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember rolls and order."""
    match event:
        case InitiativeRolled():
            faces = tuple(CrewFace(d.crew.id, d.result) for d in event.dice)
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(
                rolled, initiative_rolls=(*rolled.initiative_rolls, faces)
            )
        case InitiativeTaken():
            values = tuple(CrewFace(v.crew.id, v.number) for v in event.values)
            return msgspec.structs.replace(
                battle,
                order=tuple(w.id for w in event.order),
                values=values,
                turn="",
                turns=0,
                passed=(),
                acting=False,
            )
        case _:
            return battle
