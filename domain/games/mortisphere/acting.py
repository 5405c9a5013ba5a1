"""Chapter 4, the turns themselves: clash, move, interact, hold, pass; and answers to questions."""

from collections.abc import Callable

import msgspec

from domain.counting import counted
from domain.games.mortisphere import (
    areas,
    contest,
    declaring,
    escorts,
    neutrals,
    objectives,
    pairing,
    prey,
    progress,
    swarm,
    withdrawing,
)
from domain.games.mortisphere.battle import Fighting, area_name, ready_units, side
from domain.games.mortisphere.clash import Clash, MemberActivated
from domain.games.mortisphere.declaring import check_actor
from domain.games.mortisphere.turns import TurnPassed, end_turn
from domain.games.mortisphere.underway import Harm
from domain.games.mortisphere.using import Named
from domain.games.mortisphere.waiting import Pick
from domain.games.mortisphere.ways import ways
from domain.names import said
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class MemberHeld(Event, frozen=True, kw_only=True, tag="mortisphere.member-held/1"):
    """A member held: it counts as having acted, and nothing happens (MS-TRN-5)."""

    member: Who
    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} holds."


class QuestionAnswered(Event, frozen=True, kw_only=True, tag="mortisphere.question-answered/1"):
    """A crew declined what it was offered, or let the order stand as typed."""

    question: str
    crew: Who
    answer: str
    about: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        what = _QUESTIONS.get(self.question, self.question)
        if self.answer == "yes":
            return f"{self.crew.name} has answered ({what})."
        return f"{self.crew.name} declines ({what})."


_QUESTIONS = {
    "leave": "to dispute the move",
    "interact": "to oppose",
    "retarget": "to turn on another",
    "order": "to set the order of the pairings",
    "damage.taken": "to prevent it",
    "round.start": "what the round's start offers",
    "clash.roll": "to roll a die again",
    "clash.end": "what the Clash's end offers",
    "action.move": "what a move offers",
    "escort": "to take anybody along",
}

# Actions


class Hold(Action, frozen=True, kw_only=True, tag="mortisphere.hold"):
    """Let a member hold: it counts as having acted."""

    member: str


class Pass(Action, frozen=True, kw_only=True, tag="mortisphere.pass"):
    """Pass: the turn under `free_pass`, or a question."""

    crew: str = ""


class Done(Action, frozen=True, kw_only=True, tag="mortisphere.done"):
    """End a turn of moves without a Clash (MS-TRN-2 `before_clash`)."""

    crew: str = ""


class Choose(Action, frozen=True, kw_only=True, tag="mortisphere.choose"):
    """Choose among what is offered."""

    picks: tuple[str, ...]


class Decline(Action, frozen=True, kw_only=True, tag="mortisphere.decline"):
    """Say no to what is offered."""

    question: str = ""
    effects: tuple[Named, ...] = ()


# Turns

Acting = Clash | areas.Move | objectives.Interact | withdrawing.Withdraw | Hold | Pass | Done


def take_turn(telling: Telling[Fighting], action: Acting, crew: str) -> None:
    """MS-TRN-1, -7: the crew whose turn it is uses it."""
    match action:
        case Clash():
            declaring.declare(telling, action, crew)
        case areas.Move():
            areas.move(telling, action, crew)
        case objectives.Interact():
            objectives.interact(telling, action, crew)
        case withdrawing.Withdraw():
            withdrawing.withdraw(telling, action, crew)
        case Hold():
            hold(telling, action, crew)
        case Pass():
            check_crew(telling.state, action.crew, crew)
            pass_turn(telling, crew)
        case Done():
            check_crew(telling.state, action.crew, crew)
            done(telling, crew)


def check_crew(battle: Fighting, named: str, crew: str) -> None:
    """MS-TRN-1: a crew passes or ends its turn for itself, and for nobody else."""
    if named not in ("", crew):
        raise RuleBroken("MS-TRN-1", f"it is the turn of {side(battle, crew).who.name}")


def hold(telling: Telling[Fighting], action: Hold, crew: str) -> None:
    """MS-TRN-5: one member holds, unless the house rules forbid it."""
    battle = telling.state
    unit = battle.units[action.member]
    check_actor(unit, crew)
    if battle.house.pass_rule == "free_pass":  # noqa: S105 a rule, no secret
        raise RuleBroken("MS-TRN-5", "by this battle's house rules nobody holds", hint="pass")
    if battle.house.pass_rule == "must_act":  # noqa: S105 a rule, no secret
        other = something_else(battle, crew)
        if other:
            raise RuleBroken("MS-TRN-5", f"nobody holds while another action is legal: {other}")
    telling.tell(MemberHeld(member=unit.who, round=battle.round))
    telling.tell(MemberActivated(member=unit.who, reason="held"))
    end_turn(telling, crew, "hold")


def something_else(battle: Fighting, crew: str) -> str:
    """What a crew could do instead of holding, "" for nothing."""
    for unit in ready_units(battle, crew):
        name = unit.who.name
        foes = declaring.targets(battle, unit) if declaring.eligible(unit) else []
        if foes:
            return f"clash {name} > {foes[0].who.name}"
        for objective in progress.open_to(battle, unit):
            return f"interact {name} with {objective.name}"
        for area in ways(battle, unit):
            return f"move {name} to {area_name(battle, area).name}"
        if withdrawing.may_withdraw(battle, unit):
            return f"withdraw {name}"
    return ""


