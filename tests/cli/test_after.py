"""An evening at the shell: two crews, a battle, and what it leaves behind, question by question.

Nine-of-Nine (d8, 5 against Presence 1) fells Low Note; Rat opens a bin; Wet Choir concedes, so
Grey Ledger holds the Hall alone and wins. Grey Ledger is rated 45, Wet Choir 49: no underdog.
Of 50 salvage 45 and 49 were spent, so their purses hold 5 and 1 (MS-REC-3).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.cli.shell import EXAMPLES, SEED, Shell, fighting, settle
from tests.cli.shell import HALL as MEETING
from tests.console import ROOT

GREY, WET = "Grey Ledger", "Wet Choir"
HALL = "--start 'Grey Ledger=Granary Hall' --start 'Wet Choir=Granary Hall'"
FIRST_ROUND = (
    "clash Nine-of-Nine vs Low Note; respond absorb; roll 5; concede Wet Choir",
    "hold First Voice; hold Oum; hold Lower Note; hold Tallow; hold Lowest Note",
    "hold The Quiet Girl; hold The Host; interact Rat with Open a bin copy 1",
    "hold The Other Host; hold Other Rat",
)
FATE = "roll 5"  # 5 - 2 (left behind, MS-FAT-5) + 2 (mycelian, MS-TYP) = 5: Lamed (MS-FAT-4)
EVENING = (
    FATE,
    "choose First Voice",  # a lesson for the losing crew (MS-ADV-2)
    "roll 2",  # the winner's discovery: 3 salvage
    'recruit "Pip" as survivor d4',  # costs 4 (MS-REC-2)
    "done Grey Ledger",
    "mend Low Note: Lamed",  # 2 salvage and a missed battle (MS-FAT-7)
    "done Wet Choir",
)
ASKED = (
    "Wet Choir: dice: Low Note d20: What becomes of it? (MS-FAT-3) · roll {1..20}",
    (
        "Wet Choir: Who learns a lesson? (MS-ADV-2) First Voice, Low Note, Lower Note, Lowest Note,"
        " The Host, The Other Host"
    ),
    "dice: Grey Ledger d12: What is found? (MS-CAM-2) · roll {1..12}",
    "Grey Ledger: Mend, recruit, trade; then be done. (MS-CAM-2) · salvage 16",
    "Grey Ledger: Mend, recruit, trade; then be done. (MS-CAM-2) · salvage 12",
    "Wet Choir: Mend, recruit, trade; then be done. (MS-CAM-2) · salvage 6",
    "Wet Choir: Mend, recruit, trade; then be done. (MS-CAM-2) · salvage 4",
)
MADE = TemporaryDirectory(prefix="acta-after-")


@cache
def fought() -> Path:
    """A campaign whose first battle is concluded, made once."""
    place = Path(MADE.name)
    Shell(place)("new Winter --game mortisphere")
    shell = Shell(place / "winter")
    for crew in ("grey-ledger", "wet-choir"):
        assert shell(f"crew import {EXAMPLES / crew}.toml").code == 0
    assert shell(f"battle open last-granary 'Grey Ledger' 'Wet Choir' {HALL}").code == 0
    shell.do(*FIRST_ROUND)
    assert shell("battle conclude").code == 0
    return place / "winter"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """That campaign."""
    shutil.copytree(fought(), tmp_path / "winter")
    return Shell(tmp_path / "winter")


def crews(shell: Shell) -> dict[str, Any]:
    """The crews as the aftermath has them."""
    shown = shell("season --json").json()
    return {crew["crew"]: crew for crew in shown["crews"]}


def members(shell: Shell) -> Iterator[dict[str, Any]]:
    """All profiles that the aftermath shows."""
    shown = shell("after 1 --json").json()["aftermath"]
    yield from (member for crew in shown["crews"] for member in crew["members"])


def test_it_begins_from_the_battle(shell: Shell) -> None:
    """MS-CAM-2: who needs no fate roll is listed, then the first fate is asked."""
    came = shell("after")
    assert came.code == 0
    assert "battle-1/69  Rat stands at the end." in came.lines
    assert "battle-1/71  First Voice withdrew in time." in came.lines
    assert f"next: {ASKED[0]}" in came.lines
    assert came.lines[-3:] == [
        f"battle-1: {ASKED[0]}",
        "  roll {1..20}",
        'always: note "TEXT", undo, redo',
    ]


def test_a_dry_run_begins_nothing(shell: Shell) -> None:
    """`--dry-run` shows and saves nothing."""
    before = shell("status --json").json()["lines"]
    came = shell("after --dry-run")
    assert came.lines[0] == "nothing was recorded; this would be:"
    came = shell(f"after 1 --dry-run {FATE}")
    assert any("= 5: Lamed" in line for line in came.lines)
    assert shell("status --json").json()["lines"] == before


def test_an_evening(shell: Shell) -> None:
    """Fates, experience, salvage and histories, worked out by hand."""
    shell("after")
    for line in EVENING[:3]:
        assert shell.words(["after", line]).code == 0
    gained = {member["name"]: member["experience"] for member in members(shell)}
    # MS-ADV-2: 1 for whoever endured, 1 to Rat for the bin, 1 to First Voice as a lesson
    assert gained == {
        **dict.fromkeys(("Oum the Counter", "Nine-of-Nine", "Tallow", "The Quiet Girl"), 1),
        "Rat": 2,
        "Other Rat": 1,
        "First Voice": 2,
        "Low Note": 0,
        **dict.fromkeys(("Lower Note", "Lowest Note", "The Host", "The Other Host"), 1),
    }
    # MS-REC-9: 5 + 4 + 3 + 1 (a bin) + 3 (found) and 1 + 4 + 1
    assert {name: crew["purse"] for name, crew in crews(shell).items()} == {GREY: 16, WET: 6}
    came = shell.do(*EVENING[3:])
    assert came.lines[-2] == "next: nothing is awaited: the aftermath is over"
    after = crews(shell)
    assert (after[GREY]["purse"], after[GREY]["fit"], after[GREY]["recruits"]) == (12, 7, 2)
    assert (after[WET]["purse"], after[WET]["fit"], after[WET]["unfit"]) == (4, 5, ["Low Note"])
    note = shell("member show 'Low Note' --json").json()
    assert (note["status"], note["injuries"], note["lasting_injuries"]) == ("unfit", 1, [])
    assert shell("member show Rat").lines[:3] == [
        "Rat (RAT) of Grey Ledger, fit",
        "Creature d4, 1 Health",
        "experience 2",
    ]
    assert shell(f"crew show '{GREY}' --json").json()["treasury"] == 12
    columns = shell(f"crew show '{GREY}'").lines[1].split()
    assert columns[-2:] == ["status", "experience"]
    history = note["history"]
    assert ("injury", "Low Note: Lamed") in [(one["kind"], one["text"]) for one in history]
    assert shell("audit").code == 0


def test_salvage_has_receipts(shell: Shell) -> None:
    """MS-REC-9: each reason is a line of its own, in the crew's story."""
    shell.do(*EVENING)
    told = [line.partition("  ")[2] for line in shell("log 'Grey Ledger'").lines]
    assert [line for line in told if "salvage" not in line and ": +" in line] == [
        "Grey Ledger: +4 (a battle fought), 9 now.",
        "Grey Ledger: +3 (a battle won), 12 now.",
        "Grey Ledger: +1 (Open a bin), 13 now.",
        "Grey Ledger: +3 (discovery: Cache), 16 now.",
    ]


