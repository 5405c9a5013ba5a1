"""How long members last: battles that each fought for a crew, and whether it ended there."""

from domain.kinds import Kind
from projections.deeds import told
from projections.page import Row, Shelf
from projections.plots.survival import Group, Life
from projections.stats import Names
from projections.tallies import Fight


def lives(shelf: Shelf, fights: list[Fight], known: Names) -> list[Group]:
    """The lives of each crew's members, crew by crew; who fought for two has a life in each.

    He died for the crew that lost him. Who retired, was sold, is missing or lives was last seen in
    his last battle.
    """
    dead = {(row["crew"], row["member"]): row for row in told(shelf, kinds=[Kind.DIED])}
    battles: dict[tuple[str, str], int] = {}
    for fight in fights:
        for part in fight.parts:
            if "battles" in part.counts:
                key = (part.crew, part.member)
                battles[key] = battles.get(key, 0) + 1
    return [
        Group(
            named.name,
            tuple(
                _life(count, known[member].name, dead.get((of, member)))
                for (of, member), count in battles.items()
                if of == crew
            ),
        )
        for crew, named in known.items()
        if not named.crew
    ]


def _life(battles: int, name: str, death: Row | None) -> Life:
    if death is None:
        return Life(battles=battles, died=False, says=f"{name}: {battles}")
    says = f"{name}: {battles}, {death['text']}"
    return Life(battles=battles, died=True, says=says, address=death["address"])
