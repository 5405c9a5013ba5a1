"""Names that try something, in each format: they are read back as the texts they are."""

import re
from collections.abc import Iterator, Sequence

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from projections.frame.escapes import markdown, typst
from projections.frame.page import embedded
from tests.hostile_names import KEPT

READERS = {
    "commonmark": MarkdownIt("commonmark"),
    "GitHub's": MarkdownIt("gfm-like", {"typographer": True, "html": True}),
}
SEEN = {"text", "text_special", "softbreak"}
PLACES = {
    "alone": ("{}", ["paragraph", "inline"]),
    "in a sentence": ("Then {} fell.", ["paragraph", "inline"]),
    "in a heading": ("## {}", ["heading", "inline"]),
    "in a list": ("- {}", ["bullet_list", "list_item", "paragraph", "inline"]),
    "before a stop": ("{}.", ["paragraph", "inline"]),
    "before a link": ("{}[x](#a)", ["paragraph", "inline", "link"]),
    "in a link": ("[{}](#a)", ["paragraph", "inline", "link"]),
    "behind a line": ("Then\n{}", ["paragraph", "inline"]),
}
NAMES = {**KEPT, "an address on the web": "www.x.example https://x.example a@x.example"}


def parts(tokens: Sequence[Token]) -> Iterator[Token]:
    """All parts of a document, those within lines too."""
    for token in tokens:
        yield token
        yield from parts(token.children or ())


def read(reader: MarkdownIt, text: str) -> tuple[list[str], str]:
    """What a text is made of, by kind, and what of it is seen."""
    found = list(parts(reader.parse(text)))
    kinds = [
        one.type.removesuffix("_open") for one in found if one.nesting >= 0 and one.type not in SEEN
    ]
    seen = "".join(one.content or " " for one in found if one.type in SEEN)
    return kinds, seen


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize(("frame", "kinds"), PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_in_markdown_a_name_is_a_text(
    name: str, frame: str, kinds: list[str], reader: MarkdownIt
) -> None:
    """No link, picture, emphasis, list, table or HTML comes of it; it is seen to the letter."""
    text = frame.format(markdown(name))
    around = re.sub(r"^(## |- )|\[|\]\(#a\)", "", frame).replace("\n", " ")
    assert read(reader, text) == (kinds, around.format(" ".join(re.split("[ \n]+", name))))


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_in_a_table_a_name_stays_in_its_cell(name: str) -> None:
    """Two columns, two rows, whatever the name is."""
    table = READERS["GitHub's"].parse(f"| a | b |\n|---|---|\n| {markdown(name)} | c |\n")
    kinds = [one.type.removesuffix("_open") for one in table if one.nesting > 0]
    assert kinds == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]


def test_the_readers_themselves_find_them() -> None:
    """A control: without strokes pictures, links, emphasis and elements come of the kit."""
    raw = [kind for name in NAMES.values() for kind in read(READERS["GitHub's"], name)[0]]
    assert {"image", "link", "em", "strong", "html_block", "bullet_list"} <= set(raw)


def test_plain_names_stay_plain() -> None:
    """A Markdown file is read as it is, too: no stroke where none is needed."""
    for name in ("Unit Nine", "D'Artagnan O'Neil", "Vex, Sura", "The Bell-Ringer (old)", "Élan!?"):
        assert markdown(name) == name
    assert markdown(Markup("**x**")) == "**x**"
    assert markdown(12) == "12"


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT)
def test_a_literal_of_typst_ends_where_it_ends(name: str) -> None:
    """Within the quotes there is neither a quote nor a stroke that is not an escape of ours."""
    inside = typst(name)[1:-1]
    assert '"' not in inside
    assert "\\" not in re.sub(r"\\u\{[0-9a-f]+\}", "", inside)


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT)
def test_embedded_data_hold_no_markup(name: str) -> None:
    """No sign in it begins an element, a comment or an entity."""
    assert re.search("[<>&\u2028]", embedded({"name": name})) is None
