"""Chapters 12, 14 to 16: months and phases, resources, the month's end, trials, the year's end."""

import pytest

from domain.aftermath import TreasuryChanged
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Choose, Decline, Named
from domain.games.morturi.doings import BeginSeason, Check, Contest, Dismiss, Rename
from domain.games.morturi.ruling import Change, ChangeKind, Ruling
from domain.games.morturi.school.accounts import receipt
from domain.games.morturi.school.beyond import ContestRolled, SkillChecked
from domain.games.morturi.school.calendar import GOES_ON, MonthBegan, PhaseBegan
from domain.games.morturi.school.ending import BattleWon, YearEnded
from domain.games.morturi.school.month_end import RecruitsRolled
from domain.games.morturi.school.year import Spend, owner
from domain.games.morturi.shapes import book
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.members import AbilityGained, Field, InjuryGained, MemberChanged
from domain.roster import MemberRetired
from domain.terms import Who
from tests.school_story import (
    PHASES,
    Year,
    bid,
    buy,
    done,
    hammer,
    hire,
    lot,
    no,
    passes,
    roll,
    yes,
)

MONTHS = [
    ("Martius", 31),
    ("Aprilis", 30),
    ("Maius", 31),
    ("Iunius", 30),
    ("Quintilis", 31),
    ("Sextilis", 30),
    ("September", 30),
    ("October", 31),
    ("November", 30),
    ("December", 30),
]
TRICKS = ("agility", "combat_control", "will_to_live")


def year(**house: str) -> Year:
    """Two schools with 10000 denarii each."""
    return Year("Ludus Ferox", "Domus Ursi", **house)


def with_resource(name: str, **house: str) -> Year:
    """Ludus Ferox has bought a resource in Martius."""
    return year(**house).phase("build_resources").do(buy(name, "Ludus Ferox"))


def month_end(before: Year) -> Year:
    """The Imperator ends the phases of the month one after the other."""
    while before.books.season.phase != "free_play":
        before = before.do(done)
    return before.do(done)


def with_palus(before: Year) -> Year:
    """Ludus Ferox has bought Varro, a secutor and Palus, for 1000."""
    return before.do(lot("Varro", "secutor palus", *TRICKS), bid("Ludus Ferox", 1000), hammer)


# The calendar


def test_the_year_has_ten_months_of_four_phases() -> None:
    """MR-CAM-1 to -3: Martius to December; auctions, building, ludi, free play."""
    whole = year().do(BeginSeason())
    events = list(whole.all(MonthBegan)) + list(whole.all(PhaseBegan))
    while not whole.books.season.over:
        whole = whole.do(done)
        events += [*whole.all(MonthBegan), *whole.all(PhaseBegan)]
    months = [(e.month.name, e.days) for e in events if isinstance(e, MonthBegan)]
    phases = [e.phase for e in events if isinstance(e, PhaseBegan)]
    assert months == MONTHS
    assert phases == [*PHASES, "month_end"] * 10
    assert whole.awaited == Nothing()
    assert whole.refused(done) == "MR-END-1"


def test_a_month_may_have_a_theme() -> None:
    """MR-CAM-5: Martius has small provincial arenas."""
    began = year().do(BeginSeason()).one(MonthBegan)
    assert began.theme == "small provincial arenas, small teams, simple rules"


def test_any_line_begins_the_year_and_only_once() -> None:
    """MR-CAM-3: a lot does; then it has begun."""
    begun = year().do(lot("Gaius", "thracian novicius"))
    assert begun.one(MonthBegan).number == 1
    assert begun.do(hammer).refused(BeginSeason()) == "MR-CAM-3"


def test_a_phase_is_over_when_all_schools_are_done() -> None:
    """MR-CAM-3: each says so once; the Imperator ends it for all."""
    one = year().do(BeginSeason(), Done(crew="Ludus Ferox"))
    assert one.awaited == Spend("auctions")
    assert one.refused(Done(crew="Ludus Ferox")) == "MR-CAM-3"
    assert one.do(Done(crew="Domus Ursi")).awaited == Spend("build_resources")
    assert year().do(done).awaited == Spend("build_resources")


