"""Chapter 11 in a campaign: battles announced, entered, paid for; challenges (MR-BAT, MR-SCN)."""

import pytest
from msgspec.structs import replace

from domain.aftermath import TreasuryChanged
from domain.campaign import STORY, BattleListed
from domain.games.morturi.doings import Lay, Rename, Seal, TakeUp, Unseal
from domain.games.morturi.opening import Open
from domain.games.morturi.options import House
from domain.games.morturi.school import showing
from domain.games.morturi.school.ludi import (
    BattleOffered,
    OfferLapsed,
    SchoolEntered,
    prize_of,
)
from domain.games.morturi.school.pairings import ChallengeLapsed, PairingMade
from domain.games.morturi.school.year import Bidding, Entered, Offer, Spend, house
from domain.games.morturi.shapes import book
from domain.games.morturi.waiting import Pick, Throw
from domain.terms import RuleBroken
from tests.school_story import (
    Night,
    Year,
    begin,
    bid,
    buy,
    choose,
    digest_of,
    done,
    field,
    fight,
    hammer,
    hire,
    lot,
    offer,
    passes,
    roll,
)


def year(servi: int = 2, **house: str) -> Year:
    """The ludi of Martius; each school has Servi."""
    both = Year("Ludus Ferox", "Domus Ursi", **house)
    for number in range(servi):
        both = both.do(buy("servus", "Ludus Ferox"), buy("servus", "Domus Ursi"))
        for school in ("Ludus Ferox", "Domus Ursi"):
            both = _named(both, school, number + 1)
    return both.phase("ludi")


def _named(at: Year, school: str, number: int) -> Year:
    """`Ferox 1` and so on, so that names are each school's own."""
    servus = next(one for one in at.school(school).present if one.who.name.startswith("Servus"))
    return at.do(Rename(member=servus.who.id, name=f"{school.split()[1]} {number}"))


def test_a_battle_shows_what_it_should_pay() -> None:
    """MR-BAT-6: three teams of 3 to the death, with fees of 100 and 200 for a loser.

    Percentages that add: 4500 * 1.75 + 300 - 400; that multiply: 4500 * 1.25 * 1.5 + 300 - 400,
    half a denarius less.
    """
    for how, amount in (("add", 7775), ("multiply", 8337)):
        three = Year("Ludus Ferox", "Domus Ursi", "Vi Et Armis", prize_percentages=how)
        for school in ("Ludus Ferox", "Domus Ursi", "Vi Et Armis"):
            three = three.do(*3 * (buy("servus", school),))
        ludi = three.phase("ludi").do(offer("slaughter_of_the_noxii", fee=100, payout=200))
        assert showing.show(ludi.books)["offers"][0]["guideline"] == 0
        for school in ("Ludus Ferox", "Domus Ursi", "Vi Et Armis"):
            team = tuple(one.who.id for one in ludi.school(school).present)
            ludi = ludi.do(field(school, *team))
        assert showing.show(ludi.books)["offers"][0]["guideline"] == amount


def test_a_battle_is_announced_with_its_terms() -> None:
    """MR-BAT-1, MR-SCN-7: by default those of its page; Crossfire 3500 and 1000, at first 3000."""
    for edition, terms in (("newest", (0, 3500, 1000)), ("first", (0, 3000, 1500))):
        event = year(edition_crossfire_prize=edition).do(offer("crossfire")).one(BattleOffered)
        assert (event.fee, event.prize, event.payout) == terms
    own = year().do(offer("battlelines", fee=100, prize=0, payout=50)).one(BattleOffered)
    assert (own.fee, own.prize, own.payout) == (100, 0, 50)


def test_the_fee_is_paid_before_the_battle() -> None:
    """MR-BAT-7: 100 each when they enter; who cannot pay cannot enter."""
    entered = year().do(offer("battlelines", fee=100), field("Ludus Ferox", "Ferox 1"))
    assert entered.funds("Ludus Ferox") == 10000 - 200 - 100
    assert entered.one(TreasuryChanged).reason == "fee of Battlelines"
    dear = year().do(offer("battlelines", fee=9801))
    assert dear.refused(field("Ludus Ferox", "Ferox 1")) == "MR-CAM-7"
    entered.check_accounts()


