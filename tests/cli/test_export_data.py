"""`acta export json` and `csv`: everything, in single and in bulk, and every byte of it back."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.game import catalogue, load
from domain.ledger.ledger import Ledger
from projections.data.cells import cell
from projections.data.document import TABLES
from tests.cli.campaigns import copy_of, four_crews, played
from tests.cli.shell import Shell, fighting
from tests.console import ROOT
from tests.hostile_names import FORMULA, KEPT

GAMES = ("mortisphere", "morturi")
both = pytest.mark.parametrize("game", GAMES)
KINDS = {"text": str, "number": int, "flag": bool, "list": list, "object": dict, "line": dict}


def exported(shell: Shell, options: str = "") -> dict[str, Any]:
    """The document of a campaign."""
    came = shell(f"export json {options}")
    assert came.code == 0, came.err
    found: dict[str, Any] = json.loads(came.out)
    return found


@cache
def whole(game: str) -> dict[str, Any]:
    """The document of a campaign that is only read."""
    return exported(played(game))


def read(text: str) -> list[dict[str, str]]:
    """A table of CSV as it was meant: one leading apostrophe is taken off each cell."""
    return [
        {name: value.removeprefix("'") for name, value in row.items()}
        for row in csv.DictReader(io.StringIO(text, newline=""))
    ]


def canonical(value: Any) -> bytes:
    """A line of the record as it is hashed: RFC 8785."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def rows_of(shell: Shell, game: str) -> list[Any]:
    """The rows of a ledger, as they are stored."""
    with Ledger.open(shell.folder / "ledger.db", catalogue(game), read_only=True) as ledger:
        return ledger.rows(0, 100_000)


@both
def test_case_103_each_table_has_the_columns_that_it_declares(game: str) -> None:
    """Case 103: all columns, in their order, each of its type; nothing is null, nothing is "?"."""
    told = whole(game)
    for table in TABLES:
        declared = {column.name: KINDS[column.kind] for column in table.all(load(game))}
        for row in told[table.name]:
            assert list(row) == list(declared)
            assert all(type(row[name]) is kind for name, kind in declared.items())
            assert "?" not in row.values()
    assert all(told[table.name] for table in TABLES if table.name not in ("injuries", "notes"))


@pytest.mark.parametrize("game", [pytest.param(GAMES[0], marks=pytest.mark.long), GAMES[1]])
def test_case_103_single_and_bulk_are_the_same(game: str) -> None:
    """Case 103: what stands of a crew, a member, a battle stands so among all."""
    shell, told = played(game), whole(game)
    who, crew, battle = told["members"][0], told["crews"][0], told["battles"][-1]["battle"]
    alone = f"--member '{who['crew']}/@{who['handle']}'"
    for options in (alone, f"--crew '{crew['crew']}'", f"--battle {battle}"):
        part = exported(shell, options)
        assert list(part) == list(told)
        for table in TABLES:
            every = [json.dumps(row) for row in told[table.name]]
            assert all(json.dumps(row) in every for row in part[table.name])
    assert exported(shell, alone)["members"] == [who]
    assert [row["battle"] for row in exported(shell, f"--battle {battle}")["battles"]] == [battle]
    mine = exported(shell, f"--crew '{crew['crew']}'")
    assert mine["crews"] == [crew]
    assert mine["members"] == [row for row in told["members"] if row["crew_id"] == crew["id"]]


@both
def test_case_103_csv_and_json_hold_the_same(game: str, tmp_path: Path) -> None:
    """Case 103: every table of the folder has the columns and the values of the document."""
    shell, told = played(game), whole(game)
    assert shell(f"export csv -o '{tmp_path / 'tables'}'").code == 0
    for table in TABLES:
        text = (tmp_path / "tables" / f"{table.name}.csv").read_bytes().decode()
        found = read(text)
        lines = {column.name for column in table.all(load(game)) if column.kind == "line"}
        assert found == [
            {
                name: canonical(value).decode() if name in lines else cell(value).removeprefix("'")
                for name, value in row.items()
            }
            for row in told[table.name]
        ]
        assert text.splitlines()[0] == ",".join(one.name for one in table.all(load(game)))
        assert "\r" not in text
    about = dict(csv.reader((tmp_path / "tables" / "about.csv").read_text("utf-8").splitlines()))
    assert about["campaign"] == told["about"]["campaign"]
    assert about["as_of"] == told["about"]["as_of"]


def test_case_103_profiles_are_those_of_member_show() -> None:
    """Case 103: the columns of `member show` stand in the export, with the same values."""
    season = four_crews()
    told = {row["name"]: row for row in whole("mortisphere")["members"]}
    for name in ("Sura", "Ilse the Reader"):
        shown = season.member(name)
        history = shown.pop("history")
        assert {key: told[name][key] for key in shown} == shown
        mine = exported(season.shell, f"--member '{name}'")["histories"]
        assert [{key: row[key] for key in history[0]} for row in mine] == history


