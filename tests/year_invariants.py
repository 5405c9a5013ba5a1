"""What holds in every year of the games, whoever leads the schools by whatever house rules.

Each statement has a number, its text and a check that remembers what it has to. `Watch` looks at
every event of a campaign, of its books, battles and aftermaths, with all of them.
"""

from collections import Counter
from typing import Any

from domain.aftermath import TreasuryChanged
from domain.books import Member
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.school import play
from domain.games.morturi.school.accounts import DEBT, IMPERATOR, Entry, entry, least
from domain.games.morturi.school.auctions import BidMade, LotSold, LotUnsold
from domain.games.morturi.school.beyond import TrialBegun
from domain.games.morturi.school.calendar import MonthBegan, PhaseBegan
from domain.games.morturi.school.challenges import ChallengeMade, ChallengeTaken
from domain.games.morturi.school.ending import YearEnded
from domain.games.morturi.school.evening import Evening
from domain.games.morturi.school.hires import SaleOffered
from domain.games.morturi.school.lots import LotOpened
from domain.games.morturi.school.ludi import OfferLapsed, SchoolEntered
from domain.games.morturi.school.pairings import PairingMade
from domain.games.morturi.school.payouts import PrizesPaid
from domain.games.morturi.school.resources import HireAnswered
from domain.games.morturi.school.survival import FateSettled, RerollAnswered, SurvivalChecked
from domain.games.morturi.school.year import MONTH_END, Ludi, house, rules
from domain.members import AbilityGained, Field, InjuryGained, MemberChanged, MemberLost
from domain.roster import MemberMoved, MemberRecruited, MemberRenamed, MemberRetired
from domain.terms import Event, Who
from tests.watching import Invariant, Watching


class Accounts(Invariant[Ludi]):
    """MR-CAM-7."""

    id = "YEAR-1"
    text = "what a school has is what its account adds up to, and what its newest receipt says"

    def __init__(self) -> None:
        self.funds: Counter[str] = Counter()

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Every payment, and all schools after every event."""
        del before
        paid = entry(event)
        if paid is not None:
            mine = paid.payee.id == paid.school
            self.funds[paid.school] += paid.amount if mine else -paid.amount
            left = getattr(event, "balance", getattr(event, "treasury", None))
            if left not in (None, self.funds[paid.school]):
                return False
        return all(crew.treasury == self.funds[id_] for id_, crew in after.crews.items())


class DoubleEntry(Invariant[Ludi]):
    """MR-CAM-7."""

    id = "YEAR-2"
    text = (
        "what all schools and the Imperator have together is always the same: what is paid between "
        "schools stands in both accounts, one right after the other"
    )

    def __init__(self) -> None:
        self.imperator = 0
        self.half: Entry | None = None

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """The other half of a payment comes with the next line."""
        del before
        paid, half, self.half = entry(event), self.half, None
        if paid is not None and paid.amount:
            if IMPERATOR in (paid.payer, paid.payee):
                self.imperator += paid.amount if paid.payee == IMPERATOR else -paid.amount
            elif half is None:
                self.half = paid
                return True
            elif (half.payer.id, half.payee.id, half.amount) == (
                paid.payer.id,
                paid.payee.id,
                paid.amount,
            ):
                half = None if half.school != paid.school else half
        schools = sum(crew.treasury for crew in after.crews.values())
        return half is None and schools + self.imperator == 0


class NoDebts(Invariant[Ludi]):
    """MR-CAM-7, MR-AUC-5."""

    id = "YEAR-3"
    text = "no school pays what it has not, but by the option debt, and then to -1000"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Whoever pays, by the rules in force; all, by the lowest there is."""
        paid = entry(event)
        if paid is not None and paid.amount and paid.payer.id == paid.school:
            left = after.crews[paid.school].treasury
            if left < least(house(before)):
                return False
        return all(crew.treasury >= -DEBT for crew in after.crews.values())


