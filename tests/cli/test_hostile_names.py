"""Names that try something: refused, or kept to the letter wherever they are shown or written.

A campaign of each game has every name of the kit as a crew's, a player's and a member's.
"""

import csv
import io
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli import rows
from domain.names import clean, fold, slug
from tests.bundles import keeper, read, theirs
from tests.cli.shell import EXAMPLES, Came, Shell, campaign, fighting
from tests.hostile_names import COMPOSED, FORMULA, KEPT, REFUSED, UNSEEN

PROFILES = {
    "mortisphere": 'type = "creature"\ndie = "d4"',
    "morturi": 'role = "servus"\ngrade = "servus"',
}
NAMES = list(KEPT.values())


def quoted(text: str) -> str:
    """A text as TOML and JSON write it."""
    return msgspec.json.encode(text).decode()


def roster(name: str, profile: str) -> str:
    """A crew, its player and its only member, all of that name."""
    text = quoted(name)
    return f"name = {text}\nplayer = {text}\n[[members]]\nname = {text}\n{profile}\n"


@pytest.fixture(scope="module", params=PROFILES)
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The campaign of a game; nothing is written to it."""
    place = tmp_path_factory.mktemp(request.param)
    assert Shell(place)(f"new Kit --game {request.param} --at kit").code == 0
    shell = Shell(place / "kit")
    for name in NAMES:
        (place / "crew.toml").write_text(roster(name, PROFILES[request.param]), "utf-8")
        came = shell("crew import ../crew.toml")
        assert came.code == 0, came.err
    return shell


def good(came: Came) -> Came:
    """What came of a command that must succeed; it holds nothing that nobody sees."""
    assert came.code == 0, came.err
    assert not UNSEEN.search(came.out + came.err)
    return came


# What is no name.


@pytest.mark.parametrize("what", REFUSED)
def test_case_104_what_is_no_name_is_refused_everywhere(what: str, tmp_path: Path) -> None:
    """Exit 2, one sentence, nothing recorded: of campaigns, crews, players, members, who acts."""
    name = REFUSED[what]
    shell = Shell(tmp_path)
    assert shell("new Kit --game mortisphere --at kit").code == 0
    home = Shell(tmp_path / "kit")
    home("crew found Ash --player Ana")
    lines = home("status --json").json()["lines"]
    for words in (
        ["crew", "found", "--player", "Ana", "--", name],
        ["crew", "found", "--player", name, "--", "Iron"],
        ["crew", "rename", "--", "Ash", name],
        ["member", "recruit", "--type", "creature", "--die", "d4", "--", "Ash", name],
        ["--as", name or "\x07", "crew", "found", "--player", "Ana", "--", "Iron"],
        ["--for", name or "\x07", "crew", "found", "--player", "Ana", "--", "Iron"],
        ["key", "make", "-o", "../x.key", "--", name],
        ["new", "--game", "mortisphere", "--at", "../other", "--", name],
    ):
        came = home.words(words)
        assert came.code == (1 if "MS-PRO-5" in came.err else 2), (words, came)
        assert len(came.err.splitlines()) <= 2
        assert not UNSEEN.search(came.err)
    assert home("status --json").json()["lines"] == lines
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kit"]


@pytest.mark.parametrize("what", KEPT)
def test_case_104_a_name_is_kept_to_the_letter(what: str) -> None:
    """What is typed is what is kept; a file's name of it is harmless on any system."""
    name = KEPT[what]
    assert clean(name) == name
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug(name))
    assert slug(name) not in {"con", "aux", "nul", "prn"}


@pytest.mark.parametrize("what", COMPOSED)
def test_case_104_a_name_is_kept_in_one_way_of_writing_it(what: str) -> None:
    """NFC: what looks the same is the same."""
    typed, kept = COMPOSED[what]
    assert clean(typed) == kept
    assert fold(typed) == fold(kept)


# What is shown.


