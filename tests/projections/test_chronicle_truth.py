"""What a chronicle says is so: order, sums, ties, who stood and who lay, who met whom how often."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from domain.aftermath import ItemGained, TreasuryChanged
from domain.books import Item, Standing
from domain.campaign import CampaignFounded
from domain.games.mortisphere.control import AreaControlled
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated, NeutralFelled
from domain.games.mortisphere.initiative import CrewNumber
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought, MemberFinished
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.rounds import BattleConcluded, BattleEnded, RoundBegan
from domain.games.mortisphere.ruling import MemberReturned
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.underway import Mode
from domain.members import Field, InjuryGained, MemberChanged, MemberLost
from domain.roster import CrewFounded, MemberMoved, MemberRenamed
from domain.terms import Event, Who
from domain.throwing import Source
from projections.chronicle.telling import tell
from projections.chronicle.tree import Length, Listing, Para, Table, Wanted, words
from projections.frame.templates import Frame
from projections.rivals import rivalries
from projections.tallies import fights
from tests.projections.telling import (
    ASH,
    HALL,
    IRON,
    KILN,
    NINE,
    SURA,
    VEX,
    Tale,
    recruited,
)

FRAME = Frame()
BONE, MARROW = Who("crew-bone", "Bone"), Who("crew-bone/2", "Marrow")
COLOSSUS = Who("colossus", "The Colossus")
BIN = Who("bin", "Open a bin")
BACK = MemberReturned(member=NINE, lost=0, maximum_roll=10)


@pytest.fixture
def tale(tmp_path: Path) -> Tale:
    """A campaign with Ash and Iron, and with Bone, who has Marrow."""
    told = Tale(tmp_path)
    told.tell(
        "campaign", CampaignFounded(name="The Final Age", game="mortisphere", edition="2026.1")
    )
    told.founded()
    told.tell("crew-bone", CrewFounded(crew=BONE, player="Cleo", purse=50))
    told.tell("crew-bone", recruited(BONE, "Marrow", 6, treasury=44))
    return told


def blow(one: Who, other: Who, mode: Mode = Mode.ABSORB, *, shown: int = 3) -> ClashFought:
    """One strikes at another, who throws no die and has Presence 1."""
    die = DieShown(member=one, die=6, maximum=6, natural=shown, capped=shown, final=shown)
    return ClashFought(
        source=Source.TABLE,
        pairing=1,
        initiators=(one,),
        defenders=(other,),
        mode=mode,
        dice=(die,),
        initiator_result=shown,
        presence=1,
        by_presence=True,
        outcome=Outcome.HARMED,
    )


def hurt(member: Who, by: Who, lost: int = 1) -> HealthLost:
    """A member loses health."""
    return HealthLost(member=member, amount=1, lost=lost, maximum_roll=4, by=(by,))


def out(member: Who, *by: Who) -> MemberIncapacitated:
    """A member falls in the hall."""
    return MemberIncapacitated(member=member, by=by, area=HALL)


def bin_opened(member: Who, crew: Who, points: int, total: int) -> tuple[Event, ...]:
    """An objective, and the points for it."""
    done = ObjectiveCompleted(crew=crew, objective=BIN, copy=1, by=member)
    return done, PointsScored(crew=crew, points=points, total=total, reason="Open a bin")


def three(tale: Tale, battle: str, winner: Who, points: tuple[int, int, int]) -> str:
    """Ash, Iron and Bone meet, and one of them wins."""
    tale.met(battle, (ASH, (SURA, VEX)), (IRON, (NINE, KILN)), (BONE, (MARROW,)))
    return over(tale, battle, winner, points)


def over(tale: Tale, battle: str, winner: Who, points: tuple[int, int, int]) -> str:
    """A battle of three is over."""
    scores = tuple(map(CrewNumber, (ASH, IRON, BONE), points))
    tale.tell(battle, BattleEnded(reason="rounds", scores=scores, winner=(winner,), rounds=5))
    return tale.tell(battle, BattleConcluded())


def said(tale: Tale, **wanted: Any) -> str:
    """All paragraphs of the first chapter of what is wanted."""
    book = tell(tale.seen(), FRAME, Wanted(**wanted))
    chapter = next(iter(book.chapters))
    return " ".join(words(block.spans) for block in chapter.blocks if isinstance(block, Para))


def chapter(tale: Tale, id_: str) -> list[Any]:
    """The blocks of a chapter of the whole book."""
    book = tell(tale.seen(), FRAME, Wanted())
    return [block for one in book.chapters if one.id == id_ for block in one.blocks]


def card(tale: Tale, id_: str) -> str:
    """The paragraphs of a chapter of the whole book."""
    blocks = chapter(tale, id_)
    return " ".join(words(block.spans) for block in blocks if isinstance(block, Para))


def table(tale: Tale, id_: str, head: str) -> dict[str, list[str]]:
    """The rows of a table by their first cells: the one whose first head is such."""
    found = next(
        block
        for block in chapter(tale, id_)
        if isinstance(block, Table) and block.columns[0] == head
    )
    return {words(row[0]): [words(cell) for cell in row[1:]] for row in found.rows}


# Battles.


def test_what_came_before_a_fall_is_told_before_it(tale: Tale) -> None:
    """Sura and Nine fight, Vex wounds Kiln, Nine falls: the wound is told first."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1), blow(SURA, NINE), hurt(NINE, SURA))
    tale.tell("battle-1", blow(VEX, KILN), hurt(KILN, VEX))
    tale.tell("battle-1", blow(SURA, NINE), hurt(NINE, SURA, 2), out(NINE, SURA))
    tale.concluded("battle-1", 1, 0)
    found = said(tale, battle="battle-1")
    assert "Kiln" in found
    assert found.index("Vex") < found.index("Unit Nine went down")


