"""What may be done between battles: what the rules accept; the listing is plain lines."""

from collections.abc import Callable, Iterator
from itertools import combinations

from domain.books import Crew
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Choose, Decline, Named
from domain.games.morturi.doings import (
    Announce,
    Bid,
    Buy,
    Check,
    Contest,
    Dismiss,
    EnterFor,
    Hammer,
    Hire,
    Lay,
    Pass,
    PutUp,
    TakeUp,
)
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.school import order, play
from domain.games.morturi.school.auctions import least, sealed, under
from domain.games.morturi.school.challenges import CLASSIC, under_way
from domain.games.morturi.school.evening import Evening
from domain.games.morturi.school.hires import SERVUS
from domain.games.morturi.school.year import (
    AUCTIONS,
    FREE_PLAY,
    LUDI,
    Bidding,
    Laid,
    Ludi,
    Spend,
    house,
    open_offers,
    rules,
    schools,
)
from domain.games.morturi.waiting import Confirm, Pick, Throw
from domain.terms import Action, Refusal

LOT = 'lot "NAME" as ROLE GRADE [trick NAMES] [opening NUMBER] [contract] [by SCHOOL]'
DRAW = 'draw "NAME" [opening NUMBER] [contract]'
TRADE = "trade NAME to SCHOOL for NUMBER"
PHASES = {
    AUCTIONS: (LOT, DRAW),
    LUDI: (
        "offer SCENARIO [fee NUMBER] [prize NUMBER] [payout NUMBER] [guideline]",
        "challenge SCHOOL: NAME [stake NUMBER]",
        "field SCHOOL: NAMES [for BATTLE]",
        "hire NAME as ROLE GRADE [trick NAMES] for SCHOOL",
    ),
    FREE_PLAY: (
        "check NAME [suited] [hard {1..3}]",
        "contest NAME [suited] > NAME [suited]",
    ),
}
ANY_PHASE = ('rename NAME to "NAME"', 'ruling "TEXT": SCHOOL loses NUMBER')
RAISE = 500
ALWAYS = ('note "TEXT"', "undo", "redo")


def answers(asked: Pick | Confirm) -> Iterator[Action]:
    """What answers a question: each choice, or yes and no."""
    if isinstance(asked, Pick):
        number = max(1, asked.least)
        yield from (Choose(picks=picks) for picks in combinations(asked.offers, number))
    else:
        yield from (Accept(effects=(Named(o.bearer, o.entry),)) for o in asked.offers if o.bearer)
        yield from (Accept(effects=(Named(o.entry),)) for o in asked.offers if not o.bearer)
        yield Decline(question=asked.what)


def rolls(waiting: object) -> list[str]:
    """The faces that each awaited die can show."""
    if not isinstance(waiting, Throw):
        return []
    return ["roll " + " ".join(f"{{1..{due.sides}}}" for due in waiting.dice)]


def _secretly(crew: Crew, seals: tuple[Laid, ...]) -> list[str]:
    """A secret choice is sealed, and then opened."""
    if any(one.school == crew.who.id for one in seals):
        return [f'unseal {crew.who.name} "SALT": LINE']
    return [f"seal {crew.who.name} DIGEST"]


