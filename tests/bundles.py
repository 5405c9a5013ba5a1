"""Bundles in tests: hands that sign, bundles of ledgers, both readers, and what a cheat does."""

import io
from collections.abc import Iterable

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cli.signing import Hand, verify
from docs import verify_bundle
from domain import bundle
from domain.bundle import Bundle
from domain.exporting import foot, head, parts
from domain.game import catalogue
from domain.ledger.copies import Copy
from domain.ledger.kept import Kept
from domain.ledger.ledger import Ledger
from domain.ledger.note import Checkpoint, Note, origin, signing_name
from domain.ledger.record import ZERO, link
from domain.terms import Refusal

CAMPAIGN = "000102030405060708090a0b0c0d0e0f"


def hand(name: str, seed: int) -> Hand:
    """Somebody's hand, the same for the same seed."""
    return Hand.of(signing_name(name), Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


def keeper(seed: int = 1, campaign: str = CAMPAIGN) -> Hand:
    """A ledger's hand."""
    return hand(origin(campaign), seed)


def written(ledger: Ledger, by: Hand | None = None) -> bytes:
    """A ledger's bundle."""
    signer = by or keeper(campaign=ledger.campaign)
    return b"".join(parts(ledger, signer.receipt)[1])


def read(data: bytes) -> Bundle:
    """A bundle as the importer reads it; raises Refusal."""
    return bundle.read(io.BytesIO(data), len(data), catalogue, verify)


def ours(data: bytes) -> str:
    """Why the importer refuses a bundle; empty if it does not."""
    try:
        read(data)
    except Refusal as refusal:
        return refusal.told()
    return ""


def theirs(data: bytes, *receipts: str, **asked: Iterable[str]) -> str:
    """Why `docs/verify_bundle.py` refuses a bundle; empty if it does not."""
    try:
        verify_bundle.verify(data, receipts, **asked)
    except verify_bundle.Bad as bad:
        return str(bad)
    return ""


Lines = list[bytes]
"""The lines of a record as a cheat has them in an editor: bytes."""


def lines_of(ledger: Ledger) -> Lines:
    """A ledger's lines."""
    return [row.state for row in ledger.rows(0, 100_000)]


def told_of(state: bytes) -> tuple[str, int]:
    """Story and number that a line says."""
    found = msgspec.json.decode(state)
    return found["story"], found["line"]


def copy_of(lines: Iterable[bytes]) -> Copy:
    """All hashes worked out anew, as an owner does who rewrites everything."""
    copy, heads = Copy(), dict[str, bytes]()
    for state in lines:
        story, _ = told_of(state)
        heads[story] = link(heads.get(story, ZERO), state)
        copy.add(story, heads[story])
    return copy


def signed(
    lines: Lines, size: int, *hands: Hand, ledger: Hand | None = None, campaign: str = CAMPAIGN
) -> Kept:
    """A receipt of the first lines of a record."""
    signer = ledger or keeper(campaign=campaign)
    point = Checkpoint(campaign, size, copy_of(lines[:size]).roots([size])[size])
    return Kept(
        Note(point, ()).signed(*(each.sign(point) for each in (signer, *hands))), (), (signer.key,)
    )


def bundled(lines: Lines, *kept: Kept, campaign: str = CAMPAIGN) -> bytes:
    """A bundle with these lines and receipts, whatever they are worth."""
    body = b"".join(state + b"\n" for state in lines)
    return head(campaign, len(lines), kept) + body + foot(kept)


def renumbered(lines: Lines) -> Lines:
    """Lines with the numbers that they have where they now stand, as a careful cheat does it."""
    ends = dict[str, int]()
    found = []
    for state in lines:
        plain = msgspec.json.decode(state)
        ends[plain["story"]] = plain["line"] = ends.get(plain["story"], 0) + 1
        found.append(msgspec.json.encode(plain, order="sorted"))
    return found
