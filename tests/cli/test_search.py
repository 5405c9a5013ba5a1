"""`acta search`: names old and new, notes, events; accents and case folded; the dead included."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from projections.search import folded, words_of
from tests.cli.shell import EXAMPLES, Came, Shell, campaign, fighting
from tests.cli.test_on_server import on_server
from tests.hostile_names import KEPT


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash and Iron in the Granary Hall; Sura's Clash with Unit Nine was fought."""
    found = fighting(tmp_path)
    found.do("c sura vs unit; rd unit; 5 3")
    return found


def hits(shell: Shell, text: str, options: str = "--limit 0") -> list[dict[str, Any]]:
    """What is found for some words."""
    came = shell.words(["search", "--json", *options.split(), "--", text])
    assert came.code == 0, came.err
    found: list[dict[str, Any]] = came.json()["hits"]
    return found


def named(shell: Shell, text: str) -> list[str]:
    """The names that are found."""
    return [hit["text"] for hit in hits(shell, text, "--kind names")]


# Names


def test_a_name_says_what_it_is_where_it_was_said_and_how_to_look_further(shell: Shell) -> None:
    """Members, crews, places and battles; each hint is a command that works."""
    for text, what, address in (
        ("sura", "member", "crew-ash/2"),
        ("iron", "crew", "crew-iron/1"),
        ("granary hall", "Area", "battle-1/2"),
        ("last granary", "battle", "battle-1/1"),
    ):
        first = hits(shell, text)[0]
        assert (first["kind"], first["what"]) == ("names", what)
        assert first["address"].split("/")[0] == address.split("/")[0]
        assert shell(first["further"].removeprefix("acta ")).code == 0


def test_things_are_found_by_name(tmp_path: Path) -> None:
    """A recruit's gear, by the name of its kind; each leads to the line that brought it."""
    shell = campaign(tmp_path)
    came = shell("member recruit Ash Bolt --type survivor --die d4 --item crude-blade")
    assert came.code == 0, came.err
    (hit,) = hits(shell, "crude blade", "--kind names")
    assert (hit["what"], hit["text"], hit["address"]) == ("item", "Crude Blade", "crew-ash/6")


def test_names_stand_before_notes_and_these_before_events(shell: Shell) -> None:
    """A member, a note about her, and then what she did, in the order of the log."""
    shell.do('note Sura "lost her coat"')
    kinds = [hit["kind"] for hit in hits(shell, "sura")]
    assert kinds == sorted(kinds, key=("names", "notes", "events").index)
    assert kinds.count("notes") == 1
    numbers = [
        int(hit["address"].split("/")[1])
        for hit in hits(shell, "sura", "--kind events --limit 0")
        if hit["address"].startswith("battle-1/")
    ]
    assert numbers == sorted(numbers)


def test_a_whole_name_stands_before_one_that_only_holds_it(tmp_path: Path) -> None:
    """Moth, then Mothwing, then Behemoth."""
    shell = campaign(tmp_path)
    for name in ("Behemoth", "Mothwing"):
        assert shell(f"member recruit Ash {name} --type creature --die d4").code == 0
    assert named(shell, "moth") == ["Moth", "Mothwing", "Behemoth"]


def test_a_name_that_was_given_up_is_found_with_the_new_one(tmp_path: Path) -> None:
    """Sura is Ember now: either word finds her, and each name leads to her as she is called."""
    shell = campaign(tmp_path)
    assert shell("member rename Sura Ember").code == 0
    assert shell("crew rename Ash Cinders").code == 0
    old, new = hits(shell, "sura")[0], hits(shell, "ember")[0]
    assert (old["text"], old["state"]) == ("Sura", "now Ember")
    assert (new["text"], new["state"]) == ("Ember", "")
    assert old["id"] == new["id"] == "crew-ash/2"
    assert old["further"] == new["further"] == "acta member show Cinders/@SUR"
    assert shell("member show Cinders/@SUR").lines[0].startswith("Ember")
    assert [hit["state"] for hit in hits(shell, "ash", "--kind names")] == ["now Cinders"]


