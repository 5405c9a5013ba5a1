"""The rulebook's exact odds, found again by letting the rules decide every roll there is.

Every face of every die is enumerated through the engine's own way from a face to a result
(`resolve.result`) and from results to a verdict (`outcome`); nothing is sampled.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from domain.games.mortisphere.battle import Thrown
from domain.games.mortisphere.due import meeting
from domain.games.mortisphere.outcome import Verdict, absorbed, compare
from domain.games.mortisphere.resolve import DieShown, presence, result
from domain.games.mortisphere.underway import Mode, Pairing
from tests.odds_tables import ABSORBED, ODDS, SWARMS
from tests.story import Cast, Story, crew, member


def unit(name: str, state: str) -> Cast:
    """A member in a state of the tables: `d10-2` is a d10 that has lost 2 Health."""
    die, lost = state.removeprefix("d").split("-")
    return member(name, int(die), lost=int(lost), health=int(lost) + 1)


def faces(story: Story, pairing: Pairing, name: str) -> list[DieShown]:
    """What each natural face of a member's die comes to in a pairing."""
    mine = story[name]
    part = meeting(story.battle, pairing, mine)
    return [result(story.battle, part, Thrown(mine.id, (face,))) for face in range(1, mine.die + 1)]


def share(verdicts: list[Verdict], *outcomes: str) -> Fraction:
    """How often it ends so."""
    return Fraction(sum(v.outcome in outcomes for v in verdicts), len(verdicts))


def verdicts(a: str, b: str, **house: str) -> list[Verdict]:
    """The verdicts of all rolls of an initiator against a defender."""
    story = Story(crew("Ash", unit("a", a)), crew("Iron", unit("b", b)), house=house)
    ids = story.ids
    pairing = Pairing(
        initiators=(ids["a"],), target=ids["b"], mode=Mode.DEFEND, defenders=(ids["b"],)
    )
    rolls = product(faces(story, pairing, "a"), faces(story, pairing, "b"))
    return [compare(story.battle, pairing, [ours], [theirs]) for ours, theirs in rolls]


@pytest.mark.parametrize(("a", "b", "odds"), ODDS)
def test_odds(a: str, b: str, odds: str) -> None:
    """MS-GEN-2, MS-RES-4, -8, MS-DMG-3, -6, -7: a defended pairing under the defaults."""
    found = verdicts(a, b)
    told = [share(found, outcome) for outcome in ("initiator", "tie", "defender")]
    assert told == [Fraction(odd) for odd in odds.split()]


@pytest.mark.parametrize(("a", "b", "odds"), ODDS[:21])
def test_odds_do_not_know_who_initiates(a: str, b: str, odds: str) -> None:
    """MS-RES-9: the same pair with b as the initiator."""
    found = verdicts(b, a)
    told = [share(found, outcome) for outcome in ("defender", "tie", "initiator")]
    assert told == [Fraction(odd) for odd in odds.split()]


@pytest.mark.parametrize(
    ("ties", "harms", "is_harmed"),
    [
        ("both_survive", "1/4", "7/12"),
        ("initiator", "5/12", "7/12"),
        ("responder", "1/4", "3/4"),
        ("both_lose", "5/12", "3/4"),
    ],
)
def test_odds_of_ties(ties: str, harms: str, is_harmed: str) -> None:
    """MS-RES-8: a d4 initiates against a d6: 1/4 wins, 1/6 ties, 7/12 loses."""
    found = verdicts("d4-0", "d6-0", ties=ties)
    hurt = [
        Fraction(sum(any(u.endswith(which) for u, _ in v.losses) for v in found), len(found))
        for which in ("#2.1", "#1.1")
    ]
    assert hurt == [Fraction(harms), Fraction(is_harmed)]


@pytest.mark.parametrize(("initiator", "absorber", "standard", "harm"), ABSORBED)
def test_odds_of_absorbing(initiator: str, absorber: str, standard: int, harm: str) -> None:
    """MS-ABS-4 `presence`: how often a fresh initiator harms who absorbs."""
    story = Story(crew("Ash", unit("a", initiator)), crew("Iron", unit("b", absorber)))
    ids = story.ids
    pairing = Pairing(initiators=(ids["a"],), target=ids["b"], mode=Mode.ABSORB)
    assert presence(story.battle, story["b"]) == standard
    found = [
        absorbed(story.battle, pairing, [die], die.final) for die in faces(story, pairing, "a")
    ]
    assert share(found, "harmed") == Fraction(harm)


def swarm_verdicts(count: int, die: int, defender: int) -> Iterator[Verdict]:
    """The verdicts of all rolls of a fresh Swarm against a fresh defender."""
    names = [f"s{n}" for n in range(count)]
    pack = crew("Pack", *(member(name, die) for name in names))
    story = Story(pack, crew("Lone", member("b", defender)))
    pairing = Pairing(
        initiators=tuple(story.ids[name] for name in names),
        target=story.ids["b"],
        swarm=True,
        mode=Mode.DEFEND,
        defenders=(story.ids["b"],),
    )
    theirs = faces(story, pairing, "b")
    for ours in product(*(faces(story, pairing, name) for name in names)):
        for one in theirs:
            yield compare(story.battle, pairing, ours, [one])


@pytest.mark.parametrize("row", SWARMS)
def test_odds_of_swarms(row: tuple[int, int, int, str, str, str, str]) -> None:
    """MS-SWA-7 to MS-SWA-10: one Clash of a Swarm with a fresh defender; surplus blows are lost."""
    count, die, defender, odds, target, swarm, struck = row
    found = list(swarm_verdicts(count, die, defender))
    told = [share(found, outcome) for outcome in ("initiator", "tie", "defender")]
    assert told == [Fraction(odd) for odd in odds.split()]
    health = count * {4: 1, 6: 2, 8: 3}[die]
    lost = sum(amount for v in found for _, amount in v.losses)
    assert Fraction(lost, len(found)) == Fraction(target)
    assert Fraction(sum(min(v.blows, health) for v in found), len(found)) == Fraction(swarm)
    assert Fraction(sum(v.blows > 0 for v in found), len(found)) == Fraction(struck)
