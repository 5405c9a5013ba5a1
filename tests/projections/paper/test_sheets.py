"""Battle sheets stay on one page for each crew; arenas are as large as they say."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from domain import game as games
from domain.books import Books
from projections.paper import html, pdf
from projections.paper.arenas import Ground, Tile, ground, tiled
from projections.paper.formats import FORMATS
from projections.paper.sheets import Field, blank, field
from tests.browser import DESK, PHONE, Browse
from tests.on_paper import FRAME, LETTERS, SOURCE, WIDE, Word, crowded_field, plain, words

PAPERS = ("a4", "letter")
POINT = 72 / 25.4


def opened(game: str, scenario: str) -> Field:
    """A scenario as it lies there before anybody comes, with a blank crew."""
    found = games.load(game)
    paper = found.paper(Books(game=game))
    assert paper.bare is not None
    told = field(found, paper, paper.bare(scenario), FRAME)
    return blank(found, paper, told)


def altar() -> Field:
    """The Empty Altar of Mortisphere, to be filled in."""
    return opened("mortisphere", "empty-altar")


def lines() -> Field:
    """Battlelines of Morturi, to be filled in."""
    return opened("morturi", "battlelines")


@cache
def made(told: Callable[[], Field], paper: str) -> bytes:
    """A PDF of a battle's sheets, made once for all tests."""
    return pdf.sheets(FRAME, SOURCE, told(), FORMATS[paper])


def printed(folder: Path, told: Callable[[], Field], paper: str) -> list[Word]:
    """The words of a battle's sheets."""
    path = folder / f"sheets-{paper}.pdf"
    path.write_bytes(made(told, paper))
    return words(path)


def shown(folder: Path, told: Callable[[], Field], paper: str = "a4") -> Path:
    """A page of HTML of a battle's sheets."""
    path = folder / f"sheets-{paper}.html"
    path.write_bytes(html.sheets(FRAME, SOURCE, told(), FORMATS[paper]))
    return path


def overprinted(found: list[Word]) -> list[tuple[str, str]]:
    """Words that lie on each other."""
    pairs = combinations(sorted(found, key=lambda word: (word.page, word.top)), 2)
    near = ((a, b) for a, b in pairs if a.page == b.page and b.top - a.bottom < 1)
    return [(a.text, b.text) for a, b in near if a.over(b)]


@pytest.mark.parametrize("paper", PAPERS)
def test_case_107_a_crowded_sheet_is_one_page_for_each_crew(tmp_path: Path, paper: str) -> None:
    """Twelve a side with names of 80 letters, goals and places as long: all of it on a page.

    Nothing overprints or is cut, and there are rows left to write on.
    """
    found = printed(tmp_path, crowded_field, paper)
    assert {word.page for word in found} == {0, 1}
    for page in (0, 1):
        here = [word for word in found if word.page == page]
        text = plain("".join(word.text for word in here))
        assert text.count("Rook") >= 6
        for part in ("Goal3", "Place3", "clean"):
            assert part in text
        rows = {word.text for word in here if word.text.isdecimal()}
        assert {str(number) for number in range(1, 13)} <= rows
        assert text.count("W") >= 80 * 6
        assert text.count("\u96e8") >= 80 * 6
    form = FORMATS[paper]
    assert [w for w in found if w.left < 10 or w.right > form.width * POINT - 10] == []
    assert [w for w in found if w.top < 10 or w.bottom > form.height * POINT - 5] == []
    assert overprinted(found) == []


@pytest.mark.parametrize(
    ("told", "paper"),
    [
        pytest.param(told, paper, marks=[pytest.mark.long] if (i + j) % 2 else [])
        for i, told in enumerate((altar, lines))
        for j, paper in enumerate(PAPERS)
    ],
)
def test_a_blank_sheet_is_one_page(
    tmp_path: Path, browse: Browse, told: Callable[[], Field], paper: str
) -> None:
    """With its goals, its map and rows to write on, as PDF and printed from a browser."""
    assert {word.page for word in printed(tmp_path, told, paper)} == {0}
    window = browse(shown(tmp_path, told, paper))
    path = tmp_path / "printed.pdf"
    window.page.pdf(path=str(path), prefer_css_page_size=True)
    assert {word.page for word in words(path)} == {0}


@pytest.mark.parametrize("paper", PAPERS)
def test_a_crowded_sheet_printed_from_a_browser_is_one_page_too(
    tmp_path: Path, browse: Browse, paper: str
) -> None:
    """It is set as much smaller as it must be; the last thing on each page is its foot."""
    window = browse(shown(tmp_path, crowded_field, paper))
    path = tmp_path / "printed.pdf"
    window.page.pdf(path=str(path), prefer_css_page_size=True)
    found = words(path)
    assert {word.page for word in found} == {0, 1}
    assert overprinted(found) == []


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("told", [crowded_field, altar, lines])
@pytest.mark.long
def test_a_sheet_fits_every_screen(
    tmp_path: Path, browse: Browse, told: Callable[[], Field], size: tuple[int, int]
) -> None:
    """Nobody scrolls sideways, and nothing stands over its edge."""
    window = browse(shown(tmp_path, told), size=size)
    assert window.wider() == 0
    over = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert window.page.eval_on_selector_all(".sheet, .sheet td, .sheet th", over) == 0


