"""The play of a battle: what comes first, which chapter judges what, which remember what."""

from collections.abc import Callable, Iterable

from domain import chapters
from domain.games.morturi import (
    activation,
    asking,
    attacking,
    changing,
    crowd,
    deployment,
    dicebox,
    dicing,
    falling,
    figures,
    flags,
    following,
    freeing,
    harm,
    movement,
    opening,
    priority,
    pursuing,
    repeating,
    rounds,
    ruling,
    stances,
    standing,
    stores,
    striking,
    surrender,
    throwing,
    tricks,
    using,
    victory,
)
from domain.games.morturi.battle import Fighting
from domain.games.morturi.naming import check_names
from domain.games.morturi.refusing import out_of_turn
from domain.games.morturi.waiting import (
    Acting,
    Activate,
    Awaited,
    Confirm,
    Deploy,
    Field,
    Nothing,
    Pick,
    React,
    Start,
    Throw,
)
from domain.latest import latest
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling

Step = Callable[[Telling[Fighting]], None]

# What comes first when several things wait: dice that are due before everything, a round last.
WAITING: tuple[Callable[[Fighting], Awaited | Step | None], ...] = (
    opening.upcoming,
    priority.upcoming,
    deployment.upcoming,
    stances.upcoming,
    dicing.upcoming,
    pursuing.upcoming,
    attacking.reaction,
    striking.upcoming,
    following.upcoming,
    falling.upcoming,
    victory.upcoming,
    repeating.shots,
    repeating.more,
    activation.upcoming,
    rounds.upcoming,
    figures.upcoming,
    rounds.beginning,
)
CHAPTERS = (
    opening, priority, deployment, throwing, dicebox, rounds, activation, stances, movement, using,
    dicing, pursuing, attacking, striking, changing, following, repeating, standing,
    stores, harm, falling, crowd, surrender, victory, figures, flags, asking, ruling,
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = tuple(e for chapter in CHAPTERS for e in chapter.EVENTS)
REMEMBER = chapters.remembering(CHAPTERS)
ACTIONS: tuple[type[Action], ...] = (
    opening.Open,
    opening.FieldTeam,
    deployment.ChooseStart,
    deployment.DeployMembers,
    activation.Activate,
    surrender.Surrender,
    stances.Stance,
    tricks.Trick,
    freeing.Stand,
    freeing.Struggle,
    freeing.Recover,
    flags.Take,
    movement.Enter,
    movement.Move,
    movement.Face,
    attacking.Strike,
    attacking.Respond,
    activation.Done,
    throwing.Roll,
    throwing.AnnounceRoll,
    asking.Choose,
    asking.Accept,
    asking.Decline,
    ruling.Note,
    ruling.Ruling,
    dicebox.ChangeDice,
    victory.Conclude,
)
THROWS: dict[str, Callable[[Telling[Fighting], throwing.Roll, Throw], None]] = {
    "priority": priority.draw,
    "attack": striking.roll,
    "again": changing.roll_again,
    "last die": falling.throw_last_die,
    "roll": dicing.roll,
    "sweep": dicing.sweep,
    "flight": figures.draw,
    "facing": figures.draw,
}
CHOICES: dict[str, Callable[[Telling[Fighting], asking.Choose, Pick], None]] = {
    "stance": stances.choose,
    "die": changing.choose_die,
    "move": following.choose,
    "pull": following.choose,
    "tumble": pursuing.tumble,
}
ACCEPTS: dict[str, Callable[[Telling[Fighting], asking.Accept, Confirm], None]] = {
    "attack.roll": changing.change_die,
    "push": following.accept,
    "more": repeating.again,
    "pursue": pursuing.pursue,
    "stalemate": victory.stalemate,
}
REFUSALS: dict[str, Callable[[Telling[Fighting], Confirm | Pick], None]] = {
    "attack.roll": following.refuse,
    "push": following.refuse,
    "more": following.refuse,
    "move": following.refuse,
    "tumble": pursuing.refuse,
    "pursue": pursuing.refuse,
    "stalemate": victory.go_on,
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
    telling = judged(battle, action)
    proceed(telling)
    return telling


def judged(battle: Fighting, action: Action) -> Telling[Fighting]:
    """An action judged, before the battle goes on by itself; that refuses nothing more."""
    if not battle.opened:
        raise RuleBroken("MR-BAT-1", "no such battle has been opened")
    if battle.concluded and not isinstance(action, ruling.Note):
        raise RuleBroken("MR-VIC-1", f"{battle.battle} is concluded")
    telling = Telling(battle, evolve)
    judge(telling, action)
    return telling


def judge(telling: Telling[Fighting], action: Action) -> None:
    """Judge an action against what is awaited."""
    check_names(telling.state, action)
    if _always(telling, action):
        return
    battle = telling.state
    if battle.ended:
        raise RuleBroken("MR-VIC-1", f"{battle.battle} has ended", hint="acta battle conclude")
    waiting = awaited(battle)
    for answers in (_musters, _acts, _answers):
        if answers(telling, action, waiting):
            return
    raise out_of_turn(action, waiting)


def _musters(telling: Telling[Fighting], action: Action, waiting: Awaited) -> bool:
    """Teams, sides, deployment, whose turn it is."""
    match waiting, action:
        case Field() as field, opening.FieldTeam():
            opening.field_team(telling, action, field)
        case Start() as start, deployment.ChooseStart():
            deployment.choose_start(telling, action, start)
        case Deploy() as deploying, deployment.DeployMembers():
            deployment.deploy(telling, action, deploying)
        case Activate() as asked, activation.Activate():
            activation.activate(telling, action, asked)
        case Activate() as asked, surrender.Surrender():
            surrender.surrender(telling, action, asked)
        case _:
            return False
    return True


DEEDS: dict[type[Action], Callable[..., None]] = {
    movement.Move: movement.move,
    movement.Enter: movement.enter,
    movement.Face: movement.face,
    stances.Stance: stances.adopt,
    tricks.Trick: tricks.play,
    flags.Take: flags.take,
    activation.Done: activation.done,
}
FREEINGS: dict[type[Action], Step] = {
    freeing.Stand: freeing.stand,
    freeing.Struggle: freeing.struggle,
    freeing.Recover: freeing.recover,
}


def _acts(telling: Telling[Fighting], action: Action, waiting: Awaited) -> bool:
    """What a gladiator does in his turn."""
    if not isinstance(waiting, Acting):
        return False
    if isinstance(action, attacking.Strike):
        tricks.strike(telling, telling.state.units[waiting.member], action)
    elif type(action) in DEEDS:
        DEEDS[type(action)](telling, action)
    elif type(action) in FREEINGS:
        FREEINGS[type(action)](telling)
    else:
        return False
    return True


def _answers(telling: Telling[Fighting], action: Action, waiting: Awaited) -> bool:
    """Dice, reactions, choices, offers."""
    match waiting, action:
        case Throw() as throw, throwing.Roll():
            THROWS[throw.what](telling, action, throw)
        case React() as react, attacking.Respond():
            attacking.react(telling, action, react)
        case Pick() as pick, asking.Choose():
            CHOICES[pick.what](telling, action, pick)
        case Confirm() as asked, asking.Accept():
            ACCEPTS[asked.what](telling, action, asked)
        case (Pick() | Confirm()) as asked, asking.Decline():
            asking.check_no(action, asked)
            REFUSALS[asked.what](telling, asked)
        case _:
            return False
    return True


def _always(telling: Telling[Fighting], action: Action) -> bool:
    """What is open at any moment: notes, rulings, the dice themselves."""
    match action:
        case ruling.Note():
            ruling.note(telling, action)
        case victory.Conclude():
            victory.conclude(telling)
            dicebox.show_seed(telling, action.seed)
        case _ if telling.state.ended:
            return False
        case ruling.Ruling():
            ruling.rule(telling, action)
        case throwing.AnnounceRoll():
            dicebox.announce(telling, awaited(telling.state))
        case dicebox.ChangeDice():
            dicebox.change(telling, action)
        case _:
            return False
    return True


BATTLE: Decider[Fighting] = Decider(initial=Fighting(), decide=decide, evolve=evolve, struck=struck)
