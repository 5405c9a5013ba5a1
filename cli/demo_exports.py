"""What `acta demo` ends with: a folder of what people keep, print, send and watch."""

from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from cli.main import cli
from cli.rows import say
from domain.terms import StorageFailed

FOLDER = "exports"


class Made(NamedTuple):
    """An export of the demo: its file, the command that writes it, and what it is."""

    file: str
    command: str
    what: str

    @property
    def line(self) -> str:
        """What is typed for it."""
        return f"acta {self.command} -o {self.file}"


EXPORTS = (
    Made("chronicle.md", "export chronicle", "the chronicle, with room for words of your own"),
    Made("chronicle.html", "export chronicle", "the same to read, with search and links"),
    Made("chronicle.pdf", "export chronicle", "the same as a book"),
    Made("replay.html", "export replay 1", "the battle, to be watched move by move"),
    Made("moment.svg", "export replay 1", "how it stood at its end, as a picture"),
    Made("moment.png", "export replay 1", "the same in dots, where no SVG is taken"),
    Made("cards.html", "export cards", "a card for each member, to be cut out"),
    Made("cards.pdf", "export cards", "the same, set for the printer"),
    Made("roster.html", "export roster", "all members, what they carry and suffer"),
    Made("sheet.html", "export sheet --battle 1", "a battle sheet for pencils"),
    Made("sheet.pdf", "export sheet --battle 1", "the same, set for the printer"),
    Made("stats.html", "stats", "plots of worth, rivalries, survival"),
    Made("standings.svg", "standings --plot league", "the league, battle by battle"),
    Made("dice.html", "dice", "what dice did against what was to be expected"),
    Made("record.json", "export json", "every table and line, for programs"),
)


def exported(folder: Path) -> None:
    """Write each export, and say what it is."""
    say(f"9. What people keep, print, send and watch, in {folder / FOLDER}:")
    (folder / FOLDER).mkdir()
    for made in wanted():
        path = folder / FOLDER / made.file
        run(folder, [*made.command.split(), "-o", str(path)])
        say(f"   {made.line:45} {made.what}")
    if find_spec("typst") is None:
        say("   Chronicle, cards, sheets as PDF, moments as PNG: pip install 'acta-mortis[print]'")
    say("")


def wanted() -> Iterator[Made]:
    """The exports that can be made here: PDF and PNG only where Typst is installed."""
    prints = find_spec("typst") is not None
    yield from (made for made in EXPORTS if prints or not made.file.endswith((".pdf", ".png")))


def run(folder: Path, words: list[str]) -> None:
    """Run a command in the campaign, without a word; raises StorageFailed if it fails."""
    heard = StringIO()
    with redirect_stdout(heard), redirect_stderr(heard):
        code = cli.main(["--campaign", str(folder), *words], standalone_mode=False)
    if code:
        raise StorageFailed(f"acta {' '.join(words)}: {' '.join(heard.getvalue().split())}")
