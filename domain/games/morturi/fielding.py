"""Chapters 2 and 11 at the opening: the schools as they come to a battle, and its terms."""

from collections.abc import Iterator

from domain.books import Books, Crew, Member
from domain.codex import entry
from domain.counting import counted
from domain.dicebox import check_dice
from domain.games.morturi import arena
from domain.games.morturi.battle import Design
from domain.games.morturi.creation import Profile, check_factions, chosen, grade_of, profile
from domain.games.morturi.dicebox import EITHER
from domain.games.morturi.opening import (
    BattleOpened,
    Drawing,
    GladiatorFielded,
    Guest,
    GuestCrew,
    Open,
    SchoolFielded,
)
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.shapes import Book, book
from domain.games.morturi.sides import starts
from domain.games.morturi.throwing import RULES
from domain.games.morturi.units import Weapon
from domain.games.morturi.victory import CONDEMNED, HILL
from domain.games.morturi.words import Way
from domain.house import check_all
from domain.opening import check_guests
from domain.terms import RuleBroken, Who

STARTS = ("zones", "places", "gates")


def opened(books: Books, action: Open, edition: str) -> BattleOpened:
    """MR-BAT-1, -2: the opening as it is recorded; raises RuleBroken."""
    rules = book(edition)
    scenario = rules.scenario(action.scenario)
    check_all(rules.options, action.house)
    house = rules.house(action.house if action.apart else (*books.house, *action.house))
    check_dice(RULES.source, EITHER, action.dice, action.seal)
    schools = tuple(_schools(rules, house, books, scenario, action))
    for school in schools if action.crews else ():
        check_factions(house, school.school.name, (one.faction for one in school.gladiators))
    drawing = ground(rules, scenario, action)
    check(rules, scenario, drawing, action, schools)
    return BattleOpened(
        battle=action.battle,
        edition=rules.edition,
        scenario=design(rules, scenario, action.victory),
        arena=drawing.rows,
        start=drawing.start,
        then=action.arena if len(action.arena) > 1 else (),
        house=house.settings(),
        schools=schools,
        complications=complications(rules, action),
        hazard=action.hazard,
        friendly=action.apart,
        dice=action.dice,
        seal=action.seal,
        starts=action.starts,
    )


def design(rules: Book, scenario: Scenario, victory: str = "") -> Design:
    """What a battle keeps of its scenario; it may be won in another way (MR-BAT-1, MR-VIC-4)."""
    return Design(
        id=scenario.id,
        name=scenario.name,
        fewest=scenario.fewest,
        most=scenario.most,
        victory=entry("victory", victory, rules.victories).id if victory else scenario.victory,
        surrender=scenario.surrender,
        neutrals=(scenario.neutral,) if scenario.neutral else (),
        prize=scenario.prize,
    )


# The arena


def ground(rules: Book, scenario: Scenario, action: Open) -> Drawing:
    """MR-BAT-1: the arena as drawn for this battle, or an agreed variant's, or the scenario's."""
    if action.arena:
        own = action.arena[0]
        start = own.start or STARTS[0]
        if start not in STARTS:
            raise RuleBroken("MR-BAT-1", f"a side starts in {', '.join(STARTS)}")
        sizes = {
            (a.width, a.height) for a in (arena.read(d.rows, rules.terrain) for d in action.arena)
        }
        if len(sizes) > 1:
            raise RuleBroken("MR-TER-9", "an arena whose parts move keeps its size")
        return Drawing(own.rows, start)
    rows = scenario.arena
    for variant in action.variants:
        rows = scenario.option(variant).arena or rows
    return Drawing(rows, scenario.start)


def complications(rules: Book, action: Open) -> tuple[str, ...]:
    """MR-BAT-8: what makes this battle special, each once."""
    named = (rules.complication(c).id for c in action.complications)
    return tuple(dict.fromkeys(named))


