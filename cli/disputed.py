"""All that is known of a dispute, as `acta dispute show` gives it, worked out from the record."""

import re
import shlex
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from cli.answers import cause, changes, entry
from cli.desk import Desk
from cli.disputes import Case, parties
from cli.lines import line as written
from cli.record import rolled, source
from cli.rulebook import rule_of, rules
from cli.sitting import Table
from cli.table import legal_lines
from cli.version import PROGRAM
from domain.books import Books
from domain.evidence import Judged, gathered
from domain.ledger.fold import Reckoning
from domain.ledger.record import Line
from domain.terms import Event, Refusal

Plain = dict[str, Any]
_RULES = re.compile(r"(M[A-Z]-[A-Z]{3}-)(\d+)((?:(?:,| and| or| to) (?:\1|-)?\d+)*)")
_FURTHER = re.compile(r"(,|and|or|to) (?:M[A-Z]-[A-Z]{3})?-?(\d+)")


class Disputed:
    """A dispute with its evidence, which is gathered anew; raises StorageFailed if it changed."""

    def __init__(self, desk: Desk, case: Case) -> None:
        self.desk, self.case = desk, case
        self.evidence = gathered(desk.game, desk.ledger, case.opened.about, case.opened.rests)
        self.before = self._table(self.evidence.before)
        self.behind = self._table(self.evidence.after)

    def _table(self, state: Any) -> Table | None:
        """What was on the table, if anything was."""
        game = self.evidence.game
        if state is None or game is None:
            return None
        home = self.evidence.about.batch.rpartition("/")[0]
        return Table(home, game, state, aftermath=self.evidence.aftermath)

    @cached_property
    def line(self) -> str:
        """The line as it is typed, in canonical form; empty where nobody types one."""
        action = cause(self.evidence.lines[0])
        if self.before is None or action is None:
            return ""
        try:
            return written(action, self.before.game.language, self.before.scene)
        except Refusal:
            return ""

    @property
    def battle(self) -> bool:
        """Whether a battle was on the table: that has a map."""
        table = self.behind
        return table is not None and not table.between and not table.aftermath

    def shown(self, table: Table | None, state: Any) -> Plain:
        """A state as JSON: of a battle, an aftermath, a season; else the crew it is about."""
        if table is not None:
            return table.shown()
        crew = state.crews.get(self.evidence.about.story) if isinstance(state, Books) else None
        found: Plain = msgspec.to_builtins(crew) if crew else {}
        return found

    @property
    def changed(self) -> list[str]:
        """What the line changed, old to new."""
        if self.before is not None and self.behind is not None:
            return changes(self.before.game.sheets, self.before.shown(), self.behind.shown())
        return []

    @property
    def legal(self) -> list[str]:
        """The simple lines that were legal then, and those that hold numbers."""
        if self.before is None:
            return []
        return [*legal_lines(self.before), *self.before.ask()["patterns"]]

    @property
    def dice(self) -> list[Plain]:
        """What was rolled: the sentence with its faces, where they came from, the sealed place."""
        return [
            {
                "address": line.address,
                "told": line.data.told(),
                "source": source(line),
                "place": getattr(line.data, "place", 0),
            }
            for line in self.evidence.lines
            if rolled(line)
        ]

    @cached_property
    def _unit(self) -> str:
        """What it came of: an action's batch, or a piece of an amendment."""
        about = self.evidence.about
        return Reckoning(self.desk.ledger.story(about.story)).unit(about)

    @cached_property
    def _home(self) -> list[Line]:
        """The lines of the story in which that lies."""
        return self.desk.ledger.story(self._unit.rpartition("/")[0])

    @cached_property
    def effect(self) -> list[str]:
        """The amendments that stand in its place, be it that one of them was amended again."""
        reckoning, found, unit = Reckoning(self._home), list[str](), self._unit
        for batch, headings in reckoning.amended.items():
            if batch not in reckoning.struck and unit in {one.batch for one in headings}:
                found.append(batch)
                unit = reckoning.replaced[unit]
        return found

    @property
    def _standing(self) -> str:
        """The line that is amended to mend it: itself, or the one in its place; empty for none."""
        reckoning, unit = Reckoning(self._home), self._unit
        while unit in reckoning.replaced:
            unit = reckoning.replaced[unit]
        mine = (line for line in self._home if reckoning.unit(line) == unit)
        first = next((line.address for line in mine if reckoning.counts(line)), "")
        return self.case.opened.about if first and unit == self._unit else first

    @property
    def taken_back(self) -> bool:
        """Whether the line does not count any more, nor something in its place."""
        about = self.evidence.about
        lines = self.desk.ledger.story(about.story)
        return not self.effect and Reckoning(lines).gone(about)

    @property
    def rules(self) -> list[Plain]:
        """The rules it is about, with their text: first the one that whoever doubts it names.

        Then what refuses the line, what was asked, and what the event that it came to names: these
        decide. At last what the further events name.
        """
        asks = self.before.ask()["question"] if self.before else {}
        named = [self.case.opened.rule, *(one.rule for one in self.evidence.judged)]
        events = [cited(type(line.data)) for line in self.evidence.lines]
        decides = {*named, asks.get("rule", ""), *events[0]}
        named += [asks.get("rule", ""), *(rule for each in events for rule in each)]
        texts = dict(rules(self.desk.game.rulebook))
        return [
            rule_of(self.desk.game, rule, texts) | {"decides": rule in decides}
            for rule in dict.fromkeys(named)
            if rule in texts
        ]

    @cached_property
    def branches(self) -> list[Plain]:
        """The branches that leave before the disputed line: what each did first."""
        from cli.branches import all_of

        story = self.evidence.about.story
        first = next(line for line in self.evidence.lines if line.story == story)
        left = f"{story}/{first.line - 1}"
        return [
            {"branch": one.story, "name": one.name, "line": _first_line(self.desk, one.story)}
            for one in all_of(self.desk.ledger)
            if one.left == left
        ]

    @property
    def before_address(self) -> str:
        """The line of its story before the disputed action; empty if that was the first."""
        story = self.evidence.about.story
        first = next(line for line in self.evidence.lines if line.story == story)
        return f"{story}/{first.line - 1}" if first.line > 1 else ""

    @property
    def amend(self) -> str:
        """The command that mends the line after a ruling; with its reason."""
        ruled = self.case.state.ruled
        return self.amending(ruled.reason if ruled else "…")

    def amending(self, reason: str) -> str:
        """The command that mends the line, as the newest branch that left before it began.

        Empty where nothing of it counts any more.
        """
        if not self._standing:
            return ""
        tried = [one["line"] for one in self.branches if one["line"]]
        line = shlex.quote(tried[-1]) if tried else "LINE"
        return f"acta amend {self._standing} {line} --why {shlex.quote(reason)}"

    def document(self) -> Plain:
        """All of it as JSON."""
        case, about = self.case, self.evidence.about
        gone = self.taken_back or bool(self.effect)
        found: Plain = {
            **case.row(),
            "rule": case.opened.rule,
            "opened": stamped(case.begun),
            "rests": [msgspec.to_builtins(mark) for mark in case.opened.rests],
            "line": self.line,
            "recorded": {**stamped(about), "program": about.program, "batch": about.batch},
            "events": [entry(line, retracted=gone) for line in self.evidence.lines],
            "taken_back": self.taken_back,
            "effect": self.effect,
            "before_address": self.before_address,
            "before": self.shown(self.before, self.evidence.before),
            "after": self.shown(self.behind, self.evidence.after),
            "changed": self.changed,
            "map": self._map(),
            "dice": self.dice,
            "legal": self.legal,
            "rules": self.rules,
            "judged": [_judged(one) for one in self.evidence.judged],
            "program": PROGRAM,
            "branches": self.branches,
            "sides": [list(side) for side in parties(self.desk, case).sides],
        }
        if case.ruling is not None and case.state.ruled is not None:
            ruled = case.state.ruled
            consents = [{"name": one.name, "how": one.how} for one in ruled.consents]
            verdict = {"verdict": ruled.verdict.value, "reason": ruled.reason}
            found["ruling"] = {**stamped(case.ruling), **verdict, "consents": consents}
        return found

    def _map(self) -> Any:
        table = self.before if self.before is not None else self.behind
        return table.game.sheets.map(table.state).document if table and self.battle else {}


def stamped(line: Line) -> Plain:
    """Where a line stands, who wrote it, for whom and when."""
    return {"address": line.address, "by": line.by, "for": line.for_, "at": line.at}


def _judged(one: Judged) -> Plain:
    found: Plain = {"address": one.line.address, "agrees": one.agrees}
    if not one.agrees:
        found |= {"expected": one.expected, "found": one.found, "rule": one.rule}
    return found


def _first_line(desk: Desk, story: str) -> str:
    """The first line that was typed in a branch and counts; empty if there is none."""
    from cli.retelling import moves

    found = moves(desk.table(story), desk.ledger.story(story))
    return next((move.text for move in found if move.text), "")


def cited(event: type[Event]) -> list[str]:
    """The rules that an event's own words name."""
    return list(dict.fromkeys(_cited(event.__doc__ or "")))


def _cited(text: str) -> Iterator[str]:
    for part, first, rest in _RULES.findall(text):
        last = int(first)
        yield f"{part}{last}"
        for how, number in _FURTHER.findall(rest):
            span = range(last + 1, int(number) + 1) if how == "to" else [int(number)]
            last = int(number)
            yield from (f"{part}{each}" for each in span)
