"""Rosters, cards, battle sheets and arenas as they are asked for at the command line."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import domain.games
from tests.cli.shell import Came, Shell, campaign, fighting, settle
from tests.cli.test_third_game import GAMES, SAMPLES, forget

KINDS = ("cards", "roster", "sheet", "arena")
TAG = re.compile(r"<style>.*?</style>|<script.*?</script>|<[^>]*>", re.DOTALL)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash and Iron in a battle that nobody has begun."""
    return fighting(tmp_path)


def good(came: Came) -> Came:
    """What came of a command that must succeed."""
    assert came.code == 0, came.err
    return came


def text(page: str) -> str:
    """The words of a page of HTML."""
    return " ".join(unescape(TAG.sub(" ", page)).split())


def cards_of(page: str) -> dict[str, str]:
    """The words of each card, by its title."""
    cards = re.findall(r"<article class=\"card.*?</article>", page, re.DOTALL)
    titles = [re.findall(r"<h3[^>]*>(.*?)</h3>", card, re.DOTALL)[0] for card in cards]
    return {unescape(title): text(card) for title, card in zip(titles, cards, strict=True)}


@pytest.mark.parametrize("kind", ["cards", "roster"])
def test_where_nobody_is_nothing_is_put_on_paper(kind: str, tmp_path: Path) -> None:
    """Given a campaign without crews; then a sentence, no empty file; blank ones are made."""
    shell = Shell(tmp_path)
    good(shell("new Winter --game mortisphere --at ."))
    came = shell(f"export {kind} -o a.html")
    assert (came.code, came.out) == (2, "")
    assert came.err.startswith("there is nobody yet to be put on paper\nhint: acta crew found NAME")
    assert not (tmp_path / "a.html").exists()
    good(shell(f"export {kind} --blank -o a.html"))


def test_who_is_asked_for_cards_of_the_dead_is_told_so(tmp_path: Path) -> None:
    """Given a crew that nobody has joined, then one whose only member left it."""
    shell = Shell(tmp_path)
    good(shell("new Winter --game mortisphere --at ."))
    good(shell("crew found Ash --player Ana"))
    none = "there is nobody yet to be put on paper\nhint: --blank makes empty ones\n"
    assert shell("export cards -o a.html").err == none
    good(shell("member recruit Ash Sura --type survivor --die d6"))
    good(shell("member retire Sura"))
    gone = "all who belonged there are gone\nhint: --with-the-dead shows them\n"
    assert shell("export cards -o a.html").err == gone
    good(shell("export cards --with-the-dead -o a.html"))


def test_cards_tell_what_members_can_in_words(shell: Shell) -> None:
    """Sura of Ash is a survivor with a d6 and 2 Health; what she carries is told with its text."""
    cards = cards_of(good(shell("export cards --crew Ash")).out)
    assert set(cards) == {"Sura", "Vex", "Moth", "Teodor the Lamplighter"}
    assert "Survivor" in cards["Sura"]
    assert "Die d6" in cards["Sura"]
    assert "1 experience if it ends a battle standing and wounded" in cards["Sura"]


def test_all_crews_have_cards_unless_one_is_named(shell: Shell) -> None:
    """Without --crew everybody has a card, crew by crew; a crew that is unknown is told."""
    told = good(shell("export cards --json -o cards.html")).json()
    assert told["crews"] == ["Ash", "Iron"]
    assert told["members"] == len(cards_of((shell.folder / "cards.html").read_text("utf-8")))
    came = shell("export cards --crew Nobody")
    assert (came.code, came.out) == (2, "")
    assert "no crew is called Nobody" in came.err


def test_the_dead_stay_away_unless_they_are_wanted(tmp_path: Path) -> None:
    """Who has left has no card and no row; with --with-the-dead he has both, and says so."""
    shell = campaign(tmp_path)
    good(shell("member retire Moth --why drowned"))
    for kind in ("cards", "roster"):
        assert "Moth" not in text(good(shell(f"export {kind} --crew Ash")).out)
        told = text(good(shell(f"export {kind} --crew Ash --with-the-dead")).out)
        assert "Moth" in told
        assert "Has left" in told


