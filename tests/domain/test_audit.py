"""The audit: a fair record is clean, and one that was tampered with never is (`record.md`)."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.audit import audit
from domain.findings import MOST, Finding, Findings, Level, Place, Report, Verdict, difference
from domain.game import catalogue
from domain.games.mortisphere.health import HealthLost
from domain.games.mortisphere.ruling import Note
from domain.games.mortisphere.shapes import book
from domain.house import Setting
from domain.ledger.ledger import Ledger
from domain.ledger.record import Row
from domain.terms import StorageFailed, Who
from tests.forging import TRIGGERS, Plain, Rows, bend, edit, forge, leaves
from tests.season import Season, drawn

PROGRAM = "acta 0.1.0"
FREE = {"at", "by", "program", "for", "cause"}
"""What only a receipt can hold an owner to, if all hashes are made to fit again."""


@pytest.fixture(scope="module", params=["table", "sealed"])
def fair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a campaign with two battles, with table dice or sealed ones."""
    path = tmp_path_factory.mktemp("fair") / "ledger.db"
    season = Season(path, seed="b").season(2, sealed=request.param == "sealed")
    season.ledger.close()
    return path


@pytest.fixture
def season(tmp_path: Path) -> Season:
    """A campaign with one battle on the table."""
    return Season(tmp_path / "ledger.db").season(1)


def examined(path: Path, *stories: str, program: str = PROGRAM) -> Report:
    """The report of an audit of the file."""
    with Ledger.open(path, catalogue("mortisphere"), read_only=True) as ledger:
        return audit(ledger, stories, program=program)


def rows_of(path: Path) -> list[Plain]:
    """The lines of a file, as plain values, in the order of the log."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT state FROM stored_events ORDER BY rowid")
        return [msgspec.json.decode(state) for (state,) in found]


def forged(path: Path, change: Callable[[Rows], None], *, rebuild: bool) -> Report:
    """The report on a copy that somebody changed."""
    return examined(forge(path, path.with_name("forged.db"), change, rebuild=rebuild))


def kinds(report: Report) -> list[str]:
    """The kinds of what was found."""
    return [finding.kind for finding in report.findings]


def index_of(lines: list[Plain], story: str, event: str) -> int:
    """Where the first event of that name stands in the log."""
    for index, line in enumerate(lines):
        if line["story"] == story and line["data"]["event"] == event:
            return index
    raise LookupError(event)


# A fair record


def test_a_fair_record_is_clean(fair: Path) -> None:
    """Bytes, links, log, dice and all decisions of two battles hold; nothing is noted."""
    before = fair.read_bytes()
    report = examined(fair)
    assert (report.verdict, report.findings, report.code) == (Verdict.CLEAN, (), 0)
    lines = rows_of(fair)
    assert report.data()["checked"] == {"stories": 5, "events": len(lines), "battles": 2}
    assert report.data()["unwitnessed"] == len(lines)
    assert fair.read_bytes() == before


@pytest.mark.parametrize("story", ["battle-2", "campaign", "crew-iron"])
def test_one_story_can_be_audited_alone(fair: Path, story: str) -> None:
    """What it rests on is read, too, but not counted."""
    report = examined(fair, story)
    lines = [line for line in rows_of(fair) if line["story"] == story]
    assert report.verdict is Verdict.CLEAN
    assert (report.checked.stories, report.checked.events) == (1, len(lines))


def test_of_other_stories_nothing_is_told(season: Season) -> None:
    """A forged battle does not make the audit of a crew dirty, nor the other way round."""
    path = season.ledger.path

    def change(rows: Rows) -> None:
        edit(rows[-3], lambda line: line["data"].update(round=9))

    copy = forge(path, path.with_name("forged.db"), change, rebuild=True)
    assert examined(copy, "crew-ash").verdict is Verdict.CLEAN
    assert examined(copy, "battle-1").verdict is not Verdict.CLEAN


def test_four_crews_and_the_other_scenario_are_clean(tmp_path: Path) -> None:
    """A battle of four crews, sealed; then a friendly one."""
    season = Season(tmp_path / "ledger.db", seed="four")
    files = ("ash.toml", "iron.toml", "grey-ledger.toml", "wet-choir.toml")
    crews = [season.crew(file) for file in files]
    season.play(season.open(*crews, scenario="wake-the-press", sealed=True))
    season.play(season.open(*crews[:2], friendly=True))
    assert audit(season.ledger, program=PROGRAM).findings == ()


OPTIONS = [
    (option.name, value)
    for option in book().options
    for value in option.values
    if option.works and value != option.default
]


@pytest.mark.long
@pytest.mark.parametrize(("option", "value"), OPTIONS)
def test_a_fair_battle_by_any_house_rules_is_clean(tmp_path: Path, option: str, value: str) -> None:
    """The two sample crews fight by each option in turn, with the dice that it allows."""
    season = Season(tmp_path / "ledger.db", seed=value, house=[Setting(option, value)])
    files = ["grey-ledger.toml", "wet-choir.toml"] if value != "p40" else ["ash.toml", "iron.toml"]
    crews = [season.crew(file) for file in files]
    for scenario in ("last-granary", "wake-the-press"):
        season.play(season.open(*crews, scenario=scenario, sealed=value != "entered"))
    assert audit(season.ledger, program=PROGRAM).findings == ()


@pytest.mark.long
def test_a_battle_of_long_ago_is_told_again(tmp_path: Path) -> None:
    """A note on the first of ten battles is judged on that battle's own state."""
    season = Season(tmp_path / "ledger.db", seed="ten").season(10)
    season.do("battle-1", Note(text="the one with the wet dice"))
    assert audit(season.ledger).verdict is Verdict.CLEAN


