"""Chapter 6: conditions are ended: standing up, struggling free, recovering (MR-CON-1, -6)."""

from domain.games.morturi.battle import Fighting, acting
from domain.games.morturi.circumstances import under
from domain.games.morturi.effects import Working, declarable
from domain.games.morturi.standing import relieve
from domain.games.morturi.units import Unit
from domain.games.morturi.using import Use, use
from domain.terms import Action, RuleBroken, Telling

# Actions


class Stand(Action, frozen=True, kw_only=True, tag="morturi.stand"):
    """Stand up, for 3 MP."""


class Struggle(Action, frozen=True, kw_only=True, tag="morturi.struggle"):
    """Struggle free of what entangles you."""


class Recover(Action, frozen=True, kw_only=True, tag="morturi.recover"):
    """Give up your whole turn to be rid of a condition."""


# Judging


def stand(telling: Telling[Fighting]) -> None:
    """MR-CON-1: he stands up, for 3 MP."""
    _free(telling, ("prone",), "MR-CON-1", ("move.action",))


def struggle(telling: Telling[Fighting]) -> None:
    """MR-CON-6: he frees himself of a net, as `entangle_escape` says."""
    _free(telling, ("entangled",), "MR-CON-6", ("move.action", "turn.option"))


def recover(telling: Telling[Fighting]) -> None:
    """MR-CON-7: he gives up his whole turn to be rid of a condition."""
    _, unit = acting(telling.state)
    _free(telling, tuple(c.id for c in unit.conditions), "MR-CON-7", ("turn.option",))


def _free(
    telling: Telling[Fighting], names: tuple[str, ...], rule: str, moments: tuple[str, ...]
) -> None:
    battle = telling.state
    turn, unit = acting(battle)
    ways_out = removals(battle, unit, names, moments)
    if not ways_out:
        raise RuleBroken(rule, f"{unit.who.name} cannot free himself of anything so")
    w = ways_out[0]
    use(telling, turn, unit, w, Use())
    relieve(telling, telling.state.units[unit.id], w.effect.what, w.source)


def removals(
    battle: Fighting, unit: Unit, names: tuple[str, ...], moments: tuple[str, ...]
) -> list[Working]:
    """How he could end a condition that lies on him and is not permanent (MR-CON-6, -7)."""
    lying = {c.id for c in unit.conditions if c.until != "always" and c.id in names}
    return [
        w
        for moment in moments
        for w in declarable(battle, unit, moment)
        if w.family == "condition" and w.effect.what in lying and under(battle, unit, w.entry)
    ]
