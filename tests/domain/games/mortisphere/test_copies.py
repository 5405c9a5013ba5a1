"""What a battle uses of the codex, copied into its record, and the codex that it is played by."""

import msgspec

from domain.games.mortisphere.content import own, read
from domain.games.mortisphere.copies import Content, joined, owns, played, shown, used
from domain.games.mortisphere.shapes import book
from domain.ledger.fields import check
from domain.own import overlaid
from tests.domain.games.mortisphere.own import TEXTS, written

EDITION = "2026.1"
OWN = own(EDITION, (), written(**TEXTS))
JOINED = joined(EDITION, OWN)
MOTH = (("type", "drowned"), ("ability", "undertow"), ("ability", "pounce"), ("will", "rule"))
REED = (("item", "riot-plate"), ("injury", "lamed"), ("advance", "enduring"), ("type", "machine"))


def test_copies_may_stand_in_the_record() -> None:
    """Every field is of the closed list, and what is read is what was written."""
    check(Content)
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH, REED])
    assert msgspec.json.decode(msgspec.json.encode(found), type=Content) == found


def test_a_battle_holds_what_its_members_bring() -> None:
    """Of what is official nothing else, in the codex's order; each is marked own or official."""
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH, REED, MOTH])
    assert [(one.id, one.own) for one in found.types] == [("machine", False), ("drowned", True)]
    assert [(a.id, a.own) for a in found.abilities] == [("pounce", False), ("undertow", True)]
    assert [(i.id, i.own) for i in found.equipment] == [("riot-plate", False), ("tide-hook", True)]
    assert [one.id for one in found.wills] == ["rule"]
    assert [one.id for one in found.injuries] == ["lamed"]
    assert [one.id for one in found.advances] == ["enduring"]
    assert found.statuses == (*book().statuses, JOINED.status("waterlogged"))


def test_a_battle_holds_all_that_is_own() -> None:
    """Its aftermath sells, finds and teaches it, though nobody brought it."""
    found = used(JOINED, JOINED.scenario("last-granary"), [(("type", "machine"),)])
    assert [one.id for one in found.types] == ["machine", "drowned"]
    assert [one.id for one in found.abilities] == ["undertow"]
    assert [one.id for one in found.equipment] == ["tide-hook"]


def test_neutrals_bring_their_types() -> None:
    """MS-NEU-1: the Colossus is a machine."""
    found = used(book(), book().scenario("patient-engines"), [])
    assert [one.id for one in found.types] == ["machine"]


def test_a_battle_is_played_by_its_copies() -> None:
    """What it holds is found as in the codex, and for the rest the edition is."""
    found = used(JOINED, JOINED.scenario("salt-stair"), [MOTH])
    rules = played(EDITION, [found])
    assert rules.type("drowned").name == "Drowned"
    assert rules.ability("Undertow").own
    assert rules.status("waterlogged").own
    assert rules.types == JOINED.types
    assert rules.equipment == JOINED.equipment
    assert rules.scenarios == book().scenarios


def test_a_copy_counts_before_the_codex() -> None:
    """An entry that another version of the codex has otherwise is played as it was."""
    plate = msgspec.structs.replace(book().item("riot-plate"), cost=3)
    rules = played(EDITION, [Content(equipment=(plate,))])
    assert rules.item("riot-plate").cost == 3
    assert [one.id for one in rules.equipment] == [one.id for one in book().equipment]


def test_whoever_plays_by_the_same_has_one_book() -> None:
    """Official copies change nothing; other members do not either."""
    granary = book().scenario("last-granary")
    assert played(EDITION, ()) is book()
    assert played(EDITION, [used(book(), granary, [REED])]) is book()
    one, other = (played(EDITION, [used(JOINED, granary, [each])]) for each in (MOTH, REED))
    assert one is other


def test_what_is_shown_as_own() -> None:
    """The scenario, then types, abilities and items of those who fight, each once."""
    salt_stair = JOINED.scenario("salt-stair")
    assert shown(JOINED, salt_stair, [MOTH, REED, MOTH]) == (
        "The Salt Stair",
        "Drowned",
        "Undertow",
    )
    assert shown(JOINED, book().scenario("last-granary"), [REED]) == ()


def test_copies_can_be_taken_elsewhere() -> None:
    """What a battle holds of own content is that content again, to the letter."""
    salt_stair = JOINED.scenario("salt-stair")
    found = owns([used(JOINED, salt_stair, [MOTH])], salt_stair)
    assert {one.key: one.text for one in found} == {one.key: one.text for one in OWN}
    assert owns([used(book(), book().scenario("last-granary"), [REED])], salt_stair)[:-1] == ()


def test_a_newer_entry_stands_in_the_place_of_the_older() -> None:
    """Entries keep their order when one of them changes."""
    text = TEXTS["hook"].replace("cost = 1", "cost = 2")
    newer = own(EDITION, OWN, written(hook=text))
    assert [one.key for one in overlaid(OWN, newer)] == [one.key for one in OWN]
    assert joined(EDITION, overlaid(OWN, newer)).item("tide-hook").cost == 2


def test_reading_and_taking_give_one_codex() -> None:
    """The codex that files were checked with is the one that is played."""
    whole = read(written(**TEXTS), book()).book
    assert msgspec.structs.asdict(whole) == msgspec.structs.asdict(JOINED)
