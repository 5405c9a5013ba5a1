"""A game that nobody has heard of is played like any other: nothing knows a game by name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.games
from domain import game as games
from tests.browser import Browse
from tests.cli.shell import SEED, Shell
from tests.console import ROOT
from tests.replaying import checked, page

OTHERS = re.compile(
    r"Area|Clash|clash|Health|Captain|salvage|Existence|\bMS-|ortisphere|\bd0\b|None"
)
GAMES = ROOT / "tests" / "games"
SAMPLES = GAMES / "sixes" / "samples"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    """Somebody in a campaign of Sixes, with two gangs: Tom and Mog, Nib and Gnaw."""
    monkeypatch.setattr(domain.games, "__path__", [*domain.games.__path__, str(GAMES)])
    forget()
    Shell(tmp_path)("new Alleys --game sixes")
    found = Shell(tmp_path / "alleys")
    for name in ("alley-cats", "dock-rats"):
        came = found.words(["crew", "import", str(SAMPLES / f"{name}.toml")])
        assert came.code == 0, came.err
    yield found
    forget()


def forget() -> None:
    """Let games be looked for anew."""
    games.load.cache_clear()
    games.catalogue.cache_clear()


def fight(shell: Shell, *lines: str) -> Shell:
    """Open the pit and play these lines."""
    came = shell("battle open pit Alley Dock --stake 5")
    assert came.code == 0, came.err
    shell.do(*lines)
    return shell


WON = ("step Tom", "roll 2", "step Nib", "roll 5", "step Tom", "roll 5")


def test_gangs_recruit_in_the_words_of_their_game(shell: Shell) -> None:
    """SX-GAN-1: options are the game's; a tough thug costs 3 of the 5 that are left of 10."""
    came = shell("member recruit Alley Ash --trade thug --grade tough --scar nose")
    assert came.lines[0] == (
        "crew-alley-cats/4  Ash (thug tough; nose) joins Alley Cats: 3 paid, 2 left."
    )
    assert "SX-GAN-1: Oak costs 3" in shell("member recruit Alley Oak --trade t --grade tough").err
    assert "no grade is called odd" in shell("member recruit Alley O --trade t --grade odd").err
    helped = shell("member recruit --help").out
    assert "--grade G" in helped
    assert "--die" not in helped
    assert "no such option" in shell("member recruit Alley Oak --type t --die d6").err.lower()


def test_views_say_the_game_s_words(shell: Shell) -> None:
    """Columns of roster, profile, list and season; 10 less 3 and 2 coins, muscle 3 and 2."""
    assert shell("crew show Alley").lines == [
        "Alley Cats, led by Ana: muscle 5, coins 5",
        "handle  name  trade  grade  status  scars",
        "TOM     Tom   thug   tough  fit     left ear",
        "MOG     Mog   thug   mild   fit",
    ]
    assert shell("member show Tom").lines[:3] == [
        "Tom (TOM) of Alley Cats, fit",
        "thug, tough",
        "scar: left ear",
    ]
    assert shell("crew list").lines[0].split() == ["gang", "player", "fit", "muscle", "coins"]
    assert shell("season").lines[1].split() == [
        "gang", "player", "battles", "muscle", "coins", "fit", "unfit", "missing", "debts", "open",
    ]  # fmt: skip


def test_a_battle_and_what_follows(shell: Shell) -> None:
    """SX-PIT-1, -2, SX-AFT-1: a 5 of a mild thug is no 6, of a tough one it is; Mog is praised."""
    fight(shell)
    assert shell("next").lines[0] == "battle-1: Alley Cats is to step forward"
    assert shell("battle show").lines[1].split() == ["gang", "thug", "stands"]
    assert shell("battle map").lines == ["one pit"]
    assert shell("do step Nib").err.startswith("SX-PIT-1: it is Alley Cats's turn")
    assert "Tom: stands behind → forward" in shell("do step Tom").lines
    assert shell("do roll 7").err.startswith("SX-DIC-2: a d6 cannot show 7")
    shell.do("roll 2", "step Nib", "roll 5", "step Tom", "roll 5")
    assert shell("battle conclude").code == 0
    asked = "battle-1: Alley Cats: Who is praised? (SX-AFT-1) Tom, Mog"
    assert asked in shell("after").lines
    came = shell.do("choose Mog")
    assert "Mog: fame 0 → 1" in came.lines
    assert shell("member show Mog --json").json()["experience"] == 1
    assert [row["league"] for row in shell("standings --json").json()] == [3, 0]
    assert shell("audit").code == 0
    assert shell("rebuild").code == 0
    assert shell("log").code == 0
    assert shell("replay 1").code == 0
    assert shell("events").code == 0
    assert shell("schema").code == 0
    assert shell("house list").code == 0
    assert "throw in turn" in shell("rule SX-PIT-1").out
    assert shell("status").code == 0
    assert shell("doctor").code == 0


