"""A campaign made of a forged bundle, to look at: every command shows it, or says one sentence.

The bytes hold, the game does not. Whatever a line that no rules wrote makes a command stumble over
is told as that; a mistake of the program on a record that holds is still told as one.
"""

import shlex
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.edits.cheats import DEEDS, EDITS, Edit
from benchmarks.edits.stock import campaigns
from benchmarks.edits.tale import Piece, Tale, renumbered
from cli import status
from domain import game as games
from domain.robot import Robot
from tests.bundles import bundled, signed
from tests.cli.shell import Came, Shell, fighting

CHEATS = EDITS | DEEDS
CODES = {0, 1, 2, 3, 4, 5}
MISTAKE = "acta made a mistake"

OF_THE_RECORD = """
status
status --json
next
next --json
log
log --all --json
log --dice
log battle-1
log campaign --all
replay 1
replay 1 --to MIDDLE
replay branch-1
audit
audit battle-1
audit --json
season
season --json
season done --dry-run
standings
standings --json
rebuild
export replay 1
export replay branch-1
export bundle -o ../out.acta --force
doctor
doctor --salvage ../saved
backup ../copy.db
sign --short
sign 1 --short
dispute list
dispute show 1
dispute show 1 --json
dispute open MIDDLE x --dry-run
dispute rule 1 note x --dry-run
dispute rule 1 overturn x --agreed Ben --dry-run
branch
branch MIDDLE --dry-run
undo --dry-run
undo turn --dry-run
undo round --dry-run
undo --to MIDDLE --dry-run
redo --dry-run
after --dry-run
after 1 --dry-run
amend MIDDLE pass --why x --dry-run
amend LATE 'roll 3' --why x --dry-run
do pass --dry-run
do 'note x' --dry-run
why MIDDLE
why LATE
why battle-1.initiative
why battle-1.round
house list
house set ties reroll --dry-run
content list
crew list
crew list --json
crew found Zed --player Z --dry-run
battle list
battle show 1
battle show 1 --json
battle show 1 --at MIDDLE
battle show branch-1
battle map 1
battle legal 1
battle hand
battle checklist 1
battle dice table --why x --dry-run
battle conclude --dry-run
battle void 1 --why x --dry-run
import ../forged.acta
""".strip().splitlines()
OF_A_CREW = """
crew show NAME
crew show NAME --json
crew rename NAME Zed --dry-run
why NAME.value
why NAME.treasury
why NAME.league
""".strip().splitlines()
OF_A_MEMBER = """
member show NAME
member show NAME --json
member note NAME x --dry-run
member retire NAME --why x --dry-run
member rename NAME Zed --dry-run
why NAME
why NAME.health
why NAME.battles
why NAME.kills
why NAME.status
""".strip().splitlines()


