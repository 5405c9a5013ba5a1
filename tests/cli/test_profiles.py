"""Profiles and rosters on the screen: what an aftermath left is said where there is something."""

from typing import Any

import pytest

from cli.profiles import crew_sheet, member_sheet
from domain.games.mortisphere.rules import GAME

SURA: dict[str, Any] = {
    "id": "crew-ash/2",
    "handle": "SUR",
    "name": "Sura",
    "former_names": [],
    "crew": "Ash",
    "type": "Survivor",
    "die": 6,
    "abilities": [],
    "equipment": ["Rivet Gun"],
    "special_rules": [],
    "own": [],
    "health": 3,
    "max_health": 3,
    "advances": [],
    "lasting_injuries": [],
    "captain": False,
    "experience": 0,
    "status": "fit",
    "history": [],
    "battles": 1,
    "kills": 0,
    "injuries": 0,
}
HURT = SURA | {
    "health": 2,
    "advances": ["Hardened", "Instinct"],
    "lasting_injuries": ["Lamed"],
    "experience": 9,
    "status": "unfit",
    "injuries": 1,
}
ASH: dict[str, Any] = {
    "crew": "Ash",
    "player": "Ana",
    "value": 6,
    "rating": 7,
    "treasury": 4,
    "store": [],
    "ended": False,
    "members": [SURA],
}


def test_a_member_fresh_from_its_founding(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing gathered yet: no words for it."""
    member_sheet(GAME, SURA)
    assert capsys.readouterr().out.splitlines() == [
        "Sura (SUR) of Ash, fit",
        "Survivor d6, 3 Health",
        "equipment: Rivet Gun",
        "battles 1, kills 0, injuries 0",
    ]


def test_a_member_that_has_lived(capsys: pytest.CaptureFixture[str]) -> None:
    """Health it is short of, experience, advances, what it carries on, that it sits one out."""
    member_sheet(GAME, HURT)
    assert capsys.readouterr().out.splitlines() == [
        "Sura (SUR) of Ash, unfit",
        "Survivor d6, 2 of 3 Health",
        "experience 9, advances Hardened, Instinct",
        "equipment: Rivet Gun",
        "lasting injuries: Lamed",
        "battles 1, kills 0, injuries 1",
    ]


def test_a_crew_shows_what_its_members_gathered(capsys: pytest.CaptureFixture[str]) -> None:
    """A column that would be empty is left out; what is in store is named."""
    crew_sheet(GAME, ASH, as_json=False, as_csv=False)
    shown = capsys.readouterr().out.splitlines()
    assert shown[1].split()[-1] == "status"
    lived = ASH | {"members": [HURT], "store": ["Relic"], "ended": True}
    crew_sheet(GAME, lived, as_json=False, as_csv=False)
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:3] == ["in store: Relic", "its campaign is over"]
    assert shown[3].split()[-5:] == ["status", "experience", "advances", "lasting", "injuries"]
    crew_sheet(GAME, ASH, as_json=False, as_csv=True)
    header = "handle,name,type,die,health,abilities,equipment,status"
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == f"{header},experience,advances,lasting_injuries"
