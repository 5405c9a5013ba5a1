"""The library's own tests of a recorder, which run over both of ours."""

import sys

from eventsourcing import cryptography
from eventsourcing.persistence import StoredEvent

# The library's tests import a cipher that needs one package more; it has the same over ours.
sys.modules.setdefault("eventsourcing.cipher", cryptography)
from eventsourcing.tests import persistence as library  # noqa: E402 - after the line above

__all__ = ["library", "toy"]


def toy(story: str, line: int, state: bytes = b"{}") -> StoredEvent:
    """Some bytes at an address."""
    return StoredEvent(story, line, "toy", state)
