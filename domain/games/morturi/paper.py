"""Index cards of gladiators, and sheets of battles, as they lie on the table (MR-CRE-6, MR-BAT)."""

from collections.abc import Iterable, Iterator
from functools import partial

from domain.books import Books, Crew, Member
from domain.games.morturi.arena import Terrain
from domain.games.morturi.battle import Fighting, setting
from domain.games.morturi.cards import weapons
from domain.games.morturi.creation import price, profile, proposal
from domain.games.morturi.fielding import design
from domain.games.morturi.ground import field
from domain.games.morturi.lines import LANGUAGE
from domain.games.morturi.options import House
from domain.games.morturi.school.lines import FORMS, RULING_BETWEEN
from domain.games.morturi.shapes import Book, Feature, book
from domain.games.morturi.showing import role_name
from domain.games.morturi.units import Unit
from domain.games.morturi.words import Way
from domain.paper import Boxes, Card, Entry, Figure, Goal, Group, Paper, Party, Plain, Sheet, named
from domain.terms import as_said

INJURIES = {"maimed": "He fights no more; his school keeps him."}
"""What is left of a Survival check that went ill (MR-SVC-2)."""
AWAY = {"unfit": "misses_next"}
_BETWEEN = (*FORMS, *(form for form in LANGUAGE.forms if form.pieces is RULING_BETWEEN))
_MOST = 12
"""Life points that a card to be filled in has boxes for; most have 8 (MR-CRE-6)."""


def paper(books: Books) -> Paper:
    """What this campaign puts on paper, by its house rules."""
    rules = book(books.edition) if books.edition else book()
    return Paper(
        card=partial(_card, rules, rules.house(books.house)),
        blank=BLANK,
        sheet=sheet,
        crew=_crew,
        bare=partial(_bare, rules, rules.house(books.house)),
        forms=tuple(form for form in LANGUAGE.forms if form not in _BETWEEN),
    )


BLANK = Card(
    kind="role",
    figures=(Figure("grade", ""), Figure("class", ""), Figure("move", ""), Figure("price", "")),
    boxes=(Boxes("life_points", _MOST),),
    groups=(
        Group("weapons", room=2),
        Group("special_rules", room=2),
        Group("tricks", room=6),
    ),
)


def _card(rules: Book, house: House, member: Member, told: Plain) -> Card:
    """A gladiator's index card; a proposal says that it is one (MR-CRE-7, -8)."""
    role, grade = rules.role(member.kind), rules.grade(member.grade)
    built = profile(rules, house, role, grade, member.abilities)
    status = str(told["status"])
    lost = min(member.lost, built.life)
    proposed = [proposal(rules, each) for each in built.proposed]
    return Card(
        id=member.who.id,
        title=member.who.name,
        handle=member.handle,
        crew=str(told["crew"]),
        kind=role.name,
        state="" if status == "fit" else AWAY.get(status, status),
        figures=(
            *_grade(named(grade.name, than=role.name)),
            Figure("class", rules.weight(role.weight).name),
            Figure("move", str(built.move)),
            Figure("price", str(price(house, grade))),
            *((Figure("term", as_said(member.term)),) if member.term else ()),
        ),
        boxes=(Boxes("life_points", built.life, lost),),
        groups=tuple(
            group
            for group in (
                Group("weapons", tuple(map(_weapon, built.weapons))),
                Group("special_rules", tuple(_features(map(rules.special, built.specials)))),
                Group("tricks", tuple(_features(map(rules.trick, built.tricks)))),
                Group("lasting_injuries", tuple(map(_injury, member.injuries))),
                Group("keywords", tuple(Entry(as_said(each)) for each in built.keywords)),
            )
            if group.entries
        ),
        remarks=tuple(f"not found, proposed: {', '.join(each)}" for each in (proposed,) if each),
    )


def _grade(grade: str) -> tuple[Figure, ...]:
    """His grade, unless his role says it (MR-CRE-4)."""
    return (Figure("grade", grade),) if grade else ()


