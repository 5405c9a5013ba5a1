"""The battle files of the arena that were worked out by hand, and their staging in memory."""

from cli.battle_file import BattleFile
from cli.staging import Ground, Stage
from domain.books import Books
from domain.game import load as load_game
from domain.games.morturi.shapes import EDITIONS
from domain.ledger.draft import Stamp
from tests.console import ROOT

MORTURI = load_game("morturi")
TRANSCRIPTS = ROOT / "tests" / "transcripts" / "morturi"


def staged(file: BattleFile, name: str) -> Stage:
    """The file's battle, opened in memory."""
    ground = Ground(
        game=MORTURI,
        campaign="00" * 16,
        books=Books(game="morturi", edition=EDITIONS[-1]),
        ends={},
        stamp=lambda: Stamp(at="2026-11-29T19:48:00.000Z", by="Ana", program="acta 0.2.0"),
    )
    stage = Stage(ground, file, name)
    stage.open()
    return stage
