"""Typed text, cut into lines at `;`, `then` and line ends, and each line into tokens."""

import re

import msgspec

from domain.terms import WrongUsage

LONGEST = 20_000
SIGNS = ",>&:/"
# Compiled when a line is typed: to look at a battle needs none of them.
_PART = r"""(?P<space>\s+)
      | (?P<quoted>"(?:[^"\\\n\t]|\\[^\n\t])*")
      | (?P<open>")
      | (?P<comment>\#[^\n]*)
      | (?P<sign>[,>&:/;]|!)
      | (?P<word>[^\s,>&:/;\#"!][^\s,>&:/;\#"]*)"""
_ESCAPE = r"\\(.)"
_UNFIT = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff]"
)


class Token(msgspec.Struct, frozen=True):
    """A word, a quoted text, a sign, or the end of the line; `at` counts characters from 0."""

    kind: str
    text: str
    at: int

    def told(self) -> str:
        """Where it stands, for a sentence."""
        if self.kind == "end":
            return "at the end"
        return f"before “{shortened(self.text, 20)}” (character {self.at + 1})"


class Line(msgspec.Struct, frozen=True):
    """One line as it was typed, without its comment, and its tokens; `row` is its row, from 1."""

    text: str
    tokens: tuple[Token, ...]
    comment: str = ""
    row: int = 1


def shortened(text: str, limit: int = 60) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def checked(text: str) -> str:
    """The text; WrongUsage if it is too long or holds characters that nobody sees."""
    if len(text) > LONGEST:
        raise WrongUsage(f"a line has at most {LONGEST} characters, not {len(text)}")
    if not text.isprintable() and (unfit := re.search(_UNFIT, text)):
        raise WrongUsage(
            f"character {unfit.start() + 1} is U+{ord(unfit[0]):04X}, which a line cannot hold"
        )
    return text


def cut(text: str) -> list[Line]:
    """The lines of a text that are not empty; a comment belongs to the line before it.

    Raises WrongUsage for an open quote, an unfit character, a text too long.
    """
    lines: list[Line] = []
    tokens: list[Token] = []
    begin = 0

    def close(end: int, comment: str = "") -> None:
        raw = text[begin:end]
        if tokens:
            shift = begin + len(raw) - len(raw.lstrip())
            moved = (Token(t.kind, t.text, t.at - shift) for t in tokens)
            row = text.count("\n", 0, shift) + 1
            lines.append(Line(raw.strip(), tuple(moved), comment, row))
        tokens.clear()

    for part in re.finditer(_PART, checked(text), re.VERBOSE):
        token = _token(part)
        if token is not None:
            tokens.append(token)
        elif part.lastgroup == "comment" or _parts_lines(part):
            close(part.start(), part[0] if part.lastgroup == "comment" else "")
            begin = part.end()
    close(len(text))
    return lines


def _parts_lines(part: re.Match[str]) -> bool:
    if part.lastgroup == "space":
        return "\n" in part[0]
    return part[0] == ";" or (part.lastgroup == "word" and part[0].lower() == "then")


def _token(part: re.Match[str]) -> Token | None:
    """The token of a part; None for what is between tokens or between lines."""
    kind = str(part.lastgroup)
    if kind == "open":
        raise WrongUsage(f"the quote at character {part.start() + 1} is not closed")
    if kind in {"space", "comment"} or _parts_lines(part):
        return None
    text = re.sub(_ESCAPE, r"\1", part[0][1:-1], flags=re.DOTALL) if kind == "quoted" else part[0]
    return Token(kind, text, part.start())


def quoted(text: str) -> str:
    """The text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
