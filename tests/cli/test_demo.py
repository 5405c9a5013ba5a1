"""`acta demo`: the house in one sitting."""

import time
from pathlib import Path

import pytest

from cli.demo_exports import EXPORTS, exported
from tests import harmless
from tests.cli.shell import EXAMPLES, Came, Shell
from tests.exports import files
from tests.played import GAMES, played


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Came, Path]:
    """The demo, played once, in less than ten seconds of work; and its folder."""
    place = tmp_path_factory.mktemp("demo")
    began = time.process_time()
    came = Shell(place)("demo --at here")
    assert time.process_time() - began < 10
    return came, place / "here"


def test_the_demo_plays_explains_audits_and_finds_a_flipped_byte(
    shown: tuple[Came, Path],
) -> None:
    """A whole battle, an undo, profiles, an audit, damage found in a copy."""
    came, folder = shown
    assert came.code == 0, came.err
    numbered = [line for line in came.lines if line[:2] in {f"{n}." for n in range(1, 10)}]
    assert [line[0] for line in numbered[:5]] == ["1", "2", "3", "4", "5"]
    assert numbered[-1].endswith(f"in {Path('here/exports')}:")
    assert "> conclude" in came.lines
    assert "was taken back" in came.out
    assert "enemy_defeated" in came.out or "victory" in came.out
    clean, damaged = [
        line for line in came.lines if line.startswith(("clean", "damaged", "forged"))
    ]
    assert clean.startswith("clean, with notes")
    assert damaged.startswith("damaged")
    kept = Shell(folder)
    assert kept("audit").code == 0
    assert kept("battle list --json").json()[0]["status"] == "concluded"


def test_the_demo_is_always_alike(shown: tuple[Came, Path], tmp_path: Path) -> None:
    """The same seed, the same choices: the same battle."""
    _, folder = shown
    Shell(tmp_path)("demo --at again")
    again = Shell(tmp_path / "again")("export replay 1")
    assert again.out == Shell(folder)("export replay 1").out


def test_the_demo_s_folder_is_a_new_one(tmp_path: Path) -> None:
    """Nothing is overwritten."""
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "x").touch()
    came = Shell(tmp_path)("demo --at here")
    assert (came.code, came.out) == (2, "")
    assert came.err == "here exists already; nothing was overwritten\nhint: --at FOLDER\n"
    assert Shell(tmp_path)("demo --game chess").code == 2


def test_the_demo_of_morturi_is_fought_out(tmp_path: Path) -> None:
    """MR-VIC-1: two sample schools, sealed dice, a robot that wants to win; the record is fair."""
    came = Shell(tmp_path)("demo --game morturi --at here")
    assert came.code == 0, came.err
    assert "The battle ends (one school is left)" in came.out
    assert "> conclude" in came.lines
    assert "enemy_defeated" in came.out
    assert "not found, proposed: Move, life points, weapons" in came.out
    assert [line[:5] for line in came.lines if line.startswith(("clean", "damaged"))] == [
        "clean",
        "damag",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_demo_ends_with_a_folder_of_exports(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each file is named with what it is and how it is made, lies there, and does nothing."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    home = played(tmp_path, game)
    exported(home)
    lines = [line.partition(" -o ") for line in capsys.readouterr().out.splitlines()[1:-1]]
    told = [rest.split()[0] for _, _, rest in lines]
    found = files(home / "exports")
    assert {name.partition("/")[0] for name in found} == set(told)
    assert told == [made.file for made in EXPORTS]
    assert [command.strip() for command, _, _ in lines] == [
        f"acta {one.command}" for one in EXPORTS
    ]
    for name, content in found.items():
        harmless.read(name, content)


def test_without_typst_the_demo_says_how_to_get_pdf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other files are made all the same."""
    monkeypatch.setattr("cli.demo_exports.find_spec", lambda _: None)
    home = played(tmp_path, GAMES[0])
    exported(home)
    assert "pip install 'acta-mortis[print]'" in capsys.readouterr().out
    found = files(home / "exports")
    assert [name for name in found if name.endswith(".pdf")] == []
    assert "cards.html" in found


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("mortisphere", "grey-ledger.toml"),
        ("mortisphere", "wet-choir.toml"),
        ("morturi", "ludus-ferox.toml"),
        ("morturi", "domus-ursi.toml"),
    ],
)
def test_the_samples_are_the_examples(game: str, name: str) -> None:
    """A package has no folder `examples`, so it carries the two crews itself."""
    sample = EXAMPLES.parent / "domain" / "games" / game / "samples" / name
    assert sample.read_bytes() == (EXAMPLES / name).read_bytes()
