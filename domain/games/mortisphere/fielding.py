"""Chapters 15, 16 and 18 at the opening: the crews as they come to a battle, and its terms."""

from collections.abc import Iterable, Iterator

import msgspec

from domain.books import Books, Crew, Member
from domain.dicebox import check_dice
from domain.games.mortisphere.battle import StartAt
from domain.games.mortisphere.building import gained, maximum
from domain.games.mortisphere.copies import joined, used
from domain.games.mortisphere.opening import (
    FEWEST_CREWS,
    MOST_CREWS,
    BattleOpened,
    CrewFielded,
    Guest,
    MemberFielded,
    Open,
)
from domain.games.mortisphere.options import House
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Book, book
from domain.games.mortisphere.throwing import RULES
from domain.games.mortisphere.worth import made_of
from domain.house import Setting, check_all
from domain.opening import check_guests
from domain.own import overlaid
from domain.terms import RuleBroken, Who

RESOLVE = {"one": 1, "two": 2, "three": 3}


def opened(books: Books, action: Open) -> BattleOpened:
    """MS-SCN-1, -2, MS-EVT-2: the opening as it is recorded; raises RuleBroken."""
    rules = joined(books.edition, overlaid(books.content, action.content))
    scenario = rules.scenario(action.scenario)
    if not scenario.works:
        raise RuleBroken("MS-SCN-1", f"this version does not play {scenario.name} yet")
    check_all(rules.options, action.house)
    house = rules.house(action.house if action.apart else (*books.house, *action.house))
    check_dice(RULES.source, house.dice_source, action.dice, action.seal)
    crews = tuple(_guests(rules, house, action)) or tuple(_crews(rules, house, books, action))
    if not FEWEST_CREWS <= len(crews) <= MOST_CREWS:
        raise RuleBroken("MS-SCN-7", f"two to four crews meet in a battle, not {len(crews)}")
    _check_starts(scenario, crews, action.starts)
    return BattleOpened(
        battle=action.battle,
        edition=rules.edition,
        scenario=scenario,
        house=house.settings(),
        crews=crews,
        friendly=action.apart,
        dice=action.dice,
        seal=action.seal,
        ask_start=action.ask_start,
        starts=action.starts,
        content=(used(rules, scenario, (m.parts for crew in crews for m in crew.members)),),
    )


def _check_starts(
    scenario: Scenario, crews: tuple[CrewFielded, ...], starts: tuple[StartAt, ...]
) -> None:
    """MS-SCN-3: an agreement names crews of this battle, each once, and Areas of the scenario."""
    known = {c.crew.id for c in crews}
    for start in starts:
        scenario.area(start.area)
        if start.crew not in known:
            raise RuleBroken("MS-SCN-3", "a start Area is agreed for a crew that takes no part")
    if len({s.crew for s in starts}) < len(starts):
        raise RuleBroken("MS-SCN-3", "one start Area is agreed for a crew")


def _crews(rules: Book, house: House, books: Books, action: Open) -> Iterator[CrewFielded]:
    """The campaign's crews, with their teams."""
    teams = {t.crew: t.members for t in action.teams}
    if len(set(action.crews)) < len(action.crews):
        raise RuleBroken("MS-CLA-9", "a crew does not fight itself")
    for id_ in action.crews:
        crew = books.crew(id_)
        chosen = _team(house, crew, teams[id_]) if id_ in teams else crew.fit
        members = tuple(_profile(rules, house, m) for m in chosen)
        yield CrewFielded(
            crew=crew.who,
            player=crew.player,
            rating=sum(m.worth for m in members),
            roster_value=sum(m.die for m in crew.fit),
            roster_gear=sum(rules.item(i.kind).cost for m in crew.fit for i in m.items),
            members=members,
        )


def _team(house: House, crew: Crew, named: tuple[str, ...]) -> tuple[Member, ...]:
    """MS-REC-8: all fit members, or under `value_cap` whom the crew names."""
    fit = {m.who.id for m in crew.fit}
    if not named or not fit.issuperset(named):
        raise RuleBroken("MS-REC-8", f"{crew.who.name} fields fit members of its own")
    if house.deploy_limit != "value_cap" and not fit.issubset(named):
        raise RuleBroken("MS-REC-8", f"every fit member of {crew.who.name} is deployed")
    return tuple(m for m in crew.fit if m.who.id in named)