def test_there_is_one_aftermath(shell: Shell) -> None:
    """MS-CAM-2: a second run is refused, exit 1; without a number nothing is open, exit 2."""
    shell.do(*EVENING)
    again = shell("after 1")
    sentence = "MS-CAM-2: the aftermath of battle-1 is over: there is only one"
    assert (again.code, again.err.splitlines()[0]) == (1, sentence)
    assert shell(f"after 1 {FATE}").code == 1
    assert shell("after").code == 2
    assert shell.words(["do", FATE]).code == 2


def test_a_battle_that_is_not_concluded_has_none(shell: Shell) -> None:
    """MS-CAM-2: exit 1; the hint says what ends it."""
    assert shell("undo --yes").code == 0
    came = shell("after 1")
    assert came.code == 1
    assert came.err == "MS-CAM-2: the battle is not concluded\nhint: acta battle conclude\n"


def test_it_is_resumed_after_every_question(shell: Shell) -> None:
    """Each line, and each question between them, in a process of its own."""
    for line, question in zip(EVENING, ASKED, strict=True):
        told = fresh(shell, "after").splitlines()
        assert told[-1].startswith("always: ")
        assert f"battle-1: {question}" in told
        fresh(shell, "after", line)
    assert "aftermath" not in fresh(shell, "status")


