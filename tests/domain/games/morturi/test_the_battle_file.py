"""The Morturi battle file of the lines' grammar, decision by decision: every stated fact holds."""

from domain.games.morturi.standing import EffectCancelled
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Standing
from tests.arena_story import (
    Fight,
    activate,
    attack,
    choose,
    deploy,
    done,
    face,
    man,
    move,
    react,
    roll,
    school,
    stance,
    start,
    surrender,
    trick,
)

FEROX, URSI = "Ludus Ferox", "Domus Ursi"
ROWS = ("aaaaaaa", ".......", ".......", ".......", "bbbbbbb")


def test_the_battle_file() -> None:
    """MR-PRI-1 to MR-SUR-4: three against three on 7x5, from the lot to the surrender."""
    fight = Fight(
        school(
            FEROX,
            man("Brutus", "hoplomachus", "", "", "toe_to_toe", "stand_firm", "will_to_live"),
            man("Varro", "secutor", "", "", "combat_control", "warrior_discipline", "will_to_live"),
            man("Felix", "bestiarius", "", "", "light_mobility", "courage", "will_to_live"),
        ),
        school(
            URSI,
            man("Otho", "samnite", "", "", "shield_slam", "relentless", "will_to_live"),
            man("Nepos", "dimachaerus", "", "", "assault_stance", "combat_mastery", "will_to_live"),
            man("Mus", "bestiarius", "", "", "courage", "survivors_wits", "will_to_live"),
        ),
        rows=ROWS,
        placed=False,
    )
    fight = _deployed(fight)
    fight = _round_one(fight)
    _round_two(fight)


def _hit(fight: Fight) -> tuple[int, str, int]:
    rolled = fight.one(AttackRolled)
    return rolled.number, rolled.arc, rolled.damage


def _deployed(fight: Fight) -> Fight:
    """MR-PRI-1c, hole 35: a lot of two, sides, one gladiator each in turn."""
    fight = fight.do(roll(2))
    assert [fight.called(s) for s in fight.battle.order] == [URSI, FEROX]
    assert fight.asks == ("Start", URSI)
    fight = fight.do(start(URSI, "north"))
    assert fight.asks == ("Deploy", URSI)
    assert fight.side(FEROX).start == "south"
    fight = fight.do(deploy("Otho", "C5", "s"))
    assert fight.at("Otho") == ["C5 s"]
    assert fight.asks == ("Deploy", FEROX)
    fight = fight.do(deploy("Brutus", "C1", "n"))
    assert fight.asks == ("Deploy", URSI)
    fight = fight.do(deploy("Nepos", "D5", "s"), deploy("Felix", "D1", "n"))
    assert fight.asks == ("Deploy", URSI)
    fight = fight.do(deploy("Mus", "F5", "s"), deploy("Varro", "E1", "n"))
    assert fight.battle.round == 1
    assert fight.asks == ("Activate", URSI)
    return fight