def test_undo_knows_the_spans_of_the_game(shell: Shell) -> None:
    """SX-PIT-3: a bout is a step with its throw; there is no clash."""
    fight(shell, "step Tom", "roll 2", "step Nib")
    assert "this game has no clash" in shell("undo clash").err
    assert shell.do("undo bout").code == 0
    assert shell("undo bout --yes").code == 0
    assert shell("next").lines[0] == "battle-1: Alley Cats is to step forward"
    assert shell("redo").code == 0


def test_a_page_plays_it(shell: Shell, browse: Browse) -> None:
    """The replay page knows no game: it draws this one's board and holds its record."""
    fight(shell, *WON, "conclude", "choose Mog")
    window = browse(page(shell, shell.folder / "page.html"))
    assert checked(window).startswith("Verified here: battle-1 up to line")
    window.page.keyboard.press("End")
    assert window.page.locator("#tokens .token:not(.absent)").count() > 0
    assert window.faults() == []


def test_its_campaign_is_told(shell: Shell, tmp_path: Path) -> None:
    """Its battle, gangs and thugs, in its own words, in every length and format."""
    fight(shell, *WON)
    assert shell("battle conclude").code == 0
    told = [shell(f"export chronicle --length {one}") for one in ("headline", "paragraph", "full")]
    for came in told:
        assert came.code == 0, came.err
        assert "Alley Cats" in came.out
        assert OTHERS.findall(came.out) == []
    assert "**Gangs**" in told[-1].out
    assert "[Tom](#members-crew-alley-cats-2)" in told[-1].out
    for form in ("html", "pdf"):
        assert shell(f"export chronicle --as {form} -o {tmp_path / f'book.{form}'}").code == 0


def test_an_export_plays_to_the_same_end(shell: Shell) -> None:
    """The header is in the game's words, its own rows among them."""
    fight(shell, *WON, "conclude", "choose Mog")
    text = shell("export replay 1").out
    assert text.splitlines() == [
        "[game sixes 1]",
        "[scenario pit]",
        "[stake 5]",
        "[dice table]",
        '[crew "Alley Cats" player "Ana"]',
        '"Tom" thug tough scar "left ear"',
        '"Mog" thug mild',
        '[crew "Dock Rats" player "Ben"]',
        '"Nib" thug mild scar "left ear"',
        '"Gnaw" thug tough',
        "[lines]",
        "step Tom",
        "roll 2",
        "step Nib",
        "roll 5",
        "step Tom",
        "roll 5",
        "[after]",
        "choose Mog",
    ]
    (shell.folder / "pit.acta").write_text(text, "utf-8")
    came = shell("play pit.acta")
    assert came.code == 0, came.err
    assert shell("export replay 2").out == text
    assert shell("play --format pit.acta").out == text
    other = Shell(shell.folder)
    other("new Docks --game sixes")
    docks = Shell(shell.folder / "docks")
    (docks.folder / "pit.acta").write_text(text, "utf-8")
    assert docks("play --record pit.acta").code == 0
    assert docks("member show Mog --json").json()["experience"] == 1
    assert docks("audit").code == 0


def test_sealed_dice(shell: Shell) -> None:
    """SX-DIC-1: the program throws, an announced roll falls on the table, dice may change."""
    came = shell(f"battle open pit Alley Dock --dice sealed --solo --seed {SEED}")
    assert came.code == 0, came.err
    shell.do("roll!", "step Tom", "roll! 2")
    assert shell("do roll 3").err.startswith("SX-PIT-1: not now")
    assert "Nib throws 6." in shell.do("step Nib").out  # place 1 of the vectors: a d6 shows 6
    assert shell("battle conclude").code == 0
    assert f"The seed of its dice was {SEED}." in shell("log").out
    shell.do("choose Gnaw")
    assert shell("battle open pit Alley Dock --dice sealed").code == 0
    assert "a reason has 1 to 2000 characters" in shell("battle dice table --why ' '").err
    assert shell("battle dice table --why tired").code == 0
    shell.do("step Tom", "roll 6", "conclude", "choose Tom")
    assert shell("audit").code == 0


