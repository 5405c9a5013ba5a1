"""A campaign's own style sheet: it may change how pages look, and load nothing."""

import re
from collections.abc import Iterator

from domain.content import Told, refuse

_BARRED = re.compile(r"url\s*\(|image-set|src\s*\(|@import|@namespace|</|<!--|\\", re.IGNORECASE)


def wrong_style(text: str, file: str) -> Iterator[Told]:
    """What a style sheet may not hold: what loads from elsewhere, or ends its element.

    A stroke back could spell any of it otherwise, so there is none.
    """
    for number, row in enumerate(text.split("\n"), 1):
        for found in _BARRED.finditer(row):
            yield Told(file, number, f"a style sheet may not hold '{found[0]}'", _HINT)


_HINT = "it loads nothing, and stands within a page"


def refuse_style(text: str, file: str) -> None:
    """Refuse a style sheet that has faults."""
    refuse(wrong_style(text, file))
