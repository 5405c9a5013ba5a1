"""Morturi through the shell: schools, an arena of one's own, the map, cards, lines, files."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import EXAMPLES, Shell
from tests.console import ROOT

ARENA = "7x5 zones north south depth 1\n.......\n...#...\n..+++..\n.......\n.......\n"
FEROX = "Ludus Ferox"


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Shell]:
    """A pick-up campaign of the two sample schools, in a folder of its own."""

    def made() -> Shell:
        shell = Shell(tmp_path_factory.mktemp("ludi"))
        for line in (
            "new Ludi --game morturi --house game_mode=pickup --at here",
            f"--campaign here crew import {EXAMPLES / 'ludus-ferox.toml'}",
            f"--campaign here crew import {EXAMPLES / 'domus-ursi.toml'}",
        ):
            came = shell(line)
            assert came.code == 0, came.err
        (shell.folder / "here" / "arena.txt").write_text(ARENA, "utf-8")
        return Shell(shell.folder / "here")

    return made


@pytest.fixture
def shell(make: Callable[[], Shell]) -> Shell:
    """A campaign."""
    return make()


@pytest.fixture
def fight(make: Callable[[], Shell]) -> Shell:
    """Three against three: Otho C1, Nepos E1, Mus D1 against Brutus C5, Varro D5, Felix E5."""
    shell = make()
    opened = "battle open battlelines ferox ursi --arena arena.txt --start ferox=north"
    came = shell(f"{opened} --start ursi=south")
    assert came.code == 0, came.err
    deployed = "deploy mus at d1; deploy bru at c5; deploy oth at c1; deploy var at d5"
    shell.do(f"2; {deployed}; deploy nep at e1; deploy fel at e5")
    return shell


def test_a_school_is_told_in_the_game_s_words(shell: Shell) -> None:
    """MR-CRE-7, -8: role, grade and tricks; what was not found says so; 2000 of 5000 are left."""
    assert shell("crew list").lines[:2] == [
        "school       player  fit  gladiators  moves  denarii",
        "Domus Ursi   Ben     3    3           12     2000",
    ]
    told = shell("member show Brutus").lines
    assert told[:5] == [
        "Brutus (BRU) of Ludus Ferox, fit",
        "Hoplomachus, Palus (Heavy): Move 3, 8 of 8 life points",
        "weapons: Heavy Weapon 5+/5",
        "special rules: Parma",
        "tricks: Stand Firm",
    ]
    assert any(line.startswith("not found, proposed: Move, life points, weapons") for line in told)
    varro = shell("member show Varro --json").json()
    assert (varro["role"], varro["grade"], varro["move"]) == ("Secutor", "Palus", 4)
    assert varro["proposed"] == []


def test_a_gladiator_is_taken_on_by_role_grade_and_tricks(shell: Shell) -> None:
    """MR-CRE-9: a Palus costs 1000 of 2000; what cannot be is refused with what is near."""
    line = "member recruit ferox Gaius --role secutor --grade palus"
    came = shell(f"{line} --trick 'Combat Control' --trick Agility --trick 'Will to Live'")
    assert came.code == 0, came.err
    assert "1000 paid, 1000 left" in came.out
    assert shell(line).code == 1
    assert shell("member recruit ferox Gaius --role secutro --grade palus").code == 2
    wrong = shell("member recruit ferox Gaius --role secutor --grade palas")
    assert (wrong.code, wrong.err) == (2, "palas is no grade of gladiators\nhint: Palus\n")


def test_a_lot_says_what_is_drawn_among(shell: Shell) -> None:
    """MR-PRI-1: three each with a Move of 3, 4 and 5: a lot of two, in the order of the header."""
    assert shell("battle open battlelines ferox ursi").code == 0
    told = shell("next").lines[0]
    asked = "Ludus Ferox d2: Which school comes next in priority? (MR-PRI-1)"
    assert told == f"battle-1: dice: {asked} · roll {{1..2}} · 1 Ludus Ferox, 2 Domus Ursi"


def test_the_map_is_drawn_in_text(fight: Shell) -> None:
    """Rows from the north, each gladiator with number, handle and arrow; ground by its signs."""
    drawn = fight("battle map").lines
    assert drawn[:6] == [
        "   A     B     C     D     E     F     G",
        " 5 .     .     1BRU↓ 1VAR↓ 1FEL↓ .     .",
        " 4 .     .     .     #     .     .     .",
        " 3 .     .     +     +     +     .     .",
        " 2 .     .     .     .     .     .     .",
        " 1 .     .     2OTH↑ 2MUS↑ 2NEP↑ .     .",
    ]
    assert drawn[6:8] == ["1 Ludus Ferox, from north", "2 Domus Ursi, from south"]
    assert "1BRU↓ Brutus: C5, faces south, 8 of 8 life points" in drawn
    cells = {cell["square"]: cell for cell in fight("battle map --json").json()["cells"]}
    assert len(cells) == 35
    assert (cells["C3"]["height"], cells["C3"]["gladiator"]) == (1, "")
    assert (cells["D1"]["gladiator"], cells["D1"]["facing"], cells["D1"]["y"]) == ("Mus", "n", 1)


def test_before_the_first_round_the_map_shows_where_sides_start(shell: Shell) -> None:
    """The strips of the header are letters until the battle begins."""
    shell("battle open battlelines ferox ursi --arena arena.txt")
    drawn = shell("battle map").lines
    assert drawn[1] == " 5 a a a a a a a"
    assert drawn[5] == " 1 b b b b b b b"


def test_cards_and_checks(fight: Shell) -> None:
    """The seed's two ways of keeping track: a card is played, a check is made."""
    assert fight("battle hand ursi").lines[0] == "Domus Ursi holds 3 of 3 in round 1"
    fight.do("a mus; m nn; .")
    held = fight("battle hand ursi").lines
    assert held[0] == "Domus Ursi holds 2 of 3 in round 1"
    assert held[1] == "OTH Otho (Samnite, palus): Move 3, 8 of 8"
    assert held[2] == "    weapons: Heavy Spear 5+/5, Shield Slam 4+/1"
    assert [card["name"] for card in fight("battle hand ursi --json").json()["cards"]] == [
        "Otho",
        "Nepos",
    ]
    assert fight("battle hand").lines[0] == "Ludus Ferox holds 3 of 3 in round 1"
    assert fight("battle checklist").lines == [
        "[ ] BRU Brutus (Ludus Ferox)",
        "[ ] VAR Varro (Ludus Ferox)",
        "[ ] FEL Felix (Ludus Ferox)",
        "[ ] OTH Otho (Domus Ursi)",
        "[ ] NEP Nepos (Domus Ursi)",
        "[x] MUS Mus (Domus Ursi)",
    ]
    assert fight("battle checklist --json").json()["checks"][5]["acted"] is True


