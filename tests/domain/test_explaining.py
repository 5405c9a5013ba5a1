"""Terms are what the engine counts with: in random battles they end at its numbers."""

from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.explaining import Key, Made, Moment, Numbers, Owner, Trace
from domain.game import Game, load
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.pairing import ClashFought
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.numbers import need
from domain.games.morturi.striking import AttackRolled
from domain.numbers import of_battle
from domain.summing import Sum
from domain.terms import Decider, Event
from tests import random_arenas, random_battles

SLOW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
PREFIX = 120
"""So many steps of a battle are looked at."""


def recorded(event: Event) -> Iterator[tuple[str, int]]:
    """The numbers that an event has on record, as their explanations are called."""
    match event:
        case ClashFought():
            yield from _clash(event)
        case InitiativeTaken():
            yield from ((f"{each.crew.name}'s value", each.number) for each in event.values)
            places = enumerate(event.order, start=1)
            yield from ((f"{crew.name}'s place", place) for place, crew in places)
        case AttackRolled():
            yield "to hit", event.number
            yield from [(f"damage to {event.target.name}", event.damage)] * event.hit
        case StepTaken():
            yield f"MP for the step to {event.to}", event.cost
        case GladiatorActivated():
            yield f"{event.gladiator.name}'s MP", event.points
        case _:
            pass


def _clash(event: ClashFought) -> Iterator[tuple[str, int]]:
    yield from ((f"{die.member.name}'s result", die.final) for die in event.dice)
    if event.by_presence:
        yield f"{event.defenders[0].name}'s Presence", event.presence
    for loss in event.losses:
        yield f"Health that {loss.member.name} is to lose", loss.amount


def check(game: Game, battle: Any, events: list[Event]) -> None:
    """Every number of every line ends at what is on record, and no term lies beside it."""
    assert game.why
    for event in events:
        made = list(game.why.line(battle, event))
        told = {each.what: each.sum for each in made}
        for what, number in recorded(event):
            assert told[what].total == number, (what, event)
        for each in made:
            adds_up(each)
        battle = game.battle.evolve(battle, event)
    for each in game.why.pending(battle):
        adds_up(each)
    stands(game, battle)


def adds_up(made: Made) -> None:
    """Terms add up to the number, each with the total so far."""
    total = 0
    for term in made.sum.terms:
        total += term.amount
        assert term.total == total
    assert total == made.sum.total


def stands(game: Game, battle: Any) -> None:
    """What a battle shows is what the terms of its numbers end at."""
    assert game.why
    found = of_battle("battle-1", game.show(battle), game.why.order)
    for key, number in found.values.items():
        terms = game.why.battle.get(key.name)
        made = terms(Moment(now=battle), key.of) if terms else None
        assert made is None or made.total == number, (key, number, made.terms)


@SLOW
@given(random_battles.openings(), st.integers(0, 10**9))
def test_terms_of_mortisphere_end_at_the_engines_numbers(opening: Any, seed: int) -> None:
    """MS-RES-7, MS-ABS-4, MS-DMG-3, -5, MS-INI-4: each number of each line, by any house rules."""
    battle, game = random_battles.begun(opening), load("mortisphere")
    for number, step in enumerate(random_battles.steps(battle, str(seed))):
        if number == PREFIX:
            break
        check(game, step.before, step.events)


@SLOW
@given(random_arenas.openings(), st.integers(0, 10**9))
def test_terms_of_morturi_end_at_the_engines_numbers(opening: Any, seed: int) -> None:
    """MR-ATK-4, -5, MR-DMG-1, -5, MR-MOV-1, -3: each number of each line, under any house rules."""
    battle, game = random_arenas.opened(opening), load("morturi")
    for number, step in enumerate(random_arenas.steps(battle, str(seed))):
        if number == PREFIX:
            break
        check(game, step.before, step.events)
        attack = step.after.attack
        if attack is not None and not attack.rolled:
            assert game.why
            hit = next(one.sum for one in game.why.pending(step.after) if one.what == "to hit")
            assert hit.total == need(step.after, attack).number


