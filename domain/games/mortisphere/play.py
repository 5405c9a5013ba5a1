"""The play of a battle: what comes first, which chapter judges what, which remember what."""

from collections.abc import Callable, Iterable

from domain import chapters
from domain.games.mortisphere import (
    acting,
    announcing,
    areas,
    captain,
    carrying,
    clash,
    confirming,
    contest,
    control,
    deployment,
    dicebox,
    escorts,
    happenings,
    health,
    initiative,
    leaving,
    merits,
    neutrals,
    objectives,
    opening,
    ordering,
    pairing,
    rolling,
    round_end,
    rounds,
    ruling,
    scoring,
    second_look,
    statuses,
    swarm,
    throwing,
    turns,
    using,
    withdrawing,
)
from domain.games.mortisphere.answer import respond
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.naming import check_names
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Confirm,
    Declaring,
    Deploy,
    Field,
    Nothing,
    Ordering,
    Pick,
    Start,
    Throw,
    Turn,
)
from domain.latest import latest
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling

Step = Callable[[Telling[Fighting]], None]

# What comes first when several things wait: lost Health before everything, a new round last.
WAITING: tuple[Callable[[Fighting], Awaited | Step | None], ...] = (
    captain.upcoming,
    swarm.upcoming,
    opening.upcoming,
    deployment.upcoming,
    neutrals.answering,
    announcing.upcoming,
    clash.upcoming,
    ordering.upcoming,
    pairing.upcoming,
    second_look.upcoming,
    rolling.upcoming,
    areas.upcoming,
    contest.upcoming,
    initiative.upcoming,
    turns.upcoming,
    round_end.upcoming,
    rounds.upcoming,
)
CHAPTERS = (
    merits, using, announcing, opening, deployment, rounds, initiative, clash, turns, ordering,
    pairing, throwing, second_look, health, captain, swarm, areas, control, objectives, contest,
    scoring, acting, statuses, ruling, dicebox, leaving, withdrawing, carrying, escorts, neutrals,
    happenings, round_end,
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = tuple(e for chapter in CHAPTERS for e in chapter.EVENTS)
REMEMBER = chapters.remembering(CHAPTERS)
ACTIONS: tuple[type[Action], ...] = (
    opening.Open,
    deployment.ChooseStart,
    deployment.DeployMembers,
    opening.FieldTeam,
    clash.Clash,
    clash.Respond,
    ordering.Order,
    throwing.Roll,
    throwing.AnnounceRoll,
    areas.Move,
    objectives.Interact,
    withdrawing.Withdraw,
    acting.Hold,
    acting.Pass,
    acting.Done,
    acting.Choose,
    using.Accept,
    announcing.Declare,
    acting.Decline,
    rounds.Concede,
    rounds.Conclude,
    ruling.Note,
    ruling.Ruling,
    dicebox.ChangeDice,
)
THROWS: dict[str, Callable[[Telling[Fighting], throwing.Roll, Throw], None]] = {
    "chooser": deployment.roll_chooser,
    "initiative": initiative.roll,
    "pairing": second_look.fight,
    "captain": captain.will_roll,
    "leave": areas.opposed,
    "interact": contest.opposed,
    "lot": neutrals.draw,
    "happening": happenings.roll,
    "hit": happenings.hit,
}


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember an event: each chapter that it concerns does."""
    for remember in REMEMBER.get(type(event), ()):
        battle = remember(battle, event)
    return battle


def struck(battle: Fighting, event: Event) -> Fighting:
    """What a retracted line still counts for: the places of sealed dice (`dice.md`)."""
    return dicebox.struck(battle, event)


@latest
def upcoming(battle: Fighting) -> Awaited | Step:
    """What the battle waits for, or the step that it takes by itself."""
    if not battle.opened or battle.ended:
        return Nothing()
    return chapters.first(WAITING, battle) or Nothing()


def awaited(battle: Fighting) -> Awaited:
    """What the battle waits for: for nobody in the middle of what one action yielded."""
    found = upcoming(battle)
    return Nothing() if callable(found) else found


def proceed(telling: Telling[Fighting]) -> None:
    """Go on by itself until somebody is awaited."""
    chapters.proceed(telling, upcoming)


def decide(battle: Fighting, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge an action of a battle: what comes of it, or RuleBroken."""
    if not battle.opened:
        raise RuleBroken("MS-SCN-2", "no such battle has been opened")
    if battle.concluded and not isinstance(action, ruling.Note):
        raise RuleBroken("MS-SCN-4", f"{battle.battle} is concluded")
    telling = Telling(battle, evolve)
    judge(telling, action)
    proceed(telling)
    return telling


def judge(telling: Telling[Fighting], action: Action) -> None:
    """Judge an action against what is awaited."""
    check_names(telling.state, action)
    if _always(telling, action):
        return
    battle = telling.state
    if battle.ended:
        raise RuleBroken("MS-SCN-4", f"{battle.battle} has ended", hint="acta battle conclude")
    waiting = awaited(battle)
    if not (_fights(telling, action, waiting) or _chooses(telling, action, waiting)):
        raise out_of_turn(action, waiting)


def _fights(telling: Telling[Fighting], action: Action, waiting: Awaited) -> bool:
    """Turns, answers to a Clash, dice."""
    match waiting, action:
        case Turn(crew=crew), (
            clash.Clash()
            | areas.Move()
            | objectives.Interact()
            | withdrawing.Withdraw()
            | acting.Hold()
            | acting.Pass()
            | acting.Done()
        ) as turn:
            acting.take_turn(telling, turn, crew)
            if isinstance(turn, areas.Move):
                confirming.on_the_way(telling, turn)
        case Answer(crew=crew), clash.Respond():
            respond(telling, action, crew)
        case Declaring(crew=crew), announcing.Declare() | acting.Pass():
            said = action.effects if isinstance(action, announcing.Declare) else ()
            announcing.announce(telling, said, crew)
        case ((Ordering(crew=crew) | Throw(what="pairing", crew=crew)), ordering.Order()):
            ordering.order(telling, action, crew)
        case Ordering(crew=crew), acting.Pass():
            ordering.leave(telling, crew)
        case Throw() as throw, throwing.Roll():
            THROWS[throw.what](telling, action, throw)
        case _:
            return False
    return True


def _chooses(telling: Telling[Fighting], action: Action, waiting: Awaited) -> bool:
    """Offers that are taken or declined, start Areas, teams."""
    match waiting, action:
        case Pick() as pick, acting.Choose():
            acting.choose(telling, action, pick)
        case Pick() as pick, acting.Decline():
            acting.decline(telling, action, pick)
        case Confirm() as asked, using.Accept():
            confirming.accept(telling, action, asked)
        case Confirm() as asked, acting.Decline():
            confirming.decline(telling, action, asked)
        case Start() as start, deployment.ChooseStart():
            deployment.choose_start(telling, action, start)
        case Deploy() as deploying, deployment.DeployMembers():
            deployment.deploy_members(telling, action, deploying)
        case Field() as field, opening.FieldTeam():
            opening.field_team(telling, action, field)
        case _:
            return False
    return True


def _always(telling: Telling[Fighting], action: Action) -> bool:
    """What is open at any moment: notes, rulings, conceding, the dice themselves."""
    match action:
        case ruling.Note():
            ruling.note(telling, action)
        case rounds.Conclude():
            rounds.conclude(telling)
            dicebox.show_seed(telling, action.seed)
        case _ if telling.state.ended:
            return False
        case ruling.Ruling():
            ruling.rule(telling, action)
        case rounds.Concede():
            rounds.concede(telling, action)
        case throwing.AnnounceRoll():
            dicebox.announce(telling, awaited(telling.state))
        case dicebox.ChangeDice():
            dicebox.change(telling, action)
        case _:
            return False
    return True


AWAITED = {
    Start: "a start Area is to be chosen",
    Deploy: "members are to be deployed",
    Field: "a team is to be fielded",
    Turn: "a turn is to be taken",
    Answer: "the Clash is to be answered",
    Declaring: "effects may be declared",
    Confirm: "effects are offered",
    Ordering: "the order of the pairings is to be set",
    Throw: "dice are to be rolled",
    Pick: "a choice is to be made",
    Nothing: "nothing is awaited",
}


def out_of_turn(action: Action, waiting: Awaited) -> RuleBroken:
    """The refusal of an action that answers nothing that is awaited."""
    rule = {
        clash.Respond: "MS-CLA-14",
        ordering.Order: "MS-MUL-5",
        throwing.Roll: "MS-RES-3",
        acting.Choose: "MS-GEN-2",
        deployment.ChooseStart: "MS-SCN-3",
        deployment.DeployMembers: "MS-SCN-3",
        opening.FieldTeam: "MS-REC-8",
    }.get(type(action), "MS-CLA-1" if not isinstance(waiting, Turn) else "MS-TRN-1")
    return RuleBroken(rule, f"not now: {AWAITED[type(waiting)]}", hint="acta next")


BATTLE: Decider[Fighting] = Decider(initial=Fighting(), decide=decide, evolve=evolve, struck=struck)
