"""Keys on disk: a ledger's own, a player's; what they sign, and whether a signature holds."""

import stat
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cli.home import Home, private_file
from cli.rows import talk
from domain import strangers
from domain.ledger.kept import Kept
from domain.ledger.note import Checkpoint, Key, Note, Signature, origin, signing_name
from domain.names import clean, said
from domain.terms import NotFound, StorageFailed, WrongUsage

LEDGER_KEY = "ledger.key"
_PRIVATE = "PRIVATE+KEY+"
_ED25519 = b"\x01"
_SEED_BYTES = 32
_LARGEST = 4096
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Hand(msgspec.Struct, frozen=True):
    """Somebody who can sign: a private key, and the public one that goes with it."""

    key: Key
    private: Ed25519PrivateKey

    @classmethod
    def of(cls, name: str, private: Ed25519PrivateKey) -> "Hand":
        """The hand that signs under this name."""
        return cls(Key(name, private.public_key().public_bytes_raw()), private)

    def sign(self, checkpoint: Checkpoint) -> Signature:
        """The signature of a checkpoint."""
        return Signature(self.key.name, self.key.id, self.signed(checkpoint.text.encode()))

    def signed(self, text: bytes) -> bytes:
        """The 64 bytes of a signature of any text."""
        return self.private.sign(text)

    def receipt(self, checkpoint: Checkpoint) -> Kept:
        """A ledger's receipt."""
        return Kept(Note(checkpoint, (self.sign(checkpoint),)), (), (self.key,))

    @property
    def text(self) -> str:
        """The private key as its file holds it, in the form of Go's sumdb/note."""
        seed = b64encode(_ED25519 + self.private.private_bytes_raw()).decode()
        return f"{_PRIVATE}{self.key.name}+{self.key.id.hex()}+{seed}\n"


def verify(public: bytes, text: bytes, signature: bytes) -> bool:
    """Whether this key made this signature of this text."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def make(name: str, path: Path) -> Hand:
    """A new key of a player's, in a file that only its owner can read."""
    hand = Hand.of(signing_name(clean(name)), Ed25519PrivateKey.generate())
    _write(path, hand.text.encode())
    return hand


def read(path: Path) -> Hand:
    """The key that a file holds; raises NotFound, WrongUsage."""
    try:
        text = strangers.text(path, _LARGEST, "key").strip()
        loose = stat.S_IMODE(path.stat().st_mode) & _OTHERS
    except NotFound as error:
        error.hint = "acta key make NAME makes one"
        raise
    name, _, rest = text.removeprefix(_PRIVATE).partition("+")
    with suppress(ValueError):
        seed = b64decode(rest.partition("+")[2], validate=True)
        if text.startswith(_PRIVATE) and seed[:1] == _ED25519 and len(seed) == _SEED_BYTES + 1:
            hand = Hand.of(name, Ed25519PrivateKey.from_private_bytes(seed[1:]))
            if hand.text.strip() == text:
                if loose:
                    talk(f"warning: {path} can be read by others: chmod 600 {path}")
                return hand
    raise WrongUsage(f"{path} is no key that acta key make wrote")


def make_ledger_key(home: Home) -> None:
    """The ledger's own key; it never leaves the folder."""
    pem = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    _write(home.keys / LEDGER_KEY, pem)


def of_ledger(home: Home) -> Hand:
    """The hand of this copy of the ledger; a copy that lost its key gets one, and is told so."""
    path = home.keys / LEDGER_KEY
    if not path.exists() and not path.is_symlink():
        make_ledger_key(home)
        talk("the key of this ledger was not there, so it has a new one; receipts stay valid")
    return _of_ledger(home)


def key_of_ledger(home: Home) -> tuple[Key, ...]:
    """The public key of this copy of the ledger, if it has one that can be read."""
    with suppress(StorageFailed):
        return (_of_ledger(home).key,)
    return ()


def _of_ledger(home: Home) -> Hand:
    path = home.keys / LEDGER_KEY
    try:
        private = serialization.load_pem_private_key(strangers.content(path, _LARGEST), None)
    except (NotFound, WrongUsage) as error:
        raise StorageFailed(error.message) from error
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise StorageFailed(
            f"{path} is no key of a ledger", hint="moved away, it is made anew; receipts stay valid"
        )
    return Hand.of(origin(home.settings.campaign), private)


def _write(path: Path, content: bytes) -> None:
    try:
        private_file(path, content)
    except FileExistsError:
        raise WrongUsage(
            f"{said(str(path))} exists already; nothing was overwritten", hint="-o FILE"
        ) from None
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from error
