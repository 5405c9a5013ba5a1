"""`acta do`: one group, all or nothing; what it answers; what it refuses."""

from pathlib import Path

import pytest

from tests.cli.shell import HALL, Shell, campaign, fighting


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle in the Granary Hall; it is for Ash to begin."""
    return fighting(tmp_path)


def lines(shell: Shell) -> int:
    """How many lines the ledger has."""
    return int(shell("status --json").json()["lines"])


def test_the_seed_s_example(shell: Shell) -> None:
    """MS-AT-01: a d6 survivor shows 5, a d10 machine 3: its maximum falls from 10 to 8.

    The whole Clash is one group of three lines; its words need no quotes.
    """
    came = shell("do c sura vs unit nine then rd unit then 5 3")
    assert came.lines == [
        "battle-1/14  Ash initiates a Clash in the Granary Hall: Sura against Unit Nine.",
        "battle-1/15  Iron answers: Unit Nine defends.",
        "battle-1/16  Sura against Unit Nine: 5 against 3, Sura wins (Sura d6 5; Unit Nine d10 3).",
        "battle-1/17  Unit Nine loses 1 Health (1 lost); it may roll 8 at most.",
        "battle-1/18  Sura has acted (initiated).",
        "battle-1/19  Unit Nine has acted (defended).",
        "battle-1/20  Ash's Clash is over.",
        "Unit Nine: Health 3 → 2, highest roll 10 → 8",
        "next: Iron is to take a turn",
        "undo: acta undo, or all of it: acta undo --to battle-1/14 --yes",
    ]
    shown = shell("battle show --json").json()
    unit = next(member for member in shown["members"] if member["name"] == "Unit Nine")
    assert (unit["die"], unit["max_roll"]) == (10, 8)


def test_one_line_is_undone_by_one_undo(shell: Shell) -> None:
    """A single line says so."""
    assert shell.do("hold moth").lines[-1] == "undo: acta undo"


def test_a_group_is_all_or_nothing(shell: Shell) -> None:
    """The third line is refused (a d6 cannot show 7): nothing is recorded."""
    before = lines(shell)
    came = shell.words(["do", "c sura vs unit; rd unit; 7 3"])
    assert (came.code, came.out) == (1, "")
    assert came.err == (
        "MS-RES-3: line 3 (7 3): a d6 cannot show 7 (nothing was recorded)\n"
        "hint: its faces are 1 to 6\n"
    )
    error = shell.words(["do", "--json", "c sura vs unit; rd unit; 7 3"]).json()["error"]
    assert (error["rule"], error["line"]) == ("MS-RES-3", 3)
    assert lines(shell) == before


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (
            "c sura vs unit; rd unit; 3",
            1,
            "MS-RES-3: line 3 (3): 2 faces are awaited (d6 d10), 1 was given",
        ),
        (
            "c sura vs unit; rd unit; 3 3 3",
            1,
            "MS-RES-3: line 3 (3 3 3): 2 faces are awaited (d6 d10), 3 were given",
        ),
        ("c vex vs rook; ra; 1 3", 1, "MS-RES-3: line 3 (1 3): 1 face is awaited (d8), 2 were"),
        ("c sura vs unit; rd unit; 0 3", 1, "MS-RES-3: line 3 (0 3): a d6 cannot show 0"),
        ("c sura vs r; hold sura", 1, "MS-CLA-1"),
        ("hold moth; hold nobody", 2, "line 2 (hold nobody): nobody here is called nobody"),
        ("hold moth; c sura vs", 2, "line 2: “c sura vs”: a name is expected at the end"),
        ("hold moth; concede iron; undo; u round; u", 2, "line 5 (u): a line cannot take that"),
        ("c sura vs nobody", 2, "nobody here is called nobody"),
        ("c sura vs", 2, "“c sura vs”: a name is expected at the end"),
        ("activate sura", 2, "`activate` is a line of Morturi Te Salutant"),
        ("frob sura", 2, "“frob sura”: no line begins with “frob”"),
        ("move sura to moon", 2, "no Area is called moon"),
        ("hold unit nine", 1, "MS-TRN-1"),
        ("", 2, "no line was given"),
        ("  ;  ; ", 2, "no line was given"),
        ('note "', 2, "the quote at character 6 is not closed"),
        ("c su\x07ra vs unit", 2, "character 5 is U+0007, which a line cannot hold"),
        ("c \u202esura vs unit", 2, "character 3 is U+202E, which a line cannot hold"),
        ("x" * 25_000, 2, "a line has at most 20000 characters, not 25000"),
        ("hold S\u0443ra", 2, "nobody here is called S"),
    ],
)
def test_what_is_refused(shell: Shell, line: str, code: int, said: str) -> None:
    """One sentence on standard error, the right exit code, nothing recorded."""
    before = lines(shell)
    came = shell.words(["do", line])
    assert (came.code, came.out) == (code, "")
    assert came.err.startswith(said)
    assert lines(shell) == before


def test_a_name_of_five_thousand_characters(shell: Shell) -> None:
    """It is nobody's, and the sentence stays short."""
    came = shell.words(["do", f"hold {'x' * 5000}"])
    assert came.code == 2
    assert len(came.err) < 200


def test_an_ambiguous_name_lists_the_lines_to_type(shell: Shell) -> None:
    """Exit 2: `o` begins no name, but a word of none; `t` begins Teodor and The Prefect."""
    came = shell.words(["do", "c sura vs un then rd un then 5 3 then c t vs vex"])
    assert came.code == 0  # seen from Iron, whose turn it is, `t` is The Prefect alone
    came = shell.words(["do", "--json", 'note t "hello"'])
    error = came.json()["error"]
    assert came.code == 2
    assert error["kind"] == "ambiguous"
    assert error["candidates"] == ["Ash/TEO Teodor the Lamplighter", "Iron/PRE The Prefect"]
    assert "acta do" in error["hint"]


