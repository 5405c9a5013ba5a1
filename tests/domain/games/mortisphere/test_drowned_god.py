"""Chapter 20, On the Skin of the Drowned God: the dead thing settles, and breathes its last."""

import re

import pytest

from domain.games.mortisphere.happenings import Happened, HappeningRolled, UnitsHit
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.questions import question
from domain.games.mortisphere.rounds import BattleEnded, RoundEnded
from domain.games.mortisphere.scenarios import Chance, Happening
from domain.games.mortisphere.shapes import book
from tests.story import (
    Cast,
    Story,
    clash,
    concede,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    roll,
    ruling,
)

GOD = book().scenario("drowned-god")


def god(*ash: Cast, iron: tuple[Cast, ...] = (), **house: str) -> Story:
    """Ash in the Old Wound unless a member says otherwise, Nine of Iron on the Brow."""
    return Story(
        crew("Ash", *ash, at="wound"),
        crew("Iron", *(iron or d(20, "Nine")), at="brow"),
        scenario="drowned-god",
        house=house,
    )


def held(story: Story, until: int = 0) -> Story:
    """Everybody holds to this round's end, or to the end of a later one; a spasm shows 6."""
    until = until or story.battle.round
    while story.battle.round <= until and not story.battle.ended:
        kind, name = story.asks
        if kind == "Throw" and story.battle.round < until:
            story = story.do(roll(1 if story.dice == [("last-breath", 6)] else 6))
            continue
        if kind != "Turn":
            return story
        mine = [n for n in story.ids if n in story.ready and story[n].crew == story.ids[name]]
        story = story.do(hold(mine[0]))
    return story


def test_no_spasm_in_round_1() -> None:
    """Chapter 20: the spasm comes at the end of each round from round 2."""
    story = held(god(*d(6, "Rat")))
    assert (story.battle.round, story.all(HappeningRolled)) == (2, [])
    story = held(story)
    assert (story.asks, story.dice) == (("Throw", "Ash"), [("spasm", 6)])


def spasm(*ash: Cast, face: int, **house: str) -> Story:
    """Round 2 has ended, and the spasm's d6 shows a face."""
    return held(god(*ash, iron=(), **house), 2).do(roll(face))


def test_a_1_hits_the_wound() -> None:
    """Chapter 20: every active unit there resolves a hit by a d8 as if absorbing."""
    story = spasm(*d(6, "Rat", "Cat"), member("Dog", 6, at="gills"), face=1)
    assert story.one(Happened).told() == "The spasm hits Rat and Cat in the Old Wound."
    assert story.dice == [("Rat", 8), ("Cat", 8)]


def test_a_2_hits_the_gills() -> None:
    """Chapter 20: the same in the Gills."""
    story = spasm(*d(6, "Rat"), member("Dog", 6, at="gills"), face=2)
    assert story.dice == [("Dog", 8)]


@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_the_rest_is_nothing(face: int) -> None:
    """Chapter 20: 3 to 6: nothing, and the next round begins."""
    story = spasm(*d(6, "Rat"), face=face)
    assert (story.all(Happened), story.battle.round) == ([], 3)


def test_nobody_there_is_nobody_hit() -> None:
    """Chapter 20: without a unit in the Area no die is thrown."""
    story = spasm(*d(6, "Rat"), face=2)
    assert (story.one(Happened).units, story.battle.round) == ((), 3)


def test_a_hit_is_compared_with_presence() -> None:
    """MS-ABS-4: a d12 (Presence 3) is harmed by 4, not by 3; a d4 (Presence 1) by 2, not by 1."""
    story = spasm(member("Rat", 12), member("Cat", 12), member("Dog", 4, health=2), face=1)
    story = story.do(roll(4, 3, 1))
    hits = story.one(UnitsHit).hits
    assert [(h.member.name, h.presence, h.harm) for h in hits] == [
        ("Rat", 3, 1),
        ("Cat", 3, 0),
        ("Dog", 1, 0),
    ]
    assert [(e.member.name, e.by) for e in story.all(HealthLost)] == [("Rat", ())]
    assert story.battle.round == 3


def test_an_8_always_harms() -> None:
    """MS-ABS-4: the highest face of the die harms a d20 (Presence 3) too."""
    story = held(god(member("Rat", 20), iron=d(12, "Nine")), 2)
    assert story.do(roll(1), roll(8))["Rat"].lost == 1


