"""What holds of a ledger wherever it is kept: in a file, and on a server."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from domain.ledger import in_file, moving, places
from domain.ledger.kept import Kept
from domain.ledger.ledger import Ledger
from domain.ledger.note import Checkpoint, Key, Note, Signature
from domain.ledger.record import ZERO, Catalogue, link, push, root
from domain.ledger.server import given
from domain.ledger.store import Place
from domain.terms import Conflict, NotFound, StorageFailed, Unreadable, Who
from tests.domain.ledger.kept_in import PLACES, harm, place
from tests.domain.ledger.toy import (
    CAMPAIGN,
    CATALOGUE,
    DECIDER,
    STAMP,
    Heap,
    Join,
    StonesTaken,
    Take,
    TakerJoined,
    stamp,
)


@pytest.fixture(params=PLACES)
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """An empty ledger, in a file and on a server."""
    with Ledger.create(place(request), CATALOGUE, CAMPAIGN) as ledger:
        yield ledger


def fill(ledger: Ledger, story: str = "heap", lines: int = 3) -> None:
    """Bo joins and takes single stones: so many lines."""
    actions = [Join(name="Bo"), *(Take(taker="Bo", count=1) for _ in range(lines - 1))]
    ledger.submit(story, DECIDER, actions, stamp=stamp)


@pytest.fixture
def tampered(ledger: Ledger) -> Ledger:
    """Three lines, of which somebody changed the second."""
    fill(ledger)
    state = ledger.rows(1, 1)[0].state.replace(b'"count":1', b'"count":0').hex()
    harm(ledger.place, "UPDATE stored_events SET state = {bytes} WHERE {position} = 2", state)
    return ledger


def test_a_new_ledger_is_empty_and_knows_its_campaign(ledger: Ledger) -> None:
    """Position 0 is before the first line."""
    assert ledger.campaign == CAMPAIGN
    assert (ledger.head(), ledger.size, ledger.stories()) == (0, 0, [])
    assert ledger.peaks() == (0, [])
    assert ledger.story("heap") == []
    assert ledger.tell("heap", DECIDER) == Heap()
    assert ledger.page(0) == []


def test_lines_are_read_in_their_story_and_in_the_log(ledger: Ledger) -> None:
    """A story is read by its numbers, the log by positions, from this program or the next."""
    fill(ledger, "a", 2)
    fill(ledger, "b", 1)
    with Ledger.open(ledger.place, CATALOGUE, read_only=True) as again:
        assert [line.address for line in again.story("a")] == ["a/1", "a/2"]
        assert [line.address for line in again.story("b", "a")] == ["a/1", "a/2", "b/1"]
        assert [(at, line.address) for at, line in again.page(0)] == [
            (1, "a/1"),
            (2, "a/2"),
            (3, "b/1"),
        ]
        assert [line.address for _, line in again.page(1, 1)] == ["a/2"]
        assert [row.address for row in again.rows(0)] == ["a/1", "a/2", "b/1"]
        assert [row.address for row in again.rows_of("a")] == ["a/1", "a/2"]
        assert again.lines(again.rows_of("a")) == again.story("a")
        assert again.stories() == ["a", "b"]
        assert (again.head(), again.size) == (3, 3)
        assert again.broken == {}


def test_a_line_holds_event_and_stamp(ledger: Ledger) -> None:
    """Who joins gets the address of the line as id, what they bring an id of its own."""
    (line,) = ledger.submit(
        "heap", DECIDER, [Join(name="Bo", purse=True)], stamp=stamp, edition="toy 1"
    )
    assert line.data == TakerJoined(
        taker=Who("heap/1", "Bo"), purse=(Who("heap/1#purse", "purse"),)
    )
    assert line.cause == Join(name="Bo", purse=True)
    assert (line.at, line.by, line.program, line.for_) == (STAMP.at, "Ana", "acta 0.1.0", "")
    assert (line.batch, line.campaign, line.edition) == ("heap/1", CAMPAIGN, "toy 1")
    assert ledger.story("heap") == [line]


def test_the_log_has_the_links_of_all_stories_as_leaves(ledger: Ledger) -> None:
    """Peaks are written with the lines, in the order of positions."""
    fill(ledger, "a", 2)
    fill(ledger, "b", 3)
    peaks: list[bytes] = []
    ends: dict[str, bytes] = {}
    for row in ledger.rows(0):
        ends[row.story] = link(ends.get(row.story, ZERO), row.state)
        assert row.hash == ends[row.story]
        push(peaks, row.position, row.hash)
    assert ledger.peaks() == (5, peaks)


def test_a_story_is_told_anew_when_it_has_grown(ledger: Ledger) -> None:
    """What another program wrote counts, be it a retraction."""
    fill(ledger)
    assert ledger.tell("heap", DECIDER).left == 8
    with Ledger.open(ledger.place, CATALOGUE) as other:
        other.submit("heap", DECIDER, [Take(taker="Bo", count=2)], stamp=stamp)
        assert ledger.tell("heap", DECIDER).left == 6
        other.retract("heap/2", stamp=STAMP)
    assert ledger.tell("heap", DECIDER).left == 7
    assert ledger.tell("heap", DECIDER).taken_back == 1


def test_only_the_stories_told_last_are_kept(ledger: Ledger) -> None:
    """Telling a hundred stories does not take a hundred stories' room, nor does it err."""
    for number in range(8):
        fill(ledger, f"heap-{number}", number + 1)
    for _ in range(2):
        left = [ledger.tell(f"heap-{number}", DECIDER).left for number in range(8)]
        assert left == [10, 9, 8, 7, 6, 5, 4, 3]


