"""What a replay page weighs, and how soon it plays: battles of 2,000 events, in a real browser.

Gladiators who march about for days, and robots of Mortisphere who talk: `python -m benchmarks
replay-page`. It holds each page to the limits, less than 1 MiB and a start within a second.
"""

import tomllib
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from benchmarks.homes import campaign
from benchmarks.morturi import club
from benchmarks.shell import acta, cost
from domain.games.morturi.movement import Move
from domain.terms import Action
from tests.browser import FLAGS, found

EVENTS = 2_000
SUNSET = 1_650
"""After so many actions the sun sets: a little more than 2,000 events are told by then."""
LARGEST = 2**20
LONGEST = 1_000
"""Milliseconds until a page can be played."""
TALK = 1_750
TRIES = 5


class Marching(club.Gladiator):
    """A gladiator who goes somewhere two times in three, and fights when he must."""

    def action(self, battle: Any) -> Action | None:
        """What he does now."""
        free = battle.turn and not club.GAME.sides(battle) and not club.GAME.rolls_sealed(battle)
        if free and self.pick(3):
            legal = club.GAME.legal(battle)
            step = self._one(legal, (one for one in legal.candidates() if isinstance(one, Move)))
            if step is not None:
                return step
        return super().action(battle)


class Long(club.Club):
    """A campaign whose gladiators march."""

    def __init__(self, path: Path, seed: str) -> None:
        super().__init__(path, seed)
        self._robot = Marching(club.GAME, seed)


def marched(folder: Path) -> Path:
    """A campaign whose first battle has events enough: of seeds the first that makes one."""
    home = folder / "marches"
    cost(acta("new", "Marches", "--game", "morturi", "--at", str(home)), folder)
    settings, ledger = home / "acta.toml", home / "ledger.db"
    written = settings.read_text("utf-8")
    known = tomllib.loads(written)["campaign"]
    patience, club.PATIENCE = club.PATIENCE, SUNSET
    campaigns = (_march(ledger, f"march {seed}") for seed in count())
    made = next(campaign for events, campaign in campaigns if events >= EVENTS)
    club.PATIENCE = patience
    settings.write_text(written.replace(known, made), "utf-8")
    return home


def _march(path: Path, seed: str) -> tuple[int, str]:
    """A campaign with a battle in the place of what was there: its events, and whose it is."""
    path.unlink()
    march = Long(path, seed)
    with march.ledger as made:
        march.friendly()
        return len(made.rows_of("battle-1")), made.campaign


def talked(folder: Path) -> Path:
    """A campaign of Mortisphere in whose battles much is remarked."""
    return campaign(folder, EVENTS, talk=TALK)


class Page(NamedTuple):
    """A page: events of its battle, bytes, seconds to write it, and its verdict on its record.

    `started` and `checked` are milliseconds of a browser until it could be played, and until it
    had checked its record: the best of some tries, for others use the machine as well.
    """

    events: int
    size: int
    written: float
    started: int
    checked: int
    verdict: str

    @property
    def holds(self) -> bool:
        """Whether it keeps the limits, and its record holds."""
        sound = self.verdict.startswith("Verified here")
        return sound and self.size < LARGEST and self.started < LONGEST


def measured(home: Path, browser: Browser) -> Page:
    """Write the page of a campaign's first battle, and open it."""
    page, began = home / "battle-1.html", perf_counter()
    cost(acta("export", "replay", "1", "--as", "html", "-o", str(page), "--force"), home)
    written = perf_counter() - began
    tries = [opened(page, browser) for _ in range(TRIES)]
    started, checked = min(each[0] for each in tries), min(each[1] for each in tries)
    _, _, events, verdict = tries[0]
    return Page(events, page.stat().st_size, written, started, checked, verdict)


def opened(page: Path, browser: Browser) -> tuple[int, int, int, str]:
    """Open a page: when it could be played, when it was checked, its events, its verdict."""
    window = browser.new_page()
    window.goto(page.as_uri())
    window.wait_for_selector("#verdict[class]")
    told = window.evaluate("({...document.documentElement.dataset})")
    events = window.locator("#log li").count()
    verdict = window.inner_text("#verdict")
    window.close()
    return int(told["started"]), int(told["checked"]), events, verdict


def measure() -> int:
    """Measure both, and say what they are held to."""
    failed = 0
    with TemporaryDirectory(prefix="acta-replay-") as name, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found(), args=FLAGS)
        for make in (marched, talked):
            page = measured(make(Path(name)), browser)
            failed += not page.holds
            print(
                f"{make.__name__}: {page.events} events, {page.size / 1024:.0f} KiB, written in"
                f" {page.written:.1f} s, plays after {page.started} ms, checked after"
                f" {page.checked} ms; {'holds' if page.holds else 'DOES NOT HOLD'}"
            )
        browser.close()
    return failed