def test_who_lies_is_struck_and_holds_nobody_off(tale: Tale) -> None:
    """Nine fell; Vex strikes it where it lies, and nothing is held off."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1), blow(SURA, NINE), out(NINE, SURA))
    struck = MemberFinished(member=NINE, by=(VEX,))
    tale.tell("battle-1", RoundBegan(round=2), blow(VEX, NINE, Mode.FALLEN), struck)
    tale.tell("battle-1", RoundBegan(round=3), blow(VEX, NINE, Mode.FALLEN, shown=1))
    tale.concluded("battle-1", 1, 0)
    found = said(tale, battle="battle-1")
    second, third = found.partition("Round two.")[2].split("Round three.")
    assert "Unit Nine" in second
    assert ("fallen" in second) or ("on the ground" in second)
    assert "lay there" in third
    assert "held off" not in found


def test_a_place_is_taken_before_who_falls_later(tale: Tale) -> None:
    """Iron took the hall, then its last fell to the Colossus: told in that order."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1), AreaControlled(crew=IRON, area=HALL, round=1))
    tale.tell("battle-1", out(NINE, COLOSSUS), out(KILN, COLOSSUS))
    tale.concluded("battle-1", 1, 0)
    found = said(tale, battle="battle-1")
    assert found.index("Hall") < found.index("Kiln")
    assert found.count("Iron had nobody left") + found.count("beaten to the last") == 1