def test_case_38_each_card_tells_its_own_side(tmp_path: Path) -> None:
    """Vex felled Kiln: that stands on the card of Vex, not on that of the fallen; so do notes."""
    shell = fighting(tmp_path)
    shell.do("clash Sura vs Kiln", "respond defend Kiln", "roll 6 1", "hold Rook")
    shell.do("clash Vex vs Kiln", "respond absorb", "roll 8")
    shell.do('note Kiln "mourned by nobody"')
    cards = cards_of(good(shell("export cards --history")).out)
    felled = {name for name, told in cards.items() if "felled Kiln" in told}
    mourned = {name for name, told in cards.items() if "mourned by nobody" in told}
    assert (felled, mourned) == ({"Vex"}, {"Kiln"})
    assert "Kills 1" in cards["Vex"]
    assert "Falls 1" in cards["Kiln"]
    plain = cards_of(good(shell("export cards")).out)
    assert not any("mourned" in told for told in plain.values())


def test_rosters_tell_purse_store_and_worth(shell: Shell) -> None:
    """Ash began with 50: what is left, the value of its dice, and an empty store."""
    shown = shell("crew show Ash --json").json()
    told = text(good(shell("export roster --crew Ash")).out)
    for part in (
        "Roster: Ash",
        "Player Ana",
        f"Value {shown['value']}",
        f"Worth {shown['rating']}",
        f"Salvage {shown['treasury']}",
        "In store nothing",
    ):
        assert part in told


def test_a_sheet_for_each_crew_of_the_open_battle(shell: Shell) -> None:
    """A page for Ash and one for Iron, with objectives, points, places and how lines are typed."""
    page = good(shell("export sheet")).out
    sheets = [text(part) for part in page.split('<section class="sheet')[1:]]
    assert len(sheets) == 2
    assert sheets[0].index("Ash") < sheets[0].index("Iron")
    for sheet in sheets:
        for part in ("The Last Granary", "Open a bin", "Granary Hall", "clash NAME", "battle-1"):
            assert part in sheet


def test_a_sheet_before_the_battle_opens(tmp_path: Path) -> None:
    """A scenario and crews are enough; nothing is recorded, and the battle can still be opened."""
    shell = campaign(tmp_path)
    before = shell("log --json").out
    told = good(shell("export sheet last-granary Ash Iron --json -o sheet.html")).json()
    assert (told["scenario"], told["battle"], told["crews"]) == (
        "The Last Granary",
        "",
        ["Ash", "Iron"],
    )
    assert shell("log --json").out == before
    good(shell("battle open last-granary Ash Iron"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("export sheet last-granary", "a scenario is fought by crews"),
        ("export sheet nowhere Ash Iron", "no scenario is called nowhere"),
        ("export sheet last-granary Ash Iron --battle 1", "has its scenario and crews already"),
        ("export sheet --blank --battle 1", "blank sheets are of no crew"),
        ("export cards --blank --crew Ash", "blank ones are of no crew"),
        ("export cards --blank 0", "blank ones are 1 to 200"),
        ("export cards --as pdf", "a PDF goes into a file"),
        ("export arena last-granary --battle 1", "either a scenario or a battle"),
        ("export arena nowhere", "no scenario is called nowhere"),
        ("export cards --language xx", "there is no language xx"),
    ],
)
def test_what_cannot_be_printed_is_told_in_a_sentence(
    shell: Shell, line: str, sentence: str
) -> None:
    """One sentence and exit 2; nothing is on the screen."""
    came = shell(line)
    assert (came.code, came.out) == (2, "")
    assert sentence in came.err
    assert "Traceback" not in came.err


