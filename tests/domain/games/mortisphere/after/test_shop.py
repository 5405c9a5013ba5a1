"""The shop phase: mending, ransom, recruits, trade, names (MS-FAT-7, MS-REC-4, MS-EQP-3, -4)."""

import pytest

from domain.aftermath import GrantGiven, ItemMoved, TreasuryChanged
from domain.books import Standing
from domain.games.mortisphere.acting import Done
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.shop import AftermathClosed, DealMade
from domain.members import Field, InjuryGained, InjuryRemoved, MemberChanged
from domain.roster import MemberRecruited, MemberRenamed, MemberRetired
from domain.terms import Who
from tests.evening import (
    Night,
    buy,
    dismiss,
    done,
    give,
    mend,
    ransom,
    recruit,
    rename,
    sell,
)
from tests.story import Cast, Story, crew, d, member, roll

LAMED, CORE = Who("lamed", "Lamed"), Who("broken-core", "Broken Core")


def shop(*members: Cast, money: int = 20, injuries: tuple[Who, ...] = (), **house: str) -> Night:
    """Ash in its shop phase, with Sura, two who help her, and so much salvage."""
    own = members or (member("Sura", 8),)
    story = Story(
        crew("Ash", *own, member("Oum", 10, captain=True), *d(8, "Vex")),
        crew("Iron", *d(8, "Nine", "Ten", "Eleven")),
        house=house,
    )
    ash, first = story.who("Ash"), story.who(own[0].guest.name)
    hurt = [InjuryGained(crew=ash, member=first, injury=one) for one in injuries]
    night = Night(story, "", *hurt).do(OpenAftermath())
    assert night.asks == ("shop", "Ash")
    rich = TreasuryChanged(crew=ash, amount=0, reason="before", balance=money)
    return night.given(rich)


# Mending


def test_an_injury_is_mended() -> None:
    """MS-FAT-7: 2 salvage and a missed battle remove one injury."""
    after = shop(injuries=(LAMED,)).do(mend("Sura", "Lamed"))
    sura = after.member("Sura")
    assert (sura.injuries, sura.misses_next, after.crew("Ash").treasury) == ((), True, 18)
    assert after.told(InjuryRemoved).cost == 2


@pytest.mark.parametrize(("kind", "cost"), [("machine", 1), ("construct", 2)])
def test_parts_are_replaced_without_a_pause(kind: str, cost: int) -> None:
    """MS-FAT-7, MS-TYP-3: Machine 1, Construct 2, without missing a battle; as often as wanted."""
    night = shop(member("Sura", 8, kind), injuries=(LAMED, CORE))
    after = night.do(mend("Sura", "Lamed"), mend("Sura", "broken-core"))
    sura = after.member("Sura")
    assert (sura.injuries, sura.misses_next) == ((), False)
    assert after.crew("Ash").treasury == 20 - 2 * cost


def test_one_injury_goes_the_other_stays() -> None:
    """Case 28, MS-FAT-7: of two Broken Cores and a Lamed, mending one core leaves the others."""
    after = shop(injuries=(CORE, LAMED, CORE)).do(mend("Sura", "Broken Core"))
    assert after.member("Sura").injuries == ("lamed", "broken-core")
    assert after.refused(mend("Sura", "Lamed")) == "MS-FAT-7"


def test_mending_is_refused_where_there_is_nothing() -> None:
    """MS-FAT-7: no such injury, no such word, no money, nobody of the crew."""
    night = shop(injuries=(LAMED,), money=1)
    assert night.refused(mend("Vex", "Lamed")) == "MS-FAT-7"
    assert night.refused(mend("Sura", "Lammed")) == "not-found"
    assert night.refused(mend("Sura", "Lamed")) == "MS-FAT-7"
    assert night.refused(mend("Nine", "Lamed")) == "MS-FAT-7"


def test_wounds_are_mended_where_they_do_not_heal() -> None:
    """MS-FAT-2 `none`: lost Health returns by mending alone."""
    night = shop(member("Sura", 8, lost=2), recovery="none")
    assert night.member("Sura").lost == 2
    after = night.do(mend("Sura", "wounds"))
    sura = after.member("Sura")
    assert (sura.lost, sura.misses_next, after.crew("Ash").treasury) == (0, True, 18)
    assert shop(member("Sura", 8, lost=2)).refused(mend("Sura", "wounds")) == "MS-FAT-2"


