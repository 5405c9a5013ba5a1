"""How a battle opened: who met whom, for what, at what odds, and what lay between them."""

from collections.abc import Iterator

from projections.chronicle.battle import Battle, Side
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, crew
from projections.chronicle.tree import Link, Spans

RUN = 3
"""So many victories or defeats in a row are worth a sentence."""
_STRONGER = 5, 4
"""A rating is much above another from five quarters of it on."""


def opening(prose: Prose, battle: Battle, memory: Memory) -> Iterator[Spans]:
    """Sentences that open a battle, the most important one first."""
    sides = battle.met
    if not sides:
        return
    yield _meeting(prose, battle, memory)
    yield from _ratings(prose, sides)
    yield from _pasts(prose, sides, memory)


def _meeting(prose: Prose, battle: Battle, memory: Memory) -> Spans:
    sides, first = battle.met, battle.met[0].met
    scenario = battle.scenario
    if len(sides) != 2:  # noqa: PLR2004  a battle has two sides, or it is none of two
        crews = prose.listed(crew(side.met) for side in sides)
        return prose.say("open-many", first, crews=crews, scenario=scenario)
    a, b = sides
    if battle.duel:
        one, other = (Link(*each) for side in sides for each in side.members.items())
        values = {"one": one, "other": other, "a": crew(a.met), "b": crew(b.met)}
        return prose.say("open-duel", first, scenario=scenario, **values)
    before = memory.met[frozenset(battle.sides)]
    code = "open-first" if not memory.battles else "open-again" if before else "open"
    return prose.say(
        code,
        first,
        a=crew(a.met),
        b=crew(b.met),
        some=prose.number(len(a.members)),
        others=prose.number(len(b.members)),
        scenario=scenario,
        nth=prose.nth(before + 1),
    )


def _ratings(prose: Prose, sides: list[Side]) -> Iterator[Spans]:
    """What they were worth, where a game rates them."""
    if len(sides) != 2 or not all(side.rating for side in sides):  # noqa: PLR2004  likewise
        return
    strong, weak = sorted(sides, key=lambda side: (-side.rating, side.seat))
    times, of = _STRONGER
    if strong.rating == weak.rating:
        code = "rating-even"
    else:
        code = "rating-far" if strong.rating * of >= weak.rating * times else "rating-near"
    yield prose.say(
        code,
        strong.met,
        strong=crew(strong.met),
        weak=crew(weak.met),
        more=strong.rating,
        less=weak.rating,
    )


def _pasts(prose: Prose, sides: list[Side], memory: Memory) -> Iterator[Spans]:
    """What they brought with them: runs of victories and defeats, a first battle."""
    new = [side for side in sides if memory.battles and not memory.fought[side.id]]
    if new:
        yield prose.say("debut", new[0].met, crews=prose.listed(crew(one.met) for one in new))
    for side in sides:
        run = memory.streak[side.id]
        if abs(run) >= RUN:
            code = "run-won" if run > 0 else "run-lost"
            yield prose.say(code, side.met, crew=crew(side.met), n=prose.number(abs(run)))
