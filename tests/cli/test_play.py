"""`acta play` and `acta export replay`: battle files in and out of a campaign."""

from pathlib import Path

import pytest

from tests.cli.shell import SEED, Shell, campaign, fighting

# Grey Ledger is worth 28, Wet Choir 34: Grey Ledger begins (MS-INI-3).
HEADER = """\
[game mortisphere 2026.1]
[scenario last-granary]
[dice table]
[start "Grey Ledger" at "Granary Hall"]
[start "Wet Choir" at "Granary Hall"]
[crew "Grey Ledger" player "Ana"]
"Oum the Counter" survivor d10 captain endure ability "Last Cartridge" item "Rivet Gun"
"Nine-of-Nine" machine d8
"Tallow" survivor d6 health 3
"Rat" creature d4
[crew "Wet Choir" player "Ben"]
"First Voice" mycelian d12 captain devour
"Low Note" mycelian d4
"Lower Note" mycelian d4
"Lowest Note" mycelian d4
"The Host" mycelian d10
[lines]
"""
LINES = """\
clash Rat > First Voice
respond absorb
roll 3
undo
roll 2
undo clash
redo
clash swarm Low Note, Lower Note, Lowest Note > Nine-of-Nine
respond defend Nine-of-Nine
roll 2 3 1 7 !Cai
choose Low Note
note Rat "rang it twice"
ruling "the rope broke": Rat at Well Yard
"""
FILE = HEADER + LINES
LF = "\n"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign, no battle open."""
    return campaign(tmp_path)


def file(shell: Shell, text: str, name: str = "fight.acta") -> Path:
    """A battle file beside the campaign."""
    path = shell.folder.parent / name
    path.write_text(text, "utf-8")
    return path


def test_a_canonical_file_goes_in_and_comes_out_the_same(shell: Shell) -> None:
    """Byte for byte, undone lines and their undos included; the record is clean."""
    assert shell(f"play {file(shell, FILE)}").code == 0
    assert shell("export replay 1").out == FILE
    assert shell("audit").code == 0


def test_a_short_file_is_exported_in_whole_words(shell: Shell) -> None:
    """Short verbs, words for signs, handles: the export has the canonical line."""
    short = HEADER + "c rat vs fir   # the first blow\nra\n3\n"
    assert shell(f"play {file(shell, short)}").code == 0
    rows = shell("export replay 1").out.partition("[lines]\n")[2].splitlines()
    assert rows == ["clash Rat > First Voice", "respond absorb", "roll 3"]


@pytest.mark.parametrize("dice", [f"[dice sealed solo {SEED}]", "[dice sealed]"])
def test_a_sealed_battle_plays_to_the_same_state_anywhere(shell: Shell, dice: str) -> None:
    """Of a seed, or of anchors and reveals: the same faces, the same undone rolls."""
    lines = "clash Rat > First Voice\nrespond absorb\nundo\nrespond defend First Voice\n"
    text = HEADER.replace("[dice table]", dice) + lines
    assert shell(f"play {file(shell, text)}").code == 0
    exported = shell("export replay 1").out
    assert exported.count("[reveal ") == (2 if "solo" in dice else 4)
    assert shell(f"play {file(shell, exported, 'again.acta')}").code == 0
    assert shell("export replay 2").out == exported
    one, other = (shell(f"battle show {number} --json").json() for number in (1, 2))
    assert [m["lost"] for m in one["members"]] == [m["lost"] for m in other["members"]]
    assert shell("audit").code == 0


def test_a_concluded_solo_battle_is_its_seed_and_its_lines(shell: Shell) -> None:
    """No reveals are needed."""
    text = HEADER.replace("[dice table]", f"[dice sealed solo {SEED}]")
    text += "concede Wet Choir\nconclude\n"
    assert shell(f"play {file(shell, text)}").code == 0
    assert shell("export replay 1").out == text


def test_a_file_s_battle_is_kept_but_does_not_count(shell: Shell) -> None:
    """Guests of the header: no crew is founded, no standing moves, no other battle is hidden."""
    shell("battle open last-granary Ash Iron")
    shell(f"play {file(shell, FILE)}")
    assert [row["crew"] for row in shell("crew list --json").json()] == ["Ash", "Iron"]
    assert {row["played"] for row in shell("standings --json").json()} == {0}
    assert shell("next --json").json()["battle"] == "battle-1"
    assert shell("next --battle 2 --json").json()["battle"] == "battle-2"
    listed = shell("battle list --json").json()
    assert [row["counts"] for row in listed] == [True, False]


def test_a_friendly_battle_says_so_again(shell: Shell) -> None:
    """`[mode friendly]` comes out where it went in."""
    text = FILE.replace("[dice table]", "[mode friendly]\n[dice table]")
    shell(f"play {file(shell, text)}")
    assert shell("export replay 1").out == text
    came = shell(f"play --record {file(shell, text)}")
    assert came.code == 2
    assert "says [mode friendly]: it does not count" in came.err


def test_a_friendly_battle_is_listed_with_its_guests(shell: Shell) -> None:
    """Given a file that is played and kept; then `battle list` names who met, as JSON too."""
    shell(f"play {file(shell, FILE)}")
    (row,) = shell("battle list --json").json()
    assert row["crews"] == ["Grey Ledger", "Wet Choir"]
    assert "Grey Ledger, Wet Choir" in shell("battle list").lines[1]


def test_a_recorded_file_counts_and_founds_its_crews(shell: Shell) -> None:
    """`--record`: recruited by the rules from the header; next time they are found by name."""
    over = f"{HEADER}concede Wet Choir\nconclude\n"
    came = shell(f"play --record {file(shell, over)}")
    assert came.code == 0, came.err
    crews = {row["crew"]: row["treasury"] for row in shell("crew list --json").json()}
    # Oum 10+1+2, Nine 8, Tallow 6+2 for one Health more, Rat 4: 33 of 50; 5 of 17 unspent are kept
    assert crews["Grey Ledger"] == 5
    assert {row["crew"]: row["won"] for row in shell("standings --json").json()}["Grey Ledger"] == 1
    again = shell(f"play --record {file(shell, over)}")
    assert (again.code, again.err.splitlines()[1]) == (1, "hint: acta after battle-1")
    shell.do("choose First Voice", "roll 2", "done Grey Ledger", "done Wet Choir")
    assert shell(f"play --record {file(shell, over)}").code == 0
    assert len(shell("crew list --json").json()) == 4
    assert shell("audit").code == 0


def test_a_recorded_file_that_tells_members_otherwise_says_so(shell: Shell) -> None:
    """The campaign's profiles are played, whatever the header has; what it leaves out is fine."""
    over = f"{HEADER}concede Wet Choir\nconclude\n"
    came = shell(f"play --record {file(shell, over)}")
    assert (came.code, came.err) == (0, "")
    shell.do("choose First Voice", "roll 2", "done Grey Ledger", "done Wet Choir")
    other = over.replace('"Tallow" survivor d6', '"Tallow" survivor d8')
    other = other.replace('item "Rivet Gun"', 'item "Crude Blade"')
    came = shell(f"play --record {file(shell, other)} --dry-run")
    assert came.err.splitlines() == [
        "Oum the Counter is played as this campaign has it: item Rivet Gun, not Crude Blade",
        "Tallow is played as this campaign has it: d6, not d8",
    ]


