"""`acta sign`, `key`, `export bundle`, `import`: receipts and copies, as people type it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign, fighting
from tests.console import ROOT
from tests.forging import Rows, edit, forge


@pytest.fixture
def home(tmp_path: Path) -> Shell:
    """A campaign of two crews, 13 lines, none of a battle."""
    return campaign(tmp_path)


def done(shell: Shell, line: str) -> str:
    """What a command prints that must succeed."""
    came = shell(line)
    assert came.code == 0, came.err
    return came.out


def copied(shell: Shell, name: str = "laptop") -> Shell:
    """Another copy, made of a bundle."""
    done(shell, "export bundle -o ../out.acta --force")
    folder = shell.folder.parent / name
    folder.mkdir()
    other = Shell(folder, "Ben")
    done(other, "import ../out.acta --yes")
    return other


def note(shell: Shell, crew: str, text: str) -> None:
    """A line more in a crew's story."""
    done(shell, f"member rename {crew} {text}")


def test_a_receipt_goes_round(tmp_path: Path) -> None:
    """Signed at home, signed by Ben on a machine without the campaign, kept, and held later."""
    home = fighting(tmp_path)
    came = home.do("concede iron", "conclude")
    log = next(line for line in came.lines if line.startswith("log: "))
    made = done(home, "sign 1").splitlines()
    assert log == f"log: {made[1]} lines, root {made[2]}; acta sign makes a receipt of it"
    done(home, "sign 1 -o ../b1.note")
    ben = Shell(tmp_path, "Ben")
    key = done(ben, "key make 'Ben Hur'").strip()
    assert (tmp_path / "ben-hur.key").stat().st_mode & 0o777 == 0o600
    assert done(ben, "key show ben-hur.key").strip() == key
    assert ben("key make 'Ben Hur'").code == 2
    short = done(ben, "sign --note b1.note --key ben-hur.key --short").strip()
    refused = home.words(["sign", "--note", short])
    assert (refused.code, refused.err.splitlines()[0]) == (
        2,
        "nobody here has named the key of Ben_Hur",
    )
    done(home, f"key name 'Ben Hur' '{key}'")
    assert home.words(["sign", "--note", short]).code == 0
    report = home.words(["audit", "--receipt", short, "--json"]).json()
    assert report["receipts"] == [
        {"size": int(made[1]), "by": ["Ben_Hur"], "holds": True, "other_order": False}
    ]
    assert report["unwitnessed"] == 1
    assert [each["kind"] for each in report["findings"]] == ["Unwitnessed"]


def test_a_receipt_proves_what_was_cut_and_what_was_rewritten(home: Shell) -> None:
    """Against another copy that went another way: TRUNCATED while shorter, then SPLIT VIEW."""
    other = copied(home)
    note(home, "Sura", "Cinder")
    done(home, "sign -o ../mine.note")
    key = ["--signer", home.words(["sign", "--json"]).json()["note"] and _ledger_key(home)]
    came = other.words(["audit", "--receipt", "../mine.note", *key])
    assert came.code == 3
    assert "TRUNCATED: a receipt proves 14 lines, the record has 13" in came.out
    note(other, "Sura", "Ash")
    came = other.words(["audit", "--receipt", "../mine.note", *key])
    assert came.code == 3
    assert "SPLIT VIEW: a receipt proves other lines than the first 14 here" in came.out


def _ledger_key(shell: Shell) -> str:
    """The public key of a copy's ledger, as its bundle's header says it."""
    done(shell, "export bundle -o ../key.acta --force")
    first = (shell.folder.parent / "key.acta").read_text("utf-8").split("\n", 1)[0]
    return first.split('"keys":["')[1].split('"')[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no-such-file", "there is no receipt no-such-file"),
        ("a b c d", "this is no receipt"),
        ("acta/x 1 AAAA acta/x BBBB", "this is no receipt of acta"),
    ],
)
def test_what_is_no_receipt_is_one_sentence(home: Shell, text: str, why: str) -> None:
    """Exit 2."""
    came = home.words(["audit", "--receipt", text])
    assert came.code == 2
    assert came.err.startswith(why)
    assert len(came.err.splitlines()) == 1


