"""Chapter 11 in a campaign: battles are announced, schools enter and pay (MR-BAT-1, -6, -7)."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.books import Crew
from domain.campaign import BattleListed
from domain.games.morturi.doings import Announce, EnterFor
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.options import House
from domain.games.morturi.prizes import Terms, guideline, prize
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.school import accounts
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.year import (
    LUDI,
    Entered,
    Ludi,
    Offer,
    Season,
    Spend,
    Step,
    Told,
    at_home,
    house,
    open_offers,
    pay,
    rules,
    school_of,
    with_offer,
)
from domain.games.morturi.shapes import Book
from domain.terms import Event, RuleBroken, Who

RULE = "MR-BAT-7"

# Events


class BattleOffered(Event, frozen=True, kw_only=True, tag="morturi.battle-offered/1"):
    """The Imperator announces a battle: its fee, its prize, what each loser gets (MR-BAT-1).

    By the `guideline` the prize follows from who enters (MR-BAT-6).
    """

    offer: int
    scenario: Who
    fee: int = 0
    prize: int = 0
    payout: int = 0
    guideline: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        prize = "a prize by the guideline" if self.guideline else f"prize {self.prize}"
        terms = f"fee {self.fee}, {prize}, {self.payout} to each loser"
        return f"{self.scenario.name} is announced: {terms}."


class SchoolEntered(Event, frozen=True, kw_only=True, tag="morturi.school-entered/1"):
    """A school enters a team for an announced battle; its fee is paid before it (MR-BAT-7)."""

    offer: int
    school: Who
    gladiators: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} enters {', '.join(who.name for who in self.gladiators)}."


class OfferLapsed(Event, frozen=True, kw_only=True, tag="morturi.offer-lapsed/1"):
    """An announced battle was not fought: fees and stakes go back."""

    offer: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"Battle {self.offer} of the ludi is not fought: fees and stakes go back."


# Reading


def offer_of(books: Ludi, battle: str) -> Offer | None:
    """What was announced of a battle, if it was."""
    return next((one for one in books.season.offers if one.battle == battle), None)


def matching(books: Ludi, scenario: str, schools: Iterable[str]) -> Offer | None:
    """The announced battle of that scenario which exactly these schools have entered."""
    crews = set(schools)
    for one in open_offers(books):
        same = one.scenario == scenario and {each.school for each in one.entered} == crews
        if same and crews:  # a pick-up battle is nobody's
            return one
    return None


def teams(books: Ludi, scenario: str, schools: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """MR-BAT-2: whom each school enters for a battle that is opened now, as it announced."""
    found = matching(books, scenario, tuple(schools))
    return {one.school: one.gladiators for one in found.entered} if found else {}


def check_opening(books: Ludi, scenario: str, schools: Iterable[str]) -> None:
    """MR-CAM-3, MR-BAT-7: while the year runs, battles are fought in its ludi, once paid for."""
    if not books.season.month or books.season.over:
        return
    if books.season.phase != LUDI:
        phase = books.season.phase.replace("_", " ")
        raise RuleBroken("MR-CAM-3", f"battles are fought in the ludi, this is {phase}")
    if matching(books, scenario, tuple(schools)) is None:
        hint = "acta next says who has entered what; acta do field SCHOOL: NAMES for BATTLE"
        raise RuleBroken(RULE, "these schools have entered no such battle", hint=hint)


def prize_of(book: Book, settled: House, offer: Offer) -> int:
    """MR-BAT-6: the prize of an announced battle; by the guideline that of the teams in it."""
    return advised(book, settled, offer) if offer.guideline else offer.prize


def advised(book: Book, settled: House, offer: Offer) -> int:
    """MR-BAT-6: what a battle between those who have entered should pay; 0 before there are two."""
    terms = Terms(
        teams=tuple(len(one.gladiators) for one in offer.entered),
        surrender=book.scenario(offer.scenario).surrender,
        fee=offer.fee,
        payouts=offer.payout * (len(offer.entered) - 1),
    )
    return max(0, guideline(book.prizes, settled, terms)) if len(terms.teams) > 1 else 0


# What happens by itself


def upcoming(books: Ludi) -> Step | None:
    """MR-CAM-3: when the ludi are over, battles that were not fought lapse."""
    return lapse_all if books.season.phase != LUDI and open_offers(books) else None


def lapse_all(telling: Told) -> None:
    """What was announced and not fought is over."""
    for one in open_offers(telling.state):
        lapse(telling, one)


# Judging


def announce(telling: Told, action: Announce, asked: Spend) -> None:
    """MR-BAT-1, -6, MR-SCN-7: a battle with its terms; by default those of its page."""
    in_phase(asked, LUDI, "a battle")
    books = telling.state
    scenario = rules(books).scenario(action.scenario)
    own = prize(house(books), scenario)
    sums = (action.fee, action.prize, action.payout)
    if any(amount < 0 for each in sums for amount in each):
        raise RuleBroken("MR-CAM-7", "fees and prizes are whole numbers of denarii")
    if action.guideline and (action.prize or scenario.prize.stakes):
        raise RuleBroken("MR-BAT-6", "by the guideline the prize follows from the teams that enter")
    telling.tell(
        BattleOffered(
            offer=next_number(books),
            scenario=Who(scenario.id, scenario.name),
            fee=next(iter(action.fee), scenario.entry_fee),
            prize=0 if action.guideline else next(iter(action.prize), own.winner),
            payout=next(iter(action.payout), own.each_loser),
            guideline=action.guideline,
        )
    )


def next_number(books: Ludi) -> int:
    """The number of the next battle that is announced."""
    return max((one.number for one in books.season.offers), default=0) + 1


def field(telling: Told, action: FieldTeam | EnterFor, asked: Spend) -> None:
    """MR-BAT-2, -7, MR-CAM-6: a school enters a team for the oldest battle that has room for it.

    Where the battle is named, for the oldest of that name.
    """
    in_phase(asked, LUDI, "entering a battle")
    books = telling.state
    crew = school_of(books, action.crew)
    named = rules(books).scenario(action.scenario) if isinstance(action, EnterFor) else None
    for one in open_offers(books):
        scenario = rules(books).scenario(one.scenario)
        if named not in (None, scenario):
            continue
        inside = crew.who.id in (each.school for each in one.entered)
        room = broken(crew, one) if inside else len(one.entered) < _most(scenario)
        if room and not scenario.prize.stakes:
            _enter(telling, crew, one, scenario, action.members)
            return
    what = named.name if named else "battle"
    raise RuleBroken(RULE, f"no {what} is announced that {crew.who.name} can enter")


def broken(crew: Crew, offer: Offer) -> bool:
    """MR-BAT-2: whether somebody whom a school has entered can fight no more: it enters again."""
    return not {one.who.id for one in crew.fit}.issuperset(team_of(offer, crew.who.id))


def team_of(offer: Offer, school: str) -> tuple[str, ...]:
    """Whom a school has entered for an announced battle."""
    return next((one.gladiators for one in offer.entered if one.school == school), ())


def _most(scenario: Scenario) -> int:
    return max(scenario.max_sides, *(one.max_sides for one in scenario.options), 0)


def _enter(
    telling: Told, crew: Crew, offer: Offer, scenario: Scenario, members: tuple[str, ...]
) -> None:
    """A team of fit gladiators, as many as the battle says; the fee is paid."""
    before = team_of(offer, crew.who.id)
    team = fit(telling.state, crew, members, offer)
    if not scenario.fewest <= len(team) <= scenario.most:
        fewest, most = scenario.fewest, scenario.most
        wanted = f"{fewest} to {most}" if fewest < most else str(most)
        raise RuleBroken("MR-BAT-1", f"{scenario.name} is for {wanted} a side, not {len(team)}")
    due = 0 if before else offer.fee
    accounts.check(house(telling.state), crew, due, f"entering {scenario.name}")
    telling.tell(SchoolEntered(offer=offer.number, school=crew.who, gladiators=team))
    if due:
        pay(telling, crew.who.id, -offer.fee, f"fee of {scenario.name}")


def fit(
    books: Ludi, crew: Crew, members: tuple[str, ...], offer: Offer | None = None
) -> tuple[Who, ...]:
    """MR-BAT-2, MR-CAM-6: gladiators of a school who may enter a battle, each named once.

    In an announced one they may stand in place of a team that its school entered before.
    """
    at_home(crew)
    able = {one.who.id: one.who for one in crew.fit}
    if len(set(members)) < len(members) or any(one not in able for one in members):
        sentence = f"{crew.who.name} enters fit gladiators of its own, each once"
        raise RuleBroken("MR-BAT-2", sentence)
    fought = without(books.season.fought, team_of(offer, crew.who.id) if offer else ())
    again = [able[one].name for one in members if one in fought]
    if again and house(books).battles_per_gladiator_month == "1":
        raise RuleBroken("MR-CAM-6", f"{again[0]} has his battle of this month")
    for other in books.season.offers:
        lent = [able[one.fighter].name for one in other.hired if one.fighter in members]
        if lent and other != offer:
            name = rules(books).scenario(other.scenario).name
            raise RuleBroken("MR-AUC-4", f"{lent[0]} is hired for {name} alone")
    return tuple(able[one] for one in members)


def lapse(telling: Told, offer: Offer) -> None:
    """Whoever has paid for a battle that is not fought has it back."""
    scenario = rules(telling.state).scenario(offer.scenario)
    telling.tell(OfferLapsed(offer=offer.number))
    for one in offer.entered:
        back = offer.fee + one.stake
        if back:
            pay(telling, one.school, back, f"{scenario.name} not fought")


# Remembering


EVENTS: tuple[type[Event], ...] = (BattleOffered, SchoolEntered, OfferLapsed)
HEARS: tuple[type[Event], ...] = (BattleListed,)


def evolve(season: Season, event: Event) -> Season:
    """Remember what is announced, who has entered, and which battle came of it."""
    match event:
        case BattleOffered():
            offer = Offer(
                number=event.offer,
                scenario=event.scenario.id,
                fee=event.fee,
                prize=event.prize,
                payout=event.payout,
                guideline=event.guideline,
            )
            return replace(season, offers=(*season.offers, offer))
        case SchoolEntered():
            team = tuple(who.id for who in event.gladiators)
            return _entered(season, event.offer, Entered(event.school.id, team))
        case OfferLapsed():
            return with_offer(season, event.offer, lambda one: replace(one, over=True))
        case BattleListed():
            return _opened(season, event)
        case _:
            return season


def _entered(season: Season, number: int, entered: Entered) -> Season:
    """The season with a school entered for an announced battle, in place of an earlier team."""
    offer = next(one for one in season.offers if one.number == number)
    others = tuple(each for each in offer.entered if each.school != entered.school)
    fought = without(season.fought, team_of(offer, entered.school))
    season = replace(season, fought=(*fought, *entered.gladiators))
    return with_offer(season, number, lambda one: replace(one, entered=(*others, entered)))


def without(fought: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """Who has battles of the month, without one battle of each of these."""
    left = list(fought)
    for one in before:
        left.remove(one)
    return tuple(left)


def _opened(season: Season, event: BattleListed) -> Season:
    """The announced battle that this one is."""
    found = matching(Ludi(season=season), event.scenario, tuple(crew.id for crew in event.crews))
    if found is None:
        return season
    return with_offer(season, found.number, lambda one: replace(one, battle=event.battle))