class SeasonLegal:
    """The legal lines of the year at one moment."""

    def __init__(self, books: Ludi) -> None:
        self._books = play.settled(books)
        self._awaited = play.awaited(self._books)

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            play.decide(self._books, action)
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The plain lines, each acceptable as it stands."""
        return [action for action in self.candidates() if self.admits(action)]

    def drawn(self, draw: Callable[[int], int]) -> Iterator[Action]:
        """Bids that are more than the least, as numbers draw them."""
        if isinstance(self._awaited, Bidding) and self._awaited.what == "lot":
            lowest = least(self._books, under(self._books))
            for crew in self._awaited.crews:
                yield Bid(crew=crew, amount=lowest + draw(RAISE))

    def patterns(self) -> list[str]:
        """The lines that hold numbers, digests or new names."""
        match self._awaited:
            case Throw() as throw:
                return rolls(throw)
            case Bidding(what="lot", crews=crews):
                return self._bids(crews)
            case Bidding(crews=crews):
                return self._answers(crews)
            case Spend(what=what):
                sale = house(self._books).resale == "between_schools"
                return [*PHASES.get(what, ()), *((TRADE,) if sale else ()), *ANY_PHASE]
            case _:
                return []

    def combine(self) -> dict[str, str]:
        """Nothing of a season is joined into one line."""
        return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return list(ALWAYS)

    def _bids(self, crews: tuple[str, ...]) -> list[str]:
        lowest, found = least(self._books, under(self._books)), []
        for crew in crews:
            known = self._books.crew(crew)
            found += [f"bid {known.who.name} {{{lowest}..{known.treasury}}}"]
            if sealed(self._books):
                found += _secretly(known, under(self._books).seals)
        return found

    def _answers(self, crews: tuple[str, ...]) -> list[str]:
        challenge, found = under_way(self._books), []
        for crew in crews:
            known = self._books.crew(crew)
            found += [f"accept {known.who.name}: NAME [stake NUMBER]"]
            if challenge.scenario != CLASSIC:
                found += _secretly(known, challenge.seals)
        return found

    def candidates(self) -> Iterator[Action]:
        """What the plain lines are sifted from: not each of them is legal."""
        match self._awaited:
            case Pick() | Confirm() as asked:
                yield from answers(asked)
            case Bidding(what="lot", crews=crews):
                lowest = least(self._books, under(self._books))
                yield from (Bid(crew=crew, amount=lowest) for crew in crews)
                yield from (Pass(crew=crew) for crew in crews)
                yield Hammer()
            case Bidding(crews=crews):
                yield from self._takers(crews)
            case Spend(what=what):
                yield Done()
                yield from (Done(crew=crew.who.id) for crew in schools(self._books))
                yield from self._phase(what)
                yield from self._always()
            case _:
                return

    def _takers(self, crews: tuple[str, ...]) -> Iterator[Action]:
        stake = under_way(self._books).host.stake
        for crew in crews:
            for one in self._books.crew(crew).fit:
                yield TakeUp(crew=crew, member=one.who.id, stake=stake)
            yield Pass(crew=crew)
        yield Hammer()

    def _phase(self, phase: str) -> Iterator[Action]:
        book = rules(self._books)
        for crew in schools(self._books):
            id_ = crew.who.id
            match phase:
                case "auctions":
                    for one in crew.present:
                        profile = f"{one.kind} {one.grade}"
                        yield PutUp(name=one.who.name, profile=profile, by=id_)
                case "build_resources":
                    yield from (Buy(what=one.id, crew=id_) for one in book.resources)
                    yield from (Hire(what=one.id, crew=id_) for one in book.resources)
                case "ludi":
                    yield from self._teams(id_)
                    yield from (Lay(crew=id_, member=one.who.id) for one in crew.fit)
                case _:
                    yield from (Check(member=one.who.id) for one in crew.fit)
                    yield from self._contests(id_)
        if phase == LUDI:
            yield from (Announce(scenario=one.id) for one in book.scenarios)

    def _teams(self, school: str) -> Iterator[Action]:
        fit = [one.who.id for one in self._books.crew(school).fit]
        offers = open_offers(self._books)
        for offer in offers:
            team = tuple(fit[: rules(self._books).scenario(offer.scenario).most])
            if len(offers) == 1:
                yield FieldTeam(crew=school, members=team)
            else:
                yield EnterFor(crew=school, members=team, scenario=offer.scenario)

    def _contests(self, school: str) -> Iterator[Action]:
        others = [one for crew in schools(self._books) if crew.who.id != school for one in crew.fit]
        for one in self._books.crew(school).fit:
            for other in others:
                yield Contest(member=one.who.id, against=other.who.id)

    def _always(self) -> Iterator[Action]:
        for crew in schools(self._books):
            yield Buy(what=SERVUS, crew=crew.who.id)
            yield from (Dismiss(member=one.who.id) for one in crew.present)
            yield Dismiss(member=crew.who.id)


class AfterLegal:
    """The legal lines of an aftermath at one moment."""

    def __init__(self, evening: Evening) -> None:
        self._evening = order.settled(evening)
        self._awaited = order.awaited(self._evening)

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            order.decide(self._evening, action)
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The plain lines, each acceptable as it stands."""
        return [action for action in self.candidates() if self.admits(action)]

    def candidates(self) -> Iterator[Action]:
        """What the plain lines are sifted from: the answers to a question."""
        return answers(self._awaited) if isinstance(self._awaited, Pick | Confirm) else iter(())

    def drawn(self, _draw: Callable[[int], int]) -> Iterator[Action]:
        """No line has several parts."""
        return iter(())

    def patterns(self) -> list[str]:
        """The lines that hold numbers."""
        return rolls(self._awaited)

    def combine(self) -> dict[str, str]:
        """As many tricks are chosen in one line as are learned."""
        if isinstance(self._awaited, Pick) and self._awaited.least > 1:
            return {"choose": f"{self._awaited.least} of what is offered, each once"}
        return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return list(ALWAYS)
