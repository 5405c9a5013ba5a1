"""What an export says of itself: of a sound record, of parts of one, of a damaged one."""

from pathlib import Path

import pytest

from cli.desk import Desk
from cli.main import Asked
from cli.provenance import framed, provenance
from projections.frame.provenance import Audited, Provenance
from tests.cli.shell import Shell, fighting


def born(shell: Shell, *stories: str) -> Provenance:
    """The provenance of an export of a campaign."""
    desk = Desk(Asked("Ana", campaign=str(shell.folder)))
    try:
        return provenance(desk, stories)
    finally:
        desk.close()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash and Iron in the Granary Hall: 13 lines of the battle, 8 and 8 of the crews' founding."""
    return fighting(tmp_path)


def test_all_of_a_sound_record_is_clean(shell: Shell) -> None:
    """Campaign, newest line, size and root of the log, house rules, program, the audit's word."""
    shell("house set ties reroll")
    found = born(shell)
    newest = shell("log --all --json").json()[-1]["address"]
    receipt = shell("audit --json").json()["checked"]
    assert (found.campaign, found.game, found.edition) == ("Winter", "Mortisphere", "2026.1")
    assert (found.as_of, found.lines, found.read) == (newest, receipt["events"], receipt["events"])
    assert found.house == (("ties", "reroll"),)
    assert found.program == "acta 0.2.0"
    assert (found.audited, found.sound, found.stories) == (Audited.CLEAN, True, 4)


def test_parts_of_a_record_are_audited_alone(shell: Shell) -> None:
    """Only the battle's lines are counted; the newest line is that of the whole record."""
    found = born(shell, "battle-1")
    assert (found.stories, found.battles, found.read) == (1, 1, 13)
    assert found.as_of == "campaign/4"  # founded, two crews and the battle listed
    desk = Desk(Asked("Ana", campaign=str(shell.folder)))
    try:
        assert found.verdict(framed(desk)) == "clean: 13 lines in 1 story read again"
    finally:
        desk.close()


def test_a_damaged_record_is_exported_and_says_so(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line of the battle was edited: the first bad address is in the export."""
    path = shell.folder / "ledger.db"
    path.write_bytes(path.read_bytes().replace(b"Moth", b"Math"))
    found = born(shell)
    assert (found.audited, found.sound) == (Audited.DAMAGED, False)
    assert found.first_bad == "crew-ash/5"
    assert "not those that were linked" in found.finding
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("warning: DAMAGED: 29 lines in 4 stories read again; first at")
    assert told[1:] == ["hint: acta audit"]
