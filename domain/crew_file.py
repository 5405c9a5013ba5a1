"""A crew as a text file (TOML): who founds it and whom it recruits.

    name = "Ash"
    player = "Ana"

    [[members]]
    name = "Sura"
    type = "survivor"
    die = "d6"

A member has a `name`, a `handle`, a `name_kind`, and what its game tells of recruits (`Profiles`).
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from domain import strangers, textfile
from domain.codex import Shape
from domain.crew import FoundCrew, Recruit
from domain.names import said
from domain.profile import Kind, Profile, Profiles, Where
from domain.terms import WrongUsage

_TYPES = {Kind.WORD: str, Kind.NAMES: tuple[str, ...], Kind.NUMBER: int, Kind.FLAG: bool}


class CrewFile(msgspec.Struct, frozen=True):
    """A crew as the file tells of it."""

    name: str
    player: str
    members: tuple[Profile, ...]
    profiles: Profiles

    def actions(self, crew: str, player: str = "") -> list[FoundCrew | Recruit]:
        """What founds this crew and recruits its members; `crew` is its story."""
        player = player or self.player
        if not player:
            raise WrongUsage(f"nobody is said to lead {said(self.name)}", hint='player = "…"')
        found = FoundCrew(crew=crew, name=self.name, player=player)
        return [found, *(self.profiles.recruit(crew, member) for member in self.members)]


def load(path: Path, profiles: Profiles) -> CrewFile:
    """Read a crew's file; refuses with file, line and nearest right word."""
    return read(strangers.text(path, textfile.LARGEST), path.name, profiles)


def read(text: str, where: str, profiles: Profiles) -> CrewFile:
    """Read a crew from a text; refuses with file, line and nearest right word."""
    told: Any = textfile.read(text, _shape(profiles), where)
    rank = profiles.rank.name
    for number, member in enumerate(told.members):
        try:
            profiles.check(getattr(member, rank))
        except WrongUsage as refused:
            line = textfile.line_of(text, ("members", number, rank))
            hint = f'{rank} = "{refused.hint}"'
            raise WrongUsage(f"{where}:{line}: {refused.message}", hint=hint) from None
    members = tuple(_profile(profiles, member) for member in told.members)
    return CrewFile(told.name, told.player, members, profiles)


@lru_cache(maxsize=8)
def _shape(profiles: Profiles) -> type[Shape]:
    """What a game's file of a crew looks like."""
    own = [(part.name, _TYPES[part.kind], _TYPES[part.kind]()) for part in _parts(profiles)]
    member = msgspec.defstruct(
        "MemberEntry",
        [
            (profiles.kind.name, str),
            (profiles.rank.name, str),
            *((word, str, "") for word in ("name", "handle", "name_kind")),
            *own,
        ],
        bases=(Shape,),
        frozen=True,
    )
    members: Any = tuple[member, ...]  # type: ignore[valid-type]  # it is made here
    fields: Any = [("name", str), ("player", str, ""), ("members", members, ())]
    found: Any = msgspec.defstruct("CrewEntry", fields, bases=(Shape,), frozen=True)
    return found  # type: ignore[no-any-return]  # defstruct says no more of it


def _profile(profiles: Profiles, member: Any) -> Profile:
    """A member of the file as any recruit is written down."""
    told = {part.word: getattr(member, part.name) for part in _parts(profiles)}
    return Profile(
        name=member.name,
        kind=getattr(member, profiles.kind.name),
        rank=getattr(member, profiles.rank.name),
        handle=member.handle,
        name_kind=member.name_kind,
        parts={word: value for word, value in told.items() if value},
    )


def _parts(profiles: Profiles) -> Any:
    return profiles.told(Where.CREW)
