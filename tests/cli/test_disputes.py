"""`acta dispute`: a line is doubted, looked at, ruled on; its evidence stays what it was."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Came, Shell, campaign, fighting, settle
from tests.forging import Rows, edit, forge

CLASH = ("clash sura vs unit nine", "rd unit", "roll 5 3")
"""Battle-1 opens with lines 1 to 13; these are 14, 15 and 16 to 20: Unit Nine loses a Health."""
DOUBT = 'dispute open battle-1/16 "the die was cocked"'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle whose first Clash was rolled: Sura's 5 against Unit Nine's 3 (MS-RES-4, MS-DMG-1).

    Ana founded the campaign and leads Ash; Ben leads Iron.
    """
    found = fighting(tmp_path)
    found.do(*CLASH)
    return found


def done(shell: Shell, line: str, by: str = "") -> Came:
    """What comes of a command that must succeed."""
    came = shell(line, by=by)
    assert came.code == 0, came.err
    return came


def refused(came: Came, code: int, told: str) -> None:
    """Exit code and sentence of a refusal, which prints nothing else."""
    assert (came.code, came.out) == (code, "")
    assert came.err.splitlines()[0].startswith(told), came.err


def shown(shell: Shell, number: str = "") -> Any:
    """A dispute with its evidence."""
    return done(shell, f"dispute show {number} --json").json()


def health(state: Any) -> dict[str, int]:
    """Everybody's Health in a state."""
    return {one["name"]: one["health"] for one in state["members"]}


def rewritten(shell: Shell, story: str, line: int, **changes: Any) -> Any:
    """The audit of a record in which a line was changed, and all hashes made to fit."""

    def change(rows: Rows) -> None:
        for row in rows:
            if (row["originator_id"], row["originator_version"]) == (story, line):
                edit(row, lambda plain: plain["data"].update(changes))
                edit(row, lambda plain: plain.get("cause", {}).update(changes))

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    return shell("audit --json").json()


# Opening


def test_a_doubt_is_on_record(shell: Shell) -> None:
    """A story of its own: no other one gains a line; it says what it rests on."""
    before = [done(shell, f"log {story}").out for story in ("campaign", "battle-1", "crew-ash")]
    came = done(shell, f"{DOUBT} --rule ms-res-3", by="Ben")
    assert came.lines == [
        "dispute-1/1  battle-1/16 is disputed: the die was cocked (MS-RES-3)",
        "next: acta dispute show 1 or acta branch battle-1/15, then acta dispute rule 1 …",
        "undo: acta undo --to dispute-1/1",
    ]
    stories = ("campaign", "battle-1", "crew-ash")
    assert [done(shell, f"log {story}").out for story in stories] == before
    assert done(shell, "dispute list").lines == [
        "dispute  about        text                by   status",
        "1        battle-1/16  the die was cocked  Ben  open",
    ]
    assert done(shell, "audit").lines[0] == "clean: 37 lines in 5 stories, 1 of them a battle"


def test_all_the_evidence_is_shown(shell: Shell) -> None:
    """State before and behind it, map, dice, legal lines, the rule's text, the line judged again.

    MS-RES-4: 5 beats 3; MS-DMG-1: Unit Nine loses 1 of 3 Health.
    """
    done(shell, f"{DOUBT} --rule MS-RES-3", by="Ben")
    found = shown(shell)
    assert (found["line"], found["recorded"]["by"], found["opened"]["by"]) == (
        "roll 5 3",
        "Ana",
        "Ben",
    )
    assert [one["address"] for one in found["events"]] == [f"battle-1/{n}" for n in range(16, 21)]
    assert (health(found["before"])["Unit Nine"], health(found["after"])["Unit Nine"]) == (3, 2)
    assert found["before_address"] == "battle-1/15"
    assert found["changed"] == ["Unit Nine: Health 3 → 2, highest roll 10 → 8"]
    assert found["legal"] == ["roll {1..6} {1..10}"]
    assert found["dice"][0]["source"] == "from the table"
    rules = {one["rule"]: one["text"] for one in found["rules"]}
    assert next(iter(rules)) == "MS-RES-3"
    assert "rolls its Existence Die" in rules["MS-RES-3"]
    assert "highest result wins" in rules["MS-RES-4"]
    assert found["judged"] == [{"address": "battle-1/16", "agrees": True}]
    assert "Unit Nine" in str(found["map"])
    assert found["sides"] == [["Ash", "Ana"], ["Iron", "Ben"]]
    told = done(shell, "dispute show 1").out
    for part in (
        "> roll 5 3",
        "before it:",
        "behind it:",
        "map:",
        "dice:",
        "legal then:",
        "rules:",
    ):
        assert part in told
    assert "battle-1/16: the rules decide it as it is on record" in told


