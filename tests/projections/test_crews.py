"""What views tell of crews is what the books say, whatever happened between battles."""

from pathlib import Path
from typing import Any

import pytest

from domain.aftermath import CaptainNamed, CrewEnded, ItemGained, ItemMoved, TreasuryChanged
from domain.books import Books, Crew, Item, Member
from domain.campaign import STORY, BattleClosed
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.worth import worth_sum
from domain.ledger.fold import fold
from domain.ledger.ledger import Ledger
from domain.members import (
    AbilityGained,
    ExperienceGained,
    Field,
    InjuryGained,
    InjuryRemoved,
    MemberAdvanced,
    MemberChanged,
    MemberLost,
    MemberReturned,
)
from domain.terms import Who
from domain.undo import batches
from projections.profiles import profile
from projections.rosters import roster, rosters
from projections.view import Views, open_views
from tests.projections.telling import ASH, SURA, VEX, Telling
from tests.season import GAME, Season

SEEDS = ("rust", *(pytest.param(seed, marks=pytest.mark.long) for seed in ("salt", "embers")))


def folded(ledger: Ledger) -> Books:
    """The books, told anew from the record in the order of the log."""
    lines = [line for _, line in ledger.page(0, ledger.head())]
    return fold(GAME.books, [one for one in lines if one.story == STORY or "crew-" in one.story])


def as_told(views: Views, crew: Crew) -> dict[str, Any]:
    """A crew of the books, in the words of `crew show --json`."""
    said = views.game.chronicle.said
    return {
        "crew": crew.who.name,
        "player": crew.player,
        "captain": next((m.who.name for m in crew.present if m.captain), ""),
        "value": sum(m.die for m in crew.members if m.fit),
        "rating": sum(worth_sum(book(), m).total for m in crew.members if m.fit),
        "treasury": crew.treasury,
        "store": [said("item", item.kind) for item in crew.store],
        "founding": crew.founding,
        "ended": crew.ended,
        "fit": len(crew.fit),
        "members": [_member(views, one) for one in crew.members],
    }


def _member(views: Views, one: Member) -> dict[str, Any]:
    said = views.game.chronicle.said
    unfit = one.status == "fit" and one.misses_next
    return {
        "id": one.who.id,
        "name": one.who.name,
        "handle": one.handle,
        "type": said("type", one.kind),
        "die": one.die,
        "captain": one.captain,
        "abilities": [said("ability", each) for each in one.abilities],
        "equipment": [said("item", item.kind) for item in one.items],
        "experience": one.experience,
        "advances": [said("advance", each) for each in one.learned],
        "lasting_injuries": [said("injury", each) for each in one.injuries],
        "status": "unfit" if unfit else str(one.status),
    }


def agree(views: Views, ledger: Ledger) -> None:
    """Every crew and member of the views is as in the books."""
    views.catch_up()
    books = folded(ledger)
    listed = {row["id"]: row for row in rosters(views)}
    assert set(listed) == set(books.crews)
    for id_, crew in books.crews.items():
        expected, shown = as_told(views, crew), roster(views, id_)
        told = expected.pop("members")
        assert {what: listed[id_][what] for what in expected} == expected
        assert {what: shown[what] for what in expected} == expected
        assert [{what: each[what] for what in told[0]} for each in shown["members"]] == told
        for member, each in zip(crew.members, shown["members"], strict=True):
            assert each["max_health"] - each["health"] == min(member.lost, each["max_health"])


@pytest.mark.parametrize("seed", SEEDS)
def test_views_of_a_season_are_the_books(tmp_path: Path, seed: str) -> None:
    """Case 16: value, rating and money of crews are the sums of their members at that time.

    Three battles with their aftermaths; then lines are taken back, one by one, and put back.
    """
    season = Season(tmp_path / "ledger.db", seed=seed)
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    ledger, taken = season.ledger, list[str]()
    with open_views(ledger, GAME, tmp_path / "views.db") as views:
        for _ in range(3):
            season.settle(season.play(season.open(ash, iron)))
            agree(views, ledger)
        for batch in reversed(batches(ledger.story("battle-3"))[-12:]):
            ledger.retract(batch.id, stamp=season.stamp())
            taken.append(batch.id)
            agree(views, ledger)
        for batch_id in reversed(taken):
            ledger.restore(batch_id, stamp=season.stamp())
            agree(views, ledger)
        assert views.check() == []
        views.rebuild()
        agree(views, ledger)


def test_an_undone_battle_leaves_crews_as_they_were(tmp_path: Path) -> None:
    """Case 7, as far as undo goes: the unspent that founding took comes back with all else."""
    season = Season(tmp_path / "ledger.db")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    with open_views(season.ledger, GAME, None) as views:
        views.catch_up()
        before = rosters(views)
        season.open(ash, iron)
        agree(views, season.ledger)
        assert [row["founding"] for row in rosters(views)] == [False, False]
        (opening,) = batches(season.ledger.story("battle-1"))
        season.ledger.retract(opening.id, stamp=season.stamp())
        agree(views, season.ledger)
        assert rosters(views) == before