def test_case_104_json_has_every_name(home: Shell) -> None:
    """Lists, sheets and the log: to the letter."""
    listed = good(home("crew list --json")).json()
    assert sorted(row["crew"] for row in listed) == sorted(NAMES)
    assert sorted(row["player"] for row in listed) == sorted(NAMES)
    told = good(home("log --json")).json()
    founded = [row["data"]["crew"]["name"] for row in told if row["event"] == "crew.founded"]
    assert founded == NAMES
    for name in NAMES:
        sheet = good(home.words(["crew", "show", "--json", "--", name])).json()
        assert (sheet["crew"], sheet["player"]) == (name, name)
        assert [member["name"] for member in sheet["members"]] == [name]
        member = good(home.words(["member", "show", "--json", "--", name])).json()
        assert (member["name"], member["crew"]) == (name, name)


def test_case_104_a_pipe_has_every_name(home: Shell) -> None:
    """Tables, sheets, the log: as text, with nothing in it that a terminal would obey."""
    for line in ("crew list", "log", "standings", "status"):
        shown = good(home(line)).out
        assert [name for name in NAMES if name not in shown] == []
    for name in NAMES[::3]:  # as JSON every sheet is read above
        assert name in good(home.words(["crew", "show", "--", name])).out
        assert name in good(home.words(["member", "show", "--", name])).out


def test_case_104_csv_holds_no_formula(home: Shell) -> None:
    """Read by a CSV reader each name is there, one that looks like a formula behind a quote.

    So is one that begins with a quote, so that each can be had back.
    """
    cells = list(csv.DictReader(io.StringIO(good(home("crew list --csv")).out)))
    safe = [f"'{name}" if name.startswith((*FORMULA, "'")) else name for name in NAMES]
    assert sorted(row["crew"] for row in cells) == sorted(safe)
    text = good(home("standings --csv")).out
    assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if _formula(cell)]


def _formula(cell: str) -> bool:
    return cell.startswith(FORMULA) and not cell.lstrip("+-").isdigit()


