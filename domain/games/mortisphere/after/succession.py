"""Chapter 11 after the battle: a Captain is lost for good (MS-CAP-10)."""

from msgspec.structs import replace

from domain.aftermath import CaptainNamed, CrewEnded, CrewRefounded
from domain.books import Crew
from domain.evening import sides
from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    ChoiceMade,
    Evening,
    Step,
    Told,
    answer,
    crew_of,
    house,
    member_of,
    remembered,
    rules,
    tell_crew,
)
from domain.games.mortisphere.recruiting import PURSES
from domain.games.mortisphere.waiting import Pick
from domain.terms import Event, Who

SUCCESSOR, WILL = "successor", "will"
KEPT, OF = 3, 4  # three quarters of the purse


class SuccessionSettled(Event, frozen=True, kw_only=True, tag="mortisphere.succession-settled/1"):
    """A crew that has lost its Captain goes on, begins anew, or fights no more (MS-CAP-10)."""

    crew: Who
    rule: str
    captain: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        who = f": {self.captain[0].name}" if self.captain else ""
        return f"{self.crew.name} has lost its Captain ({self.rule}){who}."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """The first crew without a Captain: who succeeds, with which Will; or what the option says."""
    for crew in sides(evening):
        if not leaderless(evening, crew):
            continue
        if house(evening).captain_loss != "succession":
            return dissolve
        heirs = candidates(crew)
        if heirs:
            return _choice(evening, crew, heirs)
    return None


def leaderless(evening: Evening, crew: Crew) -> bool:
    """Whether a crew has lost its Captain: a missing or captive one is not lost."""
    return (
        crew.captain is None
        and any(member.captain for member in crew.members)
        and not crew.ended
        and not crew.founding
        and crew.who.id not in evening.after.shopped
    )


def candidates(crew: Crew) -> tuple[str, ...]:
    """MS-CAP-10: who may be named: any member that is with the crew."""
    return tuple(member.who.id for member in crew.present if member.home)


def _choice(evening: Evening, crew: Crew, heirs: tuple[str, ...]) -> Awaited:
    named = successor(evening, crew, heirs)
    if not named:
        return Pick(crew.who.id, SUCCESSOR, heirs, 1, 1)
    return Pick(crew.who.id, WILL, tuple(will.id for will in rules(evening).wills), 1, 1)


def successor(evening: Evening, crew: Crew, heirs: tuple[str, ...]) -> str:
    """Who was named, or is the only one that could be."""
    named = answer(evening, SUCCESSOR, crew.who.id)
    return named if named in heirs else heirs[0] if len(heirs) == 1 else ""


# Judging


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MS-CAP-10: the player names another member Captain, then its new Will; Resolve is as new."""
    pick, evening = action.picks[0], telling.state
    crew = crew_of(evening, asked.crew)
    if asked.what == SUCCESSOR:
        _, member = member_of(evening, pick)
        telling.tell(_made(SUCCESSOR, crew, pick, member.who))
        return
    _, member = member_of(evening, successor(evening, crew, candidates(crew)))
    will = rules(evening).will(pick)
    telling.tell(_made(WILL, crew, pick, member.who, will.name))
    telling.tell(SuccessionSettled(crew=crew.who, rule="succession", captain=(member.who,)))
    named = CaptainNamed(crew=crew.who, member=member.who, will=Who(will.id, will.name))
    tell_crew(telling, crew.who, named)


def _made(question: str, crew: Crew, answer: str, about: Who, name: str = "") -> ChoiceMade:
    return ChoiceMade(
        question=question, crew=crew.who, about=(about,), answer=answer, name=name or about.name
    )


def dissolve(telling: Told) -> None:
    """MS-CAP-10 `refound`, `campaign_end`: the crew begins anew with less, or fights no more."""
    evening = telling.state
    crew = next(crew for crew in sides(evening) if leaderless(evening, crew))
    rule = house(evening).captain_loss
    telling.tell(SuccessionSettled(crew=crew.who, rule=rule))
    if rule == "campaign_end":
        tell_crew(telling, crew.who, CrewEnded(crew=crew.who, reason="its Captain is lost"))
        return
    purse = PURSES[house(evening).founding_purse] * KEPT // OF
    tell_crew(telling, crew.who, CrewRefounded(crew=crew.who, purse=purse))


# Remembering


EVENTS: tuple[type[Event], ...] = (SuccessionSettled,)
HEARS: tuple[type[Event], ...] = (ChoiceMade,)


def evolve(after: After, event: Event) -> After:
    """Remember who was named; once it is settled the answers are done with."""
    match event:
        case ChoiceMade(question="successor" | "will"):
            return remembered(after, event)
        case SuccessionSettled():
            left = tuple(
                one
                for one in after.chosen
                if one.crew != event.crew.id or one.question not in (SUCCESSOR, WILL)
            )
            return replace(after, chosen=left)
        case _:
            return after
