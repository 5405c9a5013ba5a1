"""Sentences as patterns over the fields of their events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.player.binding import bound, filled, leaves

LOST = {
    "member": {"id": "crew-ash/2", "name": "Sura"},
    "amount": 1,
    "lost": 12,
    "by": [{"name": "Unit Nine"}, {"name": "Unit"}],
    "agreed": True,
}


def test_the_fields_of_an_event() -> None:
    """Texts and numbers with their paths; truth is no number."""
    assert list(leaves(LOST)) == [
        ("member.id", "crew-ash/2"),
        ("member.name", "Sura"),
        ("amount", "1"),
        ("lost", "12"),
        ("by.0.name", "Unit Nine"),
        ("by.1.name", "Unit"),
    ]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Sura loses 1 Health.", ("", "member.name", " loses ", "amount", " Health.")),
        ("1 and 12, not 121", ("", "amount", " and ", "lost", ", not 121")),
        ("Unit Nine, Units, Unit", ("", "by.0.name", ", Units, ", "by.1.name", "")),
        ("Surat is not Sura's", ("Surat is not ", "member.name", "'s")),
        ("nobody", ("nobody",)),
        ("", ("",)),
    ],
)
def test_a_sentence_as_a_pattern(text: str, pattern: tuple[str, ...]) -> None:
    """Whole words and numbers are fields, the longest first; parts of longer ones are none."""
    assert bound(text, LOST) == pattern
    assert filled(pattern, LOST) == text


@given(
    st.text(alphabet="ab1 2.", max_size=30),
    st.dictionaries(st.sampled_from("xyz"), st.text("ab12 ", max_size=4) | st.integers(0, 12)),
)
def test_a_pattern_makes_its_sentence_again(text: str, data: dict[str, str | int]) -> None:
    """Whatever it says, and whatever the fields are."""
    assert filled(bound(text, data), data) == text
