"""What happens in chapters 10 to 15 and 19 is told as the table would say it."""

import pytest

from domain.terms import Action
from tests.story import (
    Story,
    absorb,
    choose,
    clash,
    concede,
    conclude,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    no,
    note,
    respond,
    roll,
    ruling,
)

HOUSE = {"leave_contested": "opposed_roll", "objective_contest": "opposed"}
HALL = Story(
    crew("Ash", member("Oum", 10, captain=True, lost=2), member("Rat", 6, "mycelian", lost=1)),
    crew("Iron", member("Nine", 8), member("Ten", 6, lost=1)),
    house=HOUSE,
)
LATE = Story(
    crew("Ash", member("Oum", 10, captain=True, lost=3), *d(4, "Rat")),
    crew("Iron", *d(8, "Nine", "Ten")),
    house={"captain_zero": "will_roll", "captain_fall_effect": "crew_withdraws"},
    begins="Iron",
)
FALLS = (
    "Captain Oum falls in the Granary Hall, felled by Nine; Ash withdraws at the end of round 2."
)
QUIET = Story(crew("Ash", member("Rat", 4, "creature")), crew("Iron", *d(20, "Nine"), at="tower"))


@pytest.mark.parametrize(
    ("story", "line", "sentences"),
    [
        (
            HALL.do(clash("Rat > Ten"), absorb),
            roll(4),
            [
                "Ten loses 1 Health (2 lost); it may roll 2 at most.",
                "Ten is incapacitated in the Granary Hall, felled by Rat.",
                "Rat regains 1 Health (Mycelian); 0 still lost; it may roll 6 at most.",
            ],
        ),
        (
            HALL.do(hold("Rat"), clash("Nine > Oum"), absorb),
            roll(3),
            [
                "Oum loses 1 Health (3 lost); it may roll 4 at most.",
                "Oum is broken, and fights on.",
            ],
        ),
        (
            LATE.do(clash("Nine > Oum"), absorb, roll(8)),
            roll(3),
            [
                "Oum gives way (d10 3).",
                FALLS,
            ],
        ),
        (
            LATE.do(clash("Nine > Oum"), absorb, roll(8)),
            roll(9),
            ["Oum is hurt again and stands (d10 9 capped 4)."],
        ),
        (HALL, move("Rat", "well"), ["Rat sets out for the Well Yard."]),
        (HALL.do(move("Rat", "well")), choose("Nine"), ["Nine opposes Rat."]),
        (
            HALL.do(move("Rat", "well"), choose("Nine")),
            roll(1, 2),
            [
                "Rat d6 1 against Nine d8 2: is held.",
                "Rat does not get away from the Granary Hall.",
                "Rat has acted (moved).",
                "Ash has taken its turn (move).",
            ],
        ),
        (
            HALL.do(move("Rat", "well"), choose("Nine")),
            roll(2, 2),
            [
                "Rat d6 2 against Nine d8 2: gets away.",
                "Rat moves from the Granary Hall to the Well Yard.",
            ],
        ),
        (
            HALL.do(move("Rat", "well")),
            no,
            [
                "Iron declines (to dispute the move).",
                "Rat moves from the Granary Hall to the Well Yard.",
            ],
        ),
        (HALL, interact("Rat", "bins"), ["Rat turns to open a bin."]),
        (
            HALL.do(interact("Rat", "bins"), choose("Ten")),
            roll(3, 2),
            [
                "Rat d6 3 against Ten d6 2: succeeds.",
                "Rat brings open a bin (copy 1) to 1 of 1.",
                "Rat completes open a bin (copy 1) for Ash.",
                "Ash scores 2 (Open a bin): 2 in all.",
            ],
        ),
        (
            HALL.do(interact("Rat", "bins"), choose("Ten")),
            roll(2, 2),
            ["Rat d6 2 against Ten d6 2: fails."],
        ),
        (QUIET, interact("Rat", "bins"), ["Rat begins to open a bin (copy 1, 1 progress)."]),
        (
            QUIET.do(interact("Rat", "bins"), ruling("Rat out")),
            hold("Nine"),
            [
                "Rat was interrupted: open a bin (copy 1).",
                "Iron controls the Bell Tower.",
                "Round 1 ends.",
                "The battle ends (at most one crew still stands): Ash 0, Iron 0; a draw.",
            ],
        ),
        (
            QUIET.do(hold("Rat"), hold("Nine"), hold("Rat")),
            move("Nine", "well"),
            [
                "Iron controls the Well Yard.",
                "Iron no longer controls the Bell Tower.",
                "Round 2 ends.",
                "Round 3 begins.",
            ],
        ),
        (QUIET.do(hold("Rat")), concede("Ash"), ["Ash will concede at the end of the round."]),
        (
            QUIET,
            concede("Ash"),
            ["Ash concedes.", "The battle ends (conceded): Ash 0, Iron 0; a draw."],
        ),
        (
            QUIET.do(concede("Iron")),
            conclude,
            ["The battle is concluded."],
        ),
        (QUIET, note("rang it twice", "Rat"), ["Note on Rat: rang it twice"]),
        (QUIET, ruling("Rat gains stunned"), ["Rat is stunned until the end of round 1."]),
        (
            QUIET.do(ruling("Rat gains stunned")),
            ruling("Rat sheds stunned", "Rat acted", "Rat ready"),
            [
                "Rat is no longer stunned.",
                "Rat has acted (ruling).",
                "Rat may act again (ruling).",
            ],
        ),
        (
            QUIET,
            ruling("Rat at well"),
            ["Rat moves from the Granary Hall to the Well Yard (ruling)."],
        ),
        (
            QUIET.do(ruling("Rat loses 1")),
            ruling("Rat back"),
            ["Rat is back (0 Health lost); it may roll 4 at most."],
        ),
    ],
)
def test_what_happens_is_told(story: Story, line: Action, sentences: list[str]) -> None:
    """MS-EVT-1: each event is a sentence of the table, with whoever it is about by name."""
    told = [event.told() for event in story.when(line)]
    missing = [sentence for sentence in sentences if sentence not in told]
    assert not missing, told


