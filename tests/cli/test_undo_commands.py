"""`acta undo` and `acta redo`."""

from pathlib import Path

import pytest

from tests.cli.shell import HALL, Shell, campaign, fighting, settle


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
    """The answer has its address, what it was, what changed and how to put it back."""
    came = shell("undo")
    assert came.lines[0] == "battle-1/24  taken back: Kiln holds."
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
    assert came.lines[-1] == "to do it: acta undo clash --yes"
    assert awaited(shell) == ("Ash", "act")
    came = shell("undo clash --yes")
    clash = "Ash initiates a Clash in the Granary Hall: Sura against Unit Nine."
    assert came.lines[:2] == [
        f"battle-1/24  taken back (undo clash): {clash}",
        "battle-1/25  taken back (undo clash): Iron answers: Unit Nine defends.",
    ]
    assert "battle-1/27  taken back (undo clash): Kiln holds." in came.lines
    assert "Unit Nine: Health 2 → 3, highest roll 8 → 10" in came.lines
    came = shell("redo")
    assert came.lines[0] == f"battle-1/28  counts again: {clash}"
    assert came.lines[-1] == "undo: acta undo, or all of it: acta undo --to battle-1/14 --yes"
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
    assert came.lines[0] == "battle-1/24  taken back (wrong member): Kiln holds."


def test_a_dry_run_and_json(shell: Shell) -> None:
    """Shown, not done; one document."""
    document = shell("undo --dry-run --json").json()
    assert document["recorded"] is False
    assert document["batches"][0]["batch"] == "battle-1/21"
    assert awaited(shell) == ("Ash", "act")
    assert document["command"] == "acta undo"
    done = shell("undo --json").json()
    assert done["address"] == "battle-1/24"
    assert done["lines"][0]["about"][0] == "Kiln holds."
    assert shell("redo --dry-run").lines[-1] == "to do it: acta redo"


def test_what_is_shown_says_what_to_type(shell: Shell) -> None:
    """The whole command, its options with it; `--yes` only where it is needed."""
    assert shell("undo --dry-run").lines[-1] == "to do it: acta undo"
    came = shell("undo turn --why 'wrong member' --battle 1 --dry-run")
    assert came.lines[-1] == "to do it: acta undo turn --battle 1 --why 'wrong member'"
    came = shell("undo --to battle-1/14 --dry-run")
    assert came.lines[-1] == "to do it: acta undo --to battle-1/14 --yes"


def test_what_another_recorded_needs_consent(shell: Shell) -> None:
    """Ana recorded it, Ben takes it back: Ana must have agreed, and it is on record."""
    came = shell("undo", by="Ben")
    assert came.code == 1
    assert came.err == ("MS-EVT-1: battle-1/21 was recorded by Ana\nhint: acta undo --agreed Ana\n")
    assert shell("undo --agreed Zoe", by="Ben").err == (
        "MS-EVT-1: battle-1/21 was recorded by Ana; Zoe cannot agree to it\n"
        "hint: acta undo --agreed Ana\n"
    )
    assert shell("undo --agreed Ben", by="Ben").code == 1  # nobody consents to himself
    came = shell("undo --agreed Ana", by="Ben")
    assert came.lines[0] == "battle-1/24  taken back (Ana agreed): Kiln holds."


def test_an_opening_is_taken_back_in_every_story(tmp_path: Path) -> None:
    """The battle's, the campaign's and the crews': these are at home again, founding goes on."""
    shell = fighting(tmp_path)
    came = shell("undo --yes")
    assert came.code == 0
    assert {line.partition("/")[0] for line in came.lines if "  taken back: " in line} == {
        "battle-1",
        "campaign",
        "crew-ash",
        "crew-iron",
    }
    assert shell("battle list --json").json() == []
    assert shell("crew show ash --json").json()["founding"] is True
    assert shell("redo").code == 0
    assert awaited(shell) == ("Ash", "act")
    shell("undo --yes")
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
    assert shell("redo").lines[0] == (
        "crew-ash/11  counts again: Ana founds Ash with a purse of 50."
    )


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
    concluded = shell("battle conclude")
    assert concluded.lines[-2].startswith("next: Iron: Who learns a lesson?")
    undo = concluded.lines[-1].removeprefix("undo: acta ")
    assert undo.startswith("undo --to battle-1/")
    assert shell("battle list --json").json()[0]["status"] == "concluded"
    assert shell(undo).code == 0
    assert shell("battle show --json").json()["status"] == "ended"
    assert shell("member retire moth").code == 1


def test_an_opening_and_a_conclusion_are_only_shown_until_yes(tmp_path: Path) -> None:
    """A bare undo does not walk out of the open battle, nor into one that is over."""
    shell = fighting(tmp_path)
    shell.do("concede iron")
    shell("battle conclude")
    assert shell("undo").lines[-2].startswith("This is the conclusion of battle-1: ")
    settle(shell)
    shell(f"battle open last-granary Ash Iron {HALL}")
    for what, status in (
        ("This is the opening of battle-2: ", "open"),
        ("This lies in the aftermath of battle-1, which is over.", "concluded"),
    ):
        came = shell("undo")
        assert came.lines[0] == "nothing was recorded; this is what it is about:"
        assert came.lines[-2].startswith(what)
        assert came.lines[-1] == "to do it: acta undo --yes"
        assert shell("battle list --json").json()[-1]["status"] == status
        assert shell("undo --json").json()["why"].startswith(what)
        assert shell("undo --yes").code == 0
    # 5 kept of what was unspent, 4 for the battle, 1 for losing it (MS-REC-9)
    asked = "battle-1: Iron: Mend, recruit, trade; then be done. (MS-CAM-2) · salvage 10"
    assert shell("next").lines[0] == asked


def test_what_came_after_a_conclusion_is_only_shown_too(tmp_path: Path) -> None:
    """A note in a battle whose aftermath is over."""
    shell = fighting(tmp_path)
    shell.do("concede iron; conclude")
    settle(shell)
    noted = shell("do --battle 1 note 'a hard day'")
    address = noted.lines[0].split(" ")[0]
    assert noted.lines[-1] == f"undo: acta undo --to {address} --yes"
    assert shell("undo").lines[-2:] == [
        "This lies in the aftermath of battle-1, which is over.",
        "to do it: acta undo --yes",
    ]
    assert shell("do --battle 1 undo").code == 2
    assert shell("undo --yes").lines[0].endswith("  taken back: Note: a hard day")


def test_a_line_does_not_take_back_a_conclusion(tmp_path: Path) -> None:
    """Nor does `do --battle` walk into a battle that is over."""
    shell = fighting(tmp_path)
    shell.do("concede iron; conclude")
    came = shell("do --battle 1 undo")
    assert came.code == 2
    assert came.err.startswith("a line cannot take that back. This is the conclusion of battle-1: ")


def test_nothing_was_taken_back(shell: Shell) -> None:
    """A redo without an undo."""
    assert shell("redo").code == 2
