"""What is wrong with a campaign's own templates, messages and style: file, line, sentence.

Nothing is told of what is right. Templates are read, their names and sentences held against those
of the package, and then each is tried on a sample.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.meta import find_undeclared_variables

from domain.content import MOST_FAULTS, MOST_FILES, Told
from domain.names import meant, said
from domain.terms import Refusal
from projections.frame.catalogue import english, places
from projections.frame.looks import Framed
from projections.frame.own import FOLDER, own_text
from projections.frame.own_markup import leading, why
from projections.frame.own_style import wrong_style
from projections.frame.page import POLICY, UNBARRED, barred
from projections.frame.sample import SAMPLE
from projections.frame.sandbox import Sandbox
from projections.frame.shelf import (
    LARGEST,
    LARGEST_STYLE,
    NAME,
    STYLE,
    TEMPLATES,
    names,
    own_file,
    packaged,
)
from projections.frame.templates import Frame, own_fault
from projections.frame.translations import FOLDER as LANGUAGES
from projections.frame.translations import LARGEST as LARGEST_LANGUAGE
from projections.frame.translations import TAG, wrong_messages

Check = Callable[[str, str], Iterator[Told]]
"""How a file is checked: its text, and its name as people see it."""

PRINTED = "what is printed is laid out by the program; its words are messages"
GIVEN = {"say", "range", "namespace", "loop", "self", "super", "caller"}


def report(home: Path) -> Framed:
    """Read and check all that a campaign's folder says of how its documents look."""
    templates, languages = _files(home, TEMPLATES), _files(home, LANGUAGES)
    style = own_file_of(home, STYLE)
    faults = [
        *_of_templates(home, templates),
        *(fault for file in languages for fault in _of_language(home, file)),
        *(_of_style(home) if style else ()),
    ]
    told = sorted(faults, key=lambda fault: (fault.file, fault.line))
    return Framed(
        templates=tuple(f"{FOLDER}/{TEMPLATES}/{name}" for name in templates),
        languages=tuple(f"{FOLDER}/{LANGUAGES}/{name}" for name in languages),
        styles=(f"{FOLDER}/{STYLE}",) if style else (),
        faults=tuple(told[:MOST_FAULTS]),
    )


def own_file_of(home: Path, name: str) -> bool:
    """Whether a campaign's folder has that file of its own."""
    path = home / FOLDER / name
    return path.exists() or path.is_symlink()


def _files(home: Path, folder: str) -> list[str]:
    """The files in one of the folders of own content, by their path in it; hidden ones are not."""
    root = home / FOLDER / folder
    if root.is_symlink() or not root.is_dir():
        return []
    found = (path.relative_to(root) for path in root.rglob("*") if not path.is_dir())
    shown = (path.as_posix() for path in found if all(part[0] != "." for part in path.parts))
    return sorted(islice(shown, MOST_FILES))


# Messages and style


def _of_language(home: Path, file: str) -> Iterator[Told]:
    """What is wrong with a file of messages."""
    name = f"{FOLDER}/{LANGUAGES}/{file}"
    tag, _, ending = file.rpartition(".")
    if ending != "toml" or not TAG.fullmatch(tag):
        yield Told(said(name), 1, "this is no file of a language", "de.toml, pt-BR.toml")
        return
    yield from _read(home, name, LARGEST_LANGUAGE, wrong_messages)


def _of_style(home: Path) -> Iterator[Told]:
    yield from _read(home, f"{FOLDER}/{STYLE}", LARGEST_STYLE, wrong_style)


def _read(home: Path, name: str, most: int, check: Check) -> Iterator[Told]:
    """What is wrong with a file, or keeps it from being read."""
    try:
        text = own_text(home, name, most)
    except Refusal as refusal:
        yield Told(said(name), 1, refusal.message)
        return
    if text is not None:
        yield from islice(check(text, name), MOST_FAULTS)


# Templates


def _of_templates(home: Path, files: list[str]) -> Iterator[Told]:
    """What is wrong with own templates: each alone, then which of them nobody uses."""
    frame = Frame(home, english())
    called = set[str]()
    known = set(names())
    given = _given(home, files)
    for name in files:
        file = said(own_file(name))
        if not NAME.fullmatch(name):
            sentence = "a template's name is of small letters, digits, '-', and ends in its format"
            typst = name.endswith(".typ")
            hint = PRINTED if typst else meant(name, known) or "page.html"
            yield Told(file, 1, sentence, hint)
            continue
        yield from _read(home, own_file(name), LARGEST, _template(frame, name, called, given))
    for name in files:
        if NAME.fullmatch(name) and name not in known | called:
            sentence = "the program uses no template of this name, and none of yours does"
            yield Told(own_file(name), 1, sentence, meant(name, known))


