"""Which battles a campaign has opened, and which of them are open."""

import pytest

from domain.campaign import BattleClosed, BattleListed, CampaignRenamed
from domain.listing import BATTLES, Battles
from domain.terms import Action, Event, Who, WrongUsage

ASH = Who("crew-ash", "Ash")


def told(*events: Event) -> Battles:
    """The list after some events."""
    battles = BATTLES.initial
    for event in events:
        battles = BATTLES.evolve(battles, event)
    return battles


def listed(number: int, *crews: Who) -> BattleListed:
    """A battle that opens."""
    return BattleListed(battle=f"battle-{number}", scenario="last-granary", crews=crews)


def names(battles: Battles) -> list[str]:
    """The open ones."""
    return [one.battle for one in battles.open]


def test_a_battle_is_open_until_it_is_closed() -> None:
    """Void ones are closed too."""
    assert names(told(listed(1, ASH), listed(2, ASH))) == ["battle-1", "battle-2"]
    closed = told(listed(1, ASH), listed(2, ASH), BattleClosed(battle="battle-1", void=True))
    assert names(closed) == ["battle-2"]
    assert [(one.battle, one.open, one.void) for one in closed.all] == [
        ("battle-1", False, True),
        ("battle-2", True, False),
    ]


def test_a_friendly_battle_hides_no_other() -> None:
    """It is open where no counted one is."""
    assert names(told(listed(1), listed(2, ASH))) == ["battle-2"]
    assert names(told(listed(1))) == ["battle-1"]


def test_other_events_do_not_matter() -> None:
    """Nor does the end of a battle that is not listed."""
    assert told(CampaignRenamed(name="a", before="b"), BattleClosed(battle="battle-9")).all == ()


def test_a_list_judges_nothing() -> None:
    """It is only read."""
    with pytest.raises(WrongUsage):
        BATTLES.decide(Battles(), Action())