@pytest.mark.parametrize(
    ("rule", "face", "harmed"),
    [
        ("fixed_3", 4, True),
        ("fixed_3", 3, False),
        ("half_max", 7, True),
        ("half_max", 6, False),
        ("auto_hit", 1, True),
    ],
)
def test_a_hit_under_the_other_rules(rule: str, face: int, harmed: bool) -> None:  # noqa: FBT001 a column
    """MS-ABS-4: as any absorber; half of a d12 is 6."""
    story = spasm(member("Rat", 12), face=1, absorb=rule).do(roll(face))
    assert story["Rat"].lost == int(harmed)


def test_a_hit_by_a_far_larger_die() -> None:
    """MS-DMG-5 `die_step`: a d8 is two steps above a d4, one above a d6."""
    story = spasm(
        member("Rat", 4, health=2), member("Cat", 6, health=3), face=1, damage_per_win="die_step"
    ).do(roll(7, 7))
    assert (story["Rat"].lost, story["Cat"].lost) == (2, 1)


def test_the_spasm_may_fell() -> None:
    """MS-INC-1: nobody felled it, so nobody earns by it."""
    story = spasm(*d(4, "Rat", "Cat"), face=1).do(roll(5, 1))
    assert story.one(MemberIncapacitated).by == ()
    assert story["Cat"].active


def test_a_captain_bears_it_as_harm() -> None:
    """MS-CAP-4: a hit is harm like any other: a Captain at 0 Health is broken."""
    story = spasm(member("Oum", 4, captain=True), face=1).do(roll(5))
    assert story["Oum"].broken


def test_whoever_falls_meanwhile_is_not_hit() -> None:
    """MS-EVT-5: a ruling takes one out before the dice; the other's die remains."""
    story = spasm(*d(6, "Rat", "Cat"), face=1).do(ruling("Rat out"))
    assert story.dice == [("Cat", 8)]
    nobody = story.do(ruling("Cat out"))
    assert nobody.battle.ended == "one_crew_left"


@pytest.mark.parametrize(("number", "least"), [(4, 4), (5, 2)])
def test_the_last_breath_is_rolled(number: int, least: int) -> None:
    """Chapter 20: end of round 4 on 4+, of round 5 on 2+; the spasm comes first."""
    story = held(god(member("Rat", 6, at="brow")), number)
    assert story.dice == [("spasm", 6)]
    story = story.do(roll(6))
    assert story.dice == [("last-breath", 6)]
    later = story.do(roll(least - 1))
    assert (later.battle.round, later.battle.ended) == (number + 1, "")
    end = story.do(roll(least)).one(BattleEnded)
    assert (end.reason, end.rounds) == ("event", number)


def breath() -> Story:
    """The end of round 6, the spasm is over: the Last Breath needs no roll."""
    story = god(member("Rat", 6), member("Cat", 8, at="brow"))
    while story.battle.round < 6:
        story = held(story)
        story = story.do(roll(6)) if story.dice == [("spasm", 6)] else story
        story = story.do(roll(1)) if story.dice == [("last-breath", 6)] else story
    return held(story).do(roll(6))


def test_the_last_breath_comes_in_round_6() -> None:
    """Chapter 20: else at the end of round 6: a d12 for each in the Wound, then the battle ends."""
    story = breath()
    assert story.one(Happened).told() == (
        "The Last Breath hits Rat in the Old Wound; the battle ends."
    )
    assert story.dice == [("Rat", 12)]
    story = story.do(roll(1))
    assert story.one(RoundEnded).round == 6
    assert story.one(BattleEnded).reason == "event"


def test_the_breath_is_felt_before_the_standing_are_counted() -> None:
    """MS-SCN-5: 1 point for each standing member: Rat (1 of 2 lost) falls to a 9."""
    story = breath().do(ruling("Rat loses 1"), roll(9))
    assert story["Rat"].fallen
    assert story.scored == [("Ash", 1, "1 standing"), ("Iron", 1, "1 standing")]


def test_standing_is_capped_at_four() -> None:
    """MS-SCN-5, chapter 20: 1 per standing member, at most 4; those who concede do not stand."""
    story = god(*d(4, "Rat", "Cat", "Dog", "Hen", "Eel")).do(concede("Iron"))
    assert story.scored == [("Ash", 4, "5 standing")]
    assert story.battle.ended == "conceded"


def test_the_scenarios_end_does_not_count_without_its_rounds() -> None:
    """MS-RND-6 `unlimited`: the breath hits, once in the battle, and the battle goes on."""
    story = held(god(member("Rat", 6, health=3), round_limit="unlimited"), 4).do(roll(6), roll(4))
    assert story.one(Happened).told() == "The Last Breath hits Rat in the Old Wound."
    story = story.do(roll(9))
    assert (story["Rat"].lost, story.battle.round, story.battle.ended) == (1, 5, "")
    story = held(story).do(roll(6))
    assert story.battle.round == 6


