"""Section 11: what a battle should pay, and what it does (MR-BAT-6, MR-SCN-7)."""

from fractions import Fraction

import msgspec

from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Prize, Scenario
from domain.games.morturi.season import Guideline


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the guideline asks of a battle: `teams` are the gladiators of each school."""

    teams: tuple[int, ...]
    surrender: bool = True
    fee: int = 0
    payouts: int = 0


def guideline(rules: Guideline, house: House, terms: Terms) -> int:
    """MR-BAT-6: the prize of a battle; percentages on the base, then fees, then what losers get.

    Uneven teams count by their average; a part of a denarius is lost (MR-CAM-7).
    """
    number = len(terms.teams)
    base = Fraction(rules.each_gladiator * sum(terms.teams), number)
    teams = Fraction(rules.team_percent * (number - 2), 100)
    death = Fraction(0 if terms.surrender else rules.no_surrender_percent, 100)
    if house.prize_percentages == "add":
        base *= 1 + teams + death
    else:
        base *= (1 + teams) * (1 + death)
    return int(base) + terms.fee * number - terms.payouts


def prize(house: House, scenario: Scenario) -> Prize:
    """MR-SCN-7: what a battle pays under these house rules."""
    for one in scenario.prizes:
        if house.has(one.house):
            return msgspec.structs.replace(
                scenario.prize, winner=one.winner, each_loser=one.each_loser
            )
    return scenario.prize
