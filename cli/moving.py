"""`acta move-ledger`: the record moved to a server, or back to a file; the old one stays."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
import msgspec

from cli import home as homes
from cli.desk import Desk, with_desk
from cli.home import Home
from cli.new import server_of
from cli.options import json_option, yes_option
from cli.rows import progress, say, say_json, talk
from domain import game as games
from domain.counting import counted
from domain.ledger import moving, places
from domain.ledger.ledger import Ledger
from domain.ledger.record import root
from domain.ledger.server import is_url
from domain.ledger.store import Place
from domain.terms import StorageFailed, WrongUsage


class Answer(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """What a move did or would do; `added` are the lines that the new place lacked."""

    source: str
    target: str
    done: bool
    lines: int
    added: int
    receipts: int
    root: str


@click.command()
@click.argument("place", metavar="URL|FOLDER")
@yes_option
@json_option
@with_desk(writes=True)
def move_ledger(desk: Desk, *, place: str, yes: bool, as_json: bool) -> None:
    """Move the record to a server, or back to a file.

    URL is postgresql://USER@HOST/DATABASE, FOLDER the campaign's own or one in it. It says what it
    would move; --yes moves it. Every byte, link, position and receipt is compared. The old ledger
    stays, and takes no more lines.
    """
    target = _target(desk.home, place)
    answer = _moved(desk, target) if yes else _planned(desk, target)
    if as_json:
        say_json(msgspec.to_builtins(answer))
        return
    say(*_told(answer))
    if answer.done:
        talk(f"other folders of this campaign follow with acta move-ledger {place} --yes")


def _target(home: Home, place: str) -> Place:
    """Where the record is to go; raises WrongUsage for where it is, and outside the folder."""
    if is_url(place):
        target: Place = server_of(place, home.settings.campaign)
    else:
        folder = Path(place)
        target = folder.absolute() / homes.LEDGER
        if not folder.is_dir() or not target.resolve().is_relative_to(home.folder.resolve()):
            raise WrongUsage(
                f"{place} is no folder of this campaign", hint=f"acta move-ledger {home.folder}"
            )
    if str(target) == str(home.ledger) or (
        isinstance(target, Path)
        and isinstance(home.ledger, Path)
        and target.resolve() == home.ledger.resolve()
    ):
        raise WrongUsage(f"the record is at {target} already")
    return target


def _planned(desk: Desk, target: Place) -> Answer:
    """What a move would do; nothing is written."""
    with ExitStack() as stack:
        there = None
        if places.exists(target):
            there = stack.enter_context(_opened(desk, target, read_only=True))
        return _answer(desk, target, moving.lack(desk.ledger, target, there), done=False)


def _moved(desk: Desk, target: Place) -> Answer:
    """Move the record; `acta.toml` leads to the new place at the end."""
    with _leading(desk.home, target) as lead, ExitStack() as undoing:
        if places.exists(target):
            there = _opened(desk, target, read_only=False)
            undoing.callback(there.close)
            lack = moving.lack(desk.ledger, target, there)
        else:
            lack = moving.lack(desk.ledger, target, None)
            known = games.catalogue(desk.home.settings.game)
            there = Ledger.create(target, known, desk.ledger.campaign)
            undoing.callback(_discard, there, desk.ledger)
        moving.settle(desk.ledger, there, lack, progress)
        undoing.pop_all()
        there.close()
        lead()
    return _answer(desk, target, lack, done=True)


def _discard(made: Ledger, source: Ledger) -> None:
    """Remove the new ledger again, unless the record lives there by now."""
    if source.sealed():
        made.close()
    else:
        made.store.discard()


def _opened(desk: Desk, target: Place, *, read_only: bool) -> Ledger:
    """The ledger that is at the new place already."""
    known = games.catalogue(desk.home.settings.game)
    there = Ledger.open(target, known, read_only=read_only)
    if there.campaign != desk.ledger.campaign:
        there.close()
        raise StorageFailed(f"{target} is the record of another campaign, {there.campaign}")
    return there


@contextmanager
def _leading(home: Home, target: Place) -> Iterator["Lead"]:
    """A new `acta.toml`, on disk before anything is moved, in its place once everything is."""
    path = home.folder / homes.FILE
    fresh = path.with_name(f".{homes.FILE}.new")
    ledger = str(target)
    if isinstance(target, Path):
        ledger = target.resolve().relative_to(home.folder.resolve()).as_posix()
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(homes.led(path.read_text("utf-8"), ledger))
            file.flush()
            os.fsync(file.fileno())
        yield Lead(fresh, path)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from error
    finally:
        fresh.unlink(missing_ok=True)


class Lead:
    """An `acta.toml` that leads to the new place, to be put where the old one is."""

    def __init__(self, fresh: Path, path: Path) -> None:
        self._fresh, self._path = fresh, path

    def __call__(self) -> None:
        """Let the folder lead to the new place."""
        self._fresh.replace(self._path)


def _answer(desk: Desk, target: Place, lack: moving.Lack, *, done: bool) -> Answer:
    _, peaks = desk.ledger.peaks()
    return Answer(
        source=str(desk.home.ledger),
        target=str(target),
        done=done,
        lines=lack.size,
        added=lack.count,
        receipts=len(desk.ledger.notes.stored()),
        root=root(peaks).hex(),
    )


def _told(answer: Answer) -> Iterator[str]:
    """An answer in sentences."""
    moved = f"{counted(answer.lines, 'line')} and {counted(answer.receipts, 'receipt')}"
    yield f"moved: {moved}" if answer.done else f"it would move {moved}"
    yield f"  from {answer.source}"
    yield f"  to {answer.target}"
    if answer.added < answer.lines:
        there = counted(answer.lines - answer.added, "of the lines was", "of the lines were")
        yield f"  {there} there already"
    yield f"root {answer.root}"
    if answer.done:
        yield "the old ledger stays where it is, and is no longer written to"
    else:
        yield "nothing was moved; --yes moves it"
