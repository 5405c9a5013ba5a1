"""What holds for all tests."""

import gc
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import browser, javascript, replaying
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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of faults come first: they fork by the hundred, and a young process is soon copied."""
    items.sort(key=lambda item: "faults" not in item.path.parts)


def pytest_collection_finish() -> None:
    """The collected tests stay to the end: the garbage collector need not go over them each time.

    Nor as often, since commands make much that goes at once: a tenth of all the tests' time.
    """
    gc.set_threshold(5_000, 10, 10)
    gc.collect()
    gc.freeze()


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


@pytest.fixture(scope="session")
def rooms(chromium: "Browser") -> browser.Rooms:
    """Where windows are opened."""
    return browser.Rooms(chromium)


@pytest.fixture
def browse(rooms: browser.Rooms) -> Iterator[browser.Browse]:
    """Opens files as pages (`tests/browser.py`)."""
    with rooms.browsing() as opened:
        yield opened


@pytest.fixture(scope="session")
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> javascript.Run:
    """The replay page's programs: in Node, else in a browser."""
    if found := javascript.in_node(tmp_path_factory.mktemp("node")):
        return found
    return javascript.in_page(request.getfixturevalue("chromium").new_page())


@pytest.fixture(scope="session")
def judge(run: javascript.Run) -> javascript.Judge:
    """The page's verifier of bundles."""
    return javascript.judging(run)


@pytest.fixture(scope="session")
def replays(tmp_path_factory: pytest.TempPathFactory) -> replaying.Replays:
    """What `acta demo` plays of each game, with the replay page of its first battle."""
    return replaying.replaying(tmp_path_factory.mktemp)
