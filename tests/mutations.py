"""A small bundle that has all a bundle can have, and what befalls bytes on their way."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from cli.signing import Hand
from domain.ledger.kept import Kept, runs
from domain.signers import NameSigner
from tests.bundles import bundled, keeper, lines_of, signed
from tests.season import Season, drawn

STORY = b'"story":"campaign"'


def small_bundle(path: Path, ben: Hand) -> bytes:
    """A bundle of a small campaign with two receipts, one of them Ben's too, and another order."""
    season = Season(path)
    season.books(NameSigner(name="Ben Hur", key=ben.key.text))
    season.crew("ash.toml")
    lines = lines_of(season.ledger)
    order = sorted(range(len(lines)), key=lambda place: STORY not in lines[place])
    other = [lines[place] for place in order]
    assert other != lines
    swapped = signed(other, len(other), ben, ledger=keeper(2))
    kept = Kept(swapped.note, runs(place + 1 for place in order), swapped.keys)
    return bundled(lines, kept, signed(lines, 3, ben), signed(lines, len(lines)))


Draw = Callable[[int], int]
Mutation = Callable[[bytes, Draw], bytes]


def cut_out(data: bytes, draw: Draw) -> bytes:
    """A piece is missing."""
    place = draw(len(data))
    return data[:place] + data[place + 1 + draw(30) :]


def put_in(data: bytes, draw: Draw) -> bytes:
    """Bytes come from nowhere."""
    place = draw(len(data))
    return data[:place] + bytes(draw(256) for _ in range(1 + draw(4))) + data[place:]


def doubled(data: bytes, draw: Draw) -> bytes:
    """A piece stands there twice."""
    place = draw(len(data))
    return data[:place] + data[place : place + 1 + draw(200)] + data[place:]


def one_bit(data: bytes, draw: Draw) -> bytes:
    """A bit has flipped."""
    place = draw(len(data))
    return data[:place] + bytes([data[place] ^ 1 << draw(8)]) + data[place + 1 :]


def one_byte(data: bytes, draw: Draw) -> bytes:
    """A byte is another one."""
    place = draw(len(data))
    return data[:place] + bytes([draw(256)]) + data[place + 1 :]


def rows_swapped(data: bytes, draw: Draw) -> bytes:
    """Two lines have changed places."""
    rows = data.split(b"\n")
    one, other = draw(len(rows)), draw(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return b"\n".join(rows)


def row_doubled(data: bytes, draw: Draw) -> bytes:
    """A line stands there twice."""
    rows = data.split(b"\n")
    place = draw(len(rows))
    return b"\n".join([*rows[:place], rows[place], *rows[place:]])


MUTATIONS: tuple[Mutation, ...] = (
    *(one_bit, one_byte, cut_out, put_in, doubled, rows_swapped, row_doubled),
)


def mutations(data: bytes, seed: str, count: int) -> Iterator[bytes]:
    """So many mutations, the same for the same seed; those that change nothing are left out."""
    numbers = itertools.count()

    def draw(most: int) -> int:
        return drawn(seed, next(numbers), most)

    for number in range(count):
        text = MUTATIONS[number % len(MUTATIONS)](data, draw)
        if text != data:
            yield text
