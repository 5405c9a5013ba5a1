"""Chapter 18, advances: thresholds, the d12 and what it comes to (MS-ADV-3 to -6)."""

import msgspec
import pytest

from domain.books import Member
from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.members import ExperienceGained, Field, MemberAdvanced, MemberChanged
from tests.evening import Night, no, yes
from tests.story import Cast, Story, choose, crew, d, member, roll


def learner(
    own: Cast | None = None, *, total: int = 3, house: dict[str, str] | None = None
) -> Night:
    """Sura, who will have this much experience with the 1 for enduring, before her advance."""
    story = Story(crew("Ash", own or member("Sura", 8)), crew("Iron", *d(8, "Nine")), house=house)
    before = ExperienceGained(
        crew=story.who("Ash"),
        member=story.who("Sura"),
        amount=total - 1,
        total=total - 1,
        reasons=("before",),
    )
    return Night(story, "", before).do(OpenAftermath())


def sura(night: Night) -> Member:
    """Her profile."""
    return night.member("Sura")


def test_an_advance_at_three() -> None:
    """MS-ADV-1, MS-ADV-3: at 3 experience an advance is taken, not before."""
    assert learner(total=2).asks[0] != "advance"
    night = learner(total=3)
    assert (night.asks, night.sides) == (("advance", "Ash"), [12])


@pytest.mark.parametrize(
    ("total", "advances"),
    [(3, 1), (5, 1), (6, 2), (10, 3), (15, 4), (21, 5), (28, 6), (36, 7), (50, 7)],
)
def test_thresholds_are_passed_one_by_one(total: int, advances: int) -> None:
    """MS-ADV-3: 3, 6, 10, 15, 21, 28, 36; each asks for a die of its own."""
    night = learner(member("Sura", 8), total=total)
    taken = 0
    while night.asks[0] == "advance":
        night = night.do(roll(10))
        taken += 1
        assert night.told(MemberAdvanced).number == taken
    assert taken == advances == sura(night).advances


@pytest.mark.parametrize(
    ("natural", "row"),
    [
        (1, "hardened"),
        (2, "hardened"),
        (3, "instinct"),
        (5, "instinct"),
        (6, "hard-lesson"),
        (7, "hard-lesson"),
        (8, "practised"),
        (9, "enduring"),
        (10, "bearer"),
        (11, "altered"),
        (12, "evolution"),
    ],
)
def test_each_face_of_the_d12_has_its_advance(natural: int, row: str) -> None:
    """MS-ADV-4: the table of advances."""
    assert learner().do(roll(natural)).told(AdvanceRolled).result == row


def test_hardened_adds_health_up_to_the_cap() -> None:
    """MS-ADV-4, MS-HEA-6: a d8 has 3 Health and at most 4; at the cap Hardened is Instinct."""
    assert sura(learner().do(roll(1))).health == 4
    capped = learner(member("Sura", 8, health=4)).do(roll(1))
    assert capped.asks == ("learn", "Ash")
    assert sura(capped.do(choose("ruin-wise"))).abilities == ("ruin-wise",)


def test_instinct_is_open_to_the_type() -> None:
    """MS-ADV-4 Instinct: an ability of its type or of any, not one it has."""
    night = learner(member("Sura", 8, abilities=("ruin-wise",))).do(roll(4))
    assert "last-cartridge" in night.offers
    assert "stubborn" in night.offers
    assert "ruin-wise" not in night.offers
    assert "pounce" not in night.offers


def test_instinct_without_a_slot_is_practised() -> None:
    """MS-ADV-4, MS-ABI-4: a d4 with its one ability learns a second affinity instead."""
    night = learner(member("Sura", 4, abilities=("ruin-wise",))).do(roll(4))
    assert night.asks == ("learn", "Ash")
    assert night.offers == [
        *("spread", "repair", "anomaly", "knowledge", "hunt", "guard", "carry", "reach"),
    ]
    assert sura(night.do(choose("hunt"))).affinities == ("hunt",)


def test_slots_may_be_unlimited() -> None:
    """MS-ABI-4 `unlimited`: Instinct finds a slot."""
    own = member("Sura", 4, abilities=("ruin-wise",))
    night = learner(own, house={"ability_slots": "unlimited"}).do(roll(4))
    assert "stubborn" in night.offers


def test_a_hard_lesson_is_of_the_any_type_list() -> None:
    """MS-ADV-4 Hard Lesson: one of the 14 abilities open to any type."""
    night = learner().do(roll(6))
    assert len(night.offers) == 14
    assert sura(night.do(choose("stubborn"))).abilities == ("stubborn",)


