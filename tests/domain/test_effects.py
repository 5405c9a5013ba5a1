"""Effects of any game, in a small made-up vocabulary: a night watch with lanterns and whistles."""

from collections.abc import Iterator

import msgspec
import pytest

from domain.codex import Fault
from domain.effects import (
    Carried,
    Condition,
    Effect,
    Language,
    Word,
    Words,
    Working,
    affordable,
    by_moment,
    conditions,
    faults,
    holding,
    leaves_use,
    numbered,
    of,
    one_of,
    sense,
    use,
    wording,
)
from domain.terms import Who

WORDS = Words(
    moments=(Word(id="dusk"), Word(id="alarm"), Word(id="dawn")),
    operations=(Word(id="light"), Word(id="call")),
    conditions=(Word(id="raining"), Word(id="at_post"), Word(id="not")),
    scopes=("watch",),
    limits_per=("night",),
    costs=("oil", "sleep"),
    durations=("hour",),
)
# oil is paid by the measure, sleep is lost whole; nothing is played at dawn
LANGUAGE = Language(
    words=WORDS,
    played={"dusk": ("light",), "alarm": ("light", "call")},
    values={"at_post": one_of("post", ["gate", "tower"])},
    priced=("oil",),
)
PLACE = ("duties", 3, "effects", 0)


def told(found: Iterator[Fault]) -> list[str]:
    """What is said."""
    return [fault.sentence for fault in found]


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (Effect(on="dusk", op="light"), None),
        (Effect(on="alarm", op="call", to="watch", times=1, per="night", until="hour"), None),
        (Effect(on="dusk", op="light", cost="oil", price=2, declare=True), None),
        (Effect(on="dusk", op="light", cost="sleep", optional=True), None),
        (Effect(on="dusc", op="light"), "no moment is called 'dusc'"),
        (Effect(on="dusk", op="lihgt"), "no operation is called 'lihgt'"),
        (Effect(on="dusk", op="light", to="town"), "no scope is called 'town'"),
        (Effect(on="dusk", op="light", times=1, per="week"), "no limit is called 'week'"),
        (Effect(on="dusk", op="light", cost="gold", price=1), "no cost is called 'gold'"),
        (Effect(on="dusk", op="light", until="noon"), "no duration is called 'noon'"),
        (Effect(on="dusk", op="light", times=1), "a limit says how often and in what"),
        (Effect(on="dusk", op="light", per="night"), "a limit says how often and in what"),
        (
            Effect(on="dusk", op="light", cost="oil"),
            "what it costs has a price, and what has none has no cost",
        ),
        (
            Effect(on="dusk", op="light", price=1),
            "what it costs has a price, and what has none has no cost",
        ),
        (
            Effect(on="dusk", op="light", cost="sleep", price=1),
            "what it costs has a price, and what has none has no cost",
        ),
        (Effect(on="dawn", op="light"), "nothing is played at dawn"),
        (Effect(on="dusk", op="call"), "call makes no sense at dusk"),
        (
            Effect(on="dusk", op="light", declare=True, optional=True),
            "an effect is declared or optional, not both",
        ),
    ],
)
def test_an_effect_is_made_of_words_that_exist_and_fit(effect: Effect, sentence: str) -> None:
    """One sentence for one mistake, none for an effect that is right."""
    assert told(faults(LANGUAGE, PLACE, effect)) == ([sentence] if sentence else [])


def test_a_mistake_says_where_it_is_and_which_word_is_near() -> None:
    """The place leads to the line of the entry's file, the hint to the word that was meant."""
    (fault,) = faults(LANGUAGE, PLACE, Effect(on="dusk", op="lite"))
    (other,) = faults(LANGUAGE, PLACE, Effect(on="alarm", op="light", to="wach"))
    (third,) = faults(LANGUAGE, PLACE, Effect(on="dusk", op="call"))

    assert fault.at == other.at == third.at == PLACE
    assert "light" in fault.hint
    assert "watch" in other.hint
    assert third.hint == "dusk takes light"


def test_what_is_not_known_is_not_asked_for_its_sense() -> None:
    """A moment that does not exist has no operations, and a choice of two ways comes last."""
    strange = Effect(on="dusc", op="call", declare=True, optional=True)
    senseless = Effect(on="dusk", op="call", declare=True, optional=True)

    assert told(faults(LANGUAGE, PLACE, strange)) == ["no moment is called 'dusc'"]
    assert told(faults(LANGUAGE, PLACE, senseless)) == ["call makes no sense at dusk"]


