"""`acta undo` and `acta redo`."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign, fighting


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash's Clash is over (lines 14 to 20), Iron has held with Kiln (21 to 23)."""
    found = fighting(tmp_path)
    found.do("c sura vs unit", "rd unit", "5 3", "hold kiln")
    return found


def awaited(shell: Shell) -> tuple[str, str]:
    """Who is to do what."""
    found = shell("next --json").json()
    return found["crew"], found["awaiting"]


def test_the_newest_line_is_taken_back_at_once(shell: Shell) -> None:
    """The answer has its address, what changed and how to put it back."""
    came = shell("undo")
    assert came.lines[0] == "battle-1/24  battle-1/21 was taken back."
    assert came.lines[-2:] == ["next: Iron is to take a turn", "undo: acta redo"]
    assert awaited(shell) == ("Iron", "act")


def test_undo_goes_on_line_by_line_and_redo_comes_back(shell: Shell) -> None:
    """Four undos take four lines back; four redos put them back, the last one undone first."""
    for expected in (("Iron", "act"), ("Ash", "roll"), ("Iron", "respond"), ("Ash", "act")):
        shell("undo")
        assert awaited(shell) == expected
    for expected in (("Iron", "respond"), ("Ash", "roll"), ("Iron", "act"), ("Ash", "act")):
        assert shell("redo").code == 0
        assert awaited(shell) == expected
    came = shell("redo")
    assert (came.code, came.err) == (2, "nothing was taken back since the newest line\n")
    assert shell("audit").code == 0


def test_redo_until_something_new_is_recorded(shell: Shell) -> None:
    """A new line ends it."""
    shell("undo")
    shell.do("hold rook")
    assert shell("redo").code == 2


def test_several_are_only_shown_until_yes(shell: Shell) -> None:
    """`undo clash`: from the Clash's declaration on, what came later included."""
    came = shell("undo clash")
    assert came.code == 0
    assert came.lines[0] == "nothing was recorded; this is what it is about:"
    assert came.lines[-1] == "--yes does it"
    assert awaited(shell) == ("Ash", "act")
    came = shell("undo clash --yes")
    assert [line.partition("  ")[2] for line in came.lines[:4]] == [
        "battle-1/14 was taken back: undo clash.",
        "battle-1/15 was taken back: undo clash.",
        "battle-1/16 was taken back: undo clash.",
        "battle-1/21 was taken back: undo clash.",
    ]
    assert "Unit Nine: Health 2 → 3, highest roll 8 → 10" in came.lines
    shell("redo")
    assert awaited(shell) == ("Ash", "act")


def test_a_turn_and_an_activation(shell: Shell) -> None:
    """The newest of each: Kiln's hold."""
    shell("undo turn")
    assert awaited(shell) == ("Iron", "act")
    shell("undo activation --yes")
    assert awaited(shell) == ("Ash", "act")


def test_a_round(shell: Shell) -> None:
    """All lines of the round; the opening stays."""
    shell("undo round --yes")
    assert awaited(shell) == ("Ash", "act")
    assert shell("battle show --json").json()["round"] == 1
    assert shell("undo round").code == 2


def test_everything_from_an_address_on(shell: Shell) -> None:
    """`--to ADDRESS`, any line of a batch will do."""
    shell("undo --to battle-1/17 --yes")
    assert awaited(shell) == ("Ash", "roll")
    assert shell("undo --to battle-1/17 --yes").code == 2
    assert shell("undo --to battle-1/400").code == 2
    assert shell("undo --to battle-x").code == 2


def test_a_reason_is_kept(shell: Shell) -> None:
    """`--why`."""
    came = shell("undo --why 'wrong member'")
    assert came.lines[0] == "battle-1/24  battle-1/21 was taken back: wrong member."


def test_a_dry_run_and_json(shell: Shell) -> None:
    """Shown, not done; one document."""
    document = shell("undo --dry-run --json").json()
    assert document["recorded"] is False
    assert document["batches"][0]["batch"] == "battle-1/21"
    assert awaited(shell) == ("Ash", "act")
    assert shell("undo --json").json()["address"] == "battle-1/24"
    assert shell("redo --dry-run").lines[-1] == "--yes does it"


