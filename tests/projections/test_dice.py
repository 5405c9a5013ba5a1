"""The throws on record: each once, of whom, and which of them count."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.campaign import BattleClosed
from domain.games.mortisphere.initiative import CrewDie, InitiativeRolled
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.throwing import FacesShown, RollRepeated
from domain.games.mortisphere.underway import Mode
from domain.house import Setting
from domain.ledger.fold import BatchRestored, BatchRetracted
from domain.terms import Who
from domain.throwing import Source
from domain.voided import BattleVoided
from projections.dice import ALL, Asked, throws
from tests.projections.telling import ASH, HALL, IRON, KILN, NINE, SURA, VEX, Telling

Faces = list[tuple[str, int, int]]


@pytest.fixture
def telling(tmp_path: Path) -> Telling:
    """Ash and Iron, and a battle that is open."""
    return Telling(tmp_path).founded().opened("battle-1")


def shown(who: Who, sides: int, *faces: int, most: int = 0, kept: bool = False) -> DieShown:
    """A die that stands at the last of these faces."""
    last = faces[-1]
    return DieShown(
        member=who,
        die=sides,
        maximum=most or sides,
        natural=last,
        before=faces[:-1],
        capped=min(last, most or sides),
        final=last,
        kept=kept,
    )


def fought(*dice: DieShown, sealed: bool = False) -> ClashFought:
    """Sura's pairing with Unit Nine."""
    return ClashFought(
        pairing=1,
        initiators=(SURA,),
        defenders=(NINE,),
        mode=Mode.DEFEND,
        dice=dice,
        initiator_result=1,
        outcome=Outcome.TIE,
        source=Source.SEALED if sealed else Source.TABLE,
    )


def fell(telling: Telling, asked: Asked = ALL) -> Faces:
    """Whose dice fell, how large, and which faces."""
    found = throws(telling.ledger, telling.seen(), asked)
    return [(one.of.name, one.sides, one.face) for one in found if not one.undone]


def test_each_throw_once(telling: Telling) -> None:
    """A die that was rolled again counts with both its faces; one that was kept, not again."""
    again = FacesShown(member=SURA, faces=(1,), again=True)
    telling.tell("battle-1", RollRepeated(dice=(again,), rule="MS-RES-7"))
    telling.tell("battle-1", fought(shown(SURA, 6, 1, 5), shown(NINE, 10, 3)))
    telling.tell("battle-1", fought(shown(VEX, 8, 2), shown(NINE, 10, 3, kept=True)))
    assert fell(telling) == [
        ("Sura", 6, 1),
        ("Sura", 6, 5),
        ("Unit Nine", 10, 3),
        ("Vex", 8, 2),
    ]


def test_the_natural_face_counts(telling: Telling) -> None:
    """A d10 that may show 4 and shows 9 fell on 9: what caps it does not change the die."""
    telling.tell("battle-1", fought(shown(NINE, 10, 9, most=4)))
    assert fell(telling) == [("Unit Nine", 10, 9)]


def test_dice_that_shrink(tmp_path: Path) -> None:
    """MS-DMG-6 `uniform`: a d10 that may show 4 is thrown as a die of four sides."""
    telling = Telling(tmp_path).founded()
    telling.opened("battle-1", house=(Setting("lost_health_cap", "uniform"),))
    telling.tell("battle-1", fought(shown(NINE, 10, 3, most=4)))
    assert fell(telling) == [("Unit Nine", 4, 3)]


def test_of_whom_and_whence(telling: Telling) -> None:
    """A member's die is its crew's, as is a crew's own; sealed or from the table; with its line."""
    dice = (CrewDie(ASH, 20, 7, 7), CrewDie(IRON, 20, 9, 9))
    telling.tell("battle-1", InitiativeRolled(round=1, dice=dice))
    telling.tell("battle-1", fought(shown(KILN, 6, 2), sealed=True))
    found = list(throws(telling.ledger, telling.seen()))
    assert [(one.of.name, one.crew.name, one.source, one.address) for one in found] == [
        ("Ash", "Ash", "table", "battle-1/6"),
        ("Iron", "Iron", "table", "battle-1/6"),
        ("Kiln", "Iron", "sealed", "battle-1/7"),
    ]


