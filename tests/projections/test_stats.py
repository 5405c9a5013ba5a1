"""Stats and records on seasons told by hand: what counts, for whom, and what is in a row."""

from pathlib import Path

import pytest

from domain.campaign import BattleClosed
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.ledger.fold import BatchRetracted
from domain.roster import MemberMoved, MemberRenamed
from domain.terms import Who
from domain.voided import BattleVoided
from projections import records, stats, tallies
from projections.frame.templates import Frame
from projections.rivals import rivalries
from projections.standings import STEPS, standings
from projections.stats import Line
from projections.view import DEEDS, open_views
from tests.projections.telling import ASH, HALL, IRON, KILN, NINE, SURA, VEX, Telling
from tests.season import GAME


class Book(Telling):
    """Lines told by hand, and what they come to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.views = open_views(self.ledger, GAME, None, views=DEEDS)
        self.founded()

    def fought(self, battle: str, ash: int, iron: int) -> "Book":
        """A battle from its opening to its confirmed result."""
        self.opened(battle).concluded(battle, ash, iron)
        return self

    def felled(self, battle: str, victim: Who, *by: Who) -> str:
        """Somebody is put out by these."""
        return self.tell(battle, MemberIncapacitated(member=victim, by=by, area=HALL))

    @property
    def fights(self) -> list[tallies.Fight]:
        """All battles that count."""
        return list(tallies.fights(self.seen()))

    def crew(self, crew: Who) -> Line:
        """What a crew came to."""
        return stats.of_crew(self.fights, crew.id, stats.names(self.seen())).total

    def members(self, crew: Who, figure: str) -> dict[str, int]:
        """What each did for a crew."""
        rows = stats.of_crew(self.fights, crew.id, stats.names(self.seen())).rows
        return {row.name: row.counts[figure].number for row in rows}

    def best(self) -> dict[str, tuple[int, list[str]]]:
        """All records: how much, and the names of who holds them."""
        found = records.records(self.seen(), self.fights, stats.names(self.seen()))
        return {
            one.code: (one.number, [each.name or each.crew_name for each in one.holders])
            for one in found
        }


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Two crews."""
    return Book(tmp_path)


def numbers(line: Line, *figures: str) -> tuple[int, ...]:
    """Some numbers of a row."""
    return tuple(line.counts[figure].number for figure in figures)


def test_case_13_a_void_battle_is_in_no_sum_and_no_record(book: Book) -> None:
    """Case 13: two are felled and 9 points scored in a battle; it is void: all of it is gone."""
    book.opened("battle-1")
    book.felled("battle-1", NINE, SURA)
    book.felled("battle-1", KILN, SURA)
    book.concluded("battle-1", 9, 0)
    assert numbers(book.crew(ASH), "battles", "won", "points", "kills") == (1, 1, 9, 2)
    assert book.best()["battle-kills"] == (2, ["Sura"])
    assert book.best()["crew-points"] == (9, ["Ash"])
    gone = BattleVoided(battle="battle-1", scenario="x", crews=(ASH, IRON), reason="a wrong table")
    book.tell("campaign", BattleClosed(battle="battle-1", void=True), gone)

    assert numbers(book.crew(ASH), "battles", "won", "points", "kills") == (0, 0, 0, 0)
    assert book.best() == {}
    assert {row["played"] for row in standings(book.seen())} == {0}
    assert rivalries(book.fights) == {}