@pytest.fixture
def told(tmp_path: Path) -> Telling:
    """Two crews."""
    return Telling(tmp_path).founded()


def _altered(field: Field, before: str, after: str) -> MemberChanged:
    return MemberChanged(
        crew=ASH, member=SURA, field=field, before=before, after=after, reason="Fate"
    )


def test_what_an_aftermath_does_to_a_member(told: Telling) -> None:
    """Each event leaves its trace in the profile; a line taken back leaves none."""
    lamed, cut = Who("lamed", "Lamed"), Who("clouded", "Clouded")
    ability = Who("last-cartridge", "Last Cartridge")
    for event in (
        ExperienceGained(crew=ASH, member=SURA, amount=4, total=4, reasons=("victory",)),
        MemberAdvanced(crew=ASH, member=SURA, advance="instinct", name="Instinct", number=1),
        AbilityGained(crew=ASH, member=SURA, ability=ability, reason="Instinct"),
        InjuryGained(crew=ASH, member=SURA, injury=lamed),
        InjuryGained(crew=ASH, member=SURA, injury=cut),
        InjuryRemoved(crew=ASH, member=SURA, injury=lamed, cost=5),
        _altered(Field.DIE, "6", "8"),
    ):
        told.tell("crew-ash", event)
    batch = told.tell("crew-ash", _altered(Field.MISSES_NEXT, "no", "yes"))
    shown = profile(told.seen(), SURA.id)
    assert (shown["experience"], shown["advances"], shown["die"]) == (4, ["Instinct"], 8)
    assert (shown["abilities"], shown["lasting_injuries"]) == (["Last Cartridge"], ["Clouded"])
    assert shown["status"] == "unfit"
    assert roster(told.seen(), "crew-ash")["value"] == 8  # Vex alone can be fielded
    told.ledger.retract(batch, stamp=told.stamp())
    assert profile(told.seen(), SURA.id)["status"] == "fit"
    assert roster(told.seen(), "crew-ash")["value"] == 8 + 8


def test_what_an_aftermath_does_to_a_crew(told: Telling) -> None:
    """Money, things in store and in hands, who leads it, who is gone, whether it goes on."""
    gun = Item("crew-ash/5#rivet-gun", "rivet-gun")
    told.tell("crew-ash", TreasuryChanged(crew=ASH, amount=6, reason="salvage", balance=42))
    told.tell("crew-ash", ItemGained(crew=ASH, item=gun, name="Rivet Gun", reason="bought"))
    assert roster(told.seen(), "crew-ash")["store"] == ["Rivet Gun"]
    told.tell("crew-ash", ItemMoved(crew=ASH, item=gun, name="Rivet Gun", taker=(SURA,)))
    told.tell("crew-ash", MemberLost(crew=ASH, member=VEX, reason="dead"))
    endure = Who("endure", "Will to Endure")
    told.tell("crew-ash", CaptainNamed(crew=ASH, member=SURA, will=endure))
    told.tell("crew-ash", CrewEnded(crew=ASH, reason="nobody is left"))
    shown = roster(told.seen(), "crew-ash")
    assert (shown["treasury"], shown["store"], shown["captain"]) == (42, [], "Sura")
    assert (shown["ended"], shown["fit"]) == (True, 1)
    assert [each["status"] for each in shown["members"]] == ["fit", "lost"]
    assert shown["members"][0]["equipment"] == ["Rivet Gun"]


def test_who_was_missing_comes_back(told: Telling) -> None:
    """It is away, and counts for nothing until it has returned."""
    told.tell("crew-ash", _altered(Field.STATUS, "fit", "missing"))
    assert profile(told.seen(), SURA.id)["status"] == "missing"
    told.tell("crew-ash", MemberReturned(crew=ASH, member=SURA, reason="found"))
    assert profile(told.seen(), SURA.id)["status"] == "fit"


def test_injuries_are_counted_where_the_battle_counts(told: Telling) -> None:
    """MS-HIS-3: a fate that hurts counts, one that does not or was taken back or is void none."""
    told.opened("battle-1").concluded("battle-1", 4, 2)
    lamed = FateResolved(member=SURA, crew=ASH, result="lamed", name="Lamed")
    batch = told.tell("battle-1", lamed)
    told.tell("battle-1", FateResolved(member=VEX, crew=ASH, result="unharmed", name="Unharmed"))

    def injuries() -> list[int]:
        return [each["injuries"] for each in roster(told.seen(), "crew-ash")["members"]]

    assert injuries() == [1, 0]
    told.ledger.retract(batch, stamp=told.stamp())
    assert injuries() == [0, 0]
    told.ledger.restore(batch, stamp=told.stamp())
    assert injuries() == [1, 0]
    told.tell(STORY, BattleClosed(battle="battle-1", void=True))
    assert injuries() == [0, 0]
