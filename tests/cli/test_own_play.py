"""A campaign's own content in play: taken onto the record; played, told, judged from there."""

import shutil
from pathlib import Path

import pytest

from tests.cli.shell import EXAMPLES, Shell
from tests.forging import Plain, Rows, edit, forge

TAKEN = (
    "campaign/2  Own content is taken: type drowned, ability undertow, status waterlogged"
    " (content/drowned.toml); item tide-hook (content/hook.toml); scenario salt-stair"
    " (content/salt-stair.toml)."
)
# The battle of this page, turn by turn; a round has a turn for each of seven members.
BATTLE = (
    # Silt is Drowned: +1 progress on its first amphora, of which 1 is wanted
    "interact Silt with Haul an amphora copy 1",
    "move Vex to Salt Stair",
    "hold Old Salt; hold Sura; hold Reed; hold Teodor; hold Moth",
    "hold Silt; move Vex to Dry Quay; hold Old Salt; hold Sura; hold Reed; hold Teodor; hold Moth",
    # MS-CLA-12: Silt defends and beats Vex, 8 against 2: Undertow, Vex is waterlogged
    "hold Reed; clash Vex > Silt; respond defend Silt; roll 2 8",
    "hold Old Salt; hold Sura; hold Teodor; hold Moth",
    # -1 for Vex: 4 is 3, still above 1; the Tide Hook prevents the Health that Silt would lose
    "hold Reed; clash Vex > Silt; respond defend Silt; roll 4 1",
    "yes Tide Hook",
    "concede Ash; hold Old Salt; hold Sura; hold Teodor; hold Moth",
    "conclude",
)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign with the example content, and two crews: Ash, and Tide who are half drowned."""
    Shell(tmp_path)("new Salt --game mortisphere")
    found = Shell(tmp_path / "salt")
    shutil.copytree(EXAMPLES / "content", found.folder / "content")
    assert found(f"crew import {EXAMPLES / 'ash.toml'}").lines[0] == TAKEN
    found("crew found Tide --player Ben")
    for wish in (
        "Silt --type drowned --die d8 --ability undertow --item tide-hook",
        '"Old Salt" --type survivor --die d6 --captain --will remain',
        "Reed --type drowned --die d4",
    ):
        assert found(f"member recruit Tide {wish}").code == 0
    return found


def content(shell: Shell, name: str, old: str, new: str) -> None:
    """Change a file of own content."""
    path = shell.folder / "content" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def fought(shell: Shell) -> None:
    """The battle with its aftermath, whose shop sells the campaign's own item."""
    assert shell("battle open salt-stair Ash Tide").code == 0
    shell.do(*BATTLE)
    assert shell("after").code == 0
    # a lesson for Ash, the relic of the winner, then both shops
    shell.do("choose Sura", "roll 1", "done", "buy Tide Hook for Reed", "done")


def looks(shell: Shell) -> list[str]:
    """What views, battle and log show."""
    return [
        shell(line).out
        for line in (
            "crew show Tide --json",
            "member show Silt --json",
            "battle show 1 --json",
            "log --json",
            "replay 1 --json",
            "export replay 1",
        )
    ]


def test_own_content_is_marked_where_it_is_shown(shell: Shell) -> None:
    """In the line that recruits, in roster and profile, in the opening and in the battle."""
    named = ["Drowned", "Undertow", "Tide Hook"]
    log = shell("log").out
    assert "joins Tide: 11 paid, 39 left. Own content: Drowned, Undertow, Tide Hook." in log
    assert "own content: Drowned, Undertow, Tide Hook" in shell("crew show Tide").lines
    assert shell("member show Silt --json").json()["own"] == named
    assert shell("member show Sura --json").json()["own"] == []
    came = shell("battle open salt-stair Ash Tide")
    assert "Own content: The Salt Stair, Drowned, Undertow, Tide Hook." in came.lines[0]
    assert shell("battle show --json").json()["own"] == ["The Salt Stair", *named]
    assert "own content: The Salt Stair, Drowned, Undertow, Tide Hook" in shell("battle show").out


def test_a_whole_battle_is_played_by_own_content(shell: Shell) -> None:
    """An own type, ability, status, item and scenario; 2 points for the amphora win."""
    fought(shell)
    log = shell("log battle-1 --all").out
    for sentence in (
        "Silt begins to haul an amphora (copy 1, 2 progress, +1 Drowned).",
        "Tide scores 2 (Haul an amphora): 2 in all.",
        "Vex is waterlogged until the end of round 4.",
        "Vex against Silt: 3 against 1, Vex wins (Vex d8 4 -1 waterlogged = 3; Silt d8 1).",
        "Tide Hook spares Silt 1 Health.",
        "The battle ends (conceded): Ash 0, Tide 2; Tide wins.",
        "Old Salt finds Saint's Finger (relic, 1; The Salt Stair).",
        "Tide buys Tide Hook for Reed.",
        "The aftermath of battle-1 is over.",
    ):
        assert sentence in log
    (reed,) = (
        one for one in shell("crew show Tide --json").json()["members"] if one["name"] == "Reed"
    )
    assert reed["equipment"] == ["Tide Hook"]
    assert shell("audit").code == 0


