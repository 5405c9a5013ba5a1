"""`acta stats`, `records` and `standings`: what they say, where each number leads, their plots."""

from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.campaigns import copy_of, four_crews, months_in_rome, played
from tests.cli.shell import Shell, campaign, fighting
from tests.cli.test_four_crews import MEMBERS, page
from tests.hostile_names import KEPT
from tests.played import played as folder_of

GAMES = ("mortisphere", "morturi")
both = pytest.mark.parametrize("game", GAMES)
SUMS = ("kills", "objectives", "dealt", "pairings")
PLOTS = {
    "mortisphere": ("value", "rating", "treasury", *SUMS, "rivalries", "survival"),
    "morturi": ("gladiators", "moves", "treasury", "kills", "dealt", "pairings", "rivalries",
                "survival"),
}  # fmt: skip


def stats(shell: Shell, options: str = "") -> Any:
    """Stats as JSON."""
    came = shell(f"stats {options} --json")
    assert came.code == 0, came.err
    return came.json()


def test_the_season_is_the_one_worked_by_hand() -> None:
    """Given the page of the season; then battles, results and points of each crew are its own."""
    told = {row["name"]: row for row in stats(four_crews().shell)["rows"]}

    for row in page()["Standings"]:
        mine = told[row["crew"]]
        for figure, column in (
            ("battles", "played"), ("won", "won"), ("drawn", "drawn"), ("lost", "lost"),
            ("points", "scored"),
        ):  # fmt: skip
            assert mine[figure] == int(row[column])


@pytest.mark.parametrize("name", MEMBERS)
def test_members_are_those_worked_by_hand(name: str) -> None:
    """Given a profile of the page; then battles, kills, falls and injuries are its own."""
    told = stats(four_crews().shell, f"--member '{name}'")["total"]

    for row in page()[f"Profile of {name}"]:
        if row["part"] in ("battles", "kills", "falls", "injuries"):
            assert told[row["part"]] == int(row["after battle 20"])


@both
def test_case_14_battles_add_up(game: str) -> None:
    """Case 14: won, drawn, lost and open are all battles, of crews, of members, in each battle."""
    shell = played(game)
    told = stats(shell)
    for row in told["rows"]:
        assert row["won"] + row["drawn"] + row["lost"] + row["open"] == row["battles"]
        for mine in stats(shell, f"--crew '{row['name']}'")["rows"]:
            assert mine["won"] + mine["drawn"] + mine["lost"] + mine["open"] == mine["battles"]
    assert sum(row["drawn"] for row in told["rows"]) == 2  # one draw of two crews in each season


@both
def test_case_16_crews_are_the_sum_of_their_members(game: str) -> None:
    """Case 16: what each did for a crew, whoever has left it or was sold, is the crew's."""
    shell = played(game)
    for crew in stats(shell)["rows"]:
        told = stats(shell, f"--crew '{crew['name']}'")
        assert {**told["total"], "former_names": []} == {**crew, "former_names": []}
        for figure in ("kills", "falls", "hurt", "dealt", "pairings", "objectives", "activations"):
            assert sum(row[figure] for row in told["rows"]) == crew[figure]


@both
def test_every_number_leads_to_lines_that_count(game: str) -> None:
    """Given all sums; then each that is not 0 has addresses, and each is a line that counts."""
    shell = played(game)
    lines = {one["address"] for one in shell("log --json").json()}
    told = stats(shell)
    for row in (*told["rows"], told["total"]):
        for figure, addresses in row["addresses"].items():
            assert bool(addresses) == bool(row[figure])
            assert set(addresses) <= lines
    for best in shell("records --json").json():
        assert best["number"] > 0
        assert best["holders"]
        for holder in best["holders"]:
            assert holder["addresses"]
            assert set(holder["addresses"]) <= lines


def test_records_are_those_worked_by_hand() -> None:
    """Given the page's battles; then 8 points of the Last Index, 7 to 0, and a rating of 79.

    Iron Verdict won 7, 8 and 10 in a row, the Lanternkeepers 1, 3 and 6; with its draw, 5, Iron
    Verdict has four without defeat. A drill between battles 12 and 13 has a number of its own.
    """
    told = {one["record"]: one for one in four_crews().shell("records --json").json()}
    said = {
        code: (one["number"], [(each["crew_name"], *each["battles"]) for each in one["holders"]])
        for code, one in told.items()
    }

    assert said["crew-points"] == (8, [("Last Index", "battle-9")])
    assert said["crew-margin"] == (7, [("Iron Verdict", "battle-8")])
    assert said["crew-rating"] == (79, [("Lanternkeepers", "battle-21")])
    assert said["streak-winning"] == (
        3,
        [
            ("Iron Verdict", "battle-7", "battle-8", "battle-10"),
            ("Lanternkeepers", "battle-1", "battle-3", "battle-6"),
        ],
    )
    assert said["streak-unbeaten"] == (
        4,
        [("Iron Verdict", "battle-5", "battle-7", "battle-8", "battle-10")],
    )