def test_the_evidence_stays_what_it_was(shell: Shell) -> None:
    """What was taken back later, and done instead, changes nothing of it but that it says so."""
    done(shell, DOUBT)
    before = shown(shell)
    shell.do("undo", "roll 2 3")
    after = shown(shell)
    assert (before.pop("taken_back"), after.pop("taken_back")) == (False, True)
    for one in (before, after):
        one.pop("events")
    assert after == before
    assert "; it was taken back since" in done(shell, "dispute show 1").out


def test_a_sealed_roll_says_its_place(tmp_path: Path) -> None:
    """The dice of a disputed roll: their faces, and the sealed place."""
    shell = fighting(tmp_path, "--dice sealed")
    shell.do(*CLASH[:2])
    done(shell, 'dispute open battle-1/16 "too good to be true"')
    found = shown(shell)
    assert [(one["source"], one["place"]) for one in found["dice"]] == [("sealed, place 1", 1)]
    assert [one["agrees"] for one in found["judged"]] == [True, True]


@pytest.mark.parametrize(
    ("address", "code", "told"),
    [
        ("battle-1/99", 2, "there is no line battle-1/99"),
        ("battle-1/0", 2, "there is no line battle-1/0"),
        ("battle-7/1", 2, "there is no line battle-7/1"),
        ("seventeen", 2, "seventeen is no address"),
        ("battle-1/-1", 2, "battle-1/-1 is no address"),
        ("dispute-1/1", 2, "dispute-1 is a dispute itself"),
        ("branch-1/1", 2, "branch-1 is a branch"),
    ],
)
def test_what_is_no_line_is_not_disputed(shell: Shell, address: str, code: int, told: str) -> None:
    """Nor is a branch, which counts for nothing, nor a dispute."""
    done(shell, 'dispute open battle-1/14 "a doubt"')
    done(shell, "branch battle-1/13")
    lines = done(shell, "log --all").out
    refused(shell.words(["dispute", "open", address, "why"]), code, told)
    assert done(shell, "log --all").out == lines


@pytest.mark.parametrize(
    "text", ["", "   ", "\x1b[2Jgone", "a\u202eb", "nul\0l", "half \ud800", "x" * 2001]
)
def test_a_hostile_sentence_is_refused(shell: Shell, text: str) -> None:
    """No control or bidirectional character, no half one, neither nothing nor too much."""
    came = shell.words(["dispute", "open", "battle-1/16", text])
    assert (came.code, came.out) == (2, "")
    assert "\x1b" not in came.err
    assert done(shell, "dispute list --json").json() == []


def test_a_sentence_may_be_any_other(shell: Shell) -> None:
    """Signs that mean something elsewhere mean nothing here."""
    text = "=1+1, '; DROP TABLE x; -- [bold]Élan[/bold] <b> | \\ \n second row"
    assert shell.words(["dispute", "open", "battle-1/16", text]).code == 0
    assert shown(shell)["text"] == text.replace(" \n ", " \n ").strip()
    assert shell("dispute show 1").code == shell("dispute list --csv").code == 0
    assert len(done(shell, "log dispute-1").lines) == 1


def test_a_line_is_disputed_once_at_a_time(shell: Shell) -> None:
    """Another doubt of the same line waits for the ruling; a rehearsal leaves nothing."""
    done(shell, f"{DOUBT} --dry-run")
    assert done(shell, "dispute list --json").json() == []
    done(shell, DOUBT)
    refused(shell(DOUBT), 2, "battle-1/16 is disputed already: the die was cocked")
    refused(shell("dispute open battle-1/14 x --rule MS-RES-999"), 2, "there is no rule MS-RES-999")
    done(shell, 'dispute open battle-1/14 "Sura had acted"')
    refused(shell("dispute show"), 2, "several disputes are open")
    refused(shell("dispute show 3"), 2, "there is no dispute 3")


