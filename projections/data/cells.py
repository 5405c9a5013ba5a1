"""Values as cells of CSV: nothing in them works as a formula, and each can be had back.

Texts stand as they are, numbers in digits, truth as `true` or `false`, lists and objects as JSON.
A cell that a spreadsheet would take for a formula, and any that begins with an apostrophe, has an
apostrophe before it: whoever reads the file takes one leading apostrophe off each cell.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

_BEGINS = frozenset("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_PAGE = 1000
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def cell(value: Any) -> str:
    """A value as a cell has it."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return compact(value)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in _BEGINS and not _NUMBER.fullmatch(text) else text


def compact(value: Any) -> str:
    """A value as JSON in one row, all signs as they are."""
    return _JSON(value)


def comma_separated(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """A table as CSV in UTF-8, a page at a time: its columns, then its rows, each ended by LF."""
    yield _page([list(columns)])
    rest = iter(rows)
    while page := list(islice(rest, _PAGE)):
        yield _page([_cells(row, columns) for row in page])


def _cells(row: Mapping[str, Any], columns: Sequence[str]) -> list[str]:
    """The cells of a row; nearly all are texts that stay as they are, and nothing more is asked."""
    values = [row[column] for column in columns]
    return [
        value if type(value) is str and value[:1] not in _BEGINS else cell(value)
        for value in values
    ]


def _page(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
