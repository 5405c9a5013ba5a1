"""House rules: what the fold may touch, how long a module is, which rules may be cited."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase

import pytest

from tests.console import ROOT, surroundings

PACKAGES = ("domain", "projections", "cli")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
SHARED = ("terms", "dice", "campaign", "crew", "battle", "codex", "names")
PURE = sorted(
    path
    for path in MODULES
    if path.is_relative_to(ROOT / "domain" / "games")
    or (path.parent.name == "domain" and path.stem in SHARED)
)
FOLDERS = (*PACKAGES, "tests", "docs", "benchmarks", "examples")
TEXTS = sorted(  # somebody's own environment may lie beside
    path
    for path in (*ROOT.glob("*"), *(p for folder in FOLDERS for p in (ROOT / folder).rglob("*")))
    if path.is_file() and path.suffix in {".py", ".md", ".toml", ".json", ".jsonl", ".txt", ".acta"}
)
RULEBOOKS = sorted((ROOT / "domain" / "games").glob("*/rulebook.md"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
CASES = {  # failures of other tools, retold for ours, by the number that a test has of them
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37),
    *(38, 40, 41, 43, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73),
    *(74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98, 100, 101, 104, 106, 107),
    109,
    *(110, 112, 113, 115, 116, 118, 119, 121, 124, 125, 127),
}
EXAMPLES = {"MS": 48, "MR": 33}  # the last worked example of each rulebook


def name(path: Path) -> str:
    """Name a parameter by its path in the repository."""
    return path.relative_to(ROOT).as_posix()


UNSTEADY = {"time", "random", "datetime", "secrets", "uuid"}


def unsteady(tree: ast.AST) -> Iterator[str]:
    """Find what could make a fold differ from run to run, each as `line: what`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="hash" | "id" as called), lineno=line):
                yield f"{line}: {called}()"
            case ast.Import(names=names, lineno=line):
                roots = {alias.name.partition(".")[0] for alias in names}
                yield from (f"{line}: import {root}" for root in sorted(roots & UNSTEADY))
            case ast.ImportFrom(module=str(module), lineno=line) if module in UNSTEADY:
                yield f"{line}: from {module}"
            case ast.Attribute(attr="environ" | "getenv" as attribute, lineno=line):
                yield f"{line}: {attribute}"
            case _:
                pass


@pytest.mark.parametrize("path", PURE, ids=name)
def test_case_77_nothing_in_the_fold_differs_from_run_to_run(path: Path) -> None:
    """No hash(), id(), clock, generator or environment in rules, deciders, dice and codex."""
    assert list(unsteady(ast.parse(path.read_text("utf-8")))) == []


def test_case_77_the_search_itself_finds_them() -> None:
    """A control: each of the forbidden things is found where it stands."""
    source = "import time\nfrom random import choice\nx = hash('a')\ny = id(x)\nz = os.environ\n"
    assert sorted(unsteady(ast.parse(source))) == [
        "1: import time",
        "2: from random",
        "3: hash()",
        "4: id()",
        "5: environ",
    ]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_a_chapter(path: Path) -> None:
    """No module is longer than one sitting: 350 lines."""
    length = len(path.read_text("utf-8").splitlines())
    assert length <= 350


def public(
    tree: ast.Module | ast.ClassDef,
) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef]:
    """Walk what others may use: a module or class, and what it declares without an underscore."""
    yield tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_public_thing_says_what_it_is(path: Path) -> None:
    """Modules, classes, functions and methods whose name has no underscore have a docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    assert [ast.unparse(node)[:60] for node in public(tree) if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("path", [path for path in MODULES if path.stem == "__init__"], ids=name)
def test_an_init_file_is_a_docstring(path: Path) -> None:
    """Things are imported from where they are defined, so `__init__.py` holds nothing else."""
    assert len(ast.parse(path.read_text("utf-8")).body) == 1


def test_every_rule_that_is_cited_stands_in_the_rulebook() -> None:
    """Code, tests, data and pages cite numbers that the rulebook has (three digits: on purpose)."""
    text = "".join(path.read_text("utf-8") for path in RULEBOOKS)
    rules = set(re.findall(r"\*\*(M[A-Z]-[A-Z]{3}-\d+)\*\*", text))
    for game, last in EXAMPLES.items():
        rules |= {f"{game}-AT-{number:02}" for number in range(1, last + 1)}
        rules |= {f"{game}-AT-{number}" for number in range(1, last + 1)}
    unknown = {
        f"{name(path)}: {cited}"
        for path in TEXTS
        if path not in RULEBOOKS
        for cited in re.findall(r"\bM[A-Z]-[A-Z]{2,3}-\d\d?[a-z]?\b", path.read_text("utf-8"))
        if cited.rstrip(ascii_lowercase) not in rules  # MS-RES-7d: a step of it
    }
    assert len(rules) > 150
    assert unknown == set()


def held(source: str) -> set[str]:
    """The worked examples that the docstrings of a file's tests are about, by number."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    told = " ".join(ast.get_docstring(node) or "" for node in functions if node.name[:5] == "test_")
    found = set()
    for game, first, rest in re.findall(r"\b(M[A-Z])-AT-(\d+)((?:, -\d+| to -\d+)*)", told):
        numbers = [int(first)]
        for joint, digits in re.findall(r"(, | to )-(\d+)", rest):
            low = numbers[-1] + 1 if joint == " to " else int(digits)
            numbers += range(low, int(digits) + 1)
        found |= {f"{game}-AT-{number}" for number in numbers}
    return found


