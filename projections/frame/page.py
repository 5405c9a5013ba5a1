"""A page of HTML in one file: it loads nothing, runs no script but ours, and reads without any."""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from domain.terms import WrongUsage
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset, own_file
from projections.frame.templates import Frame

POLICY = '<meta http-equiv="Content-Security-Policy" content="{{ policy }}">'
UNBARRED = "a page begins with doctype, html, head, charset and its policy, before anything else"
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
    for each in (style, *scripts):
        _check_closed(each)
    may = policy([style], scripts)
    text = frame.render(
        "page.html",
        title=title,
        subtitle=subtitle,
        body=body,
        nav=[Link(*each) for each in nav],
        style=style,
        scripts=scripts,
        data=None if data is None else embedded(data),
        policy=may,
        provenance=provenance.rows(frame),
        sound=provenance.sound,
        verdict=provenance.verdict(frame),
        language=frame.language,
        wide=wide,
    )
    if not barred(text, str(escape(may))):
        raise WrongUsage(f"{own_file('page.html')}:1: {UNBARRED}", hint=POLICY)
    return text


def barred(text: str, may: str) -> bool:
    """Whether a page begins with the policy that bars all but ours, before anything can run."""
    tags = map(re.escape, ("<!doctype html>", "<html", "<head>", '<meta charset="utf-8">', POLICY))
    doctype, html, head, charset, meta = tags
    meta = meta.replace(re.escape("{{ policy }}"), re.escape(may))
    return bool(re.match(rf"\s*{doctype}\s*{html}[^<>]*>\s*{head}\s*{charset}\s*{meta}", text))


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
