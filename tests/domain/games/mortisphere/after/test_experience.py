"""Chapter 18, experience: merits, the lesson, what effects and underdogs add (MS-ADV-1, -2)."""

import pytest

from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.experience import ExperienceSettled
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.members import ExperienceGained
from domain.terms import Event, Who
from tests.evening import Night
from tests.story import Cast, Story, absorb, choose, clash, crew, d, member, respond, roll

HALL = Who("hall", "Granary Hall")
BEGIN = OpenAftermath()


def gained(night: Night) -> dict[str, tuple[str, ...]]:
    """What everybody gained, by reasons."""
    return {one.member.name: one.reasons for one in night.all(ExperienceGained)}


def ended(story: Story, winner: str = "Ash", *told: Event) -> dict[str, tuple[str, ...]]:
    """What everybody gained when a battle ended so."""
    return gained(Night(story, winner, *told).do(BEGIN))


def felled(story: Story, victim: str, *by: str) -> MemberIncapacitated:
    """A member was incapacitated by others."""
    return MemberIncapacitated(
        member=story.who(victim), by=tuple(story.who(name) for name in by), area=HALL
    )


def against(foe: Cast, own: Cast, **house: str) -> Story:
    """One of Ash against one of Iron, and somebody who watches."""
    return Story(crew("Ash", own), crew("Iron", foe), house=house)


def test_who_stands_or_withdrew_has_endured() -> None:
    """MS-ADV-2: 1 for taking part and not being incapacitated at the end."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    assert ended(story, "") == {"Sura": ("endured",), "Nine": ("endured",)}


@pytest.mark.parametrize(("die", "merit"), [(8, True), (10, True), (6, False)])
def test_felling_an_equal_teaches(die: int, merit: bool) -> None:  # noqa: FBT001  a row of a table
    """MS-ADV-2: 1 for incapacitating an enemy of at least its own die."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", member("Foe", die), *d(4, "Boy")))
    night = Night(story, "", felled(story, "Foe", "Sura")).do(roll(15))
    assert ("felled" in gained(night)["Sura"]) is merit


def test_felling_several_counts_once() -> None:
    """MS-ADV-2: each merit is earned once a battle."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Foe", "Fiend")))
    told = (felled(story, "Foe", "Sura"), felled(story, "Fiend", "Sura"))
    assert gained(Night(story, "", *told).do(roll(15), roll(15)))["Sura"] == ("endured", "felled")


def test_completing_an_objective_teaches() -> None:
    """MS-ADV-2: 1 for an interaction that completed an objective."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    opened = ObjectiveCompleted(
        crew=story.who("Ash"), objective=Who("bins", "Open a bin"), copy=1, by=story.who("Sura")
    )
    assert ended(story, "", opened)["Sura"] == ("endured", "fulfilled")


def test_beating_a_die_two_steps_larger_teaches() -> None:
    """MS-ADV-2, hole 31: a pairing won, or an absorber harmed, counts; one step does not."""
    story = against(member("Foe", 10), member("Sura", 6))
    fought = story.do(clash("Sura > Foe"), respond("Foe"), roll(5, 3))
    assert ended(fought, "")["Sura"] == ("endured", "impossible")
    absorbed = story.do(clash("Sura > Foe"), absorb, roll(5))
    assert ended(absorbed, "")["Sura"] == ("endured", "impossible")
    near = against(member("Foe", 8), member("Sura", 6))
    near = near.do(clash("Sura > Foe"), respond("Foe"), roll(5, 3))
    assert ended(near, "")["Sura"] == ("endured",)


def test_a_defender_may_do_the_impossible() -> None:
    """MS-ADV-2: winner and loser are not tied to roles."""
    story = Story(crew("Iron", member("Foe", 12)), crew("Ash", member("Sura", 6)), begins="Iron")
    fought = story.do(clash("Foe > Sura"), respond("Sura"), roll(2, 5))
    assert ended(fought, "")["Sura"] == ("endured", "impossible")


def test_a_swarm_wins_for_nobody() -> None:
    """Hole 31: a Swarm's win counts for no member."""
    story = Story(crew("Ash", *d(4, "A", "B", "C")), crew("Iron", member("Foe", 12)))
    fought = story.do(clash("swarm A, B, C > Foe"), respond("Foe"), roll(4, 4, 4, 3))
    assert ended(fought, "")["A"] == ("endured",)


def test_three_a_battle_and_no_more() -> None:
    """MS-ADV-2: at most 3 before effects."""
    story = against(member("Foe", 10, health=1), member("Sura", 6))
    fought = story.do(clash("Sura > Foe"), respond("Foe"), roll(5, 3))
    opened = ObjectiveCompleted(
        crew=story.who("Ash"), objective=Who("bins", "Open a bin"), copy=1, by=story.who("Sura")
    )
    night = Night(fought, "", opened).do(roll(15))
    assert gained(night)["Sura"] == ("endured", "felled", "fulfilled")


def test_the_losers_choose_who_learns() -> None:
    """MS-ADV-2: 1 to one member of the losing crew, the fallen too, chosen by its player."""
    story = Story(
        crew("Ash", *d(8, "Sura"), member("Vex", 4, out=True, lost=1)), crew("Iron", *d(8, "Nine"))
    )
    night = Night(story, "Iron").do(roll(15))
    assert (night.asks, night.offers) == (("lesson", "Ash"), ["Sura", "Vex"])
    assert night.refused(choose("Nine")) == "MS-GEN-2"
    assert gained(night.do(choose("Vex")))["Vex"] == ("lesson",)


