"""The deeds of crews and their members between battles, in any game."""

from typing import Any

import pytest

from domain import aftermath, campaign, members, roster
from domain.annals import all_tellers
from domain.books import Item
from domain.games.mortisphere.rules import GAME
from domain.kinds import Deed, Kind
from domain.members import Field
from domain.terms import Event, Who

ASH, IRON = Who("crew-ash", "Ash"), Who("crew-iron", "Iron")
SURA, VEX = Who("crew-ash/2", "Sura"), Who("crew-ash/3", "Vex")
GUN = Item("crew-ash/2#rivet-gun", "rivet-gun")
LAME = Who("lamed", "Lamed")
TELLERS = all_tellers(GAME.chronicle)


def deed(kind: Kind, crew: Who | None = ASH, member: Who | None = SURA, **fields: Any) -> Deed:
    """A deed of Sura in Ash."""
    return Deed(kind=kind, crew=crew, member=member, **fields)


def of_crew(kind: Kind, **fields: Any) -> Deed:
    """A deed of Ash."""
    return deed(kind, member=None, **fields)


def changed(field: Field, before: str, after: str) -> members.MemberChanged:
    """Something of Sura has changed, by her fate."""
    return members.MemberChanged(
        crew=ASH, member=SURA, field=field, before=before, after=after, reason="fate"
    )