def test_a_receipt_of_another_campaign_is_told(home: Shell, tmp_path: Path) -> None:
    """Exit 2, and nothing is held."""
    done(Shell(tmp_path), "new Other --game mortisphere")
    done(Shell(tmp_path / "other"), "sign -o ../other.note")
    came = home("audit --receipt ../other.note")
    assert (came.code, came.err) == (2, "the receipt is about another campaign\n")


def test_case_95_a_copy_is_made_brought_forward_and_left_alone(home: Shell) -> None:
    """Into an empty folder, an older copy, the same one, a newer one; a dry run first."""
    other = copied(home)
    assert done(other, "import ../out.acta") == "nothing new\n"
    note(home, "Sura", "Cinder")
    done(home, "export bundle -o ../newer.acta")
    dry = done(other, "import ../newer.acta").splitlines()
    assert dry == [
        "it would add:",
        "  crew-ash: 6",
        "  1 line, 1 receipt",
        "nothing was added; --yes adds it",
    ]
    assert other("status --json").json()["lines"] == 13
    assert done(other, "import ../newer.acta --yes").splitlines() == [
        "added:",
        "  crew-ash: 6",
        "  1 line, 1 receipt",
    ]
    done(other, "export bundle -o ../back.acta")
    folder = home.folder.parent
    back, newer = ((folder / name).read_bytes() for name in ("back.acta", "newer.acta"))
    assert back.split(b"\n")[1:15] == newer.split(b"\n")[1:15]
    assert done(home, "import ../back.acta").splitlines()[1] == "  0 lines, 2 receipts"
    older = done(other, "import ../out.acta").splitlines()
    assert older == ["nothing new", "crew-ash is further on here, by 1 line"]


def test_case_98_notes_at_both_ends_of_a_battle(tmp_path: Path) -> None:
    """Before the first deed, two on one member; after the last; comments in its file too."""
    home = fighting(tmp_path)
    notes = ['note Sura "# a"', 'note Sura "; b"', 'note "[lines]"']
    home.do(*notes, "concede iron", *notes)
    home.do("conclude")
    done(home, "export replay -o ../b.acta")
    text = (tmp_path / "b.acta").read_text("utf-8")
    assert [row for row in text.splitlines() if row.startswith("note")] == notes * 2
    commented = (
        text.replace("[lines]\n", "# one\n# two\n[lines]   # three\n# four\n", 1) + "# end\n"
    )
    (tmp_path / "c.acta").write_text(commented, "utf-8")
    done(home, "play ../c.acta")
    assert done(home, "export replay 2") == text
    other = copied(home)
    assert done(other, "log --json") == done(home, "log --json")
    assert done(other, "export replay 1") == text


def test_case_97_counts_are_measured(home: Shell) -> None:
    """What `--json` says was added is what the ledger then has."""
    other = copied(home)
    note(home, "Sura", "Cinder")
    done(home, "export bundle -o ../newer.acta")
    came = other("import ../newer.acta --yes --json").json()
    assert (came["done"], came["lines"], came["added"]) == (True, 1, {"crew-ash": "6"})
    assert other("status --json").json()["lines"] == 14


def test_case_110_the_same_bundle_twice_adds_nothing(home: Shell) -> None:
    """Nor does a third time."""
    other = copied(home)
    for _ in range(2):
        came = other("import ../out.acta --yes --json").json()
        assert (came["lines"], came["receipts"]) == (0, 0)


def test_case_116_two_copies_that_part_are_both_listed(home: Shell) -> None:
    """Edited on two laptops: refused from the first line that differs, exit 4, nothing added."""
    other = copied(home)
    note(home, "Sura", "Cinder")
    note(other, "Sura", "Ember")
    done(other, "export bundle -o ../ben.acta")
    came = home("import ../ben.acta --yes")
    assert came.code == 4
    assert came.lines[0] == "crew-ash from line 6 on"
    assert "Cinder" in came.lines[2]
    assert "Ember" in came.lines[4]
    assert came.err.startswith("two copies part at crew-ash/6: nothing was added")
    document = home("import ../ben.acta --yes --json")
    assert document.code == 4
    assert [each["line"] for each in document.json()["error"]["parted"]] == [6]
    assert home("status --json").json()["lines"] == 14


