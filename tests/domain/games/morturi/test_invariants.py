"""MR-GEN-1: robots fight in the arena; what must hold, holds after every event."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.morturi.club import Club
from domain.audit import audit
from domain.findings import Verdict
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.battle import Fighting
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.flags import FlagPlanted, FlagTaken
from domain.games.morturi.following import AttackEnded
from domain.games.morturi.harm import LifeRegained
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.play import evolve
from domain.games.morturi.rounds import RoundEnded
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.victory import BattleConcluded
from domain.terms import Event, Who
from tests.arena_invariants import INVARIANTS, Watch
from tests.arena_story import Fight, activate, attack, man, roll, school
from tests.watching import Broken


class Table:
    """Sees every event of a club; each battle has its own watch."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.concluded = 0

    def see(self, before: Any, event: Event, after: Any) -> None:
        """Watch the battles; what a campaign's own lines tell is remembered, and that is all."""
        if isinstance(event, BattleOpened):
            self.watch = Watch()
        if isinstance(before, Fighting):
            self.watch.see(before, event, after)
            self.concluded += isinstance(event, BattleConcluded)
        assert event.told()


def check(folder: Path, seed: str, battles: int) -> None:
    """A club fights so many battles; all end, and the audit is clean."""
    table = Table()
    club = Club(folder / "ledger.db", seed, table.see)
    for _ in range(battles):
        club.friendly()
    assert table.concluded == battles
    report = audit(club.ledger)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
    club.ledger.close()


def test_battles_hold_what_must_hold(tmp_path: Path) -> None:
    """8 battles of guests under any house rules, in any arena; they end, and are judged alike."""
    check(tmp_path, "arena", 8)


@pytest.mark.long
@pytest.mark.parametrize("number", range(100))
def test_ten_thousand_battles_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, a hundred times a hundred battles."""
    check(tmp_path, f"hundred {number}", 100)


# Each check bites: a true battle with one event forged, or the board after it

DUEL = Fight(
    school("Ludus", man("Otho", "samnite", "C3"), man("Felix", "gallus", "A1")),
    school("Domus", man("Mus", "samnite", "C4", "s")),
).do(activate("Otho"), attack("Mus"), roll(6))
OTHO, FELIX, MUS = (DUEL.who(name) for name in ("Otho", "Felix", "Mus"))
LUDUS = DUEL.who("Ludus")
STEP = StepTaken(gladiator=OTHO, before="C3", to="D3", cost=1, left=2)
ROLLED = DUEL.one(AttackRolled)
OUT = GladiatorOut(gladiator=MUS, square="C4", cause=OTHO)
TAKEN = FlagTaken(gladiator=Who("nobody", "Nobody"), school=LUDUS, cost=3, left=0)
FORGED: dict[str, tuple[Event, ...]] = {
    "ARENA-1": (msgspec.structs.replace(STEP, to="A1"),),
    "ARENA-2": (msgspec.structs.replace(STEP, to="Z9"),),
    "ARENA-3": (msgspec.structs.replace(STEP, cost=9, left=-6),),
    "ARENA-4": (GladiatorActivated(gladiator=OTHO, points=3, move=3),),
    "ARENA-5": (RoundEnded(round=1),),
    "ARENA-6": (LifeRegained(gladiator=FELIX, amount=1, life=9, source=FELIX),),
    "ARENA-7": (msgspec.structs.replace(STEP, facing="up"),),
    "ARENA-8": (FavourGained(school=LUDUS, amount=1, favour=9, source=OTHO),),
    "ARENA-9": (OUT, msgspec.structs.replace(STEP, gladiator=MUS)),
    "ARENA-10": (AttackDeclared(attacker=OTHO, target=FELIX, way=Who("heavy_spear", "spear")),),
    "ARENA-11": (msgspec.structs.replace(ROLLED, number=1),),
    "ARENA-12": (AttackEnded(attacker=OTHO, target=MUS),),
    "ARENA-13": (FlagPlanted(school=LUDUS, square="A1"), TAKEN),
    "ARENA-14": (BattleConcluded(),),
}


def seen(*events: Event) -> None:
    """Watch a whole battle as it was told, and events that no rule would yield."""
    watch, battle = Watch(), Fighting()
    for event in events:
        before, battle = battle, evolve(battle, event)
        watch.see(before, event, battle)


@pytest.mark.parametrize("number", FORGED)
def test_an_invariant_that_does_not_hold_is_found(number: str) -> None:
    """MR-GEN-1: each check finds a battle that breaks its own statement."""
    seen(*DUEL.events)
    with pytest.raises(Broken, match=f"^{number} "):
        seen(*DUEL.events, *FORGED[number])


def test_every_invariant_has_a_number_and_a_text() -> None:
    """MR-GEN-1: fifteen statements, each once."""
    assert [each.id for each in INVARIANTS] == [f"ARENA-{n}" for n in range(1, 16)]
    assert len({each.text for each in INVARIANTS}) == 15
