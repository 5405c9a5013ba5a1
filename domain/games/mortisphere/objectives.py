"""Chapter 14: what the battle is fought for."""

import msgspec

from domain.counting import agreed
from domain.effects import of
from domain.games.mortisphere.battle import (
    Channel,
    Claim,
    Fighting,
    Progress,
    at,
    setting,
    side,
    whos,
)
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.completing import completed
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.declaring import check_actor
from domain.games.mortisphere.effects import Modifier, modifiers, working
from domain.games.mortisphere.progress import (
    check_copy,
    check_interaction,
    default_copy,
    is_open,
    lowered,
    points,
    required,
    shared,
)
from domain.games.mortisphere.resolve import remember_uses
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.turns import end_turn
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import count
from domain.summing import Sum
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
            f"{self.member.name} begins to {lowered(self.objective.name)}"
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
        what = f"{lowered(self.objective.name)} (copy {self.copy})"
        if self.reason == "done":
            return f"{self.member.name} had nothing left to do: {what} was done already."
        why = _WHY.get(self.reason, "")
        return f"{self.member.name} was interrupted{by}: {what}{why}."


_WHY = {"claimed": " (another crew was first)", "gone": " (what it needs is gone)"}


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
            f"{self.member.name} brings {lowered(self.objective.name)} (copy {self.copy}) to "
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
        what = f"{lowered(self.objective.name)} (copy {self.copy})"
        return f"{self.by.name} completes {what} for {self.crew.name}."


class InteractionBegan(Event, frozen=True, kw_only=True, tag="mortisphere.interaction-began/1"):
    """Members turn to an objective that an enemy may oppose (MS-OBJ-9 `opposed`)."""

    members: tuple[Who, ...]
    objective: Who
    copy: int

    def told(self) -> str:
        """Say it as the table would."""
        who = " and ".join(w.name for w in self.members)
        turn = agreed(len(self.members), "turns", "turn")
        return f"{who} {turn} to {lowered(self.objective.name)}."


# Actions


class Interact(Action, frozen=True, kw_only=True, tag="mortisphere.interact"):
    """Work at an objective with a member in its Area; without a copy, the first open one."""

    members: tuple[str, ...]
    objective: str
    copy: int = 0


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
    foes = any(u.crew not in ("", crew) for u in at(battle, actors[0].area))
    if foes and battle.house.objective_contest == "opposed":
        members = whos(battle, [u.id for u in actors])
        named = Who(objective.id, objective.name)
        telling.tell(InteractionBegan(members=members, objective=named, copy=copy))
        return
    for unit in actors:
        work(telling, unit, objective, copy)
    end_turn(telling, crew, "interact")


def work(telling: Telling[Fighting], unit: Unit, objective: Objective, copy: int) -> None:
    """One interaction: 1 progress plus effects, channelled or made good at once (MS-OBJ-12)."""
    battle = telling.state
    extra = modifiers(battle, unit, "action.interact", "objective", Situation(tag=objective.tag))
    amount = progress_sum(extra).total
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
        advance(telling, unit, objective, copy, amount=amount, extra=extra)
    found = working(telling.state, unit, "action.interact", Situation(tag=objective.tag))
    keeping = [w for w in of(found, "activation") if w.effect.word == "keep"]
    if keeping:
        count(telling, keeping[0])
    else:
        telling.tell(MemberActivated(member=unit.who, reason="interacted"))


def progress_sum(extra: tuple[Modifier, ...]) -> Sum:
    """MS-OBJ-12, MS-TYP-3: what an interaction brings: 1, and what helps or hinders."""
    made = Sum().add(1, "an interaction", "MS-OBJ-12").each(extra, "MS-TYP-3")
    return made.least(0, "never less", "MS-OBJ-12")


def advance(
    telling: Telling[Fighting],
    unit: Unit,
    objective: Objective,
    copy: int,
    *,
    amount: int,
    extra: tuple[Modifier, ...] = (),
) -> None:
    """Make progress good, and complete the copy if that was the last of it (MS-OBJ-12)."""
    battle = telling.state
    if not is_open(battle, objective, copy, unit.crew):
        return
    needed = required(battle, objective, unit.crew)
    total = min(needed, points(battle, objective, copy, unit.crew) + amount)
    crew, named = side(battle, unit.crew).who, Who(objective.id, objective.name)
    telling.tell(
        ObjectiveProgressed(
            member=unit.who,
            crew=crew,
            objective=named,
            copy=copy,
            amount=amount,
            total=total,
            required=needed,
            shared=shared(battle, objective),
            extra=extra,
        )
    )
    if total >= needed:
        telling.tell(ObjectiveCompleted(crew=crew, objective=named, copy=copy, by=unit.who))
        completed(telling, unit, objective)


# Remembering


EVENTS: tuple[type[Event], ...] = (
    ObjectiveChannelled,
    ChannelInterrupted,
    ObjectiveProgressed,
    ObjectiveCompleted,
    InteractionBegan,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ObjectiveChannelled():
            return _remember_channel(battle, event)
        case ChannelInterrupted():
            return _channel_over(battle, event.member.id, event.objective.id, event.copy)
        case ObjectiveProgressed():
            return _remember_progress(battle, event)
        case ObjectiveCompleted():
            return _remember_completed(battle, event)
        case _:
            return battle


def _remember_completed(battle: Fighting, event: ObjectiveCompleted) -> Fighting:
    """A copy is claimed; one that can be done again begins anew (MS-OBJ-12 `repeatable`)."""
    claim = Claim(event.objective.id, event.copy, event.crew.id)
    left = battle.progress
    fought_for = battle.scenario.objectives if battle.scenario else ()
    if any(o.id == event.objective.id and o.repeatable for o in fought_for):
        done = (event.objective.id, event.copy)
        left = tuple(p for p in left if (p.objective, p.copy) != done)
    return msgspec.structs.replace(battle, claims=(*battle.claims, claim), progress=left)


def _remember_channel(battle: Fighting, event: ObjectiveChannelled) -> Fighting:
    channel = Channel(
        unit=event.member.id,
        crew=event.crew.id,
        objective=event.objective.id,
        copy=event.copy,
        amount=event.amount,
    )
    used = remember_uses(battle, event.member.id, event.extra)
    kept = msgspec.structs.replace(used, channels=(*used.channels, channel))
    return _worked(kept, event)


def _worked(battle: Fighting, event: ObjectiveChannelled | ObjectiveProgressed) -> Fighting:
    """MS-OBJ-11: a crew has worked at a copy this round."""
    tried = Claim(event.objective.id, event.copy, event.crew.id)
    return msgspec.structs.replace(battle, worked=(*battle.worked, tried))


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
    after = msgspec.structs.replace(after, progress=(*rest, Progress(*key, event.total)))
    return _worked(after, event)
