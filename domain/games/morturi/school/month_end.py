"""Chapters 12 and 14: what a month's end brings: income, recruits, training (MR-CAM-4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.games.morturi.asking import Choose
from domain.games.morturi.school.calendar import asking, begin, last_month
from domain.games.morturi.school.hires import SERVUS, join, missing, release, unnamed
from domain.games.morturi.school.learning import learned, left
from domain.games.morturi.school.resources import lose, working
from domain.games.morturi.school.throwing import lot_cast, thrown
from domain.games.morturi.school.year import (
    MONTH_END,
    Ludi,
    Rest,
    Season,
    Step,
    Told,
    house,
    month,
    owner,
    pay,
    rules,
    schools,
)
from domain.games.morturi.season import Resource
from domain.games.morturi.throwing import D6, Roll
from domain.games.morturi.waiting import Confirm, DieDue, Pick, Throw
from domain.games.morturi.words import Condition, Effect
from domain.members import YES, Field, MemberChanged
from domain.terms import Event, Who
from domain.throwing import Rolled

TRAINING, RECRUITS = "training", "recruits"
MONTH = "month"

# Events


class MonthEndWorked(Event, frozen=True, kw_only=True, tag="morturi.month-end-worked/1"):
    """What a school's resource does at the month's end was done, for a gladiator or the school."""

    school: Who
    resource: Who
    gladiator: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        of = f" for {self.gladiator[0].name}" if self.gladiator else ""
        return f"{self.resource.name} of {self.school.name} has done its month's work{of}."


class RecruitsRolled(Rolled, frozen=True, kw_only=True, tag="morturi.recruits-rolled/1"):
    """A D6 said how many a Kidnapper brings, or that he is lost (MR-RES-4)."""

    school: Who
    resource: Who
    face: int
    recruits: int = 0
    lost: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        what = "is lost" if self.lost else f"brings {self.recruits or 'nobody'}"
        return f"{self.resource.name} of {self.school.name}: {self.face}, {what}."


class MonthEnded(Event, frozen=True, kw_only=True, tag="morturi.month-ended/1"):
    """A month is over: hires and contracts end with it."""

    month: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.month.name} is over."


# Reading


def key(school: str, resource: str, gladiator: str = "") -> str:
    """What was done for whom at this month's end."""
    return " ".join(part for part in (school, resource, gladiator) if part)


def works(books: Ludi) -> Iterator[tuple[Crew, Resource, Effect]]:
    """MR-CAM-4: what is to be done still: income, then recruits, then training."""
    orders = {"income": ("income",), "recruits": ("recruit",), "training": ("learn",)}
    for each in rules(books).calendar.month_end:
        for crew in schools(books):
            for resource, effect in working(books, crew, "month.end"):
                if effect.op in orders[each]:
                    yield crew, resource, effect


def holds(crew: Crew, conditions: tuple[Condition, ...], natural: int = 0) -> bool:
    """Whether what an effect asks for is so: a gladiator of a grade, what a die shows."""
    for one in conditions:
        match one.name:
            case "has_grade" if not any(each.grade == one.value for each in crew.present):
                return False
            case "natural" if natural != int(one.value):
                return False
            case "natural_even" if natural % 2:
                return False
    return True


def pupils(books: Ludi, crew: Crew, resource: Resource, effect: Effect) -> list[Member]:
    """MR-RES-6: whom a Retired Legend teaches: each Palus, who has a trick to learn still."""
    return [
        one
        for one in crew.present
        if one.grade == effect.what
        and not one.term
        and left(books, one)
        and key(crew.who.id, resource.id, one.who.id) not in books.season.worked
    ]


# What is awaited


def upcoming(books: Ludi) -> Pick | Throw | Confirm | Step | None:
    """MR-CAM-4: each work of the month's end in its order; then the month is over."""
    if books.season.phase != MONTH_END:
        return None
    for crew, resource, effect in works(books):
        found = _work(books, crew, resource, effect)
        if found is not None:
            return found
    if MONTH not in books.season.worked:
        return close
    asked = asking(books)
    if asked is not None:
        return asked
    return None if last_month(books) else begin


def _work(
    books: Ludi, crew: Crew, resource: Resource, effect: Effect
) -> Pick | Throw | Step | None:
    if effect.op == "learn":
        for one in pupils(books, crew, resource, effect):
            return _lesson(books, crew, one, resource)
        return None
    if key(crew.who.id, resource.id) in books.season.worked:
        return None
    if effect.op == "recruit":
        return Throw(RECRUITS, (DieDue("", D6),), crew.who.id, source=resource.id)
    return income if holds(crew, effect.when) else None


def _lesson(books: Ludi, crew: Crew, one: Member, resource: Resource) -> Pick | Throw:
    """MR-RES-6: the owner chooses the trick, or by option a lot does."""
    offers = left(books, one)
    if house(books).new_trick_choice == "random" and len(offers) > 1:
        due = (DieDue(one.who.id, len(offers)),)
        return Throw(TRAINING, due, crew.who.id, offers, source=resource.id)
    return Pick(
        crew=crew.who.id,
        what=TRAINING,
        offers=offers,
        rule="MR-RES-6",
        member=one.who.id,
        source=resource.id,
    )