# What else may be doubted


def test_a_line_of_the_aftermath(tmp_path: Path) -> None:
    """MS-CAM-2: judged beside the books; Ash has 14 salvage before it is done, and behind it."""
    shell = fighting(tmp_path)
    shell.do("concede iron", "conclude")
    settle(shell)
    log = done(shell, "log 1 --json").json()
    done_ = next(one for one in log if one["told"] == "Ash is done.")
    done(shell, f'dispute open {done_["address"]} "Ash had not traded yet"')
    found = shown(shell)
    assert found["line"] == "done Ash"
    assert found["legal"][0] == "done Ash"
    assert found["judged"] == [{"address": done_["address"], "agrees": True}]
    crews = {one["name"]: one for one in found["before"]["crews"]}
    assert crews["Ash"]["treasury"] == done(shell, "crew show ash --json").json()["treasury"]
    assert {mark["story"] for mark in found["rests"]} == {
        *("battle-1", "campaign", "crew-ash", "crew-iron"),
    }
    assert "Ash: purse" in done(shell, "dispute show 1").out
    refused(shell(f"branch {done_['address']}"), 1, "MS-EVT-1: the battle is concluded")


def test_lines_of_campaign_and_crews(tmp_path: Path) -> None:
    """A recruit, a house rule: judged by the books; an undo is judged by no rule."""
    shell = campaign(tmp_path)
    done(shell, "house set ties initiator")
    done(shell, 'dispute open crew-ash/2 "Sura was never recruited"')
    done(shell, 'dispute open campaign/4 "we never agreed on that"')
    done(shell, "undo --to campaign/4")
    done(shell, 'dispute open campaign/5 "who took it back?"')
    assert [shown(shell, n)["judged"] for n in "123"] == [
        [{"address": "crew-ash/2", "agrees": True}],
        [{"address": "campaign/4", "agrees": True}],
        [],
    ]
    assert shown(shell, "1")["after"]["members"][0]["who"]["name"] == "Sura"
    assert shown(shell, "1")["before"]["members"] == []
    told = done(shell, "dispute show 3").out
    assert "no rule of the game decides this line" in told
    assert done(shell, "audit").out.startswith("clean")


def test_an_amendment_is_doubted_too(shell: Shell) -> None:
    """It is judged as a whole, by the audit; what stood before and behind it is shown."""
    done(shell, "amend battle-1/16 'roll 2 3' --why 'read wrongly' --yes")
    done(shell, 'dispute open battle-1/21 "nobody agreed on that"')
    found = shown(shell)
    assert found["judged"] == []
    assert (health(found["before"])["Sura"], health(found["after"])["Sura"]) == (3, 2)
    assert "no rule of the game decides this line" in done(shell, "dispute show").out
    assert done(shell, "audit").out.startswith("clean")


def test_one_dispute_is_audited_alone(shell: Shell) -> None:
    """With what it rests on; and so is a branch."""
    done(shell, DOUBT)
    done(shell, "branch battle-1/15 --name Else")
    done(shell, "do --battle else roll 2 3")
    assert done(shell, "audit dispute-1").lines[0].startswith("clean: 1 line in 1 story, 0 of them")
    assert done(shell, "audit else").lines[0].startswith("clean: 6 lines in 1 story, 0 of them")
    rewritten(shell, "dispute-1", 1, rests=[{"story": "battle-1", "line": 20, "digest": "0" * 64}])
    assert shell("audit dispute-1").code == 3
    assert shell("audit else").code == shell("audit 1").code == 0


