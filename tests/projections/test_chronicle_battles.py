"""Battles told in prose: hand-made ones, with every sentence worked out from the catalogue.

Of a sentence with several forms battle 1 begins with the second, battle 2 with the third, and so on
round: that is said in `projections.chronicle.prose`.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.aftermath import ItemGained, TreasuryChanged
from domain.books import Item
from domain.games.mortisphere import ruling
from domain.games.mortisphere.captain import CaptainBroken, CaptainFell
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.rounds import RoundBegan
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.underway import Mode
from domain.kinds import Kind
from domain.ledger.amended import BatchAmended, RecordAmended
from domain.members import Field, InjuryGained, MemberChanged, MemberLost
from domain.terms import Event, NotFound, Who
from domain.throwing import Source as DiceOf
from projections.chronicle.telling import tell
from projections.chronicle.tree import (
    Block,
    Chapter,
    Dice,
    Heading,
    Length,
    Para,
    Quote,
    Source,
    Wanted,
    words,
)
from projections.frame.templates import Frame
from tests.projections.telling import ASH, HALL, IRON, KILN, NINE, SURA, VEX, Tale

BIN = Who("bin", "Open a bin")
FRAME = Frame()
FIRST = (
    "The campaign opened with “The Last Granary”: Ash met Iron, two against two. "
    "By rating they were equals, at 14 each."
)
SECOND = (
    "Round two. Sura was the first in all the campaign to fell anybody: Unit Nine went down "
    "in the Granary Hall. Kiln stood alone for Iron. "
    "“Open a bin”, by Vex: that put Ash ahead, 2 to 0."
)
WON = (
    "What decided it was the moment when Sura met Unit Nine; there had been one chance "
    "in nine of it going so well for Ash."
)
LOST = (
    "Not even the luck of Iron between Sura and Unit Nine, where there had been one chance "
    "in four, could turn it."
)


def die(member: Who, sides: int, face: int) -> DieShown:
    """A die that counts as it fell."""
    return DieShown(member=member, die=sides, maximum=sides, natural=face, capped=face, final=face)


def clash(
    one: DieShown, other: DieShown | None, outcome: Outcome, *, target: Who = NINE
) -> ClashFought:
    """A pairing: with a die of its own a target defends, without one it absorbs with Presence 2."""
    return ClashFought(
        source=DiceOf.TABLE,
        pairing=1,
        initiators=(one.member,),
        defenders=(other.member if other else target,),
        mode=Mode.DEFEND if other else Mode.ABSORB,
        dice=(one, other) if other else (one,),
        initiator_result=one.final,
        defender_result=other.final if other else 0,
        presence=0 if other else 2,
        outcome=outcome,
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


@pytest.fixture
def tale(tmp_path: Path) -> Tale:
    """Two crews, and a battle in which all stand in the hall."""
    told = Tale(tmp_path)
    told.founded().opened("battle-1")
    return told


def chapter(tale: Tale, battle: str = "battle-1", **wanted: Any) -> Chapter:
    """The chapter of a battle."""
    book = tell(tale.seen(), FRAME, Wanted(battle=battle, **wanted))
    (found,) = book.chapters
    return found


def said(blocks: tuple[Block, ...]) -> list[str]:
    """The words of paragraphs and headings."""
    return [words(block.spans) for block in blocks if isinstance(block, Para | Heading)]


def told(tale: Tale, battle: str = "battle-1", **wanted: Any) -> list[str]:
    """What is told of a battle."""
    return said(chapter(tale, battle, **wanted).blocks)


def fought(tale: Tale) -> str:
    """Sura wounds Nine and fells it, Vex opens a bin: Ash wins 2 to 0, and Nine is dead."""
    tale.tell("battle-1", RoundBegan(round=1))
    won = clash(die(SURA, 6, 5), die(NINE, 10, 3), Outcome.INITIATOR)
    tale.tell("battle-1", won, hurt(NINE, SURA))
    tale.tell("battle-1", RoundBegan(round=2))
    tale.tell("battle-1", won, hurt(NINE, SURA, 2), out(NINE, SURA))
    tale.tell("battle-1", *bin_opened(VEX, ASH, 2, 2))
    batch = tale.concluded("battle-1", 2, 0)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Destroyed"), within=batch)
    return batch


def test_a_battle_is_told_from_its_opening_to_what_came_of_it(tale: Tale) -> None:
    """Who met whom, at what odds, what the dice did, who fell, who won, who died of it."""
    fought(tale)
    found = chapter(tale)
    assert found.title == "1. The Last Granary: Ash and Iron"
    assert said(found.blocks) == [
        FIRST,
        "Round one. The d6 of Sura got the better of the d10 of Unit Nine, in the Granary Hall.",
        SECOND,
        "Iron went away without a point: 2 to 0 for Ash.",
        "What came of it",
        "Unit Nine of Iron, felled by Sura, did not live: the first death of the campaign.",
    ]


def test_each_sentence_leads_to_its_events(tale: Tale) -> None:
    """The addresses behind the sentences, counted by hand from the lines of the battle."""
    fought(tale)
    paras = [block for block in chapter(tale).blocks if isinstance(block, Para)]
    found = [[s.address for s in para.spans if isinstance(s, Source)] for para in paras]
    assert found == [
        ["battle-1/1", "battle-1/1"],  # opened in the first line, where the ratings are
        ["battle-1/8"],  # 1 opened, 2-5 deployed, 6 round, 7 blow, 8 wound
        ["battle-1/12", "battle-1/12", "battle-1/13", "battle-1/14"],
        ["battle-1/15"],
        ["crew-iron/4", "battle-1/12"],
    ]


def test_a_paragraph_tells_what_weighs_most(tale: Tale) -> None:
    """Not the wound, which decided nothing: how it opened, the fall, the lead, the end, a death."""
    fought(tale)
    text = (
        "The campaign opened with “The Last Granary”: Ash met Iron, two against two. "
        "Sura was the first in all the campaign to fell anybody: Unit Nine went down in the "
        "Granary Hall. Kiln stood alone for Iron. “Open a bin”, by Vex: that put Ash ahead, "
        "2 to 0. Iron went away without a point: 2 to 0 for Ash. Unit Nine of Iron, felled by "
        "Sura, did not live: the first death of the campaign."
    )
    assert told(tale, length=Length.PARAGRAPH) == [text]


def test_dice_are_told_when_they_are_asked_for(tale: Tale) -> None:
    """Sura's d6 showed 5 against Nine's 3, in either round."""
    fought(tale)
    rolls = [block.rolls for block in chapter(tale, dice=True).blocks if isinstance(block, Dice)]
    text = "Sura d6 5, counted as 5 against 3 of Unit Nine"
    assert [[words(roll) for roll in each] for each in rolls] == [[text], [text]]
    assert not any(isinstance(block, Dice) for block in chapter(tale).blocks)


def test_case_73_the_last_clash_and_the_end_are_told(tale: Tale) -> None:
    """Case 73: a fall in the last line before the end, and the end itself, are in the chronicle."""
    tale.tell("battle-1", RoundBegan(round=5))
    tale.tell("battle-1", clash(die(KILN, 6, 6), None, Outcome.HARMED, target=SURA))
    tale.tell("battle-1", hurt(SURA, KILN), out(SURA, KILN))
    assert told(tale)[-1] == "It has not ended yet."
    tale.concluded("battle-1", 0, 1)
    *_, last, end = told(tale)
    assert "Kiln was the first in all the campaign to fell anybody: Sura went down" in last
    assert end == "Ash went away without a point: 1 to 0 for Iron."


def test_case_19_an_injury_is_told_once(tale: Tale) -> None:
    """Case 19: an injury that changes die and next battle is one event of injury, and one clause.

    The clause has both what it is and that she stays at home.
    """
    batch = fought(tale)
    lamed = Who("lamed", "Lamed")
    change = MemberChanged(
        crew=ASH, member=SURA, field=Field.DIE, before="6", after="4", reason="Lamed"
    )
    away = msgspec.structs.replace(change, field=Field.MISSES_NEXT, before="no", after="yes")
    for event in (InjuryGained(crew=ASH, member=SURA, injury=lamed), change, away):
        tale.tell("crew-ash", event, within=batch)
    text = " ".join(told(tale))
    assert text.count("Lamed") == 1
    assert "Sura must rest, with Lamed" in text
    assert text.count("for Sura the die went from 6 to 4") == 1


CHANGES: dict[str, tuple[Event, tuple[str, ...]]] = {
    "money": (
        TreasuryChanged(crew=ASH, amount=7, reason="income", balance=43),
        ("Ash", "salvage", " 7", "43"),
    ),
    "thing": (
        ItemGained(
            crew=ASH, item=Item("crew-ash/9#lantern", "lantern"), name="Lantern", reason="x"
        ),
        ("Ash", "Lantern"),
    ),
    "injury": (
        InjuryGained(crew=ASH, member=SURA, injury=Who("clouded", "Clouded")),
        ("Sura", "Clouded"),
    ),
    "death": (MemberLost(crew=ASH, member=SURA, reason="x"), ("Sura", "Ash")),
}
TOLD_OTHERWISE = {Field.LOST, Field.STEPS, Field.STATUS, Field.MISSES_NEXT}
for _field in set(Field) - TOLD_OTHERWISE:
    CHANGES[_field.value] = (
        MemberChanged(crew=ASH, member=SURA, field=_field, before="41", after="42", reason="x"),
        ("Sura", "41", "42"),
    )


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_case_80_a_change_is_in_the_text(tale: Tale, what: str) -> None:
    """Case 80: whatever an aftermath changes is told with who, what it was and what it is now."""
    event, parts = CHANGES[what]
    batch = tale.concluded("battle-1", 2, 0)
    before = told(tale)
    tale.tell("crew-ash", event, within=batch)
    after = " ".join(told(tale)[len(before) :])
    assert [part for part in parts if part not in after] == []


def test_a_leader_that_broke_and_fell(tale: Tale) -> None:
    """MS-CAP-4: Vex leads Ash, breaks, and falls: one fall, told as the Captain's."""
    tale.tell("battle-1", RoundBegan(round=1))
    blow = clash(die(KILN, 6, 6), None, Outcome.HARMED, target=VEX)
    tale.tell("battle-1", blow, hurt(VEX, KILN), CaptainBroken(member=VEX), blow)
    fell = CaptainFell(member=VEX, crew=ASH, by=(KILN,), area=HALL, effect="", after_round=1)
    tale.tell("battle-1", fell)
    assert told(tale)[1] == (
        "Round one. Vex, Captain of Ash, was felled in the Granary Hall by Kiln. "
        "Sura stood alone for Ash. Broken, Vex had still stood for a while."
    )


