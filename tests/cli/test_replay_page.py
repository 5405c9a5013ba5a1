"""`acta export replay --as html`: what stands in the page, and that it is the same each time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import PHONE, Browse
from tests.cli.shell import Shell, campaign, fighting
from tests.console import ROOT
from tests.hostile_names import KEPT
from tests.replaying import Replays, checked, film_of, page, rows

START = "--start '{}=Granary Hall' --start '{}=Granary Hall'"
MEAN = (
    *("HTML", "an image", "an entity", "a template", "a format", "signs of lines", "quotes"),
    *("80 letters", "80 wide letters", "from right to left", "a heap of accents", "pictures"),
)
PLAYED = (("c sura vs unit; rd unit; 5 3"), "move Kiln to Bell Tower")


@pytest.fixture
def battle(tmp_path: Path) -> Shell:
    """A battle of Ash and Iron in which Unit Nine lost Health and Kiln went to the tower."""
    shell = fighting(tmp_path)
    shell.do(*PLAYED)
    return shell


def text_of(shell: Shell, name: str = "page.html") -> str:
    """The page of the open battle."""
    return page(shell, shell.folder / name).read_text("utf-8")


@pytest.mark.parametrize("game", ["mortisphere", "morturi"])
def test_case_73_the_last_deed_and_the_end_are_in_it(replays: Replays, game: str) -> None:
    """Given a battle that was played to its end, its last roll, its end and all after it are HTML.

    They are the last moments of the player, too.
    """
    made = replays(game)
    text = made.text
    log = made.shell("log battle-1 --json").json()
    told = rows(text)
    for line in log:
        assert told[line["address"]] == line["told"]
    places = {
        address: number
        for number, moment in enumerate(film_of(text)["moments"])
        for address in moment["lines"]
    }
    ended = next(line["address"] for line in log if line["event"] == f"{game}.battle-ended")
    rolled = [line for line in log if line["event"].endswith(("clash-fought", "attack-rolled"))]
    assert places[rolled[-1]["address"]] <= places[ended] < len(film_of(text)["moments"])
    assert places[log[-1]["address"]] == len(film_of(text)["moments"]) - 1


def test_what_was_undone_is_no_move(battle: Shell) -> None:
    """A deed that was taken back is neither a moment nor a row; put back it is both again."""
    whole = rows(text_of(battle))
    gone = next(address for address, told in whole.items() if told.startswith("Kiln moves"))
    assert battle("undo").code == 0
    undone = text_of(battle)
    assert gone not in rows(undone)
    assert all(gone not in moment["lines"] for moment in film_of(undone)["moments"])
    assert film_of(undone)["record"].count("record.batch-retracted/1") == 1
    assert battle("redo").code == 0
    assert rows(text_of(battle)) == whole


def test_what_was_undone_or_amended_is_verified_so(battle: Shell, browse: Browse) -> None:
    """The page works out by itself which lines count: after an undo, a redo, and an amendment."""
    line = next(address for address, told in rows(text_of(battle)).items() if "5 against 3" in told)
    logs = []
    for command in ("undo", "redo", f"amend {line} 'roll 6 3' --why 'it was a six' --yes"):
        came = battle(command)
        assert came.code == 0, came.err
        window = browse(page(battle, battle.folder / "page.html"))
        assert checked(window).startswith("Verified here"), command
        logs.append(window.page.inner_text("#log"))
    assert ["5 against 3" in log for log in logs] == [True, True, False]
    assert ["6 against 3" in log for log in logs] == [False, False, True]


def test_a_void_battle_is_shown_as_it_stood(battle: Shell, browse: Browse) -> None:
    """Nothing of it counts, and yet it can be looked at, and its record holds."""
    whole = rows(text_of(battle))
    came = battle("battle void 1 --why 'nobody came' --yes")
    assert came.code == 0, came.err
    path = page(battle, battle.folder / "void.html")
    assert rows(path.read_text("utf-8")) == whole
    window = browse(path)
    assert checked(window).startswith("Verified here")


def test_a_branch_is_a_battle_of_its_own(battle: Shell, browse: Browse) -> None:
    """What might have been plays from where it left, and its own lines are held."""
    came = battle("branch battle-1/13 --name else")
    assert came.code == 0, came.err
    path = page(battle, battle.folder / "branch.html", "else")
    window = browse(path)
    assert checked(window).startswith("Verified here: branch-1 up to line")


def test_what_a_player_signed_for_is_said(battle: Shell, browse: Browse) -> None:
    """Given Ben's receipt of an earlier moment, then the page says how far his signature reaches.

    The ledger's own covers all of it.
    """
    key = battle("key make Ben -o ../ben.key").lines[0]
    assert battle.words(["key", "name", "Ben", key]).code == 0
    last = list(rows(text_of(battle)))[-1]
    came = battle("sign --key ../ben.key")
    assert came.code == 0, came.err
    battle.do("hold Vex")
    verdict = checked(browse(page(battle, battle.folder / "page.html")))
    mine = [line for line in verdict.splitlines() if " is line " in line]
    number = key.split("+")[1]
    assert len(mine) == 2
    assert mine[0].startswith(f"{last} is line ")
    assert f"Ben ({number})" in mine[0]
    assert "Ben" not in mine[1]
    assert "the ledger's key" in mine[1]


def test_notes_stand_out(battle: Shell, browse: Browse) -> None:
    """What players wrote is marked by a sign, in the log and where it is told."""
    battle.words(["do", 'note Sura "she never looked back"'])
    page_ = browse(page(battle, battle.folder / "page.html")).page
    page_.keyboard.press("End")
    assert page_.inner_text("#log .note > span") == "Note on Sura: she never looked back"
    sign = "(e) => getComputedStyle(e, '::before').content"
    assert "\u270e" in page_.eval_on_selector("#log .note > span", sign)
    assert page_.inner_text("#told .note") == "Note on Sura: she never looked back"


@pytest.mark.parametrize(
    "fragment",
    ["%", "%E0%A4", "battle-1/99999", "constructor", "__proto__", "<img src=x onerror=alert(1)>"],
)
@pytest.mark.long
def test_a_link_to_nowhere_shows_the_beginning(
    fragment: str, battle: Shell, browse: Browse
) -> None:
    """Whatever stands behind the `#`: the player stands at its first moment, and it plays."""
    window = browse(page(battle, battle.folder / "page.html"), fragment=fragment)
    assert checked(window).startswith("Verified here")
    assert window.page.input_value("#moment") == "0"
    window.page.keyboard.press("End")
    assert window.page.input_value("#moment") != "0"
    window.page.evaluate("location.hash = '%'")
    assert window.faults() == []


def test_it_is_never_overwritten_unasked_and_written_whole(battle: Shell) -> None:
    """Without `--force` a file stays as it is; on the screen and as JSON it is the same text."""
    text = text_of(battle)
    path = battle.folder / "page.html"
    path.write_text("mine", "utf-8")
    came = battle("export replay --as html -o page.html")
    assert (came.code, path.read_text("utf-8")) == (2, "mine")
    assert "--force overwrites it" in came.err
    assert battle("export replay --as html").out == text
    assert battle("export replay --as html --json").json() == {"battle": "battle-1", "text": text}


def test_a_page_asks_for_a_battle(tmp_path: Path) -> None:
    """Without a battle, or with one of another name, a sentence says so; nothing is written."""
    shell = campaign(tmp_path)
    for line in ("export replay --as html -o x.html", "export replay 7 --as html -o x.html"):
        came = shell(line)
        assert (came.code, came.out) == (2, "")
        assert "battle" in came.err
    assert battle_files(shell) == []
    assert "--at chooses" in shell("export replay 1 --as html --at battle-1/1").err


def battle_files(shell: Shell) -> list[str]:
    """The pages in a campaign's folder."""
    return [path.name for path in shell.folder.iterdir() if path.suffix == ".html"]


