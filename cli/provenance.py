"""What an export says of itself, as the desk finds it: the newest line, house rules, the audit."""

from collections.abc import Sequence

import click

from cli.audit import verified
from cli.desk import Desk
from cli.options import spoken
from cli.progress import bar
from cli.rows import talk
from cli.version import PROGRAM
from domain.audit import audit as audited
from domain.content import Told
from domain.findings import Report
from domain.findings import Verdict as Found
from projections.frame.catalogue import ENGLISH
from projections.frame.provenance import Audited, Provenance
from projections.frame.templates import Frame

ROOT_DIGITS = 16
_TOLD = "cli.provenance.told"
_CODES = {
    Found.CLEAN: Audited.CLEAN,
    Found.NOTES: Audited.NOTES,
    Found.DAMAGED: Audited.DAMAGED,
    Found.FORGED: Audited.FORGED,
}


def framed(desk: Desk, language: str = "") -> Frame:
    """Templates and sentences of the campaign, in a language, or that which was asked for.

    What the language's file says that this version does not know is told once, and left out.
    """
    frame = Frame(desk.home.folder, language or spoken() or ENGLISH)
    ctx = click.get_current_context(silent=True)
    told = ctx.meta.setdefault(_TOLD, set()) if ctx else set()
    if frame.language.tag not in told:
        told.add(frame.language.tag)
        warn(frame.language.strange)
    return frame


def warn(strange: Sequence[Told]) -> None:
    """Say in a sentence what of a file of messages is left out."""
    if strange:
        more = f", and {len(strange) - 1} more" if strange[1:] else ""
        hint = f"{strange[0].hint}; acta content check".removeprefix("; ")
        talk(f"warning: {strange[0].told()}; it is left out{more}", f"hint: {hint}")


def provenance(desk: Desk, stories: Sequence[str] = ()) -> Provenance:
    """Where an export comes from: these stories are audited, or the whole record.

    Progress is told on standard error. What does not hold is said there and in the export, and
    hinders none.
    """
    report = _report(desk, tuple(stories))
    found = _provenance(desk, report)
    if not found.sound:
        talk(f"warning: {found.verdict(framed(desk))}", "hint: acta audit")
        desk.silence()
    return found


def _provenance(desk: Desk, report: Report) -> Provenance:
    """What the desk knows of the campaign, and what the audit says."""
    first = next(iter(report.findings), None)
    point, books = desk.checkpoint(), desk.books()
    return Provenance(
        campaign=books.name,
        id=desk.ledger.campaign,
        game=desk.game.title,
        edition=books.edition,
        as_of=_newest(desk),
        lines=point.size,
        root=point.root.hex()[:ROOT_DIGITS],
        house=tuple((one.option, one.value) for one in books.house),
        program=PROGRAM,
        audited=_CODES[report.verdict],
        read=report.checked.events,
        stories=report.checked.stories,
        battles=report.checked.battles,
        first_bad=first.address if first else "",
        finding=first.message if first else "",
        notes=len(report.findings) + report.more,
    )


def _report(desk: Desk, stories: tuple[str, ...]) -> Report:
    """The audit of what is read."""
    with bar("audit") as told:
        return audited(
            desk.ledger, stories, game=desk.game, program=PROGRAM, verify=verified, progress=told
        )


def _newest(desk: Desk) -> str:
    """The address of the newest line."""
    rows = desk.ledger.rows(desk.ledger.head() - 1, 1)
    return rows[0].address if rows else ""
