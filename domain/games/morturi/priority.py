"""Chapter 3: the order in which schools act, fixed before the battle (MR-PRI-1 to -4)."""

from collections.abc import Callable

import msgspec

from domain.games.morturi.battle import Fighting, mustering, side, team
from domain.games.morturi.costs import movement_points
from domain.games.morturi.throwing import Roll, remember_roll, thrown
from domain.games.morturi.waiting import Awaited, DieDue, Throw
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

# Events


class SchoolNumbers(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a school's priority comes of: how many gladiators it fields, the sum of their Moves."""

    school: Who
    gladiators: int
    moves: int


class LotDrawn(Rolled, frozen=True, kw_only=True, tag="morturi.lot-drawn/1"):
    """A lot was drawn where the rules say random: one number among so many candidates."""

    what: str
    drawn: Who
    among: tuple[Who, ...]
    face: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"A lot of {len(self.among)} shows {self.face}: {self.drawn.name} ({self.what})."


class PriorityTaken(Event, frozen=True, kw_only=True, tag="morturi.priority-taken/1"):
    """The order of the schools stands for the whole battle (MR-PRI-2)."""

    order: tuple[Who, ...]
    numbers: tuple[SchoolNumbers, ...]

    def told(self) -> str:
        """Say it as the table would."""
        numbers = {n.school.id: n for n in self.numbers}
        each = ", ".join(
            f"{n}. {who.name} ({numbers[who.id].gladiators}/{numbers[who.id].moves})"
            for n, who in enumerate(self.order, start=1)
        )
        return f"Priority for the whole battle: {each}."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MR-PRI-1: a lot for each place among those who are level, but for the last place."""
    if battle.order or mustering(battle):
        return None
    for group in level(battle):
        left = [s for s in group if s not in battle.drawn]
        if len(left) > 1:
            return Throw("priority", (DieDue("", len(left)),), left[0], tuple(left))
    return take


def numbers(battle: Fighting, school: str) -> tuple[int, int]:
    """MR-PRI-1, -3, -4: what orders a school; fewer comes first, then the lower sum of Moves."""
    units = team(battle, school)
    outside = battle.house.priority_count == "on_board" and battle.start == "gates"
    effective = battle.house.priority_move == "effective"
    moves = sum(movement_points(battle, u).total if effective else u.move for u in units)
    return 0 if outside else len(units), moves


def level(battle: Fighting) -> list[list[str]]:
    """The schools in order, those who are level together."""
    groups: dict[tuple[int, int], list[str]] = {}
    for each in battle.sides:
        groups.setdefault(numbers(battle, each.id), []).append(each.id)
    return [groups[key] for key in sorted(groups)]


# Judging


def draw(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-PRI-1c: one number among those who are level says who is next."""
    rolled = thrown(telling.state, action, throw)
    among = tuple(side(telling.state, s).who for s in throw.lot)
    (face,) = rolled.faces
    telling.tell(
        LotDrawn(what="priority", drawn=among[face - 1], among=among, face=face, **rolled.facts)
    )


def take(telling: Telling[Fighting]) -> None:
    """MR-PRI-2: the order is taken, and stays."""
    battle = telling.state
    order = [
        school
        for group in level(battle)
        for school in sorted(group, key=lambda s: _place(battle, s))
    ]
    each = ((s, numbers(battle, s)) for s in order)
    telling.tell(
        PriorityTaken(
            order=tuple(side(battle, s).who for s in order),
            numbers=tuple(
                SchoolNumbers(school=side(battle, s).who, gladiators=count, moves=moves)
                for s, (count, moves) in each
            ),
        )
    )


def _place(battle: Fighting, school: str) -> int:
    """When a school was drawn; who never was comes last."""
    return battle.drawn.index(school) if school in battle.drawn else len(battle.drawn)


# Remembering


EVENTS: tuple[type[Event], ...] = (LotDrawn, PriorityTaken)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case LotDrawn(what="priority"):
            drawn = (*battle.drawn, event.drawn.id)
            return msgspec.structs.replace(remember_roll(battle, event), drawn=drawn)
        case LotDrawn():
            return remember_roll(battle, event)
        case PriorityTaken():
            return msgspec.structs.replace(battle, order=tuple(w.id for w in event.order))
        case _:
            return battle
