"""What anybody's bytes are tried on: each target takes bytes, and raises only if we are wrong.

The first bytes choose, the rest is text or structure, so that a fuzzer reaches deep: `python -m
benchmarks fuzz` drives them by coverage, the tests by hypothesis and by what was found before
(`tests/corpus`).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from cli.battle_file import parse, written
from cli.lines import Scene, action, line
from cli.phrases import phrases
from cli.spelling import spelled
from docs import verify_bundle
from domain import bundle, crew_file
from domain.audit import audit
from domain.game import catalogue, load
from domain.importing import prepared
from domain.ledger import note as notes
from domain.ledger.copies import Copy
from domain.ledger.kept import Kept
from domain.ledger.ledger import Ledger
from domain.ledger.note import Checkpoint, Key, Note
from domain.ledger.record import ZERO, link
from domain.lines import Language
from domain.terms import Refusal
from tests import arena_transcripts, golden
from tests.bundles import CAMPAIGN, Lines, bundled, keeper, lines_of, ours, read, theirs
from tests.forging import leaves
from tests.hostile_names import KEPT, REFUSED
from tests.season import Season

LINES = 90  # of a record that is mutated: its battle goes on
LONGEST = 600  # characters of a refusal
ODD: tuple[Any, ...] = (
    *("", "0", "-1", "\x00", "\x1b[2J", "../../etc/passwd", "crew-ash", "battle-1", "campaign"),
    *(0, 1, -1, 2, 3, 255, 2**31, 2**53 - 1, -(2**53) + 1, 2**53, 2**64, 10**30, True, False),
    *(None, 1.5, [], [[]], {}, {"id": "x"}, [{"id": "x", "name": "y"}], ["x"], [0], "x" * 3000),
    *KEPT.values(),
    *REFUSED.values(),
)


def tried(read_: Callable[..., Any], *given: Any) -> Any:
    """What comes of reading something; None if it is refused, which takes one short sentence."""
    try:
        return read_(*given)
    except Refusal as refused:
        told = refused.told()
    assert "\n" not in told
    assert len(told) < LONGEST
    return None


class Draw:
    """Bytes read as choices; when there are no more, every choice is the first."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def number(self, most: int) -> int:
        """A number below `most`."""
        found, self.rest = int.from_bytes(self.rest[:2], "little"), self.rest[2:]
        return found % most

    def of(self, known: Any) -> Any:
        """One of several."""
        return known[self.number(len(known))]

    def text(self) -> str:
        """All that is left, as a text."""
        return self.rest.decode("utf-8", "replace")


# Bundles


@cache
def record() -> Lines:
    """The lines of a campaign with a battle."""
    with TemporaryDirectory(prefix="acta-fuzz-") as folder:
        season = Season(Path(folder) / "ledger.db", seed="fuzz").season(1)
        return lines_of(season.ledger)[:LINES]


def importer(data: bytes) -> None:
    """A bundle of mutated lines by somebody who can sign: refused, or it holds for all readers.

    What is accepted is told, audited and exported without an error, be it forged.
    """
    draw = Draw(data)
    lines = list(record())
    for _ in range(1 + draw.number(4)):
        mutated(lines, draw)
    if draw.number(2):
        lines = renumbered(lines)
    text = bundled(lines, signed(lines))
    if draw.number(8) == 1:
        place = draw.number(len(text))
        text = text[:place] + draw.rest + text[place + draw.number(3) :]
        draw.rest = b""
    if ours(text):
        return
    assert theirs(text) == ""
    found = read(text)
    with TemporaryDirectory(prefix="acta-fuzz-") as folder:
        path = Path(folder) / "ledger.db"
        with Ledger.create(path, catalogue(found.game), found.campaign) as ledger:
            order = prepared(Copy(), found, ())
            with (Path(folder) / "b").open("w+b") as file:
                file.write(text)
                file.seek(0)
                assert ledger.take(bundle.rows(file, found.copy, order.ends), order.ends)
            for story in ledger.stories():
                assert all(isinstance(one.data.told(), str) for one in ledger.story(story))
            audit(ledger, game=load(found.game), program="acta 0.2.0")


def mutated(lines: Lines, draw: Draw) -> None:
    """Something done to one line, or to where it stands."""
    place = draw.number(len(lines))
    match draw.number(7):
        case 0:
            lines.insert(draw.number(len(lines)), lines.pop(place))
        case 1:
            lines.insert(place, lines[place])
        case 2 if len(lines) > 2:
            del lines[place]
        case 3:
            other = msgspec.json.decode(lines[draw.number(len(lines))])
            lines[place] = changed(lines[place], lambda plain: plain.update(data=other["data"]))
        case 4:
            at = draw.number(len(lines[place]))
            put = bytes([draw.number(256)])
            lines[place] = (lines[place][:at] + put + lines[place][at + 1 :]).replace(b"\n", b" ")
        case _:
            lines[place] = changed(lines[place], lambda plain: bent(plain, draw))


def changed(state: bytes, change: Callable[[Any], None]) -> bytes:
    """A line with a change, as canonical as it can be; as it was, where it is none any more."""
    try:
        plain = msgspec.json.decode(state)
        change(plain)
        return msgspec.json.encode(plain, order="sorted").replace(b"\n", b" ")
    except (msgspec.DecodeError, UnicodeEncodeError, TypeError, AttributeError, KeyError):
        return state


def bent(plain: Any, draw: Draw) -> None:
    """One value replaced, left out, or another one put beside it."""
    *way, last = draw.of([leaf for leaf in leaves(plain) if leaf])
    holder: Any = plain
    for step in way:
        holder = holder[step]
    match draw.number(4):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, dict):
            holder[draw.of(("name", "id", "for", "edition", "z", "relic"))] = draw.of(ODD)
        case _:
            holder[last] = draw.of(ODD)


