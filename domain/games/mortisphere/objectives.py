"""Chapter 14: what the battle is fought for."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.games.mortisphere.areas import OpponentNamed
from domain.games.mortisphere.battle import (
    Awaited,
    Channel,
    Claim,
    Contest,
    Fighting,
    Pick,
    Progress,
    Throw,
    Unit,
    area_name,
    at,
    contested,
    ready,
    setting,
    side,
    turn_order,
    whos,
)
from domain.games.mortisphere.clash import MemberActivated, check_actor
from domain.games.mortisphere.effects import Modifier, Situation, modifiers
from domain.games.mortisphere.resolve import (
    DieShown,
    Roll,
    Rolled,
    bare_dice,
    bare_roll,
    remember_roll,
    remember_uses,
)
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.scoring import score
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.turns import end_turn
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class ObjectiveChannelled(
    Event, frozen=True, kw_only=True, tag="mortisphere.objective-channelled/1"
):
    """A member began to work at an objective; the round's end keeps or loses it (MS-OBJ-9)."""

    member: Who
    crew: Who
    objective: Who
    copy: int
    amount: int
    extra: tuple[Modifier, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        helped = "".join(f", {m.amount:+d} {m.source.name}" for m in self.extra)
        return (
            f"{self.member.name} begins to {_lower(self.objective.name)}"
            f" (copy {self.copy}, {self.amount} progress{helped})."
        )


class ChannelInterrupted(Event, frozen=True, kw_only=True, tag="mortisphere.channel-interrupted/1"):
    """What a member had begun this round came to nothing (MS-OBJ-8, -9)."""

    member: Who
    crew: Who
    objective: Who
    copy: int
    by: tuple[Who, ...] = ()
    last_needed: bool = False
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        by = f" by {' and '.join(w.name for w in self.by)}" if self.by else ""
        why = " (another crew was first)" if self.reason == "claimed" else ""
        return f"{self.member.name} was interrupted{by}: {self.objective.name}{why}."


class ObjectiveProgressed(
    Event, frozen=True, kw_only=True, tag="mortisphere.objective-progressed/1"
):
    """Progress at an objective was made good (MS-OBJ-9, -10)."""

    member: Who
    crew: Who
    objective: Who
    copy: int
    amount: int
    total: int
    required: int
    shared: bool = False
    extra: tuple[Modifier, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.member.name} brings {_lower(self.objective.name)} (copy {self.copy}) to "
            f"{self.total} of {self.required}."
        )


class ObjectiveCompleted(Event, frozen=True, kw_only=True, tag="mortisphere.objective-completed/1"):
    """A crew completed a copy of an objective (MS-OBJ-12)."""

    crew: Who
    objective: Who
    copy: int
    by: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.by.name} completes {_lower(self.objective.name)} (copy {self.copy}) for {self.crew.name}."


class InteractionBegan(Event, frozen=True, kw_only=True, tag="mortisphere.interaction-began/1"):
    """Members turn to an objective that an enemy may oppose (MS-OBJ-9 `opposed`)."""

    members: tuple[Who, ...]
    objective: Who
    copy: int

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{' and '.join(w.name for w in self.members)} turns to {_lower(self.objective.name)}."
        )


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
        ours, theirs = self.dice
        ends = "succeeds" if self.succeeded else "fails"
        return f"{self.member.name} {ours.told()} against {self.opponent.name} {theirs.told()}: {ends}."


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


# Actions


class Interact(Action, frozen=True, kw_only=True, tag="mortisphere.interact"):
    """Work at an objective with a member in its Area; without a copy, the first open one."""

    members: tuple[str, ...]
    objective: str
    copy: int = 0


# Reading the objectives


def shared(battle: Fighting, objective: Objective) -> bool:
    """MS-OBJ-10: whether all crews count together."""
    rule = battle.house.objective_progress
    return (objective.progress if rule == "scenario" else rule) == "shared"


