"""Chapters 16 and 18: what a member may be and costs, and whom a crew may field.

What abilities, items and Wills do is not asked here: a Second Heart is paid for, no Health yet.
"""

import shlex
from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from domain.books import Books, Crew, Item, Member
from domain.counting import counted
from domain.crew import Recruit, Recruiting, free_handle
from domain.effects import Parts
from domain.games.mortisphere.building import gained, parts_of, permitted
from domain.games.mortisphere.copies import book_of, owned
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import Ability, Book, Die, Type
from domain.games.mortisphere.shapes import Item as Equipment
from domain.games.mortisphere.worth import rating_sum, value_sum
from domain.names import clean, meant, said
from domain.own import Own
from domain.roster import MemberRecruited
from domain.summing import Sum
from domain.terms import RuleBroken, Who

PURSES = {"p50": 50, "p40": 40, "p60": 60}
NAME_KINDS = ("identity", "designation", "title", "description", "chosen")
FLAT_HEALTH = 3


def recruiting(book: Book) -> Recruiting:
    """What this edition says of crews."""
    return Recruiting(
        game=book.game,
        edition=book.edition,
        options=book.options,
        presets=book.presets,
        turn="MS-CAM-2",
        unspent_kept=book.recruitment.founding.unspent_kept,
        purse=partial(purse, book),
        recruit=enlist,
        release=release,
        muster=partial(muster, book),
        check_content=check_content,
    )


def check_content(edition: str, own: tuple[Own, ...]) -> None:
    """Own content fits the codex as our own entries do; refuses what does not."""
    from domain.games.mortisphere.content import check  # noqa: PLC0415  only who has own content

    check(edition, own)


def purse(book: Book, books: Books) -> int:
    """MS-REC-3: what a crew may spend when it is founded."""
    return PURSES[book.house(books.house).founding_purse]


def enlist(books: Books, crew: Crew, action: Recruit) -> MemberRecruited:
    """A new member by the codex of the campaign, its own content with it."""
    return recruit(book_of(books), books, crew, action)


def recruit(book: Book, books: Books, crew: Crew, action: Recruit) -> MemberRecruited:
    """A new member, if it may be what it is to be and the crew can pay for it."""
    house = book.house(books.house)
    kind, die = book.type(action.kind), book.die(action.die)
    name, short = _named(house, crew, action)
    _room(book, crew)
    _dice(book, house, crew, die)
    health = _health(name, house, die, action.health)
    abilities = _abilities(name, book, kind, action.abilities)
    _slots(name, house, die, len(abilities))
    parts = parts_of(kind.id, tuple(a.id for a in abilities))
    items = _items(name, book, kind, action.items, parts)
    will = _will(book, crew, action)
    more = health - base_health(house, die)
    cost = cost_sum(book, Wanted(kind, die, more, abilities, items)).total
    if cost > crew.treasury:
        currency = book.recruitment.currency
        sentence = f"{name} costs {cost} {currency}, {crew.who.name} has {crew.treasury}"
        raise RuleBroken("MS-REC-2", sentence)
    return MemberRecruited(
        crew=crew.who,
        member=Who("", name),
        handle=short,
        kind=kind.id,
        die=die.faces,
        health=health,
        cost=cost,
        treasury=crew.treasury - cost,
        captain=action.captain,
        will=will,
        abilities=tuple(ability.id for ability in abilities),
        items=Item.all_of(item.id for item in items),
        name_kind=action.name_kind,
        own=owned(book, (*parts, *(("item", item.id) for item in items))),
        gear=(*(ability.name for ability in abilities), *(item.name for item in items)),
    )


def release(books: Books, crew: Crew, member: Member) -> None:  # noqa: ARG001  as every game is asked
    """MS-CAP-10: who may leave: anybody while a crew is founded, then all but its Captain."""
    if member.captain and not crew.founding:
        raise RuleBroken("MS-CAP-10", f"{member.who.name} is the Captain of {crew.who.name}")


