"""Chapter 11: duels and classic pairings are laid down and taken up (MR-SCN-2, -4, -11)."""

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.counting import counted
from domain.games.morturi.doings import Hammer, Lay, Pass, Seal, TakeUp, Unseal
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.school import accounts, sealing
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.ludi import fit
from domain.games.morturi.school.sealing import ChoiceSealed
from domain.games.morturi.school.year import (
    LUDI,
    Bidding,
    Challenge,
    Entered,
    Laid,
    Ludi,
    Season,
    Spend,
    Told,
    house,
    level,
    owner,
    rules,
    school_of,
    schools,
)
from domain.terms import Event, RuleBroken, Who

RULE = "MR-SCN-11"
CHALLENGE, CLASSIC = "duel", "classic_pairing"

# Events


class ChallengeMade(Event, frozen=True, kw_only=True, tag="morturi.challenge-made/1"):
    """A school lays a gladiator down, and a stake, for whoever takes it up (MR-SCN-11)."""

    scenario: Who
    school: Who
    gladiator: Who
    stake: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        stake = f", stake {self.stake}" if self.stake else ""
        return f"{self.school.name} lays down {self.gladiator.name}{stake} ({self.scenario.name})."


class ChallengeTaken(Event, frozen=True, kw_only=True, tag="morturi.challenge-taken/1"):
    """A school takes a challenge up with a gladiator and a stake."""

    school: Who
    gladiator: Who
    stake: int = 0
    salt: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        stake = f", stake {self.stake}" if self.stake else ""
        return f"{self.school.name} takes it up with {self.gladiator.name}{stake}."


class ChallengeLeft(Event, frozen=True, kw_only=True, tag="morturi.challenge-left/1"):
    """A school leaves a challenge to others; without a school it is closed for all."""

    school: tuple[Who, ...] = ()
    salt: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        if not self.school:
            return "The challenge is closed."
        return f"{self.school[0].name} leaves the challenge to others."


# Reading


def announced(books: Ludi) -> Scenario:
    """The newest battle of stakes that the Imperator has announced this month."""
    for one in reversed(books.season.offers):
        scenario = rules(books).scenario(one.scenario)
        if scenario.prize.stakes and not one.stakes and not one.over:
            return scenario
    sentence = "no duels and no classic pairings are announced"
    raise RuleBroken(RULE, sentence, hint="offer duel_series")


def classic(scenario: Scenario, role: str) -> tuple[str, ...]:
    """MR-SCN-2: the roles that belong together with a role."""
    ways = [(a, b) for a, b in scenario.pairings] + [(b, a) for a, b in scenario.pairings]
    return tuple(dict.fromkeys(b for a, b in ways if a == role))


def waiting_for(books: Ludi, challenge: Challenge) -> list[str]:
    """The schools that have neither taken it up nor left it."""
    if challenge.hammered:
        return []
    out = {challenge.host.school, *challenge.passed, *(one.school for one in challenge.takers)}
    return [crew.who.id for crew in schools(books) if crew.who.id not in out]


# Judging


def lay(telling: Told, action: Lay, asked: Spend) -> None:
    """MR-SCN-11: one gladiator and a stake, as often a month as is usual."""
    in_phase(asked, LUDI, "a challenge")
    books = telling.state
    crew = school_of(books, action.crew)
    scenario = announced(books)
    gladiator = _laid(books, crew, action.member, action.stake)
    most = scenario.challenges_per_month or 1
    if level(crew.who.id, books.season.hosted) >= most:
        made = counted(most, "challenge")
        raise RuleBroken(RULE, f"{crew.who.name} has made its {made} of this month")
    if scenario.id == CLASSIC and not classic(scenario, gladiator.kind):
        role = rules(books).role(gladiator.kind).name
        raise RuleBroken("MR-SCN-2", f"no role belongs together with a {role}")
    telling.tell(
        ChallengeMade(
            scenario=Who(scenario.id, scenario.name),
            school=crew.who,
            gladiator=gladiator.who,
            stake=action.stake,
        )
    )


def _laid(books: Ludi, crew: Crew, member: str, stake: int) -> Member:
    """A fit gladiator, and a stake that his school has."""
    fit(books, crew, (member,))
    if stake < 0:
        raise RuleBroken(RULE, "a stake is a number of denarii")
    accounts.check(house(books), crew, stake, "the stake")
    return crew.member(member)


def under_way(books: Ludi) -> Challenge:
    """The challenge that waits to be taken up."""
    if books.season.challenge is None:
        raise RuleBroken(RULE, "no challenge waits to be taken up")
    return books.season.challenge


