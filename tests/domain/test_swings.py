"""Swings of rolls and turning points: small battles reckoned by hand (ADR 0031)."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from domain.game import load
from domain.games.mortisphere.health import HealthLost
from domain.games.mortisphere.odds import worth
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.rounds import BattleEnded
from domain.ledger.fold import BatchRetracted
from domain.ledger.record import Line
from domain.swings import Swing, swings, turned, turning_point
from domain.terms import Action, Event
from tests.arena_story import Fight, activate, attack, man, school
from tests.arena_story import roll as throw
from tests.story import Story, absorb, clash, crew, d, hold, member, no, note, respond, roll, yes

MORTISPHERE, MORTURI = load("mortisphere"), load("morturi")
STORY = "battle-1"
ASH = crew("Ash", member("a", 6))
IRON = crew("Iron", member("b", 10))


class Told:
    """A battle as lines of its story: what was given, then what came of each action."""

    def __init__(self, story: Story | Fight, *actions: Action) -> None:
        self.lines: list[Line] = []
        self._add(story.events)
        for action in actions:
            before = len(story.events)
            story = story.do(action)
            self._add(story.events[before:], story.named(action))
        self.story = story

    def _add(self, events: Iterable[Event], cause: Action | None = None) -> None:
        batch = f"{STORY}/{len(self.lines) + 1}"
        for event in events:
            number = len(self.lines) + 1
            line: Line = Line(
                at="2026-01-01T00:00:00Z",
                batch=batch,
                by="-",
                campaign="-",
                data=event,
                line=number,
                program="-",
                story=STORY,
            )
            if cause is not None and f"{STORY}/{number}" == batch:
                line = Line(**{name: getattr(line, name) for name in WHAT}, cause=cause)
            self.lines.append(line)

    def swings(self) -> list[Swing]:
        """The swings of its rolls."""
        game = MORTURI if isinstance(self.story, Fight) else MORTISPHERE
        return list(swings(game, self.lines))


WHAT = ("at", "batch", "by", "campaign", "data", "line", "program", "story")


def test_a_clash() -> None:
    """A d6 of 2 Health (worth 6) strikes at a d10 of 3 Health (worth 10) and wins, one in four.

    The winner costs the other half its value in proportion: 10/2 x 1/3 or 6/2 x 1/2. Expected is
    -4 + 1/4 x 5/3 - 13/20 x 3/2 = -4 - 67/120, and -4 + 5/3 came: a swing of 267/120.
    """
    told = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(5, 3))
    (swing,) = told.swings()
    assert (swing.what, swing.code, swing.exactly, swing.chance) == (
        "pairing",
        "initiator",
        Fraction(1, 4),
        Fraction(1, 4),
    )
    assert swing.favours == told.story.ids["Ash"]
    assert swing.expected == -4 - Fraction(67, 120)
    assert swing.came == -4 + Fraction(5, 3)
    assert swing.swing == Fraction(267, 120)
    assert [(die.of.name, die.sides, die.face) for die in swing.dice] == [("a", 6, 5), ("b", 10, 3)]
    assert (
        told.lines[int(swing.address.rpartition("/")[2]) - 1].data.told().startswith("a against b")
    )


def test_a_tie_is_as_good_for_the_weaker() -> None:
    """A tie beats what the d6 had to expect, and it or better comes in 7 of 20 throws."""
    told = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(4, 4))
    (swing,) = told.swings()
    assert (swing.code, swing.exactly, swing.chance) == (
        "tie",
        Fraction(1, 10),
        Fraction(7, 20),
    )
    assert (swing.favours, swing.swing) == (told.story.ids["Ash"], Fraction(67, 120))


def test_who_falls_is_gone_wholly() -> None:
    """A d4 (1 Health) that absorbs a d12 is harmed in 11 of 12 throws (Presence 1) and falls.

    It was worth 4; expected is 12 - 4 + 11/12 x 4.
    """
    story = Story(crew("Ash", member("a", 12)), crew("Iron", member("b", 4), member("c", 4)))
    told = Told(story, clash("a > b"), absorb, roll(1))
    (swing,) = told.swings()
    assert (swing.code, swing.favours) == ("unharmed", told.story.ids["Iron"])
    assert (swing.chance, swing.swing) == (Fraction(1, 12), Fraction(11, 12) * 4)


def test_a_roll_that_changes_nothing() -> None:
    """What was sure to come, and dice that say who begins, swing nothing: no turning point."""
    story = Story(crew("Ash", member("a", 6)), crew("Iron", member("b", 6)), begins=None)
    (swing,) = Told(story, roll(3, 9)).swings()
    assert (swing.what, swing.favours) == ("initiative", "")
    assert swing.swing == 0
    assert swing.exactly == Fraction(19, 40)
    assert turning_point([swing]) is None


def test_what_was_sure_to_come() -> None:
    """MS-ABS-4 `auto_hit`: whatever the die shows harms; nothing else was to be expected."""
    told = Told(Story(ASH, IRON, house={"absorb": "auto_hit"}), clash("a > b"), absorb, roll(1))
    (swing,) = told.swings()
    assert (swing.code, swing.favours) == ("harmed", "")
    assert swing.swing == 0


def test_what_may_still_be_met_counts_as_lost() -> None:
    """Plated Housing may spare Unit b its Health: before that is said, it counts as lost."""
    plated = crew("Iron", member("b", 10, "machine", abilities=("plated-housing",)))
    told = Told(Story(ASH, plated), clash("a > b"), absorb, roll(6))
    assert not told.story.all(HealthLost)
    (swing,) = told.swings()
    assert swing.came == 6 - (10 - Fraction(5, 3))


def test_the_turning_point_is_the_first_of_equals() -> None:
    """Twice the same absorbed blow at fresh equals: the first of the two."""
    story = Story(crew("Ash", *d(4, "a", "c")), crew("Iron", *d(12, "x", "y")))
    told = Told(story, clash("a > x"), absorb, roll(1), hold("x"), clash("c > y"), absorb, roll(1))
    found = told.swings()
    assert len(found) == 2
    assert found[0].swing == found[1].swing > 0
    assert turning_point(found) == found[0]


def test_what_was_taken_back_is_no_roll() -> None:
    """A retracted roll has no swing; the one that stands in its place has."""
    story = Story(ASH, IRON)
    told = Told(story, clash("a > b"), respond("b"), roll(6, 1))
    (first,) = told.swings()
    undone = BatchRetracted(batch=first.address)
    last = told.lines[-1]
    again = Told(story, clash("a > b"), respond("b"), roll(1, 6))
    number = len(told.lines) + 1
    mask: Line = Line(
        at=last.at, batch=f"{STORY}/{number}", by="-", campaign="-", data=undone,
        line=number, program="-", story=STORY,
    )  # fmt: skip
    cut = int(first.address.rpartition("/")[2]) - 1
    rest = [
        Line(
            **{name: getattr(line, name) for name in WHAT}
            | {
                "batch": f"{STORY}/{number + 1}",
                "line": number + 1 + n,
            },
            cause=line.cause,
        )
        for n, line in enumerate(again.lines[cut:])
    ]
    told.lines += [mask, *rest]
    (swing,) = told.swings()
    assert (swing.code, swing.address) == ("defender", f"{STORY}/{number + 1}")


IDOL = crew("Ash", member("a", 6, items=("cracked-idol",)))


def test_dice_that_may_be_rolled_again_count_as_they_lie() -> None:
    """Cracked Idol: the 1 loses to 3 as it lies, -3/2 where -67/120 was to be expected.

    Thrown again, against the 3 that lies, it wins in 3 of 6, ties in 1, loses in 2: to be expected
    is 1/2 x 5/3 - 1/3 x 3/2 = 1/3; it wins.
    """
    fight = (clash("a > b"), respond("b"), roll(1, 3))
    first, second = Told(Story(IDOL, IRON), *fight, yes("a: cracked-idol"), roll(6)).swings()
    assert (first.code, first.swing) == ("defender", Fraction(3, 2) - Fraction(67, 120))
    assert (second.code, second.chance) == ("initiator", Fraction(1, 2))
    assert second.swing == Fraction(5, 3) - Fraction(1, 3)
    (only,) = Told(Story(IDOL, IRON), *fight, no).swings()
    assert only == first


def test_dice_that_must_be_rolled_again() -> None:
    """Rivet Gun: a 1 falls again; the throw before it is worth what is now to be expected.

    Against a 3 that lies that is 1/3 of a win and so on, as above; before any throw it is
    more than -67/120 by what the second throw of a 1 brings.
    """
    gun = crew("Ash", member("a", 6, items=("rivet-gun",)))
    told = Told(Story(gun, IRON), clash("a > b"), respond("b"), roll(1, 3), roll(6))
    first, second = told.swings()
    assert first.code == "again"
    assert first.came == -4 + Fraction(1, 3)
    assert second.expected == first.came
    assert second.swing == Fraction(4, 3)
    (at_once,) = Told(Story(gun, IRON), clash("a > b"), respond("b"), roll("6r1", 3)).swings()
    assert (at_once.code, at_once.came) == ("initiator", -4 + Fraction(5, 3))
    assert at_once.expected == first.expected


def test_sealed_dice() -> None:
    """The faces of sealed dice are worked out, and weighed as any others are."""
    seed = "5e" * 32
    story = Story(ASH, IRON, seed=seed)
    waiting = story.do(clash("a > b"), respond("b"))
    told = Told(story, clash("a > b"), respond("b"), waiting.thrown())
    (swing,) = told.swings()
    (fought,) = told.story.all(ClashFought)
    assert [die.face for die in swing.dice] == [die.natural for die in fought.dice]
    assert swing.code == fought.outcome


def test_three_sides() -> None:
    """The lead is over the strongest of the others: a blow at the weakest changes none but its own.

    Ash 12, Iron 12, Oak 6: a d12 of Ash harms the d6 of Oak (Presence 1, 11 of 12): Oak trails by 6
    and by 6 + 3/2 after it; the leads of Ash and Iron stay 0.
    """
    story = Story(
        crew("Ash", member("a", 12)), crew("Iron", member("b", 12)), crew("Oak", member("c", 6))
    )
    told = Told(story, clash("a > c"), absorb, roll(1))
    (swing,) = told.swings()
    assert swing.favours == told.story.ids["Oak"]
    assert swing.swing == Fraction(11, 12) * Fraction(3, 2)


def test_an_attack_in_the_arena() -> None:
    """MR-ATK-3: 2 or more hits and does 2, half of which is 1: 5/6 was expected; a 1 misses."""
    one, other = man("Felix", "gallus", "C3"), man("Lucius", "laquerius", "C4", "s")
    fight = Fight(school("Ludus", one), school("Domus", other))
    told = Told(fight, activate("Felix"), attack("Lucius"), throw(1))
    (swing,) = told.swings()
    assert (swing.what, swing.code, swing.favours) == ("attack", "miss", fight.ids["Domus"])
    assert (swing.chance, swing.swing) == (Fraction(1, 6), Fraction(5, 6))


def test_rolls_with_too_many_ways_are_told_so() -> None:
    """Six pairings at once: the roll has no swing, and says that it was not counted."""
    names = ("a", "c", "e", "f", "g", "h")
    ash, iron = crew("Ash", *d(6, *names)), crew("Iron", *d(6, *(name * 2 for name in names)))
    story = Story(ash, iron, house={"pairing_resolution": "simultaneous"})
    strikes = clash(*(f"{name} > {name * 2}" for name in names))
    told = Told(story, strikes, respond(*(name * 2 for name in names)), roll(*[1, 6] * 6))
    (swing,) = told.swings()
    assert (swing.counted, swing.code, len(swing.dice)) == (False, "", 12)


def test_a_roll_that_no_rules_wrote() -> None:
    """A stranger's record may have three faces for two dice: it is told as not counted."""
    told = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(5, 3))
    at = int(told.swings()[0].address.rpartition("/")[2]) - 1
    line = told.lines[at]
    told.lines[at] = Line(**{name: getattr(line, name) for name in WHAT}, cause=roll(5, 3, 1))
    (swing,) = told.swings()
    assert (swing.counted, swing.address, swing.dice) == (False, line.address, ())


