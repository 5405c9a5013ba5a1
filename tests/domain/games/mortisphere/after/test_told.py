"""What an aftermath's events say, in the names as they were; and which histories they enter."""

import pytest

from domain import aftermath, members
from domain.books import Item
from domain.chronicle import Entry
from domain.game import load
from domain.games.mortisphere.after import (
    advances,
    changing,
    discoveries,
    evening,
    experience,
    fate,
    homecoming,
    income,
    shop,
    succession,
)
from domain.games.mortisphere.effects import Modifier
from domain.members import Field
from domain.terms import Event, Who

ASH, SURA, VEX = Who("crew-ash", "Ash"), Who("crew-ash/2", "Sura"), Who("crew-ash/3", "Vex")
BLADE = Item("crew-ash/2#crude-blade", "crude-blade")


def changed(field: Field, before: str, after: str) -> Event:
    """A change of Sura's profile."""
    return members.MemberChanged(
        crew=ASH, member=SURA, field=field, before=before, after=after, reason="Bearer"
    )


SENTENCES: list[tuple[Event, str]] = [
    (
        members.ExperienceGained(
            crew=ASH, member=SURA, amount=2, total=5, reasons=("endured", "felled")
        ),
        "Sura gains 2 experience (endured, felled): 5 in all.",
    ),
    (
        members.MemberAdvanced(crew=ASH, member=SURA, advance="bearer", name="Bearer", number=2),
        "Sura takes Bearer (advance 2).",
    ),
    (
        members.MemberAdvanced(
            crew=ASH, member=SURA, advance="altered", name="Altered", number=2, extra=True
        ),
        "Sura takes Altered (besides).",
    ),
    (
        members.AbilityGained(
            crew=ASH, member=SURA, ability=Who("sudden", "Sudden"), reason="Instinct"
        ),
        "Sura gains Sudden (Instinct).",
    ),
    (changed(Field.SLOTS, "0", "1"), "Sura: slots 1, was 0 (Bearer)."),
    (changed(Field.MISSES_NEXT, "no", "yes"), "Sura misses the next battle (Bearer)."),
    (changed(Field.MISSES_NEXT, "yes", "no"), "Sura can fight again (Bearer)."),
    (changed(Field.STATUS, "fit", "missing"), "Sura is missing (Bearer)."),
    (changed(Field.AFFINITY, "search", "hunt"), "Sura has an affinity to hunt (Bearer)."),
    (
        members.InjuryGained(crew=ASH, member=SURA, injury=Who("lamed", "Lamed")),
        "Sura is injured: Lamed.",
    ),
    (
        members.InjuryRemoved(crew=ASH, member=SURA, injury=Who("lamed", "Lamed"), cost=2),
        "Sura is rid of Lamed, for 2.",
    ),
    (
        members.MemberLost(crew=ASH, member=SURA, reason="Lost"),
        "Sura of Ash is lost for good (Lost).",
    ),
    (
        members.MemberReturned(crew=ASH, member=SURA, reason="Missing"),
        "Sura is back with Ash (Missing).",
    ),
    (
        aftermath.TreasuryChanged(crew=ASH, amount=-2, reason="Riot Plate bought", balance=5),
        "Ash: -2 (Riot Plate bought), 5 now.",
    ),
    (aftermath.GrantGiven(crew=ASH, amount=8), "Ash is granted 8 to recruit with."),
    (
        aftermath.ItemGained(crew=ASH, item=BLADE, name="Crude Blade", reason="bought"),
        "The store of Ash gains Crude Blade (bought).",
    ),
    (
        aftermath.ItemMoved(crew=ASH, item=BLADE, name="Crude Blade", giver=(SURA,)),
        "Crude Blade goes from Sura to the store.",
    ),
    (
        aftermath.ItemMoved(
            crew=ASH, item=BLADE, name="Crude Blade", taker=(SURA,), reason="by lot"
        ),
        "Crude Blade goes from the store to Sura (by lot).",
    ),
    (
        aftermath.ItemLost(
            crew=ASH, item=BLADE, name="Crude Blade", bearer=(SURA,), reason="ruined"
        ),
        "Sura of Ash has Crude Blade no more (ruined).",
    ),
    (
        aftermath.CaptainNamed(crew=ASH, member=SURA, will=Who("rule", "Will to Rule")),
        "Sura leads Ash now (Will to Rule).",
    ),
    (
        aftermath.CrewRefounded(crew=ASH, purse=37),
        "Ash disbands and is founded anew, with a purse of 37.",
    ),
    (
        aftermath.CrewEnded(crew=ASH, reason="its Captain is lost"),
        "The campaign is over for Ash (its Captain is lost).",
    ),
    (
        aftermath.ScenarioChoiceGained(crew=ASH, reason="impossible-door"),
        "Ash may choose the next scenario (impossible-door).",
    ),
    (aftermath.AftermathDone(crew=ASH, battle="battle-1"), "Ash is done with battle-1."),
    (
        evening.ChoiceMade(question="lesson", crew=ASH, about=(SURA,), answer="x", name="Sura"),
        "Ash chooses Sura (lesson for Sura).",
    ),
    (
        evening.ChoiceMade(question="follower", crew=ASH, answer="no"),
        "Ash declines (a follower).",
    ),
    (
        evening.LotDrawn(crew=ASH, what="Gear Ruined", candidates=("A", "B"), natural=2, drawn="B"),
        "Ash, Gear Ruined: lot 2 is B.",
    ),
    (
        homecoming.AftermathOpened(battle="battle-1", crews=(ASH,)),
        "The aftermath of battle-1: Ash.",
    ),
    (
        homecoming.MemberCameThrough(member=SURA, crew=ASH, lost=1),
        "Sura stands at the end; 1 Health still lost.",
    ),
    (homecoming.MemberCameThrough(member=SURA, crew=ASH, withdrew=True), "Sura withdrew in time."),
    (
        homecoming.ReturnRolled(member=SURA, crew=ASH, natural=6, back=True),
        "Sura, missing: 6, returns.",
    ),
    (
        homecoming.ReturnRolled(member=SURA, crew=ASH, natural=5, back=False),
        "Sura, missing: 5, is not seen again.",
    ),
    (
        fate.FateRolled(member=SURA, crew=ASH, die=20, natural=2, total=2, captain=True),
        "The fate of Sura: d20 2, 2: a Captain's first Lost is rolled again.",
    ),
    (
        fate.FateResolved(
            member=SURA,
            crew=ASH,
            result="lost",
            name="Lost",
            die=20,
            natural=4,
            before=(1,),
            modifiers=(Modifier(Who("MS-FAT-5", "left behind"), -2),),
            total=2,
        ),
        "The fate of Sura: d20 4 (after 1) -2 left behind = 2: Lost.",
    ),
    (
        fate.FateResolved(member=SURA, crew=ASH, result="lamed", name="Lamed"),
        "The fate of Sura: Lamed, as the players decide.",
    ),
    (
        changing.MemberTransformed(member=SURA, crew=ASH, kind="mutant"),
        "Sura is changed into a mutant.",
    ),
    (
        experience.ExperienceSettled(rule="merit"),
        "The experience of the battle is settled (merit).",
    ),
    (
        advances.AdvanceRolled(
            member=SURA, crew=ASH, natural=8, result="practised", name="Practised"
        ),
        "Sura advances: 8, Practised.",
    ),
    (income.IncomeSettled(rule="flat_6"), "What the battle brought is settled (flat_6)."),
    (
        discoveries.DiscoveryMade(
            crew=ASH, natural=2, result="cache", text="3 salvage.", reason="The Last Granary"
        ),
        "Ash makes a discovery (The Last Granary): 2, 3 salvage.",
    ),
    (
        discoveries.ItemFound(
            crew=ASH,
            finder=(SURA,),
            family="relic",
            natural=1,
            item=Who("saints-finger", "Saint's Finger"),
            reason="discovery",
        ),
        "Sura finds Saint's Finger (relic, 1; discovery).",
    ),
    (
        succession.SuccessionSettled(crew=ASH, rule="succession", captain=(VEX,)),
        "Ash has lost its Captain (succession): Vex.",
    ),
    (shop.ShopOpened(crew=ASH), "Ash mends, recruits and trades."),
    (shop.DealMade(crew=ASH, deal=shop.Deal.BUY, what="Riot Plate"), "Ash buys Riot Plate."),
    (shop.ShopClosed(crew=ASH), "Ash is done."),
    (shop.AftermathClosed(battle="battle-1"), "The aftermath of battle-1 is over."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_events_are_told(event: Event, sentence: str) -> None:
    """MS-EVT-1: every event says itself in one sentence."""
    assert event.told() == sentence


def test_a_relic_is_told_with_the_die_it_is_offered_for() -> None:
    """MS-FAT-3: the first die and the relic at hand."""
    rolled = fate.FateRolled(
        member=SURA, crew=ASH, die=20, natural=9, total=9, relic=(Who("x", "Saint's Finger"),)
    )
    assert rolled.told() == "The fate of Sura: d20 9, 9: Saint's Finger."


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (fate.FateResolved(member=SURA, crew=ASH, result="lamed", name="Lamed"), "injury"),
        (fate.FateResolved(member=SURA, crew=ASH, result="recovers", name="Recovers"), ""),
        (
            discoveries.DiscoveryMade(
                crew=ASH, finder=(SURA,), natural=2, result="cache", text="", reason=""
            ),
            "discovery",
        ),
        (
            discoveries.ItemFound(
                crew=ASH, finder=(SURA,), family="relic", natural=1, item=VEX, reason=""
            ),
            "discovery",
        ),
        (
            aftermath.ItemGained(crew=ASH, item=BLADE, name="", bearer=(SURA,), reason=""),
            "equipment_gained",
        ),
        (aftermath.ItemGained(crew=ASH, item=BLADE, name="", reason=""), ""),
        (aftermath.ItemMoved(crew=ASH, item=BLADE, name="", taker=(SURA,)), "equipment_gained"),
        (changing.MemberTransformed(member=SURA, crew=ASH), "changed"),
        (
            members.MemberAdvanced(
                crew=ASH, member=SURA, advance="evolution", name="Evolution", number=1
            ),
            "evolved",
        ),
        (
            members.MemberAdvanced(
                crew=ASH, member=SURA, advance="bearer", name="Bearer", number=1
            ),
            "advanced",
        ),
        (members.MemberLost(crew=ASH, member=SURA, reason=""), "lost"),
        (members.MemberReturned(crew=ASH, member=SURA, reason=""), "returned"),
        (aftermath.CaptainNamed(crew=ASH, member=SURA, will=VEX), "captaincy"),
    ],
)
def test_histories_are_written_from_events(event: Event, kind: str) -> None:
    """MS-HIS-1, -3: injury, discovery, gained equipment; advanced, changed, evolved, lost, …."""
    facts = load("mortisphere").chronicle.facts[type(event)](event)
    entries = [fact for fact in facts if isinstance(fact, Entry)]
    assert [(one.member, one.kind) for one in entries] == ([(SURA, kind)] if kind else [])