def done_by(battle: Fighting, objective: str, copy: int) -> list[str]:
    """The crews that have completed a copy."""
    return [c.crew for c in battle.claims if (c.objective, c.copy) == (objective, copy)]


def is_open(battle: Fighting, objective: Objective, copy: int, crew: str) -> bool:
    """MS-OBJ-12: whether a crew can still work at a copy (`claim: first` or `each`)."""
    done = done_by(battle, objective.id, copy)
    first_takes = objective.claim == "first" or shared(battle, objective)
    return objective.repeatable or not (done if first_takes else crew in done)


def points(battle: Fighting, objective: Objective, copy: int, crew: str) -> int:
    """Progress that stands at a copy, for a crew or (shared) for all."""
    owner = "" if shared(battle, objective) else crew
    return sum(
        p.points
        for p in battle.progress
        if (p.objective, p.copy, p.crew) == (objective.id, copy, owner)
    )


def filled(battle: Fighting, objective: Objective, copy: int, crew: str) -> bool:
    """Whether a crew's own unbroken channels already complete a copy at the round's end."""
    begun = sum(
        c.amount
        for c in battle.channels
        if (c.objective, c.copy, c.crew) == (objective.id, copy, crew) and not c.broken
    )
    return points(battle, objective, copy, crew) + begun >= objective.required


def default_copy(battle: Fighting, objective: Objective, crew: str) -> int:
    """MS-OBJ-12: the lowest open copy that the crew's own channels do not already fill."""
    opened = [n for n in range(1, objective.copies + 1) if is_open(battle, objective, n, crew)]
    return next((n for n in opened if not filled(battle, objective, n, crew)), (opened or [0])[0])


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
    foes = [u for u in at(battle, actor.area) if u.crew != actor.crew]
    for crew in turn_order(battle, actor.crew):
        offers = tuple(u.id for u in foes if u.crew == crew)
        if offers and crew not in contest.asked:
            return Pick(crew, "interact", offers, 0, 1)
    return unopposed


# Judging


def interact(telling: Telling[Fighting], action: Interact, crew: str) -> None:
    """MS-OBJ-3, -4, -9 to -14: members work at an objective."""
    battle = telling.state
    actors = [battle.units[u] for u in dict.fromkeys(action.members)]
    if not actors or (len(actors) > 1 and battle.house.noncombat_group == "one_member"):
        raise RuleBroken("MS-TRN-3", "one member interacts in a turn")
    objective = setting(battle).objective(action.objective)
    for unit in actors:
        check_actor(unit, crew)
        check_interaction(battle, unit, objective)
    copy = action.copy or default_copy(battle, objective, crew)
    check_copy(battle, objective, copy, crew)
    if len(actors) > 1 and battle.house.objective_group == "one_per_round":
        raise RuleBroken("MS-OBJ-11", "one member works at an objective in a round")
    if battle.house.objective_contest == "opposed" and contested(battle, actors[0].area, crew):
        if any(u.crew != crew for u in at(battle, actors[0].area)):
            telling.tell(
                InteractionBegan(
                    members=whos(battle, [u.id for u in actors]),
                    objective=Who(objective.id, objective.name),
                    copy=copy,
                )
            )
            return
    for unit in actors:
        _work(telling, unit, objective, copy)
    end_turn(telling, crew, "interact")


