"""Chapter 15, the opening: who fights over what, from where, under which rules and dice."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from domain.books import Books, Member
from domain.games.mortisphere.battle import (
    Awaited,
    CrewFace,
    DieDue,
    Field,
    Fighting,
    Seal,
    Side,
    Source,
    Standing,
    Start,
    StartAt,
    Throw,
    Unit,
    area_name,
    at,
    changed,
    setting,
    side,
    side_changed,
    whos,
)
from domain.games.mortisphere.initiative import CrewDie
from domain.games.mortisphere.options import House
from domain.games.mortisphere.resolve import Roll, Rolled, remember_roll, shown
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Book, book
from domain.house import Setting
from domain.terms import Action, Event, RuleBroken, Telling, Who

CHOOSER_DIE = 20
RESOLVE = {"one": 1, "two": 2, "three": 3}

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
    captain: bool = False
    will: str = ""
    resolve: int = 0
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    advances: int = 0
    gear: int = 0
    worth: int = 0
    lost: int = 0


class CrewFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A crew as it comes to the battle: whoever is fit, its rating, what all at home are worth."""

    crew: Who
    player: str = ""
    rating: int
    roster_value: int
    members: tuple[MemberFielded, ...]


class DiceSealed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What sealed dice are bound to: the battle's 16 bytes and each party's anchor."""

    battle: str = ""
    anchors: tuple[str, ...] = ()
    solo: bool = False


class BattleOpened(Event, frozen=True, kw_only=True, tag="mortisphere.battle-opened/1"):
    """A battle opened: its scenario, all house rules, the profiles of all, and the dice."""

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
    without_effect: tuple[str, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        crews = " against ".join(c.crew.name for c in self.crews)
        kind = "A friendly battle" if self.friendly else "A battle"
        said = f"{kind} opens: {self.scenario.name}, {crews}, {self.dice} dice."
        if self.without_effect:
            said += f" Not yet at work in this version: {', '.join(self.without_effect)}."
        return said


class ChooserRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.chooser-rolled/1"):
    """Crews rolled for who chooses its start Area first (MS-SCN-3)."""

    dice: tuple[CrewDie, ...]

    def told(self) -> str:
        """Say it as the table would."""
        rolled = ", ".join(f"{d.crew.name} {d.result}" for d in self.dice)
        return f"Rolled for the choice of the start Area: {rolled}."


class StartChosen(Event, frozen=True, kw_only=True, tag="mortisphere.start-chosen/1"):
    """A crew has its start Area, chosen or agreed (MS-SCN-3, -7)."""

    crew: Who
    area: Who
    agreed: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.crew.name} starts in the {self.area.name}{' (agreed)' if self.agreed else ''}."
        )


class TeamFielded(Event, frozen=True, kw_only=True, tag="mortisphere.team-fielded/1"):
    """A crew chose whom it fields under a cap of value (MS-REC-8)."""

    crew: Who
    members: tuple[Who, ...]
    rating: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} fields {', '.join(w.name for w in self.members)}."


class MemberDeployed(Event, frozen=True, kw_only=True, tag="mortisphere.member-deployed/1"):
    """A member stands in its start Area (MS-SCN-3, MS-ARE-6)."""

    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is deployed in the {self.area.name}."


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
    """Open a battle between crews of the campaign, or (friendly) between guests of a file."""

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


class ChooseStart(Action, frozen=True, kw_only=True, tag="mortisphere.start"):
    """Choose a crew's start Area."""

    crew: str
    area: str


class FieldTeam(Action, frozen=True, kw_only=True, tag="mortisphere.field"):
    """Choose whom a crew fields, within the cap."""

    crew: str
    members: tuple[str, ...]


# Opening


FEWEST_CREWS, MOST_CREWS = 2, 4


