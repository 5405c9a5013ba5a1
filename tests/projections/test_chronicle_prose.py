"""The prose of chronicles: forms in turn, numbers and chances in words, lists, capitals."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import projections.chronicle
from projections.chronicle.prose import Prose, forms, paragraph
from projections.chronicle.tree import Link, Source, Spans, Text, words
from projections.frame.catalogue import english
from projections.frame.templates import Frame

FRAME = Frame()
TABLE = "tale."
CODES = {code.partition(".")[2] for code in english().messages if code.startswith(TABLE)}


def said(prose: Prose, code: str, **values: str) -> str:
    """The words of a sentence."""
    return words(prose.say(code, "battle-1/3", **values))


def test_forms_are_said_in_turn_and_none_twice_in_a_row() -> None:
    """A chapter that starts at 0 says the first of four forms, then the others, then again."""
    prose = Prose(FRAME)
    first = [said(prose, "quiet") for _ in range(4)]
    assert first == [
        "Nothing was decided.",
        "Nobody came to blows.",
        "No blow fell.",
        "It stayed quiet.",
    ]
    assert [said(prose, "quiet") for _ in range(4)] == first


def test_another_chapter_begins_with_another_form() -> None:
    """The second chapter begins with the third form, whatever the first one said."""
    assert said(Prose(FRAME, 2), "quiet") == "No blow fell."
    assert said(Prose(FRAME, 6), "quiet") == "No blow fell."


def test_a_sentence_is_followed_by_its_events_each_once() -> None:
    """Two deeds of one line have one address."""
    found = Prose(FRAME).say("quiet", "battle-1/3", "battle-1/3", "battle-1/4")
    assert found == (Text("Nothing was decided."), Source("battle-1/3"), Source("battle-1/4"))


@pytest.mark.parametrize(
    ("number", "plain", "nth"),
    [
        (1, "one", "first"),
        (12, "twelve", "twelfth"),
        (13, "13", "13th"),
        (21, "21", "21st"),
        (22, "22", "22nd"),
        (111, "111", "111th"),
        (103, "103", "103rd"),
    ],
)
def test_numbers_in_words(number: int, plain: str, nth: str) -> None:
    """Small ones in words; the eleventh to thirteenth of any hundred end as English has it."""
    assert Prose(FRAME).number(number) == plain
    assert Prose(FRAME).nth(number) == nth


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 9), "one chance in nine"),
        (Fraction(5, 36), "five chances in 36"),
        (Fraction(1, 1000), "about one chance in 1000"),
        (Fraction(3, 100), "about one chance in 33"),  # 33 and a third
        (Fraction(999, 1000), "99 chances in a hundred"),
    ],
    ids=["ninth", "36ths", "thousandth", "odd", "nearly"],
)
def test_chances_in_words(chance: Fraction, text: str) -> None:
    """Plain fractions as they are, others roundly."""
    assert Prose(FRAME).chance(chance) == text


def test_lists_and_clauses() -> None:
    """Things are joined by `and`, clauses are set further apart."""
    prose = Prose(FRAME)
    assert words(prose.listed(["A"])) == "A"
    assert words(prose.listed(["A", "B"])) == "A and B"
    assert words(prose.listed(["A", "B", "C"])) == "A, B and C"
    assert words(prose.clauses(["a won", "b lost", "c drew"])) == "a won, b lost, and c drew"


def test_a_sentence_begins_with_a_capital_but_a_name_stays_as_it_is() -> None:
    """A place at its head is written large, somebody's own name never changes."""
    prose = Prose(FRAME, 2)
    place: Spans = (Link("place/hall", "the Hall"),)
    assert words(prose.say("held", crew="x", places=place)) == "The Hall belonged to x now."
    name = Link("crew-ash/2", "vex")
    assert words(Prose(FRAME).say("broke", who=name)) == "vex broke and fought on."


def test_sentences_make_a_paragraph() -> None:
    """They are set apart by a space; nothing makes none."""
    one, other = (Text("One."), Source("a/1")), (Text("Two."),)
    (para,) = paragraph([one, other])
    assert words(para.spans) == "One. Two."
    assert paragraph([]) == []


def test_forms_are_numbered_without_a_gap() -> None:
    """A form behind a gap would never be said."""
    numbered = {code for code in CODES if re.search(r"-\d+$", code)}
    reached = {form.partition(".")[2] for code in CODES for form in forms(_stem(code))}
    assert numbered - reached == set()


def _stem(code: str) -> str:
    return re.sub(r"-\d+$", "", code)


def test_no_sentence_is_there_for_nothing() -> None:
    """Every code of the table is spoken of in the modules that tell."""
    folder = Path(projections.chronicle.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
    words_ = set(re.findall(r'"([a-z][a-z0-9_-]*)"', source))
    made = (
        "fell-",
        "clause-",
        "count-",
        "record-",
        "told-",
        "came-",
        "fate-",
        "head-",
        "field-",
        "n",
        "nth",
    )
    idle = {
        stem
        for stem in map(_stem, CODES)
        if stem not in words_
        and not any(stem.startswith(one) and stem[len(one) :] in words_ for one in made)
        and not re.fullmatch(r"n\d+|nth\d+|field-.*|minor.*|fate-.*", stem)
    }
    assert idle == set()
