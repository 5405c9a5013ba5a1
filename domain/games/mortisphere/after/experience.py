"""Chapter 18, experience: merits of the battle, the losers' lesson, what effects add (MS-ADV-2)."""

from msgspec.structs import replace

from domain.books import Crew, Member, Standing
from domain.evening import fought, sides
from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.after import harm
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
    side_of,
)
from domain.games.mortisphere.after.hooks import EFFECTS_MAY_ADD, bequest, lessons
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Pick
from domain.terms import Event

LESSON, BEQUEST = "lesson", "bequest"
UNDERDOG = "underdog"


class ExperienceSettled(Event, frozen=True, kw_only=True, tag="mortisphere.experience-settled/1"):
    """What the battle taught is settled; what each member gained follows."""

    rule: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The experience of the battle is settled ({self.rule})."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """Who learns a lesson, to whom a Captain's Will gives; then all is settled at once."""
    if evening.after.awarded:
        return None
    for crew in sides(evening):
        for what, able in OFFERS.items():
            offers = able(evening, crew)
            if len(offers) > 1 and not answer(evening, what, crew.who.id):
                return Pick(crew.who.id, what, offers, 1, 1)
    return settle


def pupils(evening: Evening, crew: Crew) -> tuple[str, ...]:
    """MS-ADV-2: who of a losing crew may learn its lesson: whoever took part and is not away."""
    winner = evening.battle.winner
    if house(evening).xp_award != "merit" or winner in ("", crew.who.id):
        return ()
    return tuple(m.who.id for m in _learners(evening, crew))


def heirs(evening: Evening, crew: Crew) -> tuple[str, ...]:
    """MS-CAP-7 Will to Remember: the standing crewmates in the Area of a standing Captain."""
    for own, member, unit in fought(evening):
        if own.who.id == crew.who.id and member.captain and bequest(evening.battle, unit):
            return tuple(
                mate.id
                for other, _, mate in fought(evening)
                if other.who.id == crew.who.id
                and mate.active
                and mate.area == unit.area
                and mate.id != unit.id
            )
    return ()


def _learners(evening: Evening, crew: Crew) -> list[Member]:
    return [
        member
        for own, member, _ in fought(evening)
        if own.who.id == crew.who.id and member.status is not Standing.MISSING
    ]


OFFERS = {LESSON: pupils, BEQUEST: heirs}

# What is earned


def merits(evening: Evening, unit: Unit) -> tuple[str, ...]:
    """MS-ADV-2 `merit`: what a member that took part has earned, an experience each."""
    deeds = evening.battle.merits
    earned = {
        "endured": not unit.fallen,
        "felled": largest_felled(evening, unit.id) >= unit.die,
        "fulfilled": unit.id in deeds.fulfilled,
        "impossible": unit.id in deeds.impossible,
        LESSON: unit.id == chosen(evening, LESSON, unit.crew),
    }
    return tuple(award for award, true in earned.items() if true)


def largest_felled(evening: Evening, unit: str) -> int:
    """The largest die among the enemies that a member felled; 0 for none."""
    felled = evening.battle.merits.felled
    return max((one.die for one in felled if one.victor == unit), default=0)


def chosen(evening: Evening, what: str, crew: str) -> str:
    """Who was chosen by a crew to learn, or is the only one that could be."""
    able = OFFERS[what](evening, crew_of(evening, crew))
    return answer(evening, what, crew) or (able[0] if len(able) == 1 else "")


def gains(evening: Evening, unit: Unit) -> list[tuple[str, int]]:
    """All that a member gains: merits up to the cap, effects, the underdog's share (MS-REC-10)."""
    rule, book = house(evening).xp_award, rules(evening)
    earned: list[tuple[str, int]] = []
    if rule == "merit":
        earned = [(award, 1) for award in merits(evening, unit)]
    elif rule == "flat_1":
        earned = [("took part", 1)]
    earned = earned[: book.experience.per_battle_cap]
    felled = largest_felled(evening, unit.id) > 0
    added = [(m.source.name, m.amount) for m in lessons(evening.battle, unit, felled=felled)]
    if unit.id == chosen(evening, BEQUEST, unit.crew):
        added.append((_will_of(evening, unit.crew), 1))
    earned += _bounded(added, EFFECTS_MAY_ADD)
    if unit.active and _outclassed(evening, unit.crew):
        earned.append((UNDERDOG, 1))
    return earned


def _bounded(added: list[tuple[str, int]], most: int) -> list[tuple[str, int]]:
    """What effects add, no more than so much together."""
    kept: list[tuple[str, int]] = []
    for source, amount in added:
        room = most - sum(number for _, number in kept)
        if room > 0:
            kept.append((source, min(amount, room)))
    return kept


def _will_of(evening: Evening, crew: str) -> str:
    captain = next(u for c, m, u in fought(evening) if c.who.id == crew and m.captain)
    source = bequest(evening.battle, captain)
    return source.name if source else ""


def rating_gap(evening: Evening, crew: str) -> int:
    """MS-REC-10: by how much the highest rating of the battle is above a crew's."""
    if house(evening).underdog == "none":
        return 0
    best = max(side.rating for side in evening.battle.sides)
    return best - side_of(evening, crew).rating


def _outclassed(evening: Evening, crew: str) -> bool:
    """MS-REC-10: from a gap of 15 on, standing members of the lower crew learn more."""
    return rating_gap(evening, crew) >= rules(evening).recruitment.underdog.xp_gap


# Judging


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MS-ADV-2, MS-CAP-7: the owner says who learns."""
    crew, member = member_of(telling.state, action.picks[0])
    telling.tell(
        ChoiceMade(
            question=asked.what,
            crew=crew.who,
            answer=member.who.id,
            about=(member.who,),
            name=member.who.name,
        )
    )


def settle(telling: Told) -> None:
    """MS-ADV-2: everybody's experience, one event for each who gains."""
    evening = telling.state
    telling.tell(ExperienceSettled(rule=house(evening).xp_award))
    for _, member, unit in fought(evening):
        earned = gains(evening, unit)
        if earned:
            amount = sum(number for _, number in earned)
            harm.learn(telling, member.who.id, amount, tuple(why for why, _ in earned))


# Remembering


EVENTS: tuple[type[Event], ...] = (ExperienceSettled,)
HEARS: tuple[type[Event], ...] = (ChoiceMade,)


def evolve(after: After, event: Event) -> After:
    """Remember who was chosen, and that all is settled."""
    match event:
        case ChoiceMade(question="lesson" | "bequest"):
            return remembered(after, event)
        case ExperienceSettled():
            return replace(after, awarded=True)
        case _:
            return after