# What happens by itself


def income(telling: Told) -> None:
    """MR-RES-7: 100 denarii a month with at least one Primus Palus."""
    for crew, resource, effect in works(telling.state):
        done = key(crew.who.id, resource.id) in telling.state.season.worked
        if effect.op == "income" and holds(crew, effect.when) and not done:
            _worked(telling, crew, resource)
            pay(telling, crew.who.id, effect.value, resource.name)


def close(telling: Told) -> None:
    """MR-RES-2, MR-AUC-4, MR-SVC-2: hires and contracts end, the badly hurt are well again."""
    books = telling.state
    this = month(books)
    telling.tell(MonthEnded(month=Who(this.id, this.name)))
    for one in books.season.hired:
        lose(telling, one.school, one.resource, f"hired for {this.name}")
    for crew in schools(telling.state):
        for member in crew.present:
            if member.term:
                release(telling, crew, member, "his contract ends")
    for rest in books.season.resting:
        if rest.until <= books.season.month:
            recover(telling, rest.school, rest.gladiator)


def recover(telling: Told, school: str, gladiator: str) -> None:
    """MR-SVC-2: he has missed the ludi of a month, and can fight again."""
    crew = telling.state.crew(school)
    for one in crew.present:
        if one.who.id == gladiator and one.misses_next:
            event = missing(crew, one, before=YES, reason="he has recovered")
            telling.tell_beside(school, event)


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-RES-4, MR-AT-28: an even face brings so many Servi, a 1 loses the Kidnapper."""
    books = telling.state
    crew, resource = books.crew(throw.crew), rules(books).resource(throw.source)
    rolled = thrown(books, action, throw)
    (face,) = rolled.faces
    come = [e for _, e in working(books, crew, "month.end") if holds(crew, e.when, face)]
    mine = [e for e in come if e in resource.effects]
    number = sum(face if e.word == "rolled" else e.value for e in mine if e.op == "recruit")
    lost = any(e.op == "lose_resource" for e in mine)
    who = Who(resource.id, resource.name)
    telling.tell(
        RecruitsRolled(
            school=crew.who, resource=who, face=face, recruits=number, lost=lost, **rolled.facts
        )
    )
    if lost:
        lose(telling, crew.who.id, resource.id, "lost for good")
    kind = (rules(books).role(SERVUS), rules(books).grade(SERVUS))
    for _ in range(number):
        now = telling.state.crew(crew.who.id)
        join(telling, now, Who("", unnamed(now, kind[1].name)), kind, cost=0)


def draw(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-RES-6: by option a lot says which trick he learns."""
    among = tuple(Who(t, rules(telling.state).trick(t).name) for t in throw.lot)
    drawn = lot_cast(telling.state, action, throw, TRAINING, among)
    telling.tell(drawn)
    _taught(telling, throw.dice[0].unit, throw.source, drawn.drawn.id)


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MR-RES-6: the owner chooses."""
    _taught(telling, asked.member, asked.source, action.picks[0])


def _taught(telling: Told, gladiator: str, resource: str, trick: str) -> None:
    """MR-RES-6: he has one trick more."""
    crew, member = owner(telling.state, gladiator)
    entry = rules(telling.state).resource(resource)
    _worked(telling, crew, entry, member.who)
    for event in learned(telling.state, crew, member, (trick,), entry.name):
        telling.tell_beside(crew.who.id, event)


def _worked(telling: Told, crew: Crew, resource: Resource, *gladiator: Who) -> None:
    who = Who(resource.id, resource.name)
    telling.tell(MonthEndWorked(school=crew.who, resource=who, gladiator=gladiator))


# Remembering


EVENTS: tuple[type[Event], ...] = (MonthEndWorked, RecruitsRolled, MonthEnded)
HEARS: tuple[type[Event], ...] = (MemberChanged,)


def evolve(season: Season, event: Event) -> Season:
    """Remember what was done, and who rests until when."""
    match event:
        case MonthEndWorked():
            names = [who.id for who in event.gladiator]
            done = key(event.school.id, event.resource.id, *names)
            return replace(season, worked=(*season.worked, done))
        case RecruitsRolled():
            done = key(event.school.id, event.resource.id)
            return replace(season, worked=(*season.worked, done))
        case MonthEnded():
            resting = tuple(one for one in season.resting if one.until > season.month)
            return replace(season, worked=(*season.worked, MONTH), hired=(), resting=resting)
        case MemberChanged(field=Field.MISSES_NEXT, after="yes"):
            return _rests(season, event)
        case _:
            return season


def _rests(season: Season, event: MemberChanged) -> Season:
    """MR-SVC-2: he misses the next month's ludi, and no more of them when he is sold."""
    mine = [one for one in season.resting if one.gladiator == event.member.id]
    until = mine[0].until if mine else season.month + 1
    others = (one for one in season.resting if one not in mine)
    rest = Rest(event.crew.id, event.member.id, until)
    return replace(season, resting=(*others, rest))