def check_interaction(battle: Fighting, unit: Unit, objective: Objective) -> None:
    """MS-OBJ-4, -7, -9, -11, MS-TYP-3, MS-CAP-5: whether a unit may work at an objective."""
    name = unit.who.name
    if objective.area not in ("any", unit.area):
        there, here = area_name(battle, objective.area).name, area_name(battle, unit.area).name
        raise RuleBroken(
            "MS-OBJ-4",
            f"{objective.name} is done in the {there}, {name} stands in the {here}",
            hint=f"acta do 'move {name} to {there}'",
        )
    kind = book(battle.edition).type(unit.kind)
    if objective.tag in kind.cannot_interact:
        raise RuleBroken("MS-TYP-3", f"a {kind.id} cannot {_lower(objective.name)}")
    if unit.broken and battle.house.captain_reduced == "no_objectives":
        raise RuleBroken("MS-CAP-5", f"{name} is broken and performs no objectives")
    if battle.house.objective_contest == "blocked":
        foe = next((u for u in at(battle, unit.area) if u.crew != unit.crew and ready(u)), None)
        if foe is not None:
            raise RuleBroken("MS-OBJ-9", f"{foe.who.name} has not acted and blocks {name}")
    if objective.requires and unit.crew not in done_by(battle, objective.requires, 1):
        first = setting(battle).objective(objective.requires)
        raise RuleBroken("MS-OBJ-12", f"{objective.name} comes after {_lower(first.name)}")


def check_copy(battle: Fighting, objective: Objective, copy: int, crew: str) -> None:
    """MS-OBJ-11, -12: whether a copy is there and still open to the crew."""
    if not 0 <= copy <= objective.copies:
        raise RuleBroken("MS-OBJ-12", f"{objective.name} has copies 1 to {objective.copies}")
    if copy == 0 or not is_open(battle, objective, copy, crew):
        which = f", copy {copy}," if copy and objective.copies > 1 else ""
        raise RuleBroken("MS-OBJ-12", f"{objective.name}{which} is done already")
    busy = any((c.objective, c.copy, c.crew) == (objective.id, copy, crew) for c in battle.channels)
    if busy and battle.house.objective_group == "one_per_round":
        raise RuleBroken("MS-OBJ-11", "one member works at an objective in a round")


def _work(telling: Telling[Fighting], unit: Unit, objective: Objective, copy: int) -> None:
    battle = telling.state
    extra = modifiers(battle, unit, "action.interact", "objective", Situation(tag=objective.tag))
    amount = max(0, 1 + sum(m.amount for m in extra))
    named = Who(objective.id, objective.name)
    if battle.house.objective_contest == "channel":
        telling.tell(
            ObjectiveChannelled(
                member=unit.who,
                crew=side(battle, unit.crew).who,
                objective=named,
                copy=copy,
                amount=amount,
                extra=extra,
            )
        )
    else:
        advance(telling, unit, objective, copy, amount, extra)
    telling.tell(MemberActivated(member=unit.who, reason="interacted"))


def advance(
    telling: Telling[Fighting],
    unit: Unit,
    objective: Objective,
    copy: int,
    amount: int,
    extra: tuple[Modifier, ...] = (),
) -> None:
    """Make progress good, and complete the copy if that was the last of it (MS-OBJ-12)."""
    battle = telling.state
    if not is_open(battle, objective, copy, unit.crew):
        return
    total = points(battle, objective, copy, unit.crew) + amount
    crew, named = side(battle, unit.crew).who, Who(objective.id, objective.name)
    telling.tell(
        ObjectiveProgressed(
            member=unit.who,
            crew=crew,
            objective=named,
            copy=copy,
            amount=amount,
            total=total,
            required=objective.required,
            shared=shared(battle, objective),
            extra=extra,
        )
    )
    if total >= objective.required:
        telling.tell(ObjectiveCompleted(crew=crew, objective=named, copy=copy, by=unit.who))
        score(telling, unit.crew, "objective.completed", objective=objective.id)


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
        _work(telling, actor, objective, contest.copy)
    else:
        telling.tell(MemberActivated(member=actor.who, reason="interacted"))
    if telling.state.contest is None:
        end_turn(telling, actor.crew, "interact")


