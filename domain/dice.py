"""Sealed dice, MSD-1: faces follow from what every party has sealed before the battle, and place.

Each party hashes a secret `PLACES` times and shows the last value, its anchor. For the roll at
place i it reveals the value i steps before the anchor: anyone can check it, nobody can choose it,
and nobody knows a face before every party has revealed. This module is pure; secrets are kept by
whoever calls it.
"""

import hmac
import itertools
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import sha256

from domain.terms import WrongUsage

PLACES = 1024
"""How many rolls one set of anchors is good for."""

BATTLE_BYTES = 16
SECRET_BYTES = 32
FEWEST_SIDES = 2
MOST_SIDES = 256
_MOST_PARTIES = 255
_WORDS = 8
_DIGITS = 50


def step(battle: bytes, party: int, value: bytes) -> bytes:
    """The next value of a party's chain."""
    _require(len(battle) == BATTLE_BYTES, "a battle has 16 bytes")
    _require(1 <= party <= _MOST_PARTIES, "parties are numbered from 1")
    return sha256(b"MSD1-chain\0" + battle + bytes([party]) + value).digest()


def chain(secret: bytes, battle: bytes, party: int, places: int = PLACES) -> list[bytes]:
    """A party's whole chain, from its secret to its anchor."""
    _require(len(secret) == SECRET_BYTES, "a secret has 32 bytes")
    values = [secret]
    for _ in range(places):
        values.append(step(battle, party, values[-1]))
    return values


def anchor(secret: bytes, battle: bytes, party: int, places: int = PLACES) -> bytes:
    """What a party shows before the battle."""
    return chain(secret, battle, party, places)[-1]


def reveal(secret: bytes, battle: bytes, party: int, place: int, places: int = PLACES) -> bytes:
    """What a party reveals for the roll at a place, counted from 1; place 0 is the anchor."""
    _require(0 <= place <= places, f"a set of anchors is good for {places} rolls")
    return chain(secret, battle, party, places - place)[-1]


def check(battle: bytes, party: int, before: bytes, revealed: bytes) -> bool:
    """Tell whether a reveal leads to the one before it (to the anchor, for the first roll)."""
    return hmac.compare_digest(step(battle, party, revealed), before)


def roll_key(battle: bytes, place: int, reveals: Sequence[bytes]) -> bytes:
    """What the reveals of all parties, in order of number, make of the roll at a place."""
    _require(len(battle) == BATTLE_BYTES, "a battle has 16 bytes")
    _require(place >= 1, "places are counted from 1")
    _require(1 <= len(reveals) <= _MOST_PARTIES, "every party reveals")
    _require(all(len(each) == SECRET_BYTES for each in reveals), "a reveal has 32 bytes")
    counts = place.to_bytes(4, "big") + bytes([len(reveals)])
    return sha256(b"MSD1-roll\0" + battle + counts + b"".join(reveals)).digest()


def faces(
    battle: bytes, place: int, reveals: Sequence[bytes], sides: Sequence[int]
) -> tuple[int, ...]:
    """The faces that the dice with these sides show at a place, the first die being number 0."""
    key = roll_key(battle, place, reveals)
    return tuple(_face(key, number, most) for number, most in enumerate(sides))


def solo_battle(seed: bytes) -> bytes:
    """The battle's 16 bytes where one seed is the secret of the only party."""
    _require(len(seed) == SECRET_BYTES, "a seed has 32 bytes")
    return sha256(b"MSD1-solo\0" + seed).digest()[:BATTLE_BYTES]


def words_secret(words: str, battle: bytes, party: int) -> bytes:
    """The secret that typed words stand for: eight or more, or fifty digits from 1 to 6.

    Case and spacing do not matter. Raises WrongUsage for fewer.
    """
    text = " ".join(unicodedata.normalize("NFC", words).lower().split())
    digits = text.replace(" ", "")
    if digits.isdecimal():
        enough = len(digits) >= _DIGITS and set(digits) <= set("123456")
    else:
        enough = len(text.split()) >= _WORDS
    if not enough:
        raise WrongUsage("a secret has eight words or more, or fifty digits from 1 to 6")
    return sha256(b"MSD1-words\0" + battle + bytes([party]) + text.encode()).digest()


def _face(key: bytes, number: int, sides: int) -> int:
    """One die's face: the first of its bytes below the largest multiple of its sides."""
    _require(FEWEST_SIDES <= sides <= MOST_SIDES, "a die has 2 to 256 sides")
    limit = MOST_SIDES - MOST_SIDES % sides
    return next(1 + byte % sides for byte in _bytes(key, number) if byte < limit)


def _bytes(key: bytes, number: int) -> Iterator[int]:
    """A die's own bytes, without end."""
    start = b"MSD1-die\0" + number.to_bytes(2, "big")
    return itertools.chain.from_iterable(
        hmac.digest(key, start + block.to_bytes(4, "big"), "sha256") for block in itertools.count()
    )


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - an assertion that stays
    if not holds:
        raise ValueError(otherwise)
