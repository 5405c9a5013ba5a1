"""What stands on a gladiator's index card, by hand, and on a sheet of his battle."""

from typing import Any

import pytest

from domain.books import Books, Crew, Member, Standing
from domain.games.morturi.chronicle import sheet as profile
from domain.games.morturi.paper import INJURIES, paper
from domain.games.morturi.school.survival import MAIMED
from domain.games.morturi.shapes import book
from domain.house import Setting
from domain.paper import Boxes, Card, Entry, Figure
from domain.terms import Who

OTHO = Member(
    who=Who("crew-ursi/2", "Otho"),
    handle="OTH",
    kind="samnite",
    die=0,
    health=8,
    abilities=("relentless", "shield_slam", "will_to_live"),
    grade="palus",
    lost=3,
)
PICKUP = Books(house=(Setting("game_mode", "pickup"),))


def card(member: Member, books: Books = PICKUP, status: str = "fit") -> Card:
    """The card of a gladiator, with his profile as views tell it."""
    told: dict[str, Any] = {**profile(member), "crew": "Domus Ursi", "status": status}
    return paper(books).card(member, told)


def groups(of: Card) -> dict[str, tuple[Entry, ...]]:
    """What stands on a card, by its kind."""
    return {group.label: group.entries for group in of.groups}


def test_a_wounded_palus() -> None:
    """MR-CRE-6: a Samnite has Move 3, 8 life points and a Heavy Spear 5+/5; 3 points are gone.

    MR-CRE-1: a Palus costs 1000. What his tricks do stands there in words.
    """
    found = card(OTHO)
    assert (found.title, found.handle, found.kind, found.leads) == ("Otho", "OTH", "Samnite", "")
    assert found.figures == (
        Figure("grade", "Palus"),
        Figure("class", "Heavy"),
        Figure("move", "3"),
        Figure("price", "1000"),
    )
    assert found.boxes == (Boxes("life_points", 8, 3),)
    assert groups(found) == {
        "weapons": (
            Entry("Heavy Spear", "5+ to hit, 5 damage"),
            Entry("Shield Slam", "4+ to hit, 1 damage, in place of a melee attack"),
        ),
        "special_rules": (
            Entry("Parma", "Melee attacks on the bearer's front need 1 more to hit."),
        ),
        "tricks": (
            Entry(
                "Relentless",
                "Ignores every increase in movement cost; a square always costs him 1 MP while he"
                " can move.",
            ),
            Entry(
                "Shield Slam",
                "Instead of a melee attack: 4+, 1 damage and the target is knocked prone.",
            ),
            Entry("Will to Live", "+1 on his Survival check roll."),
        ),
    }
    assert found.remarks == ()


def test_a_proposal_says_that_it_is_one() -> None:
    """MR-CRE-7, -8: a Bestiarius' Hunter was not found; name and remark say so."""
    mus = Member(
        who=Who("crew-ursi/3", "Mus"),
        handle="MUS",
        kind="bestiarius",
        die=0,
        health=8,
        abilities=("courage", "survivors_wits", "will_to_live"),
        grade="palus",
    )
    found = card(mus)
    assert [entry.name for entry in groups(found)["special_rules"]] == ["Hunter (proposed)"]
    assert found.remarks == ("not found, proposed: Hunter",)


def test_a_servus_is_cheaper_in_a_campaign() -> None:
    """MR-AUC-2: by the house rule that is in force; his role says his grade (MR-CRE-4)."""
    servus = Member(
        who=Who("crew-ursi/4", "Davus"),
        handle="DAV",
        kind="servus",
        die=0,
        health=8,
        grade="servus",
    )
    grade = book().grade("servus")
    assert Figure("price", str(grade.price)) in card(servus).figures
    assert Figure("price", str(grade.campaign_price)) in card(servus, Books()).figures
    assert grade.price != grade.campaign_price
    assert [figure.label for figure in card(servus).figures] == ["class", "move", "price"]


def test_the_maimed_and_the_dead() -> None:
    """MR-SVC-2: what is left of a check that went ill is told in words; the state is a code."""
    maimed = Member(
        who=OTHO.who,
        handle="OTH",
        kind="samnite",
        die=0,
        health=8,
        grade="servus",
        injuries=(MAIMED,),
        status=Standing.RETIRED,
    )
    found = card(maimed, status="retired")
    assert groups(found)["lasting_injuries"] == (
        Entry("maimed", "He fights no more; his school keeps him."),
    )
    assert found.state == "retired"
    assert list(INJURIES) == [MAIMED]
    assert card(OTHO, status="unfit").state == "misses_next"


def test_a_school_is_told_with_its_purse() -> None:
    """MR-PRI-1: gladiators, Moves, denarii."""
    crew = Crew(who=Who("crew-ursi", "Domus Ursi"), treasury=2000)
    assert paper(PICKUP).crew(crew, {"gladiators": 3, "moves": 12}) == (
        Figure("gladiators", "3"),
        Figure("moves", "12"),
        Figure("denarii", "2000"),
    )


def test_a_battle_is_told_before_anybody_comes() -> None:
    """Battlelines: won by the last school, 7000 for the winner, 2000 for each loser, 1 favour."""
    found = paper(PICKUP)
    assert found.bare is not None
    told = found.sheet(found.bare("battlelines"))
    assert (told.scenario, told.rounds, told.parties) == ("Battlelines", 0, ())
    assert [goal.name for goal in told.goals] == ["Last school left"]
    assert told.points == (
        Figure("final blow: favour", "+1"),
        Figure("the winner: denarii", "7000"),
        Figure("each loser: denarii", "2000"),
    )


@pytest.mark.parametrize("scenario", [one.id for one in book().scenarios])
def test_every_arena_can_be_told(scenario: str) -> None:
    """Each battle of the book has its ground in words: every kind but sand that is drawn there."""
    found = paper(PICKUP)
    assert found.bare is not None
    told = found.sheet(found.bare(scenario))
    drawn = set("".join(book().scenario(scenario).arena)) - set(".abcdn")
    assert {place.name for place in told.places} == {
        one.name for one in book().terrain if one.symbol in drawn
    }


def test_the_lines_of_a_battle_are_those_that_are_typed_in_one() -> None:
    """A sheet tells of attacks and tricks, not of bids; one form of a ruling is enough."""
    verbs = [form.verb for form in paper(PICKUP).forms]
    assert {"activate", "move", "attack", "trick", "react"} <= set(verbs)
    assert {"bid", "hire", "lot"} & set(verbs) == set()
    assert verbs.count("ruling") == 1
