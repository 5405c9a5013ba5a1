"""Files from strangers: whatever they are, one sentence, the right exit code, nothing written.

Each command that reads a file is given what is no file, what is no text, and what was made to take
all time or memory; it runs within limits of both.
"""

import gzip
import os
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli import importing
from domain.ledger.copies import Copy
from domain.ledger.kept import Kept
from domain.ledger.note import Checkpoint, Note
from domain.ledger.record import link
from tests.bundles import CAMPAIGN, Lines, bundled, hand, keeper, signed
from tests.cli.shell import EXAMPLES, Came, Shell, campaign
from tests.limits import HERE, bounded, contents

pytestmark = pytest.mark.skipif(not HERE, reason="Linux alone limits the memory of a process")

USAGE, STORAGE = 2, 5
Make = Callable[[Path, bytes], None]
"""What writes a hostile file: where, and what a good one holds."""


def bytes_of(change: Callable[[bytes], bytes]) -> Make:
    """A file made of what a good one holds."""

    def make(path: Path, good: bytes) -> None:
        path.write_bytes(change(good))

    return make


def device(path: Path, _good: bytes) -> None:
    """A link to what gives bytes for ever."""
    path.symlink_to("/dev/zero")


def pipe(path: Path, _good: bytes) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(path)


def folder(path: Path, _good: bytes) -> None:
    """No file at all."""
    path.mkdir()


def circle(path: Path, _good: bytes) -> None:
    """A link to itself."""
    path.symlink_to(path)


def hole(path: Path, good: bytes) -> None:
    """Three gigabytes that take no room on the disk, behind a good beginning."""
    path.write_bytes(good)
    os.truncate(path, HOLE)


NO_FILES: dict[str, Make] = {"a device": device, "a pipe": pipe, "a folder": folder}
HOLE = 3 * 2**30
SURROGATE = b"\xed\xa0\x80"  # half a character, as no UTF-8 writes it
OVERLONG = b"\xc0\xaf"  # a stroke in two bytes, to get by who looks for one
NO_TEXTS: dict[str, Make] = {
    "a circle of links": circle,
    "a hole of 3 GiB": hole,
    "nothing": bytes_of(lambda _: b""),
    "zeros": bytes_of(lambda _: bytes(5000)),
    "noise": bytes_of(lambda _: bytes((n * n * 31 + n) % 256 for n in range(5000))),
    "UTF-16": bytes_of(lambda good: good.decode("latin-1").encode("utf-16")),
    "UTF-32": bytes_of(lambda good: good.decode("latin-1").encode("utf-32")),
    "Latin-1": bytes_of(lambda good: b"\xe9" + good),
    "a surrogate": bytes_of(lambda good: good[:9] + SURROGATE + good[9:]),
    "an overlong letter": bytes_of(lambda good: good[:9] + OVERLONG + good[9:]),
    "gzip": bytes_of(gzip.compress),
    "a compressed bomb": bytes_of(lambda _: gzip.compress(bytes(2**24))),
    "one line of 8 MB": bytes_of(lambda _: b"a" * 2**23),
    "brackets": bytes_of(lambda _: b"[" * 150_000),
    "braces": bytes_of(lambda _: b'{"a":' * 30_000),
    "a NUL": bytes_of(lambda good: good[:9] + b"\0" + good[9:]),
    "an escape": bytes_of(lambda good: good[:9] + b"\x1b[2J" + good[9:]),
    "turned round": bytes_of(lambda good: good[:9] + "\u202e".encode() + good[9:]),
    "ends of lines as of old": bytes_of(lambda good: good.replace(b"\n", b"\r")),
}
KINDS = NO_FILES | NO_TEXTS


class Reader(msgspec.Struct, frozen=True):
    """A command that reads a file, what a good one holds, and how it refuses one that is none.

    `place` is where the file lies, seen from the campaign; `accepts` are kinds that are no fault
    there; `other` are exit codes that differ from `code` and `none`.
    """

    line: str
    good: Callable[[Shell], bytes]
    code: int = USAGE
    none: int = USAGE
    place: str = "../hostile"
    accepts: tuple[str, ...] = ()
    other: dict[str, int] = {}
    arena: bool = False


def exported(shell: Shell) -> bytes:
    """The campaign's own bundle."""
    assert shell("export bundle -o ../good.acta").code == 0
    return (shell.folder.parent / "good.acta").read_bytes()


