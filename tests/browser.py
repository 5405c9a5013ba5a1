"""A real browser in tests: Chromium opens our pages from disk, without network, and is listened to.

A test asks for `browse` and opens a file with it; what comes back is a `Window`. When the test is
over, each window must have been silent: no error, and no request for anything outside the file.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESK = (390, 844), (1280, 800)
LOOKS = (
    pytest.param(PHONE, True, id="phone-dark"),
    pytest.param(DESK, False, id="desk-light"),
    pytest.param(PHONE, False, id="phone-light", marks=pytest.mark.long),
    pytest.param(DESK, True, id="desk-dark", marks=pytest.mark.long),
)
"""How a page is looked at: each size and each light always, all pairs in long runs."""
GRAVE = ("serious", "critical")


class Window:
    """A tab that was opened on a file: its page, what it asked the network for, what it said."""

    def __init__(self, page: "Page", asked: list[str]) -> None:
        self.page = page
        self.asked = asked
        self.errors: list[str] = []
        page.on("console", lambda told: self._said(told.type, told.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _said(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.errors.append(text)

    def check(self) -> None:
        """No request was tried, no error was shown."""
        assert self.asked == []
        assert self.errors == []

    def wider(self) -> int:
        """How many pixels of the page lie beside the window: 0 where nobody scrolls sideways."""
        root = "document.documentElement"
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))

    def faults(self) -> list[str]:
        """What axe-core finds that shuts somebody out, each with the first place where it is."""
        axe = resources.files("axe_playwright_python").joinpath("axe.min.js")
        self.page.evaluate(axe.read_text("utf-8"))
        found = self.page.evaluate("async () => (await axe.run()).violations")
        return [
            f"{each['id']}: {each['nodes'][0]['html']} ({each['nodes'][0]['failureSummary']})"
            for each in found
            if each["impact"] in GRAVE
        ]


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a page is looked at: size in CSS pixels, by night, by touch, with script, in motion."""

    size: tuple[int, int] = DESK
    dark: bool = False
    script: bool = True
    calm: bool = True

    def settings(self) -> dict[str, Any]:
        """The same as Playwright has it."""
        return {
            "viewport": dict(zip(("width", "height"), self.size, strict=True)),
            "color_scheme": "dark" if self.dark else "light",
            "java_script_enabled": self.script,
            "has_touch": self.size == PHONE,
            "reduced_motion": "reduce" if self.calm else "no-preference",
        }


Browse = Callable[..., Window]
"""Opens a file: `browse(path, fragment="battle-1/17", size=PHONE, dark=True, script=False)`."""


def found() -> str:
    """Where this machine has a browser; skips the test where it has none."""
    places = [place for name in NAMES if (place := shutil.which(name))]
    if not places:
        pytest.skip(f"needs a browser: none of {', '.join(NAMES)} is installed")
    return places[0]


@contextmanager
def started() -> "Iterator[Browser]":
    """A browser without a screen."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra [test]")
    place = found()
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=place,
            args=FLAGS,
            handle_sigint=False,  # tests interrupt what they started, not this
        )
        yield browser
        browser.close()


class Room:
    """Where windows of one look are opened: made once, for a new one costs more than most pages."""

    def __init__(self, browser: "Browser", look: Look) -> None:
        self.context = browser.new_context(**look.settings())
        self.context.set_default_timeout(10_000)
        self.context.route("**/*", self._let)
        self.asked: list[str] = []

    def _let(self, route: "Route") -> None:
        """Let a file be read, and nothing else: no request leaves."""
        url = route.request.url
        if url.startswith(("file:", "data:", "blob:")):
            route.continue_()
            return
        self.asked.append(url)
        route.abort()

    def leave(self) -> None:
        """Close its windows; the next to come is not asked what these asked for."""
        for page in self.context.pages:
            page.close()
        self.asked = []


class Rooms:
    """A browser's rooms by their look."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._made: dict[Look, Room] = {}

    def room(self, look: Look) -> Room:
        """The room of a look."""
        if look not in self._made:
            self._made[look] = Room(self._browser, look)
        return self._made[look]

    @contextmanager
    def browsing(self) -> Iterator[Browse]:
        """Open files in windows; at the end each of them is checked, and closed."""
        windows: list[Window] = []

        def browse(path: Path, *, fragment: str = "", **look: Any) -> Window:
            room = self.room(Look(**look))
            window = Window(room.context.new_page(), room.asked)
            windows.append(window)
            window.page.goto(path.resolve().as_uri() + (f"#{fragment}" if fragment else ""))
            return window

        try:
            yield browse
        finally:
            for room in self._made.values():
                room.leave()
        for window in windows:
            window.check()
