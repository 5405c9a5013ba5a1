"""Replay pages in tests: of which campaigns, what they hold, and what a cheat makes of them."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser import Window
from tests.cli.shell import Shell

DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.DOTALL)
SEAL = re.compile(r'data-seal="[0-9a-f]{64}"')
ROW = re.compile(r'<li id="([a-z0-9/-]+)"[^>]*><a [^>]*>[^<]*</a> <span>([^<]*)</span></li>')

Film = dict[str, Any]


def demo(folder: Path, game: str) -> Shell:
    """The campaign that `acta demo` plays, with dice that are always the same."""
    came = Shell(folder)(f"demo --game {game} --at here")
    assert came.code == 0, came.err
    return Shell(folder / "here")


def page(shell: Shell, path: Path, battle: str = "1") -> Path:
    """The replay page of a battle, written to a file."""
    came = shell(f"export replay {battle} --as html -o '{path}' --force")
    assert came.code == 0, came.err
    return path


class Made(NamedTuple):
    """A campaign, and the page of its first battle."""

    shell: Shell
    page: Path

    @property
    def text(self) -> str:
        """The page as text."""
        return self.page.read_text("utf-8")


Replays = Callable[[str], Made]
"""The demo campaign of a game with its page; nothing is to be written to it."""


def replaying(folder: Callable[[str], Path]) -> Replays:
    """Campaigns in folders, each made when it is first asked for."""

    @cache
    def make(game: str) -> Made:
        place = folder(game)
        shell = demo(place, game)
        return Made(shell, page(shell, place / "replay.html"))

    return make


def addresses(text: str) -> list[list[str]]:
    """The lines of each moment of a page."""
    return [moment["lines"] for moment in film_of(text)["moments"]]


def checked(window: Window) -> str:
    """What a page says of itself, once it has looked."""
    window.page.wait_for_selector("#verdict[class]")
    return window.page.inner_text("#verdict")


def data_of(text: str) -> dict[str, Any]:
    """What a page gives its script."""
    found = DATA.search(text)
    assert found
    given: dict[str, Any] = json.loads(found[2])
    return given


def film_of(text: str) -> Film:
    """What a page holds packed."""
    film: Film = json.loads(zlib.decompress(b64decode(data_of(text)["packed"]), -zlib.MAX_WBITS))
    return film


def refilmed(text: str, change: Callable[[Film], None], *, seal: bool = True) -> str:
    """A page that holds something else; a careful cheat works its seal out anew."""
    film = film_of(text)
    change(film)
    data = json.dumps(film, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = b64encode(packer.compress(data) + packer.flush()).decode()
    given = json.dumps(data_of(text) | {"packed": packed, "size": len(data)})
    text = DATA.sub(lambda found: found[1] + given.replace("<", "\\u003c") + found[3], text)
    return sealed(text) if seal else text


def sealed(text: str) -> str:
    """A page with the seal that it ought to have."""
    data = zlib.decompress(b64decode(data_of(text)["packed"]), -zlib.MAX_WBITS)
    log = "".join(f"\n{unescape(told)}" for _, told in ROW.findall(text)).encode()
    return SEAL.sub(f'data-seal="{sha256(data + log).hexdigest()}"', text)


def rows(text: str) -> dict[str, str]:
    """The log of a page: each address, and what is told there."""
    return {address: unescape(told) for address, told in ROW.findall(text)}
