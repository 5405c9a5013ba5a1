"""Chapters 6 to 8 in play: conditions, stances, terrain, shots."""

from typing import Any

import pytest

from domain.games.morturi.circumstances import under
from domain.games.morturi.dicing import TrickRolled
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.priority import PriorityTaken
from domain.games.morturi.rounds import ArenaMoved, RoundEnded
from domain.games.morturi.standing import ConditionEnded, ConditionGained, EffectCancelled
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Standing
from domain.games.morturi.ways import sees
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    change,
    choose,
    done,
    face,
    man,
    move,
    react,
    recover,
    roll,
    ruling,
    school,
    stance,
    stand,
    struggle,
    trick,
)

A, B = "Ludus", "Domus"
FAR = man("Otho", "samnite", "I9")


def duel(one: Cast, *others: Cast, **house: Any) -> Fight:
    """One gladiator against others; he is acting."""
    return Fight(school(A, one), school(B, *others), **house).do(activate(one.guest.name))


def on(one: Cast, *others: Cast, rows: tuple[str, ...], hazard: int = 0, **house: Any) -> Fight:
    """The same on ground of one's own: seven rows between the sides."""
    drawn = ("a" * 9, *rows, "b" * 9)
    fight = Fight(school(A, one), school(B, *others), rows=drawn, hazard=hazard, **house)
    return fight.do(activate(one.guest.name))


def ground(symbol: str, at: str) -> tuple[str, ...]:
    """Seven rows of sand with one other square, named as in an arena of nine rows."""
    column, row = "ABCDEFGHI".index(at[0]), int(at[1])
    line = "." * column + symbol + "." * (8 - column)
    return tuple(line if 8 - n == row else "." * 9 for n in range(7))


# Conditions


def test_prone_he_only_stands_up() -> None:
    """MR-CON-1, -2: no step, no turn, no attack; standing up costs 3 MP."""
    fight = duel(
        man("Felix", "gallus", "C3", "n", conditions=["prone"]), man("Otho", "samnite", "C4", "s")
    )
    assert fight.refused(move("s")) == "MR-CON-2"
    assert fight.refused(face("s")) == "MR-CON-2"
    assert fight.refused(attack("Otho")) == "MR-CON-1"
    fight = fight.do(stand)
    assert (fight.points, fight["Felix"].under("prone")) == (2, False)
    assert fight.one(ConditionEnded).condition == "prone"
    assert fight.do(attack("Otho")).battle.attack is not None
    heavy = duel(man("Gaius", "samnite", "C3", "n", conditions=["prone"]), FAR)
    assert heavy.do(stand).points == 0
    assert heavy.do(stand).refused(stand) == "MR-CON-1"


def test_crawling() -> None:
    """MR-CON-2 prone_may_crawl = half_speed: a square costs twice as much."""
    fight = duel(
        man("Felix", "gallus", "C3", "n", conditions=["prone"]), FAR, prone_may_crawl="half_speed"
    )
    assert fight.do(move("n")).one(StepTaken).cost == 2
    assert fight.refused(face("s")) == "MR-CON-2"


@pytest.mark.parametrize(("rule", "cost"), [("no", 2), ("yes", 1)])
def test_a_prone_guard_still_guards(rule: str, cost: int) -> None:
    """MR-CON-2 prone_suppresses_auras: Combat Control keeps working, or does not."""
    tricks = ("combat_control", "warrior_discipline", "will_to_live")
    guard = man("Varro", "secutor", "C4", "s", *tricks, conditions=["prone"])
    fight = duel(man("Felix", "gallus", "C3"), guard, prone_suppresses_auras=rule)
    assert fight.do(move("e")).one(StepTaken).cost == cost


