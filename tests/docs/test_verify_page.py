"""The verifier by itself: given bundles and replay pages it says whether they hold."""

from pathlib import Path

import pytest

from tests.browser import Browse
from tests.console import ROOT
from tests.replaying import Replays, refilmed

PAGE = ROOT / "docs" / "verify_page.html"


@pytest.fixture(scope="module")
def folder(replays: Replays, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle, a page, and what cheats made of them."""
    folder = tmp_path_factory.mktemp("given")
    made = replays("mortisphere")
    text = made.text
    (folder / "page.html").write_text(text, "utf-8")
    made.shell(f"export bundle -o '{folder / 'record.acta'}'")
    record = (folder / "record.acta").read_bytes()
    (folder / "bent.acta").write_bytes(record.replace(b"Tallow", b"Hollow", 1))
    bent = refilmed(text, lambda film: film.update(record=film["record"].replace('"Rat"', '"Cat"')))
    (folder / "bent.html").write_text(bent, "utf-8")
    lying = text.replace("Tallow holds.", "Tallow wins.").replace("<script>", "<script>alert(1);")
    (folder / "lying.html").write_text(lying, "utf-8")
    (folder / "other.txt").write_text("neither", "utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        (
            "page.html",
            "OK: page.html|lines 1 to 204 of battle-1|up to battle-1/204, in a log of 225",
        ),
        ("record.acta", "OK: record.acta|225 lines, root |signed for by acta/"),
        ("bent.acta", "BAD: bent.acta|REWRITTEN: its first 225 lines are not those signed for"),
        ("bent.html", "BAD: bent.html|battle-1/"),
        ("lying.html", "BAD: lying.html|battle-1/42 is told otherwise than it is on record"),
        ("other.txt", "BAD: other.txt|this is neither a replay page nor a bundle"),
    ],
)
def test_what_it_is_given_it_checks(folder: Path, browse: Browse, name: str, verdict: str) -> None:
    """It names the file, says OK or BAD, and why; nothing of what it reads is run or asked for."""
    window = browse(PAGE)
    window.page.set_input_files("#files", folder / name)
    window.page.wait_for_selector("#results li")
    told = window.page.inner_text("#results")
    for part in verdict.split("|"):
        assert part in told


def test_nobody_is_shut_out_of_it(browse: Browse) -> None:
    """axe-core finds no serious fault."""
    window = browse(PAGE, dark=True)
    assert window.faults() == []
    assert window.wider() == 0
