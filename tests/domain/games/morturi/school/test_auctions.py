"""Chapter 13: lots, bids open and sealed, Servi, contracts, resale (MR-AUC)."""

import pytest

from domain.aftermath import TreasuryChanged
from domain.books import Standing
from domain.games.morturi.doings import Bid, DrawLot, Seal, Trade, Unseal
from domain.games.morturi.school.auctions import LotSold, LotUnsold
from domain.games.morturi.school.hires import missing
from domain.games.morturi.school.lots import LotOpened, shares
from domain.games.morturi.school.throwing import LotCast
from domain.games.morturi.school.year import Bidding
from domain.games.morturi.shapes import book
from domain.games.morturi.waiting import Throw
from domain.members import NO
from domain.roster import MemberMoved
from domain.terms import Who
from tests.school_story import Year, bid, buy, digest_of, done, hammer, lot, no, passes, roll, yes

GAIUS = lot("Gaius", "thracian novicius")


def year(**house: str) -> Year:
    """Two schools with 10000 denarii each, in the auctions of Martius."""
    return Year("Ludus Ferox", "Domus Ursi", **house)


def test_the_highest_bidder_takes_the_lot() -> None:
    """MR-AUC-1, -5: opening 500, raised to 550 and 600; the other passes: 9400 are left."""
    sold = year().do(
        GAIUS,
        bid("Ludus Ferox", 500),
        bid("Domus Ursi", 550),
        bid("Ludus Ferox", 600),
        passes("Domus Ursi"),
    )
    assert sold.all(LotOpened)[0].opening == 500
    assert (sold.one(LotSold).price, sold.one(LotSold).paid) == (600, 600)
    assert sold.funds("Ludus Ferox") == 9400
    assert sold.member("Gaius").kind == "thracian"
    assert sold.names("Ludus Ferox") == ["Gaius"]
    sold.check_accounts()


@pytest.mark.parametrize(("raise_", "enough", "little"), [("50", 550, 549), ("10", 510, 509)])
def test_a_bid_raises_the_one_before(raise_: str, enough: int, little: int) -> None:
    """MR-AUC-5: by `min_raise` at least."""
    opened = year(min_raise=raise_).do(GAIUS, bid("Ludus Ferox", 500))
    assert opened.refused(bid("Domus Ursi", little)) == "MR-AUC-5"
    assert opened.do(bid("Domus Ursi", enough)).awaited == Bidding("lot", ("crew-ludus-ferox",))


def test_a_bid_is_within_the_funds_and_not_over_ones_own() -> None:
    """MR-AUC-5: 10000 is all they have; the highest bidder waits; below the opening is no bid."""
    opened = year().do(GAIUS)
    assert opened.refused(bid("Ludus Ferox", 10001)) == "MR-AUC-5"
    assert opened.refused(bid("Ludus Ferox", 499)) == "MR-AUC-5"
    led = opened.do(bid("Ludus Ferox", 500))
    assert led.refused(bid("Ludus Ferox", 600)) == "MR-AUC-5"
    assert led.refused(passes("Ludus Ferox")) == "MR-AUC-5"


def test_an_unsold_lot_goes_back() -> None:
    """MR-AUC-5: all pass, or the hammer falls before a bid: nobody pays."""
    for lines in ((passes("Ludus Ferox"), passes("Domus Ursi")), (hammer,)):
        back = year().do(GAIUS, *lines)
        assert back.one(LotUnsold).gladiator == Who("", "Gaius")
        assert back.names("Ludus Ferox") == []
        assert back.funds("Domus Ursi") == 10000


def test_the_hammer_sells_to_the_highest_bid() -> None:
    """MR-AUC-5: it falls while another could still bid."""
    sold = year().do(GAIUS, bid("Domus Ursi", 700), hammer)
    assert sold.one(LotSold).school.name == "Domus Ursi"
    assert sold.funds("Domus Ursi") == 9300


def test_a_school_that_passed_is_out() -> None:
    """MR-AUC-5: for this lot; it bids for the next one again."""
    opened = year().do(GAIUS, bid("Ludus Ferox", 500), passes("Domus Ursi"))
    again = opened.do(lot("Otho", "samnite novicius"))
    assert again.do(bid("Domus Ursi", 500)).awaited == Bidding("lot", ("crew-ludus-ferox",))


def test_lots_are_limited_and_servi_are_none() -> None:
    """MR-AUC-6, -2: two schools: four lots a month; a Servus is bought for 100."""
    full = year()
    for number in range(4):
        full = full.do(lot(f"Man {number}", "gallus novicius"), hammer)
    assert full.refused(GAIUS) == "MR-AUC-6"
    assert year().refused(lot("Ox", "servus servus")) == "MR-AUC-2"
    assert year(lots_per_month="as_schools").do(GAIUS, hammer, GAIUS, hammer).refused(GAIUS) == (
        "MR-AUC-6"
    )


