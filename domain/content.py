"""A campaign's own content: the files `content/*.toml` in its folder, read entry by entry.

What an entry may be is said by the game (`domain.games.<game>.content`). The files are data from
a stranger: nothing outside the campaign's folder is read, and not more than a table can check.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import inspect

from domain.books import Books
from domain.codex import Fault, Place, Shape
from domain.names import meant, said
from domain.own import Own, news
from domain.terms import StorageFailed, WrongUsage

FOLDER = "content"
LARGEST = 200_000
MOST_FILES = 50
MOST_ENTRIES = 500
MOST_FAULTS = 100
LONGEST = 500


class Text(msgspec.Struct, frozen=True):
    """A file of own content, named as people see it, `content/rust.toml`."""

    file: str
    text: str


class Told(msgspec.Struct, frozen=True):
    """A fault as it is told: the file, the line of the entry or key, a sentence, a hint."""

    file: str
    line: int
    sentence: str
    hint: str = ""

    def told(self) -> str:
        """The fault in one sentence; an entry that a battle brings stands in no file."""
        return f"{self.file}:{self.line}: {self.sentence}" if self.file else self.sentence


class Kind(msgspec.Struct, frozen=True):
    """A kind of own content: the table of a file it stands in, the list of the codex it joins.

    `hidden` are fields of its shape that a file may not set.
    """

    table: str
    noun: str
    shape: type[Shape]
    field: str
    hidden: tuple[str, ...] = ("own",)


class Entry(msgspec.Struct, frozen=True):
    """An entry of a file; `value` is None if it does not fit its shape."""

    kind: Kind
    number: int
    file: str
    id: str
    value: Shape | None
    line_of: Callable[[Place], int]

    @property
    def place(self) -> Place:
        """Where it stands in its file."""
        return (self.kind.table, self.number)

    def told(self, fault: Fault) -> Told:
        """A fault of this entry; its place begins inside the entry."""
        line = self.line_of((*self.place, *fault.at))
        name = said(self.id) or str(self.number + 1)
        sentence = _shown(f"{self.kind.noun} {name}: {fault.sentence}")
        return Told(self.file, line, sentence, _shown(fault.hint))


def _shown(text: str) -> str:
    """A sentence that names things of a file: without what cannot be seen, and not endless."""
    return said(text, LONGEST)


class Row(msgspec.Struct, frozen=True):
    """An own entry as it is listed.

    `record` says whether it is on record: `taken` as the file has it, `changed` since it was
    taken, `new`; or `kept` as it was taken, though no file has it any more.
    """

    kind: str
    id: str
    name: str
    file: str = ""
    line: int = 0
    record: str = "new"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a campaign's folder, and what is wrong with it."""

    files: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    faults: tuple[Told, ...] = ()
    warnings: tuple[Told, ...] = ()


def untaken(books: Books, home: Path) -> tuple[Own, ...]:
    """What in a campaign's folder is new or changed since it was taken; refuses what has faults."""
    found, faults = texts(home)
    refuse(faults)
    if not found:
        return ()
    return news(books.content, _of(books.game).own(books.edition, books.content, found))


def report(books: Books, home: Path) -> Report:
    """Read, check and list a campaign's own content: in its folder, and on record."""
    found, faults = texts(home)
    read = Report()
    if found or books.content:
        read = _of(books.game).report(books.edition, books.content, found)
    told = sorted((*faults, *read.faults), key=lambda fault: (fault.file, fault.line))
    return msgspec.structs.replace(read, faults=tuple(told[:MOST_FAULTS]))


def _of(game: str) -> ModuleType:
    """What a game says of own content. Raises WrongUsage if it takes none."""
    if find_spec(f"domain.games.{game}.content") is None:
        raise WrongUsage(f"{game} takes no content of a campaign's own", hint=f"without {FOLDER}/")
    return import_module(f"domain.games.{game}.content")


def refuse(faults: Iterable[Told]) -> None:
    """Refuse content that has faults: the first of them, and how to see all."""
    told = list(faults)
    if not told:
        return
    more = f"; acta content check tells {len(told) - 1} more" if told[1:] else ""
    raise WrongUsage(told[0].told(), hint=f"{told[0].hint}{more}".removeprefix("; "))