def fresh(shell: Shell, *words: str) -> str:
    """What acta says in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "--as", "Ana", *words],
        cwd=shell.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_shop_says_what_there_is_to_spend_and_what_things_cost(shell: Shell) -> None:
    """MS-EQP-3: the codex's prices; MS-TYP-3: a remnant pays 1 less for what is extinct."""
    shell.do(*EVENING[:3])
    asked = shell("next --json").json()
    assert asked["purse"] == {"salvage": 16}
    priced = ("Rivet Gun", "Riot Plate", "Door Without a Wall")
    assert [asked["prices"][name] for name in priced] == [1, 2, 3]
    assert asked["prices"]["Door Without a Wall for The Quiet Girl"] == 2
    assert "price 3: Door Without a Wall, The Unspent Hour" in shell("next").lines


def test_undo_within_the_aftermath(shell: Shell) -> None:
    """A line is taken back with what it did to crews, and put back; the question comes again."""
    shell.do(*EVENING[:4])
    came = shell("undo")
    assert "Grey Ledger: purse 12 → 16" in came.lines
    assert f"next: {ASKED[3]}" in came.lines
    assert crews(shell)[GREY]["fit"] == 6
    assert "Grey Ledger: purse 16 → 12" in shell("redo").lines
    shell.do("undo; undo", "roll 2")
    assert crews(shell)[GREY]["purse"] == 16


def test_a_battle_is_not_undone_under_its_aftermath(shell: Shell) -> None:
    """Once the aftermath has begun the battle stays; when it is taken back the battle may be."""
    shell.do(*EVENING[:2])
    came = shell("undo --to battle-1/60 --yes")
    assert came.code == 1
    assert came.err.startswith("MS-EVT-1: the aftermath of this battle has begun")
    assert shell.words(["do", "undo; undo"]).code == 0
    assert shell("undo --yes").code == 0
    assert shell("after 1").code == 1
    assert shell("battle list --json").json()[0]["status"] == "open"


def test_the_next_battle_waits_for_it(shell: Shell) -> None:
    """MS-CAM-2: the hint of the refusal leads through the aftermath."""
    opened = "battle open last-granary 'Grey Ledger' 'Wet Choir'"
    came = shell(opened)
    assert came.code == 1
    hint = came.err.splitlines()[-1].removeprefix("hint: acta ")
    assert hint == "after battle-1"
    assert shell(hint).code == 0
    for line in EVENING:
        assert shell.words([*hint.split(), line]).code == 0
    assert shell(opened).code == 0


def test_it_is_said_what_is_open(shell: Shell) -> None:
    """`status`, `battle list`, `season` and `next` know of it."""
    assert shell("status").lines[-2:] == [
        f"battle-1, its aftermath: {ASKED[0]}",
        "acta after battle-1",
    ]
    assert shell("battle list --json").json()[0]["aftermath"] == "open"
    assert shell("season").lines[-1] == "the aftermath of battle-1 is open: acta after battle-1"
    assert shell("next --json").json()["patterns"] == ["roll {1..20}"]
    shell.do(*EVENING)
    assert shell("battle list --json").json()[0]["aftermath"] == "over"
    assert shell("status --json").json()["aftermath"] == []


def test_next_says_how_it_goes_on(shell: Shell) -> None:
    """Behind an aftermath nothing is awaited; what can be done is a command, exit 0."""
    shell.do(*EVENING)
    ask = shell("next --json").json()
    told = {key: ask[key] for key in ("battle", "awaiting", "crew", "aftermath", "legal", "always")}
    assert told == {
        "battle": "battle-1",
        "awaiting": "none",
        "crew": "",
        "aftermath": "over",
        "legal": [],
        "always": [],
    }
    assert ask["commands"] == ["acta battle open SCENARIO CREW CREW"]
    assert shell("next").lines == [
        "battle-1: nothing is awaited: the aftermath is over",
        "  acta battle open SCENARIO CREW CREW",
    ]


def test_next_before_the_first_battle(tmp_path: Path) -> None:
    """The same keys as ever, though there is no battle; a campaign without crews wants them."""
    Shell(tmp_path)("new Spring --game mortisphere")
    spring = Shell(tmp_path / "spring")
    ask = spring("next --json").json()
    assert (ask["battle"], ask["awaiting"], ask["legal"]) == ("", "none", [])
    assert ask["commands"] == ["acta crew import FILE.toml"]
    assert spring("next").lines == ["no battle was fought yet", "  acta crew import FILE.toml"]


