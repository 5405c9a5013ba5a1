"""`acta undo` and `acta redo`: what was done last is taken back, or put back, on record."""

import shlex
from collections.abc import Sequence
from typing import Any

import click

from cli.answers import Answer, changes, give, masked_lines, told, undo_of
from cli.consent import FOUGHT, battle_of, check_begun, consent, typed, weight
from cli.consent import undo_of as battle_undo
from cli.desk import Desk, with_desk
from cli.options import (
    agreed_option,
    battle_option,
    dry_run_option,
    json_option,
    reason,
    yes_option,
)
from cli.rows import say, say_json
from cli.sitting import Table
from domain import undo as undoing
from domain.campaign import CampaignFounded
from domain.ledger.amended import BatchAmended
from domain.ledger.record import Line
from domain.listing import Listed
from domain.names import said
from domain.resting import check_rest
from domain.terms import NotFound, WrongUsage
from domain.undo import Batch

_BACK = 200  # lines read at a time, backwards from the newest


@click.command()
@click.argument("span", required=False, default="")
@click.option("--to", default="", metavar="ADDRESS", help="Everything from this line on.")
@click.option(
    "--why", default="", metavar="TEXT", callback=reason, help="The reason, kept on record."
)
@battle_option
@agreed_option
@yes_option
@dry_run_option
@json_option
@with_desk(writes=True)
def undo(
    desk: Desk,
    *,
    span: str,
    to: str,
    why: str,
    battle: str,
    agreed: str,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take back what was done last.

    The newest line, or a SPAN that its game knows (a turn, a round), or all from an address on: of
    the open battle, else of the campaign. Several at once, a battle's opening and its conclusion
    are only shown until --yes.
    What was taken back stays on record and can be put back: acta redo.
    """
    story = _story(desk, battle, to)
    lines = desk.ledger.story(story) if story else _newest_lines(desk)
    taken = undoing.chosen(lines, desk.game.spans, span, to)
    taken = [_whole(desk, batch) for batch in taken]
    table = _table(desk, story)
    _check(desk, taken, agreed, typed(span, to, battle=battle, why=why))
    sentence = weight(desk, taken)
    if dry_run or ((len(taken) > 1 or sentence) and not yes):
        command = typed(span, to, battle=battle, why=why, agreed=agreed)
        command += " --yes" if len(taken) > 1 or sentence else ""
        _show(taken, command, sentence, as_json=as_json)
        return
    before = table.shown() if table else {}
    written = desk.ledger.retract(
        *(batch.id for batch in taken),
        stamp=desk.stamp(),
        reason=why or undoing.words(span, to),
        agreed=agreed,
        seen={story: len(lines)} if story else None,
    )
    give(_answer(desk, story, written, before, "acta redo"), as_json=as_json)


@click.command()
@battle_option
@dry_run_option
@json_option
@with_desk(writes=True)
def redo(desk: Desk, battle: str, *, dry_run: bool, as_json: bool) -> None:
    """Put back what was last taken back.

    Only until something new is recorded there.
    """
    story = _story(desk, battle, "")
    try:
        lines = desk.ledger.story(story) if story else _newest_lines(desk)
        found = undoing.undone(lines)
    except NotFound:
        if not story or battle:
            raise
        story, lines = "", _newest_lines(desk)
        found = undoing.undone(lines)
    if dry_run:
        command = "acta redo" + (f" --battle {shlex.quote(battle)}" if battle else "")
        _show([_whole_of(desk, batch) for batch in found], command, as_json=as_json)
        return
    table = _table(desk, story)
    before = table.shown() if table else {}
    written = desk.ledger.restore(
        *found, stamp=desk.stamp(), seen={story: len(lines)} if story else None
    )
    lines = [line for batch in found for line in _whole_of(desk, batch).lines]
    give(_answer(desk, story, written, before, _undo_of(desk, lines)), as_json=as_json)


def _table(desk: Desk, story: str) -> Table | None:
    """What the answer is about: the battle, else the season if that is on the table."""
    return desk.table(story) if story.startswith(FOUGHT) else desk.between()


def _story(desk: Desk, battle: str, to: str) -> str:
    """The story in which something is taken back; empty for the whole campaign."""
    if battle:
        return desk.chosen(battle)
    if to:
        story, _, number = to.rpartition("/")
        if not story or not number.isdecimal():
            raise WrongUsage(f"{said(to)} is no address", hint="an address is such as battle-3/17")
        return story
    listed = desk.open_battle()
    return listed.battle if listed and _about(desk, listed) else ""


def _about(desk: Desk, listed: Listed) -> bool:
    """Whether what is newest is about this battle: one that is open, or in its aftermath."""
    if listed.open:
        return True
    newest = undoing.batches(_newest_lines(desk))[-1:]
    return any(line.story == listed.battle for batch in newest for line in batch.lines)


def _newest_lines(desk: Desk) -> list[Line]:
    """The campaign's newest lines in the order of the log, back to the newest that counts."""
    head, lines = desk.ledger.head(), list[Line]()
    while head > 0:
        start = max(head - _BACK, 0)
        lines = [line for _, line in desk.ledger.page(start, head - start)] + lines
        if undoing.batches(lines):
            break
        head = start
    return lines


def _whole(desk: Desk, batch: Batch) -> Batch:
    """A batch with its lines in all stories."""
    return _whole_of(desk, batch.id)


def _whole_of(desk: Desk, batch: str) -> Batch:
    return Batch(batch, tuple(desk.ledger.batch(batch)))


def _check(desk: Desk, taken: Sequence[Batch], agreed: str, command: str) -> None:
    """Refuse what needs consent, what others rest on, and the campaign's founding."""
    if any(batch.holds((CampaignFounded,)) for batch in taken):
        raise WrongUsage("the campaign's founding cannot be taken back")
    story = battle_of(line for batch in taken for line in batch.lines)
    table = desk.table(story) if story else None
    if table is not None:
        check_begun(desk, table, taken)
    asked = consent(desk, table, agreed=agreed, command=command)
    undoing.check_consent(taken, asked)
    check_rest(desk.game.correction, taken, desk.told)


def _undo_of(desk: Desk, lines: Sequence[Line]) -> str:
    """The command that takes back again what was put back."""
    story = battle_of(lines)
    return battle_undo(desk, desk.table(story), lines) if story else undo_of(lines)


def _show(taken: Sequence[Batch], command: str, why: str = "", *, as_json: bool) -> None:
    """Show what would be taken back or put back, and the command that does it."""
    lines = [line for batch in taken for line in batch.lines if not _heads(line)]
    if as_json:
        document = [
            {"batch": batch.id, "by": batch.by, "told": [line.data.told() for line in batch.lines]}
            for batch in taken
        ]
        say_json({"recorded": False, "batches": document, "why": why, "command": command})
        return
    say("nothing was recorded; this is what it is about:")
    say(*(told(line) for line in lines))
    say(*([why] if why else []), f"to do it: {command}")


def _heads(line: Line) -> bool:
    """Whether a line only says in place of what the next ones stand."""
    return isinstance(line.data, BatchAmended)


def _answer(
    desk: Desk, story: str, written: list[Line], before: dict[str, Any], undo: str
) -> Answer:
    """The answer to a mask that was written."""
    masked = masked_lines(desk.ledger.batch, written)
    table = _table(desk, story) if before else None
    if table is None or not (table.between or table.fight.opened):
        return Answer(lines=written, undo=undo, masked=masked)
    return Answer(
        lines=written,
        masked=masked,
        changed=changes(table.game.sheets, before, table.shown()),
        next=table.ask(),
        undo=undo,
    )
