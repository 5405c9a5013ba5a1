"""What the exports on paper share: their options, how they are written, what is said of that."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.desk import Desk
from cli.endings import check_screen, form_of
from cli.home import whole_file
from cli.options import force_option, json_option, language_option, output_option
from cli.rows import say, say_json, talk
from domain.campaign import STORY
from domain.terms import WrongUsage

if TYPE_CHECKING:
    from domain.paper import Paper
    from projections.frame.templates import Frame
    from projections.paper.decks import Deck
    from projections.paper.formats import Format

F = TypeVar("F", bound=Callable[..., Any])
HTML, PDF = "html", "pdf"
MOST_BLANK = 200
_OPTIONS = (
    click.option(
        "--as",
        "form",
        type=click.Choice([PDF, HTML]),
        default=None,
        help="html is one file for any browser; pdf wants the extra [print]. Else FILE's ending.",
    ),
    click.option(
        "--paper",
        type=click.Choice(["a4", "letter"]),
        default="a4",
        show_default=True,
        help="The size of the paper.",
    ),
    output_option,
    force_option,
    language_option,
    json_option,
)


def paper_options(run: F) -> F:
    """The options of everything that is printed."""
    for option in reversed(_OPTIONS):
        run = option(run)
    return run


crews_option = click.option(
    "--crew", "names", multiple=True, metavar="CREW", help="Only this one; may be repeated."
)


class Wanted:
    """How somebody wants something printed, and what it takes to print it."""

    def __init__(self, desk: Desk, options: dict[str, Any]) -> None:
        from projections.paper.formats import FORMATS

        self._desk = desk
        self._output: str = options["output"]
        self._force: bool = options["force"]
        self._as_json: bool = options["as_json"]
        self._language: str = options["language"]
        self.format: Format = FORMATS[options["paper"]]
        name = click.get_current_context().info_name or "paper"
        self.form: str = form_of(options["form"], self._output, (HTML, PDF), HTML)
        if self.form == PDF:
            self._check_pdf(name)
        elif not self._as_json:
            check_screen(self.form, self._output, name)

    def _check_pdf(self, name: str) -> None:
        """Refuse what cannot be printed before anything is read."""
        from projections.frame.printing import check_typst

        if not self._output:
            raise WrongUsage("a PDF goes into a file", hint=f"-o {name}.pdf")
        check_typst()

    def frame(self) -> "Frame":
        """Templates and sentences of the campaign."""
        from cli.provenance import framed

        return framed(self._desk, self._language)

    def write(self, kind: str, content: bytes, **said: Any) -> None:
        """Write it to the file, or on the screen, and say what was written."""
        said = {"kind": kind, "as": self.form, "paper": self.format.name, **said}
        if not self._output:
            if self._as_json:
                say_json({**said, "text": content.decode()})
            else:
                say(*content.decode().removesuffix("\n").split("\n"))
            return
        whole_file(Path(self._output), [content], force=self._force, hint="--force overwrites it")
        if self._as_json:
            say_json({"file": self._output, **said})
        else:
            talk(f"{self._output} written")


def game_on_paper(desk: Desk) -> "Paper":
    """What the campaign's game puts on paper, by its own content and house rules."""
    return desk.game.paper(desk.books((STORY,)))


def decks(
    desk: Desk, names: Sequence[str], *, dead: bool = False, history: bool = False
) -> "list[Deck]":
    """The crews of these names, else all, with their cards."""
    from projections.paper.decks import deck, everybody
    from projections.rosters import books

    paper = game_on_paper(desk)
    with desk.views() as views:
        known = books(views)
        wanted = [desk.crew(name, known).who.id for name in names] or everybody(views)
        return [
            deck(views, paper, crew, dead=dead, history=history) for crew in dict.fromkeys(wanted)
        ]


def blanks(desk: Desk, count: int) -> "list[Deck]":
    """Cards to be filled in: they hold nothing of the campaign but which game it plays."""
    from projections.paper.decks import blank

    if not 0 < count <= MOST_BLANK:
        raise WrongUsage(f"blank ones are 1 to {MOST_BLANK}", hint="--blank 8")
    return [blank(game_on_paper(desk), count)]
