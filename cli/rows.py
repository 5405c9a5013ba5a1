"""What people see: sentences, tables, JSON, CSV. Every text of the record passes `clean` first."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any

import click

from domain.terms import Refusal, StorageFailed

# None of these is printable, so a text that is need not be searched; compiled when one is not.
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_LONG = 20_000  # lines from which on work is long
_PAGE = 1000  # documents of a list that are held at once


class Unshown(StorageFailed):
    """Standard output cannot be written: that takes nothing off the record."""


def clean(text: str) -> str:
    """A text without anything that moves a terminal's cursor or turns its writing round."""
    if text.isprintable():
        return text
    return re.sub(_UNSEEN, lambda found: f"\\u{ord(found[0]):04x}", text)


def out(text: str, *, end: str = "\n") -> None:
    """Print a text on standard output as it is, what its encoding lacks as escapes.

    Raises Unshown. (The stream is named, for of its own accord click writes UTF-8 where the
    encoding is ASCII.)
    """
    try:
        click.echo(f"{text}{end}", file=sys.stdout, nl=False, color=False)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unshown(
            f"what was recorded stays on record; it could not be shown ({error.strerror or error})",
            hint="acta log",
        ) from error


def say(*lines: str) -> None:
    """Print lines, data for people, on standard output."""
    if lines:
        out("\n".join(map(clean, lines)))


def tell(*sentences: str) -> None:
    """Print sentences on standard output; on a terminal none is wider than it, nor a word cut."""
    if not sys.stdout.isatty():
        say(*sentences)
        return
    from shutil import get_terminal_size

    room = get_terminal_size().columns
    say(*(row for text in sentences for row in wrapped(clean(text), room)))


def talk(*lines: str) -> None:
    """Print progress, hints and warnings on standard error."""
    for line in lines:
        click.echo(clean(line), file=sys.stderr, color=False)


def progress(done: int, of: int) -> None:
    """Tell how far long work has come."""
    if of > _LONG:
        talk(f"{done} of {of} lines")


def say_json(document: Any) -> None:
    """Print one JSON document."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=2)
    out(re.sub(_UNSEEN, _escaped, text))


def say_json_list(documents: Iterable[Any]) -> None:
    """Print one JSON document, a list, as `say_json` does; never more than a page is held."""
    import json

    rest, before = iter(documents), "["
    while page := list(islice(rest, _PAGE)):
        text = json.dumps(page, ensure_ascii=False, indent=2)
        out(before + re.sub(_UNSEEN, _escaped, text[1:-2]), end="")  # without the list's own ends
        before = ","
    out("[]" if before == "[" else "\n]")


def say_line(document: Any) -> None:
    """Print a JSON document of a stream, in one line."""
    import json

    out(re.sub(_UNSEEN, _escaped, json.dumps(document, ensure_ascii=False)))


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
_SAME: Mapping[str, str] = {}


def cell(value: Any) -> str:
    """A value as a table shows it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        return ", ".join(map(cell, value))
    return str(value)


def table(
    columns: Sequence[str],
    rows: Iterable[Row],
    drop: Sequence[str] = (),
    heads: Mapping[str, str] = _SAME,
) -> None:
    """Print rows under their columns: with rules on a terminal that has room, else plainly.

    `heads` gives columns other titles. On a narrow terminal cells are wrapped between words; if
    that is not enough, columns are left out in the order of `drop`, and then cells stand below each
    other. No word is ever cut off.
    """
    titles = [heads.get(column, column).replace("_", " ") for column in columns]
    cells = [titles, *([clean(cell(row.get(column, ""))) for column in columns] for row in rows)]
    if not sys.stdout.isatty() or dumb():
        _plain(cells, _widths(cells))
        return
    from shutil import get_terminal_size

    room = get_terminal_size().columns
    if sum(_widths(cells)) + len(_RULES) * len(columns) + 1 <= room:
        _rich(cells)
        return
    dropped: list[str] = []
    while not _fits(_least(cells), room) and len(dropped) < len(drop):
        dropped.append(drop[len(dropped)])
        kept = [place for place, column in enumerate(columns) if column not in dropped]
        cells = [[row[place] for place in kept] for row in cells]
        columns = [columns[place] for place in kept]
    if _fits(_least(cells), room):
        _plain(cells, _narrowed(cells, room))
    else:
        _stacked(cells, room)
    if dropped:
        talk(f"too narrow for {', '.join(dropped).replace('_', ' ')}: --json shows all")