def test_what_is_for_one_phase_is_refused_in_another() -> None:
    """MR-CAM-3: a resource in the auctions, a lot while building."""
    assert year().refused(buy("Chirugeon", "Ludus Ferox")) == "MR-CAM-3"
    assert year().phase("build_resources").refused(lot("Gaius", "gallus novicius")) == "MR-CAM-3"


def test_a_pickup_game_has_no_year() -> None:
    """MR-GEN-4: it has no Imperator, no auctions."""
    assert year(game_mode="pickup").refused(lot("Gaius", "gallus novicius")) == "MR-GEN-4"


def test_a_custom_year_goes_on_as_long_as_the_imperator_says() -> None:
    """MR-CAM-2: after a month he is asked; no ends the year."""
    asked = month_end(year(calendar="custom"))
    assert isinstance(asked.awaited, Confirm)
    assert asked.do(yes).one(MonthBegan).month.name == "Aprilis"
    assert asked.do(no).one(YearEnded).reached


def test_an_answer_means_what_is_asked() -> None:
    """MR-CAM-2: one that names another question, or another offer, answers nothing here."""
    asked = month_end(year(calendar="custom"))
    assert asked.refused(Decline(question="trade")) == "MR-CAM-2"
    assert asked.refused(Accept(effects=(Named("tumble"),))) == "MR-CAM-2"
    assert asked.do(Decline(question=GOES_ON)).one(YearEnded).reached


# Resources


@pytest.mark.parametrize(
    ("name", "newest", "earlier", "first"),
    [
        ("Chirugeon", 2000, 1500, 1000),
        ("Kidnapper", 1500, 1500, 1500),
        ("Agent", 500, 500, 500),
        ("Retired Legend", 2000, 1500, 1500),
        ("Stud and Mare Arrangements", 500, 500, 500),
    ],
)
def test_a_resource_has_a_fixed_price(name: str, newest: int, earlier: int, first: int) -> None:
    """MR-RES-1, -3 to -7, -10: by the revision whose prices are asked."""
    for edition, price in (("newest", newest), ("earlier", earlier), ("first", first)):
        bought = with_resource(name, edition_resource_prices=edition)
        assert bought.funds("Ludus Ferox") == 10000 - price
        bought.check_accounts()


def test_a_resource_is_had_once() -> None:
    """MR-RES-1, -8: a second is refused; one of which only the name is known is, too."""
    bought = with_resource("Chirugeon")
    assert bought.resources("Ludus Ferox") == ["chirugeon"]
    assert bought.refused(buy("Chirugeon", "Ludus Ferox")) == "MR-RES-1"
    assert bought.refused(hire("Chirugeon", "Ludus Ferox")) == "MR-RES-1"
    assert bought.refused(buy("Kitchens", "Ludus Ferox")) == "MR-RES-8"
    assert bought.do(buy("Chirugeon", "Domus Ursi")).resources("Domus Ursi") == ["chirugeon"]


@pytest.mark.parametrize(("name", "price"), [("Chirugeon", 400), ("Kidnapper", 300)])
def test_a_person_is_hired_for_a_fifth(name: str, price: int) -> None:
    """MR-AT-28, MR-RES-2: with the Imperator's leave, till the month's end."""
    asked = year().phase("build_resources").do(hire(name, "Ludus Ferox"))
    hired = asked.do(yes)
    assert hired.funds("Ludus Ferox") == 10000 - price
    assert hired.resources("Ludus Ferox") == [name.lower()]
    refused = asked.do(no)
    assert (refused.funds("Ludus Ferox"), refused.resources("Ludus Ferox")) == (10000, [])
    after = month_end(hired)
    if isinstance(after.awaited, Throw):
        after = after.do(roll(3))
    assert after.resources("Ludus Ferox") == []
    after.check_accounts()


