"""What is legal is listed in whole lines, each of which can be typed as it stands."""

import pytest

from cli.lines import Scene
from cli.lines import action as read
from cli.lines import line as written
from cli.phrases import phrases
from domain.games.morturi.battle import Fighting
from domain.games.morturi.legal import Legal
from domain.games.morturi.names import names
from domain.games.morturi.rules import GAME
from domain.games.morturi.showing import ask, asked
from domain.robot import Robot
from domain.terms import Action, Elsewhere
from tests.arena_story import Fight, man, school

PLAYED = 260


def listed(battle: Fighting) -> list[str]:
    """The simple lines, as they are shown."""
    scene = Scene(names(battle), asked(battle)[0])
    return [written(action, GAME.language, scene) for action in Legal(battle).simple()]


def understood(battle: Fighting, line: str) -> Action:
    """The action that a line comes to."""
    (phrase,) = phrases(line, GAME.language)
    found = read(phrase, GAME.language, Scene(names(battle), asked(battle)[0]))
    assert isinstance(found, Action)
    return GAME.canonical(battle, found)


def fight() -> Fight:
    """Many ways to fight at once: stances, tricks for MP, shots, pulls, replacing tricks."""
    return Fight(
        school(
            "Ludus Ferox",
            man("Brutus", "hoplomachus", "C3", "n", grade="primus_palus"),
            man("Sagax", "sagitarius", "C1", "n", grade="primus_palus"),
            man("Varro", "secutor", "D3", "n", grade="primus_palus"),
        ),
        school(
            "Domus Ursi",
            man("Nepos", "dimachaerus", "C4", "s", grade="primus_palus"),
            man("Gallus", "gallus", "D5", "s", grade="primus_palus"),
            man("Mus", "bestiarius", "E4", "s", grade="primus_palus"),
        ),
    )


@pytest.mark.parametrize("seed", range(3))
def test_every_listed_line_is_whole_and_read_as_it_was_meant(seed: int) -> None:
    """MR-RND-1 to -7: line → action → line, at every turn of a random battle; none stands twice."""
    battle = fight().battle
    robot = Robot(GAME, f"lines {seed}", GAME.demo.keen)
    for _ in range(PLAYED):
        lines = listed(battle)
        assert len(lines) == len(set(lines))
        for line, action in zip(lines, Legal(battle).simple(), strict=True):
            assert line
            assert understood(battle, line) == action
        chosen = robot.action(battle)
        if chosen is None:
            break
        for event in GAME.battle.decide(battle, chosen):
            if not isinstance(event, Elsewhere):
                battle = GAME.battle.evolve(battle, event)
    assert battle.concluded or battle.round > 1


def test_what_is_asked_is_told_with_its_rule_and_offers() -> None:
    """MR-STA-1, MR-RND-1: whose turn it is, what may be joined, what is always open."""
    begun = fight()
    told = ask(begun.battle)
    assert (told["awaiting"], told["crew"], told["question"]) == ("act", "Ludus Ferox", {})
    assert told["always"] == ['note "TEXT"', 'ruling "TEXT": CHANGES', "undo", "redo"]
    assert listed(begun.battle) == ["activate Brutus", "activate Sagax", "activate Varro"]
