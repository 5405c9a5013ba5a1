"""Chapter 7: absorbing. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import presence
from tests.story import Story, absorb, clash, crew, d, hold, member, respond, roll, ruling


def against(die: int, lost: int = 0, kind: str = "survivor", first: int = 4, **house: str) -> Story:
    """A d4 (or another die) initiates against a die that absorbs."""
    return Story(
        crew("Ash", *d(first, "a1", "a2", "a3")),
        crew("Iron", member("big", die, kind, lost=lost), member("b2", 4)),
        house=house,
    ).do(clash("a1 > big"), absorb)


def test_only_the_initiator_rolls() -> None:
    """MS-ABS-1: the absorbing target rolls no die."""
    assert against(20).dice == [("a1", 4)]
    assert against(20).refused(roll(3, 5)) == "MS-RES-3"


def test_the_absorber_keeps_its_action() -> None:
    """MS-ABS-2: it risks Health and acts later."""
    story = against(8).do(roll(4))
    assert story["big"].lost == 1
    assert story.accepts(hold("big"))


def test_any_number_of_times_in_a_round() -> None:
    """MS-ABS-3: three times absorbed, then it acts."""
    story = Story(
        crew("Ash", *d(4, "a1", "a2", "a3")), crew("Iron", member("big", 20), *d(4, "b1", "b2"))
    )
    story = story.do(clash("a1 > big"), absorb, roll(4), hold("b1"))
    story = story.do(clash("a2, a3 > big"), absorb, roll(1), roll(4))
    assert story["big"].lost == 2
    assert story.accepts(hold("big"))


def test_ms_at_12() -> None:
    """MS-ABS-4 `presence`, MS-AT-12: a fresh d20 has Presence 3; a d4's 3 does nothing."""
    story = against(20).do(roll(3))
    assert story.fights() == [(3, 3, "unharmed")]
    assert (story["big"].lost, story["big"].acted, story["a1"].acted) == (0, False, True)


def test_ms_at_13() -> None:
    """MS-ABS-4 `presence`, MS-AT-13: the d4's 4 wounds it."""
    story = against(20).do(roll(4))
    assert story.fights() == [(4, 3, "harmed")]
    assert (story["big"].lost, story["big"].acted) == (1, False)


def test_ms_at_14() -> None:
    """MS-ABS-4 `presence`, MS-AT-14: a d10 with 2 of 3 lost (Presence 1) falls to a 2."""
    story = against(10, lost=2).do(roll(2))
    assert story.fights() == [(2, 1, "harmed")]
    assert (story["big"].lost, story["big"].fallen) == (3, True)


def test_ms_at_15() -> None:
    """MS-ABS-4 `auto_hit`, MS-AT-15: the d4's 1 is enough."""
    story = against(20, absorb="auto_hit").do(roll(1))
    assert story["big"].lost == 1
    assert not story.one(ClashFought).by_presence


def test_ms_at_17() -> None:
    """MS-ABS-3, MS-AT-17: a d8 absorbs a 2 (Presence 2: no harm) and may still initiate."""
    story = against(8).do(roll(2))
    assert story.fights() == [(2, 2, "unharmed")]
    assert not story["big"].acted
    assert story.accepts(clash("big > a2"))


PRESENCE = [
    *[(die, 0, value) for die, value in ((4, 1), (6, 1), (8, 2), (10, 2), (12, 3), (20, 3))],
    *[(12, lost, value) for lost, value in ((1, 2), (2, 2), (3, 1))],
    *[(10, lost, value) for lost, value in ((1, 2), (2, 1))],
    *[(8, lost, value) for lost, value in ((1, 1), (2, 1))],
    *[(20, lost, value) for lost, value in ((4, 3), (5, 2), (6, 2), (7, 1))],
]


