"""Chapter 5, step 3: either side announces the effects it uses in the Clash (MS-CLA-15, -20)."""

from collections.abc import Iterator

import msgspec

from domain.games.mortisphere.battle import Fighting, side, turn_order
from domain.games.mortisphere.effects import Modifier, Offer, declarable
from domain.games.mortisphere.resolve import remember_uses
from domain.games.mortisphere.swarm import is_suppressed
from domain.games.mortisphere.underway import DeclaredEffect, Mode, Pairing, Underway
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import Named, pay
from domain.games.mortisphere.waiting import Declaring
from domain.names import said
from domain.terms import Action, Event, NotFound, RuleBroken, Telling, Who

MOMENTS = ("clash.roll", "clash.compare", "clash.absorb", "clash.win")
ROLES = ("initiating", "defending", "absorbing")

# Events


class EffectDeclared(Event, frozen=True, kw_only=True, tag="mortisphere.effect-declared/1"):
    """A unit announced an effect for the Clash, perhaps against one opponent (MS-CLA-15)."""

    crew: Who
    member: Who
    use: Modifier
    against: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        foe = f" against {self.against[0].name}" if self.against else ""
        return f"{self.member.name} declares {self.use.source.name}{foe}."


class DeclarationsMade(Event, frozen=True, kw_only=True, tag="mortisphere.declarations-made/1"):
    """A crew has nothing more to announce for the Clash (MS-CLA-20)."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} has declared what it wants."


class EffectRefunded(Event, frozen=True, kw_only=True, tag="mortisphere.effect-refunded/1"):
    """A declared effect whose pairing came to nothing is not used up (MS-CLA-21 `refunded`)."""

    member: Who
    effect: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} keeps {self.effect.name} for another time."


# Actions


class Declare(Action, frozen=True, kw_only=True, tag="mortisphere.declare"):
    """Announce effects for the Clash, before dice are rolled."""

    effects: tuple[Named, ...]


# What is awaited


def upcoming(battle: Fighting) -> Declaring | None:
    """The next crew that could still announce something for the Clash."""
    clash = battle.clash
    if clash is None or clash.answering or any(p.settled for p in clash.pairings):
        return None
    for crew in _order(battle, clash):
        if crew not in clash.declared_by and next(declarables(battle, crew), None):
            return Declaring(crew)
    return None


def _order(battle: Fighting, clash: Underway) -> list[str]:
    """MS-CLA-20: the initiating side first, or last."""
    others = [c for c in turn_order(battle, clash.crew) if c != clash.crew]
    if battle.house.declaration_order == "responder_first":
        return [*others, clash.crew]
    return [clash.crew, *others]


def declarables(battle: Fighting, crew: str) -> Iterator[Offer]:
    """What a crew's units in the Clash could still announce to some purpose, each once."""
    clash = battle.clash
    if clash is None:
        return
    seen: set[tuple[str, str]] = set()
    for pairing in clash.pairings:
        for unit, role in parts(battle, pairing):
            if unit.crew != crew or _silent(battle, pairing, unit, role):
                continue
            for offer in declarable(battle, unit, MOMENTS):
                key = (offer.bearer, offer.source.id)
                if key not in seen and _serves(pairing, role, offer):
                    seen.add(key)
                    yield offer


def parts(battle: Fighting, pairing: Pairing) -> Iterator[tuple[Unit, str]]:
    """Who takes part in a pairing, and as what."""
    for id_ in pairing.initiators:
        yield battle.units[id_], "initiating"
    for id_ in pairing.defenders or (pairing.target,):
        yield battle.units[id_], "defending" if pairing.mode is Mode.DEFEND else "absorbing"


def _silent(battle: Fighting, pairing: Pairing, unit: Unit, role: str) -> bool:
    """MS-EFF-7: a Swarm suppresses its members' effects; the fallen announce nothing."""
    if not unit.active:
        return True
    if role == "initiating":
        return pairing.swarm and is_suppressed(battle, unit.id, pairing.leader)
    return pairing.guard_swarm and is_suppressed(battle, unit.id, pairing.guard_leader)


