"""Branches as the desk knows them: which there are, and how one is played."""

from collections.abc import Mapping

import msgspec

from domain import branching
from domain.branch import PREFIX, Branched
from domain.game import Game
from domain.ledger.fold import masked
from domain.ledger.ledger import Ledger
from domain.listing import Listed
from domain.names import called, said
from domain.terms import Ambiguous, NotFound


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """A branch on record: its story, its name, and the battle that it left, behind which line."""

    story: str
    name: str
    left: str
    battle: str

    def told(self) -> str:
        """Say which it is."""
        return f"{self.story}{f' ({self.name})' if self.name else ''}, from {self.left}"


def stories(ledger: Ledger) -> list[str]:
    """The stories of all branches, those that were taken back too."""
    return [story for story in ledger.stories() if story.startswith(PREFIX)]


def all_of(ledger: Ledger) -> list[Branch]:
    """All branches but those that were taken back."""
    return [found for story in stories(ledger) if (found := _read(ledger, story)) is not None]


def next_story(known: list[str], prefix: str) -> str:
    """The story of the next branch, or of whatever else begins so: a number is used once."""
    numbers = [story.removeprefix(prefix) for story in known if story.startswith(prefix)]
    return f"{prefix}{max([0, *(int(n) for n in numbers if n.isdecimal())]) + 1}"


def _read(ledger: Ledger, story: str) -> Branch | None:
    lines = ledger.story(story)
    begun = lines[0].data
    if not isinstance(begun, Branched) or lines[0].batch in masked(lines):
        return None
    return Branch(
        story=story,
        name=begun.name,
        left=begun.mark.address,
        battle=battle_of(ledger, story),
    )


def battle_of(ledger: Ledger, story: str) -> str:
    """The battle from which a branch, or the branch that it left, left; empty if there is none."""
    seen = set[str]()
    while story.startswith(PREFIX):
        begun = ledger.story(story)[:1]
        if story in seen or not begun or not isinstance(begun[0].data, Branched):
            return ""
        seen.add(story)
        story = begun[0].data.from_
    return story


def named(ledger: Ledger, name: str, battles: Mapping[str, Listed]) -> Listed | None:
    """The branch of that name, as a battle that counts for nobody; None if there is none."""
    known = {one.story: one for one in all_of(ledger)}
    found = called(name, {one.story: (one.story, one.name) for one in known.values()})
    if len(found) > 1:
        told = [known[story].told() for story in found]
        raise Ambiguous(f"several branches are called {said(name)}: {'; '.join(told)}", told)
    if not found:
        return None
    battle = battles.get(known[found[0]].battle)
    return Listed(battle=found[0], number=0, scenario=battle.scenario if battle else "")


def played(known: dict[str, Game], ledger: Ledger, game: Game, story: str) -> Game:
    """The game as a branch is played; its rules are made once, and kept among those known.

    Raises StorageFailed where it rests on nothing any more.
    """
    if story not in known:
        known[story] = _played(ledger, game, story)
    return known[story]


def _played(ledger: Ledger, game: Game, story: str) -> Game:
    rows = ledger.rows_of(story)
    if not rows:
        raise NotFound(f"there is no branch {said(story)}", hint="acta branch")
    origin = branching.origin_of(game, ledger, story)
    branching.check(branching.first_of(ledger, rows), origin.mark)
    return branching.playing(game, story, origin)