def muster(book: Book, books: Books, crew: Crew) -> None:
    """MS-REC-4, -5, -8, MS-CAP-10: whether a crew may be fielded."""
    if crew.ended:
        raise RuleBroken("MS-CAP-10", f"the campaign is over for {crew.who.name}")
    if not crew.founding:
        if not crew.fit:
            raise RuleBroken("MS-REC-8", f"{crew.who.name} has no fit member to field")
        return
    founding, number = book.recruitment.founding, len(crew.fit)
    if not founding.min_members <= number <= founding.max_members:
        limits = f"{founding.min_members} to {founding.max_members}"
        sentence = f"a crew has {limits} members when it is founded, {crew.who.name} has {number}"
        few = number < founding.min_members
        hint = f"{_recruit(crew)} --type T --die D" if few else "acta member retire NAME"
        raise RuleBroken("MS-REC-4", sentence, hint=hint)
    captains = sum(member.captain for member in crew.fit)
    if captains != book.captain.per_crew:
        sentence = f"a crew has one Captain, {crew.who.name} has {captains or 'none'}"
        hint = "" if captains else f"{_recruit(crew)} --type T --die D --captain --will W"
        raise RuleBroken("MS-REC-4", sentence, hint=hint)
    largest = sum(member.die == book.dice[-1].faces for member in crew.fit)
    _largest(book, book.house(books.house), crew, largest)


def _recruit(crew: Crew) -> str:
    """The command that recruits a member, as it is typed; what it lacks stands in capitals."""
    return f"acta member recruit {shlex.quote(crew.who.name)} NAME"


def value(book: Book, members: Iterable[Member]) -> int:  # noqa: ARG001  as its rating is asked
    """MS-INI-4: what the dice of these members add up to."""
    return value_sum(members).total


def rating(book: Book, members: Iterable[Member]) -> int:
    """MS-REC-7: dice, abilities, items and 2 for each advance of these members."""
    return rating_sum(book, members).total


def base_health(house: House, die: Die) -> int:
    """MS-HEA-5: the Health that comes with a die."""
    if house.health_by_die == "table":
        return die.health
    return die.faces // 2 if house.health_by_die == "half_die" else FLAT_HEALTH


class Wanted(msgspec.Struct, frozen=True):
    """What a recruit is to be and have; `more` is its Health beyond what its die gives."""

    kind: Type
    die: Die
    more: int
    abilities: Sequence[Ability]
    items: Sequence[Equipment]


def cost_sum(book: Book, wanted: Wanted) -> Sum:
    """MS-REC-2, MS-HEA-6: what is paid for a recruit: die, further Health, abilities, items."""
    made = Sum().add(wanted.die.value, wanted.die.id, "MS-REC-2")
    each = book.recruitment.extra_health_cost
    made.add(wanted.more * each, f"{wanted.more} Health more, {each} each", "MS-HEA-6")
    for ability in wanted.abilities:
        made.add(ability.cost, ability.name, "MS-REC-2")
    for item in wanted.items:
        made.add(item.cost, item.name, "MS-REC-2")
        change = price(wanted.kind, item) - item.cost
        made.add(change, f"{item.name} for a {wanted.kind.name}", "MS-TYP-3")
    return made


def price(kind: Type, item: Equipment) -> int:
    """MS-EQP-3, MS-TYP-3: what an item costs a bearer of that type; at least 1."""
    change = sum(
        effect.value
        for effect in kind.effects
        if effect.on == "recruit.cost" and all(c.value == item.tag for c in effect.when)
    )
    return max(1, item.cost + change)


def _named(house: House, crew: Crew, action: Recruit) -> tuple[str, str]:
    """MS-PRO-4, -5: the name and the handle; the nameless are called by their handle."""
    if action.name_kind not in ("", *NAME_KINDS):
        sentence = f"{said(action.name_kind)} is no kind of name"
        raise RuleBroken("MS-PRO-4", sentence, hint=meant(action.name_kind, NAME_KINDS))
    if not action.name.strip() and house.name_required == "required":
        raise RuleBroken("MS-PRO-5", "a member has a name; a designation will do")
    name = clean(action.name) if action.name.strip() else ""
    short = free_handle(crew, name or action.kind, action.handle)
    return name or f"@{short}", short


def _room(book: Book, crew: Crew) -> None:
    """MS-REC-4: how many members a crew may have, and take on between two battles."""
    rules = book.recruitment
    most = rules.founding.max_members if crew.founding else rules.roster_max
    if len(crew.present) >= most:
        raise RuleBroken(
            "MS-REC-4", f"{crew.who.name} has {counted(most, 'member')}, and may have no more"
        )
    if crew.recruited >= rules.between_battles.max_new_members:
        taken = counted(crew.recruited, "member")
        sentence = f"{crew.who.name} has taken on {taken} since its last battle"
        raise RuleBroken("MS-REC-4", sentence)