def test_case_14_won_drawn_and_lost_are_the_battles(book: Book) -> None:
    """Case 14: won, drawn, won, won, lost, drawn, lost: 3 + 2 + 2 = 7 battles.

    A draw ends a row of victories, and one of defeats: two victories are the longest. It goes on
    with a row without defeat (won, drawn, won, won), and with one without victory (lost, drawn,
    lost).
    """
    came = [(3, 0), (1, 1), (2, 0), (4, 1), (0, 1), (2, 2), (1, 5)]
    for number, (ash, iron) in enumerate(came, 1):
        book.fought(f"battle-{number}", ash, iron)
    mine, other = book.crew(ASH), book.crew(IRON)
    sides = stats.sides_of(book.fights, ASH.id)

    assert numbers(mine, "battles", "won", "drawn", "lost") == (7, 3, 2, 2)
    assert numbers(other, "battles", "won", "drawn", "lost") == (7, 2, 2, 3)
    assert {kind: stats.longest(sides, kind).length for kind in stats.STREAKS} == {
        "winning": 2, "unbeaten": 4, "winless": 3, "losing": 1,
    }  # fmt: skip
    assert [side.battle for side in stats.longest(sides, "unbeaten").sides] == [
        "battle-1", "battle-2", "battle-3", "battle-4",
    ]  # fmt: skip
    sura = stats.of_member(book.fights, SURA.id, stats.names(book.seen())).total
    assert numbers(sura, "battles", "won", "drawn", "lost") == (7, 3, 2, 2)
    assert rivalries(book.fights)[ASH.id, IRON.id].score == "3-2-2"
    assert rivalries(book.fights)[IRON.id, ASH.id].score == "2-2-3"


def test_case_16_a_crew_is_the_sum_of_its_members_then(book: Book) -> None:
    """Case 16: Sura fells one for Ash, is sold, and fells two for Iron: Ash has 1, Iron 2.

    Each crew's total is what those came to who fought for it then; her own is 3.
    """
    book.opened("battle-1")
    book.felled("battle-1", NINE, SURA)
    book.concluded("battle-1", 1, 0)
    book.tell("crew-ash", MemberMoved(crew=ASH, member=SURA, to=IRON, reason="sold for 5"))
    book.met("battle-2", (ASH, (VEX,)), (IRON, (NINE, KILN, SURA)))
    book.felled("battle-2", VEX, SURA)
    book.felled("battle-2", VEX, SURA, KILN)
    book.concluded("battle-2", 0, 2)
    book.met("battle-3", (ASH, (VEX,)), (IRON, (NINE, KILN)))
    book.felled("battle-3", KILN, VEX)
    book.concluded("battle-3", 1, 0)

    assert numbers(book.crew(ASH), "kills", "falls", "battles") == (2, 2, 3)
    assert numbers(book.crew(IRON), "kills", "falls", "battles") == (3, 2, 3)
    assert book.members(ASH, "kills") == {"Sura": 1, "Vex": 1}
    assert book.members(IRON, "kills") == {"Unit Nine": 0, "Kiln": 1, "Sura": 2}
    for crew in (ASH, IRON):
        for figure in ("kills", "falls", "hurt", "dealt", "activations"):
            total = book.crew(crew).counts[figure].number
            assert total == sum(book.members(crew, figure).values())
    own = stats.of_member(book.fights, SURA.id, stats.names(book.seen()))
    assert numbers(own.total, "kills", "battles") == (3, 2)
    assert [(row.name, row.crew) for row in own.rows] == [
        ("battle-1", ASH.id),
        ("battle-2", IRON.id),
    ]
    assert book.best()["life-kills"] == (3, ["Sura"])


def test_all_who_share_a_record_are_named(book: Book) -> None:
    """Given two who each felled one, in their battles; then both hold it, the first one first."""
    book.opened("battle-1")
    book.felled("battle-1", NINE, SURA)
    book.concluded("battle-1", 3, 1)
    book.opened("battle-2")
    book.felled("battle-2", SURA, KILN)
    book.concluded("battle-2", 1, 3)

    assert book.best()["battle-kills"] == (1, ["Sura", "Kiln"])
    assert book.best()["crew-margin"] == (2, ["Ash", "Iron"])
    assert book.best()["life-battles"] == (2, ["Sura", "Vex", "Unit Nine", "Kiln"])