# One edited field


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_one_edited_field_is_never_clean(fair: Path, number: int) -> None:
    """Whatever field of whatever line: with all hashes made to fit, the game itself does not."""
    lines = rows_of(fair)
    index = drawn("line", number, len(lines))
    ways = [leaf for leaf in leaves(lines[index]) if leaf[0] not in FREE]
    leaf = ways[drawn("leaf", number, len(ways))]

    def change(rows: Rows) -> None:
        edit(rows[index], lambda line: bend(line, leaf))

    try:
        report = forged(fair, change, rebuild=True)
    except sqlite3.IntegrityError:  # two lines with one address: the store itself refuses
        return
    assert report.verdict in {Verdict.DAMAGED, Verdict.FORGED}
    assert report.code == 3


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_without_new_hashes_every_field_is_held(fair: Path, number: int) -> None:
    """Time, names and causes, too: the first finding is the line that was edited."""
    lines = rows_of(fair)
    index = drawn("line", number, len(lines))
    ways = [leaf for leaf in leaves(lines[index]) if leaf[0] not in {"story", "line"}]
    leaf = ways[drawn("leaf", number, len(ways))]

    def change(rows: Rows) -> None:
        edit(rows[index], lambda line: bend(line, leaf))

    report = forged(fair, change, rebuild=False)
    line = lines[index]
    assert report.verdict is Verdict.DAMAGED
    assert report.findings[0].address == f"{line['story']}/{line['line']}"
    assert report.findings[0].kind == "BrokenChain"


@pytest.mark.parametrize("field", ["at", "by", "program", "for"])
def test_the_lines_of_a_batch_have_one_stamp(season: Season, field: str) -> None:
    """The second line of an opening cannot have been written by somebody else."""
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "battle-1", "mortisphere.start-chosen/1")

    def change(rows: Rows) -> None:
        edit(rows[index], lambda line: line.update({field: "2026-11-29T23:59:59.999Z"}))

    report = forged(season.ledger.path, change, rebuild=True)
    assert (report.verdict, report.findings[0].address) == (Verdict.FORGED, "battle-1/2")


def test_a_time_has_one_form(season: Season) -> None:
    """RFC 3339 in UTC with three decimals, and no other."""

    def change(rows: Rows) -> None:
        edit(rows[0], lambda line: line.update(at="yesterday"))

    report = forged(season.ledger.path, change, rebuild=True)
    assert (kinds(report)[0], report.findings[0].address) == ("Unreadable", "campaign/1")


def test_nobody_is_in_two_places(season: Season) -> None:
    """Case 37: a member that is deployed twice, in place of another; one that moves from elsewhere.

    All hashes are made to fit; the first line that is not as decided is named.
    """
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "battle-1", "mortisphere.member-deployed/1")
    twin = lines[index]["data"]["member"]

    def twice(rows: Rows) -> None:
        edit(rows[index + 1], lambda line: line["data"].update(member=twin))

    report = forged(season.ledger.path, twice, rebuild=True)
    assert report.verdict is Verdict.FORGED
    assert report.findings[0].address == f"battle-1/{lines[index + 1]['line']}"
    moved = index_of(lines, "battle-1", "mortisphere.member-moved/1")
    elsewhere = lines[moved]["data"]["to"]

    def jumped(rows: Rows) -> None:
        edit(rows[moved], lambda line: line["data"].update(before=elsewhere))

    report = forged(season.ledger.path, jumped, rebuild=True)
    assert report.verdict is Verdict.FORGED
    assert report.findings[0].address == f"battle-1/{lines[moved]['line']}"


