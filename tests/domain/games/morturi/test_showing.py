"""A battle as others see it: shows, questions, the map, cards, the history, whole lines."""

import msgspec
import pytest

from domain.chronicle import Came, CrewEntry, Deployed, Ended, Entry, Fell, Turned
from domain.games.morturi.battle import changed
from domain.games.morturi.canonical import canonical
from domain.games.morturi.cards import hand
from domain.games.morturi.chronicle import CHRONICLE, faces, said
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.dicing import Hurt, SweepRolled, TrickRolled
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.legal import Legal
from domain.games.morturi.map import arena_map
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.names import names
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.rules import GAME
from domain.games.morturi.ruling import NoteAdded
from domain.games.morturi.sheets import board
from domain.games.morturi.showing import ask, lot, show
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.throwing import RollAnnounced
from domain.games.morturi.underway import Hold
from domain.games.morturi.units import Held
from domain.games.morturi.victory import BattleEnded, Outcome
from domain.robot import Robot
from domain.terms import Elsewhere, Event, Who
from tests.arena_story import (
    Fight,
    activate,
    attack,
    change,
    conclude,
    done,
    enter,
    man,
    move,
    no,
    react,
    roll,
    ruling,
    school,
    start,
    surrender,
    take,
    trick,
    yes,
)

A, B = Who("crew-a", "Ludus"), Who("crew-b", "Domus")
OTHO, MUS = Who("crew-a/2", "Otho"), Who("crew-b/2", "Mus")


def duel(**house: str) -> Fight:
    """Gallus, who knows Trip, beside Otho; Felix, who moves after a hit."""
    return Fight(
        school("Ludus", man("Gallus", "gallus", "C3", "n", grade="primus_palus")),
        school(
            "Domus",
            man("Otho", "samnite", "C4", "n", grade="primus_palus"),
            man("Felix", "bestiarius", "D3", "w", grade="primus_palus"),
        ),
        **house,  # type: ignore[arg-type]  # house rules are texts
    )


def told(event: Event) -> list[object]:
    """The facts of an event."""
    return list(CHRONICLE.facts[type(event)](event))


# Whole lines


def test_a_line_is_completed_by_what_can_only_be_meant() -> None:
    """MR-ATK-10, hole 10: a trick in the place of an attack is an attack in that way."""
    fight = duel().do(activate("Gallus"))
    tripped = fight.named(trick("trip", "Otho"))
    assert canonical(fight.battle, tripped) == fight.named(attack("Otho", way="trip"))
    plain = next(way.id for way in fight["Gallus"].weapons if not way.replaces)
    named = fight.named(attack("Otho", way=plain))
    assert canonical(fight.battle, named) == fight.named(attack("Otho"))
    unknown = fight.named(attack("Otho", way="teeth"))
    assert canonical(fight.battle, unknown) == unknown
    nobody = attack("Nobody", way=plain)
    assert canonical(fight.battle, nobody) == nobody
    assert canonical(fight.battle, take).what == "flag"  # type: ignore[attr-defined]  # it is Take


def test_what_is_open_stays_as_it_was_typed() -> None:
    """A trick that is none of his, a direction where there are two, answers out of turn."""
    fight = duel().do(activate("Gallus"))
    foreign = fight.named(trick("performance", "Otho"))
    assert canonical(fight.battle, foreign) == foreign
    assert canonical(fight.battle, trick("trip")) == trick("trip")
    assert canonical(fight.battle, react("any")) == react("any")
    assert canonical(fight.battle, yes()) == yes()
    assert canonical(fight.battle, surrender()) == surrender()
    assert canonical(fight.battle, no()) == no()


def test_a_school_that_surrenders_is_named() -> None:
    """MR-SUR-4: the school that is to act."""
    fight = duel()
    assert canonical(fight.battle, surrender()) == fight.named(surrender("Ludus"))


# Shows


def test_questions_name_whom_they_are_about() -> None:
    """MR-REA-1, MR-FRC-1: the target of an attack; whoever may move after it."""
    fight = duel().do(activate("Gallus"), move("s"), done, activate("Felix"), move("s"))
    fight = fight.do(attack("Gallus"))
    asked = ask(fight.battle)
    if asked["awaiting"] == "react":
        assert asked["question"]["about"] == "Gallus"
        assert asked["question"]["rule"] == "MR-REA-1"
        fight = fight.do(react())
    assert ask(fight.battle)["patterns"] == ["roll {1..6}"]
    assert show(fight.battle)["dice"] == [{"member": "Felix", "die": 6, "max": 6, "again": False}]
    fight = fight.do(roll(5))
    asked = ask(fight.battle)
    assert (asked["awaiting"], asked["member"]) == ("choose", "Felix")
    assert asked["question"]["about"] == "Felix"
    assert asked["question"]["min"] == 0
    offered = {name.id for name in names(fight.battle) if name.kind == "offer"}
    assert offered == set(asked["question"]["offers"])
    answer = canonical(fight.battle, no())
    assert answer == fight.named(no("Felix: light_mobility"))