def test_a_bare_undo_takes_the_newest_back(tmp_path: Path) -> None:
    """Between battles that may be a doubt, at once; or a branch, which is shown first."""
    shell = fighting(tmp_path)
    shell.do("concede iron", "conclude")
    settle(shell)
    done(shell, 'dispute open battle-1/13 "too dark"')
    done(shell, "undo")
    assert done(shell, "dispute list --json").json() == []
    done(shell, "branch battle-1/13")
    assert done(shell, "undo").lines[0] == "nothing was recorded; this is what it is about:"
    done(shell, "undo --yes")
    assert done(shell, "branch --json").json() == []
    done(shell, "redo")
    assert len(done(shell, "branch --json").json()) == 1


def test_the_opening_of_a_battle(shell: Shell) -> None:
    """Nothing was on the table before it; behind it both crews stand in the Granary Hall."""
    done(shell, 'dispute open battle-1/1 "we wanted the other scenario"')
    found = shown(shell)
    assert (found["before"], found["before_address"]) == ({}, "")
    assert len(found["after"]["members"]) == 8
    assert found["judged"] == [{"address": "battle-1/1", "agrees": True}]
    assert shell("dispute show 1").code == 0


def test_a_line_between_battles(tmp_path: Path) -> None:
    """MR-AUC-5: a bid of 1000 for Gaius, doubted: who may bid, what was legal then."""
    outer = Shell(tmp_path)
    done(outer, "new Ludi --game morturi --at here")
    shell = Shell(tmp_path / "here")
    done(shell, "crew found 'Ludus Ferox' --player Ana")
    done(shell, "crew found 'Domus Ursi' --player Ben")
    shell.do('lot "Otho" as samnite novicius opening 500', "bid Ludus Ferox 500", "hammer")
    log = done(shell, "log campaign --json").json()
    bid = next(one["address"] for one in log if "bids 500" in one["told"])
    done(shell, f'dispute open {bid} "I had said 500 first"', by="Ben")
    found = shown(shell)
    assert found["line"] == "bid Ludus Ferox 500"
    assert any(line.startswith("bid Domus Ursi") for line in found["legal"])
    assert found["judged"] == [{"address": bid, "agrees": True}]
    assert shell("dispute show 1").code == 0
    assert done(shell, "audit").out.startswith("clean")


def test_a_decision_that_no_rules_make_is_told_as_such(shell: Shell) -> None:
    """A record in which Unit Nine loses 2 Health by one defeat: MS-DMG-1 says 1."""
    assert rewritten(shell, "battle-1", 17, amount=2, lost=2)["verdict"] == "forged"
    done(shell, 'dispute open battle-1/16 "it lost too much"')
    found = shown(shell)
    assert found["judged"][0]["agrees"] is False
    assert (found["judged"][0]["address"], found["judged"][0]["expected"]) == (
        "battle-1/17",
        "amount 1",
    )
    told = done(shell, "dispute show 1").out
    assert "battle-1/17: the rules decide it otherwise" in told


WRONG: list[tuple[str, Any, str, str]] = [
    (
        "16",
        lambda row: edit(row, lambda plain: plain["cause"]["faces"][0].update(face=9)),
        "it is refused: MS-RES-3: a d6 cannot show 9",
        "Sura against Unit Nine: 5 against 3, Sura wins (Sura d6 5; Unit Nine d10 3).",
    ),
    (
        "18",
        lambda row: edit(
            row, lambda plain: plain.update(data={"event": "mortisphere.seed-shown/1", "seed": "0"})
        ),
        "battle-1: Sura has acted (initiated).",
        "battle-1: The seed of its dice was 0.",
    ),
    ("20", None, "Ash's Clash is over.", "nothing more"),
]


@pytest.mark.parametrize(("line", "change", "expected", "found"), WRONG)
def test_whatever_somebody_wrote_is_told(
    shell: Shell, line: str, change: Any, expected: str, found: str
) -> None:
    """A face that no d6 has, another event, one too few: no traceback."""

    def written(rows: Rows) -> None:
        row = next(
            r
            for r in rows
            if r["originator_id"] == "battle-1" and str(r["originator_version"]) == line
        )
        if change is None:
            rows.remove(row)
        else:
            change(row)

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), written, rebuild=True).replace(path)
    done(shell, DOUBT)
    judged = shown(shell)["judged"][0]
    assert judged["agrees"] is False
    assert judged["expected"].startswith(expected)
    assert judged["found"] == found
    assert ("MS-RES-3" in {one["rule"] for one in shown(shell)["rules"]}) or not judged["rule"]


