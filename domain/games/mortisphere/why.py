"""What the numbers of Mortisphere are made of: read from what the rules count with."""

from collections.abc import Callable, Iterator, Sequence

from domain.books import Books, Crew, Member
from domain.explaining import Made, Moment, Why
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.after.profile import health_sum as starting_health
from domain.games.mortisphere.after.profile import maximum_sum as most_health
from domain.games.mortisphere.battle import Fighting, side
from domain.games.mortisphere.copies import book_of
from domain.games.mortisphere.health import health_sum
from domain.games.mortisphere.initiative import (
    CrewDie,
    InitiativeRolled,
    InitiativeTaken,
    value_sum,
)
from domain.games.mortisphere.objectives import (
    ObjectiveChannelled,
    ObjectiveProgressed,
    progress_sum,
)
from domain.games.mortisphere.outcome import cost_sum
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.recruiting import Wanted, base_health
from domain.games.mortisphere.recruiting import cost_sum as price_sum
from domain.games.mortisphere.resolve import DieShown, maximum_sum, presence_sum
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Throw
from domain.games.mortisphere.worth import rating_sum, worth_sum
from domain.games.mortisphere.worth import value_sum as worth_of_dice
from domain.roster import MemberRecruited
from domain.summing import Sum
from domain.terms import Event, Who

RULES = {
    "advances": "MS-ADV-1",
    "die": "MS-DIE-1",
    "experience": "MS-ADV-2",
    "fit": "MS-REC-8",
    "grant": "MS-REC-6",
    "health": "MS-HEA-1",
    "initiative": "MS-INI-1",
    "lost": "MS-DMG-1",
    "max_health": "MS-HEA-5",
    "max_roll": "MS-DMG-3",
    "progress": "MS-OBJ-12",
    "rating": "MS-REC-7",
    "recruits": "MS-REC-4",
    "required": "MS-OBJ-12",
    "round": "MS-RND-1",
    "score": "MS-SCN-5",
    "strain": "MS-CAP-4",
    "treasury": "MS-REC-2",
    "value": "MS-INI-4",
}
WORDS = {"score": "points", "max_roll": "maximum roll"}


# A battle


def _unit(terms: Callable[[Fighting, Unit], Sum]) -> Callable[[Moment, str], Sum | None]:
    """The terms of a unit's number."""

    def made(moment: Moment, id_: str) -> Sum | None:
        unit = moment.now.units.get(id_)
        return terms(moment.now, unit) if unit else None

    return made


def _value(moment: Moment, crew: str) -> Sum:
    """MS-INI-4 to -6, -9: what a crew is worth to the Initiative now."""
    return value_sum(moment.now, _crew(moment.now, crew))


def _crew(battle: Fighting, name: str) -> str:
    """The id of a crew of that name."""
    return next(each.id for each in battle.sides if each.who.name == name)


def _place(moment: Moment, crew: str) -> Sum | None:
    """MS-INI-1 to -3, -8: a crew's place in the round: 1, and 1 for each that goes before it."""
    event = moment.event
    if not isinstance(event, InitiativeTaken):
        return None
    who = next(each for each in event.order if each.name == crew)
    return place_sum(moment.before, event, who)


def place_sum(battle: Fighting, event: InitiativeTaken, crew: Who) -> Sum:
    """A crew's place in an order that was taken, each crew before it with the reason."""
    made = Sum().add(1, "the first place", "MS-INI-1")
    for other in event.order[: event.order.index(crew)]:
        made.add(1, f"{other.name} goes before: {_why(battle, event, other, crew)}", "MS-INI-1")
    return made


def _why(battle: Fighting, event: InitiativeTaken, first: Who, then: Who) -> str:
    """What set two crews apart: forfeited Initiative, value, a roll, or how they sit."""
    values = {each.crew.id: each.number for each in event.values}
    if side(battle, then.id).initiative_lost > side(battle, first.id).initiative_lost:
        return f"{then.name} has forfeited the Initiative"
    if values[first.id] < values[then.id]:
        return f"value {values[first.id]}, not {values[then.id]}"
    if values[first.id] == values[then.id]:
        for faces in battle.initiative_rolls:
            shown = {each.crew: each.face for each in faces}
            if shown.get(first.id, 0) > shown.get(then.id, 0):
                return f"equal values, it rolled {shown[first.id]}, not {shown.get(then.id, 0)}"
    return "in the order in which they sit"