TOLD: list[tuple[Event, list[Deed]]] = [
    (
        campaign.CampaignFounded(name="The Final Age", game="mortisphere", edition="2026.1"),
        [Deed(kind=Kind.CAMPAIGN, text="The Final Age")],
    ),
    (
        campaign.CampaignRenamed(name="The Last Age", before="The Final Age"),
        [Deed(kind=Kind.RENAMED, text="The Final Age", detail={"campaign": "The Last Age"})],
    ),
    (
        campaign.HouseSet(option="ties", before="defender", after="none"),
        [Deed(kind=Kind.HOUSE, text="ties", detail={"before": "defender", "after": "none"})],
    ),
    (
        roster.CrewFounded(crew=ASH, player="Ana", purse=50),
        [of_crew(Kind.FOUNDED, number=50, text="Ana")],
    ),
    (
        aftermath.CrewRefounded(crew=ASH, purse=30),
        [of_crew(Kind.FOUNDED, number=30, detail={"again": True})],
    ),
    (roster.CrewRenamed(crew=ASH, before="Cinder"), [of_crew(Kind.RENAMED, text="Cinder")]),
    (aftermath.CrewEnded(crew=ASH, reason="retired"), [of_crew(Kind.FINIS, text="retired")]),
    (
        aftermath.TreasuryChanged(crew=ASH, amount=-4, reason="stake", balance=6, other=(IRON,)),
        [of_crew(Kind.PAID, other=IRON, number=-4, text="stake", detail={"balance": 6})],
    ),
    (aftermath.GrantGiven(crew=ASH, amount=8), [of_crew(Kind.GRANTED, number=8)]),
    (
        aftermath.ItemGained(crew=ASH, item=GUN, name="Rivet Gun", bearer=(SURA,), reason="found"),
        [
            deed(
                Kind.GAINED,
                text="Rivet Gun",
                detail={"why": "found", "item": "crew-ash/2#rivet-gun"},
            )
        ],
    ),
    (
        aftermath.ItemMoved(crew=ASH, item=GUN, name="Rivet Gun", giver=(SURA,), taker=(VEX,)),
        [
            deed(
                Kind.HANDED,
                member=VEX,
                other=SURA,
                text="Rivet Gun",
                detail={"item": "crew-ash/2#rivet-gun"},
            )
        ],
    ),
    (
        aftermath.ItemLost(crew=ASH, item=GUN, name="Rivet Gun", reason="sold"),
        [
            of_crew(
                Kind.LOST,
                text="Rivet Gun",
                detail={"why": "sold", "item": "crew-ash/2#rivet-gun"},
            )
        ],
    ),
    (
        roster.MemberRecruited(
            crew=ASH,
            member=SURA,
            handle="SUR",
            kind="survivor",
            die=6,
            health=2,
            cost=7,
            treasury=43,
            items=(Item("#rivet-gun", "rivet-gun"),),
        ),
        [
            deed(
                Kind.JOINED,
                number=7,
                text="Survivor",
                detail={
                    "die": 6,
                    "health": 2,
                    "grade": "",
                    "captain": False,
                    "term": "",
                    "paid": 7,
                    "balance": 43,
                },
            ),
            deed(
                Kind.GAINED,
                text="Rivet Gun",
                detail={"why": "recruited", "item": "crew-ash/2#rivet-gun"},
            ),
        ],
    ),
    (
        aftermath.CaptainNamed(crew=ASH, member=SURA, will=Who("endure", "Will to Endure")),
        [deed(Kind.CAPTAIN, text="Will to Endure")],
    ),
    (
        roster.MemberRenamed(crew=ASH, member=SURA, before="Little Sura"),
        [deed(Kind.RENAMED, text="Little Sura")],
    ),
    (
        roster.MemberRetired(crew=ASH, member=SURA, reason="dismissed"),
        [deed(Kind.LEFT, text="dismissed")],
    ),
    (
        roster.MemberMoved(crew=ASH, member=SURA, to=IRON, reason="sold for 5"),
        [deed(Kind.SOLD, other=IRON, text="sold for 5")],
    ),
    (
        members.InjuryGained(crew=ASH, member=SURA, injury=LAME),
        [deed(Kind.INJURED, text="Lamed")],
    ),
    (
        members.InjuryRemoved(crew=ASH, member=SURA, injury=LAME, cost=5),
        [deed(Kind.CURED, text="Lamed", number=5)],
    ),
    (
        members.MemberLost(crew=ASH, member=SURA, reason="Destroyed"),
        [deed(Kind.DIED, text="Destroyed")],
    ),
    (
        members.MemberReturned(crew=ASH, member=SURA, reason="ransomed"),
        [deed(Kind.RETURNED, text="ransomed")],
    ),
    (
        members.ExperienceGained(
            crew=ASH, member=SURA, amount=3, total=5, reasons=("survived", "felled an enemy")
        ),
        [deed(Kind.EXPERIENCE, number=3, text="survived, felled an enemy", detail={"total": 5})],
    ),
    (
        members.MemberAdvanced(crew=ASH, member=SURA, advance="tough", name="Tougher", number=1),
        [deed(Kind.ADVANCED, number=1, text="Tougher", detail={"advance": "tough"})],
    ),
    (
        members.AbilityGained(
            crew=ASH, member=SURA, ability=Who("pack-sense", "Pack Sense"), reason="advance"
        ),
        [deed(Kind.ABILITY, text="Pack Sense", detail={"why": "advance"})],
    ),
    (changed(Field.MISSES_NEXT, "no", "yes"), [deed(Kind.MISSES, text="fate")]),
    (changed(Field.MISSES_NEXT, "yes", "no"), []),
    (
        changed(Field.STATUS, "fit", "missing"),
        [deed(Kind.ABSENT, text="missing", detail={"why": "fate"})],
    ),
    (
        changed(Field.DIE, "6", "8"),
        [deed(Kind.CHANGED, text="die", detail={"before": "6", "after": "8", "why": "fate"})],
    ),
    (
        roster.NoteAdded(crew=ASH, text="They sing", members=(SURA, VEX)),
        [deed(Kind.NOTED, text="They sing"), deed(Kind.NOTED, member=VEX, text="They sing")],
    ),
    (roster.NoteAdded(crew=ASH, text="They sing"), [of_crew(Kind.NOTED, text="They sing")]),
]


@pytest.mark.parametrize(
    ("event", "deeds"),
    TOLD,
    ids=[f"{type(event).__name__}-{n}" for n, (event, _) in enumerate(TOLD)],
)
def test_an_event_holds_these_deeds(event: Event, deeds: list[Deed]) -> None:
    """What was done, by whom, to whom and how much, in the names as they were."""
    told = [fact for fact in TELLERS[type(event)](event) if isinstance(fact, Deed)]
    assert told == deeds


def test_a_kind_says_what_it_holds() -> None:
    """A kind is its word, and has a meaning."""
    assert Kind("fell") is Kind.FELL
    assert str(Kind.FELL) == "fell"
    assert all(kind.meaning for kind in Kind)