def test_nothing_is_open_and_nothing_named(tmp_path: Path) -> None:
    """Without a battle a sheet says what to do."""
    came = campaign(tmp_path)("export sheet")
    assert came.code == 2
    assert "no battle is open" in came.err


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_written_once_unless_forced(shell: Shell, kind: str) -> None:
    """What is there stays; --force replaces it; what was written is said."""
    path = shell.folder / "out.html"
    path.write_text("mine", "utf-8")
    came = shell(f"export {kind} -o out.html")
    assert came.code == 2
    assert "nothing was overwritten" in came.err
    assert path.read_text("utf-8") == "mine"
    told = good(shell(f"export {kind} -o out.html --force --json")).json()
    assert told["file"] == "out.html"
    assert told["as"] == "html"
    assert path.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("kind", ["cards", "roster", "sheet"])
def test_blank_ones_hold_nothing_of_the_campaign(shell: Shell, kind: str) -> None:
    """Neither a crew nor a member nor a player; only what is at the page's own head and foot."""
    page = good(shell(f"export {kind} --blank")).out
    printed = text(page.partition('<main id="content"')[2].partition("</main>")[0])
    for name in ("Ash", "Iron", "Sura", "Unit Nine", "Winter", "Ana", "Ben", "battle-1"):
        assert not re.search(rf"\b{name}\b", printed)
    assert "Mortisphere 2026.1" in printed


def test_as_many_blank_cards_as_are_wanted(shell: Shell) -> None:
    """Eight, if nobody says how many; a blank scenario has its objectives."""
    for option, count in (("--blank", 8), ("--blank 3", 3)):
        page = good(shell(f"export cards {option}")).out
        assert page.count('<article class="card') == count
    page = good(shell("export sheet last-granary --blank")).out
    assert "Open a bin" in text(page)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_read_is_said_on_every_sheet(shell: Shell, kind: str) -> None:
    """Campaign, as-of address, edition, house rules, program and verdict stand at its foot."""
    page = good(shell(f"export {kind}")).out
    feet = re.findall(r'class="foot">(.*?)<|<tfoot>(.*?)</tfoot>', page, re.DOTALL)
    assert feet
    for foot in ("".join(each) for each in feet):
        for part in ("Winter", "campaign/4", "Mortisphere 2026.1", "acta ", "clean"):
            assert part in foot


def test_an_arena_is_drawn_to_scale(tmp_path: Path) -> None:
    """Battlelines is 15 squares each way: at 25 mm six sheets of at most 7, at 12 mm one.

    A sheet of 5 by 8 squares is 125 mm by 200 mm, and a strip of 6 mm where the next is glued on.
    """
    home = Shell(tmp_path)
    good(home("new Ludi --game morturi"))
    shell = Shell(tmp_path / "ludi")
    told = good(shell("export arena battlelines --json -o arena.html")).json()
    assert (told["sheets"], told["scale"]) == (6, 25.0)
    page = (shell.folder / "arena.html").read_text("utf-8")
    sizes = re.findall(r'<svg [^>]*width="([\d.]+)mm" height="([\d.]+)mm"', page)
    assert sizes[0] == ("131", "206")
    assert sizes[-1] == ("125", "175")
    assert good(shell("export arena battlelines --json --scale 12")).json()["sheets"] == 1
    came = shell("export arena battlelines --scale 3")
    assert (came.code, came.out) == (2, "")
    assert "5 to 100 mm" in came.err


def test_two_exports_of_one_state_are_alike(shell: Shell) -> None:
    """The same record, the same bytes."""
    for kind in KINDS:
        assert good(shell(f"export {kind}")).out == good(shell(f"export {kind}")).out


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pdf_is_written_by_typst(shell: Shell, kind: str, paper: str) -> None:
    """A name that ends in .pdf is enough; two of one state are alike."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    written = []
    for name in ("one.pdf", "two.pdf"):
        told = good(shell(f"export {kind} --paper {paper} -o {name} --json")).json()
        assert told["as"] == "pdf"
        written.append((shell.folder / name).read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(b"%PDF-")


def test_without_typst_a_sentence_says_how_to_get_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTML needs nothing; a PDF asks for the extra, and no file is begun."""
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    came = shell("export cards -o cards.pdf")
    assert came.code == 2
    assert "[print]" in came.err
    assert not (shell.folder / "cards.pdf").exists()
    good(shell("export cards -o cards.html"))


