"""A campaign as a club plays it: a real ledger, crews from the examples, battles to their end.

Whoever acts picks among what is legal by a number drawn from a seed; table dice are drawn so too,
sealed ones follow from the seed as their only secret.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from domain import crew_file, dice
from domain.campaign import STORY, FoundCampaign
from domain.crew import story_of
from domain.dicebox import DiceSealed
from domain.game import After, Game, catalogue, load
from domain.games.mortisphere.acting import Done
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.rosters import PROFILES
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.throwing import Roll
from domain.games.mortisphere.waiting import Throw
from domain.house import Setting
from domain.ledger.draft import Stamp
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.terms import Action, Event
from domain.throwing import Shown, Source

EXAMPLES = Path(__file__).parent.parent / "examples"
CAMPAIGN = "000102030405060708090a0b0c0d0e0f"
GAME: Game = load("mortisphere")


def drawn(seed: str, number: int, most: int) -> int:
    """A number below `most`, the same for the same seed and number."""
    return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:8], "big") % most


class Season:
    """A campaign on record, and what its players do next."""

    def __init__(self, path: Path, *, seed: str = "season", house: Sequence[Setting] = ()) -> None:
        self.ledger = Ledger.create(path, catalogue("mortisphere"), CAMPAIGN)
        self.seed = seed
        self.crews: list[str] = []
        self._drawn = 0
        self._minutes = 0
        self.books(FoundCampaign(name="The Final Age", house=tuple(house)))

    def stamp(self) -> Stamp:
        """A minute later than the stamp before."""
        self._minutes += 1
        hours, minutes = divmod(self._minutes, 60)
        at = f"2026-11-29T{hours % 24:02}:{minutes:02}:00.000Z"
        return Stamp(at=at, by="Ana", program="acta 0.1.0")

    def books(self, *actions: Action, story: str = STORY) -> list[Line]:
        """Judge actions of the campaign or of a crew."""
        beside = tuple(each for each in (STORY, *self.crews) if each != story)
        return self.ledger.submit(story, GAME.books, actions, stamp=self.stamp, beside=beside)

    def crew(self, file: str, name: str = "") -> str:
        """A crew of the examples, founded and recruited; returns its story."""
        read = crew_file.load(EXAMPLES / file, PROFILES)
        if name:
            read = msgspec.structs.replace(read, name=name)
        story = story_of(self.ledger.know(GAME.books, (STORY, *self.crews)).state, read.name)
        actions = read.actions(story)
        self.books(actions[0], story=story)
        self.crews.append(story)
        self.books(*actions[1:], story=story)
        return story

    def open(
        self,
        *crews: str,
        scenario: str = "last-granary",
        sealed: bool = False,
        friendly: bool = False,
    ) -> str:
        """Open a battle between crews; returns its story."""
        books = self.ledger.know(GAME.books, (STORY, *self.crews)).state
        battle = books.next_battle
        seal: tuple[DiceSealed, ...] = ()
        if sealed:
            number = dice.solo_battle(self._secret(battle))
            anchor = dice.anchor(self._secret(battle), number, 1)
            seal = (DiceSealed(battle=number.hex(), anchors=(anchor.hex(),), solo=True),)
        action = Open(
            battle=battle,
            scenario=scenario,
            crews=crews,
            dice=Source.SEALED if sealed else Source.TABLE,
            seal=seal,
            friendly=friendly,
        )
        self.ledger.submit(
            battle,
            GAME.books,
            [action],
            stamp=self.stamp,
            beside=(STORY, *self.crews),
            edition=f"mortisphere {GAME.edition}",
        )
        return battle

    def state(self, battle: str) -> Any:
        """The battle as it stands."""
        return self.ledger.tell(battle, GAME.battle)

    def do(self, battle: str, *actions: Action) -> list[Line]:
        """Judge lines of a battle; sealed dice are rolled where they are due."""
        return self.ledger.submit(
            battle,
            GAME.battle,
            actions,
            stamp=self.stamp,
            beside=(STORY,),
            edition=f"mortisphere {GAME.edition}",
            follow=self._follow(),
        )

    def step(self, battle: str) -> list[Line]:
        """Do one thing that is legal now; nothing once the battle has ended."""
        state = self.state(battle)
        if state.ended:
            return []
        return self.do(battle, self._next(state))

    def play(self, battle: str, most: int = 1000) -> str:
        """Play a battle to its end and conclude it, in one group; returns its story."""
        while GAME.rolls_sealed(self.state(battle)):  # for the choice of the start Area
            self.step(battle)
        state, actions = self.state(battle), list[Action]()
        while not state.ended and len(actions) < most:
            action = self._next(state)
            state = self._after(state, action)
            actions.append(action)
        self.do(battle, *(each for each in actions if not getattr(each, "reveals", ())), Conclude())
        return battle

    @staticmethod
    def _after(state: Any, action: Action) -> Any:
        for event in GAME.battle.decide(state, action):
            if isinstance(event, Event):
                state = GAME.battle.evolve(state, event)
        return state

    def after(self, battle: str, *actions: Action) -> list[Line]:
        """Judge lines of an aftermath; sealed dice are rolled where they are due."""
        return self.ledger.submit(
            battle,
            GAME.after.decider,
            actions,
            stamp=self.stamp,
            beside=(STORY, *self.crews),
            edition=f"mortisphere {GAME.edition}",
            follow=self._follow(GAME.after),
        )

    def evening(self, battle: str) -> Any:
        """The aftermath of a battle as it stands."""
        return self.ledger.know(GAME.after.decider, (battle, STORY, *self.crews)).state

    def settle(self, battle: str, most: int = 300) -> str:
        """Go through the aftermath of a battle, each line drawn; crews shop little."""
        self.after(battle, GAME.after.begins())
        for _ in range(most):
            action = self._settling(self.evening(battle))
            if action is None:
                break
            self.after(battle, action)
        return battle

    def _settling(self, evening: Any) -> Action | None:
        sides = GAME.after.sides(evening)
        if sides:
            return GAME.after.throw(tuple(1 + self._draw(most) for most in sides))
        legal = GAME.after.legal(evening).simple()
        if not legal:
            return None
        if self._draw(3) == 0:
            return next((one for one in legal if isinstance(one, Done)), legal[0])
        return legal[self._draw(len(legal))]

    def season(self, battles: int, **how: Any) -> "Season":
        """Two crews and so many battles between them."""
        ash, iron = self.crew("ash.toml"), self.crew("iron.toml")
        for number in range(battles):
            battle = self.play(self.open(ash, iron, **how))
            if number < battles - 1 and not how.get("friendly"):
                self.settle(battle)
        return self

    def _next(self, state: Any) -> Action:
        waiting = GAME.awaited(state)
        if isinstance(waiting, Throw):
            if GAME.rolls_sealed(state):
                return self._sealed(state)
            return Roll(faces=tuple(Shown(1 + self._draw(die.sides)) for die in waiting.dice))
        legal = GAME.legal(state).simple()
        return legal[self._draw(len(legal))]

    def _draw(self, most: int) -> int:
        self._drawn += 1
        return drawn(self.seed, self._drawn, most)

    def _secret(self, battle: str) -> bytes:
        return sha256(f"{self.seed} {battle}".encode()).digest()

    def _sealed(self, state: Any, table: Game | After = GAME) -> Action:
        chains = table.chains(state)
        number = bytes.fromhex(chains.battle)
        battle = state.battle if isinstance(state.battle, str) else state.battle.battle
        reveal = dice.reveal(self._secret(battle), number, 1, chains.places + 1)
        return table.roll((reveal.hex(),))

    def _follow(self, table: Game | After = GAME) -> Callable[[Any], Action | None]:
        def follow(state: Any) -> Action | None:
            return self._sealed(state, table) if table.rolls_sealed(state) else None

        return follow