@pytest.mark.parametrize("told", [altar, lines])
@pytest.mark.long
def test_sheets_shut_nobody_out(tmp_path: Path, browse: Browse, told: Callable[[], Field]) -> None:
    """axe-core finds no serious fault."""
    assert browse(shown(tmp_path, told)).faults() == []


def test_what_a_sheet_says_of_a_crew_and_of_the_others() -> None:
    """Members of the own crew have rows, those of the other are listed; names are whole."""
    page = html.sheets(FRAME, SOURCE, crowded_field(2), FORMATS["a4"]).decode()
    first = page.split('<section class="sheet')[1]
    assert first.count('<th scope="row">') == 2
    assert first.count('<span class="who">') == 2
    assert LETTERS in first
    assert WIDE in first


# Arenas


@pytest.mark.parametrize("paper", PAPERS)
def test_a_large_arena_is_parted_into_like_sheets(paper: str) -> None:
    """15 by 15 squares of 25 mm: 7 beside each other have room on 190 mm with the strip, so 3 by 5.

    Above each other 9 have room, so there are 7 and 8; the sheets go from the north-west.
    """
    found = list(tiled(15, 15, FORMATS[paper], 25))
    assert found == [
        Tile(across=across, down=down, columns=columns, rows=rows)
        for down, rows in enumerate((range(8, 16), range(1, 8)))
        for across, columns in enumerate((range(1, 6), range(6, 11), range(11, 16)))
    ]


def test_an_arena_that_fits_is_one_sheet() -> None:
    """7 by 10 squares of 25 mm take 175 by 250 of 190 by 253 mm: no strip is wanted."""
    assert list(tiled(7, 10, FORMATS["a4"], 25)) == [
        Tile(across=0, down=0, columns=range(1, 8), rows=range(1, 11))
    ]
    assert len(list(tiled(8, 10, FORMATS["a4"], 25))) == 2


def battlelines(scale: float = 25) -> Ground:
    """The arena of Battlelines."""
    found = games.load("morturi")
    paper = found.paper(Books(game="morturi"))
    assert paper.bare is not None
    state = paper.bare("battlelines")
    picture = found.sheets.picture(state)
    return ground(FRAME, paper.sheet(state), picture, FORMATS["a4"], scale=scale)


def test_squares_of_a_pdf_are_as_wide_as_they_say(tmp_path: Path) -> None:
    """The names of two squares beside each other stand 25 mm apart, above each other too."""
    path = tmp_path / "arena.pdf"
    path.write_bytes(pdf.arenas(FRAME, SOURCE, battlelines(), FORMATS["a4"]))
    found = {(word.text, word.page): word for word in words(path)}
    one, beside, below = (found[name, 0] for name in ("A15", "B15", "A14"))
    assert beside.right - one.right == pytest.approx(25 * POINT, abs=0.5)
    assert below.top - one.top == pytest.approx(25 * POINT, abs=0.5)
    assert ("O1", 5) in found


def test_squares_of_a_page_are_as_wide_as_they_say(tmp_path: Path, browse: Browse) -> None:
    """5 squares of 25 mm and the strip of 6 mm are 131 mm wide, the ruler is 100 mm."""
    path = tmp_path / "arena.html"
    path.write_bytes(html.arenas(FRAME, SOURCE, battlelines(), FORMATS["a4"]))
    window = browse(path)
    wide = "one => one.getBoundingClientRect().width * 25.4 / 96"
    assert window.page.eval_on_selector(".ground svg", wide) == pytest.approx(131, abs=0.2)
    assert window.page.eval_on_selector(".ruler span", wide) == pytest.approx(100, abs=0.2)
    assert window.faults() == []
    window.page.pdf(path=str(tmp_path / "printed.pdf"), prefer_css_page_size=True)
    assert max(word.page for word in words(tmp_path / "printed.pdf")) == 5


def test_places_lie_on_one_page() -> None:
    """A map without squares has one sheet, with what each place is for and boxes to tick."""
    found = games.load("mortisphere")
    paper = found.paper(Books(game="mortisphere"))
    assert paper.bare is not None
    state = paper.bare("last-granary")
    told = ground(FRAME, paper.sheet(state), found.sheets.picture(state), FORMATS["a4"], scale=25)
    assert (len(told.pages), told.scale) == (1, 0)
    svg = told.pages[0].svg
    for part in ("Granary Hall", "Bell Tower", "four sealed bins", "Open a bin 4"):
        assert part in svg