def _round_one(fight: Fight) -> Fight:
    """MR-MOV, MR-ATK, MR-FAC, MR-FRC, MR-REA, MR-OOA, MR-CRD in the file's first round."""
    fight = fight.do(activate("Otho"))
    assert fight.points == 3
    fight = fight.do(move("s s s"))
    assert (fight.at("Otho"), fight.points) == (["C2 s"], 0)
    fight = fight.do(attack("Brutus"))
    assert fight.asks == ("Throw", URSI)
    fight = fight.do(roll(4))
    assert _hit(fight) == (6, "front", 0)
    assert fight["Brutus"].now == 8
    fight = fight.do(done)
    assert fight.asks == ("Activate", FEROX)
    fight = fight.do(activate("Varro"))
    assert fight.points == 4
    fight = fight.do(move("n w"), face("w"))
    assert (fight.at("Varro"), fight.points) == (["D2 w"], 2)
    fight = fight.do(attack("Otho"))
    assert fight.asks == ("Throw", FEROX)
    fight = fight.do(roll(4))
    assert _hit(fight) == (4, "flank", 4)
    assert fight["Otho"].now == 4
    fight = fight.do(done, activate("Nepos"))
    assert fight.points == 4
    fight = fight.do(stance("assault_stance"))
    assert fight.asks == ("Acting", URSI)
    fight = fight.do(move("s s"))
    assert (fight.at("Nepos"), fight.points) == (["D3 s"], 2)
    fight = fight.do(attack("Varro"))
    assert fight.asks == ("Throw", URSI)
    fight = fight.do(roll(5))
    assert _hit(fight) == (4, "flank", 4)
    assert fight["Varro"].now == 4
    assert fight.one(EffectCancelled).does == "push"
    assert fight.at("Varro", "Nepos") == ["D2 w", "D3 s"]
    fight = fight.do(done, activate("Brutus"))
    assert fight.points == 3
    fight = fight.do(trick("toe_to_toe", "Otho"))
    assert (fight.points, fight.asks) == (0, ("Throw", FEROX))
    fight = fight.do(roll(6))
    assert _hit(fight) == (6, "front", 5)
    assert fight["Otho"].now == -1
    assert fight["Otho"].standing is Standing.OUT
    assert fight.favour(FEROX, URSI) == [1, 0]
    fight = fight.do(done, activate("Mus"))
    assert fight.points == 5
    fight = fight.do(move("s s s w"))
    assert (fight.at("Mus"), fight.points) == (["E2 s"], 1)
    fight = fight.do(attack("Varro"))
    assert fight["Mus"].facing == "w"
    assert fight.asks == ("React", FEROX)
    fight = fight.do(react("e"))
    assert (fight["Varro"].facing, fight.asks) == ("e", ("Throw", URSI))
    fight = fight.do(roll(3))
    assert _hit(fight) == (2, "front", 1)
    assert fight["Varro"].now == 3
    fight = fight.do(done, activate("Felix"))
    assert fight.points == 5
    fight = fight.do(move("e e n n w"))
    assert (fight["Felix"].square, fight.points) == ("E3", 0)
    fight = fight.do(attack("Nepos"))
    assert (fight["Felix"].facing, fight.asks) == ("w", ("Throw", FEROX))
    fight = fight.do(roll(5))
    assert _hit(fight) == (2, "flank", 3)
    assert fight["Nepos"].now == 5
    assert (fight.asks, fight.offers) == (("Pick", FEROX), ["E4", "F3"])
    fight = fight.do(choose("F3"))
    assert (fight.at("Felix"), fight.points) == (["F3 w"], 0)
    fight = fight.do(done)
    assert (fight.battle.round, fight.asks) == (2, ("Activate", URSI))
    return fight


def _round_two(fight: Fight) -> None:
    """MR-STA-1, MR-MOV-3, MR-ATK-7, MR-OOA-1, MR-SUR-4 in the file's second round."""
    fight = fight.do(activate("Nepos"))
    assert fight.points == 4
    fight = fight.do(move("w s"))
    assert (fight["Nepos"].square, fight.points) == ("C2", 1)
    fight = fight.do(attack("Varro"))
    assert (fight["Nepos"].facing, fight.asks) == ("e", ("Throw", URSI))
    fight = fight.do(roll(2))
    assert _hit(fight) == (4, "rear", 0)
    assert fight["Varro"].now == 3
    assert not fight.all(EffectCancelled)
    fight = fight.do(done)
    assert fight.asks == ("Activate", FEROX)
    fight = fight.do(activate("Varro"))
    assert fight.points == 4
    fight = fight.do(attack("Nepos"))
    assert (fight["Varro"].facing, fight.asks) == ("w", ("Throw", FEROX))
    fight = fight.do(roll(4))
    assert _hit(fight) == (4, "front", 5)
    assert fight["Nepos"].now == 0
    assert fight["Nepos"].standing is Standing.OUT
    assert fight.favour(FEROX, URSI) == [2, 0]
    fight = fight.do(done)
    assert fight.asks == ("Activate", URSI)
    fight = fight.do(surrender(URSI))
    assert fight["Mus"].standing is Standing.LEFT
    assert [fight.called(s) for s in fight.battle.winners] == [FEROX]
    assert fight.asks[0] == "Nothing"
