"""Chapter 5: an attack is declared, and its target may turn to face (MR-ATK-2, -9, MR-REA)."""

import msgspec

from domain.effects import of
from domain.games.morturi.asking import answered
from domain.games.morturi.battle import (
    Fighting,
    at,
    attack_changed,
    changed,
    turn_changed,
)
from domain.games.morturi.carried import entry_name
from domain.games.morturi.circumstances import ailments
from domain.games.morturi.effects import own
from domain.games.morturi.ground import ahead, in_words, toward
from domain.games.morturi.standing import turn_to
from domain.games.morturi.stores import pay
from domain.games.morturi.underway import Attack, Shots
from domain.games.morturi.units import Unit, Weapon
from domain.games.morturi.waiting import React
from domain.games.morturi.ways import PHASE, Right, check, faces, found_way, seen_by
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class AttackDeclared(Event, frozen=True, kw_only=True, tag="morturi.attack-declared/1"):
    """A gladiator attacks: whom, and how; `bought_by` gave an attack beyond the phase's own.

    `states` are the conditions its target is in when it begins; `at` is where a pull is to put him.
    `further` are the targets of the shots that follow.
    """

    attacker: Who
    target: Who
    way: Who
    bought_by: tuple[Who, ...] = ()
    at_once: bool = False
    states: tuple[str, ...] = ()
    at: str = ""
    further: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        by = f", {self.bought_by[0].name}" if self.bought_by else ""
        return f"{self.attacker.name} attacks {self.target.name} ({self.way.name}{by})."


class TurnedToFace(Event, frozen=True, kw_only=True, tag="morturi.turned-to-face/1"):
    """The target of an attack turned to face before it was resolved (MR-REA-1)."""

    gladiator: Who
    before: str
    facing: str
    attacker: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} turns {in_words(self.facing)} to face {self.attacker.name}."


# Actions


class Strike(Action, frozen=True, kw_only=True, tag="morturi.attack"):
    """Attack: with your weapon, or in another way; several names for several shots."""

    targets: tuple[str, ...]
    way: str = ""
    at: str = ""


class Respond(Action, frozen=True, kw_only=True, tag="morturi.react"):
    """Turn to face an attacker before the attack is resolved, or do not (without a direction)."""

    facing: str = ""


# Declaring


def attack(telling: Telling[Fighting], unit: Unit, action: Strike, right: Right = PHASE) -> None:
    """MR-ATK-2, -9, -10: the attack is declared; who attacks in melee turns to his target."""
    battle = telling.state
    first = battle.units[action.targets[0]]
    way = found_way(battle, unit, action.way, first)
    if not 1 <= len(action.targets) <= way.shots:
        raise RuleBroken("MR-ATK-1", f"{way.name} is {way.shots} at most")
    if action.at and not any(e.op == "pull" for e in way.effects):
        raise RuleBroken("MR-FRC-6", f"{way.name} moves nobody")
    for target in action.targets:
        check(battle, unit, battle.units[target], way, right)
    if way.cost:
        pay(telling, telling.state.units[unit.id], way.cost, way.price, Who(way.id, way.name))
    further = tuple(battle.units[t].who for t in action.targets[1:])
    declare(telling, unit, Declared(first, way, right, action.at, further))


class Declared(msgspec.Struct, frozen=True):
    """An attack as it is declared."""

    target: Unit
    way: Weapon
    right: Right = PHASE
    at: str = ""
    further: tuple[Who, ...] = ()


def declare(telling: Telling[Fighting], unit: Unit, what: Declared) -> None:
    """The attack is told, and the attacker turns to his target (hole 36)."""
    battle = telling.state
    bought = what.right.bought_by
    telling.tell(
        AttackDeclared(
            attacker=unit.who,
            target=what.target.who,
            way=Who(what.way.id, what.way.name),
            bought_by=(entry_name(battle, bought),) if bought else (),
            at_once=what.right.at_once,
            states=ailments(battle, what.target),
            at=what.at,
            further=what.further,
        )
    )
    turns = what.way.kind == "melee" or battle.house.ranged_arc == "front_quadrant"
    if turns and not bound(battle, unit):
        turn_to(telling, unit, faces(unit, what.target))


