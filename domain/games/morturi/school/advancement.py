"""Chapter 15: who survives may rise: Servus to Novicius, to Palus, to Primus Palus (MR-ADV)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.evening import fought
from domain.games.morturi.asking import Choose
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.creation import in_force, profile, roles
from domain.games.morturi.priority import LotDrawn
from domain.games.morturi.school.evening import (
    After,
    Awaited,
    Evening,
    Step,
    Told,
    campaign,
    house,
    known,
    rules,
    tell_school,
)
from domain.games.morturi.school.learning import NOVICIUS, PALUS, learned, left, number
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.throwing import Roll, thrown
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import DieDue, Pick, Throw
from domain.members import Field, MemberChanged
from domain.terms import Event, Who

PROMOTION, ADVANCEMENT = "promotion", "advancement"

# Events


class GladiatorPromoted(Event, frozen=True, kw_only=True, tag="morturi.gladiator-promoted/1"):
    """A Servus becomes a Novicius: the same name, another role and profile (MR-ADV-1)."""

    school: Who
    gladiator: Who
    role: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} of {self.school.name} is a Novicius now: {self.role.name}."


class GladiatorAdvanced(Event, frozen=True, kw_only=True, tag="morturi.gladiator-advanced/1"):
    """A gladiator has advanced by what he did in the battle (MR-ADV-3)."""

    school: Who
    gladiator: Who
    tricks: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        tricks = ", ".join(who.name for who in self.tricks) or "no trick"
        return f"{self.gladiator.name} of {self.school.name} learns {tricks}."


# Reading


TESTS: dict[str, Callable[[Evening, Unit], bool]] = {
    "survived": lambda evening, unit: unit.id not in evening.after.lost,
    "final_blow": lambda _, unit: unit.kills > 0,
    "hit_or_wounded": lambda evening, unit: unit.hurt or unit.id in evening.after.hit,
    "attacked_or_wounded": lambda evening, unit: unit.hurt or unit.id in evening.after.attacked,
}


def promotable(evening: Evening, unit: Unit) -> bool:
    """MR-ADV-1: whether his Potential makes him a Novicius."""
    for special in unit.specials:
        for effect in rules(evening).special(special).effects:
            tests = [one.name for one in effect.when if one.name != "house"]
            if (
                effect.op == "promote"
                and in_force(house(evening), effect)
                and all(TESTS[name](evening, unit) for name in tests)
            ):
                return True
    return False


def allowed(evening: Evening) -> tuple[str, ...]:
    """MR-ADV-1, -2: the roles of a new Novicius: no beast's, no faction's."""
    book, settled = rules(evening), house(evening)
    novicius = book.grade(NOVICIUS)
    found = [role for one in book.classes for role in roles(book, settled, one.id, novicius.id)]
    return tuple(
        role.id
        for role in found
        if "non_human" not in profile(book, settled, role, novicius, ()).keywords
    )


def advancing(evening: Evening) -> Iterator[tuple[Crew, Member]]:
    """MR-ADV-3: Novicius and Palus who survived, by default with a final blow."""
    how = house(evening).advancement
    for crew, member, unit in fought(evening):
        earned = how == "any_survival" or (how == "final_blow" and unit.kills > 0)
        rises = unit.grade in (NOVICIUS, PALUS) and unit.id not in evening.after.lost
        if earned and rises and unit.id not in evening.after.advanced:
            yield crew, member


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """Promotions, then advances; schools and gladiators in their order."""
    if not campaign(evening):
        return None
    for crew, member, unit in fought(evening):
        if promotable(evening, unit) and unit.id not in evening.after.promoted:
            return _promotion(evening, crew, member)
    for crew, member in advancing(evening):
        return _advance(evening, crew, member)
    return None


def _promotion(evening: Evening, crew: Crew, member: Member) -> Throw | Pick:
    """MR-ADV-2: a lot among the roles, or by option the owner chooses."""
    offers = allowed(evening)
    if house(evening).promotion_role == "owner":
        return Pick(
            crew=crew.who.id,
            what=PROMOTION,
            offers=offers,
            rule="MR-ADV-2",
            member=member.who.id,
        )
    return Throw(PROMOTION, (DieDue(member.who.id, len(offers)),), crew.who.id, offers)


def _advance(evening: Evening, crew: Crew, member: Member) -> Pick | Step:
    """MR-ADV-3: the owner chooses three tricks, or one; where there is no choice, none is made."""
    offers, due = left(evening.books, member), number(evening.books, member)
    if due == len(offers):
        return take_all
    return Pick(
        crew=crew.who.id,
        what=ADVANCEMENT,
        offers=offers,
        rule="MR-ADV-3",
        least=due,
        most=due,
        member=member.who.id,
    )


# Judging


def draw(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-ADV-2: the lot says which role he has."""
    rolled = thrown(telling.state.battle, action, throw)
    (face,) = rolled.faces
    among = tuple(_role(telling.state, one) for one in throw.lot)
    drawn = among[face - 1]
    telling.tell(LotDrawn(what=PROMOTION, drawn=drawn, among=among, face=face, **rolled.facts))
    _promoted(telling, throw.dice[0].unit, drawn)