# Lines taken away, swapped, added


def test_a_lost_tail_is_missed_by_the_log(fair: Path) -> None:
    """Links hold where the last line is gone; the log's size and root do not."""
    report = forged(fair, lambda rows: rows.__delitem__(-1), rebuild=False)
    count = len(rows_of(fair))
    finding = next(each for each in report.findings if each.address == "log")
    assert (finding.kind, report.verdict) == ("BrokenChain", Verdict.DAMAGED)
    assert finding.expected.startswith(f"{count - 1} lines, root ")
    assert finding.found.startswith(f"{count} lines, root ")


def test_a_tail_that_is_cut_in_a_batch_is_forged(fair: Path) -> None:
    """With all hashes made to fit, the conclusion lacks what it does to the campaign."""
    report = forged(fair, lambda rows: rows.__delitem__(-1), rebuild=True)
    assert kinds(report) == ["JudgedOtherwise"]
    assert report.findings[0].expected == "then Battle-2 is closed."


def test_a_tail_of_whole_batches_needs_a_receipt(fair: Path) -> None:
    """Nobody can tell that an owner forgot the end: that is what receipts are for."""
    report = forged(fair, lambda rows: rows.__delitem__(slice(-2, None)), rebuild=True)
    assert report.verdict is Verdict.CLEAN


def test_a_gap_is_found(season: Season) -> None:
    """A line from the middle of a story is gone: its follower does not follow."""
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "crew-ash", "crew.member-recruited/1")
    report = forged(season.ledger.path, lambda rows: rows.__delitem__(index), rebuild=False)
    gap = report.findings[0]
    assert (gap.kind, gap.address) == ("BrokenChain", "crew-ash/3")
    assert (gap.expected, gap.found) == ("crew-ash/2", "crew-ash/3")


def test_swapped_lines_are_found(season: Season) -> None:
    """Two lines have changed places in the log."""

    def change(rows: Rows) -> None:
        one, other = rows[10]["place"], rows[11]["place"]
        rows[10]["place"], rows[11]["place"] = other, one

    assert forged(season.ledger.path, change, rebuild=False).verdict is Verdict.DAMAGED


def test_a_line_told_twice_is_found(season: Season) -> None:
    """A copy of the last line under the next number, with all hashes made to fit."""

    def change(rows: Rows) -> None:
        again = dict(rows[-2], place=rows[-1]["place"] + 1)
        edit(again, lambda line: line.update(line=line["line"] + 1))
        rows.append(again)

    report = forged(season.ledger.path, change, rebuild=True)
    assert report.verdict is Verdict.FORGED


@pytest.mark.parametrize(
    "statement",
    ["UPDATE log SET peaks=zeroblob(length(peaks))", "UPDATE log SET size=size+1"],
)
def test_the_log_is_held_against_its_lines(season: Season, statement: str) -> None:
    """Size and peaks stand in a table of their own, which somebody may edit."""
    path = season.ledger.path
    season.ledger.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for trigger in TRIGGERS:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement)
    report = examined(path)
    assert (kinds(report), report.findings[0].address) == (["BrokenChain"], "log")


def test_a_line_before_the_first_position_is_found(season: Season) -> None:
    """What a story holds, but the log does not count."""

    def change(rows: Rows) -> None:
        rows[-1]["place"] = -5

    report = forged(season.ledger.path, change, rebuild=False)
    assert report.verdict is Verdict.DAMAGED
    assert report.findings[0].kind == "Unreadable"


def test_the_copies_for_the_library_are_held_to_the_bytes(season: Season) -> None:
    """A topic that is not the name of the event."""

    def change(rows: Rows) -> None:
        rows[5]["topic"] = "campaign.founded/1"

    report = forged(season.ledger.path, change, rebuild=True)
    assert (kinds(report)[0], report.verdict) == ("Unreadable", Verdict.DAMAGED)


# Dice


