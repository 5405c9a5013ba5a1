"""`acta demo`: a whole battle of two sample crews, played and explained."""

import shutil
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import click

from cli import audit as auditing
from cli.answers import masked_lines, told, told_about
from cli.demo_exports import exported
from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from cli.new import found
from cli.opening import Terms, open_battle
from cli.profiles import member_sheet
from cli.rows import say
from domain import game as games
from domain.campaign import FoundCampaign
from domain.counting import counted
from domain.crew import story_of
from domain.crew_file import load
from domain.game import Game
from domain.ledger.record import Line
from domain.names import slug
from domain.robot import Robot
from domain.undo import newest

SEED = sha256(b"acta demo").hexdigest()
WHOLE = 12  # typed lines of which everything is told; then only what a chronicle would tell
SLIP = 5  # from this typed line on the first that rolls is taken back
LONGEST = 2000


@click.command()
@click.option("--game", default="", metavar="GAME", help="Which game, if not the first.")
@click.option("--at", default="", metavar="FOLDER", help="A new folder that stays where it is.")
def demo(game: str, at: str) -> None:
    """Play and explain a small campaign, and write all its exports.

    Without --at it lies in a temporary folder; at its end both are named, and each export with the
    command that writes it.
    """
    played = games.load(game or games.installed()[0])
    shown = played.demo
    folder = Path(at) if at else Path(tempfile.mkdtemp(prefix="acta-demo-")) / slug(shown.campaign)
    _, lines = found(
        Asked("Ana"), played, FoundCampaign(name=shown.campaign, house=shown.house), folder
    )
    say("1. A campaign is founded in a folder of its own: acta new")
    say(*map(told, lines), f"folder: {folder}", "")
    with_crews(folder, played)
    desk = Desk(Asked("Ana", campaign=str(folder)), writes=True)
    try:
        _battle(desk)
        _after(desk)
    finally:
        desk.close()
    _damage(folder)
    exported(folder)
    say(f"The campaign stays in {folder}: cd there, then acta status, acta log, acta replay 1.")


def with_crews(folder: Path, game: Game) -> None:
    """Found the sample crews."""
    say(f"2. Two {game.words.crew}s are founded from text files: acta crew import FILE.toml")
    desk = Desk(Asked("Ana", campaign=str(folder)), writes=True)
    try:
        for path in sorted(game.demo.crews.glob("*.toml")):
            crew = load(path, game.profiles)
            story = story_of(desk.books(), crew.name)
            say(*map(told, desk.submit(story, crew.actions(story))))
    finally:
        desk.close()
    say("")


def _battle(desk: Desk) -> None:
    """Open a battle with sealed dice and let a robot choose among the legal lines."""
    say(
        "3. A battle opens with sealed dice for one player: the program is bound to a seed before",
        "   the first roll, and shows it when the battle is concluded:",
        f"   acta battle open {desk.game.demo.scenario} CREW CREW --dice sealed --solo",
    )
    crews = [crew.who.name for crew in desk.books().crews.values()]
    terms = Terms(
        scenario=desk.game.demo.scenario, crews=crews, dice="sealed", solo=True, seed=SEED
    )
    say(*map(told, open_battle(desk, terms).lines), "")
    say(
        "4. One line is one decision: acta do LINE. A robot picks among those that acta next lists."
    )
    robot, slipped = Robot(desk.game, "acta demo", desk.game.demo.keen), False
    for number in range(1, LONGEST):
        table = desk.battle()
        action = robot.action(table.state)
        if action is None:
            break
        text = written(action, desk.game.language, table.scene)
        came = record(desk, table, text, Wish())
        say(f"> {text}")
        _tell(desk, came.lines, whole=number <= WHOLE)
        if text == "conclude":
            break
        if not slipped and number >= SLIP and _rolled(came.lines):
            slipped = True
            _slip(desk)
    say("")


def _rolled(lines: Sequence[Line]) -> bool:
    """Whether sealed dice fell."""
    return any(getattr(line.data, "reveals", ()) for line in lines)


def _tell(desk: Desk, lines: Sequence[Line], *, whole: bool) -> None:
    """Tell what came of a line: all of it, or rolls and what a chronicle would tell."""
    known = desk.game.chronicle.facts
    say(
        *(
            f"  {told(line)}"
            for line in lines
            if whole or type(line.data) in known or _rolled([line])
        )
    )


def _slip(desk: Desk) -> None:
    """Take a line back, and see that both stay on record."""
    say("   That was a slip. acta undo takes it back; it stays on record, and so do its dice.")
    story = desk.battle().story
    (batch,) = newest(desk.ledger.story(story))
    taken = desk.ledger.retract(batch.id, stamp=desk.stamp())
    masked = masked_lines(desk.ledger.batch, taken)
    say(*(f"  {row}" for line in taken for row in told_about(line, masked)))


def _after(desk: Desk) -> None:
    """Show profiles and standings, then audit."""
    from projections.profiles import profile
    from projections.standings import standings

    say("5. Whatever happened is in the profiles: acta member show NAME")
    with desk.views() as views:
        for crew in desk.books().crews.values():
            first = crew.captain or crew.members[0]
            member_sheet(desk.game, profile(views, first.who.id))
            say("")
        say("6. The league table: acta standings")
        for row in standings(views):
            points = counted(row["league"], "point")
            say(f"{row['rank']}. {row['crew']}: {points}, {row['scored']} scored")
    say("", "7. Everything is read again, every ruling judged again: acta audit")
    auditing.tell(auditing.inspect(desk))
    say("")


def _damage(folder: Path) -> None:
    """Flip a byte in a copy and let the audit find it."""
    say("8. In a copy of the folder somebody changes one byte of the record. acta audit says:")
    with tempfile.TemporaryDirectory(prefix="acta-demo-") as place:
        copy = Path(place) / "copy"
        shutil.copytree(folder, copy)
        asked = Asked("Ana", campaign=str(copy))
        whole = Desk(asked)
        state = whole.ledger.rows_of("battle-1")[-1].state
        whole.close()
        _flip(copy / "ledger.db", state)
        desk = Desk(asked)
        try:
            auditing.tell(auditing.inspect(desk))
        finally:
            desk.silence()
            desk.close()
    say("")


def _flip(path: Path, state: bytes) -> None:
    """Change the hour in a line's stamp, in the file itself."""
    whole = bytearray(path.read_bytes())
    at = whole.index(state[:60]) + len('{"at":"2026-11-29T')
    whole[at] ^= 1
    path.write_bytes(whole)
