"""Where a table that somebody wrote does not fit a shape: every such place, each in a sentence."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from domain.codex import Fault, Place
from domain.names import meant, said

LARGEST = 1_000_000
Table = dict[str, Any]
_KINDS: tuple[tuple[type, str], ...] = (  # bool is an int, so it comes first
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a fraction"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
)
_WANTED: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.VarTupleType: list,
    inspect.StructType: dict,
}


def misfits(value: object, wanted: inspect.Type, at: Place) -> Iterator[Fault]:
    """What must be mended before a value can be read as the wanted type."""
    right = _WANTED[type(wanted)]
    if not isinstance(value, right) or (right is int and isinstance(value, bool)):
        yield Fault(at, f"{_called(at)} is {_kind(right())}, not {_kind(value)}")
    elif isinstance(value, int) and abs(value) > LARGEST:
        yield Fault(at, f"{_called(at)} is too large a number")
    elif isinstance(value, list) and isinstance(wanted, inspect.VarTupleType):
        for number, one in enumerate(value):
            yield from misfits(one, wanted.item_type, (*at, number))
    elif isinstance(value, dict) and isinstance(wanted, inspect.StructType):
        yield from table_misfits(value, wanted, at)


def table_misfits(
    table: Table, wanted: inspect.StructType, at: Place, hidden: tuple[str, ...] = ()
) -> Iterator[Fault]:
    """What a table has that its shape has not, lacks, or has otherwise, `hidden` fields aside."""
    fields = {f.encode_name: f for f in wanted.fields if f.encode_name not in hidden}
    for key, value in table.items():
        if key in fields:
            yield from misfits(value, fields[key].type, (*at, key))
        else:
            sentence = f"no field is called '{said(key)}'"
            yield Fault((*at, key), sentence, meant(key, fields))
    for name, field in fields.items():
        if field.required and name not in table:
            yield Fault(at, f"{_called(at)} lacks its {name}")


def _called(at: Place) -> str:
    """How a place is called inside its entry: `cost`, `effects 2`; the entry itself is `it`."""
    inside = at[2:]
    if not inside:
        return "it"
    *_, last = inside
    return f"{inside[-2]} {last + 1}" if isinstance(last, int) else last


def _kind(value: object) -> str:
    """What kind of thing a value of TOML is."""
    return next((said_ for kind, said_ in _KINDS if isinstance(value, kind)), "a date or time")
