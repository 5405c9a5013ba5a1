"""`acta export replay`: a battle as a file that plays to the same state, or a moment of it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk import BRANCHES, Desk, with_desk
from cli.endings import check_screen, form_of
from cli.home import whole_file
from cli.options import (
    battle_option,
    force_option,
    json_option,
    output_option,
    spoken,
    spoken_option,
)
from cli.rows import out, say, say_json, talk
from domain.terms import WrongUsage

if TYPE_CHECKING:
    from cli.battle_file import BattleFile
    from cli.sitting import Table


FORMS = ("text", "html", "svg", "png")
PICTURES = ("svg", "png")


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
    help="text is a battle file: acta play reads it; html is a page that plays it, svg or png"
    " a picture of a moment."
    " Else FILE's ending, or text.",
)
@click.option(
    "--at", default="", metavar="ADDRESS", help="A picture: as it stood behind this line."
)
@output_option
@force_option
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

    Or, with -o FILE.html, a page that plays it, and checks the record that it holds; with -o
    FILE.svg, or FILE.png by the extra [print], a moment of it as a picture.
    """
    form = form_of(form, output, FORMS, "text")
    _check(form, at, output, as_json=as_json)
    table = desk.battle(name or battle)
    if output:
        png = form == "png"
        content = _dots(desk, table, at) if png else _written(desk, table, form, at).encode()
        whole_file(Path(output), [content], force=force, hint="--force overwrites it")
        if as_json:
            say_json({"battle": table.story, "file": output})
        else:
            talk(f"{output} written")
        return
    text = _written(desk, table, form, at)
    if as_json:
        say_json({"battle": table.story, "text": text})
    elif form == "html":
        out(text, end="")  # a browser reads it: each byte stays
    else:
        say(*text.splitlines())


def _check(form: str, at: str, output: str, *, as_json: bool) -> None:
    """Refuse, before anything is read, what does not go together."""
    if at and form not in PICTURES:
        raise WrongUsage("--at chooses the moment of a picture", hint="--as svg")
    if form == "png":
        _check_dots(output)
    if spoken() and form == "text":
        raise WrongUsage("a battle file speaks no language", hint="--as svg, --as html")
    if not as_json:
        check_screen(form, output, "battle" if form == "html" else "moment")


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


def _check_dots(output: str) -> None:
    """Refuse what could not be drawn in dots before anything is read."""
    from projections.frame.printing import check_typst

    if not output:
        raise WrongUsage("a PNG goes into a file", hint="-o moment.png")
    check_typst("a PNG")


def _dots(desk: Desk, table: "Table", at: str) -> bytes:
    """The battle behind a line as a picture in dots."""
    from cli.picturing import pictured
    from projections.frame.printing import png
    from projections.ink import Dress

    return png(pictured(desk, table, at, Dress.PRINT))


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
