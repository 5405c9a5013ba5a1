"""Everything that could be done on a small board, one action for each different meaning.

A Clash names its initiators in the order of the opening, each in a strike of its own but for
Swarms; an answer names its defenders in that order. Faces and free texts are not listed: they
are patterns.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations, product
from typing import TypeVar

from domain.games.mortisphere import areas, deployment, objectives, opening, withdrawing
from domain.games.mortisphere.acting import Choose, Decline, Done, Hold, Pass
from domain.games.mortisphere.battle import Fighting, neighbours, ready_units, setting
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, Respond, Strike
from domain.games.mortisphere.declaring import targets
from domain.games.mortisphere.escorts import companions
from domain.games.mortisphere.ordering import Order, Pair
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Deploy,
    Field,
    Ordering,
    Pick,
    Start,
    Throw,
    Turn,
)
from domain.terms import Action

T = TypeVar("T")
Part = tuple[str, str]
NOBODY: Part = ("", "")


def possible(battle: Fighting, waiting: Awaited) -> Iterator[Action]:
    """All actions that may be legal now; not each of them is."""
    match waiting:
        case Turn(crew=crew):
            yield from _turns(battle, crew)
        case Answer(crew=crew):
            yield from _answers(battle, crew)
        case Ordering() | Throw(what="pairing"):
            yield from _orders(battle)
            yield Pass()
        case Pick() as pick:
            yield from (Choose(picks=picks) for picks in _some(pick.offers))
            yield Decline(question=pick.what)
        case _:
            yield from _mustering(battle, waiting)


def _mustering(battle: Fighting, waiting: Awaited) -> Iterator[Action]:
    """Start Areas, members in them, and teams."""
    match waiting:
        case Start(crew=crew, areas=offers):
            yield from (deployment.ChooseStart(crew=crew, area=area) for area in offers)
        case Deploy(members=left, areas=offers):
            yield from (
                deployment.DeployMembers(members=members, to=to)
                for to, members in product(offers, _some(left))
            )
        case Field(crew=crew):
            own = [u.id for u in battle.units.values() if u.crew == crew]
            yield from (opening.FieldTeam(crew=crew, members=team) for team in _some(own))
        case _:
            pass


def _some(things: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """Each selection of at least one, in order."""
    known = list(things)
    return chain.from_iterable(combinations(known, n) for n in range(1, len(known) + 1))


# Turns


def _turns(battle: Fighting, crew: str) -> Iterator[Action]:
    ready = ready_units(battle, crew)
    for area in dict.fromkeys(u.area for u in ready):
        here = [u for u in ready if u.area == area]
        yield from _clashes(battle, here)
        for group in _some(u.id for u in here):
            for to, along in product(neighbours(battle, area), _along(battle, here[0])):
                yield areas.Move(members=group, to=to, bringing=along)
            for objective in setting(battle).objectives:
                for copy in range(1, objective.copies + 1):
                    yield objectives.Interact(members=group, objective=objective.id, copy=copy)
    for unit in ready:
        yield Hold(member=unit.id)
        for along in _along(battle, unit):
            yield withdrawing.Withdraw(member=unit.id, bringing=along)
    yield from (Pass(), Done())


def _along(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """Whom a unit that leaves its Area could take along: nobody, or a neutral (MS-NEU-4)."""
    return ("", *(u.id for u in companions(battle, unit)))


def _clashes(battle: Fighting, here: Sequence[Unit]) -> Iterator[Action]:
    """Each member stays out, strikes alone, or joins the Swarm against a target."""
    foes = [foe.id for foe in targets(battle, here[0])]
    parts = [NOBODY, *(("alone", foe) for foe in foes), *(("swarm", foe) for foe in foes)]
    for chosen in product(parts, repeat=len(here)):
        if any(part != NOBODY for part in chosen):
            for strikes in _strikes(battle, here, chosen):
                yield Clash(strikes=strikes)


def _strikes(
    battle: Fighting, here: Sequence[Unit], chosen: Sequence[Part]
) -> Iterator[tuple[Strike, ...]]:
    """The strikes of one choice, and again for each who could lead a Swarm."""
    alone = [
        Strike(initiators=(unit.id,), targets=(foe,))
        for unit, (part, foe) in zip(here, chosen, strict=True)
        if part == "alone"
    ]
    swarms = dict.fromkeys(foe for part, foe in chosen if part == "swarm")
    led = battle.house.swarm_effects == "leader"
    ways = []
    for foe in swarms:
        ids = tuple(u.id for u, part in zip(here, chosen, strict=True) if part == ("swarm", foe))
        leaders = ids if led else ("",)
        ways.append(
            [Strike(initiators=ids, targets=(foe,), swarm=True, leader=one) for one in leaders]
        )
    for swarm in product(*ways):
        yield (*alone, *swarm)


# Answers


def _answers(battle: Fighting, crew: str) -> Iterator[Action]:
    """Each member of the Area gives no answer or one of its own, or joins the Swarm."""
    clash = battle.clash
    if clash is None:
        return
    here = [u for u in battle.units.values() if u.camp == crew and u.area == clash.area]
    ways = [[None, "swarm", *_guards(battle, unit, crew)] for unit in here]
    led = battle.house.swarm_effects == "leader"
    for chosen in product(*ways):
        guards = tuple(c for c in chosen if isinstance(c, Guard))
        swarm = tuple(u.id for u, c in zip(here, chosen, strict=True) if c == "swarm")
        if not swarm:
            yield Respond(guards=guards)
            continue
        for leader in swarm if led else ("",):
            joined = Guard(kind=GuardKind.SWARM, members=swarm, leader=leader)
            yield Respond(guards=(*guards, joined))


def _guards(battle: Fighting, unit: Unit, crew: str) -> Iterator[Guard]:
    """How one member may guard: for itself, for another or beside it, against whom."""
    pairings = battle.clash.pairings if battle.clash else ()
    mine = [p.target for p in pairings if battle.units[p.target].camp == crew]
    for target in dict.fromkeys(mine):
        initiators = [p.initiators[0] for p in pairings if p.target == target]
        kinds = [GuardKind.DEFEND] if target == unit.id else [GuardKind.FOR, GuardKind.BESIDE]
        for kind in kinds:
            place = "" if kind is GuardKind.DEFEND else target
            yield Guard(kind=kind, members=(unit.id,), place_of=place)
            for against in _some(initiators):
                if len(against) < len(initiators):
                    yield Guard(kind=kind, members=(unit.id,), place_of=place, against=against)


# The order of pairings


def _orders(battle: Fighting) -> Iterator[Action]:
    pairings = battle.clash.pairings if battle.clash else ()
    pairs = [
        Pair(p.initiators[0], p.defenders[0] if len(p.defenders) == 1 else p.target)
        for p in pairings
    ]
    yield from (Order(pairs=chosen) for chosen in permutations(pairs))
