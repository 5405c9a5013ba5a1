"""Exported files as a reader's program takes them: what could do something, and what is seen.

Each check raises AssertionError where a file does more than show, and returns the text of it that
is seen.
"""

import csv
import io
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NullObject,
    PdfObject,
)

from tests.hostile_names import FORMULA, UNSEEN

_ELEMENTS = """
a abbr article aside b bdi blockquote body br button caption circle clippath code col colgroup
dd
defs desc details dfn dialog div dl dt ellipse em fieldset figcaption figure footer form g h1 h2 h3
h4 h5 h6 head header hr html i img input kbd label legend li line lineargradient main mark marker
meta nav ol optgroup option output p path pattern polygon polyline pre progress rect s samp
script section select small span stop strong style sub summary sup svg symbol table tbody td
text textarea tfoot th thead time title tr tspan u ul use wbr
"""
ELEMENTS = frozenset(_ELEMENTS.split())
"""What our pages are made of: nothing that loads, frames, embeds or moves."""

LINKS = re.compile(r"#.*|data:image/.*", re.DOTALL)
_TAG = r'<!-- acta: [a-z0-9 ./-]+ -->|</?sup>|<a id="[a-z0-9-]+">|</a>'
OWN = re.compile(rf"\s*(({_TAG})\s*)+")
"""What of HTML is in our Markdown: fences, seals, places to link to, and sources set high."""

_ACTING = {
    *("/JavaScript", "/JS", "/Launch", "/URI", "/OpenAction", "/AA", "/EmbeddedFile"),
    *("/GoToR", "/GoToE", "/SubmitForm", "/ImportData", "/XFA", "/RichMedia", "/Movie", "/Sound"),
}
"""Names by which a PDF does something, or leads out of itself (ISO 32000-1, 12.6.4)."""

SHOWN_BLOCKS = frozenset({"script", "style"})
FILE = re.compile(r"([a-z0-9-]+/)*[a-z0-9.-]+")


class Reader(HTMLParser):
    """Reads a page: its text, its scripts and styles, what of it is barred."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.blocks: list[tuple[str, str, str]] = []
        self.wrong: list[str] = []
        self.policy = ""
        self._inside = ""
        self._kind = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what may not be, and where a script or style begins."""
        given = {name: value or "" for name, value in attrs}
        if tag not in ELEMENTS:
            self.wrong.append(f"<{tag}>")
        self.wrong += [
            f"{tag} {name}" for name in given if name.startswith("on") or name == "style"
        ]
        for name in ("href", "xlink:href", "src", "action", "formaction", "srcset"):
            if name in given and not LINKS.fullmatch(given[name]):
                self.wrong.append(f"{tag} {name}={given[name]}")
        if given.get("http-equiv"):
            self.policy = given.get("content", "")
        self._inside, self._kind = tag, given.get("type", "")
        if tag in SHOWN_BLOCKS:
            self.blocks.append((tag, self._kind, ""))
        self.text += [given[name] for name in ("title", "aria-label", "alt") if name in given]

    def handle_endtag(self, tag: str) -> None:
        """A script or style is over."""
        self._inside = "" if tag in SHOWN_BLOCKS else self._inside

    def handle_data(self, data: str) -> None:
        """A text that is seen, or a script's or style's own."""
        if self._inside in SHOWN_BLOCKS:
            tag, kind, before = self.blocks[-1]
            self.blocks[-1] = (tag, kind, before + data)
        else:
            self.text.append(data)


def html(content: bytes) -> str:
    """A page: nothing that loads, no handler, no script or style that its policy does not name."""
    reader = Reader()
    reader.feed(content.decode("utf-8"))
    reader.close()
    assert not reader.wrong, reader.wrong[:9]
    assert reader.policy.startswith("default-src 'none'")
    for tag, kind, text in reader.blocks:
        if kind and kind != "text/javascript":
            json.loads(text)
            continue
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in reader.policy, f"a {tag} that the policy does not name"
    return plain("".join(reader.text))