def test_a_line_without_a_cause_is_shown_all_the_same(shell: Shell) -> None:
    """Nothing is judged of it; the audit says what is amiss."""

    def change(rows: Rows) -> None:
        for row in rows:
            if (row["originator_id"], row["originator_version"]) == ("battle-1", 16):
                edit(row, lambda plain: plain.pop("cause"))

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    done(shell, DOUBT)
    assert shown(shell)["judged"] == []


def test_another_program_is_named(shell: Shell) -> None:
    """What recorded the line, and what judges it again."""

    def change(rows: Rows) -> None:
        for row in rows:
            edit(row, lambda plain: plain.update(program="acta 0.1.0"))

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    done(shell, DOUBT)
    assert "recorded by acta 0.1.0, judged again by acta " in done(shell, "dispute show").out
    assert shown(shell)["recorded"]["program"] == "acta 0.1.0"


# Ruling


def test_both_sides_rule(shell: Shell) -> None:
    """One side alone does not; nobody agrees with himself; who has no say has none."""
    done(shell, DOUBT, by="Ben")
    refused(shell("dispute rule 1 uphold fair"), 1, "MS-EVT-1: both sides rule on a dispute")
    refused(shell("dispute rule 1 uphold fair --agreed Ana"), 2, "nobody consents to himself")
    refused(shell("dispute rule 1 uphold fair --agreed Cleo"), 2, "Cleo has no say in this")
    refused(shell("dispute rule 1 uphold fair", by="Cleo"), 1, "MS-EVT-1: both sides rule")
    refused(shell("dispute rule 2 uphold fair --agreed Ben"), 2, "there is no dispute 2")
    refused(shell.words(["dispute", "rule", "1", "uphold", " ", "--agreed", "Ben"]), 2, "a reason")
    assert shell("dispute rule 1 perhaps fair").code == 2
    came = done(shell, 'dispute rule 1 uphold "it lay flat" --agreed Ben')
    assert came.lines == [
        "dispute-1/2  It stands: it lay flat (agreed: Ben, said)",
        "undo: acta undo --to dispute-1/2 --agreed Ben",
    ]
    assert shown(shell, "1")["ruling"] == {
        "address": "dispute-1/2",
        "by": "Ana",
        "for": "",
        "at": done(shell, "log dispute-1 --json").json()[1]["at"],
        "verdict": "uphold",
        "reason": "it lay flat",
        "consents": [{"name": "Ben", "how": "said"}],
    }
    came = shell("dispute rule 1 note again --agreed Ben")
    refused(came, 2, "it was ruled on already")
    assert came.err.splitlines()[1] == "hint: acta undo --to dispute-1/2 takes the ruling back"
    assert done(shell, "undo --to dispute-1/2 --agreed Ben").code == 0


def test_nothing_is_to_be_mended_of_a_line_that_is_gone(shell: Shell) -> None:
    """A line is overturned that was taken back meanwhile: no amendment is proposed."""
    done(shell, DOUBT)
    done(shell, "undo --battle 1")
    came = done(shell, "dispute rule 1 overturn 'it was cocked' --agreed Ben")
    assert not any(line.startswith("next:") for line in came.lines)


def test_a_clerk_may_write_down_what_both_agreed_on(shell: Shell) -> None:
    """Cleo plays neither crew; both are said to agree."""
    done(shell, DOUBT)
    done(shell, "dispute rule 1 note 'it does not matter' --agreed Ana --agreed Ben", by="Cleo")
    assert done(shell, "dispute list --json").json()[0]["status"] == "note"