def test_case_122_standings_say_the_chain_and_what_decided() -> None:
    """Case 122: the steps stand below the table, in their order; JSON has what each measured."""
    shell = four_crews().shell
    came = shell("standings")
    rows = shell("standings --json").json()

    assert came.lines[-1] == (
        "Ordered by league points, then what they won in battles between them, "
        "then the difference of points, then points scored; "
        "whom none of them sets apart share a place."
    )
    assert [row["by"] for row in rows] == ["", *["league points"] * 3]
    assert [row["steps"] for row in rows] == [
        [{"step": "league points", "number": row["league"]}] for row in rows
    ]
    for above, below in pairwise(rows):
        assert above["league"] > below["league"]
    for row in rows:
        assert len(row["battles"]) == row["played"]
        assert sum(one["league"] for one in row["battles"]) == row["league"]
        assert all(one["address"].startswith(f"{one['battle']}/") for one in row["battles"])


def test_case_122_a_tie_names_the_step_that_broke_it(tmp_path: Path) -> None:
    """Case 122: two crews that never fought share a place; and that is said."""
    shell = fighting(tmp_path)
    came = shell("standings")

    assert "Ash and Iron share place 1." in came.lines


def test_case_124_undoing_a_clash_takes_its_numbers_back(tmp_path: Path) -> None:
    """Case 124: Sura's 5 beats Unit Nine's 3 for 1 Health; undone, all sums are as before."""
    shell = fighting(tmp_path)
    looks = ("stats --json", "stats --battle 1 --json", "stats", "records --json")
    before = [shell(look).out for look in looks]
    shell.do("c sura vs unit; rd unit; 5 3")
    told = {row["name"]: row for row in stats(shell, "--battle 1")["rows"]}
    assert (told["Sura"]["pairings_won"], told["Sura"]["dealt"]) == (1, 1)
    assert (told["Unit Nine"]["pairings_lost"], told["Unit Nine"]["hurt"]) == (1, 1)
    assert told["Sura"]["activations"] == told["Unit Nine"]["activations"] == 1
    after = [shell(look).out for look in looks]
    for _ in range(3):
        shell.do("undo")
    assert [shell(look).out for look in looks] == before
    for _ in range(3):
        assert shell("redo").code == 0
    assert [shell(look).out for look in looks] == after


@both
def test_case_13_a_void_battle_is_in_no_number(game: str, tmp_path: Path) -> None:
    """Case 13: when the newest battle is made void, no sum, record or standing rests on it."""
    shell = copy_of(game, tmp_path / "copy")
    last = shell("standings --json").json()[0]["battles"][-1]["battle"]
    assert shell(f"battle void {last} --why 'a wrong table' --yes").code == 0
    for look in ("stats --json", "records --json", "standings --json", "stats --as html"):
        assert f'"{last}' not in shell(look).out
        assert f"#e-{last}-" not in shell(look).out
    came = shell(f"stats --battle {last}")
    assert came.code == 2
    assert "counts for nothing" in came.err


@pytest.mark.parametrize("game", [pytest.param(GAMES[0], marks=pytest.mark.long), GAMES[1]])
def test_each_plot_is_drawn(game: str) -> None:
    """Given a campaign; then each of its plots is SVG with a title, a description, and marks."""
    shell = played(game)
    whole = {f"stats --plot {name}": name for name in PLOTS[game]}
    whole |= {f"standings --plot {name}": name for name in ("league", "results")}
    whole |= {f"stats --battle 3 --plot {name}": name for name in ("health", "activations")}
    for line in whole:
        came = shell(f"{line} --as svg")
        assert came.code == 0, came.err
        root = ET.fromstring(came.out)  # noqa: S314  our own text
        names = [element.tag.rpartition("}")[2] for element in root]
        assert names[:2] == ["title", "desc"]
        assert all(element.text for element in list(root)[:2])
        assert "<script" not in came.out
        assert "Audit: clean" in " ".join("".join(root.itertext()).split())
        assert shell(f"{line} --as svg").out == came.out


@both
def test_the_page_leads_from_every_number_to_its_lines(game: str) -> None:
    """Given the page of stats; then each link within it has its place, and each place is one."""
    for line in ("stats --as html", "stats --battle 3 --as html", "standings --as html"):
        text = played(game)(line).out
        ids = [part.partition('"')[0] for part in text.split(' id="')[1:]]
        links = [part.partition('"')[0] for part in text.split('href="#')[1:]]
        assert len(ids) == len(set(ids))
        assert set(links) <= set(ids)
        assert len(links) > 20
        assert "http:" not in text.replace("http://www.w3.org/", "")


def test_events_lists_the_lines_of_a_figure() -> None:
    """Given Sura's one kill of the page, Unit Nine in battle 3; then it is told, with its line."""
    came = four_crews().shell("stats --member Sura --events kills --json").json()

    assert [(row["battle"], row["address"].partition("/")[0]) for row in came] == [
        ("battle-3", "battle-3")
    ]
    assert came[0]["told"].startswith("Unit Nine is incapacitated")