def test_short_lines_come_to_whole_ones(fight: Shell) -> None:
    """Mus goes D2, D3 and C3 for 1 MP and twice onto raised ground; what is on record is whole."""
    fight.do("a mus; m nn; m w; f e; .")
    fight.do("a bru; m s; k mus")
    fight.do("rf" if "react" in fight("next").out else 'note "locked"')
    fight.do("4")
    rows = fight("export replay 1").lines
    lines = rows[rows.index("[lines]") + 1 :]
    assert lines[1:3] == ["deploy Mus at D1 facing n", "deploy Brutus at C5 facing s"]
    assert lines[7:12] == ["activate Mus", "move n n", "move w", "face e", "done"]
    assert lines[12:15] == ["activate Brutus", "move s", "attack Mus"]
    assert lines[15] == "react face n"


def test_an_attack_is_taken_back_at_one_stroke(fight: Shell) -> None:
    """MR-GEN-4: declaration and roll go, the steps before them stay."""
    fight.do("a mus; m nn; m w; .; a bru; m s; k mus; 4")
    came = fight("undo attack --yes")
    assert came.code == 0, came.err
    shown = fight("battle show --json").json()
    assert shown["turn"]["member"] == "Brutus"
    assert [m["place"] for m in shown["members"] if m["name"] == "Brutus"] == ["C4"]
    assert all(m["lost"] == 0 for m in shown["members"])


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("c rat > fir", 2, "`c` is a line of Mortisphere; this battle is Morturi Te Salutant"),
        ("p", 1, "MR-RND-2: nobody passes who can act"),
        ("bid ursi 500", 1, "MR-CAM-3: that is done between battles, and one is under way"),
        ('ruling "no": Ludus Ferox loses 2', 1, "Ludus Ferox is a school, and no gladiator"),
        ("m x", 2, "“m x”: n, e, s or w is expected before “x” (character 3)"),
        ("deploy mus at here", 2, "a square such as C5 is expected"),
        ("a otho; a mus", 1, "a gladiator acts"),
        ("a xx", 2, "nobody here is called xx"),
        ("surrender", 1, "MR-SUR-4"),
        ("start ursi at nroth", 2, "no side is called nroth"),
    ],
)
def test_bad_lines_get_a_sentence(fight: Shell, line: str, code: int, said: str) -> None:
    """Unreadable, unknown, against the rules: one sentence and an exit code."""
    came = fight.words(["do", line])
    assert came.code == code
    assert said in came.err


