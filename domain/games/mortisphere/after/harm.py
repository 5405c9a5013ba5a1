"""What a fate does to a member: injuries, wounds, absence, what it learns from it (MS-FAT-4)."""

from domain.books import Member, Standing
from domain.games.mortisphere.after import gear
from domain.games.mortisphere.after.evening import Evening, Told, house, member_of, rules, tell_crew
from domain.games.mortisphere.after.profile import alter, maximum
from domain.games.mortisphere.tables import Fate as Row
from domain.games.mortisphere.units import Unit
from domain.members import YES, ExperienceGained, Field, InjuryGained
from domain.terms import Who

WHOLE = ("recovers", "scarred-wiser", "changed", "hardened")  # their texts: "recovers"
SLOW = "Slow Mending"


def apply(telling: Told, unit: Unit, row: Row, *, captured: bool) -> None:
    """All that a fate does by itself."""
    if row.lost:
        gear.lose_member(telling, unit.id, row.name)
        return
    _wounds(telling, unit, row)
    _absence(telling, unit.id, row, captured=captured)
    if row.injury:
        injure(telling, unit.id, row.injury)
    if row.ruins_item:
        _ruin(telling, unit.id)
    for gain in row.gains:
        if gain.what == "xp":
            learn(telling, unit.id, gain.value, (row.name,))


def _absence(telling: Told, member: str, row: Row, *, captured: bool) -> None:
    """MS-FAT-4, -5: it is missing, misses the next battle, is a captive of the enemy."""
    if row.later:
        _set(telling, member, Field.STATUS, Standing.MISSING, row.name)
        return
    if row.status == "unfit":
        misses(telling, member, row.name)
    if captured:
        _set(telling, member, Field.STATUS, Standing.CAPTIVE, "left behind")


def _wounds(telling: Told, unit: Unit, row: Row) -> None:
    """MS-FAT-2, -4: the Health that a member begins its next battle without."""
    _, member = member_of(telling.state, unit.id)
    most = maximum(rules(telling.state), member) - 1
    lost = 0 if row.id in WHOLE else recovered(telling.state, min(unit.lost, most))
    if row.status == "carried_wound":
        if not most:
            misses(telling, unit.id, row.name)
        lost = min(max(1, lost), most)
    _set(telling, unit.id, Field.LOST, lost, row.name)


def recovered(evening: Evening, lost: int) -> int:
    """MS-FAT-2: what is left of lost Health after a battle sat out or fought."""
    left = {"full": 0, "one_health": lost - 1, "none": lost}[house(evening).recovery]
    return max(0, left)


def lasting(evening: Evening, member: Member, lost: int) -> int:
    """MS-FAT-2, MS-CAP-9: what one that makes no fate roll still lacks; 1 Health is left."""
    return recovered(evening, min(lost, maximum(rules(evening), member) - 1))


def injure(telling: Told, member: str, injury: str) -> None:
    """MS-FAT-4, -7: an injury; one that does not stack, or a last Health, is Slow Mending."""
    crew, one = member_of(telling.state, member)
    book = rules(telling.state)
    row = next(row for row in book.injuries if row.id == injury)
    last = any(effect.what == "max_health" for effect in row.effects) and maximum(book, one) == 1
    if last or (injury in one.injuries and not row.stacks):
        misses(telling, member, SLOW)
        return
    gained = InjuryGained(crew=crew.who, member=one.who, injury=Who(row.id, row.name))
    tell_crew(telling, crew.who, gained)
    _, one = member_of(telling.state, member)
    _set(telling, member, Field.LOST, min(one.lost, maximum(book, one) - 1), row.name)


def misses(telling: Told, member: str, reason: str) -> None:
    """A member misses the next battle."""
    _set(telling, member, Field.MISSES_NEXT, YES, reason)


def learn(telling: Told, member: str, amount: int, reasons: tuple[str, ...]) -> None:
    """MS-ADV-2: a member gains experience, one event for all its reasons."""
    crew, one = member_of(telling.state, member)
    gained = ExperienceGained(
        crew=crew.who,
        member=one.who,
        amount=amount,
        total=one.experience + amount,
        reasons=reasons,
    )
    tell_crew(telling, crew.who, gained)


def _ruin(telling: Told, member: str) -> None:
    """MS-FAT-4 Gear Ruined: the only item is destroyed; among several a lot decides."""
    crew, one = member_of(telling.state, member)
    if len(one.items) == 1:
        gear.take(telling, crew, one, one.items[0], "ruined")


def _set(telling: Told, member: str, field: Field, after: object, reason: str) -> None:
    crew, one = member_of(telling.state, member)
    alter(telling, crew, one, [(field, after)], reason)