def test_a_table_die_shows_only_its_faces(season: Season) -> None:
    """MS-RES-3: a face that no such die has, in the cause and in the event alike."""
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "battle-1", "mortisphere.clash-fought/1")

    def change(rows: Rows) -> None:
        def lie(line: Plain) -> None:
            line["cause"]["faces"][0]["face"] = 99
            line["data"]["dice"][0]["natural"] = 99

        edit(rows[index], lie)

    report = forged(season.ledger.path, change, rebuild=True)
    finding = report.findings[0]
    line = lines[index]
    assert (finding.kind, finding.address) == ("ForeignFace", f"battle-1/{line['line']}")
    assert report.verdict is Verdict.FORGED


def test_a_sealed_face_follows_from_anchors_and_place(tmp_path: Path) -> None:
    """A face that was improved, and a reveal that is not on its chain."""
    season = Season(tmp_path / "ledger.db", seed="s").season(1, sealed=True)
    path = season.ledger.path
    lines = rows_of(path)
    index = next(n for n, line in enumerate(lines) if line.get("cause", {}).get("reveals"))

    def better(rows: Rows) -> None:
        edit(rows[index], lambda line: bend(line, ("data", "dice", 0, "natural")))

    def other(rows: Rows) -> None:
        def lie(line: Plain) -> None:
            line["cause"]["reveals"] = line["data"]["reveals"] = ["00" * 32]

        edit(rows[index], lie)

    for change in (better, other):
        report = forged(path, change, rebuild=True)
        where = f"battle-1/{lines[index]['line']}"
        assert (report.findings[0].kind, report.findings[0].address) == ("ForeignFace", where)


def test_a_sealed_roll_that_was_taken_back_is_noted(tmp_path: Path) -> None:
    """Both rolls stay on record; who looks afterwards is told, and who agreed."""
    season = Season(tmp_path / "ledger.db", seed="s")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    battle = season.open(ash, iron, sealed=True)
    rolled = season.step(battle)[:0]
    while not rolled:
        rolled = [line for line in season.step(battle) if getattr(line.data, "reveals", ())]
    batch = rolled[0].batch
    season.ledger.retract(batch, stamp=season.stamp(), agreed="Ben")
    season.play(battle)
    report = audit(season.ledger, program=PROGRAM)
    assert (report.verdict, report.code) == (Verdict.NOTES, 0)
    assert [(each.kind, each.address) for each in report.findings] == [
        ("RollTakenBack", line.address) for line in rolled
    ]
    assert report.findings[0].found == "agreed by Ben"
    assert report.findings[0].level is Level.NOTE


# Retractions


def test_what_was_taken_back_and_restored_is_clean(tmp_path: Path) -> None:
    """Masks are judged, too; every line is judged on the state of its moment."""
    season = Season(tmp_path / "ledger.db", seed="undo")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    battle = season.open(ash, iron)
    season.ledger.retract(f"{battle}/1", stamp=season.stamp(), reason="wrong scenario")
    battle = season.open(ash, iron, scenario="wake-the-press")
    for number in range(40):
        lines = season.step(battle)
        if number % 3 == 0:
            season.ledger.retract(lines[0].batch, stamp=season.stamp())
        if number % 6 == 0:
            season.ledger.restore(lines[0].batch, stamp=season.stamp())
    season.play(battle)
    assert battle == "battle-2"
    assert audit(season.ledger, program=PROGRAM).findings == ()
    assert audit(season.ledger, ["battle-2"]).findings == ()


@pytest.mark.parametrize("what", ["batch", "reason"])
def test_a_forged_retraction_is_found(tmp_path: Path, what: str) -> None:
    """It names what it takes back, and why, as its cause does."""
    season = Season(tmp_path / "ledger.db", seed="undo")
    battle = season.open(season.crew("ash.toml"), season.crew("iron.toml"))
    lines = season.step(battle)
    season.ledger.retract(lines[0].batch, stamp=season.stamp(), reason="a slip")

    def change(rows: Rows) -> None:
        edit(rows[-1], lambda line: line["data"].update({what: "battle-1/1"}))

    assert forged(season.ledger.path, change, rebuild=True).verdict is Verdict.FORGED


