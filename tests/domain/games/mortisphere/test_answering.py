"""Chapter 5, step 2: the answer. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.clash import ClashAnswered
from domain.games.mortisphere.pairing import ClashFought
from tests.story import Story, absorb, clash, crew, d, hold, member, respond, roll

ASH = crew("Ash", *d(6, "a1", "a2", "a3"))
IRON = crew("Iron", *d(8, "b1", "b2", "b3"), member("off", 8, at="well"))


def hall(**house: str) -> Story:
    """The two crews in the Hall."""
    return Story(ASH, IRON, house=house)


def answers(story: Story) -> dict[str, str]:
    """Of each pairing, by its initiator: who meets it, or that it is absorbed."""
    clash_ = story.battle.clash
    assert clash_ is not None
    names = {id_: name for name, id_ in story.ids.items()}
    return {
        f"{names[p.initiators[0]]}>{names[p.target]}": " ".join(names[u] for u in p.defenders)
        or str(p.mode)
        for p in clash_.pairings
    }


TWO = hall().do(clash("a1 > b1", "a2 > b2"))


def test_defend_or_absorb() -> None:
    """MS-CLA-12: for one unit or for several: who is not named absorbs."""
    assert answers(TWO.do(respond("b1, b2"))) == {"a1>b1": "b1", "a2>b2": "b2"}
    assert answers(TWO.do(respond("b2"))) == {"a1>b1": "absorb", "a2>b2": "b2"}
    assert answers(TWO.do(absorb)) == {"a1>b1": "absorb", "a2>b2": "absorb"}


def test_who_defends_has_acted_who_absorbs_has_not() -> None:
    """MS-CLA-13: defending activates, absorbing does not."""
    story = TWO.do(respond("b1"), roll(1, 1), roll(1))
    assert story.activated == ["a1", "a2", "b1"]
    assert not story["b2"].acted


def test_ms_at_18() -> None:
    """MS-CLA-14, MS-AT-18: an answer is chosen before dice are rolled and does not change."""
    answered = TWO.do(respond("b1"))
    assert answered.refused(respond("b1, b2")) == "MS-CLA-14"
    assert answered.do(roll(1, 1)).refused(absorb) == "MS-CLA-14"


def test_only_the_crew_that_is_asked_answers() -> None:
    """MS-CLA-12: nobody defends with members of another crew."""
    assert TWO.refused(respond("a3")) == "MS-CLA-12"


def test_the_fallen_answer_nothing() -> None:
    """MS-INC-2: an incapacitated ally cannot respond."""
    iron = crew("Iron", member("b1", 8), member("down", 8, out=True))
    story = Story(ASH, iron, house={"respond_scope": "interpose"}).do(clash("a1 > b1"))
    assert story.refused(respond("down for b1")) == "MS-INC-2"


def test_targets_answer_for_themselves() -> None:
    """MS-CLA-16 `targets_only`: nobody else defends, for them or beside them."""
    for guard in ("b3", "b3 for b1", "b3 beside b1"):
        assert TWO.refused(respond(guard)) == "MS-CLA-16"


def test_an_ally_takes_over_a_pairing_by_house_rule() -> None:
    """MS-CLA-16 `interpose`: it fights in the target's place, and it is the one activated."""
    story = hall(respond_scope="interpose").do(clash("a1 > b1"), respond("b3 for b1"))
    assert story.dice == [("a1", 6), ("b3", 8)]
    hurt = story.do(roll(5, 2))
    assert (hurt["b3"].lost, hurt["b1"].lost) == (1, 0)
    assert hurt.activated == ["a1", "b3"]


def test_an_ally_takes_over_one_pairing_of_several() -> None:
    """MS-CLA-16 `interpose`: of two aimed at b1 it meets one; b1 answers the other."""
    story = hall(respond_scope="interpose").do(clash("a1, a2 > b1"))
    assert story.refused(respond("b3 for b1")) == "MS-CLA-16"
    taken = story.do(respond("b3 for b1 against a2"))
    assert answers(taken) == {"a1>b1": "absorb", "a2>b1": "b3"}
    assert story.refused(respond("b3 for b1 against a1", "b3 for b1 against a2")) == "MS-CLA-16"
    assert story.refused(respond("b3 for b1 against a3")) == "MS-CLA-18"


def test_an_ally_does_not_take_over_twice() -> None:
    """MS-CLA-16 `interpose`: "a pairing", not one for each of two targets."""
    story = hall(respond_scope="interpose").do(clash("a1 > b1", "a2 > b2"))
    assert story.refused(respond("b3 for b1", "b3 for b2")) == "MS-CLA-16"
    assert story.refused(respond("b3 for b1", "b1")) == "MS-CLA-18"


@pytest.mark.parametrize("guard", ["off for b1", "b2 for b1"])
def test_who_may_not_interpose(guard: str) -> None:
    """MS-CLA-16 `interpose`: an ally elsewhere; an ally that is itself a target."""
    story = hall(respond_scope="interpose").do(clash("a1 > b1", "a2 > b2"))
    assert story.refused(respond(guard)) == "MS-CLA-16"


