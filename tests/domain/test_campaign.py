"""A campaign: founding, names, house rules, lists of crews and battles."""

import pytest

from domain.books import Books
from domain.campaign import (
    BattleClosed,
    BattleListed,
    CampaignFounded,
    CampaignRenamed,
    CrewListed,
    FoundCampaign,
    HouseSet,
    RenameCampaign,
    SetHouse,
    warnings,
)
from domain.house import Setting
from domain.terms import Action, NotFound, RuleBroken, Who, WrongUsage
from tests.domain.household import GAME, Household

ASH = Who("crew-ash", "Ash")
IRON = Who("crew-iron", "Iron")


def founded(*house: Setting, preset: str = "") -> Household:
    """A campaign with these house rules."""
    home = Household()
    home.judge("campaign", FoundCampaign(name="The Final Age", preset=preset, house=house))
    return home


def test_a_campaign_is_founded_once() -> None:
    """It has the game's name and edition; house rules that are defaults are not kept."""
    home = Household()
    house = (Setting("ties", "reroll"), Setting("runout", "opponent_continues"))
    assert home.judge("campaign", FoundCampaign(name=" The Final Age ", house=house)) == [
        CampaignFounded(
            name="The Final Age",
            game="mortisphere",
            edition="2026.1",
            house=(Setting("ties", "reroll"),),
        ),
    ]
    with pytest.raises(WrongUsage, match="The Final Age has been founded already"):
        home.judge("campaign", FoundCampaign(name="Another"))


def test_a_preset_is_several_settings() -> None:
    """What is set besides goes before the preset."""
    home = founded(Setting("absorb", "fixed_3"), preset="bare_text")
    assert {one.option: one.value for one in home.books.house} == {
        "absorb": "fixed_3",
        "swarm_roll": "disabled",
        "captain_zero": "unkillable",
        "modifier_limit": "unlimited",
    }
    assert founded(preset="recommended").books.house == ()


def test_a_preset_is_named_rightly() -> None:
    """MS-FAT-2: gritty sets recovery to one Health a battle; a slip of the finger is put right."""
    assert Setting("recovery", "one_health") in founded(preset="gritty").books.house
    with pytest.raises(NotFound, match="no preset is called grity") as refused:
        founded(preset="grity")
    assert refused.value.hint == "gritty is near"


def test_a_campaign_is_renamed() -> None:
    """Its name changes, and there and back again."""
    home = founded()
    assert home.judge("campaign", RenameCampaign(name="The Last Age")) == [
        CampaignRenamed(name="The Last Age", before="The Final Age"),
    ]
    with pytest.raises(WrongUsage, match="already"):
        home.judge("campaign", RenameCampaign(name="The Last Age"))
    home.judge("campaign", RenameCampaign(name="The Final Age"))
    assert home.books.name == "The Final Age"


def test_a_house_rule_is_set() -> None:
    """Old and new value are on record; setting it back is another change."""
    home = founded()
    assert home.judge("campaign", SetHouse(option="ties", value="reroll")) == [
        HouseSet(option="ties", before="both_survive", after="reroll"),
    ]
    assert home.books.setting("ties", "both_survive") == "reroll"
    with pytest.raises(RuleBroken, match="MS-RES-8: ties is reroll already"):
        home.judge("campaign", SetHouse(option="ties", value="reroll"))
    home.judge("campaign", SetHouse(option="ties", value="both_survive"))
    assert home.books.setting("ties", "?") == "both_survive"


LISTED = "acta house list, in a campaign, shows them"


@pytest.mark.parametrize(
    ("option", "value", "sentence", "hint"),
    [
        ("tise", "reroll", "no house rule is called tise", "ties is near"),
        ("", "reroll", "no house rule is called ", LISTED),
        ("ties", "rerol", "ties has no value rerol", "reroll is near"),
        ("runout", "x", "runout has no value x", "there are opponent_continues, round_ends"),
        ("x" * 5000, "y", "no house rule is called xxx", LISTED),
    ],
)
def test_a_wrong_house_rule_is_refused(option: str, value: str, sentence: str, hint: str) -> None:
    """The nearest right word is told."""
    with pytest.raises(NotFound) as refused:
        founded().judge("campaign", SetHouse(option=option, value=value))
    assert refused.value.message.startswith(sentence)
    assert refused.value.hint == hint