class NobodyGone(Invariant[Ludi]):
    """MR-SVC-2, MR-RET-1."""

    id = "YEAR-4"
    text = "whoever is dead, maimed or retired neither fights nor learns, nor is sold"

    def __init__(self) -> None:
        self.gone: set[str] = set()

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Whoever is named by what only somebody of a school can do."""
        del before, after
        if self.gone & set(_acting(event)):
            return False
        if isinstance(event, MemberLost | MemberRetired):
            self.gone.add(event.member.id)
        return True


def _acting(event: Event) -> list[str]:
    match event:
        case BattleOpened():
            return [] if event.friendly else [g.gladiator.id for g in _fielded(event)]
        case SchoolEntered() | PairingMade():
            return [who.id for who in event.gladiators]
        case ChallengeMade() | ChallengeTaken() | SaleOffered() | SurvivalChecked() | TrialBegun():
            return [event.gladiator.id]
        case LotOpened(seller=(_,)):
            return [event.gladiator.id]
        case MemberChanged() | AbilityGained() | InjuryGained() | MemberRenamed():
            return [event.member.id]
        case MemberLost() | MemberRetired():
            return [event.member.id]
        case _:
            return []


def _fielded(event: BattleOpened) -> list[Any]:
    return [one for school in event.schools for one in school.gladiators]


class FitFighters(Invariant[Ludi]):
    """MR-BAT-2, MR-SVC-2."""

    id = "YEAR-5"
    text = "whoever is entered, laid down or fights belongs to that school, and is fit"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """At the entry, and at the opening."""
        del after
        teams: list[tuple[str, list[str]]] = []
        match event:
            case BattleOpened(friendly=False):
                teams = [
                    (s.school.id, [g.gladiator.id for g in s.gladiators]) for s in event.schools
                ]
            case SchoolEntered():
                teams = [(event.school.id, [who.id for who in event.gladiators])]
            case ChallengeMade() | ChallengeTaken():
                teams = [(event.school.id, [event.gladiator.id])]
            case PairingMade():
                pairs = zip(event.schools, event.gladiators, strict=True)
                teams = [(school.id, [man.id]) for school, man in pairs]
            case _:
                pass
        return all(
            set(team) <= {one.who.id for one in before.crew(school).fit} for school, team in teams
        )


class OneSchool(Invariant[Ludi]):
    """MR-AUC-7."""

    id = "YEAR-6"
    text = (
        "a gladiator belongs to one school; who is sold leaves it first and comes as he was; "
        "handles are a school's own"
    )

    def __init__(self) -> None:
        self.left: Member | None = None
        self.hurt: Who | None = None

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Sales, after which the hurt are so at once; and all schools when somebody joins one."""
        hurt, self.hurt = self.hurt, None
        if hurt is not None:
            return isinstance(event, MemberChanged) and (
                event.member,
                event.field,
                event.after,
            ) == (
                hurt,
                Field.MISSES_NEXT,
                "yes",
            )
        if isinstance(event, MemberMoved):
            crew = before.crews[event.crew.id]
            self.left = next((m for m in crew.present if m.who == event.member), None)
        if not isinstance(event, MemberRecruited):
            return True
        joined = after.crew(event.crew.id).member(event.member.id)
        if event.seller:
            if self.left is None or _alike(self.left) != _alike(joined):
                return False
            self.hurt = joined.who if self.left.misses_next else None
        ids = [one.who.id for crew in after.crews.values() for one in crew.present]
        handles = [one.handle for one in after.crew(event.crew.id).members]
        return len(ids) == len(set(ids)) and len(handles) == len(set(handles))


def _alike(member: Member) -> tuple[Any, ...]:
    """What a sale does not change."""
    return (
        member.who,
        member.kind,
        member.grade,
        member.abilities,
        member.term,
    )


class OnceAMonth(Invariant[Ludi]):
    """MR-CAM-6."""

    id = "YEAR-7"
    text = "by battles_per_gladiator_month = 1 nobody is entered twice in a month, sold or not"

    def __init__(self) -> None:
        self.fought: set[str] = set()

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """By month; who is sold is the same."""
        del after
        match event:
            case MonthBegan():
                self.fought = set()
            case SchoolEntered() | PairingMade():
                team = {who.id for who in event.gladiators}
                again = self.fought & team
                self.fought |= team
                return not again or house(before).battles_per_gladiator_month != "1"
            case _:
                pass
        return True


