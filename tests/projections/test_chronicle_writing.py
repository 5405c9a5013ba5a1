"""What all formats of a chronicle share."""

from projections.chronicle.marking import Marking
from projections.chronicle.tree import (
    Book,
    Chapter,
    Kind,
    Link,
    Listed,
    Name,
    Source,
    Text,
    para,
    spans,
)
from projections.chronicle.writing import file_names, in_order, initial, prepared, settled

ONE, TWO = Source("battle-1/7"), Source("battle-1/9")


def test_a_source_stands_behind_the_stop_that_follows_it() -> None:
    """Given sources before a stop, a comma, a word; then those before a sign move."""
    told = settled(spans("Vex fell", ONE, TWO, ". Sura ran", ONE, ", and", TWO, " so on"))
    assert told == (
        *(Text("Vex fell"), Text("."), ONE, TWO, Text(" Sura ran"), Text(","), ONE),
        *(Text(" and"), TWO, Text(" so on")),
    )
    assert settled(spans("Vex fell.", ONE)) == (Text("Vex fell."), ONE)
    assert (
        Marking("battle-1", lambda _: "", "").line(told).startswith("Vex fell.<sup>7 9</sup> Sura")
    )


def test_chapters_with_one_title_are_told_apart() -> None:
    """Given two Rats of two crews, and the campaign's own chapter; then no title comes twice."""
    rats = [Listed(Kind.MEMBER, f"crew-{one}/2", "Rat") for one in ("a", "b")]
    moth = Listed(Kind.MEMBER, "crew-a/3", "Moth")
    all_ = (Listed(Kind.CAMPAIGN, "campaign", "Rome"), *rats, moth)
    names = tuple(Name(one.title, one.id, apart=one.id[:6].title()) for one in (*rats, moth))
    chapters = (Chapter(one.kind, one.id, one.title, (para("Told."),)) for one in all_)
    found = prepared(Book("Rome", all_, names, chapters), "The campaign")
    wanted = ["The campaign", "Rat (Crew-A)", "Rat (Crew-B)", "Moth"]
    assert [one.title for one in found.contents] == wanted
    assert [one.title for one in found.chapters] == wanted


def test_places_and_things_are_in_the_index() -> None:
    """Given a place, and a thing that nobody names; then the index has both."""
    all_ = (Listed(Kind.PLACE, "place/yard", "Yard"), Listed(Kind.ITEM, "crew-a/2#helm", "Helm"))
    found = prepared(Book("Rome", all_, (Name("Yard", "place/yard"),), ()), "")
    assert found.names == (Name("Yard", "place/yard"), Name("Helm", "crew-a/2#helm"))


def test_things_of_one_name_say_whose_they_are() -> None:
    """Given a blade of each crew; then contents and index tell them apart by their crews."""
    crews = [Listed(Kind.CREW, f"crew-{one}", one.upper()) for one in "ab"]
    blades = [Listed(Kind.ITEM, f"crew-{one}/4#blade", "Blade") for one in "ab"]
    names = tuple(Name(one.title, one.id) for one in (*crews, blades[0]))
    found = prepared(Book("Rome", (*crews, *blades), names, ()), "")
    assert [one.title for one in found.contents] == ["A", "B", "Blade (A)", "Blade (B)"]
    assert [(one.name, one.apart) for one in found.names] == [
        *(("A", ""), ("B", "")),
        *(("Blade", "A"), ("Blade", "B")),
    ]


def test_a_name_leads_to_its_chapter_once() -> None:
    """Given somebody named twice; then Markdown links the first, and never a chapter to itself."""
    vex, own = Link("crew-a/2", "Vex"), Link("battle-1", "the battle")
    line = Marking("battle-1", lambda _: "x.md", "").line(spans(vex, " saw ", vex, " in ", own))
    assert line == "[Vex](x.md) saw Vex in the battle"


def test_files_of_long_ids_are_short_and_differ() -> None:
    """Given long ids that differ at their end, and a device of Windows; then names hold."""
    ids = [f"crew-{'x' * 70}/{number}" for number in (2, 3)]
    found = file_names([Listed(Kind.MEMBER, one, "Vex") for one in (*ids, "con")], ".md")
    assert len(set(found.values())) == 3
    assert all(len(name) <= len("members/.md") + 60 for name in found.values())
    assert found["con"] == "members/con-2.md"


def test_what_begins_with_no_letter_has_a_place_in_the_index() -> None:
    """Given accents, a digit, a sign, Chinese; then letters are folded and the rest is `#`."""
    assert [initial(one) for one in ("\u00c9lan", "9 Lives", "=1+1", "\u4e2d\u6587")] == [
        *("E", "#", "#", "\u4e2d"),
    ]
    names = [Name(one, one) for one in ("{x}", "Vex", "\u00e9lan", "Elan", "9", "vex", "=1")]
    found = [one.name for one in in_order(names)]
    assert found == ["9", "=1", "{x}", "Elan", "\u00e9lan", "Vex", "vex"]
