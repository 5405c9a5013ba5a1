"""Texts of strangers, made harmless for each format; what is marked as markup passes as it is."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup, escape

_MARKDOWN = re.compile(
    r"[\\`*_{\[\]<|~^$@#]"  # whatever stands where
    r"|^[-+=>]|-(?=-)|(?<=-)-|=(?==)|(?<==)=|%(?=%)"  # at the beginning, or twice
    r"|!(?=\[|$)|:(?=\S)|&(?=[#\w])|(?<=www)\."  # before what makes a picture, a link, a sign of it
)
_ITEM = re.compile(r"^(\d{1,9})(?=[.)])")
_NUMBER = re.compile(r"\d{1,9}")
_SPACES = re.compile(r"[\t\n\r ]+")


def html(text: Any) -> Markup:
    """A text for HTML and SVG, in an element or in a quoted attribute."""
    return escape(text)


def markdown(text: Any) -> Markup:
    """A text for Markdown, within a line: what would mean something there has its stroke.

    No more has, for a Markdown file is read as it is, too. A name that is a number begins with its
    sign's code, lest it number a list.
    """
    if hasattr(text, "__html__"):
        return Markup(text)  # noqa: S704  it says of itself that it is markup
    plain = _SPACES.sub(" ", str(text))
    if isinstance(text, str) and _NUMBER.fullmatch(plain):
        return Markup(f"&#{ord(plain[0])};{plain[1:]}")  # noqa: S704  digits
    escaped = _ITEM.sub(r"\1\\", _MARKDOWN.sub(lambda found: f"\\{found[0]}", plain))
    return Markup(escaped)  # noqa: S704  just escaped


def verbatim(text: Any) -> Markup:
    """A text for a file of plain text: it stays."""
    return Markup(text)  # noqa: S704  nothing in plain text is markup


def typst(text: Any) -> str:
    """A text as a literal of Typst's code, in quotes.

    Typst takes data as files: this is for what is part of a source by its nature.
    """
    escaped = (f"\\u{{{ord(c):x}}}" if c in '\\"' or not c.isprintable() else c for c in str(text))
    return f'"{"".join(escaped)}"'


Escape = Callable[[Any], Markup]
ESCAPES: Mapping[str, Escape] = {
    "html": html,
    "svg": html,
    "md": markdown,
    "txt": verbatim,
}
"""How a template of that ending escapes what it is given."""
