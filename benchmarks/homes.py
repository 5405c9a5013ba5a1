"""Campaigns in folders of their own, as long as is wanted, with a battle in its middle."""

import sys
import tomllib
from pathlib import Path

from benchmarks.shell import ROOT, acta, cost

TALK = 1_750
"""Remarks in each battle of a long ledger: it has 40 crews, 500 battles and a million lines."""


def campaign(folder: Path, lines: int, *, talk: int = 0) -> Path:
    """A campaign's folder whose ledger has at least so many lines; its last battle is open."""
    home = folder / f"campaign-{lines}"
    cost(acta("new", "Benchmarks", "--game", "mortisphere", "--at", str(home)), folder)
    (home / "ledger.db").unlink()
    written = tomllib.loads((home / "acta.toml").read_text("utf-8"))
    season = ("-m", "benchmarks.seasons", str(home / "ledger.db"), str(lines))
    cost((sys.executable, *season, written["campaign"], str(talk)), ROOT)
    return home