def test_prone_gladiators_are_pushed() -> None:
    """MR-CON-3: who lies can be pushed."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C3", "n", *tricks)
    fight = duel(one, man("Lucius", "laquerius", "C4", "s", conditions=["prone"]), FAR)
    fight = fight.do(stance("assault_stance"), attack("Lucius"), roll(4))
    assert fight.at("Lucius", "Nepos") == ["C5 s", "C4 n"]


def test_entangled_he_turns_and_attacks() -> None:
    """MR-CON-4, -6: he stays on his square; 3 MP free him."""
    fight = duel(
        man("Felix", "gallus", "C3", "n", conditions=["entangled"]),
        man("Otho", "samnite", "C4", "s"),
    )
    assert fight.refused(move("s")) == "MR-CON-2"
    assert fight.do(face("e"), attack("Otho")).battle.attack is not None
    fight = fight.do(struggle)
    assert (fight.points, fight.do(move("s"))["Felix"].square) == (2, "C2")


def test_the_net_by_option() -> None:
    """MR-CON-6 entangle_escape: a die of 3+ at the start of the turn, or a whole turn."""
    caught = man("Felix", "gallus", "C3", "n", conditions=["entangled"])
    diced = duel(caught, FAR, entangle_escape="d6_3plus_at_turn_start")
    assert diced.asks == ("Throw", A)
    assert diced.do(roll(3)).one(TrickRolled).worked
    assert diced.do(roll(3), move("s"))["Felix"].square == "C2"
    assert diced.do(roll(2)).refused(move("s")) == "MR-CON-2"
    lost = duel(caught, FAR, entangle_escape="lose_turn")
    freed = lost.do(struggle)
    assert not freed["Felix"].under("entangled")
    assert freed.refused(move("s")) == "MR-MOV-7"


def test_escape_entanglement_for_this_turn() -> None:
    """Escape Entanglement: on 3+ he is not entangled this turn; after it he is again."""
    tricks = ("escape_entanglement", "combat_control", "will_to_live")
    fight = duel(man("Varro", "secutor", "C3", "n", *tricks, conditions=["entangled"]), FAR)
    fight = fight.do(roll(3))
    assert fight.one(ConditionEnded).suspended
    fight = fight.do(move("s"), done)
    assert fight["Varro"].under("entangled")


def test_no_escape_before_a_beast() -> None:
    """MR-CON-5: whoever stands in its front square counts as entangled as long as that is so."""
    tricks = ("no_escape", "throat_tear", "will_to_live")
    leo = man("Leo", "fast_beast", "C4", "s", *tricks)
    fight = duel(man("Felix", "gallus", "C3"), leo)
    assert under(fight.battle, fight["Felix"], "entangled")
    assert fight.refused(move("s")) == "MR-CON-2"
    aside = duel(man("Felix", "gallus", "D4"), leo)
    assert aside.do(move("e"))["Felix"].square == "E4"
    free = duel(
        man("Otho", "samnite", "C3", "n", "juggernaught", "relentless", "will_to_live"), leo
    )
    assert free.do(move("s"))["Otho"].square == "C2"


def test_blinded_he_gives_up_a_turn() -> None:
    """MR-CON-7: a whole turn ends it; an Andabatus stays blind."""
    fight = duel(man("Felix", "gallus", "C3", "n", conditions=["blinded"]), FAR).do(recover)
    assert not fight["Felix"].conditions
    assert fight.refused(move("s")) == "MR-MOV-7"
    assert duel(man("Caecus", "andabatus", "C3"), FAR).refused(recover) == "MR-CON-7"


def test_blinding_does_not_stack_and_the_immune_ignore() -> None:
    """MR-CON-7, -9: a second blinding does nothing; a Juggernaught is never entangled."""
    tricks = ("sand_toss", "trip", "will_to_live")
    one = man("Felix", "gallus", "C3", "n", *tricks)
    fight = duel(one, man("Lucius", "laquerius", "C4", "s", conditions=["blinded"]), FAR)
    fight = fight.do(attack("Lucius", way="sand_toss"), roll(4))
    assert fight.one(EffectCancelled).reason == "blinded already"
    big = man("Otho", "samnite", "C5", "s", "juggernaught", "relentless", "will_to_live")
    net = man("Piscis", "retarius", "C3", "n", "throw_net", "agility", "will_to_live")
    thrown = duel(net, big).do(attack("Otho", way="throw_net"), roll(4))
    assert not thrown["Otho"].conditions
    caught = duel(net, man("Lucius", "laquerius", "C5", "s")).do(
        attack("Lucius", way="throw_net"), roll(4)
    )
    assert caught.one(ConditionGained).condition == "entangled"


@pytest.mark.parametrize(("rule", "favour"), [("none", 0), ("inflictor", 1)])
def test_bleeding(rule: str, favour: int) -> None:
    """MR-CON-8: 1 life point at each round's start; by option the inflictor is credited."""
    one = man("Fanum", "fanatic_volturnus", "C3")
    other = man("Lucius", "laquerius", "C4", "s", lost=5)
    fight = Fight(school(A, one), school(B, other, FAR), bleed_kill_credit=rule)
    fight = fight.knowing("Fanum", "flow_of_the_river").do(activate("Fanum"), done)
    fight = fight.do(activate("Lucius"), done, activate("Otho"), done)
    assert fight.battle.round == 2
    fight = fight.do(activate("Fanum"), attack("Lucius"), roll(6), done)
    assert fight["Lucius"].now == 1
    assert fight["Lucius"].under("bleeding")
    fight = fight.do(activate("Lucius"), done, activate("Otho"), done)
    assert fight["Lucius"].standing is Standing.OUT
    assert fight.favour(A) == [favour]


