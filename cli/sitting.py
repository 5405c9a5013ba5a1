"""What is on the table: a battle as it stands, its aftermath, or what is played between battles."""

from typing import Any

import msgspec

from cli.asking import asked
from cli.lines import Scene
from domain.campaign import STORY
from domain.game import Game
from domain.terms import RuleBroken

NOTHING: dict[str, Any] = {
    "awaiting": "none",
    "always": [],
    "crew": "",
    "member": "",
    "question": {},
    "dice": [],
    "legal": [],
    "patterns": [],
    "combine": {},
}
"""What is asked where nothing is awaited."""


class Table(msgspec.Struct, frozen=True):
    """A battle as it stands on the table, or its aftermath: its story, and its state.

    An aftermath is read beside other stories, and its game is the one of `settling`. So is a
    season, whose story is the campaign's and whose state is the books. A battle that is `void` is
    shown as it stood before.
    """

    story: str
    game: Game
    state: Any
    beside: tuple[str, ...] = ()
    aftermath: bool = False
    void: bool = False

    def check_void(self) -> None:
        """Refuse to add anything to a battle that is void."""
        if self.void:
            sentence = f"{self.story} is void: nothing is added to it"
            raise RuleBroken(self.game.correction, sentence, hint="acta battle list")

    @property
    def fight(self) -> Any:
        """The battle itself, of an aftermath too; of a season the books."""
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
    def between(self) -> bool:
        """Whether this is no battle, but what is played between them."""
        return self.story == STORY

    @property
    def edition(self) -> str:
        """The edition that its lines are judged by; what the campaign founds needs none."""
        if self.between:
            return ""
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
        shown = self.game.show(self.state)
        if not self.void:
            return shown
        turn = {"crew": "", "awaiting": "none", "may_act": []}
        return {**shown, "status": "void", "dice": [], "turn": turn}

    def ask(self) -> dict[str, Any]:
        """What is asked next, with the sentence that says so."""
        ask = self.game.ask(self.state)
        if self.void:
            told = "nothing is awaited: the battle is void"
            return {**ask, **NOTHING, "status": "void", "told": told}
        return {**ask, "told": asked(ask, self.game.words.deeds)}
