"""Chapter 15, the escorted: a neutral goes where the members of its controller go (MS-NEU-4)."""

import msgspec

from domain.games.mortisphere.battle import Fighting, area_name, at, changed, setting
from domain.games.mortisphere.underway import Departure
from domain.games.mortisphere.units import Standing, Unit
from domain.games.mortisphere.waiting import Pick
from domain.names import the
from domain.terms import Event, RuleBroken, Telling, Who

# Events


class EscortNamed(Event, frozen=True, kw_only=True, tag="mortisphere.escort-named/1"):
    """A member that leaves an Area takes a neutral along (MS-NEU-4)."""

    member: Who
    neutral: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} takes {self.neutral.name} along."


class NeutralMoved(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-moved/1"):
    """A neutral reached another Area: by itself, steered, or with a member (MS-NEU-2, -4)."""

    neutral: Who
    before: Who
    to: Who
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f" ({self.reason})" if self.reason else ""
        before, to = the(self.before.name), the(self.to.name)
        return f"{self.neutral.name} moves from {before} to {to}{why}."


class NeutralExited(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-exited/1"):
    """A neutral left the battle with a member that withdrew (MS-SCN-6)."""

    neutral: Who
    area: Who
    crew: Who
    member: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.neutral.name} leaves by {the(self.area.name)} with {self.member.name}."


class NeutralTaken(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-taken/1"):
    """A crew has taken a neutral away; it is out of the battle."""

    neutral: Who
    crew: Who
    by: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.by.name} takes {self.neutral.name} away for {self.crew.name}."


# Reading


def follows(battle: Fighting, neutral: Unit) -> bool:
    """Whether a neutral goes along with its controller's members by now."""
    return any(
        claim.crew == neutral.controller and (one.does, one.of) == ("escort", neutral.neutral)
        for claim in battle.claims
        for one in setting(battle).objective(claim.objective).on_complete
    )


def companions(battle: Fighting, member: Unit) -> list[Unit]:
    """The neutrals that a member leaving its Area may take along."""
    return [
        u
        for u in at(battle, member.area)
        if u.neutral and u.controller == member.crew and follows(battle, u)
    ]


def asked(battle: Fighting, leaving: Departure) -> Pick | None:
    """Whether a neutral comes along, unless the line itself said so."""
    member = battle.units[leaving.members[0]]
    offers = tuple(u.id for u in companions(battle, member))
    if not offers or leaving.escort or leaving.escort_asked:
        return None
    return Pick(member.crew, "escort", offers, 0, 1)


# Judging


def check_escort(battle: Fighting, member: Unit, name: str) -> Unit:
    """MS-NEU-4: the neutral that a member wants to take along; raises RuleBroken."""
    neutral, who = battle.units[name], member.who.name
    if neutral.controller != member.crew:
        raise RuleBroken("MS-NEU-4", f"{neutral.who.name} does not go with {who}'s crew")
    if not follows(battle, neutral):
        raise RuleBroken("MS-NEU-4", f"{neutral.who.name} does not go along yet")
    if not neutral.active or neutral.area != member.area:
        raise RuleBroken("MS-NEU-4", f"{neutral.who.name} is not where {who} is")
    return neutral


def name_escort(telling: Telling[Fighting], neutral: str) -> None:
    """The first of those on their way takes a neutral along."""
    leaving = telling.state.departure
    assert leaving is not None  # noqa: S101 somebody is on the way
    units = telling.state.units
    telling.tell(EscortNamed(member=units[leaving.members[0]].who, neutral=units[neutral].who))


def bring(telling: Telling[Fighting], neutral: str, to: str, reason: str) -> None:
    """A neutral reaches an Area."""
    battle = telling.state
    unit = battle.units[neutral]
    before, after = area_name(battle, unit.area), area_name(battle, to)
    telling.tell(NeutralMoved(neutral=unit.who, before=before, to=after, reason=reason))


def take_away(telling: Telling[Fighting], neutral: str, by: Unit, crew: Who) -> None:
    """A crew has taken a neutral away, if it still stands."""
    for unit in telling.state.units.values():
        if unit.neutral == neutral and unit.active:
            telling.tell(NeutralTaken(neutral=unit.who, crew=crew, by=by.who))


# Remembering


EVENTS: tuple[type[Event], ...] = (EscortNamed, NeutralMoved, NeutralExited, NeutralTaken)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where the neutrals are, and who takes one along."""
    match event:
        case EscortNamed() if battle.departure is not None:
            leaving = msgspec.structs.replace(battle.departure, escort=event.neutral.id)
            return msgspec.structs.replace(battle, departure=leaving)
        case NeutralMoved():
            return changed(battle, event.neutral.id, area=event.to.id)
        case NeutralExited():
            gone = changed(battle, event.neutral.id, standing=Standing.WITHDRAWN)
            deed = (event.crew.id, "exited")
            return msgspec.structs.replace(gone, deeds=(*gone.deeds, deed))
        case NeutralTaken():
            return changed(battle, event.neutral.id, standing=Standing.TAKEN)
        case _:
            return battle
