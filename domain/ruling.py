"""What games share of notes and of rulings that no option covers.

Each game declares these events and actions under names of its own; what a ruling changes is its own
affair, and follows as its ordinary events.
"""

from domain.terms import Action, Event, RuleBroken, Who

# Events


class NoteAdded(Event, frozen=True, kw_only=True):
    """Somebody wrote something into the record, of a member or of the battle."""

    member: tuple[Who, ...] = ()
    text: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"Note{f' on {self.member[0].name}' if self.member else ''}: {self.text}"


class RulingRecorded(Event, frozen=True, kw_only=True):
    """The table ruled on what no option covers; what it changes follows as events."""

    text: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"Ruling: {self.text}"


# Actions


class Note(Action, frozen=True, kw_only=True):
    """Write a note, of a member or of the battle."""

    member: str = ""
    text: str


class Ruling(Action, frozen=True, kw_only=True):
    """Record a ruling of the table; a game adds what it may change."""

    text: str


# Judging


def check_note(rule: str, action: Note) -> None:
    """A note says something."""
    if not action.text.strip():
        raise RuleBroken(rule, "a note says something")


def check_ruling(rule: str, action: Ruling) -> None:
    """A ruling says what was ruled."""
    if not action.text.strip():
        raise RuleBroken(rule, "a ruling says what was ruled")
