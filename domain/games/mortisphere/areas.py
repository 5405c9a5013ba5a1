"""Chapter 13: moving between Areas."""

from collections.abc import Callable

import msgspec

from domain.counting import agreed
from domain.effects import of
from domain.games.mortisphere.battle import (
    Fighting,
    area_name,
    changed,
    side,
    turn_order,
)
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import ClashDeclared, ClashOver, MemberActivated, Struck
from domain.games.mortisphere.declaring import check_actor, check_initiator
from domain.games.mortisphere.effects import working
from domain.games.mortisphere.escorts import (
    asked,
    bring,
    check_escort,
    companions,
    name_escort,
)
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.leaving import MemberWithdrew, depart
from domain.games.mortisphere.resolve import DieShown, bare_dice, bare_roll
from domain.games.mortisphere.throwing import Roll, remember_roll
from domain.games.mortisphere.turns import end_turn
from domain.games.mortisphere.underway import Departure
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import EffectUsed, Named, count, to_confirm
from domain.games.mortisphere.waiting import Awaited, Confirm, Pick, Throw
from domain.games.mortisphere.ways import check_way, eases, move_offers, opposers
from domain.names import the
from domain.terms import Action, Event, RuleBroken, Telling, Who
from domain.throwing import Rolled

# Events


class MoveBegan(Event, frozen=True, kw_only=True, tag="mortisphere.move-began/1"):
    """Members set out from a contested Area, and an enemy may dispute it (MS-MOV-4)."""

    members: tuple[Who, ...]
    to: Who

    def told(self) -> str:
        """Say it as the table would."""
        who = " and ".join(w.name for w in self.members)
        return f"{who} {agreed(len(self.members), 'sets', 'set')} out for {the(self.to.name)}."


class MemberMoved(Event, frozen=True, kw_only=True, tag="mortisphere.member-moved/1"):
    """A unit reached another Area (MS-MOV-1, -2)."""

    member: Who
    before: Who
    to: Who
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.member.name} moves from {the(self.before.name)} to {the(self.to.name)}{why}."


class MoveStopped(Event, frozen=True, kw_only=True, tag="mortisphere.move-stopped/1"):
    """A unit that meant to leave an Area stays there (MS-MOV-4)."""

    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} does not get away from {the(self.area.name)}."


class OpponentNamed(Event, frozen=True, kw_only=True, tag="mortisphere.opponent-named/1"):
    """An enemy steps up to oppose a move or an interaction (MS-MOV-4, MS-OBJ-9)."""

    member: Who
    against: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} opposes {self.against.name}."


class MoveOpposed(Rolled, frozen=True, kw_only=True, tag="mortisphere.move-opposed/1"):
    """A mover and an enemy rolled for whether it gets away (MS-MOV-4 `opposed_roll`)."""

    member: Who
    opponent: Who
    dice: tuple[DieShown, ...]
    away: bool

    def told(self) -> str:
        """Say it as the table would."""
        ours, theirs = (die.told() for die in self.dice)
        ends = "gets away" if self.away else "is held"
        return f"{self.member.name} {ours} against {self.opponent.name} {theirs}: {ends}."


# Actions


class Move(Action, frozen=True, kw_only=True, tag="mortisphere.move"):
    """Move a member to another Area; it takes its action."""

    members: tuple[str, ...]
    to: str
    bringing: str = ""
    effects: tuple[Named, ...] = ()


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """A move on its way: enemies may dispute it, one mover after another."""
    leaving = battle.departure
    if leaving is None or battle.clash is not None:
        return None
    mover = battle.units[leaving.members[0]]
    if not mover.active:
        return stop
    if question := _offered(battle, leaving, mover):
        return question
    if leaving.resolved:
        return arrive
    if leaving.opponent:
        pair = (mover, battle.units[leaving.opponent])
        return Throw("leave", bare_dice(battle, pair), mover.crew)
    for crew in turn_order(battle, mover.crew):
        offers = tuple(u.id for u in opposers(battle, mover) if u.crew == crew)
        if crew not in leaving.asked and offers:
            return Pick(crew, "leave", offers, 0, 1)
    return arrive