@pytest.mark.parametrize(("die", "lost", "value"), PRESENCE)
def test_presence(die: int, lost: int, value: int) -> None:
    """MS-ABS-4: a quarter of the current maximum: 12 and up 3, 8-11 2, below 8 1."""
    story = against(die, lost)
    assert presence(story.battle, story["big"]) == value


def test_presence_within_0_and_4() -> None:
    """MS-ABS-4, MS-EFF-6, MS-TYP-3: an unwounded Construct has 1 more: a d20 has 4."""
    assert against(20, kind="construct").do(roll(4)).fights() == [(4, 4, "harmed")]  # a d4's best
    assert against(20, kind="construct", first=6).do(roll(4)).fights() == [(4, 4, "unharmed")]
    assert against(20, lost=1, kind="construct").do(roll(3)).fights() == [(3, 3, "unharmed")]


def test_the_highest_face_always_harms() -> None:
    """MS-ABS-4: a natural 4 of a d4 harms, though capped at 2 it is not above Presence 3."""
    story = Story(
        crew("Ash", member("a1", 4, health=2, lost=1), member("a2", 4)),
        crew("Iron", member("big", 20)),
    ).do(clash("a1 > big"), absorb)
    assert story.do(roll(4)).fights() == [(2, 3, "harmed")]
    assert story.do(roll(3)).fights() == [(2, 3, "unharmed")]


@pytest.mark.parametrize(("face", "outcome"), [(3, "unharmed"), (4, "harmed")])
def test_four_or_more_by_house_rule(face: int, outcome: str) -> None:
    """MS-ABS-4 `fixed_3`: harms on 4 or more, whoever absorbs."""
    for die in (4, 20):
        story = against(die, first=6, absorb="fixed_3").do(roll(face))
        assert story.one(ClashFought).outcome == outcome


@pytest.mark.parametrize(
    ("die", "lost", "face", "outcome"),
    [(8, 0, 4, "unharmed"), (8, 0, 5, "harmed"), (10, 1, 4, "unharmed"), (10, 1, 5, "harmed"),
     (20, 0, 6, "unharmed"), (4, 0, 3, "harmed"), (4, 0, 2, "unharmed")],
)  # fmt: skip
def test_half_the_maximum_by_house_rule(die: int, lost: int, face: int, outcome: str) -> None:
    """MS-ABS-4 `half_max`: higher than half the current maximum; no best face."""
    story = against(die, lost, first=6, absorb="half_max").do(roll(face))
    assert story.one(ClashFought).outcome == outcome


def test_an_absorber_never_harms() -> None:
    """MS-ABS-5: the initiator's lowest roll costs it nothing."""
    assert against(20).do(roll(1))["a1"].lost == 0


def test_presence_is_read_anew() -> None:
    """MS-ABS-6: a d12 (Presence 3) is hurt by a 4; at maximum 10 Presence 2 lets a 3 harm."""
    story = Story(crew("Ash", *d(6, "a1", "a2", "a3")), crew("Iron", *d(12, "big", "b2")))
    story = story.do(clash("a1, a2, a3 > big"), absorb, roll(3), roll(4), roll(3))
    assert story.fights() == [(3, 3, "unharmed"), (4, 3, "harmed"), (3, 2, "harmed")]
    assert story["big"].lost == 2


def test_an_absorber_that_falls_does_not_act() -> None:
    """MS-ABS-2, MS-ABS-3: it may act later only if it is still active."""
    story = against(4).do(roll(2), hold("b2"), ruling("a2 acted", "a3 acted"))
    assert story["big"].fallen


@pytest.mark.parametrize("house", [{}, {"activated_may_defend": "always"}])
def test_defending_is_the_other_way(house: dict[str, str]) -> None:
    """MS-ABS-1: only who absorbs rolls nothing."""
    story = Story(crew("Ash", *d(4, "a1")), crew("Iron", *d(20, "big")), house=house)
    assert story.do(clash("a1 > big"), respond("big")).dice == [("a1", 4), ("big", 20)]
