"""The life of a campaign, each step acknowledged in the file `ack`; to be run below `power.c`.

`python -m benchmarks.faults.power_writer FOLDER SAVES JOURNAL SYNCHRONOUS`
"""

import os
import sys
from pathlib import Path

from benchmarks.campaign import GAME, muster
from benchmarks.faults.table import Robots, begin, fought
from cli import signing
from cli.home import LEDGER, text_file
from cli.keeper import Keeper, solo
from cli.main import Asked
from cli.new import found
from domain.campaign import FoundCampaign
from domain.exporting import checkpoint
from domain.ledger import durable

ACKNOWLEDGED = "ack"
CAMPAIGN = "winter"
_COPIED = 100  # so many saves are copied now and then; each copy is laid out with each disk


def live(folder: Path, saves: int) -> None:
    """Found a campaign, play, keep receipts and secrets, write files: all as the commands do."""
    acknowledge = os.open(folder / ACKNOWLEDGED, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o644)

    def said(what: str, value: object) -> None:
        os.write(acknowledge, f"{what} {value}\n".encode())

    home, _ = found(Asked(by="Ana"), GAME, FoundCampaign(name="Winter"), folder / CAMPAIGN)
    said("made", "acta.toml")
    said("made", "keys/ledger.key")
    ledger = fought(home.folder / LEDGER)
    said("lines", ledger.size)
    muster(ledger)
    begin(ledger)
    said("lines", ledger.size)
    robots = Robots(ledger, "power")
    for number in range(saves):
        robots.write()
        said("lines", ledger.size)
        match number % 25:
            case 5:
                text_file(home.folder / f"{number}.txt", "a battle\n" * 2000)
                said("made", f"{number}.txt")
            case 10:
                sealing = solo(f"{number:064x}")
                with Keeper(home.keys).keeping(sealing):
                    robots.write()
                said("lines", ledger.size)
                said("made", f"keys/dice-{sealing.battle}.json")
            case 15 if number < _COPIED:
                ledger.backup(home.folder / f"copy-{number}.db")
                said("made", f"copy-{number}.db")
            case 20:
                ledger.notes.keep(signing.of_ledger(home).receipt(checkpoint(ledger)))
                said("receipts", len(ledger.notes.all()))
            case _:
                pass
    ledger.close()


if __name__ == "__main__":
    where, count, journal, synchronous = sys.argv[1:]
    durable.WRITER_SETTINGS = (
        f"PRAGMA journal_mode={journal}",
        f"PRAGMA synchronous={synchronous}",
        "PRAGMA fullfsync=ON",
    )
    live(Path(where), int(count))
