"""A ledger in which robots play a game: all that they do is judged, saved, and can be looked at."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.campaign import stamp
from domain import dice
from domain.books import Books
from domain.campaign import STORY, FoundCampaign
from domain.dicebox import DiceSealed
from domain.game import Game, catalogue, settling
from domain.ledger.draft import Draft, Pen
from domain.ledger.ledger import Ledger
from domain.robot import Robot
from domain.terms import Action, Conflict, Decider, Event

See = Callable[[Any, Event, Any], None]
"""Looks at an event: the state before it, the event, the state after it."""

Interrupt = Callable[[Any, int], Action | None]
"""What the table does in the place of a player, by the state and the number of lines so far."""


class Record:
    """A campaign of one game on record; `see` looks at every event of it."""

    def __init__(self, game: Game, path: Path, seed: str, see: See) -> None:
        campaign = sha256(seed.encode()).hexdigest()[:32]
        self.game = game
        self.settling = settling(game)
        self.ledger = Ledger.create(path, catalogue(game.id), campaign)
        self.crews: list[str] = []
        self._edition = f"{game.id} {game.edition}"
        self._seed = seed
        self._see = see
        self.judge(FoundCampaign(name=f"Club {seed}"))

    @property
    def books(self) -> Books:
        """The campaign and its crews as they stand."""
        return self.ledger.know(self.game.books, (STORY, *self.crews)).state

    def judge(self, *actions: Action, story: str = STORY) -> None:
        """Judge actions of the campaign, of a crew, or the opening of a battle."""
        beside = tuple(each for each in (STORY, *self.crews) if each != story)
        edition = self._edition if story == self.books.next_battle else ""
        draft, pen, ends = self._draft(self.game.books, story, beside, edition)
        for action in actions:
            draft.judge(action, stamp())
        self._save(pen, ends)

    def open(self, battle: str, opening: Action) -> None:
        """A battle opens; what it tells is seen as the battle's own."""
        self.judge(opening, story=battle)
        state = self.game.battle.initial
        evolve = self._watched(self.game.battle)
        for line in self.ledger.story(battle):
            state = evolve(state, line.data)

    def play(
        self,
        game: Game,
        robot: Robot,
        story: str,
        beside: tuple[str, ...],
        interrupt: Interrupt = lambda *_: None,
    ) -> None:
        """Play a battle to its end, or its aftermath: all of it is saved at once."""
        draft, pen, ends = self._draft(game.battle, story, beside, self._edition)
        batch, lines = "", 0
        if game is self.settling:
            draft.judge(self.game.after.begins(), stamp())
        while True:
            if game.rolls_sealed(draft.state):
                draft.judge(self._roll(game, draft.state, story), stamp(), batch)
                continue
            action = interrupt(draft.state, lines) or robot.action(draft.state)
            if action is None:
                waiting = game.ask(draft.state)["awaiting"]
                assert waiting == "none", f"nothing is legal: {waiting}"  # noqa: S101 a fault
                break
            lines += 1
            batch = draft.judge(action, stamp())
        self._save(pen, ends)

    def _save(self, pen: Pen, ends: dict[str, int]) -> None:
        """All lines are saved, or none."""
        if not self.ledger.append(pen.lines, {line.story: 0 for line in pen.lines} | ends):
            raise Conflict("somebody else writes into the club's ledger")

    def _draft(
        self, decider: Decider[Any], story: str, beside: tuple[str, ...], edition: str
    ) -> tuple[Draft[Any], Pen, dict[str, int]]:
        """Lines in the making on what stands in some stories."""
        known = self.ledger.know(decider, (story, *beside))
        pen = Pen(self.ledger.campaign, known.ends, {story: edition})
        seen = replace(decider, evolve=self._watched(decider))
        return Draft(story, seen, known.state, pen), pen, known.ends

    def _watched(self, decider: Decider[Any]) -> Callable[[Any, Event], Any]:
        def evolve(state: Any, event: Event) -> Any:
            after = decider.evolve(state, event)
            self._see(state, event, after)
            return after

        return evolve

    # Sealed dice, with the seed as their only secret

    def seal(self, battle: str) -> DiceSealed:
        """What a battle's solo dice are sealed with."""
        number = dice.solo_battle(self._secret(battle))
        anchor = dice.anchor(self._secret(battle), number, 1)
        return DiceSealed(battle=number.hex(), anchors=(anchor.hex(),), solo=True)

    def _secret(self, battle: str) -> bytes:
        return sha256(f"{self._seed} {battle}".encode()).digest()

    def _roll(self, game: Game, state: Any, battle: str) -> Action:
        chains = game.chains(state)
        known = _chain(self._secret(battle), bytes.fromhex(chains.battle))
        return game.roll((known[dice.PLACES - chains.places - 1].hex(),))


@lru_cache(maxsize=4)
def _chain(secret: bytes, battle: bytes) -> list[bytes]:
    """The only party's chain in a battle."""
    return dice.chain(secret, battle, 1)