def test_only_people_are_hired() -> None:
    """MR-RES-2: arrangements are bought."""
    built = year().phase("build_resources")
    assert built.refused(hire("Stud and Mare Arrangements", "Ludus Ferox")) == "MR-RES-2"


def test_what_is_built_may_be_ready_next_month() -> None:
    """MR-RES-9 `next_month`: paid at once, there from Aprilis on, and not ordered twice."""
    ordered = with_resource("Chirugeon", build_delay="next_month")
    assert ordered.funds("Ludus Ferox") == 8000
    assert ordered.resources("Ludus Ferox") == []
    assert ordered.refused(buy("Chirugeon", "Ludus Ferox")) == "MR-RES-1"
    later = month_end(ordered)
    assert later.resources("Ludus Ferox") == ["chirugeon"]


def test_nobody_spends_what_he_has_not() -> None:
    """MR-CAM-7: 400 are left of 10000: not enough for 500; by option 1000 may be owed."""
    for debt, rule in (("forbidden", "MR-CAM-7"), ("allowed_to_-1000", "")):
        poor = year(debt=debt).do(
            lot("Varro", "secutor palus", *TRICKS), bid("Ludus Ferox", 9600), hammer
        )
        built = poor.phase("build_resources")
        if rule:
            assert built.refused(buy("Agent", "Ludus Ferox")) == rule
        else:
            owing = built.do(buy("Agent", "Ludus Ferox"))
            assert owing.funds("Ludus Ferox") == -100
            assert owing.refused(buy("Kidnapper", "Ludus Ferox")) == "MR-CAM-7"
            owing.check_accounts()


# The month's end


@pytest.mark.parametrize(
    ("face", "servi", "kept"),
    [(1, 0, False), (2, 2, True), (3, 0, True), (4, 4, True), (5, 0, True), (6, 6, True)],
)
def test_the_kidnapper_brings_servi(*, face: int, servi: int, kept: bool) -> None:
    """MR-AT-28, MR-RES-4, MR-CAM-4: 1 lost, 2 two Servi, 4 four, 6 six, 3 and 5 nothing."""
    rolled = month_end(with_resource("Kidnapper")).do(roll(face))
    assert (rolled.one(RecruitsRolled).recruits, rolled.one(RecruitsRolled).lost) == (
        servi,
        not kept,
    )
    assert rolled.names("Ludus Ferox") == [f"Servus {n}" for n in range(1, servi + 1)]
    assert rolled.resources("Ludus Ferox") == (["kidnapper"] if kept else [])
    assert rolled.funds("Ludus Ferox") == 8500
    assert len({one.handle for one in rolled.school("Ludus Ferox").present}) == servi
    rolled.check_accounts()


def test_a_new_servus_is_named() -> None:
    """MR-RES-4: he is called what his Lanista likes."""
    named = month_end(with_resource("Kidnapper")).do(roll(2), Rename(member="Servus 2", name="Ox"))
    assert named.names("Ludus Ferox") == ["Servus 1", "Ox"]
    assert named.refused(Rename(member="Ox", name="Ox")) == "usage"


def test_stud_and_mare_need_a_primus_palus() -> None:
    """MR-RES-7: 100 a month with one, nothing without."""
    primus = year().do(lot("Rex", "secutor primus_palus"), bid("Ludus Ferox", 2000), hammer)
    built = primus.phase("build_resources").do(buy("Stud and Mare", "Ludus Ferox"))
    assert month_end(built).funds("Ludus Ferox") == 10000 - 2000 - 500 + 100
    assert month_end(with_resource("Stud and Mare")).funds("Ludus Ferox") == 9500
    month_end(built).check_accounts()


def test_a_retired_legend_teaches_each_palus() -> None:
    """MR-RES-6: one trick, chosen by the owner; no other grade learns."""
    palus = with_palus(year()).do(lot("Nov", "gallus novicius"), bid("Ludus Ferox", 500), hammer)
    asked = month_end(palus.phase("build_resources").do(buy("Retired Legend", "Ludus Ferox")))
    assert isinstance(asked.awaited, Pick)
    assert asked.awaited.member == asked.member("Varro").who.id
    assert len(asked.awaited.offers) == 4
    trick = asked.awaited.offers[0]
    taught = asked.do(Choose(picks=(trick,)))
    assert taught.one(AbilityGained).ability.id == trick
    assert len(taught.member("Varro").abilities) == 4
    assert taught.books.season.month == 2
    assert asked.refused(Choose(picks=("agility",))) == "MR-RES-6"


