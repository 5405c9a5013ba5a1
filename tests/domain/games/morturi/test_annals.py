"""The deeds of each event, worked out by hand from what the rulebook says that the event means."""

from typing import Any

import pytest

from domain.annals import all_tellers
from domain.chronicle import Deployed
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.annals import DEEDS
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.flags import FlagCaptured, FlagTaken
from domain.games.morturi.harm import LifeLost, LifeRegained
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.rules import GAME
from domain.games.morturi.ruling import GladiatorReturned, NoteAdded, RulingRecorded
from domain.games.morturi.school.calendar import MonthBegan
from domain.games.morturi.school.challenges import ChallengeMade
from domain.games.morturi.school.ending import Reached, YearEnded
from domain.games.morturi.school.pairings import PairingMade
from domain.games.morturi.school.rulings import SeasonRuled
from domain.games.morturi.school.survival import FateSettled
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.victory import HillHeld, HillLost
from domain.kinds import Deed, Kind
from domain.terms import Event, Who
from domain.throwing import Source

FEROX, URSI = Who("crew-ferox", "Ludus Ferox"), Who("crew-ursi", "Domus Ursi")
FELIX, OTHO = Who("crew-ferox/2", "Felix"), Who("crew-ursi/2", "Otho")
SWORD, BLOW = Who("sword", "Short Sword"), Who("final-blow", "final blow")
HILL = Who("hill", "Hill")
DUEL = Who("duel", "Duel")


def deed(kind: Kind, **fields: Any) -> Deed:
    """A deed."""
    return Deed(kind=kind, **fields)


def attack(*, hit: bool) -> AttackRolled:
    """Felix attacks Otho from the rear: 4 against 2+, damage 3 if it hits."""
    return AttackRolled(
        source=Source.TABLE,
        attacker=FELIX,
        target=OTHO,
        way=SWORD,
        faces=(4,) if hit else (1,),
        natural=4 if hit else 1,
        number=2,
        to_hit=2,
        arc="rear",
        hit=hit,
        damage=3 if hit else 0,
    )


