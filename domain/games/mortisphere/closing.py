"""What a round's end has still to do, what is carried, and what capped scores have given: state."""

import msgspec


class Blast(msgspec.Struct, frozen=True):
    """Units that a happening hits, each by a die of so many faces."""

    happening: str
    die: int
    units: tuple[str, ...]


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """A round's end under way (MS-RND-5): which neutrals have acted, what has happened."""

    acted: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    blast: Blast | None = None
    over: str = ""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """A carried item: with its bearer, lying in an Area, or gone (MS-OBJ-13)."""

    item: str
    bearer: str = ""
    area: str = ""
    out: bool = False


class Tally(msgspec.Struct, frozen=True):
    """What one row of the scoring has given a crew so far."""

    row: int
    crew: str
    points: int


class Felled(msgspec.Struct, frozen=True):
    """A member felled an enemy of so large a die."""

    victor: str
    die: int


class Merits(msgspec.Struct, frozen=True, kw_only=True):
    """Who did in the battle what earns experience (MS-ADV-2): members' ids, each once."""

    felled: tuple[Felled, ...] = ()
    fulfilled: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()
