"""What the rules of a battle forbid, line by line, and what remembers nothing."""

from typing import Any

import msgspec
import pytest

from domain.games.morturi import play
from domain.games.morturi.activation import Activate, Done, GladiatorActivated, TurnEnded
from domain.games.morturi.asking import Accept, Choose, Decline, Named, QuestionAnswered
from domain.games.morturi.attacking import AttackDeclared, TurnedToFace
from domain.games.morturi.battle import Fighting, acting, setting, side
from domain.games.morturi.figures import FigureActed
from domain.games.morturi.harm import LifeLost, LifeRegained
from domain.games.morturi.legal import Legal
from domain.games.morturi.ruling import NoteAdded
from domain.games.morturi.standing import ConditionEnded, ConditionGained
from domain.games.morturi.stores import StoreChanged
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.using import TrickUsed
from domain.terms import RuleBroken, Who
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    change,
    choose,
    done,
    enter,
    face,
    man,
    move,
    no,
    react,
    roll,
    ruling,
    school,
    stance,
    start,
    take,
    trick,
    yes,
)

A, B = "Ludus", "Domus"
FAR = man("Otho", "samnite", "I9")
PLAIN = man("Lucius", "laquerius", "C4", "s")


def duel(one: Cast, *others: Cast, **house: Any) -> Fight:
    """One gladiator against others; he is acting."""
    return Fight(school(A, one), school(B, *others), **house).do(activate(one.guest.name))


# Answers


def test_choices_are_among_what_is_offered() -> None:
    """MR-FRC-1: one of the squares, each once; a choice that must be made is not declined."""
    tricks = ("light_mobility", "courage", "will_to_live")
    fight = duel(man("Felix", "bestiarius", "C3", "n", *tricks), PLAIN).do(
        attack("Lucius"), roll(1)
    )
    assert fight.refused(choose("I9")) == "MR-FRC-1"
    assert fight.refused(choose("B3", "D3")) == "MR-FRC-1"
    assert fight.refused(choose("B3", "B3")) == "MR-FRC-1"
    assert fight.refused(Decline(question="tumble")) == "MR-FRC-1"
    assert fight.do(no("Felix: light_mobility")).asks == ("Acting", A)
    duellist = ("duellist_stance", "assault_stance", "will_to_live")
    dice = duel(man("Nepos", "dimachaerus", "C3", "n", *duellist), PLAIN)
    dice = dice.do(stance("duellist_stance"), attack("Lucius"), roll(2, 5))
    assert dice.refused(no()) == "MR-ATK-8"


def pursuers() -> Fight:
    """Two who may step after Felix at once, of one school."""
    tricks = ("relentless_pursuit", "combat_control", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")),
        school(
            B,
            man("Varro", "secutor", "C4", "s", *tricks),
            man("Titus", "secutor", "B3", "e", *tricks),
        ),
    )
    return fight.do(activate("Felix"), move("e"))


def test_offers_of_one_school_are_made_together() -> None:
    """One question for each player and moment: which, in which order; the second finds it taken."""
    fight = pursuers()
    assert fight.offers == ["relentless_pursuit", "relentless_pursuit"]
    assert fight.refused(yes()) == "MR-FRC-1"
    one = Named("Varro", "relentless_pursuit")
    assert fight.refused(Accept(effects=(one, one))) == "MR-FRC-1"
    assert fight.refused(yes("Varro: tumble")) == "MR-FRC-1"
    assert fight.refused(no("Varro: relentless_pursuit")) == "MR-FRC-1"
    assert (
        fight.refused(yes("Varro: relentless_pursuit", "Titus: relentless_pursuit")) == "MR-FRC-2"
    )
    assert Legal(fight.battle).combine() == {
        "yes": "several of what is offered, in the order of their use"
    }
    followed = fight.do(yes("Titus: relentless_pursuit"))
    assert followed.at("Titus", "Varro") == ["C3 e", "C4 s"]
    assert len(Legal(fight.battle).simple()) == 3


# Turns


def test_done_is_said_by_whoever_acts() -> None:
    """MR-RND-1: the school that acts says so."""
    fight = duel(man("Felix", "gallus", "C3"), FAR)
    with pytest.raises(RuleBroken, match="MR-RND-1"):
        fight.when(Done(crew="Domus"))
    with pytest.raises(RuleBroken, match="MR-RND-1"):
        fight.when(Activate(member=""))


