"""Campaigns that robots have played a battle in, as a folder to copy: plain names, or hostile ones.

They are made once a process, the same every time but for the campaign's id and the hours.
"""

import re
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cli.demo import LONGEST
from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from cli.new import found
from cli.opening import Terms, open_battle
from domain import game as games
from domain.campaign import FoundCampaign
from domain.crew import story_of
from domain.crew_file import read
from domain.robot import Robot
from tests.hostile_names import KEPT

GAMES = ("mortisphere", "morturi")
MADE = TemporaryDirectory(prefix="acta-tests-played-")
NASTY = (
    *("HTML", "an image", "an entity", "a template", "a formula", "a link of Markdown", "Typst"),
    *("LaTeX", "a table of Markdown", "signs of Markdown", "80 letters", "80 wide letters"),
    *("from right to left", "pictures", "a heap of accents", "a number", "escapes written out"),
    *("quotes", "many spaces", "a way up"),
)
"""Which names of the kit are played with where there is no time for all."""


def quoted(name: str) -> str:
    """A name as TOML writes it."""
    return msgspec.json.encode(name).decode()


def named(text: str, key: str, name: str) -> str:
    """A part of a crew's file with another name."""
    return re.sub(f'^{key} = ".*"', lambda _: f"{key} = {quoted(name)}", text, flags=re.MULTILINE)


def crews(game: str, names: Sequence[str]) -> Iterator[str]:
    """The game's sample crews as files, under other names: two at a time, until all are used."""
    rest = iter([*names, *names])
    samples = sorted(games.load(game).demo.crews.glob("*.toml"))
    used = 0
    for number, path in enumerate(cycle(samples)):
        if used >= len(names) and number % 2 == 0:
            return
        head, *members = re.split(r"(?=\[\[members\]\])", path.read_text("utf-8"))
        crew = quoted(names[number % len(names)])
        head = re.sub(
            r'(name|player) = ".*"', lambda found, crew=crew: f"{found[1]} = {crew}", head
        )
        for place, text in enumerate(members):
            own = quoted(next(rest))
            members[place] = re.sub(
                'name = ".*"', lambda _, own=own: f"name = {own}", text, count=1
            )
        used += len(members)
        yield "".join([head, *members])


def fought(desk: Desk, names: Sequence[str], seed: str) -> None:
    """A battle of two crews, by sealed dice and a robot, to the end of its aftermath."""
    game = desk.game
    terms = Terms(
        scenario=game.demo.scenario,
        crews=list(names),
        dice="sealed",
        solo=True,
        seed=sha256(seed.encode()).hexdigest(),
    )
    open_battle(desk, terms)
    robot = Robot(game, seed, game.demo.keen)
    for _ in range(LONGEST):
        table = desk.battle()
        action = robot.action(table.state)
        if action is None:
            return
        text = written(action, game.language, table.scene)
        if text:  # whoever announces nothing by `declare` would type `pass`
            record(desk, table, text, Wish())
        if text == "conclude":
            return


def campaign(folder: Path, game: str, name: str, names: Sequence[str]) -> None:
    """A campaign of that name in which all these names were carried into a battle."""
    played = games.load(game)
    found(Asked("Ana"), played, FoundCampaign(name=name, house=played.demo.house), folder)
    desk = Desk(Asked("Ana", campaign=str(folder)), writes=True)
    try:
        known = list[str]()
        for text in crews(game, names):
            crew = read(text, "crew.toml", played.profiles)
            story = story_of(desk.books(), crew.name)
            desk.submit(story, crew.actions(story))
            known.append(crew.name)
        for number in range(0, len(known), 2):
            fought(desk, known[number : number + 2], f"{game} {number}")
    finally:
        desk.close()


PLAIN = ("Vex", "Rook", "Unit Nine", "Sura", "Moth", "Kiln", "Oum", "Tallow", "Brand")
KINDS = {"plain": PLAIN, "nasty": [KEPT[one] for one in NASTY], "all": list(KEPT.values())}


@cache
def _made(game: str, kind: str) -> Path:
    """The folder of a campaign to copy."""
    names = KINDS[kind]
    folder = Path(MADE.name) / f"{game}-{kind}"
    campaign(folder, game, names[0], names)
    return folder


def played(place: Path, game: str, kind: str = "plain") -> Path:
    """A copy of a campaign of that game, with names of that kind: plain, nasty, all."""
    return Path(shutil.copytree(_made(game, kind), place / "played"))