def test_a_hard_lesson_without_a_slot_is_exchanged() -> None:
    """MS-ADV-4: what cannot be applied is exchanged for any other entry except Evolution."""
    night = learner(member("Sura", 4, abilities=("ruin-wise",))).do(roll(6))
    assert night.asks == ("exchange", "Ash")
    assert night.offers == ["hardened", "practised", "enduring", "bearer"]
    after = night.do(choose("enduring"))
    assert after.told(MemberAdvanced).advance == "enduring"


def test_a_second_affinity_comes_once() -> None:
    """MS-ADV-4 Practised: already had, it is exchanged."""
    once = learner(total=6).do(roll(8), choose("repair"))
    assert sura(once).affinities == ("repair",)
    assert once.do(roll(8)).asks == ("exchange", "Ash")


def test_enduring_comes_once() -> None:
    """MS-ADV-4 Enduring: already had, it is exchanged; it is not offered again."""
    twice = learner(total=6).do(roll(9), roll(9))
    assert twice.asks == ("exchange", "Ash")
    assert "enduring" not in twice.offers


def test_bearer_makes_room() -> None:
    """MS-ADV-4 Bearer: an item slot and an ability slot more."""
    own = member("Sura", 4, abilities=("ruin-wise",))
    night = learner(own, total=6).do(roll(10))
    assert (sura(night).slots, sura(night).ability_slots) == (1, 1)
    assert night.do(roll(4)).asks == ("learn", "Ash")


def test_altered_takes_an_ability_of_another_type() -> None:
    """MS-ADV-4 Altered: of another type, not of any; then perhaps that type."""
    night = learner().do(roll(11))
    assert "pounce" in night.offers
    assert "stubborn" not in night.offers
    assert "last-cartridge" not in night.offers
    asked = night.do(choose("pounce"))
    assert (asked.asks, asked.offers) == (("altered-type", "Ash"), ["creature"])
    assert (sura(asked.do(yes())).kind, sura(asked.do(yes())).abilities) == (
        "creature",
        ("pounce",),
    )
    assert sura(asked.do(no)).kind == "survivor"


def test_altered_among_two_types() -> None:
    """MS-ADV-4 Altered: an ability of two other types lets its owner choose the type."""
    asked = learner().do(roll(11), choose("thick-hide"))
    assert asked.offers == ["creature", "mutant"]
    assert asked.refused(yes()) == "MS-GEN-2"
    assert asked.refused(yes("Remnant")) == "MS-GEN-2"
    assert sura(asked.do(yes("Mutant"))).kind == "mutant"


def test_types_may_be_for_ever() -> None:
    """MS-TYP-5 `never`: Altered gives the ability and asks no more."""
    night = learner(house={"type_change": "never"}).do(roll(11), choose("pounce"))
    assert (sura(night).kind, sura(night).abilities) == ("survivor", ("pounce",))


# Evolution


@pytest.mark.parametrize(
    ("die", "health", "larger", "then"), [(4, 1, 6, 2), (6, 2, 8, 3), (8, 3, 10, 3), (10, 3, 12, 4)]
)
def test_evolution_is_one_step(die: int, health: int, larger: int, then: int) -> None:
    """MS-ADV-5, MS-AT-45: d8 with 3 Health: d10, 3 Health, crew value +2."""
    night = learner(member("Sura", die, health=health)).do(roll(12))
    assert (sura(night).die, sura(night).health) == (larger, then)


def test_evolution_keeps_a_larger_old_health() -> None:
    """MS-ADV-5: Health is the larger of old maximum and table value."""
    assert sura(learner(member("Sura", 8, health=4)).do(roll(12))).health == 4


def test_the_largest_die_needs_two_evolutions() -> None:
    """MS-ADV-5: d12 to d20 on the second."""
    once = learner(member("Sura", 12), total=6).do(roll(12))
    assert (sura(once).die, sura(once).steps) == (12, 1)
    twice = once.do(roll(12))
    assert (sura(twice).die, sura(twice).health) == (20, 8)


def test_a_d20_chooses_another_result() -> None:
    """MS-ADV-4 Evolution: at d20 any other result."""
    night = learner(member("Sura", 20)).do(roll(12))
    assert night.asks == ("exchange", "Ash")
    assert "evolution" not in night.offers


