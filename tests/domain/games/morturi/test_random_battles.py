"""Battles played at random: they end, and what must hold in an arena holds at every step."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.battle import Fighting
from domain.games.morturi.legal import Legal
from domain.games.morturi.opening import Open
from domain.games.morturi.play import awaited, evolve
from domain.games.morturi.rounds import RoundBegan
from domain.games.morturi.waiting import Nothing
from tests.random_arenas import Step, opened, openings, steps

SLOW = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def check(step: Step, acted: set[str]) -> None:
    """What must hold after every line."""
    battle = step.after
    squares = [u.square for u in battle.units.values() if u.active]
    assert len(squares) == len(set(squares)), "two on a square"
    assert battle.turn is None or battle.turn.points >= 0, "points below nothing"
    assert all(s.favour >= 0 for s in battle.sides), "favour below nothing"
    for event in step.events:
        told = event.told()
        assert told.endswith((".", "!", getattr(event, "text", "") or ".")), event
        if isinstance(event, RoundBegan):
            acted.clear()
        if isinstance(event, GladiatorActivated):
            assert event.gladiator.id not in acted, "somebody acts twice a round"
            acted.add(event.gladiator.id)
    assert battle.ended or not isinstance(awaited(battle), Nothing), "nobody is awaited"


@SLOW
@given(openings(), st.integers(0, 10**9))
def test_random_battles_end(opening: Open, seed: int) -> None:
    """MR-GEN-1, MR-MOV-4, MR-RND-1: no two in a square, no MP below 0, each acts once a round."""
    battle, acted = opened(opening), set[str]()
    for step in steps(battle, str(seed)):
        if not _put_off(step):
            check(step, acted)
        battle = step.after
    assert battle.ended
    assert battle.concluded


def _put_off(step: Step) -> bool:
    """Whether somebody took a turn that he had put off."""
    return any(u.follows for u in step.before.units.values())


@settings(max_examples=5, deadline=None, derandomize=True)
@given(openings(), st.integers(0, 10**9))
def test_told_again_it_is_the_same(opening: Open, seed: int) -> None:
    """Remembering is total and the same every time: the events alone make the battle."""
    battle = first = opened(opening)
    events = []
    for number, step in enumerate(steps(battle, str(seed))):
        events += step.events
        battle = step.after
        if number > 60:
            break
    again = first
    for event in events:
        again = evolve(again, event)
        evolve(Fighting(), event)  # nor does a battle that knows of nothing refuse it
    assert again == battle


@settings(max_examples=6, deadline=None, derandomize=True)
@given(openings(), st.integers(0, 10**9))
def test_simple_lines_are_accepted(opening: Open, seed: int) -> None:
    """What is listed as legal is; what may be combined and is always open is said."""
    for number, step in enumerate(steps(opened(opening), str(seed))):
        legal = Legal(step.before)
        assert legal.admits(step.action)
        assert legal.always()
        assert isinstance(legal.combine(), dict)
        assert isinstance(legal.patterns(), list)
        if number > 40:
            break


@pytest.mark.long
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(openings(), st.integers(0, 10**9))
def test_two_thousand_random_battles(opening: Open, seed: int) -> None:
    """The same by the thousand."""
    acted: set[str] = set()
    for step in steps(opened(opening), str(seed)):
        if not _put_off(step):
            check(step, acted)
