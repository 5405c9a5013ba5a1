"""Months of a campaign of three schools, played by file, against a page worked out by hand.

The page, `tests/seasons/months-in-rome/worked-by-hand.md`, was reckoned from the rulebook; its
tables are read here and the program is held to them.
"""

import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games.morturi.shapes import book
from tests.cli.shell import Shell
from tests.console import ROOT
from tests.tables import Row, tables

PLACE = ROOT / "tests" / "seasons" / "months-in-rome"
SCHOOLS = {"Ludus Ferox": "Ana", "Domus Ursi": "Ben", "Familia Magni": "Cleo"}
SERVUS = "Servus"


@cache
def page() -> dict[str, list[Row]]:
    """The tables of the page."""
    return tables(PLACE / "worked-by-hand.md")


FILES = [row["file"] for row in page()["Denarii"]]


class Months:
    """The files, played in their order into a campaign of their own."""

    def __init__(self, folder: Path) -> None:
        assert Shell(folder)("new Rome --game morturi --at rome").code == 0
        self.shell = Shell(folder / "rome")
        for school, player in SCHOOLS.items():
            self._run(f"crew found '{school}' --player {player}")
        self.denarii: dict[str, dict[str, int]] = {}
        self.battles: dict[str, Any] = {}
        self.evenings: dict[str, str] = {}
        for row in page()["Denarii"]:
            self._play(row["file"], row["before it"])

    def _run(self, line: str) -> None:
        words = [str(PLACE / word) if word.endswith(".txt") else word for word in shlex.split(line)]
        came = self.shell.words(words)
        assert came.code == 0, came.err

    def _play(self, file: str, before: str) -> None:
        for line in filter(None, before.split("; ")):
            self._run(line)
        self._run(f"play '{PLACE / file}.acta'")
        purses = self.json("season")["crews"]
        self.denarii[file] = {row["crew"]: row["purse"] for row in purses}
        if "battle open" in before:
            self.battles[file] = self.json(f"battle show battle-{len(self.battles) + 1}")
        if "battle conclude" in before:
            self.evenings[file] = f"battle-{len(self.battles)}"

    def json(self, line: str) -> Any:
        """What a command says as JSON."""
        came = self.shell(f"{line} --json")
        assert came.code == 0, came.err
        return came.json()

    def told(self, story: str, event: str) -> list[Any]:
        """The data of a story's events of one name."""
        return [line["data"] for line in self.json(f"log {story}") if line["event"] == event]

    def present(self, school: str) -> list[Any]:
        """The gladiators of a school who have not left it."""
        members = self.json(f"crew show '{school}'")["members"]
        return [one for one in members if one["status"] not in ("retired", "lost", "moved")]


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Months:
    """The months, played once for all that is asked about them."""
    return Months(tmp_path_factory.mktemp("months"))


def test_every_file_is_on_the_page() -> None:
    """MR-SCN-1 to -6: each premade battle is fought, and one as it was agreed."""
    assert sorted(file.stem for file in PLACE.glob("*.acta")) == FILES
    opened = " ".join(row["before it"] for row in page()["Denarii"])
    assert [one.id for one in book().scenarios if f"battle open {one.id}" not in opened] == []


@pytest.mark.parametrize("file", FILES)
def test_every_school_s_denarii(months: Months, file: str) -> None:
    """MR-CAM-7, MR-BAT-7: to the denarius, after each auction, battle and month."""
    (row,) = (row for row in page()["Denarii"] if row["file"] == file)
    assert {school: str(had) for school, had in months.denarii[file].items()} == {
        school: row[school] for school in SCHOOLS
    }


@pytest.mark.parametrize("row", page()["Battles"], ids=lambda row: row["file"])
def test_favour_and_winner(months: Months, row: Row) -> None:
    """MR-CRD-2, MR-VIC-1: of each battle."""
    battle = months.battles[row["file"]]
    favour = ", ".join(f"{school} {number}" for school, number in battle["scores"].items())
    found = (str(battle["round"]), favour, battle["winner"])
    assert found == (row["rounds"], row["favour"], row["winner"])