def test_who_is_back_stands_again(tale: Tale) -> None:
    """Nine falls, is back by a ruling, Kiln falls: Nine is left, and Iron is not beaten."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1), out(NINE, SURA), BACK)
    tale.tell("battle-1", out(KILN, SURA))
    tale.concluded("battle-1", 0, 1)
    found = said(tale, battle="battle-1")
    assert "nobody left" not in found
    assert "beaten to the last" not in found
    assert any(one in found for one in ("Only Unit Nine", "Unit Nine stood", "none but Unit Nine"))


def test_a_lead_is_given_once(tale: Tale) -> None:
    """Ash has 1 point for a felled enemy; the bin that follows adds to a lead, and is the first."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1))
    tale.tell("battle-1", PointsScored(crew=ASH, points=1, total=1, reason="an enemy felled"))
    tale.tell("battle-1", *bin_opened(VEX, ASH, 2, 3))
    tale.concluded("battle-1", 3, 0)
    found = said(tale, battle="battle-1")
    assert not any(word in found for word in ("ahead, 3", "the lead, 3", "Ash led 3", " again "))
    assert ("drew further away" in found) or ("added" in found)


def test_who_is_behind_two_that_are_level_does_not_draw_level(tale: Tale) -> None:
    """Ash and Iron have 4 each; Bone comes to 2: that is nearer, not level."""
    tale.met("battle-1", (ASH, (SURA, VEX)), (IRON, (NINE, KILN)), (BONE, (MARROW,)))
    tale.tell("battle-1", RoundBegan(round=1), *bin_opened(VEX, ASH, 4, 4))
    tale.tell("battle-1", *bin_opened(KILN, IRON, 4, 4), *bin_opened(MARROW, BONE, 2, 2))
    over(tale, "battle-1", ASH, (5, 4, 2))
    found = said(tale, battle="battle-1")
    assert found.count(" level") == 1  # Iron's
    assert ("made up ground for Bone" in found) or ("brought Bone nearer" in found)


def test_only_who_led_had_led(tale: Tale) -> None:
    """Iron led, Bone never did: Ash wins, and Iron alone had led."""
    tale.met("battle-1", (ASH, (SURA, VEX)), (IRON, (NINE, KILN)), (BONE, (MARROW,)))
    tale.tell("battle-1", RoundBegan(round=1), *bin_opened(KILN, IRON, 2, 2))
    tale.tell("battle-1", *bin_opened(VEX, ASH, 4, 4))
    over(tale, "battle-1", ASH, (4, 2, 0))
    found = said(tale, battle="battle-1")
    assert "Iron and Bone had led" not in found
    assert any(one in found for one in ("Iron had led", "turned it round", "had been behind"))


def test_a_meeting_of_many_is_a_meeting(tale: Tale) -> None:
    """Ash and Iron met among three; when they meet alone it is for the second time."""
    three(tale, "battle-1", ASH, (2, 1, 0))
    tale.opened("battle-2")
    tale.concluded("battle-2", 1, 0)
    assert "second" in said(tale, battle="battle-2")


def test_a_battle_that_goes_on_ends_no_run(tale: Tale) -> None:
    """Ash won three times, a fourth battle is open: before the fifth it has won three in a row."""
    for number in (1, 2, 3):
        tale.opened(f"battle-{number}")
        tale.concluded(f"battle-{number}", 1, 0)
    tale.opened("battle-4").opened("battle-5")
    found = said(tale, battle="battle-5")
    assert ("Ash had won three in a row" in found) or ("three victories" in found)


def test_who_fells_the_same_again_does_it_for_the_second_time(tale: Tale) -> None:
    """Given a fall of Sura to Nine in each of two battles; then the forms count it in order."""
    for number in (1, 2):
        tale.opened(f"battle-{number}")
        tale.felled(SURA, NINE, battle=f"battle-{number}")
        tale.concluded(f"battle-{number}", 0, 1)
    found = said(tale, battle="battle-2")
    assert "the two time" not in found
    assert any(
        told in found for told in ("for the second time now", "once more to", "knew how this ends")
    )


def test_three_draws_are_no_victories_each(tale: Tale) -> None:
    """Ash and Iron met three times and drew each time: neither has beaten the other."""
    for number in (1, 2, 3):
        tale.opened(f"battle-{number}")
        tale.concluded(f"battle-{number}", 1, 1)
    assert "met three times, nobody is ahead: neither has beaten the other" in card(tale, ASH.id)