def test_only_what_is_announced_is_entered() -> None:
    """MR-BAT-1, -2, -7: once a school, with its own who are fit, as many as the battle says."""
    assert year().refused(field("Ludus Ferox", "Ferox 1")) == "MR-BAT-7"
    announced = year().do(offer("crossfire"))
    assert announced.refused(field("Ludus Ferox", "Ferox 1")) == "MR-BAT-1"
    assert announced.refused(field("Ludus Ferox", "Ferox 1", "Ursi 1")) == "MR-BAT-2"
    assert announced.refused(field("Ludus Ferox", "Ferox 1", "Ferox 1")) == "MR-BAT-2"
    entered = announced.do(field("Ludus Ferox", "Ferox 1", "Ferox 2"))
    assert entered.refused(field("Ludus Ferox", "Ferox 1", "Ferox 2")) == "MR-BAT-7"


def test_a_battle_of_the_year_is_one_that_was_entered() -> None:
    """MR-CAM-3, MR-BAT-2, -7: opened with the teams that entered, and in no other phase."""
    both = year().do(
        offer("battlelines", fee=50),
        field("Ludus Ferox", "Ferox 1"),
        field("Domus Ursi", "Ursi 2", "Ursi 1"),
    )
    opened = fight(both, "battlelines")
    (announced,) = opened.books.season.offers
    assert announced.battle == "battle-1"
    assert opened.school("Ludus Ferox").open_battle == "battle-1"
    assert opened.refused(done) == "MR-CAM-3"
    alone = year().do(offer("battlelines"), field("Ludus Ferox", "Ferox 1"))
    rival = ("crew-ludus-ferox", "crew-domus-ursi")
    with pytest.raises(RuleBroken, match="MR-BAT-7"):
        alone.judge("battle-1", Open(battle="battle-1", scenario="battlelines", crews=rival))
    early = Open(battle="battle-1", scenario="battlelines", crews=rival)
    with pytest.raises(RuleBroken, match="MR-CAM-3"):
        Year("Ludus Ferox", "Domus Ursi").do(done).judge("battle-1", early)


def test_a_gladiator_may_have_one_battle_a_month() -> None:
    """MR-CAM-6 `1`: entered again this month he is refused; by default he is not."""
    for option, rule in (("unlimited", ""), ("1", "MR-CAM-6")):
        both = year(battles_per_gladiator_month=option).do(
            offer("battlelines"),
            field("Ludus Ferox", "Ferox 1"),
            field("Domus Ursi", "Ursi 1"),
            offer("battlelines"),
        )
        again = field("Ludus Ferox", "Ferox 1")
        if rule:
            assert both.refused(again) == rule
        else:
            assert both.do(again).funds("Ludus Ferox") == 9800


def test_what_was_not_fought_is_paid_back() -> None:
    """MR-BAT-7: the ludi end: the fee of 100 goes back."""
    entered = year().do(offer("battlelines", fee=100), field("Ludus Ferox", "Ferox 1"))
    over = entered.do(done)
    assert over.one(OfferLapsed).offer == 1
    assert over.funds("Ludus Ferox") == 9800
    assert over.awaited == Spend("free_play")
    over.check_accounts()


def test_tifernum_hires_palus_of_its_roles() -> None:
    """MR-SCN-6, MR-AUC-4: at 750 for the one battle; another role or grade is refused."""
    announced = year().do(offer("tifernum"))
    tricks = book().role("samnite").tricks[:3]
    hired = announced.do(hire("Silo", "Ludus Ferox", "samnite palus", *tricks))
    assert hired.funds("Ludus Ferox") == 9800 - 750
    assert hired.member("Silo").term == "one_battle"
    assert announced.refused(hire("Silo", "Ludus Ferox", "gallus palus")) == "MR-SCN-6"
    assert announced.refused(hire("Silo", "Ludus Ferox", "samnite novicius")) == "MR-SCN-6"
    hired.check_accounts()


# Duels


def duel(stake: int = 500) -> Year:
    """Ludus Ferox has laid Ferox 1 down."""
    laid = Lay(crew="Ludus Ferox", member="Ferox 1", stake=stake)
    return year().do(offer("duel_series"), laid)


def take(member: str = "Ursi 1", stake: int = 0, school: str = "Domus Ursi") -> TakeUp:
    """`accept Domus Ursi: Ursi 1 stake 500`."""
    return TakeUp(crew=school, member=member, stake=stake)


