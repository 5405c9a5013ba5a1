"""What may be done now: membership is what the rules accept; the listing is the simple lines."""

from collections.abc import Iterator

from domain.games.mortisphere import (
    announcing,
    areas,
    declaring,
    deployment,
    escorts,
    objectives,
    opening,
    progress,
)
from domain.games.mortisphere.acting import Choose, Decline, Done, Hold, Pass
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.battle import Fighting, ready_units
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, Respond, Strike
from domain.games.mortisphere.drawing import Draw, drawn
from domain.games.mortisphere.everything import possible
from domain.games.mortisphere.play import awaited, decide
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.waiting import (
    Answer,
    Confirm,
    Declaring,
    Deploy,
    Field,
    Ordering,
    Pick,
    Start,
    Throw,
    Turn,
)
from domain.games.mortisphere.ways import ways
from domain.games.mortisphere.withdrawing import Withdraw, may_withdraw
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
        return [action for action in self.candidates() if self.admits(action)]

    def drawn(self, draw: Draw) -> Iterator[Action]:
        """Lines of several parts as numbers draw them: not each of them is legal."""
        return drawn(self._battle, self._awaited, draw)

    def all(self) -> list[Action]:
        """Everything legal but for numbers and texts, once in each meaning; for small boards."""
        every = [a for a in possible(self._battle, self._awaited) if self.admits(a)]
        return [*every, Conclude()] if self._over else every

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
            case Turn() if self._battle.house.noncombat_group == "same_area_group":
                return {"clash": _CLASH, "move": _GROUP, "interact": _GROUP}
            case Turn():
                return {"clash": _CLASH}
            case Answer():
                return {"respond": "defenders of one crew, each once, parted by a comma"}
            case Deploy():
                return {"deploy": "members of one crew, parted by a comma"}
            case Pick(most=most) if most > 1:
                return {"choose": f"{most} names, each once, parted by a comma"}
            case _:
                return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        lines = ['note "TEXT"', 'ruling "TEXT": CHANGES', "undo", "redo"]
        return lines if self._battle.ended else [*lines, "concede CREW"]

    def candidates(self) -> Iterator[Action]:
        """What the simple actions are sifted from: not each of them is legal."""
        match self._awaited:
            case Turn(crew=crew):
                yield from self._turns(crew)
            case Answer(crew=crew):
                yield from self._answers(crew)
            case Declaring(crew=crew):
                yield from self._declarations(crew)
            case Confirm() as asked:
                yield from self._confirms(asked)
            case Pick() as pick:
                yield from _picks(pick)
            case Ordering():
                yield Pass()
            case _ if self._over:
                yield Conclude()
            case _:
                yield from self._mustering()

    def _declarations(self, crew: str) -> Iterator[Action]:
        """Each effect alone, for the Clash or against one opponent, and none."""
        for offer in announcing.declarables(self._battle, crew):
            for foe in ("", *self._battle.units):
                yield Declare(effects=(Named(offer.bearer, offer.entry, foe),))
        yield Pass()

    def _mustering(self) -> Iterator[Action]:
        """Start Areas, members in them, and teams."""
        match self._awaited:
            case Start(crew=crew, areas=offers):
                yield from (deployment.ChooseStart(crew=crew, area=area) for area in offers)
            case Deploy(members=members, areas=offers):
                yield from (
                    deployment.DeployMembers(members=(member,), to=area)
                    for member in members
                    for area in offers
                )
            case Field(crew=crew):
                own = [u.id for u in self._battle.units.values() if u.crew == crew]
                yield from (opening.FieldTeam(crew=crew, members=(u,)) for u in own)
            case _:
                pass

    def _confirms(self, asked: Confirm) -> Iterator[Action]:
        """Each offer alone, with each that it could be used with, and none."""
        for offer in asked.offers:
            named = (Named(offer.bearer, offer.entry),)
            yield Accept(effects=named)
            bearer = self._battle.units[offer.bearer]
            for other in (*dict.fromkeys(bearer.items), *self._battle.units):
                action = Accept(effects=named, using=other)
                if not self.admits(Accept(effects=named)):
                    yield action
        yield Decline()

    def _turns(self, crew: str) -> Iterator[Action]:
        battle = self._battle
        for unit in ready_units(battle, crew):
            for foe in declaring.targets(battle, unit):
                yield Clash(strikes=(Strike(initiators=(unit.id,), targets=(foe.id,)),))
            yield from self._ways(unit)
            for objective in progress.open_to(battle, unit):
                for copy in range(1, objective.copies + 1):
                    yield objectives.Interact(members=(unit.id,), objective=objective.id, copy=copy)
            yield Hold(member=unit.id)
        yield from self._swarms(crew)
        yield Pass()
        yield Done()

    def _ways(self, unit: Unit) -> Iterator[Action]:
        """Where a unit can go, and out of the battle, alone or with a neutral in its care."""
        battle = self._battle
        along = ("", *(u.id for u in escorts.companions(battle, unit)))
        for bringing in along:
            for area in ways(battle, unit):
                yield areas.Move(members=(unit.id,), to=area, bringing=bringing)
            if may_withdraw(battle, unit):
                yield Withdraw(member=unit.id, bringing=bringing)

    def _swarms(self, crew: str) -> Iterator[Action]:
        battle = self._battle
        for area in dict.fromkeys(u.area for u in ready_units(battle, crew)):
            for swarm in declaring.swarms(battle, crew, area):
                ids = tuple(u.id for u in swarm)
                led = battle.house.swarm_effects == "leader"
                for foe in declaring.targets(battle, swarm[0]):
                    strike = Strike(
                        initiators=ids,
                        targets=(foe.id,),
                        swarm=True,
                        leader=ids[0] if led else "",
                    )
                    yield Clash(strikes=(strike,))

    def _answers(self, crew: str) -> Iterator[Action]:
        battle = self._battle
        yield Respond()
        if battle.clash is None:
            return
        asked = [
            p.target
            for p in battle.clash.pairings
            if p.mode is Mode.UNANSWERED and battle.units[p.target].camp == crew
        ]
        targets = tuple(dict.fromkeys(asked))
        for unit in targets:
            yield Respond(guards=(Guard(members=(unit,)),))
        if len(targets) > 1:
            yield Respond(guards=(Guard(members=targets),))
        for ally in ready_units(battle, crew):
            if ally.id not in targets and ally.area == battle.clash.area:
                for target in targets:
                    for kind in (GuardKind.FOR, GuardKind.BESIDE):
                        guard = Guard(kind=kind, members=(ally.id,), place_of=target)
                        yield Respond(guards=(guard,))


def _picks(pick: Pick) -> Iterator[Action]:
    """Each offer, or as many as are wanted; and no, which the rules refuse where it may not be."""
    if pick.most == 1:
        yield from (Choose(picks=(offer,)) for offer in pick.offers)
    else:
        yield Choose(picks=pick.offers[: pick.most])
    yield Decline(question=pick.what)


_CLASH = "initiators of one Area, each once, each with one target there: A, B > X & C > Y"
_GROUP = "members of one Area, parted by a comma"
