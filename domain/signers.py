"""Signers: whose key it is that signs a receipt.

A key is bound to a name by a line of the record, so that nobody can later say that another key was
meant. Which note it signed stands beside the record, not in it (`ledger/note.py`).
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from domain.ledger.note import Key, signing_name
from domain.ledger.record import Line
from domain.names import clean, said
from domain.terms import Action, Event, WrongUsage


class SignerNamed(Event, frozen=True, tag="campaign.signer-named/1"):
    """A public key is somebody's: what it signs, that person signed.

    The key is written as `acta key show` prints it: name, id and Ed25519 key.
    """

    name: str
    key: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.name} signs with the key {_short(self.key)}."


class NameSigner(Action, frozen=True, tag="campaign.name-signer"):
    """Bind a public key to somebody's name."""

    name: str
    key: str


def name_signer(signers: Sequence[SignerNamed], action: NameSigner) -> SignerNamed:
    """A key bound to a name: a key has one owner, an owner may have several keys."""
    name, key = clean(action.name), Key.read(action.key)
    if key.name != signing_name(name):
        raise WrongUsage(
            f"this key signs as {said(key.name)}, not as {said(signing_name(name))}",
            hint=f"acta key make {name} makes one for this name",
        )
    for other in signers:
        if _parts(other.key)[-1] == _parts(key.text)[-1]:
            raise WrongUsage(f"the key {_short(other.key)} is that of {said(other.name)} already")
    return SignerNamed(name=name, key=key.text)


def keys_of(lines: Iterable[Line]) -> tuple[Key, ...]:
    """The keys that lines name, be it taken back: what they signed stays signed."""
    found = []
    for line in lines:
        if isinstance(line.data, SignerNamed):
            with suppress(WrongUsage):  # no key: nothing is signed with it
                found.append(Key.read(line.data.key))
    return tuple(found)


def _short(key: str) -> str:
    """A key's name and id, as people compare them."""
    return "+".join(_parts(key)[:-1])


def _parts(key: str) -> list[str]:
    """Name, id, and what stands behind them: in that there may be a plus sign."""
    return key.split("+", 2)