def test_case_103_states_and_causes_of_death_are_there() -> None:
    """Case 103: Ilse the Reader fell in battle 4 and was lost; Sura is fit; no state is "?".

    Battle 4 of the page is the fourth that was played; the line is in the story of her crew.
    """
    told = whole("mortisphere")
    members = {row["name"]: row for row in told["members"]}
    ilse = members["Ilse the Reader"]
    lines = {row["address"]: row for row in told["lines"]}

    assert ilse["status"] == "lost"
    assert ilse["cause"]
    assert ilse["cause_battle"] == "battle-4"
    assert "Ilse the Reader" in lines[ilse["cause_address"]]["told"]
    assert members["Sura"]["status"] == "fit"
    assert members["Sura"]["cause"] == ""
    assert {row["status"] for row in told["members"]} <= {
        "fit", "unfit", "missing", "captive", "retired", "lost", "moved",
    }  # fmt: skip
    gone = [row for row in told["members"] if row["status"] in ("retired", "lost", "missing")]
    assert all(row["cause_address"] in lines for row in gone)


def test_purses_are_those_worked_by_hand() -> None:
    """Given the page of the season; then the accounts of a crew end each battle as it says."""
    told = exported(four_crews().shell, "--crew Lanternkeepers")["accounts"]

    assert told[-1]["balance"] == 85
    assert sum(row["amount"] for row in told) == 85
    for before, after in pairwise(told):
        assert after["balance"] - after["amount"] == before["balance"]


@both
def test_every_line_can_be_had_back(game: str, tmp_path: Path) -> None:
    """Given a document and a folder of CSV; when lines are read back; then bytes and links hold."""
    shell = played(game)
    rows = rows_of(shell, game)
    came = shell(f"export csv --table lines -o '{tmp_path / 'lines.csv'}'")
    assert came.code == 0
    from_csv = read((tmp_path / "lines.csv").read_bytes().decode())
    from_json = whole(game)["lines"]

    assert [row["stored"].encode() for row in from_csv] == [row.state for row in rows]
    assert [canonical(row["stored"]) for row in from_json] == [row.state for row in rows]
    ends: dict[str, bytes] = {}
    for row in from_csv:
        before = ends.get(row["story"], bytes(32))
        ends[row["story"]] = sha256(b"\0" + before + row["stored"].encode()).digest()
        assert ends[row["story"]].hex() == row["hash"]


def test_what_was_taken_back_is_there_and_does_not_count(tmp_path: Path) -> None:
    """Given a note that was taken back; then its line stands, does not count, and says why not."""
    shell = copy_of("mortisphere", tmp_path / "year")
    assert shell.words(["member", "note", "Sura", "=sum"]).code == 0
    assert [row["text"] for row in exported(shell)["notes"]][-1:] == ["=sum"]
    assert shell("undo").code == 0
    told = exported(shell)

    assert "=sum" not in [row["text"] for row in told["notes"]]
    line = next(row for row in told["lines"] if "=sum" in row["told"])
    assert (line["counts"], line["fate"]) == (False, "taken back")


def test_what_was_amended_is_there_with_what_stands_in_its_place(tmp_path: Path) -> None:
    """Given a note that was put right; then both lines stand, and only the later one counts."""
    shell = fighting(tmp_path)
    shell.do('note "a strait die"')
    (wrong,) = (row for row in exported(shell)["lines"] if "strait die" in row["told"])
    words = ["amend", wrong["address"], 'note "a straight die"', "--why", "typed wrongly", "--yes"]
    assert shell.words(words).code == 0
    told = exported(shell)["lines"]

    gone, stands = (row for row in told if row["told"].startswith("Note: a st"))
    assert (gone["counts"], gone["fate"], gone["in_place_of"]) == (False, "amended", "")
    assert (stands["counts"], stands["fate"]) == (True, "")
    assert stands["in_place_of"] == wrong["address"]


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT)
def test_no_cell_is_a_formula_and_each_can_be_had_back(name: str) -> None:
    """Given a name that tries something; then its cell does not, and reads back as it was."""
    text = cell(name)

    assert text[:1] not in FORMULA or text.lstrip("+-").isdecimal()
    assert text.removeprefix("'") == name
    assert cell(f"\t{name}").startswith("'\t")
    assert cell(f"'{name}").removeprefix("'") == f"'{name}"


def test_hostile_names_stay_whole_in_both_forms(tmp_path: Path) -> None:
    """Given members who are called like formulas; then both forms give them back to the letter."""
    shell = copy_of("mortisphere", tmp_path / "year")
    names = {"Sura": "=1+1", "Vex": "@SUM(A1:A9)", "Teodor": '<script>"x"</script>', "Wick": "a, b"}
    for before, name in names.items():
        assert shell.words(["member", "rename", before, name]).code == 0
    told = exported(shell, "--crew Lanternkeepers")["members"]
    file = tmp_path / "members.csv"
    assert shell(f"export csv --table members --force -o '{file}'").code == 0
    from_csv = read(file.read_bytes().decode())

    for found in (told, from_csv):
        assert set(names.values()) <= {row["name"] for row in found}


