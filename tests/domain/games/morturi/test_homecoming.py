"""Section 12 after a pick-up battle: the schools go home, once, and nothing else is asked."""

import pytest

from domain.aftermath import AftermathDone
from domain.books import Books, Crew
from domain.campaign import BattleClosed
from domain.games.morturi.battle import Fighting
from domain.games.morturi.homecoming import AFTER, Evening, Legal, SchoolsWentHome, decide, evolve
from domain.games.morturi.leaving import GoHome
from domain.games.morturi.ruling import NoteAdded
from domain.games.morturi.units import Side
from domain.games.morturi.victory import settles
from domain.terms import Elsewhere, RuleBroken, Who
from tests.arena_story import activate, note

A, B = Who("crew-a", "Ludus"), Who("crew-b", "Domus")
FOUGHT = Fighting(battle="battle-1", concluded=True, sides=(Side(who=A), Side(who=B)))
EVENING = Evening(battle=FOUGHT, books=Books(crews={"crew-a": Crew(who=A, aftermath="battle-1")}))


def test_schools_go_home_once() -> None:
    """MR-SVC-4: no survival check; each school is done with the battle."""
    went, *done = decide(EVENING, GoHome())
    assert went == SchoolsWentHome(schools=(A, B))
    assert went.told() == "Ludus and Domus go home."
    assert done == [
        Elsewhere("crew-a", AftermathDone(crew=A, battle="battle-1")),
        Elsewhere("crew-b", AftermathDone(crew=B, battle="battle-1")),
    ]
    home = evolve(EVENING, SchoolsWentHome(schools=(A, B)))
    assert AFTER.over(home)
    with pytest.raises(RuleBroken, match=r"MR-SVC-4.*the schools are home"):
        decide(home, GoHome())


def test_nothing_is_asked_of_anybody() -> None:
    """MR-SVC-4: no line but a note; what the shell asks of an aftermath has an answer."""
    (event,) = decide(EVENING, note("they limp"))
    assert event == NoteAdded(text="they limp")
    with pytest.raises(RuleBroken, match=r"MR-SVC-4.*the schools go home"):
        decide(EVENING, activate("Otho"))
    legal = Legal(EVENING)
    assert legal.admits(GoHome())
    assert not legal.admits(activate("Otho"))
    assert (legal.simple(), list(legal.candidates()), list(legal.drawn(lambda _: 0))) == (
        [],
        [],
        [],
    )
    assert (legal.patterns(), legal.combine()) == ([], {})
    assert AFTER.ask(EVENING)["aftermath"] == "open"
    assert AFTER.names(EVENING) == ()
    assert (AFTER.awaited(EVENING), AFTER.asked(EVENING), AFTER.sides(EVENING)) == (
        None,
        ("", ()),
        (),
    )
    assert not AFTER.rolls_sealed(EVENING)
    assert AFTER.chains(EVENING).places == 0
    assert [school["name"] for school in AFTER.show(EVENING)["crews"]] == ["Ludus", "Domus"]
    assert AFTER.season(EVENING.books, Crew(who=A)) == {}
    assert AFTER.canonical(EVENING, GoHome()) == GoHome()


def test_what_counts_not_has_no_aftermath() -> None:
    """MR-SVC-4: a battle between guests is over when it is concluded."""
    apart = Fighting(battle="battle-1", concluded=True, friendly=True)
    assert settles(FOUGHT)
    assert not settles(apart)
    assert AFTER.beside(apart, Books()) is None
    assert AFTER.beside(FOUGHT, EVENING.books) == EVENING
    with pytest.raises(RuleBroken, match="this battle has no aftermath"):
        decide(Evening(battle=apart), GoHome())


def test_what_was_taken_back_counts_no_more() -> None:
    """The books keep the number of a battle whose opening was struck."""
    closed = BattleClosed(battle="battle-1")
    assert AFTER.decider.struck(EVENING, closed).battle == FOUGHT