def bound(battle: Fighting, unit: Unit) -> bool:
    """MR-CON-2: whether something keeps him from turning."""
    return any(w.effect.what == "face" for w in of(own(battle, unit, "turn.face"), "forbid"))


# What is awaited


def reaction(battle: Fighting) -> React | None:
    """MR-REA-1 to -4: the target may turn to face, if a turn is open to him."""
    attack_ = battle.attack
    if attack_ is None or attack_.answered or attack_.faces or attack_.rolled:
        return None
    target = battle.units[attack_.target]
    open_ = directions(battle, attack_)
    return React(target.school, target.id, open_) if open_ else None


def directions(battle: Fighting, attack_: Attack) -> tuple[str, ...]:
    """The ways in which the target could turn to have the attacker in front of him."""
    attacker, target = battle.units[attack_.attacker], battle.units[attack_.target]
    wanted = toward(target.square, attacker.square)
    if target.facing in wanted or not target.active:
        return ()
    if target.figure and battle.house.noxii_turn_to_face == "no":
        return ()
    if battle.house.ttf_limit == "1_per_round" and target.turned:
        return ()
    seen = seen_by(battle, attacker, target, attack_.way)
    found = own(battle, target, "attack.react", msgspec.structs.replace(seen, other=attacker))
    if any(w.effect.what == "turn_to_face" for w in of(found, "forbid")):
        return ()
    free = any(w.effect.what == "turn_to_face_locked" for w in of(found, "permit"))
    return wanted if free or not locked(battle, target) else ()


def locked(battle: Fighting, target: Unit) -> bool:
    """MR-REA-1, -3, -4: whether an enemy stands in his own front square."""
    front = at(battle, ahead(target))
    if front is None or front.school == target.school:
        return False
    return battle.house.prone_enemy_locks == "yes" or "prone" not in ailments(battle, front)


# Judging a reaction


def react(telling: Telling[Fighting], action: Respond, asked: React) -> None:
    """MR-REA-1, -2: he turns before the attack is resolved, or lets it come."""
    battle = telling.state
    target = battle.units[asked.member]
    if not action.facing:
        answered(telling, "react", "no", target)
        return
    facing = action.facing
    if facing == "any":
        facing = asked.directions[0] if len(asked.directions) == 1 else ""
    if facing not in asked.directions:
        ways_ = " or ".join(asked.directions)
        raise RuleBroken("MR-REA-2", f"{target.who.name} may turn to face {ways_}")
    attacker = battle.units[battle.attack.attacker] if battle.attack else target
    telling.tell(
        TurnedToFace(
            gladiator=target.who, before=target.facing, facing=facing, attacker=attacker.who
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (AttackDeclared, TurnedToFace)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the attack, and whither its target looks."""
    match event:
        case AttackDeclared():
            return _remember(battle, event)
        case TurnedToFace():
            now = changed(battle, event.gladiator.id, facing=event.facing, turned=True)
            return attack_changed(now, answered=True)
        case _:
            return battle


def _remember(battle: Fighting, event: AttackDeclared) -> Fighting:
    bought = event.bought_by[0].id if event.bought_by else ""
    attacker = battle.units.get(event.attacker.id)
    known = attacker.weapons if attacker else ()
    way = next((w for w in known if w.id == event.way.id), None)
    if way is None:
        return battle
    attack_ = Attack(
        attacker=event.attacker.id,
        target=event.target.id,
        way=way,
        bought_by=bought,
        at=event.at,
        states=event.states,
    )
    shots = tuple(t.id for t in event.further)
    now = msgspec.structs.replace(
        battle,
        attack=attack_,
        more=(),
        shots=(Shots(attacker=attack_.attacker, targets=shots, way=way),) if shots else (),
    )
    if battle.turn is None or battle.turn.unit != attack_.attacker:
        return now
    if bought and not event.at_once:
        return turn_changed(now, begun=True)
    return turn_changed(
        now,
        begun=True,
        attacks=battle.turn.attacks + 1,
        attacking=not event.at_once,
        tricks=(*battle.turn.tricks, way.id) if way.replaces else battle.turn.tricks,
    )
