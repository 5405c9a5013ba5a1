"""Which battles a campaign has opened, and which of them are open: its own story, read for that."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.campaign import BattleClosed, BattleListed
from domain.terms import Action, Decider, Event, Who, WrongUsage
from domain.voided import BattleVoided


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of the campaign, its `number` the place of its opening among all.

    One without crews is friendly and counts for nobody.
    """

    battle: str
    number: int
    scenario: str
    crews: tuple[Who, ...] = ()
    open: bool = True
    void: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is fought by crews of the campaign."""
        return bool(self.crews)


Over: TypeAlias = "tuple[Listed, Over] | tuple[()]"


class Battles(msgspec.Struct, frozen=True):
    """All battles that were opened: those that go on, by their stories, and those that are over.

    One that ends is put before the ones that ended earlier: of hundreds, none is copied for it.
    """

    opened: int = 0
    going: dict[str, Listed] = {}
    over: "Over" = ()

    @property
    def all(self) -> tuple[Listed, ...]:
        """All of them, in the order of their opening."""
        found, rest = list(self.going.values()), self.over
        while rest:
            one, rest = rest
            found.append(one)
        return tuple(sorted(found, key=lambda one: one.number))

    @property
    def by_story(self) -> dict[str, Listed]:
        """All of them, by their stories."""
        return {one.battle: one for one in self.all}

    @property
    def open(self) -> tuple[Listed, ...]:
        """Those that are open; friendly ones only where no other is."""
        known = list(self.going.values())
        return tuple([one for one in known if one.counts] or known)


def evolve(battles: Battles, event: Event) -> Battles:
    """Remember that a battle was opened or closed."""
    match event:
        case BattleListed():
            number = battles.opened + 1
            listed = Listed(
                battle=event.battle,
                number=_place(event.battle, number),
                scenario=event.scenario,
                crews=event.crews,
            )
            return replace(battles, opened=number, going={**battles.going, event.battle: listed})
        case BattleClosed() if event.battle in battles.going:
            going = dict(battles.going)
            closed = replace(going.pop(event.battle), open=False, void=event.void)
            return replace(battles, going=going, over=(closed, battles.over))
        case BattleVoided():
            listed = Listed(
                battle=event.battle,
                number=_place(event.battle, 0),
                scenario=event.scenario,
                crews=event.crews,
                open=False,
                void=True,
            )
            return replace(battles, over=(listed, battles.over))
        case _:
            return battles


def struck(battles: Battles, event: Event) -> Battles:
    """An opening that was taken back keeps its number."""
    return replace(battles, opened=battles.opened + isinstance(event, BattleListed))


def decide(_battles: Battles, action: Action) -> list[Event]:
    """A list judges nothing."""
    raise WrongUsage(f"{type(action).__name__} is no action of a list of battles")


BATTLES: Decider[Battles] = Decider(initial=Battles(), decide=decide, evolve=evolve, struck=struck)


def _place(battle: str, otherwise: int) -> int:
    """The place of a battle among all, as its story says it: void ones are listed in between."""
    place = battle.rpartition("-")[2]
    return int(place) if place.isdecimal() else otherwise