def test_the_harvest() -> None:
    """Chapter 20: three in the Gills (spread 1) for 1, two in the Wound (spread 2) for 3."""
    data = [(o.id, o.required, o.copies) for o in GOD.objectives]
    assert data == [("rot", 1, 3), ("marrow", 2, 2)]
    story = god(*d(4, "Rat", "Cat"), member("Dog", 4, at="gills"))
    story = story.do(interact("Rat", "marrow"), hold("Nine"), interact("Cat", "marrow"))
    story = story.do(interact("Dog", "rot"))
    assert story.scored == [("Ash", 3, "Harvest the wound"), ("Ash", 1, "Harvest the gills")]


def test_the_fastest_way_takes_two_rounds() -> None:
    """Chapter 20, fastest: to the Wound, and two harvest it with round 2."""
    story = god(member("Rat", 4, at="brow"), member("Cat", 4, at="brow"))
    story = story.do(move("Rat", "wound"), hold("Nine"), move("Cat", "wound"))
    assert story.battle.round == 2
    story = story.do(interact("Rat", "marrow"), hold("Nine"), interact("Cat", "marrow"))
    assert story.points("Ash") == [3]


def test_nothing_is_played_while_it_happens() -> None:
    """MS-RND-5: the round has no turns left."""
    story = held(god(*d(6, "Rat")), 2)
    assert story.refused(move("Rat", "brow")) == "MS-CLA-1"
    assert story.refused(clash("Rat > Nine")) == "MS-CLA-1"
    later = story.do(concede("Ash"))
    assert later.battle.ended == ""
    assert later.do(roll(6)).battle.ended == "conceded"


def test_sealed_dice_roll_it() -> None:
    """A happening's die, and those of whom it hits, take a place each (`dice.md`)."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at="wound"),
        crew("Iron", *d(20, "Nine"), at="brow"),
        scenario="drowned-god",
        seed="00" * 31 + "07",
    )
    story = held(held(story), 2)
    assert story.dice == [("spasm", 6)]
    rolled = story.do(story.thrown())
    assert rolled.one(HappeningRolled).place == 1


# Case 17: what is said of a happening is what the engine does


def saying(story: Story) -> str:
    """What is said of the die that is awaited."""
    text: str = question(story.battle, awaited(story.battle))["text"]
    return text


def claimed(text: str, face: int) -> tuple[str, int, bool]:
    """What a sentence promises for a face: the Area, the die, whether the battle ends."""
    found = re.findall(r"(\d)(?: to (\d))?: a d(\d+) hits all in the ([^;,]+)(, and)?", text)
    for low, high, die, area, ends in found:
        if int(low) <= face <= int(high or low):
            return area, int(die), bool(ends)
    return "", 0, False


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("number", [2, 4, 5])
def test_case_17_a_text_promises_what_the_engine_gives(face: int, number: int) -> None:
    """Case 17: given what is said before the die falls, then exactly that comes of each face."""
    story = held(god(*d(6, "Rat"), iron=()), number)
    while story.dice[0][0] == "spasm" and number > 3 and face != 1:
        story = story.do(roll(6))  # the spasm comes before the last breath
    text = saying(story)
    came = story.do(roll(face)).all(Happened)[len(story.all(Happened)) :][:1]
    given = [(each.area.name, each.die, each.ends) for each in came] or [("", 0, False)]
    assert claimed(text, face) == (given[0][0].removeprefix("The "), *given[0][1:]), text


@pytest.mark.parametrize("happening", book().scenario("drowned-god").special)
def test_case_17_the_rulebooks_figures_are_the_data(happening: Happening) -> None:
    """Case 17: every figure in a scenario's text is one of those that the engine reads."""
    figures = {happening.die, *(n for c in happening.chances for n in _figures(c))}
    nothing = {n for low in figures for n in (low + 1, happening.die)}  # `3-6: nothing`
    assert {int(n) for n in re.findall(r"\d+", happening.text)} <= figures | nothing
    for chance in happening.chances:
        assert f"d{chance.hit}" in happening.text
        assert str(chance.low) in happening.text or chance.low == 1


def _figures(chance: Chance) -> tuple[int, ...]:
    return chance.from_round, chance.to_round, chance.low, chance.high, chance.hit
