"""Cases 64, 67 and 125: what was recorded under other tables is told, folded and audited.

A table of the codex is changed behind a campaign that was played by it. Whatever is on record is
told as it was; where the rules would now decide otherwise, the audit says so at that very line.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from msgspec.structs import replace

import domain.games
from benchmarks.morturi.club import Club
from domain import codex
from domain.audit import audit
from domain.findings import Level, Verdict
from domain.game import Game, catalogue
from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.falling import FINAL_BLOW
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.members import ExperienceGained
from projections.rosters import roster, rosters
from projections.view import open_views
from tests.season import GAME, Season

Moved = Callable[..., None]
NEWER = "acta 0.9.0"


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Moved:
    """Change tables of both games' codices."""
    load = codex.load

    def change(**how: Callable[[Any], Any]) -> None:
        def loaded(kind: Any, data: Any) -> Any:
            book = load(kind, data)
            return replace(book, **{name: make(getattr(book, name)) for name, make in how.items()})

        monkeypatch.setattr(codex, "load", loaded)
        forget(monkeypatch)

    return change


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been read of a codex is read again, until the test is over.

    Every module of a game is imported before: one that came later would keep the changed tables.
    """
    for found in walk_packages(domain.games.__path__, "domain.games."):
        import_module(found.name)
    anew: dict[Any, Any] = {}
    for name, module in list(sys.modules.items()):
        for word, each in list(vars(module).items()) if name.startswith("domain.") else ():
            if hasattr(each, "cache_clear"):
                fresh = anew.setdefault(each, lru_cache(maxsize=None)(each.__wrapped__))
                monkeypatch.setattr(module, word, fresh)


def told(ledger: Ledger) -> list[Line]:
    """All lines, in the order of the log."""
    return [line for _, line in ledger.page(0, 100_000)]


def test_case_64_advances_come_at_other_totals(tmp_path: Path, moved: Moved) -> None:
    """Case 64, MS-ADV-3: 3 experience was needed for an advance, now 1 is.

    Crews and totals are as they were played. By the new table all who earned any owe a die, in
    the order in which they earned it: the first die that was another's is named.
    """
    season = Season(tmp_path / "ledger.db", seed="b")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    season.settle(season.play(season.open(ash, iron)))
    season.settle(season.play(season.open(ash, iron)))
    with open_views(season.ledger, GAME, None) as views:
        views.catch_up()
        before = [roster(views, row["id"]) for row in rosters(views)]
    lines = told(season.ledger)
    assert audit(season.ledger, program="acta 0.1.0").verdict is Verdict.CLEAN
    season.ledger.close()

    def sooner(experience: Any) -> Any:
        assert experience.thresholds[0] == 3
        return replace(experience, thresholds=(1, *experience.thresholds[1:]))

    moved(experience=sooner)
    owing = [line.data.member for line in lines if isinstance(line.data, ExperienceGained)]
    thrown = [line for line in lines if isinstance(line.data, AdvanceRolled)]
    other = next(
        line.address
        for line, owed in zip(thrown, owing, strict=False)
        if isinstance(line.data, AdvanceRolled) and line.data.member != owed
    )
    with Ledger.open(tmp_path / "ledger.db", catalogue("mortisphere"), read_only=True) as ledger:
        with open_views(ledger, GAME, None) as views:
            views.catch_up()
            assert [roster(views, row["id"]) for row in rosters(views)] == before
        assert told(ledger) == lines
        report = audit(ledger, program="acta 0.1.0")
        assert report.verdict is Verdict.FORGED
        assert (report.findings[0].kind, report.findings[0].address) == (
            "JudgedOtherwise",
            other,
        )
        newer = audit(ledger, program=NEWER)
        assert (newer.verdict, newer.code) == (Verdict.NOTES, 0)
        assert (newer.findings[0].kind, newer.findings[0].address) == ("RulesMoved", other)
        assert {finding.level for finding in newer.findings} == {Level.NOTE}


def test_case_64_the_crowd_likes_it_better(tmp_path: Path, moved: Moved) -> None:
    """Case 64, MR-CRD-2: a final blow was worth 1 favour, now 2: the first that was given is named.

    The battle is shown as it was played, its favour and its winner with it.
    """
    club = Club(tmp_path / "ledger.db", "crowd")
    for _ in range(3):
        club.friendly()
    lines, game = told(club.ledger), club.game
    blow = next(
        line
        for line in lines
        if isinstance(line.data, FavourGained) and line.data.source == FINAL_BLOW
    )
    before = game.show(club.ledger.tell(blow.story, game.battle))
    club.ledger.close()

    def doubled(crowd: Any) -> Any:
        assert crowd.final_blow == 1
        return replace(crowd, final_blow=2)

    moved(crowd=doubled)
    with Ledger.open(tmp_path / "ledger.db", catalogue("morturi"), read_only=True) as ledger:
        after = game.show(ledger.tell(blow.story, game.battle))
        assert (after["scores"], after["winner"]) == (before["scores"], before["winner"])
        report = audit(ledger, program=blow.program)
        assert (report.findings[0].kind, report.findings[0].address) == (
            "JudgedOtherwise",
            blow.address,
        )
        assert audit(ledger, program=NEWER).findings[0].kind == "RulesMoved"


def still(
    path: Path, game: Game, life: str, battle: str, *, before: dict[str, Any], said: list[str]
) -> None:
    """A battle is shown and every line told as it was; the audit says that the rules moved."""
    with Ledger.open(path, catalogue(game.id), read_only=True) as ledger:
        after = game.show(ledger.tell(battle, game.battle))
        assert [(m["name"], m[life], m["state"], m["place"]) for m in after["members"]] == [
            (m["name"], m[life], m["state"], m["place"]) for m in before["members"]
        ]
        assert (after["scores"], after["winner"]) == (before["scores"], before["winner"])
        assert [line.data.told() for line in told(ledger)] == said
        report = audit(ledger, program=NEWER)
    kinds = {finding.kind for finding in report.findings}
    assert "RulesMoved" in kinds
    assert kinds <= {"RulesMoved", "ForeignFace"}  # other dice would have been awaited


def test_case_67_abilities_that_are_no_more(tmp_path: Path, moved: Moved) -> None:
    """Case 67: abilities, items and the d20 are gone from the codex; all is told as it was."""
    season = Season(tmp_path / "ledger.db", seed="b")
    crews = [season.crew("grey-ledger.toml"), season.crew("wet-choir.toml")]
    battle = season.settle(season.play(season.open(*crews)))
    lines, before = told(season.ledger), GAME.show(season.state(battle))
    said = [line.data.told() for line in lines]
    season.ledger.close()
    moved(
        abilities=lambda _: (),
        equipment=lambda _: (),
        dice=lambda dice: tuple(die for die in dice if die.faces != 20),
    )
    still(tmp_path / "ledger.db", GAME, "health", battle, before=before, said=said)


def test_case_67_tricks_that_are_no_more(tmp_path: Path, moved: Moved) -> None:
    """Case 67: tricks are gone from the codex: what was done with them is told as it was."""
    club = Club(tmp_path / "ledger.db", "gone")
    battle, game = club.friendly(), club.game
    lines, before = told(club.ledger), game.show(club.ledger.tell(battle, game.battle))
    said = [line.data.told() for line in lines]
    club.ledger.close()
    moved(tricks=lambda _: ())
    still(tmp_path / "ledger.db", game, "life", battle, before=before, said=said)
