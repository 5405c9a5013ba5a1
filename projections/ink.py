"""What pictures are drawn with: shapes and texts as SVG, in roles that say how they look.

A role has its colours for light and dark; nothing is said by them alone. Texts are escaped, and
made narrower, then cut, where they would not fit: the whole is in the element's title.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum

Colours = Mapping[str, tuple[str, str]]

_COLOURS: Colours = {
    "paper": ("#ffffff", "#14161a"),
    "ink": ("#1a1a1a", "#f2f2f2"),
    "soft": ("#f4f1ea", "#22262d"),
    "line": ("#6a6a6a", "#9aa0a8"),
    "wall": ("#4a4a4a", "#8d939c"),
    "rise": ("#e4dcc8", "#3a3d36"),
    "heat": ("#c2410c", "#b45309"),
    "s0": ("#ffffff", "#2b2b2b"),
    "s1": ("#d4e6ff", "#173a66"),
    "s2": ("#ffe3c7", "#5a3312"),
    "s3": ("#daf2d4", "#1f4a1c"),
    "s4": ("#efdfff", "#452868"),
}
# role: what is set, each a colour's name or as it stands
_ROLES: Mapping[str, Mapping[str, str]] = {
    "paper": {"fill": "paper"},
    "area": {"fill": "soft", "stroke": "ink", "stroke-width": "1.2"},
    "held": {"fill": "soft", "stroke": "ink", "stroke-width": "3"},
    "link": {"fill": "none", "stroke": "line", "stroke-width": "4"},
    "grid": {"fill": "none", "stroke": "line", "stroke-width": "0.5"},
    "frame": {"fill": "none", "stroke": "ink", "stroke-width": "1.5"},
    "sand": {"fill": "soft"},
    "wall": {"fill": "wall"},
    "rise": {"fill": "rise"},
    "hatch": {"fill": "none", "stroke": "line", "stroke-width": "1"},
    "heat": {"fill": "heat"},
    "cut": {"fill": "none", "stroke": "paper", "stroke-width": "1.2"},
    "thin": {"fill": "none", "stroke": "ink", "stroke-width": "1.2"},
    "bold": {"fill": "none", "stroke": "ink", "stroke-width": "2.2"},
    "full": {"fill": "ink"},
    "crossed": {"fill": "none", "stroke": "line", "stroke-width": "1.8"},
    "bare": {"fill": "paper", "stroke": "ink", "stroke-width": "0.8"},
    "moved": {
        "fill": "none",
        "stroke": "ink",
        "stroke-width": "2",
        "stroke-dasharray": "4 3",
    },
    "s0": {"fill": "s0", "stroke": "ink", "stroke-width": "1.4", "stroke-dasharray": "3 2"},
    "s1": {"fill": "s1", "stroke": "ink", "stroke-width": "1.8"},
    "s2": {"fill": "s2", "stroke": "ink", "stroke-width": "1.8"},
    "s3": {"fill": "s3", "stroke": "ink", "stroke-width": "1.8"},
    "s4": {"fill": "s4", "stroke": "ink", "stroke-width": "1.8"},
    "text": {"fill": "ink"},
    "head": {"fill": "ink", "font-weight": "bold"},
    "quiet": {"fill": "line"},
    "light": {"fill": "paper", "font-weight": "bold"},
}
FONT = "system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"
_SCOPE = "acta-board"
_ELLIPSIS = "…"
_NARROWEST = 0.7
_PIXELS = 1.4
_BOLD = 1.08
_WIDE = frozenset("WF")
_FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)
"""What XML may not hold, and what turns writing round."""


def escaped(text: str) -> str:
    """A text for SVG: nothing in it is markup, and what XML cannot hold is replaced."""
    safe = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
    safe = safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return safe.replace('"', "&quot;")


def number(value: float) -> str:
    """A length, to a tenth, without needless digits."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def width(text: str, size: float) -> float:
    """How wide a text is at most in a usual font of that size."""
    return sum(_ems(c) for c in text) * size


