"""Robots play every scenario under random options: it ends, nothing breaks, all is told."""

from collections.abc import Iterator

import pytest

from domain.books import Books
from domain.game import load
from domain.games.mortisphere import play
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.opening import Guest, GuestCrew, Open
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.house import Setting
from domain.robot import Robot
from domain.terms import Elsewhere, Event

GAME = load("mortisphere")
BATTLES, QUICK = 30, 4
LONG_ENOUGH = 400
KEPT = {"dice_source", "deploy_limit", "round_limit"}


def house(robot: Robot) -> Iterator[Setting]:
    """Every option at some value of its own; rounds stay the scenario's, so that it ends."""
    for option in book().options:
        if option.name not in KEPT:
            yield Setting(option.name, option.values[robot.pick(len(option.values))])


def guests(robot: Robot, count: int) -> Iterator[GuestCrew]:
    """Crews of three to five members of any dice and types, one of them Captain."""
    kinds = [kind.id for kind in book().types]
    wills = [will.id for will in book().wills]
    for name in "ABCD"[:count]:
        members = tuple(
            Guest(
                name=f"{name}{n}",
                handle=f"{name}{n}",
                kind=kinds[robot.pick(len(kinds))],
                die=(4, 6, 8, 10, 12, 20)[robot.pick(6)],
                captain=n == 0,
                will=wills[robot.pick(len(wills))] if n == 0 else "",
            )
            for n in range(3 + robot.pick(3))
        )
        yield GuestCrew(name=f"Crew {name}", members=members)


def opened(robot: Robot, scenario: str, count: int) -> list[Event]:
    """A battle of that scenario between so many crews."""
    action = Open(
        battle="battle-1",
        scenario=scenario,
        guests=tuple(guests(robot, count)),
        house=tuple(house(robot)),
        ask_start=bool(robot.pick(2)),
        friendly=True,
    )
    books = Books(game="mortisphere", edition=EDITIONS[-1])
    return [e for e in open_battle(books, action) if not isinstance(e, Elsewhere)]


@pytest.mark.parametrize("scenario", [each.id for each in book().scenarios])
@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=[pytest.mark.long] if n >= QUICK else []) for n in range(BATTLES)],
)
def test_a_scenario_is_played_to_its_end(scenario: str, number: int) -> None:
    """MS-SCN-4, MS-EVT-1: every battle ends; its state is the fold of what was told."""
    robot = Robot(GAME, f"{scenario} {number}")
    told = opened(robot, scenario, 2 + number % 3)
    battle = Fighting()
    for event in told:
        battle = play.evolve(battle, event)
    for _ in range(LONG_ENOUGH):
        action = robot.action(battle)
        if action is None:
            break
        for event in (e for e in play.decide(battle, action) if not isinstance(e, Elsewhere)):
            battle = play.evolve(battle, event)
            told.append(event)
            assert event.told()
        if battle.ended:
            break
    assert GAME.show(battle)["status"] == "ended"
    again = Fighting()
    for event in told:
        again = play.evolve(again, event)
    assert again == battle
