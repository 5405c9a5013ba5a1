"""In which ways awaited dice may come: the rulebook's tables, hands, and every throw decided."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from domain.games.mortisphere import play
from domain.games.mortisphere.battle import ready_units
from domain.games.mortisphere.chances import ways
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.throwing import RollRepeated
from domain.games.mortisphere.waiting import Throw, Turn
from domain.odds import Ways
from tests.odds_tables import ABSORBED, ODDS, SWARMS
from tests.story import (
    Cast,
    Story,
    absorb,
    choose,
    clash,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    respond,
    roll,
)

WINS, TIES, LOSES = "initiator", "tie", "defender"


def unit(name: str, state: str) -> Cast:
    """A member in a state of the tables: `d10-2` is a d10 that has lost 2 Health."""
    die, lost = state.removeprefix("d").split("-")
    return member(name, int(die), lost=int(lost), health=int(lost) + 1)


def duel(a: Cast, b: Cast, **house: str) -> Story:
    """A Clash of two in which the second defends; the dice are awaited."""
    story = Story(crew("Ash", a), crew("Iron", b), house=house)
    return story.do(clash(f"{a.guest.name} > {b.guest.name}"), respond(b.guest.name))


def found(story: Story) -> Ways:
    """The ways of the dice that a story awaits."""
    counted = ways(story.battle)
    assert counted is not None
    assert sum(way.chance for way in counted.each) == 1
    return counted


def odds(story: Story, *codes: str) -> list[Fraction]:
    """The chances of what may come."""
    return [found(story).chance(code) for code in codes]


def fractions(text: str) -> list[Fraction]:
    """`1/2 1/2`."""
    return [Fraction(each) for each in text.split()]


@pytest.mark.parametrize(("a", "b", "told"), ODDS)
def test_defended(a: str, b: str, told: str) -> None:
    """MS-RES-4, -8, MS-DMG-3, -7: what the rulebook's table says of a defended pairing."""
    assert odds(duel(unit("a", a), unit("b", b)), WINS, TIES, LOSES) == fractions(told)


@pytest.mark.parametrize(("initiator", "absorber", "standard", "harm"), ABSORBED)
def test_absorbed(initiator: str, absorber: str, standard: int, harm: str) -> None:
    """MS-ABS-4: what the rulebook's table says of one who absorbs with this Presence."""
    assert standard in range(1, 4)
    story = Story(crew("Ash", unit("a", initiator)), crew("Iron", unit("b", absorber)))
    story = story.do(clash("a > b"), absorb)
    assert odds(story, "harmed", "unharmed") == [Fraction(harm), 1 - Fraction(harm)]


@pytest.mark.parametrize("row", SWARMS)
def test_swarms(row: tuple[int, int, int, str, str, str, str]) -> None:
    """MS-SWA-7, -8: what the rulebook's table says of a Swarm and one defender."""
    count, die, defender, told = row[:4]
    names = [f"s{n}" for n in range(count)]
    story = Story(crew("Pack", *d(die, *names)), crew("Lone", member("b", defender)))
    story = story.do(clash(f"swarm {', '.join(names)} > b"), respond("b"))
    assert odds(story, WINS, TIES, LOSES) == fractions(told)


@pytest.mark.parametrize(
    ("pair", "told"), [(("d4-0", "d4-0"), "1/2 1/2"), (("d4-0", "d6-0"), "3/10 7/10")]
)
def test_ties_that_are_rolled_again(pair: tuple[str, str], told: str) -> None:
    """MS-RES-8 `reroll`: until one wins: of 1/4, 1/6, 7/12 the first and last, 3 to 7."""
    story = duel(unit("a", pair[0]), unit("b", pair[1]), ties="reroll")
    assert odds(story, WINS, LOSES) == fractions(told)
    assert found(story).came(((3,), (3,))) == "again"


@pytest.mark.parametrize("cap", ["uniform", "reroll"])
def test_faces_above_the_maximum(cap: str) -> None:
    """MS-DMG-6: rolled again until it is within it, a d10-1 is a d8: 9/16 of 64 against a d6.

    A d8 beats a d6 in 27 of 48 throws, ties in 6, loses 15 (the rulebook's table).
    """
    story = duel(unit("a", "d10-1"), unit("b", "d6-0"), lost_health_cap=cap)
    assert odds(story, WINS, TIES, LOSES) == fractions("9/16 1/8 5/16")