def test_a_group_is_all_or_nothing(shell: Shell) -> None:
    """A refused line takes the lines before it along."""
    before = shell("status --json").json()["lines"]
    came = shell.words(["do", "roll 5; choose First Voice; roll 13"])
    assert came.code == 1
    assert shell("status --json").json()["lines"] == before


def test_lines_of_standard_input(shell: Shell) -> None:
    """`acta play -` goes through it too."""
    came = shell("play -", typed="\n".join(EVENING))
    assert came.code == 0
    assert came.lines[-2] == "next: nothing is awaited: the aftermath is over"


def test_it_is_replayed_and_exported(shell: Shell) -> None:
    """The file has an `[after]` that plays to the same crews; `replay` tells each line.

    Case 23: played again as a friendly rematch it gives the crews of the campaign nothing.
    """
    shell.do(*EVENING)
    before = crews(shell)
    assert [shell(mask).code for mask in ("undo --yes", "redo")] == [0, 0]
    text = shell("export replay 1").out
    rows = text.splitlines()
    assert rows[rows.index("[after]") + 1 :] == [*EVENING, "undo", "redo"]
    assert rows[rows.index("[after]") - 1] == "hold Other Rat"
    path = shell.folder.parent / "evening.acta"
    path.write_text(text, "utf-8")
    assert shell(f"play {path}").code == 0
    assert shell("export replay 2").out == text
    assert shell(f"play --format {path}").out == text
    moves = shell("replay 1 --json").json()
    assert [move["line"] for move in moves[-7:]] == list(EVENING)
    assert crews(shell) == before


def test_a_file_counts_with_its_aftermath(shell: Shell) -> None:
    """`--record`: battle and crews are saved together, or not at all."""
    shell.do(*EVENING)
    path = shell.folder.parent / "evening.acta"
    path.write_text(shell("export replay 1").out, "utf-8")
    Shell(shell.folder.parent)("new Spring --game mortisphere")
    spring = Shell(shell.folder.parent / "spring")
    wrong = shell.folder.parent / "wrong.acta"
    wrong.write_text(path.read_text("utf-8").replace("roll 2\nrec", "roll 13\nrec"), "utf-8")
    came = spring(f"play --record {wrong}")
    assert came.code == 1
    assert came.err.startswith(f"MS-RES-3: wrong.acta, line {_row(wrong, 'roll 13')}: ")
    assert spring("status --json").json()["lines"] == 1
    assert spring(f"play --record {path}").code == 0
    known = crews(spring)
    assert (known[GREY]["purse"], known[WET]["purse"]) == (12, 4)
    assert known[WET]["unfit"] == ["Low Note"]
    assert spring("export replay 1").out == path.read_text("utf-8")
    assert spring("audit").code == 0


def _row(path: Path, text: str) -> int:
    return path.read_text("utf-8").splitlines().index(text) + 1


def test_sealed_dice_go_on(tmp_path: Path) -> None:
    """Dice are rolled where they are due, from the chains of the battle; the file plays again."""
    Shell(tmp_path)("new Winter --game mortisphere")
    shell = Shell(tmp_path / "winter")
    for crew in ("grey-ledger", "wet-choir"):
        shell(f"crew import {EXAMPLES / crew}.toml")
    opened = f"battle open last-granary 'Grey Ledger' 'Wet Choir' {HALL}"
    assert shell(f"{opened} --dice sealed --solo --seed {SEED}").code == 0
    shell.do("clash Nine-of-Nine vs Low Note", "respond absorb", "concede Wet Choir")
    shell.do(*(line for text in FIRST_ROUND[1:] for line in text.split("; ")))
    shell("battle conclude")
    before = shell("status --json").json()["lines"]
    shell.do('note "what a night"')
    assert shell("status --json").json()["lines"] == before + 1
    for _ in range(20):
        asked = shell("after --json").json()["next"]
        if asked["awaiting"] == "spend":
            break
        shell.do(asked["legal"][0])
    shell.do("done Grey Ledger", "done Wet Choir")
    text = shell("export replay 1").out
    assert "[after]" in text
    assert "\nroll " not in text
    path = tmp_path / "evening.acta"
    path.write_text(text, "utf-8")
    assert shell(f"play {path}").code == 0
    assert shell("export replay 2").out == text
    assert shell("audit").code == 0


