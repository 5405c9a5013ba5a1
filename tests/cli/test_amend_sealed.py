"""`acta amend` where dice are sealed: places are never used again, faces stay where they fit."""

from pathlib import Path

import pytest

from tests.cli.shell import SEED, Shell, fighting

SOLO = f"--dice sealed --solo --seed {SEED}"
SEALED = "amend battle-1/14 'c sura vs rook; rd rook' --why 'it was Rook' --drop battle-1/15"


@pytest.fixture
def solo(tmp_path: Path) -> Shell:
    """A sealed battle: Sura against Nine (14, 15 rolls place 1), Kiln against Teodor (place 2, 22).

    Vex (28) and Rook (31) have held.
    """
    found = fighting(tmp_path, SOLO)
    found.do("c sura vs unit", "rd unit", "c kiln vs teodor", "rd teodor", "hold vex", "hold rook")
    return found


def places(shell: Shell) -> list[str]:
    """The sealed rolls that count, in their order: who, and at which place."""
    lines = shell("log battle-1 --dice").lines
    return [f"{line.split()[1]} {line.partition('place ')[2].partition(')')[0]}" for line in lines]


def test_what_asks_for_sealed_dice_draws_the_next_place_on_acceptance(solo: Shell) -> None:
    """No preview shows a face; accepted, place 3 is drawn, and place 2 keeps its faces.

    The seed's place 3 shows a d6 1 and a d8 1. Rook has fought, so its hold has no place.
    """
    for _ in range(2):
        came = solo(SEALED)
        assert came.code == 0
        assert "battle-1/14 asks for sealed dice: they are rolled when you say --yes" in came.out
        assert "Rook d8" not in came.out
        assert solo(f"{SEALED} --json").json()["changes"] == []
    came = solo(f"{SEALED} --yes")
    assert came.code == 0, came.err
    assert "+ Sura against Rook: 1 against 1, a tie (Sura d6 1; Rook d8 1)." in came.out
    assert "  battle-1/31  Rook holds.\n    MS-ACT-2: Rook has already acted this round" in came.out
    assert places(solo) == ["Sura 3", "Kiln 2"]
    solo.do("c prefect vs moth", "rd moth")
    assert places(solo) == ["Sura 3", "Kiln 2", "The 4"]
    found = solo("audit --json").json()
    assert (found["verdict"], [one["kind"] for one in found["findings"]]) == (
        "clean, with notes",
        ["RollTakenBack"],
    )


def test_places_are_never_used_again(solo: Shell) -> None:
    """An amendment undone has used its place; the next one draws place 4."""
    solo(f"{SEALED} --yes")
    assert solo("undo --yes").code == 0
    assert places(solo) == ["Sura 1", "Kiln 2"]
    assert solo(f"{SEALED} --yes").code == 0
    assert places(solo) == ["Sura 4", "Kiln 2"]
    assert solo("audit").code == 0


def test_sealed_dice_that_still_fit_keep_their_faces(solo: Shell) -> None:
    """The same Clash in other words, an effect of nothing: no roll is made anew."""
    came = solo("amend battle-1/28 'hold moth' --why 'it was Moth' --yes")
    assert came.code == 0, came.err
    assert places(solo) == ["Sura 1", "Kiln 2"]
    assert solo("audit --json").json()["verdict"] == "clean"


def test_sealed_dice_of_two_are_amended_with_consent(tmp_path: Path) -> None:
    """One side alone cannot take a sealed roll back: refused before anything is drawn."""
    shell = fighting(tmp_path, "--dice sealed")
    shell.do("c sura vs unit", "rd unit")
    came = shell(f"{SEALED} --yes")
    assert came.code == 1
    assert came.err.startswith("MS-EVT-1: battle-1/15 rolled sealed dice, which one side alone")
    assert came.err.splitlines()[-1].endswith("--yes --agreed Ben")
    assert shell("log battle-1 --dice").lines[0].endswith("(sealed, place 1)")
    assert shell(f"{SEALED} --yes --agreed Ben").code == 0
    assert places(shell) == ["Sura 2"]
    assert shell("audit").code == 0


@pytest.mark.parametrize("dice", ["", SOLO])
def test_an_amended_battle_is_replayed_as_it_counts(tmp_path: Path, dice: str) -> None:
    """Its file plays to the same state; sealed dice in another order are told as on the table."""
    shell = fighting(tmp_path, dice)
    rolled = () if dice else ("5 3",)
    shell.do("c sura vs unit", "rd unit", *rolled, "hold kiln", "hold vex")
    roll = "" if dice else "; roll 2 4"
    line = f"amend battle-1/14 'c sura vs rook; rd rook{roll}' --why 'it was Rook'"
    drops = "--drop battle-1/15" + ("" if dice else " --drop battle-1/16")
    assert shell(f"{line} {drops} --yes").code == 0
    file = tmp_path / "amended.acta"
    file.write_text(shell("export replay 1").out, "utf-8")
    shown = shell("battle show 1 --json").json()
    assert shell(f"play {file}").code == 0
    again = shell("battle show 2 --json").json()
    state = ("name", "health", "max_roll", "place", "activated", "state")
    assert [[m[key] for key in state] for m in again["members"]] == [
        [m[key] for key in state] for m in shown["members"]
    ]
    assert again["turn"]["awaiting"] == shown["turn"]["awaiting"]
    told_ = shell("replay 1").out
    assert "> clash Sura > Rook" in told_
    assert "Unit Nine" not in told_.partition("clash Sura > Rook")[2]
