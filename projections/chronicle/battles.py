"""The chapter of a battle, in three lengths."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from domain.kinds import Kind
from projections.chronicle.aftermath import aftermath
from projections.chronicle.battle import Battle, Bout
from projections.chronicle.course import MINOR, Course
from projections.chronicle.memory import Memory
from projections.chronicle.opening import opening
from projections.chronicle.outcome import END, Swing, corrections, result, surprised, turn
from projections.chronicle.prose import Prose, Terms, Told, paragraph, who
from projections.chronicle.tree import (
    Block,
    Chapter,
    Dice,
    Figure,
    Heading,
    Length,
    Para,
    Quote,
    Spans,
    Text,
    spans,
)
from projections.chronicle.tree import Kind as Chapters
from projections.frame.templates import Frame
from projections.page import Row

DEAD = 2
"""So many deaths a paragraph tells."""
IN_A_PARAGRAPH = 4
"""So many sentences of the course a paragraph tells: those that weigh most."""


class Tale:
    """A battle told: its opening, its course, its end, what came of it."""

    def __init__(
        self,
        frame: Frame,
        battle: Battle,
        memory: Memory,
        terms: Terms,
        swing: Swing | None = None,
    ) -> None:
        """Tell a battle; `memory` remembers it from now on."""
        self.battle = battle
        self.prose = Prose(frame, battle.number)
        self.opening = list(opening(self.prose, battle, memory))
        self.course = list(Course(self.prose, battle, memory, terms).tell())
        self.result = list(result(self.prose, battle, memory, scored=terms.scored))
        self.turn = list(turn(self.prose, battle, swing))
        self.turned = surprised(battle, swing)
        self.corrections = list(corrections(self.prose, battle))
        self.after = list(aftermath(self.prose, battle, memory.deaths, terms.purse))
        memory.close(battle)


def number(story: str) -> str:
    """The number by which players know a battle: `3` of `battle-3`."""
    return story.rpartition("-")[2]


def title(frame: Frame, story: str, scenario: str, crews: Sequence[str]) -> str:
    """What the chapter of a battle is called."""
    prose = Prose(frame)
    listed = "".join(span.text for span in prose.listed(crews) if isinstance(span, Text))
    return prose.word("battle", n=number(story), scenario=scenario, crews=listed)


def chapter(
    frame: Frame, tale: Tale, length: Length, *, dice: bool = False, figure: Figure | None = None
) -> Chapter:
    """The chapter of a battle; where all is told, with a figure of it."""
    if length is Length.FULL:
        blocks = list(_full(tale, dice=dice, figure=figure))
    else:
        blocks = list(short(tale, IN_A_PARAGRAPH))
    battle = tale.battle
    crews = [side.met["crew_name"] for side in battle.met]
    called = title(frame, battle.story, battle.scenario, crews)
    return Chapter(Chapters.BATTLE, battle.story, called, tuple(blocks))


def short(tale: Tale, most: int) -> list[Para]:
    """A battle in a paragraph: how it opened, what weighed most, how it ended, who died."""
    after = [told for told in tale.after if told.weight >= END - 1][:DEAD]
    course = [told for told in tale.course if told.weight > MINOR]
    chosen = heaviest([*course, *tale.turn], most)
    return paragraph(
        [*tale.opening[:1], *(told.said for told in (*chosen, *tale.result[:1], *after))]
    )


def heaviest(told: Sequence[Told], most: int) -> list[Told]:
    """The sentences that weigh most, in their order; of equals the earlier ones."""
    ranked = sorted(range(len(told)), key=lambda place: (-told[place].weight, place))
    return [told[place] for place in sorted(ranked[:most])]


def _full(tale: Tale, *, dice: bool, figure: Figure | None) -> Iterator[Block]:
    yield from paragraph(tale.opening)
    rolls = {each.number: each.items for each in tale.battle.rounds}
    for number, blocks in _rounds(tale):
        yield from blocks
        if dice and (found := tuple(_dice(tale, rolls.get(number, [])))):
            yield Dice(found)
    yield from paragraph(told.said for told in (*tale.result, *tale.turn, *tale.corrections))
    if figure:
        yield figure
    if tale.after:
        yield Heading(tale.prose.part("aftermath"))
        for _, some in groupby(tale.after, lambda told: told.round):
            yield from paragraph(told.said for told in some)
    yield from notes(tale.battle.notes)


def _rounds(tale: Tale) -> Iterator[tuple[int, list[Para]]]:
    """A paragraph for each round; rounds in which nothing happened are told together."""
    prose = tale.prose
    told = {
        number: [each.said for each in group]
        for number, group in groupby(tale.course, lambda each: each.round)
    }
    numbers = [each.number for each in tale.battle.rounds]
    for quiet, some in groupby(numbers, lambda number: number not in told):
        run = list(some)
        if quiet:
            label = _label(prose, run[0], run[-1])
            yield run[-1], paragraph([label, prose.say("quiet")])
            continue
        for number in run:
            yield number, paragraph([_label(prose, number, number), *told[number]])


def _label(prose: Prose, first: int, last: int) -> Spans:
    if not first:
        return prose.part("no-round")
    code = "round" if first == last else "rounds"
    return prose.part(code, n=prose.number(first), last=prose.number(last))


def _dice(tale: Tale, items: Iterable[Bout | Row]) -> Iterator[Spans]:
    """The dice of a round, blow by blow."""
    prose = tale.prose
    for item in items:
        for row in item.blows if isinstance(item, Bout) else ():
            detail = row["detail"]
            if "die" in detail:
                yield spans(
                    *prose.say(
                        "clause-die",
                        row,
                        who=who(row),
                        other=row["other_name"],
                        die=detail["die"],
                        face=detail["face"],
                        number=row["number"],
                        against=detail["against"],
                    )
                )


def notes(rows: Iterable[Row]) -> Iterator[Quote]:
    """What players wrote, word for word; on several members at once it is one note."""
    seen: set[str] = set()
    for row in rows:
        if row["kind"] == Kind.NOTED and row["address"] not in seen:
            seen.add(row["address"])
            yield Quote(row["text"], address=row["address"])
