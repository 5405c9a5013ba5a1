"""`acta dice`: what it prints, draws and leads to."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from cli.dice import verdict
from domain.terms import Who
from projections.luck import SURE, Dice, Kind
from tests.cli.shell import HALL, Shell, campaign, fighting
from tests.cli.test_void import winter
from tests.hostile_names import KEPT


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle in which Sura's d6 showed 5, Unit Nine's d10 a 3, and a roll was taken back."""
    shell = fighting(tmp_path)
    shell.do("clash sura vs unit", "rd unit", "roll 2 9")
    shell("undo --yes")
    shell.do("roll 5 3")
    return shell


def test_each_kind_of_die(shell: Shell) -> None:
    """Counts, means, what may be said, and the faces, each with a bar; what was undone apart."""
    came = shell("dice")
    assert came.code == 0, came.err
    assert came.lines == [
        "die  rolls  mean  expected  says",
        "d6   1      5.00  3.50      499 rolls more until anything can be said",
        "d10  1      3.00  5.50      499 rolls more until anything can be said",
        "",
        "d6 (| is expected)",
        *(f"   {face}       0       |" for face in range(1, 5)),
        "   5       1  #####|########################",
        "   6       0       |",
        "",
        "d10 (| is expected)",
        *(f"   {face}       0     |" for face in (1, 2)),
        "   3       1  ###|##########################",
        *(f"{face:>4}       0     |" for face in range(4, 11)),
        "",
        "taken back, and counted nowhere else:",
        "die  rolls  mean  expected",
        "d6   1      2.00  3.50",
        "d10  1      9.00  5.50",
    ]


def test_by_member(shell: Shell) -> None:
    """Whose dice they are; only the rows, without faces."""
    assert shell("dice --by member").lines[:3] == [
        "crew  member     die  rolls  mean  expected  says",
        "Ash   Sura       d6   1      5.00  3.50      499 rolls more until anything can be said",
        "Iron  Unit Nine  d10  1      3.00  5.50      499 rolls more until anything can be said",
    ]


def test_as_data(shell: Shell) -> None:
    """JSON has all faces, with --events the lines in which they fell; CSV has a row for each."""
    told = shell("dice --die 6 --events --json").json()
    (six,) = told["dice"]
    assert (told["enough"], told["error"]) == (500, "0.01")
    assert (six["die"], six["rolls"], six["missing"], six["verdict"]) == (6, 1, 499, "too-few")
    five = six["faces"][4]
    assert (five["face"], five["seen"], five["expected"]) == (5, 1, "0.17")
    (address,) = five["addresses"]
    assert "d6 5" in shell(f"why {address} --json").json()["told"][0]
    assert [one["rolls"] for one in told["undone"]] == [1]
    rows = shell("dice --csv --die 6 --by crew").lines
    assert rows[:2] == ["crew,die,face,seen,expected,low,high", "Ash,6,1,0,0.17,,"]
    assert len(rows) == 7


def test_whose_and_of_which_battle(shell: Shell) -> None:
    """--battle, --crew and --member ask for less; a name that nobody has is refused."""
    assert shell("dice --crew iron --json").json()["dice"][0]["die"] == 10
    assert shell("dice --member sura --json").json()["dice"][0]["die"] == 6
    assert shell("dice --battle 1 --json").json()["dice"] != []
    assert shell("dice --member sura --crew iron").lines[0] == "no dice that count have fallen"
    for refused in ("dice --battle 9", "dice --crew nobody", "dice --member nobody"):
        came = shell(refused)
        assert (came.code, came.out) == (2, "")


def test_case_13_a_void_battle_is_in_no_report_of_dice(tmp_path: Path) -> None:
    """Case 13: of two battles the first is void: its dice, and those of its aftermath, are gone.

    The aftermath of the first found by a 3 of a d12, that of the second advanced by a 1 and found
    by a 3; what they found of a family is not told as dice, for its number is not on record.
    """
    shutil.copytree(winter(), tmp_path / "winter")
    shell = Shell(tmp_path / "winter")
    assert rolls(shell) == {"battle-1": 1, "battle-2": 2}
    assert shell("battle void 1 --why 'the wrong crews' --yes").code == 0
    assert rolls(shell) == {"battle-2": 2}


