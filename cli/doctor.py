"""`acta doctor`: versions, paths, settings, and the state of the files. It changes nothing."""

import platform
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import msgspec

from cli.desk import Desk, with_desk
from cli.new import over_network
from cli.options import dry_run_option, json_option
from cli.rows import say, say_json
from cli.version import PROGRAM
from domain.ledger.store import Place
from domain.ledger.trouble import unfinished
from domain.strangers import own
from domain.terms import NotFound, Refusal, WrongUsage

PACKAGES = ("eventsourcing", "sqlalchemy", "msgspec", "click", "rich", "cryptography")
LITTLE = 100_000_000  # bytes; a long campaign's ledger has a tenth of it
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Sign(msgspec.Struct, frozen=True):
    """One thing that was looked at, and how it is; `well` unless somebody should act."""

    what: str
    state: str
    well: bool = True


@click.command()
@click.option(
    "--salvage",
    "folder",
    metavar="FOLDER",
    default="",
    help="Carry what holds of a damaged record over to a new campaign in FOLDER.",
)
@dry_run_option
@json_option
@with_desk()
def doctor(desk: Desk, *, folder: str, dry_run: bool, as_json: bool) -> None:
    """Say how program, folder and files are.

    Versions, paths, settings, space, permissions, pages, links, keys. It changes nothing. Exit 5 if
    something of it needs somebody's hand.
    """
    if folder:
        from cli.salvage import salvage

        salvage(desk, Path(folder), dry_run=dry_run, as_json=as_json)
        return
    if dry_run:
        raise WrongUsage("--dry-run goes with --salvage FOLDER")
    signs = [*_versions(), *_campaign(desk)]
    if as_json:
        say_json([{"what": s.what, "state": s.state, "well": s.well} for s in signs])
    else:
        say(*(f"{'' if sign.well else '! '}{sign.what}: {sign.state}" for sign in signs))
    if not all(sign.well for sign in signs):
        click.get_current_context().exit(5)


def _versions() -> Iterator[Sign]:
    yield Sign("program", PROGRAM)
    yield Sign("python", f"{platform.python_version()} on {platform.system()}")
    yield Sign("sqlite", sqlite3.sqlite_version)
    for package in PACKAGES:
        try:
            yield Sign(package, version(package))
        except PackageNotFoundError:
            yield Sign(package, "missing", well=False)


def _campaign(desk: Desk) -> Iterator[Sign]:
    """The campaign's folder, if there is one."""
    try:
        home = desk.home
    except NotFound as none:
        yield Sign("campaign", none.message)
        return
    except Refusal as refused:
        yield Sign("campaign", refused.told(), well=False)
        return
    yield Sign("folder", str(home.folder))
    yield Sign("campaign", f"{home.settings.campaign} ({home.settings.game})")
    yield Sign("acts", desk.by)
    yield from _folder(home.folder)
    yield from _ledger(desk)
    yield _views(home.views)
    for more in (home.deeds, home.search):
        if isinstance(more, Path) and (more.exists() or more.is_symlink()):
            yield _views(more)
    if isinstance(home.ledger, Path) or home.keys.exists():
        yield from _keys(home.keys)
    else:
        yield Sign("key", "none here yet: acta sign makes one")


def _driver(place: Place) -> Iterator[Sign]:
    if not isinstance(place, Path):
        yield Sign("psycopg", version("psycopg"))


def _journal(journal: Path) -> Sign:
    if journal.exists():
        return Sign("journal", f"{journal.name}: an unfinished write; it is taken back at the next")
    return Sign("journal", "none, every write is whole")


def _views(path: Place) -> Sign:
    """The views' file, which may be missing but not anything else than a file."""
    if not isinstance(path, Path):
        return Sign("views", f"schema {path.views}")
    if path.is_file() and own(path):
        return Sign("views", "there")
    if path.exists() or path.is_symlink():
        return Sign("views", f"{path.name} is no file: move it away", well=False)
    return Sign("views", "not made yet")


def _folder(folder: Path) -> Iterator[Sign]:
    free = shutil.disk_usage(folder).free
    yield Sign("space", f"{free // 1_000_000} MB free", well=free > LITTLE)
    network = over_network(folder)
    yield Sign("place", "on a network" if network else "on this machine", well=not network)


def _ledger(desk: Desk) -> Iterator[Sign]:
    place = desk.home.ledger
    yield Sign("ledger", str(place))
    if isinstance(place, Path):
        yield _journal(unfinished(place))
    try:
        yield from (Sign(*fact) for fact in desk.ledger.store.facts())
        yield from _driver(place)
        yield Sign("lines", str(desk.ledger.size))
        faults = desk.ledger.faults()
        yield Sign("pages", "; ".join(faults[:3]) or "hold", well=not faults)
        missing = ", ".join(desk.ledger.unguarded())
        yield Sign("guards", f"missing: {missing}" if missing else "hold", well=not missing)
        for story in desk.ledger.stories():
            desk.ledger.rows_of(story)
            desk.ledger.story(story)
        broken = ", ".join(desk.ledger.broken.values())
        yield Sign("links", f"broken at {broken}" if broken else "hold", well=not broken)
        yield Sign("receipts", f"{len(desk.ledger.notes.all())} kept")
    except Refusal as refused:
        yield Sign("record", refused.told(), well=False)


def _keys(folder: Path) -> Iterator[Sign]:
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        yield Sign("keys", f"{error.strerror}", well=False)
        return
    if folder / "ledger.key" not in paths:
        yield Sign("key", "keys/ledger.key is missing", well=False)
    for path in paths:
        loose = stat.S_IMODE(path.stat().st_mode) & _OTHERS
        state = "can be read by others: chmod 600" if loose else "yours alone"
        yield Sign(f"keys/{path.name}", state, well=not loose)
