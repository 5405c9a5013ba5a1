"""A campaign as a book: its cards and their sides, names old and new, lengths, sources, order."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.club import Club
from domain.campaign import CampaignFounded
from domain.kinds import Kind as Deeds
from domain.members import MemberLost
from domain.roster import CrewRenamed, MemberMoved, MemberRenamed, NoteAdded
from domain.terms import NotFound, Who
from projections import deeds
from projections.chronicle import prose
from projections.chronicle.telling import tell
from projections.chronicle.tree import (
    Book,
    Chapter,
    Heading,
    Kind,
    Length,
    Link,
    Listing,
    Name,
    Para,
    Quote,
    Source,
    Spans,
    Table,
    Wanted,
    lines,
    linked,
    words,
)
from projections.crews import members
from projections.frame.templates import Frame
from projections.profiles import profiles
from projections.view import DEEDS, Views, open_views
from tests.projections.telling import ASH, IRON, KILN, NINE, SURA, VEX, Tale

FRAME = Frame()
LONG = "W" * 80
CHAT = 2_000
"""A message has so many characters at most; what is told must leave room for who tells it."""


@pytest.fixture
def tale(tmp_path: Path) -> Tale:
    """A campaign with two crews."""
    told = Tale(tmp_path)
    told.tell(
        "campaign", CampaignFounded(name="The Final Age", game="mortisphere", edition="2026.1")
    )
    told.founded()
    return told


def book(tale: Tale, **wanted: Any) -> Book:
    """A book of what is wanted."""
    return tell(tale.seen(), FRAME, Wanted(**wanted))


def chapters(found: Book) -> dict[str, Chapter]:
    """The chapters of a book by their ids."""
    return {chapter.id: chapter for chapter in found.chapters}


def said(chapter: Chapter) -> str:
    """The words of all paragraphs."""
    return " ".join(words(block.spans) for block in chapter.blocks if isinstance(block, Para))


def won(tale: Tale, battle: str, victim: Who, *by: Who) -> str:
    """A battle in which one falls, and whose crew wins."""
    tale.opened(battle)
    tale.felled(victim, *by, battle=battle)
    return tale.concluded(battle, *((2, 0) if victim in (NINE, KILN) else (0, 2)))


def test_a_book_holds_what_its_contents_say(tale: Tale) -> None:
    """Campaign, battles, crews, members, places, memorial and records, told in that order."""
    batch = won(tale, "battle-1", NINE, SURA)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Destroyed"), within=batch)
    found = book(tale)
    assert found.title == "The Final Age"
    assert [(one.kind, one.id, one.title) for one in found.contents] == [
        ("campaign", "campaign", "The Final Age"),
        ("battle", "battle-1", "1. The Last Granary: Ash and Iron"),
        ("crew", "crew-ash", "Ash"),
        ("crew", "crew-iron", "Iron"),
        ("member", "crew-ash/2", "Sura"),
        ("member", "crew-ash/3", "Vex"),
        ("member", "crew-iron/2", "Unit Nine"),
        ("member", "crew-iron/3", "Kiln"),
        ("place", "place/granary-hall", "Granary Hall"),
        ("memorial", "memorial", "In memory"),
        ("records", "records", "Firsts and records"),
    ]
    assert [chapter.listed for chapter in found.chapters] == list(found.contents)


def test_every_link_leads_to_a_chapter(tale: Tale) -> None:
    """In the book of a whole campaign no link is left open."""
    won(tale, "battle-1", NINE, SURA)
    won(tale, "battle-2", SURA, NINE, KILN)
    found = chapters(book(tale))
    open_ = {to for chapter in found.values() for to in linked(chapter)} - set(found)
    assert open_ == set()


def test_case_38_each_card_has_its_own_side(tale: Tale) -> None:
    """Case 38: on Sura's card it slew, on Nine's it was slain, and neither card says the other."""
    won(tale, "battle-1", NINE, SURA)
    found = chapters(book(tale))
    assert "Sura has felled one: Unit Nine, in battle 1." in said(found[SURA.id])
    assert "fell to Unit Nine" not in said(found[SURA.id])
    assert "Sura" in said(found[NINE.id])
    assert "has felled" not in said(found[NINE.id])


def test_a_grudge_is_open_until_it_is_repaid(tale: Tale) -> None:
    """Nine fell to Sura and repaid it: Nine's card says so, on Sura's it is open since."""
    won(tale, "battle-1", NINE, SURA)
    won(tale, "battle-2", SURA, NINE)
    found = chapters(book(tale))
    assert "Unit Nine fell to Sura in battle 1 and repaid it in battle 2." in said(found[NINE.id])
    assert "Sura fell to Unit Nine in battle 2, and that has not been repaid." in said(
        found[SURA.id]
    )
    (grudges,) = (b for b in found["campaign"].blocks if isinstance(b, Listing))
    assert [words(one) for one in grudges.items] == ["Sura, who fell to Unit Nine in battle 2"]


def test_case_40_a_name_is_the_one_of_then_and_the_index_has_both(tale: Tale) -> None:
    """Case 40: battle 1 is told with the old names, battle 2 with the new ones."""
    won(tale, "battle-1", NINE, SURA)
    new, cinder = Who(SURA.id, "Sura Ash"), Who(ASH.id, "Cinder")
    tale.tell("crew-ash", MemberRenamed(crew=ASH, member=new, before="Sura"))
    tale.tell("crew-ash", CrewRenamed(crew=cinder, before="Ash"))
    tale.met("battle-2", (cinder, (new, VEX)), (IRON, (NINE, KILN)))
    tale.felled(NINE, new, battle="battle-2")
    tale.concluded("battle-2", 2, 0)
    made = book(tale)
    found = chapters(made)
    assert "Ash met Iron" in said(found["battle-1"])
    assert "Sura Ash" not in said(found["battle-1"])
    assert "Cinder" in said(found["battle-2"])
    assert "Sura Ash" in said(found["battle-2"])
    assert Name("Ash", "crew-ash", now="Cinder") in made.names
    assert Name("Cinder", "crew-ash") in made.names
    assert Name("Sura", SURA.id, now="Sura Ash", apart="Cinder") in made.names
    assert Name("Sura Ash", SURA.id, apart="Cinder") in made.names
    assert found["crew-ash"].title == "Cinder"


def test_case_16_a_crew_counts_what_its_members_did_for_it(tale: Tale) -> None:
    """Case 16: Sura fells Nine for Ash, goes to Iron, and fells Vex there: one for each."""
    won(tale, "battle-1", NINE, SURA)
    tale.tell("crew-ash", MemberMoved(crew=ASH, member=SURA, to=IRON, reason="sold for 5"))
    tale.met("battle-2", (ASH, (VEX,)), (IRON, (NINE, KILN, SURA)))
    tale.felled(VEX, SURA, battle="battle-2")
    tale.concluded("battle-2", 0, 2)
    found = chapters(book(tale))
    rolls = {crew: _roll(found[crew]) for crew in ("crew-ash", "crew-iron")}
    assert rolls["crew-ash"]["Sura"] == ["Survivor", "1", "1", "0", ""]
    felled = {crew: len(deeds.crew(tale.seen(), crew, kinds=[Deeds.FELLED])) for crew in rolls}
    assert felled == {"crew-ash": 1, "crew-iron": 1}


def _roll(chapter: Chapter) -> dict[str, list[str]]:
    """The rows of a crew's roll, by name."""
    table = next(block for block in chapter.blocks if isinstance(block, Table))
    cells = [[words(cell) for cell in row] for row in table.rows]
    return {name: rest for name, *rest in cells}


