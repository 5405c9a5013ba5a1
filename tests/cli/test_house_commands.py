"""`acta house`, `rule`, `events`, `schema`, `completion`."""

from pathlib import Path

import pytest

from cli.rulebook import rules
from domain.game import load
from tests.cli.shell import Shell, campaign


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign by the rulebook."""
    return campaign(tmp_path)


def test_a_house_rule_is_changed(shell: Shell) -> None:
    """Old and new, a warning where it tilts the game, how to undo."""
    came = shell("house set absorb auto_hit")
    assert came.lines == [
        "campaign/4  House rule absorb: auto_hit instead of presence.",
        "warning: absorb auto_hit favours hordes",
        "undo: acta undo --to campaign/4",
    ]
    row = next(row for row in shell("house list --json").json() if row["option"] == "absorb")
    assert (row["value"], row["default"], row["rule"]) == ("auto_hit", "presence", "MS-ABS-4")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("absorp fixed_3", 2, "no house rule is called absorp\nhint: absorb is near"),
        ("absorb fixed3", 2, "absorb has no value fixed3\nhint: fixed_3 is near"),
        ("absorb presence", 1, "MS-ABS-4: absorb is presence already"),
    ],
)
def test_what_is_no_house_rule(shell: Shell, words: str, code: int, said: str) -> None:
    """The nearest right word; what is set already is said to be."""
    came = shell(f"house set {words}")
    assert came.code == code
    assert came.err.startswith(said)


def test_a_rule_with_its_text_and_options(shell: Shell) -> None:
    """The rulebook's own words, wherever it is asked."""
    found = shell("rule ms-gen-1 --json").json()
    assert found["rule"] == "MS-GEN-1"
    assert found["text"].startswith("[seed] A battle is fought between crews")
    assert found["options"] == []
    assert shell("rule MS-RND-6").lines[0] == "MS-RND-6"
    assert "option round_limit: scenario, unlimited, fixed_6 (default scenario)" in (
        shell("rule MS-RND-6").lines
    )


def test_a_chapter_gives_all_its_rules(shell: Shell) -> None:
    """What the hint of a rule that is not there names can be typed; JSON is one document."""
    came = shell("rule zzz")
    chapters = came.err.partition("there are ")[2].split(", ")
    assert chapters[:2] == ["MS-GEN", "MS-RND"]
    told = [line for line in shell("rule ms-abi").lines if line.startswith("MS-ABI-")]
    assert told == ["MS-ABI-1", "MS-ABI-2", "MS-ABI-3", "MS-ABI-4"]
    found = shell("rule MS-ABI --json").json()
    assert found["chapter"] == "MS-ABI"
    assert found["rules"][3] == shell("rule MS-ABI-4 --json").json()


def test_a_house_rule_leads_to_its_rule(shell: Shell) -> None:
    """MS-RES-8 is where `ties` belongs."""
    assert shell("rule ties").lines == shell("rule MS-RES-8").lines


def test_a_rule_outside_a_campaign(tmp_path: Path) -> None:
    """The game whose rules begin so, or the one that is named."""
    shell = Shell(tmp_path)
    assert shell("rule MS-CLA-2").code == 0
    assert shell("rule mr-mov-3").lines[0] == "MR-MOV-3"
    assert shell("rule XX-CLA-2").err.startswith("there is no campaign here")
    assert shell("rule MS-CLA-2 --game mortisphere").code == 0
    came = shell("rule MS-CLA-222")
    assert came.code == 2
    assert came.err.startswith("there is no rule MS-CLA-222\nhint: MS-CLA-22")


def test_every_rule_of_the_rulebook_can_be_read(shell: Shell) -> None:
    """Each has a text of its own, without the next one's."""
    found = dict(rules(load("mortisphere").rulebook))
    assert len(found) > 150
    assert all(text and "**MS-" not in text.partition("\n")[0][:8] for text in found.values())
    assert shell("rule MS-SWA-1").code == 0


def test_events_are_told(shell: Shell) -> None:
    """A list, and one with its fields; the version may be left out, and the game."""
    rows = shell("events --json").json()
    assert "mortisphere.clash-fought/1" in [row["event"] for row in rows]
    lines = shell("events member-held").lines
    assert lines[0] == "mortisphere.member-held/1"
    assert "  member" in lines
    assert shell("events mortisphere.member-held --json").json()["schema"]["$ref"]
    came = shell("events member-helt")
    assert came.code == 2
    assert Shell(shell.folder.parent)("events").code == 0
    assert Shell(shell.folder.parent)("events --game mortisphere --csv").code == 0


def test_the_schema_of_all_events(shell: Shell) -> None:
    """One JSON Schema document; every event is in it, and only known fields."""
    schema = shell("schema").json()
    held = schema["$defs"]["MemberHeld"]
    assert held["properties"]["event"] == {"enum": ["mortisphere.member-held/1"]}
    assert held["additionalProperties"] is False
    assert len(schema["oneOf"]) == len(shell("events --json").json())


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_shells_complete(shell: Shell, name: str) -> None:
    """What a shell evaluates."""
    assert "_ACTA_COMPLETE" in shell(f"completion {name}").out
    assert shell("completion sh").code == 2


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("absorb=nonsense", "absorb has no value nonsense"),
        ("absorbb=presence", "no house rule is called absorbb"),
    ],
)
def test_a_file_s_house_rules_are_house_rules(shell: Shell, setting: str, said: str) -> None:
    """What a battle file says is checked as what is set."""
    rows = [
        "[game mortisphere 2026.1]",
        "[scenario last-granary]",
        f"[house {setting}]",
        "[dice table]",
        *('[crew "One"]', '"Sura" survivor d6', '"Teodor" survivor d8 captain remain'),
        *('[crew "Two"]', '"Nine" machine d10', '"Rook" remnant d8 captain endure'),
        "[lines]",
    ]
    (shell.folder / "bad.acta").write_text("\n".join(rows), "utf-8")
    came = shell("play bad.acta")
    assert came.code == 2
    assert f"bad.acta: {said}" in came.err
