"""Chapter 5: attacks that follow at once: on the same target, or shot after shot (MR-ATK-14)."""

from collections.abc import Callable

import msgspec

from domain.games.morturi.asking import Accept, QuestionAnswered, taken
from domain.games.morturi.attacking import Declared, declare
from domain.games.morturi.battle import Fighting
from domain.games.morturi.following import AttackEnded
from domain.games.morturi.underway import More, Shots
from domain.games.morturi.waiting import Confirm, Offered
from domain.games.morturi.ways import Right, check
from domain.terms import Event, RuleBroken, Telling, Who

SHOT = "further shot"

# Events


class ShotLost(Event, frozen=True, kw_only=True, tag="morturi.shot-lost/1"):
    """One of several shots was meant for somebody who is out already: it is lost."""

    attacker: Who
    target: Who
    further: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.attacker.name}'s shot at {self.target.name} is lost."


# What is awaited


def more(battle: Fighting) -> Confirm | None:
    """MR-ATK-14: another attack on the same target, if it still may be made."""
    if battle.attack is not None or not battle.more:
        return None
    open_ = [m for m in battle.more if _may(battle, m)]
    if not open_:
        return None
    attacker = battle.units[open_[0].attacker]
    offers = tuple(Offered(m.attacker, m.entry, m.name, m.entry) for m in open_)
    return Confirm(crew=attacker.school, what="more", offers=offers, rule="MR-ATK-14")


def shots(battle: Fighting) -> Callable[[Telling[Fighting]], None] | None:
    """Hole 41: the next shot of several, if its target still stands."""
    return shoot if battle.attack is None and battle.shots else None


def shoot(telling: Telling[Fighting]) -> None:
    """The next shot is made; one at somebody who is out already is lost."""
    battle = telling.state
    left = battle.shots[0]
    unit, target = battle.units[left.attacker], battle.units[left.targets[0]]
    further = tuple(battle.units[t].who for t in left.targets[1:])
    if unit.active and target.active:
        what = Declared(target, left.way, Right(SHOT), further=further)
        declare(telling, unit, what)
    else:
        telling.tell(ShotLost(attacker=unit.who, target=target.who, further=further))


def _may(battle: Fighting, more_: More) -> bool:
    unit, target = battle.units[more_.attacker], battle.units[more_.target]
    melee = [w for w in unit.weapons if w.kind == "melee" and not w.replaces]
    if not (unit.active and target.active and melee):
        return False
    try:
        check(battle, unit, target, melee[0], Right(more_.entry))
    except RuleBroken:
        return False
    return True


def again(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """MR-ATK-14: he attacks the same target once more."""
    battle = telling.state
    one = taken(action, asked)[0]
    more_ = next(m for m in battle.more if m.entry == one.entry)
    unit, target = battle.units[more_.attacker], battle.units[more_.target]
    way = next(w for w in unit.weapons if w.kind == "melee" and not w.replaces)
    declare(telling, unit, Declared(target, way, Right(more_.entry)))


# Remembering


EVENTS: tuple[type[Event], ...] = (ShotLost,)
HEARS: tuple[type[Event], ...] = (AttackEnded, QuestionAnswered)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember which attacks may follow."""
    match event:
        case AttackEnded():
            allowed = tuple(
                More(
                    attacker=c.gladiator.id,
                    target=event.target.id,
                    name=c.source.name,
                    entry=c.source.id,
                )
                for c in event.more
            )
            return msgspec.structs.replace(battle, more=allowed)
        case ShotLost():
            return msgspec.structs.replace(battle, shots=_later(battle, event))
        case QuestionAnswered(question="more"):
            return msgspec.structs.replace(battle, more=())
        case _:
            return battle


def _later(battle: Fighting, event: ShotLost) -> tuple[Shots, ...]:
    targets = tuple(w.id for w in event.further)
    return tuple(msgspec.structs.replace(s, targets=targets) for s in battle.shots if targets)
