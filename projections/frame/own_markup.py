"""A campaign's own templates of HTML: what they write may look as they like, and lead nowhere.

A page's policy bars what runs or loads; it does not bar what sends its reader elsewhere, unasked.
"""

import re
from collections.abc import Iterator

_LEADING = re.compile(r"<(?:meta|link|base)\b[^<>]*>?", re.IGNORECASE)
_HARMLESS = re.compile(
    r'<meta (?:charset="utf-8"|name="[a-z-]+" content="[^"<>]*"'
    r'|http-equiv="Content-Security-Policy" content="[^"<>]*")\s*/?>'
)


def leading(text: str) -> Iterator[str]:
    """The tags in a text of HTML that could lead a browser elsewhere: all but plain `<meta name>`.

    In what was escaped there is no tag; so whatever somebody is called, a name is none.
    """
    for found in _LEADING.finditer(text):
        if not _HARMLESS.fullmatch(found[0]):
            yield found[0][1:5]


def why(tag: str) -> str:
    """What is wrong with such a tag, as a sentence."""
    return f"a page may not hold <{tag.lower()}>, which could lead its reader elsewhere"