def test_rolled_again_once() -> None:
    """MS-DMG-6 `reroll_once`: a d6-2 (maximum 2) shows 1 in 10 of 36, 2 or is capped to it in 26.

    At once 1 or 2: 1/6 each; else (4/6) 1 of a second throw: 4/36. Against a d4 the 2 wins against
    1 only, 26/36 x 1/4.
    """
    story = duel(unit("a", "d6-2"), unit("b", "d4-0"), lost_health_cap="reroll_once")
    assert odds(story, WINS) == [Fraction(26, 36) / 4]


def test_once_in_a_battle_and_always() -> None:
    """A mutant's 1 is rolled again once, by Unstable Mass once more.

    A face from 2 comes in 43 of 216 throws; against a plain d6 it wins in 43/216 x 15/6.
    """
    story = duel(member("a", 6, "mutant", abilities=("unstable-mass",)), member("b", 6))
    assert odds(story, WINS) == [Fraction(43, 216) * Fraction(15, 6)]


def test_a_natural_one_is_rolled_again() -> None:
    """Rivet Gun: a d6 shows 1 in 1 of 36 throws, each other face in 7; against a plain d6.

    It wins in 7/36 x (1+2+3+4+5)/6 = 105/216, ties in 1/6, loses in the rest, 75/216.
    """
    story = duel(member("a", 6, items=("rivet-gun",)), member("b", 6))
    assert odds(story, WINS, TIES, LOSES) == fractions("35/72 1/6 25/72")
    assert found(story).came(((1,), (4,))) == "again"
    assert found(story).came(((1, 1), (4,))) == LOSES
    again = story.do(roll(1, 4))  # the second stands
    assert odds(again, WINS, TIES, LOSES) == fractions("1/3 1/6 1/2")
    assert found(again).came(((5,),)) == WINS


def test_a_win_that_costs_more() -> None:
    """Bite Deeper: wins by the highest face are a way of their own, with the same code.

    A d4 beats a d6 in 1+2+3 of 24 throws: by the face 4 in 3 of them.
    """
    story = duel(member("a", 4, "creature", abilities=("bite-deeper",)), member("b", 6))
    wins = [way.chance for way in found(story).each if way.code == WINS]
    assert sorted(wins) == [Fraction(1, 8), Fraction(1, 8)]
    assert odds(story, WINS) == [Fraction(1, 4)]


def test_initiative() -> None:
    """MS-INI-7: two d20 part in 380 of 400 throws; of three, one is highest in 2470 each of 8000.

    The sum of k squared for k below 20 is 2470.
    """
    two = Story(crew("Ash", member("a", 6)), crew("Iron", member("b", 6)), begins=None)
    ids = two.ids
    assert odds(two, ids["Ash"], ids["Iron"], TIES) == fractions("19/40 19/40 1/20")
    assert found(two).idle
    three = Story(*(crew(name, member(name[0], 6)) for name in ("Ash", "Iron", "Oak")), begins=None)
    assert odds(three, three.ids["Oak"]) == [Fraction(2470, 8000)]


def test_an_opposed_interaction() -> None:
    """MS-OBJ-9 `opposed`: a d10 succeeds against a d6 with a higher result: 39 of 60."""
    story = Story(
        crew("Ash", member("a", 10)),
        crew("Iron", member("b", 6)),
        house={"objective_contest": "opposed"},
    )
    story = story.do(interact("a", "bins")).do(choose("b"))
    assert odds(story, "succeeds", "fails") == fractions("13/20 7/20")


def test_leaving_against_a_roll() -> None:
    """MS-MOV-4 `opposed_roll`: a d4 gets away from a d8 on an equal result: 10 of 32."""
    story = Story(
        crew("Ash", member("a", 4)),
        crew("Iron", member("b", 8)),
        house={"leave_contested": "opposed_roll"},
    )
    story = story.do(move("a", "tower")).do(choose("b"))
    assert odds(story, "away", "stays") == fractions("5/16 11/16")


