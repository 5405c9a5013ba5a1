"""What Mortisphere's events mean to readers, and what its dice showed."""

from typing import get_args

import pytest

from domain.aftermath import AftermathEvent
from domain.books import Item, Member
from domain.chronicle import Came, CrewEntry, Ended, Fact, Result, Round, Turned, results
from domain.games.mortisphere import play
from domain.games.mortisphere.after import order
from domain.games.mortisphere.chronicle import FACTS, chronicle, faces, said, sheet
from domain.games.mortisphere.initiative import CrewDie, CrewNumber, InitiativeRolled
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.rounds import BattleEnded, RoundBegan
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.throwing import FacesShown, Roll, RollAnnounced, RollRepeated
from domain.games.mortisphere.worth import worth_sum
from domain.roster import MemberRecruited
from domain.terms import Event, Who
from domain.throwing import Shown

ASH, IRON, DUST = Who("crew-ash", "Ash"), Who("crew-iron", "Iron"), Who("crew-dust", "Dust")
SURA = Who("crew-ash/2", "Sura")


def facts(event: Event) -> list[Fact]:
    """All facts of an event."""
    return list(chronicle().tellers()[type(event)](event))


def test_every_fact_is_of_an_event_of_the_game() -> None:
    """A chapter that is split takes its facts along; joining a crew is told for all games."""
    told = {*play.EVENTS, *order.EVENTS, *get_args(AftermathEvent)}
    assert set(FACTS) <= told
    assert set(chronicle().tellers()) > {*FACTS, MemberRecruited}


def test_a_round_is_told() -> None:
    """Its number, and that a report tells it."""
    assert facts(RoundBegan(round=3)) == [Round(number=3), Turned()]


@pytest.mark.parametrize(
    ("points", "winner", "came"),
    [
        ((5, 2), ASH, (Came.WON, Came.LOST)),
        ((2, 5), IRON, (Came.LOST, Came.WON)),
        ((4, 4), None, (Came.DREW, Came.DREW)),
        ((4, 4, 1), None, (Came.DREW, Came.DREW, Came.LOST)),
        ((0, 0, 3), DUST, (Came.LOST, Came.LOST, Came.WON)),
    ],
)
def test_how_a_battle_came_out(
    points: tuple[int, ...], winner: Who | None, came: tuple[Came, ...]
) -> None:
    """MS-SCN-5: most points win; without a winner those who share the top drew."""
    crews = (ASH, IRON, DUST)[: len(points)]
    scores = dict(zip(crews, points, strict=True))
    expected = tuple(
        Result(crew=crew, points=number, came=how)
        for (crew, number), how in zip(scores.items(), came, strict=True)
    )
    assert results(scores, winner.id if winner else "") == expected


def test_a_battle_of_three_ends() -> None:
    """MS-HIS-3: one victory, two failures, each against all others."""
    scores = (CrewNumber(ASH, 1), CrewNumber(IRON, 6), CrewNumber(DUST, 0))
    ended = BattleEnded(reason="rounds", scores=scores, winner=(IRON,), rounds=5)
    assert [fact for fact in facts(ended) if isinstance(fact, CrewEntry)] == [
        CrewEntry(
            crew=ASH, kind="important_failure", text="Ash lost against Iron and Dust, 1 to 6 to 0"
        ),
        CrewEntry(crew=IRON, kind="victory", text="Iron won against Ash and Dust, 6 to 1 to 0"),
        CrewEntry(
            crew=DUST, kind="important_failure", text="Dust lost against Ash and Iron, 0 to 1 to 6"
        ),
    ]
    assert isinstance(facts(ended)[0], Ended)


def test_the_codex_names_its_entries() -> None:
    """An id that the codex lacks is its own name: a record outlives its codex."""
    names = [
        said(book(), "item", "rivet-gun"),
        said(book(), "type", "bone-saint"),
        said(book(), "will", "endure"),
    ]
    assert names == ["Rivet Gun", "bone-saint", "Will to Endure"]


def test_what_a_member_is_worth() -> None:
    """MS-REC-7: die, abilities, items, and 2 for each advance."""
    member = Member(
        who=SURA,
        handle="SUR",
        kind="survivor",
        die=10,
        health=3,
        abilities=("last-cartridge",),  # 1
        items=(Item("crew-ash/2#rivet-gun", "rivet-gun"),),  # 1
        advances=2,
    )
    assert worth_sum(book(), member).total == 10 + 1 + 1 + 4
    shown = sheet(book(), member)
    assert (shown["type"], shown["die"]) == ("Survivor", 10)
    assert (shown["abilities"], shown["equipment"]) == (["Last Cartridge"], ["Rivet Gun"])


def test_the_faces_that_fell() -> None:
    """Every natural face in its order, those that were rolled again before the one that stood."""
    die = DieShown(member=SURA, die=10, maximum=8, natural=4, before=(9, 10), capped=4, final=4)
    crews = (CrewDie(ASH, 20, 7, 7), CrewDie(IRON, 20, 15, 15))
    assert faces(InitiativeRolled(round=1, dice=crews)) == (7, 15)
    again = FacesShown(member=SURA, faces=(9, 10), again=True)
    assert faces(RollRepeated(dice=(again,), rule="MS-DMG-6")) == (9, 10)
    assert faces(Roll(faces=(Shown(4, before=(9, 10)), Shown(3)))) == (9, 10, 4, 3)
    assert faces(RollAnnounced()) == ()
    assert die.natural == 4
