"""The header of a battle file, read row by row."""

import re
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from cli.battle_header import (
    WORD,
    Anchor,
    Crew,
    Dice,
    Entry,
    Extra,
    Friendly,
    Game,
    Id,
    Reveal,
    Scenario,
    Section,
    Start,
)
from cli.tokens import Line, Token
from domain import game as games
from domain.counting import there
from domain.house import Setting
from domain.opening import Term
from domain.own import Own
from domain.profile import Kind, Part, Profile, Where
from domain.terms import WrongUsage

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,79}")
_HANDLE = re.compile(r"@(\S{1,8})")
_NUMBER = re.compile(r"[0-9]{1,6}")
_OWN = re.compile(r"\[own ([a-z]+) (\{.*\})\]")
_HEX32 = re.compile(r"[0-9a-f]{32}")
_HEX64 = re.compile(r"[0-9a-f]{64}")


class _Named(msgspec.Struct):
    """What is read of an entry of own content before its game reads it."""

    id: str


class Cursor:
    """The tokens of one header line, brackets taken off, read from left to right."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.place = 0

    def peek(self) -> Token:
        """The next token, or the end."""
        ended = self.place >= len(self.tokens)
        return Token("end", "", -1) if ended else self.tokens[self.place]

    def has(self, kind: str, text: str) -> bool:
        """Whether this word or sign comes next; if so, pass it."""
        found = self.peek().kind == kind and self.peek().text == text
        self.place += found
        return found

    def word(self, wanted: str, pattern: re.Pattern[str]) -> str:
        """A word of a certain shape."""
        if self.peek().kind != "word" or not pattern.fullmatch(self.peek().text):
            self.fail(wanted)
        self.place += 1
        return self.tokens[self.place - 1].text

    def number(self) -> int:
        """A number."""
        return int(self.word("a number", _NUMBER))

    def text(self, wanted: str) -> str:
        """A text in quotes."""
        if self.peek().kind != "quoted":
            self.fail(f"{wanted} in quotes")
        self.place += 1
        return self.tokens[self.place - 1].text

    def texts(self, wanted: str) -> tuple[str, ...]:
        """Texts in quotes, parted by commas."""
        found = [self.text(wanted)]
        while self.has("sign", ","):
            found.append(self.text(wanted))
        return tuple(found)

    def label(self, wanted: str) -> str:
        """A word, or a text in quotes where it is more than a word."""
        return self.text(wanted) if self.peek().kind == "quoted" else self.word(wanted, WORD)

    def fail(self, wanted: str) -> NoReturn:
        """Say what was expected here."""
        raise WrongUsage(f"{wanted} is expected {self.peek().told()}")


def _setting(cursor: Cursor) -> Setting:
    option, _, value = cursor.word("OPTION=VALUE", re.compile(r"\S+=\S+")).partition("=")
    if not (_ID.fullmatch(option) and _ID.fullmatch(value)):
        cursor.place -= 1
        cursor.fail("OPTION=VALUE")
    return Setting(option, value)


def _dice(cursor: Cursor) -> Dice:
    source = cursor.word("`table` or `sealed`", re.compile("table|sealed"))
    solo = source == "sealed" and cursor.has("word", "solo")
    return Dice(source, cursor.word("a seed of 64 hex digits", _HEX64) if solo else "")


def _start(cursor: Cursor) -> Start:
    crew = cursor.text("a crew")
    if not cursor.has("word", "at"):
        cursor.fail("`at`")
    return Start(crew, cursor.text("a place"))


def _crew(cursor: Cursor) -> Crew:
    name = cursor.text("a crew")
    return Crew(name, cursor.text("a player") if cursor.has("word", "player") else "")


def _friendly(cursor: Cursor) -> Friendly:
    cursor.word("`friendly`", re.compile("friendly"))
    return Friendly()


def _hex64(cursor: Cursor) -> str:
    return cursor.word("64 hex digits", _HEX64)


READERS: dict[str, Callable[[Cursor], Entry]] = {
    "game": lambda c: Game(c.word("a game", _ID), c.word("an edition", _ID)),
    "scenario": lambda c: Scenario(c.word("a scenario", _ID)),
    "mode": _friendly,
    "id": lambda c: Id(c.word("32 hex digits", _HEX32)),
    "house": _setting,
    "dice": _dice,
    "anchor": lambda c: Anchor(c.number(), _hex64(c)),
    "reveal": lambda c: Reveal(c.number(), c.number(), _hex64(c)),
    "start": _start,
    "crew": _crew,
    "lines": lambda _: Section("lines"),
    "after": lambda _: Section("after"),
}


def is_own(row: str) -> bool:
    """Whether a row of the header holds own content, `[own item {…}]`: JSON, not words."""
    return row.startswith("[own ")


def own(row: str) -> Own:
    """An entry of own content. Raises WrongUsage."""
    found = _OWN.fullmatch(row)
    try:
        named = msgspec.json.decode(found[2], type=_Named) if found else None
    except (msgspec.MsgspecError, RecursionError):
        named = None
    if found is None or named is None:
        raise WrongUsage("a row of own content is [own KIND {…}], its entry in JSON")
    return Own(found[1], named.id, found[2])


def entry(line: Line, game: str = "") -> Entry:
    """What a line of the header says, in a file of that game. Raises WrongUsage, NotFound."""
    if line.tokens[0].kind == "quoted":
        cursor = Cursor(list(line.tokens))
        found: Entry = _member(cursor, game)
    else:
        cursor = Cursor(_bare(line))
        word = cursor.peek().text
        extra = _terms(game).get(word) if game and word not in READERS else None
        if extra:
            text = line.text[1:-1].strip().removeprefix(word).strip()
            return Extra(word, text, extra.drawn)
        if word not in READERS:
            known = there(f"[{name}]" for name in READERS)
            raise WrongUsage(f"[{word[:20]} …] is no line of a battle file", hint=known)
        cursor.place += 1
        found = READERS[word](cursor)
    if cursor.peek().kind != "end":
        cursor.fail("the end of the line")
    return found


def _bare(line: Line) -> list[Token]:
    """The tokens between the brackets."""
    first, last = line.tokens[0], line.tokens[-1]
    if first.kind != "word" or not line.text.startswith("["):
        raise WrongUsage("a header line begins with `[`, a member with its name in quotes")
    if last.kind != "word" or not last.text.endswith("]"):
        raise WrongUsage("a header line ends with `]`")
    tokens = [Token("word", first.text[1:], first.at + 1), *line.tokens[1:]]
    tokens[-1] = Token("word", tokens[-1].text[:-1], tokens[-1].at)
    return [token for token in tokens if token.kind != "word" or token.text]


def _terms(game: str) -> dict[str, Term]:
    """The rows that only a game's own header has."""
    return {term.word: term for term in games.load(game).openings.terms}


