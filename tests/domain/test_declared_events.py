"""Case 20: every line that is typed writes exactly its events, once; reading writes nothing."""

from pathlib import Path

from domain.campaign import SetHouse
from domain.crew import AddNote, RenameCrew, RenameMember, RetireMember
from domain.games.mortisphere.acting import Hold
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.clash import Clash, Guard, Respond, Strike
from domain.games.mortisphere.ruling import Note
from domain.games.mortisphere.throwing import Roll
from domain.ledger.record import Line
from domain.terms import tag
from domain.throwing import Shown
from projections.profiles import profile
from projections.view import open_views
from tests.season import GAME, Season

SURA, VEX = "crew-ash/2", "crew-ash/4"
NINE, ROOK = "crew-iron/2", "crew-iron/5"


def names(lines: list[Line]) -> list[str]:
    """Where each line stands, and the name of its event without its version."""
    return [f"{line.story} {tag(type(line.data)).partition('/')[0]}" for line in lines]


def test_every_action_of_the_books_writes_its_events(tmp_path: Path) -> None:
    """A snapshot of what founding, renaming, leaving, noting and house rules write."""
    season = Season(tmp_path / "ledger.db")
    ash = season.crew("ash.toml")
    assert names(season.ledger.story(ash)) == [
        "crew-ash crew.founded",
        *["crew-ash crew.member-recruited"] * 4,
    ]
    written = {
        "rename": season.books(RenameCrew(crew=ash, name="Embers"), story=ash),
        "member": season.books(RenameMember(crew=ash, member=SURA, name="Cinder"), story=ash),
        "note": season.books(AddNote(crew=ash, text="limps", member=SURA), story=ash),
        "leave": season.books(RetireMember(crew=ash, member=VEX), story=ash),
        "house": season.books(SetHouse(option="ties", value="reroll")),
    }
    assert {what: names(lines) for what, lines in written.items()} == {
        "rename": ["crew-ash crew.renamed", "campaign campaign.crew-listed"],
        "member": ["crew-ash crew.member-renamed"],
        "note": ["crew-ash crew.note-added"],
        "leave": ["crew-ash crew.member-retired"],
        "house": ["campaign campaign.house-set"],
    }


def test_every_line_of_a_battle_writes_its_events(tmp_path: Path) -> None:
    """The seed's example, line by line: a d6 shows 5, a d10 shows 3."""
    season = Season(tmp_path / "ledger.db")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    battle = season.open(ash, iron)
    strike = Strike(initiators=(SURA,), targets=(NINE,))
    written = [
        season.do(battle, Move(members=(SURA,), to="hall")),
        season.do(battle, Move(members=(NINE,), to="hall")),
        season.do(battle, Hold(member="crew-ash/5"), Hold(member=ROOK)),
        season.do(battle, Note(text="rain on the roof")),
    ]
    assert [names(lines) for lines in written] == [
        [
            "battle-1 mortisphere.member-moved",
            "battle-1 mortisphere.member-activated",
            "battle-1 mortisphere.turn-taken",
        ],
        [
            "battle-1 mortisphere.member-moved",
            "battle-1 mortisphere.member-activated",
            "battle-1 mortisphere.turn-taken",
        ],
        [
            "battle-1 mortisphere.member-held",
            "battle-1 mortisphere.member-activated",
            "battle-1 mortisphere.turn-taken",
        ]
        * 2,
        ["battle-1 mortisphere.note-added"],
    ]
    for member in (VEX, "crew-iron/3", "crew-ash/3", "crew-iron/4"):
        season.do(battle, Hold(member=member))
    lines = season.do(
        battle,
        Clash(strikes=(strike,)),
        Respond(guards=(Guard(members=(NINE,)),)),
        Roll(faces=(Shown(5), Shown(3))),
    )
    assert names(lines) == [
        "battle-1 mortisphere.clash-declared",
        "battle-1 mortisphere.clash-answered",
        "battle-1 mortisphere.clash-fought",
        "battle-1 mortisphere.health-lost",
        "battle-1 mortisphere.member-activated",
        "battle-1 mortisphere.member-activated",
        "battle-1 mortisphere.clash-over",
    ]


def test_reading_writes_nothing(tmp_path: Path) -> None:
    """Neither views nor profiles nor reports add a line or change a byte."""
    season = Season(tmp_path / "ledger.db").season(1)
    before = season.ledger.path.read_bytes()
    with open_views(season.ledger, GAME, tmp_path / "views.db") as views:
        views.catch_up()
        profile(views, SURA)
        views.rebuild()
        views.check()
    assert season.ledger.path.read_bytes() == before
