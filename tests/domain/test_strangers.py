"""Files from strangers: plain ones only, and not more of them than is expected."""

import os
from pathlib import Path

import pytest

from domain import strangers
from domain.terms import NotFound, StorageFailed, WrongUsage

MOST = 1000


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    """Up to the limit, through links too; a text without its byte order mark, line ends as LF."""
    path = tmp_path / "good"
    path.write_bytes(b"\xef\xbb\xbf" + b"a\r\nb\n")
    (tmp_path / "link").symlink_to(path)
    assert strangers.text(tmp_path / "link", MOST) == "a\nb\n"
    path.write_bytes(b"x" * MOST)
    assert strangers.content(path, MOST) == b"x" * MOST


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    """Missing, a folder, a pipe that nobody writes to, a device, too large, no UTF-8, no path."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin").write_bytes(b"[game \xe9")
    (tmp_path / "big").write_bytes(b"#" * (MOST + 1))
    (tmp_path / "round").symlink_to(tmp_path / "round")
    with pytest.raises(NotFound, match=r"there is no key .*none"):
        strangers.text(tmp_path / "none", MOST, "key")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(WrongUsage, match="is no file"):
            strangers.text(path, MOST)
    with pytest.raises(WrongUsage, match=r"latin is no text in UTF-8: byte 7$"):
        strangers.text(tmp_path / "latin", MOST)
    with pytest.raises(WrongUsage, match="big is larger than 1,000 bytes"):
        strangers.text(tmp_path / "big", MOST)
    for path in (tmp_path / "a\x00b", tmp_path / "round", tmp_path / ("x" * 300)):
        with pytest.raises(StorageFailed, match=r"cannot be read: [^\[]*$"):
            strangers.text(path, MOST)


def test_what_fails_while_it_is_read_is_told(tmp_path: Path) -> None:
    """A disk that fails under the file: exit 5, with its name."""
    (tmp_path / "bad").write_bytes(b"x")
    with (
        pytest.raises(StorageFailed, match="bad cannot be read: Input/output error"),
        strangers.opened(tmp_path / "bad"),
    ):
        raise strangers.unreadable(tmp_path / "bad", OSError(5, "Input/output error"))