def test_the_organiser_rules_where_he_is_on_neither_side(tmp_path: Path) -> None:
    """Cleo founded the campaign: she rules alone, or is said to agree."""
    outer = Shell(tmp_path, by="Cleo")
    done(outer, "new Winter --game mortisphere")
    shell = Shell(tmp_path / "winter")
    (tmp_path / "x").mkdir()
    for crew, player in (("ash", "Ana"), ("iron", "Ben")):
        file = Path(__file__).parents[2] / "examples" / f"{crew}.toml"
        done(shell, f"crew import {file} --player {player}", by="Cleo")
    done(shell, "battle open last-granary Ash Iron --start 'Ash=Granary Hall'")
    done(shell, 'dispute open battle-1/1 "the wrong hall"')
    done(shell, 'dispute open battle-1/2 "the wrong start"')
    refused(shell("dispute rule 1 uphold fair"), 1, "MS-EVT-1")
    done(shell, "dispute rule 1 uphold 'as agreed'", by="Cleo")
    done(shell, "dispute rule 2 uphold 'as agreed' --agreed Cleo")
    assert [one["status"] for one in done(shell, "dispute list --json").json()] == ["uphold"] * 2


def test_a_consent_is_said_or_signed(shell: Shell) -> None:
    """Ben's key on record signs the ruling; the signature stays there, and the audit reads it."""
    done(shell, DOUBT)
    key = done(shell, "key make Ben -o ../ben.key").lines[0]
    line = "dispute rule 1 uphold 'it lay flat' --key ../ben.key"
    refused(shell(line), 2, "nobody on record signs with the key Ben+")
    done(shell, f"key name Ben {key}")
    came = done(shell, f"{line} --agreed Ben")
    assert came.lines[0] == "dispute-1/2  It stands: it lay flat (agreed: Ben, signed)"
    told = done(shell, "dispute show 1").out
    assert "Ben agreed: signed" in told
    assert done(shell, "audit").out.startswith("clean")
    consent = done(shell, "log dispute-1 --json").json()[1]["data"]["consents"][0]
    other = consent | {"signature": consent["signature"].replace(consent["signature"][3], "_")}
    report = rewritten(shell, "dispute-1", 2, consents=[other])
    assert report["verdict"] == "forged"
    assert report["findings"][0]["address"] == "dispute-1/2"
    assert report["findings"][0]["expected"] == "a signature of Ben"


def test_a_signature_is_of_one_ruling(shell: Shell) -> None:
    """Under another verdict or reason, in another's name, it proves nothing."""
    done(shell, DOUBT)
    key = done(shell, "key make Ben -o ../ben.key").lines[0]
    done(shell, f"key name Ben {key}")
    done(shell, "dispute rule 1 uphold 'it lay flat' --key ../ben.key")
    log = done(shell, "log dispute-1 --json").json()
    consent = log[1]["data"]["consents"][0]
    path = shell.folder / "ledger.db"
    fair = path.read_bytes()
    for changes in (
        {"verdict": "overturn"},
        {"reason": "it lay on the rubble"},
        {"consents": [consent | {"name": "Ana"}]},
        {"consents": [{"name": "Ben", "key": consent["key"]}]},
    ):
        found = rewritten(shell, "dispute-1", 2, **changes)["findings"]
        assert [one["address"] for one in found if one["level"] == "error"] == ["dispute-1/2"]
        path.write_bytes(fair)
    assert done(shell, "audit").out.startswith("clean")


def test_a_ruling_brings_its_effect(shell: Shell) -> None:
    """Five commands from the doubt to the amended result; the dispute tells which came of it.

    MS-RES-4, MS-DMG-1: 2 against 3, so it is Sura who loses a Health.
    """
    done(shell, DOUBT, by="Ben")
    done(shell, "branch battle-1/15")
    done(shell, "do --battle branch-1 roll 2 3")
    came = done(shell, 'dispute rule 1 overturn "rolled again" --agreed Ben')
    assert came.lines[1] == "next: acta amend battle-1/16 'roll 2 3' --why 'rolled again'"
    told = done(shell, "dispute show 1").lines
    assert "effect: none yet" in told
    assert told[-1] == came.lines[1]
    done(shell, "amend battle-1/16 'roll 2 3' --why 'rolled again' --yes")
    now = health(done(shell, "battle show 1 --json").json())
    assert (now["Sura"], now["Unit Nine"]) == (2, 3)
    found = shown(shell, "1")
    assert (found["effect"], found["taken_back"]) == (["battle-1/21"], False)
    assert health(found["after"])["Unit Nine"] == 2
    assert "effect: amended at battle-1/21" in done(shell, "dispute show 1").lines
    assert done(shell, "battle show branch-1 --json").json()["members"][0]["health"] == 2
    assert done(shell, "audit").out.startswith("clean")
    done(shell, "undo --yes")
    assert shown(shell, "1")["effect"] == []