def test_a_backup_is_a_ledger(ledger: Ledger, tmp_path: Path) -> None:
    """As it stood at one moment, in one file; nothing is overwritten."""
    fill(ledger)
    copy = tmp_path / "backup.db"
    ledger.backup(copy)
    fill(ledger, "later")
    with Ledger.open(copy, CATALOGUE) as again:
        assert again.campaign == CAMPAIGN
        assert again.rows(0) == ledger.rows(0, 3)
        assert again.peaks()[0] == 3
        fill(again, "goes on")
    with pytest.raises(StorageFailed, match="exists already"):
        ledger.backup(copy)


def test_an_older_event_is_read_by_a_newer_program(ledger: Ledger) -> None:
    """Its stored name, bytes and link stay; a reader sees it brought up to date."""
    fill(ledger, lines=2)

    def newer(data: dict[str, object]) -> tuple[str, dict[str, object]]:
        return "toy.taker-came/2", {"taker": data["taker"]}

    class TakerCame(TakerJoined, frozen=True, kw_only=True, tag="toy.taker-came/2"):
        """Today's event."""

    catalogue = Catalogue([TakerCame, StonesTaken], [Join, Take], {"toy.taker-joined/1": newer})
    with Ledger.open(ledger.place, catalogue) as today:
        first, _ = today.story("heap")
        assert first.data == TakerCame(taker=Who("heap/1", "Bo"))
        assert today.broken == {}
        assert today.read(today.rows(0)[0]).data == first.data


def test_a_batch_is_found_by_its_address(ledger: Ledger) -> None:
    """In all stories it lies in; what is the address of no batch is not found."""
    fill(ledger, lines=2)
    assert [line.address for line in ledger.batch("heap/2")] == ["heap/2"]
    for address in ("heap/3", "heap", "heap/x", "other/1", "heap/0", ""):
        with pytest.raises(NotFound, match="begins at"):
            ledger.batch(address)


def test_nothing_is_added_to_a_broken_story(tampered: Ledger) -> None:
    """Nor to one that rests on it; others go on."""
    for story, beside in (("heap", ()), ("other", ("heap",))):
        with pytest.raises(StorageFailed, match="heap is broken at heap/2: no line is added"):
            tampered.submit(story, DECIDER, [Join(name="Cy")], stamp=stamp, beside=beside)
    with pytest.raises(StorageFailed, match="broken"):
        tampered.retract("heap/1", stamp=STAMP)
    fill(tampered, "other")
    assert tampered.size == 6


def test_a_link_that_does_not_hold_is_remembered(tampered: Ledger) -> None:
    """The story is still read; its first bad line is named."""
    assert len(tampered.story("heap")) == 3
    assert tampered.broken == {"heap": "heap/2"}


# A tampered record


@pytest.mark.parametrize(
    ("deed", "address"),
    [
        ("DELETE FROM stored_events WHERE {position} = 2", "heap/3"),
        ("DELETE FROM stored_events WHERE {position} = 1", "heap/2"),
        ("UPDATE stored_events SET hash = {bytes} WHERE {position} = 3", "heap/3"),
    ],
)
def test_a_gap_or_a_wrong_link_wherever_it_is(ledger: Ledger, deed: str, address: str) -> None:
    """The first line that does not follow from the one before it, in a story and in a scan."""
    fill(ledger)
    harm(ledger.place, deed, "00" * 32)
    ledger.story("heap")
    assert ledger.broken == {"heap": address}
    with Ledger.open(ledger.place, CATALOGUE, read_only=True) as again:
        again.verify()
        assert again.broken == {"heap": address}


