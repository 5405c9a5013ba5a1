"""`acta content`: what a campaign adds to the codex, checked and listed."""

from collections.abc import Iterable

import click

from cli.content_looks import messages, template
from cli.desk import Desk, with_desk
from cli.home import plain
from cli.options import Group, csv_option, json_option
from cli.rows import say, say_json, show, talk
from domain.content import FOLDER, Report, Told
from domain.terms import WrongUsage
from projections.frame.looks import Framed

LOOKS = ("templates", "messages", "style.css")
NOTHING = f"this campaign has no content of its own: there is no file {FOLDER}/*.toml"


@click.group(cls=Group)
def content() -> None:
    """Check or list own content; print what it may replace."""


@content.command()
@json_option
@click.pass_context
@with_desk()
def check(desk: Desk, ctx: click.Context, *, as_json: bool) -> None:
    """Check all files of content/; exit 2 if there is a fault.

    Entries are checked as our own codex is, templates, messages and style as those of our own are.
    """
    found, framed = _report(desk), _framed(desk)
    if as_json:
        say_json({**plain(found), "framed": plain(framed)})
    else:
        _tell(found, framed)
    if found.faults or framed.faults:
        ctx.exit(WrongUsage.code)


@content.command(name="list")
@csv_option
@json_option
@with_desk()
def list_(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """List the campaign's own types, abilities, items, statuses and scenarios."""
    found = _report(desk)
    rows = [plain(row) for row in found.rows]
    if not as_json:
        rows = [row | {"line": row["line"] or ""} for row in rows]
    if found.faults:
        talk(f"warning: {_counted(len(found.faults), 'fault')}", "hint: acta content check")
    if rows or as_json or as_csv:
        columns = ("kind", "id", "name", "file", "line", "record")
        show(columns, rows, as_json=as_json, as_csv=as_csv)
    elif not found.faults:
        say(NOTHING)


def _report(desk: Desk) -> Report:
    """What is in the campaign's folder, read for its game and edition."""
    from domain.content import report

    return report(desk.books(), desk.home.folder)


def _framed(desk: Desk) -> Framed:
    """What the folder says of how documents look: templates, messages, style."""
    folder = desk.home.folder / FOLDER
    if not any((folder / name).exists() for name in LOOKS):
        return Framed()
    from projections.frame.checking import report  # only who has templates imports jinja2

    return report(desk.home.folder)


def _tell(found: Report, framed: Framed) -> None:
    """Tell every fault with its hint, or what was found to be right."""
    for warning in found.warnings:
        talk(f"warning: {warning.told()}")
    say(*_lines((*found.faults, *framed.faults)))
    if found.faults or framed.faults:
        return
    kinds = [row.kind for row in found.rows if row.file or not found.files]
    looks = (framed.templates, framed.languages, framed.styles)
    for noun, names in zip(("template", "language", "style sheet"), looks, strict=True):
        kinds += [noun] * len(names)
    parts = ", ".join(_counted(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))
    if number := len(found.files) + sum(map(len, looks)):
        files = _counted(number, "file")
        say(f"nothing is wrong in {files}: {parts or 'no entry'}")
    else:
        say(f"there is no file {FOLDER}/*.toml; on record: {parts}" if parts else NOTHING)


def _lines(faults: Iterable[Told]) -> list[str]:
    """Each fault in a line, its hint in the next."""
    return [
        line
        for fault in faults
        for line in (fault.told(), fault.hint and f"  hint: {fault.hint}")
        if line
    ]


def _counted(number: int, noun: str) -> str:
    """A number of things, `2 abilities`."""
    if number == 1:
        return f"1 {noun}"
    plural = {"ability": "abilities", "status": "statuses"}.get(noun, f"{noun}s")
    return f"{number} {plural}"


content.add_command(messages)
content.add_command(template)