def pass_turn(telling: Telling[Fighting], crew: str) -> None:
    """MS-TRN-5 `free_pass`: pass without activating anybody."""
    battle = telling.state
    if battle.house.pass_rule != "free_pass":  # noqa: S105 a rule, no secret
        raise RuleBroken(
            "MS-TRN-5", "a turn is used; one member may hold", hint="hold NAME counts as acting"
        )
    if battle.acting:
        raise RuleBroken("MS-TRN-5", "who has acted in this turn does not pass", hint="done")
    telling.tell(TurnPassed(crew=side(battle, crew).who))


def done(telling: Telling[Fighting], crew: str) -> None:
    """MS-TRN-2 `before_clash`: end the turn after moves, in place of a Clash."""
    if not telling.state.acting:
        raise RuleBroken("MS-TRN-2", "a turn ends with `done` only after other actions")
    end_turn(telling, crew, "done")


# Questions


def choose(telling: Telling[Fighting], action: Choose, asked: Pick) -> None:
    """Choose among the offers, as many as are wanted."""
    battle = telling.state
    picks = tuple(dict.fromkeys(action.picks))
    strange = [p for p in picks if p not in asked.offers]
    if strange or len(picks) != len(action.picks):
        offers = ", ".join(prey.named(battle, o).name for o in asked.offers)
        raise RuleBroken(_RULES[asked.what], f"the choice is among {offers}, each once")
    if not max(1, asked.least) <= len(picks) <= asked.most:
        due = counted(asked.most, "is to be chosen", "are to be chosen")
        raise RuleBroken(_RULES[asked.what], f"{due}, not {len(picks)}")
    if asked.what == "blows":
        swarm.choose_struck(telling, picks)
    elif asked.what == "retarget":
        pairing.retarget(telling, picks[0])
    elif asked.what == "leave":
        areas.dispute(telling, picks[0], asked.crew)
    elif asked.what == "escort":
        escorts.name_escort(telling, picks[0])
    elif asked.what == "steer":
        neutrals.steer(telling, picks[0], asked.crew)
    else:
        contest.oppose(telling, picks[0])


_RULES = {
    "blows": "MS-SWA-10",
    "retarget": "MS-MUL-7",
    "leave": "MS-MOV-4",
    "interact": "MS-OBJ-9",
    "escort": "MS-NEU-4",
    "steer": "MS-NEU-2",
}


def decline(telling: Telling[Fighting], action: Decline, asked: Pick) -> None:
    """Say no to what is offered, where that may be; an answer that names a question means it."""
    named = [action.question] if action.question else [e.entry for e in action.effects]
    if any(one != asked.what for one in named):
        raise RuleBroken(_RULES[asked.what], f"{said(named[0])} is not what is asked")
    if asked.least:
        raise RuleBroken(_RULES[asked.what], "this is no offer: somebody must be chosen")
    who = side(telling.state, asked.crew).who
    telling.tell(QuestionAnswered(question=asked.what, crew=who, answer="no"))


# Remembering


EVENTS: tuple[type[Event], ...] = (MemberHeld, QuestionAnswered)


def _harm_offered(battle: Fighting, event: QuestionAnswered) -> Fighting:
    due = list(battle.due)
    for n, harm in enumerate(due):
        if isinstance(harm, Harm) and event.about and harm.unit == event.about[0].id:
            due[n] = msgspec.structs.replace(harm, offered=True)
            break
    return msgspec.structs.replace(battle, due=tuple(due))


def _round_offered(battle: Fighting, event: QuestionAnswered) -> Fighting:
    return msgspec.structs.replace(battle, offered=(*battle.offered, event.crew.id))


def _end_offered(battle: Fighting, event: QuestionAnswered) -> Fighting:
    if battle.clash is None:
        return battle
    clash = msgspec.structs.replace(battle.clash, offered=(*battle.clash.offered, event.crew.id))
    return msgspec.structs.replace(battle, clash=clash)


def _move_offered(battle: Fighting, _: QuestionAnswered) -> Fighting:
    if battle.departure is None:
        return battle
    leaving = msgspec.structs.replace(battle.departure, offered=True)
    return msgspec.structs.replace(battle, departure=leaving)


def _escort_offered(battle: Fighting, _: QuestionAnswered) -> Fighting:
    if battle.departure is None:
        return battle
    leaving = msgspec.structs.replace(battle.departure, escort_asked=True)
    return msgspec.structs.replace(battle, departure=leaving)


def _roll_offered(battle: Fighting, event: QuestionAnswered) -> Fighting:
    return msgspec.structs.replace(battle, seen=(*battle.seen, event.crew.id))


_OFFERED: dict[str, Callable[[Fighting, QuestionAnswered], Fighting]] = {
    "damage.taken": _harm_offered,
    "round.start": _round_offered,
    "clash.end": _end_offered,
    "action.move": _move_offered,
    "escort": _escort_offered,
    "clash.roll": _roll_offered,
}


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who has declined what."""
    if not isinstance(event, QuestionAnswered):
        return battle
    replace = msgspec.structs.replace
    crew = event.crew.id
    if event.question == "leave" and battle.departure is not None:
        asked = (*battle.departure.asked, crew)
        return replace(battle, departure=replace(battle.departure, asked=asked))
    if event.question == "interact" and battle.contest is not None:
        asked = (*battle.contest.asked, crew)
        return replace(battle, contest=replace(battle.contest, asked=asked))
    if event.question in _OFFERED:
        return _OFFERED[event.question](battle, event)
    if battle.clash is None or all(p.settled for p in battle.clash.pairings):
        return battle
    if event.question == "order":
        return replace(battle, clash=replace(battle.clash, ordered=True))
    number = pairing.current(battle)[0]
    declined = (*battle.clash.retargeted, number)
    return replace(battle, clash=replace(battle.clash, retargeted=declined))
