"""A battle's opening as people agree on it, before a game makes its own action of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from domain.dicebox import DiceSealed
from domain.house import Setting
from domain.names import clean
from domain.own import Own
from domain.profile import Profile
from domain.terms import Action
from domain.throwing import Source


class Party(msgspec.Struct, frozen=True):
    """A crew that only a battle file knows, with those of its members who take part."""

    name: str
    player: str = ""
    members: tuple[Profile, ...] = ()


class Named(Protocol):
    """Somebody with a name."""

    @property
    def name(self) -> str:
        """What they are called."""


class Guests(Protocol):
    """A crew that only a battle file knows, as its game has it."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def player(self) -> str:
        """Who leads it; empty if the file does not say."""

    @property
    def members(self) -> Sequence[Named]:
        """Who takes part."""


def check_guests(crews: Iterable[Guests]) -> None:
    """Refuse guests whose names could be nobody's (`names.clean`). Raises WrongUsage."""
    for crew in crews:
        for name in (crew.name, crew.player or crew.name, *(one.name for one in crew.members)):
            clean(name)


class Team(msgspec.Struct, frozen=True):
    """Whom a crew fields."""

    crew: str
    members: tuple[str, ...]


class Start(msgspec.Struct, frozen=True):
    """Where a crew starts, by agreement."""

    crew: str
    place: str


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Who fights over what, from where, with which dice, under which rules.

    Crews, members and places are named by their ids. `crews` are the campaign's, `guests` those of
    a file, who may bring own `content`; `terms` hold what only this game asks (`Term`), each by its
    word.
    """

    battle: str
    scenario: str
    crews: tuple[str, ...] = ()
    guests: tuple[Party, ...] = ()
    content: tuple[Own, ...] = ()
    teams: tuple[Team, ...] = ()
    starts: tuple[Start, ...] = ()
    ask_start: bool = False
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    house: tuple[Setting, ...] = ()
    friendly: bool = False
    terms: tuple[tuple[str, str], ...] = ()


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """An opening that is on record, as a battle file says it: crews and places by their names."""

    edition: str
    opening: Opening


class Term(msgspec.Struct, frozen=True):
    """What else a game asks when a battle opens: `--hazard 2`, in a file `[hazard 2]`.

    Below one that is `drawn` the rows of a map may stand; as an option it names a file with them.
    """

    word: str
    metavar: str
    help: str
    drawn: bool = False


class Openings(msgspec.Struct, frozen=True, kw_only=True):
    """How a game's battles open.

    `kind` is the action, `action` makes it; `recalled` reads the event and action of an opening
    that is on record.
    """

    kind: type[Action]
    action: Callable[[Opening], Action]
    recalled: Callable[[Any, Any], Recalled]
    terms: tuple[Term, ...] = ()
