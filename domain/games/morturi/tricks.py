"""Chapters 4 to 6: what tricks do that are used by saying so."""

from collections.abc import Callable

import msgspec

from domain.counting import counted
from domain.games.morturi.attacking import Strike, attack
from domain.games.morturi.battle import Fighting, acting, allies, in_arena
from domain.games.morturi.carried import entry_name
from domain.games.morturi.circumstances import Seen, holds
from domain.games.morturi.effects import Working, declarable, fearless
from domain.games.morturi.ground import beside, distance, open_at, spot, stepped, toward, vacant
from domain.games.morturi.hazards import arrive
from domain.games.morturi.shoving import Shove, dared, hazardous, push, rooted, shove
from domain.games.morturi.stores import TrickReadied, gain, strengthen
from domain.games.morturi.underway import Turn
from domain.games.morturi.units import Unit
from domain.games.morturi.using import TurnPutOff, Use, check_tags, use
from domain.games.morturi.ways import Right, found_way, ways
from domain.names import said
from domain.terms import Action, RuleBroken, Telling

MOMENTS = ("turn.start", "turn.option", "move.action", "attack.option")

# Actions


class Trick(Action, frozen=True, kw_only=True, tag="morturi.trick"):
    """Use a trick: on whom, at which squares, with which weapon, for how much."""

    trick: str
    on: tuple[str, ...] = ()
    against: str = ""
    at: tuple[str, ...] = ()
    way: str = ""
    amount: int = 0


# Judging


def play(telling: Telling[Fighting], action: Trick) -> None:
    """A trick of his is used, at a moment that is open for it."""
    battle = telling.state
    turn, unit = acting(battle)
    w = offered(battle, unit, action)
    if w is None:
        _as_attack(telling, unit, action)
        return
    DOES[(w.effect.on, w.effect.op)](telling, Playing(turn, unit, w, action))


class Playing(msgspec.Struct, frozen=True):
    """A trick as it is being used."""

    turn: Turn
    unit: Unit
    w: Working
    action: Trick

    @property
    def on(self) -> str:
        """On whom it is used."""
        if len(self.action.on) != 1:
            raise RuleBroken("MR-CRE-8", f"{self.w.source.name} is used on one", hint="on NAME")
        return self.action.on[0]


def offered(battle: Fighting, unit: Unit, action: Trick) -> Working | None:
    """The effect of a trick of his that is meant; None if it only is a way of attacking."""
    if action.trick not in (*unit.tricks, *unit.specials):
        name = entry_name(battle, action.trick).name
        raise RuleBroken("MR-CRE-8", f"{unit.who.name} has no trick {said(name)}")
    seen = Seen(other=battle.units[action.on[0]]) if action.on else Seen()
    for moment in MOMENTS:
        for w in declarable(battle, unit, moment, seen):
            if w.entry == action.trick:
                return w
    return None


def _as_attack(telling: Telling[Fighting], unit: Unit, action: Trick) -> None:
    """A trick that is a way of attacking is an attack in that way (hole 10)."""
    battle = telling.state
    name = entry_name(battle, action.trick).name
    if not any(way.id == action.trick or way.name == name for way in ways(battle, unit)):
        raise RuleBroken("MR-CRE-8", f"{name} cannot be used now")
    if not action.on:
        raise RuleBroken("MR-ATK-10", f"{name} is used on somebody", hint="on NAME")
    at = action.at[0] if action.at else ""
    strike(telling, unit, Strike(targets=action.on, way=action.trick, at=at))


def strike(telling: Telling[Fighting], unit: Unit, action: Strike) -> None:
    """MR-ATK-1: the attack of the attack phase, if he has one left."""
    battle = telling.state
    turn, _ = acting(battle)
    if not unit.square:
        raise RuleBroken("MR-BAT-4", f"{unit.who.name} has still to come through his gate")
    if turn.all_of_it or turn.attacks >= int(battle.house.attacks_per_turn):
        raise RuleBroken("MR-ATK-1", f"{unit.who.name} has made his attack")
    way = found_way(battle, unit, action.way, battle.units[action.targets[0]])
    check_tags(battle, turn, unit, way.id)
    attack(telling, unit, action)


# At the start of a turn


def _ready(telling: Telling[Fighting], p: Playing) -> None:
    """Archery and its like: something is made ready."""
    if any(r.id == p.w.effect.what for r in p.unit.readied):
        raise RuleBroken("MR-RNG-2", f"{p.w.source.name} is ready")
    use(telling, p.turn, p.unit, p.w, Use())
    telling.tell(
        TrickReadied(
            gladiator=p.unit.who,
            what=p.w.effect.what,
            source=p.w.source,
            until=p.w.effect.until,
        )
    )


