"""Failures of other tools, tried on a battle of ours, under the numbers of the list of cases."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.staging import Stage
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import HealthLost
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.rounds import RoundBegan, RoundEnded
from domain.games.mortisphere.turns import TurnTaken
from domain.ledger.fold import masked
from domain.terms import Action, Event, RuleBroken, tag
from tests.golden import FILES, digest, of_text, played
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
    note,
    respond,
    roll,
    ruling,
)

ROOT = Path(__file__).parents[4]


def test_case_19_a_modified_injury_is_told_once() -> None:
    """Case 19: a wound under a modifier is one event and one line of the told story."""
    story = Story(
        crew("Ash", member("Vex", 6), at="gallery"),
        crew("Iron", member("Nine", 8, lost=1), at="gallery"),
        scenario="wake-the-press",
    ).do(clash("Vex > Nine"), respond("Nine"), roll(5, 4))
    # 5 against 4 - 1 (wounded, in the Coolant Gallery)
    assert story.fights() == [(5, 3, "initiator")]
    assert len(story.all(HealthLost)) == 1
    told = [event.told() for event in story.new]
    assert [line for line in told if "loses" in line] == [
        "Nine loses 1 Health (2 lost); it may roll 4 at most."
    ]
    assert len(set(told)) == len(told)


MEETING = Story(
    crew("Ash", member("Rat", 4, "creature"), *d(4, "Cat", "Dog")),
    crew("Iron", member("Nine", 8), member("Ten", 8)),
)
OVER = MEETING.do(ruling("Nine out", "Ten out"), hold("Rat"), hold("Cat"), hold("Dog"))


@pytest.mark.parametrize(
    ("story", "line", "events"),
    [
        (MEETING, hold("Rat"), ["member-held", "member-activated", "turn-taken"]),
        (MEETING, move("Rat", "well"), ["member-moved", "member-activated", "turn-taken"]),
        (
            MEETING,
            interact("Rat", "bins"),
            ["objective-channelled", "member-activated", "turn-taken"],
        ),
        (MEETING, clash("Rat > Nine"), ["clash-declared"]),
        (MEETING.do(clash("Rat > Nine")), absorb, ["clash-answered"]),
        (
            MEETING.do(clash("Rat > Nine"), absorb),
            roll(1),
            ["clash-fought", "member-activated", "clash-over"],
        ),
        (
            MEETING.do(clash("Rat > Nine"), respond("Nine")),
            roll(4, 2),
            ["clash-fought", "health-lost", "member-activated", "member-activated", "clash-over"],
        ),
        (
            MEETING.do(clash("swarm Rat, Cat, Dog > Nine"), respond("Nine"), roll(1, 1, 1, 8)),
            choose("Rat", "Cat"),
            [
                "blows-given",
                "health-lost",
                "member-incapacitated",
                "health-lost",
                "member-incapacitated",
                "member-activated",
                "member-activated",
                "clash-over",
            ],
        ),
        (MEETING, note("a cold night"), ["note-added"]),
        (MEETING, ruling("Rat acted"), ["ruling-recorded", "member-activated"]),
        (MEETING, concede("Iron"), ["crew-withdrew", "points-scored", "battle-ended"]),
        (OVER, conclude, ["battle-concluded", "battle-closed"]),
    ],
)
def test_case_20_a_line_writes_its_own_events_and_no_others(
    story: Story, line: Action, events: list[str]
) -> None:
    """Case 20: exactly these, in this order, each once."""
    names = [tag(type(event)) for event in story.when(line)]
    assert [name.rpartition(".")[2].removesuffix("/1") for name in names] == events


def test_case_22_a_round_begins_once() -> None:
    """Case 22: whatever is asked, noted or ruled between, a round starts and its upkeep is once."""
    story = MEETING
    for name in ("Rat", "Nine", "Cat", "Ten"):
        story = story.do(hold(name), note("between"), ruling())
    story = story.do(hold("Dog"))
    assert [e.round for e in story.events if isinstance(e, RoundBegan)] == [1, 2]
    assert [e.round for e in story.events if isinstance(e, RoundEnded)] == [1]
    assert story.ready == {"Rat", "Cat", "Dog", "Nine", "Ten"}
    assert [e.round for e in story.do(note("again")).new if isinstance(e, RoundBegan)] == []


def golden(hash_seed: str) -> str:
    """The digest of the hand-worked battles in another process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    "hash_seed", ["0", pytest.param("1", marks=pytest.mark.long), "4294967295"]
)
def test_case_76_no_order_of_a_hash_shows(hash_seed: str) -> None:
    """Case 76: of both games, lines, shown battles, legal lines: the same bytes in any process."""
    assert golden(hash_seed) == digest()


def test_case_85_a_defender_has_acted_an_absorber_has_not() -> None:
    """Case 85, MS-CLA-13, -22: acting within another's turn is acting; absorbing is not."""
    declared = MEETING.do(clash("Rat > Nine", "Cat > Ten"), respond("Nine"), roll(1, 1), roll(1))
    assert [e.member.name for e in declared.all(MemberActivated)] == ["Rat", "Cat", "Nine"]
    assert declared["Nine"].acted
    assert not declared["Ten"].acted


def rounds_of(events: list[Event]) -> list[tuple[int, int]]:
    """For every turn: the rounds that had begun, and the round of the battle told so far."""
    battle, begun, seen = Fighting(), 0, []
    for event in events:
        battle = evolve(battle, event)
        begun += isinstance(event, RoundBegan)
        if isinstance(event, TurnTaken):
            seen.append((begun, battle.round))
    return seen


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_86_every_turn_stands_in_its_own_round(path: Path) -> None:
    """Case 86: the round is what has been told; a battle resumed from its log goes on counting."""
    stage = played(path)
    struck = masked(stage.lines)
    events = [line.data for line in stage.lines if line.batch not in struck]
    assert all(begun == number for begun, number in rounds_of(events))
    assert [e.round for e in events if isinstance(e, RoundBegan)] == list(
        range(1, stage.table.fight.round + 1)
    )