def svg(content: bytes) -> str:
    """A picture: well-formed, and nothing in it but shapes, texts and its own style."""
    root = ET.fromstring(content.decode("utf-8"))  # noqa: S314  our own, without entities
    seen = []
    for each in root.iter():
        tag = each.tag.rpartition("}")[2].lower()
        assert tag in ELEMENTS - {"script", "img", "input", "form"}, tag
        for name, value in each.attrib.items():
            bare = name.rpartition("}")[2].lower()
            assert not bare.startswith("on"), name
            assert bare != "href" or value.startswith("#"), value
        if tag == "style":
            assert not re.search(r"url\s*\((?!#)|@import", each.text or "")
        else:
            seen += [each.text or "", each.tail or ""]
    return plain("".join(seen))


def markdown(content: bytes) -> str:
    """A text as GitHub shows it: links that stay in the export, no picture from elsewhere, no HTML.

    Comments are ours alone: fences and seal.
    """
    text = re.sub(r"\A---\n.*?\n---\n", "", content.decode("utf-8"), flags=re.DOTALL)
    reader = MarkdownIt("gfm-like", {"html": True})
    return plain("".join(map(_markdown, _parts(reader.parse(text)))))


def _parts(tokens: Sequence[Token]) -> list[Token]:
    return [part for token in tokens for part in (token, *_parts(token.children or ()))]


def _markdown(token: Token) -> str:
    """The text of a part that is seen."""
    match token.type:
        case "html_block" | "html_inline":
            assert OWN.fullmatch(token.content), token.content
            return ""
        case "link_open" | "image":
            place = str(token.attrGet("href") or token.attrGet("src"))
            assert re.fullmatch(r"#.*|(\.\./)?[a-z0-9/.-]+(#.*)?|data:image/.*", place), place
            return ""
        case "text" | "text_special" | "code_inline" | "fence" | "code_block":
            return token.content
        case "softbreak" | "hardbreak" | "inline":
            return " " if token.type != "inline" else ""
        case _:
            return " " if token.block else ""


def table(content: bytes) -> str:
    """A CSV table: every row as wide as the first, no cell that is a formula."""
    rows = list(csv.reader(io.StringIO(content.decode("utf-8"))))
    assert {len(row) for row in rows} <= {len(rows[0])}
    for row in rows:
        for cell in row:
            assert not cell.startswith(FORMULA) or re.fullmatch(r"[+-]?\d+(\.\d+)?", cell), cell
    return plain(" ".join(cell for row in rows for cell in row))


def document(content: bytes) -> str:
    """A JSON document: all its texts."""
    return plain(" ".join(_texts(json.loads(content))))


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in _texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []


def printed(content: bytes) -> str:
    """A PDF: it runs no script, opens nothing, and leads nowhere but into itself.

    Asked of its objects, not of its bytes: three letters of packed data may spell anything.
    """
    found = sorted(_ACTING & set(_names_in(PdfReader(io.BytesIO(content), strict=True))))
    assert not found, found
    return ""


def _names_in(paper: PdfReader) -> Iterator[str]:
    """Every name that stands in an object of a PDF, as a key or as a value."""
    assert paper.trailer, "no PDF without a trailer"
    open_: list[PdfObject] = [paper.trailer]
    open_ += [
        IndirectObject(number, generation, paper).get_object() or NullObject()
        for generation, objects in paper.xref.items()
        for number in {*objects, *(paper.xref_objStm if generation == 0 else ())}
    ]
    while open_:
        match open_.pop():
            case DictionaryObject() as pairs:
                yield from pairs
                open_ += dict.values(pairs)
            case ArrayObject() as row:
                open_ += list.__iter__(row)
            case NameObject() as name:
                yield name
            case _:
                pass


def plain(text: str) -> str:
    """A text without what is not seen of its spaces."""
    return " ".join(re.split(r"[ \t\n]+", text))


READ: Mapping[str, Callable[[bytes], str]] = {
    "html": html,
    "svg": svg,
    "md": markdown,
    "csv": table,
    "json": document,
    "pdf": printed,
}
"""How a file of that ending is read."""


def read(name: str, content: bytes) -> str:
    """What is seen of an exported file, whose name is harmless on any system."""
    assert FILE.fullmatch(name), name
    ending = name.rpartition(".")[2]
    if ending not in ("pdf", "png"):
        assert not UNSEEN.search(content.decode("utf-8")), name
    return READ[ending](content) if ending in READ else ""