def check(
    rules: Book,
    scenario: Scenario,
    drawing: Drawing,
    action: Open,
    schools: tuple[SchoolFielded, ...],
) -> None:
    """MR-BAT-1, MR-TER-5: enough sides, room on each, and what hazards do is said before."""
    most = max(scenario.max_sides, *(scenario.option(v).max_sides for v in action.variants), 0)
    if not scenario.min_sides <= len(schools) <= most:
        wanted = f"{scenario.min_sides} to " if most > scenario.min_sides else ""
        wanted += counted(most, "school meets", "schools meet")
        raise RuleBroken("MR-BAT-1", f"{wanted} in {scenario.name}")
    for number, school in enumerate(schools):
        _check_roles(scenario, school, number)
    _check_pairing(scenario, schools)
    places = starts(rules.edition, drawing.rows)
    if len(places) < len(schools):
        raise RuleBroken("MR-BAT-3", f"the arena has {counted(len(places), 'side')} to start from")
    team = max(min(len(s.gladiators), scenario.most) for s in schools)
    small = [name for name, squares in places.items() if len(squares) < team]
    if drawing.start != "gates" and small:
        raise RuleBroken("MR-BAT-3", f"{small[0]} has no room for {counted(team, 'gladiator')}")
    read = arena.read(drawing.rows, rules.terrain)
    agreed = any(e.word == "agreed" for place in read.squares for e in read.at(place).effects)
    if agreed and action.hazard < 1:
        raise RuleBroken("MR-TER-5", "what the hazards do is fixed before the battle")
    if scenario.neutral and len(read.start("n")) < scenario.neutral.number:
        raise RuleBroken("MR-SCN-10", f"the arena has no room for {scenario.neutral.number}")
    _check_victory(design(rules, scenario, action.victory), read)
    _check_starts(places, schools, action)


def _check_roles(scenario: Scenario, school: SchoolFielded, number: int) -> None:
    """MR-SCN-6: where a battle says whom its sides may enter, by the order of the opening."""
    if number >= len(scenario.sides):
        return
    side = scenario.sides[number]
    for one in school.gladiators:
        if one.role not in side.roles and one.faction not in side.factions:
            sentence = f"{one.gladiator.name} is none of those whom {side.id} may enter"
            raise RuleBroken(scenario.rule, sentence, hint=", ".join((*side.roles, *side.factions)))


def _check_pairing(scenario: Scenario, schools: tuple[SchoolFielded, ...]) -> None:
    """MR-SCN-2: the two roles of a classic pairing belong together."""
    roles = sorted(one.role for school in schools for one in school.gladiators)
    if scenario.pairings and roles not in [sorted(pair) for pair in scenario.pairings]:
        pairs = ", ".join(" and ".join(pair) for pair in scenario.pairings)
        raise RuleBroken(scenario.rule, f"{' and '.join(roles)} are no pair", hint=pairs)


def _check_victory(battle: Design, ground: arena.Arena) -> None:
    """MR-VIC-4: what the battle is about must be there."""
    if battle.victory == HILL and not ground.marked("hill"):
        raise RuleBroken("MR-VIC-4", "the arena has no hill to hold")
    if battle.victory == CONDEMNED and not battle.neutrals:
        raise RuleBroken("MR-VIC-4", f"nobody is condemned in {battle.name}")


def _check_starts(
    places: dict[str, tuple[str, ...]], schools: tuple[SchoolFielded, ...], action: Open
) -> None:
    """MR-BAT-3: an agreement names schools of this battle and sides of its arena, each once."""
    known = {s.school.id for s in schools}
    for start in action.starts:
        if start.crew not in known:
            raise RuleBroken("MR-BAT-3", "a side is agreed for a school that takes no part")
        if start.area not in places:
            raise RuleBroken("MR-BAT-3", f"the arena's sides are {', '.join(places)}")
    for named in ([s.crew for s in action.starts], [s.area for s in action.starts]):
        if len(set(named)) < len(named):
            raise RuleBroken("MR-BAT-3", "each school has one side, and each side one school")


# The schools


