"""Flaws that dice programs have had: MSD-1 with one thing wrong in each.

A battery that finds none of them could not say anything good of dice either.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from benchmarks.dicestats.battery import Throw
from domain import dice

Face = Callable[[bytes, int, int], int]
"""A die's face by the roll's key, the die's number and its sides."""

_BYTE = 256
_LOADED = 5  # of 256 lowest faces become the highest: one in fifty
_STUCK = 2  # of 256 dice show once more what the last one showed: one in a hundred and twenty-eight


class Flaw(NamedTuple):
    """What is wrong, on a die where that can be seen, and the dice that have it."""

    name: str
    sides: int
    throw: Throw


def rolled(face: Face) -> Throw:
    """Rolls whose dice show their faces so."""

    def throw(
        battle: bytes, place: int, reveals: Sequence[bytes], sides: Sequence[int]
    ) -> list[int]:
        key = dice.roll_key(battle, place, reveals)
        return [face(key, number, most) for number, most in enumerate(sides)]

    return throw


def sound(key: bytes, number: int, sides: int) -> int:
    """MSD-1 as it is: the first byte below the largest multiple of the sides."""
    return _below(key, number, sides, _BYTE - _BYTE % sides)


def _block(key: bytes, number: int, block: int = 0, name: bytes = b"MSD1-die\0") -> bytes:
    message = name + number.to_bytes(2, "big") + block.to_bytes(4, "big")
    return hmac.digest(key, message, "sha256")


def _bytes(key: bytes, number: int) -> Iterator[int]:
    for block in count():
        yield from _block(key, number, block)


def _below(key: bytes, number: int, sides: int, limit: int) -> int:
    return next(1 + byte % sides for byte in _bytes(key, number) if byte < limit)


def _modulo(key: bytes, number: int, sides: int) -> int:
    """No byte is skipped: low faces have one more chance."""
    return 1 + _block(key, number)[0] % sides


def _one_too_many(key: bytes, number: int, sides: int) -> int:
    """The limit is one too high: face 1 has one more chance."""
    return _below(key, number, sides, _BYTE - _BYTE % sides + 1)


def _same_die(key: bytes, _number: int, sides: int) -> int:
    """A die's number is ignored: all dice of a roll are alike."""
    return sound(key, 0, sides)


def _in_pairs(key: bytes, number: int, sides: int) -> int:
    """Two dice share a number."""
    return sound(key, number // 2, sides)


def _clamped(key: bytes, number: int, sides: int) -> int:
    """A byte beyond the limit is not skipped but made to fit."""
    return 1 + min(_block(key, number)[0], _BYTE - _BYTE % sides - 1) % sides


def _seven_bits(key: bytes, number: int, sides: int) -> int:
    """A fraction of seven bits, times the sides."""
    return 1 + int((_block(key, number)[0] >> 1) / 128 * sides)


def _generator() -> Face:
    """The low end of a linear congruential generator, as `rand()` was."""
    state = 12_345

    def face(_key: bytes, _number: int, sides: int) -> int:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        return 1 + state % sides

    return face


def _sticky() -> Face:
    """Now and then a die shows what the one before it showed."""
    last = 1

    def face(key: bytes, number: int, sides: int) -> int:
        nonlocal last
        if _block(key, number, name=b"sticky")[0] >= _STUCK:
            last = sound(key, number, sides)
        return last

    return face


def _loaded(key: bytes, number: int, sides: int) -> int:
    """One lowest face in fifty is turned into the highest."""
    face = sound(key, number, sides)
    turned = face == 1 and _block(key, number, name=b"loaded")[0] < _LOADED
    return sides if turned else face


def flaws() -> tuple[Flaw, ...]:
    """The fourteen; those that remember something begin anew."""
    return (
        Flaw("no byte is skipped", 20, rolled(_modulo)),
        Flaw("no byte is skipped", 12, rolled(_modulo)),
        Flaw("no byte is skipped", 10, rolled(_modulo)),
        Flaw("no byte is skipped", 6, rolled(_modulo)),
        Flaw("the limit is one too high", 20, rolled(_one_too_many)),
        Flaw("the limit is one too high", 6, rolled(_one_too_many)),
        Flaw("a die's number is ignored", 20, rolled(_same_die)),
        Flaw("two dice share a number", 20, rolled(_in_pairs)),
        Flaw("a byte too high is made to fit", 20, rolled(_clamped)),
        Flaw("a fraction of seven bits", 20, rolled(_seven_bits)),
        Flaw("a linear congruential generator", 20, rolled(_generator())),
        Flaw("a linear congruential generator", 6, rolled(_generator())),
        Flaw("one die in 128 sticks", 20, rolled(_sticky())),
        Flaw("one lowest face in 50 is turned", 20, rolled(_loaded)),
    )