def test_what_stands_in_place_of_a_line_is_doubted_and_amended(shell: Shell) -> None:
    """MS-DMG-1: a line of an amendment is amended in its turn; the dispute says by which one.

    battle-1/23 is the roll 2 3 that stands in place of battle-1/16. Whoever doubts the older line
    after that is told the one that stands there.
    """
    done(shell, "amend battle-1/16 'roll 2 3' --why 'read wrongly' --yes")
    assert done(shell, "why battle-1/16").lines[1] == "it was amended and does not count"
    done(shell, 'dispute open battle-1/23 "it was read rightly"')
    came = done(shell, 'dispute rule 1 overturn "it was" --agreed Ben')
    assert came.lines[1] == "next: acta amend battle-1/23 LINE --why 'it was'"
    done(shell, 'dispute open battle-1/16 "not so"')
    came = done(shell, 'dispute rule 2 overturn "so" --agreed Ben')
    assert came.lines[1] == "next: acta amend battle-1/23 LINE --why so"
    amended = done(shell, "amend battle-1/23 'roll 5 3' --why 'it was' --yes").lines[0].split()[0]
    assert (shown(shell, "1")["effect"], shown(shell, "1")["taken_back"]) == ([amended], False)
    assert shown(shell, "2")["effect"] == ["battle-1/21", amended]
    assert done(shell, "audit").out.startswith("clean")


def test_what_no_longer_counts_is_not_to_be_amended(shell: Shell) -> None:
    """A line that was taken back is overturned: there is nothing left to type."""
    done(shell, DOUBT, by="Ben")
    done(shell, "undo")
    came = done(shell, 'dispute rule 1 overturn "it was not" --agreed Ben')
    assert not [line for line in came.lines if line.startswith("next")]
    assert done(shell, "dispute show 1").lines[-1] == "effect: none yet"


# While it is open


def test_what_is_open_is_mentioned(shell: Shell) -> None:
    """`status`, `next` and the conclusion hint at it, and nothing is held up."""
    done(shell, DOUBT)
    hint = (
        "dispute 1 is open: battle-1/16 is disputed: the die was cocked; acta dispute show 1,"
        " acta dispute rule 1 uphold|overturn|note REASON settles it"
    )
    assert done(shell, "status").lines[-1] == done(shell, "next").lines[-1] == hint
    assert done(shell, "status --json").json()["disputes"][0]["about"] == "battle-1/16"
    assert done(shell, "next --json").json()["disputes"][0]["dispute"] == 1
    shell.do("concede iron", "hold prefect", "hold teodor", "hold kiln", "hold vex", "hold rook")
    shell.do("hold moth")
    came = done(shell, "battle conclude")
    assert came.err.splitlines()[-1] == f"hint: {hint}"
    done(shell, "dispute rule 1 note 'let it be' --agreed Ben")
    assert "disputes" not in done(shell, "next --json").json()
    assert "dispute" not in done(shell, "status").out


def test_case_34_whoever_is_dismissed_leaves_a_way_out(tmp_path: Path) -> None:
    """Sura's recruitment is disputed, then she goes: `next` says how it is settled all the same."""
    shell = campaign(tmp_path)
    done(shell, 'dispute open crew-ash/2 "her price was wrong"', by="Ben")
    done(shell, "member retire sura")
    hint = done(shell, "next").lines[-1]
    assert hint.endswith(
        "; Sura left since; acta dispute show 1, acta dispute rule 1 note REASON settles it"
    )
    assert shown(shell)["after"]["members"][0]["who"]["name"] == "Sura"
    done(shell, "battle open last-granary Ash Iron")
    done(shell, "dispute rule 1 note 'she is gone' --agreed Ben")
    assert "dispute" not in done(shell, "next").out


# Taking back


