"""Cards of members and sheets of battles as they lie on the table (MS-PRO-1, MS-SCN-1)."""

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from domain.books import Books, Crew, Member
from domain.games.mortisphere.after.hooks import gained, of_profile
from domain.games.mortisphere.after.lines import FORMS
from domain.games.mortisphere.after.profile import maximum
from domain.games.mortisphere.battle import Fighting, neighbours, setting
from domain.games.mortisphere.copies import book_of
from domain.games.mortisphere.fielding import RESOLVE
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.options import House
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.scenarios import Objective, Scenario, Score
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.units import Unit
from domain.paper import Below, Boxes, Card, Entry, Figure, Goal, Group, Paper, Party, Plain, Sheet

INJURIES = {
    "broken-core": "1 maximum Health less; it may be suffered again.",
    "lamed": "-1 on its Clash rolls when it initiates.",
    "cracked-guard": "-1 on its Clash rolls when it defends.",
    "clouded": "-1 progress on its first interaction of a scenario.",
    "exposed": "1 Presence less when it absorbs.",
}
"""What injuries do (MS-FAT-7), which the codex says in effects alone."""
MOST = 10
"""A blank sheet has room for so many, and still for what happens."""
AWAY = {"unfit": "misses_next"}
_POINTS = {
    "control.end": "control of {area} at the end",
    "control.round": "control of {area} at the end of a round",
    "standing.end": "each member standing at the end",
    "foe.incapacitated": "an enemy felled",
    "neutral.damage": "{neutral} hurt",
    "neutral.incapacitated": "{neutral} felled",
    "neutral.standing.end": "{neutral} still stands at the end",
    "exited": "{neutral} is out",
    "carried.out": "{item} carried out",
}


def paper(books: Books) -> Paper:
    """What this campaign puts on paper: by its own content, and its house rules."""
    rules, house = book_of(books), House.of(books.house)
    return Paper(
        card=partial(_card, rules, house),
        blank=BLANK,
        sheet=sheet,
        crew=_crew,
        bare=partial(_bare, rules, house),
        forms=tuple(form for form in LANGUAGE.forms if form not in FORMS),
        room=min(MOST, rules.recruitment.founding.max_members),
    )


BLANK = Card(
    kind="type",
    leads="Captain",
    figures=(Figure("die", "d"), Figure("experience", ""), Figure("rating", "")),
    boxes=(Boxes("health", 8), Boxes("resolve", 4)),
    groups=(
        Group("abilities", room=3),
        Group("equipment", room=2),
        Group("lasting_injuries", room=2),
        Group("special_rules", room=2),
    ),
)


def _card(rules: Book, house: House, member: Member, told: Plain) -> Card:
    """A member's card; a Captain that lost Resolve has it back in the next battle."""
    most, lost = maximum(rules, member), min(member.lost, maximum(rules, member))
    highest = tuple(_highest(rules, house, member, count) for count in range(1, most + 1))
    resolve = RESOLVE[house.captain_resolve] + member.resolve + gained(rules, member, "resolve")
    advances = [rules.advance(each) for each in member.learned if _known(rules, each)]
    status = str(told["status"])
    return Card(
        id=member.who.id,
        title=member.who.name,
        handle=member.handle,
        crew=str(told["crew"]),
        kind=rules.type(member.kind).name,
        leads="Captain" if member.captain else "",
        state="" if status == "fit" else AWAY.get(status, status),
        figures=(
            Figure("die", f"d{member.die}"),
            Figure("experience", str(member.experience)),
            Figure("rating", str(told["rating"])),
        ),
        boxes=(
            _health(most, lost, highest),
            *((Boxes("resolve", resolve),) if member.captain else ()),
        ),
        groups=tuple(
            group
            for group in (
                Group("abilities", tuple(_ability(rules, each) for each in member.abilities)),
                Group("equipment", tuple(_item(rules, one.kind) for one in member.items)),
                Group("lasting_injuries", tuple(_injury(rules, i) for i in member.injuries)),
                Group("advances", tuple(Entry(one.name, one.text) for one in advances)),
                Group("special_rules", tuple(_special(rules, member))),
            )
            if group.entries
        ),
    )


def _known(rules: Book, advance: str) -> bool:
    """Whether an advance is a row of the table; Resolve taken instead of one is none (MS-ADV-6)."""
    return any(one.id == advance for one in rules.advances)


def _highest(rules: Book, house: House, member: Member, lost: int) -> int:
    """MS-DMG-3, -7: the highest number a member can show that has lost so much Health."""
    more = sum(
        one.effect.value
        for one in of_profile(rules, member)
        if (one.effect.on, one.effect.op) == ("always", "max_roll")
        and all(each.name == "wounded" for each in one.effect.when)
    )
    lowest = 2 if house.max_roll_floor == "two" else 1
    return max(lowest, min(member.die, member.die - 2 * lost + more))


