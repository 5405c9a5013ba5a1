"""What the numbers of Morturi are made of: read from what the rules count with."""

from collections.abc import Callable, Iterator, Sequence

from domain.books import Books, Crew
from domain.explaining import Made, Moment, Why
from domain.games.morturi import chronicle
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.battle import Fighting
from domain.games.morturi.costs import points_sum, step_sum
from domain.games.morturi.dicing import SweepRolled
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.numbers import (
    Damage,
    damage,
    damage_sum,
    need,
    need_sum,
    outcome,
    with_way,
)
from domain.games.morturi.priority import PriorityTaken
from domain.games.morturi.school.beyond import SkillChecked
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.school.worth import worth_sum
from domain.games.morturi.school.year import Ludi
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.team import gladiators_sum, moves_sum
from domain.games.morturi.throwing import D6
from domain.games.morturi.units import Unit
from domain.summing import Sum
from domain.terms import Event, Who

RULES = {
    "gladiators": "MR-PRI-1",
    "health": "MR-DMG-1",
    "hill": "MR-VIC-4",
    "life": "MR-DMG-1",
    "lost": "MR-DMG-1",
    "max_health": "MR-CRE-6",
    "move": "MR-CRE-6",
    "moves": "MR-PRI-1",
    "points": "MR-MOV-1",
    "priority": "MR-PRI-1",
    "round": "MR-RND-3",
    "score": "MR-CRD-1",
    "stores": "MR-CRE-8",
    "treasury": "MR-CAM-1",
    "worth": "MR-END-1",
}
WORDS = {"score": "favour", "points": "MP", "life": "life points"}


# A battle


def _unit(terms: Callable[[Unit], Sum]) -> Callable[[Moment, str], Sum | None]:
    """The terms of a gladiator's number."""

    def made(moment: Moment, id_: str) -> Sum | None:
        unit = moment.now.units.get(id_)
        return terms(unit) if unit else None

    return made


def _life(unit: Unit) -> Sum:
    """MR-DMG-1: the life points that he has left, which may be less than none."""
    made = Sum().add(unit.life, "life points", "MR-CRE-6", of=unit.id, number="max_health")
    return made.add(-unit.lost, "lost", "MR-DMG-1", of=unit.id, number="lost")


def _health(unit: Unit) -> Sum:
    return _life(unit).least(0, "never less")


def _place(moment: Moment, school: str) -> Sum | None:
    """MR-PRI-1: a school's place: 1, and 1 for each that comes before it."""
    event = moment.event
    if not isinstance(event, PriorityTaken):
        return None
    return place_sum(event, next(each for each in event.order if each.name == school))


def place_sum(event: PriorityTaken, school: Who) -> Sum:
    """A school's place in the order, each school before it with the reason."""
    numbers = {n.school.id: (n.gladiators, n.moves) for n in event.numbers}
    made = Sum().add(1, "the first place", "MR-PRI-1")
    for other in event.order[: event.order.index(school)]:
        first, then = numbers[other.id], numbers[school.id]
        if first[0] != then[0]:
            why = f"gladiators: {first[0]}, not {then[0]}"
        elif first[1] != then[1]:
            why = f"Moves of {first[1]}, not {then[1]}"
        else:
            why = "a lot"
        made.add(1, f"{other.name} comes before: {why}", "MR-PRI-1")
    return made


# Between battles


def _of_school(terms: Callable[[Books, Crew], Sum]) -> Callable[[Moment, str], Sum | None]:
    """The terms of a school's number in the books."""

    def made(moment: Moment, id_: str) -> Sum | None:
        crew = moment.now.crews.get(id_)
        return terms(moment.now, crew) if crew else None

    return made


def _worth(books: Books, crew: Crew) -> Sum:
    """MR-END-1: as the season counts it."""
    year = books if isinstance(books, Ludi) and books.season.month else None
    return worth_sum(books, crew, year)


def _starting(moment: Moment, id_: str) -> Sum | None:
    """MR-CRE-6: the life points with which a gladiator begins his next battle."""
    for crew in moment.now.crews.values():
        for one in crew.members:
            if one.who.id == id_:
                most = chronicle.sheet(one)["max_health"]
                made = Sum().add(most, "life points", "MR-CRE-6", of=id_, number="max_health")
                return made.add(-one.lost, "lost, and not regained").least(0, "never less")
    return None


