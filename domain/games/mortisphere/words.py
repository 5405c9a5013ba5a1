"""Chapter 17 as data: what an effect is made of, besides what both games' effects are made of.

The words (`on`, `op`, a scope, a duration) are held to the lists of the codex itself when it is
compiled (`checking.py`); at run time they are right. An effect without `to` is for its bearer, but
for `damage`, which is for the opponent.
"""

from domain import effects


class Word(effects.Word, frozen=True):
    """A word of effects; `reserved` if no entry uses it yet."""

    reserved: bool = False


class Words(effects.Words, frozen=True):
    """The closed set of words that effects are made of (MS-EFF-2 to -5)."""

    moments: tuple[Word, ...]
    operations: tuple[Word, ...]
    conditions: tuple[Word, ...]
    permits: tuple[str, ...]
    gains: tuple[str, ...]
