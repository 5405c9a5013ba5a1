"""What people see: sentences, tables, JSON, CSV. Every text of the record passes `clean` first."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from domain.terms import Refusal

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_LONG = 20_000  # lines from which on work is long


def clean(text: str) -> str:
    """A text without anything that moves a terminal's cursor or turns its writing round."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(*lines: str) -> None:
    """Print lines, data for people, on standard output."""
    for line in lines:
        click.echo(clean(line), color=False)


def talk(*lines: str) -> None:
    """Print progress, hints and warnings on standard error."""
    for line in lines:
        click.echo(clean(line), err=True, color=False)


def progress(done: int, of: int) -> None:
    """Tell how far long work has come."""
    if of > _LONG:
        talk(f"{done} of {of} lines")


def say_json(document: Any) -> None:
    """Print one JSON document."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=2)
    click.echo(_UNSEEN.sub(_escaped, text), color=False)


def say_line(document: Any) -> None:
    """Print a JSON document of a stream, in one line."""
    import json

    click.echo(_UNSEEN.sub(_escaped, json.dumps(document, ensure_ascii=False)), color=False)


def _escaped(found: re.Match[str]) -> str:
    """A character as JSON escapes it; the line ends between values stay."""
    return found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}"


def say_refusal(refusal: Refusal, *, as_json: bool) -> None:
    """Tell a refusal: as a JSON document on standard output, or a sentence and hint beside it."""
    if as_json:
        say_json({"error": refusal.data()})
        return
    talk(refusal.told())
    if refusal.hint:
        talk(f"hint: {refusal.hint}")


Row = Mapping[str, Any]


def cell(value: Any) -> str:
    """A value as a table shows it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        return ", ".join(map(cell, value))
    return str(value)


def table(columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Print rows under their columns: with rules on a terminal, plainly where it is none."""
    cells = [[clean(cell(row.get(column, ""))) for column in columns] for row in rows]
    if sys.stdout.isatty() and not _dumb():
        _rich(columns, cells)
        return
    _plain([[column.replace("_", " ") for column in columns], *cells])


def _plain(cells: list[list[str]]) -> None:
    """Print cells in columns of equal width, two spaces apart."""
    from unicodedata import combining, east_asian_width

    def width(text: str) -> int:
        return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in text)

    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        parts = [text + " " * (wide - width(text)) for text, wide in zip(row, widths, strict=True)]
        click.echo("  ".join(parts).rstrip(), color=False)


def _rich(columns: Sequence[str], cells: list[list[str]]) -> None:
    """Print cells as a table that fits the terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(header_style="")
    for column in columns:
        drawn.add_column(Text(column.replace("_", " ")))
    for row in cells:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)


def _dumb() -> bool:
    """Whether the terminal asked for plain text."""
    import os

    return os.environ.get("TERM") == "dumb"


def say_csv(columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Print rows as CSV, quoted where needed; a cell never begins like a formula."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_harmless(clean(cell(row.get(column, "")))) for column in columns])
    click.echo(text.getvalue(), nl=False, color=False)


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} and not _number(text) else text


def _number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdigit()


def show(columns: Sequence[str], rows: Sequence[Row], *, as_json: bool, as_csv: bool) -> None:
    """Print rows as was asked: a table, one JSON document, or CSV."""
    if as_json:
        say_json(list(rows))
    elif as_csv:
        say_csv(columns, rows)
    else:
        table(columns, rows)
