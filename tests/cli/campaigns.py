"""Campaigns on record for whoever reads them: played once, and looked at by many tests."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.shell import Shell
from tests.cli.test_four_crews import Season
from tests.cli.test_months_in_rome import Months

PLAYED = TemporaryDirectory(prefix="acta-campaigns-")


@cache
def four_crews() -> Season:
    """Twenty battles of four crews; its pages are worked by hand (`tests/seasons`)."""
    return Season(Path(PLAYED.name) / "four")


@cache
def months_in_rome() -> Months:
    """Months of three schools; its pages are worked by hand (`tests/seasons`)."""
    place = Path(PLAYED.name) / "rome"
    place.mkdir()
    return Months(place)


def played(game: str) -> Shell:
    """Somebody in the campaign of that game, who only reads."""
    return four_crews().shell if game == "mortisphere" else months_in_rome().shell


def copy_of(game: str, folder: Path) -> Shell:
    """Somebody in a copy of that campaign."""
    shutil.copytree(played(game).folder, folder)
    return Shell(folder)
