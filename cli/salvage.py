"""`acta doctor --salvage`: what holds of a damaged record, in a new folder. The old one stays."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from cli import home as homes
from cli.desk import Desk
from cli.home import Settings, private_file
from cli.new import furnished
from cli.rows import say, say_json, talk
from cli.version import PROGRAM
from domain.audit import audit
from domain.counting import counted
from domain.findings import Report
from domain.ledger.kept import Kept
from domain.ledger.ledger import Ledger
from domain.salvage import Left, Salvage, good, survey
from domain.terms import Conflict, StorageFailed

SHOWN = 20
"""Lines that are left, told one by one; `--json` has all of them."""


class Saved(msgspec.Struct, frozen=True):
    """What was carried over, or would be."""

    folder: str
    done: bool
    lines: int
    stories: dict[str, int]
    left: tuple[Left, ...]
    torn: tuple[str, ...]
    receipts: int
    secrets: int
    verdict: str = ""


def salvage(desk: Desk, folder: Path, *, dry_run: bool, as_json: bool) -> None:
    """Carry over all lines up to the first bad one of each story; list the rest."""
    homes.check_free(folder, hint="--salvage FOLDER, a new one")
    found = survey(desk.ledger)
    if not found.size:
        raise StorageFailed("no line of the record can be read: nothing can be carried over")
    saved = Saved(
        folder=str(folder),
        done=not dry_run,
        lines=found.size,
        stories=found.ends,
        left=found.left,
        torn=found.torn,
        receipts=len(_receipts(desk)),
        secrets=len(list(desk.keeper.kept())),
    )
    if not dry_run:
        saved = msgspec.structs.replace(saved, verdict=_carried(desk, found, folder).verdict.value)
    desk.silence()
    if as_json:
        say_json(msgspec.to_builtins(saved))
    else:
        say(*_told(saved))
    if not dry_run:
        talk(f"the damaged campaign is as it was; acta --campaign {folder} audit looks at the new")


def _carried(desk: Desk, found: Salvage, folder: Path) -> Report:
    """The new campaign, made and audited: the same id, the same bytes, a key of its own."""
    settings = Settings(desk.home.settings.campaign, desk.home.settings.game)
    with furnished(folder, settings) as (home, ledger):
        if not ledger.take(good(desk.ledger), dict.fromkeys(found.ends, 0)):
            raise Conflict("somebody else writes into the new folder; nothing was carried over")
        for kept in _receipts(desk):
            ledger.notes.keep(kept)
        for path in desk.keeper.kept():
            private_file(home.keys / path.name, path.read_bytes())
        return _audited(desk, ledger)


def _audited(desk: Desk, ledger: Ledger) -> Report:
    return audit(ledger, game=desk.game, program=PROGRAM)


def _receipts(desk: Desk) -> list[Kept]:
    """The receipts that are kept beside the log, if they can be read."""
    with suppress(StorageFailed):
        return desk.ledger.notes.all()
    return []


def _told(saved: Saved) -> Iterator[str]:
    """What was carried over and what is left, in sentences."""
    told = "carried over" if saved.done else "would be carried over"
    yield f"{counted(saved.lines, 'line')} {told} to {saved.folder}:"
    for story, end in saved.stories.items():
        yield f"  {story}: {f'1 to {end}' if end > 1 else '1'}"
    kept = counted(saved.receipts, "receipt"), counted(saved.secrets, "secret")
    yield f"  {kept[0]}, {kept[1]} of sealed dice"
    if saved.left:
        yield f"left: {counted(len(saved.left), 'line')}"
    for left in saved.left[:SHOWN]:
        yield f"  {left.address}: {left.why}" + (f" ({left.told})" if left.told else "")
    if len(saved.left) > SHOWN:
        yield f"  and {len(saved.left) - SHOWN} more"
    yield from (f"  {why}" for why in saved.torn)
    if saved.verdict:
        yield f"the new campaign's audit: {saved.verdict}"
