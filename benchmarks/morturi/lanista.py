"""Robots that lead schools through a year of the games: whatever a phase is for, by any rules.

One robot speaks for the Imperator and all schools. It draws what it would like to do, and says the
first of it that the rules accept.
"""

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.morturi.bidder import Bidder
from benchmarks.morturi.cast import RULES, known, may_have, one, some, tricks_of
from domain.books import Crew, Member
from domain.campaign import SetHouse
from domain.game import load, playing
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Decline
from domain.games.morturi.creation import price
from domain.games.morturi.doings import (
    Announce,
    Buy,
    Check,
    Contest,
    Dismiss,
    Hire,
    Lay,
    PutUp,
    Rename,
    Trade,
)
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.prizes import Terms, guideline
from domain.games.morturi.ruling import Change, ChangeKind, Note, Ruling
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.school import play
from domain.games.morturi.school.calendar import GOES_ON
from domain.games.morturi.school.year import (
    Bidding,
    Ludi,
    Offer,
    Spend,
    house,
    open_offers,
    schools,
)
from domain.games.morturi.shapes import Role
from domain.games.morturi.waiting import Confirm
from domain.robot import Robot
from domain.terms import Action, Refusal

GAME = load("morturi")
PACE = {"auctions": 14, "build_resources": 7, "ludi": 16, "free_play": 6}
"""How many lines a phase has, on average, before the Imperator ends it."""
TRIES, MANY = 12, 9
KEPT = ("game_mode", "calendar")
"""House rules that no robot changes while a year runs: whether there is one, and how long."""
NAMES = ("Gaius", "Verus", "Crixus", "Spiculus", "Flamma", "Carpophorus", "then", "Rex, the 2nd")

Wish = Callable[[Ludi], Action | None]


