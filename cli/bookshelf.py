"""Chronicles on the disk: a file, or a folder of files that keeps what its readers wrote."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from cli.folders import new_folder
from cli.home import check_place, made_folder, text_file, whole_file
from cli.keeping import AGAIN, LARGEST, keep_file
from cli.rows import talk
from domain import strangers
from domain.terms import WrongUsage
from projections.chronicle.html import html
from projections.chronicle.md import ENDING, folder, one_file
from projections.chronicle.pdf import pdf
from projections.chronicle.plain import plain
from projections.chronicle.tree import Book, Length
from projections.chronicle.writing import FOLDERS
from projections.frame.printing import check_typst
from projections.frame.provenance import Provenance
from projections.frame.regions import is_ours, merged, sealed, streamed
from projections.frame.templates import Frame

_OVER = "--force overwrites it"


class Shelved(msgspec.Struct, frozen=True):
    """A book and what it takes to write it."""

    book: Book
    provenance: Provenance
    frame: Frame


def check(path: Path | None, form: str, *, force: bool) -> None:
    """Refuse, before the work begins, what could not be written at its end."""
    if path is None:
        if form != "md":
            what = "a PDF" if form == "pdf" else "a page"
            raise WrongUsage(f"{what} goes into a file", hint=f"-o chronicle.{form}")
        return
    if form == "pdf":
        check_typst()
    if form == "md" and not _one_file(path):
        _check_folder(path, force=force)
        return
    if path.is_dir():
        raise WrongUsage(f"{path} is a folder; nothing was written", hint=f"-o FILE.{form}")
    check_place(path)
    if not force and path.exists():
        hint = AGAIN if form == "md" else _OVER
        raise WrongUsage(f"{path} exists already; nothing was overwritten", hint=hint)


def screen(made: Shelved, length: Length) -> Iterator[str]:
    """The lines of a book for the screen: Markdown, a headline as plain text that fits a chat."""
    told = (made.book, made.provenance, made.frame)
    parts = [plain(*told)] if length is Length.HEADLINE else one_file(*told)
    for part in parts:
        yield from part.splitlines()


def write(made: Shelved, path: Path, form: str, *, force: bool) -> int:
    """Write a book as was asked; returns how many files that are."""
    told = (made.book, made.provenance, made.frame)
    if form == "pdf":
        whole_file(path, [pdf(*told)], force=force, hint=_OVER)
    elif form == "html":
        parts = (part.encode() for part in html(*told))
        whole_file(path, parts, force=force, hint=_OVER)
    elif _one_file(path):
        _write_text(path, one_file(*told), force=force)
    else:
        return _write_folder(made, path, force=force)
    return 1


def _write_text(path: Path, parts: Iterator[str], *, force: bool) -> None:
    """Write a text with places of its reader's own; a new one part by part."""
    if path.exists() or path.is_symlink():
        keep_file(path, "".join(parts), force=force)
    else:
        whole_file(path, (part.encode() for part in streamed(parts)), hint=AGAIN)


def _one_file(path: Path) -> bool:
    """Whether a chronicle in Markdown is to be one file: its name ends so, or it is one."""
    return path.suffix.lower() == ENDING or path.is_file()


def _check_folder(path: Path, *, force: bool) -> None:
    """Refuse what is no folder, and one with something in it unless `force` is given."""
    if (path.exists() or path.is_symlink()) and not path.is_dir():
        raise WrongUsage(f"{path} is no folder; nothing was overwritten")
    if not force and path.is_dir() and any(path.iterdir()):
        raise WrongUsage(f"{path} is not empty; nothing was overwritten", hint=AGAIN)
    for place in (path / name for name in FOLDERS.values()):
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            raise WrongUsage(f"{place} is no folder of its own; nothing was overwritten")


def _write_folder(made: Shelved, path: Path, *, force: bool) -> int:
    """Write a file for each chapter; returns how many. A new folder is there whole or not at all.

    A chapter that is told no more is taken away, unless its reader wrote something there: then that
    stays and is named. Files that are not ours are left alone.
    """
    chapters = folder(made.book, made.provenance, made.frame)
    if not path.exists():
        files = ((name, sealed(text).encode()) for name, text in chapters)
        return new_folder(path, files, hint=AGAIN)
    written = set[Path]()
    for name, text in chapters:
        page = path / name
        made_folder(page.parent)
        keep_file(page, text, force=force)
        written.add(page)
    for page in sorted(_chapters(path) - written):
        _clear(page, made.frame)
    return len(written)


def _chapters(path: Path) -> set[Path]:
    """The files of a folder that may be chapters of an export before this one."""
    places = [path, *(path / name for name in FOLDERS.values())]
    return {page for place in places for page in place.glob(f"*{ENDING}") if page.is_file()}


def _clear(page: Path, frame: Frame) -> None:
    """Take away a chapter that is told no more, but for what its reader wrote."""
    try:
        old = strangers.text(page, LARGEST)
    except WrongUsage:  # no text: no file of ours
        return
    if not is_ours(old):
        return
    found = merged(old, f"# {frame.say('book.gone')}\n\n{frame.say('book.gone-why')}\n\n")
    if found.altered:
        talk(f"{page} is told no more; it was changed outside its fences and stays as it is")
    elif found.homeless:
        text_file(page, found.text, force=True)
        talk(f"{page} is told no more; what you wrote there stays")
    else:
        page.unlink()