def test_an_activated_ally_does_not_interpose() -> None:
    """MS-CLA-16 `interpose`: an unactivated ally, even where the activated may defend."""
    iron = crew("Iron", member("b1", 8), member("b3", 8, acted=True))
    house = {"respond_scope": "interpose"}
    assert Story(ASH, iron, house=house).do(clash("a1 > b1")).refused(
        respond("b3 for b1")
    ) == "MS-ACT-4"  # fmt: skip
    house["activated_may_defend"] = "always"
    story = Story(ASH, iron, house=house).do(clash("a1 > b1"))
    assert story.refused(respond("b3 for b1")) == "MS-CLA-16"
    assert story.refused(respond("b3 beside b1")) == "MS-CLA-16"


def test_an_ally_defends_beside_the_target_by_house_rule() -> None:
    """MS-CLA-16 `any_in_area`: the initiator then fights each of them."""
    story = hall(respond_scope="any_in_area").do(clash("a1 > b1"), respond("b1", "b3 beside b1"))
    fought = story.do(roll(5, 2), roll(3, 7))
    assert fought.fights() == [(5, 2, "initiator"), (3, 7, "defender")]
    assert [f.defenders[0].name for f in fought.all(ClashFought)] == ["b1", "b3"]
    assert (fought["b1"].lost, fought["b3"].lost, fought["a1"].lost) == (1, 0, 1)
    assert fought.activated == ["a1", "b1", "b3"]


def test_an_ally_stands_beside_once() -> None:
    """MS-CLA-16 `any_in_area`: not twice against one initiator; not in the target's place."""
    story = hall(respond_scope="any_in_area").do(clash("a1 > b1"))
    assert story.refused(respond("b3 beside b1", "b3 beside b1")) == "MS-CLA-18"
    assert story.refused(respond("b3 for b1")) == "MS-CLA-16"
    assert story.refused(respond("b3 beside b2")) == "MS-CLA-16"


def test_an_ally_beside_an_absorber() -> None:
    """MS-CLA-16 `any_in_area`: the target may absorb while its ally defends."""
    story = hall(respond_scope="any_in_area").do(clash("a1, a2 > b1"))
    story = story.do(respond("b3 beside b1 against a2"))
    assert answers(story) == {"a1>b1": "absorb", "a2>b1": "absorb", "a2>b3": "b3"}


def test_each_target_gives_its_own_answer() -> None:
    """MS-CLA-17 `per_target`: one defends, one absorbs."""
    assert answers(TWO.do(respond("b1"))) == {"a1>b1": "b1", "a2>b2": "absorb"}


def test_one_answer_for_the_crew_by_house_rule() -> None:
    """MS-CLA-17 `per_crew`: all defend or all absorb."""
    story = hall(response_choice="per_crew").do(clash("a1 > b1", "a2 > b2"))
    assert story.refused(respond("b1")) == "MS-CLA-17"
    assert story.accepts(respond("b1, b2"))
    assert story.accepts(absorb)


def test_one_answer_to_all_who_target_it() -> None:
    """MS-CLA-18 `all_or_none`: a unit meets every pairing the same way."""
    story = hall().do(clash("a1, a2 > b1"))
    assert story.refused(respond("b1 against a2")) == "MS-CLA-18"
    assert answers(story.do(respond("b1"))) == {"a1>b1": "b1", "a2>b1": "b1"}


def test_defending_against_some_by_house_rule() -> None:
    """MS-CLA-18 `per_initiator`: it defends against one, absorbs the other, and has acted."""
    story = hall(partial_defence="per_initiator").do(clash("a1, a2 > b1"))
    assert story.refused(respond("b1 against a3")) == "MS-CLA-18"
    answered = story.do(respond("b1 against a2"))
    assert answers(answered) == {"a1>b1": "absorb", "a2>b1": "b1"}
    fought = answered.do(roll(2), roll(1, 8))
    assert fought.fights() == [(2, 2, "unharmed"), (1, 8, "defender")]
    assert fought.activated == ["a1", "a2", "b1"]


def test_several_crews_answer_in_turn_order() -> None:
    """MS-CLA-19: after the crew whose turn it is the next in order, each for its own units."""
    crews = crew("A", *d(6, "a1", "a2")), crew("B", *d(4, "b1")), crew("C", *d(8, "c1"))
    story = Story(*crews, begins="B").do(hold("b1"), hold("c1"), clash("a1 > c1", "a2 > b1"))
    assert story.battle.order == tuple(story.ids[n] for n in ("B", "C", "A"))
    assert story.asks == ("Answer", "B")
    assert story.refused(respond("c1")) == "MS-CLA-12"
    later = story.do(absorb)
    assert [a.target.name for a in later.one(ClashAnswered).answers] == ["b1"]
    assert later.asks == ("Answer", "C")


def test_crews_without_a_target_are_not_asked() -> None:
    """MS-CLA-19: only opposing crews with targets answer."""
    crews = crew("A", *d(6, "a1")), crew("B", *d(4, "b1")), crew("C", *d(8, "c1"))
    story = Story(*crews).do(clash("a1 > c1"))
    assert story.asks == ("Answer", "C")
    assert story.do(absorb).asks == ("Throw", "A")
