"""Chapter 11: who meets whom: the host chooses, or the highest stake has it (MR-SCN-2, -4, -11)."""

from msgspec.structs import replace

from domain.counting import counted
from domain.games.morturi.asking import Choose
from domain.games.morturi.school.challenges import CHALLENGE, CLASSIC, RULE, under_way, waiting_for
from domain.games.morturi.school.ludi import next_number
from domain.games.morturi.school.throwing import LotCast, lot_cast
from domain.games.morturi.school.year import (
    Bidding,
    Challenge,
    Entered,
    Ludi,
    Offer,
    Season,
    Step,
    Told,
    more,
    owner,
    pay,
    rules,
)
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import DieDue, Pick, Throw
from domain.terms import Event, Who

OPPONENT = "opponent"
TIE = "equal stakes"

# Events


class ChallengeLapsed(Event, frozen=True, kw_only=True, tag="morturi.challenge-lapsed/1"):
    """Nobody took a challenge up; its school may challenge again."""

    school: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"Nobody takes up the challenge of {self.school.name}."


class PairingMade(Event, frozen=True, kw_only=True, tag="morturi.pairing-made/1"):
    """Two gladiators are to meet: the stakes are laid, the winner has them all (MR-SCN-11)."""

    offer: int
    scenario: Who
    schools: tuple[Who, ...]
    gladiators: tuple[Who, ...]
    stakes: tuple[int, ...]
    prize: int

    def told(self) -> str:
        """Say it as the table would."""
        names = " meets ".join(who.name for who in self.gladiators)
        what = f"{counted(self.prize, 'denarius', 'denarii')}, and stakes of {sum(self.stakes)}"
        return f"{names} ({self.scenario.name}): {what}."


# What is awaited


def upcoming(books: Ludi) -> Bidding | Pick | Throw | Step | None:
    """Who takes it up; then the host chooses, or the highest stake has it."""
    challenge = books.season.challenge
    if challenge is None:
        return None
    left = waiting_for(books, challenge)
    if left:
        return Bidding(CHALLENGE, tuple(left))
    if not challenge.takers:
        return lapse
    best = _best(challenge)
    if challenge.drawn or len(best) == 1:
        return pair
    if challenge.scenario == CLASSIC:
        return Throw(TIE, (DieDue("", len(best)),), "", tuple(one.school for one in best))
    offers = tuple(one.gladiators[0] for one in best)
    return Pick(crew=challenge.host.school, what=OPPONENT, offers=offers, rule=RULE)


def _best(challenge: Challenge) -> list[Entered]:
    """Whoever may be met: in a duel all who took it up, in a pairing those of the highest stake."""
    most = max((one.stake for one in challenge.takers), default=0)
    duel = challenge.scenario != CLASSIC
    return [one for one in challenge.takers if duel or one.stake == most]


# Judging


def lapse(telling: Told) -> None:
    """MR-SCN-11: nobody took it up; it does not count among the challenges of the month."""
    host = telling.state.crew(under_way(telling.state).host.school)
    telling.tell(ChallengeLapsed(school=host.who))


def draw(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-SCN-2: of equal stakes a lot decides."""
    among = tuple(telling.state.crew(school).who for school in throw.lot)
    telling.tell(lot_cast(telling.state, action, throw, TIE, among))


def choose(telling: Told, action: Choose, _: Pick) -> None:
    """MR-SCN-4: the host chooses whom its gladiator meets."""
    crew, _member = owner(telling.state, action.picks[0])
    _paired(telling, crew.who.id)


def pair(telling: Told) -> None:
    """MR-SCN-11: there is one who may be met."""
    challenge = under_way(telling.state)
    _paired(telling, challenge.drawn or _best(challenge)[0].school)


def _paired(telling: Told, school: str) -> None:
    """MR-SCN-11: both stakes are laid; the winner takes the prize and both."""
    books, challenge = telling.state, under_way(telling.state)
    taker = next(one for one in challenge.takers if one.school == school)
    scenario = rules(books).scenario(challenge.scenario)
    both = (challenge.host, taker)
    telling.tell(
        PairingMade(
            offer=next_number(books),
            scenario=Who(scenario.id, scenario.name),
            schools=tuple(books.crew(one.school).who for one in both),
            gladiators=tuple(owner(books, one.gladiators[0])[1].who for one in both),
            stakes=tuple(one.stake for one in both),
            prize=scenario.prize.winner,
        )
    )
    for one in both:
        if one.stake:
            pay(telling, one.school, -one.stake, f"stake, {scenario.name}")


# Remembering


EVENTS: tuple[type[Event], ...] = (ChallengeLapsed, PairingMade)
HEARS: tuple[type[Event], ...] = (LotCast,)


def evolve(season: Season, event: Event) -> Season:
    """Remember which of equal stakes was drawn, and the pairing that came of a challenge."""
    match event:
        case LotCast(what=what) if what == TIE and season.challenge:
            challenge = replace(season.challenge, drawn=event.drawn.id)
            return replace(season, challenge=challenge)
        case ChallengeLapsed():
            return replace(season, challenge=None)
        case PairingMade():
            return _pairing(season, event)
        case _:
            return season


def _pairing(season: Season, event: PairingMade) -> Season:
    """A battle that is announced, with both who fight it."""
    sides = zip(event.schools, event.gladiators, event.stakes, strict=True)
    entered = tuple(Entered(school.id, (man.id,), stake) for school, man, stake in sides)
    offer = Offer(
        number=event.offer,
        scenario=event.scenario.id,
        prize=event.prize,
        stakes=True,
        entered=entered,
    )
    return replace(
        season,
        challenge=None,
        offers=(*season.offers, offer),
        hosted=more(event.schools[0].id, season.hosted),
        fought=(*season.fought, *(who.id for who in event.gladiators)),
    )
