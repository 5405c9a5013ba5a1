"""What an action names is there, and is named once; each chapter remembers its own events alone."""

import pytest

from domain.games.mortisphere import play
from domain.games.mortisphere.acting import Hold
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, Respond, Strike
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.ruling import Note, NoteAdded
from domain.games.mortisphere.scoring import PointsScored
from domain.terms import Action, NotFound
from tests.story import Story, clash, concede, crew, d, order, respond, ruling

STORY = Story(crew("Ash", *d(4, "Rat", "Cat", "Dog")), crew("Iron", *d(8, "Nine", "Ten")))
ASKED = STORY.do(clash("Rat, Cat, Dog > Nine"))


@pytest.mark.parametrize(
    "line",
    [
        clash("Ghost > Nine"),
        clash("Rat > Ghost"),
        clash("swarm Rat, Cat, Dog led by Ghost > Nine"),
        order("Ghost > Nine"),
        Move(members=("Ghost",), to="well"),
        Move(members=("Rat",), to="moon"),
        Move(members=("Rat",), to=""),
        Interact(members=("Ghost",), objective="bins"),
        Interact(members=("Rat",), objective="grail"),
        Hold(member="Ghost"),
        Hold(member=""),
        Note(member="Ghost", text="boo"),
        concede("Ghosts"),
        ruling("Ghost loses 1"),
        ruling("Rat at moon"),
        ruling("Ghosts scores 1"),
    ],
)
def test_nobody_and_nothing_of_that_name(line: Action) -> None:
    """An action about somebody unknown is not found, whatever it wants."""
    with pytest.raises(NotFound):
        STORY.when(line)


@pytest.mark.parametrize(
    "line", [respond("Ghost"), respond("Nine for Ghost"), respond("Nine against Ghost")]
)
def test_nobody_of_that_name_answers(line: Action) -> None:
    """The same for answers."""
    with pytest.raises(NotFound):
        ASKED.when(line)


def test_a_strike_has_an_initiator() -> None:
    """MS-CLA-2."""
    assert STORY.refused(Clash(strikes=(Strike(initiators=(), targets=("Nine",)),))) == "MS-CLA-2"


def test_a_guard_has_a_member() -> None:
    """MS-CLA-12."""
    assert ASKED.refused(Respond(guards=(Guard(members=()),))) == "MS-CLA-12"


@pytest.mark.parametrize("kind", [GuardKind.DEFEND, GuardKind.SWARM])
def test_nobody_is_named_twice(kind: GuardKind) -> None:
    """MS-CLA-14, MS-SWA-1: one member named three times is no Swarm."""
    guard = Guard(kind=kind, members=("Nine", "Nine", "Nine"))
    assert ASKED.refused(Respond(guards=(guard,))) == "MS-CLA-14"


@pytest.mark.parametrize("chapter", play.CHAPTERS)
def test_a_chapter_remembers_its_own_events_alone(chapter: object) -> None:
    """Whatever is not its own leaves a battle as it was."""
    foreign = [
        event
        for event in (
            NoteAdded(text="a note"),
            PointsScored(crew=STORY.who("Ash"), points=0, total=0, reason=""),
        )
        if type(event) not in chapter.EVENTS  # type: ignore[attr-defined]  # every chapter has them
    ]
    for event in foreign:
        assert chapter.evolve(STORY.battle, event) == STORY.battle  # type: ignore[attr-defined]  # it remembers
