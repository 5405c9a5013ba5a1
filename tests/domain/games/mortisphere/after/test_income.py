"""Chapter 18, income, underdogs, rewards, discoveries (MS-REC-9, -10, MS-SCN-2)."""

import pytest

from domain.aftermath import ItemGained, ScenarioChoiceGained, TreasuryChanged
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.discoveries import DiscoveryMade, ItemFound
from domain.games.mortisphere.after.income import IncomeSettled
from domain.games.mortisphere.after.profile import maximum
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.roster import MemberRecruited
from domain.terms import Event, Who
from tests.evening import Night, done, no, recruit
from tests.story import Story, crew, d, member, roll

BEGIN = OpenAftermath()
NAMES = {"bins": "Open a bin", "cisterns": "Empty a cistern", "lever": "Throw the lever"}


def meeting(**house: str) -> Story:
    """Two crews of one d8 each, both of rating 8."""
    return Story(
        crew("Ash", member("Sura", 8, captain=True)), crew("Iron", *d(8, "Nine")), house=house
    )


def completed(story: Story, who: str, objective: str, copy: int = 1) -> Event:
    """A crew of Sura's completed an objective."""
    return ObjectiveCompleted(
        crew=story.who("Ash"),
        objective=Who(objective, NAMES[objective]),
        copy=copy,
        by=story.who(who),
    )


def receipts(night: Night, name: str) -> list[tuple[int, str]]:
    """What a crew earned and why."""
    return [(one.amount, one.reason) for one in night.all(TreasuryChanged) if one.crew.name == name]


def test_a_battle_earns_four_and_more_for_its_result() -> None:
    """MS-CAM-1, MS-REC-9: 4, +3 for the winner, +1 for the loser: equal crews are equal no more."""
    night = Night(meeting(), "Ash").do(BEGIN)
    assert receipts(night, "Ash") == [(4, "a battle fought"), (3, "a battle won")]
    assert receipts(night, "Iron") == [(4, "a battle fought"), (1, "a battle lost")]
    assert (night.crew("Ash").treasury, night.crew("Iron").treasury) == (7, 5)


def test_a_draw_is_two_each() -> None:
    """Case 14, MS-REC-9: a draw is no loss."""
    night = Night(meeting(), "").do(BEGIN)
    assert (
        receipts(night, "Ash")
        == receipts(night, "Iron")
        == [
            (4, "a battle fought"),
            (2, "a draw"),
        ]
    )


def test_the_scenario_pays_for_each_copy() -> None:
    """MS-SCN-2: The Last Granary gives 1 salvage for each bin and cistern."""
    story = meeting()
    told = [completed(story, "Sura", *row) for row in (("bins", 1), ("bins", 2), ("cisterns", 1))]
    night = Night(story, "", *told).do(BEGIN)
    assert receipts(night, "Ash")[2:] == [(2, "Open a bin, 2 times"), (1, "Empty a cistern")]


def test_income_may_be_flat() -> None:
    """MS-REC-9 `flat_6`: 6 for everybody, whatever the result; finds are no income."""
    story = meeting(income="flat_6")
    night = Night(story, "Ash", completed(story, "Sura", "bins")).do(BEGIN)
    assert receipts(night, "Ash") == receipts(night, "Iron") == [(6, "a battle fought")]
    assert night.asks == ("find", "Ash")


@pytest.mark.parametrize(("larger", "share"), [(12, 0), (20, 2), (4, 0)])
def test_the_underdog_earns_more(larger: int, share: int) -> None:
    """MS-REC-10: 1 salvage for each full 5 of rating difference: 4 gives 0, 12 gives 2."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", member("Nine", larger)))
    night = Night(story, "").do(BEGIN)
    assert sum(n for n, why in receipts(night, "Ash") if why == "underdog") == share


def test_an_underdog_earns_four_at_most() -> None:
    """MS-REC-10: a gap of 32 would be 6."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(20, "Nine", "Ten")))
    assert (4, "underdog") in receipts(Night(story, "").do(BEGIN), "Ash")
    off = Story(
        crew("Ash", *d(8, "Sura")),
        crew("Iron", *d(20, "Nine", "Ten")),
        house={"underdog": "none"},
    )
    assert len(receipts(Night(off, "").do(BEGIN), "Ash")) == 2


def test_an_index_brings_salvage() -> None:
    """Index of Endings: standing at the end, the crew gains 1 salvage."""
    story = Story(
        crew("Ash", member("Sura", 8, items=("index-of-ends",))), crew("Iron", *d(8, "Nine"))
    )
    assert (1, "Index of Endings") in receipts(Night(story, "").do(BEGIN), "Ash")


