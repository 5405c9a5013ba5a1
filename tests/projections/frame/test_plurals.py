"""Sentences that count: none is said of one as of several."""

import re

import pytest

from projections.frame.catalogue import english
from projections.frame.templates import Frame

MESSAGES = english().messages
NO_NUMBER = frozenset(
    [
        "who",
        "by",
        "crew",
        "a",
        "b",
        "name",
        "winner",
        "holder",
        "what",
        "other",
        "one",
        "place",
        "address",
        "rival",
        "crews",
        "whose",
    ]
)
"""Places where a name stands, or a thing: whatever follows agrees with it, or with nothing."""
SEVERAL = "another sentence says one: `{}`"
EXCEPTIONS = {
    "book.found-many": SEVERAL.format("book.found-one"),
    "dice.unusual": "a hundred at least (`luck.ERROR`)",
    "dice.unusual-rare": "a round number",
    "tale.best-run-1": "three at least (`crews.RUN`)",
    "tale.campaign-battles-1": SEVERAL.format("tale.campaign-battle-1"),
    "tale.chance-percent": "fifty at least: below, it is one chance in so many",
    "tale.clause-granted-1": "a sum for recruits, however many",
    "tale.clause-granted-2": "a sum for recruits, however many",
    "tale.crew-fought-1": SEVERAL.format("tale.crew-fought-once-1"),
    "tale.crew-fought-2": SEVERAL.format("tale.crew-fought-once-1"),
    "tale.dead-many-1": SEVERAL.format("tale.dead-one-1"),
    "tale.fought-1": SEVERAL.format("tale.fought-once-1"),
    "tale.fought-2": SEVERAL.format("tale.fought-once-1"),
    "tale.objectives-1": SEVERAL.format("tale.objective-1"),
    "tale.rival-down-1": "three at least (`crews.RUN`)",
    "tale.rival-drawn-1": "three at least (`crews.RUN`)",
    "tale.rival-up-1": "three at least (`crews.RUN`)",
    "tale.run-lost-2": "three at least (`opening.RUN`)",
    "tale.run-lost-over-1": "three at least (`outcome.LONG`)",
    "tale.run-won-2": "three at least (`opening.RUN`)",
    "tale.run-won-over-1": "three at least (`outcome.LONG`)",
    "tale.times": "once is not counted",
    "tale.told-giant-1": "dice have even numbers of sides",
    "tale.victims-2": SEVERAL.format("tale.only-victim-1"),
    "tale.worst-run-1": "three at least (`crews.RUN`)",
}
"""Sentences that count, but are never said of 1 or 0, or are as right of it; and why."""
FOLLOWED = re.compile(r"\{([a-z][a-z0-9_]*)\}((?: [^\s{}.,:;!?()]+){1,3})")
BEFORE = re.compile(r"\b(?:are|were|have|lines|rounds) (?:\d+ to )?\{([a-z][a-z0-9_]*)\}")
SINGULAR = frozenset(
    ["is", "was", "has", "as", "its", "this", "us", "less", "across", "ends", "needs"]
)


def plural_of(text: str) -> set[str]:
    """The places of a sentence beside which words stand that are right of several alone."""
    after = {
        place
        for place, words in FOLLOWED.findall(text)
        if any(
            word in ("are", "were", "have")
            or (word.endswith("s") and not word.endswith("ss") and word not in SINGULAR)
            for word in words.split()
        )
    }
    return (after | set(BEFORE.findall(text))) - NO_NUMBER


def test_every_sentence_that_counts_has_plural_forms() -> None:
    """`{n} battles` is wrong of one: it has plural forms, or a reason why it needs none."""
    counting = {
        code
        for code, forms in MESSAGES.items()
        if len(forms) == 1 and plural_of(next(iter(forms.values())))
    }
    assert counting == EXCEPTIONS.keys()
    named = (reason.partition("`")[2].rstrip("`") for reason in EXCEPTIONS.values())
    assert [
        code for code in named if code.startswith(("tale.", "book.")) and code not in MESSAGES
    ] == []


@pytest.mark.parametrize(
    ("text", "places_"),
    [
        ("Of {battles} battles", {"battles"}),
        ("{n} more were felled", {"n"}),
        ("There were {n} more.", {"n"}),
        ("lines 1 to {n}", {"n"}),
        ("{share} outlive {n} long battles", {"n"}),
        ("{n} in all", set()),
        ("{who} was felled", set()),
        ("{some} against {others}.", set()),
    ],
)
def test_words_of_several_are_found(text: str, places_: set[str]) -> None:
    """Beside a number, before or behind it; not beside a name."""
    assert plural_of(text) == places_


@pytest.mark.parametrize(
    ("code", "values", "one", "two"),
    [
        ("tale.place-more-1", {}, "There was one more.", "There were 2 more."),
        ("numbers.survival-says", {"name": "Ash"}, "Ash: 1 battle", "Ash: 2 battles"),
        (
            "numbers.survival-died",
            {"name": "Ash", "why": "fell"},
            "Ash: gone for good after 1 battle (fell)",
            "Ash: gone for good after 2 battles (fell)",
        ),
        (
            "numbers.league-says",
            {"name": "Ash", "battle": "battle-1", "how": "drawn"},
            "Ash, battle-1: drawn, 1 point in all",
            "Ash, battle-1: drawn, 2 points in all",
        ),
        (
            "numbers.lines-of",
            {"name": "felled", "command": "acta log"},
            "felled, in 1 line: acta log",
            "felled, in 2 lines: acta log",
        ),
    ],
)
def test_one_is_no_plural(code: str, values: dict[str, str], one: str, two: str) -> None:
    """Given 1 and 2, when they are said, then each in its form."""
    assert [Frame().say(code, n=n, **values) for n in (1, 2)] == [one, two]