def test_a_fall_that_repays_another(tale: Tale) -> None:
    """Nine fells Sura in battle 1; in battle 2 Sura fells Nine: that is told as a debt repaid."""
    tale.tell("battle-1", RoundBegan(round=1), out(SURA, NINE))
    tale.concluded("battle-1", 0, 1)
    tale.opened("battle-2").tell("battle-2", RoundBegan(round=1))
    tale.tell("battle-2", clash(die(SURA, 6, 5), die(NINE, 10, 3), Outcome.INITIATOR))
    tale.tell("battle-2", out(NINE, SURA))
    found = told(tale, "battle-2")
    assert found[0].startswith(
        "In “The Last Granary” Ash met Iron again, two against two, for the "
    )
    assert found[1].startswith(
        "Round one. An old account was settled in the Granary Hall when Sura felled Unit Nine."
    )


def test_rounds_without_a_blow_are_told_together(tale: Tale) -> None:
    """Three rounds in which nobody came to blows are one sentence."""
    tale.tell("battle-1", *(RoundBegan(round=number) for number in (1, 2, 3)))
    assert told(tale)[1] == "Rounds one to three. Nobody came to blows."


def test_a_draw_is_told_as_a_draw(tale: Tale) -> None:
    """Case 14: one point each is nobody's victory."""
    tale.concluded("battle-1", 1, 1)
    assert told(tale)[-1] == "Ash and Iron shared it, 1 to 1."


