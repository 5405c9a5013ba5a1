"""A phrase written as its canonical line: long verb, signs, quotes only where they are needed."""

import re
from collections.abc import Iterator
from functools import singledispatch
from typing import Any

import msgspec

from cli.phrases import ALL, Phrase, Slots
from cli.reader import particles
from cli.tokens import quoted
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
    Loose,
    Maybe,
    Number,
    One,
    Perhaps,
    Person,
    Picks,
    Piece,
    Quoted,
    Some,
    Square,
    Sum,
    Typed,
    Word,
)

_DIGITS = re.compile(r"[0-9]+")
_SIGN = re.compile(r"[,;>&:/#\"\\]")


def name(text: str, form: Form) -> str:
    """A name as a line of this form holds it: in quotes where it would be misread without."""
    words = text.split()
    if (
        not words
        or text != " ".join(words)
        or text.startswith("@")
        or _SIGN.search(text)
        or _DIGITS.fullmatch(text)
        or any(word.startswith("!") for word in words)
        or not (particles(form) | {"then"}).isdisjoint(word.lower() for word in words)
    ):
        return quoted(text)
    return text


def typed(one: Typed, form: Form) -> str:
    """A name with its crew, a handle with its sign; an effect, a crew called as a member is."""
    if one.before == ":":
        return f": {name(one.text, form)}"
    if one.before == "/":
        return f"/{name(one.text, form)}"
    text = f"@{one.text}" if one.handle else name(one.text, form)
    return f"{name(one.crew, form)}/{text}" if one.crew else text


def spelled(phrase: Phrase) -> str:
    """The canonical line of a phrase."""
    line = phrase.form.verb
    for part in written_all(phrase.form.pieces, phrase.slots, phrase.form):
        glued = part in {",", ":"} or line.endswith(" !")
        line += part if glued else f" {part}"
    return line


def slots_of(value: Any) -> Any:
    """Structs as slots, all fields of them, and their tags."""
    if isinstance(value, msgspec.Struct):
        slots = {name: slots_of(inner) for name, inner in msgspec.structs.asdict(value).items()}
        kind = value.__struct_config__
        return slots | ({kind.tag_field: kind.tag} if kind.tag_field else {})
    if isinstance(value, tuple):
        return tuple(slots_of(inner) for inner in value)
    return value


def fits(piece: Piece, slots: Slots) -> bool:
    """Whether slots hold what a piece has to write."""
    match piece:
        case Const(field, value):
            return bool(slots.get(field) == value)
        case Asked(field):
            return bool(slots.get(field) == ALL)
        case Word() | Maybe() | Loose() | Perhaps():
            return True
        case Either(branches):
            return any(fits_all(branch.pieces, slots) for branch in branches)
        case Inner(field, pieces):
            return field in slots and fits_all(pieces, slots[field])
        case _:
            return bool(slots.get(piece.field))


def fits_all(pieces: tuple[Piece, ...], slots: Slots) -> bool:
    """Whether slots hold what each of the pieces has to write."""
    return all(fits(piece, slots) for piece in pieces)


def written_all(pieces: tuple[Piece, ...], slots: Slots, form: Form) -> Iterator[str]:
    """The parts of a line that pieces write, one after the other."""
    for piece in pieces:
        yield from written(piece, slots, form)


@singledispatch
def written(piece: Piece, slots: Slots, form: Form) -> Iterator[str]:
    """The parts of a line that one piece writes."""
    raise NotImplementedError(f"{piece} in {form.verb} for {slots}")


@written.register(Const)
@written.register(Asked)
def _(_piece: Const | Asked, _slots: Slots, _form: Form) -> Iterator[str]:
    yield from ()


@written.register
def _(piece: Word, _slots: Slots, _form: Form) -> Iterator[str]:
    yield piece.text


@written.register
def _(piece: One, slots: Slots, form: Form) -> Iterator[str]:
    yield typed(slots[piece.field], form)


@written.register
def _(piece: Some, slots: Slots, form: Form) -> Iterator[str]:
    for number, one in enumerate(slots[piece.field]):
        yield from (",",) if number else ()
        yield typed(one, form)


@written.register
def _(piece: Picks, slots: Slots, form: Form) -> Iterator[str]:
    for number, pick in enumerate(slots[piece.field]):
        yield from (",",) if number else ()
        yield from (pick.before,) if pick.before not in {"", "/"} else ()
        yield _pick(pick, form)


def _pick(pick: Typed, form: Form) -> str:
    if pick.number:
        return pick.text
    first = (pick.crew or pick.text).split()[:1]
    if pick.handle or not first or first[0].lower() != "to":
        return typed(pick, form)
    if pick.crew:
        return f"{quoted(pick.crew)}/{name(pick.text, form)}"
    return f"{pick.before if pick.before == '/' else ''}{quoted(pick.text)}"


@written.register
def _(piece: Number, slots: Slots, _form: Form) -> Iterator[str]:
    yield str(slots[piece.field])


@written.register
def _(piece: Sum, slots: Slots, _form: Form) -> Iterator[str]:
    yield str(slots[piece.field][0])


@written.register
def _(piece: Square, slots: Slots, _form: Form) -> Iterator[str]:
    squares = slots[piece.field] if piece.several else (slots[piece.field],)
    for number, square in enumerate(squares):
        yield from (",",) if number else ()
        yield square


@written.register
def _(piece: Heading, slots: Slots, _form: Form) -> Iterator[str]:
    yield from slots[piece.field]


@written.register
def _(piece: Address, slots: Slots, _form: Form) -> Iterator[str]:
    yield slots[piece.field]


@written.register
def _(piece: Hex, slots: Slots, _form: Form) -> Iterator[str]:
    yield from slots[piece.field] if piece.several else (slots[piece.field],)


@written.register
def _(piece: Quoted, slots: Slots, _form: Form) -> Iterator[str]:
    yield quoted(slots[piece.field])


@written.register
def _(piece: Person, slots: Slots, form: Form) -> Iterator[str]:
    yield name(slots[piece.field], form)


@written.register
def _(piece: Faces, slots: Slots, _form: Form) -> Iterator[str]:
    for shown in slots[piece.field]:
        yield "r".join(str(face) for face in (shown["face"], *shown["before"]))


@written.register
def _(piece: Maybe, slots: Slots, form: Form) -> Iterator[str]:
    if fits_all(piece.pieces, slots):
        yield piece.lead
        yield from written_all(piece.pieces, slots, form)


@written.register
def _(piece: Loose, slots: Slots, form: Form) -> Iterator[str]:
    yield from written_all(piece.pieces, slots, form)


@written.register
def _(piece: Perhaps, slots: Slots, form: Form) -> Iterator[str]:
    if fits_all(piece.pieces, slots):
        yield from written_all(piece.pieces, slots, form)


@written.register
def _(piece: Either, slots: Slots, form: Form) -> Iterator[str]:
    for branch in piece.branches:
        if fits_all(branch.pieces, slots):
            yield from (branch.lead,) if branch.lead else ()
            yield from written_all(branch.pieces, slots, form)
            return


@written.register
def _(piece: Each, slots: Slots, form: Form) -> Iterator[str]:
    for number, inner in enumerate(slots[piece.field]):
        yield from (piece.sign,) if number else ()
        yield from written_all(piece.pieces, inner, form)


@written.register
def _(piece: Inner, slots: Slots, form: Form) -> Iterator[str]:
    yield from written_all(piece.pieces, slots[piece.field], form)
