"""Chapter 11, the opening: who fights in which arena, under which rules and dice (MR-BAT-1, -2)."""

import msgspec

from domain.counting import counted
from domain.dicebox import DiceSealed, sealed
from domain.games.morturi.battle import (
    Design,
    Fighting,
    StartAt,
    mustering,
    side,
    side_changed,
    whos,
)
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Neutral
from domain.games.morturi.units import Held, Side, Unit, Weapon
from domain.games.morturi.waiting import Field
from domain.house import Setting
from domain.terms import Action, Event, RuleBroken, Telling, Who
from domain.throwing import Seal, Source

FEWEST_SCHOOLS, MOST_SCHOOLS = 2, 4

# Events


class GladiatorFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A gladiator's profile as he comes to the battle (MR-CRE-6).

    `proposed` names what of it is in no page of the wiki (MR-CRE-7, -8).
    """

    gladiator: Who
    handle: str = ""
    role: str
    grade: str
    weight: str
    faction: str = ""
    move: int
    life: int
    weapons: tuple[Weapon, ...] = ()
    specials: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()


class SchoolFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A school as it comes to the battle: its team, or (`choosing`) all of whom it may enter."""

    school: Who
    player: str = ""
    choosing: bool = False
    gladiators: tuple[GladiatorFielded, ...]


class BattleOpened(Event, frozen=True, kw_only=True, tag="morturi.battle-opened/1"):
    """A battle opened: its design and arena, all house rules, the profiles of all, and the dice.

    `arena` is drawn from the north; `start` says what a side's squares in it are, `then` how it
    looks after each round if parts of it move (MR-TER-9). `hazard` is the damage that was fixed for
    hazards before the battle (MR-TER-5).
    """

    battle: str
    edition: str
    scenario: Design
    arena: tuple[str, ...]
    start: str
    then: "tuple[Drawing, ...]" = ()
    house: tuple[Setting, ...]
    schools: tuple[SchoolFielded, ...]
    complications: tuple[str, ...] = ()
    hazard: int = 0
    friendly: bool = False
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    starts: tuple[StartAt, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        schools = " against ".join(s.school.name for s in self.schools)
        kind = "A pick-up battle" if self.friendly else "A battle"
        return f"{kind} opens: {self.scenario.name}, {schools}, {self.dice} dice."


class TeamFielded(Event, frozen=True, kw_only=True, tag="morturi.team-fielded/1"):
    """A school said whom it enters for the battle (MR-BAT-2)."""

    school: Who
    gladiators: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} enters {', '.join(w.name for w in self.gladiators)}."


# Actions


class Guest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A gladiator of a school that only a battle file knows: his role, grade and tricks.

    One who is `seasoned` comes as he stood in a campaign: he has learned since he was made, or was
    made under other house rules.
    """

    name: str
    handle: str = ""
    role: str
    grade: str
    tricks: tuple[str, ...] = ()
    seasoned: bool = False


class GuestCrew(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A school that only a battle file knows."""

    name: str
    player: str = ""
    members: tuple[Guest, ...]


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whom a school enters."""

    crew: str
    members: tuple[str, ...]


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An arena of one's own, drawn from the north; `start` says what a side's squares are."""

    rows: tuple[str, ...]
    start: str = ""


