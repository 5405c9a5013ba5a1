"""The worked examples of the rulebook's section 20 that a battle decides, under their numbers."""

from typing import Any

import pytest

from domain.games.morturi.battle import Fighting
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.fielding import design
from domain.games.morturi.following import AttackEnded
from domain.games.morturi.harm import LifeRegained
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.numbers import facing_class, need, sides
from domain.games.morturi.opening import BattleOpened, GladiatorFielded, SchoolFielded
from domain.games.morturi.play import awaited, decide, evolve
from domain.games.morturi.priority import LotDrawn, PriorityTaken
from domain.games.morturi.shapes import book
from domain.games.morturi.standing import EffectCancelled, GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.underway import Attack
from domain.games.morturi.units import Standing
from domain.games.morturi.waiting import DieDue, Throw
from domain.games.morturi.ways import reach
from domain.terms import Who
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    choose,
    done,
    man,
    move,
    no,
    react,
    roll,
    school,
    stance,
    trick,
    yes,
)

A, B = "Ludus", "Domus"


def duel(one: Cast, other: Cast, *more: Cast, **house: Any) -> Fight:
    """One against one and whoever stands with the other one; the first school acts first."""
    return Fight(school(A, one), school(B, other, *more), **house)


def number(fight: Fight) -> int:
    """The target number of the attack that is awaited."""
    attack_ = fight.battle.attack
    assert attack_ is not None
    return need(fight.battle, attack_).number


def test_mr_at_01_priority_of_four_schools() -> None:
    """MR-AT-1, MR-PRI-1: 6/30 first, 8/24 second, a draw between 8/33 and 8/33, for good."""

    def team(name: str, *moves: int) -> SchoolFielded:
        each = (
            GladiatorFielded(
                gladiator=Who(f"{name}{n}", name), role="", grade="", weight="", move=m, life=8
            )
            for n, m in enumerate(moves)
        )
        return SchoolFielded(school=Who(name, name), gladiators=tuple(each))

    opened = BattleOpened(
        battle="battle-1",
        edition=book().edition,
        scenario=design(book(), book().scenario("battlelines")),
        arena=("ab", "cd"),
        start="zones",
        house=(),
        schools=(
            team("Ludi Aeternum", *[3] * 8),
            team("Vi Et Armis", *[5] * 3, *[4] * 3, *[3] * 2),
            team("Legio Mortis", *[5] * 2, *[4] * 5, 3),
            team("Malleus Deus", *[5] * 6),
        ),
    )
    battle = evolve(Fighting(), opened)
    assert awaited(battle) == Throw(
        "priority", (DieDue("", 2),), "Vi Et Armis", ("Vi Et Armis", "Legio Mortis")
    )
    (lot, taken) = list(decide(battle, roll(2)))[:2]
    assert isinstance(lot, LotDrawn)
    assert isinstance(taken, PriorityTaken)
    names = [w.name for w in taken.order]
    assert names == ["Malleus Deus", "Ludi Aeternum", "Legio Mortis", "Vi Et Armis"]
    each = {n.school.name: (n.gladiators, n.moves) for n in taken.numbers}
    assert each == {
        "Malleus Deus": (6, 30),
        "Ludi Aeternum": (8, 24),
        "Legio Mortis": (8, 33),
        "Vi Et Armis": (8, 33),
    }


def test_mr_at_02_light_mobility_beside_combat_control() -> None:
    """MR-AT-2, MR-FRC-1: the free square costs nothing, though he leaves a guarded one."""
    tricks = ("light_mobility", "courage", "will_to_live")
    guard = ("combat_control", "warrior_discipline", "will_to_live")
    fight = duel(
        man("Felix", "bestiarius", "C3", "n", *tricks), man("Varro", "secutor", "C4", "s", *guard)
    )
    fight = fight.do(activate("Felix"), attack("Varro"), roll(3))
    assert fight.offers == ["B3", "C2", "D3"]
    fight = fight.do(choose("C2"))
    assert fight.one(GladiatorMoved).to == "C2"
    assert fight.points == 5
    assert not fight.all(StepTaken)