def test_grades_are_shared_out_by_weight() -> None:
    """MR-AUC-6: 3:2:1 of eight is 4, 2 2/3, 1 1/3: 4, 3 and 1; of six 3, 2 and 1."""
    weights = book().auction.weights
    assert shares(weights, 8) == {"novicius": 4, "palus": 3, "primus_palus": 1}
    assert shares(weights, 6) == {"novicius": 3, "palus": 2, "primus_palus": 1}


def test_a_palus_has_three_tricks_of_his_role() -> None:
    """MR-CRE-2, MR-CRE-9: the Imperator makes him so."""
    assert year().refused(lot("Varro", "secutor palus")) == "MR-CRE-2"
    assert year().refused(lot("Varro", "palus")) == "not-found"
    tricks = ("combat_control", "agility", "will_to_live")
    sold = year().do(lot("Varro", "secutor palus", *tricks), bid("Ludus Ferox", 1000), hammer)
    assert set(sold.member("Varro").abilities) == set(tricks)


def test_a_servus_costs_a_hundred() -> None:
    """MR-AUC-2: without auction, as many as one likes; they are named in their order."""
    bought = year().do(buy("servus", "Ludus Ferox"), buy("servus", "Ludus Ferox"))
    assert bought.names("Ludus Ferox") == ["Servus 1", "Servus 2"]
    assert bought.funds("Ludus Ferox") == 9800


def test_the_agent_takes_a_fifth_off() -> None:
    """MR-AT-29, MR-RES-5: an Auctoratus won at 730 costs 584 with the agent, 730 without."""
    built = year().phase("build_resources").do(buy("Agent", "Ludus Ferox"))
    auction = _next_month(built)
    contract = lot("Felix", "gallus novicius", contract=True)
    won = auction.do(contract, bid("Ludus Ferox", 730), hammer)
    assert (won.one(LotSold).price, won.one(LotSold).paid) == (730, 584)
    assert won.funds("Ludus Ferox") == 10000 - 500 - 584
    assert won.member("Felix").term == "month"
    other = auction.do(contract, bid("Domus Ursi", 730), hammer)
    assert other.funds("Domus Ursi") == 9270
    won.check_accounts()


def _next_month(year_: Year) -> Year:
    """The same in the auctions of the month after."""
    month = year_.books.season.month
    while year_.books.season.month == month:
        year_ = year_.do(done)
    return year_


def test_a_contract_ends_with_the_month() -> None:
    """MR-AUC-4: the free fighter is gone, and cannot be sold before."""
    hired = year().do(
        lot("Felix", "gallus novicius", contract=True), bid("Domus Ursi", 500), hammer
    )
    own = lot("Felix", "gallus novicius", by="Domus Ursi")
    assert hired.refused(own) == "MR-AUC-4"
    assert _next_month(hired).names("Domus Ursi") == []


def test_a_school_sells_at_auction() -> None:
    """MR-AUC-7: the price goes to the seller, who cannot bid; each payment has two sides."""
    owned = year().do(GAIUS, bid("Ludus Ferox", 500), hammer)
    opened = owned.do(lot("Gaius", "thracian novicius", by="Ludus Ferox", opening=300))
    assert opened.awaited == Bidding("lot", ("crew-domus-ursi",))
    assert opened.refused(bid("Ludus Ferox", 400)) == "MR-AUC-5"
    sold = opened.do(bid("Domus Ursi", 450))
    assert (sold.funds("Ludus Ferox"), sold.funds("Domus Ursi")) == (9950, 9550)
    assert (sold.names("Ludus Ferox"), sold.names("Domus Ursi")) == ([], ["Gaius"])
    paid = sold.one(TreasuryChanged)
    assert (paid.amount, paid.other[0].name) == (450, "Domus Ursi")
    sold.check_accounts()


def test_who_is_sold_stays_the_same_man() -> None:
    """MR-AUC-7: sold for 450 and back for 400 he has one id, and stands once in each school."""
    owned = year().do(GAIUS, bid("Ludus Ferox", 500), hammer)
    before = owned.member("Gaius")
    sold = owned.do(
        lot("Gaius", "thracian novicius", by="Ludus Ferox", opening=300), bid("Domus Ursi", 450)
    )
    assert sold.member("Gaius") == before
    moved = sold.one(MemberMoved)
    assert moved.told() == "Gaius goes from Ludus Ferox to Domus Ursi (sold for 450)."
    assert [one.status for one in sold.school("Ludus Ferox").members] == [Standing.MOVED]
    back = sold.do(
        lot("Gaius", "thracian novicius", by="Domus Ursi", opening=300), bid("Ludus Ferox", 400)
    )
    assert back.member("Gaius") == before
    assert back.names("Ludus Ferox") == ["Gaius"]
    assert len(back.school("Ludus Ferox").members) == 1
    assert (back.funds("Ludus Ferox"), back.funds("Domus Ursi")) == (9550, 9950)
    back.check_accounts()


