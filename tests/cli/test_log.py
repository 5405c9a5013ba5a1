"""`acta log` and `acta replay`: what happened, told."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign, fighting


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash's Clash was fought (14 to 20), Kiln held (21 to 23), which was taken back (24)."""
    found = fighting(tmp_path)
    found.do("c sura vs unit; rd unit; 5 3", "hold kiln", "undo")
    return found


def test_the_campaign_s_log_is_in_the_order_of_the_log(tmp_path: Path) -> None:
    """One line an event: address, sentence."""
    lines = campaign(tmp_path)("log").lines
    assert lines[:3] == [
        "campaign/1  Winter begins (mortisphere 2026.1).",
        "crew-ash/1  Ana founds Ash with a purse of 50.",
        "campaign/2  Ash, led by Ana, is in the campaign's list.",
    ]
    assert len(lines) == 13  # a founding, and for each crew its own, its listing, four recruits


def test_what_was_taken_back_is_told_with_all(shell: Shell) -> None:
    """Without `--all` it is left out; no sentence is ever lost."""
    assert shell("log 1").lines[-1] == "battle-1/20  Ash's Clash is over."
    lines = shell("log battle-1 --all").lines
    assert lines[-2:] == [
        "battle-1/23  Iron has taken its turn (hold).  (taken back)",
        "battle-1/24  battle-1/21 was taken back.",
    ]


def test_a_story_is_named_by_number_name_or_crew(shell: Shell) -> None:
    """`1`, `battle-1`, `ash`, `campaign`."""
    assert shell("log 1").out == shell("log battle-1").out
    assert shell("log ash").lines[0] == "crew-ash/1  Ana founds Ash with a purse of 50."
    assert shell("log campaign").lines[0].startswith("campaign/1")
    came = shell("log nowhere")
    assert came.code == 2
    assert came.err.startswith("there is no story nowhere\nhint: there are campaign, crew-ash")


def test_the_log_as_json(shell: Shell) -> None:
    """Address, event, version, at, by, for, batch, retracted, told, data."""
    held = shell("log 1 --all --json").json()[20]
    assert list(held) == [
        "address", "event", "version", "at", "by", "for", "batch", "retracted", "told", "data",
    ]  # fmt: skip
    assert (held["event"], held["version"]) == ("mortisphere.member-held", 1)
    assert (held["address"], held["batch"]) == ("battle-1/21", "battle-1/21")
    assert held["retracted"] is True
    assert held["data"]["member"] == {"id": "crew-iron/4", "name": "Kiln"}
    assert [line["retracted"] for line in shell("log 1 --json").json()] == [False] * 20


def test_dice_alone(shell: Shell) -> None:
    """Every roll with its source."""
    assert shell("log --dice").out == (
        "battle-1/16  Sura against Unit Nine: 5 against 3, Sura wins"
        " (Sura d6 5; Unit Nine d10 3). (from the table)\n"
    )


def test_a_battle_is_shown_as_it_went(shell: Shell) -> None:
    """Each typed line in canonical spelling, what came of it, what changed."""
    lines = shell("replay").lines
    at = lines.index("> clash Sura > Unit Nine")
    assert lines[at : at + 3] == [
        "> clash Sura > Unit Nine",
        "  battle-1/14  Ash initiates a Clash in the Granary Hall: Sura against Unit Nine.",
        "> respond defend Unit Nine",
    ]
    assert lines[-1] == "  Unit Nine: Health 3 → 2, highest roll 10 → 8"
    moves = shell("replay 1 --json").json()
    assert [move["line"] for move in moves] == [
        "",
        "clash Sura > Unit Nine",
        "respond defend Unit Nine",
        "roll 5 3",
    ]
    assert moves[-1]["events"][0]["address"] == "battle-1/16"


def test_a_replay_stops_where_it_is_told(shell: Shell) -> None:
    """`--to ADDRESS`; `--step` waits behind each."""
    assert shell("replay --to battle-1/14").lines[-2] == "> clash Sura > Unit Nine"
    assert shell("replay --to battle-1/99").code == 2
    assert shell("replay --step", typed="\n" * 9).code == 0


@pytest.mark.parametrize("line", ["replay 1", "export replay 1", "do --dry-run 'undo; redo'"])
def test_of_a_battle_no_other_is_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Only the stories that it is told from, however long the record has become."""

    def page(*_: object) -> None:
        raise AssertionError("the whole record is gone through")

    before = shell(line)
    monkeypatch.setattr("domain.ledger.ledger.Ledger.page", page)
    assert shell(line) == before
    assert before.code == 0


def test_case_113_a_clock_that_is_set_back_a_year(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of the record stays that of the table; an audit notes where the times go back."""
    before = shell("log 1 --all --json").json()[-1]["at"]
    with monkeypatch.context() as patch:
        patch.setattr("cli.desk.now", lambda: "2020-02-29T12:00:00.000Z")
        shell.do("hold rook", "hold moth")
    lines = shell("log 1 --all --json").json()
    assert [line for line in lines if line["at"].startswith("2020")] == lines[24:]
    numbers = [int(line["address"].partition("/")[2]) for line in lines]
    assert numbers == list(range(1, len(lines) + 1))
    report = shell("audit --json").json()
    assert report["verdict"] == "clean, with notes"
    [found] = report["findings"]
    assert (found["kind"], found["level"], found["address"]) == ("ClockBack", "note", "battle-1/25")
    assert (found["expected"], found["found"]) == (f"{before} or later", "2020-02-29T12:00:00.000Z")
    assert shell("audit").code == 0


def test_an_empty_log_says_why_it_is_empty(tmp_path: Path) -> None:
    """A void battle counts for nothing; nothing was rolled: the way to what is there is told."""
    shell = fighting(tmp_path)
    came = shell("log --dice")
    assert (came.code, came.out) == (0, "")
    assert came.err.splitlines()[0] == "no roll is to be told"
    assert shell("battle void 1 --why 'wrong crews' --yes").code == 0
    came = shell("log 1")
    assert (came.code, came.out) == (0, "")
    assert came.err.splitlines() == [
        "no line counts",
        "hint: acta log battle-1 --all tells what was taken back or made void as well",
    ]
    assert sum("(amended)" in line for line in shell("log 1 --all").lines) == 13
    assert shell("log 1 --json").json() == []
