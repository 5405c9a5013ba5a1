"""Every kind of export in every format, as the lines to type; whoever adds a kind adds it here.

`{scenario}`, `{one}` and `{two}` stand for the game's sample scenario and for two crews; a line's
files are written to the folder `out`.
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
    "csv": ("export csv -o out/csv",),
    "json": ("export json -o out/record.json", "export json --battle 1 -o out/battle.json"),
    "replay": (
        "export replay 1 -o out/battle.acta",
        "export replay 1 --as svg -o out/moment.svg",
    ),
    "roster": (
        "export roster --history --with-the-dead -o out/roster.html",
        "export roster -o out/roster.pdf",
    ),
    "sheet": (
        "export sheet --battle 1 -o out/sheet.html",
        "export sheet --blank {scenario} -o out/sheet.pdf",
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