# Ransom


def captive() -> Night:
    """Sura is a captive of the enemy."""
    night = shop()
    taken = MemberChanged(
        crew=night.who("Ash"),
        member=night.who("Sura"),
        field=Field.STATUS,
        before="fit",
        after="captive",
        reason="left behind",
    )
    return night.given(taken)


def test_a_captive_is_ransomed_for_half_its_value() -> None:
    """MS-FAT-5 `captured`: a d8 for 4 salvage."""
    after = captive().do(ransom("Sura"))
    assert (after.member("Sura").status, after.crew("Ash").treasury) == (Standing.FIT, 16)


def test_nobody_else_is_ransomed() -> None:
    """MS-FAT-5: a captive of the own crew, and the money for it."""
    assert shop().refused(ransom("Sura")) == "MS-FAT-5"
    poor = TreasuryChanged(crew=shop().who("Ash"), amount=0, reason="", balance=3)
    assert captive().given(poor).refused(ransom("Sura")) == "MS-FAT-5"
    assert captive().refused(mend("Sura", "Lamed")) == "MS-FAT-7"
    assert captive().refused(give("Crude Blade", "Sura")) == "MS-EQP-4"


# Recruits


def test_a_recruit_is_paid_for() -> None:
    """MS-REC-1, -2, MS-HEA-6: die 6, one Health 2, an ability 1, a blade 1."""
    night = shop()
    pip = recruit("Pip", "mutant d6", health=3, abilities=("Stubborn",), items=("Crude Blade",))
    after = night.do(pip)
    assert (after.told(MemberRecruited).cost, after.crew("Ash").treasury) == (10, 10)
    assert after.member("Pip").items[0].id.endswith("#crude-blade")


def test_three_recruits_an_aftermath() -> None:
    """MS-REC-4: at most 3 new members between two battles."""
    night = shop()
    for name in ("Pip", "Pop", "Pup"):
        night = night.do(recruit(name, "creature d4"))
    assert night.refused(recruit("Pep", "creature d4")) == "MS-REC-4"


def test_recruits_obey_the_rules_of_recruiting() -> None:
    """MS-REC-2, MS-ABI-3, MS-CAP-1: money, abilities of the type, one Captain; a readable die."""
    night = shop(money=5)
    assert night.refused(recruit("Pip", "mutant d6")) == "MS-REC-2"
    assert night.refused(recruit("Pip", "creature d4", abilities=("Last Cartridge",))) == "MS-ABI-3"
    assert night.refused(recruit("Pip", "creature d4", will="endure")) == "MS-CAP-1"
    assert night.refused(recruit("Pip", "creature")) == "usage"
    assert night.refused(recruit("Pip", "creature d5")) == "not-found"


# Rebuilding


def survivors(*dice: int, lost: int = 3) -> Night:
    """Iron after a battle in which it lost three d8; these are left."""
    kept = [member(f"Kept {n}", die) for n, die in enumerate(dice)]
    gone = [member(f"Gone {n}", 8, out=True, lost=3) for n in range(lost)]
    story = Story(crew("Ash", member("Oum", 10, captain=True)), crew("Iron", *kept, *gone))
    night = Night(story, "").do(*[roll(1)] * lost)
    return night.do(done)


@pytest.mark.parametrize(
    ("dice", "grant"),
    [((8, 8), 4), ((4, 4, 4), 8), ((12, 12), 0), ((8, 8, 8), 0), ((), 20), ((10, 4, 4), 2)],
)
def test_a_crew_is_helped_to_a_fit_value_of_twenty(dice: tuple[int, ...], grant: int) -> None:
    """MS-REC-6: fewer than 3 fit members, or fit value below 20: salvage up to 20."""
    night = survivors(*dice)
    assert night.asks == ("shop", "Iron")
    assert night.crew("Iron").grant == grant
    assert sum(one.amount for one in night.all(GrantGiven) if one.crew.name == "Iron") == grant


