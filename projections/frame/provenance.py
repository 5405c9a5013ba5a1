"""What an export says of itself: of which campaign, as of which line, by which rules, how sound."""

from enum import StrEnum
from typing import Any, Protocol

import msgspec


class Audited(StrEnum):
    """What the audit said of what was read, as a code of the message catalogue."""

    CLEAN = "clean"
    NOTES = "notes"
    DAMAGED = "damaged"
    FORGED = "forged"


class Says(Protocol):
    """Whoever has the sentences of a language."""

    def say(self, code: str, /, **values: Any) -> str:
        """The sentence of that code."""


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """Where an export comes from.

    `as_of` is the newest line's address, `lines` how many the record has, `root` the beginning of
    its log's root. `house` are the house rules that differ from the rulebook's. `audited`, `read`
    (lines), `stories` and `battles` tell of the audit of what was read; `first_bad` is the address
    of the first line that does not hold, or that a note is about, `finding` what the audit says
    of it; `notes` counts what a reader should know though nothing is wrong.
    """

    campaign: str
    id: str
    game: str
    edition: str
    as_of: str
    lines: int
    root: str
    house: tuple[tuple[str, str], ...] = ()
    program: str
    audited: Audited = Audited.CLEAN
    read: int = 0
    stories: int = 0
    battles: int = 0
    first_bad: str = ""
    finding: str = ""
    notes: int = 0

    @property
    def sound(self) -> bool:
        """Whether the audit found no error in what was read."""
        return self.audited in {Audited.CLEAN, Audited.NOTES}

    def verdict(self, frame: Says) -> str:
        """The audit's verdict, in a sentence."""
        return frame.say(
            f"provenance.{self.audited}",
            lines=frame.say("provenance.lines", n=self.read),
            stories=frame.say("provenance.stories", n=self.stories),
            notes=frame.say("provenance.counted-notes", n=self.notes),
            address=self.first_bad,
            finding=self.finding,
        )

    def rows(self, frame: Says) -> tuple[tuple[str, str], ...]:
        """What it says, as pairs of a label and a text."""
        house = "; ".join(f"{option} {value}" for option, value in self.house)
        lines = frame.say("provenance.lines", n=self.lines)
        return (
            (frame.say("provenance.campaign"), self.campaign),
            (frame.say("provenance.rules"), f"{self.game} {self.edition}"),
            (frame.say("provenance.house"), house or frame.say("provenance.no-house")),
            (
                frame.say("provenance.as-of"),
                frame.say("provenance.stand", address=self.as_of, lines=lines, root=self.root),
            ),
            (frame.say("provenance.program"), self.program),
            (frame.say("provenance.audit"), self.verdict(frame)),
        )

    def line(self, frame: Says) -> str:
        """What it says, in one line."""
        return " · ".join(f"{label}: {text}" for label, text in self.rows(frame))

    def print(self, frame: Says) -> dict[str, Any]:
        """What it says, for a document that Typst sets: `rows`, and the `line` at a page's foot."""
        return {"rows": self.rows(frame), "line": self.line(frame), "sound": self.sound}

    def data(self, frame: Says) -> dict[str, Any]:
        """What it says, for JSON and for the head of a Markdown file."""
        return {
            "campaign": self.campaign,
            "id": self.id,
            "game": self.game,
            "edition": self.edition,
            "house": dict(self.house),
            "as_of": self.as_of,
            "lines": self.lines,
            "root": self.root,
            "program": self.program,
            "audit": self.verdict(frame),
        }
