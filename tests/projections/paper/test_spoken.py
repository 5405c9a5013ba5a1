"""Cards and rosters in words: labels by code, boxes told for who does not see them."""

from msgspec.structs import replace

from domain.paper import Boxes, Card, Entry, Figure, Group
from projections.paper import spoken
from projections.paper.decks import Deck
from tests.on_paper import FRAME, SOURCE, card


def test_labels_have_words_and_what_nobody_knows_is_said_as_it_stands() -> None:
    """A code of the catalogue is said in its words; one of another game in its own."""
    assert spoken.label(FRAME, "lasting_injuries") == "Injuries"
    assert spoken.label(FRAME, "misses_next") == "Misses its next battle"
    assert spoken.label(FRAME, "lost") == "Dead"
    assert spoken.label(FRAME, "left_ears") == "left ears"
    assert spoken.label(FRAME, "control of {area} %s") == "control of {area} %s"


def test_boxes_are_told_in_a_sentence() -> None:
    """Three boxes, of which one is ticked; those of rounds bear numbers."""
    told = spoken.said_boxes(FRAME, Boxes("health", 3, 1))
    assert (told["ticks"], told["told"]) == ([True, False, False], "Health: 1 of 3 ticked")
    assert not told["numbered"]
    assert spoken.said_boxes(FRAME, Boxes("acted", 2))["numbered"]


def test_a_roster_has_words_for_injuries_and_names_for_the_rest() -> None:
    """What an ability does stands on the card; what an injury does, in the roster too."""
    one = Card(
        title="Vex",
        figures=(Figure("die", "d8"),),
        groups=(
            Group("abilities", (Entry("Stubborn", "Wins ties."),)),
            Group("lasting_injuries", (Entry("Lamed", "-1 when it initiates."),)),
        ),
    )
    other = Card(title="Rook", figures=(Figure("grade", "palus"), Figure("die", "d6")))
    told = spoken.roster(FRAME, Deck(id="crew-x", crew="Ash", player="Ana", cards=(one, other)))
    assert told["rows"][1]["figures"] == [["Grade", "palus"], ["Die", "d6"]]
    groups = told["rows"][0]["groups"]
    assert groups[0]["entries"] == [["Stubborn", ""]]
    assert groups[1]["entries"] == [["Lamed", "-1 when it initiates."]]
    assert told["count"] == "2 members"
    assert ["In store", "nothing"] in told["head"]


def test_a_blank_roster_has_lines_to_write_on() -> None:
    """Each of its groups has one, and nobody is named."""
    blank = Card(kind="type", leads="Chief", groups=(Group("abilities", room=3),))
    told = spoken.roster(FRAME, Deck(cards=(blank,) * 2))
    assert [row["groups"][0]["room"] for row in told["rows"]] == [1, 1]
    assert told["rows"][0]["kind"] == "Type"
    assert (told["blank"], told["count"]) == (True, "")


def test_what_stands_at_the_foot() -> None:
    """Of a record all that is known of it; below a blank form only whose form it is."""
    full, rest = spoken.foot(FRAME, SOURCE)
    assert rest == ()
    for part in ("Winter", "battle-1/9", "Sixes 1", "pace slow", "acta 0.2.0", "clean"):
        assert part in full
    assert spoken.foot(FRAME, SOURCE, blank=True).line == "Sixes 1 \u00b7 acta 0.2.0"


def test_many_house_rules_are_told_at_the_end() -> None:
    """Below a sheet they are counted; what ends the sheets has all of them."""
    house = tuple((f"option_{number}", "unlimited") for number in range(30))
    foot = spoken.foot(FRAME, replace(SOURCE, house=house))
    assert "House rules: 30, told at the end" in foot.line
    assert "option_7" not in foot.line
    assert "option_29 unlimited" in dict(foot.rest)["House rules"]


def test_a_card_that_goes_on_says_which_part_it_is() -> None:
    """Boxes and figures stand on the first only."""
    deck = Deck(id="crew-x", crew="Ash", cards=(card(1, "Vex", abilities=30, history=200),))
    told = spoken.deck_of_cards(FRAME, deck)
    parts = [one for leaf in told["leaves"] for column in leaf for one in column]
    assert [one["part"] for one in parts] == [
        f"{n} of {len(parts)}" for n in range(1, len(parts) + 1)
    ]
    assert [bool(one["boxes"]) for one in parts] == [True, *[False] * (len(parts) - 1)]
    assert [one["acted"] is not None for one in parts] == [True, *[False] * (len(parts) - 1)]