def test_the_dead_are_remembered_with_who_felled_them(tale: Tale) -> None:
    """Nine fell to Sura in battle 1 and died of it."""
    batch = won(tale, "battle-1", NINE, SURA)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Destroyed"), within=batch)
    found = chapters(book(tale))
    (listed,) = found["memorial"].blocks
    assert isinstance(listed, Listing)
    assert [words(one) for one in listed.items] == [
        "Unit Nine of Iron, who fell to Sura in battle 1"
    ]
    assert "Unit Nine died in the end by the hand of Sura, in battle 1." in said(found[NINE.id])


def test_records_and_firsts(tale: Tale) -> None:
    """Battle 1 lasted five rounds, Nine was the first to fall; Sura felled two in battle 2."""
    won(tale, "battle-1", NINE, SURA)
    tale.opened("battle-2")
    tale.felled(NINE, SURA, battle="battle-2")
    tale.felled(KILN, SURA, battle="battle-2")
    tale.concluded("battle-2", 3, 0)
    (table,) = chapters(book(tale))["records"].blocks
    assert isinstance(table, Table)
    rows = {words(row[0]): [words(cell) for cell in row[1:]] for row in table.rows}
    assert rows == {
        "First to fall": ["Unit Nine", "", "battle 1"],
        "Longest battle, in rounds": ["Ash and Iron", "5", "battle 1 and battle 2"],
        "Most fallen in one battle": ["Ash and Iron", "2", "battle 2"],
        "Most felled by one in one battle": ["Sura", "2", "battle 2"],
        "Most felled by one in all": ["Sura", "3", "battle 2"],
        "Widest margin of a victory": ["Ash", "3", "battle 2"],
    }


