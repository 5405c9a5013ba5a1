"""`acta export chronicle`: a campaign told in prose, to read, print and send."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cli.desk import Desk, with_desk
from cli.endings import form_of
from cli.options import json_option, language_option, naming, to_file
from cli.progress import Told, bar
from cli.rows import say, say_json, talk
from domain.terms import NotFound, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from projections.chronicle.tree import Book, Chapter, Kind, Length, Wanted
    from projections.ink import Dress
    from projections.page import Shelf

FORMS = ("md", "html", "pdf")
_LONG = 50  # chapters from which on a book is long
_MANY = 100  # battles from which on a printed book has a paragraph for each, unless asked


@click.command()
@naming("--crew", "CREW", "What one crew lived through.")
@naming("--member", "MEMBER", "What one member lived through.")
@naming("--battle", "N", "One battle.")
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    default=None,
    help="Markdown, one page of HTML, a printed book. Else FILE's ending, or Markdown.",
)
@click.option(
    "--length",
    type=click.Choice(["headline", "paragraph", "full"]),
    default=None,
    help="What fits a chat, a paragraph a battle, or everything: so it is,"
    f" but for a PDF of more than {_MANY} battles.",
)
@click.option("--dice", is_flag=True, help="Tell the rolls too.")
@language_option
@click.option(
    "-o",
    "--output",
    callback=to_file,
    metavar="FILE|FOLDER",
    default="",
    help="FILE.md, FILE.html, FILE.pdf, or a folder with a file for each chapter.",
)
@click.option("--force", is_flag=True, help="Write it again.")
@json_option
@with_desk()
def chronicle(
    desk: Desk,
    *,
    crew: str,
    member: str,
    battle: str,
    form: str | None,
    length: str | None,
    dice: bool,
    language: str,
    output: str,
    force: bool,
    as_json: bool,
) -> None:
    """Tell what happened in prose, each sentence with its line of the record.

    Without -o Markdown goes to the screen, a headline as plain text that fits a chat. Markdown that
    is written again keeps what its readers wrote between its fences.
    """
    from cli.bookshelf import Shelved, check, screen, write
    from cli.provenance import framed, provenance
    from cli.turning import Turns
    from projections.chronicle.figures import Boards
    from projections.chronicle.telling import tell

    form = form_of(form, output, FORMS, "md")
    path = Path(output) if output else None
    check(path, form, force=force)
    frame = framed(desk, language)
    with desk.views(deeds=True) as views:
        wanted = replace(
            _wanted(desk, views, crew=crew, member=member, battle=battle),
            length=_length(desk, form, length),
            dice=dice,
        )
        origin = provenance(desk, (wanted.battle,) if wanted.battle else ())
        turns = Turns(desk)
        boards = Boards(turns.shown, _dress(form))
        with bar("battles", _LONG) as told, turns.watched(told, len(desk.battles().all)):
            whole = tell(views, frame, wanted, turns.point, boards)
        book = replace(whole, parts=_parts(desk, language))
        made = Shelved(book, origin, frame)
        if path is None:
            _show(screen(made, wanted.length), origin.data(frame), as_json=as_json)
            return
        with bar("chronicle", _LONG) as told:
            last = "the pages are being set" if form == "pdf" else ""
            watched = replace(made, book=_watched(made.book, told, last))
            files = write(watched, path, form, force=force)
    if as_json:
        say_json({"file": output, "files": files, "provenance": origin.data(frame)})
    else:
        talk(f"{output} written")


def _show(lines: "Iterable[str]", origin: dict[str, Any], *, as_json: bool) -> None:
    """Print a chronicle: line by line as it is told, or as one document."""
    if as_json:
        text = "".join(f"{line}\n" for line in lines)
        say_json({"text": text, "provenance": origin})
        return
    for line in lines:
        say(line)


def _wanted(desk: Desk, shelf: "Shelf", *, crew: str, member: str, battle: str) -> "Wanted":
    """Whom it is about. Raises NotFound, Ambiguous, and WrongUsage where two are named."""
    from cli.formerly import crew_id, member_id
    from projections.chronicle.tree import Wanted

    if sum(map(bool, (crew, member, battle))) > 1:
        raise WrongUsage("a chronicle is of one crew, one member or one battle, or of all")
    if crew:
        return Wanted(crew=crew_id(desk, shelf, crew))
    if member:
        return Wanted(member=member_id(desk, shelf, member))
    return Wanted(battle=_battle(desk, battle)) if battle else Wanted()


def _parts(desk: Desk, language: str) -> "dict[Kind, str]":
    """The game's own words for its crews and members; in other languages the catalogue has them."""
    from projections.chronicle.tree import Kind

    words = desk.game.words
    own = {Kind.CREW: words.crew, Kind.MEMBER: words.member}
    shared = {"crew", "member"}
    if language.partition("-")[0] != "en":
        return {}
    return {kind: f"{word}s".capitalize() for kind, word in own.items() if word not in shared}


def _dress(form: str) -> "Dress":
    """How figures are drawn: a page has their style, and Typst knows none."""
    from projections.ink import Dress

    return {"html": Dress.PAGE, "pdf": Dress.PRINT}.get(form, Dress.OWN)


def _battle(desk: Desk, name: str) -> str:
    """The story of a battle that counts: of others no history is told."""
    listed = desk.known(name)
    if not listed.counts or listed.void:
        why = "is void" if listed.void else "does not count"
        hint = f"acta replay {listed.battle} tells it"
        raise NotFound(f"{listed.battle} {why}: no chronicle tells of it", hint=hint)
    return listed.battle


def _length(desk: Desk, form: str, asked: str | None) -> "Length":
    """How much is told."""
    from projections.chronicle.tree import Length

    if asked:
        return Length(asked)
    if form != "pdf" or len(desk.battles().all) <= _MANY:
        return Length.FULL
    talk(f"more than {_MANY} battles: a paragraph for each; --length full sets them whole")
    return Length.PARAGRAPH


def _watched(book: "Book", told: Told, last: str) -> "Book":
    """A book whose telling is seen; of a long one `last` says what comes when all is told."""

    def chapters() -> "Iterator[Chapter]":
        for number, chapter in enumerate(book.chapters, 1):
            told(number, len(book.contents))
            yield chapter
        if last and len(book.contents) >= _LONG:
            talk(last)

    return replace(book, chapters=chapters())
