"""The page on own content: it plays, its examples are the files, its table is what is checked."""

import re
from pathlib import Path

from domain.games.mortisphere.sense import MOMENTS
from tests.console import ROOT, play

PAGE = ROOT / "docs" / "own-content.md"


def test_the_page_plays(tmp_path: Path) -> None:
    """Every command of the page prints what stands below it."""
    play(PAGE, tmp_path)


def test_the_page_shows_the_example_files() -> None:
    """Each block is part of a file of examples/content, and none is missing."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "examples/content").iterdir())]
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert all(any(block in text for text in texts) for block in blocks)
    shown = "".join(blocks)
    headers = re.compile(r"^\[\[\w+\]\]$", re.MULTILINE)
    assert sorted(headers.findall(shown)) == sorted(headers.findall("".join(texts)))


def test_the_page_says_what_makes_sense_at_each_moment() -> None:
    """MS-EFF-2, -3: the table is the one that content is checked by."""
    row = re.compile(r"^\| `(\w+(?:\.\w+)?)` \| (`.*`.*) \|$", re.MULTILINE)
    rows = row.findall(PAGE.read_text("utf-8"))
    told = [
        (moment, ", ".join(_operation(op, words) for op, words in operations.items()))
        for moment, operations in MOMENTS.items()
    ]
    assert [row for row in rows if row[0] in MOMENTS] == told


def _operation(op: str, words: tuple[str, ...]) -> str:
    """An operation as the page writes it, with the words it may have there."""
    listed = ", ".join(f"`{word}`" for word in words)
    return f"`{op}`" + (f" ({listed})" if listed else "")