def test_wounds_of_a_battle_are_ticked(tmp_path: Path) -> None:
    """Unit Nine has lost 1 of its 3 Health: on both crews' sheets one of its boxes is ticked."""
    shell = fighting(tmp_path)
    shell.do("clash Sura vs Unit Nine", "respond defend Unit Nine", "roll 5 3")
    page = good(shell("export sheet --battle 1")).out
    assert page.count("Health: 1 of 3 ticked") == 2


@pytest.fixture
def alleys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    """A campaign of a game that says nothing of paper, with two gangs."""
    monkeypatch.setattr(domain.games, "__path__", [*domain.games.__path__, str(GAMES)])
    forget()
    Shell(tmp_path)("new Alleys --game sixes")
    found = Shell(tmp_path / "alleys")
    for name in ("alley-cats", "dock-rats"):
        good(found.words(["crew", "import", str(SAMPLES / f"{name}.toml")]))
    yield found
    forget()


def test_a_game_that_says_nothing_of_paper_has_it_all_the_same(alleys: Shell) -> None:
    """Cards and rosters say what its tables say; sheets are of its battles, opened or not."""
    cards = cards_of(good(alleys("export cards")).out)
    assert set(cards) == {"Tom", "Mog", "Nib", "Gnaw"}
    assert "left ear" in cards["Tom"]
    assert "Mild" in cards["Mog"].title()
    told = text(good(alleys("export roster --crew Alley")).out)
    assert "coins 5" in told
    assert "muscle 5" in told
    assert "step NAME" in text(good(alleys("export sheet pit Alley Dock")).out)
    good(alleys("battle open pit Alley Dock --stake 5"))
    assert "The Pit" in text(good(alleys("export sheet")).out)
    good(alleys("export cards --blank"))
    good(alleys("export sheet --blank"))
    came = alleys("export arena pit")
    assert came.code == 2
    assert "no scenario without those who fight it" in came.err
    good(alleys("export arena"))


def test_settled_wounds_are_on_the_card(tmp_path: Path) -> None:
    """When the evening is over, a roster still tells everybody who belongs to a crew."""
    shell = fighting(tmp_path)
    shell.do("concede Iron", "conclude")
    settle(shell)
    told = text(good(shell("export roster --crew Iron")).out)
    assert "Unit Nine" in told


def test_a_sheet_of_a_battle_that_cannot_be_opened_yet(shell: Shell) -> None:
    """While Ash and Iron fight, the next battle's sheet shows whoever is fit, and says why.

    ACTA_BATTLE chooses among battles, and leaves alone what is asked for by its scenario.
    """
    came = good(shell("export sheet wake-the-press Ash Iron", ACTA_BATTLE="1"))
    assert "it cannot be opened yet: MS-" in came.err
    sheets = [text(part) for part in came.out.split('<section class="sheet')[1:]]
    assert len(sheets) == 2
    for part in ("Wake the Press", "Sura", "Unit Nine", "Prime the turbine", "Press Floor"):
        assert part in sheets[0]


def test_labels_and_templates_can_be_the_campaign_s_own(shell: Shell) -> None:
    """A language of the folder says labels, with English for the rest; so do templates."""
    words = shell.folder / "content" / "messages"
    words.mkdir(parents=True)
    (words / "de.toml").write_text(
        '[paper]\ncards = "Karten"\nhealth = "Gesundheit"\nlost = "Tot"\n', "utf-8"
    )
    told = text(good(shell("export cards --crew Ash --language de")).out)
    assert "Karten" in told
    assert "Gesundheit" in told
    assert "Acted in round" in told
    own = shell.folder / "content" / "templates" / "paper"
    own.mkdir(parents=True)
    (own / "cards.html").write_text(
        "{% for deck in decks %}<p>{{ deck.title }}</p>{% endfor %}", "utf-8"
    )
    page = good(shell("export cards --crew Ash")).out
    assert "<p>Cards: Ash</p>" in page
    assert "<article" not in page
