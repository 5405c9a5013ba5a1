"""Fenced regions: what a reader wrote stays, what is ours is renewed, nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.frame.regions import Merged, merged, region, sealed

FIRST = f"# Ash\n\nTwo battles.\n\n{region('crew-ash')}\n# Iron\n\n{region('crew-iron')}"
LATER = f"# Ash\n\nThree battles.\n\n{region('crew-ash')}\n# Iron\n\n{region('crew-iron')}"


def written(text: str, name: str, own: str) -> str:
    """A text into whose region somebody wrote."""
    begin = f"<!-- acta: yours {name} -->\n"
    return text.replace(begin, f"{begin}{own}\n", 1)


def test_what_a_reader_wrote_stays_where_it_stood() -> None:
    """Ours is renewed round it; the file is one of ours as before."""
    old = written(sealed(FIRST), "crew-ash", "Vex still limps.\n\n> A quote.")
    found = merged(old, LATER)
    assert found.text == written(sealed(LATER), "crew-ash", "Vex still limps.\n\n> A quote.")
    assert (found.homeless, found.altered) == ((), False)
    assert merged(found.text, LATER) == found


def test_nothing_written_changes_nothing() -> None:
    """A second export of one state is the file that was there."""
    assert merged(sealed(FIRST), FIRST) == (sealed(FIRST), (), False)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("Two", "Many"),
        lambda text: f"---\ntags: [rome]\n---\n{text}",
        lambda text: f"{text}A line behind all.\n",
        lambda text: text.replace("<!-- acta: end yours -->", "", 1),
        lambda text: text.replace("seal ", "seal 0"),
        lambda text: "A text of somebody's own.\n" if text else "",
        lambda _: "",
    ],
    ids=["a word", "a head", "a tail", "no end", "the seal", "another file", "nothing"],
)
def test_what_stands_outside_the_fences_is_noticed(change: object) -> None:
    """The seal does not hold, or there is none."""
    assert callable(change)
    assert merged(change(sealed(FIRST)), FIRST).altered


def test_a_region_without_a_place_is_not_lost() -> None:
    """It stands behind the seal, and finds home when its place is there again."""
    old = written(sealed(FIRST), "crew-iron", "Kiln hums.")
    lone = f"# Ash\n\n{region('crew-ash')}"
    without = merged(old, lone)
    tail = "<!-- acta: yours crew-iron -->\nKiln hums.\n\n<!-- acta: end yours -->\n"
    assert without == Merged(sealed(lone) + tail, ("crew-iron",), altered=False)
    assert merged(without.text, lone) == without
    again = merged(without.text, FIRST)
    assert again == (old, (), False)


def test_two_regions_of_one_name_are_joined() -> None:
    """A copied region is not lost: both texts stand in the first."""
    twice = f"{sealed(FIRST)}<!-- acta: yours crew-ash -->\ntwo\n<!-- acta: end yours -->\n"
    found = merged(written(twice, "crew-ash", "one"), FIRST)
    assert found.text.index("one") < found.text.index("two") < found.text.index("# Iron")


def test_an_unended_region_takes_nothing_away() -> None:
    """A fence that does not end is a text outside of fences; those behind it hold."""
    broken = sealed(FIRST).replace("<!-- acta: end yours -->\n", "mine\n", 1)
    found = merged(written(broken, "crew-iron", "Kiln hums."), FIRST)
    assert found.altered
    assert "Kiln hums." in found.text


@pytest.mark.parametrize("name", ["", "Ash", "a b", "-a", "a-->", "ä", "a\n"])
def test_a_region_has_a_plain_name(name: str) -> None:
    """Small letters, digits, strokes, dots; so no name can end its own fence."""
    with pytest.raises(ValueError, match="no name of a region"):
        region(name)


@given(st.text(alphabet="ab \n<!->#\r\u2028", max_size=60))
def test_any_text_of_a_reader_comes_back_to_the_letter(own: str) -> None:
    """Property: but for a fence of its own, a text stays through exports as it was typed."""
    old = written(sealed(FIRST), "crew-ash", own)
    again = merged(merged(old, LATER).text, FIRST)
    blank = not own.strip()
    assert again.text == (sealed(FIRST) if blank else old)
    assert not again.altered
