"""How often a member fought, felled, fell and was injured: what counts, and what does not."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from domain.campaign import BattleClosed
from domain.chronicle import Began, Camp, Deployed, Entry, Fact, Fell
from domain.deeds import deeds
from domain.game import load
from domain.terms import Event, Who

REX, DOG = Who("rex", "Rex"), Who("dog", "Dog")
ASH, ELM = Who("ash", "Ash"), Who("elm", "Elm")


class Heard(Event, frozen=True, tag="test.heard/1"):
    """Whatever is a fact."""

    fact: Any = None


TOLD = replace(load("mortisphere").chronicle, facts={Heard: lambda event: (event.fact,)})


def counted(*told: tuple[str, Fact], void: str = "") -> Counter[tuple[str, str]]:
    """How often each counts for what, where these facts of stories were told."""
    lines: list[tuple[int, str, Event]] = [
        (number, story, Heard(fact)) for number, (story, fact) in enumerate(told)
    ]
    if void:
        lines.append((len(lines), "campaign", BattleClosed(battle=void, void=True)))
    return Counter((who.id, what) for _, who, what in deeds(TOLD, lines))


def fight(story: str, *, friendly: bool = False) -> list[tuple[str, Fact]]:
    """A battle that Rex joins twice, and in which Dog of another crew fells and injures him."""
    camps = (
        Camp(crew=ASH, player="Ana", rating=0, members=(REX,)),
        Camp(crew=ELM, player="Ben", rating=0, members=(DOG,)),
    )
    facts = (
        Began("s", camps, friendly),
        *(Deployed(REX), Deployed(DOG), Deployed(REX)),
        *(Fell(REX, (DOG,)), Entry(REX, "injury", "a scar"), Entry(DOG, "deed", "a song")),
    )
    return [(story, fact) for fact in facts]


ONE = {
    ("rex", "battles"): 1,
    ("dog", "battles"): 1,
    ("rex", "falls"): 1,
    ("dog", "kills"): 1,
    ("rex", "injuries"): 1,
}


def test_a_battle_is_fought_once_however_often_somebody_takes_the_field() -> None:
    """Given one who is deployed twice, when it is counted, then it is a battle; two are two."""
    assert counted(*fight("battle-1")) == ONE
    twice = {each: 2 * count for each, count in ONE.items()}
    assert counted(*fight("battle-1"), *fight("battle-2")) == twice


def test_neither_friendly_battles_count_nor_void_ones_nor_what_is_told_elsewhere() -> None:
    """Given those beside a battle that counts, when all are counted, then they add nothing."""
    beside = [*fight("battle-2", friendly=True), ("crew-ash", Entry(REX, "injury", "a burn"))]
    assert counted(*fight("battle-1"), *beside) == ONE
    assert counted(*fight("battle-1"), *fight("battle-3"), void="battle-3") == ONE


def test_whoever_fights_for_no_crew_is_no_kill() -> None:
    """MR-CRD-2, MR-SCN-9: given a noxius that Dog fells beside Rex, then Dog has one kill."""
    nobody = Who("battle-1/1#noxius-1", "Noxius 1")
    told = counted(*fight("battle-1"), ("battle-1", Fell(nobody, (DOG,))))
    assert (told["dog", "kills"], told[nobody.id, "falls"]) == (1, 1)


def test_whoever_puts_out_a_friend_or_himself_has_no_kill_of_it() -> None:
    """Given Rex and Dog on one side, when each falls by Rex, then both have fallen and no more."""
    camp = Camp(crew=Who("pack", "Pack"), player="Ana", rating=0, members=(REX, DOG))
    told = (Began("s", (camp,)), Fell(REX, (REX,)), Fell(DOG, (REX,)))
    assert counted(*(("battle-1", fact) for fact in told)) == {
        ("rex", "falls"): 1,
        ("dog", "falls"): 1,
    }