# Stances


def test_one_stance_at_a_time() -> None:
    """MR-STA-1, -3: adopted as the turn starts, once; it lasts until he adopts another."""
    tricks = ("mobility_stance", "assault_stance", "will_to_live")
    fight = duel(man("Nepos", "dimachaerus", "C3", "n", *tricks), FAR)
    assert fight["Nepos"].stances == ()
    assert fight.refused(stance("defence_stance")) == "MR-STA-1"
    assert fight.refused(stance("mobility_stance", "assault_stance")) == "MR-STA-2"
    fight = fight.do(stance("mobility_stance"))
    assert fight.points == 5
    assert fight.refused(stance("assault_stance")) == "MR-STA-1"
    fight = fight.do(done, activate("Otho"), done, activate("Nepos"))
    assert (fight["Nepos"].stances, fight.points) == (("mobility_stance",), 5)
    assert fight.do(stance("assault_stance")).points == 4
    assert fight.do(move("n")).refused(stance("assault_stance")) == "MR-STA-1"


def test_two_stances_at_once() -> None:
    """MR-STA-2: Versatile Stances: two different ones, both active."""
    tricks = ("versatile_stances", "mobility_stance", "defence_stance")
    fight = duel(man("Nepos", "dimachaerus", "C3", "n", *tricks), FAR)
    fight = fight.do(stance("mobility_stance", "defence_stance"))
    assert (fight.points, len(fight["Nepos"].stances)) == (5, 2)
    assert fight.refused(stance("mobility_stance", "mobility_stance")) in ("MR-STA-1", "MR-STA-2")


def test_defence_stance() -> None:
    """MR-ATK-7, MR-REA-3: 3 or less misses him, and he turns with an enemy before him."""
    tricks = ("defence_stance", "assault_stance", "will_to_live")
    fight = Fight(
        school(A, man("Nepos", "dimachaerus", "C4", "n", *tricks)),
        school(B, man("Felix", "gallus", "C3"), man("Paris", "gallus", "C5", "s")),
    )
    fight = fight.do(activate("Nepos"), stance("defence_stance"), done, activate("Felix"))
    fight = fight.do(attack("Nepos"))
    assert fight.asks == ("React", A)
    fight = fight.do(react(), roll(3))
    assert (fight.one(AttackRolled).hit, fight.one(AttackRolled).decided[0].id) == (
        False,
        "defence_stance",
    )