def test_what_is_taken_back_already_is_not_taken_back_again(tmp_path: Path) -> None:
    """A second retraction of the same batch, with all hashes made to fit."""
    season = Season(tmp_path / "ledger.db", seed="undo")
    battle = season.open(season.crew("ash.toml"), season.crew("iron.toml"))
    batch = season.step(battle)[0].batch
    last = season.ledger.retract(batch, stamp=season.stamp())[0]

    def change(rows: Rows) -> None:
        again = dict(rows[-1], place=rows[-1]["place"] + 1)
        address = f"{battle}/{last.line + 1}"
        edit(again, lambda line: line.update(line=last.line + 1, batch=address))
        rows.append(again)

    report = forged(season.ledger.path, change, rebuild=True)
    assert [(each.kind, each.found) for each in report.findings] == [
        ("JudgedOtherwise", "it was taken back already")
    ]


# Notes


def test_another_program_may_have_decided_otherwise(season: Season) -> None:
    """Before 1.0 the rules may move: told as a note if the line is another program's."""
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "battle-1", "mortisphere.battle-ended/1")

    def change(rows: Rows) -> None:
        for row in rows:
            edit(row, lambda line: line.update(program="acta 0.0.9"))
        edit(rows[index], lambda line: line["data"].update(rounds=6))

    report = forged(season.ledger.path, change, rebuild=True)
    assert (kinds(report), report.verdict, report.code) == (["RulesMoved"], Verdict.NOTES, 0)
    assert report.findings[0].expected == "rounds 5"
    assert report.findings[0].found == "rounds 6"


def test_stale_views_are_noted(season: Season) -> None:
    """A view that differs from a rebuild is a note, and the record is right all the same."""
    report = audit(season.ledger, stale=lambda: ["history"])
    assert [(each.kind, each.address, each.hint) for each in report.findings] == [
        ("StaleView", "history", "acta rebuild")
    ]
    assert report.verdict is Verdict.NOTES

    def unreadable() -> list[str]:
        raise StorageFailed("battle-1/3 cannot be read")

    assert audit(season.ledger, stale=unreadable).verdict is Verdict.CLEAN


# Garbage


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    number=st.integers(0, 2**32),
    column=st.sampled_from(["originator_id", "originator_version", "topic", "state"]),
    value=st.one_of(st.binary(max_size=80), st.text(max_size=20), st.integers(-5, 5), st.floats()),
)
def test_garbage_is_found_and_survived(
    season_file: Path, number: int, column: str, value: object
) -> None:
    """Any value of any type in any column: a finding, never a crash."""
    count = len(rows_of(season_file))

    def change(rows: Rows) -> None:
        rows[drawn("row", number, count)][column] = value

    try:
        report = forged(season_file, change, rebuild=False)
    except (sqlite3.IntegrityError, UnicodeEncodeError):  # the store itself refuses
        return
    assert report.verdict is not Verdict.FORGED


@pytest.fixture(scope="module")
def season_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a campaign with one battle."""
    path = tmp_path_factory.mktemp("garbage") / "ledger.db"
    Season(path).season(1).ledger.close()
    return path


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.binary(min_size=1, max_size=64))
def test_malformed_pages_are_found_and_survived(
    season_file: Path, number: int, noise: bytes
) -> None:
    """Bytes of the file overwritten anywhere: refused at opening, or found, never a crash."""
    content = bytearray(season_file.read_bytes())
    place = drawn("byte", number, len(content) - len(noise))
    harmless = content[place : place + len(noise)] == noise
    content[place : place + len(noise)] = noise
    copy = season_file.with_name("noise.db")
    copy.write_bytes(content)
    try:
        report = examined(copy)
    except StorageFailed:
        return
    assert harmless or report.verdict in {Verdict.CLEAN, Verdict.DAMAGED, Verdict.FORGED}


def test_a_file_whose_tables_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """SQLite's own message may quote bytes that are no text: one sentence all the same."""
    path = tmp_path / "ledger.db"
    Season(path).ledger.close()
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE log", b"CREATE TABLE \x80\x80\x80"))
    with pytest.raises(StorageFailed, match=r"ledger\.db"):
        examined(path)


def test_lines_behind_a_malformed_page_are_still_read(tmp_path: Path) -> None:
    """A page in the middle is overwritten: one finding for it, and the rest is checked."""
    path = tmp_path / "ledger.db"
    Season(path).season(3).ledger.close()
    whole = examined(path).checked.events
    content = bytearray(path.read_bytes())
    place = content.rfind(b'"story":"battle-2"') // 4096 * 4096  # small lines, many to a page
    content[place : place + 4096] = bytes(4096)
    path.write_bytes(content)
    report = examined(path)
    assert report.verdict is Verdict.DAMAGED
    assert "Unreadable" in kinds(report)
    assert 0 < report.checked.events < whole


