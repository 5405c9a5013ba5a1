"""Numbers with their sources: surcharges, changes of a target number, bonuses, reductions."""

from collections.abc import Iterable

import msgspec

from domain.terms import Who


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one source adds to a number; `kind` is armour or toughness for a reduction."""

    source: Who
    amount: int
    kind: str = ""


def total(parts: Iterable[Part]) -> int:
    """What the parts add up to (MR-GEN-6)."""
    return sum(part.amount for part in parts)


def told_parts(parts: Iterable[Part]) -> str:
    """The parts as a sentence lists them: `Scutum -1, rear +1`."""
    return ", ".join(f"{p.source.name} {p.amount:+d}" for p in parts)
