"""The evidence of a doubt: of a fair record every line is judged again as it stands."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cli.disputed import Disputed, cited
from cli.disputes import case_of
from cli.ruling import opened
from domain.evidence import Evidence, gathered, rests
from domain.games.mortisphere.clash import ClashDeclared
from domain.ledger.fold import MASKS
from domain.ledger.record import Line
from domain.terms import Event
from tests.branching import DICE, GAMES, desk, played
from tests.season import GAME, Season

SINCE = ("taken_back", "effect", "events", "branches")
"""What a dispute tells of later lines."""


def evidence(season: Season, line: Line) -> Evidence:
    """The evidence about a line."""
    marks = rests(season.ledger, GAME, line.address)
    assert marks[0].story == line.story
    return gathered(GAME, season.ledger, line.address, marks)


@pytest.mark.parametrize("sealed", [False, True])
def test_every_line_of_a_fair_record_is_judged_as_it_stands(
    tmp_path: Path, *, sealed: bool
) -> None:
    """Founding, recruits, openings, battles, aftermaths: whatever is doubted, the rules agree.

    The state behind a line of a battle is that of all its lines up to the end of what the action
    yielded; before the first line of all there is nothing.
    """
    season = Season(tmp_path / "ledger.db", seed="doubt").season(2, sealed=sealed)
    lines = [line for story in season.ledger.stories() for line in season.ledger.story(story)]
    firsts = [line for line in lines if line.batch == line.address]
    assert {line.story for line in firsts} == {
        "campaign",
        "crew-ash",
        "crew-iron",
        "battle-1",
        "battle-2",
    }
    for line in firsts:
        found = evidence(season, line)
        assert found.judged, line.address
        assert all(one.agrees for one in found.judged), line.address
        assert [each.batch for each in found.lines] == [line.address] * len(found.lines)
    season.ledger.close()


def test_a_line_of_a_crew_is_judged_where_it_was_decided(tmp_path: Path) -> None:
    """What an aftermath did to a crew is doubted in its story, and judged as the aftermath."""
    season = Season(tmp_path / "ledger.db", seed="doubt").season(2)
    line = next(
        line
        for line in season.ledger.story("crew-ash")
        if line.batch.startswith("battle-1/") and line.batch != "battle-1/1"
    )
    found = evidence(season, line)
    assert found.aftermath
    assert all(one.agrees for one in found.judged)
    season.ledger.close()


def test_what_rules_stumble_over_is_told(tmp_path: Path) -> None:
    """Whatever a stranger's record makes them do: it is no decision that they agree with."""
    season = Season(tmp_path / "ledger.db", seed="doubt").season(1)

    def stumbling(_state: object, _action: object) -> list[Event]:
        raise ZeroDivisionError

    game = replace(GAME, battle=replace(GAME.battle, decide=stumbling))
    line = season.ledger.story("battle-1")[-1]
    marks = rests(season.ledger, GAME, line.address)
    (judged,) = gathered(game, season.ledger, line.address, marks).judged
    assert judged.expected == "the rules stumble over it: ZeroDivisionError()"
    season.ledger.close()


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=3, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(number=st.integers(0, 10**6))
def test_evidence_stays_whatever_comes_later(game: str, number: int) -> None:
    """A random battle goes on behind a doubt, with undos: the evidence is the same throughout."""
    with TemporaryDirectory() as folder:
        shell = GAMES[game](Path(folder), DICE[number % 3])
        with desk(shell) as at:
            played(at, "battle-1", f"battle {number}", 8)
            lines = at.ledger.story("battle-1")
            line = lines[number % len(lines)]
            opened(at, line.address, "a doubt", "", dry_run=False)
            before = Disputed(at, case_of(at, "1")).document()
            judged = before["judged"]
            assert all(one["agrees"] for one in judged)
            assert bool(judged) is not isinstance(line.data, MASKS)
            played(at, "battle-1", f"on {number}", 8)
            after = Disputed(at, case_of(at, "1")).document()
            for told in SINCE:
                before.pop(told), after.pop(told)
            assert after == before
        assert shell("audit dispute-1").code == 0


def test_an_event_names_its_rules() -> None:
    """Alone, in a list, in a span."""

    class Doubted(Event, frozen=True, tag="doubted"):
        """Something (MS-TRN-1, -7) of MS-CLA-2 to MS-CLA-4 and MS-RES-4."""

    assert cited(Doubted) == [
        *("MS-TRN-1", "MS-TRN-7", "MS-CLA-2", "MS-CLA-3", "MS-CLA-4", "MS-RES-4"),
    ]
    assert "MS-CLA-2" in cited(ClashDeclared)