class Rests(Invariant[Ludi]):
    """MR-SVC-2."""

    id = "YEAR-8"
    text = "whoever is badly hurt fights again when the next month's ludi are over, not before"

    def __init__(self) -> None:
        self.until: dict[str, int] = {}
        self.moved = ""  # a badly hurt man on his way to another school

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """By the month of the blow; who is sold is hurt still."""
        month = after.season.month
        match event:
            case MemberMoved() if before.crew(event.crew.id).member(event.member.id).misses_next:
                self.moved = event.member.id
            case MemberChanged(field=Field.MISSES_NEXT, after="yes") if month:
                if event.member.id != self.moved:
                    self.until[event.member.id] = month + 1
                self.moved = ""
            case BattleOpened(friendly=False):
                now = before.season.month
                return all(self.until.get(g.gladiator.id, -1) < now for g in _fielded(event))
            case _:
                pass
        return True


class Calendar(Invariant[Ludi]):
    """MR-CAM-2, -3."""

    id = "YEAR-9"
    text = "months and phases follow one another; once the year is over nothing is told of it"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Every line of the season."""
        if before.season.over and isinstance(event, play.EVENTS):
            return False
        phases = (*rules(after).calendar.phases, MONTH_END)
        match event:
            case MonthBegan():
                over = before.season.phase in ("", MONTH_END)
                return over and event.number == before.season.month + 1
            case PhaseBegan(phase=phase) if phase == phases[0]:
                return before.season.phase in ("", MONTH_END)
            case PhaseBegan():
                return phases.index(event.phase) == phases.index(before.season.phase) + 1
            case _:
                return after.season.month == before.season.month


class OneOfEach(Invariant[Ludi]):
    """MR-RES-1, -2."""

    id = "YEAR-10"
    text = "a school has each resource once at most, ordered ones too; whom it has hired it has"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """All schools, after every event; who may be hired comes with the lines after it."""
        del before
        coming = isinstance(event, HireAnswered | TreasuryChanged)
        for id_, crew in after.crews.items():
            kinds = [item.kind for item in crew.store]
            kinds += [one.resource for one in after.season.building if one.school == id_]
            hired = {one.resource for one in after.season.hired if one.school == id_}
            if len(kinds) != len(set(kinds)) or not (coming or hired <= set(kinds)):
                return False
        return True


class ContractsEnd(Invariant[Ludi]):
    """MR-AUC-4, MR-RES-2."""

    id = "YEAR-11"
    text = "no contract and no hire outlives its month"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """When the next month begins, or the year ends."""
        del after
        if not isinstance(event, MonthBegan | YearEnded):
            return True
        bound = [m for c in before.crews.values() if not c.ended for m in c.present if m.term]
        return not bound and not before.season.hired


class FairSales(Invariant[Ludi]):
    """MR-AUC-5, MR-RES-5."""

    id = "YEAR-12"
    text = (
        "nobody bids more than he has; the highest bid takes the lot, for its price by the kind of "
        "auction, and pays no more"
    )

    def __init__(self) -> None:
        self.bids: dict[str, int] = {}
        self.opening = 0

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Worked out of the bids as they were told."""
        del after
        match event:
            case LotOpened():
                self.bids, self.opening = {}, event.opening
            case BidMade():
                self.bids[event.school.id] = event.amount
                return self.opening <= event.amount <= before.crew(event.school.id).treasury
            case LotUnsold():
                return not self.bids
            case LotSold():
                most = sorted(self.bids.values(), reverse=True)
                second = house(before).auction_type == "sealed_second_price"
                price = (*most, self.opening)[1] if second else most[0]
                best = self.bids.get(event.school.id) == most[0]
                return best and event.price == price and event.paid <= event.price
            case _:
                pass
        return True


