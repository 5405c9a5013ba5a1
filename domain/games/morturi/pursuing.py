"""Chapters 4 and 6: stepping after an enemy who leaves, tumbling away when knocked down."""

import msgspec

from domain.games.morturi.asking import Accept, Choose, QuestionAnswered, answered, picked, taken
from domain.games.morturi.battle import Fighting
from domain.games.morturi.ground import toward, vacant
from domain.games.morturi.hazards import arrive
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.shoving import Shove, dared, free_squares, rooted, shove
from domain.games.morturi.standing import ConditionPrevented, GladiatorMoved
from domain.games.morturi.underway import Task
from domain.games.morturi.waiting import Confirm, Offered, Pick
from domain.terms import Event, RuleBroken, Telling, Who

PURSUE, TUMBLE = "pursue", "tumble"

# What is awaited


def upcoming(battle: Fighting) -> Confirm | Pick | None:
    """Who may step after an enemy, a school at a time; who may tumble away, and whither."""
    for task in battle.tasks:
        if task.what == TUMBLE and (squares := _tumbles(battle, task)):
            return Pick(
                crew=battle.units[task.unit].school,
                what=TUMBLE,
                offers=squares,
                rule="MR-FRC-1",
                least=0,
                member=task.unit,
                source=task.entry,
                name=task.name,
            )
        if task.what == PURSUE and _may(battle, task):
            return _pursuit(battle, battle.units[task.unit].school)
    return None


def _tumbles(battle: Fighting, task: Task) -> tuple[str, ...]:
    unit = battle.units[task.unit]
    return free_squares(battle, unit) if unit.active else ()


def _pursuit(battle: Fighting, school: str) -> Confirm:
    offers = tuple(
        Offered(t.unit, t.entry, t.name, t.entry)
        for t in battle.tasks
        if t.what == PURSUE and battle.units[t.unit].school == school and _may(battle, t)
    )
    return Confirm(crew=school, what=PURSUE, offers=offers, rule="MR-FRC-1")


def _may(battle: Fighting, task: Task) -> bool:
    """MR-FRC-2: whether he still can step into the square that was left."""
    unit = battle.units[task.unit]
    free = vacant(battle, task.square) and dared(battle, task.square)
    return unit.active and unit.now > 0 and free and not rooted(battle, unit)


# Judging


def pursue(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """Relentless Pursuit: he steps into the square that an enemy left, and turns to face him."""
    chosen = taken(action, asked)
    for one in chosen:
        battle = telling.state
        task = next((t for t in battle.tasks if (t.unit, t.entry) == (one.bearer, one.entry)), None)
        if task is None or not _may(battle, task):
            raise RuleBroken("MR-FRC-2", f"{battle.units[one.bearer].who.name} cannot follow now")
        unit, mover = battle.units[task.unit], battle.units[task.about[0]]
        facing = toward(task.square, mover.square)[0] if mover.square else unit.facing
        source = Who(one.entry, one.name)
        shove(telling, Shove(unit, task.square, source, facing=facing))
        arrive(telling, unit.id)
    _decline(telling, [o for o in asked.offers if o not in chosen])


def tumble(telling: Telling[Fighting], action: Choose, asked: Pick) -> None:
    """Tumble: one square, free."""
    battle = telling.state
    (square,) = picked(action, asked)
    unit = battle.units[asked.member]
    shove(telling, Shove(unit, square, Who(asked.source, asked.name)))
    arrive(telling, unit.id)


def refuse(telling: Telling[Fighting], asked: Confirm | Pick) -> None:
    """He stays where he is."""
    if isinstance(asked, Confirm):
        _decline(telling, list(asked.offers))
        return
    unit = telling.state.units[asked.member]
    answered(telling, TUMBLE, "no", unit, Who(asked.source, asked.name))


def _decline(telling: Telling[Fighting], offers: list[Offered]) -> None:
    for offer in offers:
        unit = telling.state.units[offer.bearer]
        answered(telling, PURSUE, "no", unit, Who(offer.entry, offer.name))


# Remembering


EVENTS: tuple[type[Event], ...] = ()
HEARS: tuple[type[Event], ...] = (
    StepTaken,
    GladiatorMoved,
    ConditionPrevented,
    QuestionAnswered,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who may step after whom or tumble, and who has or would not."""
    match event:
        case StepTaken():
            return _chances(msgspec.structs.replace(battle, more=(), tasks=()), event)
        case GladiatorMoved():
            return _chances(_settled(battle, event.gladiator.id, event.source.id), event)
        case ConditionPrevented(squares=squares) if squares:
            task = Task(
                what=TUMBLE,
                unit=event.gladiator.id,
                entry=event.trick.id,
                name=event.trick.name,
            )
            return msgspec.structs.replace(battle, tasks=(*battle.tasks, task))
        case QuestionAnswered() if event.source and event.about:
            return _settled(battle, event.about[0].id, event.source[0].id)
        case _:
            return battle


def _chances(battle: Fighting, event: StepTaken | GladiatorMoved) -> Fighting:
    new = tuple(
        Task(
            what=PURSUE,
            unit=c.gladiator.id,
            entry=c.source.id,
            name=c.source.name,
            about=(event.gladiator.id,),
            square=event.before,
        )
        for c in event.chances
    )
    return msgspec.structs.replace(battle, tasks=(*battle.tasks, *new)) if new else battle


def _settled(battle: Fighting, unit: str, entry: str) -> Fighting:
    left = tuple(
        t
        for t in battle.tasks
        if (t.unit, t.entry) != (unit, entry) or t.what not in (PURSUE, TUMBLE)
    )
    return msgspec.structs.replace(battle, tasks=left)