def test_a_recorded_file_with_other_members_is_refused(shell: Shell) -> None:
    """The campaign's own crew is another: nothing is kept."""
    text = FILE.replace('"Grey Ledger"', '"Ash"').replace("Grey Ledger", "Ash")
    before = shell("status --json").json()["lines"]
    came = shell(f"play --record {file(shell, text)}")
    assert came.code == 2
    assert came.err == "fight.acta: Ash has other members than fight.acta says\n"
    assert shell("status --json").json()["lines"] == before


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("roll 3\n", "roll 5\n", 1, "MS-RES-3: fight.acta, line 20: a d4 cannot show 5"),
        ("roll 3\n", "hold Nobody\n", 2, "fight.acta, line 20: nobody here is called Nobody"),
        ("roll 3\n", "rol 3\n", 2, "fight.acta, line 20: “rol 3”: no line begins with “rol”"),
        ("roll 3\n", "roll 3; undo\n", 2, "fight.acta, line 20: a file holds one line"),
        ("last-granary", "last-granery", 2, "fight.acta: no scenario is called last-granery"),
        ("[dice table]", "[dice loaded]", 2, "fight.acta, line 3: `table` or `sealed` is expected"),
        (
            "[dice table]",
            "[dice sealed]\n[anchor 2 " + "0" * 64 + "]",
            2,
            "fight.acta: sealed dice",
        ),
        ("machine d8", "machine dx", 2, "fight.acta: dx is no die"),
        ("machine d8", "robot d8", 2, "fight.acta: no type is called robot"),
        ('at "Granary Hall"', 'at "The Moon"', 2, "fight.acta: nobody here is called The Moon"),
        ("2026.1", "2027.1", 2, "fight.acta is for mortisphere 2027.1"),
        ("game mortisphere", "game chess", 2, "fight.acta, line 1: no game is called chess"),
        (
            "undo\nroll 2",
            "undo\nundo\nundo\nundo\nroll 2",
            2,
            "fight.acta, line 25: the battle's opening was",
        ),
    ],
)
def test_an_error_names_file_and_row_and_nothing_is_kept(
    shell: Shell, old: str, new: str, code: int, said: str
) -> None:
    """Whatever is wrong with a file, all of it or nothing."""
    before = shell("status --json").json()["lines"]
    came = shell(f"play {file(shell, FILE.replace(old, new, 1))}")
    assert (came.code, came.out) == (code, "")
    assert came.err.startswith(said)
    assert shell("status --json").json()["lines"] == before