def test_three_meetings_with_one_victory_each(tale: Tale) -> None:
    """A victory of Ash, one of Iron, a draw: one victory each."""
    for number, ash, iron in ((1, 1, 0), (2, 0, 1), (3, 1, 1)):
        tale.opened(f"battle-{number}")
        tale.concluded(f"battle-{number}", ash, iron)
    assert "met three times, nobody is ahead: one victory each" in card(tale, ASH.id)


# What came of it.


def test_what_is_left_is_left_after_the_recruits(tale: Tale) -> None:
    """Ash has 36, earns 6 and pays 5 for Moth: 37 are left, not 42."""
    tale.opened("battle-1")
    batch = tale.concluded("battle-1", 1, 0)
    earned = TreasuryChanged(crew=ASH, amount=6, reason="a battle fought", balance=42)
    moth = recruited(ASH, "Moth", 5, treasury=37)
    tale.tell("crew-ash", earned, moth, within=batch)
    found = said(tale, battle="battle-1")
    assert "42" not in found
    assert "37" in found


def test_who_died_died_of_the_last_fall(tale: Tale) -> None:
    """Nine fell to Sura, was back and fell to Vex: Vex had done it."""
    tale.opened("battle-1")
    tale.tell("battle-1", RoundBegan(round=1), out(NINE, SURA), BACK)
    tale.tell("battle-1", out(NINE, VEX))
    batch = tale.concluded("battle-1", 1, 0)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Lost"), within=batch)
    found = said(tale, battle="battle-1").split(".")
    (death,) = [one for one in found if "did not live" in one]
    assert "felled by Vex" in death


# Cards.


def test_one_battle_is_no_plural(tale: Tale) -> None:
    """A crew that fought once has fought once."""
    tale.opened("battle-1")
    tale.concluded("battle-1", 1, 0)
    assert "Ash has fought once, in battle 1, and won." in card(tale, ASH.id)


def test_losing_to_a_third_is_no_defeat_between_two(tale: Tale) -> None:
    """Bone won twice over Ash and Iron, Ash once over Iron: Iron leads nobody."""
    three(tale, "battle-1", BONE, (0, 0, 3))
    three(tale, "battle-2", BONE, (0, 0, 3))
    tale.opened("battle-3")
    tale.concluded("battle-3", 1, 0)
    assert table(tale, ASH.id, "Against") == {
        "Iron": ["3", "1", "0", "0"],
        "Bone": ["2", "0", "0", "2"],
    }
    assert table(tale, IRON.id, "Against")["Ash"] == ["3", "0", "0", "1"]
    assert "three times, and it has the upper hand with one to none" in card(tale, ASH.id)
    assert "three times, and Ash leads one to none" in card(tale, IRON.id)


def test_who_is_level_at_the_head_has_only_met_the_third(tale: Tale) -> None:
    """Ash and Iron draw ahead of Bone, as `acta stats` counts it: no victory over anybody."""
    tale.met("battle-1", (ASH, (SURA, VEX)), (IRON, (NINE, KILN)), (BONE, (MARROW,)))
    scores = tuple(map(CrewNumber, (ASH, IRON, BONE), (2, 2, 0)))
    tale.tell("battle-1", BattleEnded(reason="rounds", scores=scores, winner=(), rounds=5))
    tale.tell("battle-1", BattleConcluded())
    assert table(tale, ASH.id, "Against") == {
        "Iron": ["1", "0", "1", "0"],
        "Bone": ["1", "0", "0", "0"],
    }
    counted = {other: each.score for (_, other), each in rivalries([*fights(tale.seen())]).items()}
    assert counted[BONE.id] == "0-0-0"


