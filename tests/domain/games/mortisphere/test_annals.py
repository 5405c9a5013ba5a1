"""The deeds of each event, worked out by hand from what the rulebook says that the event means."""

from typing import Any

import pytest

from domain.annals import all_tellers
from domain.chronicle import Deployed, Fact
from domain.games.mortisphere import captain, carrying, escorts, happenings, health, objectives
from domain.games.mortisphere.after.changing import MemberTransformed
from domain.games.mortisphere.after.discoveries import DiscoveryMade, ItemFound
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.annals import DEEDS
from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.control import AreaControlled, AreaLost
from domain.games.mortisphere.deployment import MemberDeployed
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.leaving import MemberWithdrew
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought, MemberFinished
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.rounds import CrewWithdrew
from domain.games.mortisphere.rules import GAME
from domain.games.mortisphere.ruling import MemberReturned, NoteAdded, RulingRecorded
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.underway import Mode
from domain.kinds import Deed, Kind
from domain.terms import Event, Who
from domain.throwing import Source

ASH, IRON = Who("crew-ash", "Ash"), Who("crew-iron", "Iron")
SURA, VEX = Who("crew-ash/2", "Sura"), Who("crew-ash/3", "Vex")
NINE = Who("crew-iron/2", "Unit Nine")
CHILD = Who("neutral/1", "The Child")
HALL, YARD = Who("hall", "Granary Hall"), Who("yard", "Yard")
BIN, GRAIN = Who("bin", "Open a bin"), Who("grain", "The grain")
RUST = Modifier(Who("rust.feed", "Rust Feeder"), 1)


def die(member: Who, sides: int, face: int, final: int) -> DieShown:
    """A die as it fell, and what it counts for."""
    return DieShown(member=member, die=sides, maximum=sides, natural=face, capped=face, final=final)


def clash(
    mode: Mode, outcome: Outcome, *dice: DieShown, ours: tuple[Who, ...], **more: Any
) -> Event:
    """A pairing of a Clash with Unit Nine."""
    return ClashFought(
        source=Source.TABLE,
        pairing=1,
        initiators=ours,
        defenders=(NINE,),
        mode=mode,
        dice=dice,
        outcome=outcome,
        **more,
    )


def told(event: Event) -> list[Fact]:
    """The deeds of an event."""
    return list(DEEDS[type(event)](event))


def test_a_pairing_is_told_from_both_sides() -> None:
    """MS-RES-4: Sura's d6 shows 5 and counts 6, Nine's d10 shows 3: Sura has won, Nine has lost."""
    event = clash(
        Mode.DEFEND,
        Outcome.INITIATOR,
        die(SURA, 6, 5, 6),
        die(NINE, 10, 3, 3),
        ours=(SURA,),
        initiator_result=6,
        defender_result=3,
    )
    assert told(event) == [
        Deed(
            kind=Kind.FOUGHT,
            member=SURA,
            other=NINE,
            number=6,
            text="won",
            detail={
                "first": True,
                "how": "defend",
                "against": 3,
                "foes": [["crew-iron/2", "Unit Nine"]],
                "die": 6,
                "face": 5,
                "against_die": 10,
            },
        ),
        Deed(
            kind=Kind.FOUGHT,
            member=NINE,
            other=SURA,
            number=3,
            text="lost",
            detail={
                "first": False,
                "how": "defend",
                "against": 6,
                "foes": [["crew-ash/2", "Sura"]],
                "die": 10,
                "face": 3,
                "against_die": 6,
            },
        ),
    ]


def test_who_absorbs_throws_no_die() -> None:
    """MS-ABS-4: the Presence 2 of a target that absorbs is its number, and it throws nothing."""
    event = clash(
        Mode.ABSORB,
        Outcome.UNHARMED,
        die(SURA, 6, 2, 2),
        ours=(SURA,),
        initiator_result=2,
        presence=2,
    )
    sura, nine = told(event)
    assert isinstance(sura, Deed)
    assert isinstance(nine, Deed)
    assert (sura.text, sura.number, sura.detail["against"]) == ("lost", 2, 2)
    assert (nine.text, nine.number, nine.detail["against"]) == ("won", 2, 2)
    assert "die" not in nine.detail
    assert "against_die" not in sura.detail


def test_each_of_a_swarm_fought() -> None:
    """MS-SWA-7: both of a Swarm have fought beside each other, and drawn with the same result."""
    event = clash(
        Mode.DEFEND,
        Outcome.TIE,
        die(SURA, 6, 2, 2),
        die(VEX, 8, 4, 4),
        die(NINE, 10, 6, 6),
        ours=(SURA, VEX),
        swarm=True,
        initiator_result=6,
        defender_result=6,
    )
    sura, vex, nine = told(event)
    assert isinstance(sura, Deed)
    assert isinstance(vex, Deed)
    assert isinstance(nine, Deed)
    assert [deed.text for deed in (sura, vex, nine)] == ["drew", "drew", "drew"]
    assert sura.detail["beside"] == [["crew-ash/3", "Vex"]]
    assert vex.detail["beside"] == [["crew-ash/2", "Sura"]]
    assert nine.detail["foes"] == [["crew-ash/2", "Sura"], ["crew-ash/3", "Vex"]]
    assert nine.detail["against_die"] == 8  # the largest that stood against it


