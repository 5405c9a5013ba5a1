"""Chapter 15, the opening: who fights over what, under which rules and dice (MS-SCN-1, -2)."""

from collections.abc import Callable

import msgspec

from domain.dicebox import DiceSealed, sealed
from domain.effects import Parts
from domain.games.mortisphere.battle import (
    Fighting,
    StartAt,
    side,
    side_changed,
    whos,
)
from domain.games.mortisphere.building import parts_of
from domain.games.mortisphere.copies import Content, played, shown
from domain.games.mortisphere.options import House
from domain.games.mortisphere.scenarios import Neutral, Scenario
from domain.games.mortisphere.units import Side, Standing, Unit
from domain.games.mortisphere.waiting import Awaited, Field
from domain.house import Setting
from domain.own import Own
from domain.terms import Action, Event, RuleBroken, Telling, Who
from domain.throwing import Seal, Source

FEWEST_CREWS, MOST_CREWS = 2, 4

# Events


class MemberFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A member's profile as it comes to the battle (MS-PRO-1)."""

    member: Who
    handle: str
    kind: str
    die: int
    health: int
    built: int = 0
    captain: bool = False
    will: str = ""
    resolve: int = 0
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    affinities: tuple[str, ...] = ()
    advances: int = 0
    gear: int = 0
    worth: int = 0
    lost: int = 0

    @property
    def parts(self) -> Parts:
        """Everything of the profile that may hold effects."""
        return parts_of(
            self.kind,
            self.abilities,
            self.items,
            self.injuries,
            self.traits,
            self.will,
            self.affinities,
        )


class CrewFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A crew as it comes to the battle: whoever is fit, its rating, what all at home are worth."""

    crew: Who
    player: str = ""
    rating: int
    roster_value: int
    roster_gear: int = 0
    members: tuple[MemberFielded, ...]


class BattleOpened(Event, frozen=True, kw_only=True, tag="mortisphere.battle-opened/1"):
    """A battle opened: its scenario, all house rules, the profiles of all, and the dice.

    `content` is what it uses of the codex, copied, what is own marked so. What was recorded
    without it is played by the edition alone.
    """

    battle: str
    edition: str
    scenario: Scenario
    house: tuple[Setting, ...]
    crews: tuple[CrewFielded, ...]
    friendly: bool = False
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    ask_start: bool = False
    starts: tuple[StartAt, ...] = ()
    content: tuple[Content, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        crews = " against ".join(c.crew.name for c in self.crews)
        kind = "A friendly battle" if self.friendly else "A battle"
        own = f" Own content: {', '.join(self.own)}." if self.own else ""
        return f"{kind} opens: {self.scenario.name}, {crews}, {self.dice} dice.{own}"

    @property
    def own(self) -> tuple[str, ...]:
        """What of the scenario and of those who fight is own content, by name."""
        if not self.content:
            return ()
        rules = played(self.edition, self.content)
        return shown(rules, self.scenario, (m.parts for crew in self.crews for m in crew.members))


class TeamFielded(Event, frozen=True, kw_only=True, tag="mortisphere.team-fielded/1"):
    """A crew chose whom it fields under a cap of value (MS-REC-8)."""

    crew: Who
    members: tuple[Who, ...]
    rating: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} fields {', '.join(w.name for w in self.members)}."


# Actions


class Guest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A member of a crew that only a battle file knows."""

    name: str
    handle: str
    kind: str
    die: int
    health: int = 0
    captain: bool = False
    will: str = ""
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    advances: int = 0
    lost: int = 0


