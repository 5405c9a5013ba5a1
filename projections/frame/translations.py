"""A campaign's own messages: a language's file, held against the English catalogue."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain import textfile
from domain.content import Told
from domain.names import meant, said
from projections.frame import plural
from projections.frame.catalogue import LANGUAGE, PLURAL, Forms, counts, english, places

FOLDER = "messages"
LARGEST = 200_000
TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
DIRECTIONS = ("ltr", "rtl")
_JOINERS = "\u200c\u200d\u200e\u200f"
"""Signs that cannot be seen, without which some languages cannot be written."""

Wrong = tuple[str, str, bool]
"""A sentence, a hint, and whether it is but another version's."""


def wrong_messages(text: str, file: str) -> Iterator[Told]:
    """What is wrong with a file of messages."""
    for fault, _ in faults(text, file):
        yield fault


def faults(text: str, file: str) -> Iterator[tuple[Told, str]]:
    """What is wrong with a file of messages, each with what an export can do without.

    That is the code of a message, or a kind of them, which another version of the program may
    know: by another name, with other places or plural forms. It is empty for a fault of the file
    itself.
    """
    try:
        tables = textfile.parse(text)
    except textfile.Broken as error:
        yield Told(file, error.line, error.sentence), ""
        return
    lines = textfile.Lines(text)
    kinds = {code.partition(".")[0] for code in english().messages}
    about = tables.get(LANGUAGE, {})
    plurals = about.get(PLURAL, plural.ENGLISH) if isinstance(about, dict) else plural.ENGLISH
    forms = {*plurals, plural.OTHER} if isinstance(plurals, dict) else {plural.OTHER}
    for kind, table in tables.items():
        line = lines.of((kind,))
        if not isinstance(table, dict):
            yield Told(file, line, f"{said(kind)} is no table", f"[{said(kind)}]"), ""
        elif kind == LANGUAGE:
            yield from ((fault, "") for fault in _about(table, file, lines))
        elif kind not in kinds:
            yield Told(file, line, f"no messages are of {said(kind)}", meant(kind, kinds)), kind
        else:
            for name, value in table.items():
                code, at = f"{kind}.{name}", lines.of((kind, name))
                yield from _told(code, file, at, _message(code, value, forms))


def _told(code: str, file: str, line: int, wrong: Iterable[Wrong]) -> Iterator[tuple[Told, str]]:
    """What is wrong with a message, as it is told, and whether one can do without it."""
    for sentence, hint, strange in wrong:
        yield Told(file, line, f"{said(code)}: {sentence}", hint), code if strange else ""


def _about(table: Mapping[str, Any], file: str, lines: textfile.Lines) -> Iterator[Told]:
    """What is wrong with what a language says of itself."""
    for name, value in table.items():
        line = lines.of((LANGUAGE, name))
        if name == "name":
            if not _plain(value):
                yield Told(file, line, "a language's name is a text")
        elif name == "direction":
            if value not in DIRECTIONS:
                yield Told(file, line, "a direction is ltr or rtl")
        elif name == PLURAL:
            yield from _plurals(value, file, line, lines)
        else:
            known = ("name", "direction", PLURAL)
            yield Told(file, line, f"a language has no {said(name)}", meant(name, known))


def _plurals(rules: Any, file: str, line: int, lines: textfile.Lines) -> Iterator[Told]:
    """What is wrong with the rules of its plurals."""
    if not isinstance(rules, dict):
        yield Told(file, line, "plural rules are a table", 'plural = { one = "n = 1" }')
        return
    for name, rule in rules.items():
        at = lines.of((LANGUAGE, PLURAL, name))
        if name not in plural.CATEGORIES[:-1]:
            hint = meant(name, plural.CATEGORIES) or ", ".join(plural.CATEGORIES[:-1])
            yield Told(file, at, f"{said(name)} is no plural of CLDR with a rule", hint)
            continue
        try:
            plural.holds(rule if isinstance(rule, str) else "", 1)
        except ValueError as error:
            yield Told(file, at, said(str(error), 200), "n % 10 = 2..4 and n % 100 != 12..14")


def _message(code: str, value: Any, categories: set[str]) -> Iterator[Wrong]:
    """What is wrong with a message: sentences, each with a hint, and whether it is but strange."""
    known = english().messages
    if code not in known:
        yield "no message has this code", meant(code, known), True
        return
    forms: Forms = value if isinstance(value, dict) else {plural.OTHER: value}
    if not all(map(_plain, forms.values())):
        wanted = "a text, or a table of plural forms, without signs that cannot be seen"
        yield f"it is {wanted}", "", False
        return
    if isinstance(value, dict):
        yield from _forms(code, forms, categories)
    for name in sorted(places(forms) - places(known[code])):
        given = ", ".join(f"{{{one}}}" for one in sorted(places(known[code])))
        yield f"it has no place {{{said(name)}}}", given and f"it has {given}", True


def _forms(code: str, forms: Forms, categories: set[str]) -> Iterator[Wrong]:
    """What is wrong with plural forms."""
    if not counts(english().messages[code]):
        yield "it counts nothing, so it has no plural forms", "", True
    if plural.OTHER not in forms:
        yield f"the form {plural.OTHER} is missing", "", False
    for name in sorted(set(forms) - categories):
        yield f"this language has no form {said(name)}", meant(name, categories), False


def _plain(value: Any) -> bool:
    """Whether a value is a text without what cannot be seen."""
    return isinstance(value, str) and all(c.isprintable() or c in _JOINERS for c in value)


def written(messages: Mapping[str, Forms]) -> str:
    """Messages as a file has them: a table for each kind of document."""
    rows = list[str]()
    for code, forms in messages.items():
        kind, _, name = code.partition(".")
        if not rows or f"[{kind}]" not in rows:
            rows += ["", f"[{kind}]"] if rows else [f"[{kind}]"]
        text = forms if counts(forms) else forms[plural.OTHER]
        rows.append(f"{name} = {_toml(text)}")
    return "".join(f"{row}\n" for row in rows)


def _toml(value: str | Forms) -> str:
    """A text, or a table of them, as TOML writes it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return f"{{ {', '.join(f'{name} = {_toml(text)}' for name, text in value.items())} }}"
