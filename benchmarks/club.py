"""A club of robots: crews of any beings that play a campaign, battles and aftermaths, by the rules.

House rules change from battle to battle, crews are founded, lose, rebuild and end. All of it goes
through a ledger, and `see` may look at every event with the state before and after it.
"""

from pathlib import Path
from typing import Any

from benchmarks import cast
from benchmarks.campaign import GAME
from benchmarks.record import Record, See
from domain.campaign import STORY, SetHouse
from domain.crew import FoundCrew, story_of
from domain.games.mortisphere.after.deals import Dismiss
from domain.games.mortisphere.battle import Fighting, StartAt, fighting_crews
from domain.games.mortisphere.drawing import one, shuffled
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.ruling import Change, ChangeKind, Ruling
from domain.games.mortisphere.shapes import book
from domain.house import Setting
from domain.robot import Robot
from domain.roster import MemberRecruited
from domain.terms import Action, RuleBroken
from domain.throwing import Source

CREWS, FEWEST = 5, 3
PATIENCE = 300
"""After so many lines the table rules that all crews but one are out: nobody holds for ever."""
CHANGES = 6  # house rules that change before a battle
ATTEMPTS = 30
DICE = {"entered": Source.TABLE, "generated": Source.SEALED}


class Player(Robot):
    """A robot that seldom lets anybody go."""

    def action(self, battle: Any) -> Action | None:
        """What it does now."""
        action = super().action(battle)
        while isinstance(action, Dismiss) and self.pick(8):
            action = super().action(battle)
        return action


class Club(Record):
    """A campaign on record, and the robots that play it."""

    def __init__(self, path: Path, seed: str, see: See = lambda *_: None) -> None:
        super().__init__(GAME, path, seed, see)
        self._robot = Player(GAME, seed)
        self._settler = Player(self.settling, f"{seed} after")

    def evening(self) -> str:
        """House rules, crews, a battle to its end and its aftermath; returns the battle's story."""
        self._change_rules()
        battle = self.books.next_battle
        self._meet(battle, self._opening(battle))
        return battle

    def friendly(self) -> str:
        """A battle of guests under any house rules, and its aftermath; returns its story."""
        battle = self.books.next_battle
        self._meet(battle, self._guests_meet(battle))
        return battle

    def _meet(self, battle: str, opening: Open) -> None:
        """A battle from its opening to the end of its aftermath."""
        self.open(battle, opening)
        self.play(GAME, self._robot, battle, (STORY,), self._interrupted)
        self.play(self.settling, self._settler, battle, (STORY, *self.crews))

    # The campaign

    def _change_rules(self) -> None:
        options = book().options
        for _ in range(CHANGES):
            option = one(options, self._robot.pick)
            value = one((option.default, *option.values), self._robot.pick)
            if self.books.setting(option.name, option.default) != value:
                self.judge(SetHouse(option=option.name, value=value))

    # Crews

    def _ready(self) -> list[str]:
        """The crews that can be fielded; some are founded, so that there are enough."""
        ready = [crew for crew in self.crews if self._mustered(crew)]
        while len(ready) < CREWS:
            name = f"Crew {len(self.crews) + 1}"
            story = story_of(self.books, name)
            self.judge(FoundCrew(crew=story, name=name, player=f"Robot {name[5:]}"), story=story)
            self.crews.append(story)
            if self._mustered(story):
                ready.append(story)
        return ready

    def _mustered(self, story: str) -> bool:
        """Whether a crew can be fielded, once it has recruited what it must."""
        crew = self.books.crew(story)
        if crew.ended:
            return False
        if crew.founding:
            self._fill(story)
        elif not crew.fit:
            self._hire(story, FEWEST)
        try:
            GAME.recruiting.muster(self.books, self.books.crew(story))
        except RuleBroken:
            return False
        return True

    def _fill(self, story: str) -> None:
        """A Captain and others, as far as the purse goes; with the smallest dice if it must."""
        die = cast.horde(self._robot.pick)
        for _ in range(ATTEMPTS):
            crew = self.books.crew(story)
            least = 4 * max(0, FEWEST - len(crew.present) - 1)
            self._recruit(story, die if crew.captain else 0, least)
        self._hire(story, FEWEST - len(self.books.crew(story).present))

    def _hire(self, story: str, number: int) -> None:
        for _ in range(number):
            self._recruit(story, 4, plain=True)

    def _recruit(self, story: str, die: int, least: int = 0, *, plain: bool = False) -> None:
        """Recruit somebody, if the rules and the purse allow it and enough is left."""
        action = cast.recruit(self.books, story, self._robot.pick, die, plain=plain)
        try:
            (joined,) = GAME.books.decide(self.books, action)
        except RuleBroken:
            return
        if isinstance(joined, MemberRecruited) and joined.treasury >= least:
            self.judge(action, story=story)

    # Battles

    def _opening(self, battle: str) -> Open:
        """Two crews, at times three or four, over any scenario, by dice that the rules allow."""
        draw, ready = self._robot.pick, self._ready()
        number = one((2, 2, 2, 3, 4), draw)
        crews = tuple(shuffled(ready, draw)[:number])
        return self._terms(battle, self.books.house, crews, crews=crews)

    def _guests_meet(self, battle: str) -> Open:
        """Two to four crews of any beings, under any house rules."""
        draw = self._robot.pick
        house = tuple(Setting(o.name, one((o.default, *o.values), draw)) for o in book().options)
        crews = cast.guests(house, one((2, 2, 3, 4), draw), draw)
        ids = tuple(f"{battle}/1#{number}" for number, _ in enumerate(crews, start=1))
        return self._terms(battle, house, ids, guests=crews, house=house, friendly=True)

    def _terms(
        self, battle: str, rules: tuple[Setting, ...], sides: tuple[str, ...], **who: Any
    ) -> Open:
        """Any scenario, its start Areas or one for all, dice that the house rules allow."""
        draw, rule = self._robot.pick, book().house(rules).dice_source
        scenario = one(book().scenarios, draw)
        area, together = one(scenario.areas, draw).id, draw(3) == 0
        source = DICE.get(str(rule)) or one((Source.TABLE, Source.SEALED), draw)
        return Open(
            battle=battle,
            scenario=scenario.id,
            starts=tuple(StartAt(crew, area) for crew in sides) if together else (),
            ask_start=bool(draw(2)),
            dice=source,
            seal=(self.seal(battle),) if source is Source.SEALED else (),
            **who,
        )

    def _interrupted(self, state: Any, lines: int) -> Action | None:
        """A ruling of the table: now and then somebody is stunned; in the end it is late."""
        if not isinstance(state, Fighting) or state.ended or not state.round:
            return None
        active = [unit for unit in state.units.values() if unit.active]
        if lines > PATIENCE:
            last = fighting_crews(state)[:1]
            out = [unit for unit in active if unit.crew not in last]
            changes = tuple(Change(unit=unit.id, change=ChangeKind.OUT) for unit in out)
            return Ruling(text="the lamps go out", changes=changes) if changes else None
        alert = [unit for unit in active if not unit.blocked("action")]
        if self._robot.pick(60) == 0 and alert:
            dazed = one(alert, self._robot.pick).id
            stunned = Change(unit=dazed, change=ChangeKind.GAINS, what="stunned")
            return Ruling(text="a stone fell", changes=(stunned,))
        return None
