"""What is refused between battles, each by its rule; notes and dice go on in an aftermath."""

import pytest

from domain import dice
from domain.books import Books
from domain.crew import AddNote, Recruit, RenameCrew, RenameMember, RetireMember
from domain.dicebox import DiceSealed
from domain.games.morturi.asking import Choose
from domain.games.morturi.dicebox import ChangeDice
from domain.games.morturi.doings import (
    BeginSeason,
    Bid,
    Dismiss,
    Lay,
    Pass,
    PutUp,
    Seal,
    TakeUp,
    Trade,
    Unseal,
)
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.opening import Open
from domain.games.morturi.ruling import Note
from domain.games.morturi.school import afterwards, order, showing, showing_after
from domain.games.morturi.school.evening import known
from domain.games.morturi.school.hires import missing
from domain.games.morturi.school.legal import AfterLegal, SeasonLegal
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.throwing import AnnounceRoll, Roll
from domain.terms import Action, RuleBroken
from domain.throwing import Source
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
    yes,
)

SECRET = bytes(32)


def year(**house: str) -> Year:
    """Ox (Servus) of Ludus Ferox, Mus (thracian) of Domus Ursi."""
    both = Year("Ludus Ferox", "Domus Ursi", **house)
    both = both.do(buy("servus", "Ludus Ferox"), lot("Mus", "thracian novicius"))
    return both.do(bid("Domus Ursi", 500), hammer)


def evening(*, dice_: bool = False) -> Night:
    """Ox has fallen."""
    entered = (
        year()
        .phase("ludi")
        .do(offer("battlelines"), field("Ludus Ferox", "Servus 1"), field("Domus Ursi", "Mus"))
    )
    night = Night(fight(entered, "battlelines"), fell={"Servus 1": ""}, winner="Domus Ursi")
    return night.do(begin) if dice_ else night


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (lot("Gaius", "gallus novicius", opening=-1), "MR-AUC-1"),
        (bid("Ludus Ferox", 500), "MR-CAM-3"),
        (passes("Ludus Ferox"), "MR-CAM-3"),
        (hammer, "MR-CAM-3"),
        (yes, "MR-CAM-3"),
        (roll(3), "MR-CAM-3"),
        (Trade(member="nobody", buyer="Domus Ursi", price=1), "MR-AUC-7"),
    ],
)
def test_lines_out_of_turn(line: Action, rule: str) -> None:
    """MR-CAM-3: nothing of it is awaited in the auctions."""
    assert year().refused(line) == rule


def test_what_waits_for_an_answer_comes_first() -> None:
    """MR-CAM-3: a laid-down gladiator, a bidder's funds and a sealed name stay till it is over."""
    opening = Open(battle="battle-1", scenario="battlelines", crews=("Ludus Ferox", "Domus Ursi"))
    entered = (
        year()
        .phase("ludi")
        .do(offer("battlelines"), field("Ludus Ferox", "Servus 1"), field("Domus Ursi", "Mus"))
        .do(offer("duel_series"))
    )
    laid = entered.do(Lay(crew="Ludus Ferox", member="Servus 1"))
    assert laid.refused(opening) == "MR-CAM-3"
    lot_ = year().do(lot("Rex", "gallus novicius"), bid("Ludus Ferox", 9900))
    for line in (
        Recruit(crew="Ludus Ferox", kind="servus", name="Ox", grade="servus"),
        RetireMember(crew="Ludus Ferox", member="Servus 1"),
        RenameMember(crew="Ludus Ferox", member="Servus 1", name="Ox"),
        RenameCrew(crew="Ludus Ferox", name="Ludus"),
    ):
        assert lot_.refused(line) == "MR-CAM-3"
        assert laid.refused(line) == "MR-CAM-3"
    ferox = lot_.id("Ludus Ferox")
    noted = lot_.copy()
    noted.judge(ferox, AddNote(crew=ferox, text="a proud school"))
    free = laid.do(hammer)
    free.judge("battle-1", free.named(opening))
    assert free.school("Ludus Ferox").open_battle == "battle-1"