def test_his_trick_may_be_a_lot() -> None:
    """MR-RES-6 `random`: one of the four he has not."""
    palus = with_palus(year(new_trick_choice="random")).phase("build_resources")
    asked = month_end(palus.do(buy("Retired Legend", "Ludus Ferox")))
    assert isinstance(asked.awaited, Throw)
    third = asked.awaited.lot[2]
    assert asked.do(roll(3)).one(AbilityGained).ability.id == third


def test_the_seventh_trick_makes_a_primus_palus() -> None:
    """MR-ADV-3: four months with a Retired Legend: 3 + 4 = 7."""
    now = with_palus(year()).phase("build_resources").do(buy("Retired Legend", "Ludus Ferox"))
    for _ in range(4):
        now = month_end(now)
        assert isinstance(now.awaited, Pick)
        now = now.do(Choose(picks=now.awaited.offers[:1]))
    assert now.one(MemberChanged).after == "primus_palus"
    assert len(now.member("Varro").abilities) == 7
    assert now.member("Varro").grade == "primus_palus"


def test_the_badly_hurt_miss_the_next_months_ludi() -> None:
    """MR-SVC-2: hurt in Martius, he is back after Aprilis."""
    bought = year().do(buy("servus", "Ludus Ferox"))
    crew, one = owner(bought.books, bought.member("Servus 1").who.id)
    hurt = MemberChanged(
        crew=crew.who,
        member=one.who,
        field=Field.MISSES_NEXT,
        before="no",
        after="yes",
        reason="badly hurt",
    )
    lying = bought.given(crew.who.id, hurt)
    april = month_end(lying)
    assert not april.member("Servus 1").fit
    assert month_end(april).member("Servus 1").fit


# Beyond the arena


@pytest.mark.parametrize(
    ("grade", "suited", "hard", "face", "success"),
    [
        ("novicius", False, 0, 5, True),
        ("novicius", False, 0, 4, False),
        ("palus", False, 0, 4, True),
        ("primus_palus", False, 0, 3, True),
        ("primus_palus", True, 0, 2, True),
        ("primus_palus", True, 0, 1, False),
        ("primus_palus", True, 3, 4, False),
        ("primus_palus", True, 3, 5, True),
    ],
)
def test_a_skill_check_needs_five(
    *, grade: str, suited: bool, hard: int, face: int, success: bool
) -> None:
    """MR-AT-30, MR-OUT-1: Palus +1, Primus Palus +2, fitting role +1, hard tasks -1 to -3."""
    tricks = book().role("bestiarius").tricks[:3] if grade == "palus" else ()
    who = lot("Mus", f"bestiarius {grade}", *tricks)
    bought = year().do(who, bid("Ludus Ferox", 2000), hammer).phase("free_play")
    checked = bought.do(Check(member="Mus", suited=suited, hard=hard), roll(face))
    assert checked.one(SkillChecked).success is success


def test_a_contest_goes_to_the_higher() -> None:
    """MR-OUT-2: Palus 3 + 1 is level with a Servus's 4: again; then 2 + 1 loses to 4."""
    both = with_palus(year()).do(buy("servus", "Domus Ursi")).phase("free_play")
    begun = both.do(Contest(member="Varro", against="Servus 1"))
    level = begun.do(roll(3, 4))
    assert level.one(ContestRolled).totals == (4, 4)
    assert level.one(ContestRolled).winner == ()
    won = level.do(roll(2, 4))
    assert [who.name for who in won.one(ContestRolled).winner] == ["Servus 1"]
    assert won.awaited == Spend("free_play")


