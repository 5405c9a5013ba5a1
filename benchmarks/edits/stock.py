"""The campaigns that are edited: small ones of both games, on the table and sealed."""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from benchmarks import club as mortisphere
from benchmarks.campaign import stamp
from benchmarks.edits.tale import Tale
from benchmarks.morturi import club as morturi
from benchmarks.morturi.years import Year
from benchmarks.record import Record
from domain.campaign import STORY

BATTLES = 1


def campaigns(folder: Path, first: int = 1) -> Iterator[Tale]:
    """Campaigns without end, of four kinds in turn, from the `first` of each on."""
    for number in count(first):
        for kind in (_evenings, _guests, _year, _arena):
            file = folder / f"{kind.__name__}-{number}.db"
            record = kind(file, f"edits {number}")
            _taken_back(record)
            record.ledger.close()
            yield Tale(record.game, file)


def _evenings(file: Path, seed: str) -> Record:
    """Crews of Mortisphere, two battles and their aftermaths."""
    club = mortisphere.Club(file, seed)
    club.evening()
    club.evening()
    return club


def _guests(file: Path, seed: str) -> Record:
    """A friendly battle of Mortisphere, by any house rules."""
    club = mortisphere.Club(file, seed)
    club.friendly()
    return club


def _year(file: Path, seed: str) -> Record:
    """Schools of Morturi, their year as far as its first battle and what came of that."""
    year = Year(file, seed)
    for _ in islice(year.play_out(), BATTLES):
        pass
    return year


def _arena(file: Path, seed: str) -> Record:
    """A pick-up battle of Morturi."""
    club = morturi.Club(file, seed)
    club.friendly()
    return club


def _taken_back(record: Record) -> None:
    """The newest deed is taken back, counts again, and is taken back."""
    ledger = record.ledger
    newest = ledger.page(ledger.head() - 1)[-1][1]
    if newest.story == STORY:
        return
    ledger.retract(newest.batch, stamp=stamp(), reason="a slip")
    ledger.restore(newest.batch, stamp=stamp(), reason="no slip")
    ledger.retract(newest.batch, stamp=stamp(), reason="a slip after all")
