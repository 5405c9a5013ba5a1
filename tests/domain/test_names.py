"""Names: what may be one, and how it is found again (the manners of the command line)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.names import (
    Named,
    alike,
    called,
    clean,
    find,
    fold,
    handle,
    meant,
    nearest,
    said,
    slug,
)
from domain.terms import Ambiguous, NotFound, WrongUsage

OUM = Named(id="crew-grey-ledger/2", name="Oum the Counter", handle="OUM", crew="Grey Ledger")
GIRL = Named(id="crew-grey-ledger/5", name="The Quiet Girl", handle="QUI", crew="Grey Ledger")
RAT = Named(id="crew-grey-ledger/6", name="Rat", handle="RAT", crew="Grey Ledger")
OTHER = Named(id="crew-grey-ledger/7", name="Other Rat", handle="OTH", crew="Grey Ledger")
LOW = Named(id="crew-wet-choir/3", name="Low Note", handle="LOW", crew="Wet Choir")
LOWER = Named(id="crew-wet-choir/4", name="Lower Note", handle="NOT", crew="Wet Choir")
HOST = Named(id="crew-wet-choir/6", name="The Host", handle="HOS", crew="Wet Choir")
OTHER_HOST = Named(id="crew-wet-choir/7", name="The Other Host", handle="HOT", crew="Wet Choir")
ALL = [OUM, GIRL, RAT, OTHER, LOW, LOWER, HOST, OTHER_HOST]


def test_a_name_is_kept_as_it_is_written() -> None:
    """Case 94: any Unicode, composed (NFC): accents, other scripts, signs; no outer spaces."""
    assert clean("  Élan  ") == "Élan"
    assert clean("E\u0301lan") == "Élan"
    assert clean("夜の声") == "夜の声"
    assert clean("☠\ufe0f") == "☠\ufe0f"
    assert clean("x" * 80) == "x" * 80


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "1 to 80 characters, this one has 0"),
        (" \t ", "1 to 80 characters, this one has 0"),
        ("x" * 81, "1 to 80 characters, this one has 81"),
        ("x" * 5000, "1 to 80 characters, this one has 5000"),
        ("Ra\x00t", "U\\+0000"),
        ("Ra\x1b[31mt", "U\\+001B"),
        ("Ra\nt", "U\\+000A"),
        ("Ra\u202et", "U\\+202E RIGHT-TO-LEFT OVERRIDE"),
        ("Ra\u2066t", "U\\+2066"),
        ("Ra\u200bt", "U\\+200B ZERO WIDTH SPACE"),
        ("Ra\u200dt", "U\\+200D"),
        ("Ra\ufefft", "U\\+FEFF"),
        ("Ra\u3164t", "U\\+3164"),
        ("Ra\ud800t", "U\\+D800"),
        ("Ra\u2028t", "U\\+2028"),
        ("\u0301", "at least one letter"),
    ],
)
def test_what_is_no_name(name: str, sentence: str) -> None:
    """Control, bidirectional-override and zero-width characters, nothing, and too much."""
    with pytest.raises(WrongUsage, match=sentence) as refused:
        clean(name)
    assert len(refused.value.told()) < 120
    assert refused.value.told().isprintable()


def test_folding_forgets_case_accents_width_and_spaces() -> None:
    """Two names that differ in these only are one."""
    assert fold("ÉLAN") == fold("elan") == "elan"
    assert fold("Straße") == "strasse"
    assert fold("Łódź  Øre") == "lodz ore"
    assert fold("\uff32\uff41\uff54") == "rat"
    assert fold("Saint\u2019s") == "saint's"
    assert fold("が") != fold("か")


def test_look_alike_names_look_alike() -> None:
    """Cyrillic and Greek twins of Latin letters deceive the eye, not the campaign."""
    assert fold("\u0410sh") != fold("Ash")
    assert alike("\u0410sh") == alike("Ash") == "ash"
    assert alike("\u039f\u03c5m") != alike("Oum")
    assert alike("\u041d\u043e\u0440\u0430") == alike("Hopa")


def test_a_slug_is_fit_for_folders() -> None:
    """Small letters, digits and hyphens, at most sixty."""
    assert slug("The Final Age") == "the-final-age"
    assert slug("Saint's Finger") == "saints-finger"
    assert slug("Élan & Co.") == "elan-co"
    assert slug("x" * 80) == "x" * 60
    assert slug("x" * 59 + " y") == "x" * 59


def test_a_slug_is_numbered_where_taken_or_empty() -> None:
    """A slug that is taken, a device of Windows or empty gets a number."""
    assert slug("Ash", {"ash"}) == "ash-2"
    assert slug("Ash", {"ash", "ash-2"}) == "ash-3"
    assert slug("夜") == "1"
    assert slug("夜", {"1"}) == "2"
    assert slug("CON") == "con-2"
    assert slug("Com1") == "com1-2"
    assert slug("x" * 80, {"x" * 60}) == "x" * 58 + "-2"


def test_a_handle_is_three_letters_of_the_name() -> None:
    """The beginning of a word that is free, articles left aside."""
    assert handle("Oum the Counter") == "OUM"
    assert handle("The Host") == "HOS"
    assert handle("Low Note") == "LOW"
    assert handle("Lower Note", ["LOW"]) == "NOT"
    assert handle("Lowest Note", ["LOW", "NOT"]) == "LOE"
    assert handle("\u041d\u043e\u0440\u0430") == "\u041d\u041e\u0420"


def test_a_handle_is_no_other_whole_name() -> None:
    """Handles differ from one another and from other units' whole names."""
    assert handle("Rattle", ["Rat"]) == "RAL"


