"""Robots that bid for a lot or take a challenge up, openly or by a sealed choice."""

from collections.abc import Callable

from benchmarks.morturi.cast import one
from domain.books import Crew
from domain.games.morturi.doings import Bid, Hammer, Pass, Seal, TakeUp, Unseal
from domain.games.morturi.school import auctions, challenges, sealing
from domain.games.morturi.school.year import Bidding, Laid, Lot, Ludi, owner, rules
from domain.terms import Action, RuleBroken

Draw = Callable[[int], int]
Choice = Bid | Pass | TakeUp
RAISE = 400
"""By how much a bid is more than the least, at most."""
LOUD = 25
"""The Imperator closes a lot or challenge before its time once in so many lines."""


class Bidder:
    """What schools lay down, and what they have sealed and not yet opened."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._sealed: dict[str, Unseal] = {}

    def line(self, books: Ludi, asked: Bidding) -> Action:
        """What comes next: a choice, its seal, or once all are bound its opening."""
        lot = asked.what == "lot"
        seals = auctions.under(books).seals if lot else challenges.under_way(books).seals
        free = _free(asked, seals)
        if self._draw(LOUD) == 0:
            return Hammer()
        if not free:
            return self._sealed.get(one(asked.crews, self._draw), Hammer())
        crew = books.crew(one(free, self._draw))
        choice = self._bid(books, crew) if lot else self._answer(books, crew)
        secret = auctions.sealed(books) if lot else _face_down(books)
        return self._seal(books, crew, choice) if secret and self._draw(4) else choice

    def _bid(self, books: Ludi, crew: Crew) -> Choice:
        """Mostly a bid, while it has the money."""
        lot = auctions.under(books)
        least = auctions.least(books, lot)
        if least > crew.treasury or self._draw(3) == 0:
            return Pass(crew=crew.who.id)
        more = min(self._draw(RAISE), crew.treasury - least)
        return Bid(crew=crew.who.id, amount=self._level(lot) or least + more)

    def _level(self, lot: Lot) -> int:
        """Now and then just the opening bid, as others may have: equal bids need a lot."""
        return lot.opening if not lot.bids and self._draw(3) == 0 else 0

    def _answer(self, books: Ludi, crew: Crew) -> Choice:
        """Mostly it is taken up by somebody who may; in a pairing a stake is bid."""
        challenge = challenges.under_way(books)
        able = [one.who.id for one in crew.fit if _may_meet(books, challenge.host.gladiators, one)]
        if not able or self._draw(4) == 0:
            return Pass(crew=crew.who.id)
        stake = challenge.host.stake
        if challenge.scenario == challenges.CLASSIC:
            stake = 100 * self._draw(3)
        if stake > crew.treasury:
            return Pass(crew=crew.who.id)
        return TakeUp(crew=crew.who.id, member=one(able, self._draw), stake=stake)

    def _seal(self, books: Ludi, crew: Crew, choice: Choice) -> Seal:
        """Only the digest is shown; salt and choice are kept."""
        name = ""
        if isinstance(choice, TakeUp):
            name = owner(books, choice.member)[1].who.name
        salt = f"salt {self._draw(1000)}"
        self._sealed[crew.who.id] = Unseal(crew=crew.who.id, salt=salt, choice=choice)
        line = sealing.written(choice, crew.who.name, name)
        return Seal(crew=crew.who.id, digest=sealing.digest(salt, line))


def _free(asked: Bidding, seals: tuple[Laid, ...]) -> list[str]:
    """Who has not bound itself yet."""
    bound = {laid.school for laid in seals}
    return [school for school in asked.crews if school not in bound]


def _face_down(books: Ludi) -> bool:
    """MR-SCN-4: whether gladiators may be laid face down."""
    return challenges.under_way(books).scenario != challenges.CLASSIC


def _may_meet(books: Ludi, host: tuple[str, ...], member: object) -> bool:
    """MR-SCN-2: whether somebody belongs together with the one who was laid down."""
    challenge = challenges.under_way(books)
    if challenge.scenario != challenges.CLASSIC:
        return True
    try:
        _, laid = owner(books, host[0])
    except RuleBroken:
        return False
    roles = challenges.classic(rules(books).scenario(challenge.scenario), laid.kind)
    return getattr(member, "kind", "") in roles
