"""A battle's record as moves: each typed line, and what came of it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cli.answers import cause, changes, entry
from cli.desk import Table
from cli.lines import line as written
from domain.ledger.fold import MASKS, fold, masked
from domain.ledger.record import Line
from domain.terms import Refusal


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A batch of a battle: the line that was typed for it, its lines, and what changed."""

    text: str
    lines: Sequence[Line]
    changed: Sequence[str]

    def document(self) -> dict[str, Any]:
        """The move as JSON."""
        return {
            "line": self.text,
            "events": [entry(line) for line in self.lines],
            "changed": list(self.changed),
        }


def moves(table: Table, lines: Sequence[Line]) -> Iterator[Move]:
    """The moves that count, in order."""
    struck = masked(lines)
    counted = [
        line for line in lines if line.batch not in struck and not isinstance(line.data, MASKS)
    ]
    game, state = table.game, table.game.battle.initial
    for batch in dict.fromkeys(line.batch for line in counted):
        mine = [line for line in counted if line.batch == batch]
        before = state
        state = fold_on(table, before, mine)
        was = game.show(before) if before.opened else {}
        yield Move(
            text=typed(Table(table.story, game, before), mine[0]),
            lines=mine,
            changed=changes(was, game.show(state)),
        )


def fold_on(table: Table, state: Any, lines: Sequence[Line]) -> Any:
    """The state after some more lines that count."""
    for line in lines:
        state = table.game.battle.evolve(state, line.data)
    return state


def typed(table: Table, line: Line) -> str:
    """The canonical line of what caused a batch; empty where nobody types one."""
    action = cause(line)
    if action is None or not table.state.opened:
        return ""
    try:
        return written(action, table.game.language, table.scene)
    except Refusal:
        return ""


def state_of(table: Table, lines: Sequence[Line]) -> Any:
    """The state after these lines, whatever was taken back among them left out."""
    return fold(table.game.battle, lines)
