"""Dice between battles: on the table, typed with their faces (MR-GEN-3)."""

from domain.games.morturi.school.year import Ludi
from domain.games.morturi.throwing import RULES, Roll, Thrown
from domain.games.morturi.waiting import Throw
from domain.terms import Event, Who
from domain.throwing import Rolled, shown_once

# Events


class LotCast(Rolled, frozen=True, kw_only=True, tag="morturi.lot-cast/1"):
    """Between battles a lot was cast where the rules say random: one number among so many."""

    what: str
    drawn: Who
    among: tuple[Who, ...]
    face: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"A lot of {len(self.among)} shows {self.face}: {self.drawn.name} ({self.what})."


# Judging


def thrown(books: Ludi, action: Roll, throw: Throw) -> Thrown:
    """The faces an action gives to the awaited dice."""
    found = shown_once(RULES, books.season, action, [due.sides for due in throw.dice])
    return Thrown(tuple(face for (face,) in found.by_die), found.facts)


def lot_cast(books: Ludi, action: Roll, throw: Throw, what: str, among: tuple[Who, ...]) -> LotCast:
    """One number among so many says which it is."""
    rolled = thrown(books, action, throw)
    (face,) = rolled.faces
    return LotCast(what=what, drawn=among[face - 1], among=among, face=face, **rolled.facts)


EVENTS: tuple[type[Event], ...] = (LotCast,)
