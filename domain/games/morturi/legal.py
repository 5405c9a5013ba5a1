"""What may be done now: membership is what the rules accept; the listing is the simple lines."""

from collections.abc import Iterator

from domain.games.morturi import activation, deployment, movement, opening, stances
from domain.games.morturi.asking import Accept, Choose, Decline, Named
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.battle import Fighting, enemies, team
from domain.games.morturi.effects import limit, tagged
from domain.games.morturi.flags import Take
from domain.games.morturi.ground import COMPASS
from domain.games.morturi.play import awaited, decide
from domain.games.morturi.sides import entrance, inward
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.tricks import Recover, Stand, Struggle
from domain.games.morturi.units import Unit
from domain.games.morturi.uses import uses
from domain.games.morturi.victory import Conclude
from domain.games.morturi.waiting import (
    Acting,
    Activate,
    Confirm,
    Deploy,
    Field,
    Pick,
    React,
    Start,
    Throw,
)
from domain.games.morturi.ways import ways
from domain.terms import Action, Refusal


class Legal:
    """The legal actions of a battle at one moment."""

    def __init__(self, battle: Fighting) -> None:
        self._battle = battle
        self._awaited = awaited(battle)

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            decide(self._battle, action)
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The simple actions, each acceptable as it stands."""
        return [action for action in self._candidates() if self.admits(action)]

    def patterns(self) -> list[str]:
        """The lines that hold numbers: the faces each awaited die can show."""
        if not isinstance(self._awaited, Throw):
            return []
        return ["roll " + " ".join(f"{{1..{d.sides}}}" for d in self._awaited.dice)]

    def combine(self) -> dict[str, str]:
        """What may be joined into one line, and how."""
        match self._awaited:
            case Field(least=least, most=most):
                number = str(most) if least == most else f"{least} to {most}"
                return {"field": f"{number} gladiators of the school, each once"}
            case Acting(member=member):
                return self._joined(self._battle.units[member])
            case Confirm(offers=offers) if len(offers) > 1:
                return {"yes": "several of the offers, in the order in which they are used"}
            case Pick(most=most) if most > 1:
                return {"choose": f"up to {most} of the offers, each once"}
            case _:
                return {}

    def _joined(self, unit: Unit) -> dict[str, str]:
        """Steps one after the other; stances together; the targets of several shots."""
        found = {"move": "steps one after the other: move n n e"}
        most = limit(self._battle, unit, stances.STANCE)
        if most > 1:
            found["stance"] = f"up to {most} stances, each once"
        shots = max((way.shots for way in ways(self._battle, unit)), default=1)
        if shots > 1:
            found["attack"] = f"up to {shots} targets, one for each shot"
        return found

    def always(self) -> list[str]:
        """What is open at any moment."""
        return ['note "TEXT"', 'ruling "TEXT": CHANGES', "undo", "redo"]

    def _candidates(self) -> Iterator[Action]:
        match self._awaited:
            case Acting(member=member):
                yield from self._deeds(self._battle.units[member])
            case Activate(crew=crew, members=members):
                yield from (activation.Activate(member=member) for member in members)
                yield Surrender(crew=crew)
            case React(directions=directions):
                yield from (Respond(facing=direction) for direction in directions)
                yield Respond()
            case Pick() as pick:
                yield from self._picks(pick)
            case Confirm() as asked:
                offers = tuple(
                    Named(o.bearer or o.entry, o.bearer and o.entry) for o in asked.offers
                )
                yield from (Accept(effects=(offer,)) for offer in offers)
                yield Decline(effects=offers)
            case _ if self._battle.ended and not self._battle.concluded:
                yield Conclude()
            case _:
                yield from self._mustering()

    def _picks(self, pick: Pick) -> Iterator[Action]:
        """Each offer, and no where it may be declined."""
        yield from (Choose(picks=(offer,)) for offer in pick.offers)
        if not pick.least:
            yield Decline(effects=(Named(pick.member, pick.source),))

    def _mustering(self) -> Iterator[Action]:
        """Teams, sides, squares."""
        match self._awaited:
            case Field(crew=crew, most=most):
                own = [u.id for u in team(self._battle, crew)]
                for first in range(len(own)):
                    members = (own[first:] + own[:first])[:most]
                    yield opening.FieldTeam(crew=crew, members=tuple(members))
            case Start(crew=crew, areas=areas):
                yield from (deployment.ChooseStart(crew=crew, area=area) for area in areas)
            case Deploy(members=members, squares=squares):
                for member in members:
                    for square in squares:
                        yield deployment.DeployMembers(
                            members=(member,), square=square, facing=inward(self._battle, square)
                        )
            case _:
                pass

    def _deeds(self, unit: Unit) -> Iterator[Action]:
        """What a gladiator may do in his turn (MR-RND-7)."""
        battle = self._battle
        if unit.square:
            yield from (movement.Move(directions=(way,)) for way in COMPASS)
            yield from (movement.Face(facing=way) for way in COMPASS)
        else:
            for square in entrance(battle, unit.school):
                yield movement.Enter(square=square, facing=inward(battle, square))
        known = tagged(battle, unit, stances.STANCE)
        yield from (stances.Stance(stances=(stance,)) for stance in known)
        yield from uses(battle, unit)
        yield from (Stand(), Struggle(), Recover(), Take(what="flag"))
        yield from self._attacks(unit)
        yield activation.Done()

    def _attacks(self, unit: Unit) -> Iterator[Action]:
        """Each enemy, with the weapon and in each other way (MR-ATK-10, MR-RNG-1)."""
        for enemy in enemies(self._battle, unit):
            yield Strike(targets=(enemy.id,))
            for way in ways(self._battle, unit):
                if way.replaces:
                    yield Strike(targets=(enemy.id,), way=way.id)
