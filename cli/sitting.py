"""What is on the table: a battle as it stands, or its aftermath."""

from typing import Any

import msgspec

from cli.asking import asked
from cli.lines import Scene
from domain.game import Game
from domain.terms import RuleBroken


class Table(msgspec.Struct, frozen=True):
    """A battle as it stands on the table, or its aftermath: its story, and its state.

    An aftermath is read beside other stories, and its game is the one of `settling`.
    """

    story: str
    game: Game
    state: Any
    beside: tuple[str, ...] = ()
    aftermath: bool = False

    @property
    def fight(self) -> Any:
        """The battle itself, of an aftermath too."""
        return self.state.battle if self.aftermath else self.state

    @property
    def begun(self) -> bool:
        """Whether this is an aftermath in which something was done."""
        if not self.aftermath:
            return False
        try:
            list(self.game.battle.decide(self.state, self.game.after.begins()))
        except RuleBroken:
            return True
        return False

    @property
    def over(self) -> bool:
        """Whether this is an aftermath in which nothing is left to do."""
        return self.aftermath and self.game.after.over(self.state)

    @property
    def edition(self) -> str:
        """The edition that its lines are judged by."""
        return f"{self.game.id} {self.fight.edition}"

    def grown(self, state: Any) -> "Table":
        """The same with another state."""
        return msgspec.structs.replace(self, state=state)

    @property
    def scene(self) -> Scene:
        """What a line needs to know of it."""
        crew, asked = self.game.asked(self.state)
        return Scene(self.game.names(self.state), crew, asked, self.game.words.of)

    def shown(self) -> dict[str, Any]:
        """The battle as JSON gives it."""
        return self.game.show(self.state)

    def ask(self) -> dict[str, Any]:
        """What is asked next, with the sentence that says so."""
        ask = self.game.ask(self.state)
        return {**ask, "told": asked(ask, self.game.words.deeds)}
