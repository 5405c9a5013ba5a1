"""`acta replay --step`: a battle gone through move by move, forth and back, with its map."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import click
import msgspec
import pytest

from cli import stepping
from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from cli.record import lines_of
from cli.retelling import moves
from cli.rows import width
from cli.small_map import small_map
from cli.stepping import Walk
from domain.drawing import Picture, Spot, Token
from domain.robot import Robot
from tests.cli.shell import EXAMPLES, Came, Shell, fighting
from tests.console import surroundings

PLAYED = 70


@contextmanager
def desk(shell: Shell) -> Iterator[Desk]:
    """The desk of somebody's campaign."""
    found = Desk(Asked("Ana", campaign=str(shell.folder)), writes=True)
    try:
        yield found
    finally:
        found.close()


def played(shell: Shell) -> Shell:
    """Some lines of a robot in the open battle."""
    with desk(shell) as found:
        robot = Robot(found.game, "steps", found.game.demo.keen)
        for _ in range(PLAYED):
            table = found.battle()
            action = robot.action(table.state)
            if action is None:
                break
            record(found, table, written(action, found.game.language, table.scene), Wish())
    return shell


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Seventy lines in an arena of 7 by 5."""
    folder = tmp_path_factory.mktemp("arena")
    Shell(folder)("new Ludi --game morturi --house game_mode=pickup --at here")
    shell = Shell(folder / "here")
    (shell.folder / "arena.txt").write_text(
        "7x5 zones north south depth 1\n.......\n..#X...\n.+%!+..\n.....O.\n.......\n", "utf-8"
    )
    for line in (
        f"crew import {EXAMPLES / 'ludus-ferox.toml'}",
        f"crew import {EXAMPLES / 'domus-ursi.toml'}",
        "battle open battlelines 'Ludus Ferox' 'Domus Ursi' --arena arena.txt --hazard 2",
    ):
        came = shell(line)
        assert came.code == 0, came.err
    return played(shell)


@pytest.fixture(scope="module")
def zones(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Seventy lines in the Last Granary."""
    return played(fighting(tmp_path_factory.mktemp("zones")))


@pytest.fixture(params=["arena", "zones"])
def shell(request: pytest.FixtureRequest) -> Shell:
    """A battle of either kind."""
    found: Shell = request.getfixturevalue(request.param)
    return found


def walked(shell: Shell) -> Walk:
    """Somebody at the beginning of the battle."""
    with desk(shell) as found:
        table = found.battle()
        return Walk(list(moves(table, lines_of(found, table))))


def at(walk: Walk, place: int) -> Walk:
    """The same at another place."""
    walk.place = place
    return walk


# Forth and back


def test_to_the_end_and_back_is_what_battle_show_says(shell: Shell) -> None:
    """Behind every tenth move, and at the end: the state of `battle show --at`, either way."""
    walk = walked(shell)
    forth = [walk.move.after.shown()]
    while walk.on():
        forth.append(walk.move.after.shown())
    assert len(forth) > 20
    back = [walk.move.after.shown()]
    while walk.back():
        back.append(walk.move.after.shown())
    assert back == forth[::-1]
    fought = [n for n, _ in enumerate(forth) if not at(walk, n).move.after.aftermath]
    for place in {*fought[::10], fought[-1]}:
        address = at(walk, place).move.lines[-1].address
        wanted = shell(f"battle show --at {address} --json").json()
        assert msgspec.json.decode(msgspec.json.encode(forth[place])) == wanted


def test_case_79_facing_at_each_step_is_equal_at_any_speed_and_direction(arena: Shell) -> None:
    """Step by step, back, by rounds, and at once by its address: everybody faces the same way."""
    walk = walked(arena)

    def facing() -> dict[str, str]:
        return {token.name: token.facing for token in walk.picture.tokens}

    forth = [facing()]
    while walk.on():
        forth.append(facing())
    assert len({told for step in forth for told in step.values()}) > 2
    back = [facing()]
    while walk.back():
        back.append(facing())
    assert back[::-1] == forth
    while walk.next_round():
        assert facing() == forth[walk.place]
    for place in range(0, len(forth), 15):
        walk.place = place
        shown = arena(f"battle show --at {walk.move.lines[-1].address} --json").json()
        assert {one["name"]: one["facing"] for one in shown["members"]} == forth[place]


def test_who_moved_is_who_stands_elsewhere_or_faces_another_way(arena: Shell) -> None:
    """Nobody at the beginning; behind `move n` the one who moved, by the log's own words."""
    walk = walked(arena)
    assert not walk.moved
    while walk.on():
        names = {token.name for token in walk.picture.tokens if token.id in walk.moved}
        told = [line.told() for line in (entry.data for entry in walk.move.lines)]
        if walk.move.text.startswith("move "):
            assert any(name in sentence for sentence in told for name in names)


def test_rounds_are_gone_through_and_the_end_is_the_end(zones: Shell) -> None:
    """`r` goes to the first move of a later round; behind the last round to the last move."""
    walk = walked(zones)
    rounds = [walk.picture.round]
    while walk.next_round():
        rounds.append(walk.picture.round)
    assert rounds == sorted(set(rounds))
    assert walk.last
    assert not walk.on()
    walk.place = 0
    assert not walk.back()


# Keys and lines


def pressing(shell: Shell, monkeypatch: pytest.MonkeyPatch, *keys: str, **env: str) -> Came:
    """What a terminal shows to whoever presses these keys."""
    waiting = iter(keys)

    def key() -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(click, "getchar", key)
    monkeypatch.setattr(stepping, "seen", lambda: True)
    return shell("replay 1 --step", COLUMNS="80", **env)


