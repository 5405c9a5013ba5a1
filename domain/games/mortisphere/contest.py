"""Chapter 14, MS-OBJ-9 `opposed`: an enemy in the Area may roll against an interaction."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.areas import OpponentNamed
from domain.games.mortisphere.battle import Claim, Fighting, at, crew_of, setting, turn_order
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.objectives import InteractionBegan, work
from domain.games.mortisphere.resolve import DieShown, bare_dice, bare_roll
from domain.games.mortisphere.throwing import Roll, remember_roll
from domain.games.mortisphere.turns import end_turn
from domain.games.mortisphere.underway import Contest
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import EffectUsed
from domain.games.mortisphere.waiting import Awaited, Pick, Throw
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

# Events


class InteractionOpposed(
    Rolled, frozen=True, kw_only=True, tag="mortisphere.interaction-opposed/1"
):
    """A member and an enemy rolled for whether it succeeds (MS-OBJ-9 `opposed`)."""

    member: Who
    opponent: Who
    objective: Who
    dice: tuple[DieShown, ...]
    succeeded: bool

    def told(self) -> str:
        """Say it as the table would."""
        ours, theirs = (die.told() for die in self.dice)
        ends = "succeeds" if self.succeeded else "fails"
        return f"{self.member.name} {ours} against {self.opponent.name} {theirs}: {ends}."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """An interaction that enemies may oppose (MS-OBJ-9 `opposed`)."""
    contest = battle.contest
    if contest is None:
        return None
    actor = battle.units[contest.members[0]]
    if contest.opponent:
        pair = (actor, battle.units[contest.opponent])
        return Throw("interact", bare_dice(battle, pair), actor.crew)
    foes = [u for u in at(battle, actor.area) if u.crew not in ("", actor.crew)]
    for crew in turn_order(battle, actor.crew):
        offers = tuple(u.id for u in foes if u.crew == crew)
        if offers and crew not in contest.asked:
            return Pick(crew, "interact", offers, 0, 1)
    return unopposed


# Judging


def oppose(telling: Telling[Fighting], opponent: str) -> None:
    """MS-OBJ-9 `opposed`: an enemy there rolls against the first of them."""
    battle = telling.state
    contest = battle.contest
    assert contest is not None  # noqa: S101 the question was asked
    against = battle.units[contest.members[0]].who
    telling.tell(OpponentNamed(member=battle.units[opponent].who, against=against))


def opposed(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-OBJ-9 `opposed`: the higher result succeeds."""
    battle = telling.state
    contest = battle.contest
    assert contest is not None  # noqa: S101 the roll was awaited
    actor, foe = battle.units[contest.members[0]], battle.units[contest.opponent]
    rolled = bare_roll(telling, action, throw, (actor, foe))
    if rolled is None:
        return
    dice, facts = rolled
    won = dice[0].final > dice[1].final
    objective = setting(battle).objective(contest.objective)
    telling.tell(
        InteractionOpposed(
            member=actor.who,
            opponent=foe.who,
            objective=Who(objective.id, objective.name),
            dice=dice,
            succeeded=won,
            **facts,
        )
    )
    _conclude(telling, actor, contest, worked=won)


def unopposed(telling: Telling[Fighting]) -> None:
    """Nobody opposes the first of them: it succeeds."""
    contest = telling.state.contest
    assert contest is not None  # noqa: S101 upcoming() looked
    _conclude(telling, telling.state.units[contest.members[0]], contest, worked=True)


def _conclude(telling: Telling[Fighting], actor: Unit, contest: Contest, *, worked: bool) -> None:
    objective = setting(telling.state).objective(contest.objective)
    if worked:
        work(telling, actor, objective, contest.copy)
    else:
        telling.tell(MemberActivated(member=actor.who, reason="interacted"))
    if telling.state.contest is None:
        end_turn(telling, actor.crew, "interact")


# Remembering


EVENTS: tuple[type[Event], ...] = (InteractionOpposed,)
HEARS: tuple[type[Event], ...] = (
    InteractionBegan,
    OpponentNamed,
    MemberActivated,
    EffectUsed,
    MemberIncapacitated,
    CaptainFell,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who is at it, and who opposes."""
    if isinstance(event, InteractionBegan):
        members = tuple(w.id for w in event.members)
        begun = Contest(members=members, objective=event.objective.id, copy=event.copy)
        return msgspec.structs.replace(battle, contest=begun)
    contest = battle.contest
    if contest is None:
        return battle
    match event:
        case OpponentNamed():
            contest = msgspec.structs.replace(contest, opponent=event.member.id)
            return msgspec.structs.replace(battle, contest=contest)
        case InteractionOpposed():
            tried = Claim(contest.objective, contest.copy, crew_of(battle, event.member.id))
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(rolled, worked=(*rolled.worked, tried))
        case MemberActivated() | EffectUsed(does="keep"):
            return _without(battle, contest, event.member.id)
        case MemberIncapacitated() | CaptainFell():
            if event.member.id == contest.opponent:
                contest = msgspec.structs.replace(contest, opponent="")
            return _without(battle, contest, event.member.id)
        case _:
            return battle


def _without(battle: Fighting, contest: Contest, done: str) -> Fighting:
    """The contest goes on with the next of them, if there is one."""
    rest = tuple(u for u in contest.members if u != done)
    if rest != contest.members:
        next_ = Contest(members=rest, objective=contest.objective, copy=contest.copy)
        return msgspec.structs.replace(battle, contest=next_ if rest else None)
    return msgspec.structs.replace(battle, contest=contest)
