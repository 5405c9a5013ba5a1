"""An amendment as it is typed, and values as its consequences show them."""

import shlex
from typing import Any

import msgspec


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """An amendment as it is typed: `rolls` are `ADDRESS=5,3`."""

    address: str
    text: str
    why: str
    drops: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    agreed: str = ""


def typed(asked: Asked, *more: str) -> str:
    """An amendment as it is typed, with further words."""
    words = ["acta", "amend", asked.address, asked.text, "--why", asked.why]
    for option, values in (("--drop", asked.drops), ("--roll", asked.rolls)):
        words += [word for value in values for word in (option, value)]
    words += ["--agreed", asked.agreed] if asked.agreed else []
    return shlex.join([*words, *more])


def shown(value: Any) -> Any:
    """A value of a consequence as a table shows it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(shown(each)) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
