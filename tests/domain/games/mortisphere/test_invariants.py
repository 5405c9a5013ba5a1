"""MS-EVT-6: robots play battles and whole campaigns; what must hold, holds after every event."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.campaign import GAME
from benchmarks.club import Club
from domain.audit import audit
from domain.findings import Verdict
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.clash import ClashDeclared, Struck
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.initiative import CrewNumber, InitiativeTaken
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.rounds import BattleConcluded
from domain.terms import Event, Who
from projections.view import open_views
from tests.invariants import INVARIANTS, Watch
from tests.story import Story, clash, crew, d, member, respond, roll
from tests.watching import Broken

SEASON = 20


class Table:
    """Sees every event of a club; each battle has its own watch."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.concluded = 0

    def see(self, before: Any, event: Event, after: Any) -> None:
        """Watch the battles; what a whole evening tells is remembered, and that is all."""
        if isinstance(event, BattleOpened):
            self.watch = Watch()
        if isinstance(before, Fighting):
            self.watch.see(before, event, after)
            self.concluded += isinstance(event, BattleConcluded)
        assert event.told()


def check(folder: Path, seed: str, *, seasons: int = 0, friendlies: int = 0) -> None:
    """A club plays; the audit is clean, views caught up on the way are as if built anew."""
    table = Table()
    club = Club(folder / "ledger.db", seed, table.see)
    with open_views(club.ledger, GAME, folder / "views.db") as views:
        for number in range(seasons + friendlies):
            club.evening() if number < seasons else club.friendly()
            if number % 3 == 0:
                views.catch_up()
        views.catch_up()
        assert table.concluded == seasons + friendlies
        report = audit(club.ledger, stale=views.check)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
    club.ledger.close()


def test_battles_hold_what_must_hold(tmp_path: Path) -> None:
    """16 battles of guests under any house rules, over every scenario."""
    check(tmp_path, "battles", friendlies=16)


@pytest.mark.parametrize("number", range(2))
def test_campaigns_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """A campaign of 4 battles with all that is between them; its rules change on the way."""
    check(tmp_path, f"campaign {number}", seasons=4)


@pytest.mark.long
@pytest.mark.parametrize("number", range(100))
def test_ten_thousand_battles_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, a hundred times a hundred battles."""
    check(tmp_path, f"hundred {number}", friendlies=100)


@pytest.mark.long
@pytest.mark.parametrize("number", range(200))
def test_two_hundred_campaigns_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, 200 campaigns of 20 battles."""
    check(tmp_path, f"season {number}", seasons=SEASON)


# Each check bites: a true battle with one event forged, or the board after it


RAT_BEATS_NINE = Story(
    crew("Ash", *d(6, "Rat", "Cat")), crew("Iron", member("Nine", 8), member("Ten", 8))
).do(clash("Rat > Nine"), respond("Nine"), roll(6, 2))
NINE_ABSORBS = Story(
    crew("Ash", *d(6, "Rat", "Cat")), crew("Iron", member("Nine", 8), member("Ten", 8))
).do(clash("Rat > Nine"), respond(), roll(6))


def forged(story: Story, kind: type[Event], **changes: Any) -> Event:
    """The newest event of a kind, with other facts."""
    newest = next(event for event in reversed(story.events) if isinstance(event, kind))
    return msgspec.structs.replace(newest, **changes)


def seen(story: Story, *more: Event) -> None:
    """Watch a whole battle as it was told, and then events that no rule would yield."""
    watch, battle = Watch(), Fighting()
    for event in (*story.events, *more):
        before, battle = battle, evolve(battle, event)
        watch.see(before, event, battle)


NINE_HARMED = NINE_ABSORBS.retold(
    NINE_ABSORBS.events[: 1 + NINE_ABSORBS.events.index(NINE_ABSORBS.one(ClashFought))]
)
RAT, CAT, NINE, TEN = (RAT_BEATS_NINE.who(name) for name in ("Rat", "Cat", "Nine", "Ten"))
IRON, HALL = RAT_BEATS_NINE.who("Iron"), Who("hall", "Granary Hall")
DOWN = MemberIncapacitated(member=CAT, area=HALL)
CLASH = ClashDeclared(
    crew=RAT_BEATS_NINE.who("Ash"), area=HALL, strikes=(Struck(initiators=(CAT,), target=NINE),)
)


def strikes(*struck: Struck) -> ClashDeclared:
    """A Clash of these strikes, forged."""
    return msgspec.structs.replace(CLASH, strikes=struck)


FORGED: dict[str, tuple[Story, tuple[Event, ...]]] = {
    "INV-1": (RAT_BEATS_NINE, (forged(RAT_BEATS_NINE, HealthLost, lost=4),)),  # a d8 has 3
    "INV-2": (RAT_BEATS_NINE, (DOWN, CLASH)),
    "INV-3": (RAT_BEATS_NINE, (CLASH, forged(RAT_BEATS_NINE, ClashFought))),  # Rat once more
    "INV-4": (RAT_BEATS_NINE, (strikes(Struck(initiators=(CAT,), target=RAT)),)),
    "INV-5": (
        RAT_BEATS_NINE,
        (
            strikes(Struck(initiators=(CAT,), target=TEN)),
            forged(RAT_BEATS_NINE, ClashFought, initiators=(CAT,), defenders=(TEN,)),
        ),
    ),
    "INV-6": (
        RAT_BEATS_NINE,
        (
            forged(
                RAT_BEATS_NINE,
                ClashFought,
                dice=tuple(
                    msgspec.structs.replace(die, natural=9)
                    for die in RAT_BEATS_NINE.one(ClashFought).dice
                ),
            ),
        ),
    ),
    "INV-7": (NINE_HARMED, (forged(NINE_ABSORBS, HealthLost, member=RAT, by=(NINE,)),)),
    "INV-8": (RAT_BEATS_NINE, (strikes(Struck(initiators=(CAT, RAT), target=NINE, swarm=True)),)),
    "INV-9": (
        RAT_BEATS_NINE,
        (
            forged(
                RAT_BEATS_NINE,
                InitiativeTaken,
                values=(CrewNumber(RAT_BEATS_NINE.who("Ash"), 12), CrewNumber(IRON, 16)),
                order=(IRON, RAT_BEATS_NINE.who("Ash")),
            ),
        ),
    ),
}


@pytest.mark.parametrize("number", FORGED)
def test_an_invariant_that_does_not_hold_is_found(number: str) -> None:
    """MS-EVT-6: each check finds a battle that breaks its own statement."""
    story, more = FORGED[number]
    seen(story)
    with pytest.raises(Broken, match=f"^{number} "):
        seen(story, *more)


def test_a_battle_that_is_told_otherwise_is_found() -> None:
    """MS-EVT-2, -6: the state at the end is the fold of the events and of nothing else."""
    over = BattleConcluded()
    end = evolve(RAT_BEATS_NINE.battle, over)
    watch, battle = Watch(), Fighting()
    for event in RAT_BEATS_NINE.events:
        before, battle = battle, evolve(battle, event)
        watch.see(before, event, battle)
    with pytest.raises(Broken, match=r"^INV-10 "):
        watch.see(battle, over, msgspec.structs.replace(end, round=9))


def test_the_list_is_the_rulebook_s() -> None:
    """MS-EVT-6: ten statements, numbered as they stand there."""
    assert [each.id for each in INVARIANTS] == [f"INV-{n}" for n in range(1, 11)]
    assert len({each.text for each in INVARIANTS}) == 10
