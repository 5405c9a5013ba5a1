"""Chapter 18, income: what the battle brought, the underdog's share, the scenario's rewards."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.books import Crew
from domain.evening import fought, sides
from domain.games.mortisphere.after.evening import (
    After,
    Evening,
    Find,
    Step,
    Told,
    house,
    pay,
    rules,
)
from domain.games.mortisphere.after.experience import rating_gap
from domain.games.mortisphere.after.hooks import happened, salvage
from domain.games.mortisphere.battle import setting
from domain.games.mortisphere.scenarios import Reward
from domain.terms import Event, Who

FLAT = 6


class IncomeSettled(Event, frozen=True, kw_only=True, tag="mortisphere.income-settled/1"):
    """What the battle brought is settled (MS-REC-9); `finds` is what crews have still to find."""

    rule: str
    finds: tuple[Find, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"What the battle brought is settled ({self.rule})."


def upcoming(evening: Evening) -> Step | None:
    """Income settles by itself, once."""
    return None if evening.after.earned else settle


def settle(telling: Told) -> None:
    """MS-REC-9, -10: every crew's income, a receipt for each reason; then what it is to find."""
    evening = telling.state
    finds = tuple(find for crew in sides(evening) for find in finds_of(evening, crew))
    telling.tell(IncomeSettled(rule=house(evening).income, finds=finds))
    for crew in sides(evening):
        for amount, reason in (*earned(evening, crew), *share(evening, crew)):
            pay(telling, crew.who.id, amount, reason)


def earned(evening: Evening, crew: Crew) -> Iterator[tuple[int, str]]:
    """MS-REC-9: income of a crew, and what effects add to it."""
    if house(evening).income == "flat_6":
        yield FLAT, "a battle fought"
    else:
        yield from _result(evening, crew)
        yield from _rewards(evening, crew)
    for own, _, unit in fought(evening):
        if own.who.id == crew.who.id:
            yield from ((m.amount, m.source.name) for m in salvage(evening.battle, unit))


def _result(evening: Evening, crew: Crew) -> Iterator[tuple[int, str]]:
    table, winner = rules(evening).recruitment.income, evening.battle.winner
    yield table.base, "a battle fought"
    if not winner:
        yield table.draw, "a draw"
    elif winner == crew.who.id:
        yield table.winner, "a battle won"
    else:
        yield table.loser, "a battle lost"


def _rewards(evening: Evening, crew: Crew) -> Iterator[tuple[int, str]]:
    """MS-SCN-2: the salvage that the scenario gives."""
    for reward, times in rewards_of(evening, crew):
        if reward.what == "salvage":
            yield reward.value * times, _reason(evening, reward, times)


def _reason(evening: Evening, reward: Reward, times: int) -> str:
    scenario = setting(evening.battle)
    named = next((o.name for o in scenario.objectives if o.id == reward.of), reward.of)
    what = named or "the scenario's reward"
    return f"{what}, {times} times" if times > 1 else what


def rewards_of(evening: Evening, crew: Crew) -> Iterator[tuple[Reward, int]]:
    """MS-SCN-2: the rewards of the scenario that a crew has earned, with how often."""
    battle, own = evening.battle, crew.who.id
    for reward in setting(battle).rewards:
        match reward.on:
            case "winner":
                times = int(battle.winner == own)
            case "completed":
                times = sum((c.crew, c.objective) == (own, reward.of) for c in battle.claims)
            case _:
                times = sum(one == (own, reward.of) for one in happened(battle))
        if times:
            yield reward, times


def share(evening: Evening, crew: Crew) -> Iterator[tuple[int, str]]:
    """MS-REC-10: 1 salvage for each full 5 that the highest rating is above a crew's, 4 at most."""
    table = rules(evening).recruitment.underdog
    amount = min(table.max, rating_gap(evening, crew.who.id) // table.per_rating_gap)
    if amount:
        yield amount * table.salvage, "underdog"


def finds_of(evening: Evening, crew: Crew) -> Iterator[Find]:
    """MS-SCN-2: the items and discoveries of the scenario; their finder is the Captain."""
    captain = crew.captain
    finder: tuple[Who, ...] = (captain.who,) if captain else ()
    name = setting(evening.battle).name
    for reward, times in rewards_of(evening, crew):
        if reward.what in ("item", "discovery"):
            for _ in range(times * reward.value):
                yield Find(crew=crew.who.id, reason=name, family=reward.family, finder=finder)


EVENTS: tuple[type[Event], ...] = (IncomeSettled,)


def evolve(after: After, event: Event) -> After:
    """Remember that income is settled, and what is still to be found."""
    if isinstance(event, IncomeSettled):
        return replace(after, earned=True, finds=(*after.finds, *event.finds))
    return after
