"""A page of HTML in one file: it loads nothing, runs no script but ours, and reads without any."""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from markupsafe import Markup

from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame

NONE = "'none'"


class Link(NamedTuple):
    """An entry of a page's navigation: where it leads (`#members`), and what it says."""

    href: str
    text: str


def page(
    frame: Frame,
    provenance: Provenance,
    *,
    title: str,
    body: Markup,
    subtitle: str = "",
    nav: Sequence[Link | tuple[str, str]] = (),
    css: str = "",
    js: str = "",
    data: Any = None,
    wide: bool = False,
) -> str:
    """A whole page round a body.

    `css` and `js` are our own texts, never anything of a record; `data` is what the script reads
    from the element `#data` (`JSON.parse(document.getElementById("data").textContent)`). The page's
    policy lets exactly these styles and scripts work: so there are no `style=` attributes, no
    `onclick=`, no further `<style>` or `<script>` in the body. `wide` lets the body have all room.
    """
    style = Markup("\n".join((asset("style/page.css"), css, frame.style)))  # noqa: S704  checked texts
    scripts = [Markup(text) for text in (asset("style/theme.js"), js) if text]  # noqa: S704  ours
    for text in (style, *scripts):
        _check_closed(text)
    return frame.render(
        "page.html",
        title=title,
        subtitle=subtitle,
        body=body,
        nav=[Link(*each) for each in nav],
        style=style,
        scripts=scripts,
        data=None if data is None else embedded(data),
        policy=policy([style], scripts),
        provenance=provenance.rows(frame),
        sound=provenance.sound,
        verdict=provenance.verdict(frame),
        language=frame.language,
        wide=wide,
    )


def embedded(data: Any) -> Markup:
    """Data as JSON that no parser of HTML takes for markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704  nothing in it is markup any more


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """What a page may do: nothing but these styles and scripts, and pictures that it holds."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {' '.join(map(_hash, styles)) or NONE}",
            f"script-src {' '.join(map(_hash, scripts)) or NONE}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    """A text as a policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _check_closed(text: str) -> None:
    """Refuse a text that would end the element it stands in."""
    if "</s" in text.lower() or "<!--" in text or "\r" in text:
        raise ValueError("a script or style that would end its own element")
