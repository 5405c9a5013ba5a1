"""The numbers of a line: one on record, one that could be typed, a roll that is due."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from cli.desk import CREWS, Desk
from cli.lines import action as action_of
from cli.phrases import phrases
from cli.seeking import Seeker
from cli.shell_words import joined
from cli.whose import Between, Traced, fights, fought, sentence, thing, why_of
from domain.campaign import STORY
from domain.explaining import Change, Explanation, Made, Trace, met
from domain.ledger.fold import Reckoning
from domain.ledger.record import Line
from domain.lines import Redo, Undo
from domain.names import said
from domain.terms import Elsewhere, Event, NotFound, WrongUsage


class Altered(msgspec.Struct, frozen=True):
    """A number that a line changed: what to type for it, what it is in words, the change."""

    thing: str
    what: str
    change: Change


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """What a line rests on: its sentence, its numbers, what it changed."""

    told: tuple[str, ...]
    numbers: tuple[Explanation, ...]
    changed: tuple[Altered, ...] = ()
    address: str = ""
    gone: str = ""  # how it ceased to count


def of_line(desk: Desk, seeker: Seeker, address: str) -> Explained:
    """A line on record, as it was judged: the numbers it tells, and those it changed."""
    story = address.rpartition("/")[0]
    lines = _lines(desk, story)
    line = next((one for one in lines if one.address == address), None)
    if line is None:
        raise NotFound(f"there is no line {said(address)}", hint="acta log")
    gone = Reckoning(lines).fate(line)
    made = why_of(desk).line(_before(desk, lines, line), line.data)
    return Explained(
        told=(line.data.told(),),
        numbers=_numbers(made, _trace(desk, seeker, story), address),
        changed=() if gone else tuple(_changed(desk, seeker, story, address)),
        address=address,
        gone=gone,
    )


def _lines(desk: Desk, story: str) -> list[Line]:
    """What a story's lines are judged on, and they."""
    if fights(desk, story):
        return fought(desk, story)
    return desk.told(*((STORY, story) if story.startswith(CREWS) else (story,)))


def _before(desk: Desk, lines: Sequence[Line], line: Line) -> Any:
    """The state that a line met."""
    decider = desk.game.battle if fights(desk, line.story) else desk.game.books
    return met(decider, lines, line.address)


def _changed(desk: Desk, seeker: Seeker, story: str, address: str) -> Iterator[Altered]:
    """What a line changed, of everybody whose numbers its story tells."""
    shown: list[Traced | Between]
    if fights(desk, story):
        shown = [seeker.battle(story)]
    elif story.startswith(CREWS):
        shown = [seeker.between(story)]
    else:
        shown = [seeker.between(crew) for crew in desk.books().crews]
    for one in shown:
        owners = one.owners()
        for key, change in one.trace.of_line(address).items():
            if key.of in owners:
                owner = owners[key.of]
                what = sentence(owner, key, one.where, why_of(desk))
                yield Altered(thing(owner, key, one.where), what, change)


def _trace(desk: Desk, seeker: Seeker, story: str) -> Trace | None:
    """How the numbers that a story tells came about; the campaign's own tells none alone."""
    if fights(desk, story):
        return seeker.battle(story).trace
    return seeker.between(story).trace if story.startswith(CREWS) else None


def of_pending(desk: Desk, seeker: Seeker, battle: str) -> Explained:
    """The roll that is due."""
    table = desk.sitting(battle)
    trace = _trace(desk, seeker, table.story)
    numbers = _numbers(why_of(desk).pending(table.fight), trace)
    if not numbers:
        raise NotFound("nothing that is due has numbers to explain", hint="acta next")
    return Explained(told=(table.ask()["told"],), numbers=numbers)


def of_typed(desk: Desk, seeker: Seeker, battle: str, words: Sequence[str]) -> Explained:
    """Lines that could be typed now: what they would tell, and the roll that they would lead to.

    Nothing is recorded. Raises what `acta do` would raise.
    """
    table = desk.sitting(battle)
    events, found = list[Event](), list[Made]()
    for phrase in phrases(joined(words, desk.game.language), table.game.language):
        action = action_of(phrase, table.game.language, table.scene)
        if isinstance(action, Undo | Redo):
            raise WrongUsage("what is taken back has no numbers of its own", hint="acta why next")
        action = table.game.canonical(table.state, action)
        for event in table.game.battle.decide(table.state, action):
            plain = event.event if isinstance(event, Elsewhere) else event
            events.append(plain)
            found += why_of(desk).line(table.fight, plain)
            table = table.grown(table.game.battle.evolve(table.state, plain))
    found += (*why_of(desk).together(events), *why_of(desk).pending(table.fight))
    numbers = _numbers(found, _trace(desk, seeker, table.story))
    return Explained(told=tuple(event.told() for event in events), numbers=numbers)


def _numbers(made: Iterable[Made], trace: Trace | None, line: str = "") -> tuple[Explanation, ...]:
    """Numbers of a line, each with the lines on which its terms rest: earlier ones, or itself."""
    return tuple(
        Explanation(
            thing="",
            what=one.what,
            number=one.sum.total,
            terms=tuple(
                msgspec.structs.replace(term, address=term.address or line)
                for term in (trace.placed(one.sum.terms, line) if trace else one.sum.terms)
            ),
        )
        for one in made
    )