def test_a_battle_that_is_stale_asks_the_organiser() -> None:
    """MR-VIC-3: no blow for ten rounds; the Imperator is asked, and says no, or yes."""
    fight = duel(stalemate_rounds="10")
    for _ in range(10):
        fight = fight.do(activate("Gallus"), done, activate("Otho"), done, activate("Felix"), done)
    asked = ask(fight.battle)
    assert (asked["awaiting"], asked["crew"]) == ("confirm", "organiser")
    assert asked["question"]["offers"] == ["stalemate"]
    (accept, decline) = Legal(fight.battle).simple()
    assert canonical(fight.battle, yes()) == accept
    assert fight.do(accept).battle.ended == "stalemate"
    assert not fight.do(decline).battle.ended


def test_who_comes_through_a_gate_is_in_reserve_before() -> None:
    """MR-BAT-4: no square before he enters; the legend says where the side starts."""
    fight = Fight(
        school("Ludus", man("Otho", "samnite")),
        school("Domus", man("Mus", "bestiarius")),
        rows=("a..", "...", "..b"),
        zones="gates",
        placed=False,
    )
    assert lot(fight.battle, GAME.awaited(fight.battle)) == []
    fight = fight.do(start("Ludus", "north-west"))
    assert [m["state"] for m in show(fight.battle)["members"]] == ["reserve", "reserve"]
    fight = fight.do(activate("Otho"), enter("A3"))
    assert "1 Ludus, from north-west" in arena_map(fight.battle).rows
    stepped = fight.one(StepTaken)
    assert told(stepped) == [Deployed(member=fight.who("Otho"), where=Who("A3", "A3"))]
    assert hand(fight.battle, fight.ids["Ludus"]).rows[0] == "Ludus holds 1 of 1 in round 1"
    assert hand(fight.do(done).battle, fight.ids["Ludus"]).rows == (
        "Ludus holds no card in round 1",
    )


def test_flags_stand_below_the_table() -> None:
    """MR-VIC-4: where each flag is, and on the map."""
    fight = Fight(
        school("Ludus", man("Otho", "samnite")),
        school("Domus", man("Mus", "bestiarius")),
        rows=("aaa", "...", "bbb"),
        placed=False,
        victory="capture_the_flag",
    )
    robot = Robot(GAME, "flags")
    battle = fight.do(start("Ludus", "north")).battle
    while not battle.flags:
        action = robot.action(battle)
        assert action is not None
        for event in GAME.battle.decide(battle, action):
            if not isinstance(event, Elsewhere):
                battle = GAME.battle.evolve(battle, event)
    drawn = arena_map(battle).rows
    assert {"1flag: B3", "2flag: B1"} <= set(drawn)
    assert any("flag " in row for row in drawn[1:4])
    below = board(battle).below
    assert any(line.startswith("The flag of Ludus: on ") for line in below)
    assert len(show(battle)["objectives"]) == 2


def test_stores_and_the_hill_stand_below_the_table() -> None:
    """MR-VIC-4, MR-CRE-8: rounds held on the hill; what somebody has stored up."""
    fight = duel()
    held = msgspec.structs.replace(
        changed(fight.battle, fight.ids["Gallus"], stores=(Held("arcane_energy", amount=3),)),
        holds=(Hold(fight.ids["Ludus"], 2),),
    )
    below = board(held).below
    assert "Ludus holds the hill: 2 rounds count" in below
    assert "Gallus: arcane energy 3" in below


def test_a_lot_is_among_the_tied() -> None:
    """MR-PRI-1: one gladiator each, of one role: a lot of two, numbered as the header has them."""
    fight = Fight(
        school("Ludus", man("Otho", "samnite")),
        school("Domus", man("Mus", "samnite")),
        rows=("aa", "bb"),
        placed=False,
    )
    assert ask(fight.battle)["lot"] == ["Ludus", "Domus"]
    assert ask(fight.battle)["patterns"] == ["roll {1..2}"]