def test_other_games_have_no_cards(tmp_path: Path) -> None:
    """Mortisphere keeps no hand and no checklist."""
    shell = Shell(tmp_path)
    shell("new Winter --game mortisphere --at here")
    here = Shell(tmp_path / "here")
    for crew in ("ash", "iron"):
        here(f"crew import {EXAMPLES / f'{crew}.toml'}")
    here("battle open last-granary Ash Iron")
    for line, said in (("hand", "played without cards"), ("checklist", "keeps no checklist")):
        came = here(f"battle {line}")
        assert came.code == 2
        assert said in came.err


def test_a_battle_counts_and_the_schools_go_home(fight: Shell) -> None:
    """MR-VIC-1, MR-SVC-4: by rulings all of Ursi fall; then nothing is left but to go home."""
    fight.do('ruling "the roof fell": Otho out, Nepos out, Mus out')
    assert fight("battle show --json").json()["winner"] == FEROX
    fight.do("conclude")
    assert fight("after").code == 0
    assert fight("after").err.startswith("no aftermath is open")
    assert fight("standings").lines[1].split()[:3] == ["1", "Ludus", "Ferox"]
    assert fight("battle open battlelines ferox ursi").code == 0
    assert fight("audit").code == 0


@pytest.mark.parametrize(
    ("arena", "said"),
    [
        ("7 by 5", "7 is no size of an arena"),
        ("..7\n...", "row 1 of the arena: 7 is nothing"),
        ("7x5 zones up depth 1", "up depth 1 are no zones"),
        ("7x5 zones north north depth 1", "are no zones"),
        ("4x3 zones north south depth 2", "zones do not overlap"),
        ("3x2\n...\n", "the rows of the arena's map are not 3x2"),
        ("70x70", "an arena is 1x1 to 60x60"),
        ("3x3 gate\naaa\n...\nbbb\n", "gate is no way to start"),
        ("3x2 zones north south depth 1\na..\n...\n", "zones and letters both say"),
    ],
)
def test_a_bad_drawing_gets_a_sentence(shell: Shell, arena: str, said: str) -> None:
    """What is no arena is refused before anything is recorded."""
    (shell.folder / "bad.txt").write_text(arena, "utf-8")
    came = shell("battle open battlelines ferox ursi --arena bad.txt")
    assert came.code in (1, 2)
    assert said in came.err
    assert shell("battle list").out.count("battle-") == 0


def test_a_file_s_terms_are_checked(shell: Shell) -> None:
    """MR-BAT-1: house rules, ways to win and complications are those of the codex."""
    head = ["[game morturi 2026.1]", "[scenario battlelines]", "[mode friendly]"]
    tail = [
        "[dice table]",
        *('[crew "One"]', '"Brutus" secutor novicius', '[crew "Two"]', '"Otho" samnite novicius'),
        "[lines]",
    ]
    for row, said in (
        ("[house stalemate_rounds=5]", "stalemate_rounds has no value 5"),
        ("[complication drought]", "no complication is called drought"),
        ("[victory triumph]", "triumph"),
        ("[hazard two]", "two is no damage of a hazard"),
        ("[variant upside_down]", "upside_down"),
        ("[arena 3x2]\n...", "the rows of the arena's map are not 3x2"),
    ):
        (shell.folder / "bad.acta").write_text("\n".join([*head, row, *tail]), "utf-8")
        came = shell("play bad.acta")
        assert came.code in (1, 2), row
        assert "bad.acta" in came.err
        assert said in came.err


