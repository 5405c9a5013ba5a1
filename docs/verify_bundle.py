"""Check a bundle of Acta Mortis without Acta Mortis: Python's standard library is all it takes.

    python verify_bundle.py BUNDLE [RECEIPT]... [--key KEY]... [--signed-by NAME]...

It works out every hash of the record, checks every signature, and holds the record against
receipts: files in which somebody kept what was signed earlier. `--key` is a signer's public key
that you trust, whether or not the record names it; `--signed-by` wants that person's signature over
all lines. It says OK and exits 0, or says in one sentence what does not hold and exits 1. It knows
no rules: whether each die and ruling is right, `acta audit` says. `bundles.md` tells the format.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple


class Bad(Exception):
    """Something does not hold: one sentence."""


# Ed25519 after RFC 8032, verification only: a point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT_OF_MINUS_1 = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def at(y: int, odd: int) -> Point | None:
    """Find the point at this height whose x is odd or even, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * ROOT_OF_MINUS_1 % P
    x = x if x & 1 == odd else P - x
    return None if y >= P or x == P or (x * x - square) % P else (x, y, 1, x * y % P)


def add(p: Point, q: Point) -> Point:
    """Add two points."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number: int, point: Point) -> Point:
    """Add a point to itself so many times."""
    total: Point = (0, 1, 1, 0)
    while number:
        total = add(total, point) if number & 1 else total
        point, number = add(point, point), number >> 1
    return total


BASE = at(4 * pow(5, -1, P) % P, 0)


def signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Say whether this key made this signature of this text."""
    key, s = int.from_bytes(public, "little"), int.from_bytes(signature[32:], "little")
    mine = at(key & (2**255 - 1), key >> 255)
    if mine is None or BASE is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + text).digest()
    minus: Point = (P - mine[0], mine[1], 1, P - mine[3])
    x, y, z, _ = add(times(s, BASE), times(int.from_bytes(digest, "little") % ORDER, minus))
    z = pow(z, -1, P)
    return (y * z % P | (x * z % P & 1) << 255).to_bytes(32, "little") == signature[:32]


# Canonical JSON: the only way to write what a line says.

encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
LONGEST, LARGEST, DEEPEST = 2**20, 2**53 - 1, 32


def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its parts, if no key comes twice and all are ASCII."""
    made = dict(found)
    if len(made) != len(found) or not all(key.isascii() for key in made):
        raise ValueError
    return made


def check(value: Any, depth: int = 0) -> None:
    """Take no null, no fraction, no number beyond 2^53-1, nothing nested too deep."""
    large = isinstance(value, int) and abs(value) > LARGEST
    if not isinstance(value, dict | list | str | int) or large or depth > DEEPEST:
        raise ValueError
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            check(part, depth + 1)


def load(line: bytes, where: str) -> dict[str, Any]:
    """Read an object that is written as it must be, to the byte."""
    try:
        text = line.decode()
        found = json.loads(text, object_pairs_hook=pairs)
        check(found)
        if isinstance(found, dict) and encode(found) == text and len(line) <= LONGEST:
            return found
    except (ValueError, RecursionError):
        pass
    raise Bad(f"{where} is no object in canonical form")


# Signed notes (C2SP signed-note, tlog-checkpoint).


class Key(NamedTuple):
    """A signer's name and public key."""

    name: str
    public: bytes
    id: bytes


class Note(NamedTuple):
    """What was signed: whose log, how many lines, its root; and who signed."""

    text: str
    origin: str
    size: int
    root: bytes
    signers: list[Key]


def unpack(text: str, length: int, what: str) -> bytes:
    """Read base64 that is written in the one right way."""
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        found = b""
    if len(found) != length or base64.b64encode(found).decode() != text:
        raise Bad(f"{what} is cut or mistyped")
    return found


def key_of(text: str) -> Key:
    """Read a public key, `NAME+ID+KEY`."""
    name, number, data = [*text.split("+", 2), "", ""][:3]
    public = unpack(data, 33, "a key")
    made = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
    high = int.from_bytes(public[1:], "little") & (2**255 - 1)
    plain = "".join("_" if sign.isspace() or sign in "+—" else sign for sign in name)
    if number != made.hex() or public[0] != 1 or high >= P or plain != name:
        raise Bad("a key is cut or mistyped")
    return Key(name, public[1:], made)


