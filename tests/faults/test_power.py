"""The power is cut at any moment of a campaign's life: what was acknowledged is on the disk."""

import pytest

from benchmarks.faults import power
from benchmarks.faults.chance import Chance
from benchmarks.faults.disk import Disk, Image, Note
from tests.faults.trying import tried


def cuts(*notes: Note) -> set[tuple[tuple[str, bytes | None], ...]]:
    """All that may be on a disk to which this was done."""
    disk = Disk()
    for note in notes:
        disk.take(note)
    images: list[Image] = [disk.cut(Chance(str(number))) for number in range(200)]
    return {tuple(sorted(image.items())) for image in images}


def note(kind: str, path: str, offset: int = 0, data: bytes = b"") -> Note:
    """One thing that a program did."""
    return Note(kind.encode(), path, offset, data)


MADE, WRITTEN, SYNCED, SETTLED = (
    note("C", "a"),
    note("W", "a", 0, b"x" * 1024),
    note("S", "a"),
    note("S", ""),
)


def test_what_was_not_synced_may_be_there_or_not() -> None:
    """Sectors of 512 bytes are there one by one; the name alone, or nothing at all."""
    half = {b"x" * 512 + bytes(512), bytes(512) + b"x" * 512}
    found = {dict(image).get("a") for image in cuts(MADE, WRITTEN)}
    assert found >= {None, b"", b"x" * 1024, *half} - {bytes(512) + b"x" * 512}
    assert found <= {None, b"", b"x" * 512, bytes(1024), b"x" * 1024, *half}


def test_a_synced_file_may_lose_its_name() -> None:
    """Until its folder is synced too."""
    whole = (("a", b"x" * 1024),)
    assert cuts(MADE, WRITTEN, SYNCED) == {(), whole}
    assert cuts(MADE, WRITTEN, SYNCED, SETTLED) == {whole}


def test_a_removed_file_may_come_back() -> None:
    """With what of it was safe; a renamed one has one name or the other."""
    whole = (("a", b"x" * 1024),)
    safe = (MADE, WRITTEN, SYNCED, SETTLED)
    assert cuts(*safe, note("U", "a")) == {(), whole}
    assert cuts(*safe, note("R", "a", 0, b"b")) == {whole, (("b", b"x" * 1024),)}
    assert cuts(*safe, note("U", "a"), SETTLED) == {()}


def test_what_lies_in_a_folder_goes_with_it() -> None:
    """A folder's own name is in the folder above it."""
    inside = (note("D", "f"), note("C", "f/a"), note("S", "f/a"), note("S", "f"))
    assert cuts(*inside) == {(), (("f", None), ("f/a", b""))}


def test_no_power_cut_loses_what_was_acknowledged() -> None:
    """Lines, receipts, keys, secrets, files; settings that are known to lose something do."""
    tried(lambda: power.run(images=150, saves=30, losing=power.LOSING[:1]))


@pytest.mark.long
def test_no_power_cut_of_2000_loses_what_was_acknowledged() -> None:
    """The same, in a longer life."""
    tried(lambda: power.run(images=2_000, saves=150))