# Between battles


def _of_crew(terms: Callable[[Books, Crew], Sum]) -> Callable[[Moment, str], Sum | None]:
    """The terms of a crew's number in the books."""

    def made(moment: Moment, id_: str) -> Sum | None:
        crew = moment.now.crews.get(id_)
        return terms(moment.now, crew) if crew else None

    return made


def _of_member(terms: Callable[[Books, Member], Sum]) -> Callable[[Moment, str], Sum | None]:
    """The terms of a member's number in the books."""

    def made(moment: Moment, id_: str) -> Sum | None:
        for crew in moment.now.crews.values():
            for one in crew.members:
                if one.who.id == id_:
                    return terms(moment.now, one)
        return None

    return made


def _fit(_: Books, crew: Crew) -> Sum:
    """MS-REC-8: who can be fielded."""
    made = Sum()
    for one in crew.fit:
        made.add(1, one.who.name, "MS-REC-8", of=one.who.id)
    return made


# Lines


def line(state: object, event: Event) -> Sequence[Made]:
    """The numbers of a line: dice, results, losses, Presence, values, what was paid."""
    match event:
        case ClashFought() if isinstance(state, Fighting):
            return tuple(_fought(state, event))
        case InitiativeTaken() if isinstance(state, Fighting):
            return tuple(_taken(state, event))
        case FateResolved() if event.natural:
            made = Sum().add(event.natural, f"the d{event.die} shows", "MS-FAT-4")
            made.each(event.modifiers, "MS-FAT-4")
            return (Made(f"{event.member.name}'s fate", made.held(event.total, "kept on the die")),)
        case ObjectiveChannelled() | ObjectiveProgressed():
            made = progress_sum(event.extra)
            what = f"{event.member.name}'s progress"
            return (Made(what, made.held(event.amount, "as it was", "MS-OBJ-9")),)
        case InitiativeRolled():
            return tuple(_rolled(die) for die in event.dice)
        case MemberRecruited() if isinstance(state, Books):
            return tuple(_paid(state, event))
        case _:
            return ()


def _fought(battle: Fighting, event: ClashFought) -> Iterator[Made]:
    """MS-RES-7, MS-ABS-4, MS-DMG-5: each die to its result, what it met, what it costs."""
    for die in event.dice:
        yield Made(f"{die.member.name}'s result", die_sum(die))
    if event.by_presence:
        target, foe = event.defenders[0], event.initiators[0]
        made = presence_sum(battle, battle.units[target.id], battle.units[foe.id])
        yield Made(f"{target.name}'s Presence", made)
    for loss in event.losses:
        yield Made(f"Health that {loss.member.name} is to lose", _loss(battle, event, loss.member))


def die_sum(die: DieShown) -> Sum:
    """MS-RES-7: from the face a die shows to the result it counts for."""
    made = Sum().add(die.natural, f"the d{die.die} shows", "MS-RES-7")
    made.most(die.capped, "its highest roll", "MS-DMG-6", of=die.member.id, number="max_roll")
    made.each(die.modifiers, "MS-EFF-6")
    bounds = ", ".join(each.source.name for each in die.bounds)
    return made.held(die.final, bounds or "what modifiers may do at most", "MS-RES-7")


