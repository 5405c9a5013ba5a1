"""Words that people meet in tables, plots and hints: those of the game, and right of one thing."""

from pathlib import Path

import pytest

from tests.cli.campaigns import played
from tests.cli.shell import Shell, fighting

LINES = (
    "stats",
    "stats --battle 1",
    "stats --plot dealt --as svg",
    "stats --battle 1 --plot health --as svg",
    "records",
    "records --csv",
)


@pytest.mark.parametrize("line", LINES)
def test_what_is_lost_has_the_word_of_the_game(line: str) -> None:
    """Given months of gladiators; then they lose life points (MR-DMG-1), and nobody has health.

    Given a season of Mortisphere, where members lose Health (MS-HEA-1); then no word is of Rome.
    """
    rome, told = played("morturi")(line).out, played("mortisphere")(line).out

    for name in ("plot-health", "health-title", "health-told"):  # not shown: what is meant
        rome = rome.replace(name, "")
    assert "life points" in rome
    assert "health" not in rome.lower()
    assert "health" in told
    assert "life points" not in told


def test_a_school_has_the_word_of_the_game_over_its_columns() -> None:
    """Given a school; then its table has a column for life points (MR-CRE-6), as CSV `health`."""
    shell = played("morturi")
    school = shell("crew list --json").json()[0]["crew"]

    assert "life points" in shell(f"crew show '{school}'").out.splitlines()[1]
    assert "health" in shell(f"crew show '{school}' --csv").out.splitlines()[0]


def test_help_names_the_options_of_games(tmp_path: Path) -> None:
    """Given no campaign; then help tells each game's options under its name; in one, its own."""
    told = Shell(tmp_path)("member recruit --help").out
    mortisphere, morturi = told.index("In Mortisphere:"), told.index("In Morturi Te Salutant:")
    assert mortisphere < told.index("--type T") < told.index("--will W") < morturi
    assert morturi < told.index("--role R") < told.index("--trick T")

    told = played("morturi")("member recruit --help").out
    assert "--role R" in told
    assert "--type T" not in told
    assert "In Mor" not in told


def test_one_battle_is_there(tmp_path: Path) -> None:
    """Given one battle and four stories; then hints say that there is one, and are four."""
    shell = fighting(tmp_path)
    assert "hint: there is battle-1\n" in shell("battle show 7").err
    known = "campaign, crew-ash, crew-iron, battle-1"
    assert f"hint: there are {known}\n" in shell("log nowhere").err
