"""A campaign's own content as it stands on record: entries that add to a game's codex.

What an entry may hold is said by the game; here it is text, and the newest of its name counts.
"""

from collections.abc import Iterable

import msgspec


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a campaign's own, `ability` `undertow`: its JSON, and the file it came from."""

    kind: str
    id: str
    text: str
    file: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What it is an entry of, and which."""
        return (self.kind, self.id)

    @property
    def said(self) -> str:
        """How a sentence names it."""
        return f"{self.kind} {self.id}"


def overlaid(known: Iterable[Own], newer: Iterable[Own]) -> tuple[Own, ...]:
    """What is known with newer entries: in the place of those of their name, else behind all."""
    found = {one.key: one for one in known}
    return tuple((found | {one.key: one for one in newer}).values())


def news(known: Iterable[Own], read: Iterable[Own]) -> tuple[Own, ...]:
    """The entries that are new, or say something else than is known; the file does not matter."""
    texts = {one.key: one.text for one in known}
    return tuple(one for one in read if texts.get(one.key) != one.text)