def _member(cursor: Cursor, game: str) -> Profile:
    name = cursor.text("a name")
    if not game:
        raise WrongUsage("a member stands below its [crew …]")
    known = games.load(game).profiles
    handle = ""
    if cursor.peek().kind == "word" and cursor.peek().text.startswith("@"):
        handle = cursor.word("a handle such as @abc", _HANDLE)[1:]
    kind, rank = (cursor.label(f"a {part.word}") for part in (known.kind, known.rank))
    parts = {part.word: part for part in known.told(Where.BATTLE)}
    found: dict[str, Any] = {}
    while cursor.peek().kind != "end":
        word, wanted = cursor.peek().text, f"one of {', '.join(parts)}"
        if cursor.word(wanted, WORD) not in parts:
            cursor.place -= 1
            cursor.fail(wanted)
        found[word] = _part(cursor, parts[word], found.get(word, ()))
    told = {word: found[word] for word in parts if found.get(word)}
    return Profile(name=name, kind=kind, rank=rank, handle=handle, parts=told)


def _part(cursor: Cursor, part: Part, before: tuple[str, ...]) -> Any:
    """What a member's part says; names that are told twice add up."""
    match part.kind:
        case Kind.NAMES:
            return before + cursor.texts(f"a name of {part.word}")
        case Kind.NUMBER:
            return cursor.number()
        case Kind.FLAG:
            return True
        case Kind.WORD:
            return cursor.label(f"a word for {part.word}")
