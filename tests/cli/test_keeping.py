"""Exported files that are exported again: what people wrote into them is never lost."""

from pathlib import Path

import pytest

from cli.keeping import keep_file
from domain.terms import WrongUsage
from projections.frame.regions import region, sealed

TEXT = f"# Ash\n\n{region('ash')}"


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    """Without --force the second export is refused, and says what --force leaves alone."""
    path = tmp_path / "ash.md"
    keep_file(path, TEXT)
    assert path.read_text() == sealed(TEXT)
    with pytest.raises(WrongUsage, match="nothing was overwritten") as refused:
        keep_file(path, TEXT)
    assert refused.value.hint == "--force writes it again; what you wrote between its fences stays"


def test_what_was_written_between_the_fences_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --force ours is renewed, theirs stays, and nothing needs saying."""
    path = tmp_path / "ash.md"
    own = sealed(TEXT).replace("ash -->\n", "ash -->\nMine.\n")
    path.write_text(own)
    keep_file(path, TEXT.replace("# Ash", "# Ash, renamed"), force=True)
    assert "# Ash, renamed\n\n<!-- acta: yours ash -->\nMine.\n" in path.read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["ash.md"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("old", [b"# Mine\n", b"\xff\xfe", b""], ids=["text", "bytes", "empty"])
def test_what_stood_outside_is_kept_beside(
    old: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not ours any more, or never was, keeps its bytes under another name."""
    path = tmp_path / "ash.md"
    path.write_bytes(old)
    (tmp_path / "ash.before-1.md").touch()
    keep_file(path, TEXT, force=True)
    assert (tmp_path / "ash.before-2.md").read_bytes() == old
    assert path.read_text() == sealed(TEXT)
    assert "ash.before-2.md now" in capsys.readouterr().err


def test_a_text_without_a_place_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It stands at the end, and standard error names it."""
    path = tmp_path / "ash.md"
    path.write_text(sealed(TEXT).replace("ash -->\n", "ash -->\nMine.\n"))
    keep_file(path, "# Iron\n", force=True)
    assert path.read_text().endswith("ash -->\nMine.\n\n<!-- acta: end yours -->\n")
    assert "what you wrote of ash: no place is left" in capsys.readouterr().err