def test_everything_that_was_agreed_is_in_the_file(shell: Shell) -> None:
    """MR-BAT-8, MR-TER-5: arena, way to win, complication and hazard come back as they were."""
    agreed = "--arena arena.txt --victory capture_the_flag --complication massive_crowd --hazard 2"
    came = shell(f"battle open battlelines ferox ursi {agreed}")
    assert came.code == 0, came.err
    rows = shell("export replay 1").lines
    at = rows.index("[arena 7x5 zones north south depth 1]")
    assert rows[at : at + 6] == ["[arena 7x5 zones north south depth 1]", *ARENA.split("\n")[1:6]]
    assert rows[at + 6 : at + 9] == [
        "[victory capture_the_flag]",
        "[complication massive_crowd]",
        "[hazard 2]",
    ]
    (shell.folder / "all.acta").write_text("\n".join(rows) + "\n", "utf-8")
    assert shell("play all.acta").code == 0
    assert shell("export replay 2").lines == rows


def test_a_drawing_s_file_must_be_there(shell: Shell) -> None:
    """No file, no text, no number: each says so."""
    opened = "battle open battlelines ferox ursi"
    assert "there is no file none.txt" in shell(f"{opened} --arena none.txt").err
    (shell.folder / "bytes.txt").write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in shell(f"{opened} --arena bytes.txt").err
    assert "is no damage of a hazard" in shell(f"{opened} --hazard much").err


def test_a_team_that_was_chosen_is_chosen_in_its_file(shell: Shell) -> None:
    """MR-BAT-2: two of three are entered; the file holds all three, and the choice as a line."""
    shell("battle open crossfire ferox ursi")
    assert "Who is entered? (2) (MR-BAT-2) Brutus, Varro, Felix" in shell("next").out
    shell.do("field ferox: bru, fel", "field ursi: mus, otho; 1")
    text = shell("export replay 1").out
    assert text.splitlines()[-3:] == [
        "field Ludus Ferox: Brutus, Felix",
        "field Domus Ursi: Mus, Otho",
        "roll 1",
    ]
    (shell.folder / "teams.acta").write_text(text, "utf-8")
    assert shell("play teams.acta").code == 0
    assert shell("export replay 2").out == text
    first, second = (shell(f"battle show {n} --json").json()["members"] for n in (1, 2))
    assert [m["name"] for m in first] == [m["name"] for m in second]


def test_who_could_not_be_made_today_is_in_the_file_as_he_is(shell: Shell) -> None:
    """MR-CRE-7: the Hoplomachus was made before a house rule closed his role; he replays."""
    shell("house set unknown_profiles disable_role")
    shell("battle open battlelines ferox ursi")
    text = shell("export replay 1").out
    assert '"Brutus" hoplomachus palus' in text
    assert [row.split()[0] for row in text.splitlines() if row.endswith(" seasoned")] != []
    (shell.folder / "past.acta").write_text(text, "utf-8")
    assert shell("play past.acta").code == 0
    assert shell("export replay 2").out == text


def test_who_has_learned_since_is_in_the_file_as_he_is(shell: Shell) -> None:
    """MR-ADV-3: a Palus has four tricks after a battle survived with a final blow."""
    rows = (
        "[game morturi 2026.1]",
        "[scenario duel_series]",
        "[mode friendly]",
        "[dice table]",
        '[crew "Ludus"]',
        '"Felix" bestiarius palus trick "Confidence", "Courage", "Slayer", "Will to Live"{}',
        '[crew "Domus"]',
        '"Mus" bestiarius novicius',
        "[lines]",
    )
    for word, code in (("", 1), (" seasoned", 0)):
        (shell.folder / "duel.acta").write_text("\n".join(rows).format(word) + "\n", "utf-8")
        assert shell("play duel.acta").code == code


@pytest.mark.parametrize("line", ["next", "battle show", "battle map", "battle legal", "log 1"])
def test_a_look_at_a_battle_imports_little(fight: Shell, line: str) -> None:
    """Neither SQLAlchemy nor rich; of the game neither books nor chronicle nor aftermath."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cli.main", *line.split()],
        cwd=fight.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "ACTA_AS": "Ana"},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [row for row in done.stderr.splitlines() if row.startswith("import time:")]
    modules = {row.rsplit("|", 1)[1].strip() for row in rows}
    assert {"sqlalchemy", "rich"}.isdisjoint(modules)
    later = ("chronicle", "gathering", "recruiting", "rosters", "school.order", "school.year")
    assert modules.isdisjoint(f"domain.games.morturi.{module}" for module in later)
    assert "domain.games.morturi.play" in modules
