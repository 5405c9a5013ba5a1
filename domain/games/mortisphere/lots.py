"""Dice that stand as they fall: lots, and the dice of what happens by itself."""

import msgspec

from domain.games.mortisphere.battle import Fighting, fighting_crews
from domain.games.mortisphere.throwing import Roll, shown_once
from domain.games.mortisphere.waiting import DieDue, Throw
from domain.terms import Telling, Who
from domain.throwing import Faces


class PlainDie(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A die that no unit's Health caps and nothing rolls again."""

    of: Who
    die: int
    natural: int


def plain_throw(battle: Fighting, what: str, of: tuple[str, ...], die: int) -> Throw:
    """A throw of such dice, by the crew that had the first turn."""
    crews = [*battle.order, *fighting_crews(battle), *(s.id for s in battle.sides)]
    return Throw(what, tuple(DieDue(one, die, die, die) for one in of), crews[0])


def plain_faces(telling: Telling[Fighting], action: Roll, throw: Throw) -> tuple[list[int], Faces]:
    """What the dice of such a throw show, and the facts of the roll."""
    faces = shown_once(telling.state, action, throw)
    return [face for (face,) in faces.by_die], faces
