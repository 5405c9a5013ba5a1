"""Lines of several parts, drawn by numbers: what a player may come up with beyond the plain lines.

A Clash of several strikes with effects, an answer of several guards, a group that moves as one. Not
each of them is legal; whoever draws asks the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.announcing import Declare, declarables
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.battle import Fighting, neighbours, ready_units
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, Respond, Strike
from domain.games.mortisphere.declaring import eligible, swarms, targets
from domain.games.mortisphere.deployment import DeployMembers
from domain.games.mortisphere.effects import declarable
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.opening import FieldTeam
from domain.games.mortisphere.ordering import Order, Pair
from domain.games.mortisphere.progress import open_to
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Confirm,
    Declaring,
    Deploy,
    Field,
    Ordering,
    Pick,
    Turn,
)
from domain.terms import Action

T = TypeVar("T")
Draw = Callable[[int], int]
"""A number from 0 to below so many."""


def drawn(battle: Fighting, waiting: Awaited, draw: Draw) -> Iterator[Action]:
    """One line of several parts for each kind that would answer what is awaited."""
    match waiting:
        case Turn(crew=crew):
            yield from _turns(battle, crew, draw)
        case Answer(crew=crew):
            yield _answer(battle, crew, draw)
        case Declaring(crew=crew):
            offers = some(declarables(battle, crew), draw)
            yield Declare(effects=tuple(Named(o.bearer, o.entry) for o in offers))
        case Confirm() as asked:
            used = some(asked.offers, draw)
            yield Accept(effects=tuple(Named(o.bearer, o.entry) for o in used))
        case Pick() as pick:
            number = pick.least + draw(pick.most - pick.least + 1)
            yield Choose(picks=tuple(shuffled(pick.offers, draw)[:number]))
        case Ordering() if battle.clash is not None:
            pairs = [Pair(p.initiators[0], p.target) for p in battle.clash.pairings]
            yield Order(pairs=tuple(shuffled(pairs, draw)))
        case _:
            yield from _mustering(battle, waiting, draw)


def some(things: Iterable[T], draw: Draw) -> list[T]:
    """Each thing or not, by the toss of a coin."""
    return [thing for thing in things if draw(2)]


def one(things: Sequence[T], draw: Draw) -> T:
    """One of the things."""
    return things[draw(len(things))]


def shuffled(things: Iterable[T], draw: Draw) -> list[T]:
    """The things in another order."""
    left, order = list(things), []
    while left:
        order.append(left.pop(draw(len(left))))
    return order


def _mustering(battle: Fighting, waiting: Awaited, draw: Draw) -> Iterator[Action]:
    """A team within a cap; several members into one start Area."""
    match waiting:
        case Field(crew=crew):
            own = [u.id for u in battle.units.values() if u.crew == crew]
            yield FieldTeam(crew=crew, members=tuple(some(own, draw)))
        case Deploy(members=members, areas=offers):
            yield DeployMembers(members=tuple(some(members, draw)), to=one(offers, draw))
        case _:
            return


# Turns


def _turns(battle: Fighting, crew: str, draw: Draw) -> Iterator[Action]:
    ready = ready_units(battle, crew)
    if not ready:
        return
    area = one(ready, draw).area
    here = [u for u in ready if u.area == area]
    group = tuple(u.id for u in some(here, draw))
    yield Move(members=group, to=one(neighbours(battle, area), draw))
    if goals := open_to(battle, here[0]):
        goal = one(goals, draw)
        yield Interact(members=group, objective=goal.id, copy=1 + draw(goal.copies))
    able = [(u, foes) for u in here if eligible(u) and (foes := targets(battle, u))]
    if able:
        pack = swarms(battle, crew, area) and draw(3)
        yield _pack(battle, able, draw) if pack else _clash(battle, able, draw)


def _clash(battle: Fighting, able: list[tuple[Unit, list[Unit]]], draw: Draw) -> Clash:
    """Some of an Area strike, each at a target of its own, with some effects of the declaration."""
    strikes, effects = [], []
    for unit, foes in some(able, draw) or able:
        aims = [one(foes, draw).id]
        for offer in some(declarable(battle, unit, ("clash.declare",)), draw):
            effects.append(Named(offer.bearer, offer.entry))
            if offer.effect.op == "target":
                aims += [foe.id for foe in foes if foe.id not in aims][:1]
        strikes.append(Strike(initiators=(unit.id,), targets=tuple(aims)))
    return Clash(strikes=tuple(strikes), effects=tuple(effects))


def _pack(battle: Fighting, able: list[tuple[Unit, list[Unit]]], draw: Draw) -> Clash:
    """Those of one die (or some) strike as a Swarm at one target, others of the Area alone."""
    first, foes = one(able, draw)
    alike = [u.id for u, _ in able if u.die == first.die]
    pack = tuple(some(alike, draw)) if draw(2) else tuple(alike)
    leader = one(pack, draw) if pack and battle.house.swarm_effects == "leader" else ""
    target = one(foes, draw).id
    swarm = Strike(initiators=pack, targets=(target,), swarm=True, leader=leader)
    others = [
        Strike(initiators=(u.id,), targets=(one(aims, draw).id,))
        for u, aims in some(able, draw)
        if u.id not in pack
    ]
    return Clash(strikes=(swarm, *others))


# Answers


def _answer(battle: Fighting, crew: str, draw: Draw) -> Respond:
    """Some targets defend, alone or as a Swarm; some that were not named stand in for them."""
    clash = battle.clash
    asked = [p for p in clash.pairings if p.mode is Mode.UNANSWERED] if clash else []
    mine = [p for p in asked if battle.units[p.target].camp == crew]
    named = list(dict.fromkeys(p.target for p in mine))
    area = battle.units[named[0]].area if named else ""
    allies = [u.id for u in ready_units(battle, crew) if u.area == area and u.id not in named]
    if named and draw(2):
        die = battle.units[one(named, draw)].die
        near = (*named, *(some(allies, draw) or allies))
        pack = tuple(u for u in near if battle.units[u].die == die)
        leader = one(pack, draw) if battle.house.swarm_effects == "leader" else ""
        return Respond(guards=(Guard(kind=GuardKind.SWARM, members=pack, leader=leader),))
    guards = []
    for target in some(named, draw):
        against = tuple(p.initiators[0] for p in some(mine, draw) if p.target == target)
        kind = one((GuardKind.DEFEND, GuardKind.DEFEND, GuardKind.FOR, GuardKind.BESIDE), draw)
        alone = kind is GuardKind.DEFEND or not allies
        guards.append(
            Guard(members=(target,), against=against)
            if alone
            else Guard(kind=kind, members=(allies.pop(),), place_of=target, against=against)
        )
    return Respond(guards=tuple(guards))
