"""`acta battle`: open, list, show, map, legal, conclude."""

from pathlib import Path

import pytest

from tests.cli.shell import HALL, campaign, fighting


def test_a_battle_opens(tmp_path: Path) -> None:
    """Starts as agreed; the crew of the lower value begins (MS-INI-3): 26 against 36."""
    came = campaign(tmp_path)(f"battle open last-granary ash iron {HALL}")
    assert came.code == 0
    assert came.lines[0].startswith(
        "battle-1/1  A battle opens: The Last Granary, Ash against Iron"
    )
    assert came.lines[1:3] == [
        "battle-1/2  Ash starts in the Granary Hall (agreed).",
        "battle-1/3  Iron starts in the Granary Hall (agreed).",
    ]
    assert came.lines[-2:] == [
        "next: Ash is to take a turn",
        "undo: acta undo --to battle-1/1 --yes",
    ]


def test_without_an_agreement_start_areas_are_taken_or_asked(tmp_path: Path) -> None:
    """The crew of the lower rating chooses first (MS-SCN-3): by itself, or when asked."""
    shell = campaign(tmp_path)
    came = shell("battle open last-granary Ash Iron")
    assert "battle-1/2  Ash starts in the Well Yard." in came.lines
    shell("undo --yes")
    came = shell("battle open last-granary Ash Iron --start ask")
    assert came.lines[-2].startswith(
        "next: Ash: From where does the crew start? (MS-SCN-3) Well Yard"
    )
    shell.do("start Ash at Bell Tower")
    assert shell("battle show --json").json()["turn"]["awaiting"] == "act"


def test_who_starts_where_is_asked_once(tmp_path: Path) -> None:
    """Case 31: asked, answered, taken back, put back, looked at anew: always the one question."""
    shell = campaign(tmp_path)
    shell("battle open last-granary Ash Iron --start ask")

    def question() -> tuple[str, str]:
        asked = shell("next --json").json()
        return asked["awaiting"], asked["crew"]

    assert question() == ("start", "Ash")
    shell.do("start Ash at Bell Tower")
    assert question() == ("act", "Ash")  # Iron is given the other start Area (MS-SCN-3)
    assert shell.words(["do", "start Ash at Well Yard"]).code == 1
    for mask, awaited in (("undo", "start"), ("redo", "act"), ("undo", "start")):
        assert shell(mask).code == 0
        assert question() == (awaited, "Ash")
    shell.do("start Ash at Well Yard", *ROUND)
    assert shell("battle show --json").json()["round"] == 2
    assert question()[0] == "act"


ROUND = (
    *("hold Sura", "hold Unit Nine", "hold Teodor", "hold The Prefect"),
    *("hold Vex", "hold Kiln", "hold Moth", "hold Rook"),
)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("last-granary Ash", 1, "MS-SCN-7: two to four crews meet in a battle, not 1"),
        ("last-granary Ash Ash", 1, "MS-CLA-9"),
        ("last-granary Ash Nobody", 2, "no crew is called Nobody"),
        (
            "last-granery Ash Iron",
            2,
            "no scenario is called last-granery\nhint: last-granary is near",
        ),
        ("last-granary Ash Iron --start Ash", 2, "Ash names no start"),
        ("last-granary Ash Iron --start Ash=Moon", 2, "no Area is called Moon"),
        ("last-granary Ash Iron --start Rust=Hall", 2, "no crew is called Rust"),
        ("last-granary Ash Iron --team Ash", 2, "Ash names no team"),
        ("last-granary Ash Iron --team Ash=Sura", 1, "MS-REC-8: every fit member"),
        ("last-granary Ash Iron --solo", 2, "--solo, --seed and --secret-from are for sealed"),
        ("last-granary Ash Iron --dice sealed --seed 00", 2, "a seed is one player's"),
        ("last-granary Ash Iron --dice sealed --solo --seed 00", 2, "a seed has 64 hex digits"),
        ("last-granary Ash Iron --dice loaded", 2, "invalid value for '--dice'"),
    ],
)
def test_what_does_not_open(tmp_path: Path, options: str, code: int, said: str) -> None:
    """One sentence, the right exit code, nothing recorded, no secret left."""
    shell = campaign(tmp_path)
    came = shell(f"battle open {options}")
    assert came.code == code
    assert came.err.startswith(said)
    assert shell("battle list --json").json() == []
    assert [path.name for path in (shell.folder / "keys").iterdir()] == ["ledger.key"]


def test_a_team_of_all_is_a_team(tmp_path: Path) -> None:
    """`--team CREW=NAME,…` names whom a crew fields; here all must be (MS-REC-8)."""
    shell = campaign(tmp_path)
    came = shell("battle open last-granary Ash Iron --team 'Ash=sura,teo,vex,moth'")
    assert came.code == 0


def test_the_list_of_battles(tmp_path: Path) -> None:
    """Open and concluded ones, and which count."""
    shell = fighting(tmp_path)
    assert shell("battle list").lines == [
        "battle    scenario      crews      status  counts  aftermath",
        "battle-1  last-granary  Ash, Iron  open    yes",
    ]


def test_the_board(tmp_path: Path) -> None:
    """`battle show`: members with Health and die, objectives, whose turn it is."""
    shell = fighting(tmp_path)
    lines = shell("battle show").lines
    assert lines[:3] == [
        "battle-1: The Last Granary, round 1, table dice",
        "points: Ash 0, Iron 0 · value: Ash 26, Iron 36",
        "order: Ash, Iron",
    ]
    assert lines[4].split() == [
        "Ash", "SUR", "Sura", "survivor", "Granary", "Hall", "3/3", "d6", "active",
    ]  # fmt: skip
    assert lines[-1].startswith("next: Ash is to take a turn: Sura, Teodor the Lamplighter, Vex")