def test_a_sale_heals_nobody() -> None:
    """MR-SVC-2: badly hurt in Martius and sold, he still misses Aprilis, and no more than that."""
    owned = year(resale="between_schools").do(GAIUS, bid("Ludus Ferox", 500), hammer)
    crew, gaius = owned.school("Ludus Ferox"), owned.member("Gaius")
    hurt = owned.given(crew.who.id, missing(crew, gaius, before=NO, reason="badly hurt"))
    sale = (Trade(member="Gaius", buyer="Domus Ursi", price=700), yes)
    for sold in (hurt.do(*sale), _next_month(hurt).do(*sale)):
        assert sold.names("Domus Ursi") == ["Gaius"]
        assert sold.member("Gaius").misses_next
        aprilis = sold if sold.books.season.month == 2 else _next_month(sold)
        assert aprilis.member("Gaius").misses_next
        assert not _next_month(aprilis).member("Gaius").misses_next


def test_he_is_sold_as_he_is() -> None:
    """MR-AUC-7: another profile than his is refused; so is somebody the school has not."""
    owned = year().do(GAIUS, bid("Ludus Ferox", 500), hammer)
    assert owned.refused(lot("Gaius", "samnite novicius", by="Ludus Ferox")) == "MR-AUC-7"
    assert owned.refused(lot("Otho", "samnite novicius", by="Ludus Ferox")) == "not-found"


@pytest.mark.parametrize("resale", ["between_schools", "forbidden"])
def test_resale_by_auction_can_be_ruled_out(resale: str) -> None:
    """MR-AUC-7: by the house rule `resale`."""
    owned = year(resale=resale).do(GAIUS, bid("Ludus Ferox", 500), hammer)
    assert owned.refused(lot("Gaius", "thracian novicius", by="Ludus Ferox")) == "MR-AUC-7"


def test_schools_trade_where_they_may() -> None:
    """MR-AUC-7 `between_schools`: the seller offers him for 700, the buyer takes him or not."""
    owned = year(resale="between_schools").do(GAIUS, bid("Ludus Ferox", 500), hammer)
    offered = owned.do(Trade(member="Gaius", buyer="Domus Ursi", price=700))
    taken = offered.do(yes)
    assert (taken.funds("Ludus Ferox"), taken.funds("Domus Ursi")) == (10200, 9300)
    assert taken.names("Domus Ursi") == ["Gaius"]
    taken.check_accounts()
    left = offered.do(no)
    assert left.names("Ludus Ferox") == ["Gaius"]
    assert left.funds("Domus Ursi") == 10000
    assert owned.refused(Trade(member="Gaius", buyer="Domus Ursi", price=10001)) == "MR-CAM-7"
    assert year().do(buy("servus", "Ludus Ferox")).refused(
        Trade(member="Servus 1", buyer="Domus Ursi", price=10)
    ) == ("MR-AUC-7")


FEROX = "bid Ludus Ferox 1200"
URSI = "bid Domus Ursi 900"


def sealed(kind: str, ferox: int = 1200, ursi: int = 900) -> Year:
    """Both schools have sealed their bids for Gaius, and Domus Ursi has opened its own."""
    return year(auction_type=kind).do(
        GAIUS,
        Seal(crew="Ludus Ferox", digest=digest_of("salt", f"bid Ludus Ferox {ferox}")),
        Seal(crew="Domus Ursi", digest=digest_of("grain", f"bid Domus Ursi {ursi}")),
        Unseal(crew="Domus Ursi", salt="grain", choice=Bid(crew="Domus Ursi", amount=ursi)),
    )


def open_ferox(amount: int = 1200) -> Unseal:
    """Ludus Ferox opens its bid."""
    return Unseal(crew="Ludus Ferox", salt="salt", choice=Bid(crew="Ludus Ferox", amount=amount))


@pytest.mark.parametrize(
    ("kind", "price"), [("sealed_first_price", 1200), ("sealed_second_price", 900)]
)
def test_sealed_bids_are_opened_together(kind: str, price: int) -> None:
    """MR-AUC-5: 1200 against 900: the winner pays his bid, or by option the second highest."""
    sold = sealed(kind).do(open_ferox())
    assert sold.one(LotSold).school.name == "Ludus Ferox"
    assert sold.one(LotSold).price == price
    assert sold.funds("Ludus Ferox") == 10000 - price
    sold.check_accounts()