def test_the_lost_learn_nothing() -> None:
    """MS-FAT-4: with one member lost there is no choice, and nothing to ask."""
    story = Story(
        crew("Ash", *d(8, "Sura"), member("Vex", 4, out=True, lost=1)), crew("Iron", *d(8, "Nine"))
    )
    night = Night(story, "Iron").do(roll(1))
    assert gained(night) == {"Sura": ("endured", "lesson"), "Nine": ("endured",)}


def test_of_three_crews_two_learn_a_lesson() -> None:
    """MS-SCN-7, MS-ADV-2: every crew but the winner's is a losing one; a draw has none."""
    story = Story(*(crew(name, *d(8, f"{name} 1", f"{name} 2")) for name in ("Ash", "Iron", "Old")))
    night = Night(story, "Iron").do(BEGIN)
    assert night.asks == ("lesson", "Ash")
    assert night.do(choose("Ash 1")).asks == ("lesson", "Old")
    assert Night(story, "").do(BEGIN).all(ExperienceSettled)


def test_a_survivor_learns_by_coming_back_hurt() -> None:
    """MS-TYP-3, MS-ADV-2: +1 for ending a battle standing and wounded, above the cap."""
    story = Story(crew("Ash", member("Sura", 8, lost=1)), crew("Iron", *d(8, "Nine")))
    assert ended(story, "")["Sura"] == ("endured", "Survivor")
    opened = ObjectiveCompleted(
        crew=story.who("Ash"), objective=Who("bins", "Open a bin"), copy=1, by=story.who("Sura")
    )
    hurt = against(member("Foe", 12, health=1), member("Sura", 8, lost=1))
    hurt = hurt.do(clash("Sura > Foe"), respond("Foe"), roll(5, 3))
    night = Night(hurt, "", opened).do(roll(15))
    assert night.member("Sura").experience == 4


def test_effects_add_one_and_no_more() -> None:
    """MS-ADV-2 (data file: effects may add 1 more): two sources, one experience."""
    sura = member("Sura", 8, lost=1, items=("index-of-ends",))
    story = Story(crew("Ash", sura), crew("Iron", *d(8, "Nine")))
    assert Night(story, "").do(BEGIN).member("Sura").experience == 2


def test_a_meal_teaches() -> None:
    """Hunger of the Age: 1 experience for felling an enemy, of any die."""
    sura = member("Sura", 8, "creature", abilities=("hunger-of-the-age",))
    story = Story(crew("Ash", sura), crew("Iron", *d(4, "Foe", "Boy")))
    night = Night(story, "", felled(story, "Foe", "Sura")).do(roll(15))
    assert gained(night)["Sura"] == ("endured", "Hunger of the Age")


def test_will_to_remember() -> None:
    """MS-CAP-7: a standing Captain gives 1 experience to a standing crewmate in its Area."""
    oum = member("Oum", 10, captain=True)
    ash = crew("Ash", oum, *d(8, "Sura", "Vex"), member("Moth", 4, at="well"))
    story = Story(ash, crew("Iron", *d(8, "Nine")))
    night = Night(story, "").willed("Oum", "remember")
    assert (night.asks, night.offers) == (("bequest", "Ash"), ["Sura", "Vex"])
    assert gained(night.do(choose("Vex")))["Vex"] == ("endured", "Will to Remember")


@pytest.mark.parametrize(("rule", "reasons"), [("flat_1", ("took part",)), ("none", None)])
def test_experience_by_other_rules(rule: str, reasons: tuple[str, ...] | None) -> None:
    """MS-ADV-2 `flat_1`: 1 each for taking part, the fallen too; `none`: no merit at all."""
    story = Story(
        crew("Ash", *d(8, "Sura"), member("Vex", 4, out=True, lost=1)),
        crew("Iron", *d(8, "Nine")),
        house={"xp_award": rule},
    )
    night = Night(story, "Iron").do(roll(15))
    assert gained(night).get("Vex") == gained(night).get("Sura") == reasons


def test_underdogs_learn_more() -> None:
    """MS-REC-10: from a gap of 15 in rating on, each standing member of the lower crew gains 1."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(12, "Nine", "Ten")))
    assert ended(story, "")["Sura"] == ("endured", "underdog")
    near = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(12, "Nine"), *d(10, "Ten")))
    assert ended(near, "")["Sura"] == ("endured",)
    off = Story(
        crew("Ash", *d(8, "Sura")),
        crew("Iron", *d(12, "Nine", "Ten")),
        house={"underdog": "none"},
    )
    assert ended(off, "")["Sura"] == ("endured",)


def test_one_event_a_member() -> None:
    """Case 19, 32: experience of a battle is told once for each, with all its reasons."""
    story = Story(crew("Ash", member("Sura", 8, lost=1)), crew("Iron", *d(8, "Nine")))
    night = Night(story, "").do(BEGIN)
    assert len(night.all(ExperienceGained)) == len(story.battle.units)


def test_felling_is_on_record_with_the_victor() -> None:
    """MS-HIS-1, -3, MS-AT-46: who incapacitated whom is named, for the victor's history."""
    story = against(member("Foe", 12, "mycelian", health=1), member("Tallow", 6))
    fought = story.do(clash("Tallow > Foe"), respond("Foe"), roll(5, 3))
    told = fought.one(MemberIncapacitated)
    assert (told.member.name, [who.name for who in told.by]) == ("Foe", ["Tallow"])