def _offered(battle: Fighting, leaving: Departure, mover: Unit) -> Confirm | Pick | None:
    """What eases a move, and who comes along: both are asked once."""
    eased = None
    if not leaving.offered and leaving.to:
        eased = to_confirm(mover.crew, "action.move", move_offers(battle, mover.crew))
    return eased or asked(battle, leaving)


# Judging


def move(telling: Telling[Fighting], action: Move, crew: str) -> None:
    """MS-MOV-1 to MS-MOV-4: members of one Area go to another."""
    battle = telling.state
    movers = _movers(battle, action, crew)
    neutral = bool(action.bringing and battle.units[action.bringing].neutral)
    if neutral:
        check_escort(battle, movers[0], action.bringing)
    asks = any(opposers(battle, u) or eases(battle, u) or companions(battle, u) for u in movers)
    if asks or action.effects:
        members = tuple(u.who for u in movers)
        telling.tell(MoveBegan(members=members, to=area_name(battle, action.to)))
        if neutral:
            name_escort(telling, action.bringing)
        return
    if action.bringing:
        raise RuleBroken("MS-MOV-1", f"{movers[0].who.name} cannot bring anybody along")
    for unit in movers:
        _arrive(telling, unit, action.to)
    end_turn(telling, crew, "move")


def _movers(battle: Fighting, action: Move, crew: str) -> list[Unit]:
    """MS-TRN-3, MS-MOV-3: who moves, if they may; raises RuleBroken."""
    movers = [battle.units[u] for u in dict.fromkeys(action.members)]
    if not movers or (len(movers) > 1 and battle.house.noncombat_group == "one_member"):
        raise RuleBroken("MS-TRN-3", "one member moves in a turn")
    for unit in movers:
        check_actor(unit, crew)
        if unit.area != movers[0].area:
            raise RuleBroken("MS-TRN-3", "members that move together start from one Area")
        check_way(battle, unit, action.to)
    friend = bool(action.bringing) and not battle.units[action.bringing].neutral
    if (action.effects or friend) and len(movers) > 1:
        raise RuleBroken("MS-EFF-5", "an effect is for one who moves by itself")
    return movers


def dispute(telling: Telling[Fighting], opponent: str, crew: str) -> None:
    """MS-MOV-4: an enemy initiates against the mover, or rolls against it."""
    battle = telling.state
    leaving = battle.departure
    assert leaving is not None  # noqa: S101 the question was asked
    mover, foe = battle.units[leaving.members[0]], battle.units[opponent]
    if battle.house.leave_contested == "opposed_roll":
        telling.tell(OpponentNamed(member=foe.who, against=mover.who))
        return
    check_initiator(foe, crew)
    telling.tell(
        ClashDeclared(
            crew=side(battle, crew).who,
            area=area_name(battle, mover.area),
            strikes=(Struck(initiators=(foe.who,), target=mover.who),),
            parting=True,
        )
    )