def test_the_demo_is_the_game_s_own(shell: Shell) -> None:
    """Its crews, its scenario, its words; played to the end by the robot, and audited."""
    came = shell("demo --game sixes --at shown")
    assert came.code == 0, came.err
    assert "Back Alleys" in came.out
    assert "acta battle open pit" in came.out


LOOKS = (
    "status", "next", "battle show", "battle map", "battle legal", "battle list", "crew list",
    "crew show Alley", "member show Tom", "season", "standings", "log", "replay 1", "after 1",
    "stats", "stats --crew Alley", "stats --battle 1", "records", "stats --as html",
    "stats --battle 1 --as html", "standings --as html", "export csv --table members",
    "export json --crew Alley", "export replay 1", "house list", "member recruit --help",
    "undo --dry-run", "doctor", "export chronicle",
)  # fmt: skip


@pytest.mark.parametrize("line", LOOKS)
def test_no_other_game_is_heard(shell: Shell, line: str) -> None:
    """Whatever is asked, and whenever: no word of another game is in the answer."""
    heard = shell(line)
    assert not OTHERS.search(heard.out + heard.err)
    fight(shell, *WON[:-1])
    for then in ("roll 5", "conclude", "choose Mog"):
        heard = shell(line)
        assert not OTHERS.search(heard.out + heard.err)
        heard = shell.do(then)
        assert not OTHERS.search(heard.out + heard.err)
    assert not OTHERS.search(shell(line).out)


def test_what_is_not_there_is_refused_in_the_game_s_words(shell: Shell) -> None:
    """A gang, not a crew; content of its own this game does not take."""
    assert shell("crew show Nobody").err.startswith("no gang is called Nobody")
    assert shell("battle open pit Alley Nobody").err.startswith("no gang is called Nobody")
    assert shell("crew found 'Alley Cats' --player Cai").err.startswith("there is a gang Alley")
    (shell.folder / "content").mkdir()
    (shell.folder / "content" / "a.toml").write_text("[[items]]\nid = 'x'\n", "utf-8")
    came = shell("member recruit Alley Ash --trade thug --grade mild")
    assert came.err.startswith("sixes takes no content of a campaign's own")


def test_every_number_is_explained_by_its_lines(shell: Shell) -> None:
    """A game that says nothing of its numbers is explained all the same: 10 coins, 3 and 2 paid."""
    found = shell("why alley.coins --json").json()["explained"][0]
    assert [each["amount"] for each in found["events"]] == [10, -3, -2]
    assert (found["number"], found["terms"]) == (5, [])
    fight(shell, *WON)
    shown = shell("battle show --json").json()
    for crew, points in shown["scores"].items():
        found = shell.words(["why", f"battle-1/{crew}.score", "--json"]).json()["explained"][0]
        assert found["number"] == points == sum(each["amount"] for each in found["events"])
    assert not OTHERS.search(shell("why tom").out)
    assert shell("why battle-1/5").code == 0
    assert shell("why next").code == 2


def test_a_game_that_nobody_heard_of_is_amended_and_made_void(shell: Shell) -> None:
    """SX-PIT-2: Nib threw a 4 and not a 5, which was no 6 either: Tom wins all the same.

    Void, nobody was praised, nobody has played, and the fame is as it was.
    """
    fight(shell, *WON, "conclude")
    assert shell("after").code == 0
    shell.do("choose Mog")
    lines = shell("log battle-1").lines
    thrown = next(line.partition("  ")[0] for line in lines if "Nib" in line and "5" in line)
    came = shell(f"amend {thrown} 'roll 4' --why 'it lay askew' --yes")
    assert came.code == 0, came.err
    assert shell("audit").code == 0
    assert shell("undo --yes").code == 0
    assert shell("member show Mog --json").json()["experience"] == 1
    assert shell("battle void 1 --why 'no witness' --yes").code == 0
    assert shell("member show Mog --json").json()["experience"] == 0
    assert [row["played"] for row in shell("standings --json").json()] == [0, 0]
    assert shell("battle show 1 --json").json()["status"] == "void"
    assert shell("audit").code == 0