TOLD: list[tuple[Event, list[Deed]]] = [
    (
        GladiatorActivated(gladiator=FELIX, points=5, move=5),
        [deed(Kind.ACTED, member=FELIX, number=5)],
    ),
    (StepTaken(gladiator=FELIX, before="", to="H1", cost=1, left=4), []),
    (
        StepTaken(gladiator=FELIX, before="H1", to="H2", cost=1, left=3),
        [deed(Kind.MOVED, member=FELIX, where=Who("H2", "H2"), detail={"before": "H1"})],
    ),
    (
        GladiatorMoved(gladiator=OTHO, before="H3", to="H4", source=Who("slam", "Shield Slam")),
        [
            deed(
                Kind.MOVED,
                member=OTHO,
                where=Who("H4", "H4"),
                text="Shield Slam",
                detail={"before": "H3"},
            )
        ],
    ),
    (
        attack(hit=True),
        [
            deed(
                Kind.FOUGHT,
                member=FELIX,
                other=OTHO,
                number=4,
                text="won",
                detail={
                    "how": "Short Sword",
                    "arc": "rear",
                    "first": True,
                    "against": 2,
                    "foes": [["crew-ursi/2", "Otho"]],
                    "die": 6,
                    "face": 4,
                    "damage": 3,
                },
            ),
            deed(
                Kind.FOUGHT,
                member=OTHO,
                other=FELIX,
                number=2,
                text="lost",
                detail={
                    "how": "Short Sword",
                    "arc": "rear",
                    "first": False,
                    "against": 4,
                    "against_die": 6,
                    "foes": [["crew-ferox/2", "Felix"]],
                },
            ),
        ],
    ),
    (
        LifeLost(gladiator=OTHO, amount=3, life=5, cause=SWORD, by=(FELIX,), attack=True),
        [
            deed(
                Kind.HURT,
                member=OTHO,
                other=FELIX,
                number=3,
                detail={"left": 5, "cause": "Short Sword"},
            ),
            deed(Kind.DEALT, member=FELIX, other=OTHO, number=3),
        ],
    ),
    (
        LifeRegained(gladiator=OTHO, amount=2, life=7, source=Who("will", "Will to Live")),
        [deed(Kind.MENDED, member=OTHO, number=2, detail={"left": 7, "cause": "Will to Live"})],
    ),
    (
        FavourGained(school=FEROX, amount=1, favour=2, source=BLOW, by=(FELIX,)),
        [
            deed(
                Kind.SCORED,
                crew=FEROX,
                member=FELIX,
                number=1,
                text="final blow",
                detail={"total": 2},
            )
        ],
    ),
    (HillHeld(school=FEROX, rounds=2), [deed(Kind.HELD, crew=FEROX, where=HILL, number=2)]),
    (HillLost(school=FEROX), [deed(Kind.CEDED, crew=FEROX, where=HILL)]),
    (
        FlagTaken(gladiator=FELIX, school=URSI, cost=3, left=0),
        [deed(Kind.TOOK, member=FELIX, other=URSI, text="the flag of Domus Ursi")],
    ),
    (
        FlagCaptured(gladiator=FELIX, school=FEROX, flag=URSI),
        [
            deed(
                Kind.DELIVERED,
                crew=FEROX,
                member=FELIX,
                other=URSI,
                text="the flag of Domus Ursi",
            )
        ],
    ),
    (
        SchoolSurrendered(school=URSI, gladiators=(OTHO,)),
        [
            deed(
                Kind.SURRENDERED,
                crew=URSI,
                detail={"members": [["crew-ursi/2", "Otho"]], "forbidden": False},
            )
        ],
    ),
    (
        GladiatorReturned(gladiator=OTHO, square="H4", life=1),
        [deed(Kind.BACK, member=OTHO, where=Who("H4", "H4"))],
    ),
    (RulingRecorded(text="It counts"), [deed(Kind.RULED, text="It counts")]),
    (
        NoteAdded(member=(OTHO,), text="He bows"),
        [deed(Kind.NOTED, member=OTHO, text="He bows")],
    ),
    (
        MonthBegan(month=Who("martius", "Martius"), number=1, days=31, theme="Mars"),
        [deed(Kind.MONTH, number=1, text="Martius", detail={"theme": "Mars"})],
    ),
    (
        YearEnded(
            winners=(FEROX,),
            by="victories",
            reached=(Reached(school=FEROX, score=3), Reached(school=URSI, score=1)),
        ),
        [deed(Kind.YEAR, crew=FEROX, number=3, text="victories")],
    ),
    (
        YearEnded(winners=(), by="victories", reached=()),
        [deed(Kind.YEAR, text="victories")],
    ),
    (SeasonRuled(text="He pays"), [deed(Kind.RULED, text="He pays")]),
    (
        ChallengeMade(scenario=DUEL, school=FEROX, gladiator=FELIX, stake=200),
        [deed(Kind.CHALLENGED, crew=FEROX, member=FELIX, number=200, text="Duel")],
    ),
    (
        PairingMade(
            offer=1,
            scenario=DUEL,
            schools=(FEROX, URSI),
            gladiators=(FELIX, OTHO),
            stakes=(200, 300),
            prize=500,
        ),  # who wins has the prize and both stakes: 500 + 200 + 300
        [
            deed(Kind.PAIRED, crew=FEROX, member=FELIX, other=OTHO, number=1000, text="Duel"),
            deed(Kind.PAIRED, crew=URSI, member=OTHO, other=FELIX, number=1000, text="Duel"),
        ],
    ),
    (
        FateSettled(school=URSI, gladiator=OTHO, result="maimed"),
        [deed(Kind.FATE, crew=URSI, member=OTHO, text="maimed", detail={"result": "maimed"})],
    ),
]


@pytest.mark.parametrize(
    ("event", "deeds"),
    TOLD,
    ids=[f"{type(event).__name__}-{n}" for n, (event, _) in enumerate(TOLD)],
)
def test_an_event_holds_these_deeds(event: Event, deeds: list[Deed]) -> None:
    """What was done, by whom, to whom, where and how much, in the names as they were."""
    assert list(DEEDS[type(event)](event)) == deeds


def test_an_attack_that_misses_was_won_by_its_target() -> None:
    """MR-ATK-4: 1 against 2+ misses; no damage comes of it."""
    felix, otho = DEEDS[AttackRolled](attack(hit=False))
    assert isinstance(felix, Deed)
    assert isinstance(otho, Deed)
    assert (felix.text, felix.number, felix.detail["damage"]) == ("lost", 1, 0)
    assert (otho.text, otho.number) == ("won", 2)


def test_every_event_with_deeds_is_worked_out_here() -> None:
    """Each event that holds deeds has its row above."""
    assert {type(event) for event, _ in TOLD} == set(DEEDS)


def test_who_comes_through_his_gate_takes_the_field() -> None:
    """MR-BAT-4: his first step is a fact that all games tell, with the square."""
    step = StepTaken(gladiator=FELIX, before="", to="H1", cost=1, left=4)
    tell = all_tellers(GAME.chronicle)[StepTaken]
    assert list(tell(step)) == [Deployed(member=FELIX, where=Who("H1", "H1"))]
