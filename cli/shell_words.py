"""The words of a shell put together again: what it has taken away, a text's quotes, comes back."""

from collections.abc import Sequence

from cli.tokens import quoted
from domain.lines import Form, Language, Piece, Quoted, Word


def joined(words: Sequence[str], language: Language) -> str:
    """The words of a shell as one text; where a verb wants a text in quotes, they are put back.

    A shell has taken them away: `note Rat "rang it twice"` comes as three words.
    """
    texts = {form.verb: form for form in language.forms if Quoted in map(type, form.pieces)}
    line, lines = list[str](), list[list[str]]()
    for word in words:
        line.append(word)
        if word.endswith(";") or word.lower() == "then":
            lines.append(line)
            line = []
    typed = [_requoted(one, texts.get(one[0].lower())) for one in (*lines, line) if one]
    return " ".join(typed)


def _requoted(words: list[str], form: Form | None) -> str:
    """One line of a shell's words; what its form wants in quotes has them again."""
    if form is None:
        return " ".join(words)
    place = _text_place(words, form.pieces)
    return " ".join(
        _in_quotes(word, ":;" if number == place else ":;,")
        if number and (number == place or " " in word)
        else word
        for number, word in enumerate(words)
    )


def _text_place(words: list[str], pieces: tuple[Piece, ...]) -> int:
    """Which word is the text, if one is: behind the verb or a particle, before `:`, the last.

    Else 0.
    """
    if isinstance(pieces[0], Quoted):
        return 1
    place = list(map(type, pieces)).index(Quoted)
    before = pieces[place - 1]
    if pieces[place + 1 : place + 2] == (Word(":"),):
        return next((n for n, word in enumerate(words) if word.endswith(":")), 0)
    if isinstance(before, Word):
        found = [number for number, word in enumerate(words) if word.lower() == before.text]
        return found[-1] + 1 if found else 0
    if any(" " in word for word in words):
        return 0
    return len(words) - 1 - (words[-1].lower() == "then")


def _in_quotes(word: str, signs: str) -> str:
    """A word in quotes, but for the signs behind it; one that has quotes stays as it is."""
    text = word.rstrip(signs)
    return word if not text or '"' in text else quoted(text) + word[len(text) :]