def _given(home: Path, files: list[str]) -> dict[str, Any]:
    """A sample for every name that any template wants: a part is given what the whole has."""
    wanted = set[str]()
    reader = Environment(autoescape=True)
    for text in (*map(packaged, names()), *(_text(home, name) for name in files)):
        with suppress(TemplateSyntaxError, RecursionError):
            wanted |= find_undeclared_variables(reader.parse(text or ""))
    return dict.fromkeys(sorted(wanted - GIVEN), SAMPLE)


def _text(home: Path, name: str) -> str | None:
    """The text of an own template, if it can be read."""
    with suppress(Refusal):
        return own_text(home, own_file(name), LARGEST)
    return None


def _template(frame: Frame, name: str, called: set[str], given: Mapping[str, Any]) -> Check:
    """How a template is checked; what it includes is noted among those `called`."""

    def check(text: str, file: str) -> Iterator[Told]:
        sandbox = frame.sandbox(name.rpartition(".")[2])
        try:
            tree = sandbox.parse(text, name, file)
            sandbox.compile(text, name, file)
        except TemplateSyntaxError as error:
            yield Told(file, error.lineno, said(error.message or "", 200))
            return
        called.update(_included(tree))
        faults = [*_unknown(sandbox, tree, name, file), *_sentences(tree, file)]
        if name == "page.html" and not barred(text, "{{ policy }}"):
            faults.append(Told(file, 1, UNBARRED, POLICY))
        yield from faults or _tried(frame, name, given)

    return check


def _included(tree: nodes.Template) -> Iterator[str]:
    """The templates that one includes, extends or imports, where it says so in plain words."""
    kinds = (nodes.Include, nodes.Extends, nodes.Import, nodes.FromImport)
    for node in tree.find_all(kinds):
        given = getattr(node, "template", None)
        if isinstance(given, nodes.Const) and isinstance(given.value, str):
            yield given.value


def _unknown(sandbox: Sandbox, tree: nodes.Template, name: str, file: str) -> Iterator[Told]:
    """Names that nobody gives to a template of this name."""
    text = packaged(name)
    if text is None:  # a part of others, which is given what they have
        return
    known = find_undeclared_variables(sandbox.parse(text, name)) | GIVEN
    wrong = find_undeclared_variables(tree) - known
    for node in tree.find_all(nodes.Name):
        if node.name in wrong:
            wrong.discard(node.name)
            hint = meant(node.name, known) or f"it is given {', '.join(sorted(known - GIVEN))}"
            yield Told(file, node.lineno, f"nothing is called {said(node.name)} here", hint)


def _sentences(tree: nodes.Template, file: str) -> Iterator[Told]:
    """Sentences that there are not, or that want values they are not given."""
    for call in tree.find_all(nodes.Call):
        if not (isinstance(call.node, nodes.Name) and call.node.name == "say" and call.args):
            continue
        code = call.args[0]
        if not isinstance(code, nodes.Const):
            continue
        forms = english().messages.get(code.value)
        if forms is None:
            hint = meant(str(code.value), english().messages)
            yield Told(file, call.lineno, f"no message has the code {said(str(code.value))}", hint)
        elif not call.dyn_kwargs and (missing := places(forms) - {one.key for one in call.kwargs}):
            yield Told(file, call.lineno, f"{code.value} needs {', '.join(sorted(missing))}")


def _tried(frame: Frame, name: str, given: Mapping[str, Any]) -> Iterator[Told]:
    """What goes wrong when a template is tried on a sample."""
    try:
        text = frame.sandbox(name.rpartition(".")[2]).document(name, given)
        if name.endswith(".html"):
            yield from (Told(own_file(name), 1, why(tag)) for tag in leading(text))
    except Refusal as refusal:
        yield Told(own_file(name), 1, refusal.message)
    except Exception as error:  # noqa: BLE001  whatever a stranger's template does is a fault of it
        file, line, sentence = own_fault(error) or (own_file(name), 1, said(str(error), 200))
        yield Told(file, line, sentence)