# Lines


def line(state: object, event: Event) -> Sequence[Made]:
    """The numbers of a line: an attack, a step, a turn's MP, priority, checks."""
    match event:
        case AttackRolled() if isinstance(state, Fighting):
            return tuple(_attack(state, event))
        case StepTaken():
            made = step_sum(event.surcharges)
            if event.fixed:
                made.held(event.cost, event.fixed[0].name, "MR-MOV-10")
            return (Made(f"MP for the step to {event.to}", made),)
        case GladiatorActivated():
            return (Made(f"{event.gladiator.name}'s MP", points_sum(event.move, event.parts)),)
        case PriorityTaken():
            return tuple(Made(f"{who.name}'s place", place_sum(event, who)) for who in event.order)
        case SweepRolled() if isinstance(state, Fighting):
            return tuple(_swept(event))
        case SurvivalChecked() | SkillChecked():
            made = Sum().add(event.face, "the die shows", _CHECKS[type(event)])
            return (Made(event.gladiator.name, made.each(event.parts, _CHECKS[type(event)])),)
        case _:
            return ()


_CHECKS = {SurvivalChecked: "MR-SVC-1", SkillChecked: "MR-OUT-1"}


def _attack(battle: Fighting, event: AttackRolled) -> Iterator[Made]:
    """MR-ATK-4, MR-DMG-1: the die, what it had to show, and what it did."""
    way = Who(event.attacker.id, event.way.name)
    made = Sum().add(event.natural, "the die that counts", "MR-ATK-3")
    yield Made(f"{event.attacker.name}'s die", made)
    yield Made("to hit", need_sum(battle, event.to_hit, way, event.hit_by))
    if event.hit:
        what = f"damage to {event.target.name}"
        yield Made(what, damage_sum(battle, event.base, way, event.damage_by))


def _swept(event: SweepRolled) -> Iterator[Made]:
    """MR-DMG-6, -7: what a die that is no attack does to each."""
    for hurt in event.hurt:
        made = Sum().add(hurt.face, "the die shows", "MR-DMG-6").each(hurt.parts, "MR-DMG-6")
        yield Made(f"damage to {hurt.gladiator.name}", made.held(hurt.damage, "by the dice"))


def together(events: Sequence[Event]) -> Sequence[Made]:
    """MR-MOV-3: what several steps cost, one after another."""
    steps = [event for event in events if isinstance(event, StepTaken)]
    made = Sum()
    for step in steps:
        made.add(step.cost, f"to {step.to}", "MR-MOV-3")
    return (Made("MP for the whole way", made),) if len(steps) > 1 else ()


def pending(battle: object) -> Sequence[Made]:
    """MR-ATK-4, MR-DMG-1: of the attack that is due what hits, and what each hit does."""
    if not isinstance(battle, Fighting) or battle.attack is None or battle.attack.rolled:
        return ()
    attack = battle.attack
    wanted = need(battle, attack)
    way = with_way(attack)
    found = [Made("to hit", need_sum(battle, wanted.base, way, wanted.parts))]
    hits: dict[tuple[int, Damage], list[int]] = {}
    for face in range(1, D6 + 1):
        came = outcome(battle, attack, face, wanted.number)
        if came.hit:
            done = damage(battle, attack, face, came.base)
            hits.setdefault((came.base, done), []).append(face)
    for (base, done), faces in hits.items():
        made = damage_sum(battle, base, way, done.parts)
        shown = ", ".join(map(str, faces))
        made.held(done.amount, "an attack without damage", "MR-DMG-3")
        found.append(Made(f"damage on {shown}", made))
    return tuple(found)


WHY = Why(
    rules=RULES,
    words=WORDS,
    battle={"health": _unit(_health), "life": _unit(_life), "priority": _place},
    campaign={
        "gladiators": _of_school(lambda _, crew: gladiators_sum(crew)),
        "fit": _of_school(lambda _, crew: gladiators_sum(crew)),
        "moves": _of_school(lambda _, crew: moves_sum(crew)),
        "worth": _of_school(_worth),
        "health": _starting,
    },
    anew=frozenset({"points"}),
    passing=frozenset({"rear", "flank", "boosted-morale", "engaged"}),
    order="priority",
    line=line,
    pending=pending,
    together=together,
)
