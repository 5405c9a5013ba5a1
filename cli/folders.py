"""Folders that are written whole or not at all: beside their place first, then under their name."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.home import check_place, settle
from domain.terms import StorageFailed, WrongUsage


def whole_folder(
    path: Path, files: Mapping[str, Iterable[bytes]], *, force: bool = False, hint: str = ""
) -> None:
    """Write files by their names into a new folder; with `force` into one that is there.

    Of a folder that is there, files of these names are replaced, each whole, and no other is
    touched. Raises WrongUsage where something is there already and `force` does not say to replace
    it; StorageFailed, with the folder's name, where it cannot be written.
    """
    there = path.exists() or path.is_symlink()
    if there and not path.is_dir():
        raise WrongUsage(f"{path} is no folder; nothing was overwritten", hint="-o FOLDER")
    if there and not force:
        raise WrongUsage(f"{path} exists already; nothing was overwritten", hint=hint)
    for name in files:
        if (path / name).is_dir():
            raise WrongUsage(f"{path / name} is a folder; nothing was overwritten")
    with _beside(path) as beside:
        for name, parts in files.items():
            _write(beside / name, parts)
        if there:
            for name in files:
                (beside / name).replace(path / name)
            settle(path)
        else:
            _named(beside, path, hint)


def new_folder(path: Path, files: Iterable[tuple[str, bytes]], *, hint: str = "") -> int:
    """Write files, each by its path, into a folder that is made for them; returns how many.

    Raises WrongUsage where somebody else made one meanwhile; StorageFailed, with the folder's name,
    where it cannot be written.
    """
    count = 0
    with _beside(path) as beside:
        for name, content in files:
            place = beside / name
            place.parent.mkdir(parents=True, exist_ok=True)
            _write(place, [content])
            count += 1
        _named(beside, path, hint)
    return count


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A folder beside a place, for what is written there; nothing of it stays."""
    if not path.is_dir():
        check_place(path)
    beside = path.absolute().parent / f".acta-{os.urandom(8).hex()}.new"
    try:
        beside.mkdir()
        yield beside
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            shutil.rmtree(beside)


def _named(beside: Path, path: Path, hint: str) -> None:
    """Give a new folder its name; one that came to have it meanwhile stays what it is."""
    try:
        beside.rename(path)
    except OSError:
        if not path.exists():
            raise
        sentence = f"{path} exists already; nothing was overwritten"
        raise WrongUsage(sentence, hint=hint) from None
    settle(path.absolute().parent)


def _write(path: Path, parts: Iterable[bytes]) -> None:
    """Write a new file, and have it on disk."""
    with path.open("xb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
