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
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.rounds import RoundBegan, RoundEnded
from domain.games.mortisphere.turns import TurnTaken
from domain.ledger.fold import masked
from domain.terms import Action, Event, tag
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


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_case_76_no_order_of_a_hash_shows(hash_seed: str) -> None:
    """Case 76: lines, shown battles and legal lines are byte for byte the same in any process."""
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