def test_who_was_behind_and_won(tale: Tale) -> None:
    """Iron led 1 to 0, Ash won 2 to 1: it is told that it was turned round."""
    tale.tell("battle-1", RoundBegan(round=1), *bin_opened(KILN, IRON, 1, 1))
    tale.tell("battle-1", RoundBegan(round=2), *bin_opened(SURA, ASH, 2, 2))
    tale.concluded("battle-1", 2, 1)
    assert told(tale)[-1] == "Iron had led; in the end it was Ash, 2 to 1."


def test_notes_are_quoted_and_rulings_told(tale: Tale) -> None:
    """What players wrote stands word for word; what the table ruled is a sentence."""
    tale.tell("battle-1", RoundBegan(round=1), ruling.RulingRecorded(text="The door is shut."))
    tale.tell("battle-1", ruling.NoteAdded(text="It rained\nall day", member=(SURA,)))
    found = chapter(tale)
    assert said(found.blocks)[1] == "Round one. A ruling was made: “The door is shut”."
    (note,) = (block for block in found.blocks if isinstance(block, Quote))
    assert (note.text, note.address) == ("It rained\nall day", "battle-1/8")


class Swung(msgspec.Struct, frozen=True):
    """A roll that changed much."""

    address: str
    favours: str
    chance: Fraction


