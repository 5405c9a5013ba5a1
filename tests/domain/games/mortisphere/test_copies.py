"""What a battle uses of the codex, copied into its record and found there as in the codex."""

import msgspec
import pytest

from domain.games.mortisphere.content import read
from domain.games.mortisphere.copies import Content, used
from domain.games.mortisphere.shapes import Book, book
from domain.ledger.fields import check
from domain.terms import NotFound
from tests.domain.games.mortisphere.own import TEXTS, written

JOINED = read(written(**TEXTS), book()).book
MOTH = (("type", "drowned"), ("ability", "undertow"), ("ability", "pounce"), ("will", "rule"))
REED = (("item", "tide-hook"), ("injury", "lamed"), ("advance", "enduring"), ("type", "machine"))
OFFICIAL = [status.id for status in book().statuses]


def test_copies_may_stand_in_the_record() -> None:
    """Every field is of the closed list, and what is read is what was written."""
    check(Content)
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH, REED])
    assert msgspec.json.decode(msgspec.json.encode(found), type=Content) == found


def test_a_battle_holds_what_its_members_bring() -> None:
    """Nothing else: in the codex's order, each marked own or official."""
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH, REED, MOTH])
    assert [(one.id, one.own) for one in found.types] == [("machine", False), ("drowned", True)]
    assert [(a.id, a.own) for a in found.abilities] == [("pounce", False), ("undertow", True)]
    assert [(one.id, one.own) for one in found.items] == [("tide-hook", True)]
    assert [one.id for one in found.wills] == ["rule"]
    assert [one.id for one in found.injuries] == ["lamed"]
    assert [one.id for one in found.advances] == ["enduring"]


def test_statuses_that_can_come_up_are_copied() -> None:
    """All official ones, for rules and rulings put them on; own ones that somebody brings."""
    salt_stair = JOINED.scenario("salt-stair")
    assert [one.id for one in used(JOINED, salt_stair, [REED]).statuses] == OFFICIAL
    assert [one.id for one in used(JOINED, salt_stair, [MOTH]).statuses] == [
        *OFFICIAL,
        "waterlogged",
    ]


def test_a_status_brings_the_statuses_of_its_own_effects() -> None:
    """Also of what is on a member already, and round in a circle."""
    text = (
        TEXTS["drowned"]
        + """
[[statuses]]
id = "sunk"
text = "Down."
effects = [{ on = "round.end", op = "status", word = "add", what = "soaked" }]

[[statuses]]
id = "soaked"
text = "Wet."
effects = [{ on = "round.end", op = "status", word = "add", what = "sunk" }]
"""
    )
    reading = read(written(drowned=text), book())
    assert reading.faults == ()
    granary = reading.book.scenario("last-granary")
    found = used(reading.book, granary, [[("status", "sunk")]])
    assert [one.id for one in found.statuses if one.own] == ["sunk", "soaked"]


def test_neutrals_bring_their_types() -> None:
    """MS-NEU-1: the Colossus is a machine."""
    found = used(book(), book().scenario("patient-engines"), [])
    assert [one.id for one in found.types] == ["machine"]


def test_copies_are_found_as_in_the_codex() -> None:
    """By id or name, in both; what a battle does not use is not there."""
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH, REED])
    for there in (found, JOINED):
        assert isinstance(there, Content | Book)
        assert there.type("drowned").name == "Drowned"
        assert there.ability("Undertow").id == "undertow"
        assert there.item("TIDE HOOK").id == "tide-hook"
        assert there.will("rule").name == "Will to Rule"
        assert there.status("waterlogged").own
        assert there.injury("lamed").id == "lamed"
        assert there.advance("Enduring").id == "enduring"
    with pytest.raises(NotFound, match="no ability is called stubborn"):
        found.ability("stubborn")


def test_what_the_codex_lacks_cannot_be_copied() -> None:
    """An unknown part is named."""
    with pytest.raises(NotFound, match="no item is called spoon"):
        used(JOINED, JOINED.scenario("salt-stair"), [[("item", "spoon")]])
