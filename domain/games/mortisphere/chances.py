"""In which ways the dice may come that a battle awaits, counted face by face (chapter 8).

The rules are those that judge a roll: they are asked what each face comes to. A die that does not
stand is thrown until it does (MS-RES-7d, MS-DMG-6), so that a way is what a roll comes to in the
end.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.captain import WILL_STANDS
from domain.games.mortisphere.casts import bare
from domain.games.mortisphere.clash_chances import pairings
from domain.games.mortisphere.happenings import resolved
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.prey import choices
from domain.games.mortisphere.waiting import Throw
from domain.odds import AGAIN, LIMIT, Cast, Shows, Ways, counted, of_all, plain, spread, together

NOBODY = "tie"


class Reading(NamedTuple):
    """How dice are read together: where to begin, what each die adds, what comes of it all."""

    start: Hashable
    step: Callable[[Any, Any, int], Hashable]
    code: Callable[[Any], str]


def ways(battle: Fighting) -> Ways | None:
    """The ways of the dice that are awaited; None where no dice are, or they are too many."""
    throw = awaited(battle)
    if not isinstance(throw, Throw):
        return None
    if throw.what == "pairing":
        return pairings(battle)
    dice, reading = READINGS[throw.what](battle, throw)
    found = spread(dice, reading.start, reading.step)
    if len(found) > LIMIT:
        return None
    read = together(dice, reading.start, reading.step)

    def came(shows: Shows) -> str:
        key = read(shows)
        return AGAIN if key is AGAIN else reading.code(key)

    return Ways(each=counted(found, of_all(dice), reading.code), came=came, idle=throw.what in IDLE)


Read = tuple[list[Cast], Reading]


def _highest(battle: Fighting, throw: Throw) -> Read:
    """MS-INI-7, MS-SCN-3: whose die is highest; by the house rules it is the Captain's own."""
    captains = throw.what == "initiative" and battle.house.initiative_roll == "captain_die"
    dice = bare(battle, throw) if captains else [plain(due.sides) for due in throw.dice]
    owners = [one.unit for one in battle.again or throw.dice]

    def step(best: tuple[int, int], value: int, number: int) -> tuple[int, int]:
        if value == best[0]:
            return value, -1
        return max(best, (value, number), key=lambda each: each[0])

    def code(best: tuple[int, int]) -> str:
        return owners[best[1]] if best[1] >= 0 else NOBODY

    return dice, Reading((0, -1), step, code)


def _against(yes: str, no: str, *, level: bool) -> Callable[[Fighting, Throw], Read]:
    """MS-MOV-4, MS-OBJ-9: one die against another; `level` says whether equal results do."""

    def step(first: Any, value: int, number: int) -> Any:
        return value if number == 0 else first > value or (level and first == value)

    def read(battle: Fighting, throw: Throw) -> Read:
        return bare(battle, throw), Reading(None, step, lambda done: yes if done else no)

    return read


def _will(battle: Fighting, throw: Throw) -> Read:
    """MS-CAP-4 `will_roll`: whether a Captain stands."""

    def step(_before: Any, value: int, _number: int) -> bool:
        return value >= WILL_STANDS

    return bare(battle, throw), Reading(None, step, lambda done: "stands" if done else "falls")


def _lot(battle: Fighting, throw: Throw) -> Read:
    """MS-NEU-2: whom a lot turns a neutral to."""
    among = choices(battle, battle.units[throw.dice[0].unit])
    return [plain(throw.dice[0].sides)], Reading(0, _last, lambda face: among[face - 1])


def _happening(battle: Fighting, throw: Throw) -> Read:
    """Chapter 20: where something happens by itself, if it does."""
    happening = setting(battle).happening(throw.dice[0].unit)
    chances = happening.due(battle.round)

    def where(face: int) -> str:
        return next((c.area for c in chances if c.low <= face <= c.high), "nothing")

    return [plain(throw.dice[0].sides, where)], Reading("", _last, str)


def _hits(battle: Fighting, throw: Throw) -> Read:
    """Chapter 20, MS-ABS-4: who is harmed of those that are hit."""
    dice = []
    for due in throw.dice:
        unit = battle.units[due.unit]
        harm = {f: resolved(battle, unit, due.die, f).harm for f in range(1, due.sides + 1)}
        dice.append(plain(due.sides, harm.__getitem__))

    def code(harms: tuple[int, ...]) -> str:
        return f"harmed {sum(map(bool, harms))}"

    return dice, Reading((), lambda before, harm, _: (*before, harm), code)


def _last(_: Any, value: Any, __: int) -> Any:
    return value


READINGS: dict[str, Callable[[Fighting, Throw], Read]] = {
    "chooser": _highest,
    "initiative": _highest,
    "captain": _will,
    "leave": _against("away", "stays", level=True),
    "interact": _against("succeeds", "fails", level=False),
    "lot": _lot,
    "happening": _happening,
    "hit": _hits,
}
IDLE = ("chooser", "initiative")
