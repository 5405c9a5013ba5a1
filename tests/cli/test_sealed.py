"""Sealed dice at the desk: a face is on record before anybody sees it.

The solo vectors of MSD-1: seed 000102..1f, anchor 21b9f3fd…, and the faces that follow from it.
"""

import stat
import sys
from pathlib import Path

import pytest

from domain import dice
from tests.cli.shell import EXAMPLES, SEED, Came, Shell, fighting

SOLO = f"--dice sealed --solo --seed {SEED}"
BATTLE = bytes.fromhex("d1d768e4602cd0bac7146df19242359d")


def faces(place: int, *sides: int) -> tuple[int, ...]:
    """What the vectors' seed shows at a place."""
    reveal = dice.reveal(bytes.fromhex(SEED), BATTLE, 1, place)
    return dice.faces(BATTLE, place, (reveal,), sides)


@pytest.fixture
def solo(tmp_path: Path) -> Shell:
    """A solo battle of that seed."""
    return fighting(tmp_path, SOLO)


@pytest.fixture
def two(tmp_path: Path) -> Shell:
    """A battle of two parties on one device."""
    return fighting(tmp_path, "--dice sealed")


def rolls(came: Came) -> list[str]:
    """The lines that tell a Clash."""
    return [line for line in came.lines if " against " in line and " d" in line]


def test_the_last_decision_rolls(solo: Shell) -> None:
    """Place 1 of the seed shows a d6 6 and a d10 3 (its vector: d6 d10 d20 = 6 3 1)."""
    assert faces(1, 6, 10) == (6, 3)
    came = solo.do("c sura vs unit; rd unit")
    assert rolls(came) == [
        "battle-1/16  Sura against Unit Nine: 6 against 3, Sura wins (Sura d6 6; Unit Nine d10 3)."
    ]
    assert solo("log 1 --dice").out.endswith("(sealed, place 1)\n")


def test_a_preview_ends_before_the_roll(solo: Shell) -> None:
    """A dry run says so, shows no face, and does not use the place up."""
    solo.do("c sura vs unit")
    for _ in range(2):
        came = solo.words(["do", "--dry-run", "rd unit; c vex vs rook"])
        assert came.lines[1:3] == [
            "battle-1/15  Iron answers: Unit Nine defends.",
            "it ends here: the next dice are sealed, and fall only when the line is recorded",
        ]
        assert "Sura against" not in came.out
    assert "6 against 3" in solo.do("rd unit").out