def _ems(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(character) in _WIDE:
        return 1.1
    if character in "ilj.,:;'|!()[] ":
        return 0.36
    return 0.95 if character in "MWmw@%" else (0.72 if character.isupper() else 0.6)


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """A text and its size, so that it fits: smaller by a third at most, else cut."""
    whole = width(text, size)
    if whole <= room:
        return text, size
    smaller = max(size * room / whole, size * _NARROWEST)
    if width(text, smaller) <= room + 0.01:
        return text, smaller
    shown = text
    while shown and width(shown + _ELLIPSIS, smaller) > room:
        shown = shown[:-1]
    while shown and (unicodedata.combining(shown[-1]) or shown[-1] in " \u200d\ufe0f"):
        shown = shown[:-1]
    return shown + _ELLIPSIS, smaller


def wrapped(text: str, size: float, room: float) -> list[str]:
    """A text in lines that fit, broken at spaces; a word that is too long has a line of its own."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class Dress(StrEnum):
    """Where the looks of a picture stand.

    `own`: in a style sheet of its own, light and dark. `page`: in the page's, which has `sheet()`.
    `print`: in every shape, for printing, which knows no style sheets.
    """

    OWN = "own"
    PAGE = "page"
    PRINT = "print"


class Ink:
    """An SVG document being drawn."""

    def __init__(self, dress: Dress = Dress.OWN) -> None:
        self._dress = dress
        self._parts: list[str] = []
        self._used: set[str] = set()

    def shape(self, role: str, tag: str, **lengths: float | str) -> None:
        """A shape in a role; underscores in names stand for hyphens."""
        told = "".join(f' {_named(k)}="{_length(v)}"' for k, v in lengths.items())
        self._parts.append(f"<{tag}{self._looks(role)}{told}/>")

    def path(self, role: str, d: str) -> None:
        """A path."""
        self.shape(role, "path", d=d)

    def text(
        self,
        role: str,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        room: float = 0,
        anchor: str = "start",
    ) -> None:
        """A text whose baseline is at y; with `room` it is made to fit, the whole as its title."""
        room = room / _BOLD if role == "head" else room
        shown, fit = fitted(text, size, room) if room else (text, size)
        at = f' x="{number(x)}" y="{number(y)}" font-size="{number(fit)}"'
        if anchor != "start":
            at += f' text-anchor="{anchor}"'
        if shown != text:  # it fills its room, whatever the font
            wide = number(min(room, width(shown, fit)))
            at += f' textLength="{wide}" lengthAdjust="spacingAndGlyphs"'
        title = f"<title>{escaped(text)}</title>" if shown != text else ""
        self._parts.append(f"<text{self._looks(role)}{at}>{title}{escaped(shown)}</text>")

    def open(self, title: str = "", **attributes: str) -> None:
        """Begin a group, with a title if it has one."""
        told = "".join(f' {_named(k)}="{escaped(v)}"' for k, v in attributes.items() if v)
        named = f"<title>{escaped(title)}</title>" if title else ""
        self._parts.append(f"<g{told}>{named}")

    def close(self) -> None:
        """End a group."""
        self._parts.append("</g>")

    def part(self) -> str:
        """What was drawn so far, as a part of a document."""
        return "".join(self._parts)

    def _looks(self, role: str) -> str:
        if self._dress is not Dress.PRINT:
            self._used.add(role)
            return f' class="b-{role}"'
        return "".join(f' {k}="{_COLOURS.get(v, (v,))[0]}"' for k, v in _ROLES[role].items())

    def document(self, wide: float, high: float, *, title: str, told: str, unit: str = "") -> str:
        """The whole as SVG, as large as it was drawn; `unit` is another length of one unit."""
        per, of = (float(unit[:-2]), unit[-2:]) if unit else (_PIXELS, "")
        size = f'width="{wide * per:.6g}{of}" height="{high * per:.6g}{of}"'
        box = f'viewBox="0 0 {number(wide)} {number(high)}" {size}'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{_SCOPE}" role="img" {box}'
            f' font-family="{FONT}">'
        )
        style = f"<style>{sheet(self._used)}</style>" if self._dress is Dress.OWN else ""
        named = f"<title>{escaped(title)}</title><desc>{escaped(told)}</desc>"
        return "\n".join([head + named + style, *self._parts, "</svg>\n"])


def sheet(roles: Iterable[str] = _ROLES) -> str:
    """The style of some roles: light, dark where the screen or the page is, light in print."""
    used = [role for role in _ROLES if role in set(roles)]
    rules = [f".{_SCOPE}{{max-width:100%;height:auto}}"]
    rules += [f".{_SCOPE} .b-{role}{{{_rule(_ROLES[role])}}}" for role in used]
    dark = ";".join(f"--b-{name}:{one}" for name, (_, one) in _COLOURS.items())
    light = ";".join(f"--b-{name}:{one}" for name, (one, _) in _COLOURS.items())
    rules.append(f"@media screen and (prefers-color-scheme:dark){{.{_SCOPE}{{{dark}}}}}")
    rules.append(f"@media screen{{[data-theme=dark] .{_SCOPE}{{{dark}}}")
    rules.append(f"[data-theme=light] .{_SCOPE}{{{light}}}}}")
    return "".join(rules)


def _rule(facts: Mapping[str, str]) -> str:
    """The declarations of a role: each colour as it stands, then as it may be overridden."""
    told = []
    for name, value in facts.items():
        if value in _COLOURS:
            light = _COLOURS[value][0]
            told.append(f"{name}:{light};{name}:var(--b-{value},{light})")
        else:
            told.append(f"{name}:{value}")
    return ";".join(told)


def _named(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _length(value: float | str) -> str:
    return escaped(value) if isinstance(value, str) else number(value)