def test_a_row_that_cannot_be_read_says_so(ledger: Ledger) -> None:
    """Bytes that are no event."""
    fill(ledger)
    harm(ledger.place, "UPDATE stored_events SET state = {bytes} WHERE {position} = 2", "ff")
    with pytest.raises(Unreadable, match="no JSON") as refused:
        ledger.page(0)
    assert refused.value.hint == "acta audit"


def test_a_guard_that_somebody_took_away_is_missed(ledger: Ledger) -> None:
    """Triggers refuse changes; without them the doctor says so."""
    assert ledger.unguarded() == []
    harm(ledger.place, "SELECT 1")
    assert "lines_stay" in ledger.unguarded()


# Receipts


def receipt(ledger: Ledger, name: str = "ana") -> Kept:
    """A receipt of all lines, with bytes in the place of a signature."""
    size, peaks = ledger.peaks()
    key = Key(name, bytes(32))
    note = Note(Checkpoint(CAMPAIGN, size, root(peaks)), (Signature(name, key.id, bytes(64)),))
    return Kept(note, (), (key,))


def test_receipts_are_kept_beside_the_log(ledger: Ledger) -> None:
    """By size; those of the same lines are one, with all signatures."""
    assert ledger.notes.all() == []
    fill(ledger)
    ana = receipt(ledger)
    ledger.notes.keep(ana)
    fill(ledger, "hoard")
    later = receipt(ledger)
    ledger.notes.keep(later)
    ledger.notes.keep(Kept(ana.note, (), (Key("ben", bytes(32)),)))
    assert [kept.note.checkpoint.size for kept in ledger.notes.all()] == [3, 6]
    assert {key.name for key in ledger.notes.all()[0].keys} == {"ana", "ben"}
    assert ledger.notes.all()[1] == later


# New lines


