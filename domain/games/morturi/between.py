"""The year as a table plays it: what a season is to whoever submits its lines."""

from typing import Any

from msgspec.structs import replace

from domain.books import Books
from domain.game import Season
from domain.games.morturi import showing as battle
from domain.games.morturi.doings import Pass
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.school import play, showing
from domain.games.morturi.school.legal import SeasonLegal
from domain.games.morturi.school.year import Bidding, Ludi, house
from domain.terms import Action


def kept(books: Books) -> bool:
    """MR-CAM-1: a campaign has a year, a pick-up game has none."""
    return isinstance(books, Ludi) and house(books).game_mode == "campaign"


def canonical(books: Any, action: Action) -> Action:
    """A pass without a name is that of the one school which is left."""
    waiting = play.awaited(books)
    if not isinstance(action, Pass) or action.crew or not isinstance(waiting, Bidding):
        return action
    return replace(action, crew=waiting.crews[0]) if len(waiting.crews) == 1 else action


SEASON = Season(
    kept=kept,
    decider=BOOKS,
    canonical=canonical,
    awaited=play.awaited,
    rolls_sealed=showing.rolls_sealed,
    chains=showing.chains,
    roll=battle.roll,
    sides=showing.sides_due,
    throw=battle.throw,
    legal=SeasonLegal,
    names=showing.names,
    asked=showing.asked,
    show=showing.show,
    ask=showing.ask,
)
