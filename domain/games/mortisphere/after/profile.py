"""Chapter 16 between battles: what a member has room for, may carry, may learn, can withstand."""

from collections.abc import Iterable

from domain.aftermath import ItemMoved
from domain.books import Crew, Item, Member
from domain.games.mortisphere.after.evening import Evening, Told, house, member_of, rules, tell_crew
from domain.games.mortisphere.after.hooks import gained, gains, permits
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import Ability, Book
from domain.members import Field, MemberChanged
from domain.summing import Sum


def maximum(rules: Book, member: Member) -> int:
    """MS-HEA-6, MS-FAT-4: maximum Health with injuries and items, at least 1, at most the cap."""
    return maximum_sum(rules, member).total


def maximum_sum(rules: Book, member: Member) -> Sum:
    """What maximum Health is made of."""
    cap = max(member.health, rules.die(member.die).health_cap)
    made = Sum().add(member.health, "Health of its own", "MS-HEA-5")
    made.each(gains(rules, member, "max_health"), "MS-HEA-6")
    return made.most(cap, f"the cap of a d{member.die}", "MS-HEA-6").least(1, "never less")


def health_sum(rules: Book, member: Member) -> Sum:
    """MS-HEA-1: the Health with which a member begins its next battle."""
    made = Sum().add(
        maximum(rules, member),
        "maximum Health",
        "MS-HEA-1",
        of=member.who.id,
        number="max_health",
    )
    made.add(-member.lost, "lost, and not regained", "MS-FAT-4")
    return made.least(0, "never less")


def resolve(evening: Evening, member: Member) -> int:
    """MS-CAP-6, -7, MS-ADV-6: a Captain's Resolve, within its cap."""
    base = {"one": 1, "two": 2, "three": 3}[house(evening).captain_resolve]
    return base + member.resolve + gained(rules(evening), member, "resolve")


def item_slots(rules: Book, member: Member) -> int:
    """MS-EQP-3, MS-ADV-4: how many items a member has room for."""
    return rules.type(member.kind).slots + member.slots + gained(rules, member, "slot")


def unfit_items(rules: Book, member: Member) -> tuple[Item, ...]:
    """MS-TYP-5, MS-EQP-3: the items a member of this type may not carry, or has no room for."""
    tags = rules.type(member.kind).equipment_tags
    foreign, kept, dropped = permits(rules, member, "any_equipment"), 0, []
    for item in member.items:
        strange = rules.item(item.kind).tag not in tags
        if kept == item_slots(rules, member) or (strange and not foreign):
            dropped.append(item)
            continue
        foreign, kept = foreign - strange, kept + 1
    return tuple(dropped)


def ability_room(rules: Book, house: House, member: Member) -> bool:
    """MS-ABI-4, MS-DIE-3, MS-ADV-4: whether a member has a slot left for an ability."""
    slots = rules.die(member.die).ability_slots + member.ability_slots
    slots += gained(rules, member, "ability_slot")
    return house.ability_slots == "unlimited" or len(member.abilities) < slots


def learnable(rules: Book, house: House, member: Member, which: str) -> tuple[str, ...]:
    """MS-ADV-4, MS-FAT-4: the abilities a member could gain, none without a slot.

    `own_type`: open to its type; `any_type`: open to any; `other_type`: of another type and not
    its own; any other word is a type, whose very own abilities are meant.
    """
    if not ability_room(rules, house, member):
        return ()
    fresh = [a for a in rules.abilities if a.id not in member.abilities]
    return tuple(a.id for a in fresh if _open(a, member.kind, which))


def _open(ability: Ability, kind: str, which: str) -> bool:
    """Whether an ability is among those meant."""
    match which:
        case "own_type":
            return not ability.types or kind in ability.types
        case "any_type":
            return not ability.types
        case "other_type":
            return bool(ability.types) and kind not in ability.types
        case _:
            return which in ability.types


def affinities(rules: Book, member: Member) -> tuple[str, ...]:
    """MS-TYP-3, MS-ADV-4: the objective tags a member has a hand for."""
    return (rules.type(member.kind).affinity, *member.affinities)


def alter(
    telling: Told, crew: Crew, member: Member, changes: Iterable[tuple[Field, object]], reason: str
) -> None:
    """Let parts of a profile change, each by an event that says what it was."""
    now = {
        Field.TYPE: member.kind,
        Field.DIE: member.die,
        Field.HEALTH: member.health,
        Field.LOST: member.lost,
        Field.STATUS: member.status,
        Field.MISSES_NEXT: "yes" if member.misses_next else "no",
        Field.AFFINITY: " and ".join(affinities(rules(telling.state), member)),
        Field.SLOTS: member.slots,
        Field.ABILITY_SLOTS: member.ability_slots,
        Field.RESOLVE: member.resolve,
        Field.STEPS: member.steps,
    }
    for field, after in changes:
        if str(now[field]) != str(after):
            changed = MemberChanged(
                crew=crew.who,
                member=member.who,
                field=field,
                before=str(now[field]),
                after=str(after),
                reason=reason,
            )
            tell_crew(telling, crew.who, changed)


def new_type(telling: Told, member: str, kind: str, reason: str) -> None:
    """MS-TYP-5: a member is of another type; what it may not carry goes to the store."""
    crew, one = member_of(telling.state, member)
    alter(telling, crew, one, [(Field.TYPE, kind)], reason)
    crew, one = member_of(telling.state, member)
    for item in unfit_items(rules(telling.state), one):
        stored = ItemMoved(
            crew=crew.who,
            item=item,
            name=rules(telling.state).item(item.kind).name,
            giver=(one.who,),
            reason=f"a {kind} may not carry it",
        )
        tell_crew(telling, crew.who, stored)