def note_of(text: str, keys: dict[tuple[str, bytes], Key], *, strict: bool) -> Note:
    """Read a note and check its signatures; a signature by an unknown key is bad if `strict`."""
    words = [word for word in text.split() if word != "—"]
    rows, body = words[3:], "\n".join(words[:3]) + "\n"
    if not rows or len(rows) % 2 or not re.fullmatch("0|[1-9][0-9]{0,15}", words[1]):
        raise Bad("a note is none: it has three rows and a signature or more")
    root = unpack(words[2], 32, "a root")
    signers, signatures = [], {}
    for name, data in zip(rows[::2], rows[1::2], strict=True):
        signature = unpack(data, 68, f"the signature of {name}")
        signatures[name, signature[:4]] = f"— {name} {data}\n"
        key = keys.get((name, signature[:4]))
        if key is None and strict:
            raise Bad("a note is signed by a key that nobody named")
        if key is not None and not signed(key.public, body.encode(), signature[4:]):
            raise Bad(f"the signature of {name} does not hold")
        signers += [key] if key is not None else []
    if len(signatures) != len(rows) // 2:
        raise Bad("a note is signed twice by one key")
    whole = body + "\n" + "".join(signatures[place] for place in sorted(signatures))
    return Note(whole, words[0], int(words[1]), root, signers)


# The log (RFC 6962).


def roots(leaves: Iterable[bytes], sizes: set[int]) -> dict[int, bytes]:
    """Work out the roots of the log at these sizes."""
    peaks: list[bytes] = []
    found = {0: hashlib.sha256(b"").digest()}
    for size, leaf in enumerate(leaves, 1):
        node, rest = leaf, size
        while not rest & 1:
            node, rest = hashlib.sha256(b"\1" + peaks.pop() + node).digest(), rest >> 1
        peaks.append(node)
        if size in sizes:
            for peak in peaks[-2::-1]:
                node = hashlib.sha256(b"\1" + peak + node).digest()
            found[size] = node
    return found


def ordered(ranks: list[int], leaves: list[bytes], size: int) -> Iterator[bytes]:
    """Give the lines in the order that another copy had them in."""
    runs = list(zip(ranks[::2], ranks[1::2], strict=False))
    whole = not len(ranks) % 2 and all(0 < a <= b <= len(leaves) for a, b in runs)
    apart = all(last + 1 != first for last, first in zip(ranks[1::2], ranks[2::2], strict=False))
    if not whole or not apart or sum(b - a + 1 for a, b in runs) != size:
        raise Bad("its header gives an order of lines that it does not have")
    for first, last in runs:
        yield from leaves[first - 1 : last]


# A bundle: header, lines, notes.

NUMBERS = rb"\[[1-9]\d{0,15}(?:,[1-9]\d{0,15})*\]"
HEADER = re.compile(
    rb'\{"campaign":"(?P<campaign>[0-9a-f]{32})","format":"acta-bundle/1",'
    rb'"keys":(?P<keys>\[(?:"[\w/+=]+"(?:,"[\w/+=]+")*)?\]),'
    rb'(?:"orders":(?P<orders>\[' + NUMBERS + rb"(?:," + NUMBERS + rb")*\]),)?"
    rb'"size":(?P<size>[1-9]\d{0,6})\}',
)
STORY = re.compile(r"(?=.{1,100}\Z)[a-z0-9]+(-[a-z0-9]+)*")


class Bundle(NamedTuple):
    """A bundle's header, the hash of each line, the keys its lines name, what follows them."""

    campaign: str
    ledgers: list[str]
    orders: list[list[int]]
    leaves: list[bytes]
    keys: list[Key]
    tail: str


def read(data: bytes) -> Bundle:
    """Read header and lines; a line's hash is over its bytes and the hash of the line before."""
    first, _, rest = data.partition(b"\n")
    head = HEADER.fullmatch(first)
    if head is None:
        raise Bad("the header is none of acta-bundle/1")
    campaign, size = head["campaign"].decode(), int(head["size"])
    *rows, tail = rest.split(b"\n", min(size, len(rest)))
    if len(rows) != size or not tail.startswith(b"\n"):
        raise Bad("it has not as many lines as its header says")
    ends: dict[str, tuple[int, bytes]] = {}
    leaves, keys = [], []
    for number, row in enumerate(rows, 1):
        line = load(row, f"line {number}")
        story, event = line.get("story"), line.get("data")
        if line.get("campaign") != campaign or not isinstance(event, dict):
            raise Bad(f"line {number} belongs to another campaign, or tells nothing")
        if not isinstance(story, str) or not STORY.fullmatch(story):
            raise Bad(f"line {number} belongs to no story that there can be")
        count, before = ends.get(story, (0, bytes(32)))
        if encode(line.get("line")) != str(count + 1):
            raise Bad(f"line {number} is not the next one of {story}")
        leaves.append(hashlib.sha256(b"\0" + before + row).digest())
        ends[story] = (count + 1, leaves[-1])
        if event.get("event") == "campaign.signer-named/1":
            with suppress(Bad):  # no key: nothing is signed with it
                keys.append(key_of(str(event.get("key"))))
    ledgers, orders = json.loads(head["keys"]), json.loads(head["orders"] or b"[]")
    return Bundle(campaign, ledgers, orders, leaves, keys, tail[1:].decode(errors="replace"))