class GuestCrew(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A crew that only a battle file knows."""

    name: str
    player: str = ""
    members: tuple[Guest, ...]


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whom a crew fields."""

    crew: str
    members: tuple[str, ...]


class Open(Action, frozen=True, kw_only=True, tag="mortisphere.open"):
    """Open a battle between crews of the campaign, or between guests of a file.

    `content` is what guests bring of their own.
    """

    battle: str
    scenario: str
    crews: tuple[str, ...] = ()
    guests: tuple[GuestCrew, ...] = ()
    teams: tuple[Team, ...] = ()
    starts: tuple[StartAt, ...] = ()
    ask_start: bool = False
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    house: tuple[Setting, ...] = ()
    friendly: bool = False
    content: tuple[Own, ...] = ()

    @property
    def apart(self) -> bool:
        """Whether the battle gives nothing to the campaign: agreed so, or fought by guests."""
        return self.friendly or bool(self.guests)


class FieldTeam(Action, frozen=True, kw_only=True, tag="mortisphere.field"):
    """Choose whom a crew fields, within the cap."""

    crew: str
    members: tuple[str, ...]


# What is awaited


def mustering(battle: Fighting) -> bool:
    """Whether somebody still waits to be deployed for the first round."""
    return not battle.round and any(u.standing is Standing.RESERVE for u in battle.units.values())


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MS-REC-8 `value_cap`: crews above the cap choose whom they field."""
    if not mustering(battle):
        return None
    if battle.house.deploy_limit != "value_cap":
        return None
    for each in battle.sides:
        cap = value_cap(battle, each.id)
        if not each.fielded and value_of(battle, each.id) > cap:
            return Field(each.id, cap)
    return None


def value_of(battle: Fighting, crew: str) -> int:
    """The die values of all whom a crew has brought."""
    return sum(u.die for u in battle.units.values() if u.crew == crew)


def value_cap(battle: Fighting, crew: str) -> int:
    """MS-REC-8 `value_cap`: what all fit members of the smallest crew are worth.

    A crew whose every member is worth more may still field one of its smallest.
    """
    smallest = min(u.die for u in battle.units.values() if u.crew == crew)
    return max(smallest, min(s.roster_value for s in battle.sides))


# Judging


def field_team(telling: Telling[Fighting], action: FieldTeam, awaited: Field) -> None:
    """MS-REC-8 `value_cap`: fielded value within the cap, and somebody at least."""
    battle = telling.state
    who = side(battle, awaited.crew).who
    if action.crew != awaited.crew:
        raise RuleBroken("MS-REC-8", f"it is for {who.name} to field its team")
    units = [battle.units[u] for u in dict.fromkeys(action.members)]
    value = sum(u.die for u in units)
    if not units or value > awaited.cap:
        raise RuleBroken("MS-REC-8", f"a value of 1 to {awaited.cap} is fielded, not {value}")
    strangers = [u.who.name for u in units if u.crew != awaited.crew]
    if strangers:
        raise RuleBroken("MS-REC-8", f"{strangers[0]} is not of {who.name}")
    rating = sum(u.worth for u in units)
    members = whos(battle, [u.id for u in units])
    telling.tell(TeamFielded(crew=who, members=members, rating=rating))


# Remembering


EVENTS: tuple[type[Event], ...] = (BattleOpened, TeamFielded)


def parties(event: BattleOpened) -> tuple[tuple[str, str], ...]:
    """The crews of a battle by their names, each with its player."""
    return tuple((each.crew.name, each.player) for each in event.crews)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case BattleOpened():
            return _remember_opening(event)
        case TeamFielded():
            chosen = {w.id for w in event.members}
            units = {
                k: u for k, u in battle.units.items() if u.crew != event.crew.id or k in chosen
            }
            kept = msgspec.structs.replace(battle, units=units)
            return side_changed(kept, event.crew.id, fielded=True, rating=event.rating)
        case _:
            return battle


def _remember_opening(event: BattleOpened) -> Fighting:
    return Fighting(
        battle=event.battle,
        edition=event.edition,
        book=played(event.edition, event.content),
        scenario=event.scenario,
        house=House.of(event.house),
        friendly=event.friendly,
        dice=event.dice,
        seal=sealed(event.seal, Seal()),
        ask_start=event.ask_start,
        agreed=event.starts,
        sides=tuple(
            Side(
                who=c.crew,
                player=c.player,
                rating=c.rating,
                roster_value=c.roster_value,
                roster_gear=c.roster_gear,
            )
            for c in event.crews
        ),
        units={m.member.id: _unit(c, m) for c in event.crews for m in c.members}
        | {u.id: u for u in (_neutral(event.battle, n) for n in event.scenario.neutrals)},
    )


def _neutral(battle: str, neutral: Neutral) -> Unit:
    """A neutral with its profile (MS-NEU-1); the line that opened the battle brought it."""
    abilities = tuple(("ability", a) for a in neutral.abilities)
    return Unit(
        who=Who(f"{battle}/1#{neutral.id}", neutral.name),
        handle=neutral.id,
        crew="",
        kind=neutral.type,
        die=neutral.die,
        health=neutral.health,
        abilities=neutral.abilities,
        parts=(("type", neutral.type), *abilities),
        neutral=neutral.id,
        tireless=neutral.tireless,
    )


def _unit(crew: CrewFielded, member: MemberFielded) -> Unit:
    return Unit(
        who=member.member,
        handle=member.handle,
        crew=crew.crew.id,
        kind=member.kind,
        die=member.die,
        health=member.built or member.health,
        captain=member.captain,
        will=member.will,
        resolve=member.resolve,
        gear=member.gear,
        worth=member.worth,
        abilities=member.abilities,
        items=member.items,
        injuries=member.injuries,
        traits=member.traits,
        parts=member.parts,
        lost=member.lost,
    )