def test_neutrals_stand_below_the_crews(tmp_path: Path) -> None:
    """MS-NEU-1, chapter 20: the Colossus waits in the Crater of the Patient Engines."""
    shell = campaign(tmp_path, "patient-engines Ash Iron")
    shell.do("roll 7 3")
    (row,) = [line for line in shell("battle show").lines if "The Colossus" in line]
    assert " ".join(row.split()) == "colossus The Colossus machine Crater 6/6 d20 active"


def test_the_board_as_json(tmp_path: Path) -> None:
    """The keys that scripts rely on."""
    shown = fighting(tmp_path)("battle show 1 --json").json()
    for key in (
        "battle", "game", "edition", "scenario", "status", "round", "order", "turn", "dice",
        "areas", "objectives", "neutrals", "members", "scores", "winner",
    ):  # fmt: skip
        assert key in shown
    assert shown["turn"]["crew"] == "Ash"
    unit = next(member for member in shown["members"] if member["name"] == "Unit Nine")
    assert (unit["die"], unit["max_roll"], unit["health"], unit["lost"]) == (10, 10, 3, 0)


def test_the_board_as_it_stood(tmp_path: Path) -> None:
    """`--at ADDRESS`: behind the typed line that an address belongs to."""
    shell = fighting(tmp_path)
    shell.do("c sura vs unit then rd unit then 5 3")
    then = shell("battle show --at battle-1/14 --json").json()
    assert then["turn"]["awaiting"] == "respond"
    assert shell("battle show --at battle-1/99").code == 2
    assert shell("battle show --at nonsense").code == 2


def test_the_map(tmp_path: Path) -> None:
    """Areas, what adjoins, who stands where."""
    assert fighting(tmp_path)("battle map").lines[:3] == [
        "Granary Hall (Well Yard, Bell Tower)",
        "  Ash: Sura, Teodor the Lamplighter, Vex, Moth",
        "  Iron: Unit Nine, The Prefect, Kiln, Rook",
    ]


def test_every_legal_line_is_accepted(tmp_path: Path) -> None:
    """`battle legal` lists lines that `do` accepts as they stand."""
    shell = fighting(tmp_path)
    legal = shell("battle legal --json").json()["legal"]
    assert "clash Sura > Unit Nine" in legal
    for line in legal[::7]:
        assert shell.words(["do", "--dry-run", line]).code == 0
    assert shell("battle legal").lines == legal


def test_what_is_next(tmp_path: Path) -> None:
    """`next --json`: battle, awaiting, crew, question, dice, legal, patterns, combine, always."""
    shell = fighting(tmp_path)
    shell.do("c sura vs unit", "rd unit")
    found = shell("next --json").json()
    assert found["awaiting"] == "roll"
    assert [(die["member"], die["die"], die["max"]) for die in found["dice"]] == [
        ("Sura", 6, 6),
        ("Unit Nine", 10, 10),
    ]
    assert found["patterns"] == ["roll {1..6} {1..10}"]
    assert shell("next").lines[0] == "battle-1: dice: Sura d6, Unit Nine d10 · roll {1..6} {1..10}"


def test_a_battle_ends_and_is_concluded(tmp_path: Path) -> None:
    """MS-SCN-6: a concession before the round's first turn ends it at once; then its aftermath."""
    shell = fighting(tmp_path)
    assert shell("battle conclude").code == 1
    shell.do("concede Ash")
    came = shell.words(["do", "hold Sura"])
    assert (came.code, came.err) == (
        1,
        "MS-SCN-4: battle-1 has ended\nhint: acta battle conclude\n",
    )
    came = shell("battle conclude")
    assert came.code == 0
    assert came.lines[0].startswith("battle-1/")
    assert shell("battle list --json").json()[0]["status"] == "concluded"
    none = shell.words(["do", "hold Sura"])
    assert none.code == 1
    assert none.err.startswith("MS-CAM-2: not now: ")
    table = shell("standings --json").json()
    assert [(row["crew"], row["played"], row["won"]) for row in table] == [
        ("Iron", 1, 1),
        ("Ash", 1, 0),
    ]
    shell.do("choose Sura", "roll 1", "done Ash", "done Iron")
    assert shell("member retire moth").code == 0


def test_several_battles_are_told_apart(tmp_path: Path) -> None:
    """With several open and none named exit 2 lists them; `--battle N` or ACTA_BATTLE chooses."""
    shell = fighting(tmp_path)
    for crew in ("grey-ledger", "wet-choir"):
        shell(f"crew import {Path(__file__).parents[2] / 'examples' / f'{crew}.toml'}")
    assert shell("battle open last-granary grey wet").code == 0
    came = shell("next")
    assert came.code == 2
    assert came.err == (
        "several battles are open: battle-1 (Ash against Iron),"
        " battle-2 (Grey Ledger against Wet Choir)\nhint: --battle 1 or --battle 2\n"
    )
    assert shell("next --battle 2 --json").json()["battle"] == "battle-2"
    assert shell("next --json", ACTA_BATTLE="1").json()["battle"] == "battle-1"
    assert shell("next --battle 7").code == 2


def test_status_says_where_you_are(tmp_path: Path) -> None:
    """Campaign, ledger, who acts, crews, what is due."""
    shell = fighting(tmp_path)
    lines = shell("status").lines
    assert lines[0] == "Winter: Mortisphere 2026.1"
    assert lines[1].endswith("lines · Ana acts")
    assert lines[2:] == ["crews: Ash (4), Iron (4)", "battle-1: Ash is to take a turn"]
