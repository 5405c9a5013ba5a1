"""The browser that pages are tested in tells what is wrong with a page."""

from pathlib import Path

import pytest

from tests.browser import DESK, PHONE, Browse

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>'


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page that asks for a picture, throws, is too wide, and has a picture without a text."""
    path = tmp_path / "a page.html"
    path.write_text(
        f"{HEAD}<main><h1>Here</h1><img src='https://picture.invalid/x.png'>"
        "<p style='width: 500px'>Wide</p></main>"
        "<script>throw new Error('thrown')</script>",
        "utf-8",
    )
    return path


def test_a_page_that_calls_and_throws_is_told_of(page: Path, browse: Browse) -> None:
    """Given a page with all faults, when it is opened, then each of them is told."""
    window = browse(page, size=PHONE)
    assert window.asked == ["https://picture.invalid/x.png"]
    assert any("thrown" in error for error in window.errors)
    assert window.wider() > 0
    assert [fault.split(":")[0] for fault in window.faults()] == ["image-alt"]
    with pytest.raises(AssertionError):
        window.check()
    window.asked.clear()
    window.errors.clear()


def test_a_good_page_passes(tmp_path: Path, browse: Browse) -> None:
    """Given a page without a fault, then nothing is told, and its colours are those asked for."""
    path = tmp_path / "good.html"
    path.write_text(f"{HEAD}<main><h1>Here</h1><p>Nothing else.</p></main>", "utf-8")
    window = browse(path, fragment="x", size=DESK, dark=True)
    assert window.faults() == []
    assert window.wider() == 0
    assert window.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert window.page.url.endswith("good.html#x")