def _profile(rules: Book, house: House, member: Member) -> MemberFielded:
    """A member of the campaign as it comes to a battle."""
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
            resolve=RESOLVE[house.captain_resolve] + member.resolve if member.captain else 0,
            abilities=member.abilities,
            items=tuple(i.kind for i in member.items),
            injuries=member.injuries,
            traits=tuple(a.id for a in rules.advances if a.effects and a.id in member.learned),
            affinities=_further(rules, member),
            advances=member.advances,
            lost=member.lost,
        ),
    )


def _further(rules: Book, member: Member) -> tuple[str, ...]:
    """MS-ADV-4 Practised: the affinities of a member besides that of its type (MS-TYP-3)."""
    return tuple(t for t in member.affinities if t != rules.type(member.kind).affinity)


def fielded(rules: Book, member: MemberFielded) -> MemberFielded:
    """A profile as effects build it, and its worth: of its gear (MS-INI-6), in all (MS-REC-7)."""
    built = maximum(rules, member.die, member.health, member.parts)
    resolve = member.resolve + (gained(rules, member.parts, "resolve") if member.captain else 0)
    gear = sum(rules.item(i).cost for i in member.items)
    who, die = member.member, member.die
    worth = made_of(rules, who, die, member.abilities, member.items, member.advances).total
    return msgspec.structs.replace(member, gear=gear, worth=worth, built=built, resolve=resolve)


def _guests(rules: Book, house: House, action: Open) -> Iterator[CrewFielded]:
    """The crews that only a battle file knows."""
    check_guests(action.guests)
    for n, crew in enumerate(action.guests, start=1):
        id_ = f"{action.battle}/1#{n}"
        if not crew.members:
            raise RuleBroken("MS-REC-4", f"{crew.name} has no member to field")
        members = tuple(
            _guest(rules, house, guest, f"{id_}.{m}") for m, guest in enumerate(crew.members, 1)
        )
        yield CrewFielded(
            crew=Who(id_, crew.name),
            player=crew.player,
            rating=sum(m.worth for m in members),
            roster_value=sum(m.die for m in members),
            roster_gear=sum(m.gear for m in members),
            members=members,
        )


def _guest(rules: Book, house: House, guest: Guest, id_: str) -> MemberFielded:
    """A member that only a battle file knows; at 0 Health only a Captain fights (MS-INC-1)."""
    health = guest.health or default_health(rules, guest.die, house.health_by_die)
    carries_on = guest.captain and house.captain_zero != "ordinary"
    if not 0 <= guest.lost <= health or (guest.lost == health and not carries_on):
        raise RuleBroken("MS-INC-1", f"{guest.name} has {health} Health and lost {guest.lost}")
    return fielded(
        rules,
        MemberFielded(
            member=Who(id_, guest.name),
            handle=guest.handle,
            kind=rules.type(guest.kind).id,
            die=rules.die(guest.die).faces,
            health=health,
            captain=guest.captain,
            will=rules.will(guest.will).id if guest.will else "",
            resolve=RESOLVE[house.captain_resolve] if guest.captain else 0,
            abilities=tuple(rules.ability(a).id for a in guest.abilities),
            items=tuple(rules.item(i).id for i in guest.items),
            injuries=tuple(rules.injury(i).id for i in guest.injuries),
            advances=guest.advances,
            lost=guest.lost,
        ),
    )


def default_health(rules: Book, die: int, rule: str) -> int:
    """MS-HEA-5: the Health a die gives."""
    if rule == "half_die":
        return die // 2
    return 3 if rule == "flat_3" else rules.die(die).health


def ordinary_health(die: int, house: Iterable[Setting]) -> int:
    """MS-HEA-5: the Health that a die gives under these house rules."""
    rules = book()
    return default_health(rules, die, rules.house(house).health_by_die)