_RULES = "│  "  # what a table with rules adds to each column
_GAP = "  "


def width(text: str) -> int:
    """How many places of a terminal a text takes."""
    from unicodedata import category, east_asian_width

    seen = (c for c in text if category(c) not in {"Mn", "Me"})  # marks stand on a letter
    return sum(1 + (east_asian_width(c) in "WF") for c in seen)


def _widths(cells: list[list[str]]) -> list[int]:
    """How wide each column wants to be."""
    return [max(map(width, column)) for column in zip(*cells, strict=True)]


def _least(cells: list[list[str]]) -> list[int]:
    """How wide each column must be: as its longest word."""
    return [
        max(width(word) for text in column for word in (text.split() or [""]))
        for column in zip(*cells, strict=True)
    ]


def _fits(widths: list[int], room: int) -> bool:
    return sum(widths) + len(_GAP) * (len(widths) - 1) <= room


def _narrowed(cells: list[list[str]], room: int) -> list[int]:
    """Widths that fit: the widest column gives way first, none below its longest word."""
    widths, least = _widths(cells), _least(cells)
    while not _fits(widths, room) and widths != least:
        wide = max(
            (place for place in range(len(widths)) if widths[place] > least[place]),
            key=widths.__getitem__,
        )
        widths[wide] -= 1
    return widths


def _plain(cells: list[list[str]], widths: list[int]) -> None:
    """Print cells in columns of these widths, two spaces apart."""
    for row in cells:
        parts_of = [wrapped(text, wide) for text, wide in zip(row, widths, strict=True)]
        for parts in zip_longest(*parts_of, fillvalue=""):
            padded = (
                part + " " * (wide - width(part)) for part, wide in zip(parts, widths, strict=True)
            )
            out(_GAP.join(padded).rstrip())


def _stacked(cells: list[list[str]], room: int) -> None:
    """Print the first cell of each row, and the others below it, each with its title."""
    for first, *others in cells[1:]:
        out(first)
        for title, text in zip(cells[0][1:], others, strict=True):
            rows = wrapped(f"{title}: {text}", room - len(_GAP)) if text else []
            for row in rows:
                out(f"{_GAP}{row}")


def wrapped(text: str, wide: int) -> list[str]:
    """A text in lines of this width, parted between words."""
    if width(text) <= wide:
        return [text]
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def _rich(cells: list[list[str]]) -> None:
    """Print cells as a table with rules."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(header_style="")
    for title in cells[0]:
        drawn.add_column(Text(title))
    for row in cells[1:]:
        drawn.add_row(*map(Text, row))
    console = Console()
    with console.capture() as caught:
        console.print(drawn)
    out(caught.get(), end="")


def dumb() -> bool:
    """Whether the terminal asked for plain text."""
    import os

    return os.environ.get("TERM") == "dumb"


def say_csv(columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Print rows as CSV, quoted where needed; a cell never begins like a formula (`harmless`)."""
    import csv
    import io

    from projections.data.cells import harmless

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([harmless(clean(cell(row.get(column, "")))) for column in columns])
    out(text.getvalue(), end="")


def show(
    columns: Sequence[str],
    rows: Sequence[Row],
    *,
    as_json: bool,
    as_csv: bool,
    drop: Sequence[str] = (),
    heads: Mapping[str, str] = _SAME,
) -> None:
    """Print rows as was asked: as a `table` (with `drop`, `heads`), one JSON document, or CSV."""
    if as_json:
        say_json(list(rows))
    elif as_csv:
        say_csv(columns, rows)
    else:
        table(columns, rows, drop, heads)
