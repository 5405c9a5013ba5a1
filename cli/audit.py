"""`acta audit`: everything read again. It changes nothing, not one byte."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cli.desk import Desk, with_desk
from cli.options import json_option
from cli.record import story_of
from cli.rows import progress as show_progress
from cli.rows import say, say_json
from cli.tokens import shortened
from cli.version import PROGRAM
from domain.audit import audit as audited
from domain.campaign import STORY
from domain.counting import agreed, counted
from domain.findings import Finding, Held, Report
from domain.ledger.kept import Kept
from domain.ledger.note import Key
from domain.ledger.store import Place
from domain.receipts import Receipts
from domain.signers import keys_of
from domain.strangers import own
from domain.terms import Refusal, StorageFailed, WrongUsage


@click.command()
@click.argument("story", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="All stories, as without STORY.")
@click.option(
    "--receipt",
    "receipts",
    metavar="FILE",
    multiple=True,
    help="A receipt that you kept, or its short text: are these lines still the same?",
)
@click.option(
    "--signer",
    "signers",
    metavar="KEY",
    multiple=True,
    help="The public key of a signer whom you trust, whoever the record names.",
)
@json_option
@with_desk()
def audit(
    desk: Desk,
    story: str,
    *,
    everything: bool,
    receipts: Sequence[str],
    signers: Sequence[str],
    as_json: bool,
) -> None:
    """Read everything again and say what does not hold.

    Bytes, links, positions, dice, every ruling judged again, receipts, views at their bookmark. It
    changes nothing. Exit 3 if something does not hold; the first bad line is named first.
    """
    stories = (story_of(desk, story),) if story and not everything else ()
    if receipts and stories:
        raise WrongUsage("a receipt is about all lines: leave STORY out")
    held = _receipts(desk, receipts, signers) if not stories else None
    report = inspect(desk, stories, receipts=held, progress=show_progress)
    if as_json:
        say_json(report.data())
    else:
        tell(report)
    desk.silence()
    click.get_current_context().exit(report.code)


def _receipts(desk: Desk, brought: Sequence[str], signers: Sequence[str]) -> Receipts | None:
    """The receipts that are kept here or brought along, with the keys that are known here.

    None where there is none: nothing is to be held against the record.
    """
    from cli.sign import given

    ledger, spoilt = desk.ledger, ""
    kept, notes = list[Kept](), [given(text) for text in brought]
    try:
        kept = ledger.notes.all()
    except StorageFailed as error:
        spoilt = error.message
    keys = list(map(Key.read, signers))
    if not kept and not notes and not spoilt:
        return None
    from cli import signing

    keys += signing.key_of_ledger(desk.home)
    with suppress(Refusal):  # what cannot be read is found when its line is
        keys += keys_of(ledger.story(STORY))
    return Receipts(
        ledger.campaign, kept, brought=notes, keys=keys, verify=signing.verify, spoilt=spoilt
    )


def inspect(
    desk: Desk,
    stories: tuple[str, ...] = (),
    *,
    receipts: Receipts | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Audit a campaign, its views on a copy of theirs."""
    home = desk.home
    with _views(home.views) as copy, _views(home.deeds) as large, _views(home.search) as sought:

        def stale() -> list[str]:
            from projections.view import ALL, DEEDS, SEARCH, open_views

            found: list[str] = []
            for place, views in ((copy, ALL), (large, DEEDS), (sought, SEARCH)):
                if place is not None:
                    with open_views(desk.ledger, desk.game, place, views=views) as opened:
                        found += opened.check()
            return list(dict.fromkeys(found))

        kept = any(place is not None for place in (copy, large, sought))
        check = stale if kept and not stories else None
        return audited(
            desk.ledger,
            stories,
            game=desk.game,
            program=PROGRAM,
            stale=check,
            receipts=receipts,
            verify=verified,
            progress=progress,
        )


def verified(public: bytes, text: bytes, signature: bytes) -> bool:
    """Whether this key made this signature of this text; keys are loaded where one is asked for."""
    from cli import signing

    return signing.verify(public, text, signature)


@contextmanager
def _views(path: Place) -> Iterator[Place | None]:
    """A copy of the views' file: looking at it leaves theirs as it is; None if there is none.

    Those on a server are only looked at.
    """
    if not isinstance(path, Path):
        yield path
        return
    if not path.exists() or not own(path):
        yield None
        return
    with TemporaryDirectory(prefix="acta-audit-") as folder:
        for each in (path, path.with_name(f"{path.name}-wal")):
            if each.exists() and own(each):
                shutil.copyfile(each, Path(folder) / each.name)
        yield Path(folder) / path.name


SHOWN = 160  # characters of what was expected and found; `--json` has all of it


def tell(report: Report) -> None:
    """Print a report: verdict, what was read, each finding with what to do."""
    checked = report.checked
    say(
        f"{report.verdict.value}: {counted(checked.events, 'line')}"
        f" in {counted(checked.stories, 'story', 'stories')},"
        f" {checked.battles} of them {agreed(checked.battles, 'a battle', 'battles')}"
    )
    for finding in report.findings:
        say(*_finding(finding))
    if report.more:
        say(f"and {report.more} more")
    say(*map(_held, report.receipts))
    lines = counted(report.unwitnessed, "line stands", "lines stand")
    say(f"unwitnessed: {lines} in nobody else's receipt")


def _held(held: Held) -> str:
    """A receipt, and whether the record still says what was signed for."""
    by = f"signed by {', '.join(held.by)}" if held.by else "signed by no one but its ledger"
    how = " in another copy's order" if held.other_order else ""
    holds = f"holds{how}" if held.holds else "does not hold"
    return f"receipt of {counted(held.size, 'line')}, {by}: {holds}"


def _finding(finding: Finding) -> Iterator[str]:
    yield f"{finding.level.value}: {finding.kind} at {finding.address}: {finding.message}"
    if finding.expected or finding.found:
        expected, found = (
            shortened(text, SHOWN) or "nothing" for text in (finding.expected, finding.found)
        )
        yield f"  expected {expected}, found {found}"
    if finding.hint:
        yield f"  hint: {finding.hint}"