def test_a_doubt_is_taken_back_by_who_had_it(shell: Shell) -> None:
    """Nobody else takes it back alone; its number is used once; redo brings it back."""
    done(shell, DOUBT, by="Ben")
    refused(shell("undo --to dispute-1/1"), 1, "MS-EVT-1: dispute-1/1 was recorded by Ben")
    done(shell, "undo --to dispute-1/1", by="Ben")
    assert done(shell, "dispute list --json").json() == []
    refused(shell("dispute show 1"), 2, "there is no dispute 1")
    refused(shell("dispute rule 1 uphold x --agreed Ben"), 2, "there is no dispute 1")
    came = done(shell, DOUBT)
    assert came.lines[0].startswith("dispute-2/1")
    assert done(shell, "audit").out.startswith("clean")


def test_a_ruling_is_taken_back_with_consent(shell: Shell) -> None:
    """Whoever agreed to it agrees to that, too; the doubt cannot be taken from under it."""
    done(shell, DOUBT)
    done(shell, "dispute rule 1 uphold fair --agreed Ben")
    refused(shell("undo --to dispute-1/1 --yes"), 1, "MS-EVT-1: dispute-1/2 is a ruling to which")
    refused(shell("undo --to dispute-1/2"), 1, "MS-EVT-1: dispute-1/2 is a ruling to which Ben")
    refused(shell("undo --to dispute-1/2 --agreed Cleo"), 1, "MS-EVT-1: dispute-1/2 is a ruling")
    done(shell, "undo --to dispute-1/2 --agreed Ben")
    assert shown(shell)["status"] == "open"
    done(shell, "dispute rule 1 overturn cocked --agreed Ben")
    assert shown(shell, "1")["status"] == "overturn"


# Held against the record


@pytest.mark.parametrize(
    "changes",
    [
        {"rests": [{"story": "battle-1", "line": 20, "digest": "0" * 64}]},
        {"rests": [{"story": "battle-1", "line": 99, "digest": "0" * 64}]},
        {"rests": [{"story": "battle-9", "line": 1, "digest": "0" * 64}]},
        {"rests": []},
        {"about": "battle-1/15x"},
    ],
)
def test_forged_evidence_is_found(shell: Shell, changes: dict[str, Any]) -> None:
    """A digest that is not the record's, a line or story that is not there."""
    done(shell, DOUBT)
    report = rewritten(shell, "dispute-1", 1, **changes)
    assert report["verdict"] == "forged"
    assert report["findings"][0]["address"] == "dispute-1/1"
    assert shell("dispute show 1").code in {2, 5}
    assert shell("dispute list").code == 0


def test_who_rewrites_what_was_disputed_is_found(shell: Shell) -> None:
    """The line's story is not what the dispute rests on, though all its links hold."""
    done(shell, DOUBT)

    def change(rows: Rows) -> None:
        for row in rows:
            if (row["originator_id"], row["originator_version"]) == ("battle-1", 14):
                edit(row, lambda plain: plain.update(by="Ben"))

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    report = shell("audit --json").json()
    assert [one["address"] for one in report["findings"]] == ["dispute-1/1"]
    refused(shell("dispute show 1"), 5, "the record up to battle-1/20 is no longer what it was")


def test_a_bundle_carries_disputes(shell: Shell, tmp_path: Path) -> None:
    """Ben rules on his own copy with his own key; the record comes home with it."""
    done(shell, DOUBT)
    key = done(shell, "key make Ben -o ../ben.key").lines[0]
    done(shell, f"key name Ben {key}")
    done(shell, "export bundle -o ../out.acta")
    (tmp_path / "laptop").mkdir()
    ben = Shell(tmp_path / "laptop", "Ben")
    done(ben, "import ../out.acta --yes")
    done(ben, "dispute rule 1 uphold 'it lay flat' --agreed Ana --key ../ben.key")
    done(ben, "export bundle -o ../back.acta")
    done(shell, "import ../back.acta --yes")
    assert shown(shell, "1")["ruling"]["consents"] == [
        {"name": "Ben", "how": "signed"},
        {"name": "Ana", "how": "said"},
    ]
    assert done(shell, "audit").out.startswith("clean")