def _sacrifice(telling: Telling[Fighting], p: Playing) -> None:
    """Arcane Sacrifice: life points for as much of a store."""
    most = min(p.w.effect.price, p.unit.now - 1)
    paid = p.action.amount
    if not 1 <= paid <= most or p.w.entry in p.turn.tricks:
        raise RuleBroken("MR-CRE-8", f"{p.w.source.name} is for 1 to {most}, once", hint="for N")
    use(telling, p.turn, p.unit, p.w, Use(paid=paid))
    gain(telling, telling.state.units[p.unit.id], p.w.effect.what, paid, p.w.source)


def _more_points(telling: Telling[Fighting], p: Playing) -> None:
    """Discretion over Valour: more points, to get away with."""
    if p.w.entry in p.turn.tricks:
        raise RuleBroken("MR-RND-7", f"{p.w.source.name} is used once a turn")
    more = msgspec.structs.replace(p.turn, points=p.turn.points + p.w.effect.value)
    use(telling, more, p.unit, p.w, Use())


# In place of a turn


def _charge(telling: Telling[Fighting], p: Playing) -> None:
    """Charging Spear: straight at an enemy, and a melee attack on him."""
    battle, target = telling.state, telling.state.units[p.on]
    way = found_way(battle, p.unit, p.action.way, target)
    if way.kind != "melee" or way.replaces == "attack":
        raise RuleBroken("MR-ATK-10", f"{way.name} is no melee attack to charge with")
    to = charge_to(battle, p.unit, target, p.w.effect.value)
    use(telling, p.turn, p.unit, p.w, Use(on=(target.who,)))
    for stop in _stops(battle, p.unit.square, to):
        shove(telling, Shove(telling.state.units[p.unit.id], stop, p.w.source))
        arrive(telling, p.unit.id)
        if not _fit(telling.state.units[p.unit.id]):
            return
    line = Strike(targets=(target.id,), way=p.action.way)
    attack(telling, telling.state.units[p.unit.id], line, Right(p.w.entry))


def _stops(battle: Fighting, start: str, to: str) -> list[str]:
    """MR-TER-6: where a straight run ends, and before that each square on which a hazard waits."""
    if start == to:
        return []
    way = toward(start, to)[0]
    passed = [stepped(start, way, n).name for n in range(1, distance(start, to))]
    return [*(s for s in passed if hazardous(battle, s)), to]


def _fit(unit: Unit) -> bool:
    """Whether he is still there to strike."""
    return unit.active and unit.now > 0


def charge_to(battle: Fighting, unit: Unit, target: Unit, most: int) -> str:
    """The square beside an enemy to which a straight, free line of so many squares leads."""
    name = target.who.name
    squares = counted(most, "square")
    refusal = RuleBroken("MR-MOV-2", f"no free straight line of {squares} leads to {name}")
    directions = toward(unit.square, target.square)
    here, there = spot(unit.square), spot(target.square)
    if len(directions) != 1 or (here.x != there.x and here.y != there.y):
        raise refusal
    square, gone = unit.square, 0
    while not beside(square, target.square):
        square, gone = open_at(battle, stepped(square, directions[0])), gone + 1
        if not vacant(battle, square) or not dared(battle, square) or gone > most:
            raise refusal
    if gone and rooted(battle, unit):
        raise RuleBroken("MR-CON-4", f"{unit.who.name} cannot leave {unit.square}")
    return square


def _put_off(telling: Telling[Fighting], p: Playing) -> None:
    """Coordinated Action: he acts right after an ally who has not acted yet."""
    ally = telling.state.units[p.on]
    if ally.id not in {u.id for u in allies(telling.state, p.unit)}:
        raise RuleBroken("MR-FCT-4", f"{ally.who.name} is no ally of {p.unit.who.name}")
    if p.turn.followed:
        raise RuleBroken("MR-FCT-4", f"{p.unit.who.name} has put off this turn already")
    if ally.follows:
        raise RuleBroken("MR-FCT-4", f"{ally.who.name} has put off his own turn")
    use(telling, p.turn, p.unit, p.w, Use(on=(ally.who,)))
    telling.tell(TurnPutOff(gladiator=p.unit.who, ally=ally.who, trick=p.w.source))


# Dice, damage, attacks, pushes


def _throw(telling: Telling[Fighting], p: Playing) -> None:
    """Performance and its like: a die says whether it works."""
    use(telling, p.turn, p.unit, p.w, Use(dice=1))