class Open(Action, frozen=True, kw_only=True, tag="morturi.open"):
    """Open a battle between schools of the campaign, or between guests of a file.

    `variants` are agreed variants of the scenario; an `arena` of one's own takes the place of its
    arena and deployment (several: so it looks round after round); `victory` is another way to win,
    `hazard` what hazards do. Where no sides are agreed on schools are always asked (MR-BAT-3):
    `ask_start`, which old lines hold, says no more than that.
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
    arena: tuple[Drawing, ...] = ()
    variants: tuple[str, ...] = ()
    victory: str = ""
    complications: tuple[str, ...] = ()
    hazard: int = 0

    @property
    def apart(self) -> bool:
        """Whether the battle gives nothing to the campaign: agreed so, or fought by guests."""
        return self.friendly or bool(self.guests)


class FieldTeam(Action, frozen=True, kw_only=True, tag="morturi.field"):
    """Choose whom a school enters."""

    crew: str
    members: tuple[str, ...]


# What is awaited


def upcoming(battle: Fighting) -> Field | None:
    """MR-BAT-2: schools that have more gladiators than may be entered choose their teams."""
    if not mustering(battle):
        return None
    school = next(s.id for s in battle.sides if not s.fielded)
    scenario = battle.scenario
    return Field(school, scenario.fewest, scenario.most) if scenario else None


# Judging


def field_team(telling: Telling[Fighting], action: FieldTeam, asked: Field) -> None:
    """MR-BAT-1, -2: as many as the battle says, of the school's own."""
    battle = telling.state
    who = side(battle, asked.crew).who
    if action.crew != asked.crew:
        raise RuleBroken("MR-BAT-2", f"it is for {who.name} to enter its team")
    members = tuple(dict.fromkeys(action.members))
    strangers = [u for u in members if battle.units[u].school != asked.crew]
    if strangers:
        raise RuleBroken("MR-BAT-2", f"{battle.units[strangers[0]].who.name} is not of {who.name}")
    if not asked.least <= len(members) <= asked.most or len(members) != len(action.members):
        fewest = f"{asked.least} to " if asked.least < asked.most else ""
        sentence = f"{fewest}{counted(asked.most, 'is', 'are')} entered, each once"
        raise RuleBroken("MR-BAT-1", sentence)
    telling.tell(TeamFielded(school=who, gladiators=whos(battle, members)))


# Remembering


EVENTS: tuple[type[Event], ...] = (BattleOpened, TeamFielded)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case BattleOpened():
            return _opened(event)
        case TeamFielded():
            chosen = {w.id for w in event.gladiators}
            units = {
                k: u for k, u in battle.units.items() if u.school != event.school.id or k in chosen
            }
            kept = msgspec.structs.replace(battle, units=units)
            return side_changed(kept, event.school.id, fielded=True)
        case _:
            return battle


def _opened(event: BattleOpened) -> Fighting:
    figures = _figures(event.battle, event.scenario.neutrals)
    return Fighting(
        battle=event.battle,
        edition=event.edition,
        scenario=event.scenario,
        arena=event.arena,
        start=event.start,
        then=tuple(d.rows for d in event.then),
        hazard=event.hazard,
        house=House.of(event.house),
        friendly=event.friendly,
        complications=event.complications,
        dice=event.dice,
        seal=sealed(event.seal, Seal()),
        agreed=event.starts,
        sides=tuple(
            Side(who=s.school, player=s.player, fielded=not s.choosing) for s in event.schools
        ),
        units={g.gladiator.id: _unit(s, g) for s in event.schools for g in s.gladiators} | figures,
    )


def _figures(battle: str, neutrals: tuple[Neutral, ...]) -> dict[str, Unit]:
    """MR-SCN-9: the figures of no school; the line that opened the battle brought them."""
    figures = (
        Unit(
            who=Who(f"{battle}/1#{neutral.id}-{n}", f"{neutral.name} {n}"),
            handle=f"{neutral.id}-{n}",
            school="",
            role=neutral.id,
            move=neutral.move,
            life=neutral.life,
            figure=neutral.id,
        )
        for neutral in neutrals
        for n in range(1, neutral.number + 1)
    )
    return {figure.id: figure for figure in figures}


def _unit(school: SchoolFielded, fielded: GladiatorFielded) -> Unit:
    return Unit(
        who=fielded.gladiator,
        handle=fielded.handle,
        school=school.school.id,
        role=fielded.role,
        grade=fielded.grade,
        faction=fielded.faction,
        move=fielded.move,
        life=fielded.life,
        weapons=fielded.weapons,
        specials=fielded.specials,
        tricks=fielded.tricks,
        keywords=fielded.keywords,
        proposed=fielded.proposed,
        conditions=tuple(Held(c, until="always") for c in fielded.conditions),
    )