def test_there_is_no_aftermath_of_a_battle_that_goes_on(shell: Shell) -> None:
    """MS-SCN-4: one sentence that names file and row; nothing is kept."""
    before = shell("status --json").json()["lines"]
    came = shell(f"play {file(shell, f'{FILE}[after]{LF}roll 10{LF}')}")
    assert came.code == 1
    assert came.err.startswith("MS-SCN-4: fight.acta, line 32: the battle has not ended yet")
    assert shell("status --json").json()["lines"] == before


def test_a_file_that_is_not_there(shell: Shell) -> None:
    """Exit 2."""
    assert shell("play nowhere.acta").code == 2


def test_a_dry_run_keeps_nothing(shell: Shell) -> None:
    """Dice on the table lie open; sealed ones are not shown."""
    came = shell(f"play --dry-run {file(shell, FILE)}")
    assert came.lines[0] == "nothing was recorded; this would be:"
    sealed = (
        HEADER.replace("[dice table]", "[dice sealed]")
        + "clash Rat > First Voice\nrespond absorb\n"
    )
    came = shell(f"play --dry-run {file(shell, sealed)}")
    assert "it ends here: the next dice are sealed" in came.lines
    assert shell("battle list --json").json() == []
    assert list((shell.folder / "keys").glob("dice-*")) == []


def test_a_file_is_rewritten_canonically_without_a_campaign(tmp_path: Path) -> None:
    """Long verbs, whole names, names of the codex; comments stay; nothing is recorded anywhere."""
    shell = Shell(tmp_path)
    (tmp_path / "f.acta").write_text(
        HEADER.replace('"Last Cartridge"', '"last-cartridge"')
        + "c rat vs fir                                 # the first blow\nra\n3\n",
        "utf-8",
    )
    came = shell("play --format f.acta")
    assert came.code == 0, came.err
    rows = "clash Rat > First Voice                      # the first blow\nrespond absorb\nroll 3\n"
    assert came.out == HEADER + rows
    assert [path.name for path in tmp_path.iterdir()] == ["f.acta"]


def test_rows_that_are_not_played_yet_are_rewritten_as_far_as_they_go(tmp_path: Path) -> None:
    """From the first row that is refused on: long verbs, names as they were typed."""
    text = HEADER + "ra\nc rat vs fir\n[after]\nroll 10\n"
    (tmp_path / "f.acta").write_text(text, "utf-8")
    came = Shell(tmp_path)("play --format f.acta")
    assert came.out.endswith("respond absorb\nclash rat > fir\n[after]\nroll 10\n")
    assert came.err.startswith("names are left as they are from here on: MS-")


def test_lines_from_standard_input_answer_one_by_one(tmp_path: Path) -> None:
    """A refusal is told and the session goes on."""
    shell = fighting(tmp_path)
    typed = "c sura vs unit\nhold sura\n\n# only a remark\nrd unit  # a brave one\n5 3; hold kiln\n"
    came = shell("play -", typed=typed)
    assert came.code == 0
    assert came.err.startswith("MS-CLA-1: not now")
    assert [line for line in came.lines if line.startswith("next: ")] == [
        "next: Iron is to answer the Clash",
        "next: dice: Sura d6, Unit Nine d10 · roll {1..6} {1..10}",
        "next: Ash is to take a turn",
    ]
    came = shell("play --json", typed="u\nfrob\n")
    assert len(came.lines) == 2
    assert '"error"' in came.lines[1]


