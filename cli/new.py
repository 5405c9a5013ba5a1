"""`acta new`: a campaign in a folder of its own."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from cli import home as homes
from cli.main import Asked
from cli.options import dry_run_option, json_option, ledger_option
from cli.rows import say, say_json, talk
from cli.version import PROGRAM
from domain import game as games
from domain.campaign import STORY, FoundCampaign
from domain.game import Game
from domain.house import Setting
from domain.ledger.draft import Stamp, now
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.server import Server, given
from domain.names import clean, said, slug
from domain.terms import Event, StorageFailed, WrongUsage

if TYPE_CHECKING:
    from domain.ledger.store import Place

NAMES = (
    "Names stay in the record for good: what is chained to it cannot be taken out."
    " Nicknames serve as well."
)


@click.command()
@click.argument("name")
@click.option(
    "--game",
    required=True,
    metavar="GAME",
    help="The game it plays; a wrong name is told which there are.",
)
@click.option(
    "--house", multiple=True, metavar="OPTION=VALUE", help="A house rule; may be repeated."
)
@click.option("--preset", default="", metavar="P", help="Several house rules under one name.")
@click.option("--at", default="", metavar="FOLDER", help="The folder, if not one by its name.")
@ledger_option
@dry_run_option
@json_option
@click.pass_obj
def new(
    asked: Asked,
    *,
    name: str,
    game: str,
    house: Sequence[str],
    preset: str,
    at: str,
    ledger: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Found a campaign in a folder of its own."""
    action = FoundCampaign(name=clean(name), preset=preset, house=settings(house))
    folder = Path(at) if at else Path(slug(name))
    if dry_run:
        _foresee(games.load(game), action, folder, ledger, as_json=as_json)
        return
    home, lines = found(asked, games.load(game), action, folder, url=ledger)
    if as_json:
        say_json(
            {
                "folder": str(home.folder),
                "ledger": str(home.ledger),
                "campaign": home.settings.campaign,
                "game": game,
                "address": lines[0].address,
                "told": lines[0].data.told(),
            }
        )
    else:
        say(f"{lines[0].address}  {lines[0].data.told()}", f"folder: {folder}")
        say(*([f"ledger: {home.ledger}"] if ledger else []), NAMES)
        say(f"next: cd {folder}, then acta crew import FILE.toml or acta crew found NAME")


def _foresee(
    game: Game, action: FoundCampaign, folder: Path, url: str | None, *, as_json: bool
) -> None:
    """Say what would be founded and where; nothing is made, and no server is asked."""
    events = game.books.decide(game.books.initial, action)
    told = [event.told() for event in events if isinstance(event, Event)]
    homes.check_free(folder)
    place = str(server_of(url, "")) if url is not None else ""
    if as_json:
        where = {"folder": str(folder.absolute()), "ledger": place, "game": game.id}
        say_json({**where, "told": told[0], "dry_run": True})
        return
    say(
        "nothing was made; this would be:",
        *(f"{STORY}/{n}  {each}" for n, each in enumerate(told, 1)),
    )
    say(f"folder: {folder}", *([f"ledger: {place}"] if url else []))


def settings(texts: Sequence[str]) -> tuple[Setting, ...]:
    """House rules as they are typed, `absorb=fixed_3`."""
    parted = [text.partition("=") for text in texts]
    for option, sign, value in parted:
        if not (sign and option and value):
            raise WrongUsage(f"{said(option)} is no house rule with a value", hint="OPTION=VALUE")
    return tuple(Setting(option.strip(), value.strip()) for option, _, value in parted)


def found(
    asked: Asked, game: Game, action: FoundCampaign, folder: Path, *, url: str | None = None
) -> tuple[homes.Home, list[Line]]:
    """Make folder, ledger, key and `acta.toml`; whatever fails, nothing is left of it."""
    game.books.decide(game.books.initial, action)
    stamp = Stamp(at=now(), by=homes.actor(asked.by), program=PROGRAM)
    settings = homes.Settings(os.urandom(16).hex(), game.id)
    with furnished(folder, settings, url=url) as (home, ledger):
        lines = ledger.submit(STORY, game.books, [action], stamp=lambda: stamp)
    return home, lines


@contextmanager
def furnished(
    folder: Path, settings: homes.Settings, *, besides: Path | None = None, url: str | None = None
) -> Iterator[tuple[homes.Home, Ledger]]:
    """Make a folder for a campaign, and its ledger to be filled; key and `acta.toml` come then.

    `acta.toml` comes last: without it the folder is no campaign. Whatever fails, nothing is left of
    it. The file `besides` may lie in the folder already. `url` names a server for the ledger.
    """
    from cli.signing import make_ledger_key

    place: Place = folder.absolute() / settings.ledger
    if url is not None:
        place = server_of(url, settings.campaign)
        settings = structs.replace(settings, ledger=str(place))
    made = _make(folder, besides)
    home = homes.Home(folder.absolute(), settings)
    with ExitStack() as undoing:
        undoing.callback(_unmake, home, whole=made)
        new = Ledger.create(place, games.catalogue(settings.game), settings.campaign)
        undoing.callback(new.store.discard)
        yield home, new
        make_ledger_key(home)
        homes.text_file(folder / homes.FILE, homes.written(settings))
        undoing.pop_all()
        new.close()
    if over_network(folder):
        talk("warning: the folder lies on a network; two writers there may hurt the record")


def server_of(url: str, campaign: str) -> Server:
    """The server that a URL names; a password in it serves now, and is stored nowhere."""
    server = given(url, campaign)
    if server.password:
        talk(
            "warning: the password of the URL is not stored, and others could see it here",
            "hint: PGPASSWORD, or a row in ~/.pgpass",
        )
    return server


def _make(folder: Path, besides: Path | None) -> bool:
    """Make the folder; an empty one serves too. Returns whether it was made."""
    homes.check_free(folder, besides)
    if folder.exists():
        return False
    try:
        homes.made_folder(folder)
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be made: {error.strerror}") from error
    return True


def _unmake(home: homes.Home, *, whole: bool) -> None:
    """Leave nothing behind of what has just been made."""
    if whole:
        shutil.rmtree(home.folder, ignore_errors=True)
        return
    shutil.rmtree(home.keys, ignore_errors=True)
    with suppress(OSError):
        (home.folder / homes.FILE).unlink()


NETWORK = ("nfs", "cifs", "smb", "fuse.sshfs", "9p", "afs")


def over_network(folder: Path) -> bool:
    """Whether a folder lies on a network, as far as the system says so (Linux)."""
    try:
        mounts = Path("/proc/mounts").read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return False
    here = folder.resolve()
    rows = map(str.split, mounts)
    points = [(row[1], row[2]) for row in rows if here.is_relative_to(row[1])]
    kind = max(points, key=lambda point: len(point[0]), default=("", ""))[1]
    return kind.startswith(NETWORK)