def test_who_has_left_is_found_and_marked(tmp_path: Path) -> None:
    """The dead and retired included."""
    shell = campaign(tmp_path)
    assert shell("member retire Moth --why 'old bones'").code == 0
    first = hits(shell, "moth")[0]
    assert (first["text"], first["state"]) == ("Moth", "retired")
    assert shell(first["further"].removeprefix("acta ")).code == 0
    assert any("old bones" in hit["text"] for hit in hits(shell, "bones"))


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("\u00c9lan", "elan"),
        ("Elan", "\u00e9LAN"),
        ("Ele\u0301na", "EL\u00c9NA"),
        ("Stra\u00dfe", "STRASSE"),
        ("Strasse", "stra\u00dfe"),
        ("\u0130stanbul", "istanbul"),
        ("Kad\u0131r", "KADIR"),
        ("\u039f\u0394\u03a3", "\u03bf\u03b4\u03c2"),
        ("\u4e2d\u6587\u540d\u5b57", "\u6587\u540d"),
        ("\uff36\uff45\uff58\uff41", "vexa"),
        ("S\u00f8ren \u0141ukasz", "lukasz soren"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05dc\u05d5"),
    ],
)  # fmt: skip
def test_case_104_case_and_accents_are_folded(tmp_path: Path, name: str, asked: str) -> None:
    """Sharp s, i without a dot, a final sigma, composed or not, wide, Chinese by parts of words."""
    shell = campaign(tmp_path)
    came = shell.words(["member", "recruit", "Ash", name, "--type", "creature", "--die", "d4"])
    assert came.code == 0, came.err
    found = named(shell, asked)
    assert len(found) == 1
    assert folded(found[0]) == folded(name)


@pytest.mark.parametrize("what", sorted(KEPT))
def test_case_104_hostile_names_are_found_and_do_nothing(tmp_path: Path, what: str) -> None:
    """Each is found by itself, in every output; signs of SQL and of patterns mean nothing."""
    name = KEPT[what]
    shell = campaign(tmp_path)
    came = shell.words(
        ["member", "recruit", "Ash", "--type", "creature", "--die", "d4", "--", name]
    )
    assert came.code == 0, came.err
    if not words_of(name):
        assert shell.words(["search", "--", name]).code == 2
        return
    assert name in [hit["text"] for hit in hits(shell, name)]
    assert shell.words(["search", "--", name]).code == 0
    rows = list(csv.reader(io.StringIO(shell.words(["search", "--csv", "--", name]).out)))
    assert len({len(row) for row in rows}) == 1
    assert not any(cell[:1] in {"=", "+", "@"} for row in rows for cell in row)


def test_signs_of_patterns_are_letters(shell: Shell) -> None:
    """% and _ find themselves and nothing else."""
    shell.do('note "50% of a_b"')
    assert [hit["kind"] for hit in hits(shell, "50%")] == ["notes"]
    assert [hit["kind"] for hit in hits(shell, "a_b")] == ["notes"]
    assert hits(shell, "5%") == []
    assert hits(shell, "a_c") == []
    assert hits(shell, "/") == [hit for hit in hits(shell, "/") if "/" in hit["text"]]


# Notes and events


def test_all_words_must_be_there_in_any_order(shell: Shell) -> None:
    """In one sentence; what holds only one of them is not found."""
    shell.do('note "the torch was red"', 'note "the torch was blue"')
    assert [hit["text"] for hit in hits(shell, "red torch")] == ["Note: the torch was red"]
    assert hits(shell, "red blue") == []
    assert len(hits(shell, "torch")) == 2


def test_notes_of_members_and_crews_are_found(tmp_path: Path) -> None:
    """Those between battles too; the way to look further is the crew's log."""
    shell = campaign(tmp_path)
    assert shell("member note Sura 'fears the Hollow'").code == 0
    (hit,) = hits(shell, "hollow")
    assert (hit["kind"], hit["what"]) == ("notes", "note")
    assert hit["further"] == "acta log crew-ash"


def test_an_event_leads_to_the_battle_behind_it(shell: Shell) -> None:
    """`acta replay battle-1 --to …` ends with it."""
    (hit,) = hits(shell, "clash over", "--kind events")
    assert hit["further"] == f"acta replay battle-1 --to {hit['address']}"
    assert hit["address"] in shell(hit["further"].removeprefix("acta ")).out


# What does not count


def test_what_was_taken_back_is_found_with_all_and_marked(shell: Shell) -> None:
    """Without --all it is not found; put back, it counts again."""
    shell.do('note "a crooked die"', "undo")
    assert hits(shell, "crooked") == []
    assert "try --all" in shell("search crooked").err
    (hit,) = hits(shell, "crooked", "--all")
    assert (hit["kind"], hit["state"]) == ("notes", "taken back")
    shell.do("redo")
    assert [hit["state"] for hit in hits(shell, "crooked", "--all")] == [""]


def test_what_was_amended_is_found_as_it_is_now(shell: Shell) -> None:
    """The old words with --all, as amended; the new ones as what counts."""
    shell.do('note "a crooked die"')
    address = hits(shell, "crooked")[0]["address"]
    came = shell.words(
        ["amend", address, 'note "a straight die"', "--why", "typed wrongly", "--yes"]
    )
    assert came.code == 0, came.err
    assert [hit["text"] for hit in hits(shell, "straight", "--kind notes")] == [
        "Note: a straight die"
    ]
    assert hits(shell, "crooked", "--kind notes") == []
    states = [hit["state"] for hit in hits(shell, "crooked", "--kind notes --all")]
    assert states == ["amended"]