@pytest.mark.parametrize(
    ("suited", "against", "totals"),
    [(True, False, (5, 4)), (False, True, (4, 5)), (True, True, (5, 5))],
)
def test_a_fitting_role_helps_in_a_contest(
    suited: bool,  # noqa: FBT001  a case
    against: bool,  # noqa: FBT001  a case
    totals: tuple[int, int],
) -> None:
    """MR-OUT-2: with the bonuses of a check: Palus 3 + 1 and a Servus 4, suited 1 more."""
    both = with_palus(year()).do(buy("servus", "Domus Ursi")).phase("free_play")
    tried = Contest(member="Varro", against="Servus 1", suited=suited, against_suited=against)
    assert both.do(tried, roll(3, 4)).one(ContestRolled).totals == totals


def test_trials_have_their_bounds() -> None:
    """MR-OUT-1 to -3: hard by 3 at most, in free play, by who is fit, not against oneself."""
    free = with_palus(year()).phase("free_play")
    assert free.refused(Check(member="Varro", hard=4)) == "MR-OUT-1"
    assert free.refused(Contest(member="Varro", against="Varro")) == "MR-OUT-2"
    assert with_palus(year()).refused(Check(member="Varro")) == "MR-CAM-3"


def test_a_maimed_gladiator_may_serve() -> None:
    """MR-RET-1 `servant_bonus`: his school's checks have 1 more; by default they have not."""
    for maimed, total in (("servant_bonus", 5), ("retired", 4)):
        two = year(maimed=maimed).do(buy("servus", "Ludus Ferox"), buy("servus", "Ludus Ferox"))
        crew, one = owner(two.books, two.member("Servus 1").who.id)
        injured = InjuryGained(crew=crew.who, member=one.who, injury=Who("maimed", "Maimed"))
        gone = MemberRetired(crew=crew.who, member=one.who, reason="maimed")
        free = two.given(crew.who.id, injured, gone).phase("free_play")
        assert free.do(Check(member="Servus 2"), roll(4)).one(SkillChecked).total == total


def test_a_raid_is_ruled() -> None:
    """MR-OUT-3, MR-GEN-4: it destroys a resource, and costs or brings denarii."""

    def ruled(change: str, amount: int = 0, what: str = "") -> Ruling:
        kind = ChangeKind(change)
        one = Change(unit="crew-ludus-ferox", change=kind, amount=amount, what=what)
        return Ruling(text="the raid", changes=(one,))

    built = with_resource("Chirugeon").phase("free_play")
    raided = built.do(ruled("sheds", what="Chirugeon"))
    assert raided.resources("Ludus Ferox") == []
    assert raided.refused(ruled("sheds", what="Chirugeon")) == "MR-GEN-4"
    assert built.do(ruled("loses", 300)).funds("Ludus Ferox") == 7700
    assert built.do(ruled("regains", 300)).funds("Ludus Ferox") == 8300
    assert built.refused(ruled("loses", 8001)) == "MR-CAM-7"
    assert built.refused(ruled("loses")) == "MR-GEN-4"
    assert built.refused(ruled("acted", 1)) == "MR-GEN-4"
    raided.check_accounts()


def test_a_raid_ends_a_hire() -> None:
    """MR-RES-2, MR-OUT-3: the hired one is gone; one bought after it stays when the month ends."""
    raid = Change(unit="crew-ludus-ferox", change=ChangeKind.SHEDS, what="Chirugeon")
    building = year().phase("build_resources").do(hire("Chirugeon", "Ludus Ferox"), yes)
    raided = building.do(Ruling(text="the raid", changes=(raid,)))
    assert raided.books.season.hired == ()
    bought = raided.do(buy("Chirugeon", "Ludus Ferox")).phase("free_play").do(done)
    assert bought.resources("Ludus Ferox") == ["chirugeon"]
    assert building.phase("free_play").do(done).resources("Ludus Ferox") == []


# Retirement and the end