def test_the_same_item_twice_does_not_stack_at_home_either() -> None:
    """MS-EQP-3: two Indexes bring 1 salvage; two Second Hearts make 5 of a d12's 4 Health."""
    things = ("index-of-ends", "index-of-ends", "second-heart", "second-heart")
    story = Story(crew("Ash", member("Sura", 12, items=things)), crew("Iron", *d(8, "Nine")))
    night = Night(story, "").do(BEGIN)
    assert [amount for amount, why in receipts(night, "Ash") if why == "Index of Endings"] == [1]
    book, sura = night.evening.battle.book, night.member("Sura")
    assert (maximum(book, sura), story["Sura"].health) == (5, 5)


def test_income_comes_once() -> None:
    """Case 23, 32: it is settled by one event, and not again by any later line."""
    night = Night(meeting(), "").do(BEGIN)
    assert len(night.all(IncomeSettled)) == 1
    assert night.do(done).all(TreasuryChanged) == []


# Finds


def test_the_winner_makes_a_discovery() -> None:
    """MS-SCN-2, hole 32: a d12; its finder is the Captain."""
    night = Night(meeting(), "Ash").do(BEGIN)
    assert (night.asks, night.sides) == (("find", "Ash"), [12])
    told = night.do(roll(2)).told(DiscoveryMade)
    assert (told.result, told.finder[0].name) == ("cache", "Sura")


@pytest.mark.parametrize(
    ("natural", "family", "item"),
    [
        (3, "industrial", "rivet-gun"),
        (4, "industrial", "rivet-gun"),
        (5, "biological", "second-heart"),
        (7, "relic", "saints-finger"),
        (8, "ancient", "arc-lance"),
        (9, "extinct", "glass-sigil"),
    ],
)
def test_an_item_of_a_family_is_a_lot(natural: int, family: str, item: str) -> None:
    """Discoveries 3 to 9: a lot among the six of the family, into the store."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(natural))
    assert (night.asks, night.sides) == (("find", "Ash"), [6])
    found = night.do(roll(1))
    assert (found.told(ItemFound).family, found.told(ItemFound).item.id) == (family, item)
    (stored,) = found.crew("Ash").store
    assert stored.kind == item
    assert stored.id.startswith("battle-1/")
    assert stored.id.endswith(f"#{item}")
    assert found.told(ItemGained).bearer == ()


def test_a_lesson_for_the_finder() -> None:
    """Discovery 11: 2 experience; an advance that it earns is taken before all else."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(11))
    assert night.member("Sura").experience == 3
    assert night.asks == ("advance", "Ash")


def test_the_impossible_door() -> None:
    """Discovery 12: 1 salvage, and the choice of the next scenario."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(12))
    assert night.told(ScenarioChoiceGained).crew.name == "Ash"
    assert night.crew("Ash").chooses_scenario
    assert night.crew("Ash").treasury == 8


def test_a_follower_joins_without_cost() -> None:
    """Case 5, Discovery 10: a d4 of any type: value 4, paid 0, no recruit of the three."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(10))
    assert night.asks == ("follower", "Ash")
    assert night.refused(recruit("Pip", "mutant d6")) == "MS-REC-2"
    joined = night.do(recruit("Pip", "mutant d4"))
    told = joined.told(MemberRecruited)
    assert (told.cost, told.free, told.die, told.treasury) == (0, True, 4, 7)
    assert joined.crew("Ash").recruited == 0
    assert joined.member("Pip").die == 4
    assert joined.asks == ("shop", "Ash")


def test_a_follower_pays_for_what_it_brings() -> None:
    """Discovery 10: itself without cost, a blade and a second Health are paid for."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(10))
    told = night.do(recruit("Pip", "mutant d4", health=2, items=("Crude Blade",)))
    assert told.told(MemberRecruited).cost == 3
    assert told.crew("Ash").treasury == 4


def test_a_follower_may_be_sent_away() -> None:
    """Discovery 10: nobody must take it."""
    night = Night(meeting(), "Ash").do(BEGIN, roll(10), no)
    assert night.asks == ("shop", "Ash")


def test_a_lever_gives_an_ancient_item() -> None:
    """Wake the Press: 3 salvage for the winner, an ancient item for whoever threw the lever."""
    story = Story(
        crew("Ash", *d(8, "Sura"), at="switchyard"),
        crew("Iron", *d(8, "Nine"), at="gallery"),
        scenario="wake-the-press",
    )
    night = Night(story, "Iron", completed(story, "Sura", "lever")).do(BEGIN)
    assert night.asks == ("advance", "Ash")
    night = night.do(roll(10))
    assert (3, "the scenario's reward") in receipts(night, "Iron")
    assert (night.asks, night.sides) == (("find", "Ash"), [6])
    assert night.do(roll(2)).told(ItemFound).item.name == "Aegis Remnant"