def test_what_was_taken_back_in_a_void_battle_is_found_with_all(shell: Shell) -> None:
    """As what it was before the battle was void: taken back."""
    shell.do('note "a crooked die"', "undo")
    assert shell("battle void 1 --why 'a spilt glass' --yes").code == 0
    assert hits(shell, "crooked") == []
    assert [hit["state"] for hit in hits(shell, "crooked", "--all")] == ["taken back"]


def test_a_void_battle_is_found_and_marked(shell: Shell) -> None:
    """Its scenario and what happened in it."""
    assert shell("battle void 1 --why 'a spilt glass' --yes").code == 0
    found = [hit for hit in hits(shell, "unit nine") if hit["address"].startswith("battle-1/")]
    assert found
    assert {hit["state"] for hit in found if hit["kind"] == "events"} == {"void"}
    assert hits(shell, "last granary")[0]["state"] == "void"


# The command


def test_limits_and_kinds(shell: Shell) -> None:
    """So many at most, and how many there are; only the kinds that were asked for."""
    every = hits(shell, "sura")
    came = shell("search sura --limit 2 --json")
    assert came.json() == {"words": ["sura"], "found": len(every), "hits": every[:2]}
    assert f"2 of {len(every)} hits: --limit 0 shows all" in came.err
    events = hits(shell, "sura", "--kind events --limit 0")
    assert events == [hit for hit in every if hit["kind"] == "events"]
    both = hits(shell, "sura", "--kind events --kind names --limit 0")
    assert both == every


def test_fewer_than_none_are_not_asked_for(shell: Shell) -> None:
    """Given a limit below 0, it is refused: 0 alone means all."""
    came = shell("search sura --limit -3")
    assert (came.code, came.out) == (2, "")
    assert "-3 is not in the range" in came.err


def test_hits_as_a_table_and_as_csv(shell: Shell) -> None:
    """A row for each: what it is, its address, how to look further, its text."""
    lines = shell("search moth --kind names").lines
    assert lines[0].split() == ["what", "address", "further", "text"]
    assert lines[1].split() == [
        "member",
        "crew-ash/5",
        "acta",
        "member",
        "show",
        "Ash/@MOT",
        "Moth",
    ]
    rows = list(csv.DictReader(io.StringIO(shell("search moth --kind names --csv").out)))
    assert [(row["kind"], row["address"], row["text"]) for row in rows] == [
        ("names", "crew-ash/5", "Moth")
    ]


@pytest.mark.parametrize("text", ["", "   ", "\u0301"])
def test_nothing_is_nothing_to_look_for(shell: Shell, text: str) -> None:
    """A sentence and exit code 2."""
    came: Came = shell.words(["search", text])
    assert came.code == 2
    assert came.err.splitlines()[0] == "there is nothing in that to look for"


def test_nothing_found_is_no_error(shell: Shell) -> None:
    """Exit 0, nothing on standard output, a sentence beside it."""
    came = shell("search zzzz")
    assert (came.code, came.out) == (0, "")
    assert came.err.startswith("nothing was found")


def test_only_who_searches_makes_the_view(shell: Shell) -> None:
    """Other commands neither make nor read it, an audit neither; it may be deleted."""
    file = shell.folder / "search.db"
    for line in ("standings", "status", "member show Sura", "log", "audit"):
        shell(line)
    assert not file.exists()
    before = hits(shell, "sura")
    assert file.exists()
    assert shell("audit").code == 0
    file.unlink()
    assert hits(shell, "sura") == before
    assert shell("rebuild").code == 0
    assert hits(shell, "sura") == before


def test_the_view_catches_up(shell: Shell) -> None:
    """What is recorded after a search is found by the next."""
    assert hits(shell, "lantern") == []
    shell.do('note "a green lantern"')
    assert len(hits(shell, "lantern")) == 1


def test_schools_and_gladiators_are_found(tmp_path: Path) -> None:
    """In the arena's words."""
    Shell(tmp_path)("new Ludi --game morturi --house game_mode=pickup --at here")
    shell = Shell(tmp_path / "here")
    assert shell(f"crew import {EXAMPLES / 'ludus-ferox.toml'}").code == 0
    assert hits(shell, "brutus")[0]["what"] == "gladiator"
    assert hits(shell, "ferox")[0]["what"] == "school"


def test_a_search_on_a_server_finds_the_same(tmp_path: Path, postgres: str) -> None:
    """With names of every script, notes, and signs of patterns."""
    shell = on_server(tmp_path, postgres)
    shell.words(["member", "rename", "Moth", "\u039f\u03a3 \u4e2d\u6587 50%_"])
    shell("member note Sura 'fears the Hollow'")
    assert named(shell, "\u03bf\u03c2 \u6587 50%_") == ["\u039f\u03a3 \u4e2d\u6587 50%_"]
    assert [hit["kind"] for hit in hits(shell, "hollow")] == ["notes"]
    assert hits(shell, "50%x") == []
    assert shell("audit").code == 0