@pytest.mark.parametrize(("free", "squares"), [(False, ["C4", "C3"]), (True, ["C5", "C4"])])
def test_mr_at_03_assault_stance_needs_a_free_square(free: bool, squares: list[str]) -> None:  # noqa: FBT001  a row
    """MR-AT-3, MR-FRC-2: with somebody right behind nobody moves; else both move one square."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    behind = man("Lucius", "gallus", "A9" if free else "C5")
    fight = duel(
        man("Nepos", "dimachaerus", "C3", "n", *tricks), man("Varro", "secutor", "C4", "s"), behind
    )
    fight = fight.do(activate("Nepos"), stance("assault_stance"), attack("Varro"), roll(4))
    assert [fight["Varro"].square, fight["Nepos"].square] == squares
    assert bool(fight.all(EffectCancelled)) is not free


def test_mr_at_04_toe_to_toe_for_three_points() -> None:
    """MR-AT-4, MR-MOV-4, -6: 3 MP buy an attack in the movement phase; with 2 it is refused."""
    tricks = ("toe_to_toe", "stand_firm", "will_to_live")
    fight = duel(
        man("Brutus", "hoplomachus", "C3", "n", *tricks), man("Otho", "samnite", "C4", "s")
    )
    fight = fight.do(activate("Brutus"), trick("toe_to_toe", "Otho"), roll(6))
    assert (fight.points, fight["Otho"].now) == (0, 3)
    fight = fight.do(attack("Otho"), roll(1))
    assert fight.one(AttackRolled).damage == 0
    far = duel(man("Brutus", "hoplomachus", "C2", "n", *tricks), man("Otho", "samnite", "C4", "s"))
    far = far.do(activate("Brutus"), move("n"))
    assert far.points == 2
    assert far.refused(trick("toe_to_toe", "Otho")) == "MR-MOV-4"


def test_mr_at_05_a_square_may_cost_three() -> None:
    """MR-AT-5, MR-MOV-3: difficult ground out of a Combat Control square: 1 + 1 + 1."""
    guard = ("combat_control", "warrior_discipline", "will_to_live")
    rows = ("aaaaaaaaa", *(("...%.....",) * 7), "bbbbbbbbb")
    one, other = man("Felix", "bestiarius", "C3"), man("Varro", "secutor", "C4", "s", *guard)
    fight = Fight(school(A, one), school(B, other), rows=rows)
    fight = fight.do(activate("Felix"), move("e"))
    step = fight.one(StepTaken)
    assert (step.cost, step.left) == (3, 2)
    parts = [(p.source.id, p.amount) for p in step.surcharges]
    assert parts == [("combat_control", 1), ("difficult", 1)]


@pytest.mark.parametrize(
    ("role", "tricks", "wanted"),
    [
        ("gallus", (), 4),
        ("samnite", (), 7),
        ("andabatus", ("superb_hearing", "endurance", "takedown"), 6),
    ],
)
def test_mr_at_06_blinded(role: str, tricks: tuple[str, ...], wanted: int) -> None:
    """MR-AT-6, MR-ATK-4, MR-CON-7: 2+ is 4+, 5+ is 7+ and never hits, 6+ with Superb Hearing."""
    blind = () if role == "andabatus" else ("blinded",)
    one = man("Sextus", role, "C3", "n", *tricks, conditions=blind)
    fight = duel(one, man("Felix", "bestiarius", "C4", "s")).do(activate("Sextus"), attack("Felix"))
    assert number(fight) == wanted
    hits = fight.do(roll(6)).one(AttackRolled).hit
    assert hits is (wanted <= 6)


def test_mr_at_07_parma_and_agility() -> None:
    """MR-AT-7, MR-ATK-6: Parma 2+ to 3+ in frontal melee only; Agility 3+ to 5+ for shots only."""
    one, parma = man("Felix", "bestiarius", "C3", "n"), man("Otho", "samnite", "C4", "s")
    assert number(duel(one, parma).do(activate("Felix"), attack("Otho"))) == 3
    away = man("Otho", "samnite", "C4", "n", conditions=["prone"])
    assert number(duel(one, away).do(activate("Felix"), attack("Otho"))) == 2
    archer, agile = man("Paris", "sagitarius", "C1"), ("agility", "combat_control", "will_to_live")
    far = duel(archer, man("Varro", "secutor", "C4", "s", *agile)).do(
        activate("Paris"), trick("archery"), attack("Varro")
    )
    assert number(far) == 5
    near = duel(man("Felix", "bestiarius", "C3"), man("Varro", "secutor", "C4", "s", *agile))
    assert number(near.do(activate("Felix"), attack("Varro"))) == 2


def test_mr_at_08_fearful_beside_an_enemy() -> None:
    """MR-AT-8, MR-FEA-3: a Servus pays 2 MP for an open square beside an enemy."""
    fight = duel(man("Davus", "servus", "C2"), man("Varro", "secutor", "C4", "s"))
    fight = fight.do(activate("Davus"), move("n"))
    assert (fight.one(StepTaken).cost, fight.points) == (2, 3)


@pytest.mark.parametrize(
    ("square", "reached"), [("E9", True), ("F8", True), ("G7", True), ("G8", False)]
)
def test_mr_at_09_range_four(square: str, reached: bool) -> None:  # noqa: FBT001  a row
    """MR-AT-9, MR-RNG-1: range 4 reaches 4 straight, 3+1, 2+2, but not 3+2."""
    fight = duel(man("Paris", "sagitarius", "E5"), man("Varro", "secutor", square, "s"))
    fight = fight.do(activate("Paris"), trick("archery"))
    if reached:
        assert fight.do(attack("Varro")).battle.attack is not None
    else:
        assert fight.refused(attack("Varro")) == "MR-RNG-1"


@pytest.mark.parametrize(("lead", "more"), [(10, 2), (9, 1), (0, 0)])
def test_mr_at_11_boosted_morale(lead: int, more: int) -> None:
    """MR-AT-11, MR-CRD-3: ten ahead +2 damage, nine ahead +1, level none."""
    fight = duel(man("Felix", "bestiarius", "C3"), man("Lucius", "laquerius", "C4", "s"))
    gained = [(A, lead + 3), (B, 3)]
    for name, favour in gained:
        event = FavourGained(
            school=fight.who(name), amount=favour, favour=favour, source=Who("x", "x")
        )
        fight = fight.given(event)
    fight = fight.do(activate("Felix"), attack("Lucius"), roll(4))
    assert fight.one(AttackRolled).damage == 2 + more


def test_mr_at_12_the_facing_lock() -> None:
    """MR-AT-12, MR-REA-1: with an enemy before him he cannot turn: rear, +1, no shield helps."""
    target = man("Varro", "secutor", "C4", "n")
    locked = Fight(
        school(A, man("Felix", "bestiarius", "C3"), man("Paris", "gallus", "C5")), school(B, target)
    )
    locked = locked.do(activate("Felix"), attack("Varro"))
    assert locked.asks == ("Throw", A)
    rolled = locked.do(roll(3)).one(AttackRolled)
    assert (rolled.arc, rolled.damage) == ("rear", 3)
    free = duel(man("Felix", "bestiarius", "C3"), target).do(activate("Felix"), attack("Varro"))
    assert free.asks == ("React", B)
    rolled = free.do(react("s"), roll(3)).one(AttackRolled)
    assert (rolled.arc, rolled.damage) == ("front", 1)


def test_mr_at_13_flames() -> None:
    """MR-AT-13, MR-TER-6: 1 on entering, 5 when a turn begins and ends in them."""
    rows = ("aaaaaaaaa", *(("..*......",) * 7), "bbbbbbbbb")
    one = man("Felix", "bestiarius", "B4")
    fight = Fight(school(A, one), school(B, man("Otho", "samnite", "I8")), rows=rows)
    fight = fight.do(activate("Felix"), move("e"), done)
    assert fight["Felix"].now == 7
    fight = fight.do(activate("Otho"), done, activate("Felix"), done)
    assert fight["Felix"].now == 2


@pytest.mark.parametrize(
    ("facing", "prone", "damage"),
    [("s", False, 3), ("w", False, 4), ("n", False, 5), ("s", True, 5)],
)
def test_mr_at_21_secutor_against_secutor(facing: str, prone: bool, damage: int) -> None:  # noqa: FBT001  a row
    """MR-AT-21, MR-FAC-2, MR-DMG-4: front 4-1, flank 4, rear 5; a prone target always 5."""
    target = man("Varro", "secutor", "C4", facing, conditions=["prone"] if prone else [])
    fight = duel(man("Gaius", "secutor", "C3"), target).do(activate("Gaius"), attack("Varro"))
    if fight.asks[0] == "React":
        fight = fight.do(react())
    assert fight.do(roll(4)).one(AttackRolled).damage == damage


def test_mr_at_22_execute_and_opportunist() -> None:
    """MR-AT-22: a natural 1 on a flank is made a 6: it hits, 2 + 3 = 5."""
    tricks = ("execute", "opportunist", "will_to_live")
    one, other = man("Felix", "gallus", "C3", "n", *tricks), man("Otho", "samnite", "C4", "w")
    fight = duel(one, other).do(activate("Felix"), attack("Otho"), react(), roll(1))
    assert fight.offers == ["opportunist"]
    assert fight.do(no()).one(AttackRolled).hit is False
    rolled = fight.do(yes("Felix: opportunist")).one(AttackRolled)
    assert (rolled.natural, rolled.hit, rolled.damage) == (6, True, 5)


@pytest.mark.parametrize(("face", "damage"), [(2, 3), (3, 2), (4, 3), (5, 2), (1, 0)])
def test_mr_at_23_throat_tear(face: int, damage: int) -> None:
    """MR-AT-23: an even roll does 3, an odd one 2; 1 misses."""
    tricks = ("throat_tear", "opportunist", "will_to_live")
    fight = duel(man("Leo", "fast_beast", "C3", "n", *tricks), man("Felix", "laquerius", "C4", "s"))
    fight = fight.do(activate("Leo"), attack("Felix"), roll(face))
    assert fight.one(AttackRolled).damage == damage


def test_mr_at_23_throat_tear_with_opportunist() -> None:
    """MR-AT-23: a 1 on a flank is made a 6, which is even: 3."""
    tricks = ("throat_tear", "opportunist", "will_to_live")
    fight = duel(man("Leo", "fast_beast", "C3", "n", *tricks), man("Felix", "laquerius", "C4", "w"))
    fight = fight.do(activate("Leo"), attack("Felix"), react(), roll(1), yes())
    assert fight.one(AttackRolled).damage == 3


def test_mr_at_24_a_blind_man_and_a_parma() -> None:
    """MR-AT-24: 5 + 1 + 1 in front cannot be rolled; 6+ on a flank."""
    tricks = ("superb_hearing", "endurance", "takedown")
    one = man("Caecus", "andabatus", "C3", "n", *tricks)
    front = duel(one, man("Otho", "samnite", "C4", "s")).do(activate("Caecus"), attack("Otho"))
    assert number(front) == 7
    assert front.do(roll(6)).one(AttackRolled).hit is False
    flank = duel(one, man("Otho", "samnite", "C4", "w")).do(
        activate("Caecus"), attack("Otho"), react()
    )
    assert number(flank) == 6


def test_mr_at_25_warrior_discipline() -> None:
    """MR-AT-25, MR-ATK-7: a natural 2 misses, 3 hits for 2 - 1."""
    guard = ("combat_control", "warrior_discipline", "will_to_live")
    fight = duel(man("Felix", "gallus", "C3"), man("Varro", "secutor", "C4", "s", *guard))
    fight = fight.do(activate("Felix"), attack("Varro"))
    missed = fight.do(roll(2)).one(AttackRolled)
    assert (missed.number, missed.hit, missed.decided[0].id) == (2, False, "warrior_discipline")
    assert fight.do(roll(3)).one(AttackRolled).damage == 1


def test_mr_at_26_range_in_heavy_rain() -> None:
    """MR-AT-26, MR-RNG-6: 4 + 2 - 2 = 4."""
    tricks = ("range_increase", "eagle_eye", "will_to_live")
    archer = man("Paris", "sagitarius", "E5", "n", *tricks)
    wet = Fight(
        school(A, archer),
        school(B, man("Varro", "secutor", "E9", "s")),
        complications=("heavy_rain",),
    )
    bow = next(w for w in wet["Paris"].weapons if w.id == "bow")
    assert reach(wet.battle, wet["Paris"], wet["Varro"], bow) == 4
    assert wet.do(activate("Paris"), trick("archery"), attack("Varro")).battle.attack is not None


def test_mr_at_27_coup_de_grace() -> None:
    """MR-AT-27: base 2, +1 from the rear (prone), +2 for prone and entangled."""
    tricks = ("coup_de_grace", "execute", "come_here")
    target = man("Otho", "samnite", "C4", "s", conditions=["prone", "entangled"])
    fight = duel(man("Laq", "laquerius", "C3", "n", *tricks), target)
    fight = fight.do(activate("Laq"), attack("Otho"), roll(4))
    assert fight.one(AttackRolled).damage == 2 + 1 + 2


@pytest.mark.parametrize(("lost", "now"), [(3, 6), (2, 6), (0, 8), (1, 8)])
def test_mr_at_31_endurance(lost: int, now: int) -> None:
    """MR-AT-31, MR-DMG-8: 5 becomes 6, 7 becomes 8; at 6 and 8 (even) nothing."""
    tricks = ("endurance", "takedown", "relentless")
    one = man("Brutus", "hoplomachus", "C3", "n", *tricks, lost=lost)
    fight = duel(one, man("Otho", "samnite", "I9")).do(activate("Brutus"))
    assert fight["Brutus"].now == now
    assert len(fight.all(LifeRegained)) == lost % 2


@pytest.mark.parametrize(("face", "now"), [(1, 1), (3, 3), (5, 5), (2, 0), (4, 0), (6, 0)])
def test_mr_at_32_determination(face: int, now: int) -> None:
    """MR-AT-32, MR-OOA-2: at exactly 0 an odd roll gives so many life points, an even one none."""
    tricks = ("determination", "endurance", "takedown")
    fight = duel(
        man("Felix", "gallus", "C3"),
        man("Brutus", "hoplomachus", "C4", "s", *tricks, lost=6),
        man("Otho", "samnite", "I9"),
    )
    fight = fight.do(activate("Felix"), attack("Brutus"), roll(4))
    assert fight.asks == ("Throw", B)
    assert fight.all(AttackEnded)
    fight = fight.do(roll(face))
    assert fight["Brutus"].now == now
    assert (fight["Brutus"].standing is Standing.OUT) is (now == 0)
    assert fight.favour(A) == [int(now == 0)]


def test_mr_at_32_no_roll_below_zero() -> None:
    """MR-AT-32: at -1 he is out, and nothing is rolled."""
    tricks = ("determination", "endurance", "takedown")
    fight = duel(
        man("Felix", "gallus", "C3"),
        man("Brutus", "hoplomachus", "C4", "s", *tricks, lost=7),
        man("Otho", "samnite", "I9"),
    )
    fight = fight.do(activate("Felix"), attack("Brutus"), roll(4))
    assert fight["Brutus"].standing is Standing.OUT


@pytest.mark.parametrize(
    ("square", "arc"), [("F5", "front"), ("E6", "flank"), ("F6", "flank"), ("A5", "rear")]
)
def test_mr_at_33_from_which_side_a_shot_comes(square: str, arc: str) -> None:
    """MR-AT-33, MR-FAC-3: dx 2 dy 1 front; 1, 2 flank; 2, 2 flank; -3, 1 rear (at D4, east)."""
    fight = duel(man("Paris", "sagitarius", square), man("Varro", "secutor", "D4", "e"))
    bow = next(w for w in fight["Paris"].weapons if w.id == "bow")
    shot = Attack(attacker=fight.ids["Paris"], target=fight.ids["Varro"], way=bow)
    assert facing_class(fight.battle, sides(fight.battle, shot)) == arc
