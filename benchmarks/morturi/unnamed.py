"""What works in the arena without being named on record: worked out of an event and its battle.

Most of it is found by asking the rules once more without it: a trick, special rule or stance has
worked if the battle would then have shown another cost, target number, die, target or answer. A
trick that forbids was used when a turn ended in which he could else have done it.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from domain.effects import of
from domain.games.morturi.activation import GladiatorActivated, TurnEnded
from domain.games.morturi.attacking import AttackDeclared, TurnedToFace, reaction
from domain.games.morturi.battle import Fighting, changed, in_arena
from domain.games.morturi.carried import tags_of
from domain.games.morturi.circumstances import is_a
from domain.games.morturi.costs import cost
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.effects import limit, of_the_day, own
from domain.games.morturi.ground import COMPASS, field, spot, stepped, terrain_at
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.numbers import damage, kept, need, outcome
from domain.games.morturi.shapes import Book
from domain.games.morturi.shoving import rooted, steadfast
from domain.games.morturi.stances import STANCE, StanceAdopted
from domain.games.morturi.standing import EffectCancelled
from domain.games.morturi.stores import StoreChanged
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Unit
from domain.games.morturi.using import TrickUsed
from domain.games.morturi.ways import PHASE, check, entitled, targets, ways
from domain.terms import Event, RuleBroken

SILENT = {"prevent", "ignore", "keep", "permit", "forbid", "condition", "instead", "modify", "miss"}
"""What effects may do without an event saying whose work it was."""


def worked_out(rules: Book, battle: Fighting, event: Event) -> Iterator[str]:
    """The ids of what an event shows at work."""
    for kind, read in READ.items():
        if isinstance(event, kind):
            yield from read(rules, battle, event)
    for kind, (look, moments) in SHOWN.items():
        if isinstance(event, kind):
            silent = _silent(rules, moments)
            if any(silent & {*u.tricks, *u.specials} for u in in_arena(battle)):
                yield from _missed(battle, event, look, silent)


# The same without it

Look = Callable[[Fighting, Any], Any]


def _missed(battle: Fighting, event: Event, look: Look, silent: frozenset[str]) -> Iterator[str]:
    """What somebody in the arena has, and without which the event would show something else."""
    shown = look(battle, event)
    for unit in in_arena(battle):
        for entry in (*unit.tricks, *unit.specials):
            if entry in silent and look(_without(battle, unit, entry), event) != shown:
                yield entry


@lru_cache
def _silent(rules: Book, moments: tuple[str, ...]) -> frozenset[str]:
    """What may work at such moments without being named."""
    return frozenset(
        one.id
        for one in (*rules.tricks, *rules.specials)
        if any(
            e.op in SILENT and not e.declare and e.on.startswith((*moments, "effect.reach"))
            for e in one.effects
        )
    )


def _without(battle: Fighting, unit: Unit, entry: str) -> Fighting:
    tricks = tuple(t for t in unit.tricks if t != entry)
    specials = tuple(s for s in unit.specials if s != entry)
    return changed(battle, unit.id, tricks=tricks, specials=specials)


def _step(battle: Fighting, event: StepTaken) -> Any:
    return cost(battle, battle.units[event.gladiator.id], event.to)


def _allowed(battle: Fighting, event: AttackDeclared) -> bool:
    """Whether the attack could be made."""
    attacker, target = battle.units[event.attacker.id], battle.units[event.target.id]
    way = next(w for w in attacker.weapons if w.id == event.way.id)
    try:
        check(battle, attacker, target, way, PHASE)
    except RuleBroken:
        return False
    return True


def _numbers(battle: Fighting, event: AttackRolled) -> Any:
    attack = battle.attack
    if attack is None:
        return None
    decided = outcome(battle, attack, event.natural, event.number)
    done = damage(battle, attack, event.natural, decided.base) if decided.hit else None
    return need(battle, attack), kept(battle, attack), decided, done


def _answer(battle: Fighting, _: TurnedToFace) -> Any:
    return reaction(battle)


def _left_undone(battle: Fighting, event: TurnEnded) -> Any:
    """Whom he could still have attacked, and whether he could have left."""
    unit, turn = battle.units[event.gladiator.id], battle.turn
    if turn is None or not unit.square:
        return None
    goes = event.lost and not turn.attacking and not rooted(battle, unit)
    still = bool(of(own(battle, unit, "turn.move"), "forbid"))
    found = [targets(battle, unit, w, PHASE) for w in ways(battle, unit)]
    foes = [[target.id for target in of_way] for of_way in found] if entitled(battle, turn) else []
    return bool(goes), still, foes


def _firm(battle: Fighting, event: EffectCancelled) -> bool:
    """Whether something of his own keeps him where he is."""
    return event.does == "push" and bool(steadfast(battle, battle.units[event.on.id]))


SHOWN: dict[type[Event], tuple[Look, tuple[str, ...]]] = {
    StepTaken: (_step, ("move.",)),
    AttackDeclared: (_allowed, ("attack.declare", "attack.range", "sight")),
    AttackRolled: (_numbers, ("attack.", "always")),
    TurnedToFace: (_answer, ("attack.react",)),
    TurnEnded: (_left_undone, ("attack.declare", "turn.move", "move.leave", "always")),
    EffectCancelled: (_firm, ("move.forced",)),
}

# Read off an event


def _walked(rules: Book, battle: Fighting, event: StepTaken) -> Iterator[str]:
    """The ground that was walked on, and what closed a way beside it."""
    yield terrain_at(battle, event.to)
    closed = {one.id for one in rules.terrain if one.blocks_move}
    around = (stepped(event.to, direction) for direction in COMPASS)
    yield from {field(battle).at(s).id for s in around if s in field(battle)} & closed
    yield from _unafraid(rules, battle, event)


def _activated(rules: Book, battle: Fighting, event: GladiatorActivated) -> Iterator[str]:
    """MR-BEH-1: what compels him, or what has freed him of it."""
    unit = battle.units[event.gladiator.id]
    if event.compelled:
        yield from (w.entry for w in of(own(battle, unit, "turn.move"), "compel"))
    for trick in unit.tricks:
        if any(effect.op == "lose" for effect in rules.trick(trick).effects):
            yield trick


def _rolled(rules: Book, battle: Fighting, event: AttackRolled) -> Iterator[str]:
    """Keywords that a bonus asked for, and blindness that is his own."""
    attacker, target = battle.units[event.attacker.id], battle.units[event.target.id]
    named = {part.source.id for part in (*event.hit_by, *event.damage_by)}
    for special in map(rules.special, attacker.specials):
        given = {e.what for e in special.effects if e.op == "condition"}
        yield from (special.id,) if given & named else ()
    for special in map(rules.special, target.specials):
        for word in (e.what for e in special.effects if e.op == "keyword"):
            yield from (special.id,) if word in _asked(rules, named) else ()


def _asked(rules: Book, entries: set[str]) -> set[str]:
    """The keywords that some tricks and special rules ask of the other one."""
    return {
        condition.value
        for one in (*rules.tricks, *rules.specials)
        if one.id in entries
        for effect in one.effects
        for condition in effect.when
        if condition.name == "other_is"
    }


def _unafraid(rules: Book, battle: Fighting, event: StepTaken) -> Iterator[str]:
    """MR-FEA-2: who is no human is not slowed by what slows humans."""
    unit = battle.units[event.gladiator.id]
    if is_a(unit, "human"):
        return
    keyless = msgspec.structs.replace(unit, keywords=())
    if cost(battle, keyless, event.to) != cost(battle, unit, event.to):
        for special in map(rules.special, unit.specials):
            yield from (special.id for e in special.effects if e.what == "non_human")


def _adopted(rules: Book, battle: Fighting, event: StanceAdopted) -> Iterator[str]:
    unit = battle.units[event.gladiator.id]
    yield from _limits(rules, battle, unit, STANCE, len(event.stances))
    for adopted in event.stances:
        moments = {effect.on for effect in rules.trick(adopted.id).effects}
        yield from (adopted.id,) if event.points and "turn.points" in moments else ()


def _used(rules: Book, battle: Fighting, event: TrickUsed) -> Iterator[str]:
    """The right to use tricks of a kind, and so many in one turn."""
    unit, before = battle.units[event.gladiator.id], battle.turn
    if event.trick.id not in (*unit.tricks, *unit.specials):
        return  # a condition that he shakes off
    family = "trick" if event.trick.id in unit.tricks else "special"
    for tag in tags_of(battle.edition, family, event.trick.id):
        used = [t for t in (before.tricks if before else ()) if t in unit.tricks]
        number = 1 + sum(tag in tags_of(battle.edition, "trick", t) for t in used)
        yield from _limits(rules, battle, unit, tag, number)


def _limits(rules: Book, battle: Fighting, unit: Unit, tag: str, number: int) -> Iterator[str]:
    """What allows so many of a tag: without it there would be fewer."""
    for entry in (*unit.tricks, *unit.specials):
        one = rules.trick(entry) if entry in unit.tricks else rules.special(entry)
        if any(e.op == "limit" and e.what == tag for e in one.effects):
            less = _without(battle, unit, entry)
            if limit(less, less.units[unit.id], tag) < number:
                yield entry


def _paid(rules: Book, battle: Fighting, event: StoreChanged) -> Iterator[str]:
    """What he had from the start is spent."""
    unit = battle.units[event.gladiator.id]
    for entry in (*unit.tricks, *unit.specials):
        one = rules.trick(entry) if entry in unit.tricks else rules.special(entry)
        if event.by < 0 and any(e.op == "pool" and e.what == event.what for e in one.effects):
            yield entry


def _cheered(_: Book, battle: Fighting, __: FavourGained) -> Iterator[str]:
    """MR-BAT-8: a crowd that gives more than it would."""
    for complication in battle.complications:
        rest = tuple(c for c in battle.complications if c != complication)
        if _times(battle) != _times(msgspec.structs.replace(battle, complications=rest)):
            yield complication


def _times(battle: Fighting) -> list[int]:
    return [w.effect.value for w in of(of_the_day(battle, "favour.gain"), "times")]


def _sighted(rules: Book, battle: Fighting, event: AttackDeclared) -> Iterator[str]:
    """MR-LOS-3: those over whom a shot goes; and the right to cast a spell."""
    attacker = battle.units[event.attacker.id]
    known = {
        **dict.fromkeys(attacker.tricks, "trick"),
        **dict.fromkeys(attacker.specials, "special"),
    }
    if event.way.id in known and not event.bought_by:
        for tag in tags_of(battle.edition, known[event.way.id], event.way.id):
            yield from _limits(rules, battle, attacker, tag, 1)
    here = spot(battle.units[event.attacker.id].square)
    there = spot(battle.units[event.target.id].square)
    for unit in in_arena(battle):
        if spot(unit.square) in (here, there):
            continue
        for special in map(rules.special, unit.specials):
            low = any(e.what == "see_through" for e in special.effects)
            if low and not field(battle).sees(here, there, battle.house.los, {spot(unit.square)}):
                yield special.id


READ: dict[type[Event], Callable[[Book, Fighting, Any], Iterator[str]]] = {
    StepTaken: _walked,
    GladiatorActivated: _activated,
    AttackDeclared: _sighted,
    AttackRolled: _rolled,
    StanceAdopted: _adopted,
    TrickUsed: _used,
    StoreChanged: _paid,
    FavourGained: _cheered,
}
