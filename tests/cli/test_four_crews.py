"""A season of twenty battles between four crews, played by file, against a page worked out by hand.

The page, `tests/seasons/four-crews/worked-by-hand.md`, was reckoned from the rulebook; its tables
are read here and the program is held to them. No number of it was taken from the program.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.shell import Shell
from tests.console import ROOT
from tests.tables import Row, tables

PLACE = ROOT / "tests" / "seasons" / "four-crews"
FILES = sorted(PLACE.glob("*.acta"))
CREWS = ("lanternkeepers", "iron-verdict", "wet-choir", "last-index")
NAMES = ("Lanternkeepers", "Iron Verdict", "Wet Choir", "Last Index")
MEMBERS = ("Sura", "Unit Nine", "Quill")
AWARDS = ("endured", "felled", "fulfilled", "impossible", "lesson")  # MS-ADV-2
FOUNDING = "founding"

# The page


@cache
def page() -> dict[str, list[Row]]:
    """The tables of the page."""
    return tables(PLACE / "worked-by-hand.md")


def by_battle(rows: list[Row]) -> dict[str, list[Row]]:
    """Rows of a table, battle by battle."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["battle"], []).append(row)
    return found


# The season


class Season:
    """The twenty files, and the drill between them, played into a campaign of their own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        assert Shell(folder)('new "The Long Year" --game mortisphere --at year').code == 0
        self.shell = Shell(folder / "year")
        for crew in CREWS:
            assert self.shell(f"crew import '{PLACE / crew}.toml'").code == 0
        self.battles: dict[str, str] = {}
        self.drill: tuple[Any, ...] = ()
        for file in FILES:
            self._play(file)

    def _play(self, file: Path) -> None:
        number = file.name.partition("-")[0]
        if not number.isdecimal():
            before = self.table()
            assert self.shell(f"play '{file}'").code == 0
            self.drill = (before, self.table())
            return
        came = self.shell(f"play --record '{file}'")
        assert came.code == 0, came.err
        self.battles[str(self.json("battle list")[-1]["battle"])] = str(int(number))

    def json(self, line: str) -> Any:
        """What a command says as JSON."""
        came = self.shell(f"{line} --json")
        assert came.code == 0, came.err
        return came.json()

    def table(self) -> dict[str, Any]:
        """All that a reader may ask: crews, season, standings, and every profile."""
        crews = [self.json(f"crew show '{name}'") for name in NAMES]
        return {
            "crews": crews,
            "season": self.json("season")["crews"],
            "standings": self.json("standings"),
        }

    def story(self, crew: str) -> Iterator[tuple[str, str, Any]]:
        """The events of a crew's story: of which battle, which event, its data."""
        for line in self.json(f"log '{crew}'"):
            battle = line["batch"].partition("/")[0]
            yield self.battles.get(battle, FOUNDING), line["event"], line["data"]

    def member(self, name: str) -> Any:
        """A member's profile."""
        return self.json(f"member show '{name}'")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """The season, played once for all that is asked about it."""
    return Season(tmp_path_factory.mktemp("seasons") / "one")


# What the files hold


def test_twenty_battles_of_all_kinds() -> None:
    """All six scenarios, two to four crews, twenty files that count and a drill that does not."""
    battles = page()["The battles"]
    assert [row["battle"] for row in battles] == [str(number) for number in range(1, 21)]
    assert len(FILES) == len(battles) + 1
    assert len({row["scenario"] for row in battles}) == 6
    assert {len(row["crews"].split(", ")) for row in battles} == {2, 3, 4}
    text = "\n".join(file.read_text("utf-8") for file in FILES)
    verbs = ("withdraw", "concede", "mend", "recruit", "buy", "sell", "give", "rename", "swarm")
    assert [verb for verb in verbs if not re.search(rf"\b{verb}\b", text)] == []


def test_the_page_adds_up() -> None:
    """Its running totals are those of its rows, and its purses end where its crews do."""
    for crew in page()["The crews at the end"]:
        rows = page()[f"Purse of the {crew['crew']}"]
        _adds_up([(int(row["salvage"]), int(row["balance"])) for row in rows])
        assert rows[-1]["balance"] == crew["treasury"]
    for name in MEMBERS:
        rows = page()[f"Experience of {name}"]
        _adds_up([(int(row["experience"]), int(row["total"])) for row in rows])


def _adds_up(rows: list[tuple[int, int]]) -> None:
    assert list(accumulate(change for change, _ in rows)) == [total for _, total in rows]


# Against the page


@pytest.mark.parametrize("battle", [str(number) for number in range(1, 21)])
def test_points_ratings_and_winners(season: Season, battle: str) -> None:
    """MS-SCN-5, MS-REC-7: of each battle."""
    (row,) = by_battle(page()["The battles"])[battle]
    story = next(story for story, number in season.battles.items() if number == battle)
    opened, *_, ended = (
        line["data"]
        for line in season.json(f"log {story}")
        if line["event"] in ("mortisphere.battle-opened", "mortisphere.battle-ended")
    )
    assert opened["scenario"]["id"] == row["scenario"]
    crews = [crew["crew"]["name"] for crew in opened["crews"]]
    assert ", ".join(crews) == row["crews"]
    assert ", ".join(str(crew["rating"]) for crew in opened["crews"]) == row["ratings"]
    points = {score["crew"]["name"]: score["number"] for score in ended["scores"]}
    assert ", ".join(str(points[crew]) for crew in crews) == row["points"]
    assert ", ".join(crew["name"] for crew in ended.get("winner", [])) == row["winner"]


