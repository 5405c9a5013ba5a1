"""Chapter 15: the two roles of a scenario, and the way out of each (MS-SCN-3, -7)."""

from domain.games.mortisphere.battle import Fighting, setting, side

ROLES = FIRST, SECOND = ("first", "second")
EDGE = "edge"


def leading(battle: Fighting) -> str:
    """The crew that plays the `first` role: by its start Area, else by its seat.

    Where no crew starts in an Area of that role it is the first that starts in none of the other.
    """
    deployment = setting(battle).deployment
    seats = [s.id for s in battle.sides]
    starting = [s.id for s in battle.sides if s.start in deployment.first]
    free = [s.id for s in battle.sides if s.start not in deployment.second]
    return (starting or free or seats)[0]


def role(battle: Fighting, crew: str) -> str:
    """MS-SCN-7: the role a crew plays; `second` is shared by all others."""
    return FIRST if crew == leading(battle) else SECOND


def ways_out(battle: Fighting, crew: str) -> tuple[str, ...]:
    """The `edge` Areas that are a crew's own: its start, or else its role's."""
    scenario = setting(battle)
    edges = [a.id for a in scenario.areas if EDGE in a.tags]
    start = side(battle, crew).start
    if start in edges:
        return (start,)
    mine = getattr(scenario.deployment, role(battle, crew))
    return tuple(a for a in mine if a in edges)