class Stock(NamedTuple):
    """A campaign that holds, and what its commands are asked."""

    tale: Tale
    lines: tuple[str, ...]

    @classmethod
    def of(cls, shell: Shell) -> "Stock":
        """The campaign of a folder, in which something is doubted and played otherwise."""
        game = next(each for each in games.installed() if f'"{each}"' in settings(shell))
        tale = Tale(games.load(game), shell.folder / "ledger.db")
        last = max(line.line for line in tale.lines if line.story == "battle-1")
        crews = [one["crew"] for one in shell("crew list --json").json()][:2]
        shown = [shell.words(["crew", "show", crew, "--json"]).json() for crew in crews]
        members = [f"{one['crew']}/{who['name']}" for one in shown for who in one["members"][:1]]
        lines = [
            *OF_THE_RECORD,
            *(line.replace("NAME", shlex.quote(name)) for name in crews for line in OF_A_CREW),
            *(line.replace("NAME", shlex.quote(name)) for name in members for line in OF_A_MEMBER),
        ]
        for word, place in (("MIDDLE", last // 2), ("LATE", last * 3 // 4)):
            lines = [line.replace(word, f"battle-1/{place}") for line in lines]
        return cls(tale, tuple(lines))


def settings(shell: Shell) -> str:
    """What the campaign's folder says of it."""
    return (shell.folder / "acta.toml").read_text("utf-8")


def edits(tale: Tale, seed: str) -> Iterator[tuple[str, Edit]]:
    """Edits without end, of each kind in turn."""
    pick = Robot(tale.game, seed).pick
    for kind in cycle(CHEATS):
        if (edit := CHEATS[kind](tale, pick)) is not None:
            yield kind, edit


def imported(tale: Tale, edit: Edit, folder: Path) -> Shell:
    """The campaign of a forged bundle in a folder of its own."""
    folder.mkdir()
    lines, campaign = list(renumbered(edit.pieces)), tale.campaign
    kept = signed(lines, len(lines), campaign=campaign)
    (folder / "forged.acta").write_bytes(bundled(lines, kept, campaign=campaign))
    shell = Shell(folder)
    came = shell("import forged.acta --at here --yes")
    assert_told(came, "import")
    return Shell(folder / "here") if came.code == 0 else shell


def untouched(tale: Tale) -> Edit:
    """Nothing is edited."""
    return Edit("nothing", [Piece(state) for state in tale.states])


def assert_told(came: Came, line: str) -> None:
    """It was shown, or refused in one sentence."""
    assert MISTAKE not in came.out + came.err, (line, came.err)
    assert "Traceback" not in came.err, (line, came.err)
    assert came.code in CODES, (line, came)


def look(stock: Stock, folder: Path, seed: str, tries: int, each: int) -> None:
    """Try commands on forged records: `each` of them on one, one after another."""
    lines = cycle(stock.lines)
    for number, (kind, edit) in enumerate(islice(edits(stock.tale, seed), tries)):
        shell = imported(stock.tale, edit, folder / f"{seed}-{number}")
        for line in islice(lines, each):
            try:
                assert_told(shell(line), line)
            except AssertionError as failed:
                failed.add_note(f"{kind}: {edit.what}")
                raise


@pytest.fixture(scope="module")
def winter(tmp_path_factory: pytest.TempPathFactory) -> Stock:
    """Two crews of Mortisphere, a battle, a doubt, a branch."""
    shell = fighting(tmp_path_factory.mktemp("winter"))
    shell.do("c sura vs unit; rd unit; 5 3")
    doubted(shell)
    return Stock.of(shell)


def doubted(shell: Shell) -> None:
    """A line of the first battle is doubted, and what follows another one played otherwise."""
    assert shell("dispute open battle-1/3 'I saw it otherwise'").code == 0
    assert shell("branch battle-1/3").code == 0


def test_what_is_forged_holds_before(winter: Stock, tmp_path: Path) -> None:
    """The campaign itself is sound: each command is done, or refused for what it asks."""
    shell = imported(winter.tale, untouched(winter.tale), tmp_path / "fair")
    assert shell("audit").code == 0
    for line in winter.lines:
        assert shell(line).code in {0, 1, 2}, line


def test_some_commands_of_some_forged_records(winter: Stock, tmp_path: Path) -> None:
    """One forgery of nearly each kind, each looked at in a few ways."""
    look(winter, tmp_path, "short", tries=9, each=6)


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_commands_of_many_forged_records(number: int, tmp_path: Path) -> None:
    """Campaigns of robots: battles, aftermaths, a year of schools; forged over and over."""
    tale = next(islice(campaigns(tmp_path), number, None))
    shell = imported(tale, untouched(tale), tmp_path / "fair")
    doubted(shell)
    look(Stock.of(shell), tmp_path, "long", tries=30, each=20)


def stumbling(*_: object) -> None:
    """A mistake in a command."""
    raise KeyError("by hand")


def test_what_a_command_stumbles_over_is_the_record_s_or_ours(
    winter: Stock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a record that does not hold it is said to be the record's, on one that does ours."""
    monkeypatch.setattr(status, "open_cases", stumbling)
    fair = imported(winter.tale, untouched(winter.tale), tmp_path / "fair")
    came = fair("status")
    assert (came.code, came.err.partition(";")[0]) == (5, f"{MISTAKE} (KeyError: 'by hand')")
    both = zip(winter.tale.lines, winter.tale.states, strict=True)
    pieces = [Piece(state) for line, state in both if line.address != "battle-1/10"]
    forged = imported(winter.tale, Edit("a line removed", pieces), tmp_path / "forged")
    came = forged("status")
    first = forged("audit --json").json()["findings"][0]["address"]
    sentence = (
        f"the record says at {first} what these rules did not make: this cannot be made of it"
    )
    assert (came.code, came.err) == (5, f"{sentence}\nhint: acta audit\n")
    error = forged("status --json").json()["error"]
    assert (error["kind"], error["message"]) == ("storage", sentence)
    assert "KeyError: 'by hand'" in forged("--debug status").err