@pytest.mark.parametrize("row", page()["Battles"], ids=lambda row: row["file"])
def test_where_they_stood(months: Months, row: Row) -> None:
    """MR-MOV-2, MR-DMG-1, MR-OOA-1: square, facing and life points of each gladiator."""
    battle = months.battles[row["file"]]
    expected = [each for each in page()["Where they stood"] if each["file"] == row["file"]]
    found = [
        {
            "file": row["file"],
            "gladiator": one["name"],
            "square": one["place"],
            "faces": one["facing"],
            "life points": str(one["life"]),
            "state": one["state"],
        }
        for one in [*battle["members"], *battle["neutrals"]]
    ]
    by_name = {each["gladiator"]: each for each in found}
    assert by_name == {each["gladiator"]: each for each in expected}


def test_every_flight_of_the_condemned(months: Months) -> None:
    """MR-SCN-9: what of the noxii is left runs, in its order, at the end of both rounds."""
    (story,) = (b["battle"] for b in months.battles.values() if b["neutrals"])
    found = [
        {"noxius": one["figure"]["name"], "from": one["before"], "to": one["to"]}
        for one in months.told(story, "morturi.figure-acted")
    ]
    assert found == [{key: row[key] for key in found[0]} for row in page()["The condemned"]]


def test_survival(months: Months) -> None:
    """MR-SVC-1 to -3, MR-RES-3: every check, with what it comes to."""
    found = [
        {
            "file": file,
            "gladiator": check["gladiator"]["name"],
            "die": str(check["face"]),
            "total": str(check["total"]),
            "result": check["result"],
        }
        for file, story in months.evenings.items()
        for check in months.told(story, "morturi.survival-checked")
    ]
    assert found == page()["Survival"]


def test_who_came_back_hurt_was_injured(months: Months) -> None:
    """MR-SVC-1: in the last check of a battle maimed, or absent for a month; in every count."""
    last = {(row["file"], row["gladiator"]): row["result"] for row in page()["Survival"]}
    hurt = sorted(who for (_, who), came in last.items() if came in ("maimed", "misses_next"))
    counted = {row["name"]: row["injuries"] for row in months.json("stats")["rows"]}
    assert counted == {"Domus Ursi": 6, "Familia Magni": 2, "Ludus Ferox": 0}
    told = [months.json(f"member show {who}") for who in hurt]
    assert [one["injuries"] for one in told] == [1] * len(hurt)
    kinds = [[row["kind"] for row in one["history"]].count("injury") for one in told]
    assert kinds == [1] * len(hurt)


@pytest.mark.parametrize("school", SCHOOLS)
def test_the_gladiators(months: Months, school: str) -> None:
    """MR-ADV-1 to -3, MR-RES-6: who is there still, what he is now and what he has learned."""
    found = {
        one["name"]: (one["role"], one["grade"], one["status"], set(one["tricks"]))
        for one in months.present(school)
        if one["grade"] != SERVUS
    }
    rows = [row for row in page()["The schools after Iunius"] if row["school"] == school]
    assert found == {
        row["gladiator"]: (
            row["role"],
            row["grade"],
            row["status"],
            set(filter(None, row["tricks"].split(", "))),
        )
        for row in rows
    }


@pytest.mark.parametrize(
    "row", page()["What the schools have after Iunius"], ids=lambda r: r["school"]
)
def test_servi_and_resources(months: Months, row: Row) -> None:
    """MR-AUC-2, MR-RES-2, -4: Servi bought and brought; what was hired is gone."""
    servi = [one for one in months.present(row["school"]) if one["grade"] == SERVUS]
    store = months.json(f"crew show '{row['school']}'")["store"]
    assert (str(len(servi)), ", ".join(store)) == (row["servi"], row["resources"])


def test_the_record_holds(months: Months) -> None:
    """MR-CAM-7: each account adds up, each payment has two sides: the audit finds nothing."""
    assert months.shell("audit").out.startswith("clean")
