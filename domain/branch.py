"""A branch: what if, from some line of a battle on, other things had been done.

It is a story of its own that counts for nothing: no other story holds a line of it. What is played
in it is judged by the rules of its battle (`branching.py`).
"""

import msgspec

from domain.dicebox import DiceSealed
from domain.marks import Mark
from domain.names import clean
from domain.terms import Action, Event

PREFIX = "branch-"


class Branched(Event, frozen=True, kw_only=True, tag="branch.branched/1"):
    """A branch begins: it is its battle as that stood behind a line, and goes on by itself.

    `from` and `line` say from where, `digest` is the hash of the battle's story up to there. Where
    the battle's dice are sealed, `seal` binds those of the branch, which are others.
    """

    from_: str = msgspec.field(name="from")
    line: int
    digest: str
    name: str = ""
    seal: tuple[DiceSealed, ...] = ()

    @property
    def mark(self) -> Mark:
        """What it rests on."""
        return Mark(story=self.from_, line=self.line, digest=self.digest)

    def told(self) -> str:
        """Say it as the table would."""
        named = f", {self.name}," if self.name else ""
        return f"A branch{named} goes on from {self.from_}/{self.line}; it counts for nothing."


class OpenBranch(Action, frozen=True, kw_only=True, tag="branch.open"):
    """Branch off behind a line of a battle."""

    from_: str = msgspec.field(name="from")
    line: int
    digest: str
    name: str = ""
    seal: tuple[DiceSealed, ...] = ()


BranchEvent = Branched
BranchAction = OpenBranch


def branched(action: OpenBranch) -> Branched:
    """What comes of branching off; raises WrongUsage for a name that is none."""
    return Branched(
        from_=action.from_,
        line=action.line,
        digest=action.digest,
        name=clean(action.name) if action.name else "",
        seal=action.seal,
    )
