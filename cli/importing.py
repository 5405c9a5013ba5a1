"""`acta import`: the record brought forward to another copy's bundle, or a campaign made of one."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, ClassVar

import click
import msgspec

from cli import home as homes
from cli.desk import Desk, with_desk
from cli.options import json_option, ledger_option, yes_option
from cli.rows import progress, say, say_json, talk
from cli.version import PROGRAM
from domain import bundle as bundles
from domain import game as games
from domain import strangers
from domain.audit import audit
from domain.bundle import Bundle
from domain.counting import counted
from domain.findings import EXIT, Finding, Level
from domain.importing import SHOWN, Import, Parted, Parting, copy_of, prepared
from domain.ledger.copies import Copy
from domain.ledger.ledger import Ledger
from domain.ledger.note import signing_name
from domain.ledger.record import Line, Row
from domain.names import said
from domain.terms import Conflict, NotFound, Refusal, StorageFailed, Unreadable, WrongUsage


class Forged(Refusal):
    """The lines of a bundle hold as bytes, but not as a game."""

    kind: ClassVar[str] = "audit"
    code: ClassVar[int] = EXIT


class Wish(msgspec.Struct, frozen=True):
    """What was asked for: the file, whether to add its lines, and where a new campaign would be."""

    path: Path
    yes: bool
    at: str
    signed_by: tuple[str, ...]
    ledger: str | None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did or would do; `added` is counted after it was written."""

    campaign: str
    folder: str
    done: bool
    new: bool
    added: dict[str, str] = {}
    lines: int
    ahead: dict[str, int] = {}
    receipts: int
    forged: str = ""


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@yes_option
@click.option("--at", default="", metavar="FOLDER", help="Where to make a campaign of it.")
@ledger_option
@click.option(
    "--signed-by",
    multiple=True,
    metavar="NAME",
    help="Refuse it unless NAME signed for all its lines.",
)
@json_option
@with_desk(writes=True)
def import_(
    desk: Desk,
    *,
    file: Path,
    yes: bool,
    at: str,
    ledger: str | None,
    signed_by: Sequence[str],
    as_json: bool,
) -> None:
    """Bring the record forward to another copy's bundle.

    It says what it would add; --yes adds it. In an empty folder, or with --at, it makes the
    campaign. Lines are only added: where the two copies part, both versions are listed and nothing
    is added (exit 4).
    """
    wish = Wish(file, yes, at, tuple(signed_by), ledger)
    try:
        with strangers.opened(file) as (source, length):
            found = bundles.read(source, length, games.catalogue, _verify(), progress)
            _check_signed(found, wish.signed_by)
            answer = _brought(desk, wish, found, source)
    except Parted as parted:
        for each in parted.partings if not as_json else ():
            say(f"{each.story} from line {each.line} on", "here:", *_indented(each.here))
            say("in the bundle:", *_indented(each.there))
        raise
    if as_json:
        say_json(msgspec.to_builtins(answer))
    else:
        say(*_told(answer))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines)


def _verify() -> Callable[[bytes, bytes, bytes], bool]:
    from cli.signing import verify

    return verify


def _check_signed(found: Bundle, names: Iterable[str]) -> None:
    """Refuse a bundle that somebody has not signed who was to sign."""
    keys = {key.name: key for key in found.signers}
    signed = {each.name for each in found.kept[-1].note.signatures}
    for name in names:
        if signing_name(name) not in signed & set(keys):
            raise Unreadable(f"{said(name)} has not signed for all lines of the bundle")


def _brought(desk: Desk, wish: Wish, found: Bundle, source: BinaryIO) -> Answer:
    """Bring the campaign forward that is here, or make one."""
    try:
        here = None if wish.at else desk.home
    except NotFound:
        here = None
    if here is None:
        return _founded(wish, found, source)
    if wish.ledger is not None:
        raise WrongUsage(
            "--ledger says where a new campaign is to be, and there is one here",
            hint="acta move-ledger URL moves this one",
        )
    if here.settings.campaign != found.campaign:
        raise WrongUsage(
            f"the bundle is of another campaign, {found.campaign}, than {here.folder}",
            hint=f"acta import {wish.path} --at FOLDER makes a campaign of it",
        )
    return _forward(desk, wish, found, source)


# A new campaign


def _founded(wish: Wish, found: Bundle, source: BinaryIO) -> Answer:
    """The campaign of a bundle in a folder of its own; what an audit finds is told."""
    folder = Path(wish.at or ".")
    if (folder / homes.FILE).exists():
        raise WrongUsage(
            f"{folder} holds a campaign already; nothing was overwritten",
            hint=f"acta --campaign {shlex.quote(str(folder))} import {wish.path} adds to it",
        )
    order = prepared(Copy(), found, ())
    forged = _tried(None, found, order, source)
    if wish.yes:
        from cli.new import furnished

        settings = homes.Settings(found.campaign, found.game)
        with furnished(folder, settings, besides=wish.path.absolute(), url=wish.ledger) as made:
            size = _add(made[1], found, order, source)
    else:
        homes.check_free(folder, wish.path.absolute())
        size = order.plan.count
    if forged is not None:
        talk(f"warning: the audit found errors, the first at {_where(forged)}", "hint: acta audit")
    return Answer(
        campaign=found.campaign,
        folder=str(folder),
        done=wish.yes,
        new=True,
        added=_spans(order),
        lines=size,
        receipts=len(order.receipts),
        forged=_where(forged) if forged else "",
    )


