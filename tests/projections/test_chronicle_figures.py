"""The figure of a battle: one where all of a battle is told, of the moment that is told of."""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from domain.campaign import CampaignFounded
from domain.drawing import Party, Picture, Spot, Token
from projections.chronicle import telling
from projections.chronicle.figures import Boards, Moment, Shown
from projections.chronicle.marking import Marking
from projections.chronicle.tree import Book, Chapter, Figure, Kind, Length, Para, Wanted
from projections.frame.templates import Frame
from projections.ink import Dress
from tests.projections.telling import ASH, SURA, Tale


class Roll(msgspec.Struct, frozen=True):
    """A roll that changed most."""

    address: str
    favours: str
    chance: Fraction


def picture(health: int) -> Picture:
    """A yard with one who has so much left."""
    token = Token(
        id="a", name="Sura", handle="SUR", side=1, spot="yard", health=health, max_health=2
    )
    sides = (Party(number=1, id=ASH.id, name=ASH.name),)
    return Picture(spots=(Spot(id="yard", name="Yard"),), tokens=(token,), sides=sides)


@pytest.fixture
def tale(tmp_path: Path) -> Tale:
    """Two battles of two crews."""
    told = Tale(tmp_path)
    told.tell("campaign", CampaignFounded(name="The Age", game="mortisphere", edition="2026.1"))
    told.founded()
    for story in ("battle-1", "battle-2"):
        told.opened(story)
        told.concluded(story, 2, 1)
    return told


def book(tale: Tale, wanted: Wanted, *, chance: int = 1, dress: Dress = Dress.OWN) -> Book:
    """A book of battles that turned on a roll that so many of five throws come up to."""

    def shown(story: str) -> Shown:
        turn, end = f"{story}/2", f"{story}/5"
        return Shown(Moment(turn, picture(1)), Moment(end, picture(2)))

    def turning(story: str) -> Roll:
        return Roll(f"{story}/2", ASH.id, Fraction(chance, 5))

    return telling.tell(tale.seen(), Frame(), wanted, turning, Boards(shown, dress))


def figures(found: Book) -> list[tuple[str, Figure]]:
    """The figures of a book, each with its chapter."""
    return [
        (one.id, block)
        for one in found.chapters
        for block in one.blocks
        if isinstance(block, Figure)
    ]


def test_a_battle_has_its_board_behind_the_sentence_of_the_turn(tale: Tale) -> None:
    """Given a roll that one throw of five comes up to; then its board stands behind the result."""
    (chapter,) = book(tale, Wanted(battle="battle-1")).chapters
    (figure,) = (block for block in chapter.blocks if isinstance(block, Figure))
    assert "<title>The Age: " in figure.svg
    assert "battle-1/2</title>" in figure.svg
    assert "Sura (Ash): health 1 of 2" in figure.svg
    assert figure.caption == "The board after the roll that changed most, behind battle-1/2"
    assert figure.command == "acta export replay battle-1 --at battle-1/2 -o battle-1-2.svg"
    assert isinstance(chapter.blocks[chapter.blocks.index(figure) - 1], Para)


def test_a_battle_that_turned_on_nothing_has_the_board_of_its_end(tale: Tale) -> None:
    """Given a roll that was likely, of which nothing is told; then the end is shown."""
    ((_, figure),) = figures(book(tale, Wanted(battle="battle-1"), chance=3))
    assert figure.caption == "The board at the end, behind battle-1/5"
    assert "Sura (Ash): health 2 of 2" in figure.svg


def test_a_battle_that_goes_on_has_the_board_as_it_stands(tale: Tale) -> None:
    """Given a battle that is not over; then nothing turned yet, and its newest board is shown."""
    tale.opened("battle-3")
    ((_, figure),) = figures(book(tale, Wanted(battle="battle-3")))
    assert figure.caption == "The board as it stands, behind battle-3/5"


def test_all_that_is_told_whole_has_figures_and_nothing_shorter(tale: Tale) -> None:
    """A campaign and a crew have one a battle; a member, a paragraph and a headline none."""
    both = ["battle-1", "battle-2"]
    assert [one for one, _ in figures(book(tale, Wanted()))] == both
    assert [one for one, _ in figures(book(tale, Wanted(crew=ASH.id)))] == both
    assert figures(book(tale, Wanted(member=SURA.id))) == []
    assert figures(book(tale, Wanted(length=Length.PARAGRAPH))) == []
    assert figures(book(tale, Wanted(length=Length.HEADLINE))) == []


def test_a_book_of_many_battles_has_none_but_a_battle_alone(
    tale: Tale, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a limit of one battle, and two; then the book has no figure, a single battle has."""
    monkeypatch.setattr(telling, "MOST", 1)
    assert figures(book(tale, Wanted())) == []
    assert [one for one, _ in figures(book(tale, Wanted(battle="battle-2")))] == ["battle-2"]


def test_a_page_and_print_have_pictures_of_their_own_dress(tale: Tale) -> None:
    """A page's picture has no style sheet of its own; print has no classes at all."""
    ((_, page),) = figures(book(tale, Wanted(battle="battle-1"), dress=Dress.PAGE))
    ((_, sheet),) = figures(book(tale, Wanted(battle="battle-1"), dress=Dress.PRINT))
    assert "<style" not in page.svg
    assert 'class="b-' in page.svg
    assert 'class="b-' not in sheet.svg


def test_where_nothing_can_be_seen_is_no_figure(tale: Tale) -> None:
    """Given a battle of which no board is known; then it is told without one."""
    boards = Boards(lambda _: Shown())
    found = telling.tell(tale.seen(), Frame(), Wanted(), boards=boards)
    assert figures(found) == []


def test_markdown_says_what_draws_it() -> None:
    """No picture in the text: what it shows in italics, and the command as code."""
    figure = Figure("<svg><title>x</title></svg>", "The *end*", "acta export replay battle-1")
    chapter = Chapter(Kind.BATTLE, "battle-1", "1", (figure,))
    told = "".join(Marking("battle-1", lambda _: "", "").blocks(chapter, 1))
    assert told == "*The \\*end\\**: `acta export replay battle-1`\n\n"
