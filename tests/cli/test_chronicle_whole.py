"""A campaign that was played, as a chronicle in every format: nothing dead, nobody left out."""

import posixpath
from pathlib import Path
from urllib.parse import unquote

import pytest

from projections.chronicle.plain import size
from tests.cli.shell import Shell
from tests.played import GAMES, played
from tests.projections.test_chronicle_html import Page
from tests.projections.test_chronicle_md import links


def people(shell: Shell) -> list[str]:
    """Everybody's name, crews and members, the dead included."""
    crews = [each["crew"] for each in shell("crew list --json").json()]
    members = [
        member["name"]
        for crew in crews
        for member in shell.words(["crew", "show", crew, "--json"]).json()["members"]
    ]
    return [*crews, *members]


@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_somewhere_and_every_name_is_in_the_index(
    tmp_path: Path, game: str
) -> None:
    """Given nasty names; then no link is dead, and both indices have everybody."""
    shell = Shell(played(tmp_path, game, "nasty"))
    assert shell("export chronicle --as html -o book.html").code == 0
    page = Page((shell.folder / "book.html").read_text("utf-8"))
    assert page.wrong == []
    assert len(page.ids) == len(set(page.ids))
    assert {unquote(one.removeprefix("#")) for one in page.links} - set(page.ids) == set()
    index = "".join(page.texts).partition("Index of names")[2]
    assert [name for name in people(shell) if name not in index] == []

    assert shell("export chronicle -o book").code == 0
    folder = shell.folder / "book"
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}
    led = {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), to))
        for name, path in files.items()
        for to in links(path.read_text("utf-8"))
    }
    assert led == set(files)


@pytest.mark.parametrize("game", GAMES)
def test_a_headline_of_the_nastiest_campaign_fits_a_chat(tmp_path: Path, game: str) -> None:
    """Of all of it, of a crew, of a battle: under 2,000 characters, with something told."""
    shell = Shell(played(tmp_path, game, "nasty"))
    crew = people(shell)[0]
    for asked in ([], ["--crew", crew], ["--battle", "1"]):
        came = shell.words(["export", "chronicle", "--length", "headline", *asked])
        assert came.code == 0, came.err
        assert size(came.out) < 2000
        assert len(came.lines) >= 3


def test_case_13_a_void_battle_leaves_the_folder(tmp_path: Path) -> None:
    """Given a chronicle in a folder; when its battle is void, then no file tells of it any more."""
    shell = Shell(played(tmp_path, GAMES[0]))
    assert shell("export chronicle -o book").code == 0
    battle = shell.folder / "book" / "battles" / "battle-1.md"
    assert battle.is_file()
    came = shell("battle void 1 --why 'the wrong table' --yes")
    assert came.code == 0, came.err
    assert shell("export chronicle -o book --force").code == 0
    assert not battle.exists()
    told = "".join(path.read_text("utf-8") for path in (shell.folder / "book").rglob("*.md"))
    assert "battle-1" not in told.replace("as_of: ", "")


def test_case_40_who_was_renamed_is_found_and_told_by_the_name_of_the_day(tmp_path: Path) -> None:
    """Given a member renamed after a battle; then the battle has the old name, the index both."""
    shell = Shell(played(tmp_path, GAMES[0]))
    members = shell.words(["crew", "show", "Vex", "--json"]).json()["members"]
    old = members[0]["name"]
    assert shell.words(["member", "rename", f"Vex/{old}", "Somebody Else"]).code == 0
    whole = shell("export chronicle").out
    told, _, index = whole.partition("## Index of names")
    assert "[Somebody Else](#members-" in index
    assert f"- {old} (Vex), *see* [Somebody Else]" in index
    battle = shell("export chronicle --battle 1").out
    assert old in battle
    assert "Somebody Else" not in battle
    assert f"*Formerly {old}.*" in told


@pytest.mark.parametrize("game", GAMES)
def test_case_107_the_longest_names_are_whole_in_every_length(tmp_path: Path, game: str) -> None:
    """Given names of 80 wide letters; then the title page and chapters have all of them."""
    shell = Shell(played(tmp_path, game, "nasty"))
    long = [name for name in people(shell) if len(name) == 80]
    assert long
    text = shell("export chronicle --length paragraph").out
    assert [name for name in long if name not in text] == []


def test_a_game_has_its_own_words_for_whom_it_is_about(tmp_path: Path) -> None:
    """Given a game that calls crews schools; then the contents have schools, and gladiators."""
    shell = Shell(played(tmp_path, "morturi"))
    contents = shell("export chronicle --length paragraph").out.partition("## Contents")[2]
    assert "**Schools**" in contents
    assert "**Gladiators**" in contents
    assert "**Crews**" not in contents