def take_up(telling: Told, action: TakeUp, asked: Bidding, salt: str = "") -> None:
    """MR-SCN-11: in a duel the stake is matched; in a pairing the role fits, and a stake bid."""
    books, challenge = telling.state, under_way(telling.state)
    crew = _taker(books, challenge, action.crew, asked, sealed=bool(salt))
    stake = action.stake
    if challenge.scenario != CLASSIC:
        stake = stake or challenge.host.stake
        if stake != challenge.host.stake:
            matched = counted(challenge.host.stake, "denarius", "denarii")
            raise RuleBroken(RULE, f"the stake is matched: {matched}")
    gladiator = _laid(books, crew, action.member, stake)
    if challenge.scenario == CLASSIC:
        _, host = owner(books, challenge.host.gladiators[0])
        roles = classic(rules(books).scenario(CLASSIC), host.kind)
        if gladiator.kind not in roles:
            named = ", ".join(rules(books).role(one).name for one in roles)
            raise RuleBroken("MR-SCN-2", f"{host.who.name} is to meet: {named}")
    telling.tell(ChallengeTaken(school=crew.who, gladiator=gladiator.who, stake=stake, salt=salt))


def _taker(books: Ludi, challenge: Challenge, school: str, asked: Bidding, *, sealed: bool) -> Crew:
    crew = school_of(books, school)
    if school not in asked.crews:
        raise RuleBroken(RULE, f"it is not for {crew.who.name} to take this challenge up")
    if not sealed and any(one.school == school for one in challenge.seals):
        raise RuleBroken(RULE, f"{crew.who.name} has sealed its choice", hint="unseal SCHOOL SALT")
    return crew


def pass_(telling: Told, action: Pass, asked: Bidding, salt: str = "") -> None:
    """MR-SCN-11: nobody must take a challenge up."""
    challenge = under_way(telling.state)
    crew = _taker(telling.state, challenge, action.crew, asked, sealed=bool(salt))
    telling.tell(ChallengeLeft(school=(crew.who,), salt=salt))


def seal(telling: Told, action: Seal, asked: Bidding) -> None:
    """MR-SCN-4: gladiators are laid face down, and shown together."""
    challenge = under_way(telling.state)
    crew = _taker(telling.state, challenge, action.crew, asked, sealed=False)
    if challenge.scenario == CLASSIC:
        raise RuleBroken(RULE, "for a classic pairing stakes are bid openly")
    sealing.check(action, RULE)
    telling.tell(ChoiceSealed(school=crew.who, digest=action.digest))


def unseal(telling: Told, action: Unseal, asked: Bidding) -> None:
    """MR-SCN-4: once all have laid down or left it, the gladiators are shown."""
    books, challenge = telling.state, under_way(telling.state)
    crew = school_of(books, action.crew)
    shown = next((one.digest for one in challenge.seals if one.school == action.crew), "")
    if not shown:
        raise RuleBroken(RULE, f"{crew.who.name} has sealed nothing")
    bound = {one.school for one in challenge.seals}
    late = [school for school in asked.crews if school not in bound]
    if late:
        raise RuleBroken(RULE, f"{books.crew(late[0]).who.name} has still to seal its choice")
    wanted = action.choice
    name = crew.member(wanted.member).who.name if isinstance(wanted, TakeUp) else ""
    sealing.opened(RULE, action, shown, crew.who, name)
    if isinstance(wanted, TakeUp):
        take_up(telling, wanted, asked, action.salt)
    elif isinstance(wanted, Pass):
        pass_(telling, wanted, asked, action.salt)
    else:
        raise RuleBroken(RULE, "a challenge is taken up, or left")


def hammer(telling: Told, _: Hammer) -> None:
    """The Imperator closes the challenge: who has not taken it up leaves it."""
    telling.tell(ChallengeLeft())


# Remembering


EVENTS: tuple[type[Event], ...] = (
    ChallengeMade,
    ChallengeTaken,
    ChallengeLeft,
)
HEARS: tuple[type[Event], ...] = (ChoiceSealed,)


def evolve(season: Season, event: Event) -> Season:
    """Remember the challenge, and who has answered it."""
    if isinstance(event, ChallengeMade):
        host = Entered(event.school.id, (event.gladiator.id,), event.stake)
        return replace(season, challenge=Challenge(scenario=event.scenario.id, host=host))
    challenge = season.challenge
    if challenge is None:
        return season
    return replace(season, challenge=_answered(challenge, event))


def _answered(challenge: Challenge, event: Event) -> Challenge:
    """Who has taken it up, left it, or sealed what it will do."""
    match event:
        case ChallengeTaken():
            taker = Entered(event.school.id, (event.gladiator.id,), event.stake)
            return replace(challenge, takers=(*challenge.takers, taker))
        case ChallengeLeft(school=()):
            return replace(challenge, hammered=True)
        case ChallengeLeft():
            return replace(challenge, passed=(*challenge.passed, event.school[0].id))
        case ChoiceSealed():
            laid = Laid(event.school.id, digest=event.digest)
            return replace(challenge, seals=(*challenge.seals, laid))
        case _:
            return challenge