def test_a_handle_looks_like_no_other() -> None:
    """Cyrillic letters that look Latin make no second AXE, nor HOP beside it."""
    assert handle("\u0410xe", ["AXE", "Axe"]) == "AAA"
    assert handle("\u041d\u043e\u0440\u0430", ["HOP"]) == "\u041d\u041e\u0410"
    assert handle("Axe", ["\u0410\u0425\u0415"]) == "AAA"


def test_names_without_three_letters_have_handles_too() -> None:
    """Digits, short names and twins: letters are added."""
    assert handle("9") == "AAA"
    assert handle("Ox") == "OAA"
    assert handle("Rat", ["RAT"]) == "RAA"
    assert handle("The") == "THE"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rat", RAT),
        ("rat", RAT),
        ("RÁT", RAT),
        ("other rat", OTHER),
        ("oum", OUM),
        ("OTH", OTHER),
        ("hos", HOST),
        ("not", LOWER),
        ("@rat", RAT),
        ("low", LOW),
        ("lowe", LOWER),
        ("the h", HOST),
        ("counter", OUM),
        ("quiet g", GIRL),
        ("Wet Choir/not", LOWER),
        ("wet/low note", LOW),
        ("Grey Ledger/@QUI", GIRL),
    ],
)
def test_the_first_step_with_a_hit_decides(text: str, found: Named) -> None:
    """Whole name, handle, beginning of the name, beginning of one of its words."""
    assert find(text, ALL) == found


def test_several_hits_are_ambiguous() -> None:
    """The candidates are listed as Crew/HND Name, with what to write."""
    with pytest.raises(Ambiguous) as refused:
        find("the", ALL)
    assert refused.value.candidates == (
        "Grey Ledger/QUI The Quiet Girl",
        "Wet Choir/HOS The Host",
        "Wet Choir/HOT The Other Host",
    )
    assert refused.value.hint == "write Grey Ledger/@QUI or Wet Choir/@HOS or Wet Choir/@HOT"
    assert refused.value.code == 2


def test_twins_of_one_crew_are_parted_by_their_handles() -> None:
    """Members may share a name; `@abc` is a handle and nothing else."""
    twin = Named(id="crew-grey-ledger/9", name="Rat", handle="RAA", crew="Grey Ledger")
    with pytest.raises(Ambiguous):
        find("rat", [RAT, twin])
    assert find("@raa", [RAT, twin]) == twin
    assert find("Grey Ledger/@rat", [RAT, twin]) == RAT


def test_a_crew_narrows() -> None:
    """The same name in two crews: the crew says which; a stroke may also be part of a name."""
    there = Named(id="crew-wet-choir/9", name="Rat", handle="RAT", crew="Wet Choir")
    stroke = Named(id="crew-wet-choir/10", name="Either/Or", handle="EIT", crew="Wet Choir")
    with pytest.raises(Ambiguous):
        find("rat", [RAT, there])
    assert find("wet/rat", [RAT, there, stroke]) == there
    assert find("rat", [RAT, there], crew="Grey Ledger") == RAT
    assert find("either/or", [RAT, there, stroke]) == stroke
    assert find("Wet Choir/Either/Or", [RAT, there, stroke]) == stroke


