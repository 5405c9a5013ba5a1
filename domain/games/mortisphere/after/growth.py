"""What an advance comes to: the entries of the table applied, exchanged or passed on (MS-ADV-4)."""

from domain.books import Member
from domain.games.mortisphere.after.evening import Evening, Told, house, member_of, rules, tell_crew
from domain.games.mortisphere.after.profile import affinities, alter, learnable, new_type
from domain.games.mortisphere.recruiting import base_health
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.tables import Advance as Row
from domain.members import AbilityGained, Field, MemberAdvanced
from domain.terms import Who

RESOLVE, STEP = "resolve", "step"
EVOLUTION, ALTERED, INSTINCT, PRACTISED = "evolution", "altered", "instinct", "practised"
NAMES = {RESOLVE: "Resolve", STEP: "Step"}
LONG_STEP = 2  # steps from the last die but one to the largest (MS-ADV-5)


def name_of(book: Book, pick: str) -> str:
    """What an entry, ability, tag or type is called."""
    names = {
        **{row.id: row.name for row in book.types},
        **{row.id: row.name for row in book.abilities},
        **{row.id: row.name for row in book.advances},
    }
    return names.get(pick) or NAMES.get(pick, pick)


def row_of(book: Book, entry: str) -> Row:
    """A row of the advancement table."""
    return next(row for row in book.advances if row.id == entry)


# Which entry it is


def entry_for(evening: Evening, member: Member, entry: str) -> str:
    """MS-ADV-4: the entry that is applied: itself, what its text passes it on to, or "".

    Hardened at the cap is Instinct; Instinct without a slot is Practised.
    """
    if applies(evening, member, entry):
        return entry
    gains = row_of(rules(evening), entry).gains
    if any(gain.what == "max_health" for gain in gains):
        return entry_for(evening, member, INSTINCT)
    if any(gain.word == "own_type" for gain in gains):
        return entry_for(evening, member, PRACTISED)
    return ""


def applies(evening: Evening, member: Member, entry: str) -> bool:
    """Whether an entry can be applied as it stands."""
    row = row_of(rules(evening), entry)
    if row.effects:
        return entry not in member.learned
    return all(_applies(evening, member, gain.what, gain.word) for gain in row.gains)


def _applies(evening: Evening, member: Member, what: str, word: str) -> bool:
    book = rules(evening)
    match what:
        case "max_health":
            return member.health < book.die(member.die).health_cap
        case "ability":
            return bool(learnable(book, house(evening), member, word))
        case "affinity":
            return not member.affinities
        case "die_step":
            return can_grow(evening, member)
        case _:
            return True


def can_grow(evening: Evening, member: Member) -> bool:
    """MS-ADV-5: whether the Existence Die may still grow."""
    largest = rules(evening).dice[-1].faces
    return house(evening).evolution_die_step != "never" and member.die < largest


def entries(evening: Evening, member: Member, entry: str) -> tuple[str, ...]:
    """MS-ADV-4: the entry that is applied, else what it may be exchanged for: never Evolution.

    Bearer can always be applied, so that there is always one.
    """
    applied = entry_for(evening, member, entry)
    if applied:
        return (applied,)
    rows = rules(evening).advances
    return tuple(row.id for row in rows if row.id != EVOLUTION and applies(evening, member, row.id))


# What is chosen


def picks(evening: Evening, member: Member, entry: str) -> tuple[str, ...]:
    """The abilities or objective tags that an entry lets its owner choose among."""
    book = rules(evening)
    for gain in row_of(book, entry).gains:
        if gain.what == "ability":
            return learnable(book, house(evening), member, gain.word)
        if gain.what == "affinity":
            return tuple(t for t in book.objective_tags if t not in affinities(book, member))
    return ()


def kinds(evening: Evening, member: Member, entry: str, ability: str) -> tuple[str, ...]:
    """MS-ADV-4 Altered, MS-TYP-5: the types that may be taken with an ability."""
    book = rules(evening)
    changes = any(gain.what == "type_change" for gain in row_of(book, entry).gains)
    if not changes or house(evening).type_change == "never":
        return ()
    return tuple(kind for kind in book.ability(ability).types if kind != member.kind)


# Applying it


def apply(
    telling: Told, member: str, entry: str, *, picked: str = "", kind: str = "", extra: bool = False
) -> None:
    """MS-ADV-4 to -6: an advance is taken, with all it changes."""
    crew, one = member_of(telling.state, member)
    book = rules(telling.state)
    name = name_of(book, entry)
    advanced = MemberAdvanced(
        crew=crew.who,
        member=one.who,
        advance=entry,
        name=name,
        number=one.advances + (not extra),
        extra=extra,
    )
    tell_crew(telling, crew.who, advanced)
    if picked and picked in book.objective_tags:
        alter(telling, crew, one, [(Field.AFFINITY, picked)], name)
    elif picked:
        ability = Who(picked, name_of(book, picked))
        gained = AbilityGained(crew=crew.who, member=one.who, ability=ability, reason=name)
        tell_crew(telling, crew.who, gained)
    alter(telling, crew, one, _changes(telling.state, one, entry), name)
    if kind:
        new_type(telling, member, kind, name)


def _changes(evening: Evening, member: Member, entry: str) -> list[tuple[Field, object]]:
    """What an entry changes in a profile, besides what is chosen."""
    if entry == RESOLVE:
        return [(Field.RESOLVE, member.resolve + 1)]
    if entry == STEP:
        return _grown(evening, member)
    now = {
        "max_health": (Field.HEALTH, member.health),
        "slot": (Field.SLOTS, member.slots),
        "ability_slot": (Field.ABILITY_SLOTS, member.ability_slots),
    }
    changes: list[tuple[Field, object]] = []
    for gain in row_of(rules(evening), entry).gains:
        if gain.what in now:
            field, before = now[gain.what]
            changes.append((field, before + gain.value))
        elif gain.what == "die_step":
            changes += _grown(evening, member)
    return changes


def _grown(evening: Evening, member: Member) -> list[tuple[Field, object]]:
    """MS-ADV-5: the next die, its last step on the second time; Health is the larger of the two."""
    dice = rules(evening).dice
    at = next(n for n, die in enumerate(dice) if die.faces == member.die)
    larger, steps = dice[at + 1], member.steps + 1
    if larger is dice[-1] and steps < LONG_STEP:
        return [(Field.STEPS, steps)]
    health = max(member.health, base_health(house(evening), larger))
    return [(Field.DIE, larger.faces), (Field.HEALTH, health), (Field.STEPS, 0)]