def test_alone_a_second_price_is_the_opening_one() -> None:
    """MR-AUC-5: nobody else bids: 500."""
    sold = year(auction_type="sealed_second_price").do(
        GAIUS, passes("Domus Ursi"), bid("Ludus Ferox", 800)
    )
    assert sold.one(LotSold).price == 500


def test_equal_sealed_bids_are_decided_by_lot() -> None:
    """MR-AUC-5: both bid 900: a lot of two; 1 is who opened first."""
    tied = sealed("sealed_first_price", ferox=900).do(open_ferox(900))
    drawn = tied.do(roll(2))
    assert drawn.one(LotCast).drawn.name == "Ludus Ferox"
    assert drawn.one(LotSold).school.name == "Ludus Ferox"
    assert tied.do(roll(1)).one(LotSold).school.name == "Domus Ursi"
    assert tied.refused(roll(3)) == "MR-GEN-3"


def test_a_seal_binds() -> None:
    """MR-AUC-5: another amount or salt is refused, a second seal too, and opening too early."""
    first = year(auction_type="sealed_first_price").do(
        GAIUS, Seal(crew="Ludus Ferox", digest=digest_of("salt", FEROX))
    )
    assert first.refused(open_ferox()) == "MR-AUC-5"
    assert first.refused(Seal(crew="Ludus Ferox", digest="0" * 64)) == "MR-AUC-5"
    assert first.refused(bid("Ludus Ferox", 700)) == "MR-AUC-5"
    assert first.refused(Seal(crew="Domus Ursi", digest="no digest")) == "MR-AUC-5"
    both = first.do(passes("Domus Ursi"))
    assert both.refused(open_ferox(1300)) == "MR-AUC-5"
    other = Unseal(crew="Ludus Ferox", salt="x", choice=Bid(crew="Ludus Ferox", amount=1200))
    assert both.refused(other) == "MR-AUC-5"
    assert len(both.do(hammer).all(LotUnsold)) == 1
    assert year().do(GAIUS).refused(Seal(crew="Ludus Ferox", digest="0" * 64)) == "MR-AUC-5"


# Lots that dice make


def thrown(at: Year) -> Throw:
    """The dice that are awaited."""
    assert isinstance(at.awaited, Throw)
    return at.awaited


def test_dice_make_a_lot() -> None:
    """MR-AUC-1, -6: of six 1 to 3 is a Novicius, 4 and 5 a Palus, 6 a Primus Palus.

    A 5; then the first Light role but for the Servus, a Bestiarius; then three of his seven tricks.
    """
    begun = year().do(DrawLot(name="Gaius"))
    assert thrown(begun).dice[0].sides == 6
    assert begun.refused(bid("Ludus Ferox", 500)) == "MR-CAM-3"
    palus = begun.do(roll(5))
    role = thrown(palus).lot.index("bestiarius") + 1
    assert "servus" not in thrown(palus).lot
    drawn = palus.do(roll(role))
    known = book().role("bestiarius").tricks
    assert [len(thrown(drawn).lot), thrown(drawn).lot] == [7, known]
    made = drawn.do(roll(7), roll(1), roll(5))
    opened = made.one(LotOpened)
    assert (opened.role, opened.grade, opened.opening) == ("bestiarius", "palus", 1000)
    assert set(opened.tricks) == {known[6], known[0], known[5]}
    assert made.do(bid("Ludus Ferox", 1000), hammer).funds("Ludus Ferox") == 9000


@pytest.mark.parametrize(
    ("face", "grade", "price", "tricks"), [(3, "novicius", 500, 0), (6, "primus_palus", 2000, 7)]
)
def test_a_novicius_has_no_tricks_and_a_primus_all(
    face: int, grade: str, price: int, tricks: int
) -> None:
    """MR-CRE-2, MR-AUC-6: of these no trick is drawn."""
    begun = year().do(DrawLot(name="Gaius"), roll(face))
    opened = begun.do(roll(thrown(begun).lot.index("secutor") + 1)).one(LotOpened)
    assert (opened.grade, opened.opening, len(opened.tricks)) == (grade, price, tricks)


def test_a_drawn_lot_counts_among_those_of_the_month() -> None:
    """MR-AUC-6 `as_schools`: two schools, two lots: no third, and none after the auctions."""
    full = year(lots_per_month="as_schools")
    for name in ("Gaius", "Brutus"):
        begun = full.do(DrawLot(name=name), roll(1))
        full = begun.do(roll(1), hammer)
    assert full.refused(DrawLot(name="Titus")) == "MR-AUC-6"
    assert year().do(done).refused(DrawLot(name="Titus")) == "MR-CAM-3"
    assert year().refused(DrawLot(name="Titus", opening=-1)) == "MR-AUC-1"
