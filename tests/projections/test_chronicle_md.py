"""A chronicle as Markdown: what is read is what was said, whatever people are called."""

import json
import posixpath
import re
import unicodedata
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from projections.chronicle.marking import Marking, escaped
from projections.chronicle.md import folder, front, one_file
from projections.chronicle.tree import Book, Chapter, Kind, Quote, Table, para, spans
from projections.chronicle.writing import Marks
from projections.frame.regions import sealed, streamed
from projections.frame.templates import Frame
from tests.hostile_names import KEPT
from tests.projections import books

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
FRAME = Frame()
NASTY = {
    **KEPT,
    "a rule": "---",
    "a list": "1. one",
    "a setext": "===",
    "a fence": "```sh",
    "+": "+ a",
}


class Words(HTMLParser):
    """What a browser would show of it, and the elements it is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  as it is called
        """Note an element."""
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


def spaced(text: str) -> str:
    """A text as a page shows it: plain spaces that follow each other are one."""
    return re.sub(" +", " ", text).strip(" \n")


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY.keys())
def test_case_104_a_text_is_read_as_it_is(name: str) -> None:
    """Given any name at the start of a line; then Markdown shows it, in one plain paragraph."""
    shown = Words(READER.render(escaped(name)))
    assert spaced(shown.text) == spaced(name)
    assert shown.tags == ["p"]


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY.keys())
def test_case_104_in_a_table_a_list_and_a_link_too(name: str) -> None:
    """Given it in a cell, an item, a link; then there is one cell, item, link with that text."""
    cell = spans(name)
    chapter = Chapter(Kind.BATTLE, "battle-1", name, (Table((name, "b"), ((cell, cell),), name),))
    text = "".join(Marking("battle-1", lambda _: "x.md", "dice").blocks(chapter, 1))
    shown = Words(READER.render(text))
    assert [tag for tag in shown.tags if tag in {"th", "td"}] == ["th", "th", "td", "td"]
    assert spaced(shown.text.replace("\n", " ")).count(spaced(name)) >= 4
    assert set(shown.tags) == {"p", "em", "table", "thead", "tbody", "tr", "th", "td"}
    called = {**books.CALLED, books.VEX: name}
    told = "".join(one_file(books.sample(called, then=name), books.PROVENANCE, FRAME))
    tags = set(Words(READER.render(told.partition("---\n\n")[2])).tags)
    assert tags & {"script", "img", "b", "code", "pre", "hr", "del"} == set()


def test_notes_keep_their_lines() -> None:
    """Given a note in three lines with a heading and a table; then it is a quotation of text."""
    note = "# Not a title\n\n| a | b |\n<b>bold</b>"
    chapter = Chapter(Kind.BATTLE, "battle-1", "One", (Quote(note, "Ana", "battle-1/9"),))
    text = "".join(Marking("battle-1", lambda _: "", "dice").blocks(chapter, 1))
    shown = Words(READER.render(text))
    assert shown.tags == ["blockquote", "p", "br", "br", "br", "br", "sup"]
    lines = [line.strip() for line in shown.text.strip().splitlines()]
    assert lines == ["# Not a title", "", "| a | b |", "<b>bold</b>", "\u2014 Ana9"]


def read_front(text: str) -> dict[str, Any]:
    """The head of a file, read as the part of YAML it keeps to: quoted texts, numbers, one map."""
    head = text.partition("---\n")[2].partition("---\n")[0]
    found: dict[str, Any] = {}
    inner: dict[str, Any] = {}
    for row in head.splitlines():
        if row.startswith("  "):
            key, value = json.loads("[" + re.sub(r'"\s*: ', '", ', row.strip(), count=1) + "]")
            inner[key] = value
        else:
            name, _, value = row.partition(":")
            assert re.fullmatch("[a-z_]+", name)
            inner = {}
            found[name] = json.loads(value) if value.strip() else inner
    return found


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY.keys())
def test_the_head_of_a_file_is_yaml_whatever_the_campaign_is_called(name: str) -> None:
    """Given any name; then each text of the head is quoted, in one line, and reads as it was."""
    text = front({"title": name, "campaign": name, "lines": 3, "house": {"healing": name}})
    assert read_front(text) == {
        "title": name, "campaign": name, "lines": 3, "house": {"healing": name},
    }  # fmt: skip
    assert front({"house": {}}) == "---\nhouse: {}\n---\n\n"


def test_a_character_is_one_character_to_yaml_too() -> None:
    """JSON writes what lies beyond U+FFFF as two; what cannot be seen of the others is escaped."""
    text = front({"title": "Vex\U000e0041\U0010ffff\u2028"})
    assert text == '---\ntitle: "Vex\U000e0041\U0010ffff\\u2028"\n---\n\n'


def test_the_head_says_of_which_record_it_is() -> None:
    """Given a book; then its file says campaign, line, edition, house rules, program, verdict."""
    text = "".join(one_file(books.sample(), books.PROVENANCE, FRAME))
    head = read_front(text)
    assert head["campaign"] == "The Final Age"
    assert (head["as_of"], head["edition"], head["program"]) == (
        "battle-2/90", "2026.1", "acta 0.2.0",
    )  # fmt: skip
    assert head["house"] == {"healing": "slow"}
    assert head["audit"].startswith("clean")


def links(text: str) -> list[str]:
    """Where the links of a text lead."""
    tokens = READER.parse(text.partition("---\n\n")[2])
    return [
        str(child.attrs["href"])
        for token in tokens
        for child in token.children or ()
        if child.type == "link_open"
    ]


def test_every_link_of_a_file_leads_to_an_anchor_in_it() -> None:
    """Given a book in one file; then what its links name is there, once."""
    text = "".join(one_file(books.sample(), books.PROVENANCE, FRAME))
    anchors = re.findall(r'^<a id="([a-z0-9-]+)"></a>$', text, re.MULTILINE)
    assert len(anchors) == len(set(anchors)) == 11
    assert {link.removeprefix("#") for link in links(text)} == set(anchors)


def test_every_link_of_a_folder_leads_to_a_file() -> None:
    """Given a book as a folder; then each link, from where it stands, names one of its files."""
    files = dict(folder(books.sample(), books.PROVENANCE, FRAME))
    assert list(files)[:3] == ["index.md", "campaign.md", "battles/battle-1.md"]
    led = {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), to))
        for path, text in files.items()
        for to in links(text)
    }
    assert led == set(files)
    assert all(re.fullmatch(r"([a-z]+/)?[a-z0-9-]+\.md", path) for path in files)


def test_case_40_the_index_has_old_names_and_new_ones_and_history_those_of_its_day() -> None:
    """Given Vex, later Iron Vex; then battles say the name of their day, the index both."""
    files = dict(folder(books.sample(), books.PROVENANCE, FRAME))
    assert "[Vex](../members/crew-ash-2.md) was the first" in files["battles/battle-1.md"]
    assert "[Iron Vex](../members/crew-ash-2.md) was seen" in files["battles/battle-2.md"]
    assert "- [Iron Vex](members/crew-ash-2.md)\n" in files["index.md"]
    assert "- Vex, *see* [Iron Vex](members/crew-ash-2.md)\n" in files["index.md"]
    assert "*Formerly Vex.*" in files["members/crew-ash-2.md"]


def test_a_sentence_says_its_line() -> None:
    """Given sources; then a battle's own lines are numbers, those of others battle and number."""
    files = dict(folder(books.sample(), books.PROVENANCE, FRAME))
    assert "Well Yard](../places/well-yard.md).<sup>17</sup>" in files["battles/battle-1.md"]
    assert "Sura fell.<sup>1/31</sup>" in files["members/crew-iron-2.md"]


