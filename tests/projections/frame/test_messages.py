"""The message catalogue: every code that is used is there, every one that is there is used."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from domain.terms import NotFound, WrongUsage
from projections.frame import plural
from projections.frame.catalogue import english, places
from projections.frame.shelf import names, packaged
from projections.frame.templates import Frame
from tests.console import ROOT

CODE = re.compile(r"[a-z0-9-]+\.[a-z0-9.-]+")
SAYING = {"say", "parts", "say_html"}
MODULES = sorted(p for part in ("projections", "cli") for p in (ROOT / part).rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in MODULES}
MESSAGES = english().messages


def called() -> Iterator[tuple[str, str, set[str], bool]]:
    """Each sentence said by its code: where, the code, its values, whether these are all."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr=attr) | ast.Name(id=attr),
                    args=[ast.Constant(value=str(code)), *_],
                    keywords=keywords,
                ) if attr in SAYING and CODE.fullmatch(code):
                    given = {each.arg for each in keywords if each.arg}
                    whole = all(each.arg for each in keywords)
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", code, given, whole
                case _:
                    pass
    for name in names():
        for call in Environment(autoescape=True).parse(packaged(name) or "").find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "say" and call.args:
                first = call.args[0]
                if isinstance(first, nodes.Const):
                    given = {each.key for each in call.kwargs}
                    yield f"{name}:{call.lineno}", str(first.value), given, not call.dyn_kwargs


def mentioned() -> tuple[set[str], set[str]]:
    """Texts of our modules and templates, and the beginnings of those that are put together."""
    whole, begun = {code for _, code, _, _ in called()}, set[str]()
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
    for name in names():
        for joined in (
            Environment(autoescape=True).parse(packaged(name) or "").find_all(nodes.Concat)
        ):
            if isinstance(joined.nodes[0], nodes.Const):
                begun.add(str(joined.nodes[0].value))
    return whole, {text for text in begun if "." in text and " " not in text}


def test_every_sentence_that_is_said_is_there() -> None:
    """No code is said that the English catalogue lacks."""
    assert [(place, code) for place, code, _, _ in called() if code not in MESSAGES] == []


def test_every_sentence_that_is_there_is_said() -> None:
    """Each code is named by a module or template, or begins as one that puts codes together.

    Those of `tale` are said by their names alone, which may be put together; forms are numbered.
    """
    whole, begun = mentioned()
    parts = re.compile("|".join(pattern for pattern in put_together() if pattern))
    unsaid = [c for c in MESSAGES if c not in whole and not c.startswith(tuple(begun))]
    named = (re.sub(r"^tale\.|-\d+$", "", code) for code in unsaid)
    assert [name for name in named if name not in whole and not parts.fullmatch(name)] == []


def put_together() -> Iterator[str]:
    """The names that modules of the chronicle put together, each as a pattern."""
    for path, tree in TREES.items():
        if "chronicle" not in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                texts = [str(v.value) if isinstance(v, ast.Constant) else "" for v in node.values]
                if re.search("^[a-z0-9-]*[a-z][a-z0-9-]*$", "".join(texts)):
                    yield "".join(text or "[a-z0-9-]+" for text in texts)


def test_every_sentence_is_given_what_it_has_places_for() -> None:
    """Neither a place without a value nor a value without a place."""
    wrong = [
        (place, code, given ^ set(places(MESSAGES[code])))
        for place, code, given, whole in called()
        if whole and code in MESSAGES and given != places(MESSAGES[code])
    ]
    assert wrong == []


def test_plural_forms_are_whole() -> None:
    """What counts has both of English's forms."""
    for code, forms in MESSAGES.items():
        if len(forms) > 1:
            assert set(forms) == {"one", "other"}, code


@pytest.mark.parametrize(
    ("number", "category"),
    [(0, "many"), (1, "one"), (2, "few"), (5, "many"), (12, "many"), (22, "few"), (21, "many")],
)
def test_plurals_of_polish(number: int, category: str) -> None:
    """CLDR's rules of Polish, as Unicode prints them: 1 | 2-4, 22-24 | the others."""
    rules = {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9"
        " or v = 0 and i % 100 = 12..14",
    }
    assert plural.category(number, rules) == category


@pytest.mark.parametrize(
    ("number", "category"),
    [(0, "zero"), (1, "one"), (2, "two"), (3, "few"), (110, "few"), (11, "many"), (100, "other")],
)
def test_plurals_of_arabic(number: int, category: str) -> None:
    """CLDR's six categories; 3-10, 103-110 are few, 11-99 many."""
    rules = {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    }
    assert plural.category(number, rules) == category


@pytest.mark.parametrize(
    "rule", ["", "n", "n == 1", "x = 1", "n = 1 or", "n % 0 = 1", "__import__"]
)
def test_what_is_no_rule_is_refused(rule: str) -> None:
    """Only CLDR's own grammar is read; nothing is evaluated."""
    with pytest.raises(ValueError, match="no plural rule of CLDR"):
        plural.holds(rule, 1)