def sample(name: str) -> Callable[[Shell], bytes]:
    """A sample that comes with the program."""
    return lambda _: (EXAMPLES / name).read_bytes()


def battle(_shell: Shell) -> bytes:
    """A battle that was worked out by hand."""
    return (EXAMPLES.parent / "tests" / "transcripts" / "all-at-once.acta").read_bytes()


def note(shell: Shell) -> bytes:
    """A receipt."""
    return shell("sign").out.encode()


def key(_shell: Shell) -> bytes:
    """A player's private key."""
    return hand("Ben", 7).text.encode()


def there(name: str) -> Callable[[Shell], bytes]:
    """What the campaign's folder has under that name."""
    return lambda shell: (shell.folder / name).read_bytes()


OPEN = "battle open battlelines ferox ursi --start ferox=north --start ursi=south"
ARENA = b"7x5 zones north south depth 1\n" + b".......\n" * 5
SEALED = "battle open last-granary Ash Iron --start ask --dice sealed"
WORDS = b"one two three four five six seven eight\n"
OLD = "ends of lines as of old"
ROUND = "turned round"
CIRCLE = {"a circle of links": STORAGE}
READERS = {
    "import": Reader("import ../hostile --yes", exported, STORAGE),
    "import, new": Reader("import ../hostile --yes --at ../new", exported, STORAGE),
    "crew": Reader(
        "crew import ../hostile", sample("grey-ledger.toml"), accepts=(ROUND,), other=CIRCLE
    ),
    "play": Reader("play ../hostile", battle, other=CIRCLE),
    "record": Reader("play ../hostile --record", battle, other=CIRCLE),
    "format": Reader("play ../hostile --format", battle, other=CIRCLE),
    "arena": Reader(
        f"{OPEN} --arena ../hostile", lambda _: ARENA, arena=True, accepts=(OLD,), other=CIRCLE
    ),
    "secret": Reader(  # signs that nobody sees make it no worse a secret, and nobody sees it
        f"{SEALED} --secret-from ../hostile",
        lambda _: WORDS,
        accepts=("a NUL", "an escape", ROUND, OLD),
        other=CIRCLE,
    ),
    "receipt": Reader("audit --receipt ../hostile", note, accepts=(OLD,), other=CIRCLE),
    "note": Reader("sign --note ../hostile", note, accepts=(OLD,), other=CIRCLE),
    "sign": Reader("sign --key ../hostile", key, accepts=(OLD,), other=CIRCLE),
    "key": Reader("key show ../hostile", key, accepts=(OLD,), other=CIRCLE),
    "acta.toml": Reader("status", there("acta.toml"), place="acta.toml", accepts=(ROUND,)),
    "content": Reader(
        f"crew import {EXAMPLES / 'grey-ledger.toml'}",
        sample("content/hook.toml"),
        place="content/a.toml",
        accepts=("nothing", ROUND),
    ),
    "ledger.key": Reader(  # PEM lets anything stand before it
        "sign",
        there("keys/ledger.key"),
        STORAGE,
        STORAGE,
        "keys/ledger.key",
        accepts=("Latin-1", OLD),
    ),
    "ledger.db": Reader(  # SQLite knows how many pages are its own
        "log", there("ledger.db"), STORAGE, STORAGE, "ledger.db", accepts=("a hole of 3 GiB",)
    ),
}


def ludi(folder: Path) -> Shell:
    """A campaign of the two sample schools."""
    for line in (
        "new Ludi --game morturi --house game_mode=pickup --at winter",
        f"--campaign winter crew import {EXAMPLES / 'ludus-ferox.toml'}",
        f"--campaign winter crew import {EXAMPLES / 'domus-ursi.toml'}",
    ):
        assert Shell(folder)(line).code == 0
    return Shell(folder / "winter")


def sentence(came: Came) -> str:
    """The one sentence of a refusal; what was said before it, and its hint, are left out."""
    assert came.code, "it was accepted"
    talk = ("hint: ", "anchor of ", "warning: ")
    found = [row for row in came.err.splitlines() if not row.startswith(talk)]
    assert len(found) == 1, came.err
    assert "made a mistake" not in found[0]
    assert "\x1b" not in came.err
    return found[0]


def assert_refused(shell: Shell, line: str, code: int, why: str = "") -> None:
    """The command ends with this exit code and one sentence, and has written nothing."""
    before = contents(shell.folder.parent)
    came, _ = bounded(lambda: shell(line))
    told = sentence(came)
    assert came.code == code, told
    assert why in told
    assert contents(shell.folder.parent) == before