def test_what_goes_on_has_not_been_fought(tale: Tale) -> None:
    """Given a first battle that goes on, then a second one; neither crew nor member fought it."""
    tale.opened("battle-1")
    assert ": Ash, Iron and Bone. One battle is being fought. " in card(tale, "campaign")
    assert card(tale, SURA.id).endswith("Sura is in the midst of a first battle.")
    tale.concluded("battle-1", 1, 0)
    tale.opened("battle-2")
    assert "One battle has been fought so far. One battle is being fought." in said(tale)
    assert "Sura has fought once, in battle 1." in card(tale, SURA.id)


def test_one_victory_each_is_no_plural(tale: Tale) -> None:
    """Ash and Iron met three times: one victory each, and a draw."""
    for number, (ash, iron) in enumerate(((1, 0), (0, 1), (1, 1)), 1):
        tale.opened(f"battle-{number}")
        tale.concluded(f"battle-{number}", ash, iron)
    assert "nobody is ahead: one victory each." in card(tale, ASH.id)


def test_the_sharpest_hand_is_one_under_two_names(tale: Tale) -> None:
    """Sura felled one, Sura Ash another: two in all, by one."""
    tale.opened("battle-1")
    tale.felled(NINE, SURA)
    tale.concluded("battle-1", 1, 0)
    new = Who(SURA.id, "Sura Ash")
    tale.tell("crew-ash", MemberRenamed(crew=ASH, member=new, before="Sura"))
    tale.met("battle-2", (ASH, (new, VEX)), (IRON, (NINE, KILN)))
    tale.felled(KILN, new, battle="battle-2")
    tale.concluded("battle-2", 1, 0)
    found = card(tale, ASH.id)
    assert "Sura Ash" in found
    assert ("than Sura Ash: two" in found) or ("with two felled" in found)


def test_a_purse_is_told_with_what_recruits_cost(tale: Tale) -> None:
    """Sura 6 and Vex 8 joined Ash; it earned 6 and spent 2."""
    for amount, balance in ((6, 42), (-2, 40)):
        paid = TreasuryChanged(crew=ASH, amount=amount, reason="a deal", balance=balance)
        tale.tell("crew-ash", paid)
    told = "in salvage, it has taken in 6 and given out 2, and 14 more for those who joined it"
    assert told in card(tale, ASH.id)


def test_what_the_dead_bore_they_bear_no_more(tale: Tale) -> None:
    """Nine has Lamed and is dead; Kiln has Lamed and lives, and is missing still."""
    lamed = Who("lamed", "Lamed")
    for member in (NINE, KILN):
        tale.tell("crew-iron", InjuryGained(crew=IRON, member=member, injury=lamed))
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Lost"))
    away = MemberChanged(
        crew=IRON,
        member=KILN,
        field=Field.STATUS,
        before=Standing.FIT,
        after=Standing.MISSING,
        reason="Missing",
    )
    tale.tell("crew-iron", away)
    dead, alive = card(tale, NINE.id), card(tale, KILN.id)
    assert ("bore Lamed" in dead) or ("with Unit Nine to the last" in dead)
    assert ("Kiln bears Lamed" in alive) or ("to this day" in alive)
    assert "For a time" not in alive
    assert "for a while" not in alive


# The campaign.


def test_who_shares_a_record_is_named(tale: Tale) -> None:
    """Sura felled Nine, Kiln felled Vex: one each, in both battles; the second was longer."""
    tale.opened("battle-1")
    tale.felled(NINE, SURA)
    tale.concluded("battle-1", 1, 0)
    tale.opened("battle-2")
    tale.felled(VEX, KILN, battle="battle-2")
    tale.concluded("battle-2", 0, 1)
    found = table(tale, "records", "Record")
    both = "battle 1 and battle 2"
    assert found["Most felled by one in one battle"] == ["Sura and Kiln", "1", both]
    assert found["Most felled by one in all"] == ["Sura and Kiln", "1", "battle 1"]
    assert found["Widest margin of a victory"] == ["Ash and Iron", "1", both]
    assert "nobody has felled more than Sura and Kiln: one." in card(tale, "campaign")
    assert "The longest was" not in card(tale, "campaign")