def test_the_aftermath_is_no_battle() -> None:
    """Nothing after the end of a battle is a roll of its own."""
    story = Story(ASH, IRON)
    ending = BattleEnded(reason="rounds", scores=(), winner=(), rounds=1)
    told = Told(story.given(ending), note("they shake hands"))
    assert told.swings() == []
    assert Told(Story(ASH, IRON)).swings() == list(swings(MORTISPHERE, [])) == []


def test_a_decider_that_only_tells_events() -> None:
    """What comes of a roll is folded where the rules do not hold the state themselves."""
    battle = MORTISPHERE.battle
    plain = replace(battle, decide=lambda state, action: iter([*battle.decide(state, action)]))
    told = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(5, 3))
    assert list(swings(replace(MORTISPHERE, battle=plain), told.lines)) == told.swings()


def test_blows_that_wait_to_be_given() -> None:
    """MS-SWA-9: a Swarm's blow that its owner has yet to give counts as given.

    Three d4 (worth 4 each) lose to a d20, 3 against 5: 5 is one full 4, one blow, which fells one.
    """
    story = Story(crew("Pack", *d(4, "a", "c", "e")), crew("Lone", member("x", 20)))
    told = Told(story, clash("swarm a, c, e > x"), respond("x"), roll(1, 1, 1, 5))
    (swing,) = told.swings()
    assert swing.favours == told.story.ids["Pack"]  # it had to expect worse
    assert swing.came == 12 - 4 - 20