def test_gladiators_and_schools_retire() -> None:
    """MR-RET-1, -2: a school that has retired bids no more, and wins nothing."""
    owned = year().do(buy("servus", "Ludus Ferox"), Dismiss(member="Servus 1"))
    assert owned.names("Ludus Ferox") == []
    gone = owned.do(Dismiss(member="Ludus Ferox"))
    assert gone.refused(buy("servus", "Ludus Ferox")) == "MR-RET-2"
    assert gone.refused(Dismiss(member="Ludus Ferox")) == "MR-RET-2"
    assert not gone.do(lot("Gaius", "gallus novicius"), passes("Domus Ursi")).all(BattleWon)


def test_a_newcomer_may_be_helped_to_catch_up() -> None:
    """MR-RET-2, MR-CRE-10: -1000 and +4000 are 1500 on average: half of that is 750."""
    for budget, purse in (("flat_10000", 10000), ("catch_up", 10750)):
        begun = year(new_school_budget=budget).do(BeginSeason())
        changed = begun.given("crew-ludus-ferox", _receipt(begun, "Ludus Ferox", -1000))
        changed = changed.given("crew-domus-ursi", _receipt(changed, "Domus Ursi", 4000))
        changed.found("Vi Et Armis")
        assert changed.funds("Vi Et Armis") == purse


def test_what_a_newcomer_was_given_is_no_gain() -> None:
    """MR-RET-2: after -1000, +4000 and a helped newcomer's 0 the next has half of 1000: 10500."""
    begun = year(new_school_budget="catch_up").do(BeginSeason())
    changed = begun.given("crew-ludus-ferox", _receipt(begun, "Ludus Ferox", -1000))
    changed = changed.given("crew-domus-ursi", _receipt(changed, "Domus Ursi", 4000))
    changed.found("Vi Et Armis")
    changed.found("Legio Mortis")
    assert changed.funds("Legio Mortis") == 10500


def _receipt(at: Year, school: str, amount: int) -> TreasuryChanged:
    """Somebody's gain or loss."""
    return receipt(at.school(school), amount, "test")


@pytest.mark.parametrize(
    ("winner", "who", "reached"),
    [
        ("net_worth", "Ludus Ferox", (10000, 9000)),
        ("funds", "Domus Ursi", (7900, 8000)),
        ("battles_won", "Domus Ursi", (0, 1)),
    ],
)
def test_somebody_wins_the_year(winner: str, who: str, reached: tuple[int, int]) -> None:
    """MR-END-1: a Servus (100) and a Primus Palus (2000) are worth what they cost, resources half.

    Ludus Ferox: 10000 - 100 - 2000 = 7900 and 2100 of gladiators are 10000; Domus Ursi: 8000 and
    half of a Chirugeon (2000) are 9000; it has won a battle.
    """
    start = year(campaign_winner=winner).do(
        buy("servus", "Ludus Ferox"),
        lot("Rex", "secutor primus_palus"),
        bid("Ludus Ferox", 2000),
        hammer,
    )
    whole = start.phase("build_resources").do(buy("Chirugeon", "Domus Ursi"))
    ursi = whole.school("Domus Ursi").who
    whole = whole.given("campaign", BattleWon(battle="battle-1", school=ursi))
    while not whole.books.season.over:
        whole = whole.do(done)
    ended = whole.one(YearEnded)
    assert [one.name for one in ended.winners] == [who]
    assert tuple(one.score for one in ended.reached) == reached
    whole.check_accounts()


def test_the_imperator_may_name_the_winner() -> None:
    """MR-END-1 `imperator`: he chooses among the schools."""
    whole = year(campaign_winner="imperator")
    while not isinstance(whole.awaited, Pick):
        whole = whole.do(done)
    chosen = whole.do(Choose(picks=("Domus Ursi",)))
    assert [one.name for one in chosen.one(YearEnded).winners] == ["Domus Ursi"]


def test_level_schools_win_together() -> None:
    """MR-END-1: both have 10000."""
    whole = year()
    while not whole.books.season.over:
        whole = whole.do(done)
    assert len(whole.one(YearEnded).winners) == 2