def choose_role(telling: Told, action: Choose, asked: Pick) -> None:
    """MR-ADV-2: the owner says which role he has."""
    _promoted(telling, asked.member, _role(telling.state, action.picks[0]))


def _role(evening: Evening, role: str) -> Who:
    return Who(role, rules(evening).role(role).name)


def _promoted(telling: Told, gladiator: str, role: Who) -> None:
    """MR-ADV-1: the same name, a new role and profile."""
    crew, member = known(telling.state, gladiator)
    telling.tell(GladiatorPromoted(school=crew.who, gladiator=member.who, role=role))
    changes = (
        (Field.TYPE, member.kind, role.id),
        (Field.GRADE, member.grade, NOVICIUS),
    )
    for field, before, after in changes:
        event = MemberChanged(
            crew=crew.who,
            member=member.who,
            field=field,
            before=before,
            after=after,
            reason="his Potential",
        )
        tell_school(telling, crew.who.id, event)


def choose_tricks(telling: Told, action: Choose, asked: Pick) -> None:
    """MR-ADV-3: the owner says which tricks he learns."""
    _advanced(telling, asked.member, action.picks)


def take_all(telling: Told) -> None:
    """MR-ADV-3, MR-CRE-8: no more can be learned than he learns."""
    crew_member = next(advancing(telling.state))
    _, member = crew_member
    _advanced(telling, member.who.id, left(telling.state.books, member))


def _advanced(telling: Told, gladiator: str, tricks: tuple[str, ...]) -> None:
    crew, member = known(telling.state, gladiator)
    who = tuple(Who(one, rules(telling.state).trick(one).name) for one in tricks)
    telling.tell(GladiatorAdvanced(school=crew.who, gladiator=member.who, tricks=who))
    for event in learned(telling.state.books, crew, member, tricks, "what he did in the arena"):
        tell_school(telling, crew.who.id, event)


# Remembering


EVENTS: tuple[type[Event], ...] = (GladiatorPromoted, GladiatorAdvanced)
HEARS: tuple[type[Event], ...] = (AttackDeclared, AttackRolled)


def evolve(after: After, event: Event) -> After:
    """Remember who has risen; of the battle, who attacked and who hit."""
    match event:
        case AttackDeclared():
            return replace(after, attacked=(*after.attacked, event.attacker.id))
        case AttackRolled() if event.hit:
            return replace(after, hit=(*after.hit, event.attacker.id))
        case GladiatorPromoted():
            return replace(after, promoted=(*after.promoted, event.gladiator.id))
        case GladiatorAdvanced():
            return replace(after, advanced=(*after.advanced, event.gladiator.id))
        case _:
            return after