class Lanista(Robot):
    """Says the next line of a year."""

    def __init__(self, seed: str, months: int, pace: int = 1) -> None:
        assert GAME.season is not None  # noqa: S101 this game has one
        super().__init__(playing(GAME, GAME.season), seed)
        self._months, self._pace = months, pace
        self._bidder = Bidder(self.pick)
        self._named = 0
        self._wishes: dict[str, tuple[Wish, ...]] = {
            "auctions": (*6 * (self._lot,), self._resale, self._any),
            "build_resources": (*3 * (self._buy,), *2 * (self._hire,), self._any),
            "ludi": (
                *2 * (self._announce,),
                *4 * (self._enter,),
                *3 * (self._lay,),
                *2 * (self._fighter,),
                self._any,
            ),
            "free_play": (*2 * (self._check,), self._contest, *2 * (self._any,)),
        }
        self._any_time: tuple[Wish, ...] = (
            *2 * (self._servus,),
            *2 * (self._house,),
            self._trade,
            self._rename,
            self._rules,
            self._note,
            self._dismiss,
            self._leave,
        )

    def line(self, books: Ludi) -> Action | None:
        """The next line; None once the year is over."""
        if self._game.sides(books):
            return self.action(books)
        books = play.settled(books)
        waiting = play.awaited(books)
        match waiting:
            case Bidding():
                line = self._bidder.line(books, waiting)
                return line if self._admits(books, line) else self.action(books)
            case Spend(what=phase):
                return self._spent(books, phase)
            case Confirm(what=what) if what == GOES_ON:
                return Accept() if books.season.month < self._months else Decline()
            case _:
                return self.action(books)

    def _spent(self, books: Ludi, phase: str) -> Action:
        """Something that the phase is for, until it is time to go on."""
        if self.pick(max(1, PACE[phase] // self._pace)):
            for _ in range(TRIES):
                wish: Wish = one(self._wishes[phase], self.pick)
                line = wish(books)
                if line is not None and self._admits(books, line):
                    return line
        alone = [Done(crew=c.who.id) for c in schools(books)]
        done: Done = one((Done(), *alone), self.pick)
        return done if self._admits(books, done) else Done()

    def _admits(self, books: Ludi, line: Action) -> bool:
        """Whether the rules accept a line now."""
        try:
            list(GAME.books.decide(books, line))
        except Refusal:
            return False
        return True

    # Whom and what there is to draw from

    def _school(self, books: Ludi) -> Crew:
        return one(schools(books), self.pick)  # type: ignore[no-any-return]  # one of them

    def _anybody(self, books: Ludi, *, fit: bool = False) -> tuple[Crew, Member] | None:
        crew = self._school(books)
        there = crew.fit if fit else crew.present
        return (crew, one(there, self.pick)) if there else None

    def name(self) -> str:
        """A new name; some need quotes in a line."""
        self._named += 1
        return f"{one(NAMES, self.pick)} {self._named}"

    # In any phase

    def _any(self, books: Ludi) -> Action | None:
        wish: Wish = one(self._any_time, self.pick)
        return wish(books)

    def _servus(self, books: Ludi) -> Action | None:
        crew = self._school(books)
        return Buy(what="servus", crew=crew.who.id) if len(crew.present) < MANY else None

    def _trade(self, books: Ludi) -> Action | None:
        found, buyer = self._anybody(books), self._school(books)
        if found is None:
            return None
        most = max(1, buyer.treasury)
        return Trade(member=found[1].who.id, buyer=buyer.who.id, price=self.pick(min(most, 900)))

    def _rename(self, books: Ludi) -> Action | None:
        found = self._anybody(books)
        return Rename(member=found[1].who.id, name=self.name()) if found else None

    def _dismiss(self, books: Ludi) -> Action | None:
        found = self._anybody(books)
        return Dismiss(member=found[1].who.id) if found and len(found[0].present) > MANY else None

    def _leave(self, books: Ludi) -> Action | None:
        """A whole school retires, seldom, while enough are left."""
        if len(schools(books)) <= 2 or self.pick(6):  # noqa: PLR2004 two can still fight
            return None
        return Dismiss(member=self._school(books).who.id)

    def _house(self, _: Ludi) -> Action | None:
        option = one([o for o in RULES.options if o.works and o.name not in KEPT], self.pick)
        return SetHouse(option=option.name, value=one(option.values, self.pick))

    def _rules(self, books: Ludi) -> Action | None:
        """The Imperator fines, gives, or has something raided."""
        crew = self._school(books)
        kind = one((ChangeKind.LOSES, ChangeKind.REGAINS, ChangeKind.SHEDS), self.pick)
        if kind is ChangeKind.SHEDS:
            kinds = [item.kind for item in crew.store]
            if not kinds:
                return None
            change = Change(unit=crew.who.id, change=kind, what=one(kinds, self.pick))
        else:
            change = Change(unit=crew.who.id, change=kind, amount=1 + self.pick(900))
        return Ruling(text="as the Imperator pleases", changes=(change,))

    def _note(self, books: Ludi) -> Action | None:
        found = self._anybody(books)
        return Note(text="a good year", member=found[1].who.id if found and self.pick(2) else "")

    # Auctions

    def _lot(self, books: Ludi) -> Action | None:
        """Somebody of any role, or of one that the battles of stakes and sides ask for."""
        settled = house(books)
        role = one(self._asked_for(known(settled)), self.pick)
        grades = [g for g in RULES.grades if may_have(role, g) and g.sold == "auction"]
        if not grades:
            return None
        grade = one(grades, self.pick)
        listed = price(settled, grade)
        return PutUp(
            name=self.name(),
            profile=f"{role.id} {grade.id}",
            tricks=tricks_of(settled, role, grade, self.pick),
            opening=one((0, listed // 2, listed // 4), self.pick),
            contract=self.pick(4) == 0,
        )

    def _asked_for(self, roles: list[Role]) -> list[Role]:
        scenario = one(RULES.scenarios, self.pick)
        pairs = {role for pair in scenario.pairings for role in pair}
        found = [
            r
            for r in roles
            if r.id in pairs
            or any(r.id in s.roles or r.faction in s.factions for s in scenario.sides)
        ]
        return found or roles

    def _resale(self, books: Ludi) -> Action | None:
        found = self._anybody(books)
        if found is None:
            return None
        crew, member = found
        profile = f"{member.kind} {member.grade}"
        opening = one((0, 150), self.pick)
        return PutUp(name=member.who.id, profile=profile, opening=opening, by=crew.who.id)

    # Resources

    def _buy(self, books: Ludi) -> Action | None:
        return Buy(what=one(RULES.resources, self.pick).id, crew=self._school(books).who.id)

    def _hire(self, books: Ludi) -> Action | None:
        return Hire(what=one(RULES.resources, self.pick).id, crew=self._school(books).who.id)

    # Ludi

    def _announce(self, books: Ludi) -> Action | None:
        """A battle with the terms of its page, or with a prize by the guideline (MR-BAT-6)."""
        scenario = one(RULES.scenarios, self.pick)
        if len(open_offers(books)) > 2:  # noqa: PLR2004 enough is announced
            return None
        fee = one((0, 0, 100), self.pick)
        if self.pick(3):
            return Announce(scenario=scenario.id, fee=(fee,))
        number, lost = 2 + self.pick(3), 50 * self.pick(2)
        terms = Terms(
            teams=(1 + self.pick(3),) * number,
            surrender=scenario.surrender,
            fee=fee,
            payouts=lost * (number - 1),
        )
        prize = guideline(RULES.prizes, house(books), terms)
        return Announce(scenario=scenario.id, fee=(fee,), prize=(prize,), payout=(lost,))

    def _enter(self, books: Ludi) -> Action | None:
        """A team for the oldest battle that this school can enter."""
        crew = self._school(books)
        for offer in open_offers(books):
            scenario = RULES.scenario(offer.scenario)
            inside = crew.who.id in (each.school for each in offer.entered)
            if not (scenario.prize.stakes or inside):
                team = self._team(scenario, offer, crew)
                return FieldTeam(crew=crew.who.id, members=team) if team else None
        return None

    def _team(self, scenario: Scenario, offer: Offer, crew: Crew) -> tuple[str, ...]:
        """Small teams, so that battles are short; for a side those whom it may enter."""
        fit: list[Member] = list(crew.fit)
        number = len(offer.entered)
        if number < len(scenario.sides):
            mine = scenario.sides[number]
            factions = {r.id for r in RULES.roles if r.faction in mine.factions}
            fit = [m for m in fit if m.kind in (*mine.roles, *factions)]
        most = max(scenario.fewest, min(scenario.most, 1 + self.pick(3)))
        return tuple(m.who.id for m in some(fit, most, self.pick))

    def _lay(self, books: Ludi) -> Action | None:
        found = self._anybody(books, fit=True)
        if found is None:
            return None
        return Lay(crew=found[0].who.id, member=found[1].who.id, stake=100 * self.pick(4))

    def _fighter(self, books: Ludi) -> Action | None:
        """MR-SCN-6: a free fighter for a side, where its school has the others of it."""
        for offer, crew in self._hiring(books):
            scenario = RULES.scenario(offer.scenario)
            side = scenario.sides[len(offer.entered)]
            role = RULES.role(one(side.roles, self.pick))
            grade = RULES.grade(side.hire_grade)
            if may_have(role, grade):
                tricks = tricks_of(house(books), role, grade, self.pick)
                profile = f"{role.id} {grade.id}"
                return Hire(what=self.name(), crew=crew.who.id, profile=profile, tricks=tricks)
        return None

    def _hiring(self, books: Ludi) -> Iterator[tuple[Offer, Crew]]:
        """Battles that lack a side, each with the school that has most of it already."""
        for offer in open_offers(books):
            scenario = RULES.scenario(offer.scenario)
            if len(offer.entered) < len(scenario.sides):
                side = scenario.sides[len(offer.entered)]
                outside = [
                    crew
                    for crew in schools(books)
                    if crew.who.id not in (each.school for each in offer.entered)
                ]
                if outside:
                    yield offer, max(outside, key=lambda c: _of(side, c))

    # Free play

    def _check(self, books: Ludi) -> Action | None:
        found = self._anybody(books)
        if found is None:
            return None
        suited, hard = bool(self.pick(2)), self.pick(4)
        return Check(member=found[1].who.id, suited=suited, hard=hard)

    def _contest(self, books: Ludi) -> Action | None:
        mine, other = self._anybody(books), self._anybody(books)
        if not mine or not other:
            return None
        return Contest(member=mine[1].who.id, against=other[1].who.id)


def _of(side: Any, crew: Crew) -> int:
    """How many fit gladiators of a school a side may enter."""
    return sum(one.kind in side.roles for one in crew.fit)