def test_case_118_another_campaign_s_bundle_is_refused(home: Shell, tmp_path: Path) -> None:
    """The id in every line guards it; `--at` makes a campaign of its own."""
    done(Shell(tmp_path), "new Other --game mortisphere")
    done(Shell(tmp_path / "other"), "export bundle -o ../other.acta")
    came = home("import ../other.acta --yes")
    assert came.code == 2
    assert "the bundle is of another campaign" in came.err
    done(home, "import ../other.acta --yes --at ../third")
    assert Shell(tmp_path / "third")("status --json").json()["campaign"] == "Other"


def test_a_battle_of_a_second_laptop_comes_home(tmp_path: Path) -> None:
    """Each writes in its own story; the laptop's receipt is kept in its own order, and holds."""
    home = fighting(tmp_path)
    other = copied(home)
    done(other, "do hold Sura")
    note_home = home("crew rename Ash Embers")
    assert note_home.code != 0  # a crew that fights waits
    done(home, "house set ties reroll")
    done(other, "export bundle -o ../laptop.acta")
    done(home, "import ../laptop.acta --yes")
    came = home("audit --json").json()
    assert came["verdict"] == "clean, with notes"
    assert [each["kind"] for each in came["findings"]] == ["OtherOrder"]
    done(home, "export bundle -o ../all.acta")
    check = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "verify_bundle.py"), str(tmp_path / "all.acta")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout
    done(other, "import ../all.acta --yes")
    assert other("audit").code == 0


def test_nothing_forged_is_added_to_a_campaign(tmp_path: Path) -> None:
    """The audit looks at a copy first: exit 3, and the record is as it was."""
    home = fighting(tmp_path)
    other = copied(home)
    other.do("hold Sura")
    path = other.folder / "ledger.db"

    def lie(rows: Rows) -> None:
        row = next(row for row in reversed(rows) if b'"member":' in row["state"])
        edit(row, lambda line: line["data"]["member"].update(id="crew-iron/2"))

    forge(path, tmp_path / "forged.db", lie, rebuild=True).replace(path)
    done(other, "export bundle -o ../forged.acta")
    before = (home.folder / "ledger.db").read_bytes()
    came = home("import ../forged.acta --yes")
    assert came.code == 3
    assert came.err.startswith("the audit found errors, so nothing was added: battle-1/")
    assert (home.folder / "ledger.db").read_bytes() == before


def test_case_74_a_bundle_from_an_odd_place(home: Shell, tmp_path: Path) -> None:
    """Read-only, with spaces and signs in its path; what is no file is refused."""
    folder = tmp_path / "odd ?#% place"
    folder.mkdir()
    done(home, "export bundle -o ../b.acta")
    shutil.copy(tmp_path / "b.acta", folder / "b.acta")
    (folder / "b.acta").chmod(0o400)
    assert home.words(["import", str(folder / "b.acta")]).code == 0
    assert home.words(["import", str(folder)]).code in {2, 5}
    os.mkfifo(tmp_path / "pipe")
    came = home("import ../pipe")
    assert (came.code, came.err) == (2, "../pipe is no file\n")


def test_signed_by(home: Shell) -> None:
    """A bundle that somebody has not signed who was to sign: exit 5."""
    done(home, "export bundle -o ../b.acta")
    came = home("import ../b.acta --signed-by Ben")
    assert came.code == 5
    assert came.err == "Ben has not signed for all lines of the bundle\n"
    done(home, "key make Ana -o ../ana.key")
    done(home, "sign --key ../ana.key")
    done(home, "export bundle -o ../c.acta")
    assert home("import ../c.acta --signed-by Ana").code == 0


def test_a_campaign_is_not_made_where_one_is(tmp_path: Path) -> None:
    """The hint is the command that brings it forward, and it works."""
    home = campaign(tmp_path)
    assert home("export bundle -o ../out.acta").code == 0
    desk = Shell(tmp_path)
    came = desk("import out.acta --at winter")
    assert (came.code, came.out) == (2, "")
    told, hint = came.err.splitlines()
    assert told == "winter holds a campaign already; nothing was overwritten"
    assert hint == "hint: acta --campaign winter import out.acta adds to it"
    assert "  0 lines, 1 receipt\n" in desk("--campaign winter import out.acta").out