def deed(kind: Kind, **fields: Any) -> list[Deed]:
    """One deed."""
    return [Deed(kind=kind, **fields)]


TOLD: list[tuple[Event, list[Deed]]] = [
    (
        health.HealthLost(member=SURA, amount=2, lost=2, maximum_roll=4, by=(NINE,)),
        [
            *deed(Kind.HURT, member=SURA, other=NINE, number=2, detail={"lost": 2, "strain": 0}),
            *deed(Kind.DEALT, member=NINE, other=SURA, number=2),
        ],
    ),
    (
        health.HealthLost(member=SURA, amount=1, lost=1, maximum_roll=4),
        deed(Kind.HURT, member=SURA, number=1, detail={"lost": 1, "strain": 0}),
    ),
    (
        health.HealthRegained(member=SURA, amount=1, lost=0, maximum_roll=6, sources=(RUST,)),
        deed(Kind.MENDED, member=SURA, number=1, detail={"lost": 0, "cause": "Rust Feeder"}),
    ),
    (
        health.NeutralFelled(neutral=CHILD, by=(SURA, VEX), area=HALL),
        [
            *deed(
                Kind.FELL,
                member=CHILD,
                other=SURA,
                where=HALL,
                number=2,
                detail={"by": [["crew-ash/2", "Sura"], ["crew-ash/3", "Vex"]]},
            ),
            *deed(Kind.FELLED, member=SURA, other=CHILD, number=2),
            *deed(Kind.FELLED, member=VEX, other=CHILD, number=2),
        ],
    ),
    (MemberFinished(member=NINE, by=(SURA,)), deed(Kind.FINISHED, member=NINE, other=SURA)),
    (MemberActivated(member=SURA, reason="held"), deed(Kind.ACTED, member=SURA, text="held")),
    (
        MemberMoved(member=SURA, before=YARD, to=HALL, reason="flees"),
        deed(Kind.MOVED, member=SURA, where=HALL, text="flees", detail={"before": "yard"}),
    ),
    (
        escorts.NeutralMoved(neutral=CHILD, before=YARD, to=HALL),
        deed(Kind.MOVED, member=CHILD, where=HALL, detail={"before": "yard"}),
    ),
    (captain.CaptainBroken(member=VEX), deed(Kind.BROKE, member=VEX)),
    (captain.CaptainStood(source=Source.TABLE, member=VEX), deed(Kind.STOOD, member=VEX)),
    (
        captain.CaptainGaveWay(source=Source.TABLE, member=VEX, dice=(die(VEX, 8, 1, 1),)),
        deed(Kind.GAVE_WAY, member=VEX),
    ),
    (
        captain.CaptainFell(member=VEX, crew=ASH, by=(NINE,), area=HALL, effect="", after_round=1),
        deed(Kind.LED_AND_FELL, crew=ASH, member=VEX, other=NINE, where=HALL),
    ),
    (
        captain.HarmPrevented(member=SURA, amount=1, by=VEX, effect=Who("wall", "Stone Wall")),
        deed(Kind.SPARED, member=SURA, other=VEX, number=1, text="Stone Wall"),
    ),
    (
        objectives.ObjectiveChannelled(member=SURA, crew=ASH, objective=BIN, copy=1, amount=1),
        deed(Kind.BEGAN, crew=ASH, member=SURA, text="Open a bin"),
    ),
    (
        objectives.ObjectiveProgressed(
            member=SURA, crew=ASH, objective=BIN, copy=1, amount=1, total=1, required=2
        ),
        deed(
            Kind.PROGRESSED,
            crew=ASH,
            member=SURA,
            number=1,
            text="Open a bin",
            detail={"needed": 2},
        ),
    ),
    (
        objectives.ChannelInterrupted(
            member=SURA, crew=ASH, objective=BIN, copy=1, by=(NINE,), last_needed=True
        ),
        deed(
            Kind.THWARTED,
            crew=ASH,
            member=SURA,
            other=NINE,
            text="Open a bin",
            detail={"last": True},
        ),
    ),
    (
        PointsScored(crew=ASH, points=2, total=3, reason="Open a bin"),
        deed(Kind.SCORED, crew=ASH, number=2, text="Open a bin", detail={"total": 3}),
    ),
    (AreaControlled(area=HALL, crew=ASH, round=1), deed(Kind.HELD, crew=ASH, where=HALL)),
    (AreaLost(area=HALL, crew=ASH, round=2), deed(Kind.CEDED, crew=ASH, where=HALL)),
    (
        carrying.ItemTaken(item=GRAIN, member=SURA, area=HALL),
        deed(Kind.TOOK, member=SURA, where=HALL, text="The grain"),
    ),
    (
        carrying.ItemDropped(item=GRAIN, member=SURA, area=HALL),
        deed(Kind.DROPPED, member=SURA, where=HALL, text="The grain"),
    ),
    (
        carrying.ItemDestroyed(item=GRAIN, member=SURA, area=HALL),
        deed(Kind.DESTROYED, member=SURA, where=HALL, text="The grain"),
    ),
    (
        carrying.ItemCarriedOut(item=GRAIN, member=SURA, crew=ASH, area=YARD),
        deed(Kind.DELIVERED, crew=ASH, member=SURA, where=YARD, text="The grain"),
    ),
    (
        escorts.NeutralExited(neutral=CHILD, area=YARD, crew=ASH, member=SURA),
        deed(Kind.DELIVERED, crew=ASH, member=SURA, where=YARD, text="The Child"),
    ),
    (
        escorts.NeutralTaken(neutral=CHILD, crew=ASH, by=SURA),
        deed(Kind.DELIVERED, crew=ASH, member=SURA, text="The Child"),
    ),
    (
        happenings.Happened(
            happening=Who("flood", "The flood"), round=2, area=HALL, die=6, units=(SURA,)
        ),
        [
            *deed(Kind.HAPPENED, where=HALL, text="The flood"),
            *deed(Kind.HAPPENED, member=SURA, where=HALL, text="The flood"),
        ],
    ),
    (
        MemberWithdrew(member=SURA, crew=ASH, area=YARD),
        deed(Kind.WITHDREW, crew=ASH, member=SURA, where=YARD),
    ),
    (
        CrewWithdrew(crew=ASH, members=(SURA,), reason="conceded"),
        deed(
            Kind.WITHDREW,
            crew=ASH,
            text="conceded",
            detail={"members": [["crew-ash/2", "Sura"]]},
        ),
    ),
    (MemberReturned(member=SURA, lost=1, maximum_roll=4), deed(Kind.BACK, member=SURA)),
    (RulingRecorded(text="The door is shut"), deed(Kind.RULED, text="The door is shut")),
    (
        NoteAdded(member=(SURA,), text="She laughs"),
        deed(Kind.NOTED, member=SURA, text="She laughs"),
    ),
    (NoteAdded(text="It rains"), deed(Kind.NOTED, text="It rains")),
    (
        FateResolved(
            source=Source.TABLE,
            member=SURA,
            crew=ASH,
            result="lamed",
            name="Lamed",
            die=12,
            natural=5,
            total=4,
        ),
        deed(
            Kind.FATE,
            crew=ASH,
            member=SURA,
            number=4,
            text="Lamed",
            detail={"result": "lamed", "die": 12},
        ),
    ),
    (
        DiscoveryMade(
            source=Source.TABLE,
            crew=ASH,
            finder=(SURA,),
            natural=3,
            result="cache",
            text="A cache",
            reason="Granary",
        ),
        deed(Kind.FOUND, crew=ASH, member=SURA, text="A cache", detail={"why": "Granary"}),
    ),
    (
        ItemFound(
            source=Source.TABLE,
            crew=ASH,
            family="relic",
            natural=1,
            item=Who("lantern", "Lantern"),
            reason="discovery",
        ),
        deed(Kind.FOUND, crew=ASH, text="Lantern", detail={"why": "discovery", "kind": "lantern"}),
    ),
    (
        MemberTransformed(member=SURA, crew=ASH, kind="remnant"),
        deed(
            Kind.CHANGED,
            crew=ASH,
            member=SURA,
            text="being",
            detail={"after": "remnant", "ability": ""},
        ),
    ),
]


@pytest.mark.parametrize(
    ("event", "deeds"),
    TOLD,
    ids=[f"{type(event).__name__}-{n}" for n, (event, _) in enumerate(TOLD)],
)
def test_an_event_holds_these_deeds(event: Event, deeds: list[Deed]) -> None:
    """What was done, by whom, to whom, where and how much, in the names as they were."""
    assert told(event) == deeds


def test_every_event_with_deeds_is_worked_out_here() -> None:
    """Each event that holds deeds has its row above."""
    assert {type(event) for event, _ in TOLD} | {ClashFought} == set(DEEDS)


def test_facts_and_deeds_are_told_together() -> None:
    """A fact that all games tell stays what it is, with the place."""
    tell = all_tellers(GAME.chronicle)[MemberDeployed]
    assert list(tell(MemberDeployed(member=SURA, area=HALL))) == [Deployed(member=SURA, where=HALL)]
