"""Pages of numbers in a real browser: nothing complains, nobody is shut out, nothing overlaps."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser import DESK, PHONE, Browse
from tests.cli.campaigns import copy_of, played
from tests.cli.shell import Shell, fighting
from tests.hostile_names import KEPT

LINES = {
    "campaign": "stats --as html",
    "battle": "stats --battle 3 --as html",
    "standings": "standings --as html",
}
GAMES = ("mortisphere", "morturi")
HOSTILE = {
    "Lanternkeepers": KEPT["HTML"],
    "Iron Verdict": KEPT["80 letters"],
    "Wet Choir": KEPT["80 wide letters"],
    "Last Index": KEPT["from right to left"],
}


def page_of(shell: Shell, line: str, file: Path) -> Path:
    """The page that a command writes."""
    came = shell(f"{line} -o '{file}'")
    assert came.code == 0, came.err
    return file


def check(browse: Browse, file: Path, size: tuple[int, int], *, dark: bool) -> None:
    """Nobody is shut out of a page, with all its tables open, nor has to scroll it sideways."""
    window = browse(file, size=size, dark=dark)
    window.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert window.faults() == []
    assert window.wider() == 0


@pytest.mark.parametrize(
    ("line", "look"),
    [
        ("stats --as html", {"size": PHONE, "dark": True}),
        ("stats --battle 1 --as html", {"size": DESK, "dark": False}),
        ("standings --as html", {"size": PHONE, "dark": False}),
    ],
    ids=["stats", "battle", "standings"],
)
def test_nobody_is_shut_out(
    line: str, look: dict[str, Any], browse: Browse, tmp_path: Path
) -> None:
    """Given a battle with a clash; then axe-core finds no serious fault, by day and by night.

    No page is wider than a phone; nothing is asked of any network; nothing complains.
    """
    shell = fighting(tmp_path)
    shell.do("c sura vs unit; rd unit; 5 3")
    check(browse, page_of(shell, line, tmp_path / "page.html"), **look)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_nobody_is_shut_out_of_a_season(
    line: str, game: str, browse: Browse, tmp_path: Path
) -> None:
    """Given a whole season; then the same, at both widths, by day and by night."""
    file = page_of(played(game), line, tmp_path / "page.html")
    for size, dark in ((DESK, False), (PHONE, True)):
        check(browse, file, size, dark=dark)


def test_a_number_leads_to_its_lines(browse: Browse, tmp_path: Path) -> None:
    """Given a crew with kills; when the number is followed, and a line there; then that is told.

    Both are folded until then, all stories but the newest are; on paper nothing is, nor is
    anything out of reach where no script runs.
    """
    file = page_of(played("mortisphere"), LINES["campaign"], tmp_path / "page.html")
    window = browse(file)
    told, later = "#e-battle-3-96 + dd", "#e-battle-21-1 + dd"
    assert [window.page.is_visible(one) for one in (told, later)] == [False, True]
    window.page.click("#sums a[href='#s-crew-lanternkeepers-kills']")
    assert window.page.evaluate("location.hash") == "#s-crew-lanternkeepers-kills"
    window.page.click("dt#s-crew-lanternkeepers-kills + dd a[href='#e-battle-3-96']")
    said = "Unit Nine is incapacitated in the Ossuary, felled by Sura."
    assert window.page.inner_text(told) == said
    assert window.page.locator(told).evaluate(IN_SIGHT)

    plain = browse(file, script=False).page
    assert not plain.locator(told).evaluate(SHOWN)
    plain.emulate_media(media="print")
    assert plain.locator(told).evaluate(SHOWN)
    plain.emulate_media(media="screen")
    plain.click("#events summary:has-text('battle-3:')")
    assert plain.inner_text(told) == said


IN_SIGHT = """one => {
  const box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}"""
SHOWN = "one => one.checkVisibility({ contentVisibilityAuto: true })"


def test_hostile_names_break_no_page(browse: Browse, tmp_path: Path) -> None:
    """Given crews whose names try something; then no text of a plot leaves it or meets another."""
    shell = copy_of("mortisphere", tmp_path / "year")
    for before, name in HOSTILE.items():
        assert shell.words(["crew", "rename", before, name]).code == 0
    assert shell("stats --as html -o page.html").code == 0
    for size in (DESK, PHONE):
        window = browse(shell.folder / "page.html", size=size)
        assert window.wider() == 0
        assert window.page.evaluate(OUTSIDE) == []


OUTSIDE = """() => [...document.querySelectorAll("svg.plot")].flatMap(svg => {
  const edge = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll("text")].map(one => [one, one.getBoundingClientRect()]);
  const out = boxes.filter(([, box]) => box.left < edge.left - 1 || box.right > edge.right + 1);
  const met = boxes.filter(([, one], n) => boxes.slice(n + 1).some(([, other]) =>
    one.left < other.right - 2 && other.left < one.right - 2
    && one.top < other.bottom - 4 && other.top < one.bottom - 4));
  return [...out, ...met].map(([one]) => one.textContent);
})"""