@pytest.mark.parametrize(
    "text", ["", "   ", "@", "/", "Nobody", "x" * 5000, "\x1b[2J", "Nobody/Rat"]
)
def test_nobody_answers(text: str) -> None:
    """Unknown, empty, endless and unprintable names: one sentence, exit 2."""
    with pytest.raises(NotFound) as refused:
        find(text, ALL)
    assert refused.value.code == 2
    assert len(refused.value.told()) < 120
    assert refused.value.told().isprintable()


def test_a_slip_is_hinted_at() -> None:
    """The nearest right word is told; a word far from all is not guessed at."""
    with pytest.raises(NotFound) as refused:
        find("Tallwo", [Named(id="x", name="Tallow"), RAT])
    assert refused.value.hint == "Tallow is near"
    assert nearest("both_loose", ["both_lose", "reroll"]) == "both_lose"
    assert nearest("initiator", ["both_lose", "reroll"]) == ""
    assert nearest("x", []) == ""


def test_nobody_is_named_twice() -> None:
    """One candidate listed twice is one; a thing without crew is named by its name."""
    hall, well = Named(id="hall", name="Granary Hall"), Named(id="well", name="Granary Well")
    assert find("rat", [RAT, RAT]) == RAT
    with pytest.raises(Ambiguous, match="gran may be Granary Hall, Granary Well"):
        find("gran", [hall, well])


def test_what_was_typed_is_said_in_visible_signs() -> None:
    """At most forty characters, nothing that moves the cursor."""
    assert said("Ra\x1bt") == "Ra\\u001bt"
    assert said("x" * 41) == "x" * 39 + "…"
    assert said("x" * 40) == "x" * 40


@given(some.text(max_size=100))
def test_every_text_is_a_name_or_refused(text: str) -> None:
    """What is kept stays as it is when kept again, and is found by itself; slugs fit folders."""
    assert re.fullmatch("[a-z0-9-]{1,60}", slug(text))
    assert slug(slug(text)) == slug(text)
    assert said(text).isprintable()
    try:
        kept = clean(text)
    except WrongUsage:
        return
    assert clean(kept) == kept
    assert fold(fold(kept)) == fold(kept)
    if fold(kept):
        assert find(kept, [Named(id="x", name=kept)]).id == "x"


@given(some.lists(some.text(min_size=1, max_size=8), max_size=30))
def test_handles_are_never_shared(names: list[str]) -> None:
    """Three letters each, whatever the names."""
    taken: list[str] = []
    for name in names:
        taken.append(handle(name, [*taken, *names]))
    assert len({fold(short) for short in taken}) == len(taken)
    assert all(len(short) == 3 for short in taken)


def test_what_was_meant_is_near_or_one_of_few() -> None:
    """The nearest word, else those that begin so, else all if at most twelve; else nothing."""
    assert meant("absorp", ["absorb", "ties"]) == "absorb is near"
    assert meant("zzz", ["absorb", "ties", "ties"]) == "there are absorb, ties"
    assert meant("zzz", [f"word-{number}" for number in range(13)]) == ""
    assert meant("zzz", []) == ""
    assert meant("surrender", ["surrender_when", "ties"]) == "surrender_when is near"
    assert meant("gate", ["gate_ooa_survival", "gate_keeps_shut", "ties"]) == (
        "gate_ooa_survival, gate_keeps_shut are near"
    )
    assert meant("", [f"word-{number}" for number in range(13)]) == ""


def test_a_thing_is_called_by_a_name_its_beginning_or_a_word_of_it() -> None:
    """The first of these steps with a hit decides; nothing answers to nothing."""
    things = {1: ("wake", "The Wake"), 2: ("wake-up", "Wake Up"), 3: ("last", "The Last Granary")}
    assert called("WAKE", things) == [1]
    assert called("wak", things) == [1, 2]
    assert called("granary", things) == [3]
    assert called("the l", things) == [3]
    assert called("ast", things) == called(" ", things) == []
