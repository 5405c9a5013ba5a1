"""Editions of games: written as TOML, checked, compiled to JSON, read as typed shapes.

`python -m domain.codex` compiles every edition anew; `--check` only says whether one is stale.
Playing reads the JSON alone.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from domain.names import called, meant, said
from domain.terms import Ambiguous, NotFound, Refusal, StorageFailed, WrongUsage

GAMES = Path(__file__).parent / "games"


class Shape(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """An entry of a codex; its class is its whole declaration."""


class Listed(Protocol):
    """An entry that is found by its id."""

    @property
    def id(self) -> str:
        """What other entries and the record call it."""


S = TypeVar("S", bound=msgspec.Struct)
L = TypeVar("L", bound=Listed)


def entry(kind: str, text: str, entries: Sequence[L]) -> L:
    """The entry of that id or name, or of a beginning that is no other's; else `NotFound`."""
    for one in entries:
        if one.id == text:
            return one
    known = {one.id: one for one in entries}
    hits = called(text, {one.id: (one.id, getattr(one, "name", "")) for one in known.values()})
    if len(hits) == 1:
        return known[hits[0]]
    if hits:
        raise Ambiguous(f"{said(text)} may be {', '.join(hits)}", hits)
    raise NotFound(f"no {kind} is called {said(text)}", hint=meant(text, known))


def compiled(folder: Path, edition: str) -> Path:
    """Where an edition lies compiled."""
    return folder / f"{edition.replace('.', '_')}.json"


def load(shape: type[S], path: Path) -> S:
    """Read a compiled edition."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=shape)
    except (OSError, msgspec.MsgspecError) as error:
        raise StorageFailed(f"{path}: the codex cannot be read: {error}") from error


Place = tuple[str | int, ...]


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a codex, and where: the names and numbers that lead to the entry.

    `word` is the word that is not known, if that is what is wrong.
    """

    at: Place
    sentence: str
    hint: str = ""
    word: str = ""


def unknown(at: Place, kind: str, word: str, words: Iterable[str]) -> Iterator[Fault]:
    """A fault unless the word is one of these."""
    known = list(words)
    if word not in known:
        yield Fault(at, f"no {kind} is called '{said(word)}'", meant(word, known), word)


def compile_text(text: str, where: str, game: str) -> bytes:
    """An edition's TOML as JSON; refuses the first fault with file, line and nearest right word."""
    from domain import textfile  # noqa: PLC0415  reading TOML costs 10 ms that playing need not pay

    shape: type[msgspec.Struct] = import_module(f"domain.games.{game}.shapes").Book
    faults = import_module(f"domain.games.{game}.checking").faults
    book = textfile.read(text, shape, where)
    for fault in faults(book):
        line = textfile.line_of(text, fault.at)
        raise WrongUsage(f"{where}:{line}: {fault.sentence}", hint=fault.hint)
    return msgspec.json.encode(book) + b"\n"


def editions() -> Iterator[tuple[str, Path]]:
    """Every edition of every game: the game and where its TOML lies."""
    for path in sorted(GAMES.glob("*/codex/*.toml")):
        yield path.parent.parent.name, path


def main(arguments: list[str]) -> int:
    """Compile every edition, or (`--check`) say which is stale."""
    stale = []
    for game, path in editions():
        try:
            fresh = compile_text(path.read_text(encoding="utf-8"), str(path), game)
        except Refusal as refusal:
            hint = f"\nhint: {refusal.hint}" if refusal.hint else ""
            sys.stderr.write(f"{refusal.told()}{hint}\n")
            return refusal.code
        target = path.with_suffix(".json")
        if target.exists() and target.read_bytes() == fresh:
            continue
        stale.append(target)
        if "--check" not in arguments:
            target.write_bytes(fresh)
            sys.stdout.write(f"{target.name} compiled\n")
    if stale and "--check" in arguments:
        names = ", ".join(path.name for path in stale)
        sys.stderr.write(f"{names}: stale\nhint: python -m domain.codex\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
