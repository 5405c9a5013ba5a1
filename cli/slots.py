"""Going through the pieces of a form, with a change for each name.

Reading changes each typed name to the id it means, writing each id to how it is called; both go
through the pieces in the order in which they are written, because a later name may be looked up
by an earlier one.
"""

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from cli.phrases import Slots
from cli.spelling import fits_all
from domain.lines import (
    Asked,
    Each,
    Either,
    Inner,
    Loose,
    Maybe,
    One,
    Perhaps,
    Picks,
    Piece,
    Slot,
    Some,
    Word,
)
from domain.terms import WrongUsage

Change = Callable[[Any, Slot, Slots], Any]
"""What a name in a slot becomes, given the slots that were filled before it."""


def all_changed(pieces: tuple[Piece, ...], slots: Slots, change: Change, before: Slots) -> Slots:
    """The slots that pieces fill, with each name changed; `before` is what is known already."""
    done: Slots = {}
    for piece in pieces:
        done |= changed(piece, slots, change, before | done)
    return done


@singledispatch
def changed(piece: Piece, slots: Slots, _change: Change, _done: Slots) -> Slots:
    """The slots that a piece fills, with each name changed; texts and numbers as they are."""
    field = getattr(piece, "field", "")
    return {field: slots[field]} if field in slots else {}


@changed.register
def _(_piece: Word, _slots: Slots, _change: Change, _done: Slots) -> Slots:
    return {}


@changed.register
def _(piece: One, slots: Slots, change: Change, done: Slots) -> Slots:
    return {piece.field: change(slots[piece.field], piece.where(slots), done)}


@changed.register(Some)
@changed.register(Picks)
def _(piece: Some | Picks, slots: Slots, change: Change, done: Slots) -> Slots:
    return {piece.field: tuple(change(one, piece.slot, done) for one in slots[piece.field])}


@changed.register
def _(piece: Asked, _slots: Slots, _change: Change, done: Slots) -> Slots:
    if not done["asked"]:
        raise WrongUsage("`all` means nobody here: nobody is asked")
    return {piece.field: done["asked"]}


@changed.register(Maybe)
@changed.register(Loose)
@changed.register(Perhaps)
def _(piece: Maybe | Loose | Perhaps, slots: Slots, change: Change, done: Slots) -> Slots:
    if not fits_all(piece.pieces, slots):
        return {}
    return all_changed(piece.pieces, slots, change, done)


@changed.register
def _(piece: Either, slots: Slots, change: Change, done: Slots) -> Slots:
    for branch in piece.branches:
        if fits_all(branch.pieces, slots):
            return all_changed(branch.pieces, slots, change, done)
    return {}


@changed.register
def _(piece: Inner, slots: Slots, change: Change, done: Slots) -> Slots:
    return {piece.field: all_changed(piece.pieces, slots[piece.field], change, done)}


@changed.register
def _(piece: Each, slots: Slots, change: Change, done: Slots) -> Slots:
    inner = slots[piece.field]
    return {piece.field: tuple(all_changed(piece.pieces, one, change, done) for one in inner)}
