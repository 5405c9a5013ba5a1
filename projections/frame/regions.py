"""Fenced regions: what people write into an exported file stays when it is exported again.

An exported Markdown file has places of its reader's own, each between two lines::

    <!-- acta: yours crew-ash -->
    Whatever is written here stays.
    <!-- acta: end yours -->

and a seal at its end: a sum over all that is ours. Where it does not hold, somebody has written
outside the fences, and `merged` says so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

END = "<!-- acta: end yours -->"
_BEGIN = re.compile(r"<!-- acta: yours ([a-z0-9][a-z0-9./-]{0,99}) -->")
_SEAL = re.compile(r"<!-- acta: seal ([0-9a-f]{32}) -->")
_DIGITS = 32


class Merged(NamedTuple):
    """A new text with a reader's own; `homeless` are regions that have no place in it any more.

    `altered` says that the old text was changed outside its fences, or is not one of ours.
    """

    text: str
    homeless: tuple[str, ...] = ()
    altered: bool = False


class Block(NamedTuple):
    """Some lines: those of a region with its two fences, or what lies between regions."""

    name: str
    lines: Sequence[str]

    @property
    def own(self) -> Sequence[str]:
        """What a reader wrote into it."""
        return self.lines[1:-1] if self.name else ()

    @property
    def ours(self) -> Sequence[str]:
        """What of it we wrote."""
        return (self.lines[0].strip(), END) if self.name else self.lines


def region(name: str) -> str:
    """An empty region of that name, as three lines. Raises ValueError for what is no name."""
    begin = _begin(name)
    if not _BEGIN.fullmatch(begin):
        raise ValueError(f"{name} is no name of a region")
    return f"{begin}\n\n{END}\n"


def sealed(text: str) -> str:
    """A new text of ours with its seal; it ends with a line end."""
    lines = text.split("\n")[:-1]
    return text + _seal(_sum(lines))


def streamed(parts: Iterable[str]) -> Iterator[str]:
    """A new text of ours part by part, and its seal; a part ends with its last line or region."""
    digest = sha256()
    for part in parts:
        for block in _blocks(part.split("\n")[:-1]):
            digest.update("".join(f"{line}\n" for line in block.ours).encode())
        yield part
    yield _seal(digest.hexdigest()[:_DIGITS])


def merged(old: str, new: str) -> Merged:
    """The new text, sealed, with what a reader wrote into the regions of the old one.

    A region that the new text lacks stands behind its seal, fences and all: nothing is lost, and it
    finds its place again when that is there again.
    """
    rest = _kept(old)
    parts = list[str]()
    for block in _blocks(sealed(new).split("\n")[:-1]):
        own = rest.pop(block.name, None) if block.name else None
        parts += block.lines if own is None else (block.lines[0], *own, block.lines[-1])
    for name, own in rest.items():
        parts += (_begin(name), *own, END)
    return Merged("".join(f"{line}\n" for line in parts), tuple(rest), altered=not _holds(old))


def _seal(digest: str) -> str:
    return f"<!-- acta: seal {digest} -->\n"


def is_ours(text: str) -> bool:
    """Whether a text was once sealed, however it was changed since."""
    return any(_SEAL.fullmatch(line) for line in text.split("\n"))


def _begin(name: str) -> str:
    return f"<!-- acta: yours {name} -->"


def _kept(text: str) -> dict[str, list[str]]:
    """What stands in each region that has anything in it, by its name."""
    found: dict[str, list[str]] = {}
    for block in _blocks(text.split("\n")):
        if "".join(block.own).strip():
            found.setdefault(block.name, []).extend(block.own)
    return found


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Lines in blocks; a region that does not end before another begins, or at all, is none."""
    block = list[str]()
    name = ""
    for line in lines:
        if begins := _BEGIN.fullmatch(line.strip()):
            yield Block("", block)
            block, name = [], begins[1]
        block.append(line)
        if name and line.strip() == END:
            yield Block(name, block)
            block, name = [], ""
    yield Block("", block)


def _sum(lines: Sequence[str]) -> str:
    """The sum over all of some lines that is no reader's own."""
    ours = "".join(f"{line}\n" for block in _blocks(lines) for line in block.ours)
    return sha256(ours.encode()).hexdigest()[:_DIGITS]


def _holds(text: str) -> bool:
    """Whether a text is one of ours, and unchanged but for its regions."""
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if _SEAL.fullmatch(line)]
    if not places:
        return False
    body, seal, tail = lines[: places[-1]], lines[places[-1]], lines[places[-1] + 1 :]
    strange = any("".join(block.lines).strip() for block in _blocks(tail) if not block.name)
    return not strange and f"{seal}\n" == _seal(_sum(body))
