"""Receipts: signed notes about the campaign's log (C2SP signed-note and tlog-checkpoint).

A note says how many lines the log has and what its root is, and bears signatures. Whoever keeps one
can tell at any later time whether those lines are still the same. As short text it is one row:
the same words with single spaces between them.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from domain.counting import counted
from domain.ledger.record import LARGEST
from domain.names import said
from domain.terms import WrongUsage

Verify = Callable[[bytes, bytes, bytes], bool]
"""Whether a public key made this signature of that text: key, text, signature."""

DASH = "—"
LONGEST = 65_536  # more characters than all signatures of a table need
_PARTING = f"+{DASH}"
_ED25519 = b"\x01"
_ID_BYTES = 4
_KEY_BYTES = 32
_SIGNATURE_BYTES = 64
_PARTS = 3  # of a key as text, and of a note before its signatures
_ORIGIN = "acta/"
_CAMPAIGN = re.compile("[0-9a-f]{32}")
_PRIME = 2**255 - 19


class Key(msgspec.Struct, frozen=True, order=True):
    """A public Ed25519 key and the name it signs with: no space and no plus sign in it."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes by which signatures name it."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:_ID_BYTES]

    @property
    def text(self) -> str:
        """The key as text to hand on, `Ben+0a1b2c3d+AZ…`."""
        return f"{self.name}+{self.id.hex()}+{_base64(_ED25519 + self.public)}"

    @classmethod
    def read(cls, text: str) -> "Key":
        """The key that a text holds; raises WrongUsage."""
        parts = text.strip().split("+", 2)
        data = _bytes(parts[-1])
        if len(parts) == _PARTS and data[:1] == _ED25519 and _sound(data[1:]):
            found = cls(parts[0], data[1:])
            if found.text == text.strip() and signing_name(found.name) == found.name:
                return found
        raise WrongUsage(f"{said(text)} is no key that acta key make printed")


Keys = Mapping[tuple[str, bytes], Key]
"""Keys by what signatures say of them: name and id."""


def known(keys: Iterable[Key]) -> Keys:
    """These keys as signatures name them."""
    return {(key.name, key.id): key for key in keys}


def signing_name(name: str) -> str:
    """A person's name as it stands in notes: what parts words or keys there is an underscore."""
    return "".join("_" if sign.isspace() or sign in _PARTING else sign for sign in name)


def _sound(public: bytes) -> bool:
    """Whether these bytes may be a point of the curve, written in the one right way."""
    mask = (1 << 255) - 1
    return len(public) == _KEY_BYTES and int.from_bytes(public, "little") & mask < _PRIME


class Checkpoint(msgspec.Struct, frozen=True, order=True):
    """How many lines the log of a campaign has, and its root over them."""

    campaign: str
    size: int
    root: bytes

    @property
    def origin(self) -> str:
        """Whose log it is."""
        return origin(self.campaign)

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"

    def told(self) -> str:
        """Size and root, to copy by hand."""
        return f"{counted(self.size, 'line')}, root {_base64(self.root)}"


def origin(campaign: str) -> str:
    """The first row of every note about a campaign; its ledgers sign under this name."""
    return f"{_ORIGIN}{campaign}"


class Signature(NamedTuple):
    """Who signed: name and id of the key, and its signature."""

    name: str
    key: bytes
    data: bytes

    @property
    def text(self) -> str:
        """Its row in a note."""
        return f"{DASH} {self.name} {_base64(self.key + self.data)}\n"


class Note(msgspec.Struct, frozen=True):
    """A checkpoint and its signatures, in the order of their names."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    @property
    def text(self) -> str:
        """The note as a file holds it."""
        return f"{self.checkpoint.text}\n{''.join(each.text for each in self.signatures)}"

    @property
    def short(self) -> str:
        """The note in one row, to be pasted into a message."""
        return " ".join(word for word in self.text.split() if word != DASH)

    def signed(self, *more: Signature) -> "Note":
        """The note with further signatures; one key signs once."""
        all_ = {(each.name, each.key): each for each in (*self.signatures, *more)}
        return Note(self.checkpoint, tuple(all_[key] for key in sorted(all_)))

    def by(self, keys: Keys, verify: Verify) -> tuple[Key, ...]:
        """Which of these keys signed it; raises WrongUsage where a signature does not hold.

        A signature by any other key says nothing, for nobody here knows whose it is.
        """
        found = []
        for each in self.signatures:
            key = keys.get((each.name, each.key))
            if key is None:
                continue
            if not verify(key.public, self.checkpoint.text.encode(), each.data):
                raise WrongUsage(f"the signature of {said(each.name)} does not hold")
            found.append(key)
        return tuple(found)


def read(text: str) -> Note:
    """The note that a file or a pasted text holds, however its words are parted.

    Raises WrongUsage where it is none.
    """
    words = [word for word in text[:LONGEST].split() if word != DASH]
    if len(text) > LONGEST or len(words) <= _PARTS or not len(words) % 2:
        raise WrongUsage("this is no receipt: it has three rows and a signature or more")
    checkpoint = _checkpoint(*words[:_PARTS])
    pairs = zip(words[_PARTS::2], words[_PARTS + 1 :: 2], strict=True)
    signatures = [_signature(name, data) for name, data in pairs]
    note = Note(checkpoint, ()).signed(*signatures)
    if len(note.signatures) != len(signatures):
        raise WrongUsage("this is no receipt: a key signed twice")
    return note


def read_all(text: str) -> tuple[Note, ...]:
    """The notes that stand one after another, parted by blank rows; raises WrongUsage.

    Each byte counts here: what is not written just so is refused.
    """
    rows = text.split("\n\n")
    pairs = zip(rows[::2], rows[1::2], strict=False)
    notes = tuple(read(f"{checkpoint}\n\n{signatures}") for checkpoint, signatures in pairs)
    if written(notes) != text:
        raise WrongUsage("the receipts at its end are not written as receipts are")
    return notes


def written(notes: Iterable[Note]) -> str:
    """Notes one after another, as a bundle ends."""
    return "\n".join(note.text for note in notes)


def _checkpoint(first: str, size: str, root: str) -> Checkpoint:
    """The three rows before the signatures."""
    campaign, data = first.removeprefix(_ORIGIN), _bytes(root)
    if _CAMPAIGN.fullmatch(campaign) and size.isdecimal() and len(size) <= len(str(LARGEST)):
        found = Checkpoint(campaign, int(size), data)
        if len(data) == _KEY_BYTES and found.text == f"{first}\n{size}\n{root}\n":
            return found
    raise WrongUsage(f"this is no receipt of acta: it begins with {said(first)}")


def _signature(name: str, text: str) -> Signature:
    data = _bytes(text)
    if len(data) != _ID_BYTES + _SIGNATURE_BYTES or _base64(data) != text or "+" in name:
        raise WrongUsage(f"this is no receipt: the signature of {said(name)} is cut or mistyped")
    return Signature(name, data[:_ID_BYTES], data[_ID_BYTES:])


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _bytes(text: str) -> bytes:
    """What base64 stands for; nothing where it is none."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""
