"""Chapter 9: the pairings of a Clash, one by one: what each comes to, and those that are void."""

from collections.abc import Callable, Sequence

import msgspec

from domain.counting import agreed
from domain.games.mortisphere.battle import Fighting, changed, fighting_crews, paired, whos
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.resolve import DieShown, remember_uses
from domain.games.mortisphere.throwing import remember_roll
from domain.games.mortisphere.underway import Blows, Harm, Kept, Mode, Pairing, Underway
from domain.games.mortisphere.waiting import Awaited, Pick
from domain.terms import Event, Telling, Who, listed
from domain.throwing import Rolled

ANSWERED = (Mode.DEFEND, Mode.ABSORB)

# Events


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Health that a unit is to lose by a pairing, before anything prevents it."""

    member: Who
    amount: int


class ClashFought(Rolled, frozen=True, kw_only=True, tag="mortisphere.clash-fought/1"):
    """One pairing of a Clash was rolled and decided (MS-RES-4, MS-ABS-4, MS-SWA-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    defenders: tuple[Who, ...]
    mode: Mode
    swarm: bool = False
    guard_swarm: bool = False
    together: int = 0
    dice: tuple[DieShown, ...]
    initiator_result: int
    defender_result: int = 0
    presence: int = 0
    by_presence: bool = False
    presence_by: tuple[Modifier, ...] = ()
    win: tuple[Modifier, ...] = ()
    outcome: Outcome
    losses: tuple[Loss, ...] = ()
    blows: int = 0
    guard_blows: int = 0
    chooser: str = ""
    guard_chooser: str = ""
    struck: tuple[Who, ...] = ()
    overrun: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        ours = _named(self.initiators, swarm=self.swarm)
        theirs = _named(self.defenders, swarm=self.guard_swarm)
        dice = "; ".join(f"{d.member.name} {d.told()}" for d in self.dice)
        ends = {
            Outcome.INITIATOR: f"{ours} wins",
            Outcome.DEFENDER: f"{theirs} wins",
            Outcome.TIE: "a tie",
            Outcome.HARMED: f"{theirs} is harmed",
            Outcome.UNHARMED: f"{theirs} is unharmed",
        }[self.outcome]
        if self.mode is Mode.DEFEND:
            numbers = f"{self.initiator_result} against {self.defender_result}"
        elif self.by_presence:
            numbers = f"{self.initiator_result} against Presence {self.presence}"
        else:
            numbers = str(self.initiator_result)
        more = ", an overrun" if self.overrun else ""
        blows = self.blows + self.guard_blows
        more += f", {blows} blow{'s' if blows > 1 else ''} to give" if blows else ""
        first = ours[:1].upper() + ours[1:] if self.swarm else ours
        return f"{first} against {theirs}: {numbers}, {ends}{more} ({dice})."


class PairingVoid(Event, frozen=True, kw_only=True, tag="mortisphere.pairing-void/1"):
    """A pairing came to nothing: one of its sides is gone (MS-MUL-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    target: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{_named(self.initiators)} against {self.target.name}: void."


class PairingRetargeted(Event, frozen=True, kw_only=True, tag="mortisphere.pairing-retargeted/1"):
    """A pairing whose target fell was turned on another that has answered (MS-MUL-7)."""

    pairing: int
    initiators: tuple[Who, ...]
    target: Who

    def told(self) -> str:
        """Say it as the table would."""
        turn = agreed(len(self.initiators), "turns", "turn")
        return f"{_named(self.initiators)} {turn} on {self.target.name}."


class MemberFinished(Event, frozen=True, kw_only=True, tag="mortisphere.member-finished/1"):
    """An incapacitated enemy was struck again: -4 on its fate roll (MS-CLA-11)."""

    member: Who
    by: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is struck where it lies by {_named(self.by)}."


def _named(who: Sequence[Who], *, swarm: bool = False) -> str:
    return ("the Swarm of " if swarm else "") + listed(who)


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MS-MUL-7: a pairing that has lost one of its sides; all others are rolled."""
    clash = battle.clash
    if clash is None or all(p.settled for p in clash.pairings):
        return None
    number, pairing = current(battle)
    if not is_void(battle, pairing):
        return None
    offers = retargets(battle, clash, number)
    return Pick(clash.crew, "retarget", offers, 0, 1) if offers else void


def is_void(battle: Fighting, pairing: Pairing) -> bool:
    """MS-MUL-7: whether one side of a pairing is gone."""
    units = battle.units
    if not any(units[u].active for u in pairing.initiators):
        return True
    return pairing.mode is not Mode.FALLEN and not is_met(battle, pairing)


def is_met(battle: Fighting, pairing: Pairing) -> bool:
    """Whether somebody who answered for the target still stands."""
    return any(battle.units[u].active for u in pairing.defenders or (pairing.target,))


def retargets(battle: Fighting, clash: Underway, number: int) -> tuple[str, ...]:
    """MS-MUL-7 `retarget`: enemies of the Area that have answered and still stand."""
    pairing = clash.pairings[number]
    alive = any(battle.units[u].active for u in pairing.initiators)
    if battle.house.void_pairing != "retarget" or not alive or number in clash.retargeted:
        return ()
    answered = [p.target for p in clash.pairings if p.mode in ANSWERED and is_met(battle, p)]
    return tuple(dict.fromkeys(answered))


def void(telling: Telling[Fighting]) -> None:
    """A pairing without one of its sides is void; its initiators stay committed."""
    number, pairing = current(telling.state)
    units = telling.state.units
    telling.tell(
        PairingVoid(
            pairing=number + 1,
            initiators=whos(telling.state, pairing.initiators),
            target=units[pairing.target].who,
        )
    )


def retarget(telling: Telling[Fighting], target: str) -> None:
    """MS-MUL-7 `retarget`: the initiating player turns the pairing on another enemy."""
    number, pairing = current(telling.state)
    telling.tell(
        PairingRetargeted(
            pairing=number + 1,
            initiators=whos(telling.state, pairing.initiators),
            target=telling.state.units[target].who,
        )
    )


def current(battle: Fighting) -> tuple[int, Pairing]:
    """The pairing that is settled next, with its place in the order."""
    clash = battle.clash
    assert clash is not None  # noqa: S101 only asked for during a Clash
    return next((n, p) for n, p in enumerate(clash.pairings) if not p.settled)


def thrower(battle: Fighting, clash: Underway) -> str:
    """Who throws: the crew that initiated, or (MS-NEU-2) the one that a neutral strikes at."""
    if clash.crew not in battle.units:
        return clash.crew
    struck = battle.units[clash.pairings[0].target].camp
    return struck or fighting_crews(battle)[0]


# Remembering


EVENTS: tuple[type[Event], ...] = (ClashFought, PairingVoid, PairingRetargeted, MemberFinished)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ClashFought():
            return _remember_fought(battle, event)
        case PairingVoid():
            return _settled(battle, event.pairing, void=True)
        case PairingRetargeted():
            return _remember_retarget(battle, event)
        case MemberFinished():
            return changed(battle, event.member.id, finished=True)
        case _:
            return battle


def _settled(battle: Fighting, number: int, **facts: object) -> Fighting:
    """A pairing is over; from here on the order of the others stands."""
    after = paired(battle, number, settled=True, **facts)
    if after.clash is None:
        return after
    return msgspec.structs.replace(after, clash=msgspec.structs.replace(after.clash, ordered=True))


def _remember_retarget(battle: Fighting, event: PairingRetargeted) -> Fighting:
    """The pairing goes on as the new target has answered."""
    clash, number, target = battle.clash, event.pairing, event.target.id
    pairings = clash.pairings if clash else ()
    like = next((p for p in pairings if p.target == target and p.mode in ANSWERED), None)
    if clash is None or like is None:
        return battle
    asked = msgspec.structs.replace(clash, retargeted=(*clash.retargeted, number - 1))
    return paired(
        msgspec.structs.replace(battle, clash=asked),
        number,
        target=target,
        mode=like.mode,
        defenders=like.defenders,
        guard_swarm=like.guard_swarm,
        guard_leader=like.guard_leader,
    )


def _remember_fought(battle: Fighting, event: ClashFought) -> Fighting:
    rolled = msgspec.structs.replace(remember_roll(battle, event), seen=())
    after = _settled(rolled, event.pairing)
    initiators = tuple(w.id for w in event.initiators)
    defenders = tuple(w.id for w in event.defenders)
    for die in event.dice:
        used = (*die.modifiers, *die.again, *die.bounds)
        if used:
            after = remember_uses(after, die.member.id, used)
    after = remember_uses(after, defenders[0], (*event.presence_by, *event.win))
    clash = after.clash
    if clash is not None and event.mode is Mode.DEFEND:
        new = tuple(
            Kept(d.member.id, d.natural, d.maximum, d.capped, event.together)
            for d in event.dice
            if d.member.id in defenders and not d.kept
        )
        after = msgspec.structs.replace(
            after, clash=msgspec.structs.replace(clash, kept=clash.kept + new)
        )
    due = _due(event, initiators, defenders)
    return msgspec.structs.replace(after, due=after.due + due) if due else after


def _due(
    event: ClashFought, initiators: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[Harm | Blows, ...]:
    """The opponent's loss first, then a Swarm's blows."""
    due: list[Harm | Blows] = [
        Harm(
            unit=loss.member.id,
            amount=loss.amount,
            by=initiators if loss.member.id in defenders else defenders,
        )
        for loss in event.losses
    ]
    if event.blows:
        due.append(Blows(swarm=initiators, count=event.blows, by=defenders, chooser=event.chooser))
    if event.guard_blows:
        due.append(
            Blows(
                swarm=defenders, count=event.guard_blows, by=initiators, chooser=event.guard_chooser
            )
        )
    due += [
        Harm(unit=w.id, amount=1, by=defenders if w.id in initiators else initiators)
        for w in event.struck
    ]
    return tuple(due)
