"""What holds for all tests."""

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import browser
from tests.servers import Local, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Two busy cores, or a first import, say nothing of the program: no example has a deadline.
settings.register_profile("acta", deadline=None)
settings.load_profile("acta")


def pytest_configure() -> None:
    """Ctrl-C reaches commands under test even where a shell started us in its background.

    Such a shell lets its jobs ignore the signal, and whatever they start inherits that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def server() -> Iterator[Local]:
    """A PostgreSQL server, started when the first test wants it."""
    local = started()
    yield local
    local.stop()


@pytest.fixture
def postgres(server: Local) -> Iterator[str]:
    """The URL of a database that holds no campaign."""
    yield server.url
    server.clear()


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """A browser, started when the first test wants it; tests without one are skipped."""
    with browser.started() as found:
        yield found


@pytest.fixture
def browse(chromium: "Browser") -> Iterator[browser.Browse]:
    """Opens files as pages (`tests/browser.py`)."""
    with browser.browsing(chromium) as opened:
        yield opened
