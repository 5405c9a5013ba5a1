"""House rules: the switches of a rulebook, each with its rule, its values and its default.

A campaign keeps what it changed (`Setting`); a battle keeps what was in force when it opened.
"""

from collections.abc import Iterable

import msgspec

from domain.names import meant, said
from domain.terms import NotFound, RuleBroken


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One option and the value it has in a campaign."""

    option: str
    value: str


class Warn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a value does to the balance of the game."""

    value: str
    text: str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A switch of the rulebook; the first value is the default.

    `works` says that this version plays what it changes.
    """

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    warn: tuple[Warn, ...] = ()
    works: bool = True

    def warning(self, value: str) -> str:
        """What that value does to the balance of the game, if anything."""
        return next((warn.text for warn in self.warn if warn.value == value), "")


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several settings under one name."""

    id: str
    settings: tuple[Setting, ...] = ()


def named(options: Iterable[Option], name: str) -> Option:
    """The option of that name, or `NotFound` with the nearest right word."""
    known = {option.name: option for option in options}
    if name not in known:
        hint = meant(name, known) or "acta house list, in a campaign, shows them"
        raise NotFound(f"no house rule is called {said(name)}", hint=hint)
    return known[name]


def checked(options: Iterable[Option], setting: Setting) -> Option:
    """The option of a setting that this version can play; refuses any other."""
    option = named(options, setting.option)
    if setting.value not in option.values:
        sentence = f"{option.name} has no value {said(setting.value)}"
        raise NotFound(sentence, hint=meant(setting.value, option.values))
    if not option.works and setting.value != option.default:
        sentence = f"{option.name} changes what this version does not play yet"
        raise RuleBroken(option.rule, sentence, hint=f"it stays {option.default}")
    return option


def check_all(options: Iterable[Option], settings: Iterable[Setting]) -> None:
    """Refuse the first of these settings that this version cannot play."""
    known = tuple(options)
    for setting in settings:
        checked(known, setting)


def of_preset(presets: Iterable[Preset], name: str) -> tuple[Setting, ...]:
    """The settings of a preset, or `NotFound` with the nearest right word."""
    known = {preset.id: preset for preset in presets}
    if name not in known:
        raise NotFound(f"no preset is called {said(name)}", hint=meant(name, known))
    return known[name].settings
