"""Files that are exported again: what their readers wrote into them stays."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from cli.home import text_file, whole_file
from cli.rows import talk
from domain import strangers
from domain.terms import WrongUsage
from projections.frame.regions import merged, sealed

LARGEST = 100_000_000
AGAIN = "--force writes it again; what you wrote between its fences stays"


def keep_file(path: Path, text: str, *, force: bool = False) -> None:
    """Write an exported text with fenced regions, whole or not at all.

    Over one that is there already only by `force`, and then with what its reader wrote between the
    fences. Where that one was changed outside of them, it is kept beside under another name, and
    said so. Raises WrongUsage and StorageFailed as `cli.home.whole_file` does.
    """
    if not path.exists() and not path.is_symlink():
        text_file(path, sealed(text), hint=AGAIN)
        return
    if not force or not path.is_file():
        text_file(path, sealed(text), force=force, hint=AGAIN)
        return
    old = _text(path)
    found = merged(old, text) if old is not None else None
    if found is None or found.altered:
        beside = _beside(path)
        talk(f"{path} was changed outside its fences: as it was, it is {beside} now")
    text_file(path, found.text if found else sealed(text), force=True)
    if found is not None:
        _tell_homeless(path, found.homeless)


def _text(path: Path) -> str | None:
    """What a file holds; None where that is no text."""
    try:
        return strangers.text(path, LARGEST)
    except WrongUsage:
        return None


def _beside(path: Path) -> Path:
    """A copy of a file beside it, under the first free name: `chronicle.before-1.md`."""
    content = strangers.content(path, LARGEST)
    for number in count(1):
        beside = path.with_name(f"{path.stem}.before-{number}{path.suffix}")
        if not beside.exists() and not beside.is_symlink():
            whole_file(beside, [content])
            return beside
    raise AssertionError  # numbers do not end


def _tell_homeless(path: Path, names: Sequence[str]) -> None:
    """Say which of a reader's texts have no place any more."""
    if names:
        talk(f"{path}: at its end stands what you wrote of {', '.join(names)}: no place is left")