def test_a_team_is_chosen_in_one_line() -> None:
    """MR-BAT-2: two of three are entered; what is drawn is a whole team, first or second half."""
    three = (man(name, "secutor") for name in ("Otho", "Varro", "Nepos"))
    others = (man(name, "gallus") for name in ("Mus", "Felix"))
    fight = Fight(
        school("Ludus", *three), school("Domus", *others), scenario="crossfire", placed=False
    )
    legal = Legal(fight.battle)
    assert legal.combine() == {"field": "2 gladiators of the school, each once"}
    assert ask(fight.battle)["question"]["text"] == "Who is entered? (2)"
    (team,) = legal.drawn(lambda _: 2)
    assert team == fight.named(FieldTeam(crew="Ludus", members=("Nepos", "Otho")))
    assert legal.admits(team)


# The history


def test_a_final_blow_is_in_the_history() -> None:
    """MR-CRD-6: the fallen, and who felled him."""
    out = GladiatorOut(gladiator=MUS, cause=Who("x", "final blow"), by=(OTHO,), school=(A,))
    assert told(out) == [
        Fell(member=MUS, by=(OTHO,)),
        Turned(),
        Entry(member=OTHO, kind="enemy_defeated", text="Otho felled Mus"),
    ]


def test_how_a_battle_ended_for_each_school() -> None:
    """MR-VIC-1, -2: one has won and the other lost; without a winner all drew."""
    schools = (Outcome(A, 2), Outcome(B, 0))
    ended, _, won, lost = told(
        BattleEnded(reason="last_school", winners=(A,), rounds=3, schools=schools)
    )
    assert isinstance(ended, Ended)
    assert [(r.points, r.came) for r in ended.results] == [(2, Came.WON), (0, Came.LOST)]
    assert won == CrewEntry(crew=A, kind="victory", text="Ludus won against Domus")
    assert lost == CrewEntry(crew=B, kind="important_failure", text="Domus lost against Ludus")
    (drawn, _) = told(BattleEnded(reason="draw", rounds=3, schools=schools))
    assert isinstance(drawn, Ended)
    assert {r.came for r in drawn.results} == {Came.DREW}


def test_surrender_and_notes_are_told() -> None:
    """MR-SUR-4: a school that gave up has failed; a note is kept with whom it is about."""
    (_, entry) = told(SchoolSurrendered(school=B, gladiators=(MUS,)))
    assert entry == CrewEntry(crew=B, kind="important_failure", text="Domus surrendered")
    assert told(NoteAdded(member=(MUS,), text="he limps")) == [
        Entry(member=MUS, kind="note", text="he limps")
    ]
    assert told(NoteAdded(text="a good crowd")) == []


def test_what_dice_showed() -> None:
    """MR-GEN-3: of a line, of an attack, of a sweep; nothing of what rolled no dice."""
    fight = duel().do(activate("Gallus"), attack("Otho"), react(), roll(2))
    rolled = [event for event in fight.new if faces(event)]
    assert [faces(event) for event in rolled] == [(2,)]
    assert faces(roll(4, 5)) == (4, 5)
    source, circle = Who("x", "x"), Who("circle_sweep", "Circle Sweep")
    thrown = TrickRolled(gladiator=OTHO, trick=source, face=3, need=4)
    assert faces(thrown) == (3,)
    hurt = (Hurt(gladiator=MUS, face=6, damage=6), Hurt(gladiator=OTHO, face=1, damage=1))
    assert faces(SweepRolled(gladiator=OTHO, trick=circle, hurt=hurt)) == (6, 1)
    assert faces(RollAnnounced()) == ()
    assert faces(FavourGained(school=A, amount=1, favour=1, source=A)) == ()
    assert (said("trick", "trip"), said("role", "gallus"), said("thing", "x")) == (
        "Trip",
        "Gallus",
        "x",
    )


# A robot's longer lines


@pytest.mark.parametrize("seed", range(2))
def test_a_robot_joins_steps_and_offers(seed: int) -> None:
    """MR-MOV-2: what is drawn is of several parts, and legal or refused, never an error."""
    battle = duel().battle
    robot = Robot(GAME, f"joined {seed}")
    joined = 0
    for _ in range(160):
        action = robot.action(battle)
        if action is None:
            break
        joined += len(getattr(action, "directions", ())) > 1
        for event in GAME.battle.decide(battle, action):
            if not isinstance(event, Elsewhere):
                battle = GAME.battle.evolve(battle, event)
    assert joined or battle.concluded


def test_a_ruling_ends_what_is_left() -> None:
    """MR-GEN-4: by a ruling all of a school are out; the battle is won, and concluded."""
    fight = duel().do(
        ruling("the roof", change("Otho", "out"), change("Felix", "out")),
    )
    assert show(fight.battle)["winner"] == "Ludus"
    assert (show(fight.battle)["status"], ask(fight.battle)["awaiting"]) == ("ended", "none")
    assert [type(a) for a in Legal(fight.battle).simple()] == [type(conclude)]
    assert show(fight.do(conclude).battle)["status"] == "concluded"
