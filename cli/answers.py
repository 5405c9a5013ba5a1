"""What a write answers: its addresses, what changed (old → new), what is next, how to undo."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from cli.rows import cell, say, say_json, talk
from domain.campaign import ContentTaken
from domain.ledger.amended import BatchAmended
from domain.ledger.fold import MASKS, BatchRestored, BatchRetracted, Reckoning
from domain.ledger.note import Checkpoint
from domain.ledger.record import Line
from domain.sheets import Sheets
from domain.terms import tag

Plain = Mapping[str, Any]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded (or, dry, would be): its lines, and what was asked before and after.

    `stopped` says why a dry run ended early; `undo` is the command that takes it back; `masked`
    are the lines that were taken back or put back, by batch; `log` is what may be signed for, where
    a battle was concluded, and `hints` say what is still open about it.
    """

    lines: Sequence[Line]
    changed: Sequence[str] = ()
    next: Plain = {}
    undo: str = ""
    dry_run: bool = False
    stopped: str = ""
    masked: Mapping[str, Sequence[Line]] = {}
    log: Checkpoint | None = None
    hints: Sequence[str] = ()


def mine(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that were asked for, without own content that was taken before them."""
    return [line for line in lines if not isinstance(line.data, ContentTaken)]


def undo_of(lines: Sequence[Line]) -> str:
    """The command that takes these lines of campaign or crews back."""
    lines = mine(lines)
    if not lines:
        return ""
    several = len({line.batch for line in lines}) > 1
    return f"acta undo --to {lines[0].address}" + (" --yes" if several else "")


def told(line: Line) -> str:
    """A line as the log tells it: its address, and its sentence."""
    return f"{line.address}  {line.data.told()}"


def masked_lines(
    batch: Callable[[str], Sequence[Line]], lines: Iterable[Line]
) -> dict[str, Sequence[Line]]:
    """The lines that these lines take back or put back, by batch."""
    named = (line.data.batch for line in lines if isinstance(line.data, MASKS))
    return {name: batch(name) for name in dict.fromkeys(named)}


def told_about(line: Line, masked: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    """A line as an answer tells it: of one that takes back or puts back, what it was about."""
    event = line.data
    if not isinstance(event, BatchRetracted | BatchRestored) or not masked.get(event.batch):
        yield told(line)
        return
    deed = "taken back" if isinstance(event, BatchRetracted) else "counts again"
    agreed = f"{event.agreed} agreed" if event.agreed else ""
    why = "; ".join(each for each in (event.reason, agreed) if each)
    for each in masked[event.batch]:
        if each.story == line.story and not isinstance(each.data, BatchAmended):
            yield f"{line.address}  {deed}{f' ({why})' if why else ''}: {each.data.told()}"


def entry(line: Line, *, retracted: bool = False, in_place_of: str = "") -> dict[str, Any]:
    """A line as `log --json` gives it; of an amendment with what it stands in place of."""
    name, _, version = tag(type(line.data)).rpartition("/")
    data = msgspec.to_builtins(line.data)
    data.pop("event", None)
    return {
        "address": line.address,
        "event": name,
        "version": int(version),
        "at": line.at,
        "by": line.by,
        "for": line.for_,
        "batch": line.batch,
        "retracted": retracted,
        **({"in_place_of": in_place_of} if in_place_of else {}),
        "told": line.data.told(),
        "data": data,
    }


def entries(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines as `log --json` gives them, with what was taken back since."""
    lines = list(lines)
    reckoning = Reckoning(lines)
    return [entry_of(line, reckoning) for line in lines]


def entry_of(line: Line, reckoning: Reckoning) -> dict[str, Any]:
    """A line as `log --json` gives it, among others."""
    return entry(line, retracted=reckoning.gone(line), in_place_of=reckoning.instead(line))


def give(answer: Answer, *, as_json: bool) -> None:
    """Print an answer."""
    if as_json:
        say_json(document(answer))
        return
    if answer.dry_run:
        say("nothing was recorded; this would be:")
    say(*(row for line in answer.lines for row in told_about(line, answer.masked)))
    say(*answer.changed)
    if answer.stopped:
        say(answer.stopped)
    if answer.log is not None:
        say(f"log: {answer.log.told()}; acta sign makes a receipt of it")
    talk(*(f"hint: {hint}" for hint in answer.hints))
    if answer.next:
        say(f"next: {answer.next['told']}")
    if answer.undo and answer.lines and not answer.dry_run:
        say(f"undo: {answer.undo}")


def document(answer: Answer) -> dict[str, Any]:
    """An answer as JSON gives it."""
    found: dict[str, Any] = {
        "address": next((line.address for line in mine(answer.lines)), ""),
        "lines": [entry(line) | _about(line, answer.masked) for line in answer.lines],
        "changed": list(answer.changed),
        "undo": answer.undo,
    }
    if answer.next:
        found["next"] = dict(answer.next)
    if answer.log is not None:
        found["log"] = {"size": answer.log.size, "root": answer.log.root.hex()}
    found |= {"hints": list(answer.hints)} if answer.hints else {}
    if answer.dry_run:
        found |= {"dry_run": True, "stopped": answer.stopped}
    return found


def _about(line: Line, masked: Mapping[str, Sequence[Line]]) -> dict[str, Any]:
    """What a line that takes back or puts back is about, as JSON gives it."""
    if not isinstance(line.data, MASKS):
        return {}
    mine = (each for each in masked.get(line.data.batch, ()) if each.story == line.story)
    return {"about": [each.data.told() for each in mine]}


def changes(sheets: Sheets, before: Plain, after: Plain) -> list[str]:
    """What differs between two states of a battle, or two of its aftermath, old → new."""
    if "crews" in before and "crews" in after:
        return list(_settled(sheets, before, after))
    if "crews" in before or "crews" in after:
        return []
    return [*_members(sheets, before, after), *_scores(sheets, before, after)]


def _members(sheets: Sheets, before: Plain, after: Plain) -> Iterator[str]:
    old = {member["id"]: member for member in before.get("members", ())}

    def said(value: Any) -> str:
        return sheets.place(after, value) if isinstance(value, str) else str(value)

    for member in after.get("members", ()):
        was = old.get(member["id"])
        if was is None:
            continue
        parts = [
            f"{word} {said(was[key]) or 'none'} → {said(member[key]) or 'none'}"
            for key, word in sheets.changed.items()
            if was[key] != member[key]
        ]
        if parts:
            yield f"{member['name']}: {', '.join(parts)}"


def _scores(sheets: Sheets, before: Plain, after: Plain) -> Iterator[str]:
    for crew, points in after.get("scores", {}).items():
        was = before.get("scores", {}).get(crew, 0)
        if was != points:
            yield f"{crew}: {sheets.scored} {was} → {points}"


def _settled(sheets: Sheets, before: Plain, after: Plain) -> Iterator[str]:
    """What an aftermath changed: money, and each profile."""
    crews = {crew["id"]: crew for crew in before["crews"]}
    for crew in after["crews"]:
        was = crews.get(crew["id"], {})
        yield from _altered(crew["name"], was, crew, sheets.purse)
        members = {one["id"]: one for one in was.get("members", ())}
        for one in crew["members"]:
            yield from _altered(one["name"], members.get(one["id"], {}), one, sheets.grown)


def _altered(name: str, was: Plain, now: Plain, words: Mapping[str, str]) -> Iterator[str]:
    parts = [
        f"{word} {cell(was[key]) or 'none'} → {cell(now[key]) or 'none'}"
        for key, word in words.items()
        if key in was and was[key] != now[key]
    ]
    if parts:
        yield f"{name}: {', '.join(parts)}"


def cause(line: Line) -> Any:
    """The action that a line came of, None on all but the first it yielded."""
    return None if line.cause is UNSET else line.cause
