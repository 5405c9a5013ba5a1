"""Case 49: lines, undos and redos in any order come to what the lines that count come to alone."""

from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import undo
from domain.audit import audit
from domain.campaign import STORY, FoundCampaign
from domain.findings import Verdict
from domain.game import Game, catalogue, load
from domain.games.mortisphere import opening as areas
from domain.games.morturi import opening as arena
from domain.ledger.draft import Stamp
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.robot import Robot
from domain.terms import Action, NotFound

BATTLE = "battle-1"
PROGRAM = "acta 0.2.0"
STAMP = Stamp(at="2026-11-30T19:48:00.000Z", by="Ana", program=PROGRAM)


def crew(name: str, *members: tuple[str, str, int]) -> areas.GuestCrew:
    """A crew of these names, types and dice."""
    return areas.GuestCrew(
        name=name,
        members=tuple(
            areas.Guest(name=who, handle=who[:3], kind=kind, die=die) for who, kind, die in members
        ),
    )


def school(name: str, **roles: str) -> arena.GuestCrew:
    """A school of Novicii."""
    return arena.GuestCrew(
        name=name,
        members=tuple(
            arena.Guest(name=who, role=role, grade="novicius") for who, role in roles.items()
        ),
    )


CREWS = (
    crew("Ash", ("Sura", "survivor", 6), ("Vex", "creature", 8), ("Moth", "survivor", 4)),
    crew("Iron", ("Nine", "machine", 10), ("Kiln", "machine", 6), ("Rook", "machine", 4)),
)
SCHOOLS = (
    school("Ludus", Felix="gallus", Otho="samnite", Mus="bestiarius"),
    school("Domus", Varro="secutor", Nepos="dimachaerus", Paris="thracian"),
)
OPENINGS: dict[str, Action] = {
    "mortisphere": areas.Open(
        battle=BATTLE, scenario="last-granary", guests=CREWS, friendly=True, ask_start=True
    ),
    "morturi": arena.Open(
        battle=BATTLE,
        scenario="agreed_battle",
        guests=SCHOOLS,
        friendly=True,
        arena=(arena.Drawing(("aaaaa", *["....."] * 3, "bbbbb"), "zones"),),
    ),
}


class Evening:
    """A battle on record, and beside it the lines that count, as somebody would remember them."""

    def __init__(self, path: Path, game: Game, seed: int) -> None:
        self.game = game
        self.robot = Robot(game, str(seed))
        self.ledger = Ledger.create(path, catalogue(game.id), f"{seed:032x}")
        self.ledger.submit(STORY, game.books, [FoundCampaign(name="Ludi")], stamp=self._stamp)
        opened = self._submit(game.books, OPENINGS[game.id])
        self.kept: list[list[Line]] = [[line for line in opened if line.story == BATTLE]]
        self.taken: list[list[list[Line]]] = []

    @staticmethod
    def _stamp() -> Stamp:
        return STAMP

    def _submit(self, decider: Any, action: Action) -> list[Line]:
        edition = f"{self.game.id} {self.game.edition}"
        beside, stamp = (STORY,), self._stamp
        return self.ledger.submit(
            BATTLE, decider, [action], stamp=stamp, beside=beside, edition=edition
        )

    @property
    def state(self) -> Any:
        """The battle as the record tells it."""
        return self.ledger.tell(BATTLE, self.game.battle)

    @property
    def remembered(self) -> Any:
        """The battle as the lines that count tell it, one after the other, and nothing else."""
        told = [line.data for lines in self.kept for line in lines]
        return reduce(self.game.battle.evolve, told, self.game.battle.initial)

    def do(self) -> None:
        """A line that is legal now."""
        action = self.robot.action(self.state)
        if action is not None:
            lines = self._submit(self.game.battle, action)
            self.kept.append([line for line in lines if line.story == BATTLE])
            self.taken.clear()

    def undo(self, count: int) -> None:
        """So many lines at once, never the opening."""
        count = min(count, len(self.kept) - 1)
        if not count:
            return
        address = self.kept[-count][0].address
        found = undo.chosen(self.ledger.story(BATTLE), self.game.spans, to=address)
        assert [batch.id for batch in found] == [lines[0].batch for lines in self.kept[-count:]]
        self.ledger.retract(*(batch.id for batch in found), stamp=STAMP)
        self.taken.append(self.kept[-count:])
        del self.kept[-count:]

    def redo(self) -> None:
        """What the newest undo took back; refused if there is nothing."""
        lines = self.ledger.story(BATTLE)
        if not self.taken:
            with pytest.raises(NotFound):
                undo.undone(lines)
            return
        group = self.taken.pop()
        assert undo.undone(lines) == tuple(each[0].batch for each in group)
        self.ledger.restore(*undo.undone(lines), stamp=STAMP)
        self.kept += group


steps = st.lists(
    st.one_of(
        st.just(0), st.just(0), st.just(0), st.integers(1, 4), st.just(-1)
    ),  # a line, as many undos, a redo
    min_size=5,
    max_size=60,
)


def played(evening: Evening, moves: Sequence[int]) -> Iterator[int]:
    """Go through some steps; yields after each."""
    for move in moves:
        if move < 0:
            evening.redo()
        elif move:
            evening.undo(move)
        else:
            evening.do()
        yield move


def check(path: Path, game: str, moves: Sequence[int], seed: int) -> None:
    """After every step the record is what the lines that count tell; an audit finds it clean."""
    evening = Evening(path, load(game), seed)
    try:
        for _ in played(evening, moves):
            assert evening.state == evening.remembered
        assert audit(evening.ledger, program=PROGRAM).verdict is Verdict.CLEAN
    finally:
        evening.ledger.close()
        path.unlink()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the ledger lies."""
    return tmp_path_factory.mktemp("undo") / "ledger.db"


QUICK = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(steps, st.integers(0, 2**32))
@pytest.mark.parametrize("game", sorted(OPENINGS))
def test_case_49_any_order_of_do_undo_redo(
    path: Path, game: str, moves: list[int], seed: int
) -> None:
    """Case 49: also several undos in a row, at the end of a battle and near its beginning."""
    check(path, game, [0] * 12 + moves, seed)


@pytest.mark.long
@settings(QUICK, max_examples=300)
@given(steps, st.integers(0, 2**32))
@pytest.mark.parametrize("game", sorted(OPENINGS))
def test_case_49_by_the_hundred(path: Path, game: str, moves: list[int], seed: int) -> None:
    """The same, three hundred times each."""
    check(path, game, [0] * 12 + moves, seed)
