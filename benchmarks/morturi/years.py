"""Robots play whole campaigns: schools, a year of the games, its battles and their aftermaths."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmarks.campaign import stamp
from benchmarks.morturi.cast import RULES, may_have, one, rules, stage, tricks_of
from benchmarks.morturi.club import GAME, Gladiator, late
from benchmarks.morturi.lanista import Lanista
from benchmarks.record import Record, See
from domain.campaign import STORY, SetHouse
from domain.crew import (
    AddNote,
    FoundCrew,
    Recruit,
    RenameCrew,
    RenameMember,
    RetireMember,
    story_of,
)
from domain.games.morturi.opening import Open
from domain.games.morturi.school import play
from domain.games.morturi.school.year import Ludi, Offer, Spend, house, open_offers, schools
from domain.house import Setting
from domain.robot import Robot
from domain.terms import Action, Refusal
from domain.throwing import Source

SCHOOLS = ("Ludus Ferox", "Domus Ursi", "Vi Et Armis", "then stake", "Legio: Mortis")
FEWEST, MOST = 2, 5
TRIES = 40
"""So many arenas are thought of for a battle; if none fits, it lapses."""
ASIDE = 25
"""A school joins, or does something in its own story, once in so many lines of a year."""
MEETINGS = 3
"""So many battles are fought in a campaign of pick-up games."""


class Year(Record):
    """A campaign on record, and the robots that play it to its end."""

    def __init__(
        self,
        path: Path,
        seed: str,
        see: See = lambda *_: None,
        *,
        months: int = 10,
        pace: int = 1,
        fixed: tuple[Setting, ...] = (),
    ) -> None:
        super().__init__(GAME, path, seed, see)
        self._robot = Gladiator(GAME, seed)
        self._settler = Robot(self.settling, f"{seed} after")
        self._lanista = Lanista(f"{seed} year", months, pace)
        self._given_up: set[int] = set()
        draw = self._robot.pick
        for setting in (*rules(draw), *fixed):
            self._settle_on(setting)
        for _ in range(FEWEST + draw(MOST - FEWEST)):
            self._found()

    @property
    def year(self) -> Ludi:
        """The books of the year."""
        books = self.books
        assert isinstance(books, Ludi)  # noqa: S101 of this game
        return books

    def _settle_on(self, setting: Setting) -> None:
        """A house rule, if it is not so already."""
        default = next(o.default for o in RULES.options if o.name == setting.option)
        if self.books.setting(setting.option, default) != setting.value:
            self.judge(SetHouse(option=setting.option, value=setting.value))

    def play_out(self) -> Iterator[str]:
        """The campaign to its end, battle by battle."""
        if house(self.books).game_mode == "pickup":
            yield from self._pick_up()
        while self._going_on():
            offer = self._ready()
            if offer is None:
                self._aside()
            elif (battle := self._battle(offer)) is not None:
                yield battle

    # Between battles

    def _going_on(self) -> bool:
        """Lines of the year until a battle can be fought or a school does something by itself.

        False at the year's end.
        """
        beside = tuple(self.crews)
        draft, pen, ends = self._draft(self.game.books, STORY, beside, "")
        while (line := self._lanista.line(draft.state)) is not None:
            draft.judge(line, stamp())
            ready = any(self._startable(draft.state)) and self._robot.pick(2)
            if ready or self._robot.pick(ASIDE) == 0:
                break
        self._save(pen, ends)
        return line is not None

    def _aside(self) -> None:
        """What a school does in its own story, at any moment; it may be refused."""
        draw = self._robot.pick
        crew = one(schools(self.year), draw)
        story, somebody = crew.who.id, [m.who.id for m in crew.present]
        member = one(somebody, draw) if somebody else ""
        name = self._lanista.name()
        lines: tuple[Action, ...] = (
            RenameCrew(crew=story, name=name),
            Recruit(crew=story, kind="servus", name=name, grade="servus"),
            RenameMember(crew=story, member=member, name=name),
            RetireMember(crew=story, member=member),
            AddNote(crew=story, text="a proud school", member=member),
        )
        if draw(3) == 0:
            self._found()
        elif member:
            with suppress(Refusal):
                self.judge(one(lines, draw), story=story)

    def _found(self) -> None:
        """A school is founded, if there is room for one."""
        if len([crew for crew in self.books.crews.values() if not crew.ended]) >= MOST:
            return
        number = len(self.crews)
        name = SCHOOLS[number % len(SCHOOLS)] + (f" {number}" if number >= len(SCHOOLS) else "")
        story = story_of(self.books, name)
        self.judge(FoundCrew(crew=story, name=name, player=f"Robot {number}"), story=story)
        self.crews.append(story)

    # Battles

    def _startable(self, books: Ludi) -> Iterator[Offer]:
        """Announced battles that enough schools have entered, when nothing else comes first."""
        if not isinstance(play.awaited(books), Spend):
            return
        for offer in open_offers(books):
            enough = RULES.scenario(offer.scenario).min_sides
            if len(offer.entered) >= enough and offer.number not in self._given_up:
                yield offer

    def _ready(self) -> Offer | None:
        return next(self._startable(self.year), None)

    def _battle(self, offer: Offer) -> str | None:
        """An announced battle is fought in any arena that has room; else it is given up."""
        crews = tuple(one.school for one in offer.entered)
        opening = self._opening(offer.scenario, crews)
        if opening is None:
            self._given_up.add(offer.number)
            return None
        return self._fight(opening)

    def _opening(self, scenario: str, crews: tuple[str, ...]) -> Open | None:
        draw, battle = self._robot.pick, self.books.next_battle
        sealed = draw(5) == 0
        for _ in range(TRIES):
            agreed = stage(RULES.scenario(scenario), draw)
            found = Open(
                battle=battle,
                scenario=scenario,
                crews=crews,
                starts=agreed.starts(crews, draw),
                dice=Source.SEALED if sealed else Source.TABLE,
                seal=(self.seal(battle),) if sealed else (),
                **agreed.agreed,
            )
            try:
                list(self.game.books.decide(self.books, found))
            except Refusal:
                continue
            return found
        return None

    def _fight(self, opening: Open) -> str:
        """A battle from its opening to the end of its aftermath."""
        self.open(opening.battle, opening)
        self.play(GAME, self._robot, opening.battle, (STORY,), late)
        self.play(self.settling, self._settler, opening.battle, (STORY, *self.crews))
        return opening.battle

    # Pick-up games

    def _pick_up(self) -> Iterator[str]:
        """MR-GEN-4: no year; schools design their gladiators, and meet as they like."""
        for _ in range(MEETINGS):
            for story in self.crews:
                self._design(story)
            able = [s for s in self.crews if self.books.crew(s).fit]
            opening = self._opening("agreed_battle", tuple(able[:FEWEST]))
            if opening is not None:
                yield self._fight(opening)

    def _design(self, story: str) -> None:
        """Gladiators of any kind, as far as the budget goes."""
        draw, settled = self._robot.pick, house(self.books)
        crew = self.books.crew(story)
        while len(crew.present) < FEWEST:
            role = one(RULES.roles, draw)
            grade = one([g for g in RULES.grades if may_have(role, g)], draw)
            tricks = tricks_of(settled, role, grade, draw)
            name = self._lanista.name()
            line = Recruit(crew=story, kind=role.id, name=name, grade=grade.id, abilities=tricks)
            try:
                self.judge(line, story=story)
            except Refusal:
                if draw(4) == 0:
                    return
            crew = self.books.crew(story)
