"""A line read by the forms of its game: text → `Phrase`, with names still as they were typed."""

import re
from collections.abc import Iterator
from functools import singledispatch
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from cli.reader import SAID, Misread, Reader
from cli.tokens import Line, Token, cut, shortened
from domain.lines import (
    Address,
    Asked,
    Const,
    Each,
    Either,
    Faces,
    Form,
    Heading,
    Hex,
    Inner,
    Language,
    Loose,
    Maybe,
    Number,
    One,
    Perhaps,
    Person,
    Picks,
    Piece,
    Quoted,
    Slot,
    Some,
    Square,
    Sum,
    Typed,
    Word,
)
from domain.names import nearest
from domain.terms import WrongUsage

# What the pieces of a form have read (or are to write), by field: names as `Typed`, texts,
# numbers, and tuples of these or of further slots.
Slots: TypeAlias = dict[str, Any]

ALL = "all"  # what `Asked` holds until it is known who is asked
_FACE = re.compile(r"([0-9]{1,4})((?:r[0-9]{1,4})*)")
_STORY = re.compile(r"[a-z0-9-]{1,80}")
_NUMBER = re.compile(r"[0-9]{1,6}")
_SQUARE = re.compile(r"[A-Za-z]{1,2}[1-9][0-9]?")
_STEPS = re.compile(r"[nesw]+", re.IGNORECASE)
_STEP = re.compile(r"[nesw]", re.IGNORECASE)


class Phrase(msgspec.Struct, frozen=True):
    """A line that could be read: its form, and what stands in the form's slots.

    `others` is what other forms of its verb read in it: what it names decides which is meant.
    """

    form: Form
    slots: Slots
    others: "tuple[Phrase, ...]" = ()

    @property
    def verb(self) -> str:
        """The long verb."""
        return self.form.verb


def sequence(pieces: tuple[Piece, ...], reader: Reader) -> Slots:
    """What pieces read, one after the other."""
    slots: Slots = {}
    for piece in pieces:
        slots |= read(piece, reader)
    return slots


def row(reader: Reader, sign: str, pieces: tuple[Piece, ...]) -> Iterator[Slots]:
    """What pieces read again and again, as long as the sign stands between."""
    yield sequence(pieces, reader)
    while reader.lead(sign):
        yield sequence(pieces, reader)


@singledispatch
def read(piece: Piece, reader: Reader) -> Slots:
    """What one piece reads: the slots it fills. Raises Misread."""
    raise NotImplementedError(f"{piece} in {reader.form.verb}")


@read.register
def _(piece: Word, reader: Reader) -> Slots:
    if not reader.lead(piece.text):
        word = f" or `{SAID[piece.text]}`" if piece.text in SAID else ""
        reader.fail(f"`{piece.text}`{word}")
    return {}


@read.register
def _(piece: Const, _reader: Reader) -> Slots:
    return {piece.field: piece.value}


@read.register
def _(piece: Asked, _reader: Reader) -> Slots:
    return {piece.field: ALL}


@read.register
def _(piece: One, reader: Reader) -> Slots:
    if not piece.slot.kinds:
        return {piece.field: Typed(reader.atom()[0])}
    before = next((sign for sign in signs(piece.slot) if reader.lead(sign)), "")
    return {piece.field: replace(reader.name(piece.leave), before=before)}


def signs(slot: Slot) -> Iterator[str]:
    """The signs that tell what has the name of a member: `: Rat` an effect, `/Rat` a crew.

    Where a crew alone is meant the sign is needless, but for another form that wants a member.
    """
    if {"unit", "crew"} & {*slot.kinds}:
        yield from (sign for sign, kind in _SIGNS.items() if kind in slot.kinds)


_SIGNS = {":": "effect", "/": "crew"}


@read.register
def _(piece: Some, reader: Reader) -> Slots:
    names = [reader.name()]
    while reader.lead(","):
        names.append(reader.name())
    return {piece.field: tuple(names)}


@read.register
def _(piece: Picks, reader: Reader) -> Slots:
    picks = [_pick(reader)]
    while reader.lead(","):
        picks.append(_pick(reader))
    return {piece.field: tuple(picks)}


def _pick(reader: Reader) -> Typed:
    before = next((lead for lead in (">", "to", "/") if reader.lead(lead)), "")
    number = reader.peek().kind == "word" and _NUMBER.fullmatch(reader.peek().text) is not None
    name = reader.name()
    alone = number and not name.crew and _NUMBER.fullmatch(name.text) is not None
    return Typed(name.text, name.crew, name.handle, before, alone)


def _number(reader: Reader) -> int:
    """A whole number, of six digits at most."""
    long = reader.peek().kind == "word" and reader.peek().text.isdecimal()
    return int(reader.word("a number below 1000000" if long else "a number", _NUMBER)[0])


@read.register
def _(piece: Number, reader: Reader) -> Slots:
    number = _number(reader)
    if not number:
        reader.place -= 1
        reader.fail("a number from 1")
    return {piece.field: number}


@read.register
def _(piece: Sum, reader: Reader) -> Slots:
    return {piece.field: (_number(reader),)}


@read.register
def _(piece: Square, reader: Reader) -> Slots:
    squares = [reader.word("a square such as C5", _SQUARE)[0].upper()]
    while piece.several and reader.lead(","):
        squares.append(reader.word("a square such as C5", _SQUARE)[0].upper())
    return {piece.field: tuple(squares) if piece.several else squares[0]}