def test_no_reading_command_opens_a_secret(solo: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """`next`, `legal`, `show`, `log`, `audit`, dry runs: the keeper's file stays closed."""

    def opened(*_: object) -> None:
        raise AssertionError("the secret was read")

    solo.do("c sura vs unit; rd unit; c rook vs vex")
    monkeypatch.setattr("cli.keeper.Keeper._read", opened)
    lines = ("next", "battle legal", "battle show", "log", "audit", "status", "export replay 1")
    for line in (*lines, "do --dry-run ra"):
        assert solo(line).code == 0


def test_a_group_is_whole_up_to_the_first_roll(solo: Shell) -> None:
    """What follows is a group of its own: exit 1 says what is on record already, and shows it."""
    came = solo.words(["do", "c sura vs unit; rd unit; c sura vs rook"])
    assert came.code == 1
    assert came.err.startswith("MS-")
    assert "(already on record: battle-1/14 to 20)" in came.err
    assert rolls(came)
    error = solo.words(["do", "--json", "c rook vs vex; ra; c rook vs vex"]).json()["error"]
    assert error["recorded"][0] == "battle-1/21"


def test_a_group_refused_before_the_roll_leaves_nothing(solo: Shell) -> None:
    """The second line is refused before any die: all or nothing."""
    came = solo.words(["do", "c sura vs unit; hold sura; rd unit"])
    assert (came.code, came.out) == (1, "")
    assert solo("next --json").json()["awaiting"] == "act"


def test_faces_cannot_be_typed(solo: Shell) -> None:
    """MS-EVT-4; but a roll may be announced, before the decision, and then typed."""
    solo.do("c sura vs unit", "roll!")
    came = solo.do("rd unit")
    assert came.lines[-2] == "next: dice: Sura d6, Unit Nine d10 · roll {1..6} {1..10}"
    solo.do("roll! 5 3 !Cai")
    assert solo("log 1 --dice").out.endswith("(from the table, seen by Cai)\n")
    solo.do("c rook vs vex")
    came = solo.words(["do", "ra; 5"])
    assert came.code == 1


def test_alone_a_roll_is_taken_back_and_both_stay_on_record(solo: Shell) -> None:
    """The place stays used: the next roll is the next place's (d6 d10: 5 10)."""
    assert faces(2, 6, 10) == (5, 10)
    solo.do("c sura vs unit; rd unit")
    assert solo("undo").code == 0
    came = solo.do("rd unit")
    assert "5 against 10" in rolls(came)[0]
    told = solo("log 1 --dice --all").lines
    assert [line.endswith("(taken back)") for line in told] == [True, False]
    report = solo("audit --json").json()
    assert report["verdict"] == "clean, with notes"
    assert [finding["kind"] for finding in report["findings"]] == ["RollTakenBack"]
    assert "expected" not in solo("audit").out  # one player's dice need nobody's consent


def test_an_opening_s_roll_that_is_taken_back_falls_again(tmp_path: Path) -> None:
    """MS-INI-2: both crews count 38 from their Areas. In a batch of its own, and from files too."""
    shell = Shell(tmp_path)
    shell("new Winter --game mortisphere")
    shell = Shell(tmp_path / "winter")
    for name in ("grey-ledger", "wet-choir"):
        shell.words(["crew", "import", str(EXAMPLES / f"{name}.toml")])
    came = shell(f"battle open last-granary 'Grey Ledger' 'Wet Choir' {SOLO}")
    (first, second), again = faces(1, 20, 20), faces(2, 20, 20)
    told = "Equal values: rolled for Initiative: Grey Ledger {}, Wet Choir {}."
    assert told.format(first, second) in came.out
    come = shell.do('note "wait"; undo round')
    assert told.format(*again) in come.out
    assert shell("next --json").json()["awaiting"] == "act"
    assert told.format(*again) in shell("log 1").out  # it lies in no batch that was taken back
    file = tmp_path / "fight.acta"
    file.write_text(shell("export replay 1").out, "utf-8")
    assert shell.words(["play", str(file)]).code == 0
    assert shell("export replay 2").out == file.read_text("utf-8")
    assert shell("audit").code == 0


def test_one_of_two_does_not_take_a_roll_back_alone(two: Shell) -> None:
    """`--agreed NAME`, not oneself; the declaration without dice is free."""
    came = two.do("c sura vs unit; rd unit")
    assert came.lines[-1] == (
        "undo: acta undo --agreed Ben, or all of it: acta undo --to battle-1/14 --agreed Ben --yes"
    )
    came = two("undo")
    assert came.code == 1
    assert came.err == (
        "MS-EVT-1: battle-1/15 rolled sealed dice, which one side alone cannot take back\n"
        "hint: acta undo --agreed Ben\n"
    )
    for nobody in ("Ana", "Ash", "Zoe", "Be"):  # oneself, one's own crew, no party, no whole name
        came = two(f"undo --agreed {nobody}")
        assert came.code == 1
        assert f"; {nobody} cannot agree to it\nhint: acta undo --agreed Ben\n" in came.err
    assert two.words(["do", "undo"]).err.endswith("hint: acta undo --agreed Ben\n")
    assert two("undo --agreed ash", by="Ben").code == 0
    assert two("redo").lines[-1] == "undo: acta undo --agreed Ben"
    assert two("undo --agreed IRON").code == 0
    assert "  expected that the other party agreed, found agreed by ash\n" in two("audit").out
    assert two("undo").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_secrets_lie_in_the_folder_for_their_owner_alone(two: Shell) -> None:
    """0600, outside the ledger; the record holds anchors only."""
    (path,) = (two.folder / "keys").glob("dice-*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secrets = path.read_text("ascii").split('"')[7::2]
    record = (two.folder / "ledger.db").read_bytes()
    assert not any(len(each) == 64 and each.encode() in record for each in secrets)
    opened = two("log 1 --json").json()[0]["data"]
    assert len(opened["seal"][0]["anchors"]) == 2
    assert "solo" not in opened["seal"][0]


def test_the_second_party_types_after_the_first_anchor_is_shown(tmp_path: Path) -> None:
    """`--secret-from -`: the anchor of the first stands on screen before the words are read."""
    shell = fighting(tmp_path)
    shell("undo --yes")
    words = "one two three four five six seven eight"
    line = "battle open last-granary Ash Iron --dice sealed --secret-from"
    came = shell(f"{line} -", typed=f"  One TWO three four  five six seven eight\n{words}\n")
    assert came.code == 0
    opened = shell("log 2 --json").json()[0]["data"]["seal"][0]
    assert came.err.splitlines() == [
        f"anchor of Ana (Ash): {opened['anchors'][0]}",
        "Ben: type eight words or more, or fifty digits from 1 to 6",
    ]
    battle = bytes.fromhex(opened["battle"])
    secret = dice.words_secret(words, battle, 2)
    assert dice.anchor(secret, battle, 2).hex() == opened["anchors"][1]
    shell("undo --yes")
    (tmp_path / "words").write_text(words, "utf-8")
    assert shell(f"{line} {tmp_path / 'words'}").code == 0
    shell("undo --yes")
    assert shell(f"{line} -", typed="too few words\n").code == 2
    came = shell(f"{line} nowhere.txt")
    assert (came.code, came.err.splitlines()[-1]) == (2, "there is no file nowhere.txt")
    assert shell(f"{line} - --solo").code == 2


def test_an_opening_is_judged_before_anybody_types(tmp_path: Path) -> None:
    """What is refused otherwise shows no anchor and asks for no words; nor does a dry run."""
    shell = fighting(tmp_path)
    line = "battle open last-granary Ash Iron --dice sealed --secret-from -"
    came = shell(line, typed="one two three four five six seven eight\n")
    assert came.code == 1
    assert came.err.startswith("MS-CAM-2: Ash stands in battle-1")
    shell("undo --yes")
    came = shell(f"{line} --start Ash=Moon", typed="one two three four five six seven eight\n")
    assert (came.code, "anchor" in came.err) == (2, False)
    came = shell(f"{line} --dry-run")
    assert (came.code, came.err) == (0, "")


def test_it_is_said_where_secrets_come_from(tmp_path: Path) -> None:
    """Both drawn on one device: one line of talk, with the way to another secret."""
    shell = fighting(tmp_path)
    shell("undo --yes")
    came = shell("battle open last-granary Ash Iron --dice sealed")
    assert came.err == (
        "both secrets of the sealed dice were drawn here; --secret-from - lets Ben type another\n"
    )
    came = shell("battle dice sealed --why 'new ones'")
    assert came.err == "both secrets of the sealed dice were drawn here\n"
    shell("undo", by="Ana")
    shell("undo --to battle-2/1 --yes")
    assert not shell("battle open last-granary Ash Iron --dice sealed --solo").err


def test_a_lost_secret_and_how_to_go_on(two: Shell) -> None:
    """Exit 5 with the way on: dice on the table, for a reason that is on record."""
    for path in (two.folder / "keys").glob("dice-*.json"):
        path.unlink()
    two.do("c sura vs unit")
    came = two.words(["do", "rd unit"])
    assert came.code == 5
    assert came.err.endswith(
        "hint: acta battle dice table --why TEXT goes on with dice on the table\n"
    )
    assert two("next --json").json()["awaiting"] == "respond"
    came = two("battle dice table --why 'the laptop broke'")
    assert came.lines[0].endswith("From here on the dice are table: the laptop broke.")
    two.do("rd unit; 5 3")
    came = two("battle dice sealed --why 'a new one' --solo")
    assert came.code == 0
    assert two.do("c rook vs vex; ra").code == 0
    assert two("battle dice table --why x --solo").code == 2
    assert two("battle dice table").code == 2
    text = two("export replay 1").out
    assert 'dice table "the laptop broke"' in text.splitlines()
    path = two.folder.parent / "changed.acta"
    path.write_text(text, "utf-8")
    assert two(f"play {path}").code == 0
    assert two("export replay 2").out == text
    assert two("audit").code == 0


def test_each_set_of_anchors_has_its_own_places(two: Shell) -> None:
    """MSD-1: dice that changed begin at place 1 again; a file shows the reveals of all of them."""
    two.do("c sura vs unit", "rd unit")  # place 1 of the battle's own chains
    assert two("battle dice sealed --why 'a phone' --solo").code == 0
    two.do("c kiln vs moth", "ra", "c vex vs rook", "rd rook")  # places 1 and 2 of the new one
    assert two.words(["undo", "--agreed", "Ben"]).code == 0
    two.do("rd rook", "concede iron")  # place 3 at least: the undone one is used up
    text = two("export replay 1").out
    rows = [row.split()[1:3] for row in text.splitlines() if row.startswith("[reveal ")]
    assert rows[:2] == [["1", "1"], ["2", "1"]]
    later = rows[max(number for number, (party, _) in enumerate(rows, 1) if party == "2") :]
    assert later == [["1", str(place)] for place in range(1, len(later) + 1)]
    assert len(later) >= 3  # more where a Rivet Gun rolls a 1 again
    path = two.folder.parent / "twice.acta"
    path.write_text(text, "utf-8")
    assert two(f"play {path}").code == 0
    assert two("export replay 2").out == text
    assert two(f"play --format {path}").out == text

    def faces(battle: int) -> list[str]:
        told = two(f"log {battle} --all").lines
        return [line.partition("  ")[2] for line in told if " against " in line][1:]

    assert faces(2) == faces(1)
    assert two("audit --all").code == 0


def test_a_seed_is_shown_when_the_battle_is_concluded(solo: Shell) -> None:
    """And only then: in the record, and in the file that is exported from it."""
    solo.do("concede iron")
    assert SEED not in solo("export replay 1").out
    assert SEED not in solo("battle conclude --dry-run").out
    came = solo("battle conclude")
    assert f"The seed of its dice was {SEED}." in came.out
    assert f"[dice sealed solo {SEED}]" in solo("export replay 1").lines
    assert solo("audit").code == 0


def test_the_seed_of_a_line_is_the_battle_s(solo: Shell) -> None:
    """`conclude` typed as a line shows it as well."""
    assert SEED in solo.do("concede iron; conclude").out


def test_a_seed_that_is_drawn_is_another_each_time(tmp_path: Path) -> None:
    """Without `--seed`."""
    shell = fighting(tmp_path, "--dice sealed --solo")
    first = shell("log 1 --json").json()[0]["data"]["seal"][0]
    shell("undo --yes")
    shell("battle open last-granary Ash Iron --dice sealed --solo")
    second = shell("log 2 --json").json()[0]["data"]["seal"][0]
    assert first["solo"]
    assert first["anchors"] != second["anchors"]
