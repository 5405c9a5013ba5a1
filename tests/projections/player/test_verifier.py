"""The JavaScript verifier of bundles says what `docs/verify_bundle.py` says, to the word."""

import hashlib
import json
from base64 import b64decode
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs import verify_bundle
from domain.ledger.kept import Kept
from domain.ledger.note import Checkpoint, Note
from domain.signers import NameSigner
from tests.bundles import Lines, bundled, hand, lines_of, signed
from tests.domain.ledger.test_note import VECTORS
from tests.javascript import Case, Judge, Run, agreed
from tests.mutations import mutations, small_bundle
from tests.season import Season

BEN = hand("Ben Hur", 7)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A bundle with two receipts, one of them Ben's too, and another copy's order of lines."""
    return small_bundle(tmp_path_factory.mktemp("small") / "ledger.db", BEN)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """A campaign that names Ben's key, with a battle."""
    season = Season(tmp_path_factory.mktemp("season") / "ledger.db", seed="js")
    season.books(NameSigner(name="Ben Hur", key=BEN.key.text))
    return lines_of(season.season(1).ledger)


def test_what_holds_holds_for_both(small: bytes, lines: Lines, judge: Judge) -> None:
    """Whole bundles, receipts of their beginnings, keys that are trusted, names that must sign."""
    whole = bundled(lines, signed(lines, 20, BEN), signed(lines, len(lines), BEN))
    receipts = tuple(signed(lines, size, BEN).note.text for size in (1, 7, 20, len(lines)))
    cases = [
        Case(small),
        Case(whole, receipts, (BEN.key.text,), ("Ben_Hur",)),
        Case(whole, (signed(lines, 50, BEN).note.short,)),
    ]
    assert agreed(judge, cases) == (3, 0)


def test_some_mutations_are_judged_alike(small: bytes, judge: Judge) -> None:
    """Four hundred, drawn as those that `verify_bundle.py` is tried on: the words are the same."""
    held, refused = agreed(judge, map(Case, mutations(small, "short", 400)))
    assert held == 0
    assert refused > 380


@pytest.mark.long
def test_all_mutations_are_judged_alike(small: bytes, judge: Judge) -> None:
    """All 20,500."""
    held, refused = agreed(judge, map(Case, mutations(small, "long", 20_500)))
    assert held == 0
    assert refused >= 20_000


def other(lines: Lines, place: int, **changes: object) -> Lines:
    """The record with other fields in a line."""
    plain = msgspec.json.decode(lines[place]) | changes
    found = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return [*lines[:place], found.encode("utf-8", "surrogatepass"), *lines[place + 1 :]]


NASTY = {
    "an astral sign": "\U0001f409",
    "controls": "\x00\x1f\x7f\x85\u2028\ufeff",
    "a null": None,
    "a fraction": 1.5,
    "a whole fraction": 1.0,
    "more than 2^53 - 1": 2**53,
    "2^53 - 1": 2**53 - 1,
    "less than -(2^53 - 1)": -(2**53),
    "huge": 10**400,
    "truth": True,
    "a key that is no ASCII": {"é": 1},
    "a prototype": {"__proto__": 1, "constructor": 2, "10": 3, "9": 4},
}


def signed_again(lines: Lines) -> bytes:
    """A bundle by somebody who can sign."""
    return bundled(lines, signed(lines, len(lines)))


def deep(levels: int) -> object:
    """A list in lists."""
    return [] if levels == 0 else [deep(levels - 1)]


@pytest.mark.parametrize("what", NASTY)
def test_values_that_a_line_may_hold_or_not(lines: Lines, judge: Judge, what: str) -> None:
    """A cheat who can sign writes them: accepted or refused, both verifiers agree."""
    held, _ = agreed(judge, [Case(signed_again(other(lines[:5], 3, zz=NASTY[what])))])
    fine = {"an astral sign", "controls", "2^53 - 1", "truth", "a prototype"}
    assert held == (what in fine)


