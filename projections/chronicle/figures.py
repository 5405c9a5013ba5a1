"""The figure of a battle: its board at the moment when it turned, or else at its end."""

from collections.abc import Callable

import msgspec

from domain.drawing import Picture
from projections.board import svg
from projections.chronicle.battles import Tale
from projections.chronicle.tree import Figure
from projections.frame.templates import Frame
from projections.ink import Dress

MOST = 30
"""A book of more battles has no figures: they would be most of it."""


class Moment(msgspec.Struct, frozen=True):
    """A board, and the line behind which it stood so."""

    address: str
    picture: Picture


class Shown(msgspec.Struct, frozen=True):
    """What can be shown of a battle: how it stood when it turned, and at its end."""

    turned: Moment | None = None
    end: Moment | None = None


class Boards(msgspec.Struct, frozen=True):
    """What draws battles: `shown` gives what can be shown of one, by its story."""

    shown: Callable[[str], Shown]
    dress: Dress = Dress.OWN

    def figure(self, frame: Frame, campaign: str, tale: Tale) -> Figure | None:
        """The figure of a battle that has been told."""
        story = tale.battle.story
        shown = self.shown(story)
        found = shown.turned if tale.turned else shown.end
        if found is None:
            return None
        at, scenario = found.address, tale.battle.scenario
        title = frame.say("board.caption", campaign=campaign, scenario=scenario, address=at)
        drawn = svg(found.picture, title, headed=False, dress=self.dress, frame=frame)
        file = f"{at.replace('/', '-')}.svg"
        return Figure(
            drawn,
            frame.say(_caption(tale), address=at),
            f"acta export replay {story} --at {at} -o {file}",
        )


def _caption(tale: Tale) -> str:
    """What is said of the moment."""
    if tale.turned:
        return "book.board-turned"
    return "book.board-end" if tale.battle.over else "book.board-now"
