"""Chapter 14, as a round ends: what was begun is kept or lost (MS-OBJ-8, -9)."""

from domain.games.mortisphere.battle import Channel, Fighting, setting, side, whos
from domain.games.mortisphere.effects import permits
from domain.games.mortisphere.objectives import ChannelInterrupted, advance
from domain.games.mortisphere.progress import done_by, is_open, points, required, unmet
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.using import count
from domain.terms import Telling, Who


def keep(telling: Telling[Fighting]) -> None:
    """MS-OBJ-9: at the round's end each channel is kept or lost, in the order they began."""
    for channel in telling.state.channels:
        battle = telling.state
        objective = setting(battle).objective(channel.objective)
        unit = battle.units[channel.unit]
        still_open = is_open(battle, objective, channel.copy, channel.crew)
        still_open = still_open and not unmet(battle, unit, objective)
        guard = permits(battle, unit, "objective.channel", "channel_protected")
        protected = channel.broken and unit.active and still_open and guard is not None
        if protected and guard is not None:
            count(telling, guard)
        if unit.active and still_open and (protected or not channel.broken):
            advance(telling, unit, objective, channel.copy, amount=channel.amount)
        else:
            _interrupt(telling, channel, objective)


def _interrupt(telling: Telling[Fighting], channel: Channel, objective: Objective) -> None:
    """MS-OBJ-8, -12: a channel was broken, or another interaction completed its copy first."""
    battle = telling.state
    own = channel.crew in done_by(battle, objective.id, channel.copy)
    total = points(battle, objective, channel.copy, channel.crew) + channel.amount
    telling.tell(
        ChannelInterrupted(
            member=battle.units[channel.unit].who,
            crew=side(battle, channel.crew).who,
            objective=Who(objective.id, objective.name),
            copy=channel.copy,
            by=whos(battle, channel.broken_by),
            last_needed=not own and total >= required(battle, objective, channel.crew),
            reason=_why(battle, channel, objective),
        )
    )


def _why(battle: Fighting, channel: Channel, objective: Objective) -> str:
    """Why a channel came to nothing, where nobody broke it."""
    if channel.broken:
        return ""
    if is_open(battle, objective, channel.copy, channel.crew):
        unit = battle.units[channel.unit]
        return "gone" if unit.active and unmet(battle, unit, objective) else ""
    own = channel.crew in done_by(battle, objective.id, channel.copy)
    return "done" if own else "claimed"