def test_two_of_one_name(tmp_path: Path) -> None:
    """Case 47: two called Marcus in one crew, a third in the other: nobody is mixed up."""
    shell = campaign(tmp_path)
    for crew in ("Ash", "Ash", "Iron"):
        assert shell(f"member recruit {crew} Marcus --type machine --die d4").code == 0
    assert shell(f"battle open last-granary Ash Iron {HALL}").code == 0
    came = shell("do hold marcus")
    assert came.code == 2
    told, hint = came.err.splitlines()
    assert told == "marcus may be Ash/MAR Marcus, Ash/MAC Marcus"
    first, second = hint.removeprefix("hint: ").split(" or ")
    assert second == "acta do 'hold @MAC'"
    assert shell(second.removeprefix("acta ")).lines[0].endswith("Marcus holds.")
    shell.do("hold iron/marcus")  # Iron has one alone
    shell.do(first.removeprefix("acta do ").strip("'"))
    acted = {one["id"]: one["activated"] for one in shell("battle show --json").json()["members"]}
    assert [id_ for id_ in acted if acted[id_]] == ["crew-ash/6", "crew-ash/7", "crew-iron/6"]


def test_a_dry_run_shows_and_saves_nothing(shell: Shell) -> None:
    """`--dry-run`: what would be recorded, what would change."""
    before = lines(shell)
    came = shell.words(["do", "--dry-run", "c sura vs unit; rd unit; 5 3"])
    assert came.lines[0] == "nothing was recorded; this would be:"
    assert "Unit Nine: Health 3 → 2, highest roll 10 → 8" in came.lines
    assert "undo" not in came.out
    assert lines(shell) == before


def test_json_is_one_document(shell: Shell) -> None:
    """Address, lines as in the log, what changed, what is next, how to undo."""
    found = shell.words(["do", "--json", "c sura vs unit; rd unit; 5 3"]).json()
    assert found["address"] == "battle-1/14"
    assert [line["event"] for line in found["lines"][:2]] == [
        "mortisphere.clash-declared",
        "mortisphere.clash-answered",
    ]
    assert found["changed"] == ["Unit Nine: Health 3 → 2, highest roll 10 → 8"]
    assert found["next"]["crew"] == "Iron"
    assert found["undo"].startswith("acta undo")


def test_notes_stand_always_open(shell: Shell) -> None:
    """A note about a member, in the middle of a Clash."""
    came = shell.do('c sura vs unit; note sura "for the bell"')
    assert came.lines[1].startswith("battle-1/15  Note on Sura: ")


def test_the_shell_s_quotes_are_put_back(shell: Shell) -> None:
    """`acta do note Sura "rang it twice"`: the shell gives three words, the last with spaces."""
    came = shell('do note Sura "rang it twice" then hold moth')
    assert came.lines[0] == "battle-1/14  Note on Sura: rang it twice"
    came = shell('do ruling "the rope broke": Moth loses 1')
    assert came.code == 0
    assert "the rope broke" in came.lines[0]
    came = shell("do c 'the prefect' vs sura then ra then 1")
    assert came.code == 0


def test_a_text_of_one_word_needs_no_quotes(shell: Shell) -> None:
    """A shell takes the quotes of a single word, too: it is an argument of its own."""
    assert shell('do note "hello"').lines[0] == "battle-1/14  Note: hello"
    came = shell("do note Sura hush; hold Moth")
    assert came.code == 0
    assert came.lines[0] == "battle-1/15  Note on Sura: hush"
    assert shell('do ruling "oops": Sura loses 1').code == 0


def test_undo_and_redo_are_lines_too(shell: Shell) -> None:
    """A group in which something is taken back is saved at once as well, or not at all."""
    shell.do("c sura vs unit")
    came = shell.do("u; c vex vs rook; ra; 2")
    assert came.lines[0] == (
        "battle-1/15  taken back: "
        "Ash initiates a Clash in the Granary Hall: Sura against Unit Nine."
    )
    assert came.lines[-1] == "undo: acta undo"
    before = lines(shell)
    refused = shell.words(["do", "undo; undo; hold rook; hold nobody"])
    assert refused.code == 1
    assert lines(shell) == before
    shell.do("undo clash", "redo")
    assert shell("battle show --json").json()["turn"]["crew"] == "Iron"
    assert shell("audit").code == 0


def test_a_line_does_not_take_back_the_opening(shell: Shell) -> None:
    """That is for `acta undo`."""
    came = shell.words(["do", "undo"])
    assert came.code == 2
    assert came.err == (
        "a line cannot take that back."
        " This is the opening of battle-1: without it there is no such battle.\n"
        "hint: acta undo --to battle-1/1 --yes\n"
    )


def test_what_another_recorded_is_not_taken_back_by_a_line_alone(shell: Shell) -> None:
    """`--agreed` says that the other consents."""
    shell.do("hold moth", by="Ben")
    came = shell.words(["do", "undo"])
    assert came.code == 1
    assert came.err.endswith("hint: acta undo --agreed Ben\n")
    assert shell.words(["do", "--agreed", "Ben", "undo"]).code == 0


def test_lines_after_the_end(shell: Shell) -> None:
    """MS-SCN-4: the battle has ended; notes are still taken."""
    shell.do("concede iron")
    came = shell.words(["do", "hold sura"])
    assert (came.code, came.err.partition("\n")[0]) == (1, "MS-SCN-4: battle-1 has ended")
    shell.do('note "well fought"')