def notes_of(bundle: Bundle) -> list[Note]:
    """Read the notes at the end of a bundle, each held to its signers, in their order."""
    cut, origin = len(bundle.orders), f"acta/{bundle.campaign}"
    ledgers = set(map(key_of, bundle.ledgers))
    parts = bundle.tail.split("\n\n")
    texts = ["\n\n".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    keys = {(key.name, key.id): key for key in (*ledgers, *bundle.keys)}
    notes = [note_of(text, keys, strict=True) for text in texts]
    if "\n".join(note.text for note in notes) != bundle.tail:
        raise Bad("its notes are not written as notes are")
    if {name for name, *_ in ledgers} | {note.origin for note in notes} != {origin}:
        raise Bad("a note or key belongs to another campaign")
    if bundle.ledgers != sorted(set(bundle.ledgers)):
        raise Bad("its header does not name keys as they are named")
    if not ledgers <= {key for note in notes for key in note.signers}:
        raise Bad("its header names a key that signed nothing")
    if notes[-1].size != len(bundle.leaves) or ledgers.isdisjoint(notes[-1].signers):
        raise Bad("it does not end with a ledger's note of all its lines")
    others, own = [note[2:4] for note in notes[:cut]], [note.size for note in notes[cut:]]
    if not own or own != sorted(set(own)) or others != sorted(set(others)):
        raise Bad("its notes do not stand in their order")
    return notes


def lines(count: int) -> str:
    """So many lines."""
    return f"{count} line{'s' * (count != 1)}"


def those(count: int) -> str:
    """That lines are others than those that are meant, which one line is as well."""
    return "is not that" if count == 1 else "are not those"


def hold(receipt: Note, notes: list[Note], found: dict[int, bytes]) -> None:
    """Hold a bundle against what somebody kept."""
    size = notes[-1].size
    if receipt.origin != notes[-1].origin:
        raise Bad("a receipt belongs to another campaign")
    if not receipt.signers:
        raise Bad("nobody whose key is known signed a receipt; --key KEY names one")
    if receipt.size > size:
        raise Bad(f"TRUNCATED: a receipt proves {lines(receipt.size)}, the bundle has {size}")
    same = found[receipt.size] == receipt.root  # or it is one that another copy's order explains
    if not same and not any(receipt[1:4] == note[1:4] for note in notes):
        raise Bad(f"SPLIT VIEW: a receipt proves other lines than the first {receipt.size}")


Texts = Iterable[str]


def verify(data: bytes, receipts: Texts = (), keys: Texts = (), signers: Texts = ()) -> Note:
    """Check a bundle, and hold it against receipts; raises Bad. Returns its last note."""
    bundle = read(data)
    notes, leaves = notes_of(bundle), bundle.leaves
    trusted = (*map(key_of, (*bundle.ledgers, *keys)), *bundle.keys)
    known = {(key.name, key.id): key for key in trusted}
    held = [note_of(text, known, strict=False) for text in receipts]
    found = roots(leaves, {note.size for note in (*notes, *held)})
    for number, note in enumerate(notes):
        root = found.get(note.size)
        if number < len(bundle.orders):
            order = ordered(bundle.orders[number], leaves, note.size)
            root = roots(order, {note.size}).get(note.size)
        if root != note.root:
            raise Bad(f"REWRITTEN: its first {lines(note.size)} {those(note.size)} signed for")
    for note in held:
        hold(note, notes, found)
    for name in set(signers) - {key.name for key in notes[-1].signers}:
        raise Bad(f"{name} has not signed for all its lines")
    return notes[-1]


def main() -> int:
    """Check the bundle that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("receipts", type=Path, nargs="*")
    parser.add_argument("--key", action="append", default=[], help="a public key that you trust")
    parser.add_argument("--signed-by", action="append", default=[], help="who must have signed")
    asked = parser.parse_args()
    try:
        receipts = [path.read_text("utf-8") for path in asked.receipts]
        note = verify(asked.bundle.read_bytes(), receipts, asked.key, asked.signed_by)
    except (Bad, OSError, UnicodeDecodeError) as error:
        print(f"BAD: {error}")
        return 1
    print(f"OK: {lines(note.size)}, root {base64.b64encode(note.root).decode()}")
    print(f"signed for by {', '.join(sorted(key.name for key in note.signers))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
