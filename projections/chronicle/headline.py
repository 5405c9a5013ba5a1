"""What fits a chat: a few sentences, never 2,000 characters, whatever names there are.

What weighs most is kept; where there is no room for a sentence it is left out, and the next one is
tried. A name that is longer than fits is cut short.
"""

from collections.abc import Iterable, Iterator

from domain.terms import NotFound
from projections.chronicle import battles, campaign, crews, members
from projections.chronicle.battles import Tale
from projections.chronicle.memory import Memory
from projections.chronicle.outcome import END, Turning
from projections.chronicle.prose import Prose, Told
from projections.chronicle.records import Records
from projections.chronicle.season import Season
from projections.chronicle.tree import (
    Chapter,
    Link,
    Para,
    Source,
    Span,
    Spans,
    Text,
    Wanted,
    para,
    words,
)
from projections.chronicle.tree import Kind as Chapters
from projections.frame.templates import Frame
from projections.standings import standings

ROOM = 1_500
"""Characters of sentences; title and provenance have the rest of 2,000."""
NAME = 40
"""A name of more characters is cut short."""
LAST = 3
"""So many of the newest battles are told of a campaign."""


def chapter(frame: Frame, season: Season, wanted: Wanted, turning: Turning) -> Chapter:
    """A chapter of one paragraph."""
    if wanted.battle:
        return _battle(frame, season, wanted.battle, turning)
    if wanted.member or wanted.crew:
        return _card(frame, season, wanted)
    return _campaign(frame, season)


def fitting(told: Iterable[Told], room: int = ROOM) -> Para:
    """The sentences that weigh most and fit, in their order."""
    each = [(one.weight, place, cut(one.said)) for place, one in enumerate(told)]
    kept: list[tuple[int, Spans]] = []
    for _, place, said in sorted(each, key=lambda one: (-one[0], one[1])):
        length = len(words(said)) + 1
        if length <= room:
            room -= length
            kept.append((place, said))
    joined: list[str | Span] = []
    for _, said in sorted(kept, key=lambda one: one[0]):
        joined += [*([" "] if joined else []), *said]
    return para(*joined)


def cut(said: Spans) -> Spans:
    """A sentence whose names are short."""
    return tuple(
        Link(span.to, short(span.text)) if isinstance(span, Link) else _shorter(span)
        for span in said
    )


def short(name: str) -> str:
    """A name that is not too long."""
    return name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…"


def _shorter(span: Text | Source) -> Text | Source:
    if isinstance(span, Text) and len(span.text) > NAME * LAST:
        return Text(f"{span.text[: NAME * LAST - 1].rstrip()}…")
    return span


def _battle(frame: Frame, season: Season, story: str, turning: Turning) -> Chapter:
    memory = Memory()
    for battle in season.told():
        if battle.story == story:
            break
        memory.take(battle)
    else:
        raise NotFound(f"no battle that counts is called {story}", hint="acta battle list")
    tale = Tale(frame, battle, memory, season.terms, turning(story))
    crews_ = [short(side.met["crew_name"]) for side in battle.met]
    title = battles.title(frame, story, short(battle.scenario), crews_)
    return Chapter(Chapters.BATTLE, story, title, (fitting(_told(tale)),))


def _told(tale: Tale) -> Iterator[Told]:
    """A battle in few sentences: how it opened and ended, what weighed most, who died."""
    yield from (Told(END, said) for said in tale.opening[:1])
    yield from battles.heaviest([*tale.course, *tale.turn], LAST)
    yield from tale.result[:1]
    yield from battles.heaviest([one for one in tale.after if one.weight > LAST], LAST)


def _card(frame: Frame, season: Season, wanted: Wanted) -> Chapter:
    """A crew or a member in few sentences, the earlier ones before the later ones."""
    kind = Chapters.CREW if wanted.crew else Chapters.MEMBER
    known = season.crews if wanted.crew else season.members
    named = known.get(wanted.crew or wanted.member)
    if named is None:
        raise NotFound(f"nothing is told of {wanted.crew or wanted.member}")
    card = crews.Card if wanted.crew else members.Card
    said = card(frame, season, named, 0).sentences()
    return Chapter(kind, named.id, short(named.name), (fitting(Told(1, one) for one in said),))


def _campaign(frame: Frame, season: Season) -> Chapter:
    """The campaign in few sentences: how far it is, who leads, the newest battles, records.

    None of them is about a roll, so that nobody need ask on which one a battle turned.
    """
    memory, records = Memory(), Records()
    newest: list[Tale] = []
    for battle in season.told():
        records.take(battle)
        if battle.number > len(season.battles) - LAST:
            newest.append(Tale(frame, battle, memory, season.terms))
        else:
            memory.take(battle)
    prose = Prose(frame)
    told = [
        *(Told(END, said) for said in campaign.opened(prose, season)),
        *(Told(END - 1, said) for said in _leading(prose, season)),
        *(Told(END - 2, said) for said in campaign.firsts(prose, records)),
        *(Told(END - 1, said) for said in campaign.dead(prose, season)),
        *(Told(END - 3 + at, said) for at, tale in enumerate(newest) for said in _newest(tale)),
    ]
    return Chapter(Chapters.CAMPAIGN, campaign.CAMPAIGN, short(season.name), (fitting(told),))


def _newest(tale: Tale) -> Iterator[Spans]:
    yield from tale.opening[:1]
    yield from (told.said for told in tale.result[:1])


def _leading(prose: Prose, season: Season) -> Iterator[Spans]:
    """Who stands first in the table."""
    rows = [row for row in standings(season.shelf) if row["played"]]
    first = [row for row in rows if row["rank"] == 1]
    if first:
        crews_ = prose.listed(Link(row["id"], row["crew"]) for row in first[:LAST])
        code = "leads-table" if len(first) == 1 else "lead-table"
        points = prose.number(first[0]["league"])
        values = {name: prose.number(first[0][name]) for name in ("won", "drawn", "lost")}
        yield prose.say(code, crews=crews_, n=first[0]["league"], points=points, **values)