def test_a_trade_is_between_two_schools() -> None:
    """MR-AUC-7: not with oneself, not of another's gladiator, not of nobody's."""
    both = year(resale="between_schools")
    to = {"buyer": "Ludus Ferox", "price": 10}
    assert both.refused(Trade(member="Servus 1", **to)) == "MR-AUC-7"  # type: ignore[arg-type]  # as typed
    assert both.refused(Trade(member="Mus", seller="Ludus Ferox", **to)) == "MR-AUC-7"  # type: ignore[arg-type]  # as typed
    assert both.refused(Trade(member="nobody", **to)) == "MR-GEN-4"  # type: ignore[arg-type]  # as typed


def test_what_a_bidder_may_not_do() -> None:
    """MR-AUC-5: take a lot up, open what was never sealed, or another's choice."""
    opened = year(auction_type="sealed_first_price").do(lot("Rex", "gallus novicius"))
    assert opened.refused(TakeUp(crew="Ludus Ferox", member="Servus 1")) == "MR-CAM-3"
    mine = Bid(crew="Ludus Ferox", amount=500)
    assert opened.refused(Unseal(crew="Ludus Ferox", salt="s", choice=mine)) == "MR-AUC-5"
    line = "pass Ludus Ferox"
    sealed = opened.do(
        Seal(crew="Ludus Ferox", digest=digest_of("s", line)),
        Seal(crew="Domus Ursi", digest=digest_of("s", "accept Domus Ursi: Mus")),
    )
    other = Unseal(crew="Ludus Ferox", salt="s", choice=Pass(crew="Domus Ursi"))
    assert sealed.refused(other) == "MR-AUC-5"
    wrong = Unseal(crew="Domus Ursi", salt="s", choice=TakeUp(crew="Domus Ursi", member="Mus"))
    assert sealed.refused(wrong) == "MR-AUC-5"
    left = sealed.do(Unseal(crew="Ludus Ferox", salt="s", choice=Pass(crew="Ludus Ferox")))
    assert left.do(hammer).names("Domus Ursi") == ["Mus"]


def test_what_a_challenged_school_may_not_do() -> None:
    """MR-SCN-11: bid, seal twice, open too early or nothing, lay down a stake below 0."""
    ludi = year().phase("ludi").do(offer("duel_series"))
    host = Lay(crew="Ludus Ferox", member="Servus 1")
    assert ludi.refused(Lay(crew="Ludus Ferox", member="Servus 1", stake=-1)) == "MR-SCN-11"
    laid = ludi.do(host)
    assert laid.refused(bid("Domus Ursi", 500)) == "MR-CAM-3"
    assert laid.refused(TakeUp(crew="Ludus Ferox", member="Servus 1")) == "MR-SCN-11"
    assert laid.refused(Unseal(crew="Domus Ursi", salt="s", choice=Pass(crew="Domus Ursi"))) == (
        "MR-SCN-11"
    )
    sealed = laid.do(Seal(crew="Domus Ursi", digest=digest_of("s", "pass Domus Ursi")))
    assert sealed.refused(TakeUp(crew="Domus Ursi", member="Mus")) == "MR-SCN-11"
    wrong = Unseal(crew="Domus Ursi", salt="s", choice=Bid(crew="Domus Ursi", amount=1))
    assert sealed.refused(wrong) == "MR-SCN-11"
    left = Unseal(crew="Domus Ursi", salt="s", choice=Pass(crew="Domus Ursi"))
    assert sealed.do(left).books.season.challenge is None
    assert laid.refused(Seal(crew="Domus Ursi", digest="short")) == "MR-SCN-11"


def test_a_classic_pairing_is_bid_for_openly() -> None:
    """MR-SCN-2: stakes are bid, not sealed."""
    both = year().do(lot("Silo", "samnite novicius"), bid("Ludus Ferox", 500), hammer)
    laid = both.phase("ludi").do(
        offer("classic_pairing"), Lay(crew="Ludus Ferox", member="Silo", stake=1)
    )
    assert laid.refused(Seal(crew="Domus Ursi", digest="0" * 64)) == "MR-SCN-11"


def test_an_offer_has_no_negative_sums() -> None:
    """MR-CAM-7: denarii are whole numbers."""
    ludi = year().phase("ludi")
    assert ludi.refused(offer("battlelines", fee=-5)) == "MR-CAM-7"
    assert ludi.refused(hire("Silo", "Ludus Ferox", "samnite palus")) == "MR-SCN-6"


