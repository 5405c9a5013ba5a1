"""The rows of a battle file's header, typed: `[start "Wet Choir" at "Nave"]`, a crew's members."""

import re

import msgspec

from cli.tokens import quoted
from domain.house import Setting
from domain.own import Own
from domain.profile import Profile

WORD = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.-]{0,79}")


class Game(msgspec.Struct, frozen=True):
    """`[game GAME EDITION]`."""

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
    place: str

    def written(self) -> str:
        """The row as it is written."""
        return f"[start {quoted(self.crew)} at {quoted(self.place)}]"


class Crew(msgspec.Struct, frozen=True):
    """`[crew "Wet Choir" player "Ben"]`, and then its members."""

    name: str
    player: str = ""

    def written(self) -> str:
        """The row as it is written."""
        player = f" player {quoted(self.player)}" if self.player else ""
        return f"[crew {quoted(self.name)}{player}]"


class Extra(msgspec.Struct, frozen=True):
    """`[arena 7x5]`: what only this game asks when a battle opens, as it stands there.

    The rows of a map stand below it.
    """

    word: str
    text: str
    drawn: bool = False

    def written(self) -> str:
        """The row as it is written, and the rows below it."""
        head, *rows = self.text.split("\n")
        return "\n".join([f"[{self.word} {head}]", *rows])


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
    | Extra
    | Profile
    | Section
)


def written(entry: Entry) -> str:
    """A row of the header as it is written."""
    if isinstance(entry, Setting):
        return f"[house {entry.option}={entry.value}]"
    if isinstance(entry, Own):
        return f"[own {entry.kind} {entry.text}]"
    return _member(entry) if isinstance(entry, Profile) else entry.written()


def _member(profile: Profile) -> str:
    """Somebody who takes part: a name, what they are, then each part with its word in front."""
    parts = [quoted(profile.name), f"@{profile.handle}" if profile.handle else ""]
    parts += [_label(profile.kind), _label(profile.rank)]
    for word, value in profile.parts.items():
        match value:
            case True:
                parts.append(word)
            case str():
                parts.append(f"{word} {_label(value)}")
            case int():
                parts.append(f"{word} {value}")
            case _:
                parts.append(f"{word} {', '.join(map(quoted, value))}")
    return " ".join(part for part in parts if part)


def _label(text: str) -> str:
    """A word, in quotes where it is more than one, or would part lines."""
    return text if WORD.fullmatch(text) and text.lower() != "then" else quoted(text)
