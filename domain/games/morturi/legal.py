"""What may be done now: membership is what the rules accept; the listing is the simple lines."""

from collections.abc import Callable, Iterator
from itertools import combinations

from domain.counting import counted
from domain.games.morturi.activation import Activate, Done
from domain.games.morturi.asking import Accept, Choose, Decline, Named
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.battle import Fighting, enemies, in_arena
from domain.games.morturi.canonical import canonical
from domain.games.morturi.carried import at_moment, plain_parts
from domain.games.morturi.deployment import ChooseStart, DeployMembers
from domain.games.morturi.effects import limit, tagged
from domain.games.morturi.flags import Take
from domain.games.morturi.freeing import Recover, Stand, Struggle
from domain.games.morturi.ground import COMPASS, neighbours
from domain.games.morturi.movement import Enter, Face, Move
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.play import awaited, judged
from domain.games.morturi.sides import entrance
from domain.games.morturi.stances import STANCE, Stance
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.tricks import DOES, MOMENTS, Trick
from domain.games.morturi.units import Unit, Weapon
from domain.games.morturi.victory import Conclude
from domain.games.morturi.waiting import (
    Acting,
    Confirm,
    Deploy,
    Field,
    Pick,
    React,
    Start,
    Throw,
)
from domain.games.morturi.waiting import (
    Activate as Activating,
)
from domain.games.morturi.ways import PHASE, targets, ways
from domain.games.morturi.words import Effect
from domain.terms import Action, Refusal