def _sweep(telling: Telling[Fighting], p: Playing) -> None:
    """Circle Sweep: a die for everybody beside him, friend or foe, in header order."""
    battle = telling.state
    swept = [
        u
        for u in in_arena(battle)
        if u.id != p.unit.id and holds(battle, p.w.effect.when, p.unit, Seen(other=u))
    ]
    if not swept:
        raise RuleBroken("MR-DMG-6", f"nobody stands beside {p.unit.who.name}")
    on = tuple(u.who for u in swept)
    use(telling, p.turn, p.unit, p.w, Use(dice=len(on), on=on))


def _burst(telling: Telling[Fighting], p: Playing) -> None:
    """Incandescence: a square beside him and one beside that; a die for everybody there."""
    battle, squares = telling.state, p.action.at
    pair = len(squares) == 2 and beside(p.unit.square, squares[0]) and beside(*squares)  # noqa: PLR2004 a pair
    if not pair:
        sentence = f"{p.w.source.name} is at a square beside him and one beside that"
        raise RuleBroken("MR-DMG-7", sentence, hint="at SQUARE, SQUARE")
    on = tuple(u.who for u in in_arena(battle) if u.square in squares)
    if not on:
        raise RuleBroken("MR-DMG-7", "nobody stands there")
    use(telling, p.turn, p.unit, p.w, Use(dice=len(on), on=on))


def _buy(telling: Telling[Fighting], p: Playing) -> None:
    """MR-MOV-6, MR-ATK-11: an extra melee attack for MP, or the phase's own made now."""
    battle = telling.state
    one = battle.house.mp_attacks_per_turn == "1" and bought(battle, p)
    at_once = p.w.effect.word == "instead"
    if one:
        raise RuleBroken("MR-ATK-11", "by this battle's house rules one attack is bought in a turn")
    if at_once and p.turn.attacks:
        raise RuleBroken("MR-ATK-1", f"{p.unit.who.name} has made his attack")
    attacker, target = _who_attacks(battle, p)
    use(telling, p.turn, p.unit, p.w, Use(on=tuple(battle.units[u].who for u in p.action.on)))
    line = Strike(targets=(target,), way=p.action.way, at=next(iter(p.action.at), ""))
    right = Right(p.w.entry, at_once=at_once)
    attack(telling, telling.state.units[attacker], line, right)


def bought(battle: Fighting, p: Playing) -> list[str]:
    """The attacks that he has bought with MP this turn."""
    sold = {w.entry for w in declarable(battle, p.unit, "move.action") if w.effect.op == "attack"}
    return [t for t in p.turn.tricks if t in sold]


def _who_attacks(battle: Fighting, p: Playing) -> tuple[str, str]:
    """He himself, or (Command Training) the ally whom he names, and whom."""
    if p.w.effect.to != "ally":
        return p.unit.id, p.on
    ally = battle.units[p.on]
    if ally.id not in {u.id for u in allies(battle, p.unit)}:
        raise RuleBroken("MR-FCT-4", f"{ally.who.name} is no ally of {p.unit.who.name}")
    if not p.action.against:
        raise RuleBroken("MR-FCT-4", f"{ally.who.name} attacks somebody", hint="on ALLY > ENEMY")
    return ally.id, p.action.against


def _strengthen(telling: Telling[Fighting], p: Playing) -> None:
    """Military Training: more damage for the rest of the turn."""
    use(telling, p.turn, p.unit, p.w, Use())
    strengthen(telling, telling.state.units[p.unit.id], p.w.effect, p.w.source)


def _push(telling: Telling[Fighting], p: Playing) -> None:
    """A push without a roll: of an enemy before him, or beside him in place of an attack."""
    battle, target = telling.state, telling.state.units[p.on]
    if target.school == p.unit.school or not target.active:
        raise RuleBroken("MR-ATK-12", f"{target.who.name} is no enemy")
    if p.w.effect.on == "attack.option" and fearless(battle, target):
        raise RuleBroken("MR-FEA-1", f"{target.who.name} knows no fear")
    use(telling, p.turn, p.unit, p.w, Use(on=(target.who,)))
    by = telling.state.units[p.unit.id]
    push(telling, by, target, p.w.source, follow=p.w.effect.word == "follow")


Does = Callable[[Telling[Fighting], Playing], None]
DOES: dict[tuple[str, str], Does] = {
    ("turn.start", "ready"): _ready,
    ("turn.start", "gain"): _sacrifice,
    ("turn.start", "points"): _more_points,
    ("turn.option", "charge"): _charge,
    ("turn.option", "follow"): _put_off,
    ("turn.option", "favour"): _throw,
    ("move.action", "favour"): _throw,
    ("move.action", "gain"): _throw,
    ("move.action", "damage"): _sweep,
    ("move.action", "attack"): _buy,
    ("move.action", "strengthen"): _strengthen,
    ("move.action", "push"): _push,
    ("attack.option", "push"): _push,
    ("attack.option", "damage"): _burst,
}
