"""Write the pages that come from declarations: `events.md`, `commands.md`, `rulebook.md` and more.

`python docs/generate.py` writes them from event classes, from click, from the rule numbers that
code and tests cite, (`morturi-effects.md`) from a codex' words of effects, and (`verify_page.html`)
from the replay page's programs. With `--check` it writes nothing and fails when a page on disk is
not what the declarations say. An event without a docstring, a command or option without help, a
fact of a rulebook that leads to no event, and a rule that no test cites fail either way.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import click
import msgspec

from cli.main import cli
from cli.of_game import OfGame
from domain.game import Game, catalogue, installed, load
from domain.terms import Event, tag
from projections.player.scripts import verifier_page

DOCS = Path(__file__).parent
LONG = 1_000
ROOT = DOCS.parent
PAST = ROOT / "tests" / "past"
CODE = ("domain", "projections", "cli")
RULE = re.compile(r"\*\*(M[A-Z]-[A-Z]{3}-\d+)\*\*")
RUN = re.compile(
    r"(?P<part>M[A-Z]-[A-Z]{3})-(?P<first>\d+)[a-z]?"
    r"(?P<rest>(?:(?:,| and| or| to|, and) (?:(?P=part))?-\d+[a-z]?)*)"
)
JOINT = re.compile(r"(,|and|or|to) (?:M[A-Z]-[A-Z]{3})?-(\d+)")
EVENTS = """\
<!-- Written by docs/generate.py; change the declarations, not this page. -->

# Events