def test_the_largest_gap_is_to_the_strongest_that_lost(tale: Tale) -> None:
    """All are rated 14 here: no gap was overcome, whoever scored what."""
    three(tale, "battle-1", BONE, (2, 1, 3))
    assert "Largest gap of rating overcome" not in table(tale, "records", "Record")


def test_a_place_has_seen_every_battle_fought_there(tale: Tale) -> None:
    """Nobody fell in battle 2, yet it was fought in the hall; a neutral that fell has no crew."""
    tale.opened("battle-1")
    tale.tell("battle-1", NeutralFelled(neutral=COLOSSUS, by=(SURA,), area=HALL))
    tale.concluded("battle-1", 1, 0)
    tale.opened("battle-2")
    tale.concluded("battle-2", 1, 0)
    assert "two battles and one fall" in card(tale, "place/granary-hall")
    (listed,) = (b for b in chapter(tale, "place/granary-hall") if isinstance(b, Listing))
    assert "of ," not in words(listed.items[0])
    assert " of  " not in words(listed.items[0])


def test_the_head_of_the_table_is_told_with_how_it_came_there(tale: Tale) -> None:
    """One victory and one draw are four points, and one victory is one."""
    for number, (ash, iron) in enumerate(((1, 0), (1, 1)), 1):
        tale.opened(f"battle-{number}")
        tale.concluded(f"battle-{number}", ash, iron)
    found = said(tale, length=Length.HEADLINE)
    assert "stands Ash, with four points: one won, one drawn, none lost." in found


def test_who_is_nobodys_has_no_account(tale: Tale) -> None:
    """Sura felled a neutral and fell to one: nothing of it is to be repaid."""
    tale.opened("battle-1")
    tale.tell("battle-1", NeutralFelled(neutral=COLOSSUS, by=(SURA,), area=HALL))
    tale.tell("battle-1", out(SURA, COLOSSUS))
    tale.concluded("battle-1", 0, 1)
    assert not [one for one in chapter(tale, "campaign") if isinstance(one, Listing)]
    found = card(tale, SURA.id)
    assert ("Sura fell to The Colossus" in found) or ("The Colossus brought Sura down" in found)
    assert "repaid" not in found
    assert "owes" not in found
    assert "settle" not in found


def test_a_neutral_of_the_same_name_is_another_one(tale: Tale) -> None:
    """Sura felled the Colossus of battle 1 and of battle 2: neither fell again."""
    for battle in ("battle-1", "battle-2"):
        tale.opened(battle)
        tale.tell(battle, NeutralFelled(neutral=COLOSSUS, by=(SURA,), area=HALL))
        tale.concluded(battle, 1, 0)
    found = said(tale, battle="battle-2")
    assert not any(one in found for one in ("Colossus again", "once more", "knew how this ends"))


def test_a_place_that_is_held_twice_is_named_once(tale: Tale) -> None:
    """Ash came to hold the hall, lost it and held it again in one round."""
    tale.opened("battle-1")
    held = AreaControlled(crew=ASH, area=HALL, round=1)
    tale.tell("battle-1", RoundBegan(round=1), held, held)
    tale.concluded("battle-1", 1, 0)
    assert said(tale, battle="battle-1").count("Granary Hall") == 1


def test_a_type_is_told_by_its_name(tale: Tale) -> None:
    """Vex became a Mutant, which is `mutant` in the record."""
    tale.opened("battle-1")
    batch = tale.concluded("battle-1", 1, 0)
    became = MemberChanged(
        crew=ASH,
        member=VEX,
        field=Field.TYPE,
        before="survivor",
        after="mutant",
        reason="Altered",
    )
    tale.tell("crew-ash", became, within=batch)
    found = said(tale, battle="battle-1")
    assert "Mutant" in found
    assert "Survivor" in found


