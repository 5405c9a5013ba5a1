"""Where the ledgers of tests are kept: in a file, and on a server."""

from pathlib import Path

import pytest

from domain.ledger.connection import connect
from domain.ledger.server import given
from domain.ledger.store import Place
from tests.domain.ledger.files import behind
from tests.domain.ledger.toy import CAMPAIGN

PLACES = ("in a file", "on a server")


def place(request: pytest.FixtureRequest) -> Place:
    """A place where no ledger is yet, as the fixture's parameter says."""
    if request.param == PLACES[0]:
        return Path(request.getfixturevalue("tmp_path"), "ledger.db")
    return given(request.getfixturevalue("postgres"), CAMPAIGN)


def harm(place: Place, deed: str, content: str = "") -> None:
    """Do something to the tables of a ledger, with nothing that guards it.

    In the deed `{position}` stands for the column of positions, `{bytes}` for `content` (hex).
    """
    if isinstance(place, Path):
        with behind(place) as file:
            file.execute(deed.format(position="rowid", bytes=f"x'{content}'"))
        return
    with connect(place, schemas=(place.ledger,)) as connection:
        for table, name in (
            ("stored_events", "lines_stay"),
            ("log", "the_log_stays"),
            ("log", "the_log_grows"),
        ):
            connection.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}".encode())
        query = deed.format(position="notification_id", bytes=f"'\\x{content}'::bytea")
        connection.execute(query.encode())