def test_a_choice_is_one_of_the_offers() -> None:
    """MR-END-1: a school that takes part, and one."""
    at = year(campaign_winner="imperator")
    while not SeasonLegal(at.books).simple() or not isinstance(
        SeasonLegal(at.books).simple()[0], Choose
    ):
        at = at.do(done)
    assert at.refused(choose("nobody")) == "MR-END-1"
    assert at.refused(choose("Ludus Ferox", "Domus Ursi")) == "MR-END-1"
    assert at.refused(choose("Ludus Ferox", "Ludus Ferox")) == "MR-END-1"
    assert at.refused(BeginSeason()) == "MR-CAM-3"
    assert showing.ask(at.books)["question"]["rule"] == "MR-END-1"


def test_an_aftermath_waits_for_its_die() -> None:
    """MR-SVC-4: neither a choice nor an answer; a note is free, before and after."""
    night = evening()
    assert night.refused(choose("thracian")) == "MR-SVC-4"
    assert night.refused(yes) == "MR-SVC-4"
    assert night.refused(AnnounceRoll()) == "MR-GEN-3"
    noted = night.do(Note(text="he fought well"))
    assert len(noted.new) == 1
    over = night.do(roll(6))
    assert len(over.do(Note(text="a fine day")).new) == 1
    assert AfterLegal(over.evening).simple() == []
    with pytest.raises(RuleBroken, match="MR-SVC-1"):
        known(over.evening, "crew-domus-ursi/99")


def test_an_aftermath_needs_a_battle_that_counts() -> None:
    """MR-SVC-4: one that is concluded, and no pick-up battle of guests."""
    with pytest.raises(RuleBroken, match="not concluded"):
        order.decide(order.AFTERMATH.initial, begin)


def test_the_battles_dice_go_on() -> None:
    """MR-GEN-3: in an aftermath the dice may be sealed; the face follows from the reveal."""
    battle = bytes(16)
    seal = DiceSealed(
        battle=battle.hex(), anchors=(dice.anchor(SECRET, battle, 1).hex(),), solo=True
    )
    night = evening(dice_=True).do(ChangeDice(dice=Source.SEALED, seal=(seal,), why="to try"))
    assert showing_after.rolls_sealed(night.evening)
    assert showing_after.ask(night.evening)["patterns"] == []
    assert showing_after.chains(night.evening).anchors == seal.anchors
    reveal = dice.reveal(SECRET, battle, 1, 1)
    (face,) = dice.faces(battle, 1, [reveal], [6])
    rolled = night.do(Roll(reveals=(reveal.hex(),)))
    assert rolled.one(SurvivalChecked).face == face
    assert rolled.one(SurvivalChecked).place == 1
    struck = order.struck(night.evening, rolled.one(SurvivalChecked))
    assert struck.battle.seal.places == 1
    assert night.refused(AnnounceRoll()) == "MR-GEN-3"


def test_where_a_school_stands() -> None:
    """MR-END-1: its worth and the month, beside what is told of all crews."""
    at = year()
    assert afterwards.season(at.books, at.school("Domus Ursi")) == {
        "worth": 10000,
        "month": "Martius",
    }
    fresh = Year("Ludus Ferox")
    assert afterwards.season(fresh.books, fresh.school("Ludus Ferox"))["month"] == ""
    plain = Books(edition=fresh.books.edition, house=fresh.books.house)
    assert afterwards.season(plain, fresh.school("Ludus Ferox"))["worth"] == 10000
    assert afterwards.canonical(None, begin) == begin
    assert SeasonLegal(at.books).drawn(lambda _: 0) is not None


def test_bids_are_drawn_above_the_least() -> None:
    """MR-AUC-5: what a robot tries in an auction."""
    opened = year().do(PutUp(name="Rex", profile="gallus novicius"))
    (first, second) = SeasonLegal(opened.books).drawn(lambda _: 7)
    assert (first, second) == (
        Bid(crew="crew-ludus-ferox", amount=507),
        Bid(crew="crew-domus-ursi", amount=507),
    )
    assert list(AfterLegal(evening().evening).drawn(lambda _: 0)) == []