SAME = {"import, new", "record", "format", "note", "key", "sign", "secret", "ledger.key", "content"}
"""Whose files are read as others are (`domain/strangers.py`): tried in long runs."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n in SAME else n for n in READERS]
)
def test_a_file_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    """Twenty kinds and two for each command that reads a file."""
    reader = READERS[name]
    shell = ludi(tmp_path) if reader.arena else campaign(tmp_path)
    good = reader.good(shell)
    path = shell.folder / reader.place
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    for kind, make in KINDS.items():
        make(path, good)
        code = reader.none if kind in NO_FILES else reader.code
        if kind not in reader.accepts:
            try:
                assert_refused(shell, reader.line, reader.other.get(kind, code))
            except AssertionError as failed:
                failed.add_note(kind)
                raise
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def elsewhere(path: Path, _good: bytes) -> None:
    """A link to somebody's file beside the campaign."""
    (path.parent.parent / "precious").write_bytes(b"precious")
    path.symlink_to(path.parent.parent / "precious")


def to_the_ledger(path: Path, _good: bytes) -> None:
    """A link to the campaign's own record."""
    path.symlink_to("ledger.db")


def to_nothing(path: Path, _good: bytes) -> None:
    """A link to where there is nothing yet."""
    path.symlink_to(path.parent.parent / "made")


VIEWS = NO_FILES | {"a circle": circle, "elsewhere": elsewhere, "the ledger": to_the_ledger}


@pytest.mark.parametrize("kind", [*VIEWS, "nothing"])
def test_views_are_kept_in_a_file_of_the_folder_or_in_memory(kind: str, tmp_path: Path) -> None:
    """They are shown all the same; nothing is written, be it to what a link leads to."""
    shell = campaign(tmp_path)
    assert shell("crew list").code == 0
    shown = shell("crew list").out
    for file in shell.folder.glob("views.db*"):
        file.unlink()
    (VIEWS | {"nothing": to_nothing})[kind](shell.folder / "views.db", b"")
    before = contents(tmp_path)
    for line in ("crew list", "rebuild", "standings", "audit"):
        came, _ = bounded(partial(shell, line))
        assert came.code == 0, came.err
        assert ("made in memory" in came.err) is (line != "audit")
    assert shell("crew list").out == shown
    assert contents(tmp_path) == before
    assert not (tmp_path / "made").exists()
    assert "! views: views.db is no file: move it away" in shell("doctor").lines


# Texts that are well formed, and mean no good.

PLAYED = (EXAMPLES.parent / "tests" / "transcripts" / "all-at-once.acta").read_text("utf-8")
MEMBER = '[[members]]\nname = "Sura"\ntype = "survivor"\ndie = "d6"\n'
CREW = f'name = "Tide"\nplayer = "Ben"\n{MEMBER}'


def crew(old: str, new: str) -> str:
    """A crew with something else in it."""
    assert old in CREW
    return CREW.replace(old, new, 1)


def played(old: str, new: str) -> str:
    """A battle with something else in it."""
    assert old in PLAYED
    return PLAYED.replace(old, new, 1)


CREWS = {
    "a key of many parts": ("a." * 90_000 + "a = 1", "dots are too many for one line"),
    "many keys of parts": (("a." * 150 + "a = 1\n") * 600, "cannot"),
    "deep lists": ("x = " + "[" * 90_000, "nested too deeply"),
    "deep tables": ("x = " + "{a = " * 30_000, "nested too deeply"),
    "a gigantic number": (crew('"d6"', "9" * 100_000), "too many digits"),
    "infinite": (crew('"d6"', "inf"), "a text in quotes is expected"),
    "not a number": (crew('"d6"', "nan"), "a text in quotes is expected"),
    "a date": (crew('"d6"', "1979-05-27"), "a text in quotes is expected"),
    "a truth": (crew('"d6"', "true"), "a text in quotes is expected"),
    "a list": (crew('"d6"', '["d6"]'), "a text in quotes is expected"),
    "no list": (crew("[[members]]", "[members]"), "a list is expected"),
    "keys twice": (crew("player", "name"), "cannot overwrite"),
    "an unknown key": (crew("player", "die"), "die is no entry"),
    "a key that moves the cursor": (crew("player", '"\\u001b[2J"'), r"\u001b[2J is no entry"),
    "half a character": (crew('"d6"', r'"\ud800"'), "no TOML"),
    "a name that moves the cursor": (crew('"Sura"', r'"\u001b[2J"'), "no invisible characters"),
    "a name turned round": (crew('"Sura"', r'"\u202eSura"'), "no invisible characters"),
    "a name with NUL": (crew('"Tide"', r'"Ti\u0000de"'), "no invisible characters"),
    "a name that is endless": (crew('"Sura"', f'"{"S" * 90_000}"'), "has 1 to 80 characters"),
    "a name that is empty": (crew('"Tide"', '""'), "has 1 to 80 characters"),
    "no name": (crew('name = "Tide"\n', ""), "name is missing"),
    "nobody's": (crew('player = "Ben"\n', ""), "nobody is said to lead"),
    "too many members": (crew("[[members]]", (MEMBER + "\n") * 2000 + "[[members]]"), "MS-REC-2"),
    "YAML": (
        "name: Tide\nplayer: Ben\nmembers:\n  - !!python/object/apply:os.system [id]\n",
        "no TOML",
    ),
}


