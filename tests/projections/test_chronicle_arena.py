"""A battle of the arena told in prose: every sentence worked out from the catalogue."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game import catalogue, load
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.harm import LifeLost
from domain.games.morturi.opening import BattleOpened
from domain.kinds import Kind
from domain.ledger.draft import Pen, Stamp
from domain.ledger.ledger import Ledger
from domain.terms import Who
from projections import deeds
from projections.chronicle.telling import tell
from projections.chronicle.tree import Chapter, Para, Wanted, words
from projections.frame.templates import Frame
from projections.history import history
from projections.profiles import felled
from projections.tallies import fights
from projections.view import DEEDS, Views, open_views
from tests.arena_story import BATTLE, Fight, activate, attack, done, man, roll, school
from tests.season import CAMPAIGN

GAME = load("morturi")
FELLING = ("kills", "neutrals", "falls", "hurt", "dealt")


def recorded(fight: Fight, folder: Path) -> Ledger:
    """A ledger with the events of a fight, as a battle that counts."""
    ledger = Ledger.create(folder / "ledger.db", catalogue("morturi"), CAMPAIGN)
    pen = Pen(ledger.campaign, {BATTLE: 0}, {})
    stamp = Stamp(at="2026-11-29T19:00:00.000Z", by="Ana", program="acta 0.1.0")
    for event in fight.events:
        if isinstance(event, LifeLost) and event.cause.id == "before":
            continue  # so the story found him
        told = replace(event, friendly=False) if isinstance(event, BattleOpened) else event
        batch = pen.lines[0].batch if pen.lines else ""
        pen.write(BATTLE, told, stamp, batch=batch, cause=None)
    assert ledger.append(pen.lines, {BATTLE: 0})
    return ledger


@pytest.fixture
def fight() -> Fight:
    """Felix hits Lucius, who has two life points left, with a 6 for 2 damage: Lucius is out."""
    lucius = man("Lucius", "laquerius", "C4", "s", lost=6)
    found = Fight(school("Ludus", man("Felix", "gallus", "C3")), school("Domus", lucius))
    return found.do(activate("Felix"), attack("Lucius"), roll(6))


@pytest.fixture
def views(fight: Fight, tmp_path: Path) -> Iterator[Views]:
    """The views of its record."""
    with (
        recorded(fight, tmp_path) as ledger,
        open_views(ledger, GAME, None, views=DEEDS) as found,
    ):
        found.catch_up()
        yield found


def test_a_duel_is_told(views: Views) -> None:
    """Who was sent, the first who ever fell, and whose victory it was."""
    (chapter,) = tell(views, Frame(), Wanted(battle=BATTLE)).chapters
    assert said(chapter) == [
        "Ludus sent Felix and Domus sent Lucius into “Battlelines”.",
        "Round one. Felix was the first in all the campaign to fell anybody: Lucius went down.",
        "Felix had the better of it, and Ludus the victory.",
    ]


def said(chapter: Chapter) -> list[str]:
    """The words of paragraphs."""
    return [words(block.spans) for block in chapter.blocks if isinstance(block, Para)]


def test_its_deeds_have_both_sides_and_their_squares(views: Views) -> None:
    """MR-ATK-9: Felix on C3 has hit Lucius on C4, felled him, and Ludus has the crowd's favour."""
    kinds = [Kind.FOUGHT, Kind.FELL, Kind.FELLED, Kind.SCORED, Kind.RESULT]
    rows = deeds.battle(views, BATTLE, kinds=kinds)
    told = [
        (row["kind"], row["name"] or row["crew_name"], row["where"], row["text"]) for row in rows
    ]
    assert told == [
        ("fought", "Felix", "C3", "won"),
        ("fought", "Lucius", "C4", "lost"),
        ("fell", "Lucius", "C4", ""),
        ("felled", "Felix", "C3", ""),
        ("scored", "Felix", "C3", "final blow"),
        ("result", "Ludus", "", "won"),
        ("result", "Domus", "", "lost"),
    ]


def test_blows_that_miss_are_told_as_such(tmp_path: Path) -> None:
    """A 1 hits nobody; nobody is hurt, and nothing has ended."""
    one = man("Felix", "gallus", "C3")
    fight = Fight(school("Ludus", one), school("Domus", man("Lucius", "laquerius", "C4", "s")))
    fight = fight.do(activate("Felix"), attack("Lucius"), roll(1), done)
    with (
        recorded(fight, tmp_path) as ledger,
        open_views(ledger, GAME, None, views=DEEDS) as views,
    ):
        views.catch_up()
        (chapter,) = tell(views, Frame(), Wanted(battle=BATTLE)).chapters
    assert said(chapter)[1:] == [
        "Round one. Felix struck at Lucius in vain; that was all.",
        "It has not ended yet.",
    ]


def test_who_puts_himself_out_has_no_enemy_to_his_name(tmp_path: Path) -> None:
    """MR-ATK-12: given two whom a trick of Ignis puts out, himself and a friend.

    Then it is told so, nothing is owed for it, and no number of his is of enemies.
    """
    ignis, felix = man("Ignis", "pyromancer", "C3"), man("Felix", "gallus", "C4")
    fight = Fight(school("Ludus", ignis, felix), school("Domus", man("Lucius", "gallus", "H8")))
    fire, by = Who("incandescence", "Incandescence"), (fight.who("Ignis"),)
    for who in (fight.who("Felix"), *by):
        fight = fight.given(
            LifeLost(gladiator=who, amount=8, life=0, cause=fire, by=by),
            GladiatorOut(gladiator=who, cause=fire, by=by),
        )
    with (
        recorded(fight, tmp_path) as ledger,
        open_views(ledger, GAME, None) as plain,
        open_views(ledger, GAME, None, views=DEEDS) as views,
    ):
        plain.catch_up()
        views.catch_up()
        (chapter,) = tell(views, Frame(), Wanted(battle=BATTLE)).chapters
        (found,) = fights(views)
        kept = plain.rows(felled([who.id for who in by]))
        kept += history(plain, by[0].id)
    counts = next(part.counts for part in found.parts if part.name == "Ignis")
    assert {what: counts[what].number for what in counts if what in FELLING} == {
        "falls": 1,
        "hurt": 8,
        "dealt": 8,  # to Felix
    }
    assert kept == []
    told = " ".join(said(chapter))
    assert "Felix fell to Ignis, of the same side" in told or "had not spared the own side" in told
    assert "nobody else had done it" in told or "what Ignis had begun" in told
