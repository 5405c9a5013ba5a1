"""`acta export replay`: a battle as a file that plays to the same state, or a moment of it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk import BRANCHES, Desk, with_desk
from cli.endings import check_screen, form_of
from cli.home import text_file
from cli.options import battle_option, json_option, spoken, spoken_option, to_file
from cli.rows import out, say, say_json, talk
from domain.terms import WrongUsage

if TYPE_CHECKING:
    from cli.battle_file import BattleFile
    from cli.sitting import Table


FORMS = ("text", "svg", "html")


def _check_aftermath(file: "BattleFile", name: str) -> None:
    """Warn of an aftermath that rests on what a header cannot say: purse, experience, store."""
    from cli.file_play import plays_alone

    refused = plays_alone(file, name)
    if refused is not None:
        talk(
            "warning: [after] rests on what crews had before, which no battle file holds:"
            f" {refused.told()}"
        )


@click.command()
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    default=None,
    help="text is a battle file: acta play reads it; svg is a picture of a moment, html a page."
    " Else FILE's ending, or text.",
)
@click.option("--at", default="", metavar="ADDRESS", help="svg: as it stood behind this line.")
@click.option(
    "-o",
    "--output",
    callback=to_file,
    metavar="FILE",
    default="",
    help="A file instead of the screen.",
)
@click.option("--force", is_flag=True, help="Overwrite the file.")
@battle_option
@spoken_option
@json_option
@with_desk()
def replay(
    desk: Desk,
    *,
    name: str,
    form: str | None,
    at: str,
    output: str,
    battle: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write a battle as a file that plays to the same state, undone lines and all.

    Or, with --as svg, a moment of it as a picture; with --as html a page that plays it, and checks
    the record that it holds.
    """
    form = form_of(form, output, FORMS, "text")
    if at and form != "svg":
        raise WrongUsage("--at chooses the moment of a picture", hint="--as svg")
    if spoken() and form == "text":
        raise WrongUsage("a battle file speaks no language", hint="--as svg, --as html")
    if not as_json:
        check_screen(form, output, "battle" if form == "html" else "moment")
    table = desk.battle(name or battle)
    text = _written(desk, table, form, at)
    if as_json and not output:
        say_json({"battle": table.story, "text": text})
        return
    if not output and form == "html":
        out(text, end="")  # a browser reads it: each byte stays
    elif not output:
        say(*text.splitlines())
    if not output:
        return
    text_file(Path(output), text, force=force, hint="--force overwrites it")
    talk(f"{output} written")


def _written(desk: Desk, table: "Table", form: str, at: str) -> str:
    """The battle in one of the forms."""
    match form:
        case "svg":
            return _drawn(desk, table, at)
        case "html":
            return _page(desk, table)
        case _:
            return _file(desk, table)


def _drawn(desk: Desk, table: "Table", at: str) -> str:
    """The battle behind a line as a picture."""
    from cli.picturing import pictured

    return pictured(desk, table, at)


def _page(desk: Desk, table: "Table") -> str:
    """The battle as a page that plays."""
    from cli.replay_page import page_of

    return page_of(desk, table)


def _file(desk: Desk, table: "Table") -> str:
    """The battle as a file."""
    from cli.battle_file import parse, written
    from cli.record import lines_of
    from cli.transcript import transcript

    if table.story.startswith(BRANCHES):
        hint = f"acta replay {table.story} tells it; acta export bundle holds it"
        raise WrongUsage(f"{table.story} begins in the midst of a battle: it is no file", hint=hint)
    found = transcript(table, lines_of(desk, table))
    text = written(found)
    if found.aftermath:
        _check_aftermath(parse(text, table.story), table.story)  # as it is read, row by row
    return text