@pytest.mark.parametrize("room", ["40", "80"])
def test_case_104_a_terminal_has_every_name(
    home: Shell, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    """With rules and without: no markup is obeyed, and no letter lost where rows are wrapped."""
    monkeypatch.setattr(rows, "dumb", lambda: False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    for line in ("crew list", "standings"):
        shown = good(home(line, COLUMNS=room)).out
        bare = "".join(shown.split())
        assert [name for name in NAMES if "".join(name.split()) not in bare] == []
    for name in NAMES[::3]:
        shown = good(home.words(["crew", "show", "--", name], COLUMNS=room)).out
        assert "".join(name.split()) in "".join(shown.split())


def test_case_104_a_school_that_is_called_as_its_gladiator(tmp_path: Path) -> None:
    """Every line of `next` means what it lists: `dismiss Vex/Vex` the one, `dismiss /Vex` all."""
    assert Shell(tmp_path)("new Kit --game morturi --at kit").code == 0
    home = Shell(tmp_path / "kit")
    for name in ("Vex", "/", "Vex Vex"):
        (tmp_path / "crew.toml").write_text(roster(name, PROFILES["morturi"]), "utf-8")
        good(home("crew import ../crew.toml"))
    legal = good(home("next --json")).json()["legal"]
    assert {"dismiss Vex/Vex", "dismiss /Vex", 'dismiss "/"/"/"', 'dismiss /"/"'} <= set(legal)
    for line in legal:
        good(home.words(["do", "--dry-run", line]))
    assert home("do --dry-run 'dismiss Vex'").code == 2  # ambiguous, and it says what to type
    assert "dismiss /Vex" in home("do --dry-run 'dismiss Vex'").err


# Where they are kept.


def test_case_104_the_files_have_every_name(home: Shell, tmp_path: Path) -> None:
    """Ledger and views as SQL reads them, a backup, a bundle and the copy made of it."""
    good(home("crew list"))
    with closing(sqlite3.connect(home.folder / "views.db")) as views:
        (names,) = zip(*views.execute("SELECT name FROM crews"), strict=True)
    assert sorted(names) == sorted(NAMES)
    with closing(sqlite3.connect(home.folder / "ledger.db")) as ledger:
        states = [row[0] for row in ledger.execute("SELECT state FROM stored_events")]
    assert [name for name in NAMES if not any(quoted(name).encode() in row for row in states)] == []
    good(home.words(["backup", str(tmp_path / "copy.db")]))
    good(home.words(["export", "bundle", "-o", str(tmp_path / "kit.acta")]))
    data = (tmp_path / "kit.acta").read_bytes()
    assert (theirs(data), read(data).copy.size) == ("", len(states))
    copy = Shell(tmp_path)
    good(copy("import kit.acta --yes --at copy"))
    other = Shell(tmp_path / "copy")
    assert sorted(row["crew"] for row in good(other("crew list --json")).json()) == sorted(NAMES)
    assert good(other("audit")).lines[0].startswith("clean")


@pytest.mark.parametrize("name", [name for name in NAMES if not slug(name).isdigit()])
def test_case_104_a_folder_s_name_is_made_of_a_campaign_s(name: str, tmp_path: Path) -> None:
    """It lies where it was made, whatever the name says; inside, the name is as it was typed."""
    shell = Shell(tmp_path)
    good(shell.words(["new", "--game", "mortisphere", "--", name]))
    assert [path.name for path in tmp_path.iterdir()] == [slug(name)]
    home = Shell(tmp_path / slug(name))
    assert good(home("status --json")).json()["campaign"] == name
    good(home.words(["--as", name, "crew", "found", "--player", name, "--", name]))
    assert good(home("log --json")).json()[-1]["by"] == name
    good(home.words(["key", "make", "--", name]))
    assert {path.name for path in tmp_path.iterdir()} == {slug(name)}


# Battles.


HEADERS = {
    "mortisphere": ("[game mortisphere 2026.1]\n[scenario last-granary]", "creature d4"),
    "morturi": ("[game morturi 2026.1]\n[scenario battlelines]", "servus servus"),
}
LOTS = [NAMES[first : first + 8] for first in range(0, len(NAMES), 8)]


def battle(game: str, names: list[str]) -> str:
    """A friendly battle of eight names: two crews with their players, each of two members."""
    head, profile = HEADERS[game]
    one, other, ana, ben, *four = [line_quoted(name) for name in names]
    members = [f"{name} {profile}" for name in four]
    sides = (f"[crew {one} player {ana}]", *members[:2], f"[crew {other} player {ben}]")
    rows_ = (head, "[mode friendly]", "[dice table]", *sides, *members[2:], "[lines]", "")
    return "\n".join(rows_)


def line_quoted(name: str) -> str:
    """A name as lines write it."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def step(asked: dict[str, Any], number: int) -> str:
    """A line that is legal now: the dice that are awaited, else one of those that are listed."""
    if asked["dice"]:
        return f"roll {' '.join('1' for _ in asked['dice'])}"
    return str(asked["legal"][number * 7 % len(asked["legal"])])


@pytest.mark.parametrize("names", LOTS, ids=[str(number) for number in range(len(LOTS))])
@pytest.mark.parametrize("game", HEADERS)
def test_case_104_a_battle_is_fought_by_any_names(
    game: str, names: list[str], tmp_path: Path
) -> None:
    """Legal lines are accepted as listed; the exported battle, played again, is exported alike."""
    names = [*names, *NAMES[: 8 - len(names)]]
    shell = Shell(tmp_path)
    good(shell(f"new Kit --game {game} --at kit"))
    home = Shell(tmp_path / "kit")
    (tmp_path / "b.acta").write_text(battle(game, names), "utf-8")
    good(home("play ../b.acta"))
    for number in range(5):
        asked = good(home("next --json --battle 1")).json()
        for line in asked["legal"][:3]:
            good(home.words(["do", "--battle", "1", "--dry-run", line]))
        good(home.words(["do", "--battle", "1", step(asked, number)]))
    shown = good(home("battle show --json 1")).json()
    assert [member["name"] for member in shown["members"]] == names[4:]
    assert {crew["name"] for crew in _crews(shown)} <= set(names[:2])
    for line in ("battle show 1", "battle list", "log battle-1", "replay 1", "next --battle 1"):
        good(home(line))
        good(home(f"{line} --json"))
    for line in ("battle map 1", "battle legal 1"):
        good(home(line))
    text = good(home("export replay 1")).out
    (tmp_path / "again.acta").write_text(text, "utf-8")
    good(home("play ../again.acta"))
    assert good(home("export replay 2")).out == text
    assert good(home("audit")).lines[0].startswith("clean")


def _crews(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [crew for crew in shown["order"] if isinstance(crew, dict)]


# A campaign's own content.

HOOK = (EXAMPLES / "content" / "hook.toml").read_text("utf-8")
STAIR = (EXAMPLES / "content" / "salt-stair.toml").read_text("utf-8")
SALT = ("Dry Quay", "Salt Stair", "Flooded Vault", "Haul an amphora", "Break the seal")
PLACES = [NAMES[first : first + 5] for first in range(0, len(NAMES), 5)]


@pytest.mark.parametrize("what", sorted(REFUSED.keys() - {"half a character"}))  # no TOML has it
def test_case_104_own_content_that_has_no_name(what: str, tmp_path: Path) -> None:
    """The check says so, with file and line; no battle takes it."""
    home = campaign(tmp_path)
    (home.folder / "content").mkdir()
    text = HOOK.replace('"Tide Hook"', quoted(REFUSED[what]).replace("\x7f", "\\u007f"))
    assert text != HOOK
    (home.folder / "content" / "a.toml").write_text(text, "utf-8")
    came = home("content check")
    assert came.code == 2
    assert re.match(r"content/a\.toml:\d+: ", came.out)
    assert not UNSEEN.search(came.out + came.err)
    assert home("battle open last-granary Ash Iron").code == 2


@pytest.mark.parametrize("names", PLACES, ids=[str(number) for number in range(len(PLACES))])
def test_case_104_places_of_any_name(names: list[str], tmp_path: Path) -> None:
    """Items, scenarios, Areas and objectives: checked, listed, fought over, exported, played."""
    names = [*names, *NAMES[: 5 - len(names)]]
    home = campaign(tmp_path)
    (home.folder / "content").mkdir()
    stair, items = STAIR.replace('"The Salt Stair"', quoted(names[0])), ""
    for number, (old, name) in enumerate(zip(SALT, names, strict=True)):
        stair = stair.replace(f'"{old}"', quoted(name))
        item = HOOK.replace('"Tide Hook"', quoted(name))
        items += item.replace('"tide-hook"', f'"hook-{number}"')
    (home.folder / "content" / "a.toml").write_text(items + stair, "utf-8")
    good(home("content check"))
    listed = good(home("content list --json")).json()
    assert [row["name"] for row in listed if row["kind"] == "item"] == names
    cells = list(csv.reader(io.StringIO(good(home("content list --csv")).out)))
    assert not [cell for row in cells for cell in row if _formula(cell)]
    opened = ["battle", "open", "salt-stair", "Ash", "Iron"]
    good(home.words([*opened, "--start", f"Ash={names[0]}", "--start", f"Iron={names[2]}"]))
    shown = good(home("battle show --json")).json()
    assert [area["name"] for area in shown["areas"]] == names[:3]
    for line in good(home("next --json")).json()["legal"]:
        good(home.words(["do", "--dry-run", line]))
    for line in ("battle show", "battle map", "log", "next", "house list"):
        good(home(line))
    text = good(home("export replay")).out
    (tmp_path / "again.acta").write_text(text, "utf-8")
    good(home("play ../again.acta"))
    assert good(home("export replay 2")).out.split("[lines]")[1] == text.split("[lines]")[1]
    assert good(home("audit")).lines[0].startswith("clean")


# Texts.


TEXTS = {what: f"a{name}b" for what, name in REFUSED.items() if UNSEEN.search(name)}
TEXTS["a text without end"] = "x" * 2001
NOTES = [*NAMES, "two\u2019s", "x" * 2000]


@pytest.mark.parametrize(
    "what", [what for what in TEXTS if "line" not in what and "tab" not in what]
)
def test_case_112_a_text_that_is_none_leaves_the_log_as_it_was(what: str, tmp_path: Path) -> None:
    """Notes, reasons, rulings, who agrees, for whom: refused in one sentence, exit 2."""
    home, text = fighting(tmp_path), TEXTS[what]
    home.do("hold Sura")
    before = (home.folder / "ledger.db").read_bytes()
    for words in (
        ["do", f"note {line_quoted(text)}"],
        ["do", f"note Sura {line_quoted(text)}"],
        ["do", f"ruling {line_quoted(text)}: Sura loses 1"],
        ["do", f"hold Iron; note {line_quoted(text)}"],
        ["member", "note", "--", "Vex", text],
        ["member", "note", "--", "Ash", text],
        ["member", "retire", "Vex", "--why", text],
        ["battle", "dice", "sealed", "--why", text],
        ["battle", "void", "1", "--why", text, "--yes"],
        ["amend", "battle-1/2", "hold Vex", "--why", text, "--yes"],
        ["dispute", "open", "battle-1/2", text],
        ["branch", "battle-1/2", "--name", text],
        ["undo", "--why", text],
        ["undo", "--agreed", text],
        ["--for", text, "do", "hold Unit"],
        ["--as", text, "do", "hold Unit"],
        ["key", "name", "--", text, keeper().key.text],
        ["house", "set", "ties", text],
        ["battle", "open", text, "Ash", "Iron"],
    ):
        came = home.words(words)
        assert came.code in {1, 2}, (words, came)
        assert len(came.err.splitlines()) <= 2
        assert not UNSEEN.search(came.out + came.err)
    assert (home.folder / "ledger.db").read_bytes() == before
    assert good(home("audit")).lines[0].startswith("clean")


def test_case_112_any_text_is_kept_to_the_letter(tmp_path: Path) -> None:
    """Notes of a battle and of a member, reasons, rulings: in JSON as typed, exported, played."""
    home = fighting(tmp_path)
    for text in NOTES:
        good(home.words(["do", f"note Sura {line_quoted(text)}"]))
    for text in NAMES[::6]:
        good(home.words(["member", "note", "--", "Vex", text]))
        home.do("hold Sura")
        good(home.words(["undo", "--why", text]))
        good(home.words(["do", f"ruling {line_quoted(text)}: Ash scores 1"]))
    told = good(home("log --all --json")).json()
    noted = [row["data"]["text"] for row in told if row["event"] == "mortisphere.note-added"]
    assert noted == NOTES
    assert [row["data"]["text"] for row in told if row["event"] == "crew.note-added"] == NAMES[::6]
    reasons = [row["data"]["reason"] for row in told if row["event"] == "record.batch-retracted"]
    assert reasons == NAMES[::6]
    for line in ("log --all", "log battle-1", "replay 1", "battle show", "member show Vex"):
        good(home(line))
    text = good(home("export replay")).out
    (tmp_path / "again.acta").write_text(text, "utf-8")
    good(home("play ../again.acta"))
    assert good(home("export replay 2")).out.split("[lines]")[1] == text.split("[lines]")[1]
    assert good(home("audit")).lines[0].startswith("clean")
