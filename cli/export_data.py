"""`acta export json` and `acta export csv`: all that is on record, for other programs."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.desk import Desk, with_desk
from cli.endings import KNOWN, ending, form_of
from cli.folders import whole_folder
from cli.home import whole_file
from cli.options import force_option, json_option, output_option, to_file
from cli.progress import bar
from cli.rows import clean, out, say_json, talk
from domain.names import meant, said
from domain.terms import NotFound, WrongUsage

if TYPE_CHECKING:
    from projections.data.table import Record, Scope

F = TypeVar("F", bound=Callable[..., Any])
FORCE = "--force overwrites it"


def part_options(run: F) -> F:
    """The options that ask for a part: a crew, a member, a battle."""
    for name, what in (
        ("battle", "Only what a battle holds, and those in it."),
        ("member", "Only what is about a member."),
        ("crew", "Only what is about a crew and its members."),
    ):
        run = click.option(f"--{name}", default="", metavar=name[0].upper(), help=what)(run)
    return run


@click.command(name="json")
@part_options
@output_option
@force_option
@json_option
@with_desk()
def json_(
    desk: Desk, *, crew: str, member: str, battle: str, output: str, force: bool, as_json: bool
) -> None:
    """Write all that is on record as one JSON document: every table, every line to the byte.

    Of a crew, a member or a battle it has the same tables with the same columns and values. What
    they hold: docs/numbers.md.
    """
    from projections.data.document import document

    form_of(None, output, ("json", "txt"), "json")
    scope, about = _asked(desk, crew=crew, member=member, battle=battle)
    with bar("lines") as told:
        parts = document(_record(desk, told), scope, about)
        if output:
            whole_file(Path(output), parts, force=force, hint=FORCE)
        else:
            _screen(parts)
    if output:
        _answer(output, as_json=as_json)


@click.command(name="csv")
@part_options
@click.option("--table", "name", metavar="NAME", default="", help="One table, by itself.")
@click.option(
    "-o",
    "--output",
    callback=to_file,
    metavar="PATH",
    default="",
    help="A folder; a file for a table.",
)
@click.option("--force", is_flag=True, help="Overwrite the files.")
@json_option
@with_desk()
def csv_(
    desk: Desk,
    *,
    crew: str,
    member: str,
    battle: str,
    name: str,
    output: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write all that is on record as tables: a folder of CSV files, or one table.

    Beside them lie about.csv, what the export says of itself, and columns.csv, what each column
    holds. A cell that would be a formula has an apostrophe before it: docs/numbers.md.
    """
    from projections.data.document import TABLES, about_rows, columns_rows, csv_of

    known = {table.name: table for table in TABLES}
    if name and name not in known:
        hint = meant(name, known) or ", ".join(known)
        raise NotFound(f"there is no table {said(name)}", hint=hint)
    if name:
        form_of(None, output, ("csv", "txt"), "csv")
    elif not output or ending(output) in KNOWN:
        raise WrongUsage("the tables are several files", hint="-o FOLDER, or --table NAME")
    scope, about = _asked(desk, crew=crew, member=member, battle=battle)
    with bar("lines") as told:
        record = _record(desk, told)
        if name and output:
            whole_file(Path(output), csv_of(known[name], record, scope), force=force, hint=FORCE)
        elif name:
            _screen(csv_of(known[name], record, scope))
        else:
            files = {
                "about.csv": about_rows(about),
                "columns.csv": columns_rows(desk.game),
                **{f"{table.name}.csv": csv_of(table, record, scope) for table in TABLES},
            }
            whole_folder(Path(output), files, force=force, hint=FORCE)
    if output:
        _answer(output, as_json=as_json)


def _asked(desk: Desk, *, crew: str, member: str, battle: str) -> tuple["Scope", dict[str, Any]]:
    """What was asked for, and what an export of it says of itself."""
    from cli.provenance import framed, provenance
    from cli.scope import scope_of, stories

    scope = scope_of(desk, desk.views(deeds=True), crew=crew, member=member, battle=battle)
    told = provenance(desk, stories(desk, scope))
    return scope, {**told.data(framed(desk)), "verdict": told.audited.value}


def _record(desk: Desk, told: Callable[[int, int], None]) -> "Record":
    from projections.data.table import Record

    return Record(desk.views(deeds=True), desk.ledger, told)


def _screen(parts: Iterable[bytes]) -> None:
    """Print parts on standard output, what would move a terminal's cursor as escapes."""
    for part in parts:
        out("\n".join(map(clean, part.decode().split("\n"))), end="")


def _answer(output: str, *, as_json: bool) -> None:
    """Say what was written."""
    if as_json:
        say_json({"file": output})
    else:
        talk(f"{output} written")
