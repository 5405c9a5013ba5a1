"""What rests on what: nothing is taken from under it, and it is judged again with what it rests on.

A cause of a battle rests on its battle alone. One of campaign or crews, a battle's opening and
what is played between battles rest on the books; an aftermath rests on its battle and the books.
A later battle is concerned where its opening comes out differently: it holds all it is played with.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from domain.campaign import (
    STORY,
    BattleClosed,
    BattleListed,
    CampaignEvent,
    ContentTaken,
    CrewListed,
    HouseSet,
)
from domain.crew import PREFIX
from domain.ledger.amended import BatchAmended
from domain.ledger.fold import BatchRestored, BatchRetracted, Reckoning
from domain.ledger.record import Line
from domain.names import fold
from domain.roster import MemberRecruited, NoteAdded
from domain.terms import Event, RuleBroken
from domain.undo import SEASON, Batch, batches

if TYPE_CHECKING:
    from domain.worlds import Court


class Resting:
    """The stories that have changed so far."""

    def __init__(self) -> None:
        self._battles: set[str] = set()
        self._books = False

    def changed(
        self, before: Sequence[tuple[str, Event]], after: Sequence[tuple[str, Event]]
    ) -> None:
        """Remember the stories in which these events are not those."""
        for story in {story for story, _ in (*before, *after)}:
            if [e for s, e in before if s == story] == [e for s, e in after if s == story]:
                continue
            if story == STORY or story.startswith(PREFIX):
                self._books = True
            else:
                self._battles.add(story)

    @property
    def nothing(self) -> bool:
        """Whether all is as it was so far."""
        return not (self._books or self._battles)

    def concerns(self, story: str, court: "Court") -> bool:
        """Whether a cause of a story, judged there, rests on something that has changed."""
        return story in self._battles or (self._books and not court.apart)


def check_rest(rule: str, taken: Sequence[Batch], told: Callable[..., Sequence[Line]]) -> None:
    """Nothing else may rest on what is taken back: no later batch in any story it lies in.

    In the campaign's own story only what is about the same crew, battle, name or house rule rests;
    what a game tells there between battles rests on all of that kind before it.
    A battle rests on all that its crews were when it opened. `told` gives the lines of stories in
    the order in which they came onto the record: no clock says what is later.
    """
    gone = {batch.id for batch in taken}
    if any(batch.amends for batch in taken):
        _check_amended(rule, taken, told)
        return
    _check_battles(rule, taken, told)
    _check_content(rule, taken, told)
    for story in dict.fromkeys(line.story for batch in taken for line in batch.lines):
        about: set[str] | None = None
        known = batches(told(story))
        crews = _crews_of(known)
        for batch in known:
            mine = _about(batch, crews) if story == STORY else {story}
            if batch.id in gone:
                about = (about or set()) | mine
            elif about and about & mine and not batch.holds((NoteAdded,)):
                raise RuleBroken(
                    rule,
                    f"{batch.id} came later and rests on it: {batch.told}",
                    hint=f"acta undo --to {batch.id}",
                )


def _check_amended(rule: str, taken: Sequence[Batch], told: Callable[..., Sequence[Line]]) -> None:
    """On an amendment rests whatever was recorded after it in any of its stories, but notes."""
    gone = {batch.id for batch in taken}
    for story in dict.fromkeys(line.story for batch in taken for line in batch.lines):
        lines = told(story)
        reckoning = Reckoning(lines)
        last = max(number for number, line in enumerate(lines) if line.batch in gone)
        for line in lines[last + 1 :]:
            passed = isinstance(line.data, BatchRetracted | BatchRestored | NoteAdded)
            if not passed and line.batch not in reckoning.struck and not reckoning.gone(line):
                event = line.data
                amends = f"it amends {event.batch}." if isinstance(event, BatchAmended) else ""
                raise RuleBroken(
                    rule,
                    f"{line.batch} came later and rests on it: {amends or event.told()}",
                    hint=f"acta undo --to {line.batch}",
                )


def _check_battles(rule: str, taken: Sequence[Batch], told: Callable[..., Sequence[Line]]) -> None:
    """A crew's opening of a battle writes nothing into the crew's story, and rests on it."""
    gone = {batch.id for batch in taken}
    changed = {batch.id: _crews_in(batch) for batch in taken if not batch.holds((NoteAdded,))}
    if not any(changed.values()):
        return
    crews: set[str] = set()
    stories = dict.fromkeys(line.story for batch in taken for line in batch.lines)
    for batch in batches(told(STORY, *(story for story in stories if story != STORY))):
        crews |= changed.get(batch.id, set())
        for line in () if batch.id in gone else batch.lines:
            if isinstance(line.data, BattleListed) and crews & {one.id for one in line.data.crews}:
                raise RuleBroken(
                    rule,
                    f"{line.data.battle} came later and rests on it: {line.data.told()}",
                    hint=f"acta undo --to {batch.id} --yes",
                )


def _check_content(rule: str, taken: Sequence[Batch], told: Callable[..., Sequence[Line]]) -> None:
    """On own content rest the recruits who are of it, and the battles that copied it."""
    events = [line.data for batch in taken for line in batch.lines]
    ids = {one.id for event in events if isinstance(event, ContentTaken) for one in event.entries}
    if not ids:
        return
    gone = {batch.id for batch in taken}
    listed = [line.data for line in told(STORY)]
    crews = dict.fromkeys(event.crew.id for event in listed if isinstance(event, CrewListed))
    later = False
    for batch in batches(told(STORY, *crews)):
        later = later or batch.id in gone
        for line in batch.lines if later and batch.id not in gone else ():
            if _uses(line.data, ids):
                raise RuleBroken(
                    rule,
                    f"{batch.id} came later and rests on it: {line.data.told()}",
                    hint=f"acta undo --to {batch.id}",
                )


def _uses(event: Event, ids: Collection[str]) -> bool:
    """Whether an event uses own content of these ids; a battle copies all there is."""
    if isinstance(event, MemberRecruited):
        return any(one.id in ids for one in event.own)
    return isinstance(event, BattleListed)


def _crews_in(batch: Batch) -> set[str]:
    """The crews in whose stories a batch has lines."""
    return {line.story for line in batch.lines if line.story.startswith(PREFIX)}


def _crews_of(known: Iterable[Batch]) -> dict[str, set[str]]:
    """The crews of each battle in the campaign's list."""
    events = [line.data for batch in known for line in batch.lines]
    return {
        event.battle: {crew.id for crew in event.crews}
        for event in events
        if isinstance(event, BattleListed)
    }


def _about(batch: Batch, crews: Mapping[str, set[str]]) -> set[str]:
    """What the campaign's lines of a batch are about."""
    found: set[str] = set()
    for line in batch.lines:
        match line.data:
            case CrewListed() as listed:
                found |= {listed.crew.id, fold(listed.crew.name), fold(listed.before)} - {""}
            case BattleListed(battle=battle) | BattleClosed(battle=battle):
                found |= {battle} | crews.get(battle, set())
            case HouseSet(option=option):
                found.add(f"house {option}")
            case event:
                shared = isinstance(event, CampaignEvent)
                found.add(type(event).__name__ if shared else SEASON)
    return found
