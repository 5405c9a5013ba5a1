"""The message catalogue: codes to sentences, in English and in a campaign's own languages.

A message is a text with `{named}` places; one that counts has plural forms, chosen by its place
`{n}`. English lies in the package, a file for each kind of document.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain import textfile
from domain.content import Told
from projections.frame import plural

ENGLISH = "en"
LANGUAGE = "language"
PLURAL = "plural"
PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
COUNTED = "n"

Forms = Mapping[str, str]
"""A message: its plural forms by category; one that does not count has only `other`."""


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """A language: its tag, how it calls itself, which way it is written, its plurals, messages.

    `strange` is what its file says that this version of the program does not know: left out.
    """

    tag: str
    name: str = ""
    direction: str = "ltr"
    plurals: Mapping[str, str] = {}
    messages: Mapping[str, Forms] = {}
    strange: tuple[Told, ...] = ()


@cache
def english() -> Language:
    """The package's own catalogue: it has every message."""
    folder = resources.files("projections.frame") / "messages" / ENGLISH
    tables = {
        each.name.removesuffix(".toml"): textfile.parse(each.read_text("utf-8"))
        for each in folder.iterdir()
        if each.name.endswith(".toml")
    }
    return language(ENGLISH, tables)


def language(tag: str, tables: Mapping[str, Any]) -> Language:
    """A language of its tables."""
    about = tables.get(LANGUAGE, {})
    return Language(
        tag=tag,
        name=about.get("name", tag),
        direction=about.get("direction", "ltr"),
        plurals=about.get(PLURAL, plural.ENGLISH),
        messages=dict(listed(tables)),
    )


def listed(tables: Mapping[str, Any]) -> Iterator[tuple[str, Forms]]:
    """Each message of some tables: its code, `provenance.audit`, and its forms."""
    for kind, table in tables.items():
        if kind != LANGUAGE:
            for name, value in table.items():
                forms = value if isinstance(value, dict) else {plural.OTHER: value}
                yield f"{kind}.{name}", forms


def counts(forms: Forms) -> bool:
    """Whether a message has plural forms."""
    return len(forms) > 1


def places(forms: Forms) -> frozenset[str]:
    """What a message wants to be given: its named places in any form, `n` where it counts."""
    named = (name for text in forms.values() for name in PLACE.findall(text))
    return frozenset(named) | ({COUNTED} if counts(forms) else frozenset())


class Catalogue:
    """The sentences of a language, with English below them."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def parts(self, code: str, values: Mapping[str, Any]) -> list[Any]:
        """A sentence in parts: its texts, and between them the values as they are.

        Raises KeyError for a code that there is not, or a place without a value.
        """
        text = self._form(code, values)
        found = PLACE.split(text)
        return [values[part] if place % 2 else part for place, part in enumerate(found) if part]

    def _form(self, code: str, values: Mapping[str, Any]) -> str:
        """The text of a message, in the form that its number asks for."""
        for language in (self.language, english()):
            forms = language.messages.get(code)
            if forms is not None:
                break
        else:
            raise KeyError(f"no message has the code {code}")
        if counts(forms):
            number = int(values[COUNTED])
            return forms.get(plural.category(number, language.plurals), forms[plural.OTHER])
        return forms[plural.OTHER]
