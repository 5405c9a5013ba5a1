"""Words that people meet in tables, plots and hints: those of the game, and right of one thing."""

import pytest

from tests.cli.campaigns import played

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