def keep(telling: Telling[Fighting]) -> None:
    """MS-OBJ-9: at the round's end each channel is kept or lost, in the order they began."""
    for channel in telling.state.channels:
        battle = telling.state
        objective = setting(battle).objective(channel.objective)
        unit = battle.units[channel.unit]
        claimed = not is_open(battle, objective, channel.copy, channel.crew)
        if unit.active and not channel.broken and not claimed:
            advance(telling, unit, objective, channel.copy, channel.amount)
            continue
        total = points(battle, objective, channel.copy, channel.crew) + channel.amount
        telling.tell(
            ChannelInterrupted(
                member=unit.who,
                crew=side(battle, channel.crew).who,
                objective=Who(objective.id, objective.name),
                copy=channel.copy,
                by=whos(battle, channel.broken_by),
                last_needed=total >= objective.required,
                reason="claimed" if claimed and not channel.broken else "",
            )
        )


def open_to(battle: Fighting, unit: Unit) -> list[Objective]:
    """The objectives that a unit could work at now."""
    found = []
    for objective in setting(battle).objectives:
        try:
            check_interaction(battle, unit, objective)
            copy = default_copy(battle, objective, unit.crew)
            check_copy(battle, objective, copy, unit.crew)
        except RuleBroken:
            continue
        found.append(objective)
    return found


# Remembering


EVENTS: tuple[type[Event], ...] = (
    ObjectiveChannelled,
    ChannelInterrupted,
    ObjectiveProgressed,
    ObjectiveCompleted,
    InteractionBegan,
    InteractionOpposed,
)
HEARS: tuple[type[Event], ...] = (MemberActivated, OpponentNamed)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ObjectiveChannelled():
            channel = Channel(
                unit=event.member.id,
                crew=event.crew.id,
                objective=event.objective.id,
                copy=event.copy,
                amount=event.amount,
            )
            used = remember_uses(battle, event.member.id, event.extra)
            return msgspec.structs.replace(used, channels=(*used.channels, channel))
        case ChannelInterrupted():
            return _channel_over(battle, event.member.id, event.objective.id, event.copy)
        case ObjectiveProgressed():
            return _remember_progress(battle, event)
        case ObjectiveCompleted():
            claim = Claim(event.objective.id, event.copy, event.crew.id)
            return msgspec.structs.replace(battle, claims=(*battle.claims, claim))
        case InteractionBegan():
            members = tuple(w.id for w in event.members)
            contest = Contest(members=members, objective=event.objective.id, copy=event.copy)
            return msgspec.structs.replace(battle, contest=contest)
        case OpponentNamed() if battle.contest is not None:
            contest = msgspec.structs.replace(battle.contest, opponent=event.member.id)
            return msgspec.structs.replace(battle, contest=contest)
        case InteractionOpposed():
            return remember_roll(battle, event)
        case MemberActivated() if battle.contest is not None:
            return _next_actor(battle, event.member.id)
        case _:
            return battle


def _next_actor(battle: Fighting, done: str) -> Fighting:
    contest: Any = battle.contest
    rest = tuple(u for u in contest.members if u != done)
    left = Contest(members=rest, objective=contest.objective, copy=contest.copy) if rest else None
    return msgspec.structs.replace(battle, contest=left)


def _channel_over(battle: Fighting, unit: str, objective: str, copy: int) -> Fighting:
    for n, c in enumerate(battle.channels):
        if (c.unit, c.objective, c.copy) == (unit, objective, copy):
            left = battle.channels[:n] + battle.channels[n + 1 :]
            return msgspec.structs.replace(battle, channels=left)
    return battle


def _remember_progress(battle: Fighting, event: ObjectiveProgressed) -> Fighting:
    owner = "" if event.shared else event.crew.id
    key = (event.objective.id, event.copy, owner)
    rest = tuple(p for p in battle.progress if (p.objective, p.copy, p.crew) != key)
    after = _channel_over(battle, event.member.id, event.objective.id, event.copy)
    after = remember_uses(after, event.member.id, event.extra)
    return msgspec.structs.replace(after, progress=(*rest, Progress(*key, event.total)))
