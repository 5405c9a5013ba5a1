"""Which batches an undo takes back, and which a redo puts back: worked out from lines alone."""

import pytest

from domain.campaign import BattleClosed, BattleListed, CrewListed, HouseSet
from domain.ledger.fold import BatchRestored, BatchRetracted
from domain.ledger.record import Line
from domain.resting import check_rest
from domain.roster import NoteAdded
from domain.terms import Action, Event, NotFound, RuleBroken, Who, WrongUsage
from domain.undo import (
    Batch,
    Consent,
    Span,
    back,
    back_to,
    batches,
    check_consent,
    chosen,
    newest,
    undone,
    weighty,
    words,
)


class Began(Event, frozen=True, kw_only=True, tag="toy.began/1"):
    """A bout began."""

    def told(self) -> str:
        """Say it as the table would."""
        return "a bout began"


class Over(Event, frozen=True, kw_only=True, tag="toy.over/1"):
    """A bout is over."""

    reveals: tuple[str, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return "it is over"


class Act(Action, frozen=True, kw_only=True, tag="toy.act"):
    """Act."""


BOUT = Span(begins=(Began,))
TURN = Span(ends=(Over,))
DEED = Span(causes=(Act,))
SPANS = {"bout": BOUT, "turn": TURN}


def story(
    *events: Event | tuple[str, Event], name: str = "battle-1", by: str = "Ana"
) -> list[Line]:
    """Lines of a story, each a batch of its own unless one is named."""
    found: list[Line] = []
    for number, each in enumerate(events, 1):
        address = f"{name}/{number}"
        batch, event = each if isinstance(each, tuple) else (address, each)
        line = Line(
            at="", batch=batch, by=by, campaign="", data=event, line=number, program="", story=name
        )
        found.append(line)
    return found


def ids(found: list[Batch]) -> list[str]:
    """Batches by their line's number."""
    return [batch.id.rpartition("/")[2] for batch in found]


def gone(number: int) -> BatchRetracted:
    """A line that takes a batch back."""
    return BatchRetracted(batch=f"battle-1/{number}")


def again(number: int) -> BatchRestored:
    """A line that puts a batch back."""
    return BatchRestored(batch=f"battle-1/{number}")


def test_the_newest_that_counts() -> None:
    """What was taken back is passed over, and so are the lines that say so."""
    assert ids(newest(story(Began(), Over(), gone(2)))) == ["1"]
    assert ids(batches(story(Began(), ("battle-1/1", Over()), Over()))) == ["1", "3"]
    with pytest.raises(NotFound, match="nothing to take back"):
        newest(story(Began(), gone(1)))


def test_a_span_that_begins_with_an_event() -> None:
    """From the newest beginning on, all that came later included; never the opening."""
    lines = story(Over(), Began(), Over(), Began(), Over(), Over())
    assert ids(back(lines, BOUT)) == ["4", "5", "6"]
    with pytest.raises(NotFound):
        back(story(Began(), Over()), BOUT)


def test_a_span_that_begins_with_an_action() -> None:
    """The cause of the batch counts."""
    lines = story(Over(), Over(), Over())
    acted: Line = Line(
        at="", batch="battle-1/4", by="", campaign="", cause=Act(), data=Over(), line=4, program="",
        story="battle-1",
    )  # fmt: skip
    assert ids(back([*lines, acted, *story(*[Over()] * 5)[4:]], DEED)) == ["4", "5"]


def test_a_span_between_ends() -> None:
    """What came behind the last end; where nothing did, the span before it."""
    open_turn = story(Began(), Over(), Began(), Began())
    assert ids(back(open_turn, TURN)) == ["3", "4"]
    closed = story(Began(), Over(), Began(), Over())
    assert ids(back(closed, TURN)) == ["3", "4"]
    assert ids(back(story(Began(), Began(), Over()), TURN)) == ["2", "3"]


def test_all_from_an_address_on() -> None:
    """Any line of a batch names it."""
    lines = story(Began(), Over(), ("battle-1/2", Over()), Began(), gone(4))
    assert ids(back_to(lines, "battle-1/3")) == ["2"]
    with pytest.raises(WrongUsage, match="is taken back or amended already"):
        back_to(lines, "battle-1/4")
    with pytest.raises(NotFound, match="no line battle-1/9"):
        back_to(lines, "battle-1/9")


def test_what_an_undo_means() -> None:
    """The newest, a span, or all from an address on; an unknown span is named."""
    lines = story(Began(), Began(), Over())
    assert ids(chosen(lines, SPANS)) == ["3"]
    assert ids(chosen(lines, SPANS, "bout")) == ["2", "3"]
    assert ids(chosen(lines, SPANS, to="battle-1/2")) == ["2", "3"]
    with pytest.raises(WrongUsage, match="no round to take back"):
        chosen(lines, SPANS, "round")
    assert [words("", ""), words("turn", ""), words("", "battle-1/2")] == [
        "",
        "undo turn",
        "undo to battle-1/2",
    ]


def test_a_redo_puts_the_last_undo_back_first() -> None:
    """One undo after the other, until something new is recorded."""
    lines = story(Began(), Began(), Began(), gone(3), gone(2))
    assert undone(lines) == ("battle-1/2",)
    lines = story(Began(), Began(), Began(), gone(3), gone(2), again(2))
    assert undone(lines) == ("battle-1/3",)
    for nothing in (
        story(Began(), Began(), gone(2), again(2)),
        story(Began(), Began(), gone(2), Began()),
        story(Began()),
    ):
        with pytest.raises(NotFound):
            undone(nothing)


def test_an_undo_of_several_is_put_back_whole() -> None:
    """In the order in which they were recorded."""
    lines = story(Began(), Began(), Began(), gone(2), ("battle-1/4", gone(3)))
    assert undone(lines) == ("battle-1/2", "battle-1/3")


def consent(by: str = "Ana", agreed: str = "", *, solo: bool = False) -> Consent:
    """Who takes back, and who agrees."""
    parties = (("Ash", "Ana"), ("Iron", "Ben"))
    return Consent(rule="MS-EVT-1", by=by, agreed=agreed, solo=solo, parties=parties)


def test_one_s_own_lines_are_taken_back_freely() -> None:
    """No consent is needed without sealed dice."""
    check_consent(batches(story(Began())), consent())


def test_another_s_lines_need_consent() -> None:
    """Of somebody else than whoever takes back."""
    for who in (consent("Ben"), consent("Ben", "ben")):
        with pytest.raises(RuleBroken, match="was recorded by Ana") as refused:
            check_consent(batches(story(Began())), who)
        assert refused.value.hint == "acta undo --agreed Ana"
    check_consent(batches(story(Began())), consent("Ben", "Ana"))


def test_sealed_dice_need_consent_unless_they_are_one_player_s() -> None:
    """One side alone cannot take a roll back."""
    rolled = batches(story(Over(reveals=("00",))))
    with pytest.raises(RuleBroken, match="rolled sealed dice"):
        check_consent(rolled, consent())
    check_consent(rolled, consent(agreed="ben"))
    for nobody in ("Zoe", "Ash", "Ana", "B"):
        with pytest.raises(RuleBroken, match=f"{nobody} cannot agree to it"):
            check_consent(rolled, consent(agreed=nobody))
    check_consent(rolled, consent(solo=True))


def test_who_may_agree() -> None:
    """The other side; any crew where the actor plays all of them, or none that is known."""
    assert consent("Ana").others == ("Ben", "Iron")
    assert consent("ben").others == ("Ana", "Ash")
    assert consent("Cai").others == ("Ana", "Ash", "Ben", "Iron")
    alone = Consent(rule="", by="Ana", parties=(("Ash", "Ana"), ("Iron", "Ana")))
    assert alone.others == ("Ash", "Iron")


def test_what_is_weighty() -> None:
    """An opening and a conclusion; no other line."""
    opening = BattleListed(battle="battle-2", scenario="x", crews=(ASH,))
    assert weighty(batches(story(opening))).startswith("This is the opening of battle-2: ")
    closed = weighty(batches(story(BattleClosed(battle="battle-2"))))
    assert closed.startswith("This is the conclusion of battle-2: ")
    assert not weighty(batches(story(Over())))


ASH, IRON = Who("crew-ash", "Ash"), Who("crew-iron", "Iron")


def rests(number: int, lines: list[Line]) -> bool:
    """Whether something rests on the batch of this line."""
    taken = [batch for batch in batches(lines) if batch.id.endswith(f"/{number}")]
    try:
        check_rest("MS-EVT-1", taken, lambda *_: lines)
    except RuleBroken:
        return True
    return False


def test_later_lines_of_a_story_rest_on_earlier_ones() -> None:
    """Notes do not."""
    assert rests(1, story(Began(), Over()))
    assert not rests(2, story(Began(), Over()))
    assert not rests(1, story(Began(), NoteAdded(crew=ASH, text="x"), name="crew-ash"))


def test_in_the_campaign_only_what_is_about_the_same_rests() -> None:
    """A crew's listing, its battle, that battle's end; a house rule on itself."""
    lines = story(
        CrewListed(crew=ASH, player="Ana"),
        CrewListed(crew=IRON, player="Ben"),
        HouseSet(option="absorb", before="presence", after="fixed_3"),
        BattleListed(battle="battle-1", scenario="x", crews=(IRON,)),
        BattleClosed(battle="battle-1"),
        HouseSet(option="absorb", before="fixed_3", after="presence"),
        CrewListed(crew=Who("crew-ash-2", "Iron Ash"), player="Cai", before="ASH"),
        Began(),
        name="campaign",
    )
    assert [rests(number, lines) for number in range(1, 9)] == [
        True,  # the name Ash was used again
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
