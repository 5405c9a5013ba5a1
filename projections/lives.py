"""How long members last: battles that each fought for a crew, and whether it ended there."""

from collections.abc import Callable, Iterable

from domain.kinds import Kind
from projections.deeds import told
from projections.page import Shelf
from projections.plots.survival import Life
from projections.stats import Names
from projections.tallies import Fight


def lives(
    shelf: Shelf, fights: Iterable[Fight], known: Names, say: Callable[..., str]
) -> dict[str, list[Life]]:
    """The lives of each crew's members; who fought for two has a life in each.

    Battles that go on are not lived through yet. He died for the crew that lost him. Who retired,
    was sold, is missing or lives was last seen in his last battle. `say` gives a sentence of the
    catalogue.
    """
    dead = {(row["crew"], row["member"]): row for row in told(shelf, kinds=[Kind.DIED])}
    battles: dict[tuple[str, str], int] = {}
    names: dict[str, str] = {}
    for fight in fights:
        for part in fight.parts if fight.over else ():
            if "battles" in part.counts:
                key = (part.crew, part.member)
                battles[key] = battles.get(key, 0) + 1
                names[part.member] = known[part.member].name if part.member in known else part.name
    found: dict[str, list[Life]] = {}
    for (crew, member), count in battles.items():
        death, name = dead.get((crew, member)), names[member]
        says = (
            say("survival-died", name=name, n=count, why=death["text"])
            if death
            else say("survival-says", name=name, n=count)
        )
        address = death["address"] if death else ""
        life = Life(battles=count, died=bool(death), says=says, address=address)
        found.setdefault(crew, []).append(life)
    return found