def opened(books: Books, action: Open, edition: str) -> BattleOpened:
    """MS-SCN-1, -2, MS-EVT-2: the opening as it is recorded; raises RuleBroken."""
    rules = book(edition)
    scenario = rules.scenario(action.scenario)
    if not scenario.works:
        raise RuleBroken("MS-SCN-1", f"this version does not play {scenario.name} yet")
    house = rules.house(action.house if action.friendly else (*books.house, *action.house))
    wrong = {"entered": Source.SEALED, "generated": Source.TABLE}.get(str(house.dice_source))
    if action.dice is wrong:
        raise RuleBroken("MS-EVT-4", f"the house rule dice_source is {house.dice_source}")
    crews = tuple(_guests(rules, action)) or tuple(_fielded(rules, books, action))
    if not FEWEST_CREWS <= len(crews) <= MOST_CREWS:
        raise RuleBroken("MS-SCN-7", f"two to four crews meet in a battle, not {len(crews)}")
    return BattleOpened(
        battle=action.battle,
        edition=rules.edition,
        scenario=scenario,
        house=house.settings(),
        crews=crews,
        friendly=action.friendly,
        dice=action.dice,
        seal=action.seal,
        ask_start=action.ask_start,
        starts=action.starts,
        without_effect=without_effect(rules, crews),
    )


def without_effect(rules: Book, crews: Iterable[CrewFielded]) -> tuple[str, ...]:
    """The abilities, items and Wills on the field, which are data without effect so far."""
    names: dict[str, None] = {}
    for crew in crews:
        for member in crew.members:
            names |= dict.fromkeys(rules.ability(a).name for a in member.abilities)
            names |= dict.fromkeys(rules.item(i).name for i in member.items)
            if member.will:
                names[rules.will(member.will).name] = None
    return tuple(names)


def _fielded(rules: Book, books: Books, action: Open) -> Iterator[CrewFielded]:
    teams = {t.crew: t.members for t in action.teams}
    if len(set(action.crews)) < len(action.crews):
        raise RuleBroken("MS-CLA-9", "a crew does not fight itself")
    for id_ in action.crews:
        crew = books.crew(id_)
        fit = crew.fit
        chosen = [m for m in fit if m.who.id in teams.get(id_, ())] if id_ in teams else list(fit)
        capped = books.setting("deploy_limit", "all_fit") == "value_cap"
        if len(chosen) < len(fit) and not capped:
            raise RuleBroken("MS-REC-8", f"every fit member of {crew.who.name} is deployed")
        members = tuple(_profile(rules, books, m) for m in chosen)
        yield CrewFielded(
            crew=crew.who,
            player=crew.player,
            rating=sum(m.worth for m in members),
            roster_value=sum(m.die for m in fit),
            members=members,
        )


def _profile(rules: Book, books: Books, member: Member) -> MemberFielded:
    resolve = RESOLVE[books.setting("captain_resolve", "two")] if member.captain else 0
    return fielded(
        rules,
        MemberFielded(
            member=member.who,
            handle=member.handle,
            kind=member.kind,
            die=member.die,
            health=member.health,
            captain=member.captain,
            will=member.will,
            resolve=resolve,
            abilities=member.abilities,
            items=tuple(i.kind for i in member.items),
            advances=member.advances,
        ),
    )


def fielded(rules: Book, member: MemberFielded) -> MemberFielded:
    """A profile with what it is worth: its equipment (MS-INI-6) and in all (MS-REC-7)."""
    gear = sum(rules.item(i).cost for i in member.items)
    skill = sum(rules.ability(a).cost for a in member.abilities)
    worth = member.die + gear + skill + 2 * member.advances
    return msgspec.structs.replace(member, gear=gear, worth=worth)


def _guests(rules: Book, action: Open) -> Iterator[CrewFielded]:
    house = rules.house(action.house)
    for n, crew in enumerate(action.guests, start=1):
        id_ = f"{action.battle}/1#{n}"
        members = []
        for m, guest in enumerate(crew.members, start=1):
            members.append(
                fielded(
                    rules,
                    MemberFielded(
                        member=Who(f"{id_}.{m}", guest.name),
                        handle=guest.handle,
                        kind=rules.type(guest.kind).id,
                        die=rules.die(guest.die).faces,
                        health=guest.health
                        or default_health(rules, guest.die, str(house.health_by_die)),
                        captain=guest.captain,
                        will=rules.will(guest.will).id if guest.will else "",
                        resolve=RESOLVE[str(house.captain_resolve)] if guest.captain else 0,
                        abilities=tuple(rules.ability(a).id for a in guest.abilities),
                        items=tuple(rules.item(i).id for i in guest.items),
                        injuries=guest.injuries,
                        advances=guest.advances,
                        lost=guest.lost,
                    ),
                )
            )
        yield CrewFielded(
            crew=Who(id_, crew.name),
            player=crew.player,
            rating=sum(m.worth for m in members),
            roster_value=sum(m.die for m in members),
            members=tuple(members),
        )


