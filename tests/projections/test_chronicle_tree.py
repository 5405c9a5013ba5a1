"""A chronicle before it has a format."""

from projections.chronicle.tree import (
    Book,
    Chapter,
    Dice,
    Figure,
    Heading,
    Kind,
    Link,
    Listed,
    Listing,
    Para,
    Quote,
    Source,
    Table,
    Text,
    linked,
    para,
    spans,
    words,
)

VEX = Link("crew-ash/2", "Vex")
SURA = Link("crew-iron/3", "Sura")
YARD = Link("place/well-yard", "Well Yard")
HELM = Link("crew-ash/2#helm", "the helm")


def test_neighbouring_texts_are_one_and_empty_ones_none() -> None:
    """Given texts and spans; then texts that stand beside each other are one span."""
    told = spans("", "In the ", "end ", VEX, "", " won.", Source("battle-1/9"), " ", "Then")
    assert told == (Text("In the end "), VEX, Text(" won."), Source("battle-1/9"), Text(" Then"))
    assert para("One.") == Para((Text("One."),))


def test_words_are_what_is_read_aloud() -> None:
    """Given a sentence with a link and a source; then its words are the text and the name."""
    assert words(spans(VEX, " felled ", SURA, ".", Source("battle-1/9"))) == "Vex felled Sura."


def test_a_chapter_leads_to_whom_it_names_in_any_block() -> None:
    """Given links in a paragraph, heading, list, table and roll; then all of them are found."""
    chapter = Chapter(
        Kind.BATTLE,
        "battle-1",
        "The Last Granary",
        (
            para(VEX, " came."),
            Heading(spans("At ", YARD)),
            Listing((spans(SURA),)),
            Table(("who", "falls"), ((spans(HELM), spans("1")),), numbers=frozenset({1})),
            Dice((spans(Link("crew-ash", "Ash"), " d6: 5", Source("battle-1/8")),)),
            Quote("Vex!", by="Ana", address="battle-1/10"),
            Figure("<svg><title>map</title></svg>"),
        ),
    )
    assert linked(chapter) == {VEX.to, YARD.to, SURA.to, HELM.to, "crew-ash"}
    assert chapter.listed == Listed(Kind.BATTLE, "battle-1", "The Last Granary")


def test_a_book_is_told_chapter_by_chapter() -> None:
    """Given a book of chapters that are still to be told; then none is told before it is read."""
    told: list[str] = []

    def tell(number: int) -> Chapter:
        told.append(f"battle-{number}")
        return Chapter(Kind.BATTLE, f"battle-{number}", f"Battle {number}", ())

    contents = tuple(Listed(Kind.BATTLE, f"battle-{n}", f"Battle {n}") for n in (1, 2))
    book = Book("A year", contents, (), (tell(n) for n in (1, 2)))
    assert told == []
    assert [chapter.listed for chapter in book.chapters] == [*contents]
    assert told == ["battle-1", "battle-2"]