def test_a_stance_at_deployment() -> None:
    """MR-STA-3 stance_at_deployment = choose_one: he chooses before the first round."""
    tricks = ("mobility_stance", "assault_stance", "will_to_live")
    fight = Fight(
        school(A, man("Nepos", "dimachaerus", "C3", "n", *tricks)),
        school(B, FAR),
        stance_at_deployment="choose_one",
    )
    assert (fight.asks, fight.battle.round) == (("Pick", A), 0)
    fight = fight.do(choose("mobility_stance"))
    assert fight.battle.round == 1
    assert fight.do(activate("Nepos")).points == 5


# Terrain


@pytest.mark.parametrize(("symbol", "cost"), [(".", 1), ("+", 1), ("%", 2), ("&", 2), ("I", 1)])
def test_what_ground_costs(symbol: str, cost: int) -> None:
    """MR-TER-1, -3, -4: higher ground 1, difficult ground 2, a pillar's square 1."""
    fight = on(man("Felix", "gallus", "C3"), FAR, rows=ground(symbol, "C4"))
    assert fight.do(move("n")).one(StepTaken).cost == cost


def test_obstacles_and_walls() -> None:
    """MR-TER-4: nobody enters them."""
    for symbol in "X#":
        fight = on(man("Felix", "gallus", "C3"), FAR, rows=ground(symbol, "C4"))
        assert fight.refused(move("n")) == "MR-MOV-2"


@pytest.mark.parametrize(("rule", "cost"), [("per_map", 1), ("never", 0)])
def test_flames_are_entered_by_option(rule: str, cost: int) -> None:
    """MR-TER-6 hazard_voluntary: as the map says, or never."""
    fight = on(man("Felix", "gallus", "C3"), FAR, rows=ground("*", "C4"), hazard_voluntary=rule)
    if cost:
        assert fight.do(move("n"))["Felix"].now == 7
    else:
        assert fight.refused(move("n")) == "MR-TER-5"


def test_hazards_are_not_entered() -> None:
    """MR-TER-5, -7: not of one's own will; who starts in one leaves it normally."""
    fight = on(man("Felix", "gallus", "C3"), FAR, rows=ground("!", "C4"), hazard=2)
    assert fight.refused(move("n")) == "MR-TER-5"
    inside = on(man("Felix", "gallus", "C4"), FAR, rows=ground("!", "C4"), hazard=2)
    assert inside.do(move("n")).one(StepTaken).cost == 1


def pushed_into(symbol: str, role: str = "laquerius", **house: Any) -> Fight:
    """A push into a square of some ground."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C3", "n", *tricks)
    other = man("Lucius", role, "C4", "s")
    fight = on(one, other, FAR, rows=ground(symbol, "C5"), hazard=2, **house)
    return fight.do(stance("assault_stance"), attack("Lucius"), roll(6))


def test_pushed_into_a_hazard() -> None:
    """MR-FRC-4, MR-TER-5: forced in he takes what was fixed before the battle: 4 + 2."""
    assert pushed_into("!")["Lucius"].now == 8 - 4 - 2


@pytest.mark.parametrize(("rule", "lost"), [("no", 2), ("yes", 1)])
def test_armour_against_hazards(rule: str, lost: int) -> None:
    """MR-TER-8 hazard_reducible: armour does not help, or does."""
    fight = pushed_into("!", "andabatus", hazard_reducible=rule)
    assert fight["Lucius"].now == 8 - 3 - lost


@pytest.mark.parametrize(("rule", "favour"), [("forcer", 1), ("none", 0)])
def test_pushed_into_a_pit(rule: str, favour: int) -> None:
    """MR-SCN-8, MR-CRD-6: out at once; the crowd favours who forced him, or nobody."""
    fight = pushed_into("O", hazard_kill_credit=rule)
    assert fight.one(GladiatorOut).gladiator.name == "Lucius"
    assert fight.favour(A) == [favour]
    assert fight.at("Nepos") == ["C4 n"]


@pytest.mark.parametrize(("rule", "square"), [("no", "C3"), ("yes", "C4")])
def test_following_into_a_hazard(rule: str, square: str) -> None:
    """MR-FRC-4 follow_into_hazard: he does not follow, so neither moves; by option he does."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C3", "n", *tricks)
    fight = on(
        one,
        man("Lucius", "laquerius", "C4", "s"),
        FAR,
        rows=ground("!", "C4"),
        hazard=2,
        follow_into_hazard=rule,
    )
    fight = fight.do(stance("assault_stance"), attack("Lucius"), roll(4))
    assert fight["Nepos"].square == square
    assert fight["Nepos"].now == (6 if rule == "yes" else 8)


