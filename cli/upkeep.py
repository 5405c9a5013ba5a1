"""`acta backup` and `acta rebuild`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from cli import home as homes
from cli.desk import Desk, with_desk
from cli.options import dry_run_option, json_option
from cli.rows import progress, say, say_json, talk
from domain import game as games
from domain.counting import counted
from domain.ledger.draft import now
from domain.ledger.ledger import Ledger
from domain.ledger.record import root
from domain.terms import StorageFailed, WrongUsage

if TYPE_CHECKING:
    from cli.home import Home
    from domain.ledger.store import Place
    from projections.page import View


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False, default=None)
@dry_run_option
@json_option
@with_desk()
def backup(desk: Desk, file: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Copy the ledger to a fresh file and check it.

    Nothing is overwritten. --dry-run says what would be copied, and checks nothing.
    """
    target = file or Path.cwd() / f"{desk.home.folder.name}-{_moment()}.db"
    if target.exists() or target.is_symlink():
        raise WrongUsage(f"{target} exists already; nothing was overwritten")
    if dry_run:
        _foresee(desk, target, as_json=as_json)
        return
    with _apart(target) as copy:
        desk.ledger.backup(copy)
        size, digest = _checked(desk, copy)
    if as_json:
        say_json({"file": str(target), "lines": size, "root": digest})
    else:
        say(f"{target}: {counted(size, 'line')}, links and pages hold", f"root {digest}")


def _foresee(desk: Desk, target: Path, *, as_json: bool) -> None:
    """Say what would be copied, and where to."""
    folder = target.absolute().parent
    if not folder.is_dir():
        raise StorageFailed(f"{target} cannot be made: there is no folder {folder.name}")
    size, peaks = desk.ledger.peaks()
    digest = root(peaks).hex()
    if as_json:
        say_json({"file": str(target), "lines": size, "root": digest, "dry_run": True})
    else:
        say("nothing was copied; this would be:")
        say(f"{target}: {counted(size, 'line')}", f"root {digest}")


@contextmanager
def _apart(target: Path) -> Iterator[Path]:
    """A place for a file beside its own, where nobody else can write; it gets its name at the end.

    What is checked there is what stands under the name, and nothing else that was put there.
    """
    try:
        with TemporaryDirectory(
            prefix=".acta-", dir=target.absolute().parent, ignore_cleanup_errors=True
        ) as folder:
            made = Path(folder) / target.name
            yield made
            homes.named(made, target)
    except FileExistsError:
        raise WrongUsage(f"{target} exists already; nothing was overwritten") from None
    except OSError as error:
        raise StorageFailed(f"{target} cannot be made: {error.strerror}") from error


def _moment() -> str:
    """The time as part of a file's name."""
    return now()[:19].replace(":", "").replace("-", "").replace("T", "-")


def _checked(desk: Desk, target: Path) -> tuple[int, str]:
    """Read a copy through; returns its size and root."""
    known = games.catalogue(desk.home.settings.game)
    with Ledger.open(target, known, read_only=True) as copy:
        faults = copy.faults()
        size, peaks = copy.peaks()
        count = copy.verify()
        if faults or copy.broken or count != size:
            broken = (
                ", ".join(copy.broken.values()) or ", ".join(faults[:3]) or counted(count, "line")
            )
            raise StorageFailed(
                f"the copy does not hold ({broken}), so it was not kept", hint="acta audit"
            )
    return size, root(peaks).hex()


@click.command()
@json_option
@with_desk()
def rebuild(desk: Desk, *, as_json: bool) -> None:
    """Make all views anew from the ledger.

    Deleting views.db, deeds.db and search.db does no harm either.
    """
    from projections import view

    count, notice = 0, ""
    for where, which in _kept(desk.home):
        with view.open_views(desk.ledger, desk.game, where, views=which) as views:
            count = views.rebuild(progress)
            notice = notice or views.notice
    if notice:
        talk(notice)
    if as_json:
        say_json({"lines": count, "views": str(desk.home.views), "notice": notice})
    else:
        say(f"views made anew from {counted(count, 'line')}")


def _kept(home: "Home") -> "Iterator[tuple[Place, Sequence[View]]]":
    """The views that are kept, and where; the larger ones only where somebody asked for them."""
    from projections import view

    if not isinstance(home.deeds, Path):
        yield home.deeds, (*view.DEEDS, *view.SEARCH)
        return
    yield home.views, view.ALL
    for where, which in ((home.deeds, view.DEEDS), (home.search, view.SEARCH)):
        if isinstance(where, Path) and where.exists():
            yield where, which
