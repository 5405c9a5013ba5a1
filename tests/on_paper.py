"""Paper for tests: cards full to the edge, and where a PDF or a browser has put each word."""

import re
import shutil
import subprocess
import unicodedata
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain import game as games
from domain.lines import Form
from domain.paper import Below, Boxes, Card, Entry, Figure, Goal, Group, Party, Sheet
from domain.terms import Who
from projections.frame.provenance import Provenance
from projections.frame.templates import Frame
from projections.paper.decks import Deck
from projections.paper.sheets import Field
from tests.hostile_names import KEPT

FRAME = Frame()
SOURCE = Provenance(
    campaign="Winter",
    id="0" * 32,
    game="Sixes",
    edition="1",
    as_of="battle-1/9",
    lines=30,
    root="00ff00ff00ff00ff",
    house=(("pace", "slow"),),
    program="acta 0.2.0",
    read=30,
    stories=3,
)
WIDE, LETTERS = "\u96e8" * 80, "W" * 80
_NAMESPACE = "{http://www.w3.org/1999/xhtml}"


class Word(msgspec.Struct, frozen=True):
    """A word on a page, and the box it lies in, in points from the upper left."""

    text: str
    page: int
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: "Word") -> bool:
        """Whether two words overprint each other: by more than a point each way."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return self.page == other.page and across > 1 and down > 0.4 * (self.bottom - self.top)


def card(number: int, name: str, *, abilities: int = 2, history: int = 0) -> Card:
    """A card with so many abilities, each with a text that can be found again, and a history."""
    told = "is rolled again where the second stands, and never a third time"
    lived = tuple(Entry(f"battle-{n}/{n}", f"line{number}x{n} was lived") for n in range(history))
    return Card(
        id=f"crew-x/{number}",
        title=name,
        handle="ABC",
        crew="The Long Night",
        kind="Thug",
        figures=(Figure("die", "d8"), Figure("experience", "12")),
        boxes=(Boxes("health", 3, 1, (Below("highest_roll", ("6", "4", "")),)),),
        groups=(
            Group(
                "abilities",
                tuple(
                    Entry(f"Skill{number}x{n}", f"{told} end{number}x{n}") for n in range(abilities)
                ),
            ),
            *((Group("history", lived),) if lived else ()),
        ),
    )


def crowded() -> Deck:
    """Case 107: names of 80 wide letters, 30 abilities, 200 lines of history, and what is usual."""
    return Deck(
        id="crew-x",
        crew=LETTERS,
        player=WIDE,
        cards=(
            card(1, LETTERS, abilities=30, history=200),
            card(2, WIDE, abilities=30),
            card(3, "Vex"),
            card(4, WIDE, history=200),
            card(5, "Rook", abilities=9),
        ),
    )


def hostile() -> Deck:
    """A crew of everybody whose name tries something."""
    cards = tuple(card(number, name) for number, name in enumerate(KEPT.values(), 1))
    return Deck(id="crew-y", crew=KEPT["HTML"], player=KEPT["Typst"], cards=cards)


def words(pdf: Path) -> list[Word]:
    """Every word of a PDF with its box; skips the test where poppler is not installed."""
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("needs pdftotext of poppler")
    told = subprocess.run([tool, "-bbox", str(pdf), "-"], capture_output=True, check=True)
    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", told.stdout.decode())
    pages = ET.fromstring(text).iter(f"{_NAMESPACE}page")  # noqa: S314  our own PDF
    return [
        Word(
            each.text or "",
            number,
            *(float(each.attrib[a]) for a in ("xMin", "yMin", "xMax", "yMax")),
        )
        for number, page in enumerate(pages)
        for each in page.iter(f"{_NAMESPACE}word")
    ]


def in_columns(found: list[Word], middle: float) -> str:
    """The words of pages in two columns, one column after the other, without spaces."""
    ordered = sorted(found, key=lambda word: (word.page, word.left > middle))
    return plain("".join(word.text for word in ordered))


def plain(text: str) -> str:
    """A text without spaces and what cannot be seen, to be found however it was broken."""
    normal = unicodedata.normalize("NFC", text)
    return "".join(c for c in normal if not c.isspace() and unicodedata.category(c) != "Cf")


def crowded_field(count: int = 12, crews: int = 2) -> Field:
    """A battle of crews of so many, each of whom has a name of 80 wide letters."""
    names = (LETTERS, WIDE, "Vex", "Rook the Elder")
    parties = tuple(
        Party(
            crew=Who(f"crew-{crew}", names[crew % 2]),
            player=LETTERS,
            cards=tuple(
                msgspec.structs.replace(card(n, names[n % 4]), groups=(), crew="")
                for n in range(count)
            ),
        )
        for crew in range(crews)
    )
    sheet = Sheet(
        scenario=LETTERS,
        story="Both want the grain, and neither knows who sealed it. " * 4,
        rounds=8,
        parties=parties,
        goals=tuple(Goal(f"Goal{n} {LETTERS}", "in the hall", 4) for n in range(4)),
        points=(Figure(f"{WIDE} felled", "+2"), Figure("the hall at the end", "+1")),
        places=tuple(Entry(f"Place{n}", f"{LETTERS}; adjoins all others") for n in range(4)),
    )
    forms = (Form("step", "step NAME"), Form("roll", "roll FACE FACE … [!WITNESS]"))
    return Field(game=games.load("mortisphere"), forms=forms * 12, sheet=sheet, battle="battle-1")
