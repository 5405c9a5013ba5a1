"""The aftermath of the hand-checked battle of Grey Ledger and Wet Choir, typed line by line.

The battle itself is told as it ended: Low Note felled in the Hall by Nine-of-Nine, the Captain of
Grey Ledger broken, two bins opened, Wet Choir conceding in round 3.
"""

import pytest

from cli.lines import Scene, actions, line
from domain.aftermath import TreasuryChanged
from domain.game import load
from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.rounds import CrewWithdrew
from domain.members import ExperienceGained
from domain.terms import Action, Event, RuleBroken, Who
from tests.evening import Night
from tests.story import Story, crew, member

AFTER = load("mortisphere").after
HALL = Who("hall", "Granary Hall")

GREY = crew(
    "Grey Ledger",
    member(
        "Oum the Counter",
        10,
        captain=True,
        abilities=("last-cartridge",),
        items=("rivet-gun", "aegis-remnant"),
    ),
    member("Nine-of-Nine", 8, "machine", abilities=("plated-housing",)),
    member("Tallow", 6, items=("crude-blade",)),
    member("The Quiet Girl", 6, "remnant", items=("memory-core",)),
    member("Rat", 4, "creature"),
    member("Other Rat", 4, "creature"),
)
WET = crew(
    "Wet Choir",
    member(
        "First Voice",
        12,
        "mycelian",
        captain=True,
        abilities=("spore-burst", "slow-knitting"),
        items=("second-heart",),
    ),
    member("Low Note", 4, "mycelian", abilities=("pack-sense",)),
    member("Lower Note", 4, "mycelian", abilities=("pack-sense",)),
    member("Lowest Note", 4, "mycelian"),
    member("The Host", 10, "mycelian"),
    member("The Other Host", 10, "mycelian"),
)
RATINGS = {"Grey Ledger": 45, "Wet Choir": 50}


def hurt(story: Story, name: str, lost: int) -> HealthLost:
    """A member lost so much in all."""
    return HealthLost(member=story.who(name), amount=lost, lost=lost, maximum_roll=0)


def opened(story: Story, name: str, copy: int) -> ObjectiveCompleted:
    """A member of Grey Ledger opened a bin."""
    return ObjectiveCompleted(
        crew=story.who("Grey Ledger"),
        objective=Who("bins", "Open a bin"),
        copy=copy,
        by=story.who(name),
    )


def night() -> Night:
    """The battle as it was concluded."""
    story = Story(GREY, WET)
    assert {side.who.name: side.rating for side in story.battle.sides} == RATINGS
    fled = [n for n in story.ids if n in {m.guest.name for m in WET.members} and n != "Low Note"]
    told: list[Event] = [
        MemberIncapacitated(
            member=story.who("Low Note"), by=(story.who("Nine-of-Nine"),), area=HALL
        ),
        hurt(story, "The Quiet Girl", 1),
        opened(story, "Tallow", 1),
        hurt(story, "Oum the Counter", 3),
        hurt(story, "Nine-of-Nine", 1),
        hurt(story, "Tallow", 1),
        hurt(story, "The Other Host", 2),
        opened(story, "The Quiet Girl", 3),
        CrewWithdrew(
            crew=story.who("Wet Choir"),
            members=tuple(story.who(name) for name in fled),
            reason="conceded",
        ),
    ]
    return Night(story, "Grey Ledger", *told)


def read(night: Night, text: str) -> Action:
    """A line as it is typed, its names looked up; written again it is the same."""
    crew_asked, targets = AFTER.asked(night.evening)
    scene = Scene(AFTER.names(night.evening), crew_asked, targets)
    (action,) = actions(text, load("mortisphere").language, scene)
    assert isinstance(action, Action)
    assert line(action, load("mortisphere").language, scene) == text
    return action


def waits(night: Night) -> str:
    """What is awaited, `roll Wet Choir`."""
    asked = AFTER.ask(night.evening)
    return f"{asked['awaiting']} {asked['crew']}".strip()


def test_the_aftermath_of_the_battle_file() -> None:
    """MS-CAM-2: every fact that the battle file states holds after its line."""
    assert waits(night()) == "roll Wet Choir"
    fate = typed(night(), "roll 10")
    assert fate.told(FateResolved).result == "slow-mending"
    assert [m.amount for m in fate.told(FateResolved).modifiers] == [-2, 2]
    assert waits(fate) == "choose Wet Choir"
    lesson = typed(fate, "choose First Voice")
    gained = {one.member.name: one.total for one in lesson.all(ExperienceGained)}
    assert gained["Tallow"] == 3
    assert gained["Oum the Counter"] == gained["The Quiet Girl"] == gained["First Voice"] == 2
    assert waits(lesson) == "roll Grey Ledger"
    advance = typed(lesson, "roll 8")
    assert advance.told(AdvanceRolled).result == "practised"
    assert waits(advance) == "choose Grey Ledger"
    learned = typed(advance, "choose repair")
    assert learned.member("Tallow").affinities == ("repair",)
    assert waits(learned) == "roll Grey Ledger"
    found = typed(learned, "roll 2")
    assert (found.crew("Grey Ledger").treasury, found.crew("Wet Choir").treasury) == (13, 5)
    assert waits(found) == "spend Grey Ledger"
    first = typed(found, "done Grey Ledger")
    assert waits(first) == "spend Wet Choir"
    over = typed(first, "done Wet Choir")
    assert waits(over) == "none"
    with pytest.raises(RuleBroken, match="MS-CAM-2: the aftermath of battle-1 is over"):
        over.when(read(found, "done Grey Ledger"))


def typed(night: Night, text: str) -> Night:
    """The night after a typed line."""
    return night.do(read(night, text))


def test_salvage_has_receipts() -> None:
    """Case 4, MS-REC-9, -10: 4 + 3 + 2 bins + 1 underdog, then 3 found; the loser 4 + 1."""
    lines = ["roll 10", "choose First Voice", "roll 8", "choose repair", "roll 2"]
    later, receipts = night(), []
    for text in lines:
        later = typed(later, text)
        receipts += [(one.crew.name, one.amount) for one in later.all(TreasuryChanged)]
    assert receipts == [
        *(("Grey Ledger", amount) for amount in (4, 3, 2, 1)),
        *(("Wet Choir", amount) for amount in (4, 1)),
        ("Grey Ledger", 3),
    ]


def test_everybody_who_took_part_is_listed() -> None:
    """Case 26, MS-CAP-9: a broken Captain that stands makes no fate roll; nobody is forgotten."""
    first = night().do(AFTER.begins())
    standing = [one.told() for one in first.new if type(one).__name__ == "MemberCameThrough"]
    assert len(standing) == len(GREY.members) + len(WET.members) - 1
    assert "Oum the Counter stands at the end." in standing
    assert "First Voice withdrew in time." in standing