def test_what_another_recorded_needs_consent(shell: Shell) -> None:
    """Ana recorded it, Ben takes it back: Ana must have agreed, and it is on record."""
    came = shell("undo", by="Ben")
    assert came.code == 1
    assert came.err == (
        "MS-EVT-1: battle-1/21 was recorded by Ana\n"
        "hint: --agreed Ana says that the other party consents\n"
    )
    assert shell("undo --agreed Ben", by="Ben").code == 1  # nobody consents to himself
    came = shell("undo --agreed Ana", by="Ben")
    assert came.lines[0] == "battle-1/24  battle-1/21 was taken back (Ana agreed)."


def test_an_opening_is_taken_back_in_every_story(tmp_path: Path) -> None:
    """The battle's, the campaign's and the crews': these are at home again, founding goes on."""
    shell = fighting(tmp_path)
    came = shell("undo")
    assert came.code == 0
    assert {line.partition("/")[0] for line in came.lines[:4]} == {
        "battle-1",
        "campaign",
        "crew-ash",
        "crew-iron",
    }
    assert shell("battle list --json").json() == []
    assert shell("crew show ash --json").json()["founding"] is True
    assert shell("redo").code == 0
    assert awaited(shell) == ("Ash", "act")
    shell("undo")
    opened = shell("battle open last-granary Ash Iron")
    assert opened.lines[0].startswith("battle-2/1")  # a number is never used again


def test_without_a_battle_the_campaign_s_newest_is_taken_back(tmp_path: Path) -> None:
    """Recruits one by one, then the crew; the founding of the campaign stays."""
    shell = campaign(tmp_path)
    for _ in range(10):
        assert shell("undo").code == 0
    assert shell("crew list --json").json() == []
    came = shell("undo")
    assert (came.code, came.err) == (2, "the campaign's founding cannot be taken back\n")
    assert shell("redo").lines[0].endswith("crew-ash/1 counts again.")


def test_a_crew_is_taken_back_with_all_its_members(tmp_path: Path) -> None:
    """A crew's own later lines are taken back with it; another crew's founding does not matter."""
    shell = campaign(tmp_path)
    assert "crew-ash/5  Moth" in shell("undo --to crew-ash/2").out
    assert shell("undo --to crew-ash/1 --yes").code == 0
    assert [row["crew"] for row in shell("crew list --json").json()] == ["Iron"]


def test_a_battle_rests_on_its_crews(tmp_path: Path) -> None:
    """Taking Moth back takes the battle back that mustered her; not once a line was played."""
    shell = fighting(tmp_path)
    shell.do("hold moth")
    came = shell("undo --to crew-ash/5 --yes")
    assert came.code == 1
    assert came.err == (
        "MS-EVT-1: battle-1/14 came later and rests on it: Moth holds.\n"
        "hint: acta undo --to battle-1/14\n"
    )
    shell("undo")
    came = shell("undo --to crew-ash/5 --yes")
    assert came.code == 0
    assert shell("battle list --json").json() == []
    assert shell("crew show ash --json").json()["fit"] == 3


def test_a_house_rule_is_taken_back(tmp_path: Path) -> None:
    """Its own undo is named in the answer."""
    shell = campaign(tmp_path)
    assert shell("house set absorb fixed_3").lines[-1] == "undo: acta undo --to campaign/4"
    shell("undo --to campaign/4")
    values = {row["option"]: row["value"] for row in shell("house list --json").json()}
    assert values["absorb"] == "presence"


def test_a_conclusion_is_taken_back(tmp_path: Path) -> None:
    """The battle is open again, as it ended; the crews fight again."""
    shell = fighting(tmp_path)
    shell.do("concede iron")
    shell("battle conclude")
    assert shell("undo").code == 0
    assert shell("battle show --json").json()["status"] == "ended"
    assert shell("member retire moth").code == 1


def test_nothing_was_taken_back(shell: Shell) -> None:
    """A redo without an undo."""
    assert shell("redo").code == 2