def test_dice_may_never_grow() -> None:
    """MS-ADV-5 `never`: Evolution is exchanged."""
    night = learner(house={"evolution_die_step": "never"}).do(roll(12))
    assert night.asks == ("exchange", "Ash")


def test_any_advance_may_be_a_step() -> None:
    """MS-ADV-5 `choice`: after the roll a step is offered instead; Evolution is one anyhow."""
    night = learner(house={"evolution_die_step": "choice"}).do(roll(1))
    assert (night.asks, night.offers) == (("instead", "Ash"), ["step"])
    assert sura(night.do(yes("Step"))).die == 10
    assert sura(night.do(no)).health == 4
    assert sura(learner(house={"evolution_die_step": "choice"}).do(roll(12))).die == 10


def test_a_mutant_evolves_twice() -> None:
    """MS-TYP-3, MS-ADV-4: an Evolution may give a Mutant Altered as well, besides."""
    night = learner(member("Sura", 8, "mutant")).do(roll(12))
    assert (night.asks, sura(night).die) == (("twice", "Ash"), 10)
    asked = night.do(yes("Altered"))
    after = asked.do(choose("pounce"), yes())
    assert (sura(after).kind, sura(after).abilities, sura(after).advances) == (
        "creature",
        ("pounce",),
        1,
    )
    assert sura(after).learned == ("evolution", "altered")
    assert sura(night.do(no)).learned == ("evolution",)


def test_a_mutant_without_a_slot_is_not_asked() -> None:
    """MS-ADV-4: an Altered that cannot be applied is not offered."""
    own = member("Sura", 6, "mutant", abilities=("unstable-mass", "bite-deeper"))
    story = learner(own, house={"ability_slots": "by_die"}).do(roll(12))
    assert story.asks[0] != "twice"


# The Captain


def captain(*, resolve: int = 0, **house: str) -> Night:
    """The same as a Captain."""
    night = learner(member("Sura", 8, captain=True), house=house)
    if not resolve:
        return night
    raised = MemberChanged(
        crew=night.who("Ash"),
        member=night.who("Sura"),
        field=Field.RESOLVE,
        before="0",
        after=str(resolve),
        reason="before",
    )
    return night.given(raised)


def test_a_captain_may_take_resolve() -> None:
    """MS-ADV-6: +1 Resolve instead of any result, offered after the roll."""
    night = captain().do(roll(1))
    assert (night.asks, night.offers) == (("instead", "Ash"), ["resolve"])
    taken = night.do(yes("Resolve"))
    assert (sura(taken).resolve, sura(taken).health, sura(taken).advances) == (1, 3, 1)
    assert sura(night.do(no)).health == 4


def test_resolve_has_a_cap() -> None:
    """MS-ADV-6: 4 at most: with 2 and 2 gained it is not offered."""
    assert captain(resolve=2).do(roll(1)).asks[0] != "instead"
    assert captain(captain_resolve="three", resolve=1).do(roll(1)).asks[0] != "instead"
    assert captain(captain_resolve="one", resolve=2).do(roll(1)).asks[0] == "instead"


def test_a_captain_chooses_among_two() -> None:
    """MS-ADV-5 `choice`, -6: both offers in one question; one of them is taken."""
    night = captain(evolution_die_step="choice").do(roll(1))
    assert night.offers == ["resolve", "step"]
    assert night.refused(yes()) == "MS-GEN-2"
    assert sura(night.do(yes("Step"))).die == 10


def test_one_thing_to_exchange_for_is_not_asked() -> None:
    """MS-ADV-4: Bearer can always be applied; where nothing else can, it is taken."""
    own = member("Sura", 4, health=2, abilities=("ruin-wise",))
    night = learner(own, total=10).do(roll(8), choose("hunt"), roll(9), roll(9))
    assert sura(night).learned == ("practised", "enduring", "bearer")


@pytest.mark.parametrize(("advances", "earned"), [(0, 1), (1, 4), (2, 7)])
def test_a_guest_has_earned_its_advances(advances: int, earned: int) -> None:
    """MS-ADV-3: 3 and 6 for the first two; the 1 for enduring is added to them, and no more due."""
    cast = member("Sura", 8)
    guest = msgspec.structs.replace(cast.guest, advances=advances)
    own = msgspec.structs.replace(cast, guest=guest)
    night = Night(Story(crew("Ash", own), crew("Iron", *d(8, "Nine")))).do(OpenAftermath())
    assert sura(night).experience == earned
    assert night.asks[0] != "advance"