def test_whoever_watches_misses_no_line(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one that came before the first wait."""
    monkeypatch.setattr(in_file, "PAUSE", 0.01)
    with (
        Ledger.open(ledger.place, CATALOGUE, read_only=True) as reader,
        reader.store.watch() as watch,
    ):
        assert reader.head() == 0
        fill(ledger, lines=1)
        watch.wait()
        assert reader.head() == 1
        writer = Thread(target=fill, args=(ledger, "hoard", 2))
        writer.start()
        while reader.head() < 3:
            watch.wait()
        writer.join()


# Moving


def move(source: Ledger, target: Ledger, progress: moving.Progress | None = None) -> int:
    """Move a record to a ledger that is open."""
    missing = moving.lack(source, target.place, target)
    return moving.settle(source, target, missing, progress)


@pytest.fixture
def elsewhere(request: pytest.FixtureRequest, ledger: Ledger, tmp_path: Path) -> Place:
    """The other kind of place."""
    if isinstance(ledger.place, Path):
        return given(request.getfixturevalue("postgres"), CAMPAIGN)
    return tmp_path / "moved.db"


def test_a_record_is_moved_with_every_digest(ledger: Ledger, elsewhere: Place) -> None:
    """Bytes, links, order, peaks, receipts; the old place takes no more lines, nor receipts."""
    for story, lines in (("b", 3), ("a", 2), ("b2", 1)):
        fill(ledger, story, lines)
    ledger.notes.keep(receipt(ledger))
    kept = receipt(ledger)
    told: list[tuple[int, int]] = []
    assert not places.exists(elsewhere)
    assert moving.lack(ledger, elsewhere, None).count == 6
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        assert move(ledger, there, lambda *done: told.append(done)) == 6
        assert there.rows(0) == ledger.rows(0)
        assert (there.peaks(), there.stories()) == (ledger.peaks(), ["b", "a", "b2"])
        assert there.notes.stored() == ledger.notes.stored()
        assert told == [(6, 6)]
        with pytest.raises(StorageFailed, match=r"the record was moved to .*no longer written"):
            fill(ledger)
        with pytest.raises(StorageFailed, match=r"the record was moved to .*no longer written"):
            ledger.notes.keep(kept)
        assert (ledger.size, ledger.sealed(), there.sealed()) == (6, str(elsewhere), "")
        fill(there)
        assert there.size == 9


def test_a_record_is_moved_back(ledger: Ledger, elsewhere: Place) -> None:
    """What is there already is gone on with: only new lines are brought."""
    fill(ledger)
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        move(ledger, there)
        fill(there, "hoard")
        assert moving.lack(there, ledger.place, ledger).count == 3
        assert move(there, ledger) == 6
        assert ledger.rows(0) == there.rows(0)
        fill(ledger, "more")
        with pytest.raises(StorageFailed, match="no longer written to"):
            fill(there, "more")


def test_who_comes_late_follows(ledger: Ledger, elsewhere: Place, tmp_path: Path) -> None:
    """A sealed place is no source for another place: it may be older than the record."""
    fill(ledger)
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        move(ledger, there)
        fill(there, "hoard")
        assert moving.lack(ledger, elsewhere, there).gone
        assert move(ledger, there) == 6
        with (
            Ledger.create(tmp_path / "third.db", CATALOGUE, CAMPAIGN) as third,
            pytest.raises(StorageFailed, match=r"was moved to .* before"),
        ):
            move(ledger, third)


def test_what_parts_is_not_moved(ledger: Ledger, elsewhere: Place) -> None:
    """Another record of the same campaign is not written over; both stay as they are."""
    fill(ledger)
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        fill(there, "hoard", 1)
        with pytest.raises(Conflict, match="holds other lines than this record, from hoard/1 on"):
            move(ledger, there)
        assert (ledger.size, there.size) == (3, 1)
        fill(ledger, "more")


def test_a_broken_record_is_not_moved(tampered: Ledger, elsewhere: Place) -> None:
    """New links would hide it."""
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        with pytest.raises(StorageFailed, match="is broken at heap/2: nothing is moved"):
            move(tampered, there)
        assert there.size == 0


class Overtaken(Ledger):
    """A ledger into which somebody else writes just before it would be sealed."""

    times = 0

    def seal(self, place: str, size: int) -> bool:
        """Somebody writes first, so often."""
        if self.times:
            self.times -= 1
            fill(self, f"late-{self.times}", 1)
        return super().seal(place, size)


@pytest.mark.parametrize("times", [1, 5])
def test_lines_that_come_meanwhile_are_brought_along(
    ledger: Ledger, elsewhere: Place, times: int
) -> None:
    """None is left behind; where others never pause nothing is moved."""
    fill(ledger)
    with (
        Overtaken.open(ledger.place, CATALOGUE) as busy,
        Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there,
    ):
        busy.times = times
        if times == 1:
            assert move(busy, there) == there.size == 4
            assert there.peaks() == busy.peaks()
            return
        with pytest.raises(Conflict, match="others write into the record; nothing was moved"):
            move(busy, there)
        fill(busy, "goes on")


def test_a_move_that_fails_leaves_both_as_they_were(ledger: Ledger, elsewhere: Place) -> None:
    """A place from which the record was moved away stays sealed."""
    fill(ledger)
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        move(ledger, there)
    with Overtaken.open(elsewhere, CATALOGUE) as busy:
        busy.times = 5
        with pytest.raises(Conflict, match="nothing was moved"):
            move(busy, ledger)
        assert (ledger.sealed(), busy.sealed()) == (str(elsewhere), "")
        fill(busy, "goes on")


def test_a_place_that_was_lost_is_made_again(ledger: Ledger, elsewhere: Place) -> None:
    """The old ledger still has what it had: a half new place is gone on with, not followed."""
    fill(ledger)
    ledger.seal(str(elsewhere), 3)
    assert moving.lack(ledger, elsewhere, None).count == 3
    with Ledger.create(elsewhere, CATALOGUE, CAMPAIGN) as there:
        assert not moving.lack(ledger, elsewhere, there).gone
        assert move(ledger, there) == there.size == 3


def test_peaks_that_do_not_hold_are_not_moved(ledger: Ledger, elsewhere: Place) -> None:
    """A log that was cut off has other peaks."""
    fill(ledger)
    harm(ledger.place, "UPDATE log SET peaks = {bytes}", "00" * 64)
    with pytest.raises(StorageFailed, match=r"the peaks of .* do not hold: nothing is moved"):
        moving.lack(ledger, elsewhere, None)


def test_a_log_that_lost_its_row(ledger: Ledger) -> None:
    """A ledger that does not say whose it is cannot be opened."""
    harm(ledger.place, "DELETE FROM log")
    with pytest.raises(StorageFailed, match="the log has lost its row"):
        Ledger.open(ledger.place, CATALOGUE)


def test_only_a_file_has_a_path(ledger: Ledger) -> None:
    """A place on a server is told by its URL, without password."""
    if isinstance(ledger.place, Path):
        assert ledger.path == ledger.place
        return
    with pytest.raises(TypeError, match="is no file"):
        _ = ledger.path
    secret = given(ledger.place.url.replace("postgres@", "postgres:secret@"), CAMPAIGN)
    assert secret.password == "secret"  # noqa: S105  the point
    assert "secret" not in f"{secret} {secret!r}"