GERMAN = """\
[language]
name = "Deutsch"

[provenance]
lines = { one = "{n} Zeile", other = "{n} Zeilen" }
stand = "Stand {address} ({lines}), Protokoll {root}"
"""


def german(home: Path, text: str = GERMAN, file: str = "de.toml") -> Path:
    """A campaign's folder with a translation."""
    (home / "content" / "messages").mkdir(parents=True)
    (home / "content" / "messages" / file).write_text(text, "utf-8")
    return home


def test_a_translation_stands_over_english(tmp_path: Path) -> None:
    """Its sentences are used, in its plural forms; what is missing is said in English."""
    frame = Frame(german(tmp_path), "de")
    assert frame.say("provenance.lines", n=1) == "1 Zeile"
    assert frame.say("provenance.lines", n=0) == "0 Zeilen"
    said = frame.say("provenance.stand", lines="2 Zeilen", root="ab", address="battle-1/2")
    assert said == "Stand battle-1/2 (2 Zeilen), Protokoll ab"
    assert frame.say("provenance.audit") == "Audit"
    assert (frame.language.name, frame.language.direction) == ("Deutsch", "ltr")


def test_a_sentence_in_parts_keeps_what_stands_in_it(tmp_path: Path) -> None:
    """Values come back as they are, in the order of the language."""
    link = object()
    parts = Frame(german(tmp_path), "de").parts("provenance.stand", address="a", lines=link, root=1)
    assert parts == ["Stand ", "a", " (", link, "), Protokoll ", 1]


def test_values_are_no_messages(tmp_path: Path) -> None:
    """A name with braces in it is a name."""
    frame = Frame(german(tmp_path), "de")
    said = frame.say("provenance.stand", address="{root}", lines="{n}", root="{0}")
    assert said == "Stand {root} ({n}), Protokoll {0}"


def test_a_language_without_a_file(tmp_path: Path) -> None:
    """One sentence, and where a file would lie; and what is no language at all."""
    with pytest.raises(NotFound, match=r"no language fr here: no file content/messages/fr\.toml"):
        Frame(tmp_path, "fr")
    with pytest.raises(WrongUsage, match="x is no language"):
        Frame(tmp_path, "../x")


STRANGE = {
    "another kind": ("\n[provenence]\nx = 1", 2, "no messages are of provenence"),
    "another code": ("[page]\nskipp = 'x'", 2, "page.skipp: no message has this code"),
    "another place": ("[page]\nskip = '{x}'", 2, "page.skip: it has no place {x}"),
    "forms of none": ("[page]\nskip = { other = 'x' }", 2, "page.skip: it counts nothing"),
}
"""What another version of the program may know, or nobody: a line, and what is said of it."""


@pytest.mark.parametrize(("text", "line", "sentence"), STRANGE.values(), ids=STRANGE)
def test_what_another_version_knows_is_left_out(
    text: str, line: int, sentence: str, tmp_path: Path
) -> None:
    """Given one message that nobody knows as it stands, and one that is; then the other is said.

    What is left out is said in English, and told with file and line.
    """
    frame = Frame(german(tmp_path, f"{text}\n[provenance]\naudit = 'Audit?'"), "de")
    assert frame.say("provenance.audit") == "Audit?"
    assert frame.say("page.skip") == Frame().say("page.skip")
    (told,) = frame.language.strange
    assert told.told().startswith(f"content/messages/de.toml:{line}: {sentence}")


WRONG = {
    "no TOML": ("[provenance", 1, "no TOML"),
    "no table": ("provenance = 1", 1, "provenance is no table"),
    "a number": ("[page]\nskip = 3", 2, "page.skip: it is a text, or a table of plural forms"),
    "unseen": ("[page]\nskip = 'a\\u202eb'".replace("'", '"'), 2, "page.skip: it is a text"),
    "no other": ("[provenance]\nlines = { one = 'x' }", 2, "the form other is missing"),
    "a form": (
        "[provenance]\nlines = { other = 'x', few = 'y' }",
        2,
        "this language has no form few",
    ),
    "a direction": ("[language]\ndirection = 'up'", 2, "a direction is ltr or rtl"),
    "a rule": ("[language.plural]\none = 'n is 1'", 2, "'n is 1' is no plural rule of CLDR"),
    "a category": ("[language.plural]\nonly = 'n = 1'", 2, "only is no plural of CLDR"),
    "an entry": ("[language]\nnam = 'x'", 2, "a language has no nam"),
}


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_translation_is_refused(
    text: str, line: int, sentence: str, tmp_path: Path
) -> None:
    """File, line, and what is wrong there."""
    with pytest.raises(WrongUsage) as refused:
        Frame(german(tmp_path, text), "de")
    assert refused.value.message.startswith(f"content/messages/de.toml:{line}: ")
    assert sentence in refused.value.message
