"""Chapters 4 to 6: a trick is used by saying so, and what it costs (MR-MOV-4, -6, MR-RND-7)."""

import msgspec

from domain.games.morturi.activation import after
from domain.games.morturi.battle import Fighting, changed, turn_changed
from domain.games.morturi.carried import tags_of
from domain.games.morturi.costs import check_spending
from domain.games.morturi.effects import Working, limit
from domain.games.morturi.harm import Blame, lose_life
from domain.games.morturi.stores import pay, store_name
from domain.games.morturi.underway import Task, Turn
from domain.games.morturi.units import Unit
from domain.games.morturi.ways import check_striking, entitled
from domain.terms import Event, RuleBroken, Telling, Who

TAKES_TURN, TAKES_ATTACK = "turn", "attack"

# Events


class TrickUsed(Event, frozen=True, kw_only=True, tag="morturi.trick-used/1"):
    """A gladiator used a trick: for so many MP, or in place of an attack or his whole turn.

    `left` are the MP he has then; `dice` is how many it throws, for those it is used `on`.
    """

    gladiator: Who
    trick: Who
    moment: str
    cost: int = 0
    left: int = 0
    takes: str = ""
    dice: int = 0
    on: tuple[Who, ...] = ()
    farther: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        cost = f" for {self.cost} MP" if self.cost else ""
        instead = f" in place of {'his turn' if self.takes == TAKES_TURN else 'an attack'}"
        on = f" on {' and '.join(w.name for w in self.on)}" if self.on else ""
        return (
            f"{self.gladiator.name} uses {self.trick.name}{on}{cost}{instead * bool(self.takes)}."
        )


class TurnPutOff(Event, frozen=True, kw_only=True, tag="morturi.turn-put-off/1"):
    """A gladiator skips his turn, and takes it right after an ally has acted."""

    gladiator: Who
    ally: Who
    trick: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} will act right after {self.ally.name}."


# Judging


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A use of a trick: on whom, how many dice it throws, what is paid of what it costs."""

    on: tuple[Who, ...] = ()
    dice: int = 0
    paid: int = 0


def use(telling: Telling[Fighting], turn: Turn, unit: Unit, w: Working, how: Use) -> None:
    """MR-MOV-4, MR-RND-7: whether he may use it now; it is told, and paid for."""
    battle = telling.state
    check_moment(battle, turn, unit, w)
    check_tags(battle, turn, unit, w.entry)
    mp, takes = price(turn, unit, w)
    telling.tell(
        TrickUsed(
            gladiator=unit.who,
            trick=w.source,
            moment=w.effect.on,
            cost=mp,
            left=turn.points - mp,
            takes=takes,
            dice=how.dice,
            on=how.on,
            farther=w.effect.word == "end_farther",
        )
    )
    if w.effect.cost == "life":
        lose_life(telling, unit.id, how.paid, Blame(w.source))
    elif w.effect.cost in ("arcane_energy", "augury"):
        pay(telling, unit, w.effect.cost, w.effect.price, w.source)


def check_moment(battle: Fighting, turn: Turn, unit: Unit, w: Working) -> None:
    """MR-RND-7, MR-MOV-6, -7: at the start of the turn, in the movement phase, for an attack."""
    name, trick = unit.who.name, w.source.name
    match w.effect.on:
        case "turn.start" | "turn.option" if turn.begun or turn.all_of_it:
            raise RuleBroken("MR-RND-7", f"{trick} is used as a turn starts")
        case "move.action" if turn.attacking or turn.all_of_it:
            raise RuleBroken("MR-MOV-7", f"{name}'s movement phase is over")
        case "move.action":
            check_spending(battle, unit, w.entry)
        case "attack.option" if not entitled(battle, turn):
            raise RuleBroken("MR-ATK-1", f"{name} has made his attack")
        case "attack.option":
            check_striking(battle, unit)
        case _:
            pass
    if not unit.square and (w.effect.on != "turn.start" or w.effect.cost == "move"):
        raise RuleBroken("MR-BAT-4", f"{name} has still to come through his gate")


def check_tags(battle: Fighting, turn: Turn, unit: Unit, entry: str) -> None:
    """MR-STA-2, MR-FCT-4: how many tricks of one tag may be used in a turn: stances, spells."""
    for tag in _tags(battle, unit, entry):
        most = limit(battle, unit, tag)
        used = [t for t in turn.tricks if tag in _tags(battle, unit, t)]
        if most and (len(used) >= most or entry in used):
            raise RuleBroken("MR-STA-1", f"{unit.who.name} uses {most} of these in a turn")


def _tags(battle: Fighting, unit: Unit, entry: str) -> tuple[str, ...]:
    family = "trick" if entry in unit.tricks else "special"
    known = entry in unit.tricks or entry in unit.specials
    return tags_of(battle.edition, family, entry) if known else ()


def price(turn: Turn, unit: Unit, w: Working) -> tuple[int, str]:
    """MR-MOV-4: the MP a trick costs, and what it takes the place of; refuses what he has not."""
    effect, name = w.effect, unit.who.name
    if effect.cost == "mp":
        if effect.price > turn.points:
            sentence = f"{w.source.name} costs {effect.price} MP, {name} has {turn.points}"
            raise RuleBroken("MR-MOV-4", sentence)
        return effect.price, ""
    if effect.cost == "move":
        return turn.points, ""
    if effect.cost in ("arcane_energy", "augury") and unit.store(effect.cost) < effect.price:
        have = unit.store(effect.cost)
        sentence = f"{w.source.name} costs {effect.price} {store_name(effect.cost)}, he has {have}"
        raise RuleBroken("MR-CRE-8", sentence)
    if effect.cost == "turn":
        return 0, TAKES_TURN
    return 0, TAKES_ATTACK if effect.on == "attack.option" else ""


# Remembering


EVENTS: tuple[type[Event], ...] = (TrickUsed, TurnPutOff)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was used in the turn, and the dice it throws."""
    match event:
        case TrickUsed():
            return _used(battle, event)
        case TurnPutOff():
            put = changed(battle, event.gladiator.id, follows=event.ally.id)
            school = put.units[event.gladiator.id].school if event.gladiator.id in put.units else ""
            return msgspec.structs.replace(put, turn=None, tasks=(), due=after(put, school))
        case _:
            return battle


def _used(battle: Fighting, event: TrickUsed) -> Fighting:
    turn = battle.turn
    if turn is None:
        return battle
    attack = event.takes == TAKES_ATTACK
    now = turn_changed(
        battle,
        points=event.left,
        begun=turn.begun or event.moment != "turn.start",
        tricks=(*turn.tricks, event.trick.id),
        all_of_it=event.trick.id if event.takes == TAKES_TURN else turn.all_of_it,
        attacks=turn.attacks + attack,
        attacking=turn.attacking or attack,
        farther=turn.farther or event.farther,
    )
    if not event.dice:
        return now
    task = Task(
        what="roll" if event.dice == 1 and not event.on else "sweep",
        unit=event.gladiator.id,
        entry=event.trick.id,
        name=event.trick.name,
        about=tuple(w.id for w in event.on),
        moment=event.moment,
    )
    return msgspec.structs.replace(now, tasks=(*now.tasks, task))