def _dice(book: Book, house: House, crew: Crew, die: Die) -> None:
    """MS-REC-5: how many of the largest dice a crew may begin with."""
    if die == book.dice[-1] and crew.founding:
        _largest(book, house, crew, sum(m.die == die.faces for m in crew.present) + 1)


def _largest(book: Book, house: House, crew: Crew, number: int) -> None:
    """MS-REC-5: refuse more of the largest dice than a crew may begin with."""
    most = book.recruitment.founding.max_d20
    if house.d20_limit == "one_at_founding" and number > most:
        sentence = f"{crew.who.name} may begin with {most} {book.dice[-1].id}, not {number}"
        raise RuleBroken("MS-REC-5", sentence)


def _health(name: str, house: House, die: Die, wanted: int) -> int:
    """MS-HEA-5, -6: the Health of a recruit: what its die gives, or more, up to the die's cap."""
    least = base_health(house, die)
    most = max(least, die.health_cap)
    if wanted and wanted < least:
        raise RuleBroken("MS-HEA-5", f"{name}, a {die.id}, has {least} Health, not {wanted}")
    if wanted > most:
        raise RuleBroken("MS-HEA-6", f"{name}, a {die.id}, has {most} Health at most, not {wanted}")
    return wanted or least


def _abilities(name: str, book: Book, kind: Type, wanted: tuple[str, ...]) -> list[Ability]:
    """MS-ABI-3: abilities open to the type, each once."""
    abilities = [book.ability(ability) for ability in wanted]
    for number, ability in enumerate(abilities):
        if ability in abilities[:number]:
            raise RuleBroken("MS-ABI-3", f"{name} has {ability.name} once or not at all")
        if ability.types and kind.id not in ability.types:
            open_to = " and ".join(book.type(other).name for other in ability.types)
            sentence = f"{name}: {ability.name} is open to {open_to}, not to {kind.name}"
            raise RuleBroken("MS-ABI-3", sentence)
    return abilities


def _slots(name: str, house: House, die: Die, number: int) -> None:
    """MS-ABI-4, MS-DIE-3: as many abilities as the die has room for."""
    if house.ability_slots == "by_die" and number > die.ability_slots:
        room = (
            f"has room for {die.ability_slots}, not for {counted(number, 'ability', 'abilities')}"
        )
        raise RuleBroken("MS-ABI-4", f"{name}, a {die.id}, {room}")


def _items(
    name: str, book: Book, kind: Type, wanted: tuple[str, ...], parts: Parts
) -> list[Equipment]:
    """MS-EQP-3: items of the families open to the type, as many as the type has slots."""
    items = [book.item(item) for item in wanted]
    foreign, slots = permitted(book, parts, "any_equipment"), kind.slots
    slots += gained(book, parts, "slot")
    for item in items:
        if item.tag not in kind.equipment_tags and foreign:
            foreign -= 1
        elif item.tag not in kind.equipment_tags:
            sentence = f"{name}, a {kind.name}, carries {', '.join(kind.equipment_tags)}"
            raise RuleBroken("MS-EQP-3", f"{sentence}; {item.name} is {item.tag}")
    if len(items) > slots:
        sentence = (
            f"{name}, a {kind.name}, has room for {slots}, not for {counted(len(items), 'item')}"
        )
        raise RuleBroken("MS-EQP-3", sentence)
    return items


def _will(book: Book, crew: Crew, action: Recruit) -> str:
    """MS-CAP-1, -7: one Captain a crew, who has a Will; nobody else has one."""
    if not action.captain:
        if action.will:
            raise RuleBroken("MS-CAP-7", "only a Captain has a Will")
        return ""
    if crew.captain:
        sentence = f"{crew.who.name} has a Captain: {crew.captain.who.name}"
        raise RuleBroken("MS-CAP-1", sentence)
    if not action.will:
        wills = ", ".join(will.id for will in book.wills)
        raise RuleBroken("MS-CAP-7", "a Captain has a Will", hint=f"one of {wills}")
    return book.will(action.will).id
