"""Chapter 7: what waits on a square for whoever comes onto it, or stays (MR-TER-5 to -8)."""

from domain.games.morturi.battle import Fighting
from domain.games.morturi.circumstances import Seen
from domain.games.morturi.effects import Working, of, own, working
from domain.games.morturi.falling import put_out
from domain.games.morturi.flags import brought_home
from domain.games.morturi.harm import Blame, least, lose_life
from domain.games.morturi.units import Unit
from domain.terms import Telling


def arrive(telling: Telling[Fighting], unit: str, forced_by: str = "") -> None:
    """MR-TER-5, MR-SCN-8, MR-VIC-4: what comes of having come onto a square."""
    _suffer(telling, unit, "terrain.enter", forced_by)
    brought_home(telling, unit)


def stay(telling: Telling[Fighting], unit: str) -> None:
    """MR-TER-6: some hazards act on whoever ends his turn where he began it."""
    _suffer(telling, unit, "turn.end", "")


def _suffer(telling: Telling[Fighting], id_: str, moment: str, forced_by: str) -> None:
    for effect in working(telling.state, telling.state.units[id_], moment):
        battle = telling.state
        unit = battle.units[id_]
        credited = battle.house.hazard_kill_credit == "forcer" and forced_by
        school = battle.units[forced_by].school if credited else ""
        blame = Blame(effect.source, forced_by, school)
        if effect.effect.op == "out":
            dying = Blame(effect.source, unit.struck_by, unit.struck_for)
            put_out(telling, unit, blame if unit.now > 0 else dying)
        else:
            lose_life(telling, id_, _amount(battle, unit, effect), blame)


def _amount(battle: Fighting, unit: Unit, effect: Working) -> int:
    """MR-TER-5, -8: fixed before the battle or by the ground; armour helps only by option."""
    amount = battle.hazard if effect.effect.word == "agreed" else effect.effect.value
    if battle.house.hazard_reducible == "no":
        return amount
    return max(least(battle, amount), amount - toughness(battle, unit))


def toughness(battle: Fighting, unit: Unit) -> int:
    """MR-DMG-4: what his armour and toughness take off harm that comes from no side."""
    found = of(own(battle, unit, "attack.damage", Seen(target=unit.id)), "reduce")
    return sum(w.effect.value for w in found)