def renumbered(lines: Lines) -> Lines:
    """Lines with the numbers that they have where they stand."""
    ends = Counter[Any]()
    found = []
    for state in lines:
        ends[story_of(state)] += 1
        found.append(changed(state, partial(_number, ends[story_of(state)])))
    return found


def _number(number: int, plain: Any) -> None:
    plain.update(line=number)


@cache
def story_of(state: bytes) -> Any:
    """The story that a line says."""
    try:
        found = msgspec.json.decode(state)
    except msgspec.DecodeError:
        return None
    return str(found.get("story")) if isinstance(found, dict) else None


def signed(lines: Lines) -> Kept:
    """A ledger's receipt of all lines, whatever they are."""
    copy, heads = Copy(), dict[Any, bytes]()
    for state in lines:
        story = story_of(state)
        heads[story] = link(heads.get(story, ZERO), state)
        copy.add("any", heads[story])
    point = Checkpoint(CAMPAIGN, len(lines), copy.roots([len(lines)])[len(lines)])
    return Kept(Note(point, (keeper().sign(point),)), (), (keeper().key,))


# Lines


@cache
def tables() -> list[tuple[Language, Scene]]:
    """Battles of both games as they stand, and a year: what lines may be typed there."""
    from tests.cli.test_morturi_season_lines import SCENE  # noqa: PLC0415  slow to make

    found = [(load("morturi").language, SCENE)]
    for path, staged in (
        (golden.FILES[0], golden.staged),
        (min(arena_transcripts.TRANSCRIPTS.glob("*.acta")), arena_transcripts.staged),
    ):
        table = staged(golden.load(path), path.name).table
        found.append((table.game.language, table.scene))
    return found


@cache
def words(which: int) -> list[str]:
    """What lines are made of: verbs, names, particles, signs, and what is none of these."""
    language, scene = tables()[which]
    verbs = [form.verb for form in language.forms] + list(language.short)
    particles = [word for form in language.forms for word in form.usage.split() if word.islower()]
    names = [name.name for name in scene.names] + [name.handle for name in scene.names]
    signs = ["@", "!", ":", "/", ">", "&", ",", '"', "\\", "#", "(", "1", "5r2", "A1", "n", "9" * 7]
    return [*verbs, *particles, *names, *signs, *map(str, ODD[:12]), *KEPT.values()]


def lines(data: bytes) -> None:
    """A typed line of either game: refused in a sentence, or written so that it is read again."""
    draw = Draw(data)
    which = draw.number(len(tables()))
    language, scene = tables()[which]
    text = draw.text()
    if draw.number(2):
        text = " ".join(draw.of(words(which)) for _ in range(1 + draw.number(9)))
    for phrase in tried(phrases, text, language) or ():
        again = spelled(phrase)
        assert phrases(again, language) == (phrase,)
        done = tried(action, phrase, language, scene)
        canonical = tried(line, done, language, scene) if done is not None else None
        if canonical is None:
            continue
        (same,) = phrases(canonical, language)
        assert action(same, language, scene) == done
        assert line(done, language, scene) == canonical


# Notes, lines of the record, files


def note(data: bytes) -> None:
    """A receipt, several, or a key: refused in a sentence, or written in the one right way."""
    text = data.decode("utf-8", "replace")
    for reader in (_note, _notes, _key):
        tried(reader, text)


def _note(text: str) -> None:
    found = notes.read(text)
    assert notes.read(found.text) == notes.read(found.short) == found
    assert verify_bundle.note_of(text, {}, strict=False).text == found.text


def _notes(text: str) -> None:
    assert notes.written(notes.read_all(text)) == text


def _key(text: str) -> None:
    found = Key.read(text)
    assert found.text == text.strip()
    assert verify_bundle.key_of(found.text) == (found.name, found.public, found.id)


def canonical(data: bytes) -> None:
    """A line of the record: unreadable, or the same bytes when it is written again, told, known."""
    for game in ("mortisphere", "morturi"):
        known = catalogue(game)
        found = tried(known.decode, data)
        if found is None:
            continue
        assert known.encode(found) == data
        assert verify_bundle.load(data, "x")
        assert isinstance(found.data.told(), str)


def files(data: bytes) -> None:
    """A battle file, and a crew of either game: refused in a sentence, or read."""
    text = data.decode("utf-8", "replace")
    found = tried(parse, text)
    if found is not None:
        again = written(found)
        assert written(parse(again)) == again
    for game in ("mortisphere", "morturi"):
        tried(crew_file.read, text, "crew.toml", load(game).profiles)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (importer, lines, note, canonical, files)
}


def seeds(target: str) -> Iterable[bytes]:
    """What a fuzzer begins with."""
    transcripts = [*golden.FILES, *arena_transcripts.TRANSCRIPTS.glob("*.acta")]
    examples = sorted((Path(__file__).parent.parent / "examples").glob("*.toml"))
    point = signed(record())
    match target:
        case "canonical":
            return record()
        case "note":
            return [point.note.text.encode(), point.note.short.encode(), keeper().key.text.encode()]
        case "files":
            return [path.read_bytes() for path in (*transcripts, *examples)]
        case "lines":
            rows = [row.text for path in transcripts for row in golden.load(path).lines]
            return [
                bytes([which, 0]) + row.encode() + b"\0\0"
                for which in range(len(tables()))
                for row in rows[::5]
            ]
        case _:
            return [bytes([n]) * 12 for n in range(30)]
