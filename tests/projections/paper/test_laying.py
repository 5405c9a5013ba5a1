"""Cards laid on pages: all of each is somewhere, in its order, and no column is too full."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.paper import Boxes, Card, Entry, Figure, Group
from projections.paper.laying import COLUMN, COLUMNS, LEAST, UNIT, leaves, sized, title_size
from projections.paper.measure import MM, height, lines, width
from tests.hostile_names import KEPT

WORDS = st.sampled_from([*KEPT.values(), "a", "once per battle", "W" * 300, "\u96e8" * 40])
ENTRIES = st.builds(Entry, WORDS, st.lists(WORDS, max_size=12).map(" ".join))
GROUPS = st.builds(
    Group,
    st.sampled_from(["abilities", "history", "lasting_injuries"]),
    st.lists(ENTRIES, max_size=40).map(tuple),
)
CARDS = st.builds(
    Card,
    id=st.just("crew-x/1"),
    title=WORDS,
    kind=WORDS,
    figures=st.lists(st.builds(Figure, WORDS, WORDS), max_size=6).map(tuple),
    boxes=st.lists(st.builds(Boxes, st.just("health"), st.integers(1, 30)), max_size=2).map(tuple),
    groups=st.lists(GROUPS, max_size=4).map(tuple),
    remarks=st.lists(WORDS, max_size=2).map(tuple),
)


def told(cards: list[Card]) -> list[tuple[str, str]]:
    """What the entries of cards say, each with its name, word by word."""
    return [
        (entry.name, word)
        for card in cards
        for group in card.groups
        for entry in group.entries
        for word in entry.text.split(" ")
    ]


@given(CARDS)
def test_what_a_card_says_is_on_its_parts_once(card: Card) -> None:
    """However full it is: nothing is left out, nothing twice, and the order stays."""
    parts = sized(card)
    assert told([part.card for part in parts]) == told([card])
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert {part.parts for part in parts} == {len(parts)}
    assert all(LEAST <= part.units <= COLUMN for part in parts)
    assert [part.card.remarks for part in parts if part.card.remarks] in ([], [card.remarks])
    assert [part.card.figures for part in parts[1:] if part.card.figures] == []


@settings(max_examples=40)
@given(st.lists(CARDS, max_size=4))
def test_no_column_is_too_full(cards: list[Card]) -> None:
    """Pages have two columns of sixteen units; every part of every card lies on one of them."""
    pages = leaves(cards)
    assert all(len(page) == COLUMNS for page in pages)
    columns = [column for page in pages for column in page]
    assert all(sum(laid.units for laid in column) <= COLUMN for column in columns)
    laid = [one for column in columns for one in column]
    assert len(laid) == sum(len(sized(card)) for card in cards)
    assert all(page[0] for page in pages)


def test_a_card_is_as_small_as_it_may_be() -> None:
    """One with a line or two takes four units, 62 mm; a page has eight of these."""
    cards = [Card(title=f"Vex {n}", kind="Thug") for n in range(9)]
    assert LEAST * UNIT == 62
    pages = leaves(cards)
    assert [[len(column) for column in page] for page in pages] == [[4, 4], [1, 0]]


def test_a_smaller_card_fills_a_hole() -> None:
    """What goes below a larger one stands there; a page is only turned when nothing fits."""
    rows = tuple(Entry(f"Skill {n}", "is rolled again " * 3) for n in range(26))
    large = Card(title="Vex", kind="Thug", groups=(Group("abilities", rows),))
    (units,) = (each.units for each in sized(large))
    assert COLUMN // 2 < units <= COLUMN - LEAST
    small = Card(title="Rook", kind="Thug")
    (page,) = leaves([large, large, small, small])
    assert [[one.card.title for one in column] for column in page] == [["Vex", "Rook"]] * 2


def test_long_titles_are_set_smaller() -> None:
    """A title of a few letters has 13 points, one of 80 has 8 and takes several lines."""
    assert title_size("Vex") == 13
    assert title_size("W" * 80) == 8
    assert 9 <= title_size("Teodor the Lamplighter of Granary") < 13


def test_lines_are_counted_as_they_break() -> None:
    """At spaces; a word that is wider than a line goes on below; wide letters are an em."""
    assert lines("", 10) == 1
    assert lines("aaa", 10) == 1
    assert lines("aaaaaaaa aaaaaaaa", 10) == 2
    assert lines("\u96e8" * 25, 10) == 3
    assert lines(f"a {'W' * 25}", 10) == 4
    assert width("\u96e8") > width("W") > width("a") > width("i") > width("\u0301") == 0
    assert height("one line", 100, 10) == 10 * 1.32 * MM