def _health(most: int, lost: int, highest: Iterable[int]) -> Boxes:
    """MS-HEA-1, MS-INC-1: a box for each Health; with the last the member is out."""
    marks = (*[str(each) for each in highest][:-1], "")
    return Boxes("health", most, lost, (Below("highest_roll", marks),) if most > 1 else ())


def _ability(rules: Book, ability: str) -> Entry:
    found = rules.ability(ability)
    return Entry(found.name, found.text)


def _item(rules: Book, item: str) -> Entry:
    found = rules.item(item)
    return Entry(found.name, found.text)


def _injury(rules: Book, injury: str) -> Entry:
    return Entry(rules.injury(injury).name, INJURIES.get(injury, ""))


def _special(rules: Book, member: Member) -> Iterator[Entry]:
    """What its type does (MS-TYP-3), a second affinity, and what drives a Captain (MS-CAP-7)."""
    kind = rules.type(member.kind)
    affinities = " and ".join(dict.fromkeys((kind.affinity, *member.affinities)))
    yield Entry(f"{kind.name}, affinity {affinities}", kind.campaign)
    if member.captain and member.will:
        will = rules.will(member.will)
        yield Entry(will.name, will.text)


def _crew(crew: Crew, told: Plain) -> tuple[Figure, ...]:
    """MS-INI-4, MS-REC-7: what its fit members are worth, and its purse."""
    return (
        Figure("value", str(told["value"])),
        Figure("rating", str(told["rating"])),
        Figure("salvage", str(crew.treasury)),
        *((Figure("grant", str(crew.grant)),) if crew.grant else ()),
    )


def _bare(rules: Book, house: House, scenario: str) -> Fighting:
    """A scenario before anybody has come (MS-SCN-1)."""
    return Fighting(
        edition=rules.edition, book=rules, scenario=rules.scenario(scenario), house=house
    )


def sheet(battle: Fighting) -> Sheet:
    """A battle: its crews, objectives and Areas, and what earns points (MS-SCN-5)."""
    scenario = setting(battle)
    limit = {"unlimited": 0, "fixed_6": 6}.get(battle.house.round_limit, scenario.rounds)
    return Sheet(
        scenario=scenario.name,
        story=scenario.story,
        rounds=limit,
        parties=tuple(
            Party(
                crew=side.who,
                player=side.player,
                cards=tuple(
                    _fighter(battle, u) for u in battle.units.values() if u.crew == side.id
                ),
            )
            for side in battle.sides
        ),
        goals=tuple(_goal(scenario, each) for each in scenario.objectives),
        points=tuple(
            Figure(_earned(scenario, row), f"{row.points:+d}") for row in scenario.scoring
        ),
        places=tuple(_area(battle, area.id) for area in scenario.areas),
    )


def _fighter(battle: Fighting, unit: Unit) -> Card:
    highest = [current_max(battle, replace(unit, lost=n)) for n in range(1, unit.health + 1)]
    resolve = (Boxes("resolve", unit.resolve, unit.strain),) if unit.captain else ()
    return Card(
        id=unit.id,
        title=unit.who.name,
        handle=unit.handle,
        kind=battle.book.type(unit.kind).name,
        leads="Captain" if unit.captain else "",
        figures=(Figure("die", f"d{unit.die}"),),
        boxes=(_health(unit.health, min(unit.lost, unit.health), highest), *resolve),
    )


def _goal(scenario: Scenario, each: Objective) -> Goal:
    """MS-OBJ-12: a box for each progress that is wanted, at each copy."""
    where = "" if each.area == "any" else f"{scenario.area(each.area).name}, "
    copies = f"{each.copies} of them, " if each.copies > 1 else ""
    return Goal(
        each.name, f"{where}{copies}{each.required} wanted, {each.tag}", each.copies * each.required
    )


def _earned(scenario: Scenario, row: Score) -> str:
    """What a row of the scoring is about."""
    if row.on == "objective.completed":
        said = scenario.objective(row.objective).name
    else:
        neutral = row.neutral or row.unit
        said = _POINTS.get(row.on, row.on).format(
            area=scenario.area(row.area).name if row.area else "",
            neutral=scenario.neutral(neutral).name if neutral else "",
            item=scenario.item(row.item).name if row.item else "",
        )
    who = f" ({row.crew} crew)" if row.crew else ""
    return f"{said}{who}{f', at most {row.cap}' if row.cap else ''}"


def _area(battle: Fighting, area: str) -> Entry:
    """MS-ARE-2, -4: what a place is for, and what lies around it."""
    scenario = setting(battle)
    around = ", ".join(scenario.area(each).name for each in neighbours(battle, area))
    found = scenario.area(area)
    return Entry(found.name, f"{found.purpose}; adjoins {around}" if around else found.purpose)