def test_same_record_same_bytes(battle: Shell) -> None:
    """Two processes in other time zones, locales and with other hash seeds write the same page."""
    found = []
    for number, (zone, locale) in enumerate((("Asia/Tokyo", "C"), ("America/Lima", "C.UTF-8"))):
        path = battle.folder / f"{number}.html"
        surroundings = {
            **{name: text for name, text in os.environ.items() if not name.startswith("ACTA_")},
            "TZ": zone,
            "LC_ALL": locale,
            "PYTHONHASHSEED": str(number + 1),
            "PYTHONPATH": str(ROOT),
        }
        words = ["export", "replay", "1", "--as", "html", "-o", path.name]
        subprocess.run(
            [sys.executable, "-m", "cli.main", *words],
            cwd=battle.folder,
            env=surroundings,
            check=True,
            capture_output=True,
        )
        found.append(path.read_bytes())
    assert found[0] == found[1]
    assert b"\r" not in found[0]
    assert str(battle.folder).encode() not in found[0]


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def test_hostile_names_do_nothing(tmp_path: Path, browse: Browse) -> None:
    """Names that try something, of members and crews, and a note: none is run or widens the page.

    Each stands to the letter in the table and in the log, and the record holds.
    """
    shell = campaign(tmp_path)
    names = [KEPT[name] for name in MEAN]
    for crew, part in ((names[0], names[:6]), (names[7], names[6:])):
        kinds = ['"survivor"\ndie = "d8"\ncaptain = "remain"', *['"creature"\ndie = "d4"'] * 5]
        members = "".join(
            f"[[members]]\nname = {quoted(name)}\ntype = {kind}\n"
            for name, kind in zip(part, kinds, strict=True)
        )
        (tmp_path / "crew.toml").write_text(
            f'name = {quoted(crew)}\nplayer = "Zed"\n{members}', "utf-8"
        )
        came = shell("crew import ../crew.toml")
        assert came.code == 0, came.err
    crews = [names[0], names[7]]
    starts = [word for crew in crews for word in ("--start", f"{crew}=Granary Hall")]
    came = shell.words(["battle", "open", "last-granary", *crews, *starts])
    assert came.code == 0, came.err
    came = shell.words(["do", f'note "{KEPT["an entity"]} </script><script>alert(1)</script>"'])
    assert came.code == 0, came.err
    for size in (PHONE, (1280, 800)):
        window = browse(page(shell, tmp_path / "page.html"), size=size)
        assert checked(window).startswith("Verified here")
        window.page.keyboard.press("End")
        cells = window.page.eval_on_selector_all(
            ".who tbody th", "(cells) => cells.map((cell) => cell.textContent)"
        )
        assert sorted(cells) == sorted(names)
        assert window.page.locator("#replay script, #replay img").count() == 0
        assert "</script><script>alert(1)" in window.page.inner_text("#told")
        assert window.wider() == 0
        assert window.faults() == []