def test_in_a_duel_the_stake_is_matched() -> None:
    """MR-SCN-11: 500 of each; the winner takes 2000 and both."""
    assert duel().awaited == Bidding("duel", ("crew-domus-ursi",))
    assert duel().refused(take(stake=400)) == "MR-SCN-11"
    paired = duel().do(take())
    event = paired.one(PairingMade)
    assert (event.prize, event.stakes) == (2000, (500, 500))
    assert paired.funds("Ludus Ferox") == paired.funds("Domus Ursi") == 9800 - 500
    paired.check_accounts()


def test_the_host_chooses_whom_it_meets() -> None:
    """MR-SCN-4: two have taken it up."""
    three = Year("Ludus Ferox", "Domus Ursi", "Vi Et Armis")
    for school in ("Ludus Ferox", "Domus Ursi", "Vi Et Armis"):
        three = _named(three.do(buy("servus", school)), school, 1)
    laid = three.phase("ludi").do(offer("duel_series"), Lay(crew="Ludus Ferox", member="Ferox 1"))
    both = laid.do(take("Et 1", school="Vi Et Armis"), take())
    assert isinstance(both.awaited, Pick)
    paired = both.do(choose("Ursi 1")).one(PairingMade)
    assert [who.name for who in paired.gladiators] == ["Ferox 1", "Ursi 1"]


def test_nobody_must_take_a_challenge_up() -> None:
    """MR-SCN-11: it lapses, and does not count: the school may challenge again."""
    left = duel().do(passes("Domus Ursi"))
    assert left.one(ChallengeLapsed).school.name == "Ludus Ferox"
    assert left.funds("Ludus Ferox") == 9800
    assert len(duel().do(hammer).all(ChallengeLapsed)) == 1
    assert len(left.do(Lay(crew="Ludus Ferox", member="Ferox 1"), take()).all(PairingMade)) == 1


def test_three_challenges_a_month() -> None:
    """MR-SCN-11: as is suggested for duels; the fourth is refused."""
    host = Lay(crew="Ludus Ferox", member="Ferox 1")
    thrice = year().do(offer("duel_series"), *(host, take()) * 3)
    assert thrice.refused(host) == "MR-SCN-11"


def test_duellists_are_laid_face_down() -> None:
    """MR-SCN-4: sealed, then shown; another gladiator than the sealed one is refused."""
    line = "accept Domus Ursi: Ursi 1 stake 500"
    sealed = duel().do(Seal(crew="Domus Ursi", digest=digest_of("grain", line)))
    other = Unseal(crew="Domus Ursi", salt="grain", choice=take("Ursi 2", 500))
    assert sealed.refused(other) == "MR-SCN-11"
    shown = sealed.do(Unseal(crew="Domus Ursi", salt="grain", choice=take("Ursi 1", 500)))
    assert shown.one(PairingMade).stakes == (500, 500)


def test_challenges_need_what_is_announced() -> None:
    """MR-SCN-11: duels or classic pairings; a stake is no more than a school has."""
    assert year().refused(Lay(crew="Ludus Ferox", member="Ferox 1")) == "MR-SCN-11"
    rich = Lay(crew="Ludus Ferox", member="Ferox 1", stake=9801)
    assert year().do(offer("duel_series")).refused(rich) == "MR-CAM-7"


def pairing() -> Year:
    """A samnite of Ludus Ferox is laid down; the others have a thracian each."""
    three = Year("Ludus Ferox", "Domus Ursi", "Vi Et Armis")
    three = three.do(lot("Silo", "samnite novicius"), bid("Ludus Ferox", 500), hammer)
    three = three.do(lot("Mus", "thracian novicius"), bid("Domus Ursi", 500), hammer)
    three = three.do(lot("Rex", "thracian novicius"), bid("Vi Et Armis", 500), hammer)
    three = three.do(lot("Gaius", "gallus novicius"), bid("Vi Et Armis", 500), hammer)
    laid = Lay(crew="Ludus Ferox", member="Silo", stake=100)
    return three.phase("ludi").do(offer("classic_pairing"), laid)


def test_a_classic_pairing_wants_the_role_that_belongs_to_it() -> None:
    """MR-SCN-2: a samnite meets a thracian; a gallus has no classic opponent."""
    assert pairing().refused(take("Gaius", school="Vi Et Armis")) == "MR-SCN-2"
    other = pairing().do(hammer)
    assert other.refused(Lay(crew="Vi Et Armis", member="Gaius")) == "MR-SCN-2"


