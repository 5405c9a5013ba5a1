"""What people see: tables, JSON, CSV, and the one function that every text passes."""

import sys
from pathlib import Path

import pytest

from cli import rows
from domain.terms import RuleBroken
from tests.cli.shell import fighting

ROWS = [
    {"name": "Vex", "die": 8, "captain": True, "items": ["Rivet Gun", "Crude Blade"]},
    {"name": "雨", "die": 10, "captain": False, "items": []},
]
LEFT_OUT = "too narrow for kind: --json shows all\n"
COLUMNS = ("name", "die", "captain", "items")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Élan the 雨", "Élan the 雨"),
        ("\x1b[2J", "\\u001b[2J"),
        ("one\ntwo", "one\\u000atwo"),
        ("\u202eabc", "\\u202eabc"),
        ("\x9b31m", "\\u009b31m"),
        ("\ud800", "\\ud800"),
    ],
)
def test_nothing_of_the_record_moves_a_cursor(text: str, shown: str) -> None:
    """Control signs, both kinds, and what turns writing round are shown as their numbers."""
    assert rows.clean(text) == shown


def test_a_plain_table(capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe: columns of equal width, wide letters counted as two."""
    rows.table(COLUMNS, ROWS)
    assert capsys.readouterr().out.splitlines() == [
        "name  die  captain  items",
        "Vex   8    yes      Rivet Gun, Crude Blade",
        "雨    10",
    ]


def test_a_table_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With rules; a dumb terminal gets the plain one; no markup of a name is obeyed."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    rows.table(("name",), [{"name": "[bold]Vex[/bold]"}])
    drawn = capsys.readouterr().out
    assert "[bold]Vex[/bold]" in drawn
    assert "│" in drawn
    assert "\x1b" not in drawn
    monkeypatch.setenv("TERM", "dumb")
    rows.table(("name",), [{"name": "Vex"}])
    assert capsys.readouterr().out == "name\nVex\n"


@pytest.mark.parametrize(
    ("room", "drawn", "left_out"),
    [
        (23, ["name      kind  place", "Low Note  d6    雨 Hall"], ""),
        (19, ["name   kind  place", "Low    d6    雨", "Note         Hall"], ""),
        (16, ["name     place", "Low      雨 Hall", "Note"], LEFT_OUT),
        (10, ["Low Note", "  place:", "  雨 Hall"], LEFT_OUT),
    ],
)
def test_a_table_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    room: int,
    drawn: list[str],
    left_out: str,
) -> None:
    """Without rules; then wrapped between words; then with fewer columns; no word is cut off."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(room))
    row = {"name": "Low Note", "kind": "d6", "place": "雨 Hall"}
    rows.table(("name", "kind", "place"), [row], drop=("kind",))
    shown = capsys.readouterr()
    assert shown.out.splitlines() == drawn
    assert shown.err == left_out


@pytest.mark.parametrize("room", ["60", "80"])
@pytest.mark.parametrize(
    ("line", "typed_back"),
    [
        ("battle show", ["TEO", "Teodor", "Lamplighter", "Granary Hall"]),
        ("battle list", ["battle-1", "last-granary"]),
        ("house list", ["responder_deals_damage", "opponent_continues"]),
        ("standings", ["Ash", "league"]),
        ("stats", ["Ash", "felled"]),
        ("crew show Ash", ["TEO", "Teodor", "Lamplighter"]),
        ("crew list", ["Ash", "salvage"]),
    ],
)
def test_what_is_typed_back_is_whole_on_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, typed_back: list[str], room: str
) -> None:
    """Names, handles, options: nothing is cut off, no row is longer than the terminal."""
    shell = fighting(tmp_path)
    monkeypatch.setattr(rows, "dumb", lambda: False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    shown = shell(line, COLUMNS=room)
    assert shown.code == 0
    assert "…" not in shown.out
    assert all(word in shown.out for word in typed_back)
    drawn = [row for row in shown.lines if not row.startswith("next:")]
    assert max(map(len, drawn)) <= int(room)


def test_csv_holds_no_formula(capsys: pytest.CaptureFixture[str]) -> None:
    """A cell that a spreadsheet would work out is quoted; numbers stay numbers."""
    rows.say_csv(("name", "points"), [{"name": "=1+1", "points": -3}, {"name": "a,b", "points": 2}])
    assert capsys.readouterr().out == 'name,points\n\'=1+1,-3\n"a,b",2\n'


def test_json_is_safe_on_a_terminal_too(capsys: pytest.CaptureFixture[str]) -> None:
    """One document; what must not reach a terminal is escaped as JSON does it."""
    rows.say_json({"name": "Élan \u202e\x9b"})
    assert capsys.readouterr().out == '{\n  "name": "Élan \\u202e\\u009b"\n}\n'
    rows.say_line({"name": "a\nb"})
    assert capsys.readouterr().out == '{"name": "a\\nb"}\n'


def test_a_refusal_is_told_beside_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error; as JSON on standard output."""
    refusal = RuleBroken("MS-CLA-4", "Vex stands elsewhere", hint="move Vex to Hall")
    rows.say_refusal(refusal, as_json=False)
    assert capsys.readouterr() == ("", "MS-CLA-4: Vex stands elsewhere\nhint: move Vex to Hall\n")
    rows.say_refusal(refusal, as_json=True)
    assert '"rule": "MS-CLA-4"' in capsys.readouterr().out


@pytest.mark.parametrize("number", [0, 1, 1000, 1001, 2500])
def test_a_long_list_is_one_document(capsys: pytest.CaptureFixture[str], number: int) -> None:
    """Printed a thousand at a time, it is the document that it would be at once."""
    documents = [{"n": n, "told": "\u202e\n", "of": [{"none": []}]} for n in range(number)]
    rows.say_json(documents)
    whole = capsys.readouterr().out
    rows.say_json_list(iter(documents))
    assert capsys.readouterr().out == whole