def default_health(rules: Book, die: int, rule: str) -> int:
    """MS-HEA-5: the Health a die gives."""
    if rule == "half_die":
        return die // 2
    return 3 if rule == "flat_3" else rules.die(die).health


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Teams, the choice of start Areas, deployment; then the first round may begin."""
    if battle.round or all(u.standing is not Standing.RESERVE for u in battle.units.values()):
        return None
    cap = value_cap(battle)
    for each in battle.sides:
        if not each.fielded and cap and value_of(battle, each.id) > cap:
            return Field(each.id, cap)
    waiting = [s for s in battle.sides if not s.start]
    if not waiting:
        return deploy
    if battle.agreed:
        return start_agreed
    tied = undecided(battle)
    if tied:
        dice = tuple(DieDue(c, CHOOSER_DIE, CHOOSER_DIE, CHOOSER_DIE) for c in tied)
        return Throw("chooser", dice, tied[0])
    crew = next(c for c in choosing_order(battle) if not side(battle, c).start)
    offers = start_offers(battle)
    if battle.ask_start and len(offers) > 1:
        return Start(crew, offers)
    return start_first


def value_of(battle: Fighting, crew: str) -> int:
    """The die values of all whom a crew has brought."""
    return sum(u.die for u in battle.units.values() if u.crew == crew)


def value_cap(battle: Fighting) -> int:
    """MS-REC-8 `value_cap`: all field at most what the smallest crew brought; 0 for no cap."""
    if battle.house.deploy_limit != "value_cap":
        return 0
    return min(value_of(battle, s.id) for s in battle.sides)


def rank(battle: Fighting, crew: str) -> tuple[int, ...]:
    """MS-SCN-3: what orders the crews in choosing: rating (or rolls alone), then rolls."""
    rolls = tuple(
        -next((f.face for f in faces if f.crew == crew), 0) for faces in battle.chooser_rolls
    )
    by_roll = setting(battle).deployment.chooser == "roll"
    return rolls if by_roll else (side(battle, crew).rating, *rolls)


def undecided(battle: Fighting) -> list[str]:
    """The crews that must roll (again) for the first choice."""
    ranks = {s.id: rank(battle, s.id) for s in battle.sides}
    first = min(ranks.values())
    tied = [c for c, r in ranks.items() if r == first]
    return tied if len(tied) > 1 else []


def choosing_order(battle: Fighting) -> list[str]:
    """The crews in the order in which they choose."""
    return sorted((s.id for s in battle.sides), key=lambda c: rank(battle, c))


def start_offers(battle: Fighting) -> tuple[str, ...]:
    """MS-SCN-3, -7: the start Areas open to the next crew that chooses."""
    scenario = setting(battle)
    taken = [s.start for s in battle.sides if s.start]
    listed = (*scenario.deployment.first, *scenario.deployment.second)
    free = tuple(a for a in dict.fromkeys(listed) if a not in taken)
    if free and len(taken) < FEWEST_CREWS:
        return free
    others = tuple(a.id for a in scenario.areas if a.id not in taken and a.id not in listed)
    if others:
        return others
    crowd = {a.id: _heads(battle, a.id) for a in scenario.areas}
    fewest = min(crowd.values())
    return tuple(a for a, n in crowd.items() if n == fewest)


def _heads(battle: Fighting, area: str) -> int:
    """How many will start in an Area."""
    crews = {s.id for s in battle.sides if s.start == area}
    return len(at(battle, area)) + sum(1 for u in battle.units.values() if u.crew in crews)


# Judging


def choose_start(telling: Telling[Fighting], action: ChooseStart, awaited: Start) -> None:
    """MS-SCN-3, -7: the crew that is asked chooses among the start Areas open to it."""
    battle = telling.state
    if action.crew != awaited.crew:
        name = side(battle, awaited.crew).who.name
        raise RuleBroken("MS-SCN-3", f"it is for {name} to choose")
    if action.area not in awaited.areas:
        open_ = " or ".join(area_name(battle, a).name for a in awaited.areas)
        raise RuleBroken("MS-SCN-3", f"open to it: {open_}")
    _start(telling, action.crew, action.area)


def _start(telling: Telling[Fighting], crew: str, area: str, *, agreed: bool = False) -> None:
    battle = telling.state
    telling.tell(
        StartChosen(crew=side(battle, crew).who, area=area_name(battle, area), agreed=agreed)
    )


def start_first(telling: Telling[Fighting]) -> None:
    """Without a question the crew that chooses takes the first start Area open to it."""
    battle = telling.state
    crew = next(c for c in choosing_order(battle) if not side(battle, c).start)
    _start(telling, crew, start_offers(battle)[0])


def start_agreed(telling: Telling[Fighting]) -> None:
    """Start Areas that were agreed at the opening may be any."""
    battle = telling.state
    for start in battle.agreed:
        _start(telling, start.crew, start.area, agreed=True)


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


def roll_chooser(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-SCN-3: a d20 each, the higher chooses, tied ones again."""
    battle = telling.state
    faces = shown(battle, action, throw)
    dice = tuple(
        CrewDie(side(battle, d.unit).who, d.die, f[-1], f[-1])
        for d, f in zip(throw.dice, faces.by_die, strict=True)
    )
    telling.tell(ChooserRolled(dice=dice, **faces.facts))