def test_a_grant_is_for_recruits_only() -> None:
    """MS-REC-6: it pays recruits before the purse does, buys nothing else, and lapses."""
    night = survivors(8, 8)
    assert (night.crew("Iron").grant, night.crew("Iron").treasury) == (4, 6)
    poor = TreasuryChanged(crew=night.who("Iron"), amount=0, reason="", balance=0)
    assert night.given(poor).refused(buy("Crude Blade")) == "MS-REC-2"
    after = night.do(recruit("Pip", "creature d6"))
    told = after.told(MemberRecruited)
    assert (told.cost, told.granted, told.treasury) == (6, 4, 4)
    assert after.crew("Iron").grant == 0
    assert survivors(8, 8).do(done).crew("Iron").grant == 0


# Trade


def test_items_are_bought_for_somebody_or_the_store() -> None:
    """MS-EQP-3, -4: at their price."""
    night = shop()
    carried = night.do(buy("Rivet Gun", "Sura"))
    assert [item.kind for item in carried.member("Sura").items] == ["rivet-gun"]
    stored = night.do(buy("Riot Plate"))
    assert [item.kind for item in stored.crew("Ash").store] == ["riot-plate"]
    assert (carried.crew("Ash").treasury, stored.crew("Ash").treasury) == (19, 18)


def test_the_dead_know_what_they_owned() -> None:
    """MS-TYP-3: a Remnant pays 1 less for an extinct item, at least 1."""
    night = shop(member("Sura", 8, "remnant"))
    assert night.do(buy("Orrery Shard", "Sura")).crew("Ash").treasury == 19
    assert night.do(buy("Glass Sigil", "Sura")).crew("Ash").treasury == 19


def test_families_and_slots_hold() -> None:
    """MS-EQP-3: a Creature carries biological items, one of them."""
    night = shop(member("Sura", 8, "creature"))
    assert night.refused(buy("Rivet Gun", "Sura")) == "MS-EQP-3"
    laden = night.do(buy("Chitin Graft", "Sura"))
    assert laden.refused(buy("Venom Gland", "Sura")) == "MS-EQP-3"


def test_a_bound_weapon_makes_room_for_any_family() -> None:
    """Bound Weapon: one more slot, and any tag in it."""
    night = shop(member("Sura", 8, "creature", abilities=("bound-weapon",)))
    both = night.do(buy("Rivet Gun", "Sura"), buy("Chitin Graft", "Sura"))
    assert len(both.member("Sura").items) == 2
    assert night.do(buy("Rivet Gun", "Sura")).refused(buy("Riot Plate", "Sura")) == "MS-EQP-3"


def test_bearer_makes_room() -> None:
    """MS-ADV-4 Bearer: an equipment slot more."""
    night = shop(member("Sura", 8, "creature"))
    more = MemberChanged(
        crew=night.who("Ash"),
        member=night.who("Sura"),
        field=Field.SLOTS,
        before="0",
        after="1",
        reason="Bearer",
    )
    two = night.given(more).do(buy("Chitin Graft", "Sura"), buy("Venom Gland", "Sura"))
    assert len(two.member("Sura").items) == 2


def test_what_cannot_be_paid_is_not_bought() -> None:
    """MS-REC-2: there is no credit; there is no such thing."""
    assert shop(money=1).refused(buy("Riot Plate")) == "MS-REC-2"
    assert shop().refused(buy("Riot Plait")) == "not-found"


def test_items_are_sold_for_half() -> None:
    """MS-REC-4 (data file: half price, rounded down): 3 gives 1, 1 gives nothing."""
    night = shop(money=10).do(buy("Door Without a Wall"), buy("Crude Blade", "Sura"))
    dear = night.do(sell("Door Without a Wall"))
    assert (dear.crew("Ash").store, dear.crew("Ash").treasury) == ((), 7)
    cheap = night.do(sell("Crude Blade", "Sura"))
    assert (cheap.member("Sura").items, cheap.crew("Ash").treasury) == ((), 6)
    assert cheap.all(TreasuryChanged) == []