def test_who_bids_the_highest_stake_has_the_pairing() -> None:
    """MR-SCN-2, -11: 300 against 200; equal ones are drawn."""
    both = pairing().do(take("Mus", 200), take("Rex", 300, "Vi Et Armis"))
    assert both.one(PairingMade).stakes == (100, 300)
    assert both.funds("Vi Et Armis") == 10000 - 1000 - 300
    level = pairing().do(take("Mus", 200), take("Rex", 200, "Vi Et Armis"))
    assert isinstance(level.awaited, Throw)
    assert level.do(roll(1)).one(PairingMade).schools[1].name == "Domus Ursi"
    both.check_accounts()


def test_one_classic_pairing_a_school() -> None:
    """MR-SCN-2: normally one challenge for each Lanista."""
    done_ = pairing().do(take("Mus"), passes("Vi Et Armis"))
    assert done_.refused(Lay(crew="Ludus Ferox", member="Silo")) == "MR-SCN-11"


# What the guideline pays


def test_a_prize_by_the_guideline() -> None:
    """MR-BAT-6: two gladiators a side, two teams: 1500 · 2 + 1500 · 2 fees - 500 = 5500."""
    by = replace(offer("battlelines", fee=1500, payout=500), guideline=True)
    at = year().do(by, field("Ludus Ferox", "Ferox 1", "Ferox 2"))
    assert at.refused(replace(offer("battlelines", prize=9), guideline=True)) == "MR-BAT-6"
    at = at.do(field("Domus Ursi", "Ursi 1", "Ursi 2"))
    (announced,) = at.books.season.offers
    assert prize_of(book(), house(at.books), announced) == 5500
    night = Night(fight(at, "battlelines"), winner="Domus Ursi").do(begin)
    assert night.year.funds("Domus Ursi") == at.funds("Domus Ursi") + 5500
    assert night.year.funds("Ludus Ferox") == at.funds("Ludus Ferox") + 500


@pytest.mark.parametrize(("percentages", "prize"), [("add", 5250), ("multiply", 5625)])
def test_percentages_of_three_teams_to_the_death(percentages: str, prize: int) -> None:
    """MR-BAT-6 `prize_percentages`: 25 % and 50 % on 1500 · 2: 3000 · 1.75, or 3000 · 1.875."""
    teams = tuple(Entered(school, ("a", "b")) for school in ("one", "two", "three"))
    announced = Offer(number=1, scenario="crossfire", guideline=True, entered=teams)
    settled = House(prize_percentages=percentages)  # type: ignore[arg-type]  # one of its values
    assert prize_of(book(), settled, announced) == prize


def test_a_pick_up_battle_is_no_announced_one() -> None:
    """MR-GEN-4, MR-BAT-1: guests who fight Battlelines leave the announced one to be entered."""
    announced = year().do(offer("battlelines"))
    guests = BattleListed(battle="battle-1", scenario="battlelines", crews=())
    listed = announced.given(STORY, guests)
    assert [one.battle for one in listed.books.season.offers] == [""]
    assert listed.do(field("Ludus Ferox", "Ferox 1")).one(SchoolEntered).offer == 1


# Who is hired for one battle


def test_a_side_hires_six_for_its_battle_alone() -> None:
    """MR-SCN-6, MR-AUC-4: six for Tifernum, however many contracts; and they fight nowhere else."""
    at = year(auctoratus_term="one_battle").do(offer("battlelines"), offer("tifernum"))
    tricks = book().role("samnite").tricks[:3]
    for number in range(6):
        at = at.do(hire(f"Silo {number}", "Ludus Ferox", "samnite palus", *tricks))
    assert at.funds("Ludus Ferox") == year().funds("Ludus Ferox") - 6 * 750
    assert at.refused(hire("Silo 7", "Ludus Ferox", "samnite palus", *tricks)) == "MR-SCN-6"
    assert at.refused(field("Ludus Ferox", "Silo 1")) == "MR-AUC-4"
    assert at.do(field("Ludus Ferox", "Ferox 1")).names("Ludus Ferox")


def test_a_contract_is_no_hire_for_tifernum() -> None:
    """MR-AUC-4: one fighter under contract for one battle leaves six to be hired."""
    held = Year("Ludus Ferox", "Domus Ursi", auctoratus_term="one_battle")
    held = held.do(lot("Felix", "gallus novicius", contract=True), bid("Ludus Ferox", 500), hammer)
    at = held.phase("ludi").do(offer("tifernum"))
    tricks = book().role("samnite").tricks[:3]
    for number in range(6):
        at = at.do(hire(f"Silo {number}", "Ludus Ferox", "samnite palus", *tricks))
    assert len(at.names("Ludus Ferox")) == 7
