"""The rulebook's exact odds, found again by letting the rules decide every roll there is.

The tables are those of the rulebook's data: a unit is its die and its lost Health, `d10-2`.
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
from tests.story import Cast, Story, crew, member

# a, b, and the odds that a wins, that they tie, that b wins (a initiates, b defends)
ODDS = [
    ("d4-0", "d4-0", "3/8 1/4 3/8"),
    ("d4-0", "d6-0", "1/4 1/6 7/12"),
    ("d4-0", "d8-0", "3/16 1/8 11/16"),
    ("d4-0", "d10-0", "3/20 1/10 3/4"),
    ("d4-0", "d12-0", "1/8 1/12 19/24"),
    ("d4-0", "d20-0", "3/40 1/20 7/8"),
    ("d6-0", "d6-0", "5/12 1/6 5/12"),
    ("d6-0", "d8-0", "5/16 1/8 9/16"),
    ("d6-0", "d10-0", "1/4 1/10 13/20"),
    ("d6-0", "d12-0", "5/24 1/12 17/24"),
    ("d6-0", "d20-0", "1/8 1/20 33/40"),
    ("d8-0", "d8-0", "7/16 1/8 7/16"),
    ("d8-0", "d10-0", "7/20 1/10 11/20"),
    ("d8-0", "d12-0", "7/24 1/12 5/8"),
    ("d8-0", "d20-0", "7/40 1/20 31/40"),
    ("d10-0", "d10-0", "9/20 1/10 9/20"),
    ("d10-0", "d12-0", "3/8 1/12 13/24"),
    ("d10-0", "d20-0", "9/40 1/20 29/40"),
    ("d12-0", "d12-0", "11/24 1/12 11/24"),
    ("d12-0", "d20-0", "11/40 1/20 27/40"),
    ("d20-0", "d20-0", "19/40 1/20 19/40"),
    ("d6-1", "d6-0", "1/3 1/6 1/2"),
    ("d8-1", "d8-0", "25/64 1/8 31/64"),
    ("d8-2", "d6-0", "3/8 1/6 11/24"),
    ("d10-1", "d10-0", "21/50 1/10 12/25"),
    ("d10-2", "d10-0", "7/20 1/10 11/20"),
    ("d10-3", "d10-0", "6/25 1/10 33/50"),
    ("d10-1", "d10-2", "11/20 1/10 7/20"),
    ("d12-2", "d10-1", "7/15 11/60 7/20"),
    ("d12-3", "d8-0", "15/32 1/8 13/32"),
    ("d20-3", "d20-0", "169/400 1/20 211/400"),
    ("d20-1", "d12-0", "27/40 1/20 11/40"),
    ("d4-1", "d20-0", "3/80 1/20 73/80"),
    ("d4-3", "d4-0", "3/16 1/4 9/16"),
    ("d6-2", "d4-1", "5/24 2/3 1/8"),
]
# initiator, absorber, its Presence, the odds that it is harmed
ABSORBED = [
    ("d4-0", "d4-0", 1, "3/4"),
    ("d4-0", "d8-0", 2, "1/2"),
    ("d4-0", "d20-0", 3, "1/4"),
    ("d6-0", "d20-0", 3, "1/2"),
    ("d8-0", "d12-0", 3, "5/8"),
    ("d8-0", "d12-1", 2, "3/4"),
    ("d20-0", "d4-0", 1, "19/20"),
    ("d12-0", "d10-2", 1, "11/12"),
    ("d10-0", "d20-5", 2, "4/5"),
]
# members, their die, the defender's die; the odds that the Swarm wins, ties, loses; then the mean
# Health that the target and the Swarm lose, and the odds that a member is struck at least
SWARMS = [
    (3, 4, 8, "401/512 11/128 67/512", "625/512", "35/64", "31/64"),
    (3, 4, 12, "13/24 1/12 3/8", "5/6", "25/24", "121/192"),
    (3, 4, 20, "13/40 1/20 5/8", "1/2", "73/40", "249/320"),
    (5, 4, 20, "23/40 1/20 3/8", "7/8", "947/512", "3909/5120"),
    (3, 6, 12, "991/1296 5/81 25/144", "1531/1296", "187/324", "1361/2592"),
    (3, 8, 20, "1277/2048 123/2560 3363/10240", "9713/10240", "8539/10240", "1609/2560"),
]


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
