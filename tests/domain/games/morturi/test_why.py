"""What the numbers of an attack, a step and a turn are made of, by hand from the rulebook."""

from typing import Any

import pytest

from domain.explaining import Made
from domain.games.morturi.priority import PriorityTaken, SchoolNumbers
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.why import line, pending, place_sum, together
from domain.terms import Event, Who
from tests.arena_story import Cast, Fight, activate, attack, man, move, react, roll, school


def duel(one: Cast, *others: Cast, **house: Any) -> Fight:
    """One gladiator against others; he is acting."""
    return Fight(school("Ludus", one), school("Domus", *others), **house).do(
        activate(one.guest.name)
    )


def terms(made: Made) -> list[tuple[str, int, str]]:
    """What a number is made of, each term with its rule."""
    return [(term.what, term.amount, term.rule) for term in made.sum.terms]


def of(fight: Fight, kind: type[Event]) -> dict[str, Made]:
    """The numbers of the newest event of a kind."""
    event = next(one for one in reversed(fight.events) if isinstance(one, kind))
    return {made.what: made for made in line(fight.battle, event)}


def due(fight: Fight) -> dict[str, Made]:
    """The numbers of the roll that is due."""
    return {made.what: made for made in pending(fight.battle)}


def test_what_hits_and_what_it_does_before_the_die_falls() -> None:
    """MR-ATK-3, -6, MR-DMG-1: a gladius hits on 2; his Parma makes it 3; each hit does 2."""
    fight = duel(man("Felix", "gallus", "C3"), man("Lucius", "gallus", "C4", "s"))
    found = due(fight.do(attack("Lucius")))
    assert [amount for _, amount, _ in terms(found["to hit"])] == [2, 1]
    assert terms(found["to hit"])[1] == ("Parma", 1, "MR-ATK-4")
    assert found["to hit"].sum.total == 3
    assert {what: made.sum.total for what, made in found.items() if "damage" in what} == {
        "damage on 3, 4, 5, 6": 2
    }


def test_the_damage_of_an_attack_from_behind() -> None:
    """MR-DMG-1, -2, MR-FAC-2: a gladius does 2, and 1 more from the rear."""
    fight = duel(man("Felix", "gallus", "C3"), man("Lucius", "laquerius", "C4", "n"))
    fight = fight.do(attack("Lucius"), react(), roll(4))
    found = of(fight, AttackRolled)
    assert terms(found["damage to Lucius"])[1] == ("from the rear", 1, "MR-DMG-1")
    assert found["damage to Lucius"].sum.total == 3 == fight.one(AttackRolled).damage


@pytest.mark.parametrize(("rule", "damage", "last"), [("0", 0, 1), ("1", 1, 1)])
def test_the_least_damage_is_a_term(rule: str, damage: int, last: int) -> None:
    """MR-DMG-4, -5: a Praegenarius' 1 against a Scutum is 0; min_damage = 1 lifts it to 1."""
    fight = duel(
        man("Mimus", "praegenarius", "C3"), man("Varro", "secutor", "C4", "s"), min_damage=rule
    ).do(attack("Varro"), roll(2))
    made = of(fight, AttackRolled)["damage to Varro"]
    assert made.sum.total == damage
    assert [amount for _, amount, _ in terms(made)] == [1, -1] + [last] * (rule == "1")


def test_no_target_number_below_two() -> None:
    """MR-ATK-5, -6: 2 less 2 from a height is 0, and a target number is 2 at least."""
    rows = ("a" * 9, *("." * 9,) * 5, "..+......", "." * 9, "b" * 9)
    lucius = man("Lucius", "laquerius", "C4", "s")
    fight = duel(man("Felix", "gallus", "C3"), lucius, rows=rows)
    fight = fight.knowing("Felix", "fight_from_high").do(attack("Lucius"))
    made = due(fight)["to hit"]
    assert made.sum.total == 2
    assert [(t.how, t.amount) for t in made.sum.terms] == [("+", 2), ("+", -2), ("at least", 2)]


def test_what_a_step_costs() -> None:
    """MR-MOV-2, -3, -5: a square, and 1 more for the Combat Control of an enemy that is left."""
    tricks = ("combat_control", "warrior_discipline", "will_to_live")
    fight = duel(man("Felix", "gallus", "C3"), man("Varro", "secutor", "C4", "s", *tricks)).do(
        move("s")
    )
    made = next(made for event in fight.new for made in line(fight.battle, event))
    assert terms(made) == [("a square", 1, "MR-MOV-2"), ("Combat Control", 1, "MR-MOV-3")]


def test_the_place_in_priority() -> None:
    """MR-PRI-1: fewer gladiators first, then the lower sum of Moves, then a lot."""
    whos = [Who(name.lower(), name) for name in ("Ursi", "Ferox", "Vi", "Armis")]
    numbers = [(2, 9), (3, 8), (3, 9), (3, 9)]
    each = tuple(
        SchoolNumbers(school=who, gladiators=count, moves=moves)
        for who, (count, moves) in zip(whos, numbers, strict=True)
    )
    event = PriorityTaken(order=tuple(whos), numbers=each)
    last = place_sum(event, whos[3])
    assert last.total == 4
    assert [term.what for term in last.terms] == [
        "the first place",
        "Ursi comes before: gladiators: 2, not 3",
        "Ferox comes before: Moves of 8, not 9",
        "Vi comes before: a lot",
    ]


def test_a_way_costs_what_its_steps_cost() -> None:
    """MR-MOV-2, -3: two steps over the sand, from beside an enemy with Combat Control: 2 + 1."""
    tricks = ("combat_control", "warrior_discipline", "will_to_live")
    fight = duel(man("Felix", "gallus", "C3"), man("Varro", "secutor", "C4", "s", *tricks)).do(
        move("s s")
    )
    (made,) = together(fight.new)
    assert made.sum.total == 3
    assert terms(made) == [("to C2", 2, "MR-MOV-3"), ("to C1", 1, "MR-MOV-3")]
