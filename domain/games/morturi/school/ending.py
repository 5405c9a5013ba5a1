"""Chapter 15: the year ends, and somebody has won it (MR-END-1)."""

import msgspec
from msgspec.structs import replace

from domain.games.morturi.asking import Choose
from domain.games.morturi.school.month_end import MONTH
from domain.games.morturi.school.worth import scores
from domain.games.morturi.school.year import (
    MONTH_END,
    Ludi,
    Season,
    Step,
    Told,
    house,
    more,
    schools,
)
from domain.games.morturi.waiting import Nothing, Pick
from domain.terms import Event, Who

WINNER = "winner"

# Events


class BattleWon(Event, frozen=True, kw_only=True, tag="morturi.battle-won/1"):
    """A school won a battle that counts, as the year's account keeps it (MR-END-1)."""

    battle: str
    school: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} has won {self.battle}."


class Reached(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a school has reached at the year's end."""

    school: Who
    score: int


class YearEnded(Event, frozen=True, kw_only=True, tag="morturi.year-ended/1"):
    """The year of the games is over: who has won it, and what each school has reached (MR-END-1).

    `by` is the house rule that decides; level schools win together.
    """

    winners: tuple[Who, ...]
    by: str
    reached: tuple[Reached, ...]

    def told(self) -> str:
        """Say it as the table would."""
        won = " and ".join(who.name for who in self.winners) or "nobody"
        have = "have" if len(self.winners) > 1 else "has"
        each = ", ".join(f"{one.school.name} {one.score}" for one in self.reached)
        return f"The year is over, {won} {have} won it ({self.by.replace('_', ' ')}: {each})."


# What is awaited


def upcoming(books: Ludi) -> Pick | Step | Nothing | None:
    """MR-END-1: after the last month; by option the Imperator says who has won."""
    season = books.season
    if season.over:
        return Nothing()
    if season.phase != MONTH_END or MONTH not in season.worked:
        return None
    there = tuple(crew.who.id for crew in schools(books))
    if house(books).campaign_winner == "imperator" and len(there) > 1:
        return Pick(crew="", what=WINNER, offers=there, rule="MR-END-1")
    return end


# Judging


def end(telling: Told) -> None:
    """MR-END-1: whoever has reached most has won."""
    found = scores(telling.state)
    most = max(found.values(), default=0)
    _over(telling, tuple(school for school in found if found[school] == most))


def choose(telling: Told, action: Choose, _: Pick) -> None:
    """MR-END-1: the Imperator's choice."""
    _over(telling, action.picks)


def _over(telling: Told, winners: tuple[str, ...]) -> None:
    books = telling.state
    telling.tell(
        YearEnded(
            winners=tuple(books.crew(school).who for school in winners),
            by=house(books).campaign_winner,
            reached=tuple(
                Reached(school=books.crew(school).who, score=score)
                for school, score in scores(books).items()
            ),
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (BattleWon, YearEnded)


def evolve(season: Season, event: Event) -> Season:
    """Remember who wins battles, and that the year is over."""
    match event:
        case BattleWon():
            return replace(season, won=more(event.school.id, season.won))
        case YearEnded():
            return replace(season, over=True)
        case _:
            return season