def _loss(battle: Fighting, event: ClashFought, loser: Who) -> Sum:
    """MS-DMG-5, MS-SWA-8, MS-RES-8: what a loss is made of."""
    amount = next(each.amount for each in event.losses if each.member == loser)
    plain = event.mode is Mode.DEFEND and not (event.swarm or event.guard_swarm)
    made = Sum()
    if plain and event.outcome.value in ("initiator", "defender"):
        ours = next(d for d in event.dice if d.member in event.initiators)
        theirs = next(d for d in event.dice if d.member not in event.initiators)
        winner, lost = (ours, theirs) if loser == theirs.member else (theirs, ours)
        made = cost_sum(battle, winner, lost)
    else:
        made.add(1, _NAMES[event.outcome.value], "MS-DMG-5")
        made.add(1 if event.overrun else 0, "an overrun", "MS-SWA-8")
    more = ", ".join(each.source.name for each in event.win)
    return made.held(amount, more or "by the dice", "MS-DMG-5")


_NAMES = {
    "initiator": "a win",
    "defender": "a win",
    "tie": "a tie in which both lose",
    "harmed": "an absorber that is harmed",
    "unharmed": "nothing",
}


def _taken(battle: Fighting, event: InitiativeTaken) -> Iterator[Made]:
    """MS-INI-4, MS-INI-1: each crew's value, and its place."""
    for each in event.values:
        yield Made(f"{each.crew.name}'s value", value_sum(battle, each.crew.id))
    for crew in event.order:
        yield Made(f"{crew.name}'s place", place_sum(battle, event, crew))


def _rolled(die: CrewDie) -> Made:
    """MS-INI-7: a die that was thrown for the Initiative."""
    made = Sum().add(die.natural, f"the d{die.die} shows", "MS-INI-7")
    return Made(f"{die.crew.name}'s roll", made.held(die.result, "its highest roll", "MS-DMG-6"))


def _paid(books: Books, event: MemberRecruited) -> Iterator[Made]:
    """MS-REC-2: what was paid for a recruit, if the prices are still those."""
    book = book_of(books)
    kind, die = book.type(event.kind), book.die(event.die)
    more = event.health - base_health(book.house(books.house), die)
    abilities = [book.ability(each) for each in event.abilities]
    items = [book.item(each.kind) for each in event.items]
    made = price_sum(book, Wanted(kind, die, more, abilities, items))
    why = "what was asked" if event.cost else "joins without cost"
    yield Made(f"paid for {event.member.name}", made.held(event.cost, why, "MS-REC-2"))


def pending(battle: object) -> Sequence[Made]:
    """The numbers of the roll that is due: what each die can show, what an absorber has."""
    if not isinstance(battle, Fighting):
        return ()
    waiting = awaited(battle)
    rolling = [u for d in getattr(waiting, "dice", ()) if (u := battle.units.get(d.unit))]
    if not isinstance(waiting, Throw) and battle.clash is not None:
        named = [u for p in battle.clash.pairings for u in p.initiators]
        rolling = [battle.units[u] for u in dict.fromkeys(named)]
    found = [Made(f"{u.who.name} can show at most", maximum_sum(battle, u)) for u in rolling]
    for pairing in battle.clash.pairings if battle.clash else ():
        if pairing.mode in (Mode.UNANSWERED, Mode.ABSORB) and battle.house.absorb == "presence":
            target, foe = battle.units[pairing.target], battle.units[pairing.initiators[0]]
            made = presence_sum(battle, target, foe)
            found.append(Made(f"{target.who.name}'s Presence if it absorbs", made))
    return tuple(found)


WHY = Why(
    rules=RULES,
    words=WORDS,
    battle={
        "health": _unit(lambda _, unit: health_sum(unit)),
        "max_roll": _unit(maximum_sum),
        "value": _value,
        "initiative": _place,
    },
    campaign={
        "value": _of_crew(lambda _, crew: worth_of_dice(crew.fit)),
        "rating": lambda moment, id_: (
            _of_crew(lambda books, crew: rating_sum(book_of(books), crew.fit))(moment, id_)
            or _of_member(lambda books, one: worth_sum(book_of(books), one))(moment, id_)
        ),
        "fit": _of_crew(_fit),
        "health": _of_member(lambda books, one: starting_health(book_of(books), one)),
        "max_health": _of_member(lambda books, one: most_health(book_of(books), one)),
    },
    anew=frozenset({"initiative"}),
    order="initiative",
    line=line,
    pending=pending,
)