def texts(home: Path) -> tuple[list[Text], list[Told]]:
    """The files of own content by name, and what keeps one from being read."""
    folder = home / FOLDER
    try:
        paths = [one for one in folder.iterdir() if one.suffix.lower() == ".toml"]
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be read: {error.strerror}") from error
    paths = sorted((one for one in paths if one.name[0] != "."), key=lambda path: path.name)
    found, faults = [], []
    for path in paths[:MOST_FILES]:
        name = f"{FOLDER}/{said(path.name)}"
        try:
            found.append(Text(name, _text(path, home)))
        except WrongUsage as refusal:
            faults.append(Told(name, 1, refusal.message))
    if len(paths) > MOST_FILES:
        faults.append(Told(FOLDER, 1, f"{len(paths)} files are too many, {MOST_FILES} are read"))
    return found, faults


def _text(path: Path, home: Path) -> str:
    """What a file holds; raises `WrongUsage` for what is no file that may be read."""
    try:
        if not path.resolve().is_relative_to(home.resolve()):
            raise WrongUsage("it leads out of the campaign's folder")
        if not path.is_file():
            raise WrongUsage("it is no plain file")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise WrongUsage(f"it cannot be read: {error.strerror}") from error
    except RuntimeError:  # what resolve() says of links in a circle
        raise WrongUsage("it leads to itself") from None
    if len(content) > LARGEST:
        raise WrongUsage(f"it is larger than {LARGEST:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUsage("it is no text in UTF-8") from None


def entries(text: Text, kinds: Iterable[Kind]) -> tuple[list[Entry], list[Told]]:
    """The entries of a file, and all that does not fit their shapes."""
    from domain import textfile  # noqa: PLC0415  reading TOML costs 10 ms: only who has own content

    try:
        tables = textfile.parse(text.text)
    except textfile.Broken as error:
        return [], [Told(text.file, error.line, error.sentence)]
    lines = textfile.Lines(text.text)
    known = {kind.table: kind for kind in kinds}
    found, faults = list[Entry](), list[Told]()
    for table, value in tables.items():
        sentence, hint = _no_list(table, value, known)
        if sentence:
            faults.append(Told(text.file, lines.of((table, 0)), sentence, hint))
            continue
        for number, one in enumerate(value):
            entry, wrong = _entry(known[table], number, one, text.file, lines.of)
            found.append(entry)
            faults += islice(wrong, MOST_FAULTS)
    return found, faults


def _no_list(table: str, value: object, known: Mapping[str, Kind]) -> tuple[str, str]:
    """What is wrong with a table of a file as a whole, and a hint."""
    if table not in known:
        hint = meant(table, known) or f"one of {', '.join(known)}"
        return f"own content has no '{said(table)}'", hint
    if not isinstance(value, list):
        return f"{table} is no list of entries", f"[[{table}]] begins an entry"
    return "", ""


def _entry(
    kind: Kind, number: int, table: object, file: str, line_of: Callable[[Place], int]
) -> tuple[Entry, Iterator[Told]]:
    """An entry, and what of it does not fit its shape."""
    from domain.misfits import table_misfits  # noqa: PLC0415  with the rest of reading

    at = (kind.table, number)
    id_ = table.get("id") if isinstance(table, dict) else ""
    shape = inspect.type_info(kind.shape)
    if not isinstance(table, dict) or not isinstance(shape, inspect.StructType):
        wrong = [Fault(at, "it is no table")]
    else:
        wrong = list(islice(table_misfits(table, shape, at, kind.hidden), MOST_FAULTS))
    entry = Entry(
        kind=kind,
        number=number,
        file=file,
        id=id_ if isinstance(id_, str) else "",
        value=None if wrong else msgspec.convert(table, kind.shape),
        line_of=line_of,
    )
    inside = (Fault(fault.at[2:], fault.sentence, fault.hint) for fault in wrong)
    return entry, (entry.told(fault) for fault in inside)
