"""What stands on a member's card, by hand: the wounded, the injured, the equipped; own content."""

from typing import Any

import pytest

from domain.books import Books, Crew, Item, Member
from domain.games.mortisphere.chronicle import chronicle
from domain.games.mortisphere.copies import text_of
from domain.games.mortisphere.paper import INJURIES, paper
from domain.games.mortisphere.shapes import Ability, book
from domain.house import Setting
from domain.own import Own
from domain.paper import Below, Boxes, Card, Entry, Figure
from domain.terms import NotFound, Who

VEX = Member(
    who=Who("crew-ash/2", "Vex"),
    handle="VEX",
    kind="survivor",
    die=8,
    health=3,
    captain=True,
    will="endure",
    abilities=("last-cartridge",),
    items=(Item("crew-ash/2#rivet-gun", "rivet-gun"),),
    injuries=("lamed", "broken-core"),
    learned=("hardened", "enduring"),
    advances=2,
    experience=7,
    lost=1,
)
UNDERTOW = Ability(
    id="undertow",
    name="Undertow",
    source="origin",
    cost=1,
    text="Pulls whoever it struck one step to the sea.",
    effects=(),
    own=True,
)
SEA = (Own("ability", "undertow", text_of(UNDERTOW)),)


def card(member: Member, books: Books, status: str = "fit") -> Card:
    """The card of a member, with its profile as views tell it."""
    told: dict[str, Any] = {**chronicle(books.content).sheet(member), "crew": "Ash"}
    return paper(books).card(member, told | {"status": status})


def groups(of: Card) -> dict[str, tuple[Entry, ...]]:
    """What stands on a card, by its kind."""
    return {group.label: group.entries for group in of.groups}


def test_a_captain_that_was_hurt_and_learned() -> None:
    """A d8 with 3 Health and a Broken Core has 2, of which 1 is lost.

    MS-DMG-3: at 1 lost the d8 would roll 6 at most; Enduring leaves it 8. MS-CAP-6: Resolve 2.
    MS-REC-7: d8 8, Last Cartridge 1, Rivet Gun 1, two advances 4: 14.
    """
    found = card(VEX, Books())
    assert (found.title, found.handle, found.crew, found.kind) == ("Vex", "VEX", "Ash", "Survivor")
    assert (found.leads, found.state) == ("Captain", "")
    assert found.figures == (Figure("die", "d8"), Figure("experience", "7"), Figure("rating", "14"))
    assert found.boxes == (
        Boxes("health", 2, 1, (Below("highest_roll", ("8", "")),)),
        Boxes("resolve", 2),
    )
    assert groups(found) == {
        "abilities": (Entry("Last Cartridge", "Once per scenario, +2 when initiating."),),
        "equipment": (
            Entry("Rivet Gun", "When initiating, a natural 1 is rerolled (the second stands)."),
        ),
        "lasting_injuries": (
            Entry("Lamed", "-1 on its Clash rolls when it initiates."),
            Entry("Broken Core", "1 maximum Health less; it may be suffered again."),
        ),
        "advances": (
            Entry("Hardened", "+1 maximum Health up to the die's cap; at the cap take Instinct."),
            Entry("Enduring", "Its first lost Health does not lower its maximum roll."),
        ),
        "special_rules": (
            Entry(
                "Survivor, affinity search",
                "Learns by coming back hurt: 1 experience if it ends a battle standing and"
                " wounded.",
            ),
            Entry(
                "Will to Endure",
                "Once per scenario, a crewmate in the Captain's Area that would lose Health"
                " prevents 1.",
            ),
        ),
    }


@pytest.mark.parametrize(
    ("floor", "marks"), [("two", ("2", "2", "2", "")), ("one", ("2", "1", "1", ""))]
)
def test_the_highest_roll_has_a_floor(floor: str, marks: tuple[str, ...]) -> None:
    """MS-DMG-3, -7: a d4 with 4 Health rolls 2 at 1 lost; below that what `max_roll_floor` says."""
    rat = Member(who=Who("crew-ash/3", "Rat"), handle="RAT", kind="creature", die=4, health=4)
    found = card(rat, Books(house=(Setting("max_roll_floor", floor),)))
    assert found.boxes == (Boxes("health", 4, 0, (Below("highest_roll", marks),)),)


