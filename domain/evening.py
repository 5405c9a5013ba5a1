"""The evening of a battle, in any game: who fought in it, and whether its aftermath may go on.

A game's evening holds a concluded battle, the books beside it, and how far its aftermath has come.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from domain.books import Books, Crew, Member
from domain.terms import Action, RuleBroken, Who

U = TypeVar("U")
U_co = TypeVar("U_co", covariant=True)


class Side(Protocol):
    """A crew's side in a battle."""

    @property
    def id(self) -> str:
        """The crew's id."""

    @property
    def who(self) -> Who:
        """The crew as it was when the battle opened."""


class Battle(Protocol[U_co]):
    """What an evening asks of its battle."""

    @property
    def battle(self) -> str:
        """Its story."""

    @property
    def concluded(self) -> bool:
        """Whether its result was confirmed."""

    @property
    def sides(self) -> Sequence[Side]:
        """The crews, in the order of its opening."""

    @property
    def units(self) -> Mapping[str, U_co]:
        """Whoever took part, by id."""


class Aftermath(Protocol):
    """How far an aftermath has come."""

    @property
    def opened(self) -> bool:
        """Whether it has begun."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""


class Evening(Protocol[U_co]):
    """A battle, the books beside it, and its aftermath."""

    @property
    def battle(self) -> Battle[U_co]:
        """The battle as it ended."""

    @property
    def books(self) -> Books:
        """Campaign and crews as they are now."""

    @property
    def after(self) -> Aftermath:
        """Its aftermath."""


def sides(evening: Evening[Any]) -> list[Crew]:
    """The crews of the battle, in the order of its opening, as the books have them now."""
    known = evening.books.crews
    return [known.get(side.id) or Crew(who=side.who) for side in evening.battle.sides]


def found(evening: Evening[Any], member: str) -> tuple[Crew, Member] | None:
    """A member of this battle's crews who still belongs to one, with its crew."""
    for crew in sides(evening):
        for one in crew.present:
            if one.who.id == member:
                return crew, one
    return None


def fought(evening: Evening[U]) -> Iterator[tuple[Crew, Member, U]]:
    """Whoever took part and still belongs to a crew, crews and members in their order."""
    for crew in sides(evening):
        for one in crew.present:
            unit = evening.battle.units.get(one.who.id)
            if unit is not None:
                yield crew, one, unit


def check_open(
    evening: Evening[Any],
    action: Action,
    rule: str,
    *,
    without: str,
    begins: type[Action],
    note: type[Action],
) -> None:
    """There is one aftermath of a battle that counts, when it is concluded, and once.

    `without` is what a battle is that has none; empty if this one has. A note may always be made.
    """
    battle = evening.battle
    if not battle.concluded:
        raise RuleBroken(rule, "the battle is not concluded", hint="acta battle conclude")
    if without:
        raise RuleBroken(rule, f"{battle.battle} was {without}: it gives nothing")
    if isinstance(action, note):
        return
    if evening.after.over:
        raise RuleBroken(rule, f"the aftermath of {battle.battle} is over: there is only one")
    if isinstance(action, begins) and evening.after.opened:
        raise RuleBroken(rule, f"the aftermath of {battle.battle} has begun", hint="acta next")