def rolls(shell: Shell) -> dict[str, int]:
    """How many dice fell in each battle, undone ones among them."""
    told = shell("dice --events --json").json()
    kinds = (*told["dice"], *told["undone"])
    lines = [at for one in kinds for face in one["faces"] for at in face["addresses"]]
    return dict(Counter(at.rpartition("/")[0] for at in lines))


@pytest.mark.parametrize("form", ["svg", "html"])
def test_pictures(shell: Shell, form: str) -> None:
    """A file is written whole, twice the same, and not over another one without --force."""
    assert shell(f"dice --as {form} -o one.{form}").code == 0
    assert shell(f"dice --as {form} -o two.{form}").code == 0
    one, two = shell.folder / f"one.{form}", shell.folder / f"two.{form}"
    assert one.read_bytes() == two.read_bytes()
    assert "499" in one.read_text("utf-8")
    before = one.read_bytes()
    came = shell(f"dice --by crew --as {form} -o one.{form}")
    assert (came.code, one.read_bytes()) == (2, before)
    assert shell(f"dice --by crew --as {form} -o one.{form} --force").code == 0
    assert one.read_bytes() != before


@pytest.mark.parametrize(
    "asked", ["--as svg --csv", "--as html --csv", "-o dice.txt", "--language de"]
)
def test_what_does_not_go_together(shell: Shell, asked: str) -> None:
    """A picture is no table, and a table goes to the screen."""
    came = shell(f"dice {asked}")
    assert (came.code, came.out if "json" not in asked else "") == (2, "")


@pytest.mark.parametrize("name", ["a formula with minus", "80 wide letters", "HTML", "an image"])
def test_hostile_names_do_nothing(tmp_path: Path, name: str) -> None:
    """Names are shown as they are, and nothing of them runs."""
    shell = campaign(tmp_path)
    assert shell.words(["member", "rename", "--", "Sura", KEPT[name]]).code == 0
    assert shell(f"battle open last-granary Ash Iron {HALL}").code == 0
    shell.do("clash sur vs unit", "rd unit", "roll 5 3")
    for form in ("svg", "html"):
        came = shell(f"dice --by member --as {form} -o d.{form}")
        assert came.code == 0, came.err
        text = (shell.folder / f"d.{form}").read_text("utf-8")
        assert "<script>alert" not in text
        assert "<img" not in text
    for row in shell("dice --by member --csv").lines:
        assert all(cell[:1] not in {"=", "+", "-", "@"} for cell in row.split(","))


@pytest.mark.parametrize(
    ("adjusted", "kinds", "says"),
    [
        (None, 0, "494 rolls more until anything can be said"),
        (0.2, 1, "no reason to doubt"),
        (0.0042, 1, "unusual: such or worse happens once in 230 honest campaigns"),
        (
            0.0042,
            3,
            "unusual: such or worse happens once in 230 honest campaigns with 3 kinds of dice",
        ),
        (0.0, 1, f"unusual: such or worse happens once in more than {SURE:,} honest campaigns"),
    ],
)
def test_what_is_said(adjusted: float | None, kinds: int, says: str) -> None:
    """Never that a die is loaded: how often honest ones look so."""
    one = Dice(
        kind=Kind(6),
        crew=Who("", ""),
        of=Who("", ""),
        seen=(1,) * 6,
        addresses=((),) * 6,
        p=adjusted,
        adjusted=adjusted,
    )
    assert verdict(one, kinds) == says


def test_nothing_has_fallen(tmp_path: Path) -> None:
    """A campaign without a roll has no dice to speak of."""
    assert fighting(tmp_path).words(["dice"]).lines == ["no dice that count have fallen"]
