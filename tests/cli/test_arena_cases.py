"""Failures of other tools, tried in the arena as people type it, by the list of cases."""

from collections.abc import Callable
from pathlib import Path

from domain.audit import audit
from domain.findings import Verdict
from domain.game import catalogue
from domain.ledger.ledger import Ledger
from tests.cli.shell import Shell
from tests.cli.test_morturi_season import STAGES, at, stages
from tests.cli.test_morturi_seed import FEROX, LANE, URSI, ludi
from tests.cli.test_undo_cases import ARENA, again, lane
from tests.forging import Rows, edit, forge

__all__ = ["at", "stages"]  # fixtures


def acted(shell: Shell) -> dict[str, bool]:
    """Who has acted this round."""
    members = shell("battle show --json").json()["members"]
    return {member["name"]: member["activated"] for member in members}


def test_case_85_who_answers_has_not_acted(tmp_path: Path) -> None:
    """Case 85, MR-REA-1, MR-RND-1: Varro turns and pursues in Felix's turn; his own comes after."""
    shell = lane(tmp_path)
    shell.do(*ARENA[:8])
    assert acted(shell)["Varro"] is False
    shell.do("done")
    assert [name for name, done in acted(shell).items() if done] == ["Felix"]
    shell.do("activate varro", "done")
    assert [name for name, done in acted(shell).items() if done] == ["Felix", "Varro"]


def test_case_31_who_stands_where_is_asked_once(tmp_path: Path) -> None:
    """Case 31, MR-BAT-3: each gladiator once; after undo, redo and a new look the same question."""
    shell = ludi(tmp_path, {"Ludus Ferox": FEROX, "Domus Ursi": URSI}, LANE)
    starts = "--start ferox=north --start ursi=south"
    again(shell, f"battle open battlelines ferox ursi --arena arena.txt {starts}")
    shell.do("roll 1")
    asked, placed = [], 0
    while (question := shell("next --json").json())["awaiting"] == "deploy":
        asked.append((question["crew"], sorted({line.split()[1] for line in question["legal"]})))
        for mask in ("undo", "redo"):
            again(Shell(shell.folder), f"{mask} --yes" if mask == "undo" else mask)
        assert shell("next --json").json() == question
        shell.do(question["legal"][0])
        placed += 1
    assert placed == 6
    assert [crew for crew, _ in asked] == ["Ludus Ferox", "Domus Ursi"] * 3
    assert [len(members) for _, members in asked] == [3, 3, 2, 2, 1, 1]
    assert shell.words(["do", "deploy felix at a4"]).code == 1


def test_case_34_nobody_goes_with_a_check_open(at: Callable[[str], Shell]) -> None:
    """Case 34, MR-SVC-4: Brutus waits for his check; he is not let go, and the hint leads on."""
    assert "aftermath" in STAGES
    shell = at("aftermath")
    came = shell("member retire brutus")
    assert (came.code, came.err.splitlines()[-1]) == (1, "hint: acta after battle-1")
    asked = shell("next --json").json()
    assert (asked["awaiting"], asked["dice"][0]["member"]) == ("roll", "Brutus")
    shell.do("roll 1", "yes chirugeon", "roll 5", "roll 3", "no")
    assert shell("member retire brutus").code == 0


def test_case_37_nobody_stands_in_two_places(tmp_path: Path) -> None:
    """Case 37, MR-MOV-2: a step from elsewhere, a man deployed twice: the audit names the line."""
    shell = lane(tmp_path)
    shell.do("activate felix", "move e")
    path = shell.folder / "ledger.db"

    def place(rows: Rows, event: str) -> int:
        names = [row["topic"] for row in rows]
        return max(n for n, name in enumerate(names) if name == event)

    members = shell("battle show --json").json()["members"]
    felix = next({"id": m["id"], "name": "Felix"} for m in members if m["name"] == "Felix")

    def twice(rows: Rows) -> None:
        last = place(rows, "morturi.gladiator-deployed/1")
        edit(rows[last], lambda line: line["data"].update(gladiator=felix))

    def elsewhere(rows: Rows) -> None:
        last = place(rows, "morturi.step-taken/1")
        edit(rows[last], lambda line: line["data"].update(before="A1"))

    for change in (twice, elsewhere):
        copy = forge(path, tmp_path / "forged.db", change, rebuild=True)
        with Ledger.open(copy, catalogue("morturi"), read_only=True) as ledger:
            report = audit(ledger, program="acta 0.2.0")
        assert report.verdict is Verdict.FORGED
        assert report.findings[0].kind == "JudgedOtherwise"
        assert report.findings[0].address.startswith("battle-1/")


def test_case_38_each_card_has_its_own_side(tmp_path: Path) -> None:
    """Case 38, MR-CRD-6: Felix felled Varro: that stands on his card, and not on Varro's."""
    shell = lane(tmp_path)
    shell.do('ruling "a nail": Varro loses 7', *ARENA[:6], "no felix: light mobility")
    texts = {
        name: [one["text"] for one in shell(f"member show {name} --json").json()["history"]]
        for name in ("felix", "varro")
    }
    assert "Felix felled Varro" in texts["felix"]
    assert "Felix felled Varro" not in texts["varro"]


def test_case_110_the_same_school_twice_is_refused(tmp_path: Path) -> None:
    """Case 110: the same file again is no second school; its members are not doubled."""
    shell = ludi(tmp_path, {"Ludus Ferox": FEROX}, LANE)
    before = shell("crew list --json").json()
    for _ in range(2):
        came = shell("crew import school.toml")
        assert came.code == 2
        assert "Ludus Ferox" in came.err
    assert shell("crew list --json").json() == before


def test_case_23_a_friendly_rematch_gives_nothing(tmp_path: Path) -> None:
    """Case 23: a battle played again from its file: no kill, no victory, no denarius more."""
    shell = lane(tmp_path)
    shell.do('ruling "a nail": Varro loses 7', *ARENA[:6], "no felix: light mobility", "done")
    shell.do('ruling "the gate fell": Otho out, Mus out', "conclude")
    views = ("crew list", "standings", "member show felix", "member show varro")
    before = {view: shell(f"{view} --json").json() for view in views}
    assert before["member show felix"]["kills"] == 1
    first = before["standings"][0]
    assert (first["crew"], first["won"]) == ("Ludus Ferox", 1)
    (tmp_path / "again.acta").write_text(shell("export replay 1").out, "utf-8")
    again(shell, "play ../again.acta")
    assert shell("battle list --json").json()[-1]["counts"] is False
    assert {view: shell(f"{view} --json").json() for view in views} == before
    assert shell("after 2").code == 1
