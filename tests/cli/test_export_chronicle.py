"""`acta export chronicle`: what is told, where it goes, and what of a reader's own stays."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from projections.chronicle.tree import Book, Length, Wanted
from tests.cli.shell import Shell, campaign
from tests.projections import books

asked: list[Wanted] = []


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A campaign, of which the same two battles are told whatever happened."""
    telling = ModuleType("projections.chronicle.telling")

    def tell(
        _shelf: object, _frame: object, wanted: Wanted, _turning: object, _boards: object
    ) -> Book:
        asked.append(wanted)
        return books.sample()

    telling.tell = tell  # type: ignore[attr-defined]  # a module made here
    monkeypatch.setitem(sys.modules, telling.__name__, telling)
    asked.clear()
    return campaign(tmp_path)


def test_without_a_file_it_goes_to_the_screen(shell: Shell) -> None:
    """Markdown with its head; with --json as one document."""
    came = shell("export chronicle")
    assert (came.code, came.err) == (0, "")
    assert came.lines[:3] == ["---", 'title: "The Final Age"', 'campaign: "Winter"']
    assert "## Battle 1: The Last Granary" in came.lines
    told = shell("export chronicle --json").json()
    assert told["text"] == came.out
    assert told["provenance"]["campaign"] == "Winter"
    assert asked == [Wanted()] * 2


def test_a_headline_is_plain_text_for_a_chat(shell: Shell) -> None:
    """No Markdown: a title, sentences with their lines, and of which record it is."""
    came = shell("export chronicle --length headline")
    assert came.lines[0] == "The Final Age"
    assert came.lines[1] == "The Ash and Iron Choir met twice. [3] The Ash lead by a battle. [2/88]"
    assert came.lines[-1].startswith("Campaign: Winter")
    assert len(came.out) < 2000
    assert asked == [Wanted(length=Length.HEADLINE)]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ("--crew ash", Wanted(crew="crew-ash")),
        ("--member kiln --dice", Wanted(member="crew-iron/4", dice=True)),
        (
            "--member iron/rook --length paragraph",
            Wanted(member="crew-iron/5", length=Length.PARAGRAPH),
        ),
    ],
)
def test_one_crew_or_member_is_told_by_any_name_of_theirs(
    shell: Shell, options: str, wanted: Wanted
) -> None:
    """Looked up as everywhere."""
    came = shell(f"export chronicle {options}")
    assert came.code == 0, came.err
    (found,) = asked
    assert found == wanted


def test_who_gave_a_name_up_is_found_by_it(shell: Shell) -> None:
    """Case 40: a crew and a member after they were renamed; a name that nobody had is refused."""
    for line in ("crew rename Ash Cinder", "member rename Kiln Furnace"):
        assert shell(line).code == 0
    assert shell("export chronicle --crew ash").code == 0
    assert shell("export chronicle --member kiln").code == 0
    assert [(one.crew, one.member) for one in asked] == [("crew-ash", ""), ("", "crew-iron/4")]
    came = shell("export chronicle --member nobody")
    assert (came.code, came.out) == (2, "")
    assert came.err.startswith("nobody here is called nobody")


def test_a_name_that_two_gave_up_is_ambiguous(shell: Shell) -> None:
    """Given Sura renamed, and Moth who was Sura for a while; then both are told, exit 2."""
    for line in ("Sura 'The Old'", "Moth Sura", "Sura 'The Other'"):
        assert shell(f"member rename {line}").code == 0
    came = shell("export chronicle --member sura")
    assert (came.code, came.out, asked) == (2, "", [])
    assert came.err.startswith(
        "sura was once Ash/SUR The Old, Ash/MOT The Other\nhint: write Ash/@"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--crew ash --member kiln", "a chronicle is of one crew, one member or one battle"),
        ("--as html", "a page goes into a file\nhint: -o chronicle.html"),
        ("--battle 9", "there is no battle 9"),
        ("--language xx", "there is no language xx here"),
        ("--as pdf -o .", ". is a folder; nothing was written"),
    ],
)
def test_what_cannot_be_told_is_said_in_a_sentence(shell: Shell, options: str, said: str) -> None:
    """Exit 2, before anything is told or written."""
    came = shell(f"export chronicle {options}")
    assert (came.code, came.out, asked) == (2, "", [])
    assert said in came.err


def test_nothing_is_overwritten_unasked(shell: Shell) -> None:
    """Each format, once more: refused, and the file as it was; with --force written again."""
    for form in ("md", "html", "pdf"):
        name = f"book.{form}"
        assert shell(f"export chronicle --as {form} -o {name}").err == f"{name} written\n"
        before = (shell.folder / name).read_bytes()
        came = shell(f"export chronicle --as {form} -o {name}")
        assert came.code == 2
        assert "nothing was overwritten" in came.err
        assert shell(f"export chronicle --as {form} -o {name} --force").code == 0
        assert (shell.folder / name).read_bytes() == before


def test_what_readers_wrote_into_a_folder_stays(shell: Shell) -> None:
    """Own text in a chapter stays; other files of the folder are left alone."""
    came = shell("export chronicle -o book --json")
    assert (came.json()["file"], came.json()["files"]) == ("book", 12)
    book = shell.folder / "book"
    page = book / "battles" / "battle-1.md"
    fence = "<!-- acta: yours battles/battle-1 -->\n"
    page.write_text(page.read_text().replace(fence, f"{fence}We were there!\n"))
    (book / "notes.md").write_text("# Mine\n")
    before = page.read_text()
    assert shell("export chronicle -o book").code == 2
    came = shell("export chronicle -o book --force")
    assert (came.code, came.err) == (0, "book written\n")
    assert page.read_text() == before
    assert (book / "notes.md").read_text() == "# Mine\n"


def test_a_chapter_that_is_gone_is_taken_away_but_not_what_was_written_there(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two battles told no more: the one without own text goes, the other's text is named."""
    assert shell("export chronicle -o book").code == 0
    page = shell.folder / "book" / "battles" / "battle-1.md"
    fence = "<!-- acta: yours battles/battle-1 -->\n"
    page.write_text(page.read_text().replace(fence, f"{fence}We were there!\n"))
    whole = books.sample()
    kept = tuple(one for one in whole.chapters if not one.id.startswith("battle"))
    listed = tuple(one.listed for one in kept)
    monkeypatch.setattr(books, "sample", lambda: replace(whole, contents=listed, chapters=kept))
    came = shell("export chronicle -o book --force")
    assert came.code == 0
    assert "battle-1.md is told no more; what you wrote there stays\n" in came.err
    assert not (page.parent / "battle-2.md").exists()
    text = page.read_text()
    assert f"{fence}We were there!\n" in text
    assert "Last Granary" not in text
    assert shell("export chronicle -o book --force").code == 0
    assert page.read_text() == text


def test_own_text_of_one_file_stays_when_the_chapters_change(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The region is its chapter's, whatever else is in the file."""
    assert shell("export chronicle -o book.md").code == 0
    path = shell.folder / "book.md"
    fence = "<!-- acta: yours members/crew-ash-2 -->\n"
    path.write_text(path.read_text().replace(fence, f"{fence}My Vex.\n"))
    called = {**books.CALLED, books.VEX: "Old Vex"}
    told = books.sample(called)
    monkeypatch.setattr(books, "sample", lambda: told)
    assert shell("export chronicle -o book.md --force").code == 0
    text = path.read_text()
    assert "## Old Vex\n\n*Formerly Vex.*" in text
    assert f"{fence}My Vex.\n" in text
