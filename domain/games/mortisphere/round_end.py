"""Chapter 2, the end of a round: a sequence that may stop for a roll or a choice (MS-RND-5)."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere import happenings, neutrals
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.channels import keep
from domain.games.mortisphere.closing import Closing
from domain.games.mortisphere.control import control
from domain.games.mortisphere.health import mend_round
from domain.games.mortisphere.rounds import RoundBegan, close
from domain.games.mortisphere.scoring import Deed, score
from domain.games.mortisphere.waiting import Awaited
from domain.terms import Event, Telling


class RoundSettled(Event, frozen=True, kw_only=True, tag="mortisphere.round-settled/1"):
    """Channels and control of a round are settled; now neutrals and the place itself act."""

    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"Round {self.round} draws to its end."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MS-RND-5, end: channels, control, effects; neutrals; scenario events; the end check."""
    if not battle.round_open:
        return None
    if battle.closing is None:
        return settle
    return neutrals.upcoming(battle) or happenings.upcoming(battle) or close


def settle(telling: Telling[Fighting]) -> None:
    """MS-RND-5, end: channels and control; then what is left, if anything is, follows."""
    keep(telling)
    control(telling)
    mend_round(telling)
    for claim in telling.state.controlled:
        score(telling, claim.crew, Deed(on="control.round", area=claim.objective))
    if neutrals.to_act(telling.state) or happenings.due(telling.state):
        telling.tell(RoundSettled(round=telling.state.round))
    else:
        close(telling)


# Remembering


EVENTS: tuple[type[Event], ...] = (RoundSettled,)
HEARS: tuple[type[Event], ...] = (RoundBegan,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember how far a round's end has come."""
    match event:
        case RoundSettled():
            return msgspec.structs.replace(battle, closing=Closing())
        case RoundBegan():
            return msgspec.structs.replace(battle, closing=None, steering=())
        case _:
            return battle
