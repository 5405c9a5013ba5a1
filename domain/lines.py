"""What a typed line is made of: the pieces from which a game declares the forms of its verbs.

A form is data. `cli.phrases` reads a line by it, `cli.spelling` writes one by it, and
`cli.lines` turns what was read into the form's action: each piece says which field of the
action it fills, and where the names that it takes are looked up.
"""

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from domain.terms import Action


class Side(StrEnum):
    """Whose things a name is looked up among, seen from the crew that is asked."""

    ANY = "any"
    OWN = "own"
    FOE = "foe"
    NAMED = "named"  # of the crew that the line has already named


class Slot(msgspec.Struct, frozen=True):
    """Where a name is looked up: among things of these kinds and this side.

    Without kinds it is looked up nowhere and stays as it was typed; one that is `kept` stays so
    where there are no such things at all, and may be an id.
    """

    kinds: tuple[str, ...] = ()
    side: Side = Side.ANY
    kept: bool = False


KEPT = Slot()
CREW = Slot(("crew",))
PLACE = Slot(("place",))
OBJECTIVE = Slot(("objective",))
UNIT = Slot(("unit",))
OWN = Slot(("unit",), Side.OWN)
FOE = Slot(("unit",), Side.FOE)
CREWS = Slot(("unit",), Side.NAMED)
OFFERED = Slot(("unit", "crew", "place", "objective", "offer"))


class Typed(msgspec.Struct, frozen=True):
    """A name as it was typed: `Rat`, `Grey Ledger/Rat`, `@rat`; as a pick `> Rat`, `to Hall`, `5`.

    `before` is the sign or word in front of a pick, the `:` of an effect without its bearer, or the
    `/` of a crew that is called as a member is; a `number` stands without quotes.
    """

    text: str
    crew: str = ""
    handle: bool = False
    before: str = ""
    number: bool = False


# Pieces. `field` is the field of the action that a piece fills.


class Word(msgspec.Struct, frozen=True):
    """A sign or particle that must stand here: `>`, `to`, `led by`."""

    text: str


class Const(msgspec.Struct, frozen=True):
    """Nothing typed: whoever comes this way has said `value`."""

    field: str
    value: str | bool


class Where(msgspec.Struct, frozen=True):
    """Another slot for a name, where another field of its line holds a certain word."""

    field: str
    value: str
    slot: Slot


class One(msgspec.Struct, frozen=True):
    """One name; `unless` says when it is looked up elsewhere.

    So many words behind it are left for what follows without a particle between: a number.
    """

    field: str
    slot: Slot
    unless: Where | None = None
    leave: int = 0

    def where(self, slots: dict[str, Any]) -> Slot:
        """Where the name is looked up in a line with these slots."""
        if self.unless and slots.get(self.unless.field) == self.unless.value:
            return self.unless.slot
        return self.slot


class Some(msgspec.Struct, frozen=True):
    """Names, parted by commas."""

    field: str
    slot: Slot


class Asked(msgspec.Struct, frozen=True):
    """Nothing typed: all who are asked, in their order (`respond defend all`)."""

    field: str


class Picks(msgspec.Struct, frozen=True):
    """What is chosen: names, with `>` or `to` in front where the question wants it, or numbers."""

    field: str
    slot: Slot


class Number(msgspec.Struct, frozen=True):
    """A number from 1."""

    field: str


class Sum(msgspec.Struct, frozen=True):
    """A number from 0, which differs from none said: its field holds one number, or nothing."""

    field: str


class Square(msgspec.Struct, frozen=True):
    """A square of a board, `C5`; or `several`, parted by commas."""

    field: str
    several: bool = False


class Heading(msgspec.Struct, frozen=True):
    """A direction, `n`, `e`, `s` or `w`; or `several`, one step after the other: `n n e`, `nne`."""

    field: str
    several: bool = False


class Hex(msgspec.Struct, frozen=True):
    """So many hex digits, `a3…`; or `several` of them, one behind the other."""

    field: str
    digits: int
    several: bool = False


class Quoted(msgspec.Struct, frozen=True):
    """A text in quotes."""

    field: str


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table, by any name."""

    field: str


class Faces(msgspec.Struct, frozen=True):
    """Faces of dice: `5 3`; `4r9r10` stands at 4, after 9 and 10 were rolled again."""

    field: str


class Address(msgspec.Struct, frozen=True):
    """The address of a line on record: `battle-3/17`."""

    field: str


class Maybe(msgspec.Struct, frozen=True):
    """What follows if `lead` is typed."""

    lead: str
    pieces: "tuple[Piece, ...]"


class Loose(msgspec.Struct, frozen=True):
    """What may be said behind the rest in any order, each once at most; written in this order."""

    pieces: "tuple[Maybe, ...]"


class Perhaps(msgspec.Struct, frozen=True):
    """What may begin with a name, or be left out; `leave` texts in quotes must remain after it."""

    pieces: "tuple[Piece, ...]"
    leave: int = 0


class Branch(msgspec.Struct, frozen=True):
    """One way to go on; without `lead` the way taken where no other begins."""

    lead: str
    pieces: "tuple[Piece, ...]" = ()


class Either(msgspec.Struct, frozen=True):
    """Ways to go on, told apart by the word that leads each; the one without comes last."""

    branches: tuple[Branch, ...]


class Each(msgspec.Struct, frozen=True):
    """The same pieces once or several times, parted by a sign."""

    field: str
    sign: str
    pieces: "tuple[Piece, ...]"


class Inner(msgspec.Struct, frozen=True):
    """A line within the line: what the pieces read is one action."""

    field: str
    pieces: "tuple[Piece, ...]"


Piece: TypeAlias = (
    Word
    | Const
    | One
    | Some
    | Asked
    | Picks
    | Number
    | Sum
    | Square
    | Heading
    | Hex
    | Quoted
    | Person
    | Faces
    | Address
    | Maybe
    | Loose
    | Perhaps
    | Either
    | Each
    | Inner
)


class Undo(msgspec.Struct, frozen=True):
    """Take back the newest line, a `span` of them (a turn, …), or all back `to` an address."""

    span: str = ""
    to: str = ""


class Redo(msgspec.Struct, frozen=True):
    """Bring back what was last taken back."""


class Form(msgspec.Struct, frozen=True):
    """How a verb is typed, and the action it becomes; a verb may have several forms.

    Without an action a line of this form can be read, but not yet played. Names end at the words in
    `ends` as at its own particles, because another form of the verb goes on there.
    """

    verb: str
    usage: str
    pieces: tuple[Piece, ...] = ()
    action: type[Action | Undo | Redo] | None = None
    ends: tuple[str, ...] = ()


class Language(msgspec.Struct, frozen=True):
    """All lines of a game; `short` forms stand for long ones, `rd` for `respond defend`.

    `page` tells them all. `elsewhere` says of what game another verb is, `later` why a verb of this
    game is unknown yet, `unplayed` why a form without action, or a part of a line that its action
    cannot hold, is refused.
    """

    game: str
    forms: tuple[Form, ...]
    short: dict[str, str]
    page: str = "docs/lines.md"
    elsewhere: dict[str, str] = {}
    later: dict[str, str] = {}
    unplayed: str = "this version does not play it yet"
