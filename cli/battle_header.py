"""The rows of a battle file's header, typed: `[start "Wet Choir" at "Nave"]`, a crew's members."""

import re

import msgspec

from cli.tokens import quoted
from domain.house import Setting
from domain.own import Own

LISTS = {"ability": "abilities", "item": "items", "trick": "tricks", "injury": "injuries"}
COUNTS = ("health", "lost", "advances")
WORD = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.-]{0,79}")


class Game(msgspec.Struct, frozen=True):
    """`[game mortisphere 2026.1]`."""

    id: str
    edition: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[game {self.id} {self.edition}]"


class Scenario(msgspec.Struct, frozen=True):
    """`[scenario last-granary]`."""

    id: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[scenario {self.id}]"


class Friendly(msgspec.Struct, frozen=True):
    """`[mode friendly]`: a battle that gives nothing."""

    def written(self) -> str:
        """The row as it is written."""
        return "[mode friendly]"


class Id(msgspec.Struct, frozen=True):
    """`[id …]`: the 16 bytes that sealed dice are drawn for."""

    hex: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[id {self.hex}]"


class Dice(msgspec.Struct, frozen=True):
    """`[dice table]`, `[dice sealed]`, `[dice sealed solo SEED]`."""

    source: str = "table"
    seed: str = ""

    def written(self) -> str:
        """The row as it is written."""
        solo = f" solo {self.seed}" if self.seed else ""
        return f"[dice {self.source}{solo}]"


class Anchor(msgspec.Struct, frozen=True):
    """`[anchor 1 …]`: what a party bound itself to."""

    party: int
    hex: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[anchor {self.party} {self.hex}]"


class Reveal(msgspec.Struct, frozen=True):
    """`[reveal 1 7 …]`: what a party showed for a place."""

    party: int
    place: int
    hex: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[reveal {self.party} {self.place} {self.hex}]"


class Start(msgspec.Struct, frozen=True):
    """`[start "Wet Choir" at "Nave"]`: where a crew starts, by agreement."""

    crew: str
    area: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[start {quoted(self.crew)} at {quoted(self.area)}]"


class Crew(msgspec.Struct, frozen=True):
    """`[crew "Wet Choir" player "Ben"]`, and then its members."""

    name: str
    player: str = ""

    def written(self) -> str:
        """The row as it is written."""
        player = f" player {quoted(self.player)}" if self.player else ""
        return f"[crew {quoted(self.name)}{player}]"


class Member(msgspec.Struct, frozen=True):
    """A member's profile; one with a Will is the crew's Captain. Kinds and gear as they are named.

    `die` is the size as it is written, `d10`; `health` is 0 where the die says it.
    """

    name: str
    kind: str
    die: str
    handle: str = ""
    will: str = ""
    health: int = 0
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    lost: int = 0
    advances: int = 0

    @property
    def captain(self) -> bool:
        """Whether it leads its crew."""
        return bool(self.will)

    def written(self) -> str:
        """The row as it is written."""
        parts = [quoted(self.name), f"@{self.handle}" if self.handle else ""]
        parts += [_label(self.kind), self.die]
        parts.append(f"captain {_label(self.will)}" if self.will else "")
        parts.append(f"health {self.health}" if self.health else "")
        for word, field in LISTS.items():
            names = ", ".join(quoted(name) for name in getattr(self, field))
            parts.append(f"{word} {names}" if names else "")
        parts.append(f"lost {self.lost}" if self.lost else "")
        parts.append(f"advances {self.advances}" if self.advances else "")
        return " ".join(part for part in parts if part)


class Section(msgspec.Struct, frozen=True):
    """`[lines]` or `[after]`: what follows are lines."""

    name: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[{self.name}]"


Entry = (
    Game
    | Scenario
    | Friendly
    | Id
    | Setting
    | Dice
    | Anchor
    | Reveal
    | Start
    | Own
    | Crew
    | Member
    | Section
)


def written(entry: Entry) -> str:
    """A row of the header as it is written."""
    if isinstance(entry, Setting):
        return f"[house {entry.option}={entry.value}]"
    if isinstance(entry, Own):
        return f"[own {entry.kind} {entry.text}]"
    return entry.written()


def _label(text: str) -> str:
    """A word, in quotes where it is more than one, or would part lines."""
    return text if WORD.fullmatch(text) and text.lower() != "then" else quoted(text)
