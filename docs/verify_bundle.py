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
from pathlib import Path
from typing import Any, NamedTuple

# Ed25519 after RFC 8032, verification only: a point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def recover(y: int, odd: int) -> int | None:
    """Find the x of a point, if there is one."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if odd else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P:
        return None
    return P - x if (x & 1) != odd else x


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
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover(BASE_Y, 0) or 0
BASE: Point = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Say whether this key made this signature of this text."""
    y = int.from_bytes(public, "little")
    x = recover(y & (2**255 - 1), y >> 255)
    s = int.from_bytes(signature[32:], "little")
    if x is None or s >= ORDER:
        return False
    y &= 2**255 - 1
    digest = hashlib.sha512(signature[:32] + public + text).digest()
    number = int.from_bytes(digest, "little") % ORDER
    point = add(times(s, BASE), times(number, (P - x, y, 1, (P - x) * y % P)))
    inverse = pow(point[2], P - 2, P)
    found = (point[1] * inverse % P) | ((point[0] * inverse % P & 1) << 255)
    return found.to_bytes(32, "little") == signature[:32]


# Canonical JSON: the only way to write what a line says.

encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
LONGEST, LARGEST, DEEPEST = 2**20, 2**53 - 1, 32
STORY = re.compile(r"(?=.{1,100}\Z)[a-z0-9]+(-[a-z0-9]+)*")


class Bad(Exception):
    """Something does not hold: one sentence."""


def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its parts, if no key comes twice and all are ASCII."""
    made = dict(found)
    if len(made) != len(found) or not all(key.isascii() for key in made):
        raise ValueError
    return made


def refuse(_: str) -> None:
    """Take no number with a fraction, nor what is none."""
    raise ValueError


def check(value: Any, depth: int = 0) -> None:
    """Take no null, no number beyond 2^53-1, nothing nested too deep."""
    if value is None or (isinstance(value, int) and abs(value) > LARGEST) or depth > DEEPEST:
        raise ValueError
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            check(part, depth + 1)


def load(line: bytes, where: str) -> dict[str, Any]:
    """Read an object that is written as it must be, to the byte."""
    try:
        text = line.decode()
        found = json.loads(text, object_pairs_hook=pairs, parse_float=refuse, parse_constant=refuse)
        check(found)
        if isinstance(found, dict) and encode(found) == text:
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
    name, _, rest = text.partition("+")
    number, _, data = rest.partition("+")
    public = unpack(data, 33, "a key")
    made = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
    high = int.from_bytes(public[1:], "little") & (2**255 - 1)
    plain = "".join("_" if sign.isspace() or sign in "+—" else sign for sign in name)
    if number != made.hex() or public[0] != 1 or high >= P or plain != name:
        raise Bad("a key is cut or mistyped")
    return Key(name, public[1:], made)


def note_of(text: str, keys: Iterable[Key], *, strict: bool) -> Note:
    """Read a note and check its signatures; a signature by an unknown key is bad if `strict`."""
    words = [word for word in text.split() if word != "—"]
    rows, body = words[3:], "\n".join(words[:3]) + "\n"
    if not rows or len(rows) % 2 or not re.fullmatch("0|[1-9][0-9]{0,15}", words[1]):
        raise Bad("a note is none: it has three rows and a signature or more")
    root = unpack(words[2], 32, "a root")
    known = {(key.name, key.id): key for key in keys}
    signers, signatures = [], {}
    for name, data in zip(rows[::2], rows[1::2], strict=True):
        signature = unpack(data, 68, f"the signature of {name}")
        signatures[name, signature[:4]] = f"— {name} {data}\n"
        key = known.get((name, signature[:4]))
        if key is None and strict:
            raise Bad("a note is signed by a key that nobody named")
        if key is not None:
            if not signed(key.public, body.encode(), signature[4:]):
                raise Bad(f"the signature of {name} does not hold")
            signers.append(key)
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
            node = hashlib.sha256(b"\1" + peaks.pop() + node).digest()
            rest >>= 1
        peaks.append(node)
        if size in sizes:
            for peak in peaks[-2::-1]:
                node = hashlib.sha256(b"\1" + peak + node).digest()
            found[size] = node
    return found


class Record(NamedTuple):
    """A bundle that was read: its header, the hash of each line, the keys its lines name."""

    header: dict[str, Any]
    leaves: list[bytes]
    keys: list[Key]
    tail: str


def header_of(line: bytes) -> dict[str, Any]:
    """Read a bundle's header."""
    head = load(line, "the header")
    orders = head.setdefault("orders", [])
    whole = head.keys() == {"campaign", "format", "keys", "orders", "size"} and (
        head["format"] == "acta-bundle/1"
        and type(head["size"]) is int
        and head["size"] > 0
        and isinstance(head["campaign"], str)
        and isinstance(head["keys"], list)
        and isinstance(orders, list)
        and all(isinstance(key, str) for key in head["keys"])
        and all(isinstance(one, list) and one for one in orders)
        and all(type(rank) is int for one in orders for rank in one)
    )
    if not whole or (not orders and b'"orders"' in line):
        raise Bad("the header is none of acta-bundle/1")
    return head


