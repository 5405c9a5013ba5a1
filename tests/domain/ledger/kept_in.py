"""Where the ledgers of tests are kept: in a file, and on a server."""

from pathlib import Path

import pytest

from domain.ledger.server import given
from domain.ledger.store import Place
from tests.domain.ledger.toy import CAMPAIGN

PLACES = ("in a file", "on a server")


def place(request: pytest.FixtureRequest) -> Place:
    """A place where no ledger is yet, as the fixture's parameter says."""
    if request.param == PLACES[0]:
        return Path(request.getfixturevalue("tmp_path"), "ledger.db")
    return given(request.getfixturevalue("postgres"), CAMPAIGN)
