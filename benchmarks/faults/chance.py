"""What looks like chance and is the same in every run of the same seed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Numbers by a chain of SHA-256 that begins at a seed."""

    def __init__(self, seed: str) -> None:
        self._link = sha256(seed.encode()).digest()

    def below(self, count: int) -> int:
        """A number from 0 to below `count`."""
        self._link = sha256(self._link).digest()
        return int.from_bytes(self._link[:8], "big") % count

    def share(self) -> float:
        """A number from 0 to below 1."""
        return self.below(2**52) / 2**52

    def one(self, several: Sequence[T]) -> T:
        """One of several."""
        return several[self.below(len(several))]

    def data(self, length: int) -> bytes:
        """So many bytes."""
        found = b""
        while len(found) < length:
            self._link = sha256(self._link).digest()
            found += self._link
        return found[:length]