def test_a_game_may_ask_for_wording_sense_and_use_one_by_one() -> None:
    """Each of the three tells its own, so that a game can put what it knows between them."""
    wrong = Effect(on="dusk", op="call", times=1, declare=True, optional=True)

    assert told(wording(LANGUAGE, PLACE, wrong)) == ["a limit says how often and in what"]
    assert told(sense(LANGUAGE, PLACE, wrong)) == ["call makes no sense at dusk"]
    assert told(use(PLACE, wrong)) == ["an effect is declared or optional, not both"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("raining", "", None),
        ("at_post", "gate", None),
        ("not", "raining", None),
        ("snowing", "", "no condition is called 'snowing'"),
        ("raining", "hard", "the condition raining has no value"),
        ("at_post", "", "the condition at_post lacks its value"),
        ("at_post", "moat", "no post is called 'moat'"),
        ("not", "", "the condition not lacks its value"),
        ("not", "at_post", "no condition without a value is called 'at_post'"),
        ("not", "not", "no condition without a value is called 'not'"),
    ],
)
def test_a_condition_has_a_value_exactly_if_it_asks_for_one(
    name: str, value: str, sentence: str
) -> None:
    """`not` turns a condition without a value round, and is none itself."""
    found = told(conditions(LANGUAGE, PLACE, [Condition(name=name, value=value)]))

    assert found == ([sentence] if sentence else [])


class Watchman(msgspec.Struct):
    """Who stands where, and what he has in his lantern."""

    post: str
    oil: int = 0


HOLDS = holding(
    {
        "raining": lambda rain, _, __: rain,
        "seen": lambda _, __, seen: bool(seen),
    },
    {"at_post": lambda _, man, __, post: man.post == post},
)


@pytest.mark.parametrize(
    ("when", "truth"),
    [
        ([], True),
        ([Condition(name="raining")], True),
        ([Condition(name="seen")], False),
        ([Condition(name="not", value="seen")], True),
        ([Condition(name="not", value="raining")], False),
        ([Condition(name="at_post", value="gate")], True),
        ([Condition(name="at_post", value="tower")], False),
        ([Condition(name="raining"), Condition(name="at_post", value="gate")], True),
        ([Condition(name="at_post", value="gate"), Condition(name="seen")], False),
    ],
)
def test_all_conditions_have_to_hold(when: list[Condition], *, truth: bool) -> None:
    """It rains, the watchman is at the gate, nobody is seen."""
    assert HOLDS(True, when, Watchman("gate"), "") is truth  # noqa: FBT003 it rains


LANTERN = (
    Effect(on="dusk", op="light", value=1),
    Effect(on="alarm", op="light", value=2),
    Effect(on="dusk", op="light", value=3),
)
WHISTLE = (Effect(on="alarm", op="call"),)


def held(family: str, entry: str) -> Iterator[Carried]:
    """What a lantern and a whistle hold."""
    effects = {"lantern": LANTERN, "whistle": WHISTLE}[entry]
    for source, effect in numbered(entry, entry.title(), effects):
        yield Carried(source, effect, family, entry)


def test_effects_are_sorted_by_their_moments_in_the_order_of_the_parts() -> None:
    """Whistle first, then the lantern's in their order; the second lantern adds nothing."""
    parts = (("gear", "whistle"), ("gear", "lantern"), ("gear", "lantern"))

    found = by_moment(parts, held)

    assert [c.source.id for c in found["dusk"]] == ["lantern.1", "lantern.3"]
    assert [c.source.id for c in found["alarm"]] == ["whistle.1", "lantern.2"]
    assert found["alarm"][1].source == Who("lantern.2", "Lantern")
    assert "dawn" not in found


def test_those_of_some_operations_stay_in_their_order() -> None:
    """What works is kept in the order in which it was found, whatever is asked for first."""
    both = [
        Working(Who(c.source.id, ""), c.effect, "Jory")
        for parts in ("whistle", "lantern")
        for c in held("gear", parts)
    ]

    assert [w.source.id for w in of(both, "call")] == ["whistle.1"]
    assert [w.source.id for w in of(both, "light", "call")] == [w.source.id for w in both]
    assert of(both, "sing") == []


@pytest.mark.parametrize(
    ("declare", "optional", "chosen"),
    [(False, False, False), (True, False, True), (False, True, True)],
)
def test_what_is_declared_or_optional_is_chosen(
    *, declare: bool, optional: bool, chosen: bool
) -> None:
    """Neither: it works by itself."""
    assert Effect(on="dusk", op="light", declare=declare, optional=optional).chosen is chosen


@pytest.mark.parametrize(
    ("times", "used", "besides", "left"),
    [
        (0, ["whistle.1"] * 9, 0, True),
        (1, [], 0, True),
        (1, ["lantern.1"], 0, True),
        (1, ["whistle.1"], 0, False),
        (2, ["whistle.1", "lantern.1"], 0, True),
        (2, ["whistle.1", "lantern.1"], 1, False),
        (2, ["whistle.1", "whistle.1"], 0, False),
    ],
)
def test_a_limit_counts_the_uses_of_its_own_source(
    *, times: int, used: list[str], besides: int, left: bool
) -> None:
    """Uses of something else do not count, those that are announced `besides` do."""
    effect = Effect(on="alarm", op="call", times=times, per="night")

    assert leaves_use(effect, "whistle.1", used, besides=besides) is left


@pytest.mark.parametrize(
    ("cost", "price", "can"),
    [("", 0, True), ("oil", 2, True), ("oil", 3, False), ("sleep", 0, True)],
)
def test_a_cost_can_be_paid_from_what_is_there(cost: str, price: int, *, can: bool) -> None:
    """He has two measures of oil, and sleep has no price."""
    man = Watchman("gate", oil=2)

    assert affordable(cost, price, lambda kind: man.oil if kind == "oil" else 0) is can