def test_a_bare_die_that_falls_again() -> None:
    """MS-DMG-6 `reroll_once`: a d4-1 (maximum 2) shows 3, and then gets away from a 2 with 2 to 4.

    (A second face above the maximum counts as that.)
    """
    house = {"leave_contested": "opposed_roll", "lost_health_cap": "reroll_once"}
    weak = member("a", 4, health=2, lost=1)
    story = Story(crew("Ash", weak), crew("Iron", member("b", 8)), house=house)
    story = story.do(move("a", "tower"), choose("b"))
    assert found(story).came(((3,), (2,))) == "again"
    assert found(story).came(((3, 4), (2,))) == "away"
    story = story.do(roll(3, 2))
    assert odds(story, "away", "stays") == fractions("3/4 1/4")


def test_a_captains_will() -> None:
    """MS-CAP-4 `will_roll`: a broken d10 with three Health lost shows 4 at most, in 7 of 10."""
    broken = member("c", 10, health=3, lost=3, captain=True)
    story = Story(
        crew("Ash", member("a", 12)), crew("Iron", broken), house={"captain_zero": "will_roll"}
    )
    story = story.do(clash("a > c"), absorb, roll(12))
    assert odds(story, "stands", "falls") == fractions("7/10 3/10")


def test_what_happens_by_itself() -> None:
    """Chapter 20: a spasm's d6 hits the Wound by 1, the Gills by 2, and nothing by the rest."""
    story = _spasm()
    assert odds(story, "wound", "gills", "nothing") == fractions("1/6 1/6 2/3")


def test_who_is_hit() -> None:
    """MS-ABS-4: a d8 harms a d12 (Presence 3) by 4 to 8, a d4 (Presence 1) by 2 to 8.

    Both in 5/8 x 7/8, nobody in 3/8 x 1/8, one of them in the rest.
    """
    story = _spasm().do(roll(1))
    assert odds(story, "harmed 0", "harmed 1", "harmed 2") == fractions("3/64 26/64 35/64")


def test_too_many_are_hit() -> None:
    """Nine who are harmed or not are 512 ways: more than are counted."""
    rats = (member(name, 4, health=2) for name in ("c", "e", "f", "g", "h", "i", "j"))
    story = _spasm(*rats).do(roll(1))
    assert len(story.dice) == 9
    assert ways(story.battle) is None


def _spasm(*more: Cast) -> Story:
    """Round 2 has ended in the Wound, where a d12 and a d4 stand, and `more` who hold too."""
    rat, cat = member("Rat", 12), member("Cat", 4, health=2)
    ash = crew("Ash", rat, cat, *more, at="wound")
    story = Story(ash, crew("Iron", member("Nine", 20), at="brow"), scenario="drowned-god")
    while isinstance(waiting := story.awaited, Turn):
        units = ready_units(story.battle, waiting.crew)
        story = story.do(hold(units[0].who.name))
    return story


def test_a_lot() -> None:
    """MS-NEU-2: the Colossus strikes one of three equals, each as likely as the others."""
    cast = (member(name, 8, at="crater") for name in ("Rat", "Cat", "Dog"))
    iron = crew("Iron", member("Nine", 4, acted=True), at="south")
    story = Story(crew("Ash", *cast, at="north"), iron, scenario="patient-engines")
    story = story.do(hold("Rat"), hold("Cat"), hold("Dog"))
    assert odds(story, *(story.ids[name] for name in ("Rat", "Cat", "Dog"))) == [Fraction(1, 3)] * 3


def test_the_captains_own_dice() -> None:
    """MS-INI-7 `captain_die`: a d8 against a d10; of equal values the higher begins."""
    story = Story(
        crew("Ash", member("a", 8, captain=True), member("x", 10)),
        crew("Iron", member("b", 10, captain=True), member("y", 8)),
        house={"initiative_roll": "captain_die", "lost_health_cap": "reroll_once"},
        begins=None,
    )
    chances = odds(story, story.ids["a"], story.ids["b"], TIES)
    assert chances == fractions("7/20 11/20 1/10")