@pytest.mark.parametrize("kind", CREWS)
def test_a_crew_that_means_no_good(kind: str, tmp_path: Path) -> None:
    """TOML's own traps, odd types, names that do something."""
    shell = campaign(tmp_path)
    text, why = CREWS[kind]
    (tmp_path / "hostile").write_text(text, "utf-8")
    assert_refused(shell, "crew import ../hostile", 1 if why == "MS-REC-2" else USAGE, why)


def headed(*rows: str) -> str:
    """A battle with rows more in its header, behind its house rules."""
    return played("[dice table]", "\n".join([*rows, "[dice table]"]))


def own(row: str) -> str:
    """A battle with a row of own content."""
    return played('[crew "Ash"]', f'{row}\n[crew "Ash"]')


MANY = 20_000
NONE = "0" * 64
DEEP = '{"a":' * 3000 + "[" * 5000 + "]" * 5000 + "}" * 3000
BATTLES: dict[str, tuple[str, int, str]] = {
    "of another game": (played("mortisphere 2026.1", "morturi 2026.1"), USAGE, "this campaign is"),
    "of no game": (played("mortisphere 2026.1", "../../etc 1"), USAGE, "a game is expected"),
    "of a module": (played("mortisphere 2026.1", "os.path 1"), USAGE, "no game is called os.path"),
    "of no edition": (played("2026.1", "1999.9"), USAGE, "this campaign is mortisphere 2026.1"),
    "of no scenario": (played("last-granary", "../etc"), USAGE, "a scenario is expected"),
    "content too deep": (own(f"[own item {DEEP}]"), USAGE, "its entry in JSON"),
    "content that is a path": (own('[own item {"id":"../../x"}]'), USAGE, "../../x"),
    "content of no kind": (own('[own os {"id":"x"}]'), USAGE, "os"),
    "content without end": (own('[own item {"id":"' + "x" * 15_000 + '"}]'), USAGE, "x"),
    "content of numbers": (own('[own item {"id":1e400}]'), USAGE, "its entry in JSON"),
    "a gigantic die": (
        played("survivor d8", f"survivor d{'8' * 5000}"),
        USAGE,
        "a die is expected",
    ),
    "a gigantic roll": (played("roll 7 5 3", f"roll {'7' * 5000}"), USAGE, "a face is expected"),
    "a roll of many": (played("roll 7 5 3", f"roll {'7 ' * 9000}"), 1, "MS-RES-3"),
    "a line without end": (PLAYED + "x" * 100_000, USAGE, "at most 20000 characters"),
    "quotes that do not close": (PLAYED + 'pass "' * 3001, USAGE, "not closed"),
    "many rows": (PLAYED + "\n" * 60_000, USAGE, "50,000 are the most"),
    "many members": (
        played('"Vex" survivor d8', "\n".join(f'"V{n}" survivor d8' for n in range(MANY))),
        USAGE,
        "at most 400 members",
    ),
    "many crews": (own("\n".join(f'[crew "V{n}"]' for n in range(MANY))), 1, "no member to field"),
    "a map without end": (own("[arena 7x5]\n" + ".......\n" * MANY), USAGE, "no line of a battle"),
    "a name turned round": (played('"Vex"', '"V\u202eex"'), USAGE, "U+202E"),
    "a name without end": (played('"Vex"', f'"{"V" * 9000}"'), USAGE, "1 to 80 characters"),
    "a crew without end": (played('"Ash"]', f'"{"A" * 9000}"]'), USAGE, "1 to 80 characters"),
    "a player without end": (
        played('"Ash"]', f'"Ash" player "{"A" * 9000}"]'),
        USAGE,
        "1 to 80 characters",
    ),
    "two headers": (PLAYED + PLAYED, USAGE, "the header ends where"),
    "lines twice": (PLAYED + "[lines]\n", USAGE, "stands once"),
    "no lines": (PLAYED.split("[lines]", maxsplit=1)[0], USAGE, "[lines] is missing"),
    "dice that were never sealed": (
        played("[dice table]", f"[dice sealed]\n[anchor 1 {NONE}]\n[reveal 1 999999 {NONE}]"),
        USAGE,
        "sealed dice need",
    ),
    "parties without end": (
        played("[dice table]", "[dice sealed]\n" + f"[anchor 999999 {NONE}]\n" * MANY),
        USAGE,
        "sealed dice need",
    ),
    "undone before it began": (PLAYED.replace("[lines]", "[lines]\nundo\npass"), USAGE, "redo"),
}