def test_a_line_of_another_story_has_a_letter_that_is_told_below() -> None:
    """Given lines of two crews, a battle and the campaign; then letters come in their order."""
    marks = Marks("battle-1")
    told = [
        *("battle-1/9", "crew-ash/3", "battle-2/7", "campaign/4", "crew-ash/5", "crew-battle-2/1"),
    ]
    assert [marks(one) for one in told] == ["9", "a/3", "2/7", "b/4", "a/5", "c/1"]
    assert marks.legend == "a: crew-ash, b: campaign, c: crew-battle-2"
    many = Marks("battle-1")
    assert [many(f"crew-{n}/1") for n in range(28)][25:] == ["z/1", "aa/1", "ab/1"]
    assert Marks("crew-ash/3")("crew-ash/3") == "3"


def test_files_keep_their_names_when_people_do_not() -> None:
    """Given other names for everybody; then files and own places are called as before."""
    before = dict(folder(books.sample(), books.PROVENANCE, FRAME))
    called = dict.fromkeys(books.CALLED, "CON")
    after = dict(folder(books.sample(called), books.PROVENANCE, FRAME))
    assert list(before) == list(after)
    fences = re.compile("<!-- acta: yours .*")
    assert [fences.findall(text) for text in before.values()] == [
        fences.findall(text) for text in after.values()
    ]


def test_case_107_a_long_name_and_a_long_note_are_whole() -> None:
    """Given a name of 80 letters and a note of 2,000; then both are there to the letter."""
    note = "x" * 2000
    called = {**books.CALLED, books.VEX: "W" * 80}
    text = "".join(one_file(books.sample(called, notes=note), books.PROVENANCE, FRAME))
    assert f"> {note}  \n" in text
    assert f"## {'W' * 80}\n" in text


def test_composed_and_decomposed_names_have_one_place_in_the_index() -> None:
    """Case 104: an accent in one sign or two, and none: they stand beside each other, all there."""
    for form in ("NFC", "NFD"):
        name = unicodedata.normalize(form, "\u00c9lan")
        text = "".join(
            one_file(books.sample({**books.CALLED, books.MOTH: name}), books.PROVENANCE, FRAME)
        )
        index = text.partition("## Index of names")[2]
        assert "**E**\n\n" + f"- [{name}](#members-crew-ash-3)\n" in index


def test_a_book_that_is_written_part_by_part_has_the_seal_of_the_whole() -> None:
    """Given a book in parts; then they are the text with the seal it has in one piece."""
    parts = list(one_file(books.sample(), books.PROVENANCE, FRAME))
    assert all(part.endswith("\n") for part in parts)
    assert "".join(streamed(parts)) == sealed("".join(parts))


def test_the_same_book_has_the_same_bytes() -> None:
    """Given a book twice; then its texts are equal."""
    one, other = (dict(folder(books.sample(), books.PROVENANCE, FRAME)) for _ in range(2))
    assert one == other


def test_a_book_of_one_chapter_has_no_dead_links() -> None:
    """Given links to chapters that the book lacks; then they are plain words."""
    chapter = Chapter(Kind.BATTLE, "battle-1", "One", (para(books.sample().lead[0]),))
    book = Book("One", (chapter.listed,), (), iter([chapter]))
    text = "".join(one_file(book, books.PROVENANCE, FRAME))
    assert links(text) == []
    assert "# One\n" in text
    assert "## " not in text  # neither contents nor a title once more