FILE = """[game mortisphere 2026.1]
[scenario last-granary]
[mode friendly]
[dice table]
[crew "Ash"]
"Rat" creature d4
[crew "Iron"]
"Nine" machine d20
[lines]
hold Rat
hold Nine
undo
redo
undo
undo
move Rat to Granary Hall
hold Nine
hold Rat
hold Nine
"""


def row_by_row(stage: Stage) -> list[int]:
    """The round after each row."""
    rounds = []
    for row in stage.file.lines:
        stage.play(row)
        rounds.append(stage.table.fight.round)
    return rounds


def test_case_88_the_round_goes_up_by_one() -> None:
    """Case 88: also over undo and redo at a round's border, and when the log is read again."""
    stage = of_text(FILE)
    assert row_by_row(stage) == [1, 2, 1, 2, 1, 1, 1, 2, 2, 3]
    struck = masked(stage.lines)
    told = [line.data for line in stage.lines if line.batch not in struck]
    assert [e.round for e in told if isinstance(e, RoundBegan)] == [1, 2, 3]
    battle = Fighting()
    for event in told:
        battle = evolve(battle, event)
    assert battle.round == stage.table.fight.round == 3


ASKED = [
    (MEETING.do(clash("Rat > Nine"), absorb), [4]),
    (MEETING.do(clash("Rat > Nine"), respond("Nine")), [4, 8]),
    (MEETING.do(clash("swarm Rat, Cat, Dog > Nine"), respond("Nine")), [4, 4, 4, 8]),
]


@pytest.mark.parametrize(("story", "sides"), ASKED)
def test_case_119_as_many_faces_as_dice(story: Story, sides: list[int]) -> None:
    """Case 119, MS-RES-3: one face for each die that is asked for: none is left out or over."""
    assert [most for _, most in story.dice] == sides
    for count in range(1, len(sides) + 3):
        assert story.accepts(roll(*[1] * count)) is (count == len(sides))


@pytest.mark.parametrize(("face", "fits"), [(0, False), (1, True), (10, True), (11, False)])
def test_case_119_a_face_out_of_range_is_told_with_the_range(face: int, fits: bool) -> None:  # noqa: FBT001 a column
    """Case 119, MS-RES-3: a d10 shows 1 to 10; the 0 that is printed on some is their 10."""
    story = Story(crew("Ash", member("Rat", 4)), crew("Iron", member("Nine", 10)))
    story = story.do(clash("Rat > Nine"), respond("Nine"))
    assert story.accepts(roll(4, face)) is fits
    if not fits:
        with pytest.raises(RuleBroken, match=f"a d10 cannot show {face}") as refused:
            story.when(roll(4, face))
        assert refused.value.hint == "its faces are 1 to 10, its 0 is a 10"


def test_case_121_a_die_rolled_again_keeps_all_its_faces() -> None:
    """Case 121, MS-DMG-6 `reroll`: 9, 10, 4 of a d10 with 1 lost: 4 counts, all are told."""
    story = Story(
        crew("Ash", member("Sura", 6)),
        crew("Iron", member("Nine", 10, lost=1)),
        house={"lost_health_cap": "reroll"},
    ).do(clash("Sura > Nine"), respond("Nine"), roll(1, 9), roll(10), roll(4))
    die = story.one(ClashFought).dice[1]
    assert (die.before, die.natural, die.final) == ((9, 10), 4, 4)
    assert "Nine d10 4 (after 9, 10)" in story.one(ClashFought).told()


def test_case_89_the_last_round_counts_to_its_end() -> None:
    """Case 89, MS-RND-6, MS-OBJ-8: round 5 of 5, to be done and to be held.

    The bin that is opened with the last round's line counts (2), and so does the Hall that is held
    as it ends (2); whoever leaves the Hall in that round has nothing of it.
    """
    story = Story(
        crew("Ash", member("Rat", 4, "creature"), at="hall"),
        crew("Iron", member("Nine", 20, "creature"), at="tower"),
    )
    while story.battle.round < 5:
        story = story.do(hold("Rat"), hold("Nine"))
    assert story.battle.ended == ""
    opened = story.do(interact("Rat", "bins"), hold("Nine"))
    assert (opened.battle.ended, opened.points("Ash", "Iron")) == ("rounds", [4, 0])
    held = story.do(hold("Rat"), hold("Nine"))
    assert (held.battle.ended, held.points("Ash", "Iron")) == ("rounds", [2, 0])
    left = story.do(move("Rat", "well"), hold("Nine"))
    assert (left.battle.ended, left.points("Ash", "Iron")) == ("rounds", [0, 0])


def test_case_127_who_cannot_act_never_keeps_a_round_open() -> None:
    """Case 127, MS-RND-3, -7: some are stunned or out; the others have acted: round 2 begins."""
    story = Story(
        crew("Ash", member("Sura", 6), member("Kell", 6), member("Moth", 4)),
        crew("Iron", member("Nine", 10), member("Ten", 4)),
    ).do(ruling("Kell gains stunned", "Nine gains stunned", "Moth out"))
    assert story.ready == {"Sura", "Kell", "Nine", "Ten"}
    story = story.do(hold("Sura"), hold("Ten"))
    assert story.battle.round == 2
    assert [e.round for e in story.all(RoundBegan)] == [2]
