"""Chapter 12: months and their four phases (MR-CAM-2, -3, -5)."""

from msgspec.structs import replace

from domain.counting import counted
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Decline
from domain.games.morturi.school.year import (
    MONTH_END,
    Ludi,
    Season,
    Spend,
    Step,
    Told,
    at_home,
    house,
    rules,
    school_of,
    schools,
)
from domain.games.morturi.waiting import Confirm, Offered
from domain.terms import Event, RuleBroken, Who

RULE = "MR-CAM-3"
GOES_ON = "year"

# Events


class MonthBegan(Event, frozen=True, kw_only=True, tag="morturi.month-began/1"):
    """A month of the games began, the `number`-th; `theme` is what it may be about (MR-CAM-5)."""

    month: Who
    number: int
    days: int
    theme: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        theme = f": {self.theme}" if self.theme else ""
        return f"{self.month.name} begins, {counted(self.days, 'day')}{theme}."


class PhaseBegan(Event, frozen=True, kw_only=True, tag="morturi.phase-began/1"):
    """A phase of the month began (MR-CAM-3), or its end (MR-CAM-4)."""

    phase: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"Phase: {self.phase.replace('_', ' ')}."


class SchoolReady(Event, frozen=True, kw_only=True, tag="morturi.school-ready/1"):
    """A school is done with a phase of the month."""

    school: Who
    phase: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} is done ({self.phase.replace('_', ' ')})."


class YearDecided(Event, frozen=True, kw_only=True, tag="morturi.year-decided/1"):
    """The Imperator said whether a custom year has another month (MR-CAM-2)."""

    goes_on: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return "The year goes on." if self.goes_on else "The year ends."


# What happens by itself


def upcoming(books: Ludi) -> Step | None:
    """The first month begins, and whatever phase all schools are done with is over."""
    season = books.season
    if not season.month:
        return begin
    everybody = {crew.who.id for crew in schools(books)}
    if season.phase != MONTH_END and everybody and everybody <= set(season.ready):
        return next_phase
    return None


def begin(telling: Told) -> None:
    """MR-CAM-2, -3: a month begins with its first phase."""
    number = telling.state.season.month + 1
    calendar = rules(telling.state).calendar
    this = calendar.months[(number - 1) % len(calendar.months)]
    theme = next((one.text for one in calendar.themes if one.month == this.id), "")
    who = Who(this.id, this.name)
    telling.tell(MonthBegan(month=who, number=number, days=this.days, theme=theme))
    telling.tell(PhaseBegan(phase=calendar.phases[0]))


def next_phase(telling: Told) -> None:
    """MR-CAM-3, -4: the next phase begins; after the last of them the month ends."""
    phases = (*rules(telling.state).calendar.phases, MONTH_END)
    telling.tell(PhaseBegan(phase=phases[phases.index(telling.state.season.phase) + 1]))


def last_month(books: Ludi) -> bool:
    """MR-CAM-2: whether the year's last month is under way; a custom year says so itself."""
    if house(books).calendar == "custom":
        return not books.season.goes_on
    return books.season.month >= len(rules(books).calendar.months)


def asking(books: Ludi) -> Confirm | None:
    """MR-CAM-2: at the end of a month of a custom year the Imperator is asked for another."""
    if house(books).calendar != "custom" or GOES_ON in books.season.worked:
        return None
    offer = Offered("", GOES_ON, "another month", GOES_ON)
    return Confirm(crew="", what=GOES_ON, offers=(offer,), rule="MR-CAM-2")


# Judging


def goes_on(telling: Told, action: Accept | Decline) -> None:
    """MR-CAM-2: another month, or the end of a custom year."""
    telling.tell(YearDecided(goes_on=isinstance(action, Accept)))


def done(telling: Told, action: Done, asked: Spend) -> None:
    """MR-CAM-3: a school is done with the phase; or the Imperator ends it for all."""
    for crew in schools(telling.state):
        at_home(crew)
    if not action.crew:
        next_phase(telling)
        return
    crew = school_of(telling.state, action.crew)
    if action.crew in telling.state.season.ready:
        raise RuleBroken(RULE, f"{crew.who.name} is done already")
    telling.tell(SchoolReady(school=crew.who, phase=asked.what))


def in_phase(asked: Spend, phase: str, what: str) -> None:
    """MR-CAM-3: some things are for one phase of the month only."""
    if asked.what != phase:
        then, now = phase.replace("_", " "), asked.what.replace("_", " ")
        raise RuleBroken(RULE, f"{what} is for the phase {then}, and this is {now}")


# Remembering


EVENTS: tuple[type[Event], ...] = (MonthBegan, PhaseBegan, SchoolReady, YearDecided)


def evolve(season: Season, event: Event) -> Season:
    """Remember the month, its phase, and who is done with it."""
    match event:
        case MonthBegan():
            return replace(
                season,
                month=event.number,
                put_up=0,
                hosted=(),
                fought=(),
                worked=(),
                goes_on=False,
                offers=tuple(one for one in season.offers if one.battle and not one.over),
            )
        case PhaseBegan():
            return replace(season, phase=event.phase, ready=(), challenge=None)
        case SchoolReady():
            return replace(season, ready=(*season.ready, event.school.id))
        case YearDecided():
            return replace(season, goes_on=event.goes_on, worked=(*season.worked, GOES_ON))
        case _:
            return season