def test_notes_of_a_member_stand_on_its_card(tale: Tale) -> None:
    """Word for word, with the line in which they were written."""
    tale.tell("crew-ash", NoteAdded(crew=ASH, text="She\nlaughs", members=(SURA,)))
    found = chapters(book(tale))[SURA.id]
    (note,) = (block for block in found.blocks if isinstance(block, Quote))
    assert (note.text, note.address) == ("She\nlaughs", "crew-ash/4")


def test_what_is_not_there_is_not_told(tale: Tale) -> None:
    """A battle, crew or member that nobody knows is refused, at every length."""
    for length in Length:
        for what in ("battle", "crew", "member"):
            with pytest.raises(NotFound):
                list(book(tale, **{what: "nobody"}, length=length).chapters)


def length_of(found: Book) -> int:
    """How many characters a book has: its title and all that is said."""
    return len(found.title) + sum(
        len(words(line)) + 1 for chapter in found.chapters for line in lines(chapter)
    )


@pytest.mark.parametrize("what", ["", "battle", "crew", "member"])
def test_a_headline_fits_a_chat_whatever_the_names(tmp_path: Path, what: str) -> None:
    """Eighty wide letters for everybody: fewer sentences and shorter names, but never too long."""
    tale = Tale(tmp_path)
    name = CampaignFounded(name=LONG, game="mortisphere", edition="2026.1")
    tale.tell("campaign", name)
    tale.founded()
    ash, iron = Who(ASH.id, f"A{LONG[1:]}"), Who(IRON.id, f"I{LONG[1:]}")
    sura, nine = Who(SURA.id, f"S{LONG[1:]}"), Who(NINE.id, f"N{LONG[1:]}")
    tale.tell("crew-ash", CrewRenamed(crew=ash, before="Ash"))
    tale.tell("crew-ash", MemberRenamed(crew=ash, member=sura, before="Sura"))
    for number in range(1, 9):
        battle = f"battle-{number}"
        tale.met(battle, (ash, (sura, VEX)), (iron, (nine, KILN)))
        tale.felled(nine, sura, battle=battle)
        tale.concluded(battle, 2, 1)
    ids = {"battle": "battle-7", "crew": ASH.id, "member": SURA.id}
    found = book(tale, length=Length.HEADLINE, **({what: ids[what]} if what else {}))
    assert 0 < length_of(found) < CHAT * 3 // 4
    assert len(found.contents) == 1


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Views]:
    """Three battles of robots, with their aftermaths."""
    played = Club(tmp_path_factory.mktemp("club") / "ledger.db", "chronicle")
    for _ in range(3):
        played.evening()
    with open_views(played.ledger, played.game, None, views=DEEDS) as views:
        views.catch_up()
        yield views
    played.ledger.close()


UNSOURCED = {
    "quiet",
    "campaign-battle",
    "campaign-battles",
    "leads-table",
    "lead-table",
    "never-fought",
    "crew-no-battle",
}
"""Sentences that count or say that nothing happened: no one event is behind them."""