def test_what_is_carried_has_a_house_rule() -> None:
    """MS-OBJ-13: every option of the rulebook can be set, what a bearer drops among them."""
    home = founded()
    home.judge("campaign", SetHouse(option="drop_carried", value="destroyed"))
    assert home.books.house == (Setting("drop_carried", "destroyed"),)
    assert founded(Setting("drop_carried", "in_area")).books.house == ()


def test_house_rules_that_tilt_the_game_are_warned_of() -> None:
    """MS-ABS-4: auto_hit favours hordes."""
    assert warnings(GAME, founded(Setting("absorb", "auto_hit")).books) == (
        "absorb auto_hit favours hordes",
    )
    assert warnings(GAME, founded(Setting("ties", "reroll")).books) == ()


@pytest.mark.parametrize(
    "action",
    [RenameCampaign(name="X"), SetHouse(option="ties", value="reroll")],
)
def test_nothing_comes_before_the_founding(action: Action) -> None:
    """No campaign has been founded here."""
    with pytest.raises(WrongUsage, match="no campaign has been founded here"):
        Household().judge("campaign", action)


def test_battles_are_numbered_and_keep_crews() -> None:
    """A crew fights in one battle until that is closed; numbers are used once."""
    home = founded()
    for who in (ASH, IRON):
        home.tell("campaign", CrewListed(crew=who, player="Ana"))
    assert home.books.next_battle == "battle-1"
    home.tell("campaign", BattleListed(battle="battle-1", scenario="x", crews=(ASH, IRON)))
    assert home.books.next_battle == "battle-2"
    assert home.books.crew("crew-ash").open_battle == "battle-1"
    home.tell("campaign", BattleClosed(battle="battle-1"))
    assert home.books.crew("crew-ash").open_battle == ""
    assert home.books.crew("crew-iron").founding is False


def test_a_campaign_has_no_end_of_its_own() -> None:
    """MS-CAM-3: after a hundred battles there is a next one; when it is over the organiser says."""
    home = founded()
    for number in range(1, 101):
        opened = BattleListed(battle=f"battle-{number}", scenario="last-granary", crews=())
        home.tell("campaign", opened)
        home.tell("campaign", BattleClosed(battle=opened.battle))
    assert home.books.next_battle == "battle-101"


def test_a_battle_taken_back_keeps_its_number() -> None:
    """Its story has lines: the next battle has another."""
    home = founded()
    opened = BattleListed(battle="battle-7", scenario="x", crews=())
    assert home.rules.struck(home.books, opened).next_battle == "battle-8"
    assert home.rules.struck(home.books, BattleClosed(battle="battle-7")) == home.books


def test_events_are_told() -> None:
    """One sentence each, with the names as they were."""
    told = [
        CampaignFounded(name="Age", game="mortisphere", edition="2026.1"),
        CampaignFounded(name="Age", game="g", edition="1", house=(Setting("ties", "reroll"),)),
        CampaignRenamed(name="B", before="A"),
        HouseSet(option="ties", before="a", after="b"),
        CrewListed(crew=ASH, player="Ana"),
        CrewListed(crew=ASH, player="Ana", before="Rust"),
        BattleListed(battle="battle-1", scenario="The Last Granary", crews=(ASH, IRON)),
        BattleClosed(battle="battle-1"),
        BattleClosed(battle="battle-1", void=True),
    ]
    assert [event.told() for event in told] == [
        "Age begins (mortisphere 2026.1).",
        "Age begins (g 1): ties is reroll.",
        "The campaign A is now B.",
        "House rule ties: b instead of a.",
        "Ash, led by Ana, is in the campaign's list.",
        "Ash, led by Ana, is in the campaign's list, formerly Rust.",
        "Battle-1 opens (The Last Granary): Ash, Iron.",
        "Battle-1 is closed.",
        "Battle-1 is closed and void.",
    ]


def test_books_are_empty_at_first() -> None:
    """Nothing is known before the founding."""
    assert Household().books == Books()
    with pytest.raises(NotFound, match="the campaign has no crew crew-ash"):
        Books().crew("crew-ash")