class Legal:
    """The legal actions of a battle at one moment."""

    def __init__(self, battle: Fighting) -> None:
        self._battle = battle
        self._awaited = awaited(battle)

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            judged(self._battle, action)
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The simple actions, each acceptable as it stands, and whole."""
        return [action for action in self.candidates() if self.admits(action)]

    def candidates(self) -> Iterator[Action]:
        """What the simple actions are sifted from, whole as they are stored."""
        return (canonical(self._battle, action) for action in self._candidates())

    def drawn(self, draw: Callable[[int], int]) -> Iterator[Action]:
        """Ways of several steps, several offers together, a target for each shot, whole teams."""
        match self._awaited:
            case Acting(member=member):
                yield from self._several(self._battle.units[member], draw)
            case Confirm(offers=offers) if len(offers) > 1:
                named = [Named(offer.bearer, offer.entry) for offer in offers]
                first = draw(len(named))
                yield Accept(effects=(*named[first:], *named[:first]))
            case Field(crew=crew, most=most):
                own = [u.id for u in self._battle.units.values() if u.school == crew]
                first = draw(len(own))
                yield FieldTeam(crew=crew, members=tuple((own[first:] + own[:first])[:most]))
            case _:
                return

    def _several(self, unit: Unit, draw: Callable[[int], int]) -> Iterator[Action]:
        """What a gladiator may do that has several parts."""
        steps = 2 + draw(3)
        yield Move(directions=tuple(list(COMPASS)[draw(4)] for _ in range(steps)))
        foes = [enemy.id for enemy in enemies(self._battle, unit)]
        for way in ways(self._battle, unit):
            if way.shots > 1 and foes:
                aimed = tuple(foes[draw(len(foes))] for _ in range(2 + draw(way.shots - 1)))
                yield Strike(targets=aimed, way=way.id)

    @property
    def _over(self) -> bool:
        return bool(self._battle.ended) and not self._battle.concluded

    def patterns(self) -> list[str]:
        """The lines that hold numbers: the faces each awaited die can show."""
        if not isinstance(self._awaited, Throw):
            return []
        return ["roll " + " ".join(f"{{1..{d.sides}}}" for d in self._awaited.dice)]

    def combine(self) -> dict[str, str]:
        """What may be joined into one line, and how."""
        match self._awaited:
            case Acting(member=member):
                mine = ways(self._battle, self._battle.units[member])
                shots = max((way.shots for way in mine), default=1)
                several = {"attack": f"up to {shots} targets, one for each shot"}
                steps = {"move": "steps one after the other: move n n e"}
                return steps | several if shots > 1 else steps
            case Field(least=least, most=most):
                some = "" if least == most else f"{least} to "
                return {"field": f"{some}{counted(most, 'gladiator')} of the school, each once"}
            case Confirm(offers=offers) if len(offers) > 1:
                return {"yes": "several of what is offered, in the order of their use"}
            case _:
                return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return ['note "TEXT"', 'ruling "TEXT": CHANGES', "undo", "redo"]

    def _candidates(self) -> Iterator[Action]:
        match self._awaited:
            case Acting(member=member):
                yield from self._turn(self._battle.units[member])
            case Activating(members=members):
                yield from (Activate(member=member) for member in members)
                yield Surrender()
            case React(directions=directions):
                yield from (Respond(facing=facing) for facing in directions)
                yield Respond()
            case Pick(offers=offers, what=what):
                yield from (Choose(picks=(offer,)) for offer in offers)
                yield Decline(question=what)
            case Confirm() as asked:
                for offer in asked.offers:
                    yield Accept(effects=(Named(offer.bearer, offer.entry),))
                yield Decline()
            case _ if self._over:
                yield Conclude()
            case _:
                yield from self._mustering()

    def _mustering(self) -> Iterator[Action]:
        """Teams, sides, deployment."""
        match self._awaited:
            case Start(crew=crew, areas=areas):
                yield from (ChooseStart(crew=crew, area=area) for area in areas)
            case Deploy(members=members, squares=squares):
                for member in members:
                    yield from (DeployMembers(members=(member,), square=s) for s in squares)
            case Field(crew=crew, least=least):
                own = [u.id for u in self._battle.units.values() if u.school == crew]
                teams = combinations(own, max(1, least))
                yield from (FieldTeam(crew=crew, members=team) for team in teams)
            case _:
                pass

    # A turn

    def _turn(self, unit: Unit) -> Iterator[Action]:
        battle = self._battle
        if not unit.square:
            yield from (Enter(square=s) for s in entrance(battle, unit.school))
        else:
            yield from (Move(directions=(d,)) for d in COMPASS)
            yield from (Face(facing=d) for d in COMPASS)
            yield from self._attacks(unit)
            yield from (Stand(), Struggle(), Recover(), Take())
        yield from self._stances(unit)
        yield from self._tricks(unit)
        yield Done()

    def _stances(self, unit: Unit) -> Iterator[Action]:
        known = tagged(self._battle, unit, STANCE)
        for count in range(1, 1 + min(len(known), limit(self._battle, unit, STANCE))):
            yield from (Stance(stances=chosen) for chosen in combinations(known, count))

    def _attacks(self, unit: Unit) -> Iterator[Action]:
        """Each way on each whom he could attack so."""
        for way in ways(self._battle, unit):
            for target in targets(self._battle, unit, way, PHASE):
                yield Strike(targets=(target.id,), way=way.id)

    def _tricks(self, unit: Unit) -> Iterator[Action]:
        """Each trick that is used by saying so, on everybody and at every place it could be."""
        battle = self._battle
        parts = tuple(p for p in plain_parts(battle, unit) if p[0] != "condition")
        for moment in MOMENTS:
            for c in at_moment(battle, parts, moment):
                if c.effect.declare and (moment, c.effect.op) in DOES:
                    yield from self._uses(unit, c.entry, c.effect)

    def _uses(self, unit: Unit, entry: str, effect: Effect) -> Iterator[Action]:
        battle = self._battle
        foes = [e.id for e in enemies(battle, unit)]
        mates = [u.id for u in in_arena(battle) if u.school == unit.school]
        melee = [w for w in ways(battle, unit) if w.kind == "melee" and w.replaces != "attack"]
        match effect.op:
            case "attack" if effect.to == "ally":
                for ally in mates:
                    yield from (Trick(trick=entry, on=(ally,), against=foe) for foe in foes)
            case "attack" | "charge":
                for foe in foes:
                    yield from (Trick(trick=entry, on=(foe,), way=_way(w)) for w in melee)
            case "push":
                yield from (Trick(trick=entry, on=(foe,)) for foe in foes)
            case "follow":
                yield from (Trick(trick=entry, on=(mate,)) for mate in mates)
            case "damage" if effect.what == "pair":
                yield from (Trick(trick=entry, at=pair) for pair in self._pairs(unit))
            case _:
                paid = range(1, effect.price + 1) if effect.cost == "life" else (0,)
                yield from (Trick(trick=entry, amount=amount) for amount in paid)

    def _pairs(self, unit: Unit) -> Iterator[tuple[str, str]]:
        """A square beside him and one beside that."""
        for near in neighbours(self._battle, unit.square) if unit.square else ():
            yield from ((near, far) for far in neighbours(self._battle, near))


def _way(way: Weapon) -> str:
    """How a trick's line names a way: a plain weapon needs no name."""
    return way.id if way.replaces else ""
