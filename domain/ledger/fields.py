"""The closed list of field types: what an event or action may hold, so that its bytes are sure.

Texts, whole numbers, truth values, `StrEnum`s, `Who`, other frozen Structs, tuples of one of
these, and unions of tagged Structs. No float, no null, no free-text key. A default is `""`, `0`,
a truth value, `()` or a member of a `StrEnum`: only these are left out of the bytes for certain.
"""

import types
from enum import StrEnum
from inspect import get_annotations
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.terms import Who

_SIMPLE = (str, int, bool, Who)
_MEMBERS_OF_PAIR = 2
_checked: set[type] = set()


def check(kind: type[msgspec.Struct]) -> None:
    """Raise TypeError, naming class and field, unless every field is of the closed list."""
    if kind in _checked:
        return
    _checked.add(kind)
    try:
        _check_config(kind)
        hints = _hints(kind)
        for field in kind.__struct_fields__:
            _check_type(f"{kind.__name__}.{field}", hints[field])
        _check_names_and_defaults(kind)
    except TypeError:
        _checked.discard(kind)
        raise


def _check_config(kind: type[msgspec.Struct]) -> None:
    """A Struct is frozen, knows all its fields, leaves defaults out, and is an object in JSON."""
    config = kind.__struct_config__
    if not (config.frozen and config.forbid_unknown_fields and config.omit_defaults):
        raise TypeError(
            f"{kind.__name__} must be frozen, with forbid_unknown_fields and omit_defaults"
        )
    if config.array_like:
        raise TypeError(f"{kind.__name__} must not be array_like")


def _check_names_and_defaults(kind: type[msgspec.Struct]) -> None:
    """Keys are ASCII; a default is one that encoding leaves out for certain."""
    for name in kind.__struct_encode_fields__:
        if not name.isascii():
            raise TypeError(f"{kind.__name__}.{name}: a key has ASCII letters only")
    defaults = kind.__struct_defaults__
    for field, default in zip(reversed(kind.__struct_fields__), reversed(defaults), strict=False):
        if default is msgspec.NODEFAULT or isinstance(default, bool | StrEnum):
            continue
        if type(default) not in {str, int, tuple} or default:
            raise TypeError(f"{kind.__name__}.{field}: {default!r} is no default for the record")


def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of a Struct's fields; written-out names are looked up only where there are any."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        found |= get_annotations(base)
    if any(isinstance(found.get(field), str) for field in kind.__struct_fields__):
        return get_type_hints(kind)
    return found


def _check_type(where: str, hint: Any) -> None:
    """Raise TypeError unless this type is of the closed list."""
    if hint in _SIMPLE or (isinstance(hint, type) and issubclass(hint, StrEnum)):
        return
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple and len(inner) == _MEMBERS_OF_PAIR and inner[1] is Ellipsis:
        _check_type(where, inner[0])
    elif origin in {Union, types.UnionType}:
        for part in inner:
            _check_tagged(where, part)
    elif origin is None and isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint.__struct_config__.tag is not None:
            raise TypeError(f"{where}: {hint.__name__} has a tag, but stands in no union")
        check(hint)
    else:
        raise TypeError(f"{where}: {hint} is no type for the record")


def _check_tagged(where: str, part: Any) -> None:
    """What stands in a union is a Struct that says by a tag which one it is."""
    if not (isinstance(part, type) and issubclass(part, msgspec.Struct)):
        raise TypeError(f"{where}: {part} in a union is no Struct")
    if part.__struct_config__.tag is None:
        raise TypeError(f"{where}: {part.__name__} in a union has no tag")
    check(part)
