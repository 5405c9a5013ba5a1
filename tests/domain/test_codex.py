"""The codex: compiled, current, held together by its own words, its faults named by line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import asdict

from domain import codex, textfile
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import CODEX, Book, book
from domain.house import Setting
from domain.terms import NotFound, StorageFailed, WrongUsage

TOML = (CODEX / "2026_1.toml").read_text(encoding="utf-8")


def compiled(text: str) -> bytes:
    """A codex' text compiled, under a short name."""
    return codex.compile_text(text, "own.toml", "mortisphere")


def faulty(right: str, wrong: str) -> WrongUsage:
    """What is said when one text in the codex is replaced."""
    assert right in TOML
    with pytest.raises(WrongUsage) as refused:
        compiled(TOML.replace(right, wrong, 1))
    return refused.value


def line_of(text: str) -> int:
    """The line of the codex that holds a text first."""
    return TOML[: TOML.index(text)].count("\n") + 1


def test_the_compiled_codex_is_current() -> None:
    """What is played is what is written: `python -m domain.codex` has been run."""
    assert compiled(TOML) == (CODEX / "2026_1.json").read_bytes()
    check = [sys.executable, "-m", "domain.codex", "--check"]
    assert subprocess.run(check, check=False).returncode == 0


def test_every_catalogue_is_complete() -> None:
    """MS-TYP-3, MS-ABI-3, MS-EQP-3, MS-CAP-7, MS-EFF-2, -3: the numbers that the rulebook gives."""
    it = book()
    assert [die.faces for die in it.dice] == [4, 6, 8, 10, 12, 20]
    assert len(it.types) == 7
    assert len(it.abilities) == 35
    assert sum(not ability.types for ability in it.abilities) == 14
    assert len(it.equipment) == 30
    families = ("ancient", "industrial", "biological", "relic", "extinct")
    assert [sum(i.tag == tag for i in it.equipment) for tag in families] == [6, 6, 6, 6, 6]
    assert len(it.wills) == 6
    assert len(it.scenarios) == 6
    assert len(it.words.moments) == 25
    assert len(it.words.operations) == 19
    plain = [word for word in it.words.conditions if not word.reserved]
    assert len(plain) == 20 + 3


def test_dice_are_those_of_the_rulebook() -> None:
    """MS-INI-4, MS-DIE-3, MS-HEA-5, -6: value, Health, cap and slots of each die."""
    rows = [(d.value, d.health, d.health_cap, d.ability_slots) for d in book().dice]
    assert rows == [
        (4, 1, 2, 1),
        (6, 2, 3, 1),
        (8, 3, 4, 2),
        (10, 3, 5, 2),
        (12, 4, 6, 3),
        (20, 8, 10, 3),
    ]


def test_a_type_is_its_row() -> None:
    """MS-TYP-3: the creature hunts, carries one biological thing and repairs nothing."""
    creature = book().type("creature")
    assert (creature.name, creature.affinity, creature.slots) == ("Creature", "hunt", 1)
    assert creature.equipment_tags == ("biological",)
    assert creature.cannot_interact == ("repair", "knowledge")
    assert not creature.no_heal
    assert book().type("Construct").no_heal


def test_an_effect_is_typed() -> None:
    """MS-EFF-1: a Last Cartridge is declared, adds 2 to an initiator's roll, once a scenario."""
    (effect,) = book().ability("Last Cartridge").effects
    assert (effect.on, effect.op, effect.value) == ("clash.roll", "modify", 2)
    assert [condition.name for condition in effect.when] == ["initiating"]
    assert (effect.times, effect.per, effect.declare) == (1, "scenario", True)
    (spores,) = book().ability("spore-burst").effects
    assert (spores.op, spores.word, spores.what) == ("status", "add", "choked")
    assert book().status(spores.what).effects[0].value == -1
    assert (spores.to, spores.until) == ("enemies_in_area", "end_of_next_round")


def test_a_scenario_knows_its_neighbours() -> None:
    """MS-MOV-3: along the map where there is one, else from any Area to any other."""
    assert book().scenario("last-granary").neighbours("hall") == ("well", "tower")
    press = book().scenario("Wake the Press")
    assert press.neighbours("gallery") == ("turbine", "press")
    assert press.area("gallery").effects[0].when[0].name == "wounded"
    assert press.objective("lever").requires == "prime"


def test_what_this_version_plays_is_said() -> None:
    """All scenarios, and all options."""
    assert all(s.works for s in book().scenarios)
    waiting = {option.name for option in book().options if not option.works}
    assert waiting == set()


def test_house_rules_of_the_engine_are_those_of_the_codex() -> None:
    """Names, order, defaults: `House` has a field for each option, and takes each of its values."""
    assert [one.option for one in House().settings()] == [o.name for o in book().options]
    assert [one.value for one in House().settings()] == [o.default for o in book().options]
    for option in book().options:
        for value in option.values:
            house = book().house([Setting(option.name, value)])
            assert getattr(house, option.name) == value


def test_options_are_those_of_the_rulebook() -> None:
    """Each stands under the rule that it cites, with its values; there are no others."""
    text = (CODEX.parent / "rulebook.md").read_text(encoding="utf-8")
    found = {}
    for rule in re.split(r"^- (?=\*\*MS-)", text, flags=re.MULTILINE):
        for name, values in re.findall(r"Option\s+`(\w+): ([^`]*)`", rule):
            found[name] = (rule[2:].partition("**")[0], tuple(values.split(" | ")))
    assert found == {option.name: (option.rule, option.values) for option in book().options}


