"""Where ledgers are kept: the store for a file or a server, made or opened."""

from pathlib import Path
from typing import TYPE_CHECKING

from domain.ledger.in_file import InFile
from domain.ledger.server import Server
from domain.ledger.store import Place, Store
from domain.terms import StorageFailed

if TYPE_CHECKING:
    from domain.ledger.on_server import OnServer

CAMPAIGN_DIGITS = 32


def make(place: Place | str, campaign: str) -> Store:
    """A new, empty ledger for a campaign (32 hex digits); nothing is overwritten."""
    if len(campaign) != CAMPAIGN_DIGITS or set(campaign) - set("0123456789abcdef"):
        raise ValueError(f"a campaign's id has {CAMPAIGN_DIGITS} hex digits, not {campaign!r}")
    if isinstance(place, Server):
        return _on_server().make(place, campaign)
    return InFile.make(Path(place), campaign)


def find(place: Place | str, *, read_only: bool = False) -> Store:
    """A ledger as it stands: no table is made or changed.

    Raises StorageFailed, in one sentence, for a missing, foreign, newer or malformed ledger, a
    server that cannot be reached, a write left unfinished where it cannot be taken back.
    """
    if isinstance(place, Server):
        return _on_server().open(place, read_only=read_only)
    return InFile.open(Path(place), read_only=read_only)


def exists(place: Place) -> bool:
    """Whether something is there already; raises StorageFailed if a server cannot be reached."""
    return place.exists() if isinstance(place, Path) else _on_server().exists(place)


def _on_server() -> "type[OnServer]":
    """The store on a server, whose driver is loaded only where one is used."""
    try:
        from domain.ledger.on_server import OnServer  # noqa: PLC0415  slow to load, and an extra
    except ImportError as error:
        raise StorageFailed(
            "a ledger in PostgreSQL needs the driver psycopg, which is not installed",
            hint="pip install 'acta-mortis[postgres]'",
        ) from error
    return OnServer