@pytest.mark.parametrize("crew", NAMES)
def test_every_salvage_that_was_paid(season: Season, crew: str) -> None:
    """MS-REC-9, -10, MS-FAT-7, MS-REC-2: each purse, battle by battle, payment by payment."""
    paid: dict[str, list[int]] = {}
    balance: dict[str, int] = {}
    for battle, event, data in season.story(crew):
        amount = data.get("amount") if event == "crew.treasury-changed" else None
        if event == "crew.member-recruited":
            amount = -data["cost"]
        if amount and battle != FOUNDING:
            paid.setdefault(battle, []).append(amount)
            balance[battle] = data.get("balance", data.get("treasury"))
    expected = by_battle(page()[f"Purse of the {crew}"])
    assert expected.pop(FOUNDING)[-1]["balance"] == "5"
    assert {b: Counter(amounts) for b, amounts in paid.items()} == {
        b: Counter(int(row["salvage"]) for row in rows) for b, rows in expected.items()
    }
    assert balance == {b: int(rows[-1]["balance"]) for b, rows in expected.items()}
    last = list(expected.values())[-1][-1]["balance"]
    assert season.json(f"crew show '{crew}'")["treasury"] == int(last)


@pytest.mark.parametrize("name", MEMBERS)
def test_every_experience_that_was_gained(season: Season, name: str) -> None:
    """MS-ADV-2, MS-FAT-4: of three members, battle by battle, with the awards."""
    gained: dict[str, int] = {}
    awards: dict[str, set[str]] = {}
    totals: dict[str, int] = {}
    for battle, event, data in season.story(season.member(name)["crew"]):
        if event != "crew.experience-gained" or data["member"]["name"] != name:
            continue
        gained[battle] = gained.get(battle, 0) + data["amount"]
        awards.setdefault(battle, set()).update(set(data["reasons"]) & set(AWARDS))
        totals[battle] = data["total"]
    rows = [row for row in page()[f"Experience of {name}"] if row["experience"] != "0"]
    assert gained == {row["battle"]: int(row["experience"]) for row in rows}
    assert totals == {row["battle"]: int(row["total"]) for row in rows}
    assert awards == {
        row["battle"]: {word for word in AWARDS if re.search(rf"\b{word}\b", row["for"])}
        for row in rows
    }


@pytest.mark.parametrize("name", MEMBERS)
def test_what_became_of_them(season: Season, name: str) -> None:
    """MS-PRO-1, MS-ADV-4, MS-FAT-7: profile, advances, injuries that last, and all counts."""
    member = season.member(name)
    rows = {row["part"]: row["after battle 20"] for row in page()[f"Profile of {name}"]}
    assert {part: _said(member[part]) for part in rows} == rows


def test_the_crews_at_the_end(season: Season) -> None:
    """MS-REC-7, MS-CAP-10, MS-EQP-4: who leads them, what they are worth, what is in store."""
    rows = page()["The crews at the end"]
    assert [
        {part: _said(season.json(f"crew show '{row['crew']}'")[part]) for part in row}
        for row in rows
    ] == rows


def _said(part: Any) -> str:
    """A part of a profile as the page writes it."""
    if isinstance(part, bool):
        return "yes" if part else "no"
    return ", ".join(part) if isinstance(part, list) else str(part)


@pytest.mark.parametrize("name", MEMBERS)
def test_their_histories(season: Season, name: str) -> None:
    """MS-HIS-1, -3: every entry, in order, of its battle and kind, and what it says."""
    history = season.member(name)["history"]
    rows = page()[f"History of {name}"]
    assert [(season.battles.get(e["battle"], FOUNDING), e["kind"]) for e in history] == [
        (row["battle"], row["kind"]) for row in rows
    ]
    assert [
        (entry["text"], row["says"])
        for entry, row in zip(history, rows, strict=True)
        if row["says"] not in entry["text"]
    ] == []


def test_the_league(season: Season) -> None:
    """The table after twenty battles."""
    columns = ("crew", "played", "won", "drawn", "lost", "league", "scored", "difference")
    rows = [{c: str(row[c]) for c in columns} for row in season.json("standings")]
    assert rows == page()["Standings"]


@pytest.mark.parametrize("battle", ["16", "20"])
def test_the_initiative_of_late_battles(season: Season, battle: str) -> None:
    """MS-INI-1, -4, -8: crew values of the first round, and the order of the turns."""
    story = next(story for story, number in season.battles.items() if number == battle)
    first = next(
        line["data"]
        for line in season.json(f"log {story}")
        if line["event"] == "mortisphere.initiative-taken"
    )
    rows = by_battle(page()["Initiative"])[battle]
    values = {value["crew"]["name"]: str(value["number"]) for value in first["values"]}
    assert values == {row["crew"]: row["value"] for row in rows}
    assert [crew["name"] for crew in first["order"]] == [row["crew"] for row in rows]


# The whole


def test_a_drill_changes_nothing(season: Season) -> None:
    """A friendly battle is kept, with its aftermath, and no crew is other than before."""
    before, after = season.drill
    assert before == after


def test_the_record_holds(season: Season) -> None:
    """The audit finds nothing; views made anew say the same."""
    before = season.table()
    assert season.shell("audit").code == 0
    (season.shell.folder / "views.db").unlink()
    assert season.shell("rebuild").code == 0
    assert season.table() == before


def test_played_a_second_time_it_is_the_same_season(season: Season, tmp_path: Path) -> None:
    """The same files, another campaign, the same table."""
    again = Season(tmp_path / "two")
    assert msgspec.json.encode(again.table()) == msgspec.json.encode(season.table())