class Failing:
    """A ledger of which one thing or another cannot be read."""

    def __init__(self, ledger: Ledger, *failing: str) -> None:
        self._ledger = ledger
        self._failing = failing

    def __getattr__(self, name: str) -> Any:
        if name in self._failing:
            return self._fail
        return getattr(self._ledger, name)

    @staticmethod
    def _fail(*_: object) -> Any:
        raise StorageFailed("the disk failed")


@pytest.mark.parametrize("failing", ["head", "peaks", "faults", "rows", "rows_of", "stories"])
@pytest.mark.parametrize("stories", [(), ("battle-1",)])
def test_a_disk_that_fails_is_survived(
    season: Season, failing: str, stories: tuple[str, ...]
) -> None:
    """Whatever cannot be read is a finding; what is not asked for is not missed."""
    ledger: Any = Failing(season.ledger, failing)
    report = audit(ledger, stories)
    asked = {"rows_of", "stories"} if stories else {"peaks", "faults", "rows"}
    assert (report.verdict is Verdict.DAMAGED) is (failing in asked)


class Circling(Failing):
    """A ledger whose pages lead back to the first of its lines."""

    def rows(self, _after: int, limit: int) -> list[Row]:
        """The first rows, whatever is asked for."""
        return self._ledger.rows(0, limit)


def test_pages_that_lead_nowhere_are_survived(season: Season) -> None:
    """A malformed page may send its reader round for ever: found, and left."""
    ledger: Any = Circling(season.ledger)
    report = audit(ledger)
    assert report.verdict is Verdict.DAMAGED
    assert any("lead nowhere" in finding.message for finding in report.findings)


def test_an_event_without_a_sentence_is_found(season: Season) -> None:
    """An event that was forged so that it cannot be told is told by its name."""
    lines = rows_of(season.ledger.path)
    index = index_of(lines, "battle-1", "mortisphere.initiative-taken/1")

    def change(rows: Rows) -> None:
        edit(rows[index], lambda line: line["data"].update(order=[]))

    report = forged(season.ledger.path, change, rebuild=True)
    told = "mortisphere.initiative-taken/1 holds what no game tells."
    assert report.findings[0].message.startswith(told.rstrip("."))


def test_a_record_without_its_beginning_is_survived(season: Season) -> None:
    """The line that says which game it is cannot be read: the rest is judged all the same."""

    def change(rows: Rows) -> None:
        edit(rows[0], lambda line: line["data"].update(event="campaign.lost/1"))

    report = forged(season.ledger.path, change, rebuild=True)
    assert kinds(report) == ["Unreadable"]
    assert report.findings[0].address == "campaign/1"


def test_an_audit_tells_its_progress(season: Season) -> None:
    """So many positions of so many."""
    told: list[tuple[int, int]] = []
    audit(season.ledger, progress=lambda done, whole: told.append((done, whole)))
    assert told[-1] == (season.ledger.head(), season.ledger.head())


# How a finding says it


def test_too_many_findings_are_counted() -> None:
    """A file of garbage fills no memory: a thousand findings are told, the rest counted."""
    findings = Findings()
    for position in range(MOST + 7):
        findings.error("Unreadable", Place(position, f"battle-1/{position}"), "garbage")
    assert (len(findings.all()), findings.more, findings.errors) == (MOST, 7, {"Unreadable"})


def test_a_difference_names_the_first_field() -> None:
    """Where two events part, as each has it."""
    lost = HealthLost(member=Who("crew-ash/2", "Sura"), amount=1, lost=1, maximum_roll=4)
    other = msgspec.structs.replace(lost, lost=2, by=(Who("crew-iron/2", "Unit Nine"),))
    assert difference(lost, other) == ("lost 1", "lost 2")
    longer = msgspec.structs.replace(lost, by=other.by)
    assert difference(lost, longer) == (
        "no by",
        'by [{"id":"crew-iron/2","name":"Unit Nine"}]',
    )
    assert difference(lost, lost) == ("", "")


def test_a_finding_is_told_as_json() -> None:
    """Kind, level, address, expected, found, message, hint."""
    finding = Finding(
        kind="BrokenChain", level=Level.ERROR, address="battle-1/3", hint="acta doctor"
    )
    assert msgspec.to_builtins(finding) == {
        "kind": "BrokenChain",
        "level": "error",
        "address": "battle-1/3",
        "expected": "",
        "found": "",
        "message": "",
        "hint": "acta doctor",
    }