def test_behind_a_gate() -> None:
    """MR-BAT-4: he comes in before he does anything else; a servus who cannot pay waits."""
    rows = ("aa.", "...", "..b")
    fight = Fight(
        school(A, man("Felix", "gallus", "", "", "trip", "execute", "will_to_live")),
        school(B, man("Otho", "samnite", "", "", "toe_to_toe", "relentless", "will_to_live")),
        rows=rows,
        zones="gates",
        placed=False,
    )
    fight = fight.do(start(B, "south-east"), activate("Otho"))
    assert fight.refused(trick("toe_to_toe", "Felix")) == "MR-BAT-4"
    assert fight.refused(take) == "MR-VIC-4"
    fight = fight.do(enter("C1"), done, activate("Felix"))
    assert fight.refused(face("s")) == "MR-BAT-4"
    assert fight.refused(enter("A3", "x")) == "MR-MOV-8"
    assert fight.refused(trick("trip", "Otho")) == "MR-BAT-4"
    inside = fight.do(enter("B3"))
    assert inside.refused(face("x")) == "MR-MOV-8"


# Attacks and tricks


def test_attacks_that_cannot_be() -> None:
    """MR-ATK-1, -2, -10, MR-RNG-8: too many shots, nobody there, ways he has not."""
    fight = duel(man("Felix", "gallus", "C3"), PLAIN, FAR)
    assert fight.refused(attack("Lucius", "Otho")) == "MR-ATK-1"
    assert fight.refused(attack("Lucius", way="bow")) == "MR-ATK-10"
    gone = fight.do(ruling("ill", change("Otho", "out")))
    assert gone.refused(attack("Otho")) == "MR-ATK-2"
    dialis = duel(man("Ignis", "pyromancer", "C3"), PLAIN)
    assert dialis.knowing("Ignis", "toe_to_toe").refused(trick("toe_to_toe", "Lucius")) in (
        "MR-ATK-2",
        "MR-RNG-8",
    )
    tricks = ("toe_to_toe", "relentless", "will_to_live")
    brutus = duel(man("Brutus", "hoplomachus", "C3", "n", *tricks), PLAIN)
    assert brutus.refused(trick("toe_to_toe")) == "MR-CRE-8"
    assert brutus.refused(trick("toe_to_toe", "Lucius", way="bow")) == "MR-ATK-10"
    tripper = duel(man("Felix", "gallus", "C3", "n", "trip", "execute", "will_to_live"), PLAIN)
    assert tripper.refused(trick("trip")) == "MR-ATK-10"


def test_react_with_the_only_way() -> None:
    """MR-REA-2: where one direction is open its name may be left out."""
    fight = duel(man("Felix", "gallus", "C3"), man("Lucius", "laquerius", "C4", "n"))
    fight = fight.do(attack("Lucius"), react("any"))
    assert fight["Lucius"].facing == "s"


def test_factions_tricks_name_allies() -> None:
    """MR-FCT-4: who is ordered or followed is an ally, and attacks somebody."""
    fight = Fight(
        school(A, man("Optio", "optio", "A1"), man("Titus", "legionnaire", "C3")),
        school(B, PLAIN, man("Marcus", "legionnaire", "D4")),
    ).knowing("Optio", "command_training", "coordinated_action")
    fight = fight.knowing("Titus", "coordinated_action").do(activate("Optio"))
    assert fight.refused(trick("command_training", "Titus")) == "MR-FCT-4"
    assert fight.refused(trick("command_training", "Marcus", against="Titus")) == "MR-FCT-4"
    assert fight.refused(trick("coordinated_action", "Marcus")) == "MR-FCT-4"
    put_off = fight.do(trick("coordinated_action", "Titus"), activate("Lucius"), done)
    put_off = put_off.do(activate("Titus"))
    assert put_off.refused(trick("coordinated_action", "Optio")) == "MR-FCT-4"


def test_pushes_are_of_enemies() -> None:
    """MR-ATK-12: Dwarvish Persistence is for enemies before him; the entangled do not follow."""
    fight = Fight(
        school(A, man("Durin", "dwarf_axe", "C3"), man("Felix", "gallus", "C4")), school(B, FAR)
    ).knowing("Durin", "dwarvish_persistence")
    assert (
        fight.do(activate("Durin")).refused(trick("dwarvish_persistence", "Felix")) == "MR-ATK-12"
    )
    caught = man(
        "Nepos",
        "dimachaerus",
        "C3",
        "n",
        "assault_stance",
        "combat_mastery",
        "will_to_live",
        conditions=["entangled"],
    )
    pushed = duel(caught, PLAIN).do(stance("assault_stance"), attack("Lucius"), roll(4))
    assert pushed.at("Lucius", "Nepos") == ["C4 s", "C3 n"]


