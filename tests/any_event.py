"""Any event that bytes can hold, be it one that no game would tell: what a stranger's file has."""

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from tests.hostile_names import KEPT

TEXTS = st.sampled_from(["", "x", "Vex", "crew-ash/1", "battle-1", "10", *KEPT.values()])
NUMBERS = st.sampled_from([0, 1, -1, 2, 3, 6, 20, 2**53 - 1])


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type of the closed list (`domain.ledger.fields`), as JSON has it."""
    match kind:
        case inspect.StructType():
            needed = {f.encode_name: any_of(f.type) for f in kind.fields if f.required}
            other = {f.encode_name: any_of(f.type) for f in kind.fields if not f.required}
            found = st.fixed_dictionaries(needed, optional=other)
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return found.map(lambda value: tag | value)
        case inspect.VarTupleType():
            return st.lists(any_of(kind.item_type), max_size=3)
        case inspect.UnionType():
            return st.one_of([any_of(one) for one in kind.types])
        case inspect.EnumType():
            return st.sampled_from([one.value for one in kind.cls])
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return NUMBERS
        case inspect.StrType():
            return TEXTS
        case _:
            raise AssertionError(kind)
