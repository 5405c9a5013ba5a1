"""MR-CAM-1: robots play campaigns of ten months; what must hold, holds after every event."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.morturi.years import Year as Robots
from domain.aftermath import ItemGained, TreasuryChanged
from domain.audit import audit
from domain.books import Item
from domain.campaign import HouseSet
from domain.findings import Verdict
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.school.accounts import IMPERATOR
from domain.games.morturi.school.auctions import BidMade
from domain.games.morturi.school.beyond import TrialBegun
from domain.games.morturi.school.calendar import MonthBegan, PhaseBegan
from domain.games.morturi.school.ending import Reached, YearEnded
from domain.games.morturi.school.lots import LotOpened
from domain.games.morturi.school.ludi import OfferLapsed, SchoolEntered
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.school.year import Ludi, house
from domain.house import Setting
from domain.members import Field, MemberChanged
from domain.roster import MemberRecruited, MemberRetired
from domain.terms import Event, Who
from tests.school_story import Year, bid, buy, field, fight, hammer, lot, offer
from tests.watching import Broken
from tests.year_invariants import INVARIANTS, ToldAgain, Watch

BATCH, BATCHES = 10, 10


def check(folder: Path, seed: str, fixed: dict[str, str], months: int = 10, pace: int = 1) -> None:
    """A campaign to its end: all invariants hold, its audit is clean."""
    watch = Watch()

    def see(before: Any, event: Event, after: Any) -> None:
        watch.see(before, event, after)
        assert event.told()

    settings = tuple(Setting(option, value) for option, value in fixed.items())
    robots = Robots(folder / "ledger.db", seed, see, months=months, pace=pace, fixed=settings)
    for _ in robots.play_out():
        pass
    books = robots.year
    if house(books).game_mode == "campaign":
        assert books.season.over
        assert books.season.month == (10 if house(books).calendar == "romulan_10" else months)
    report = audit(robots.ledger)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
    robots.ledger.close()


@pytest.mark.parametrize(
    ("seed", "fixed"),
    [
        ("a short year", {"calendar": "custom"}),
        ("sealed", {"calendar": "custom", "auction_type": "sealed_second_price"}),
        ("pick-up games", {"game_mode": "pickup"}),
    ],
)
def test_campaigns_hold_what_must_hold(tmp_path: Path, seed: str, fixed: dict[str, str]) -> None:
    """MR-CAM-2, -7: two months, by any house rules; then games without a year (MR-GEN-4)."""
    check(tmp_path, seed, months=2, fixed={"game_mode": "campaign"} | fixed)


def test_a_year_of_ten_months(tmp_path: Path) -> None:
    """MR-CAM-2, -7: ten months in a hurry, by any house rules."""
    check(tmp_path, "ten months", {"game_mode": "campaign", "calendar": "romulan_10"}, pace=3)


@pytest.mark.long
@pytest.mark.parametrize("number", range(BATCHES))
def test_a_hundred_years_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """MR-CAM-2, -7: ten campaigns of ten months, ten times, by any house rules."""
    for campaign in range(BATCH):
        folder = tmp_path / str(campaign)
        folder.mkdir()
        check(folder, f"year {number} {campaign}", {"game_mode": "campaign"})


# Each check bites: a true year, and events that no rule would yield

FEROX, URSI = Who("crew-ludus-ferox", "Ludus Ferox"), Who("crew-domus-ursi", "Domus Ursi")
ENTERED = (
    Year("Ludus Ferox", "Domus Ursi")
    .do(buy("servus", "Ludus Ferox"), lot("Mus", "thracian novicius"))
    .do(bid("Domus Ursi", 500), hammer)
    .phase("ludi")
    .do(offer("battlelines"), field("Ludus Ferox", "Servus 1"), field("Domus Ursi", "Mus"))
)
FOUGHT = fight(ENTERED, "battlelines")
OX, MUS = (FOUGHT.member(name).who for name in ("Servus 1", "Mus"))
OPENED = FOUGHT.one(BattleOpened)


def paid(amount: int, balance: int, other: Who = IMPERATOR) -> TreasuryChanged:
    """Ferox has 9900 denarii: 10000 without a Servus."""
    return TreasuryChanged(crew=FEROX, amount=amount, reason="a", balance=balance, other=(other,))


def joins(name: str, *, seller: tuple[Who, ...] = (), term: str = "") -> MemberRecruited:
    """Somebody joins Ferox for nothing."""
    return MemberRecruited(
        crew=FEROX,
        member=Who("crew-ludus-ferox/90", name),
        handle="XYZ",
        kind="thracian",
        grade="novicius",
        health=8,
        cost=0,
        treasury=9900,
        seller=seller,
        term=term,
    )


def hurt(before: str, after: str) -> MemberChanged:
    """Mus misses the next ludi, or not."""
    return MemberChanged(
        crew=URSI,
        member=MUS,
        field=Field.MISSES_NEXT,
        before=before,
        after=after,
        reason="a blow",
    )


def entered(school: Who, gladiator: Who) -> SchoolEntered:
    """A gladiator is entered."""
    return SchoolEntered(offer=1, school=school, gladiators=(gladiator,))


def won(*winners: Who) -> YearEnded:
    """Ursi has reached more than Ferox."""
    reached = (Reached(school=FEROX, score=1), Reached(school=URSI, score=2))
    return YearEnded(winners=winners, by="net_worth", reached=reached)


CHIRUGEON = ItemGained(
    crew=FEROX, item=Item("#chirugeon", "chirugeon"), name="Chirugeon", reason="bought"
)
LOT = LotOpened(lot=2, gladiator=Who("", "Rex"), role="gallus", grade="novicius", opening=500)
CHECKED = SurvivalChecked(
    school=FEROX, gladiator=Who("nobody", "Nobody"), face=4, total=4, result="recovers"
)
FORGED: dict[str, tuple[Event, ...]] = {
    "YEAR-1": (paid(10, 9000),),
    "YEAR-2": (paid(10, 9910, URSI), PhaseBegan(phase="free_play")),
    "YEAR-3": (paid(-9901, -1),),
    "YEAR-4": (
        MemberRetired(crew=FEROX, member=OX, reason="old"),
        TrialBegun(gladiator=OX),
    ),
    "YEAR-5": (entered(FEROX, MUS),),
    "YEAR-6": (joins("Mus", seller=(URSI,)),),
    "YEAR-7": (
        HouseSet(option="battles_per_gladiator_month", before="unlimited", after="1"),
        entered(URSI, MUS),
    ),
    "YEAR-8": (hurt("no", "yes"), hurt("yes", "no"), OPENED),
    "YEAR-9": (MonthBegan(month=Who("maius", "Maius"), number=3, days=31),),
    "YEAR-10": (CHIRUGEON, CHIRUGEON),
    "YEAR-11": (joins("Rex", term="month"), won(URSI)),
    "YEAR-12": (LOT, BidMade(lot=2, school=FEROX, amount=9901)),
    "YEAR-13": (OfferLapsed(offer=1),),
    "YEAR-14": (CHECKED,),
    "YEAR-15": (won(FEROX),),
}


def seen(*events: Event) -> None:
    """Watch a year as it was told, and events that no rule would yield."""
    watch, books = Watch(), Ludi()
    for event in events:
        before, books = books, told(books, event)
        watch.see(before, event, books)


def told(books: Ludi, event: Event) -> Ludi:
    """The books after an event."""
    after = BOOKS.evolve(books, event)
    assert isinstance(after, Ludi)
    return after


@pytest.mark.parametrize("number", FORGED)
def test_an_invariant_that_does_not_hold_is_found(number: str) -> None:
    """MR-CAM-7: each check finds a year that breaks its own statement."""
    seen(*FOUGHT.events)
    with pytest.raises(Broken, match=f"^{number} "):
        seen(*FOUGHT.events, *FORGED[number])


def test_books_that_differ_from_what_was_told_are_found() -> None:
    """YEAR-16: books are the fold of what was told of them, and nothing else."""
    for name, right in ((FOUGHT.books.name, True), ("another", False)):
        check_, books = ToldAgain(), Ludi()
        for event in FOUGHT.events:
            before, books = books, told(books, event)
            assert check_.see(before, event, books)
        ended = won(URSI)
        after = replace(told(books, ended), name=name)
        assert check_.see(books, ended, after) is right


def test_every_invariant_has_a_number_and_a_text() -> None:
    """MR-CAM-1: sixteen statements, each once."""
    assert [each.id for each in INVARIANTS] == [f"YEAR-{n}" for n in range(1, 17)]
    assert len({each.text for each in INVARIANTS}) == 16
