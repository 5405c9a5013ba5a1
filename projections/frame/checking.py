"""What is wrong with a campaign's own templates, messages and style: file, line, sentence."""

import re
from collections.abc import Iterable

from domain import textfile
from domain.content import Told, refuse

__all__ = ["refuse", "wrong_messages", "wrong_style"]


def wrong_messages(text: str, file: str) -> list[Told]:
    """What is wrong with a file of messages."""
    try:
        textfile.parse(text)
    except textfile.Broken as error:
        return [Told(file, error.line, error.sentence)]
    return []


def wrong_style(text: str, file: str) -> Iterable[Told]:
    """What a style sheet may not hold: what loads from elsewhere, what ends its element."""
    for number, row in enumerate(text.split("\n"), 1):
        if found := re.search(r"url\s*\(|@import|</|<!--|image-set|\\", row, re.IGNORECASE):
            yield Told(file, number, f"a style sheet may not hold '{found[0]}'")