def opposed(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-MOV-4 `opposed_roll`: the mover stays on a lower result."""
    leaving = telling.state.departure
    assert leaving is not None  # noqa: S101 the roll was awaited
    units = telling.state.units
    pair = (units[leaving.members[0]], units[leaving.opponent])
    rolled = bare_roll(telling, action, throw, pair)
    if rolled is None:
        return
    dice, facts = rolled
    away = dice[0].final >= dice[1].final
    telling.tell(
        MoveOpposed(member=pair[0].who, opponent=pair[1].who, dice=dice, away=away, **facts)
    )
    if not away:
        stop(telling)


def arrive(telling: Telling[Fighting]) -> None:
    """The first of those on their way reaches the other Area."""
    leaving = telling.state.departure
    assert leaving is not None  # noqa: S101 upcoming() looked
    unit = telling.state.units[leaving.members[0]]
    if not leaving.to:
        telling.tell(MemberActivated(member=unit.who, reason="withdrew"))
        depart(telling, unit, leaving.escort)
        end_turn(telling, unit.crew, "withdraw")
        return
    friend = telling.state.units.get(leaving.bringing)
    _arrive(telling, unit, leaving.to, keeps=leaving.keeps)
    if leaving.escort and telling.state.units[leaving.escort].active:
        bring(telling, leaving.escort, leaving.to, f"with {unit.who.name}")
    if friend is not None and friend.active:
        before, after = area_name(telling.state, friend.area), area_name(telling.state, leaving.to)
        reason = f"with {unit.who.name}"
        telling.tell(MemberMoved(member=friend.who, before=before, to=after, reason=reason))
    _go_on(telling, unit.crew)


def _arrive(telling: Telling[Fighting], unit: Unit, to: str, *, keeps: bool = False) -> None:
    """MS-MOV-2, MS-ACT-7: it arrives activated, unless an effect keeps its action."""
    battle = telling.state
    found = of(working(battle, unit, "action.move"), "activation")
    keeping = [] if keeps else [w for w in found if w.effect.word == "keep"]
    before, after = area_name(battle, unit.area), area_name(battle, to)
    telling.tell(MemberMoved(member=unit.who, before=before, to=after))
    if keeping:
        count(telling, keeping[0])
    elif not keeps:
        telling.tell(MemberActivated(member=unit.who, reason="moved"))


def stop(telling: Telling[Fighting]) -> None:
    """The first of those on their way stays; its action is spent all the same."""
    battle = telling.state
    leaving = battle.departure
    assert leaving is not None  # noqa: S101 upcoming() looked
    unit = battle.units[leaving.members[0]]
    telling.tell(MoveStopped(member=unit.who, area=area_name(battle, unit.area)))
    if unit.active:
        reason = "moved" if leaving.to else "withdrew"
        telling.tell(MemberActivated(member=unit.who, reason=reason))
    _go_on(telling, unit.crew, "move" if leaving.to else "withdraw")


def _go_on(telling: Telling[Fighting], crew: str, kind: str = "move") -> None:
    if telling.state.departure is None:
        end_turn(telling, crew, kind)


# Remembering


EVENTS: tuple[type[Event], ...] = (
    MoveBegan,
    MemberMoved,
    MoveStopped,
    OpponentNamed,
    MoveOpposed,
)
HEARS: tuple[type[Event], ...] = (
    ClashOver,
    MemberIncapacitated,
    CaptainFell,
    EffectUsed,
    MemberWithdrew,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who is where, and who is on the way."""
    match event:
        case MoveBegan():
            members = tuple(w.id for w in event.members)
            leaving = Departure(members=members, to=event.to.id)
            return msgspec.structs.replace(battle, departure=leaving)
        case MemberMoved():
            moved = changed(battle, event.member.id, area=event.to.id)
            return _departed(moved, event.member.id)
        case MoveStopped() | MemberWithdrew():
            return _departed(battle, event.member.id)
        case OpponentNamed():
            return _leaving(battle, opponent=event.member.id)
        case MoveOpposed():
            return _leaving(remember_roll(battle, event), resolved=True)
        case ClashOver(parting=True):
            return _leaving(battle, resolved=True)
        case EffectUsed(does="keep" | "bring_ally" as eased):
            bringing = {"bringing": event.on[0].id} if eased == "bring_ally" else {"keeps": True}
            return _leaving(battle, **bringing)
        case _:
            return _without_opponent(battle, event)


def _leaving(battle: Fighting, **facts: object) -> Fighting:
    if battle.departure is None:
        return battle
    leaving = msgspec.structs.replace(battle.departure, **facts)
    return msgspec.structs.replace(battle, departure=leaving)


def _without_opponent(battle: Fighting, event: Event) -> Fighting:
    """An opponent who falls before the dice do no longer stands in the way."""
    leaving = battle.departure
    if leaving is None or not isinstance(event, MemberIncapacitated | CaptainFell):
        return battle
    gone = event.member.id == leaving.opponent
    return _leaving(battle, opponent="") if gone else battle


def _departed(battle: Fighting, unit: str) -> Fighting:
    leaving = battle.departure
    if leaving is None or leaving.members[0] != unit:
        return battle
    rest = leaving.members[1:]
    return msgspec.structs.replace(
        battle, departure=Departure(members=rest, to=leaving.to) if rest else None
    )
