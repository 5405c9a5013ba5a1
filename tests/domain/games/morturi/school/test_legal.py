"""What may be done between battles is listed, and all that is listed is accepted."""

import pytest

from domain.games.morturi.doings import Bid, Lay
from domain.games.morturi.school import showing, showing_after
from domain.games.morturi.school.legal import AfterLegal, SeasonLegal
from domain.games.morturi.school.order import beside
from domain.games.morturi.school.play import ACTIONS, decide
from domain.games.morturi.school.year import Ludi
from domain.terms import Refusal, tag
from tests.school_story import (
    Night,
    Year,
    begin,
    bid,
    buy,
    field,
    fight,
    hammer,
    hire,
    lot,
    offer,
    roll,
)


def year(**house: str) -> Year:
    """Two schools with a Servus each."""
    both = Year("Ludus Ferox", "Domus Ursi", **house)
    return both.do(buy("servus", "Ludus Ferox"), lot("Mus", "gallus novicius"), hammer)


MOMENTS = {
    "auctions": year(),
    "lot": year().do(lot("Gaius", "thracian novicius"), bid("Domus Ursi", 500)),
    "sealed lot": year(auction_type="sealed_first_price").do(lot("Gaius", "thracian novicius")),
    "building": year().phase("build_resources"),
    "hire": year().phase("build_resources").do(hire("Chirugeon", "Ludus Ferox")),
    "ludi": year().phase("ludi").do(offer("battlelines")),
    "challenge": year()
    .phase("ludi")
    .do(offer("duel_series"), Lay(crew="Ludus Ferox", member="Servus 1")),
    "free play": year().phase("free_play"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_whatever_is_listed_is_accepted(moment: str) -> None:
    """MR-CAM-3: at every moment somebody can do something, and each line of the list is legal."""
    at = MOMENTS[moment]
    listed = SeasonLegal(at.books).simple()
    assert listed
    assert len(set(listed)) == len(listed)
    for line in listed:
        decide(at.books, line)
        assert type(line) in ACTIONS
    legal = SeasonLegal(at.books)
    assert legal.combine() == {}
    assert legal.always() == ['note "TEXT"', "undo", "redo"]


def test_bids_are_a_pattern() -> None:
    """MR-AUC-5: from 550 to the 9900 it has; the highest bidder waits."""
    at = MOMENTS["lot"]
    assert SeasonLegal(at.books).patterns() == ["bid Ludus Ferox {550..9900}"]
    assert SeasonLegal(at.books).admits(Bid(crew="crew-ludus-ferox", amount=9900))
    assert not SeasonLegal(at.books).admits(Bid(crew="crew-ludus-ferox", amount=9901))


def test_what_is_awaited_is_asked() -> None:
    """MR-AUC-5, MR-RES-2: by its state, its rule, and who decides: the Imperator is nobody."""
    asked = showing.ask(MOMENTS["lot"].books)
    assert (asked["awaiting"], asked["question"]["rule"]) == ("bid", "MR-AUC-5")
    assert asked["question"]["about"] == "Gaius"
    leave = showing.ask(MOMENTS["hire"].books)
    assert (leave["awaiting"], leave["crew"]) == ("confirm", "")
    assert leave["question"]["offers"] == ["Chirugeon"]
    assert showing.asked(MOMENTS["hire"].books) == ("", ())
    assert showing.ask(MOMENTS["auctions"].books)["question"]["id"] == "auctions"


def test_the_year_is_shown() -> None:
    """MR-CAM-2, MR-AUC-6, MR-END-1: month, lots left, what a school has and is worth."""
    shown = showing.show(MOMENTS["auctions"].books)
    assert (shown["month"], shown["phase"], shown["lots_left"]) == ("Martius", "auctions", 3)
    ferox = shown["crews"][0]
    assert (ferox["treasury"], ferox["worth"]) == (9900, 10000)
    assert [one["name"] for one in ferox["members"]] == ["Servus 1"]
    assert shown["lot"] == {}
    assert showing.show(MOMENTS["lot"].books)["lot"]["bids"] == [
        {"crew": "Domus Ursi", "amount": 500}
    ]
    assert showing.status(Ludi()) == "none"
    assert showing.show(MOMENTS["ludi"].books)["offers"][0]["prize"] == 7000


def test_names_of_a_season() -> None:
    """A line may name schools, gladiators, resources and battles."""
    kinds = {(name.kind, name.name) for name in showing.names(MOMENTS["hire"].books)}
    assert {
        ("crew", "Domus Ursi"),
        ("unit", "Servus 1"),
        ("resource", "Kidnapper"),
        ("scenario", "Crossfire"),
        ("offer", "Chirugeon"),
    } <= kinds


def test_an_aftermath_is_shown_and_asked() -> None:
    """MR-SVC-1, MR-RES-3: its die, its question, its end."""
    both = year().do(lot("Rex", "thracian novicius"), bid("Domus Ursi", 500), hammer)
    both = both.phase("build_resources").do(buy("Chirugeon", "Ludus Ferox")).phase("ludi")
    entered = both.do(
        offer("battlelines"), field("Ludus Ferox", "Servus 1"), field("Domus Ursi", "Rex")
    )
    at = fight(entered, "battlelines")
    evening = Night(at, fell={"Servus 1": ""}, winner="Domus Ursi")
    asked = showing_after.ask(evening.evening)
    assert (asked["awaiting"], asked["dice"][0]["max"]) == ("roll", 6)
    assert asked["patterns"] == ["roll {1..6}"]
    assert showing_after.sides_due(evening.evening) == (6,)
    assert not showing_after.rolls_sealed(evening.evening)
    hurt = evening.do(roll(1))
    question = showing_after.ask(hurt.evening)["question"]
    assert (question["rule"], question["offers"]) == ("MR-RES-3", ["Chirugeon"])
    assert len(AfterLegal(hurt.evening).simple()) == 2
    assert showing_after.asked(hurt.evening)[0] == "crew-ludus-ferox"
    assert {name.kind for name in showing_after.names(hurt.evening)} >= {"crew", "unit", "effect"}
    shown = showing_after.show(hurt.evening)
    assert (shown["status"], shown["awaiting"]) == ("open", "confirm")
    over = hurt.do(AfterLegal(hurt.evening).simple()[1])
    assert showing_after.status(over.evening) == "over"
    assert showing_after.ask(over.evening)["always"] == []


def test_an_evening_beside_the_books() -> None:
    """MR-ADV-1, MR-BAT-5: a battle alone is enough, but where more of it counts than its state."""
    for option, enough in (("final_blow", True), ("hit_or_wounded", False)):
        both = year(edition_potential=option).do(buy("servus", "Domus Ursi")).phase("ludi")
        men = [both.school(name).present[0].who.id for name in ("Ludus Ferox", "Domus Ursi")]
        entered = both.do(
            offer("battlelines"), field("Ludus Ferox", men[0]), field("Domus Ursi", men[1])
        )
        battle = Night(fight(entered, "battlelines")).evening.battle
        assert (beside(battle, entered.books) is not None) is enough


def test_actions_have_names_of_their_own() -> None:
    """No two actions of the season are stored under one name; all are Morturi's."""
    tags = [tag(action) for action in ACTIONS]
    assert len(set(tags)) == len(tags)
    assert {one.split(".")[0] for one in tags} == {"morturi"}


def test_nothing_is_done_before_a_campaign() -> None:
    """A line of the season needs a campaign."""
    with pytest.raises(Refusal):
        decide(Ludi(), begin)


def test_faction_gladiators_come_up_like_others() -> None:
    """MR-AUC-3, MR-FCT-1: in a campaign any mix: a legionnaire beside a thracian."""
    opened = Year("Ludus Ferox", "Domus Ursi").do(lot("Titus", "legionnaire novicius"))
    sold = opened.do(
        bid("Ludus Ferox", 500), hammer, lot("Mus", "thracian novicius"), bid("Domus Ursi", 500)
    )
    assert sold.names("Ludus Ferox") == ["Titus"]