# A campaign that is here


def _forward(desk: Desk, wish: Wish, found: Bundle, source: BinaryIO) -> Answer:
    """The campaign here brought forward; nothing is added that an audit finds wrong."""
    ledger = desk.ledger
    order = prepared(copy_of(ledger), found, ledger.notes.all())
    if order.plan.parted:
        raise Parted(list(_partings(ledger, found, source, order.plan.parted)))
    if order.plan.count and (forged := _tried(ledger, found, order, source)) is not None:
        raise Forged(
            f"the audit found errors, so nothing was added: {_where(forged)}",
            hint=f"acta import {wish.path} --at FOLDER makes a campaign of it, to look at",
        )
    added = _add(ledger, found, order, source) if wish.yes else order.plan.count
    return Answer(
        campaign=found.campaign,
        folder=str(desk.home.folder),
        done=wish.yes,
        new=False,
        added=_spans(order),
        lines=added,
        ahead=order.plan.ahead,
        receipts=len(order.receipts),
    )


def _partings(
    ledger: Ledger, found: Bundle, source: BinaryIO, parted: Mapping[str, int]
) -> Iterator[Parting]:
    """Both versions of each story that parts, from the first line that differs."""
    theirs: dict[str, list[Row]] = {story: [] for story in parted}
    source.seek(0)
    for row in bundles.rows(source, found.copy, {}):
        if row.line >= parted.get(row.story, row.line + 1) and len(theirs[row.story]) < SHOWN:
            theirs[row.story].append(row)
    read = games.catalogue(found.game).decode
    for story, line in parted.items():
        mine = ledger.story(story)[line - 1 :]
        yield Parting(
            story,
            line,
            _some(mine[:SHOWN], len(mine)),
            _some([read(row.state) for row in theirs[story]], found.copy.end(story) - line + 1),
        )


def _some(lines: Sequence[Line], count: int) -> tuple[str, ...]:
    """The first lines as they are told, and how many there are beyond them."""
    told = [f"{each.by}: {each.data.told()} ({each.address})" for each in lines]
    return (*told, *([f"and {count - SHOWN} more"] if count > SHOWN else []))


# Adding


def _add(ledger: Ledger, found: Bundle, order: Import, source: BinaryIO) -> int:
    """Append the new lines, all or none, and keep the new receipts; returns how many lines."""
    before = ledger.size
    source.seek(0)
    try:
        if order.plan.count and not ledger.take(
            bundles.rows(source, found.copy, order.ends), order.ends
        ):
            raise Conflict("somebody else wrote first, nothing was added", hint="acta import again")
    except StorageFailed as failed:
        failed.hint = "the same import once more adds what is not on record"
        raise
    try:
        for kept in order.receipts:
            ledger.notes.keep(kept)
        return ledger.size - before
    except StorageFailed as failed:
        why = failed.message.partition(";")[0]
        raise StorageFailed(
            f"{why}; the lines are on record, perhaps not all receipts",
            hint="the same import once more adds them",
        ) from failed


def _tried(ledger: Ledger | None, found: Bundle, order: Import, source: BinaryIO) -> Finding | None:
    """The first error that an audit finds once the lines are added: tried out on a copy."""
    from cli.signing import verify

    known = games.catalogue(found.game)
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="acta-import-"))
        path = Path(folder) / homes.LEDGER
        if ledger is not None:
            ledger.backup(path)
            trial = stack.enter_context(Ledger.open(path, known))
        else:
            trial = stack.enter_context(Ledger.create(path, known, found.campaign))
        _add(trial, found, order, source)
        report = audit(
            trial,
            game=games.load(found.game),
            program=PROGRAM,
            verify=verify,
            progress=progress,
        )
    return next((each for each in report.findings if each.level is Level.ERROR), None)


def _where(finding: Finding) -> str:
    return f"{finding.address}: {finding.message}"


def _spans(order: Import) -> dict[str, str]:
    """For each story the lines that are new."""
    return {
        story: f"{first}" if first == last else f"{first} to {last}"
        for story, (first, last) in order.plan.added.items()
    }


def _told(answer: Answer) -> Iterator[str]:
    """An answer in sentences."""
    lines = counted(answer.lines, "line")
    receipts = counted(answer.receipts, "receipt")
    if answer.new:
        yield f"{'made' if answer.done else 'it would make'} the campaign in {answer.folder}:"
    elif not answer.lines and not answer.receipts:
        yield "nothing new"
    else:
        yield "added:" if answer.done else "it would add:"
    yield from (f"  {story}: {span}" for story, span in answer.added.items())
    if answer.lines or answer.receipts:
        yield f"  {lines}, {receipts}"
    for story, count in answer.ahead.items():
        yield f"{story} is further on here, by {counted(count, 'line')}"
    if not answer.done and (answer.lines or answer.receipts):
        yield "nothing was added; --yes adds it"
