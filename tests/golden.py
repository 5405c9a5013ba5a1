"""The hand-worked battles of both games, played elsewhere: `python -m tests.golden` says a digest.

The digest covers every line in canonical bytes and every battle as it is shown at its end.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from cli.battle_file import BattleFile, parse
from cli.staging import Ground, Stage
from domain import game as games
from domain.books import Books
from domain.games.mortisphere.shapes import EDITIONS
from domain.ledger.draft import Stamp
from tests import arena_transcripts as arena

MORTISPHERE = games.load("mortisphere")
TRANSCRIPTS = Path(__file__).parent / "transcripts"
FILES = sorted(TRANSCRIPTS.glob("*.acta"))


def stamp() -> Stamp:
    """Always the same hand at the same minute."""
    return Stamp(at="2026-11-29T19:48:00.000Z", by="Ana", program="acta 0.1.0")


def staged(file: BattleFile, name: str) -> Stage:
    """The file's battle, opened in memory."""
    ground = Ground(
        game=MORTISPHERE,
        campaign="00" * 16,
        books=Books(game="mortisphere", edition=EDITIONS[-1]),
        ends={},
        stamp=stamp,
    )
    stage = Stage(ground, file, name)
    stage.open()
    return stage


def load(path: Path) -> BattleFile:
    """A battle file, read."""
    return parse(path.read_text("utf-8"), path.name)


def played(path: Path) -> Stage:
    """A battle file, played to its end."""
    return played_file(load(path), path.name)


def played_file(file: BattleFile, name: str) -> Stage:
    """A file's battle, and its aftermath, played to their end."""
    stage = staged(file, name)
    for row in file.lines:
        stage.play(row)
    if file.aftermath:
        stage.settle()
    for row in file.after:
        stage.play_after(row)
    return stage


def of_text(text: str) -> Stage:
    """A battle file's text, opened; its lines wait to be played."""
    return staged(parse(text), "a file")


def digest() -> str:
    """What all of them come to."""
    total = sha256()
    for path in FILES:
        _take(total, "mortisphere", played(path))
    for path in sorted(arena.TRANSCRIPTS.glob("*.acta")):
        stage = arena.staged(load(path), path.name)
        for row in stage.file.lines:
            stage.play(row)
        _take(total, "morturi", stage)
    return total.hexdigest()


def _take(total: Any, game: str, stage: Stage) -> None:
    """Take a battle into a digest: its lines, how it is shown, what is legal."""
    known, table = games.catalogue(game), stage.table
    for line in stage.lines:
        total.update(known.encode(line))
    total.update(msgspec.json.encode(table.shown()))
    total.update(msgspec.json.encode(table.game.legal(table.state).simple()))


if __name__ == "__main__":
    sys.stdout.write(digest() + "\n")
