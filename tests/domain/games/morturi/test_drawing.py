"""An arena is written down and read: its size, zones along edges, letters on a map (MR-BAT-3)."""

import pytest

from domain.games.morturi.drawing import drawing, drawings, text
from domain.games.morturi.opening import Drawing
from domain.games.morturi.sides import starts
from domain.terms import WrongUsage


def test_zones_are_strips_along_edges() -> None:
    """MR-BAT-3: the first side has `a` in the north, one deep, the second `b` in the south."""
    assert drawing("3x3 zones north south depth 1") == Drawing(("aaa", "...", "bbb"), "zones")
    assert drawing("4x2 zones east west depth 2") == Drawing(("bbaa", "bbaa"), "zones")


def test_a_corner_between_two_zones_is_nobodys() -> None:
    """MR-BAT-3: neighbouring edges both reach the corner, so neither school starts there."""
    assert drawing("4x3 zones north east depth 1").rows == ("aaa.", "...b", "...b")
    with pytest.raises(WrongUsage, match="zones do not overlap"):
        drawing("5x5 zones north south depth 3")
    with pytest.raises(WrongUsage, match="zones do not overlap"):
        drawing("3x2 zones north east depth 2")


def test_two_zones_on_one_side_have_a_name_each() -> None:
    """MR-BAT-3: both lie in the north; the letters of the drawing tell them apart."""
    rows = ("aaa.bbb", ".......", ".......", ".......", "...c...")
    assert list(starts("2026.1", rows)) == ["north-west", "north-east", "south"]
    rows = ("...a...", "...b...", ".......", ".......", "...c...")
    assert starts("2026.1", rows) == {"north a": ("D5",), "north b": ("D4",), "south": ("D1",)}


def test_nobody_starts_on_what_is_no_sand() -> None:
    """MR-BAT-3: a wall and raised ground in the zone stay what they are."""
    found = drawing("3x3 zones south north depth 1\n.#.\n...\n+..")
    assert found == Drawing(("b#b", "...", "+aa"), "zones")
    assert text(found) == "3x3 zones south north depth 1\n.#.\n...\n+.."


@pytest.mark.parametrize(
    "written",
    [
        "7x5 zones north south depth 1",
        "9x9 zones west east depth 3",
        "5x5 zones north east south west depth 1",
        "3x5 zones east south depth 2",
        "3x3 zones south north depth 1\n.#.\n...\n+..",
        "3x3\na..\n...\n..b",
        "3x3 places\na.a\n...\nb.b",
        "3x2 gates\n.a.\n.b.",
        "4x4\n....\n.aa.\n....\nbbbb",
        "2x2\n..\n..",
    ],
)
def test_what_is_written_is_read_and_written_alike(written: str) -> None:
    """Canonical texts come back, letter by letter."""
    assert text(drawing(written)) == written


def test_rows_alone_have_their_size() -> None:
    """Above rows the size may be left out."""
    assert drawing("aa\n..\nbb\n") == Drawing(("aa", "..", "bb"), "zones")
    assert drawing("2x2 zones") == Drawing(("..", ".."), "zones")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0x5", "an arena is 1x1 to 60x60, not 0x5"),
        ("5x5 zones north south", "are no zones"),
        ("5x5 zones north deep 1", "are no zones"),
        ("5x5 zones depth 1", "are no zones"),
        ("5x5 here", "here is no way to start"),
    ],
)
def test_what_is_no_drawing(typed: str, said: str) -> None:
    """MR-BAT-1: each gets its sentence."""
    with pytest.raises(WrongUsage, match=said):
        drawing(typed)


def test_several_drawings_follow_one_another() -> None:
    """MR-TER-9: an arena whose parts move is drawn as often as it changes."""
    first, second = drawings("3x2\naa.\n.bb\n3x2\naa#\n#bb\n")
    assert first == Drawing(("aa.", ".bb"), "zones")
    assert second == Drawing(("aa#", "#bb"), "zones")


def test_letters_that_are_no_strips_stay_letters() -> None:
    """MR-BAT-3: two sides that share an edge, or lie across one another, are no zones."""
    assert text(Drawing(("ab", ".."), "zones")) == "2x2\nab\n.."
    assert text(Drawing(("a.", "ab"), "zones")) == "2x2\na.\nab"
