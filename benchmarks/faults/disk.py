"""What a disk may hold after a power cut, worked out from what a program did to its files.

What was synced is there. Of what was written and not synced, anything may be: nothing, all of it,
some writes, some sectors of a write. Names are a folder's own: a file that was made, renamed or
removed is so for good once its folder was synced; before that, the first changes may be there and
the later ones not.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.faults.chance import Chance

SECTOR = 512
_HEAD = struct.Struct("<cHQI")
_WAYS = ("none", "all", "some", "some", "torn")
_LUCK = ("gone",) * 4 + ("whole",) * 3 + ("torn",) * 3
_NAMES = {b"C", b"D", b"U", b"R", b"L"}
_TWO = {b"R", b"L"}
"""What has a second path as its data."""

Image = dict[str, bytes | None]
"""What a disk holds: each file's bytes, and None for a folder."""


class Note(NamedTuple):
    """One thing that was done, its path below the folder that is watched."""

    kind: bytes
    path: str
    offset: int
    data: bytes


def notes(log: bytes, folder: str) -> Iterator[Note]:
    """Read what `power.c` has noted down."""
    at = 0
    while at < len(log):
        kind, named, offset, size = _HEAD.unpack_from(log, at)
        at += _HEAD.size
        path, data = log[at : at + named].decode(), log[at + named : at + named + size]
        at += named + size
        yield Note(kind, _below(path, folder), offset, _to(data, folder) if kind in _TWO else data)


def _below(path: str, folder: str) -> str:
    return path.removeprefix(folder).removeprefix("/")


def _to(path: bytes, folder: str) -> bytes:
    return _below(path.decode(), folder).encode()


class File:
    """A file's bytes that are safe, and what was done to it since; a folder has none."""

    def __init__(self, *, folder: bool = False) -> None:
        self.folder = folder
        self.safe = bytearray()
        self.since: list[Note] = []

    def sync(self) -> None:
        """Make everything safe."""
        for note in self.since:
            _put(self.safe, note)
        self.since = []

    def torn(self, chance: Chance, way: str) -> bytes:
        """What may be there after a power cut."""
        found = bytearray(self.safe)
        for note in self.since:
            if way == "all" or (way != "none" and note.kind == b"T" and chance.below(2)):
                _put(found, note)
            elif way != "none" and note.kind == b"W":
                luck = chance.one(_LUCK)
                if luck == "torn" or (luck == "whole" and way == "torn"):
                    _put(found, note, chance)
                elif luck == "whole":
                    _put(found, note)
        return bytes(found)


def _put(content: bytearray, note: Note, tearing: Chance | None = None) -> None:
    """Write or cut; `tearing` leaves out each second sector or so."""
    end = note.offset + len(note.data)
    if note.kind == b"T" and end < len(content):
        del content[end:]
    content.extend(bytes(max(0, end - len(content))))
    at = note.offset
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR) if tearing else end
        if tearing is None or tearing.below(2):
            content[at:upto] = note.data[at - note.offset : upto - note.offset]
        at = upto


class Disk:
    """Files and folders by name: as they are, as they are safe, and what lies between."""

    def __init__(self) -> None:
        self._files: dict[str, File] = {}
        self._safe: dict[str, File] = {}
        self._since: dict[str, list[tuple[Note, File]]] = {}

    def take(self, note: Note) -> None:
        """Take in what was done."""
        file = self._files.get(note.path)
        if note.kind in _NAMES:
            file = file or File(folder=note.kind == b"D")
            _name(self._files, note, file)
            self._since.setdefault(_folder(note.path), []).append((note, file))
        elif note.kind == b"S" and (file is None or file.folder):
            for named, moved in self._since.pop(note.path, []):
                _name(self._safe, named, moved)
        elif file is not None and note.kind == b"S":
            file.sync()
        elif file is not None:
            file.since.append(note)

    def cut(self, chance: Chance) -> Image:
        """The files that may be there after a power cut now."""
        names = dict(self._safe)
        for since in self._since.values():
            for note, file in since[: chance.below(len(since) + 1)]:
                _name(names, note, file)
        way = chance.one(_WAYS)
        return {
            path: None if file.folder else file.torn(chance, way)
            for path, file in names.items()
            if all(each in names for each in _above(path))
        }


def _name(names: dict[str, File], note: Note, file: File) -> None:
    """Do to a table of names what was done."""
    if note.kind in {b"C", b"D"}:
        names[note.path] = file
    if note.kind in {b"U", b"R"}:
        names.pop(note.path, None)
    if note.kind in _TWO:
        names[note.data.decode()] = file


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _above(path: str) -> Iterator[str]:
    """The folders that a path lies in, but for the one that is watched."""
    while path := _folder(path):
        yield path


def lay_out(image: Image, folder: Path) -> None:
    """Write an image into an empty folder."""
    for path, content in sorted(image.items()):
        if content is None:
            (folder / path).mkdir()
        else:
            (folder / path).write_bytes(content)