def test_items_change_hands_freely() -> None:
    """MS-EQP-4: from anybody to anybody of the crew, and the store."""
    night = shop().do(buy("Crude Blade", "Sura"))
    (blade,) = night.member("Sura").items
    stored = night.do(give("Crude Blade", "store", giver="Sura"))
    assert stored.crew("Ash").store == (blade,)
    handed = stored.do(give("Crude Blade", "Vex", giver="store"))
    assert (handed.member("Vex").items, handed.crew("Ash").store) == ((blade,), ())
    assert handed.told(ItemMoved).giver == ()
    assert handed.refused(give("Crude Blade", "Vex", giver="Vex")) == "MS-EQP-4"
    assert handed.refused(give("Crude Blade", "Vex", giver="Sura")) == "MS-EQP-4"
    assert handed.refused(give("Crude Blade", "Nine", giver="Vex")) == "MS-EQP-4"


def test_among_several_it_is_said_from_whom() -> None:
    """MS-EQP-4: where one alone has it nobody need be named."""
    one = shop().do(buy("Crude Blade", "Sura"))
    assert one.do(give("Crude Blade", "store")).crew("Ash").store
    assert one.do(buy("Crude Blade", "Vex")).refused(sell("Crude Blade")) == "MS-EQP-4"


# Names and leaving


def test_a_member_is_renamed() -> None:
    """Case 41, MS-PRO-6: the former name is on record."""
    after = shop().do(rename("Sura", "Sura the Bell-ringer"))
    told = after.told(MemberRenamed)
    assert (told.before, told.member.name) == ("Sura", "Sura the Bell-ringer")
    assert after.refused(rename("Sura the Bell-ringer", "Sura the Bell-ringer")) == "usage"


def test_a_member_is_dismissed_and_leaves_its_gear() -> None:
    """Cases 2, 43, MS-REC-4: only it leaves; what it carried is in the store, once."""
    night = shop().do(buy("Crude Blade", "Sura"))
    after = night.do(dismiss("Sura"))
    assert after.told(MemberRetired).reason == "dismissed"
    assert [one.who.name for one in after.crew("Ash").present] == ["Oum", "Vex"]
    assert [item.kind for item in after.crew("Ash").store] == ["crude-blade"]
    two = after.do(dismiss("Vex"))
    assert [one.who.name for one in two.crew("Ash").present] == ["Oum"]


def test_two_leave_in_one_evening() -> None:
    """Case 43: of four, the two who are dismissed go, and they alone; their type stays open."""
    night = shop().do(recruit("Pip", "creature d4"), dismiss("Sura"), dismiss("Vex"))
    assert {one.who.name: one.status for one in night.crew("Ash").members} == {
        "Oum": Standing.FIT,
        "Sura": Standing.RETIRED,
        "Vex": Standing.RETIRED,
        "Pip": Standing.FIT,
    }
    kinds = {one.kind for one in shop().crew("Ash").members if one.who.name in ("Sura", "Vex")}
    for number, kind in enumerate(sorted(kinds)):
        assert night.when(recruit(f"New{number}", f"{kind} d4"))


def test_a_captain_is_not_dismissed() -> None:
    """MS-CAP-10: it leads until it is lost."""
    assert shop().refused(dismiss("Oum")) == "MS-CAP-10"


def test_the_dismissed_lower_the_value() -> None:
    """Case 8, 10: value and rating are those of who is left."""
    night = shop(injuries=(LAMED,)).do(dismiss("Sura"))
    assert sum(one.die for one in night.crew("Ash").fit) == 18


# Order


def test_each_line_is_told_in_the_battles_story() -> None:
    """One line, one undo step: every deal begins with a line of the battle's own story."""
    night = shop(injuries=(LAMED,))
    lines = (mend("Sura", "Lamed"), buy("Riot Plate"), recruit("Pip", "creature d4"))
    for line in (*lines, rename("Vex", "Vexed"), dismiss("Vex")):
        assert isinstance(night.when(line)[0], DealMade)


def test_crews_shop_in_the_order_of_the_opening() -> None:
    """MS-CAM-2: one after the other, then all is over, once."""
    night = shop()
    assert night.refused(Done(crew="Iron")) == "MS-CAM-2"
    first = night.do(Done(crew="Ash"))
    assert first.asks == ("shop", "Iron")
    over = first.do(done)
    assert over.told(AftermathClosed).battle == "battle-1"
    assert over.asks == ("", "")
    assert over.refused(done) == "MS-CAM-2"
    assert over.refused(buy("Riot Plate")) == "MS-CAM-2"
