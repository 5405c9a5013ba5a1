"""How a battle ended, and the roll on which it turned."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol

from projections.chronicle.battle import DREW, LOST, WON, Battle, Side, bouts
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, Said, Told, crew, other, who
from projections.chronicle.tree import Link, Spans
from projections.page import Row

END = 10
"""What a sentence weighs without which nothing is understood."""
TURN = 7
LIKELY = Fraction(2, 5)
"""A roll that is likelier has surprised nobody."""
LONG = 3
"""A run of so many victories that ends, or goes on, is told."""


class Swing(Protocol):
    """The roll that changed most, as `domain.swings` finds it."""

    @property
    def address(self) -> str:
        """The line that tells it."""

    @property
    def favours(self) -> str:
        """The crew for which it came out well."""

    @property
    def chance(self) -> Fraction:
        """How likely a roll was that is as good for that crew, or better."""


Turning = Callable[[str], Swing | None]
"""The turning point of a battle, by its story; None where nothing changed much."""


def result(prose: Prose, battle: Battle, memory: Memory, *, scored: bool) -> Iterator[Told]:
    """How it came out, with what that meant for a run of results."""
    if battle.ended is None:
        yield Told(END, prose.say("unfinished", *(side.met for side in battle.met[:1])))
        return
    winners, losers = battle.came(WON), battle.came(LOST)
    code = _code(battle, winners, losers, scored=scored)
    yield Told(
        END,
        prose.say(
            code,
            battle.ended,
            winner=prose.listed(crew(side.met) for side in winners),
            who=[Link(*each) for side in winners[:1] for each in list(side.members.items())[:1]],
            loser=prose.listed(crew(side.met) for side in losers),
            led=prose.listed(crew(side.met) for side in _led(battle, (winners or battle.met)[0])),
            drawn=prose.listed(crew(side.met) for side in battle.came(DREW)),
            score=prose.score(battle.points) if scored else "",
            standing=prose.number(sum(side.standing for side in winners)),
            rounds=prose.number(battle.ended["number"]),
        ),
    )
    for said in _runs(prose, battle, memory):
        yield Told(2, said)


def _code(battle: Battle, winners: list[Side], losers: list[Side], *, scored: bool) -> str:
    """What was special about a result: the first of these that holds."""
    if not winners:
        if not battle.came(DREW):
            return "nobody-won"
        return "drew-points" if scored and any(battle.points) else "drew"
    best, behind = winners[0], max((side.points for side in losers), default=0)
    pointed = scored and best.points > behind
    beaten = bool(losers) and all(side.fallen >= side.members.keys() for side in losers)
    tests = {
        "won-duel": battle.duel,
        "won-several": len(winners) > 1,
        "won-behind": pointed and bool(_led(battle, best)),
        "won-last": beaten and best.standing == 1,
        "won-none-left": beaten and best.standing > 0,
        "won-fewer": pointed and len(losers) == 1 and 2 * best.standing < losers[0].standing,
        "won-shut-out": pointed and not behind,
        "won-narrow": pointed and best.points == behind + 1,
        "won-clear": pointed,
        "won-field": any(side.gone for side in losers),
    }
    return next((code for code, holds in tests.items() if holds), "won")


def _led(battle: Battle, best: Side) -> list[Side]:
    """The others that led by points at some time."""
    return [side for side in battle.met if side.id in battle.leads and side is not best]


def _runs(prose: Prose, battle: Battle, memory: Memory) -> Iterator[Spans]:
    """Runs of results that ended here, or grew long, and victories that were the first."""
    if battle.ended is None:
        return
    for side in battle.met:
        run = memory.streak[side.id]
        values: dict[str, Said] = {"crew": crew(side.met)}
        if side.came == WON and run <= -LONG:
            n = prose.number(-run)
            yield prose.say("run-lost-over", battle.ended, n=n, **values)
        elif side.came == LOST and run >= LONG:
            yield prose.say("run-won-over", battle.ended, n=prose.number(run), **values)
        elif side.came == WON and run >= LONG - 1:
            nth, n = prose.nth(run + 1), prose.number(run + 1)
            yield prose.say("run-won-on", battle.ended, nth=nth, n=n, **values)


def turn(prose: Prose, battle: Battle, swing: Swing | None) -> Iterator[Told]:
    """The roll on which a battle turned, if it was none that was to be expected.

    One that goes on may turn yet.
    """
    if swing is None or (side := _favoured(battle, swing)) is None:
        return
    blow = next((row for row in _blows(battle) if row["address"] == swing.address), None)
    values: dict[str, Said] = {"crew": crew(side.met), "chance": prose.chance(swing.chance)}
    if blow is None:
        yield Told(TURN, prose.say("turned-on", swing.address, **values))
    else:
        vain = bool(battle.came(WON)) and side.came != WON
        code = "turned-in-vain" if vain else "turned"
        yield Told(0 if vain else TURN, prose.say(code, blow, a=who(blow), b=other(blow), **values))


def surprised(battle: Battle, swing: Swing | None) -> bool:
    """Whether it is told that a battle turned on a roll."""
    return swing is not None and _favoured(battle, swing) is not None


def _favoured(battle: Battle, swing: Swing) -> Side | None:
    """The side for which a roll came out well, if that was not to be expected, and all is over."""
    told = battle.ended is not None and swing.chance <= LIKELY
    return battle.sides.get(swing.favours) if told else None


def corrections(prose: Prose, battle: Battle) -> Iterator[Told]:
    """What was recorded wrongly and put right afterwards, with the reason that was given."""
    for why, row in battle.amended.items():
        reason = " ".join(why.split()).rstrip(".")
        yield Told(0, prose.say("amended" if reason else "amended-silently", row, why=reason))


def _blows(battle: Battle) -> Iterator[Row]:
    for each in battle.rounds:
        for bout in bouts(each.items):
            yield from bout.blows