def examples(rulebook: Path) -> set[str]:
    """The worked examples of a rulebook: `AT-05..08` are four, `AT-12/13` two."""
    title, _, chapter = (
        rulebook.read_text("utf-8").partition("Worked examples (acceptance")[2].partition("\n")
    )
    game = re.findall(r"(M[A-Z])-AT", title)[0]
    found = set()
    for first, joint, last in re.findall(r"\*\*AT-(\d+)(\.\.|/)?(\d+)?(?=[ *])", chapter):
        end = int(last) if joint else int(first)
        found |= {f"{game}-AT-{number}" for number in range(int(first), end + 1)}
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.parent.name)
def test_every_worked_example_is_a_test(rulebook: Path) -> None:
    """Each MS-AT and MR-AT of a rulebook's last chapter stands in the docstring of a test."""
    cited = set[str]().union(*(held(path.read_text("utf-8")) for path in TESTS))
    wanted = examples(rulebook)
    assert len(wanted) > 25
    assert wanted - cited == set()


def test_the_search_for_worked_examples_finds_them() -> None:
    """A control: a list, a range, and what is no docstring of a test."""
    source = 'def test_one():\n    "MS-AT-01, -3 and MR-AT-7 to -9"\ndef two():\n    "MS-AT-4"\n'
    assert sorted(held(source)) == ["MR-AT-7", "MR-AT-8", "MR-AT-9", "MS-AT-1", "MS-AT-3"]


def cases(source: str) -> set[int]:
    """The cases that a file's tests are about: `test_cases_3_and_6_…`, `Cases 9, 12: …`."""
    named = re.findall(r"def test_cases?_((?:\d+_(?:and_)?)+)", source)
    told = re.findall(r"\b[Cc]ases? ((?:\d+(?:, | and )?)+)", source)
    return {int(number) for each in (*named, *told) for number in re.findall(r"\d+", each)}


def test_every_case_has_a_test() -> None:
    """Each failure of another tool stands by its number in the name or docstring of a test."""
    found = set[int]().union(*(cases(path.read_text("utf-8")) for path in TESTS))
    assert CASES - found == set()
    assert cases("def test_cases_3_and_6_a_cut() -> None: ...") == {3, 6}
    assert cases('"""Cases 9, 12, as far as undo goes."""') == {9, 12}


def test_no_text_knows_the_machine_it_was_written_on() -> None:
    """No path of somebody's folders, and nothing that was put off."""
    put_off = re.compile(
        r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b"
    )
    places = {str(ROOT), str(Path.home())} - {"/", "/root"}
    found = [
        name(path)
        for path in TEXTS
        if put_off.search(text := path.read_text("utf-8")) or any(place in text for place in places)
    ]
    assert found == []


@pytest.mark.parametrize("path", [path for path in TEXTS if path.suffix == ".py"], ids=name)
def test_every_exception_has_its_reason(path: Path) -> None:
    """What switches a check off names the check and says why, on the same line."""
    marks = re.compile(r"#\s*(?:noqa|type:\s*ignore)(.*)")
    reasoned = re.compile(r"(: [A-Z]+\d+(, ?[A-Z]+\d+)*|\[[\w, -]+\])\s+([#-]\s*)?[\w`\"'].*")
    unsaid = [
        line
        for line in path.read_text("utf-8").splitlines()
        if (mark := marks.search(line)) and "re.compile" not in line and not reasoned.match(mark[1])
    ]
    assert unsaid == []


def imported(arguments: list[str], folder: Path) -> set[str]:
    """Run acta in a folder and say which top-level packages it imported."""
    acta = Path(sys.executable).parent / ("acta.exe" if os.name == "nt" else "acta")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", str(acta), *arguments],
        cwd=folder,
        env=surroundings(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    rows = [row for row in done.stderr.splitlines() if row.startswith("import time:")]
    return {row.rsplit("|", 1)[1].strip().partition(".")[0] for row in rows}


def test_help_and_do_are_quick_because_they_import_little(tmp_path: Path) -> None:
    """`--help` and `do` import neither SQLAlchemy nor rich; `--help` not even eventsourcing."""
    slow = {"sqlalchemy", "rich", "cryptography"}
    assert imported(["--help"], tmp_path) & (slow | {"eventsourcing"}) == set()
    examples = ROOT / "examples"
    imported(["new", "Quick", "--game", "mortisphere"], tmp_path)
    home = tmp_path / "quick"
    imported(["crew", "import", str(examples / "ash.toml")], home)
    imported(["crew", "import", str(examples / "iron.toml")], home)
    imported(["battle", "open", "last-granary", "ash", "iron"], home)
    assert imported(["do", "note", '"a quick one"'], home) & slow == set()


SHELL = [path for path in MODULES if not path.is_relative_to(ROOT / "domain" / "games")]
OWN_WORDS = re.compile(
    r"mortisphere|morturi|\bM[SR]-[A-Z]|\bAreas?\b|[Cc]lash|\bHealth\b|salvage|denarii|gladiator"
    r"|Existence|\bsixes\b"
)
SALVAGING = {"doctor.py", "salvage.py"}  # there it is what is saved of a damaged record
SHARED_EVENTS = {"aftermath.py", "chronicle.py", "roster.py"}  # what the first lines on record said


@pytest.mark.parametrize("path", SHELL, ids=name)
def test_only_a_game_knows_its_name_and_words(path: Path) -> None:
    """What is not in a game's folder knows no game, nor what only one has."""
    found = OWN_WORDS.findall(path.read_text("utf-8"))
    said = {"Health"} if path.name in SHARED_EVENTS else set()
    said |= {"salvage"} if path.name in SALVAGING else set()
    assert [word for word in found if word not in said] == []