@read.register
def _(piece: Heading, reader: Reader) -> Slots:
    if not piece.several:
        return {piece.field: reader.word("n, e, s or w", _STEP)[0].lower()}
    steps = reader.word("n, e, s or w", _STEPS)[0]
    while reader.peek().kind == "word" and _STEPS.fullmatch(reader.peek().text):
        steps += reader.take().text
    return {piece.field: tuple(steps.lower())}


@read.register
def _(piece: Hex, reader: Reader) -> Slots:
    wanted = f"a text of {piece.digits} hex digits"
    pattern = re.compile(f"[0-9a-f]{{{piece.digits}}}")
    first = reader.word(wanted, pattern)[0]
    if not piece.several:
        return {piece.field: first}
    more = []
    while reader.peek().kind == "word":
        more.append(reader.word(wanted, pattern)[0])
    return {piece.field: (first, *more)}


@read.register
def _(piece: Quoted, reader: Reader) -> Slots:
    if reader.peek().kind != "quoted":
        reader.fail("a text in quotes")
    return {piece.field: reader.take().text}


@read.register
def _(piece: Person, reader: Reader) -> Slots:
    return {piece.field: reader.atom()[0]}


@read.register
def _(piece: Faces, reader: Reader) -> Slots:
    faces = [_face(reader)]
    while reader.peek().kind == "word" and _FACE.fullmatch(reader.peek().text):
        faces.append(_face(reader))
    return {piece.field: tuple(faces)}


def _face(reader: Reader) -> Slots:
    found = reader.word("a face", _FACE)
    before = tuple(int(face) for face in found[2].split("r")[1:])
    return {"face": int(found[1]), "before": before}


@read.register
def _(piece: Address, reader: Reader) -> Slots:
    story = reader.word("an address such as battle-3/17", _STORY)[0]
    if not reader.lead("/"):
        reader.fail("`/`")
    line = int(reader.word("the number of a line", _NUMBER)[0])
    return {piece.field: f"{story}/{line}"}


@read.register
def _(piece: Maybe, reader: Reader) -> Slots:
    return sequence(piece.pieces, reader) if reader.lead(piece.lead) else {}


@read.register
def _(piece: Loose, reader: Reader) -> Slots:
    slots: Slots = {}
    left = list(piece.pieces)
    while said := next((one for one in left if reader.lead(one.lead)), None):
        left.remove(said)
        slots |= sequence(said.pieces, reader)
    return slots


@read.register
def _(piece: Perhaps, reader: Reader) -> Slots:
    spare = reader.peek().kind == "word" or reader.left() > piece.leave
    begins = reader.names_next() and spare
    return sequence(piece.pieces, reader) if begins else {}


@read.register
def _(piece: Either, reader: Reader) -> Slots:
    for branch in piece.branches:
        if not branch.lead or reader.lead(branch.lead):
            return sequence(branch.pieces, reader)
    return reader.fail(" or ".join(f"`{branch.lead}`" for branch in piece.branches))


@read.register
def _(piece: Each, reader: Reader) -> Slots:
    return {piece.field: tuple(row(reader, piece.sign, piece.pieces))}


@read.register
def _(piece: Inner, reader: Reader) -> Slots:
    return {piece.field: sequence(piece.pieces, reader)}


def phrases(text: str, language: Language) -> tuple[Phrase, ...]:
    """The lines of a typed text, each by its form; WrongUsage for the first that cannot be read."""
    return tuple(phrase(line, language) for line in lines_of(text))


def lines_of(text: str) -> list[Line]:
    """The lines of a typed text; WrongUsage if there are none."""
    lines = cut(text)
    if not lines:
        raise WrongUsage("no line was given", hint="acta next says what is awaited")
    return lines


def phrase(line: Line, language: Language) -> Phrase:
    """One line, by the form of its verb; of several forms first the first that reads it."""
    verb, tokens = _verb(line, language)
    forms = [form for form in language.forms if form.verb == verb]
    if not forms:
        raise _unknown(line, verb, language)
    furthest: Misread | None = None
    found: list[Phrase] = []
    for form in forms:
        try:
            found.append(_whole(Reader(line, tokens, form)))
        except Misread as error:
            furthest = error if furthest is None or error.at > furthest.at else furthest
    if found:
        return replace(found[0], others=tuple(found[1:]))
    raise furthest or _unknown(line, verb, language)


def _whole(reader: Reader) -> Phrase:
    slots = sequence(reader.form.pieces, reader)
    if reader.left():
        reader.fail("the end of the line")
    return Phrase(reader.form, slots)


def _verb(line: Line, language: Language) -> tuple[str, tuple[Token, ...]]:
    """The long verb of a line, and the tokens behind it; bare faces are a roll."""
    first = line.tokens[0]
    if first.kind == "word" and _FACE.fullmatch(first.text):
        return "roll", line.tokens
    typed = first.text.lower() if first.kind == "word" else ""
    verb, *more = language.short.get(typed, typed).split(" ")
    return verb, (*(Token("word", word, first.at) for word in more), *line.tokens[1:])


def _unknown(line: Line, verb: str, language: Language) -> WrongUsage:
    """Why a line begins with no verb of this game."""
    typed = line.tokens[0].text
    if game := language.elsewhere.get(verb):
        return WrongUsage(f"`{typed}` is a line of {game}; this battle is {language.game}")
    if reason := language.later.get(verb):
        return WrongUsage(f"“{shortened(line.text)}”: {reason}")
    verbs = [form.verb for form in language.forms]
    near = nearest(typed, verbs)
    first = f"{near} is near" if near else "acta next lists lines that may be typed"
    return WrongUsage(
        f"“{shortened(line.text)}”: no line begins with “{shortened(typed, 20)}”",
        hint=f"{first}; {language.page} tells every line",
    )
