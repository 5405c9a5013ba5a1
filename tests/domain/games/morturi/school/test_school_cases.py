"""Failures of other tools, tried on a year of the games, under the numbers of the list of cases."""

from domain.aftermath import TreasuryChanged
from domain.books import Crew, Member, Standing
from domain.games.morturi.chronicle import crew as totals
from domain.games.morturi.school.showing_after import show
from domain.games.morturi.school.survival import FateSettled, SurvivalChecked
from domain.members import InjuryGained, MemberLost
from domain.roster import MemberRetired
from domain.terms import Who, tag
from tests.domain.games.morturi.school.test_aftermath import battle, night, year
from tests.school_story import Night, Year, begin, bid, buy, done, hammer, lot, roll


def worth(at: Year, school: str) -> tuple[int, int]:
    """MR-PRI-1: a school's gladiators, and what their Moves add up to."""
    told = totals(at.school(school))
    return told["gladiators"], told["moves"]


def test_case_10_nobody_is_nought_and_one_is_one() -> None:
    """Case 10, MR-PRI-1: an empty school has 0 gladiators and 0 Move; one gallus is 1 with 5."""
    empty = Crew(who=Who("crew-a", "A"))
    assert totals(empty) == {"gladiators": 0, "moves": 0}
    gallus = Member(who=Who("crew-a/2", "Felix"), handle="FEL", kind="gallus", die=0, health=0)
    one = Crew(who=empty.who, members=(gallus,))
    assert totals(one) == {"gladiators": 1, "moves": 5}


def test_case_16_totals_go_with_whoever_is_sold() -> None:
    """Case 16, MR-PRI-1, MR-AUC-7: a secutor (4) is sold by Ferox, which keeps a samnite (3)."""
    owned = Year("Ludus Ferox", "Domus Ursi").do(
        lot("Varro", "secutor novicius"),
        bid("Ludus Ferox", 500),
        hammer,
        lot("Otho", "samnite novicius"),
        bid("Ludus Ferox", 500),
        hammer,
    )
    assert (worth(owned, "Ludus Ferox"), worth(owned, "Domus Ursi")) == ((2, 7), (0, 0))
    sold = owned.do(
        lot("Varro", "secutor novicius", by="Ludus Ferox", opening=300), bid("Domus Ursi", 450)
    )
    assert (worth(sold, "Ludus Ferox"), worth(sold, "Domus Ursi")) == ((1, 3), (1, 4))
    assert [one.status for one in sold.school("Ludus Ferox").members] == [
        Standing.MOVED,
        Standing.FIT,
    ]


def test_case_19_a_modified_check_is_told_once() -> None:
    """Case 19, MR-SVC-1, -2: 1 with Will to Live is 2: maimed. One check, fate and injury."""
    told = night(fell={"Varro": ""}).do(roll(1))
    assert told.one(SurvivalChecked).told() == (
        "Survival of Varro: 1 (Will to Live +1) = 2: he is maimed, and fights no more."
    )
    assert told.one(FateSettled).result == "maimed"
    assert told.one(InjuryGained).injury.name == "Maimed"
    assert told.one(MemberRetired).reason == "maimed"
    sentences = [event.told() for event in told.new]
    assert len(set(sentences)) == len(sentences)


def listed(at: Night) -> dict[str, bool]:
    """Whom an aftermath shows, and whether he misses the next month."""
    members = [one for school in show(at.evening)["crews"] for one in school["members"]]
    return {one["name"]: one["misses_next"] for one in members}


def named(at: Year) -> list[str]:
    """What came of the newest line, without game and version."""
    return [tag(type(event)).partition(".")[2].removesuffix("/1") for event in at.new]


def test_cases_20_and_22_a_line_writes_its_own_events_once() -> None:
    """Case 20, 22, MR-CAM-3: exactly these, each once; the month begins with the first line."""
    at, written = Year("Ludus Ferox", "Domus Ursi"), []
    for line in (
        lot("Varro", "secutor novicius"),
        bid("Ludus Ferox", 500),
        hammer,
        buy("servus", "Ludus Ferox"),
        done,
    ):
        at = at.do(line)
        written.append(named(at))
    assert written == [
        ["month-began", "phase-began", "lot-opened"],
        ["bid-made"],
        ["hammer-fell", "lot-sold", "member-recruited"],
        ["deal-made", "member-recruited"],
        ["phase-began"],
    ]


def test_case_26_everybody_who_took_part_is_listed() -> None:
    """Case 26: four fought and one fell; all are shown, also those to whom nothing happened."""
    fallen = night(fell={"Mus": "Varro"})
    everybody = dict.fromkeys(("Varro", "Servus 1", "Mus", "Rex"), False)
    assert listed(fallen) == everybody
    assert listed(fallen.do(roll(3))) == everybody | {"Mus": True}


def test_case_34_who_is_gone_leaves_no_roll_behind() -> None:
    """Case 34, MR-SVC-4: the fallen one is lost by other means; nobody rolls for him."""
    open_ = night(fell={"Mus": "", "Rex": ""})
    ursi, mus = open_.year.school("Domus Ursi"), open_.year.member("Mus")
    gone = MemberLost(crew=ursi.who, member=mus.who, reason="by ruling")
    left = Night(open_.year.given(ursi.who.id, gone), fell={"Rex": ""}, winner="Ludus Ferox")
    (due,) = left.awaited.dice
    assert due.unit == left.year.member("Rex").who.id


def test_case_43_two_leave_and_they_alone() -> None:
    """Case 43, MR-SVC-2: two of four die in one evening; the other two and their roles stay."""
    both = night(fell={"Mus": "", "Servus 1": ""}).do(roll(1), roll(1))
    lost = [event.member.name for event in both.new if isinstance(event, MemberLost)]
    assert sorted(lost) == ["Mus", "Servus 1"]
    assert both.year.names("Ludus Ferox") == ["Varro"]
    assert both.year.names("Domus Ursi") == ["Rex"]
    assert both.year.member("Rex").fit


def test_case_65_what_happens_at_victory_is_on_record() -> None:
    """Case 65, MR-BAT-7: 7000 for the winner, 2000 for the loser: each is a line of its school."""
    at = battle(year())
    before = {name: at.funds(name) for name in ("Ludus Ferox", "Domus Ursi")}
    over = Night(at, winner="Ludus Ferox").do(begin)
    paid = [(event.crew.name, event.amount) for event in over.all(TreasuryChanged)]
    assert paid == [("Ludus Ferox", 7000), ("Domus Ursi", 2000)]
    for name, had in before.items():
        assert over.year.funds(name) == had + dict(paid)[name]
    over.year.check_accounts()