def test_who_has_bid_does_nothing_else_first() -> None:
    """MR-AUC-5: with 10000 bid, no Servus is bought, nobody leaves or is called otherwise."""
    ox = year().member("Servus 1")
    led = year().do(lot("Gaius", "thracian novicius"), bid("Ludus Ferox", 9900))
    school = "crew-ludus-ferox"
    for action in (
        Recruit(crew=school, kind="servus", grade="servus", name="Dama"),
        RenameCrew(crew=school, name="Ludus Magnus"),
        RenameMember(crew=school, member=ox.who.id, name="Bos"),
        RetireMember(crew=school, member=ox.who.id),
    ):
        assert led.refused(action) == "MR-CAM-3"
    sold = led.do(passes("Domus Ursi"))
    assert sold.funds("Ludus Ferox") == 0
    other = Recruit(crew="crew-domus-ursi", kind="servus", grade="servus", name="Dama")
    assert list(BOOKS.decide(led.books, other))


def test_the_man_under_the_hammer_cannot_leave() -> None:
    """MR-AUC-7: his school has put him up; he is sold, or comes back, before he may retire."""
    up = year().do(lot("Mus", "thracian novicius", by="Domus Ursi"))
    mus = up.member("Mus")
    gone = RetireMember(crew="crew-domus-ursi", member=mus.who.id)
    assert up.refused(gone) == "MR-CAM-3"
    assert list(BOOKS.decide(up.do(hammer).books, gone))


def test_a_sealed_choice_keeps_its_names() -> None:
    """MR-AUC-5: what is sealed names its school: none is renamed before it is opened."""
    digest = digest_of("salt", "bid Ludus Ferox 600")
    sealed = year(auction_type="sealed_first_price")
    sealed = sealed.do(lot("Gaius", "thracian novicius"), Seal(crew="Ludus Ferox", digest=digest))
    assert sealed.refused(RenameCrew(crew="crew-ludus-ferox", name="Ludus Magnus")) == "MR-CAM-3"


def ursi(**house: str) -> Year:
    """Mus (thracian), Servus 1 and Servus 2 of Domus Ursi, in the ludi."""
    both = Year("Ludus Ferox", "Domus Ursi", **house).do(lot("Mus", "thracian novicius"))
    servi = (buy("servus", "Domus Ursi"), buy("servus", "Domus Ursi"))
    return both.do(bid("Domus Ursi", 500), hammer, *servi).phase("ludi")


def test_who_is_entered_stays_until_he_has_fought() -> None:
    """MR-BAT-2: entered for the crossfire, Mus and Ox are not dismissed, traded or retired."""
    both = ursi(resale="between_schools")
    entered = both.do(offer("crossfire"), field("Domus Ursi", "Mus", "Servus 1"))
    mus = entered.member("Mus")
    assert entered.refused(Dismiss(member="Mus")) == "MR-BAT-2"
    assert entered.refused(Trade(member="Mus", buyer="Ludus Ferox", price=9)) == "MR-BAT-2"
    assert entered.refused(RetireMember(crew="crew-domus-ursi", member=mus.who.id)) == "MR-BAT-2"
    assert entered.phase("free_play").do(Dismiss(member="Mus")).names("Domus Ursi") == [
        "Servus 1",
        "Servus 2",
    ]


def test_a_team_that_is_broken_is_entered_anew() -> None:
    """MR-BAT-2, -7, MR-CAM-6: Mus is hurt before the crossfire: another takes his place, no fee."""
    both = ursi(battles_per_gladiator_month="1")
    entered = both.do(offer("crossfire", fee=300), field("Domus Ursi", "Mus", "Servus 1"))
    assert entered.funds("Domus Ursi") == 10000 - 500 - 200 - 300
    assert entered.refused(field("Domus Ursi", "Servus 1", "Servus 2")) == "MR-BAT-7"
    crew, mus = entered.school("Domus Ursi"), entered.member("Mus")
    hurt = entered.given(crew.who.id, missing(crew, mus, before="no", reason="badly hurt"))
    again = hurt.do(field("Domus Ursi", "Servus 1", "Servus 2"))
    assert again.funds("Domus Ursi") == 9000
    (one,) = again.books.season.offers
    names = [crew.member(man).who.name for each in one.entered for man in each.gladiators]
    assert names == ["Servus 1", "Servus 2"]
    again.check_accounts()