def test_parts_of_the_arena_move() -> None:
    """MR-TER-9: at the round's end, as announced; who stands where flames come is burnt."""
    frames = [("a*..", "....", "...b"), ("a...", ".*..", "...b")]
    fight = Fight(
        school(A, man("Felix", "gallus", "B2")),
        school(B, man("Otho", "samnite", "D1")),
        rows=frames[0],
        zones="places",
        then=frames,
    )
    fight = fight.do(activate("Felix"), done, activate("Otho"), done)
    assert fight.one(ArenaMoved).rows == frames[1]
    assert fight["Felix"].now == 7
    fight = fight.do(activate("Felix"), move("s"), done, activate("Otho"), done)
    assert fight.one(ArenaMoved).rows == frames[0]


def test_whom_moving_flames_kill_falls_before_the_round_is_over() -> None:
    """MR-RND-5: parts of the arena move first, then it is seen who is left: Felix has 1 of 8."""
    frames = [("a*.b", "....", "a..b"), ("a..b", ".*..", "a..b")]
    fight = Fight(
        school(A, man("Felix", "gallus", "B2", lost=7), man("Varro", "gallus", "A1")),
        school(B, man("Otho", "samnite", "D1")),
        rows=frames[0],
        zones="places",
        then=frames,
    )
    fight = fight.do(activate("Felix"), done, activate("Otho"), done, activate("Varro"), done)
    told = [type(event) for event in fight.events]
    assert told.index(ArenaMoved) < told.index(GladiatorOut) < told.index(RoundEnded)
    assert fight.battle.round == 2


# Shots


def archer(*others: Cast, tricks: tuple[str, ...] = (), **house: Any) -> Fight:
    """An archer with his bow ready."""
    return duel(man("Paris", "sagitarius", "C3", "n", *tricks), *others, **house).do(
        trick("archery")
    )


def test_not_at_one_beside_him() -> None:
    """MR-RNG-3: not at an adjacent enemy; Point Blank Shot lifts this."""
    near = man("Otho", "samnite", "C4", "s")
    assert archer(near).refused(attack("Otho", way="bow")) == "MR-RNG-3"
    tricks = ("point_blank_shot", "range_increase", "will_to_live")
    assert archer(near, tricks=tricks).do(attack("Otho", way="bow")).battle.attack is not None


def test_an_enemy_beside_the_archer() -> None:
    """MR-RNG-4 ranged_while_engaged: allowed, forbidden, or 1 harder."""
    cast = man("Otho", "samnite", "C4", "s"), man("Lucius", "laquerius", "C6", "s")
    open_: dict[str, Any] = {"gladiators_block_los": "none"}
    assert archer(*cast, **open_).do(attack("Lucius"), roll(3)).one(AttackRolled).number == 3
    forbidden = archer(*cast, ranged_while_engaged="forbidden", **open_)
    assert forbidden.refused(attack("Lucius")) == "MR-RNG-4"
    harder = archer(*cast, ranged_while_engaged="+1_tn", **open_).do(attack("Lucius"), roll(3))
    assert harder.one(AttackRolled).number == 4


@pytest.mark.parametrize(("rule", "facing"), [("any", "s"), ("front_quadrant", "n")])
def test_the_shooting_arc(rule: str, facing: str) -> None:
    """MR-RNG-5 ranged_arc: any direction; or he turns so that the target is in front."""
    fight = duel(
        man("Paris", "sagitarius", "C3", "s"), man("Otho", "samnite", "C6", "s"), ranged_arc=rule
    )
    fight = fight.do(trick("archery"), attack("Otho"))
    assert fight["Paris"].facing == facing