@pytest.mark.parametrize(("house", "count"), [("one", 1), ("two", 2), ("three", 3)])
def test_resolve_is_what_the_house_says(house: str, count: int) -> None:
    """MS-CAP-6: a Captain has 1, 2 or 3 by `captain_resolve`; others have none."""
    found = card(VEX, Books(house=(Setting("captain_resolve", house),)))
    assert found.boxes[1:] == (Boxes("resolve", count),)


@pytest.mark.parametrize(
    ("status", "state"),
    [("fit", ""), ("unfit", "misses_next"), ("lost", "lost"), ("captive", "captive")],
)
def test_a_card_says_why_its_bearer_cannot_come(status: str, state: str) -> None:
    """Who misses a battle, is dead or captive is told so by a code."""
    assert card(VEX, Books(), status).state == state


def test_own_content_is_told_in_its_own_words() -> None:
    """An ability that the campaign added stands on the card with the text it was taken with."""
    member = Member(
        who=Who("crew-ash/4", "Sal"),
        handle="SAL",
        kind="mycelian",
        die=6,
        health=2,
        abilities=("undertow",),
    )
    found = groups(card(member, Books(content=SEA)))
    assert found["abilities"] == (
        Entry("Undertow", "Pulls whoever it struck one step to the sea."),
    )


def test_every_injury_has_its_words() -> None:
    """MS-FAT-7: the codex says injuries in effects alone; each has words with their numbers."""
    rules = book()
    assert list(INJURIES) == [one.id for one in rules.injuries]
    for one in rules.injuries:
        assert {str(abs(effect.value)) for effect in one.effects} <= set(
            "".join(c if c.isdigit() else " " for c in INJURIES[one.id]).split()
        )


def test_a_crew_is_told_with_its_purse() -> None:
    """Value, rating and salvage; a grant only where there is one."""
    crew = Crew(who=Who("crew-ash", "Ash"), treasury=5)
    told = {"value": 38, "rating": 45}
    plain = (Figure("value", "38"), Figure("rating", "45"), Figure("salvage", "5"))
    assert paper(Books()).crew(crew, told) == plain
    granted = Crew(who=crew.who, treasury=5, grant=4)
    assert paper(Books()).crew(granted, told) == (*plain, Figure("grant", "4"))


def test_a_scenario_is_told_before_anybody_comes() -> None:
    """The Last Granary: five rounds, four bins and two cisterns, three places that adjoin."""
    found = paper(Books())
    assert found.bare is not None
    told = found.sheet(found.bare("last-granary"))
    assert (told.scenario, told.rounds, told.parties) == ("The Last Granary", 5, ())
    assert [(goal.name, goal.count) for goal in told.goals] == [
        ("Open a bin", 4),
        ("Empty a cistern", 2),
    ]
    assert told.points == (
        Figure("Open a bin", "+2"),
        Figure("Empty a cistern", "+1"),
        Figure("control of Granary Hall at the end", "+2"),
    )
    assert told.places[2] == Entry(
        "Bell Tower", "whoever holds the rope is heard first; adjoins Granary Hall, Well Yard"
    )
    with pytest.raises(NotFound):
        found.bare("no-such-scenario")


@pytest.mark.parametrize("scenario", [one.id for one in book().scenarios])
def test_all_that_earns_points_has_words(scenario: str) -> None:
    """MS-SCN-5: no row of any scenario's scoring is told as a code."""
    found = paper(Books())
    assert found.bare is not None
    told = found.sheet(found.bare(scenario))
    assert len(told.points) == len(book().scenario(scenario).scoring)
    assert [one.label for one in told.points if "." in one.label or "{" in one.label] == []


def test_the_lines_of_a_battle_are_those_that_are_typed_in_one() -> None:
    """A sheet tells of clashes and moves, not of what is bought afterwards."""
    verbs = [form.verb for form in paper(Books()).forms]
    assert {"clash", "respond", "move", "interact", "hold", "withdraw"} <= set(verbs)
    assert {"buy", "sell", "recruit", "mend"} & set(verbs) == set()


def test_a_blank_card_holds_nothing_of_anybody() -> None:
    """It has the game's fields, boxes to tick and lines to write on."""
    blank = paper(Books()).blank
    assert (blank.title, blank.crew, blank.handle, blank.id) == ("", "", "", "")
    assert all(group.room and not group.entries for group in blank.groups)
    assert [group.label for group in blank.groups][:3] == [
        "abilities",
        "equipment",
        "lasting_injuries",
    ]