def test_a_withdrawal_is_told() -> None:
    """MS-CAP-8 `crew_withdraws`: with its reason."""
    story = LATE.do(clash("Nine > Oum"), absorb, roll(8), roll(1), hold("Rat"), hold("Ten"))
    story = story.do(hold("Rat"), hold("Nine"), hold("Ten"))
    told = [event.told() for event in story.new]
    assert "Ash withdraws: its Captain has fallen." in told


def test_initiative_forfeited_is_told() -> None:
    """MS-CAP-8 `initiative_lost`."""
    story = Story(
        crew("Ash", member("Oum", 10, captain=True), *d(4, "Rat")),
        crew("Iron", *d(8, "Nine")),
        house={"captain_fall_effect": "initiative_lost"},
    ).do(ruling("Oum out"))
    told = [event.told() for event in story.new]
    assert "Captain Oum falls in the Granary Hall; Ash goes last from now on." in told


def test_ends_that_others_brought_about_are_told() -> None:
    """MS-OBJ-12: who was beaten to it, and who had nothing left to do."""
    story = Story(
        crew("Ash", *(member(n, 4, "creature") for n in ("Rat", "Cat"))),
        crew("Iron", member("Nine", 20, "creature")),
    ).do(interact("Rat", "bins", 1), interact("Nine", "bins", 1), interact("Cat", "bins", 1))
    told = [event.told() for event in story.new]
    assert "Nine was interrupted: open a bin (copy 1) (another crew was first)." in told
    assert "Cat had nothing left to do: open a bin (copy 1) was done already." in told


def test_a_roll_made_anew_is_told() -> None:
    """MS-EVT-5."""
    story = Story(
        crew("Ash", member("Rat", 6, lost=1)),
        crew("Iron", *d(10, "Nine")),
        house={"lost_health_cap": "reroll"},
    ).do(clash("Rat > Nine"), respond("Nine"), roll(6, 2), ruling("Rat regains 1"))
    told = [event.told() for event in story.new]
    assert "Ruling: so the table rules (the roll that was begun is made anew)" in told