def test_hostile_names_do_nothing_on_the_page(tmp_path: Path) -> None:
    """Given crews and members with names that try something; then the page has only our tags."""
    shell = copy_of("mortisphere", tmp_path / "year")
    names = [KEPT["HTML"], KEPT["an image"], KEPT["80 letters"], KEPT["from right to left"]]
    for crew, name in zip(("Lanternkeepers", "Iron Verdict"), names[:2], strict=True):
        assert shell.words(["crew", "rename", crew, name]).code == 0
    for member, name in zip(("Sura", "Unit Nine"), names[2:], strict=True):
        assert shell.words(["member", "rename", member, name]).code == 0
    for line in ("stats --as html", "standings --as html", "stats --as svg --plot rating"):
        text = shell(line).out
        assert "<script>alert" not in text
        assert "<img" not in text
        assert "&lt;script&gt;alert" in text
    for look in ("stats", "records", "standings", "stats --csv", "standings --csv"):
        assert shell(look).code == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("stats --as svg", "--plot value"),
        ("stats --as svg --plot valeu", "value"),
        ("stats --plot value", "--as svg"),
        ("stats -o x.txt", "this is not written as txt"),
        ("stats -o x", "--as"),
        ("stats --as html --csv", "--csv"),
        ("stats --crew Lanternkeepers --member Sura", "one of --crew"),
        ("stats --events glory", "there is no figure glory"),
        ("standings --as svg --plot x", "there is no plot x"),
        ("stats --member Nobody", "Nobody"),
    ],
)
def test_bad_input_is_one_sentence(line: str, says: str) -> None:
    """Given what cannot be; then exit 2, one sentence and a hint; nothing on standard output."""
    came = played("mortisphere")(line)

    assert (came.code, came.out) == (2, "")
    assert says in came.err


def test_a_plot_of_nothing_is_refused(tmp_path: Path) -> None:
    """Given a campaign in which nobody was felled; then that is said, and nothing drawn."""
    came = fighting(tmp_path)("stats --as svg --plot kills")

    assert came.code == 2
    assert "nothing of it is on record yet" in came.err


def test_files_are_not_overwritten_unasked(tmp_path: Path) -> None:
    """Given a file that is there; then only --force replaces it."""
    file = tmp_path / "plot.svg"
    file.write_text("mine")
    line = f"standings --as svg --plot league -o '{file}'"
    assert played("morturi")(line).code == 2
    assert file.read_text() == "mine"
    assert played("morturi")(f"{line} --force").code == 0
    assert file.read_text("utf-8").startswith("<svg")


def test_a_plot_answers_as_json(tmp_path: Path) -> None:
    """Given --json; then a file is named, and without one the plot is a text of the document."""
    file = tmp_path / "plot.svg"
    line = "standings --as svg --plot league --json"
    assert played("morturi")(f"{line} -o '{file}'").json() == {"file": str(file)}
    assert played("morturi")(line).json() == {"text": file.read_text("utf-8")}


def test_what_a_game_calls_things() -> None:
    """Given Morturi; then crews are schools, and members gladiators."""
    shell = months_in_rome().shell
    assert shell("stats").lines[0].split()[0] == "school"
    assert shell("stats --crew 'Ludus Ferox'").lines[0].split()[0] == "gladiator"


def test_of_many_who_hold_a_record_the_first_are_named(tmp_path: Path) -> None:
    """Five of twelve were felled once: three are named, two more counted; --all names five."""
    shell = Shell(folder_of(tmp_path, GAMES[0]))
    came = shell("records")
    few = came.out.partition("Most often felled")[2].splitlines()
    assert few[3].split() == ["and", "2", "more"]
    assert "acta records --all names all who hold a record\n" in came.err
    every = shell("records --all")
    fallen = every.out.partition("Most often felled")[2].partition("Most points")[0].splitlines()
    assert [line.split()[-2] for line in fallen] == ["(Vex)"] * 4 + ["(Rook)"]
    assert every.err == ""


def test_what_everybody_shares_is_no_record(tmp_path: Path) -> None:
    """All twelve fought once: "Most battles 1" stands in --all, --csv and --json alone."""
    shell = Shell(folder_of(tmp_path, GAMES[0]))
    came = shell("records")
    assert "Most battles " not in came.out.replace("Most battles in a row", "")
    assert "Most felled in a battle" in came.out
    assert "records that everybody shares are left out: acta records --all\n" in came.err
    for look in ("records --all", "records --csv"):
        assert "Unit Nine (Rook)" in shell(look).out.partition("Most battles")[2]
    told = shell("records --json").json()
    shared = {one["record"]: len(one["holders"]) for one in told if one["shared"]}
    assert shared == {"life-battles": 12}


def test_without_a_battle_there_are_no_records(tmp_path: Path) -> None:
    """Given two crews that have not met; then a sentence, and no table without rows."""
    came = campaign(tmp_path)("records")
    assert (came.code, came.out) == (0, "no battle that counts is on record yet\n")
