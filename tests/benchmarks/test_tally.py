"""What the robots' tally takes for a use of something in the codex: named, or worked out."""

import pytest

from benchmarks.tally import Tally
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.shapes import book
from tests.story import (
    Cast,
    Story,
    absorb,
    clash,
    crew,
    d,
    interact,
    member,
    move,
    respond,
    roll,
    ruling,
)


def counted(story: Story) -> Tally:
    """Everything that a story uses."""
    tally, battle = Tally(book()), Fighting()
    for event in story.events:
        before, battle = battle, evolve(battle, event)
        tally.see(before, event, battle)
    return tally


def hall(*ash: Cast, iron: tuple[Cast, ...] = (), **house: str) -> Story:
    """Ash against Iron, all in the Granary Hall."""
    return Story(crew("Ash", *ash), crew("Iron", *(iron or d(8, "Nine"))), house=house)


def able(name: str, die: int, ability: str, kind: str = "survivor") -> Cast:
    """A member with one ability."""
    return member(name, die, kind, abilities=(ability,))


PACK = able("Pack", 4, "pack-sense", "creature")
WIRE = able("Wire", 8, "hold-the-wire")
RANKS = able("Ranks", 4, "close-ranks")
HIDDEN = member("Nine", 8, statuses=("hidden",))
USED = {
    "sudden.1": hall(able("Flash", 8, "sudden")).do(
        clash("Flash > Nine"), respond("Nine"), roll(5, 5)
    ),
    "redundant-cores.1": hall(able("Core", 8, "redundant-cores", "machine")).do(
        ruling("Core loses 1"), clash("Core > Nine"), respond("Nine"), roll(5, 5)
    ),
    "pack-sense.1": hall(PACK, *d(4, "Rat")).do(clash("swarm Pack, Rat > Nine")),
    "light-tread.1": Story(
        crew("Ash", able("Tread", 6, "light-tread"), at="east"),
        crew("Iron", *d(8, "Nine"), at="west"),
        scenario="empty-altar",
    ).do(move("Tread", "altar")),
    "hidden.1": hall(*d(6, "Rat"), iron=(HIDDEN, *d(8, "Ten"))).do(clash("Rat > Ten")),
    "spore-burst.1": hall(able("Spore", 4, "spore-burst", "mycelian")).do(ruling("Spore out")),
    "rule.1": hall(member("Oum", 10, will="rule"), iron=d(8, "Nine")).do(ruling("Nine out")),
    "tower.1": Story(crew("Ash", *d(6, "Rat"), at="tower"), crew("Iron", *d(8, "Nine"))),
    "survivor.1": hall(*d(6, "Rat")).do(interact("Rat", "bins")),
    "riot-plate.1": hall(member("Rat", 6), iron=(member("Nine", 8, items=("riot-plate",)),)).do(
        clash("Rat > Nine"), absorb, roll(1)
    ),
}
NOT_USED = {
    "sudden.1": hall(able("Flash", 8, "sudden")).do(
        clash("Flash > Nine"), respond("Nine"), roll(6, 5)
    ),
    "redundant-cores.1": hall(able("Core", 8, "redundant-cores", "machine")).do(
        clash("Core > Nine"), respond("Nine"), roll(5, 5)
    ),
    "pack-sense.1": hall(PACK, *d(4, "Rat", "Cat")).do(clash("swarm Pack, Rat, Cat > Nine")),
    "light-tread.1": Story(
        crew("Ash", able("Tread", 6, "light-tread"), at="east"),
        crew("Iron", *d(8, "Nine"), at="west"),
        scenario="empty-altar",
    ).do(move("Tread", "nave")),
    "hold-the-wire.1": hall(WIRE).do(clash("Wire > Nine"), absorb),
    "close-ranks.1": hall(RANKS).do(clash("Ranks > Nine"), absorb),
}


def times(story: Story, effect: str) -> int:
    """How often a story uses an effect."""
    tally = counted(story)
    (row,) = (row for row in tally.counts if row[1] == effect)
    return tally.counts[row]


@pytest.mark.parametrize("effect", USED)
def test_what_took_effect_was_used(effect: str) -> None:
    """MS-EFF-1: a tie won, a maximum kept, a Swarm of two, a move off the map, and the like."""
    assert times(USED[effect], effect)


@pytest.mark.parametrize("effect", NOT_USED)
def test_what_is_only_carried_was_not(effect: str) -> None:
    """MS-EFF-1: the same beings where nothing hangs on what they have."""
    assert times(NOT_USED[effect], effect) == 0


def test_one_defends_for_another_or_in_a_swarm() -> None:
    """MS-CLA-16, MS-SWA-11: worked out of who answers and who was named."""
    mates = (WIRE, *d(6, "Rat"))
    story = Story(crew("Iron", *d(8, "Nine")), crew("Ash", *mates)).do(clash("Nine > Rat"))
    assert times(story.do(respond("Wire for Rat")), "hold-the-wire.1") == 1
    ranks = (RANKS, *d(4, "Rat", "Cat"))
    story = Story(crew("Iron", *d(8, "Nine")), crew("Ash", *ranks)).do(clash("Nine > Ranks"))
    assert times(story.do(respond("swarm Ranks, Rat, Cat")), "close-ranks.1") == 1


def test_everything_in_the_codex_is_counted() -> None:
    """MS-EFF-1: 35 abilities, 30 items, 7 types, 6 Wills, 6 scenarios stand at 0 at first."""
    tally = Tally(book())
    entries = {(chapter, id_.partition(".")[0]) for chapter, id_ in tally.counts}
    found = {chapter: sum(row[0] == chapter for row in entries) for chapter, _ in entries}
    wanted = {"ability": 35, "item": 30, "type trait": 7, "Will": 6, "scenario": 6}
    assert {chapter: found[chapter] for chapter in wanted} == wanted
    assert found["option"] == sum(len(option.values) for option in book().options)
    assert tally.unused == list(tally.counts)