def test_each_key_shows_the_map_and_the_move(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter, space and right go on, b and left back, r a round on, ? helps, q leaves."""
    came = pressing(
        shell, monkeypatch, "\r", " ", "\x1b[C", "b", "\x1b[D", "r", "?", "x", "q", "\r"
    )
    assert came.code == 0
    places = [line.partition("move ")[2] for line in came.lines if ", move " in line]
    assert [place.split(" ")[0] for place in places[:6]] == ["1", "2", "3", "4", "3", "2"]
    assert len(places) == 7
    assert "q: leave" in came.err
    assert "\x1b" not in came.out
    assert all(width(line) <= 80 for line in came.lines if not line.startswith("  "))


def test_the_end_is_left_by_going_on(zones: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter at the last move leaves; what ends the input leaves too."""
    came = pressing(zones, monkeypatch, *["r"] * 20, "\r", "b")
    assert came.err.splitlines()[-1].startswith("the end")
    assert pressing(zones, monkeypatch, "\r").code == 0


def test_without_a_terminal_lines_ask(zones: Shell) -> None:
    """An empty line goes on, b back, q leaves; at the end of the input the rest is told."""
    whole = zones("replay 1").out
    assert zones("replay 1 --step").out == whole
    assert zones("replay 1 --step", typed="\n" * 500).out == whole
    heads = [line for line in zones("replay 1 --step", typed="\nb\nq\n").lines if line[:1] == ">"]
    told = [line for line in whole.splitlines() if line[:1] == ">"]
    assert heads == [told[0], told[1], told[0]]


def test_stepping_stops_where_it_is_told(zones: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--to` the end is there."""
    walk = walked(zones)
    walk.place = 4
    address = walk.move.lines[-1].address
    came = zones(f"replay 1 --step --to {address}", typed="\n" * 500)
    assert [line for line in came.lines if line[:1] == ">"][-1] == f"> {walk.move.text}"
    assert len([line for line in came.lines if line[:1] == ">"]) == 5
    assert pressing(zones, monkeypatch, "q").code == 0


def test_keys_of_a_real_terminal(zones: Shell) -> None:
    """In 60 columns: Enter, the right and left arrows, q; the screen is cleared each time."""
    ours, theirs = pty.openpty()
    size = struct.pack("HHHH", 40, 60, 0, 0)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    env = surroundings() | {"TERM": "xterm", "NO_COLOR": "1", "ACTA_AS": "Ana"}
    words = [sys.executable, "-m", "cli.main", "replay", "1", "--step"]
    with subprocess.Popen(
        words, cwd=zones.folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        seen = b""
        for key in (b"\r", b"\x1b[C", b"\x1b[D", b"q"):
            seen += _until(ours, b"quit")
            os.write(ours, key)
        assert running.wait(20) == 0
    os.close(ours)
    frames = seen.decode().split("\x1b[2J")
    places = [frame.partition(", move ")[2].partition(" ")[0] for frame in frames[1:]]
    assert places == ["1", "2", "3", "2"]
    assert not re.search(r"\x1b\[[0-9;]*m", seen.decode())


def _until(terminal: int, word: bytes) -> bytes:
    """What a terminal shows until a word comes, and whoever said it waits for a key."""
    seen = b""
    while word not in seen:
        seen += os.read(terminal, 65_536)
    while termios.tcgetattr(terminal)[3] & termios.ECHO:  # what comes before would be thrown away
        select.select([terminal], [], [], 0.01)
    return seen


# The map


def square(size: int) -> Picture:
    """A square arena with one token in its south-west corner."""
    spots = tuple(
        Spot(id=f"{x}.{y}", name=f"{chr(64 + (x - 1) % 26 + 1)}{y}", column=x, row=y)
        for y in range(1, size + 1)
        for x in range(1, size + 1)
    )
    one = Token(
        id="t",
        name="Brutus",
        handle="BRU",
        side=1,
        spot="1.1",
        facing="n",
        health=3,
        max_health=8,
    )
    return Picture(spots=spots, width=size, height=size, tokens=(one,))


@pytest.mark.parametrize(
    ("room", "sign"),
    [(120, "1BRU↑ "), (80, "1BRU↑"), (60, "1↑ "), (40, "1↑"), (20, "1.")],
)
def test_a_map_of_15_squares_fits_its_terminal(room: int, sign: str) -> None:
    """3 places for the row's number, then 6, 5, 3, 2 or 1 for a square: 93, 78, 48, 33, 18."""
    rows = small_map(square(15), room)
    assert rows[15].startswith(f" 1 {sign}")
    assert all(width(row) <= room for row in rows)


def test_the_largest_arena_is_a_list_where_it_has_no_room() -> None:
    """60 squares need 63 places; with 50 only the list is shown, nothing is broken."""
    assert len(small_map(square(60), 63)) == 62
    assert small_map(square(60), 50) == ["1BRU↑ Brutus 3/8 on 1.1"]


def test_arrows_are_plain_where_the_terminal_has_none() -> None:
    """A code page without arrows gets ^ > v <."""
    assert small_map(square(3), 80, plain=True)[3].startswith(" 1 1BRU^")


def test_who_moved_has_a_star() -> None:
    """In words, not by a colour."""
    assert small_map(square(3), 80, {"t"})[-1] == "1BRU↑ *Brutus 3/8 on 1.1"