@pytest.mark.parametrize("kind", BATTLES)
def test_a_battle_that_means_no_good(kind: str, tmp_path: Path) -> None:
    """Headers that lie, numbers, names and lists without end, content that is none."""
    shell = campaign(tmp_path)
    text, code, why = BATTLES[kind]
    (tmp_path / "hostile").write_text(text, "utf-8")
    assert_refused(shell, "play ../hostile", code, why)
    if code == USAGE:
        came, _ = bounded(lambda: shell("play ../hostile --record"))
        assert sentence(came)
        assert came.code == USAGE


# Bundles of somebody who can sign: as bytes they hold, or nearly.

Change = Callable[[bytes], bytes]
BY = b'"by":"Ana"'
GOOD = 3  # the place of a line that is changed: a crew's


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a campaign, as they would be if it were that of the tests' signers."""
    shell = campaign(tmp_path_factory.mktemp("lines"))
    first, *rest = exported(shell).split(b"\n\n")[0].split(b"\n")
    id_ = msgspec.json.decode(first)["campaign"].encode()
    return [line.replace(id_, CAMPAIGN.encode()) for line in rest]


def changed(lines: Lines, change: Change) -> bytes:
    """A bundle with one line changed, signed as it then is."""
    other = [*lines[:GOOD], change(lines[GOOD]), *lines[GOOD + 1 :]]
    assert other != lines
    sums = [link(bytes(32), line) for line in other]  # no story is looked at
    copy = Copy()
    for leaf in sums:
        copy.add("any", leaf)
    point = Checkpoint(CAMPAIGN, len(other), copy.roots([len(other)])[len(other)])
    mine = Kept(Note(point, (keeper().sign(point),)), (), (keeper().key,))
    return bundled(other, mine)


def by(value: bytes) -> Change:
    """A line with something else in the place of who wrote it."""
    return lambda line: line.replace(BY, b'"by":' + value)


def many_signatures(lines: Lines) -> bytes:
    """A note with a signature in each of 150,000 rows."""
    good = bundled(lines, signed(lines, len(lines)))
    row = good[good.rindex("\u2014".encode()) :]
    return good + row * 150_000


def many_notes(lines: Lines) -> bytes:
    """The same note 60,000 times."""
    good = bundled(lines, signed(lines, len(lines)))
    note = good.split(b"\n\n", 1)[1]
    return good + (b"\n" + note) * 60_000


def headed_by(change: Change) -> Callable[[Lines], bytes]:
    """A bundle with another header."""

    def make(lines: Lines) -> bytes:
        first, _, rest = bundled(lines, signed(lines, len(lines))).partition(b"\n")
        other = change(first)
        assert other != first
        return other + b"\n" + rest

    return make


def said(old: bytes, new: bytes) -> Change:
    """Something else said."""
    return lambda text: text.replace(old, new, 1)


def whole(change: Change) -> Callable[[Lines], bytes]:
    """A good bundle, changed as a whole."""
    return lambda lines: change(bundled(lines, signed(lines, len(lines))))


