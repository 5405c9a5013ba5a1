"""Files that come from a stranger: no device, no pipe, and never more of them than is expected.

What is read is a plain file, however it is reached; a pipe might never end and a device gives bytes
for ever. `what` names the kind of file in a refusal.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from domain.terms import NotFound, StorageFailed, WrongUsage


@contextmanager
def opened(path: Path, what: str = "file") -> Iterator[tuple[BinaryIO, int]]:
    """A plain file and its length in bytes.

    Raises NotFound, WrongUsage for what is no plain file, StorageFailed for what cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    except FileNotFoundError:
        raise NotFound(f"there is no {what} {path}") from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise WrongUsage(f"{path} is no file")
    with os.fdopen(descriptor, "rb") as file:
        yield file, status.st_size


def content(path: Path, most: int, what: str = "file") -> bytes:
    """All bytes of a plain file that has at most so many; else WrongUsage."""
    try:
        with opened(path, what) as (file, _):
            found = file.read(most + 1)
    except OSError as error:
        raise unreadable(path, error) from error
    if len(found) > most:
        raise WrongUsage(f"{path} is larger than {most:,} bytes")
    return found


def text(path: Path, most: int, what: str = "file") -> str:
    """A plain file's text in UTF-8, with or without a byte order mark; line ends are LF."""
    try:
        found = content(path, most, what).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{path} is no text in UTF-8: byte {error.start + 1}") from None
    return found.replace("\r\n", "\n")


def own(path: Path) -> bool:
    """Whether a file may be written there: a plain one of the folder, or where there is none yet.

    A link would lead to a file that is nobody's business here.
    """
    return not path.is_symlink() and (path.is_file() or not path.exists())


def unreadable(path: Path, error: Exception) -> StorageFailed:
    """The refusal of a file that cannot be read: why is what the system says."""
    why = error.strerror if isinstance(error, OSError) else "that is no path"
    return StorageFailed(f"{path} cannot be read: {why}")


_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Opening waits for nobody: a pipe has a writer or not."""
