"""A crew as a text file (TOML): who founds it and whom it recruits.

    name = "Ash"
    player = "Ana"

    [[members]]
    name = "Sura"
    type = "survivor"
    die = "d6"

A member may also have `health`, `captain` (its Will), `abilities`, `items`, `handle`, `name_kind`.
"""

import re
from pathlib import Path

from domain import textfile
from domain.codex import Shape
from domain.crew import FoundCrew, Recruit
from domain.names import said
from domain.terms import NotFound, StorageFailed, WrongUsage


class MemberEntry(Shape, frozen=True):
    """A member as the file tells of it."""

    type: str
    die: str
    name: str = ""
    health: int = 0
    captain: str = ""
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    handle: str = ""
    name_kind: str = ""


class CrewFile(Shape, frozen=True):
    """A crew as the file tells of it."""

    name: str
    player: str = ""
    members: tuple[MemberEntry, ...] = ()

    def actions(self, crew: str, player: str = "") -> list[FoundCrew | Recruit]:
        """What founds this crew and recruits its members; `crew` is its story."""
        player = player or self.player
        if not player:
            raise WrongUsage(f"nobody is said to lead {said(self.name)}", hint='player = "…"')
        found = FoundCrew(crew=crew, name=self.name, player=player)
        return [found, *(_recruit(crew, member) for member in self.members)]


def load(path: Path) -> CrewFile:
    """Read a crew's file; refuses with file, line and nearest right word."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {said(str(path))}") from error
    except OSError as error:
        raise StorageFailed(f"{said(str(path))} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{said(str(path))} is no text in UTF-8") from error
    return read(text, path.name)


def read(text: str, where: str) -> CrewFile:
    """Read a crew from a text; refuses with file, line and nearest right word."""
    crew = textfile.read(text, CrewFile, where)
    for number, member in enumerate(crew.members):
        if not _faces(member.die):
            line = textfile.line_of(text, ("members", number, "die"))
            raise WrongUsage(f"{where}:{line}: {said(member.die)} is no die", hint='die = "d6"')
    return crew


def _faces(die: str) -> int:
    """How many faces `d10` has; 0 for what is no die."""
    return int(die[1:]) if re.fullmatch("[dD][1-9][0-9]?", die) else 0


def _recruit(crew: str, member: MemberEntry) -> Recruit:
    """What recruits a member."""
    return Recruit(
        crew=crew,
        kind=member.type,
        die=_faces(member.die),
        name=member.name,
        health=member.health,
        captain=bool(member.captain),
        will=member.captain,
        abilities=member.abilities,
        items=member.items,
        handle=member.handle,
        name_kind=member.name_kind,
    )
