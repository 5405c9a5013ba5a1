"""Plots: well-formed whatever the names, the same bytes, every mark led to its line."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from projections.plots.axes import ticks
from projections.plots.bars import Bar, Part, Parted, bars
from projections.plots.faces import Expected, Thrown, faces
from projections.plots.ink import WIDE, measure, percent, plain, wrapped
from projections.plots.lines import Point, Series, Timed, lines
from projections.plots.matrix import Meeting, matrix
from projections.plots.plot import DARK, LIGHT, Plot, Words, figure, svg
from projections.plots.survival import Columns, Group, Life, curves
from tests.hostile_names import KEPT

SVG = "{http://www.w3.org/2000/svg}"
NASTY = list(KEPT.values())


def parsed(text: str) -> ET.Element:
    """A drawing or a figure as XML; raises ParseError."""
    return ET.fromstring(text)  # noqa: S314  our own text


def to_page(address: str) -> str:
    """A link as a page has it."""
    return f"#{address}"


def draw_lines(names: Sequence[str]) -> Plot:
    """A line for each name, over three steps."""
    words = Timed(name="value", title=names[0], told=names[-1], who="crew", across="battle")
    series = [
        Series(
            name,
            tuple(
                Point(step=step, value=step * n, says=f"{name} {step}", address=f"battle-{step}/1")
                for step in range(3)
            ),
        )
        for n, name in enumerate(names)
    ]
    return lines(words, ["1", "2", "now"], series, to_page)


def draw_curves(names: Sequence[str]) -> Plot:
    """A curve for each name: one lives on after a battle, one dies in the second."""
    words = Timed(name="lives", title=names[0], told=names[-1], who="crew", across="battles")
    columns = Columns(
        group="crew", battle="battle", risk="at risk", died="died", censored="living", share="left"
    )
    lives = (
        Life(battles=1, died=False, says=names[0]),
        Life(battles=2, died=True, says=names[-1], address="battle-2/9"),
    )
    return curves(words, columns, [Group(name, lives) for name in names], to_page)


def draw_bars(names: Sequence[str]) -> Plot:
    """A bar of three parts for each name."""
    words = Parted(
        name="came", title=names[0], told="", who="crew", parts=("won", names[0], "lost")
    )
    return bars(
        words,
        [
            Bar(name, (Part(n, name, ("battle-1/2",)), Part(0, ""), Part(2, "lost")))
            for n, name in enumerate(names)
        ],
        to_page,
    )


def draw_matrix(names: Sequence[str]) -> Plot:
    """Who beat whom, among them all."""
    words = Words(name="rivals", title=names[0], told="", who="crew")
    cells = [
        [None if a == b else Meeting(f"{a}-0-{b}", a, name, ("battle-1/2",)) for b in range(6)]
        for a, name in enumerate(names[:6])
    ]
    return matrix(words, names[:6], cells, to_page)


def draw_faces(names: Sequence[str]) -> Plot:
    """What fell beside what was to be expected."""
    words = Expected(
        name="faces",
        title=names[0],
        told="",
        who="face",
        seen="thrown",
        expected="expected",
        interval="of 100 fair dice 95 lie between",
    )
    return faces(
        words,
        [
            Thrown(
                name=name,
                seen=n,
                expected=Fraction(7, 2),
                low=Fraction(1),
                high=Fraction(6),
                says=name,
                addresses=("battle-1/2",),
            )
            for n, name in enumerate(names)
        ],
        to_page,
    )


DRAWN = [draw_lines, draw_curves, draw_bars, draw_matrix, draw_faces]
each = pytest.mark.parametrize("draw", DRAWN, ids=lambda draw: draw.__name__)
Draw = Callable[[Sequence[str]], Plot]


@each
def test_any_name_is_a_text_and_nothing_else(draw: Draw) -> None:
    """Given names that try something; when drawn; then the XML parses, and holds only our tags."""
    for first in range(0, len(NASTY), 6):
        names = (NASTY + NASTY)[first : first + 6]
        for text in (svg(draw(names)), figure(draw(names), to_page)):
            root = parsed(text)
            found = {element.tag.removeprefix(SVG) for element in root.iter()}
            assert found <= DRAWN_WITH
            said = "".join(root.itertext())
            assert all("".join(name.split()) in "".join(said.split()) for name in names)


DRAWN_WITH = {
    "svg", "title", "desc", "style", "g", "a", "rect", "line", "polyline", "polygon", "path",
    "circle", "text", "figure", "figcaption", "strong", "details", "summary", "div", "table",
    "caption", "thead", "tbody", "tr", "th", "td", "small",
}  # fmt: skip


@each
def test_no_label_lies_on_another_or_outside(draw: Draw) -> None:
    """Given long and wide names; when drawn; then no two texts overlap, and all are within."""
    names = ["W" * 80, "The Iron Verdict of the Last Day", "雨" * 80, "Ash", "Ash", "x" * 80]
    plot = draw(names)

    assert all(not one.meets(other) for one, other in combinations(plot.boxes, 2))
    assert all(
        box.left >= 0 and box.left + box.width <= WIDE and box.top + box.height <= plot.high
        for box in plot.boxes
    )


@each
def test_the_same_numbers_give_the_same_bytes(draw: Draw) -> None:
    """Given the same names; when drawn twice; then the bytes are the same, and no float is there.

    Lengths are whole: no point stands between two digits of an attribute.
    """
    names = ["Ash", "Iron", "Wet Choir"]

    assert svg(draw(names)) == svg(draw(names))
    drawn = parsed(svg(draw(names), alone=False))
    lengths = [
        value
        for element in drawn.iter()
        for name, value in element.attrib.items()
        if name in {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height", "points", "d"}
    ]
    assert lengths
    assert not any("." in value or "e" in value for value in lengths)


@each
def test_a_plot_says_what_it_is_and_leads_to_its_lines(draw: Draw) -> None:
    """Given a plot; then it has title and description, marks that lead to lines, and a table."""
    plot = draw(["Ash", "Iron"] * 3)
    page = parsed(figure(plot, to_page))
    drawn = page.find("svg")

    assert drawn is not None
    assert drawn.get("role") == "group"  # what has links is no picture: those can be reached
    titles = (drawn.get("aria-labelledby") or "").split()
    assert [element.get("id") for element in list(drawn)[:2]] == titles
    marks = [mark for mark in drawn.iter("a") if mark.get("data-address")]
    assert marks
    assert {mark.get("href") for mark in marks} == {f"#{a.get('data-address')}" for a in marks}
    assert all(mark.find("title") is not None for mark in marks)
    sources = {link.text for link in page.iter("a") if link.text}
    assert {mark.get("data-address") for mark in marks} <= sources
    assert page.find(".//th[@scope='row']") is not None


@each
def test_a_drawing_alone_has_its_own_paper_and_no_links(draw: Draw) -> None:
    """Given a drawing that stands alone; then it knows light and dark, and says its addresses."""
    text = svg(draw(["Ash", "Iron"] * 3))

    assert "prefers-color-scheme:dark" in text
    assert 'class="paper"' in text
    assert "data-address=" in text


def test_lines_are_told_apart_without_colour() -> None:
    """Given six lines; then each has dashes, a mark and a name of its own."""
    plot = draw_lines(["a", "b", "c", "d", "e", "f"])
    style = svg(plot)
    dashes = {style.split(f".s{n}{{")[1].split("}")[0].split("dasharray:")[1] for n in range(6)}

    assert len(dashes) == 6
    assert all(f"m{n}" in plot.drawing for n in range(6))


def test_what_is_not_drawn_stands_in_the_table() -> None:
    """Given eight lines; when six can be told apart; then the table has all eight."""
    plot = draw_lines([f"crew {n}" for n in range(8)])

    assert "crew 7" not in plot.drawing
    assert plot.data.columns[1:] == tuple(f"crew {n}" for n in range(8))


def test_a_matrix_of_many_is_wider_and_nothing_leaves_it() -> None:
    """Given forty names; then the drawing is as wide as its cells need, and each text is within."""
    names = [f"Crew {n}" for n in range(40)]
    cells = [[None if a == b else Meeting("10-10-10", 3) for b in range(40)] for a in range(40)]
    plot = matrix(Words(name="r", title="r", told="", who="crew"), names, cells)

    assert plot.wide > WIDE
    assert all(box.left + box.width <= plot.wide for box in plot.boxes)
    assert all(not one.meets(other) for one, other in combinations(plot.boxes, 2))


def test_nothing_at_all_can_be_drawn() -> None:
    """Given no names; then each plot is empty, and well-formed."""
    words = Timed(name="value", title="Value", told="", who="crew", across="battle")
    for plot in (lines(words, [], []), bars(Parted(**_as(words), parts=("kills",)), [])):
        parsed(svg(plot))


def _as(words: Words) -> dict[str, str]:
    return {"name": words.name, "title": words.title, "told": words.told, "who": words.who}


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 3, [0, 1, 2, 3]),
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 47, [0, 10, 20, 30, 40, 50]),
        (-3, 4, [-4, -2, 0, 2, 4]),
        (0, 0, [0, 1]),
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_ticks_are_round_and_whole(low: int, high: int, expected: list[int]) -> None:
    """Given the least and the most; then ticks are 1, 2 or 5 apart, times ten."""
    assert ticks(low, high) == expected


def test_numbers_are_rounded_the_same_way_everywhere() -> None:
    """Given fractions; then two digits, a half goes to the even one."""
    assert plain(7) == "7"
    assert plain(Fraction(1, 3)) == "0.33"
    assert plain(Fraction(1, 200)) == "0.00"  # half a hundredth, to the even one
    assert plain(Fraction(3, 200)) == "0.02"
    assert plain(Fraction(-7, 2)) == "-3.50"
    assert percent(Fraction(8, 15)) == "53 %"


def test_a_long_word_is_parted_and_its_marks_stay_with_it() -> None:
    """Given a letter with a heap of accents among others; then no row begins with an accent."""
    rows = wrapped("Z\u0335\u0321" * 40, 100)

    assert "".join(rows) == "Z\u0335\u0321" * 40
    assert all(row.startswith("Z") and measure(row) <= 100 for row in rows)


def _light(colour: str) -> float:
    """How bright a colour is (WCAG 2.2, relative luminance)."""
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("colours", "papers"),
    [(LIGHT, ("#ffffff", "#fbf8f1")), (DARK, ("#16181c", "#17140f"))],
    ids=["light", "dark"],
)
def test_every_colour_can_be_read(colours: dict[str, str], papers: Sequence[str]) -> None:
    """WCAG 1.4.3: names are written in the colours of their lines, at 4.5 to 1 or more.

    On the paper of a drawing that stands alone, and on that of our pages.
    """
    for name in "012345":
        for paper in papers:
            one, other = sorted((_light(colours[name]), _light(paper)))
            assert (other + 0.05) / (one + 0.05) >= 4.5
