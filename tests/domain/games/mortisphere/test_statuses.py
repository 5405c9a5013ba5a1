"""Statuses do what their entries say, whatever they are called (MS-EFF-2, MS-RND-7, MS-CLA-7)."""

from functools import reduce

import pytest
from msgspec.structs import replace

from domain.games.mortisphere import play
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.shapes import Status
from domain.games.mortisphere.statuses import StatusLost
from tests.story import Cast, Story, absorb, clash, crew, d, hold, move, respond, ruling

OWN = (
    Status(id="bound", text="", blocks="action"),
    Status(id="awed", text="", blocks="initiate"),
    Status(id="mute", text="", blocks="declarations"),
    Status(id="shrouded", text="", ends="clash"),
)


def hall(*ash: Cast) -> Story:
    """Ash (Rat and Cat, both d6) against Nine; with statuses that only this battle knows."""
    story = Story(crew("Ash", *(ash or d(6, "Rat", "Cat"))), crew("Iron", *d(12, "Nine")))
    opened, *rest = story.events
    assert isinstance(opened, BattleOpened)
    (content,) = opened.content
    content = replace(content, statuses=(*content.statuses, *OWN))
    story.events = (replace(opened, content=(content,)), *rest)
    story.battle = reduce(play.evolve, story.events, Fighting())
    return story


def test_whoever_is_kept_from_acting_has_acted() -> None:
    """MS-RND-7: Cat is bound: it neither moves nor defends, and is not waited for."""
    story = hall().do(ruling("Cat gains bound"))
    assert story.refused(move("Cat", "tower")) == "MS-RND-7"
    story = story.do(hold("Rat"), clash("Nine > Cat"))
    assert story.refused(respond("Cat")) == "MS-RND-7"
    assert story.do(absorb).asks == ("Throw", "Iron")


@pytest.mark.parametrize("status", ["awed", "burdened"])
def test_whoever_may_not_initiate_does_all_else(status: str) -> None:
    """MS-CLA-7: Rat strikes nobody, and may move."""
    story = hall().do(ruling(f"Rat gains {status}"))
    assert story.refused(clash("Rat > Nine")) == "MS-CLA-7"
    assert story.do(move("Rat", "tower"))["Rat"].area == "tower"


@pytest.mark.parametrize("status", ["shrouded", "hidden"])
def test_a_clash_ends_what_says_so(status: str) -> None:
    """MS-CLA-9: whoever initiates comes out."""
    story = hall().do(ruling(f"Rat gains {status}")).do(clash("Rat > Nine"))
    assert [event.status for event in story.all(StatusLost)] == [status]