@pytest.mark.parametrize(
    ("favours", "chance", "sentence"),
    [
        ("crew-ash", Fraction(1, 9), WON),
        ("crew-iron", Fraction(1, 4), LOST),
        ("crew-ash", Fraction(1, 2), ""),  # nobody is surprised by that
    ],
    ids=["won", "lost", "likely"],
)
def test_the_roll_that_changed_most_is_told_with_its_odds(
    tale: Tale, favours: str, chance: Fraction, sentence: str
) -> None:
    """The turning point, in words; of a roll that was to be expected nothing is said."""
    fought(tale)
    swing = Swung("battle-1/7", favours, chance)
    (found,) = tell(tale.seen(), FRAME, Wanted(battle="battle-1"), lambda _: swing).chapters
    end = next(text for text in said(found.blocks) if text.startswith("Iron went away"))
    assert end.removeprefix("Iron went away without a point: 2 to 0 for Ash.").strip() == sentence


def test_case_13_nothing_is_told_of_a_battle_that_does_not_count(tale: Tale) -> None:
    """Case 13: there is no chapter of a friendly battle, and it is in no other."""
    tale.opened("battle-2", friendly=True)
    with pytest.raises(NotFound):
        chapter(tale, "battle-2")
    book = tell(tale.seen(), FRAME, Wanted())
    assert [one.id for one in book.contents if one.kind == "battle"] == ["battle-1"]


def test_case_124_what_is_taken_back_is_told_no_more(tale: Tale) -> None:
    """Case 124: an undone Clash is gone from the chronicle and from the deeds together."""
    tale.tell("battle-1", RoundBegan(round=1))
    before, rows = told(tale), tale.of()
    won = clash(die(SURA, 6, 5), die(NINE, 10, 3), Outcome.INITIATOR)
    batch = tale.tell("battle-1", won, hurt(NINE, SURA), out(NINE, SURA))
    assert told(tale) != before
    tale.ledger.retract(batch, stamp=tale.stamp())
    assert told(tale) == before
    assert tale.of() == rows


def test_what_was_put_right_is_told_so(tale: Tale) -> None:
    """Sura's blow was recorded wrongly: what is told is what stands there now, and the reason."""
    tale.tell("battle-1", RoundBegan(round=1))
    won = clash(die(SURA, 6, 5), die(NINE, 10, 3), Outcome.INITIATOR)
    batch = tale.tell("battle-1", won, hurt(NINE, SURA))
    tale.concluded("battle-1", 1, 0)
    assert told(tale)[1:] == [
        "Round one. The d6 of Sura got the better of the d10 of Unit Nine, in the Granary Hall.",
        "Iron went away without a point: 1 to 0 for Ash.",
    ]
    lost = clash(die(SURA, 6, 2), die(NINE, 10, 3), Outcome.DEFENDER)
    head = RecordAmended(batch=batch, reason="the die showed 2.")
    tale.tell("battle-1", head, BatchAmended(batch=batch), lost)
    end = (
        "Iron went away without a point: 1 to 0 for Ash. "
        "The record was corrected later on: “the die showed 2”."
    )
    struck = "Round one. Sura struck at Unit Nine in vain, in the Granary Hall."
    assert told(tale)[1:] == [struck, end]
    assert {row["detail"].get("amended", "") for row in tale.of(Kind.FOUGHT)} == {head.reason}
