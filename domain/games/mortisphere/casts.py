"""What each die of a roll may come to, by the rules that lead from its face to its result."""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

import msgspec

from domain.games.mortisphere.battle import Fighting, Thrown
from domain.games.mortisphere.resolve import (
    DieShown,
    Meeting,
    again_for,
    current_max,
    die_due,
    result,
)
from domain.games.mortisphere.waiting import Throw
from domain.odds import Cast, cast, lying

Throws = Iterator[tuple[tuple[int, ...], Fraction, DieShown]]
OVER = "MS-DMG-6"


def bare(battle: Fighting, throw: Throw) -> list[Cast]:
    """The dice of a roll that is no Clash, by their results; those that lie already too."""
    units = [t.unit for t in battle.again] or [due.unit for due in throw.dice]
    thrown = battle.again or tuple(Thrown(unit, (), again=True) for unit in units)
    return [
        of_results(of_die(battle, Meeting(unit=battle.units[t.unit], bare=True), t)) for t in thrown
    ]


def of_results(die: Cast) -> Cast:
    """A die by its results alone."""
    if die.lies:
        return lying(die.faces[0].value.final)
    whole = die.whole
    throws = ((f.shows, Fraction(f.weight, whole), f.value.final) for f in die.faces)
    made = cast(throws, lambda final: final)
    shown = {shows: value.final for shows, value in die.shown.items()}
    return Cast(made.faces, shown)


def of_die(
    battle: Fighting,
    meeting: Meeting,
    thrown: Thrown,
    alike: Callable[[DieShown], Hashable] = lambda die: die.final,
) -> Cast:
    """All that a die may come to that is thrown, or (not `again`) what it counts for as it lies."""
    if thrown.faces and not thrown.again:
        _, used = again_for(battle, meeting, thrown)
        return lying(result(battle, meeting, thrown, used))
    sides = die_due(battle, meeting.unit).sides
    return cast(
        _throws(battle, meeting, msgspec.structs.replace(thrown, again=False), sides), alike
    )


def _throws(battle: Fighting, meeting: Meeting, thrown: Thrown, sides: int) -> Throws:
    """The faces that stand, with what they count for; one that does not is thrown once more.

    Under `reroll` a face above the maximum does not count: the throw is as it was before.
    """
    known: dict[tuple[int, bool, bool], tuple[str, DieShown]] = {}
    maximum = current_max(battle, meeting.unit)
    stand: list[tuple[tuple[int, ...], Fraction, DieShown]] = []
    lost = Fraction(0)
    for face in range(1, sides + 1):
        here = msgspec.structs.replace(thrown, faces=(*thrown.faces, face))
        kind = (min(face, maximum + 1), face == 1, face == meeting.unit.die)
        if kind not in known:  # conditions look at nothing else of a face
            rule, used = again_for(battle, meeting, here)
            known[kind] = rule, result(battle, meeting, here, used)
        rule, die = known[kind]
        if not rule:
            stand.append(((face,), Fraction(1, sides), die))
        elif rule == OVER and battle.house.lost_health_cap == "reroll":
            lost += Fraction(1, sides)
        else:
            stand += [
                ((face, *shows), chance / sides, end)
                for shows, chance, end in _throws(battle, meeting, here, sides)
            ]
    return ((shows, chance / (1 - lost), die) for shows, chance, die in stand)
