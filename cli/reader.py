"""The tokens of one line, read from left to right: signs, particles, names, words."""

import re
from collections.abc import Iterator
from typing import NoReturn

from cli.tokens import Line, Token, shortened
from domain.lines import Each, Either, Form, Inner, Loose, Maybe, Perhaps, Picks, Piece, Typed, Word
from domain.terms import WrongUsage

SAID = {">": "vs", "&": "and", "!": "seen by"}  # signs and their words; `;` is `then` everywhere


class Misread(WrongUsage):
    """A line that its form cannot read; `at` is how far it got."""

    def __init__(self, message: str, *, hint: str, at: int) -> None:
        super().__init__(message, hint=hint)
        self.at = at


def literals(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """The signs and particles of pieces, each as often as it stands there."""
    for piece in pieces:
        match piece:
            case Word(lead) | Maybe(lead) | Each(_, lead):
                yield lead
            case Picks():
                yield ">"
            case _:
                pass
        for lead, within in _within(piece):
            yield from (lead,) if lead else ()
            yield from literals(within)


def _within(piece: Piece) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """The pieces inside a piece, with the word that leads to them."""
    if isinstance(piece, Either):
        yield from ((branch.lead, branch.pieces) for branch in piece.branches)
    elif isinstance(piece, Maybe | Loose | Perhaps | Each | Inner):
        yield "", piece.pieces


def particles(form: Form) -> frozenset[str]:
    """The words at which a name of this form ends, in lower case: particles and words of signs."""
    known = [SAID.get(literal, literal) for literal in literals(form.pieces)]
    return frozenset((*form.ends, *(word.split()[0] for word in known if word[0].isalpha())))


class Reader:
    """The tokens of one line, read from left to right by one form."""

    def __init__(self, line: Line, tokens: tuple[Token, ...], form: Form) -> None:
        self.line = line
        self.tokens = tokens
        self.form = form
        self.particles = particles(form)
        self.place = 0

    def peek(self, ahead: int = 0) -> Token:
        """The next token, or the end."""
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else Token("end", "", -1)

    def left(self) -> int:
        """How many tokens are left."""
        return len(self.tokens) - self.place

    def take(self) -> Token:
        """The next token, which is then behind us."""
        token = self.peek()
        self.place += 1
        return token

    def lead(self, literal: str) -> bool:
        """Whether a sign (or its word) or a particle stands here; if so, pass it."""
        if self.peek().kind == "sign" and self.peek().text == literal:
            self.place += 1
            return True
        words = SAID.get(literal, literal).split()
        here = [self.peek(n) for n in range(len(words))]
        if not all(
            token.kind == "word" and token.text.lower() == word
            for token, word in zip(here, words, strict=True)
        ):
            return False
        self.place += len(words)
        return True

    def names_next(self) -> bool:
        """Whether a name can begin here, or the `:` of an effect without its bearer."""
        token = self.peek()
        return token.kind == "quoted" or token.text == ":" or self._plain(token)

    def _plain(self, token: Token) -> bool:
        return token.kind == "word" and token.text.lower() not in self.particles

    def atom(self, leave: int = 0) -> tuple[str, bool]:
        """A name without its crew, and whether it stood in quotes; `leave` words stay behind it."""
        if self.peek().kind == "quoted":
            return self.take().text, True
        words: list[str] = []
        while self._plain(self.peek()) and (not words or self.left() > leave):
            words.append(self.take().text)
        if not words:
            self.fail("a name")
        return " ".join(words), False

    def name(self, leave: int = 0) -> Typed:
        """A name, with its crew if one is named; so many words stay behind it."""
        text, in_quotes = self.atom(leave)
        crew = ""
        if self.lead("/"):
            crew = text
            text, in_quotes = self.atom(leave)
        handle = text.startswith("@") and len(text) > 1 and not in_quotes
        return Typed(text.removeprefix("@") if handle else text, crew, handle)

    def word(self, wanted: str, pattern: re.Pattern[str]) -> re.Match[str]:
        """A word of a certain shape."""
        token = self.peek()
        found = pattern.fullmatch(token.text) if token.kind == "word" else None
        if found is None:
            self.fail(wanted)
        self.place += 1
        return found

    def fail(self, wanted: str) -> NoReturn:
        """Say what was expected here."""
        raise Misread(
            f"“{shortened(self.line.text)}”: {wanted} is expected {self.peek().told()}",
            hint=self.form.usage,
            at=self.place,
        )
