"""Which battles a campaign has opened, and which of them are open: its own story, read for that."""

import msgspec

from domain.campaign import BattleClosed, BattleListed
from domain.terms import Action, Decider, Event, Who, WrongUsage


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of the campaign; one without crews is friendly and counts for nobody."""

    battle: str
    scenario: str
    crews: tuple[Who, ...] = ()
    open: bool = True
    void: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is fought by crews of the campaign."""
        return bool(self.crews)


class Battles(msgspec.Struct, frozen=True):
    """All battles that were opened, by their stories."""

    by_story: dict[str, Listed] = {}

    @property
    def all(self) -> tuple[Listed, ...]:
        """All of them, in the order of their opening."""
        return tuple(self.by_story.values())

    @property
    def open(self) -> tuple[Listed, ...]:
        """Those that are open; friendly ones only where no other is."""
        known = [one for one in self.all if one.open]
        return tuple([one for one in known if one.counts] or known)


def evolve(battles: Battles, event: Event) -> Battles:
    """Remember that a battle was opened or closed."""
    match event:
        case BattleListed():
            listed = Listed(battle=event.battle, scenario=event.scenario, crews=event.crews)
        case BattleClosed() if event.battle in battles.by_story:
            listed = msgspec.structs.replace(
                battles.by_story[event.battle], open=False, void=event.void
            )
        case _:
            return battles
    return Battles(battles.by_story | {listed.battle: listed})


def decide(_battles: Battles, action: Action) -> list[Event]:
    """A list judges nothing."""
    raise WrongUsage(f"{type(action).__name__} is no action of a list of battles")


BATTLES: Decider[Battles] = Decider(initial=Battles(), decide=decide, evolve=evolve)