def raw(lines: Lines, old: bytes, new: bytes) -> Case:
    """A bundle in one line of which bytes are others."""
    assert old in lines[2]
    other = [*lines[:2], lines[2].replace(old, new, 1), *lines[3:]]
    return Case(bundled(other, signed(lines, len(lines))))


def test_ways_of_writing_a_line_that_are_not_the_one(lines: Lines, judge: Judge) -> None:
    """Spaces, escapes, orders of keys, numbers otherwise, keys twice, what is no UTF-8."""
    lines = lines[:4]
    found = [
        raw(lines, b'"line":', b'"line": '),
        raw(lines, b'{"at"', b'{"zz":1,"at"'),
        raw(lines, b'"by":"Ana"', b'"by":"\\u0041na"'),
        raw(lines, b'"by":"Ana"', b'"by":"\\ud800"'),
        raw(lines, b'"by":"Ana"', b'"by":"A\\/na"'),
        raw(lines, b'"by":"Ana"', b'"by":"Ana","by":"Ana"'),
        raw(lines, b'"by":"Ana"', b'"by":"\xff"'),
        raw(lines, b'"by":"Ana"', b'"by":"\xed\xa0\x80"'),
        raw(lines, b'"by":"Ana"', b'"by":"\xc0\x80"'),
        raw(lines, b'"by":"Ana"', b'"by":NaN'),
        raw(lines, b'"by":"Ana"', b'"by":-0'),
        raw(lines, b'"by":"Ana"', b'"by":1e2'),
        raw(lines, b'"by":"Ana"', b'"by":' + b"[" * 5000 + b"]" * 5000),
        raw(lines, b'{"at"', b'\xef\xbb\xbf{"at"'),
    ]
    assert agreed(judge, found) == (0, len(found))
    nested = [Case(signed_again(other(lines, 3, zz=deep(levels)))) for levels in (31, 32)]
    assert agreed(judge, nested) == (1, 1)
    long = [Case(signed_again(other(lines, 3, zz="x" * size))) for size in (10**6, 2**20)]
    assert agreed(judge, long) == (1, 1)


@pytest.mark.parametrize(
    "name",
    ["Ben\x1cHur", "Ben\x85", "Ben\u200b", "\ufeffBen", "B\u2028en", "\U0001f409", "Б", "A+B", "—"],
)
def test_names_that_sign(lines: Lines, judge: Judge, name: str) -> None:
    """What parts words for Python parts them for JavaScript, and nothing else does."""
    point = signed(lines, 5).note.checkpoint
    own = signed(lines, 5)
    odd = hand(name, 9)
    false = odd.sign(point)._replace(name=name)
    cases = [
        Case(bundled(lines[:5], Kept(own.note.signed(odd.sign(point)), (), own.keys))),
        Case(bundled(lines[:5], Kept(own.note.signed(false), (), own.keys))),
        Case(bundled(lines[:5], own), (Note(point, (odd.sign(point),)).text,), (odd.key.text,)),
        Case(bundled(lines[:5], own), (Note(point, (false,)).text,), (odd.key.text,)),
        Case(bundled(lines[:5], own), (), (f"{name}+{odd.key.text.partition('+')[2]}",)),
    ]
    agreed(judge, cases)


def test_signers_are_ordered_by_code_points(lines: Lines, judge: Judge) -> None:
    """An astral sign comes after a private one, though its first half comes before."""
    season = [hand(name, seed) for name, seed in (("\U0001f409", 3), ("\uf8ff", 4), ("Z", 5))]
    named = [
        other(lines, place, data={"event": "campaign.signer-named/1", "key": one.key.text})[place]
        for place, one in enumerate(season, 1)
    ]
    found = [lines[0], *named]
    stories = [
        json.loads(line) | {"story": "campaign", "line": n} for n, line in enumerate(found, 1)
    ]
    found = [msgspec.json.encode(each, order="sorted") for each in stories]
    assert agreed(judge, [Case(bundled(found, signed(found, 4, *season)))]) == (1, 0)