def test_a_charge_needs_free_feet() -> None:
    """MR-CON-4: the entangled do not charge, but at one beside them."""
    tricks = ("charging_spear", "relentless", "will_to_live")
    caught = man("Otho", "samnite", "C1", "n", *tricks, conditions=["entangled"])
    fight = duel(caught, PLAIN)
    assert fight.refused(trick("charging_spear", "Lucius")) == "MR-CON-4"


def test_flags_have_their_price() -> None:
    """MR-VIC-4, MR-MOV-4: 3 MP, and one flag at a time."""
    fight = Fight(
        school(A, man("Felix", "samnite", "A2")),
        school(B, man("Otho", "samnite", "C3")),
        rows=("a..", "...", "b.."),
        victory="capture_the_flag",
    ).do(activate("Felix"), move("s"))
    assert fight.refused(take) == "MR-MOV-4"
    assert fight.refused(msgspec.structs.replace(take, what="crown")) == "MR-VIC-4"


def test_rulings_wait_for_an_attack() -> None:
    """MR-GEN-4: what is under way comes to its end before a ruling changes anything."""
    fight = duel(man("Felix", "gallus", "C3"), PLAIN).do(attack("Lucius"))
    assert fight.refused(ruling("no", change("Lucius", "loses", 1))) == "MR-GEN-4"
    assert fight.do(ruling("only words")).asks == ("Throw", A)
    gone = Fight(school(A, man("Felix", "gallus", "C3")), school(B, PLAIN, FAR))
    gone = gone.do(ruling("ill", change("Otho", "out")))
    assert gone.refused(ruling("no", change("Otho", "loses", 1))) == "MR-GEN-4"


# Remembering


def test_a_chapter_remembers_only_its_own() -> None:
    """Every chapter leaves a battle as it is for an event that it does not concern."""
    event = NoteAdded(text="nothing")
    assert all(chapter.evolve(Fighting(), event) == Fighting() for chapter in play.CHAPTERS)


def test_strangers_change_nothing() -> None:
    """Remembering never refuses: events about somebody whom a battle does not know."""
    who, source = Who("x", "X"), Who("s", "S")
    events = [
        LifeLost(gladiator=who, amount=1, life=1, cause=source),
        LifeRegained(gladiator=who, amount=1, life=1, source=source),
        ConditionGained(gladiator=who, condition="prone", source=source),
        ConditionEnded(gladiator=who, condition="prone", source=source),
        StoreChanged(gladiator=who, what="augury", by=1, now=1, source=source),
        GladiatorActivated(gladiator=who, points=3, move=3),
        TurnEnded(gladiator=who),
        TrickUsed(gladiator=who, trick=source, moment="move.action"),
        AttackDeclared(attacker=who, target=who, way=source),
        TurnedToFace(gladiator=who, before="n", facing="s", attacker=who),
        FigureActed(figure=who, before="A1", to="A2", facing="n"),
        QuestionAnswered(question="react", answer="no"),
    ]
    for event in events:
        assert play.evolve(Fighting(), event).units == {}
        assert event.told()


def test_reading_what_is_not_there() -> None:
    """A battle that was never opened has no scenario, school or turn."""
    with pytest.raises(LookupError):
        setting(Fighting())
    with pytest.raises(KeyError):
        side(Fighting(), "x")
    with pytest.raises(LookupError):
        acting(Fighting())


def test_everything_is_told() -> None:
    """Every event says itself in a sentence: a fight in which much happens."""
    fight = duel(man("Felix", "gallus", "C3", "n", "trip", "execute", "will_to_live"), PLAIN, FAR)
    fight = fight.do(attack("Lucius", way="trip"), roll(4), done, activate("Lucius"))
    told = " ".join(e.told() for e in fight.events)
    assert "Lucius is prone (Trip)" in told
    assert fight.one(AttackRolled).told() == (
        "Felix hits Lucius: 4 against 4+ from the front; damage 0."
    )


def test_choosing_a_die_with_other_answers() -> None:
    """MR-ATK-8: a die is chosen by its face."""
    with pytest.raises(RuleBroken):
        duel(man("Felix", "gallus", "C3"), PLAIN).when(Choose(picks=("5",)))
