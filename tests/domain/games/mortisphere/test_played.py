"""MS-EFF-3 to -5, checked: what an own effect says is what comes of it, or the check says so."""

from functools import reduce

import pytest
from msgspec.structs import replace

from domain.effects import Condition, Effect
from domain.games.mortisphere import play
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from tests.domain.games.mortisphere.own import told, written
from tests.evening import Night, mend, yes
from tests.story import Story, absorb, clash, crew, d, interact, member, respond, roll

ITEM = """[[items]]
id = "charm"
name = "Charm"
tag = "relic"
cost = 1
text = "-"
effects = [{{ {} }}]
"""


PRICE = 'cost = "health", price = 1'
SALVAGE = 'cost = "salvage", price = 1'
WOUNDED = 'when = [{ name = "wounded" }]'


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ('on = "clash.lose", op = "heal", value = 1', "nothing is played at clash.lose"),
        (
            'on = "fate.roll", op = "modify", value = 1, when = [{ name = "natural_one" }]',
            "the condition natural_one has no meaning at fate.roll",
        ),
        (
            'on = "clash.roll", op = "modify", value = 1, optional = true',
            "modify at clash.roll is not offered, it works by itself",
        ),
        (
            'on = "damage.taken", op = "prevent", value = 1',
            "prevent at damage.taken is offered: it is optional",
        ),
        (
            'on = "clash.absorb", op = "presence", value = 1, declare = true',
            "presence at clash.absorb is not declared",
        ),
        (
            'on = "clash.win", op = "damage", value = 1, declare = true, ' + SALVAGE,
            "nobody pays in salvage",
        ),
        (
            'on = "clash.end", op = "activation", word = "refresh", optional = true, ' + PRICE,
            "activation refresh at clash.end has no cost",
        ),
        (
            'on = "clash.compare", op = "tie", word = "win", times = 1, per = "round"',
            "tie win at clash.compare has no limit",
        ),
        (
            'on = "profile.build", op = "gain", what = "slot", value = 1, ' + WOUNDED,
            "what holds at profile.build holds without a condition",
        ),
        (
            'on = "recruit.cost", op = "modify", value = -1',
            "a price is changed by a type, for all items or those of one family",
        ),
        (
            'on = "fate.roll", op = "modify", value = 1, to = "captain"',
            "modify at fate.roll does not reach captain",
        ),
    ],
)
def test_what_nothing_comes_of_is_told(effect: str, sentence: str) -> None:
    """MS-EFF-5: an effect that would never work has no place in a campaign."""
    expected = [f"content/charm.toml:7: item charm: {sentence}"]
    assert told(written(charm=ITEM.format(effect))) == expected


def taught(story: Story, *effects: Effect) -> Story:
    """The story if the ability Stubborn did this."""
    opened, *rest = story.events
    assert isinstance(opened, BattleOpened)
    (content,) = opened.content
    abilities = tuple(
        replace(one, effects=effects) if one.id == "stubborn" else one for one in content.abilities
    )
    story.events = (replace(opened, content=(replace(content, abilities=abilities),)), *rest)
    story.battle = reduce(play.evolve, story.events, Fighting())
    return story


def test_an_effect_opens_objectives_to_a_type() -> None:
    """MS-TYP-3, MS-GEN-4: no creature repairs, but this one; of knowledge it has no more."""
    beast = member("Beast", 6, "creature", abilities=("stubborn",), at="turbine")
    story = Story(
        crew("Ash", beast, at="switchyard"),
        crew("Iron", *d(8, "Nine"), at="gallery"),
        scenario="wake-the-press",
    )
    assert story.refused(interact("Beast", "prime")) == "MS-TYP-3"
    effect = Effect(on="action.interact", op="permit", what="interact_tag", word="repair")
    assert taught(story, effect).do(interact("Beast", "prime")).battle.channels[0].amount == 1
    effect = Effect(on="action.interact", op="permit", what="interact_tag", word="knowledge")
    assert taught(story, effect).refused(interact("Beast", "prime")) == "MS-TYP-3"


def test_an_effect_lets_a_defender_choose() -> None:
    """MS-CLA-18: Nine defends against Rat and absorbs Cat, as others may not."""
    nine = member("Nine", 8, abilities=("stubborn",))
    story = Story(crew("Ash", *d(6, "Rat", "Cat")), crew("Iron", nine))
    struck, answer = clash("Rat > Nine", "Cat > Nine"), respond("Nine against Rat")
    assert story.do(struck).refused(answer) == "MS-CLA-18"
    story = taught(story, Effect(on="clash.respond", op="respond", word="per_initiator"))
    story = story.do(struck, answer, roll(2, 5), roll(1))
    assert [event.mode for event in story.all(ClashFought)] == ["defend", "absorb"]


def test_a_win_does_something_to_whom_it_says() -> None:
    """MS-EFF-4: left out, `to` is the bearer: the winner hides, the loser does not."""
    rat = member("Rat", 6, abilities=("stubborn",))
    story = Story(crew("Ash", rat, *d(6, "Cat")), crew("Iron", *d(8, "Nine", "Ten")))
    hides = Effect(on="clash.win", op="status", word="add", what="hidden", until="end_of_round")
    story = taught(story, hides).do(clash("Rat > Nine"), absorb, roll(5))
    assert [len(story[name].statuses) for name in ("Rat", "Nine")] == [1, 0]


@pytest.mark.parametrize(("cat", "choked"), [("hall", 1), ("well", 0)])
def test_a_fall_does_something_on_its_condition(cat: str, choked: int) -> None:
    """MS-EFF-4: who falls beside a crewmate chokes its enemies; alone it does not."""
    chokes = Effect(
        on="unit.incapacitated",
        op="status",
        word="add",
        what="choked",
        to="enemies_in_area",
        when=(Condition("ally_in_area"),),
    )
    ours = crew("Ash", member("Rat", 4, abilities=("stubborn",)), member("Cat", 4, at=cat))
    story = taught(Story(ours, crew("Iron", *d(8, "Nine")), begins="Iron"), chokes)
    story = story.do(clash("Nine > Rat"), absorb, roll(8))
    assert story["Rat"].fallen
    assert len(story["Nine"].statuses) == choked


def test_an_ability_may_give_a_second_fate_roll() -> None:
    """MS-FAT-3, MS-EFF-5: what lets a fate be rolled twice need be no item: of 3 and 16 the 16."""
    rat = member("Rat", 6, abilities=("stubborn",), out=True)
    story = Story(crew("Ash", rat, *d(6, "Cat")), crew("Iron", *d(6, "Nine"), at="well"))
    twice = Effect(on="fate.roll", op="reroll", word="keep_best", optional=True)
    night = Night(taught(story, twice)).do(roll(3))
    assert night.asks == ("fate-relic", "Ash")
    assert night.do(yes(), roll(16)).told(FateResolved).result == "recovers"


def test_an_effect_makes_mending_cheap() -> None:
    """MS-FAT-7, MS-EFF-3: an injury goes for 1 of the 6 of a draw, and no battle is missed."""
    rat = member("Rat", 6, abilities=("stubborn",), injuries=("lamed",))
    story = Story(crew("Ash", rat), crew("Iron", *d(6, "Nine")))
    mends = Effect(on="profile.build", op="permit", what="repair_injury_cost", value=1)
    night = Night(taught(story, mends)).do(mend("Rat", "Lamed"))
    assert (night.member("Rat").injuries, night.member("Rat").misses_next) == ((), False)
    assert night.crew("Ash").treasury == 5