def test_who_sits_down_is_told_what_is_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a terminal a session begins with what the battle waits for."""
    shell = fighting(tmp_path)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    came = shell("play", typed="")
    assert came.err == "battle-1: Ash is to take a turn\nline, or Ctrl-D to end:\n"


def test_a_file_of_lines_is_one_group(tmp_path: Path) -> None:
    """Without a header: lines of the open battle, all or nothing."""
    shell = fighting(tmp_path)
    path = file(shell, "# round 1\nc sura vs unit\nrd unit\n5 3\n")
    assert shell(f"play {path}").code == 0
    assert shell("next --json").json()["crew"] == "Iron"
    path = file(shell, "hold kiln\nhold nobody\n")
    assert shell(f"play {path}").code == 2
    assert shell("next --json").json()["crew"] == "Iron"
    assert shell(f"play --record {path}").code == 2


def test_an_export_does_not_overwrite(tmp_path: Path) -> None:
    """`-o FILE`; `--force` overwrites."""
    shell = fighting(tmp_path)
    assert shell("export replay -o x.acta").code == 0
    came = shell("export replay -o x.acta")
    assert came.code == 2
    assert came.err == (
        "x.acta exists already; nothing was overwritten\nhint: --force overwrites it\n"
    )
    assert shell("export replay 1 --as text -o x.acta --force").code == 0
    assert (shell.folder / "x.acta").read_text("utf-8") == shell("export replay").out
    document = shell("export replay --json").json()
    assert document == {"battle": "battle-1", "text": shell("export replay").out}


def test_a_counted_battle_is_exported_with_its_crews(tmp_path: Path) -> None:
    """Health beside the die's own is written, house rules that are not the rulebook's too."""
    shell = campaign(tmp_path)
    shell("house set absorb fixed_3")
    shell("battle open last-granary Ash Iron")
    rows = shell("export replay").lines
    assert "[house absorb=fixed_3]" in rows
    assert '"Sura" survivor d6 health 3' in rows
    assert '"Teodor the Lamplighter" survivor d8 captain remain' in rows
    shell("undo --yes")
    assert shell("export replay 1").code == 2


def test_an_opening_that_was_undone_and_redone_plays(tmp_path: Path) -> None:
    """The pair stands in the file, so that addresses in later lines mean the same there."""
    shell = fighting(tmp_path)
    for line in ("undo --yes", "redo", "do c sura vs unit", "do ra", "undo --to battle-1/1 --yes"):
        assert shell(line).code == 0
    for line in ("redo", "undo --to battle-1/30 --yes", "do rd unit"):
        shell(line)
    text = shell("export replay 1").out
    rows = text.partition("[lines]\n")[2].splitlines()
    assert rows[:3] == ["undo", "redo", "clash Sura > Unit Nine"]
    assert rows[4:6] == ["undo to battle-1/1", "redo"]
    (tmp_path / "b.txt").write_text(text, "utf-8")
    (tmp_path / "other").mkdir()
    other = campaign(tmp_path / "other")
    assert other(f"play {tmp_path / 'b.txt'}").code == 0
    assert other("next --json").json()["awaiting"] == shell("next --json").json()["awaiting"]
    assert other("export replay").out.partition("[lines]")[2].splitlines()[-1] == rows[-1]
    assert other("audit").code == 0


def test_several_undone_for_a_reason_are_put_back_whole(tmp_path: Path) -> None:
    """`--why` is no line: the file takes them back one by one, and puts them back one by one."""
    shell = fighting(tmp_path)
    shell.do("c sura vs unit; ra; 3")
    assert shell("undo clash --why 'wrong member' --yes").code == 0
    assert shell("redo").code == 0
    text = shell("export replay 1").out
    rows = text.partition("[lines]\n")[2].splitlines()
    assert rows[3:] == ["undo"] * 3 + ["redo"] * 3
    (tmp_path / "b.txt").write_text(text, "utf-8")
    (tmp_path / "other").mkdir()
    other = campaign(tmp_path / "other")
    assert other(f"play {tmp_path / 'b.txt'}").code == 0
    assert other("next --json").json()["crew"] == shell("next --json").json()["crew"] == "Iron"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("undo\n", "fight.acta takes the battle's opening back and leaves it so\n"),
        (
            "undo\nhold Rat\n",
            "fight.acta, line 19: the battle's opening was taken back, so only redo can follow\n",
        ),
    ],
)
def test_a_file_does_not_end_without_its_opening(shell: Shell, rows: str, said: str) -> None:
    """Nothing of it is kept."""
    came = shell(f"play {file(shell, HEADER + rows)}")
    assert (came.code, came.err) == (2, said)
    assert shell("battle list --json").json() == []


def test_lines_of_a_file_without_a_header_are_named(tmp_path: Path) -> None:
    """A refusal names file and row, blank rows and comments counted; nothing was recorded."""
    shell = fighting(tmp_path)
    path = file(shell, "# Ana begins\n\nhold moth\nhold nobody\n", "lines.txt")
    came = shell(f"play {path}")
    assert came.code == 2
    assert came.err.startswith(
        "lines.txt, line 4 (hold nobody): nobody here is called nobody (nothing was recorded)\n"
    )
    path = file(shell, "hold moth\n\nhold vex\n", "lines.txt")
    came = shell(f"play {path}")
    assert came.err.startswith("MS-TRN-1: lines.txt, line 3 (hold vex): ")
    assert shell(f"play --json {path}").json()["error"]["line"] == 3
    path = file(shell, "# first\nhold moth\nfrob\n", "lines.txt")
    assert shell(f"play {path}").err.startswith("lines.txt, line 3: “frob”: ")
    assert shell("next --json").json()["crew"] == "Ash"