def _serves(pairing: Pairing, role: str, offer: Offer) -> bool:
    """Whether the effect could do anything for a unit in this role of this pairing."""
    wanted = {c.name for c in offer.effect.when} & set(ROLES)
    if wanted and role not in wanted:
        return False
    if offer.effect.on == "clash.win":
        return role != "absorbing" and pairing.mode is not Mode.FALLEN
    rolls = {"initiating": True, "defending": True, "absorbing": False}
    if offer.effect.to == "opponent":
        return role != "initiating" or pairing.mode in (Mode.DEFEND, Mode.UNANSWERED)
    return rolls[role]


# Judging


def announce(
    telling: Telling[Fighting], named: tuple[Named, ...], crew: str, *, final: bool = True
) -> None:
    """MS-CLA-15: declare these effects; what was announced is final."""
    for one in named:
        _announce(telling, one, crew)
    if final:
        telling.tell(DeclarationsMade(crew=side(telling.state, crew).who))


def _announce(telling: Telling[Fighting], named: Named, crew: str) -> None:
    battle = telling.state
    offers = [
        o
        for o in declarables(battle, crew)
        if o.entry == named.entry and named.bearer in ("", o.bearer)
    ]
    if not offers:
        raise NotFound(f"{said(named.entry)} cannot be declared in this Clash")
    if len(offers) > 1:
        who = " or ".join(battle.units[o.bearer].who.name for o in offers)
        raise RuleBroken("MS-CLA-15", f"whose {offers[0].source.name} is meant: {who}?")
    offer = offers[0]
    foes = _foes(battle, offer.bearer)
    if named.against and named.against not in foes:
        raise RuleBroken(
            "MS-CLA-23", f"{battle.units[named.against].who.name} does not face it in this Clash"
        )
    if not named.against and len(foes) > 1:
        raise RuleBroken(
            "MS-CLA-15",
            f"{offer.source.name} is for one pairing",
            hint=f"{offer.source.name} against {battle.units[foes[0]].who.name}",
        )
    telling.tell(
        EffectDeclared(
            crew=side(battle, crew).who,
            member=battle.units[offer.bearer].who,
            use=Modifier(offer.source, offer.effect.value, bool(offer.effect.times), offer.bearer),
            against=(battle.units[named.against].who,) if named.against else (),
        )
    )
    pay(telling, offer)


def _foes(battle: Fighting, unit: str) -> list[str]:
    """Whom a unit meets in the pairings of the Clash."""
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    found: dict[str, None] = {}
    for pairing in clash.pairings:
        met_by = pairing.defenders or (pairing.target,)
        if unit in pairing.initiators:
            found |= dict.fromkeys(met_by[:1])
        elif unit in met_by:
            found |= dict.fromkeys(pairing.initiators[:1])
    return list(found)


def refund(telling: Telling[Fighting]) -> None:
    """MS-CLA-21 `refunded`: what was declared for pairings that were all void is kept."""
    battle = telling.state
    clash = battle.clash
    if clash is None or battle.house.declared_unused != "refunded":
        return
    for one in clash.declared:
        mine = [p for p in clash.pairings if _for(p, one)]
        if mine and all(p.void for p in mine):
            unit = battle.units[one.bearer]
            telling.tell(EffectRefunded(member=unit.who, effect=Who(one.source, one.name)))


def _for(pairing: Pairing, declared: DeclaredEffect) -> bool:
    everybody = (*pairing.initiators, *pairing.defenders, pairing.target)
    return declared.bearer in everybody and declared.against in ("", *everybody)


# Remembering


EVENTS: tuple[type[Event], ...] = (EffectDeclared, DeclarationsMade, EffectRefunded)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was announced, and by whom nothing more is."""
    replace = msgspec.structs.replace
    clash = battle.clash
    match event:
        case EffectDeclared() if clash is not None:
            foe = event.against[0].id if event.against else ""
            one = DeclaredEffect(event.member.id, event.use.source.id, foe, event.use.source.name)
            after = remember_uses(battle, event.member.id, (event.use,))
            return replace(after, clash=replace(clash, declared=(*clash.declared, one)))
        case DeclarationsMade() if clash is not None:
            by = (*clash.declared_by, event.crew.id)
            return replace(battle, clash=replace(clash, declared_by=by))
        case EffectRefunded():
            unit = battle.units[event.member.id]
            uses = list(unit.uses)
            last = max(n for n, u in enumerate(uses) if u.source == event.effect.id)
            del uses[last]
            units = battle.units | {unit.id: replace(unit, uses=tuple(uses))}
            return replace(battle, units=units)
        case _:
            return battle