def test_the_record_needs_no_file(shell: Shell, tmp_path: Path) -> None:
    """Elsewhere, without the folder: clean, and everything looks as it did."""
    fought(shell)
    before = looks(shell)
    other = Shell(tmp_path / "elsewhere")
    shutil.copytree(shell.folder, other.folder, ignore=shutil.ignore_patterns("content", "views*"))
    assert other("audit").code == 0
    assert looks(other) == before
    kept = [row["record"] for row in other("content list --json").json()]
    assert kept == ["kept"] * 5
    (checked,) = other("content check").lines
    assert checked == (
        "there is no file content/*.toml; on record:"
        " 1 type, 1 ability, 1 status, 1 item, 1 scenario"
    )
    came = other("member recruit Tide Kelp --type drowned --die d4 --ability undertow")
    assert "Own content: Drowned, Undertow." in came.lines[0]


def test_a_change_is_for_what_comes_after(shell: Shell) -> None:
    """The old battle stays as it was; the next one is played by the new wording."""
    fought(shell)
    before = looks(shell)[2:]
    content(shell, "drowned.toml", 'op = "modify", value = -1 }]', 'op = "modify", value = -2 }]')
    content(shell, "hook.toml", 'name = "Tide Hook"', 'name = "Ebb Hook"')
    assert [row["record"] for row in shell("content list --json").json()] == [
        *("taken", "taken", "changed", "changed", "taken")
    ]
    assert shell("audit").code == 0
    came = shell("battle open salt-stair Ash Tide")
    assert came.lines[0].endswith(
        "Own content is taken: status waterlogged (content/drowned.toml), changed;"
        " item tide-hook (content/hook.toml), changed."
    )
    assert "Own content: The Salt Stair, Drowned, Undertow, Ebb Hook." in came.lines[1]
    assert [shell("battle show 1 --json").out, shell("replay 1 --json").out] == [
        before[0],
        before[2],
    ]
    assert shell("export replay 1").out == before[3]
    assert "Silt has Tide Hook" in shell("member show Silt").out  # as it was called then
    assert "equipment: Ebb Hook" in shell("member show Silt").lines
    assert shell("audit").code == 0


def test_what_is_unchanged_is_taken_once(shell: Shell) -> None:
    """Another name of a file, or another way to write it, is nothing new."""
    folder = shell.folder / "content"
    (folder / "hook.toml").rename(folder / "iron.toml")
    content(shell, "iron.toml", "cost = 1\n", "cost = 0x1  # one\n")
    shell("member recruit Tide Kelp --type drowned --die d4")
    shell("battle open salt-stair Ash Tide")
    assert shell("log").out.count("Own content is taken") == 1


def test_broken_content_stops_what_needs_it(shell: Shell) -> None:
    """Exit 2, one sentence with file and line, nothing saved; what needs none goes on."""
    content(shell, "drowned.toml", '"clash.win"', '"clash.wim"')
    before = shell("log").out
    for line in (
        "member recruit Tide Kelp --type drowned --die d4",
        f"crew import {EXAMPLES / 'iron.toml'}",
        "battle open salt-stair Ash Tide",
    ):
        came = shell(line)
        assert (came.code, came.out) == (2, "")
        assert came.err.splitlines() == [
            "content/drowned.toml:27: ability undertow: no moment is called 'clash.wim'",
            "hint: clash.win is near",
        ]
    assert shell("log").out == before
    assert shell("crew found Kelp --player Cleo").code == 0


def test_what_is_refused_takes_nothing(shell: Shell) -> None:
    """All or nothing: none is taken for a recruit whom the rules refuse, nor in a dry run."""
    content(shell, "hook.toml", 'name = "Tide Hook"', 'name = "Ebb Hook"')
    before = shell("log").out
    assert shell("member recruit Tide Kelp --type drowned --die d4 --health 9").code == 1
    came = shell("member recruit Tide Kelp --type drowned --die d4 --dry-run")
    assert "item tide-hook (content/hook.toml), changed" in came.lines[1]
    assert shell("log").out == before