# Sums by hand


def test_every_step_of_a_sum_is_a_term() -> None:
    """7 and 5, doubled, at most 20, halved, less 3, at least 9: each by how it moved the total."""
    made = Sum().add(7, "seven").add(5, "five").times(2, "doubled").most(20, "cap")
    made.over(2, "half").add(-3, "three less").least(9, "floor")
    assert made.total == 9
    assert [(term.how, term.amount, term.total) for term in made.terms] == [
        ("+", 7, 7),
        ("+", 5, 12),
        ("x", 12, 24),
        ("at most", -4, 20),
        ("/", -10, 10),
        ("+", -3, 7),
        ("at least", 2, 9),
    ]


def test_what_changes_nothing_is_no_term() -> None:
    """A limit that does not bind, nothing added, what it is already: none is told."""
    made = Sum().add(4, "four").add(0, "nothing").most(9, "cap").least(1, "floor").held(4, "so")
    assert [term.what for term in made.terms] == ["four"]


class Grown(Event, frozen=True, tag="test.grown/1"):
    """A number is another one."""

    to: int

    def told(self) -> str:
        """Say it."""
        return f"It is {self.to}."


class At(msgspec.Struct, frozen=True):
    """A line of a story of numbers."""

    line: int
    data: Event
    batch: str
    story: str = "story"

    @property
    def address(self) -> str:
        """Where it stands."""
        return f"story/{self.line}"


def traced(*numbers: int) -> Trace:
    """A story of one number, line by line."""
    owner = Owner(id="it", name="it")

    def look(size: int) -> Numbers:
        return Numbers({"it": owner}, {Key("it", "size"): size})

    decider = Decider[int](0, lambda *_: (), lambda _, event: getattr(event, "to", 0))
    lines = [At(n, Grown(to=to), f"story/{n}") for n, to in enumerate(numbers, start=1)]
    return Trace(decider, lines, look)


def test_a_term_names_the_line_by_which_somebody_has_its_source() -> None:
    """Given a thing that is shown from the second line on, then the term rests on that line.

    What is shown with nobody rests on the first line, what passes on none.
    """

    def look(size: int) -> Numbers:
        marks = frozenset([("it", "Rusty Crown")] if size > 3 else [])
        return Numbers({"it": Owner(id="it", name="it")}, {Key("it", "size"): size}, marks)

    decider = Decider[int](0, lambda *_: (), lambda _, event: getattr(event, "to", 0))
    lines = [At(n, Grown(to=to), f"story/{n}") for n, to in enumerate((3, 5, 4), start=1)]
    trace = Trace(decider, lines, look, frozenset({"rear"}))
    made = Sum().add(1, "rusty crown", source="rusty-crown").add(1, "A law", source="a-law")
    made.add(1, "from the rear", source="rear").add(1, "size", of="it", number="size")
    placed = [term.address for term in trace.placed(made.terms)]
    assert placed == ["story/2", "story/1", "", "story/3"]
    assert [term.address for term in trace.placed(made.terms, "story/2")][3] == "story/1"


def test_contributions_end_at_the_number() -> None:
    """3, then 5, then 4: +3, +2, -1."""
    found = traced(3, 5, 5, 4).lines(Key("it", "size"))
    assert [(one.address, one.amount, one.after) for one in found] == [
        ("story/1", 3, 3),
        ("story/2", 2, 5),
        ("story/4", -1, 4),
    ]


def test_a_number_that_begins_anew_is_told_since_it_was_nothing() -> None:
    """2, 0, 3, 1: +3 and -2 alone; of one that is nothing now the last time that it was not."""
    key = Key("it", "size")
    assert [one.amount for one in traced(2, 0, 3, 1).lines(key, anew=True)] == [3, -2]
    assert [one.amount for one in traced(2, 0, 3, 0).lines(key, anew=True)] == [3, -3]
    assert sum(one.amount for one in traced(2, 0, 3, 1).lines(key)) == 1
