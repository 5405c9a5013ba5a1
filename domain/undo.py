"""Which batches an undo takes back, and which a redo puts back; chosen here, written by the ledger.

Everything is worked out from lines of the record alone: nothing is judged anew.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from domain.branch import Branched
from domain.campaign import (
    BattleClosed,
    BattleListed,
)
from domain.dispute import DisputeRuled
from domain.ledger.amended import BatchAmended, RecordAmended
from domain.ledger.fold import (
    BatchRestored,
    BatchRetracted,
    Reckoning,
    masked,
    standing,
)
from domain.ledger.record import Line
from domain.names import fold
from domain.names import said as name_said
from domain.terms import Action, Event, NotFound, RuleBroken, WrongUsage
from domain.voided import BattleVoided

_AMENDMENTS = (RecordAmended, BatchAmended, BattleVoided)
SEASON = "season"  # what a game's own lines in the campaign's story are about


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn, a round or another part of a battle is in the record.

    It begins with a batch that holds an event of `begins` or was caused by an action of `causes`,
    or else behind the batch that holds an event of `ends`.
    """

    begins: tuple[type[Event], ...] = ()
    causes: tuple[type[Action], ...] = ()
    ends: tuple[type[Event], ...] = ()


class Batch(msgspec.Struct, frozen=True):
    """The lines of one action that count now, as far as they lie in the stories that were read."""

    id: str
    lines: tuple[Line, ...]

    @property
    def by(self) -> str:
        """Who recorded it."""
        return self.lines[0].by

    @property
    def sealed(self) -> bool:
        """Whether sealed dice were rolled in it."""
        return any(getattr(line.data, "reveals", ()) for line in self.lines)

    @property
    def amends(self) -> bool:
        """Whether it is an amendment as a whole."""
        return any(isinstance(line.data, RecordAmended | BattleVoided) for line in self.lines)

    @property
    def told(self) -> str:
        """What it was, in its own words."""
        return self.lines[0].data.told()

    def holds(self, kinds: tuple[type[Event], ...]) -> bool:
        """Whether an event of these kinds is in it."""
        return any(isinstance(line.data, kinds) for line in self.lines)

    def caused_by(self, kinds: tuple[type[Action], ...]) -> bool:
        """Whether an action of these kinds caused it."""
        return any(isinstance(line.cause, kinds) for line in self.lines)


def batches(lines: Sequence[Line]) -> list[Batch]:
    """What counts now, batch by batch, the oldest first; retractions are no batches."""
    reckoning = Reckoning(lines)
    grouped: dict[str, list[Line]] = {}
    for line in standing(lines, reckoning):
        if not reckoning.gone(line):
            grouped.setdefault(reckoning.unit(line), []).append(line)
    return [Batch(name, tuple(mine)) for name, mine in grouped.items()]


def newest(lines: Sequence[Line]) -> list[Batch]:
    """The newest batch; an amendment of which nothing was taken back is one, as a whole.

    Raises NotFound if there is none.
    """
    reckoning = Reckoning(lines)
    for line in reversed(lines):
        amended = line.batch in reckoning.amended
        if isinstance(line.data, BatchRetracted | BatchRestored) or reckoning.gone(line):
            continue
        if not amended:
            break
        mine = [each for each in lines if each.batch == line.batch]
        if not reckoning.struck & {line.batch, *map(reckoning.unit, mine)}:
            return [Batch(line.batch, tuple(mine))]
        if line.batch not in reckoning.struck:
            break
    return batches(lines)[-1:] or _nothing()


def back(lines: Sequence[Line], span: Span) -> list[Batch]:
    """The batches of the turn, round or other part that is not over, else of the last one.

    A battle's opening is never among them.
    """
    known = batches(lines)[1:]
    if span.begins or span.causes:
        for number in range(len(known) - 1, -1, -1):
            if known[number].holds(span.begins) or known[number].caused_by(span.causes):
                return known[number:]
        return _nothing()
    ends = [number for number, batch in enumerate(known, 1) if batch.holds(span.ends)]
    if ends and ends[-1] == len(known):
        ends.pop()
    return known[ends[-1] if ends else 0 :] or _nothing()


def back_to(lines: Sequence[Line], address: str) -> list[Batch]:
    """The batch that holds the line at an address, and all after it; an amendment is one alone."""
    known = batches(lines)
    for line in lines:
        if line.address == address and isinstance(line.data, _AMENDMENTS):
            return _amendment(lines, line.batch)
    for number, batch in enumerate(known):
        if any(line.address == address for line in batch.lines):
            return known[number:]
    if any(line.address == address for line in lines):
        raise WrongUsage(f"{address} is taken back or amended already, or is no line of the game")
    raise NotFound(f"there is no line {address} here", hint="acta log --all")


def _amendment(lines: Sequence[Line], batch: str) -> list[Batch]:
    """An amendment as a whole. Raises WrongUsage where it does not count as that any more."""
    reckoning = Reckoning(lines)
    mine = [line for line in lines if line.batch == batch]
    if reckoning.struck & {batch, *map(reckoning.unit, mine)}:
        raise WrongUsage(f"{batch} was taken back already, or something of it was")
    return [Batch(batch, tuple(mine))]


