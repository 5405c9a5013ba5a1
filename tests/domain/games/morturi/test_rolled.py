"""The dice that Morturi's events hold: each throw once, where it counted."""

import pytest

from domain.games.morturi.changing import DieThrownAgain
from domain.games.morturi.dicing import Hurt, SweepRolled, TrickRolled
from domain.games.morturi.falling import LastDieThrown
from domain.games.morturi.priority import LotDrawn
from domain.games.morturi.rolled import EVENTS, fell
from domain.games.morturi.school.beyond import ContestRolled, SkillChecked
from domain.games.morturi.school.month_end import RecruitsRolled
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.school.throwing import LotCast
from domain.games.morturi.striking import AttackDiceThrown, AttackRolled
from domain.terms import Event, Who

OTHO, MUS, LUDUS = Who("a", "Otho"), Who("b", "Mus"), Who("c", "Ludus")
WAY = Who("light_weapon", "Light Weapon")


def dice(event: Event) -> list[tuple[str, int, int]]:
    """Whose dice, how large, and what they show."""
    return [(die.of.name, die.sides, die.face) for die in fell(event)]


ATTACK = AttackRolled(
    attacker=OTHO,
    target=MUS,
    way=WAY,
    faces=(2, 5),
    natural=5,
    number=4,
    to_hit=4,
    arc="front",
)
ROLLS: list[tuple[Event, list[tuple[str, int, int]]]] = [
    (ATTACK, [("Otho", 6, 2), ("Otho", 6, 5)]),
    (AttackDiceThrown(attacker=OTHO, target=MUS, faces=(2, 5)), []),
    (DieThrownAgain(attacker=OTHO, before=1, natural=4, trick=WAY), [("Otho", 6, 4)]),
    (TrickRolled(gladiator=OTHO, trick=WAY, face=3, need=4), [("Otho", 6, 3)]),
    (
        SweepRolled(
            gladiator=OTHO,
            trick=WAY,
            hurt=(
                Hurt(gladiator=MUS, face=2, damage=2),
                Hurt(gladiator=LUDUS, face=6, damage=6),
            ),
        ),
        [("Otho", 6, 2), ("Otho", 6, 6)],
    ),
    (LastDieThrown(gladiator=MUS, trick=WAY, face=1, regained=1), [("Mus", 6, 1)]),
    (
        LotDrawn(what="priority", drawn=OTHO, among=(OTHO, MUS, LUDUS), face=3),
        [("a lot", 3, 3)],
    ),
    (LotCast(what="draw", drawn=OTHO, among=(OTHO, MUS), face=1), [("a lot", 2, 1)]),
    (
        SurvivalChecked(school=LUDUS, gladiator=MUS, face=1, total=1, result="dead"),
        [("Mus", 6, 1)],
    ),
    (
        ContestRolled(gladiators=(OTHO, MUS), faces=(3, 4), totals=(3, 4)),
        [("Otho", 6, 3), ("Mus", 6, 4)],
    ),
    (RecruitsRolled(school=LUDUS, resource=WAY, face=5), [("Ludus", 6, 5)]),
    (SkillChecked(gladiator=MUS, face=6, total=6, need=4), [("Mus", 6, 6)]),
]


@pytest.mark.parametrize(("event", "told"), ROLLS, ids=lambda each: type(each).__name__)
def test_each_throw_once(event: Event, told: list[tuple[str, int, int]]) -> None:
    """MR-GEN-3: D6 and lots; dice that lay before they counted are told by what they decided."""
    assert dice(event) == told


def test_no_event_with_dice_is_left_out() -> None:
    """All that have any are above, but for the dice that lie."""
    assert {type(event) for event, told in ROLLS if told} == set(EVENTS)