def test_a_record_that_everybody_holds_is_shared(book: Book) -> None:
    """Two battles of all four, one to 3:1 and one to 2:1; in one of them Nine was felled.

    All four fought twice, both crews were worth the same; one was felled, one crew won by most.
    """
    book.opened("battle-1")
    book.felled("battle-1", NINE, SURA)
    book.concluded("battle-1", 3, 1)
    book.opened("battle-2")
    book.concluded("battle-2", 2, 1)

    found = records.records(book.seen(), book.fights, stats.names(book.seen()))
    assert {one.code for one in found if one.shared} == {"life-battles", "crew-rating"}
    assert {"battle-kills", "life-falls", "crew-margin"} <= {one.code for one in found}


def test_a_friendly_battle_is_in_no_sum(book: Book) -> None:
    """Given a friendly battle; then nobody has fought."""
    book.opened("battle-1", friendly=True)
    book.felled("battle-1", NINE, SURA)

    assert numbers(book.crew(ASH), "battles", "kills") == (0, 0)
    assert book.best() == {}


def test_a_battle_that_goes_on_is_neither_won_nor_lost(book: Book) -> None:
    """Given a battle that goes on; then it is one, open: 0 + 0 + 0 + 1 = 1; it is in no streak."""
    book.opened("battle-1")

    assert numbers(book.crew(ASH), "battles", "won", "drawn", "lost", "open") == (1, 0, 0, 0, 1)
    assert stats.sides_of(book.fights, ASH.id) == []


def test_names_are_those_of_now_and_then(book: Book) -> None:
    """Given Sura, who is called Ash Sura now; then sums know both names, records the one of then.

    A record of a life names her as she is called now.
    """
    book.opened("battle-1")
    book.felled("battle-1", NINE, SURA)
    book.concluded("battle-1", 1, 0)
    book.tell("crew-ash", MemberRenamed(crew=ASH, member=Who(SURA.id, "Sura II"), before="Sura"))
    line = stats.of_crew(book.fights, ASH.id, stats.names(book.seen())).rows[0]

    assert (line.name, line.former) == ("Sura II", ("Sura",))
    assert book.best()["battle-kills"] == (1, ["Sura"])
    assert book.best()["life-kills"] == (1, ["Sura II"])


def test_every_number_has_its_lines(book: Book) -> None:
    """Given 1 Health lost, then 2, by Sura; then hurt is 3 by two lines, and she took as much."""
    book.opened("battle-1")
    for amount, lost in ((1, 1), (2, 3)):
        loss = HealthLost(member=NINE, amount=amount, lost=lost, maximum_roll=4, by=(SURA,))
        book.tell("battle-1", loss)
    fight = stats.of_battle(book.fights[0])
    nine = next(row for row in fight.rows if row.name == "Unit Nine")
    sura = next(row for row in fight.rows if row.name == "Sura")

    assert nine.counts["hurt"] == tallies.Count(3, ("battle-1/6", "battle-1/7"))
    assert sura.counts["dealt"] == tallies.Count(3, ("battle-1/6", "battle-1/7"))
    assert fight.total.counts["hurt"] == nine.counts["hurt"]


def test_what_was_taken_back_is_in_no_sum(book: Book) -> None:
    """Given a fall that was taken back; then nobody has felled anybody."""
    book.opened("battle-1")
    batch = book.felled("battle-1", NINE, SURA)
    assert numbers(book.crew(ASH), "kills") == (1,)
    book.tell("battle-1", BatchRetracted(batch=batch))

    assert numbers(book.crew(ASH), "kills") == (0,)


def test_all_that_is_counted_has_a_name() -> None:
    """Given every figure, record and step of the table; then the catalogue has words for it."""
    codes = {
        *tallies.FIGURES,
        *(f"battle-{figure}" for figure in records.IN_A_BATTLE),
        *(f"life-{figure}" for figure in records.IN_A_LIFE),
        *(f"streak-{kind}" for kind in stats.STREAKS),
        *(f"step-{step.replace(' ', '-')}" for step in STEPS),
    }
    frame = Frame()

    assert all(frame.say(f"numbers.{code}", health="health") for code in codes)
