"""Chapter 18, advances: a d12 for each threshold passed, and what it comes to (MS-ADV-3 to -6)."""

from msgspec.structs import replace

from domain.books import Member, Standing
from domain.evening import found, sides
from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.after import growth
from domain.games.mortisphere.after.evening import (
    Advance,
    After,
    Awaited,
    ChoiceMade,
    Confirm,
    Evening,
    Step,
    Told,
    house,
    member_of,
    rules,
)
from domain.games.mortisphere.after.growth import EVOLUTION, RESOLVE, STEP
from domain.games.mortisphere.after.hooks import permits
from domain.games.mortisphere.after.profile import resolve
from domain.games.mortisphere.throwing import Roll, shown
from domain.games.mortisphere.waiting import DieDue, Pick, Throw
from domain.members import MemberAdvanced
from domain.terms import Event, Who
from domain.throwing import Rolled

INSTEAD, EXCHANGE, LEARN, TYPE, TWICE = "instead", "exchange", "learn", "altered-type", "twice"


class AdvanceRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.advance-rolled/1"):
    """An advance was rolled (MS-ADV-4); `twice`: an Evolution gives such a member Altered too."""

    member: Who
    crew: Who
    natural: int
    result: str
    name: str
    twice: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} advances: {self.natural}, {self.name}."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """The questions of an advance that was rolled, else the die of the next one that is due."""
    advance = evening.after.advance
    if advance is not None and _is_open(evening, advance):
        return _question(evening, advance)
    for crew in sides(evening):
        for member in crew.present:
            if due(evening, member):
                die = rules(evening).advancement.die
                return Throw("advance", (DieDue(member.who.id, die, die, die),), crew.who.id)
    return None


def due(evening: Evening, member: Member) -> int:
    """MS-ADV-3: how many advances a member has earned and not taken; a missing one waits."""
    passed = sum(member.experience >= number for number in rules(evening).experience.thresholds)
    return 0 if member.status is Standing.MISSING else max(0, passed - member.advances)


def _is_open(evening: Evening, advance: Advance) -> bool:
    """Whether there is still something to ask: not of one who left, nor an Altered for nobody."""
    known = found(evening, advance.member)
    if known is None:
        return False
    return not _offers_more(advance) or growth.applies(evening, known[1], growth.ALTERED)


def _offers_more(advance: Advance) -> bool:
    """Whether an Evolution was taken that may give Altered too (MS-TYP-3, mutant)."""
    return advance.extra and advance.twice


def _question(evening: Evening, advance: Advance) -> Awaited | Step:
    """What is asked about an advance: instead, exchanged, which ability or tag, which type."""
    crew, member = member_of(evening, advance.member)
    before = () if advance.refused or advance.extra else instead(evening, member, advance)
    if before:
        return Confirm(crew.who.id, INSTEAD, before, member.who.id)
    if _offers_more(advance):
        return Confirm(crew.who.id, TWICE, (growth.ALTERED,), member.who.id)
    offers = growth.entries(evening, member, advance.row)
    if len(offers) > 1 and not advance.entry:
        return Pick(crew.who.id, EXCHANGE, offers, 1, 1)
    entry = advance.entry or offers[0]
    picks = growth.picks(evening, member, entry)
    if len(picks) > 1 and not advance.picked:
        return Pick(crew.who.id, LEARN, picks, 1, 1)
    kinds = growth.kinds(evening, member, entry, advance.picked or next(iter(picks), ""))
    if kinds and not advance.kind:
        return Confirm(crew.who.id, TYPE, kinds, member.who.id)
    return take


def instead(evening: Evening, member: Member, advance: Advance) -> tuple[str, ...]:
    """MS-ADV-5 `choice`, -6: what may be taken instead of the result: +1 Resolve, a die step."""
    offers = []
    if member.captain and resolve(evening, member) < rules(evening).captain.resolve_cap:
        offers.append(RESOLVE)
    chooses = house(evening).evolution_die_step == "choice"
    if chooses and advance.row != EVOLUTION and growth.can_grow(evening, member):
        offers.append(STEP)
    return tuple(offers)


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MS-ADV-4: the d12 of an advance."""
    evening = telling.state
    thrown = shown(evening.battle, action, throw)
    natural = thrown.by_die[0][-1]
    crew, member = member_of(evening, throw.dice[0].unit)
    row = next(row for row in rules(evening).advances if row.low <= natural <= row.high)
    telling.tell(
        AdvanceRolled(
            member=member.who,
            crew=crew.who,
            natural=natural,
            result=row.id,
            name=row.name,
            twice=bool(permits(rules(evening), member, "evolve_twice")),
            **thrown.facts,
        )
    )


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MS-ADV-4: the owner exchanges the entry, or names the ability or tag."""
    pick = action.picks[0]
    _tell(telling, asked.what, pick, growth.name_of(rules(telling.state), pick))


def confirm(telling: Told, asked: Confirm, offer: str) -> None:
    """MS-ADV-4 to -6: the owner takes an offer, or (offer "no") none of them."""
    name = "" if offer == "no" else growth.name_of(rules(telling.state), offer)
    _tell(telling, asked.what, offer, name)
    if asked.what == INSTEAD and offer != "no":
        growth.apply(telling, asked.about, offer)


def _tell(telling: Told, question: str, answer: str, name: str) -> None:
    advance = telling.state.after.advance
    assert advance is not None  # noqa: S101 upcoming() looked
    crew, member = member_of(telling.state, advance.member)
    telling.tell(
        ChoiceMade(question=question, crew=crew.who, about=(member.who,), answer=answer, name=name)
    )


def take(telling: Told) -> None:
    """All is said: the advance is taken."""
    advance = telling.state.after.advance
    assert advance is not None  # noqa: S101 upcoming() looked
    _, member = member_of(telling.state, advance.member)
    entry = advance.entry or growth.entries(telling.state, member, advance.row)[0]
    picks = growth.picks(telling.state, member, entry)
    picked = advance.picked or next(iter(picks), "")
    kind = "" if advance.kind == "no" else advance.kind
    growth.apply(telling, advance.member, entry, picked=picked, kind=kind, extra=advance.extra)


# Remembering


EVENTS: tuple[type[Event], ...] = (AdvanceRolled,)
HEARS: tuple[type[Event], ...] = (ChoiceMade, MemberAdvanced)


def evolve(after: After, event: Event) -> After:
    """Remember how far an advance has come."""
    match event:
        case AdvanceRolled():
            rolled = Advance(member=event.member.id, row=event.result, twice=event.twice)
            return replace(after, advance=rolled)
        case ChoiceMade() if after.advance is not None:
            return replace(after, advance=_answered(after.advance, event))
        case MemberAdvanced() if after.advance is not None:
            more = event.advance == EVOLUTION and after.advance.twice and not event.extra
            again = replace(after.advance, refused=True, extra=True)
            return replace(after, advance=again if more else None)
        case _:
            return after


def _answered(advance: Advance, event: ChoiceMade) -> Advance | None:
    match event.question:
        case "instead" if event.answer == "no":
            return replace(advance, refused=True)
        case "exchange":
            return replace(advance, entry=event.answer)
        case "learn":
            return replace(advance, picked=event.answer)
        case "altered-type":
            return replace(advance, kind=event.answer)
        case "twice":
            taken = replace(advance, row=event.answer, twice=False)
            return None if event.answer == "no" else taken
        case _:
            return advance