def receipts_of(lines: Lines) -> Iterator[str]:
    """Receipts that are odd in one way or another."""
    note = signed(lines, 3, BEN).note
    yield from (note.text, note.short, note.text.replace("\n", "\u3000"), "", "a b c")
    yield note.text.replace("\n3\n", "\n03\n")
    for size in (0, 4, 10**6, 9_999_999_999_999_999):
        point = Checkpoint(note.checkpoint.campaign, size, note.checkpoint.root)
        yield Note(point, (BEN.sign(point),)).text
    yield note.text + note.text.splitlines(keepends=True)[-1]
    stranger = Checkpoint("f" * 32, 3, note.checkpoint.root)
    yield Note(stranger, (BEN.sign(stranger),)).text


def test_receipts_are_judged_alike(lines: Lines, judge: Judge) -> None:
    """Whole, cut, of too many lines, of another campaign, with other spaces, signed twice."""
    whole = bundled(lines, signed(lines, len(lines)))
    held, refused = agreed(judge, [Case(whole, (text,)) for text in receipts_of(lines)])
    assert held == 3
    assert refused == 9
    cut = bundled(lines[:9], signed(lines[:9], 9))
    assert agreed(judge, [Case(cut, (signed(lines, 20, BEN).note.text,))]) == (0, 1)


def signatures() -> Iterator[tuple[bytes, bytes, bytes]]:
    """Keys, texts and signatures, good and odd: the examples of Go's sumdb/note and of C2SP first.

    Points of small order, points that are none, numbers written otherwise: where verifiers differ.
    """
    order = verify_bundle.ORDER
    for text, message, data in VECTORS:
        key, signature = verify_bundle.key_of(text).public, b64decode(data)[4:]
        s = int.from_bytes(signature[32:], "little")
        yield key, message, signature
        yield key, message + b" ", signature
        yield key, message, signature[:32] + (s + order).to_bytes(32, "little")
        yield key, message, signature[:32] + bytes(32)
        yield bytes([key[0] ^ 1]) + key[1:], message, signature
        yield key[:31] + bytes([key[31] ^ 0x80]), message, signature
    for small in (0, 1, verify_bundle.P - 1, verify_bundle.P, verify_bundle.P + 1, 2**255 - 1):
        for odd in (0, 1):
            key = (small | odd << 255).to_bytes(32, "little")
            yield key, b"x", key + bytes(32)
            yield key, b"x", (1).to_bytes(32, "little") + bytes(32)


def test_signatures_are_judged_alike(run: Run) -> None:
    """Each by both: only those of the examples, and those that the arithmetic makes true, hold."""
    cases = list(signatures())
    asked = [[part.hex() for part in case] for case in cases]
    plain = "(text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16))"
    found = run(f"asked.map((each) => signed(...each.map({plain})))", asked)
    assert found == [verify_bundle.signed(*case) for case in cases]
    assert found[:2] == [True, False]


@pytest.mark.parametrize("size", [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 300])
def test_hashes_are_those_of_the_standard_library(run: Run, size: int) -> None:
    """SHA-256 and SHA-512 of as many bytes as make a block, or nearly."""
    data = bytes(range(256)) * 2
    script = "[hex(sha256(Uint8Array.from(asked))), hex(sha512(Uint8Array.from(asked)))]"
    expected = [hashlib.new(name, data[:size]).hexdigest() for name in ("sha256", "sha512")]
    assert run(script, list(data[:size])) == expected


@settings(max_examples=15)
@given(st.binary(max_size=200))
def test_what_was_never_a_bundle_is_refused_alike(judge: Judge, data: bytes) -> None:
    """Anything at all."""
    assert agreed(judge, [Case(data)]) == (0, 1)