def test_what_nobody_knows_is_not_found() -> None:
    """An unknown entry is named, with the nearest right word."""
    with pytest.raises(NotFound, match="no ability is called last-catridge") as refused:
        book().ability("last-catridge")
    assert refused.value.hint == "last-cartridge is near"
    with pytest.raises(NotFound, match="no Existence Die has 7 faces"):
        book().die(7)
    with pytest.raises(NotFound, match="no edition"):
        book("../../etc/passwd")
    assert book().item("saint\u2019s finger").id == "saints-finger"


def test_a_missing_compiled_codex_is_told() -> None:
    """One sentence, exit 5."""
    with pytest.raises(StorageFailed, match="the codex cannot be read"):
        codex.load(Book, Path("nowhere.json"))


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('affinity = "search"', 'affinty = "search"', "affinty is no entry"),
        ('affinity = "search"', 'affinity = "serach"', "no objective tag is called 'serach'"),
        ('on = "fate.roll"', 'on = "fate.rol"', "no moment is called 'fate.rol'"),
        ('op = "heal"', 'op = "hael"', "no operation is called 'hael'"),
        ('to = "opponent"', 'to = "oponent"', "no scope is called 'oponent'"),
        ('what = "choked"', 'what = "choken"', "no status is called 'choken'"),
        ('types = ["remnant"]', 'types = ["remant"]', "no type is called 'remant'"),
        ('injury = "lamed"', 'injury = "lame"', "no injury is called 'lame'"),
        ('per = "scenario"', 'per = "scenari"', "no limit is called 'scenari'"),
        ('area = "well"', 'area = "wel"', "no Area is called 'wel'"),
    ],
)
def test_a_fault_is_named(right: str, wrong: str, sentence: str) -> None:
    """File, the entry's line (or the key's), the sentence, the nearest right word."""
    refused = faulty(right, wrong)
    assert sentence in refused.message
    meant = right.split('"')[1] if "no entry" not in sentence else "affinity"
    assert refused.hint == f"{meant} is near"
    named = int(refused.message.split(":")[1])
    assert refused.message.startswith("own.toml:")
    assert 0 <= line_of(right) - named < 14


def test_a_missing_field_is_named_with_its_entry() -> None:
    """The header's line: the third die is the entry that lacks its faces."""
    header = '[[dice]]\nid = "d8"\n'
    refused = faulty(f"{header}faces = 8\n", header)
    assert refused.message.startswith(f"own.toml:{line_of(header)}: dice.2:")
    assert "faces is missing" in refused.message


def test_what_is_said_twice_is_a_fault() -> None:
    """No two entries have one id, and a key is written once."""
    assert "dice already has an entry 'd4'" in faulty('id = "d6"', 'id = "d4"').message
    assert (
        "own.toml:8: no TOML at character 11: cannot overwrite a value"
        in faulty('edition = "2026.1"', 'game = "x"').message
    )


def test_numbers_and_limits_are_whole() -> None:
    """MS-EFF-1, -3: an operation that counts has a number, a limit says how often and in what."""
    refused = faulty('op = "modify", value = 2', 'op = "modify", value = 0')
    assert "modify has a number" in refused.message
    assert "a limit says how often" in faulty("times = 1", "times = 0").message


def test_tables_have_a_row_for_each_face() -> None:
    """MS-FAT-4: a gap in the fate table is a fault."""
    assert (
        "one row for each face of a d20"
        in faulty("low = 12\nhigh = 14", "low = 12\nhigh = 13").message
    )


def test_maps_are_mutual() -> None:
    """MS-MOV-3: an Area adjoins those that adjoin it."""
    wrong = faulty('adjoins = ["turbine", "press"]', 'adjoins = ["turbine"]')
    assert "switchyard" in wrong.message


def test_an_option_begins_with_its_default() -> None:
    """The first value is the default, and `House` has the same."""
    wrong = faulty(
        'default = "scenario"\nrule = "MS-RND-6"', 'default = "fixed_6"\nrule = "MS-RND-6"'
    )
    assert "the default of round_limit is its first value" in wrong.message
    assert "no option is called" in faulty('name = "ties"', 'name = "tie"').message


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An edition of Mortisphere in a folder of its own."""
    folder = tmp_path / "mortisphere" / "codex"
    folder.mkdir(parents=True)
    monkeypatch.setattr(codex, "GAMES", tmp_path)
    path = folder / "2026_1.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def test_a_stale_codex_is_told_and_compiled(
    edition: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` fails until `python -m domain.codex` has been run, and writes nothing."""
    assert codex.main(["--check"]) == 1
    assert capsys.readouterr().err == "2026_1.json: stale\nhint: python -m domain.codex\n"
    assert not edition.with_suffix(".json").exists()
    assert codex.main([]) == 0
    assert capsys.readouterr().out == "2026_1.json compiled\n"
    assert codex.main(["--check"]) == 0
    assert asdict(codex.load(Book, edition.with_suffix(".json"))) == asdict(book())


def test_a_faulty_codex_is_told(edition: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence with file and line, a hint, and the exit code of wrong usage."""
    edition.write_text(TOML.replace('on = "fate.roll"', 'on = "fate.rol"', 1), encoding="utf-8")
    assert codex.main(["--check"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r".*2026_1\.toml:\d+: no moment is called 'fate\.rol'", told[0])
    assert told[1:] == ["hint: fate.roll is near"]
    edition.write_text("[", encoding="utf-8")
    assert codex.main([]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_text_is_too_much() -> None:
    """Endless and deeply nested texts are refused, not read."""
    with pytest.raises(WrongUsage, match="too many"):
        textfile.read("#" * 1_000_001, Book, "own.toml")
    with pytest.raises(WrongUsage, match="nested too deeply"):
        textfile.read("x = " + "[" * 5000, Book, "own.toml")