def undone(lines: Sequence[Line]) -> tuple[str, ...]:
    """What the newest undo took back, if nothing new was recorded since. Raises NotFound."""
    struck = masked(lines)
    tail: dict[str, list[str]] = {}
    for line in reversed(lines):
        match line.data:
            case BatchRetracted(batch=batch):
                tail.setdefault(line.batch, []).insert(0, batch)
            case BatchRestored():
                continue
            case _:
                break
    for taken in tail.values():
        if left := tuple(dict.fromkeys(batch for batch in taken if batch in struck)):
            return left
    raise NotFound("nothing was taken back since the newest line")


def _nothing() -> list[Batch]:
    raise NotFound("there is nothing to take back")


class Consent(msgspec.Struct, frozen=True, kw_only=True):
    """Who wants to take back, who agrees, whether the dice are one player's; `rule` says so.

    `parties` are the crews of the battle, each by its names: the crew's and its player's.
    `command` is the undo as it is typed, without the consent.
    """

    rule: str
    by: str
    agreed: str = ""
    solo: bool = False
    parties: tuple[tuple[str, ...], ...] = ()
    command: str = "acta undo"

    @property
    def others(self) -> tuple[str, ...]:
        """Who may agree: whoever is not on the side of the one who takes back, players first.

        Where nobody else plays, or it is not known for whom somebody acts, any crew may.
        """
        me = fold(self.by)
        foreign = [party for party in self.parties if me not in map(fold, party)]
        names = [name for party in foreign or self.parties for name in reversed(party)]
        return tuple(dict.fromkeys(name for name in names if name and fold(name) != me))


def check_consent(taken: Iterable[Batch], consent: Consent) -> None:
    """What another recorded or agreed to, or sealed dice showed, is taken back with consent only.

    It is the other party's; to what another recorded, whoever recorded it may agree as well.
    """
    taken = tuple(taken)
    recorders = [batch.by for batch in taken if batch.by != consent.by]
    for batch in taken:
        if batch.by != consent.by:
            said = f"{batch.id} was recorded by {batch.by}"
            _check_agreed(consent, said, (batch.by, *recorders, *consent.others))
        for ruled in (line.data for line in batch.lines if isinstance(line.data, DisputeRuled)):
            names = [one.name for one in ruled.consents if fold(one.name) != fold(consent.by)]
            if names:
                said = f"{batch.id} is a ruling to which {' and '.join(names)} agreed"
                _check_agreed(consent, said, (*names, *recorders))
        if batch.sealed and not consent.solo:
            said = f"{batch.id} rolled sealed dice, which one side alone cannot take back"
            _check_agreed(consent, said, consent.others)


def _check_agreed(consent: Consent, sentence: str, may: Sequence[str]) -> None:
    """Refuse unless one of those who may agree does. Nobody consents to himself."""
    if fold(consent.agreed) in set(map(fold, may)) - {fold(consent.by), ""}:
        return
    if consent.agreed:
        sentence += f"; {name_said(consent.agreed)} cannot agree to it"
    who = shlex.quote(next(iter(may), "NAME"))
    raise RuleBroken(consent.rule, sentence, hint=f"{consent.command} --agreed {who}")


def weighty(taken: Iterable[Batch]) -> str:
    """Why these are only taken back when that was shown before: an opening, or a conclusion."""
    taken = tuple(taken)
    if any(batch.amends for batch in taken):
        return "This is an amendment: without it all counts again that it replaced."
    for line in (line for batch in taken for line in batch.lines):
        match line.data:
            case BattleListed(battle=battle):
                return f"This is the opening of {battle}: without it there is no such battle."
            case Branched():
                return f"This is the beginning of {line.story}: without it there is no such branch."
            case BattleClosed(battle=battle):
                return f"This is the conclusion of {battle}: without it the battle is open again."
            case _:
                continue
    return ""


def check_begun(
    rule: str,
    taken: Sequence[Batch],
    concluding: type[Action],
    amending: Callable[[Batch], str],
    *,
    begun: bool,
) -> None:
    """A battle whose aftermath has begun is not taken back any more: it is amended.

    `amending` is the command that amends a batch.
    """
    ends = any(batch.caused_by((concluding,)) and not batch.amends for batch in taken)
    if begun and ends:
        sentence = "the aftermath of this battle has begun and rests on its end"
        raise RuleBroken(rule, sentence, hint=amending(taken[0]))


def words(span: str, to: str) -> str:
    """An undo as it is typed, where it is more than the newest line; kept as the reason."""
    if to:
        return f"undo to {to}"
    return f"undo {span}" if span else ""


def chosen(
    lines: Sequence[Line], spans: Mapping[str, Span], span: str = "", to: str = ""
) -> list[Batch]:
    """The batches that an undo means. Raises NotFound, WrongUsage."""
    if to:
        return back_to(lines, to)
    if not span:
        return newest(lines)
    if span not in spans:
        hint = f"one of {', '.join(spans)}; or --to ADDRESS, all from there on"
        raise WrongUsage(f"this game has no {span} to take back", hint=hint)
    return back(lines, spans[span])