class FoughtOnce(Invariant[Ludi]):
    """MR-BAT-7."""

    id = "YEAR-13"
    text = "an announced battle is fought or lapses, once; its prizes are paid once"

    def __init__(self) -> None:
        self.lapsed: set[int] = set()
        self.paid: set[str] = set()

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """By its number, and by its battle."""
        match event:
            case MonthBegan():
                self.lapsed = set()
            case OfferLapsed():
                again = event.offer in self.lapsed
                self.lapsed.add(event.offer)
                fought = {one.number for one in before.season.offers if one.battle}
                return not again and event.offer not in fought
            case PrizesPaid():
                again = event.battle in self.paid
                self.paid.add(event.battle)
                return not again
            case _:
                pass
        return not any(one.over and one.battle for one in after.season.offers)


class OneFate(Invariant[Ludi]):
    """MR-SVC-1, MR-RES-3."""

    id = "YEAR-14"
    text = "who fell makes one Survival check, and one more if it is rolled again; his fate is one"

    def __init__(self) -> None:
        self.allowed: Counter[str] = Counter()
        self.settled: set[str] = set()

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Battle by battle."""
        del before, after
        match event:
            case BattleOpened(friendly=False):
                for one in _fielded(event):
                    self.allowed[one.gladiator.id] = 1
                    self.settled.discard(one.gladiator.id)
            case RerollAnswered(used=True):
                self.allowed[event.gladiator.id] += 1
            case SurvivalChecked():
                self.allowed[event.gladiator.id] -= 1
                return self.allowed[event.gladiator.id] >= 0
            case FateSettled():
                again = event.gladiator.id in self.settled
                self.settled.add(event.gladiator.id)
                return not again
            case _:
                pass
        return True


class RightWinner(Invariant[Ludi]):
    """MR-END-1."""

    id = "YEAR-15"
    text = "the year is won by whoever has reached most, but where the Imperator says who"

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """Funds are what is in the account; the Imperator says one."""
        del after
        if not isinstance(event, YearEnded):
            return True
        most = max((one.score for one in event.reached), default=0)
        best = {one.school.id for one in event.reached if one.score == most}
        if event.by == "imperator":
            return len(event.winners) == 1 or len(event.reached) <= 1
        if event.by == "funds":
            funds = {one.school.id: one.score for one in event.reached}
            if any(before.crew(id_).treasury != score for id_, score in funds.items()):
                return False
        return {who.id for who in event.winners} == best


class ToldAgain(Invariant[Ludi]):
    """What was told is what is known."""

    id = "YEAR-16"
    text = "what was told, told again, gives the same books, whatever the house rules are by now"

    def __init__(self) -> None:
        self.told: list[Event] = []

    def see(self, before: Ludi, event: Event, after: Ludi) -> bool:
        """At each month's beginning, and at the end."""
        del before
        self.told.append(event)
        if not isinstance(event, MonthBegan | YearEnded):
            return True
        again = BOOKS.initial
        for each in self.told:
            again = BOOKS.evolve(again, each)
        return again == after


INVARIANTS: tuple[type[Invariant[Ludi]], ...] = (
    Accounts, DoubleEntry, NoDebts, NobodyGone, FitFighters, OneSchool, OnceAMonth, Rests, Calendar,
    OneOfEach, ContractsEnd, FairSales, FoughtOnce, OneFate, RightWinner, ToldAgain,
)  # fmt: skip


class Watch(Watching[Ludi]):
    """Looks at every event of a campaign in turn, and at the books it left behind."""

    def __init__(self) -> None:
        super().__init__(INVARIANTS)
        self.books: Ludi = Ludi()

    def see(self, before: Any, event: Event, after: Any) -> None:
        """Check all invariants at an event; in a battle the books stand still."""
        before, after = self._books(before), self._books(after)
        self.books = after
        super().see(before, event, after)

    def _books(self, state: Any) -> Ludi:
        books = state.books if isinstance(state, Evening) else state
        return books if isinstance(books, Ludi) else self.books