def test_no_form_comes_twice_in_a_row_and_every_sentence_has_its_source(
    club: Views, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is in any chapter of a campaign that robots played."""
    form, say = prose.Prose.form, prose.Prose.say
    last: dict[int, tuple[prose.Prose, str]] = {}
    twice: list[str] = []
    bare: set[str] = set()

    def watched(self: prose.Prose, code: str) -> str:
        found = form(self, code)
        before = last.get(id(self))
        if before is not None and before[0] is self and before[1] == found:
            twice.append(found)
        last[id(self)] = (self, found)
        return found

    def sourced(self: prose.Prose, code: str, *rows: Any, **values: Any) -> Spans:
        found = say(self, code, *rows, **values)
        if not any(isinstance(span, Source) for span in found):
            bare.add(code)
        return found

    monkeypatch.setattr(prose.Prose, "form", watched)
    monkeypatch.setattr(prose.Prose, "say", sourced)
    for length in Length:
        made = list(tell(club, FRAME, Wanted(length=length)).chapters)
        assert made
    assert twice == []
    assert bare - UNSOURCED == set()


def test_the_same_record_gives_the_same_text(club: Views) -> None:
    """Told twice, and told alone, a battle reads as it does in the book."""
    whole = chapters(tell(club, FRAME, Wanted()))
    assert whole == chapters(tell(club, FRAME, Wanted()))
    for story in deeds.fought(club):
        (alone,) = tell(club, FRAME, Wanted(battle=story)).chapters
        assert alone == whole[story]


def test_chapters_of_one_crew(club: Views) -> None:
    """The book of a crew has its own chapter, its battles, and its members, and no others."""
    crew = next(iter(chapters_of(club, Kind.CREW)))
    found = tell(club, FRAME, Wanted(crew=crew))
    kinds = [one.kind for one in found.contents]
    assert kinds.count(Kind.CREW) == 1
    fought = {row["story"] for row in deeds.crew(club, crew, kinds=[Deeds.MET])}
    assert {one.id for one in found.contents if one.kind is Kind.BATTLE} == fought
    assert len(list(found.chapters)) == len(found.contents)


def chapters_of(club: Views, kind: Kind) -> list[str]:
    """The ids of the chapters of a kind."""
    return [one.id for one in tell(club, FRAME, Wanted()).contents if one.kind is kind]


def test_case_124_no_entry_is_lost_however_long_it_goes_on(tale: Tale) -> None:
    """Case 124: each of 24 battles is on the card and in the chapter of the campaign."""
    for number in range(1, 25):
        won(tale, f"battle-{number}", NINE, SURA)
    found = chapters(book(tale))
    card = next(block for block in found[SURA.id].blocks if isinstance(block, Table))
    assert len(card.rows) == 24
    assert "In all Sura has felled 24: Unit Nine (24 times)." in said(found[SURA.id])
    told = [block for block in found["campaign"].blocks if isinstance(block, Para)]
    battles = {s.to for block in told for s in block.spans if isinstance(s, Link)}
    assert {f"battle-{number}" for number in range(1, 25)} <= battles
    headings = [words(b.spans) for b in found["campaign"].blocks if isinstance(b, Heading)]
    assert headings == ["The table", "Battle by battle", "Not repaid yet"]


def test_deeds_and_profiles_count_alike(club: Views) -> None:
    """Battles, kills and falls of everybody, counted in deeds and in profiles, are the same.

    What a neutral was felled by is no kill of a profile (MS-NEU-1).
    """
    rows = deeds.told(club, kinds=[Deeds.DEPLOYED, Deeds.FELLED, Deeds.FELL])
    fought = {(row["member"], row["story"]) for row in rows if row["kind"] == Deeds.DEPLOYED}
    kills = [r["member"] for r in rows if r["kind"] == Deeds.FELLED and r["other_crew"]]
    falls = [row["member"] for row in rows if row["kind"] == Deeds.FELL]
    found = profiles(club, members.c.member != "")
    assert found
    for one in found:
        counted = (
            sum(member == one["id"] for member, _ in fought),
            kills.count(one["id"]),
            falls.count(one["id"]),
        )
        assert counted == (one["battles"], one["kills"], one["falls"]), one["name"]
