"""The page on receipts and bundles: what it shows is what happens, and its limits are ours."""

import shutil
from pathlib import Path

from domain import bundle
from tests.console import ROOT, play

PAGE = ROOT / "docs" / "bundles.md"


def test_the_page_plays(tmp_path: Path) -> None:
    """Every command of the page prints what stands below it, `verify_bundle.py` among them."""
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "verify_bundle.py", tmp_path / "docs")
    play(PAGE, tmp_path)


def test_the_page_says_the_limits() -> None:
    """Bytes, lines, bytes of a line, levels, lines named by orders."""
    text = " ".join(PAGE.read_text("utf-8").split())
    assert (bundle.LARGEST, bundle.LINE) == (2**30, 2**20)
    assert f"at most 1 GiB, {bundle.LINES:,} lines, 1 MiB a line, {bundle.DEEPEST} levels" in text
    assert f"{bundle.ORDERED:,} lines named by all orders" in text