def _weapon(way: Way) -> Entry:
    """MR-ATK-2, -10, MR-RNG-1: what a way of attacking needs to hit, what it does, how far."""
    hit = f"{way.to_hit}+ to hit" if way.to_hit else "hits as his melee weapon"
    parts = [hit, f"{way.damage} damage"]
    if way.kind == "ranged":
        parts.append(f"range {way.min_range} to {way.range}" if way.range else "any range")
    if way.shots > 1:
        parts.append(f"{way.shots} shots")
    if way.replaces:
        parts.append(
            "in place of a melee attack" if way.replaces == "melee" else "in place of his attack"
        )
    if way.needs:
        parts.append(f"needs {as_said(way.needs)} made ready")
    return Entry(way.name, ", ".join(parts))


def _features(found: Iterable[Feature]) -> Iterator[Entry]:
    for one in found:
        stance = " (stance)" if "stance" in one.tags and "tance" not in one.name else ""
        yield Entry(f"{one.name}{stance}{' (proposed)' if one.suggested else ''}", one.text)


def _injury(injury: str) -> Entry:
    return Entry(as_said(injury), INJURIES.get(injury, ""))


def _crew(crew: Crew, told: Plain) -> tuple[Figure, ...]:
    """MR-PRI-1: how many can fight, what their Moves add up to, and the purse."""
    return (
        Figure("gladiators", str(told["gladiators"])),
        Figure("moves", str(told["moves"])),
        Figure("denarii", str(crew.treasury)),
    )


def _bare(rules: Book, house: House, scenario: str) -> Fighting:
    """A battle's arena before anybody has come (MR-BAT-1)."""
    found = rules.scenario(scenario)
    return Fighting(
        edition=rules.edition, scenario=design(rules, found), arena=found.arena, house=house
    )


def sheet(battle: Fighting) -> Sheet:
    """A battle: its schools, how it is won, the prize, and what lies in its arena."""
    rules, fought = book(battle.edition), setting(battle)
    victory = next(one for one in rules.victories if one.id == fought.victory)
    flags = [Goal(f"the flag of {s.who.name}", "", 1) for s in battle.sides if battle.flags]
    hill = (
        [Goal(f"{s.who.name} on the hill", "rounds", 3) for s in battle.sides]
        if _hill(battle)
        else []
    )
    return Sheet(
        scenario=fought.name,
        story=rules.scenario(fought.id).text,
        parties=tuple(
            Party(
                crew=side.who,
                player=side.player,
                cards=tuple(
                    _fighter(battle, u) for u in battle.units.values() if u.school == side.id
                ),
            )
            for side in battle.sides
        ),
        goals=(Goal(victory.name, victory.text), *flags, *hill),
        points=tuple(_points(battle)),
        places=tuple(Entry(one.name, one.text) for one in _grounds(battle)),
    )


def _hill(battle: Fighting) -> bool:
    """Whether the hill is what it is fought over (MR-VIC-4)."""
    return setting(battle).victory == "king_of_the_hill"


def _points(battle: Fighting) -> Iterator[Figure]:
    """MR-CRD-1, MR-BAT-6: what earns favour of the crowd, and denarii."""
    crowd, fought = book(battle.edition).crowd, setting(battle)
    yield Figure("final blow: favour", f"{crowd.final_blow:+d}")
    for each in fought.neutrals:
        yield Figure(f"{each.name} killed: favour", f"{each.favour:+d}")
    prize = fought.prize
    for label, amount in (
        ("the winner: denarii", prize.winner),
        ("each loser: denarii", prize.each_loser),
        ("each school: denarii", prize.each),
        ("each of no school killed: denarii", prize.each_neutral),
    ):
        if amount:
            yield Figure(label, str(amount))


def _grounds(battle: Fighting) -> list[Terrain]:
    """The kinds of ground in the arena, but for plain sand (MR-TER)."""
    arena = field(battle)
    there = {arena.at(place).id for place in arena.squares}
    return [one for one in arena.terrain if one.id in there and one.symbol != "."]


def _fighter(battle: Fighting, unit: Unit) -> Card:
    return Card(
        id=unit.id,
        title=unit.who.name,
        handle=unit.handle,
        kind=role_name(battle, unit),
        figures=(Figure("move", str(unit.move)),),
        boxes=(Boxes("life_points", unit.life, min(unit.lost, unit.life)),),
        groups=(Group("weapons", tuple(Entry(each) for each in weapons(battle, unit))),),
    )