An event is something that happened, in the words of the table. It is stored under its name and
version, whatever becomes of the program. Fields marked *optional* are left out when they say
nothing. Whoever an event names is a [`Who`](#who): an id that stays, and the name as it was then.
Round each event stands the line that holds it: see [the architecture](architecture.md#a-line).\
"""
COMMANDS = """\
<!-- Written by docs/generate.py; change the declarations, not this page. -->

# Commands

Exit codes: 0 done · 1 refused by the rules · 2 wrong usage, not found or ambiguous · 3 the audit
found errors · 4 another writer or copy was first · 5 the record or the disk cannot be read or
written · 130 interrupted, nothing half written.\
"""

RULES = """\
<!-- Written by docs/generate.py; cite rules in code and tests, do not change this page. -->

# Rules

Every rule of the games that are played, the files that cite it, and the tests that hold the program
to it. A game whose folder has no `rules.py` is still being written: it is no chapter here.\
"""
EFFECTS = """\
<!-- Written by docs/generate.py; change the codex, not this page. -->

# The words of effects of Morturi Te Salutant

Tricks, special rules, conditions, terrain, complications and resources are made of these words. How
they are read together is told in `domain/games/morturi/words.py`.\
"""
MEANS = {"moment": "when it is", "operation": "what it does", "condition": "when it holds"}


class Undocumented(Exception):
    """A declaration that nobody could read about."""


def told(thing: object, name: str) -> str:
    """Say what a thing's own docstring says, as one paragraph after another."""
    text = vars(thing).get("__doc__") or ""
    if not text.strip():
        message = f"{name} has no docstring"
        raise Undocumented(message)
    return "\n".join(line.strip() for line in text.strip().splitlines())


# --- events ---------------------------------------------------------------------------------------


def events_page() -> str:
    """Every event that can be on record, and where each fact of the rulebooks is found."""
    known: dict[str, type[Event]] = {}
    for game in installed():
        known |= catalogue(game).events
    parts = [EVENTS]
    for module, events in chapters(known.values()):
        about = told(sys.modules[module], module).splitlines()[0]
        title = module.rpartition(".")[2].capitalize()
        parts += [f"## {title}", f"{about} (`{module}`)", *map(event_entry, events)]
    parts += ["## Shapes", "What events are made of.", *map(shape_entry, shapes(known.values()))]
    for game in installed():
        parts += facts_table(load(game), set(known))
    return "\n\n".join(parts) + "\n"


def chapters(events: Iterable[type[Event]]) -> Iterator[tuple[str, list[type[Event]]]]:
    """Put events together by the module that declares them, in the order of the catalogue."""
    grouped: dict[str, list[type[Event]]] = {}
    for event in events:
        grouped.setdefault(event.__module__, []).append(event)
    yield from grouped.items()


def event_entry(event: type[Event]) -> str:
    """Tell one event: its name, its docstring, its fields, and what one looked like."""
    name = tag(event)
    return "\n\n".join([f"### `{name}`", told(event, name), *field_table(event), *example(event)])


def shape_entry(shape: type) -> str:
    """Tell one shape: a Struct by its fields, a choice by its words."""
    text = [f"### {shape_title(shape)}", told(shape, shape.__name__)]
    if issubclass(shape, StrEnum):
        return "\n\n".join([*text, "One of " + ", ".join(f"`{word}`" for word in shape) + "."])
    return "\n\n".join([*text, *field_table(shape)])


def field_table(shape: type) -> Iterator[str]:
    """Draw up a Struct's fields, each with its type and whether it may be left out."""
    fields = msgspec.structs.fields(shape)
    if not fields:
        return
    hints = get_type_hints(shape)
    rows = ["| field | type |", "|---|---|"]
    for field in fields:
        optional = "" if field.required else ", optional"
        rows.append(f"| `{field.encode_name}` | {type_name(hints[field.name])}{optional} |")
    yield "\n".join(rows)


def type_name(kind: Any) -> str:
    """Say a field's type to somebody who reads JSON."""
    plain = {str: "text", int: "integer", bool: "true or false"}
    if kind in plain:
        return plain[kind]
    if get_origin(kind) is tuple:
        return f"list of {type_name(get_args(kind)[0])}"
    if parts := get_args(kind):
        return " or ".join(type_name(part) for part in parts)
    title = shape_title(kind)
    return f"[{title}](#{title.lower().replace(' ', '-')})"


def shape_title(shape: type) -> str:
    """What a shape is called: with its game, where two games have one of that name."""
    game = shape.__module__.split(".")[2:3] if shape.__module__.startswith("domain.games.") else []
    return " of ".join([shape.__name__, *(game if shape.__name__ in twins() else [])])


@cache
def twins() -> frozenset[str]:
    """The names that several shapes bear."""
    kinds = shapes(event for game in installed() for event in catalogue(game).events.values())
    names = [kind.__name__ for kind in kinds]
    return frozenset(name for name in names if names.count(name) > 1)


def shapes(events: Iterable[type]) -> list[type]:
    """Find every Struct and StrEnum that these events are made of, in the order of their names."""
    found: dict[type, None] = {}
    waiting: list[Any] = [hint for event in events for hint in get_type_hints(event).values()]
    while waiting:
        kind = waiting.pop()
        if parts := get_args(kind):
            waiting += parts
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct | StrEnum):
            if kind not in found and issubclass(kind, msgspec.Struct):
                waiting += get_type_hints(kind).values()
            found[kind] = None
    return sorted(found, key=lambda kind: (kind.__name__, kind.__module__))


def example(event: type[Event]) -> Iterator[str]:
    """Show the payload that `tests/past` keeps of this event, and its sentence."""
    stored = past().get(tag(event))
    if stored is None:
        return
    yield f"> {msgspec.json.decode(stored, type=event).told()}"
    if len(stored) < LONG:
        yield f"```json\n{stored}\n```"


@cache
def past() -> dict[str, str]:
    """Read the stored payloads, by the name of their event."""
    rows = [row for path in PAST.glob("*.jsonl") for row in path.read_text("utf-8").splitlines()]
    return {json.loads(row)["event"]: row for row in rows}


def facts_table(game: Game, known: set[str]) -> Iterator[str]:
    """Lead from each fact that a rulebook wants on record to the event that holds it."""
    facts = tomllib.loads((DOCS / "facts.toml").read_text("utf-8")).get(game.id)
    if facts is None:
        return
    yield f"## Where the facts of {game.title} are"
    yield "What the rulebook wants on record, and the event that holds it."
    rows = ["| fact | event | |", "|---|---|---|"]
    for name, fact in facts.items():
        if lost := set(fact["events"]) - known:
            message = (
                f"facts.toml: {name} leads to {', '.join(sorted(lost))}, which no class declares"
            )
            raise Undocumented(message)
        held = ", ".join(f"`{event}`" for event in fact["events"]) or "not yet"
        rows.append(f"| {name} | {held} | {fact.get('note', '')} |")
    yield "\n".join(rows)


# --- commands -------------------------------------------------------------------------------------


def commands_page() -> str:
    """Every command with its help and options."""
    parts = [
        COMMANDS,
        *command_entries(click.Context(cli, info_name="acta")),
    ]
    return "\n\n".join(parts) + "\n"


def command_entries(context: click.Context) -> Iterator[str]:
    """Tell a command, then those below it."""
    command = context.command
    if not command.help:
        message = f"`{context.command_path}` has no help"
        raise Undocumented(message)
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"## `{context.command_path}`"
    yield f"```text\n{context.command_path} {pieces}\n```"
    yield "\n".join(line.strip() for line in command.help.replace("\b", "").strip().splitlines())
    if command.epilog:
        yield command.epilog
    options = [
        record for param in command.get_params(context) if (record := option_row(param, context))
    ]
    if options:
        yield "\n".join(["| option | |", "|---|---|", *options])
    if isinstance(command, OfGame):
        yield from game_options(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from command_entries(click.Context(below, info_name=name, parent=context))


def game_options(command: OfGame, context: click.Context) -> Iterator[str]:
    """Tell the options that a command takes from each game."""
    for game in map(load, installed()):
        if rows := [option_row(param, context) for param in command.options(game)]:
            yield "\n".join([f"| in {game.title} | |", "|---|---|", *rows])


def option_row(param: click.Parameter, context: click.Context) -> str:
    """Draw up one option; arguments stand in the usage line, `--help` is everywhere alike."""
    if not isinstance(param, click.Option) or param.hidden or "--help" in param.opts:
        return ""
    record = param.get_help_record(context)
    if record is None or not record[1]:
        message = f"`{context.command_path}` has an option without help: {param.opts[0]}"
        raise Undocumented(message)
    option, says = (cell.replace("|", "\\|") for cell in record)
    return f"| `{option}` | {says} |"


# --- rules ----------------------------------------------------------------------------------------


def rulebook_page() -> str:
    """Every rule of the installed games, the files that cite it and the tests that hold to it."""
    kept = citations(path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py")))
    held = citations(sorted((ROOT / "tests").rglob("test_*.py")), of_functions=True)
    parts = [RULES]
    for game in map(load, installed()):
        text = game.rulebook.read_text("utf-8")
        if untested := [rule for rule in RULE.findall(text) if rule not in held]:
            message = f"no test cites {', '.join(untested)}"
            raise Undocumented(message)
        path = game.rulebook.relative_to(ROOT).as_posix()
        parts += [f"# [{game.title}](../{path})", *rule_tables(text, kept, held)]
    return "\n\n".join(parts) + "\n"


def rule_tables(text: str, kept: dict[str, list[str]], held: dict[str, list[str]]) -> Iterator[str]:
    """Each chapter of a rulebook that has rules: its title, and a row for each of them."""
    for chapter in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        if rules := list(dict.fromkeys(RULE.findall(chapter))):
            yield chapter.partition("\n")[0]
            rows = ["| rule | kept in | held to by |", "|---|---|---|"]
            for rule in rules:
                tests = "<br>".join(f"`{test}`" for test in held[rule])
                files = "<br>".join(f"`{path}`" for path in kept.get(rule, []))
                rows.append(f"| {rule} | {files} | {tests} |")
            yield "\n".join(rows)


def citations(paths: Iterable[Path], *, of_functions: bool = False) -> dict[str, list[str]]:
    """Which rules are cited in docstrings and comments of files, or of the functions in them."""
    found: dict[str, list[str]] = {}
    for path in paths:
        source = path.read_text("utf-8")
        named = path.relative_to(ROOT).as_posix()
        texts = {named: source}
        if of_functions:
            texts = {
                f"{path.name}::{node.name}": ast.get_docstring(node) or ""
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.FunctionDef)
            }
        for name, text in texts.items():
            for rule in cited(text):
                found.setdefault(rule, []).append(name)
    return found


def cited(text: str) -> list[str]:
    """The rules that a text cites: `MS-CAP-2, -3`, `MS-RES-1 to MS-RES-3` and `MR-REA-1 to -4`."""
    plain = re.sub(r"\s+", " ", re.sub(r"`[^`]*`", "", text))
    rules: dict[str, None] = {}
    for run in RUN.finditer(plain):
        last = int(run["first"])
        rules[f"{run['part']}-{last}"] = None
        for joint, digits in JOINT.findall(run["rest"]):
            number = int(digits)
            for each in range(last, number + 1) if joint == "to" else (number,):
                rules[f"{run['part']}-{each}"] = None
            last = number
    return list(rules)


# --- effects --------------------------------------------------------------------------------------


def effects_page(game: str) -> str:
    """Every word of a game's effects, what it means, and the entries that use it."""
    codex = import_module(f"domain.games.{game}.shapes").book()
    used: dict[tuple[str, str], dict[str, None]] = {}
    for entry, effect in bearers(codex):
        words = [("condition", one.name) for one in effect.when]
        if hasattr(effect, "on"):
            words += [("moment", effect.on), ("operation", effect.op)]
        for word in words:
            used.setdefault(word, {})[entry] = None
    parts = [EFFECTS]
    for kind in ("moment", "operation", "condition"):
        rows = [f"| {kind} | {MEANS[kind]} | used by |", "|---|---|---|"]
        for one in getattr(codex.words, f"{kind}s"):
            users = ", ".join(used.get((kind, one.id), {}))
            rows.append(f"| `{one.id}` | {told_word(one)} | {users} |")
        parts += [f"## {kind.capitalize()}s", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def bearers(codex: Any) -> Iterator[tuple[str, Any]]:
    """Every effect and way of attacking of a codex, and the name of the entry that has it."""
    lists = ("specials", "tricks", "conditions", "terrain", "complications", "resources")
    for entry in (entry for name in lists for entry in getattr(codex, name)):
        ways = getattr(entry, "ways", ())
        yield from ((entry.name, effect) for effect in entry.effects)
        yield from ((entry.name, each) for way in ways for each in (way, *way.effects))


def told_word(word: Any) -> str:
    """What a word means, and what may stand beside it."""
    beside = {"operations": "with", "words": "word", "whats": "what", "value": "value"}
    said = [word.text]
    for field, name in beside.items():
        if listed := getattr(word, field, ()):
            those = [listed] if isinstance(listed, str) else listed
            said.append(f"{name} " + ", ".join(f"`{one}`" for one in those))
    return "; ".join(said)


# --- all -----------------------------------------------------------------------------------------


def main(*, check: bool) -> int:
    """Write the pages, or say which of them are not what the declarations say."""
    try:
        pages = {
            DOCS / "events.md": events_page(),
            DOCS / "commands.md": commands_page(),
            DOCS / "rulebook.md": rulebook_page(),
            DOCS / "morturi-effects.md": effects_page("morturi"),
            DOCS / "verify_page.html": verifier_page(),
        }
    except Undocumented as fault:
        print(fault, file=sys.stderr)
        return 1
    drifted = [
        path for path, text in pages.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    if check:
        for path in drifted:
            print(f"docs/{path.name} has drifted: run python docs/generate.py", file=sys.stderr)
        return 1 if drifted else 0
    for path in drifted:
        path.write_text(pages[path], "utf-8", newline="\n")
        print(f"wrote docs/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
