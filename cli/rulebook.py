"""A rulebook's rules by their numbers: their text, and the house rules that belong to them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cli import home as homes
from cli.rows import say
from domain.counting import there
from domain.game import Game
from domain.house import Option
from domain.names import meant, said
from domain.terms import NotFound

_RULE = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]{3}-\d+)\*\* ?(.*)$")


def rules(rulebook: Path) -> Iterator[tuple[str, str]]:
    """Every rule of a rulebook with its text, in order."""
    number, text = "", list[str]()
    for line in rulebook.read_text("utf-8").splitlines():
        found = _RULE.match(line)
        if found or (number and not line.startswith((" ", "|")) and line):
            if number:
                yield number, "\n".join(text).strip()
            number, text = (found[1], [found[2]]) if found else ("", [])
        elif number:
            text.append(line.strip())
    if number:
        yield number, "\n".join(text).strip()


def sought(game: Game, typed: str, texts: Mapping[str, str]) -> str:
    """The rule of that number, else the one that a house rule belongs to."""
    wanted = typed.upper()
    if wanted in texts:
        return wanted
    if option := next((each for each in game.recruiting.options if each.name == typed), None):
        return option.rule
    part = wanted.rpartition("-")[0]
    same = [each for each in texts if each.startswith(f"{part}-")]
    chapters = dict.fromkeys(each.rpartition("-")[0] for each in texts)
    hint = meant(wanted, texts) or (
        f"there are {part}-1 to {same[-1]}" if same[1:] else there(same or chapters)
    )
    raise NotFound(f"there is no rule {said(typed)}", hint=hint)


def rule_of(game: Game, number: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """A rule as JSON gives it."""
    options = [_plain(each) for each in game.recruiting.options if each.rule == number]
    return {"rule": number, "text": texts[number], "options": options}


def tell_rule(one: Mapping[str, Any]) -> None:
    """Print a rule."""
    say(one["rule"], *one["text"].split("\n"))
    for option in one["options"]:
        values = ", ".join(option["values"])
        say(f"option {option['name']}: {values} (default {option['default']})")
        say(*(f"  {warn['value']}: {warn['text']}" for warn in option.get("warn", ())))


def _plain(option: Option) -> Any:
    return homes.plain(option)
