"""Every kind of export in every format, as the lines to type; whoever adds a kind adds it here.

Pages and plots of other commands are among them. `{scenario}`, `{one}` and `{two}` stand for the
game's sample scenario and for two crews; a line's files are written to the folder `out`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from domain import game as games

EXPORTS: Mapping[str, Sequence[str]] = {
    "arena": (
        "export arena {scenario} -o out/arena.html",
        "export arena --battle 1 -o out/arena.pdf",
    ),
    "bundle": ("export bundle -o out/record.bundle",),
    "cards": (
        "export cards --history --with-the-dead -o out/cards.html",
        "export cards -o out/cards.pdf",
        "export cards --blank 4 --paper letter -o out/blank.html",
    ),
    "chronicle": (
        "export chronicle -o out/chronicle.md",
        "export chronicle --dice -o out/chronicle",
        "export chronicle --as html -o out/chronicle.html",
        "export chronicle --as pdf -o out/chronicle.pdf",
        "export chronicle --length headline --crew {one} -o out/headline.md",
    ),
    "csv": ("export csv -o out/csv",),
    "json": ("export json -o out/record.json", "export json --battle 1 -o out/battle.json"),
    "replay": (
        "export replay 1 -o out/battle.acta",
        "export replay 1 --as svg -o out/moment.svg",
        "export replay 1 -o out/moment.png",
        "export replay 1 --as html -o out/replay.html",
    ),
    "roster": (
        "export roster --history --with-the-dead -o out/roster.html",
        "export roster -o out/roster.pdf",
    ),
    "sheet": (
        "export sheet --battle 1 -o out/sheet.html",
        "export sheet --blank {scenario} -o out/sheet.pdf",
    ),
    "stats": (
        "stats --as html -o out/stats.html",
        "stats --as svg --plot treasury -o out/treasury.svg",
        "stats --as svg --plot rivalries -o out/rivalries.svg",
        "stats --as svg --plot survival -o out/survival.svg",
    ),
    "standings": (
        "standings --as html -o out/standings.html",
        "standings --as svg --plot league -o out/league.svg",
    ),
    "dice": (
        "dice --as html -o out/dice.html",
        "dice --as svg --by member -o out/dice.svg",
    ),
}


def lines(kind: str, game: str, crews: Sequence[str]) -> list[list[str]]:
    """The words of each line of a kind, for a campaign of that game with these crews."""
    given = {"scenario": games.load(game).demo.scenario, "one": crews[0], "two": crews[1]}
    return [[word.format(**given) for word in line.split()] for line in EXPORTS[kind]]


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their path in it."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