def test_the_undo_of_a_recruit_leaves_its_content(shell: Shell) -> None:
    """The command that was given takes the recruit back; what was taken stays, while used."""
    content(shell, "hook.toml", 'name = "Tide Hook"', 'name = "Ebb Hook"')
    came = shell("member recruit Tide Kelp --type drowned --die d4 --json").json()
    assert (came["address"], came["undo"]) == ("crew-tide/5", "acta undo --to crew-tide/5")
    assert shell("undo --to crew-tide/5").code == 0
    assert shell("undo --to campaign/5").code == 0  # nobody has a hook since it changed
    assert "equipment: Tide Hook" in shell("member show Silt").lines
    came = shell("undo --to campaign/2 --yes")
    assert came.code == 1
    assert came.err.startswith(
        "MS-EVT-1: crew-tide/2 came later and rests on it: Silt (drowned d8,"
    )
    assert shell("audit").code == 0


def forged(shell: Shell, tmp_path: Path, *, cause: bool, event: bool) -> Shell:
    """A copy of the campaign in which the taken hook prevents 2 instead of 1, links and all."""

    def change(rows: Rows) -> None:
        (row,) = (row for row in rows if b"content-taken" in row["state"])
        edit(row, worse)

    def worse(line: Plain) -> None:
        for part in [line["cause"]] * cause + [line["data"]] * event:
            for entry in part["entries"]:
                entry["text"] = entry["text"].replace('"op":"prevent"', '"op":"prevemt"')

    other = Shell(tmp_path / "forged")
    shutil.copytree(shell.folder, other.folder, ignore=shutil.ignore_patterns("ledger.db"))
    forge(shell.folder / "ledger.db", other.folder / "ledger.db", change, rebuild=True)
    return other


@pytest.mark.parametrize(("cause", "event"), [(True, False), (False, True), (True, True)])
def test_the_audit_finds_forged_content(
    shell: Shell, tmp_path: Path, *, cause: bool, event: bool
) -> None:
    """Entry and cause must agree, and be content that the check would let pass."""
    fought(shell)
    came = forged(shell, tmp_path, cause=cause, event=event)("audit")
    assert came.code == 3
    assert "campaign/2" in came.out


def test_a_battle_file_brings_its_content(shell: Shell, tmp_path: Path) -> None:
    """It plays where no such content is, as a friendly battle and on record, and is the same."""
    fought(shell)
    shell(f"export replay 1 -o {tmp_path / 'salt.acta'}")
    text = (tmp_path / "salt.acta").read_text("utf-8")
    Shell(tmp_path)("new Else --game mortisphere")
    other = Shell(tmp_path / "else")
    assert other(f"play {tmp_path / 'salt.acta'} --format").out == text
    assert other(f"play {tmp_path / 'salt.acta'}").code == 0
    came = other(f"play {tmp_path / 'salt.acta'} --record")
    assert came.lines[0].startswith("campaign/4  Own content is taken: type drowned, ability")
    assert other("export replay 2").out == text
    assert (
        other("battle show 2 --json").json()["own"] == shell("battle show 1 --json").json()["own"]
    )
    assert other("audit").code == 0


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            "[own item]",
            "salt.acta, line 4: a row of own content is [own KIND {…}], its entry in JSON",
        ),
        ('[own ghost {"id":"a"}]', "salt.acta: own content has no ghost"),
        ('[own item {"id":"a"}]', "salt.acta: item a cannot be read: "),
    ],
)
def test_a_battle_file_with_wrong_content(
    shell: Shell, tmp_path: Path, row: str, sentence: str
) -> None:
    """One sentence, exit 2, and nothing is saved."""
    shell("battle open salt-stair Ash Tide")
    rows = shell("export replay 1").lines
    rows[3] = row
    (tmp_path / "salt.acta").write_text("\n".join(rows) + "\n", "utf-8")
    before = shell("log").out
    came = shell(f"play {tmp_path / 'salt.acta'}")
    assert (came.code, came.out) == (2, "")
    assert came.err.startswith(sentence)
    assert shell("log").out == before


def test_a_file_with_other_content_does_not_count(shell: Shell, tmp_path: Path) -> None:
    """What this campaign has otherwise is not changed by a file from elsewhere."""
    shell("battle open salt-stair Ash Tide")
    text = shell("export replay 1").out.replace('"name":"Tide Hook"', '"name":"Ebb Hook"')
    (tmp_path / "ebb.acta").write_text(text.replace('"Tide Hook"', '"Ebb Hook"'), "utf-8")
    came = shell(f"play {tmp_path / 'ebb.acta'} --record")
    assert came.code == 2
    assert "ebb.acta has another item tide-hook than this campaign" in came.err