def lines_of(rows: list[bytes], head: dict[str, Any]) -> Record:
    """Check each line, and work out its hash: over its bytes and the hash of the line before."""
    stories: dict[str, tuple[int, bytes]] = {}
    leaves, keys = [], []
    for number, row in enumerate(rows, 1):
        where = f"line {number}"
        line = load(row, where)
        story, data = line.get("story"), line.get("data")
        if len(row) > LONGEST or not isinstance(story, str) or not isinstance(data, dict):
            raise Bad(f"{where} is no line of a record")
        if not STORY.fullmatch(story):
            raise Bad(f"{where} belongs to no story that there can be")
        count, before = stories.get(story, (0, bytes(32)))
        if line.get("campaign") != head["campaign"] or type(line.get("line")) is not int:
            raise Bad(f"{where} belongs to another campaign")
        if line["line"] != count + 1:
            raise Bad(f"{where} is not the next one of {story}")
        leaves.append(hashlib.sha256(b"\0" + before + row).digest())
        stories[story] = (count + 1, leaves[-1])
        if data.get("event") == "campaign.signer-named/1":
            try:
                keys.append(key_of(str(data.get("key"))))
            except Bad:
                continue  # no key: nothing is signed with it
    return Record(head, leaves, keys, "")


def read(data: bytes) -> Record:
    """Read a bundle's header and lines."""
    first, _, rest = data.partition(b"\n")
    head = header_of(first)
    rows = rest.split(b"\n", min(head["size"], len(rest)))
    if len(rows) != head["size"] + 1 or not rows[-1].startswith(b"\n"):
        raise Bad("it has not as many lines as its header says")
    try:
        tail = rows.pop()[1:].decode()
    except UnicodeDecodeError:
        raise Bad("its notes are no text") from None
    return lines_of(rows, head)._replace(tail=tail)


def notes_of(record: Record) -> list[Note]:
    """Read the notes at the end of a bundle, each held to its signers, in their order."""
    head = record.header
    origin = f"acta/{head['campaign']}"
    ledgers = [key_of(key) for key in head["keys"]]
    parts = record.tail.split("\n\n")
    texts = ["\n\n".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    notes = [note_of(text, [*ledgers, *record.keys], strict=True) for text in texts]
    if "\n".join(note.text for note in notes) != record.tail:
        raise Bad("its notes are not written as notes are")
    if any(note.origin != origin for note in notes) or any(k.name != origin for k in ledgers):
        raise Bad("a note or key belongs to another campaign")
    if head["keys"] != sorted(set(head["keys"])):
        raise Bad("its header does not name keys as they are named")
    if {key for note in notes for key in note.signers if key in ledgers} != set(ledgers):
        raise Bad("its header names a key that signed nothing")
    if notes[-1].size != head["size"] or not set(notes[-1].signers) & set(ledgers):
        raise Bad("it does not end with a ledger's note of all its lines")
    cut = len(head["orders"])
    others, own = notes[:cut], notes[cut:]
    places = [(note.size, note.root) for note in others]
    sizes = [note.size for note in own]
    if not own or sizes != sorted(set(sizes)) or places != sorted(places):
        raise Bad("its notes do not stand in their order")
    return notes


def ordered(ranks: list[int], leaves: list[bytes], size: int) -> Iterator[bytes]:
    """Give the lines in the order that another copy had them in."""
    runs = list(zip(ranks[::2], ranks[1::2], strict=False))
    whole = not len(ranks) % 2 and all(0 < a <= b <= len(leaves) for a, b in runs)
    if not whole or size > len(leaves) or sum(b - a + 1 for a, b in runs) != size:
        raise Bad("its header gives an order of lines that it does not have")
    for first, last in runs:
        yield from leaves[first - 1 : last]


def verify(
    data: bytes,
    receipts: Iterable[str] = (),
    keys: Iterable[str] = (),
    signers: Iterable[str] = (),
) -> Note:
    """Check a bundle, and hold it against receipts; raises Bad. Returns its last note."""
    record = read(data)
    notes = notes_of(record)
    trusted = [*map(key_of, record.header["keys"]), *record.keys, *map(key_of, keys)]
    held = [note_of(text, trusted, strict=False) for text in receipts]
    found = roots(record.leaves, {note.size for note in (*notes, *held)})
    for number, note in enumerate(notes):
        root = found.get(note.size)
        if number < len(record.header["orders"]):
            order = ordered(record.header["orders"][number], record.leaves, note.size)
            root = roots(order, {note.size}).get(note.size)
        if root != note.root:
            raise Bad(f"REWRITTEN: its first {note.size} lines are not those signed for")
    for note in held:
        hold(note, notes, found)
    names = {key.name for key in notes[-1].signers}
    for name in signers:
        if name not in names:
            raise Bad(f"{name} has not signed for all its lines")
    return notes[-1]


def hold(receipt: Note, notes: list[Note], found: dict[int, bytes]) -> None:
    """Hold a bundle against what somebody kept."""
    size = notes[-1].size
    if receipt.origin != notes[-1].origin:
        raise Bad("a receipt belongs to another campaign")
    if not receipt.signers:
        raise Bad("nobody whose key is known signed a receipt; --key KEY names one")
    if receipt.size > size:
        raise Bad(f"TRUNCATED: a receipt proves {receipt.size} lines, the bundle has {size}")
    same = found[receipt.size] == receipt.root  # or it is one that another copy's order explains
    if not same and not any(receipt[1:4] == note[1:4] for note in notes):
        raise Bad(f"SPLIT VIEW: a receipt proves other lines than the first {receipt.size}")


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
    print(f"OK: {note.size} lines, root {base64.b64encode(note.root).decode()}")
    print(f"signed for by {', '.join(sorted(key.name for key in note.signers))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
