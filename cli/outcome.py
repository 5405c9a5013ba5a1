"""A correction as it is shown: what stands instead, and every number that it changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from cli.amendment import shown
from cli.answers import Answer, document, told
from cli.desk import Desk
from cli.rows import say, say_json
from cli.rows import table as show_table
from domain.amending import Conflict as Misfit
from domain.amending import Outcome
from domain.consequences import Change
from domain.counting import counted
from domain.ledger.record import Line
from domain.terms import Conflict
from domain.undo import Batch
from domain.voided import BattleVoided
from domain.worlds import World


def batches_of(outcome: Outcome) -> list[Batch]:
    """The batches that a correction replaces."""
    return [Batch(unit.id, unit.lines) for unit in outcome.replaced]


def misfits(conflicts: Iterable[Misfit]) -> Iterator[str]:
    """Conflicts as rows of the answer: each line, and what refuses it."""
    for one in conflicts:
        yield f"  {one.address}  {one.told}"
        yield f"    {one.why}"


def show_outcome(
    desk: Desk,
    outcome: Outcome,
    changes: Sequence[Change],
    command: str,
    *,
    as_json: bool,
) -> None:
    """What would change, and the command that does it."""
    if as_json:
        say_json({"recorded": False, "command": command} | as_document(outcome, changes))
        return
    say("nothing was recorded; this is what would change:")
    say(*(f"it would say: {line.data.told()}" for line in outcome.lines[:1]))
    say_units(outcome)
    say_changes(desk, changes)
    if outcome.dropped:
        say("dropped, for there is no place for them any more:", *misfits(outcome.dropped))
    if outcome.to_roll:
        say(
            f"{outcome.to_roll} asks for sealed dice: they are rolled when you say --yes, what"
            " comes behind them is judged then, and a line without a place is dropped"
        )
    say(f"to do it: {command}")


def say_units(outcome: Outcome) -> None:
    """Print what is said no more (-), and what instead (+); a battle that is void in one line."""
    pieces = _pieces(outcome)
    event = outcome.lines[0].data if outcome.lines else None
    gone = event.battle if isinstance(event, BattleVoided) else ""
    count = sum(len(unit.lines) for unit in outcome.replaced if unit.home == gone)
    say(*([f"- {gone} and its aftermath: {counted(count, 'line')}"] if gone else []))
    for unit in outcome.replaced:
        if unit.home != gone:
            new = pieces.get(unit.id, [])
            say(*(f"- {told(line)}" for line in _without(unit.lines, new)))
            say(*(f"+ {line.data.told()}" for line in _without(new, unit.lines)))


def _without(lines: Iterable[Line], others: Iterable[Line]) -> Iterator[Line]:
    """The lines that say something which none of the others says."""
    said = Counter(line.data.told() for line in others)
    for line in lines:
        text = line.data.told()
        if said[text]:
            said[text] -= 1
        else:
            yield line


def _pieces(outcome: Outcome) -> dict[str, list[Any]]:
    """The new lines in place of each unit."""
    from domain.ledger.amended import BatchAmended
    from domain.ledger.fold import MASKS

    found: dict[str, list[Any]] = {}
    unit = ""
    for line in outcome.lines:
        if isinstance(line.data, BatchAmended):
            unit = line.data.batch
        elif not isinstance(line.data, MASKS):
            found.setdefault(unit, []).append(line)
    return found


def say_changes(desk: Desk, changes: Sequence[Change]) -> None:
    """Print every number that changes, before and after."""
    heads = desk.game.words.heads
    rows = [
        {
            "whose": f"{each.name} in {each.story}" if each.story else each.name,
            "what": heads.get(each.what, each.what.replace("_", " ")),
            "before": shown(each.before),
            "after": shown(each.after),
        }
        for each in changes
    ]
    if rows:
        show_table(("whose", "what", "before", "after"), rows)


def as_document(outcome: Outcome, changes: Sequence[Change]) -> dict[str, Any]:
    """An amendment as JSON gives it."""
    pieces = _pieces(outcome)
    return {
        "amended": [
            {
                "batch": unit.id,
                "before": [line.data.told() for line in unit.lines],
                "after": [line.data.told() for line in pieces.get(unit.id, ())],
            }
            for unit in outcome.replaced
        ],
        "changes": [msgspec.to_builtins(each) for each in changes],
        "conflicts": [msgspec.to_builtins(each) for each in outcome.conflicts],
        "dropped": [msgspec.to_builtins(each) for each in outcome.dropped],
        "to_roll": outcome.to_roll,
    }


def tell_outcome(desk: Desk, outcome: Outcome, changes: Sequence[Change], *, as_json: bool) -> None:
    """The answer to a correction that is on record."""
    undo = f"acta undo --to {outcome.lines[0].address} --yes"
    story = outcome.replaced[0].home
    answer = Answer(lines=outcome.lines, undo=undo, next=desk.table(story).ask())
    if as_json:
        say_json(document(answer) | as_document(outcome, changes))
        return
    say(told(outcome.lines[0]))
    say_units(outcome)
    say_changes(desk, changes)
    if outcome.dropped:
        say("dropped, for there is no place for them any more:", *misfits(outcome.dropped))
    say(f"next: {answer.next['told']}", f"undo: {answer.undo}")


def save(desk: Desk, world: World, outcome: Outcome) -> None:
    """Put a correction on record. Raises Conflict where somebody wrote meanwhile."""
    if not desk.ledger.append(outcome.lines, world.ends):
        raise Conflict(
            "somebody else wrote first, nothing was saved",
            hint="acta log, then look at the amendment again",
        )
