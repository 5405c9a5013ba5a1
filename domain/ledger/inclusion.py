"""Proofs that a line is in the log: the nodes beside its way up to the root (RFC 6962, 2.1.1)."""

from collections.abc import Sequence
from hashlib import sha256


def inclusion(leaves: Sequence[bytes], rank: int) -> tuple[bytes, ...]:
    """The nodes that lead from the leaf of this rank (from 1) to the root, the lowest first."""
    if not 0 < rank <= len(leaves):
        raise ValueError(f"there is no leaf {rank} among {len(leaves)}")
    level, place = list(leaves), rank - 1
    beside: list[bytes] = []
    while len(level) > 1:
        if place ^ 1 < len(level):
            beside.append(level[place ^ 1])
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [sha256(b"\1" + left + right).digest() for left, right in pairs]
        level, place = above + level[len(above) * 2 :], place // 2
    return tuple(beside)