@both
@pytest.mark.long
def test_the_same_record_gives_the_same_bytes(game: str, tmp_path: Path) -> None:
    """Given one state; when exported twice, with views and without; then the bytes are the same."""
    shell = copy_of(game, tmp_path / "copy")
    assert shell("export json -o one.json").code == 0
    assert shell("export csv -o one").code == 0
    (shell.folder / "views.db").unlink(missing_ok=True)
    (shell.folder / "deeds.db").unlink(missing_ok=True)
    assert shell("export json -o two.json").code == 0
    assert shell("export csv -o two").code == 0

    assert (shell.folder / "one.json").read_bytes() == (shell.folder / "two.json").read_bytes()
    for file in (shell.folder / "one").iterdir():
        assert file.read_bytes() == (shell.folder / "two" / file.name).read_bytes()
    assert str(tmp_path) not in (shell.folder / "one.json").read_text("utf-8")


ELSEWHERE = """
import sys
from pathlib import Path
from tests.cli.shell import Shell
shell = Shell(Path(sys.argv[1]))
for line in (
    "export json", "export csv --table deeds", "stats --as html", "stats --json", "records --json",
    "stats --as svg --plot value", "stats --battle 1 --as svg --plot activations",
):
    came = shell(line)
    assert came.code == 0, came.err
    sys.stdout.buffer.write(came.out.encode())
"""
PLACES = (
    {"TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "America/New_York", "LC_ALL": "POSIX", "PYTHONHASHSEED": "77", "PYTHONUTF8": "1"},
)


def clashed(folder: Path) -> Shell:
    """A battle in which one clash was fought."""
    shell = fighting(folder)
    shell.do("c sura vs unit; rd unit; 5 3")
    return shell


def season(folder: Path) -> Shell:
    """Twenty battles of four crews."""
    return copy_of("mortisphere", folder / "year")


@pytest.mark.parametrize("begun", [clashed, pytest.param(season, marks=pytest.mark.long)])
@pytest.mark.long
def test_the_same_bytes_come_everywhere(begun: Callable[[Path], Shell], tmp_path: Path) -> None:
    """Given two time zones, locales and seeds; when exported there; then the bytes are the same."""
    shell = begun(tmp_path)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ELSEWHERE, str(shell.folder)],
            cwd=ROOT,
            env=os.environ | place,
            stdout=subprocess.PIPE,
        )
        for place in PLACES
    ]
    one, other = (process.communicate()[0] for process in running)

    assert [process.returncode for process in running] == [0, 0]
    assert len(one) > 50_000
    assert one == other


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    """Given a file and a folder that are there; then only --force replaces ours, never others'."""
    shell = copy_of("mortisphere", tmp_path / "year")
    assert shell("export csv -o tables").code == 0
    mine = shell.folder / "tables" / "mine.txt"
    mine.write_text("mine")
    (shell.folder / "tables" / "crews.csv").write_text("old")
    for line in ("export csv -o tables", "export json -o tables/mine.txt"):
        came = shell(line)
        assert (came.code, came.out) == (2, "")
        assert "nothing was overwritten" in came.err
        assert "--force" in came.err
    assert shell("export csv -o tables --force").code == 0
    assert (shell.folder / "tables" / "crews.csv").read_text("utf-8") != "old"
    assert mine.read_text() == "mine"
    came = shell("export csv -o tables/mine.txt --force")
    assert came.code == 2
    assert not list(shell.folder.glob(".acta-*"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("export csv", "-o FOLDER"),
        ("export csv --table memberz", "members"),
        ("export json --crew Lanternkeepers --battle 1", "one of --crew"),
        ("export json --member Nobody", "Nobody"),
        ("export json --battle 99", "99"),
        ("export json -o nowhere/x.json", "cannot be written"),
    ],
)
def test_bad_input_is_one_sentence(line: str, says: str) -> None:
    """Given what cannot be; then one sentence and a hint, and nothing on standard output."""
    came = played("mortisphere")(line)

    assert came.code in (2, 5)
    assert came.out == ""
    assert says in came.err
    assert "Traceback" not in came.err


def test_the_answer_can_be_had_as_json(tmp_path: Path) -> None:
    """Given -o and --json; then standard output has one document that names the file."""
    file = tmp_path / "all.json"
    came = played("mortisphere")(f"export json -o '{file}' --json")

    assert came.json() == {"file": str(file)}
    assert json.loads(file.read_text("utf-8"))["format"] == "acta-mortis data/1"