def _schools(
    rules: Book, house: House, books: Books, scenario: Scenario, action: Open
) -> Iterator[SchoolFielded]:
    """The schools, of the campaign or of a file, with their teams."""
    if action.guests:
        check_guests(action.guests)
        for n, school in enumerate(action.guests, start=1):
            yield _guests(rules, house, scenario, school, f"{action.battle}/1#{n}")
        return
    if len(set(action.crews)) < len(action.crews):
        raise RuleBroken("MR-BAT-1", "a school does not fight itself")
    teams = {t.crew: t.members for t in action.teams}
    for id_ in action.crews:
        yield _school(rules, house, scenario, books.crew(id_), teams.get(id_, ()))


def _school(
    rules: Book, house: House, scenario: Scenario, crew: Crew, named: tuple[str, ...]
) -> SchoolFielded:
    """MR-BAT-2: its team; if it has more than may be entered, and names none, it still chooses."""
    fit = {m.who.id: m for m in crew.fit}
    if any(m not in fit for m in named) or len(set(named)) < len(named):
        raise RuleBroken("MR-BAT-2", f"{crew.who.name} enters fit gladiators of its own, each once")
    members = [fit[m] for m in named] or list(fit.values())
    choosing = not named and len(members) > scenario.most
    if not choosing:
        check_number(scenario, crew.who.name, len(members))
    return SchoolFielded(
        school=crew.who,
        player=crew.player,
        choosing=choosing,
        gladiators=tuple(_member(rules, house, m) for m in members),
    )


def check_number(scenario: Scenario, school: str, number: int) -> None:
    """MR-BAT-1: as many gladiators as the battle says."""
    if not scenario.fewest <= number <= scenario.most:
        wanted = counted(scenario.most, "gladiator")
        if scenario.fewest < scenario.most:
            wanted = f"{scenario.fewest} to {wanted}"
        raise RuleBroken("MR-BAT-1", f"{school} enters {wanted}, not {number}")


def _member(rules: Book, house: House, member: Member) -> GladiatorFielded:
    """A gladiator of the campaign as he comes to a battle."""
    role, grade = rules.role(member.kind), rules.grade(member.grade)
    built = profile(rules, house, role, grade, member.abilities)
    return fielded(rules, member.who, member.handle, built)


def fielded(rules: Book, who: Who, handle: str, built: Profile) -> GladiatorFielded:
    """A profile as a battle keeps it."""
    return GladiatorFielded(
        gladiator=who,
        handle=handle,
        role=built.role,
        grade=built.grade,
        weight=built.weight,
        faction=rules.role(built.role).faction,
        move=built.move,
        life=built.life,
        weapons=tuple(weapon(way) for way in built.weapons),
        specials=built.specials,
        tricks=built.tricks,
        keywords=built.keywords,
        conditions=built.conditions,
        proposed=built.proposed,
    )


def weapon(way: Way) -> Weapon:
    """A way of attacking as a battle keeps it."""
    return Weapon(**{name: getattr(way, name) for name in Weapon.__struct_fields__})


def _guests(
    rules: Book, house: House, scenario: Scenario, school: GuestCrew, id_: str
) -> SchoolFielded:
    """MR-BAT-2: a school that only a battle file knows: its team, or more to choose it from."""
    choosing = len(school.members) > scenario.most
    if not choosing:
        check_number(scenario, school.name, len(school.members))
    return SchoolFielded(
        school=Who(id_, school.name),
        player=school.player,
        choosing=choosing,
        gladiators=tuple(
            _guest(rules, house, guest, f"{id_}.{n}") for n, guest in enumerate(school.members, 1)
        ),
    )


def _guest(rules: Book, house: House, guest: Guest, id_: str) -> GladiatorFielded:
    """MR-CRE-2, -4: a gladiator that only a battle file knows; the seasoned are as they became."""
    role, grade = rules.role(guest.role), grade_of(rules, guest.grade)
    if guest.seasoned:
        tricks = tuple(dict.fromkeys(rules.trick(trick).id for trick in guest.tricks))
    else:
        tricks = chosen(rules, house, role, grade, guest.tricks)
    built = profile(rules, house, role, grade, tricks)
    return fielded(rules, Who(id_, guest.name), guest.handle, built)
