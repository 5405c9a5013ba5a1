"""Disputes as the desk knows them: which there are, who rules on them, which are still open."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cli.desk import Desk
from domain import dispute
from domain.campaign import STORY
from domain.counting import there
from domain.crew import PREFIX as CREWS
from domain.dispute import DISPUTES, Dispute, DisputeOpened, Parties
from domain.ledger.fold import masked
from domain.ledger.record import Line
from domain.marks import parted
from domain.names import said
from domain.states import of_battle
from domain.terms import Ambiguous, NotFound, StorageFailed, WrongUsage


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute on record: its story, the line that opened it, and how it stands."""

    story: str
    begun: Line
    state: Dispute
    ruling: Line | None = None

    @property
    def number(self) -> str:
        """The number by which it is named."""
        return self.story.removeprefix(dispute.PREFIX)

    @property
    def opened(self) -> DisputeOpened:
        """How it was opened."""
        if self.state.opened is None:
            raise WrongUsage(f"{self.story} was taken back")
        return self.state.opened

    @property
    def status(self) -> str:
        """Whether it is open, or what was ruled."""
        return "open" if self.state.ruled is None else self.state.ruled.verdict.value

    def told(self) -> str:
        """What it is about, and which command looks at it."""
        return f"dispute {self.number} is open: {self.opened.told()}"

    def row(self) -> dict[str, Any]:
        """The dispute as a list shows it."""
        return {
            "dispute": int(self.number),
            "about": self.opened.about,
            "text": self.opened.text,
            "by": self.begun.by,
            "status": self.status,
        }


def cases(desk: Desk) -> list[Case]:
    """All disputes but those that were taken back."""
    stories = [story for story in desk.ledger.stories() if story.startswith(dispute.PREFIX)]
    return [one for story in stories if (one := _case(desk, story)) is not None]


def _case(desk: Desk, story: str) -> Case | None:
    state = desk.ledger.tell(story, DISPUTES)
    if state.opened is None:
        return None
    lines = desk.ledger.story(story)
    struck = masked(lines)
    counted = [line for line in lines if line.batch not in struck]
    begun = next(line for line in counted if line.data == state.opened)
    ruling = next((line for line in counted if line.data == state.ruled), None)
    return Case(story=story, begun=begun, state=state, ruling=ruling)


def open_cases(desk: Desk) -> list[Case]:
    """The disputes that wait for a ruling."""
    return [case for case in cases(desk) if case.state.open]


def case_of(desk: Desk, name: str) -> Case:
    """The dispute of that number, or the only one that is open; raises NotFound, Ambiguous."""
    known = cases(desk)
    if name:
        wanted = name.removeprefix(dispute.PREFIX)
        for case in known:
            if case.number == wanted:
                return case
        hint = there(case.number for case in known) or _OPEN
        raise NotFound(f"there is no dispute {said(name)}", hint=hint)
    found = [case for case in known if case.state.open] or known[-1:]
    if len(found) > 1:
        told = [f"{case.number}: {case.opened.told()}" for case in found]
        hint = f"acta dispute show {found[0].number}"
        raise Ambiguous(f"several disputes are open: {'; '.join(told)}", told, hint=hint)
    if not found:
        raise NotFound("there is no dispute", hint=_OPEN)
    return found[0]


_OPEN = 'acta dispute open ADDRESS "SENTENCE" opens one'


def hints(desk: Desk, found: Iterable[Case]) -> list[str]:
    """What is said of disputes that are open wherever something is next.

    Whoever it is about may have left meanwhile: a note settles it then.
    """
    told = []
    for case in found:
        gone = _gone(desk, case)
        verdicts = "note" if gone else "uphold|overturn|note"
        how = f"acta dispute rule {case.number} {verdicts} REASON settles it"
        told.append(f"{case.told()}; {gone}acta dispute show {case.number}, {how}")
    return told


def _gone(desk: Desk, case: Case) -> str:
    """Who left of those that the disputed lines name, as the beginning of what is said."""
    about = _about(desk, case)
    batch = desk.ledger.batch(about.batch) if about else []
    named = {who for line in batch for who in _named(msgspec.to_builtins(line.data))}
    left = [
        member.who.name
        for crew in desk.books().crews.values()
        for member in crew.members
        if member.who.id in named and not member.present
    ]
    return f"{', '.join(left)} left since; " if left else ""


def _about(desk: Desk, case: Case) -> Line | None:
    """The disputed line; None where a record was cut off before it."""
    story, number = parted(case.opened.about)
    return next((line for line in desk.ledger.story(story) if line.line == number), None)


def _named(value: Any) -> Iterator[str]:
    """The ids of all whom an event names."""
    if isinstance(value, dict):
        if value.keys() == {"id", "name"}:
            yield value["id"]
        for part in value.values():
            yield from _named(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _named(part)


# Who rules


def parties(desk: Desk, case: Case) -> Parties:
    """Who rules on a dispute: the sides of its battle; else who recorded the line, who doubts it.

    Of a crew's line its player has a say as well. The organiser is who founded the campaign.
    """
    founding = desk.ledger.story(STORY)[:1]
    organiser = founding[0].by if founding else ""
    return Parties(sides=_sides(desk, case), organiser=organiser)


def _sides(desk: Desk, case: Case) -> tuple[tuple[str, ...], ...]:
    story = parted(case.opened.about)[0]
    line = _about(desk, case)
    if line is None:
        raise StorageFailed(f"{case.opened.about} is not on record any more", hint="acta audit")
    home = line.batch.rpartition("/")[0]
    battle = next((each for each in (story, home) if of_battle(each)), "")
    if battle:
        return _told_apart([tuple(filter(None, side)) for side in desk.parties(battle)])
    sides: list[tuple[str, ...]] = [(line.by,), (case.begun.by,)]
    if story.startswith(CREWS):
        crew = desk.books().crew(story)
        sides.append((crew.who.name, crew.player) if crew.player else (crew.who.name,))
    return _told_apart(sides)


def _told_apart(sides: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Sides without those that are the same again."""
    return tuple(dict.fromkeys(sides))