def test_what_is_asked_for(telling: Telling) -> None:
    """Of a battle, a crew, a member."""
    telling.tell("battle-1", fought(shown(SURA, 6, 1), shown(NINE, 10, 2)))
    telling.opened("battle-2").tell("battle-2", fought(shown(SURA, 6, 3)))
    assert fell(telling, Asked(battle="battle-2")) == [("Sura", 6, 3)]
    assert fell(telling, Asked(crew=IRON.id)) == [("Unit Nine", 10, 2)]
    assert fell(telling, Asked(member=SURA.id)) == [("Sura", 6, 1), ("Sura", 6, 3)]


def test_case_13_dice_of_a_void_battle_count_for_nothing(telling: Telling) -> None:
    """Case 13: a battle that is void is in no report of dice, its undone rolls are not either."""
    taken = telling.tell("battle-1", fought(shown(SURA, 6, 1)))
    telling.tell("battle-1", BatchRetracted(batch=taken))
    telling.tell("battle-1", fought(shown(SURA, 6, 2)))
    telling.opened("battle-2").tell("battle-2", fought(shown(VEX, 8, 8)))
    telling.tell("campaign", BattleVoided(battle="battle-1", scenario="-", reason="wrong crews"))
    assert [one.of.name for one in throws(telling.ledger, telling.seen())] == ["Vex"]


def test_a_battle_that_was_broken_off(telling: Telling) -> None:
    """One that is closed as void counts for nothing."""
    telling.tell("battle-1", fought(shown(SURA, 6, 1)))
    telling.tell("battle-1", BattleClosed(battle="battle-1", void=True))
    assert fell(telling) == []


def test_a_friendly_battle(tmp_path: Path) -> None:
    """It counts for nothing, here as elsewhere."""
    telling = Telling(tmp_path).founded().opened("battle-1", friendly=True)
    telling.tell("battle-1", fought(shown(SURA, 6, 1)))
    assert fell(telling) == []


def test_a_draw_counts(telling: Telling) -> None:
    """Dice of a battle without a winner are dice."""
    telling.tell("battle-1", fought(shown(SURA, 6, 4)))
    telling.concluded("battle-1", 2, 2)
    assert fell(telling) == [("Sura", 6, 4)]


def test_a_roll_that_was_taken_back(telling: Telling) -> None:
    """It fell all the same, and is marked; put back, it is a throw like any other."""
    taken = telling.tell("battle-1", fought(shown(SURA, 6, 1)))
    telling.tell("battle-1", BatchRetracted(batch=taken))
    found = list(throws(telling.ledger, telling.seen()))
    assert [(one.face, one.undone) for one in found] == [(1, True)]
    telling.tell("battle-1", BatchRestored(batch=taken))
    assert fell(telling) == [("Sura", 6, 1)]


def test_where_a_crew_did_not_come(telling: Telling) -> None:
    """A neutral's die, or that of something that happens by itself, is nobody's."""
    stranger = Who("battle-1/1#colossus", "The Colossus")
    telling.tell("battle-1", fought(shown(stranger, 20, 19)))
    (found,) = throws(telling.ledger, telling.seen())
    assert (found.of, found.crew) == (stranger, Who("", ""))
    assert HALL.id  # it stands there, and that is all


def test_a_game_that_says_nothing_of_dice(telling: Telling) -> None:
    """It has none to tell of."""
    telling.tell("battle-1", fought(shown(SURA, 6, 4)))
    views = telling.seen()
    views.game = replace(views.game, load_odds=None)
    assert list(throws(telling.ledger, views)) == []
