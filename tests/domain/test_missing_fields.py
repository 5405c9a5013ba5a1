"""Case 101: an older record lacks what later versions tell; it is read, told, shown all the same.

A field with a default is left out where it says nothing, so each may be missing from any line.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from tests.any_event import any_of
from tests.domain.test_past import EVENTS, STORED


def bare(kind: Any, value: Any) -> Any:
    """What is left of a value when everything is left out that may be missing, at any depth."""
    match kind, value:
        case inspect.StructType(), dict():
            needed = {field.encode_name: field.type for field in kind.fields if field.required}
            tag = {kind.tag_field: value[kind.tag_field]} if kind.tag_field in value else {}
            return tag | {name: bare(of, value[name]) for name, of in needed.items()}
        case ((inspect.VarTupleType() | inspect.ListType()), list()):
            return [bare(kind.item_type, one) for one in value]
        case _:
            return value


@pytest.mark.parametrize("name", EVENTS)
def test_case_101_an_event_without_what_may_be_missing(name: str) -> None:
    """Read, told in one line, written as it was: nothing is made up for what was not said."""
    kind = EVENTS[name]
    plain = {"event": name} | bare(inspect.type_info(kind), msgspec.json.decode(STORED[name]))
    stored = msgspec.json.encode(plain, order="sorted")
    event = msgspec.json.decode(stored, type=kind)
    assert msgspec.json.encode(event, order="sorted") == stored
    told = event.told()
    assert told == told.strip() != ""
    assert "\n" not in told


@pytest.mark.parametrize("name", EVENTS)
@settings(max_examples=8)
@given(st.data())
def test_whatever_an_event_holds_it_is_told(name: str, data: st.DataObject) -> None:
    """A stranger's record may hold what no game would tell: it is shown all the same."""
    value = data.draw(any_of(inspect.type_info(EVENTS[name])))
    assert isinstance(msgspec.convert(value, EVENTS[name]).told(), str)