def test_a_captain_has_its_strain_too() -> None:
    """MS-CAP-4 `strain`: a d10 Captain with 3 Health and Resolve 2 loses a fifth of its half a hit.

    With 3 lost of 5 it is worth 5 + 5 x 2/5 = 7; one that is unkillable is worth 5 at the end.
    """
    hurt = member("b", 10, health=3, lost=3, captain=True)
    strained = Story(ASH, crew("Iron", hurt))
    assert worth(strained.battle)[strained.ids["Iron"]] == 7
    ever = Story(ASH, crew("Iron", hurt), house={"captain_zero": "unkillable"})
    assert worth(ever.battle)[ever.ids["Iron"]] == 5


def test_a_game_that_says_nothing_of_odds() -> None:
    """It has no swings."""
    told = Told(Story(ASH, IRON), clash("a > b"), absorb, roll(1))
    assert list(swings(replace(MORTISPHERE, load_odds=None), told.lines)) == []


def test_a_battle_is_told_again_with_the_moment_of_its_turn_and_its_end() -> None:
    """The d6 wins, one in four, and the d10 loses a Health: the moment is behind all that came.

    A remark afterwards ends nothing, and the end is the newest line. Without a roll there is no
    turn, and the moment is none.
    """
    told = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(5, 3))
    came = len(told.lines)
    more = Told(Story(ASH, IRON), clash("a > b"), respond("b"), roll(5, 3), note("at last"))
    found = turned(MORTISPHERE, more.lines)
    assert found.swing == turning_point(more.swings()) == told.swings()[0]
    assert found.moment.address == f"{STORY}/{came}"
    assert [unit.lost for unit in found.moment.state.units.values()] == [0, 1]
    assert found.end.address == f"{STORY}/{len(more.lines)}"
    assert found.end.state == more.story.battle
    still = Told(Story(ASH, IRON))
    found = turned(MORTISPHERE, still.lines)
    assert (found.swing, found.moment.address) == (None, "")
    assert found.end.address == f"{STORY}/{len(still.lines)}"