def test_a_shot_replaces_the_phase_attack_only() -> None:
    """MR-RNG-8, MR-ATK-1: one shot in place of the attack."""
    fight = archer(man("Otho", "samnite", "C6", "s")).do(attack("Otho"), roll(1))
    assert fight.refused(attack("Otho")) == "MR-ATK-1"


def test_long_shot() -> None:
    """MR-RNG-6: any distance, hits on 6 only, with the bow's damage."""
    tricks = ("long_shot", "eagle_eye", "will_to_live")
    fight = archer(man("Lucius", "laquerius", "I9", "s"), tricks=tricks)
    fight = fight.do(attack("Lucius", way="long_shot"))
    if fight.asks[0] == "React":
        fight = fight.do(react())
    rolled = fight.do(roll(6)).one(AttackRolled)
    assert (rolled.number, rolled.base) == (6, 3)


def test_turning_towards_a_shot() -> None:
    """MR-REA-2: he turns so that the shooter is in front; on a diagonal still a flank."""
    fight = archer(man("Lucius", "laquerius", "E5", "n")).do(attack("Lucius"))
    assert fight.asks == ("React", B)
    turned = fight.do(react("w"), roll(3))
    assert (turned["Lucius"].facing, turned.one(AttackRolled).arc) == ("w", "flank")
    assert fight.refused(react("e")) == "MR-REA-2"


def test_sight() -> None:
    """MR-LOS-1 to -3: who stands blocks sight, beasts of low profile and the prone do not."""
    target = man("Lucius", "laquerius", "C6", "s")
    for between, free in (
        (man("Gaius", "samnite", "C5", "s"), False),
        (man("Gaius", "samnite", "C5", "s", conditions=["prone"]), True),
        (man("Leo", "fast_beast", "C5", "s"), True),
    ):
        fight = archer(target, between)
        assert sees(fight.battle, fight["Paris"], fight["Lucius"]) is free
        if not free:
            assert fight.refused(attack("Lucius")) == "MR-LOS-1"
    prone = man("Gaius", "samnite", "C5", "s", conditions=["prone"])
    all_ = archer(target, prone, gladiators_block_los="all")
    assert all_.refused(attack("Lucius")) == "MR-LOS-1"
    none = archer(target, man("Gaius", "samnite", "C5"), gladiators_block_los="none")
    assert none.do(attack("Lucius")).battle.attack is not None


def test_walkable_range() -> None:
    """MR-RNG-1 range_metric: as the crow flies, or round what nobody enters."""
    rows = (*("." * 9,) * 3, "XXXXX....", "." * 9, "." * 9, "." * 9)
    cast = man("Paris", "sagitarius", "A4"), man("Lucius", "laquerius", "A6", "s")
    for metric, reached in (("manhattan", False), ("walkable_path", True)):
        fight = on(*cast, rows=rows, range_metric=metric).do(trick("archery"))
        refusal = fight.refused(attack("Lucius"))
        assert (refusal == "MR-RNG-1") is reached


def test_agility_and_shields_against_shots() -> None:
    """MR-RNG-7: Scutum and Parma help in melee only."""
    shot = archer(man("Varro", "secutor", "C6", "s")).do(attack("Varro"), roll(3))
    assert shot.one(AttackRolled).damage == 3
    assert (
        archer(man("Otho", "samnite", "C6", "s"))
        .do(attack("Otho"), roll(3))
        .one(AttackRolled)
        .number
        == 3
    )


def test_a_ruling_sheds_a_condition() -> None:
    """MR-GEN-4: a ruling changes what no option covers."""
    fight = duel(man("Felix", "gallus", "C3", "n", conditions=["entangled"]), FAR)
    fight = fight.do(ruling("the net tore", change("Felix", "sheds", what="entangled")))
    assert not fight["Felix"].conditions
    assert not fight.all(PriorityTaken)
