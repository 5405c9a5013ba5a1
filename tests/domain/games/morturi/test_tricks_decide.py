"""Each trick of the arena decides something in a battle that was worked out by hand.

The table, `tests/transcripts/morturi/tricks.md`, names the battle for each.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.battle_file import BattleFile
from cli.staging import Stage
from domain.games.morturi.battle import Fighting
from domain.games.morturi.opening import BattleOpened, TeamFielded
from domain.games.morturi.shapes import book
from domain.games.morturi.units import Unit
from domain.terms import Event, Refusal
from tests.arena_facts import hold
from tests.arena_transcripts import TRANSCRIPTS, staged
from tests.facts import facts
from tests.golden import load
from tests.tables import tables

PAGE = TRANSCRIPTS / "tricks.md"
(ROWS,) = tables(PAGE).values()
AT_THE_OPENING = {"everyone_loves"}
"""It has done what it does before the first line (MR-CRD-1): that it is told has to do."""
WITHOUT = {"frenzy": "retired", "will_to_live": "survival.check"}


def path_of(row: dict[str, str]) -> Path:
    """The battle file that a row names."""
    return TRANSCRIPTS / f"{row['file']}.acta"


def told(file: BattleFile, stage: Stage) -> Iterator[Event]:
    """The file's battle row by row: what comes of it, while its facts hold."""
    yield from (line.data for line in stage.lines)
    for row in file.lines:
        before = len(stage.lines)
        stage.play(row)
        new = [line.data for line in stage.lines[before:]]
        for fact in facts(row.comment):
            hold(fact, stage.table, new, f"line {row.line}")
        yield from new


def named(plain: Any, trick: str) -> bool:
    """Whether a trick is named somewhere in what an event says."""
    if isinstance(plain, dict):
        return any(named(value, trick) for value in plain.values())
    if isinstance(plain, list | tuple):
        return any(named(one, trick) for one in plain)
    return bool(plain == trick)


def without(battle: Fighting, trick: str) -> Fighting:
    """The battle in which nobody has the trick, nor what it took from his profile or gave it."""

    def lacks(unit: Unit) -> Unit:
        return msgspec.structs.replace(
            unit,
            tricks=tuple(one for one in unit.tricks if one != trick),
            weapons=tuple(one for one in unit.weapons if one.id != trick),
            specials=book().role(unit.role).specials if trick in unit.tricks else unit.specials,
        )

    units = {address: lacks(unit) for address, unit in battle.units.items()}
    return msgspec.structs.replace(battle, units=units)


def test_every_trick_has_its_battle() -> None:
    """MR-CRE-8: the 61 tricks outside the factions, but for one retired and one of the school."""
    core = [t for t in book().tricks if not t.faction]
    assert len(core) == 61
    assert sorted([row["trick"] for row in ROWS] + [*WITHOUT]) == sorted(t.id for t in core)
    assert book().trick("frenzy").retired
    assert {effect.on for effect in book().trick("will_to_live").effects} == {"survival.check"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["trick"])
def test_it_is_told(row: dict[str, str]) -> None:
    """MR-GEN-5: an event names the trick it came from, where the trick adds something."""
    file = load(path_of(row))
    events = told(file, staged(file, row["file"]))
    names = any(
        named(msgspec.to_builtins(event), row["trick"])
        for event in events
        if not isinstance(event, BattleOpened | TeamFielded)
    )
    assert ("yes" if names else "no") == row["told"]


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["trick"] not in AT_THE_OPENING], ids=lambda row: row["trick"]
)
def test_without_it_the_battle_goes_otherwise(row: dict[str, str]) -> None:
    """MR-GEN-5: taken from whoever has it, a line is refused or a fact no longer holds."""
    file = load(path_of(row))
    stage = staged(file, row["file"])
    stage.rehearsal.state = without(stage.rehearsal.state, row["trick"])
    with pytest.raises((Refusal, AssertionError)):
        list(told(file, stage))