def deploy(telling: Telling[Fighting]) -> None:
    """MS-SCN-3: all who are fielded stand in their crew's start Area."""
    battle = telling.state
    for unit in battle.units.values():
        area = area_name(battle, side(battle, unit.crew).start)
        telling.tell(MemberDeployed(member=unit.who, area=area))


# Remembering


EVENTS: tuple[type[Event], ...] = (
    BattleOpened,
    ChooserRolled,
    StartChosen,
    TeamFielded,
    MemberDeployed,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case BattleOpened():
            return _remember_opening(event)
        case ChooserRolled():
            faces = tuple(CrewFace(d.crew.id, d.result) for d in event.dice)
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(rolled, chooser_rolls=(*rolled.chooser_rolls, faces))
        case StartChosen():
            return side_changed(battle, event.crew.id, start=event.area.id)
        case TeamFielded():
            chosen = {w.id for w in event.members}
            units = {
                k: u for k, u in battle.units.items() if u.crew != event.crew.id or k in chosen
            }
            kept = msgspec.structs.replace(battle, units=units)
            return side_changed(kept, event.crew.id, fielded=True, rating=event.rating)
        case MemberDeployed():
            return changed(battle, event.member.id, area=event.area.id, standing=Standing.ACTIVE)
        case _:
            return battle


def _remember_opening(event: BattleOpened) -> Fighting:
    seal = next((Seal(battle=s.battle, anchors=s.anchors, solo=s.solo) for s in event.seal), Seal())
    return Fighting(
        battle=event.battle,
        edition=event.edition,
        scenario=event.scenario,
        house=House.of(event.house),
        friendly=event.friendly,
        dice=event.dice,
        seal=seal,
        ask_start=event.ask_start,
        agreed=event.starts,
        sides=tuple(
            Side(who=c.crew, player=c.player, rating=c.rating, roster_value=c.roster_value)
            for c in event.crews
        ),
        units={m.member.id: _unit(c, m) for c in event.crews for m in c.members},
    )


def _unit(crew: CrewFielded, member: MemberFielded) -> Unit:
    return Unit(
        who=member.member,
        handle=member.handle,
        crew=crew.crew.id,
        kind=member.kind,
        die=member.die,
        health=member.health,
        captain=member.captain,
        will=member.will,
        resolve=member.resolve,
        gear=member.gear,
        worth=member.worth,
        abilities=member.abilities,
        items=member.items,
        lost=member.lost,
    )