SIZE = b'"size":13'
BUNDLES: dict[str, tuple[Callable[[Lines], bytes], str]] = {
    "more lines": (headed_by(said(SIZE, b'"size":14')), "not|cut off|no"),
    "fewer lines": (headed_by(said(SIZE, b'"size":12')), "not as many lines"),
    "ten million lines": (headed_by(said(SIZE, b'"size":10000000')), "which it cannot have"),
    "no lines": (headed_by(said(SIZE, b'"size":0')), "has 0 lines"),
    "less than none": (headed_by(said(SIZE, b'"size":-1')), "has -1 lines"),
    "a size of 5,000 digits": (headed_by(said(SIZE, b'"size":' + b"9" * 5000)), "header"),
    "a size with a fraction": (headed_by(said(SIZE, b'"size":13.0')), "header"),
    "orders without end": (
        headed_by(said(b"}", b',"orders":[[1,' + b"1," * 2_000_000 + b"1]]}")),
        "canonical|order",
    ),
    "an order that is none": (
        headed_by(said(b',"size"', b',"orders":[[1,9007199254740991]],"size"')),
        "order",
    ),
    "a header of brackets": (headed_by(lambda _: b"[" * 2**20), "no bundle"),
    "a campaign that is a path": (
        lambda lines: bundled(lines, signed(lines, len(lines))).replace(
            CAMPAIGN.encode(), b"../../etc"
        ),
        "no campaign that there can be",
    ),
    "another campaign": (headed_by(said(CAMPAIGN.encode(), b"f" * 32)), "another campaign"),
    "a story that is a path": (
        lambda lines: changed(lines, said(b'"story":"crew-', b'"story":"../crew-')),
        "no story that there can be",
    ),
    "a line of brackets": (lambda lines: changed(lines, by(b"[" * 99_999)), "deeper than 32"),
    "a line in a line": (
        lambda lines: changed(lines, by(b'{"a":' * 50 + b"1" + b"}" * 50)),
        "deep",
    ),
    "a line of 2 MB": (lambda lines: changed(lines, by(b'"' + b"A" * 2**21 + b'"')), "longer than"),
    "null": (lambda lines: changed(lines, by(b"null")), "cannot be read"),
    "NaN": (lambda lines: changed(lines, by(b"NaN")), "cannot be read"),
    "a fraction": (lambda lines: changed(lines, by(b"1.5")), "cannot be read"),
    "an endless number": (lambda lines: changed(lines, by(b"9" * 99_999)), "cannot be read"),
    "half a character": (lambda lines: changed(lines, by(b'"\\ud800"')), "cannot be read"),
    "half a letter": (lambda lines: changed(lines, by(b'"\xc3"')), "cannot be read"),
    "an overlong letter": (lambda lines: changed(lines, by(b'"\xc0\xaf"')), "cannot be read"),
    "a key twice": (lambda lines: changed(lines, by(b'"Ana",' + BY)), "canonical"),
    "an unknown key": (lambda lines: changed(lines, said(b',"by"', b',"bz":1,"by"')), "cannot be"),
    "an unknown event": (lambda lines: changed(lines, said(b"/1", b"/99")), "cannot be read"),
    "a game that is a module": (
        lambda lines: bundled(
            [lines[0].replace(b"mortisphere", b"os.path.sep"), *lines[1:]], signed(lines, 13)
        ),
        "no game is called os.path.sep",
    ),
    "lines of no beginning": (
        lambda lines: bundled(lines[1:], signed(lines, 12)),
        "begin with a campaign's founding",
    ),
    "a byte order mark": (whole(lambda data: b"\xef\xbb\xbf" + data), "no bundle"),
    "ends of lines as of Windows": (whole(lambda data: data.replace(b"\n", b"\r\n")), "canonical"),
    "garbage behind it": (whole(lambda data: data + b"PK\x03\x04"), "does not hold"),
    "a note behind it": (whole(lambda data: data + b"\n\n"), "does not hold"),
    "two of it": (whole(lambda data: data + data), "does not hold"),
    "half of it": (whole(lambda data: data[: len(data) // 2]), "cut off"),
    "a stranger's signature": (
        lambda lines: bundled(
            lines, Kept(signed(lines, 13, hand("Eve", 9)).note, (), (keeper().key,))
        ),
        "by a key that nobody named",
    ),
    "a stranger's alone": (
        lambda lines: bundled(
            lines,
            Kept(
                Note(signed(lines, 13).note.checkpoint, ()).signed(
                    hand("Eve", 9).sign(signed(lines, 13).note.checkpoint)
                )
            ),
        ),
        "by a key that nobody named",
    ),
    "signatures without end": (many_signatures, "not as many lines"),
    "notes without end": (many_notes, "do not stand in their order"),
}


@pytest.mark.parametrize("kind", BUNDLES)
def test_a_bundle_that_means_no_good(kind: str, lines: Lines, tmp_path: Path) -> None:
    """Nothing is added to a campaign that is there, nor made where there is none."""
    make, why = BUNDLES[kind]
    (tmp_path / "hostile").write_bytes(make(lines))
    before, shell = contents(tmp_path), Shell(tmp_path)
    for line in ("import hostile --at new", "import hostile --at new --yes"):
        came, _ = bounded(partial(shell, line))
        assert came.code in {USAGE, STORAGE}
        assert re.search(why, sentence(came)), came.err
        assert contents(tmp_path) == before
        assert not (tmp_path / "new").exists()


# A file that changes.


def with_more(shell: Shell, name: str) -> bytes:
    """The bundle of a copy in which a crew's member got another name."""
    other = Shell(shell.folder.parent / name)
    shutil.copytree(shell.folder, other.folder)
    assert other(f"member rename Sura {name}").code == 0
    assert other(f"export bundle -o ../{name}.acta").code == 0
    return (shell.folder.parent / f"{name}.acta").read_bytes()


def test_a_file_that_changes_between_dry_run_and_yes(tmp_path: Path) -> None:
    """What is in the file then is read, held and told anew."""
    shell = campaign(tmp_path)
    hostile = tmp_path / "hostile"
    hostile.write_bytes(good := with_more(shell, "Cinder"))
    assert shell("import ../hostile").lines[0] == "it would add:"
    hostile.write_bytes(good.replace(b"Cinder", b"Ashes!"))
    assert_refused(shell, "import ../hostile --yes", STORAGE, "REWRITTEN")
    hostile.unlink()
    assert_refused(shell, "import ../hostile --yes", USAGE, "there is no file")
    os.mkfifo(hostile)
    assert_refused(shell, "import ../hostile --yes", USAGE, "is no file")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda good: good.replace(b"Cinder", b"Ashes!"), id="another line"),
        pytest.param(lambda good: good[:2000], id="cut"),
        pytest.param(lambda _: b"", id="emptied"),
        pytest.param(lambda good: good[:900] + bytes(500) + good[1400:], id="zeros"),
    ],
)
def test_a_file_that_changes_while_it_is_read(
    change: Change, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the audit and the adding: what was audited is added, or nothing."""
    shell = campaign(tmp_path)
    hostile = tmp_path / "hostile"
    good = with_more(shell, "Cinder")
    tried = importing._tried  # noqa: SLF001  between it and what follows the file changes

    def and_then(*args: Any) -> Any:
        found = tried(*args)
        with hostile.open("r+b") as file:
            file.write(other := change(good))
            file.truncate(len(other))
        return found

    monkeypatch.setattr(importing, "_tried", and_then)
    for line in ("import ../hostile --yes", "import ../hostile --yes --at ../new"):
        hostile.write_bytes(good)
        before = contents(shell.folder)
        came = shell(line)
        assert came.code == STORAGE
        assert re.search("was changed while it was read|is cut off", sentence(came))
        assert contents(shell.folder) == before
        assert not (tmp_path / "new").exists()


def test_texts_of_a_stranger_s_bundle_move_no_cursor(lines: Lines, tmp_path: Path) -> None:
    """A campaign is made of it, for its bytes hold; it is told what is wrong, and shown as text."""
    evil = "\x1b[2J\x1b]0;x\x07\u202e[red]=1+1"
    told = msgspec.json.encode(evil)
    other = [line.replace(b'"Sura"', told) for line in lines]
    assert other != lines
    (tmp_path / "hostile").write_bytes(bundled(other, signed(other, len(other))))
    came = Shell(tmp_path)("import hostile --at new --yes")
    assert came.code == 0
    assert "warning: the audit found errors" in came.err
    shell = Shell(tmp_path / "new")
    shown = [came, *(shell(line) for line in ("log", "crew show Ash", "crew list", "audit"))]
    shown += [shell(f"{line} --json") for line in ("log", "crew show Ash", "audit")]
    for each in shown:
        assert not set(each.out + each.err) & set("\x1b\x07\u202e")
    assert shown[5].json()[1]["data"]
    assert "[red]=1+1" in shell("crew show Ash").out