def test_an_aftermath_that_no_file_can_hold(shell: Shell) -> None:
    """A header says nothing of a purse: what is paid from it is not played again; it is said."""
    shell.do(*EVENING[:3], 'recruit "Pip" as survivor d12')  # 12 of 16, of which 5 were there
    came = shell("export replay 1")
    assert came.code == 0
    assert came.err.startswith("warning: [after] rests on what crews had before")


@pytest.mark.parametrize("clock", ["", "2020-01-01T00:00:00.000Z"])
def test_a_later_battle_rests_on_the_aftermath(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """MS-EVT-1, MS-CAM-2: who was recruited fights in the next battle; no undo under it.

    Case 113's kin: what is later is said by the record, not by a clock that was set back.
    """
    shell = fighting(tmp_path)
    shell.do("concede iron; conclude", "choose Kiln", "roll 1")
    hired = shell.do('recruit "Yps" as creature d4').lines[0].split()[0]
    shell.do("done Ash", "done Iron")
    if clock:
        monkeypatch.setattr("cli.desk.now", lambda: clock)
    assert shell(f"battle open last-granary Ash Iron {MEETING}").code == 0
    came = shell(f"undo --to {hired} --yes")
    assert (came.code, came.err.splitlines()[1]) == (1, "hint: acta undo --to battle-2/1 --yes")
    assert came.err.startswith("MS-EVT-1: battle-2 came later and rests on it: ")
    assert shell("member show Yps").code == 0


def test_nobody_joins_or_leaves_past_the_aftermath(tmp_path: Path) -> None:
    """Case 34, MS-CAM-2: fates, experience and income come first; the hint leads on to them.

    Nobody is dismissed under an open fate roll; once that is rolled, leaving is a line.
    """
    shell = fighting(tmp_path)
    shell.do("concede iron; conclude")
    for line in ("member recruit Ash Zed --type creature --die d4", "member retire Moth"):
        came = shell(line)
        assert (came.code, came.err.splitlines()[1]) == (1, "hint: acta after battle-1")
    settle(shell)
    assert shell("member retire Moth").code == 0


def shopping(folder: Path) -> Shell:
    """Ash finds an Impossible Door (12) after its victory, and has 5 + 4 + 3 + 2 + 1 to spend.

    Iron is rated 10 above Ash: 2 as underdog (MS-REC-10).
    """
    shell = fighting(folder)
    shell.do("concede iron; conclude", "choose Kiln", "roll 12")
    return shell


def test_a_shop_lists_what_players_know(tmp_path: Path) -> None:
    """Names of items, never ids; what is listed is accepted, and stands so in the file."""
    shell = shopping(tmp_path)
    listed = shell("next --json").json()["legal"]
    assert "buy Rivet Gun for Sura" in listed
    assert not [line for line in listed if "rivet-gun" in line]
    assert shell.do("buy Rivet Gun for Sura").code == 0
    assert shell.do("sell rivet").code == 0  # the beginning of a name, as everywhere
    shell.do("buy crude-blade for Sura", "give crude from Sura to store")
    rows = shell("export replay 1").out.splitlines()
    assert rows[rows.index("[after]") + 3 :] == [
        "buy Rivet Gun for Sura",
        "sell Rivet Gun",
        "buy Crude Blade for Sura",
        "give Crude Blade from Sura to store",
    ]


def test_the_log_of_an_aftermath_says_names(tmp_path: Path) -> None:
    """Discoveries, and what a recruit brings along, as the rulebook calls them."""
    shell = shopping(tmp_path)
    came = shell.do('recruit "Pip" as survivor d4 ability Last Cartridge item Crude Blade')
    # d4 4, ability 1, item 1 (chapter 21): 6 of 15
    assert came.lines[1] == (
        "crew-ash/16  Pip (survivor d4, 1 Health; Last Cartridge, Crude Blade) joins Ash:"
        " 6 paid, 9 left."
    )
    told = [line.partition("  ")[2] for line in shell("log Ash").lines]
    assert "Ash: +1 (discovery: Impossible Door), 15 now." in told
    assert "Ash may choose the next scenario (Impossible Door)." in told


def test_a_hint_names_ones_own(tmp_path: Path) -> None:
    """Who is not found among a crew's own is sought elsewhere, but only its own are named."""
    came = shopping(tmp_path).words(["do", "buy Rivet Gun for Zed"])
    assert came.code == 2
    assert came.err.splitlines()[1] == (
        "hint: there are Sura, Teodor the Lamplighter, Vex, Moth, store"
    )
    wrong = Shell(tmp_path / "winter").words(["do", "buy Rivet Gun for Kiln"])
    assert wrong.code == 1


def test_a_new_name_of_one_word_is_an_argument(tmp_path: Path) -> None:
    """A shell takes the quotes away: `recruit "Yps" as …`, `rename Vex to "Yps"`."""
    shell = shopping(tmp_path)
    assert shell('do recruit "Yps" as creature d4').code == 0
    assert shell('do rename Vex to "Vexed" then dismiss Yps').code == 0
    assert shell("member show Vexed").code == 0


def worth(shell: Shell, crew: str = WET) -> tuple[int, int]:
    """Value and rating of a crew as they are shown."""
    shown = shell.words(["crew", "show", crew, "--json"]).json()
    return shown["value"], shown["rating"]


def test_who_comes_back_counts_as_before(shell: Shell) -> None:
    """Case 1, MS-INI-4, MS-REC-7: lost, taken back, recovered, missing and back again.

    Wet Choir is 12 + 2 d10 + 3 d4 = 44; abilities and a heart make 49. Low Note is a d4 with
    Pack Sense (1). It is a Mycelian (+2) left behind (-2): the die stands.
    """
    assert worth(shell) == (44, 49)
    shell.do("roll 1")
    assert worth(shell) == (40, 44)
    shell.do("undo", "roll 15")
    assert worth(shell) == (44, 49)
    shell.do("undo", "roll 3", *EVENING[1:3], "done Grey Ledger", "done Wet Choir")
    assert worth(shell) == (40, 44)
    assert shell(f"battle open last-granary 'Grey Ledger' 'Wet Choir' {HALL}").code == 0
    shell.do("concede Wet Choir; conclude", "roll 6")  # MS-FAT-4: 6 and more: it returns
    assert worth(shell) == (44, 49)


def test_who_left_is_not_counted_for_initiative(shell: Shell) -> None:
    """Case 8, MS-INI-1, -4: the lamed Note and a Host go: 44 - 4 - 10 = 30, below 38."""
    shell.do(*EVENING[:3], "done Grey Ledger", "dismiss Low Note", "dismiss The Other Host")
    assert worth(shell) == (30, 34)
    shell.do("done Wet Choir")
    came = shell(f"battle open last-granary 'Grey Ledger' 'Wet Choir' {HALL}")
    assert came.lines[-2] == "next: Wet Choir is to take a turn"


def test_a_battle_that_is_missed_is_no_appearance(shell: Shell) -> None:
    """Case 11, MS-FAT-7: whoever is mended sits the next battle out; then it can fight again."""
    shell.do(*EVENING)
    opened = shell(f"battle open last-granary 'Grey Ledger' 'Wet Choir' {HALL}")
    assert not any("Low Note" in line for line in opened.lines)
    shell.do("concede Wet Choir; conclude")
    fought = {
        name: shell.words(["member", "show", name, "--json"]).json()["battles"]
        for name in ("Low Note", "Lower Note", "Pip")
    }
    assert fought == {"Low Note": 1, "Lower Note": 2, "Pip": 1}


def test_without_its_captain_everything_can_be_looked_at(tmp_path: Path) -> None:
    """Case 35, MS-FAT-6, MS-CAP-10: a Captain's Lost is rolled again, then another is asked for."""
    shell = fighting(tmp_path)
    shell.do('ruling "the roof": Teodor out', "concede Ash; conclude", "roll 1", "roll 1")
    views = (
        *("status", "next", "season", "standings", "crew list", "crew show Ash"),
        *("member show Teodor", "member show Sura", "log", "log Ash", "battle show 1"),
        *("replay 1", "export replay 1", "audit"),
    )
    waiting = shell("next --json").json()
    while waiting["question"].get("id") != "successor":
        assert [view for view in views if shell(view).code] == []
        shell.do(waiting["legal"][0] if waiting["legal"] else "roll 1")
        waiting = shell("next --json").json()
    assert waiting["question"]["offers"] == ["Sura", "Vex", "Moth"]
    shell.do("choose Vex", "choose Will to Remain")
    assert [view for view in views if shell(view).code] == []
    assert shell("crew show Ash --json").json()["captain"] == "Vex"