def test_the_newest_grudge_is_told_first(tale: Tale) -> None:
    """Nine fell to Sura, Kiln to Sura, and Nine to Sura again: that is the newest."""
    for battle, victim in (("battle-1", NINE), ("battle-2", KILN), ("battle-3", NINE)):
        tale.opened(battle)
        tale.felled(victim, SURA, battle=battle)
        tale.concluded(battle, 1, 0)
    (listed,) = (one for one in chapter(tale, "campaign") if isinstance(one, Listing))
    assert [words(one).rpartition(" in ")[2] for one in listed.items] == ["battle 3", "battle 2"]


def test_who_was_not_there_did_not_die_there(tale: Tale) -> None:
    """Kiln was missing when battle 1 was fought, and is lost for good in its aftermath."""
    tale.met("battle-1", (ASH, (SURA, VEX)), (IRON, (NINE,)))
    batch = tale.concluded("battle-1", 1, 0)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=KILN, reason="Missing"), within=batch)
    assert "Kiln was lost for good after battle 1." in card(tale, KILN.id)
    (listed,) = (one for one in chapter(tale, "memorial") if isinstance(one, Listing))
    assert words(listed.items[0]) == "Kiln of Iron, lost for good after battle 1"


def test_several_things_are_a_plural(tale: Tale) -> None:
    """Sura and Vex each come by a lantern and a plate: there have been two, in whichever form."""
    for member in (SURA, VEX):
        for number, name in enumerate(("Lantern", "Plate")):
            item = Item(f"{member.id}/{number}", name.lower())
            gained = ItemGained(crew=ASH, item=item, name=name, bearer=(member,), reason="x")
            tale.tell("crew-ash", gained)
    found = card(tale, SURA.id) + card(tale, VEX.id)
    assert "there has been Lantern and" not in found
    assert "there have been Lantern and Plate." in found


def test_a_sale_is_told_once(tale: Tale) -> None:
    """Sura went from Ash to Iron for 9: the card says whom it was bought from, and that alone."""
    moved = MemberMoved(crew=ASH, member=SURA, to=IRON, reason="sold")
    tale.tell("crew-ash", moved)
    bought = structs.replace(recruited(IRON, "Sura", 9, treasury=25), member=SURA, seller=(ASH,))
    tale.tell("crew-iron", bought)
    found = card(tale, SURA.id)
    assert found.count("Iron") == 1
    assert "from Ash" in found or "paid Ash" in found


def test_a_campaign_of_nobody(tmp_path: Path) -> None:
    """Nobody has joined yet: it is said so, and no battles are announced."""
    told = Tale(tmp_path)
    told.tell("campaign", CampaignFounded(name="Dawn", game="mortisphere", edition="2026.1"))
    assert card(told, "campaign") == "Dawn is a campaign that nobody has joined yet."
    assert len(chapter(told, "campaign")) == 1


def test_nobodys_are_no_record(tale: Tale) -> None:
    """Sura felled a neutral twice, Vex felled Nine once: the record is that of Vex."""
    tale.opened("battle-1")
    gone = NeutralFelled(neutral=COLOSSUS, by=(SURA,), area=HALL)
    tale.tell("battle-1", gone, gone, out(NINE, VEX))
    tale.concluded("battle-1", 1, 0)
    found = table(tale, "records", "Record")
    assert found["Most felled by one in all"] == ["Vex", "1", "battle 1"]
    assert found["Most fallen in one battle"][1] == "1"


def test_who_is_nobodys_is_counted_apart(tale: Tale) -> None:
    """Sura put out a member of nobody's crew, as one of any game may be told, and Nine."""
    tale.opened("battle-1")
    tale.tell("battle-1", out(COLOSSUS, SURA), out(NINE, SURA))
    tale.concluded("battle-1", 1, 0)
    (fight,) = fights(tale.seen())
    (sura,) = (part for part in fight.parts if part.member == SURA.id)
    assert (sura.counts["kills"].number, sura.counts["neutrals"].number) == (1, 1)
