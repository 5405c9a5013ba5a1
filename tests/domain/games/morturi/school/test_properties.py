"""Random years: accounts balance to the denarius, nobody goes below zero, the legal is accepted.

Players pick among what is legal by numbers that hypothesis draws; battles are fought by fiat.
"""

import itertools
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games.morturi.doings import Bid, Check, Contest, Dismiss
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.school import accounts, showing, showing_after
from domain.games.morturi.school.legal import AfterLegal, SeasonLegal
from domain.games.morturi.school.year import LUDI, Bidding, Spend, house
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import Nothing, Throw
from domain.terms import Action
from domain.throwing import Shown
from tests.school_story import Night, Year, begin, done, fight, lot
from tests.season import drawn

Draw = Callable[[int], int]
SCHOOLS = ("Ludus Ferox", "Domus Ursi", "Vi Et Armis")
LOTS = ("thracian novicius", "secutor primus_palus", "samnite novicius", "gallus novicius")
MOST = 150
HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"auction_type": "sealed_first_price", "survival_table": "dead_on_1"},
    {"auction_type": "sealed_second_price", "debt": "allowed_to_-1000"},
    {"resale": "between_schools", "build_delay": "next_month", "promotion_role": "owner"},
    {"advancement": "any_survival", "new_trick_choice": "random", "calendar": "custom"},
    {"auctoratus_term": "one_battle", "survival_natural_1_dies": "yes", "maimed": "servant_bonus"},
)


def by_seed(seed: str) -> Draw:
    """Numbers that follow from a seed."""
    count = itertools.count()
    return lambda most: drawn(seed, next(count), most)


def thrown(sides: tuple[int, ...], draw: Draw) -> Roll:
    """Dice as they fall."""
    return Roll(faces=tuple(Shown(1 + draw(most)) for most in sides))


def a_line(year: Year, draw: Draw) -> Action:
    """What somebody does next: mostly what the phase is for, now and then its end."""
    sides = showing.sides_due(year.books)
    if sides:
        return thrown(sides, draw)
    waiting = year.awaited
    if isinstance(waiting, Spend):
        if draw(4) == 0:
            return done
        if waiting.what == "auctions" and draw(2):
            new = lot(f"Man {draw(90)}", LOTS[draw(len(LOTS))], contract=draw(3) == 0)
            if SeasonLegal(year.books).admits(new):
                return new
    legal = SeasonLegal(year.books).simple()
    kept = [one for one in legal if not isinstance(one, Dismiss | Check | Contest)]
    line = kept[draw(len(kept))] if kept else legal[draw(len(legal))]
    if isinstance(waiting, Bidding) and isinstance(line, Bid):
        raised = Bid(crew=line.crew, amount=line.amount + draw(400))
        return raised if SeasonLegal(year.books).admits(raised) else line
    return line


def a_battle(year: Year, draw: Draw) -> Year:
    """If a battle has all its schools and nothing comes first (MR-CAM-3), it is fought by fiat.

    Its aftermath is told to the end.
    """
    ready = [one for one in year.books.season.offers if not one.battle and len(one.entered) > 1]
    quiet = isinstance(year.awaited, Spend) and year.books.season.phase == LUDI
    if not quiet or not ready or draw(2):
        return year
    battle = year.books.next_battle
    scenario = ready[0].scenario
    teams = {one.school: one.gladiators for one in ready[0].entered}
    members = {one.who.id: one for crew in year.books.crews.values() for one in crew.present}
    fit = all(id_ in members and members[id_].fit for team in teams.values() for id_ in team)
    hazards = scenario in ("tifernum", "slaughter_of_the_noxii")
    if not fit or hazards:
        return year
    names = [members[id_].who.name for team in teams.values() for id_ in team]
    if len(set(names)) < len(names):
        return year
    fell = {name: names[draw(len(names))] for name in names if draw(2)}
    winner = year.books.crew(list(teams)[draw(len(teams))]).who.name if draw(3) else ""
    evening = Night(fight(year, scenario, battle), battle, fell=fell, winner=winner)
    for _ in range(MOST):
        if isinstance(evening.awaited, Nothing):
            break
        showing_after.ask(evening.evening)
        evening = evening.do(_settling(evening, draw))
    return evening.year if evening.evening.after.over else evening.do(begin).year


def _settling(evening: Night, draw: Draw) -> Action:
    waiting = evening.awaited
    if isinstance(waiting, Throw):
        return thrown(tuple(due.sides for due in waiting.dice), draw)
    legal = AfterLegal(evening.evening).simple()
    assert legal
    return legal[draw(len(legal))]


def check(year: Year) -> None:
    """MR-CAM-7, MR-RES-1: nobody below what he may owe, nothing twice, accounts add up."""
    rules = accounts.least(house(year.books))
    for crew in year.books.crews.values():
        assert crew.treasury >= rules
        kinds = [item.kind for item in crew.store]
        assert len(set(kinds)) == len(kinds)
        handles = [one.handle for one in crew.members]
        assert len(set(handles)) == len(handles)
    year.check_accounts()


def play(options: dict[str, str], draw: Draw, lines: int) -> Year:
    """So many lines of a year of three schools."""
    year = Year(*SCHOOLS, **options)
    for _ in range(lines):
        if isinstance(year.awaited, Nothing):
            break
        year = year.do(a_line(year, draw))
        year = a_battle(year, draw)
    return year


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_accounts_balance_in_any_year(data: st.DataObject) -> None:
    """MR-CAM-7, MR-AUC-5, MR-RES-1: whatever legal lines are typed."""
    options = data.draw(st.sampled_from(HOUSES))
    randoms = data.draw(st.randoms(use_true_random=False))
    year = play(options, randoms.randrange, 60)
    check(year)
    showing.show(year.books)
    showing.ask(year.books)
    assert {one.kind for one in showing.names(year.books)} >= {"crew", "resource"}


@pytest.mark.parametrize("options", HOUSES)
def test_a_year_told_twice_is_the_same(options: dict[str, str]) -> None:
    """What was told, folded anew, gives the same books."""
    year = play(options, by_seed(str(options)), 80)
    check(year)
    again = BOOKS.initial
    for event in year.events:
        again = BOOKS.evolve(again, event)
    assert again == year.books


@pytest.mark.long
@pytest.mark.parametrize("options", HOUSES)
def test_whole_years(options: dict[str, str]) -> None:
    """MR-CAM-2, -7: ten whole months or more, many times, by each set of house rules."""
    for number in range(17):
        check(play(options, by_seed(f"{options} {number}"), 600))