def test_dice_that_cannot_be_counted() -> None:
    """No dice are awaited; too many hang together; one of them must fall again."""
    story = Story(crew("Ash", member("a", 6)), crew("Iron", member("b", 6)))
    assert ways(story.battle) is None
    house = {"pairing_resolution": "simultaneous", "defender_rolls": "once_per_clash"}
    many = Story(crew("Ash", *d(20, "a", "b")), crew("Iron", member("x", 20)), house=house)
    assert ways(many.do(clash("a, b > x"), respond("x")).battle) is None
    guns = (member(name, 4, items=("rivet-gun",)) for name in ("a", "b"))
    again = Story(crew("Ash", *guns), crew("Iron", member("x", 6)), house=house)
    assert ways(again.do(clash("a, b > x"), respond("x")).battle) is None


def test_too_many_ways() -> None:
    """Six pairings at once come in 729 ways: more than are counted."""
    names = ("a", "b", "c", "e", "f", "g")
    story = Story(
        crew("Ash", *d(6, *names)),
        crew("Iron", *d(6, *(name * 2 for name in names))),
        house={"pairing_resolution": "simultaneous"},
    )
    story = story.do(
        clash(*(f"{name} > {name * 2}" for name in names)), respond(*(name * 2 for name in names))
    )
    assert ways(story.battle) is None


STORIES: dict[str, Story] = {
    "plain": duel(member("a", 8), member("b", 6)),
    "hurt": duel(unit("a", "d10-2"), unit("b", "d8-1")),
    "margin": duel(member("a", 12), member("b", 4), damage_per_win="margin_5"),
    "both lose": duel(member("a", 6), member("b", 6), ties="both_lose"),
    "biting": duel(member("a", 6, "creature", abilities=("bite-deeper",)), member("b", 8)),
    "gun": duel(member("a", 6, items=("rivet-gun",)), member("b", 8)),
    "swarm": Story(crew("Pack", *d(4, "a", "b", "c")), crew("Lone", member("x", 8))).do(
        clash("swarm a, b, c > x"), respond("x")
    ),
    "one by one": Story(
        crew("Pack", *d(4, "a", "b", "c")),
        crew("Lone", member("x", 8)),
        house={"swarm_losses": "individual"},
    ).do(clash("swarm a, b, c > x"), respond("x")),
    "best of a swarm": Story(
        crew("Pack", *d(4, "a", "b", "c")),
        crew("Lone", member("x", 10)),
        house={"swarm_roll": "best_plus"},
    ).do(clash("swarm a, b, c > x"), respond("x")),
    "terror": Story(
        crew("Pack", *d(4, "a", "b", "c")),
        crew("Lone", member("x", 6, abilities=("terror-of-form",))),
    ).do(clash("swarm a, b, c > x"), respond("x")),
    "at once": Story(
        crew("Ash", member("a", 6), member("b", 4)),
        crew("Iron", member("x", 4), member("y", 6)),
        house={"pairing_resolution": "simultaneous"},
    ).do(clash("a > x", "b > y"), respond("x")),
    "one die for two": Story(
        crew("Ash", member("a", 6), member("b", 4)),
        crew("Iron", member("x", 8)),
        house={"pairing_resolution": "simultaneous", "defender_rolls": "once_per_clash"},
    ).do(clash("a, b > x"), respond("x")),
}


@pytest.mark.parametrize("name", sorted(STORIES))
def test_every_throw_decided(name: str) -> None:
    """Of all throws, each judged by the game, so many come to each code; `came` knows each."""
    story = STORIES[name]
    waiting = story.awaited
    assert isinstance(waiting, Throw)
    seen: Counter[str] = Counter()
    counted = found(story)
    again = 0
    for faces in product(*(range(1, due.sides + 1) for due in waiting.dice)):
        came = list(play.decide(story.battle, roll(*faces)))
        fought = [e for e in came if isinstance(e, ClashFought)]
        if any(isinstance(e, RollRepeated) for e in came):
            again += 1
            assert counted.came(tuple((face,) for face in faces)) == "again"
            continue
        told = ", ".join(str(e.outcome) for e in sorted(fought, key=lambda e: e.pairing))
        assert counted.came(tuple((face,) for face in faces)) == told
        seen[told] += 1
    if not again:
        whole = seen.total()
        assert counted.codes == {code: Fraction(n, whole) for code, n in seen.items()}
