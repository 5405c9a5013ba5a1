"""Effects that work without being named on record: worked out of an event and the state before it.

A lower price, a third die of two, a tie that is won: the event tells what came of it, the profiles
and the rules tell why.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.aftermath import ItemGained
from domain.books import Books
from domain.effects import of
from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.evening import Evening
from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.battle import Fighting, at, neighbours
from domain.games.mortisphere.building import parts_of
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import ClashAnswered, ClashDeclared
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import (
    carried,
    crew_modifiers,
    modifiers,
    parts_at,
    permits,
    untargetable,
    working,
)
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.opening import BattleOpened, MemberFielded
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.swarm import LEAST
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.using import reached
from domain.members import InjuryRemoved
from domain.roster import MemberRecruited
from domain.terms import Event, Who

LOWEST = 2


def worked_out(rules: Book, before: Any, event: Event) -> Iterator[str]:
    """The ids of the effects that an event shows at work."""
    board = before.battle if isinstance(before, Evening) else before
    if isinstance(event, BattleOpened):
        yield from _built(rules, event)
    elif isinstance(board, Fighting) and isinstance(before, Fighting):
        for kind, read in AT_THE_TABLE.items():
            if isinstance(event, kind):
                yield from read(board, event)
    else:
        books = before.books if isinstance(before, Evening) else before
        for kind, tell in BETWEEN_BATTLES.items():
            if isinstance(event, kind):
                yield from tell(rules, books, event)


# At the table


def _built(rules: Book, event: BattleOpened) -> Iterator[str]:
    """What effects make of a profile as it is fielded."""
    for crew in event.crews:
        for one in crew.members:
            parts = parts_of(one.kind, one.abilities, one.items, one.injuries, one.traits, one.will)
            for c in parts_at(rules, parts, "profile.build"):
                if _shows(rules, one, c.effect.what):
                    yield c.source.id


def _shows(rules: Book, one: MemberFielded, what: str) -> bool:
    """Whether a profile shows that this was gained or permitted."""
    kind = rules.type(one.kind)
    match what:
        case "max_health":
            return one.built != one.health
        case "resolve":
            return one.captain
        case "slot":
            return len(one.items) > kind.slots
        case "any_equipment":
            return any(rules.item(i).tag not in kind.equipment_tags for i in one.items)
        case _:
            return False


def _initiative(board: Fighting, event: InitiativeTaken) -> Iterator[str]:
    for value in event.values:
        for one in crew_modifiers(board, value.crew.id, "initiative.value"):
            yield one.source.id


def _fought(board: Fighting, event: ClashFought) -> Iterator[str]:
    """MS-DMG-3: a maximum that wounds did not lower; MS-RES-8: a tie that was won."""
    for die in event.dice:
        unit = board.units[die.member.id]
        if die.maximum > max(LOWEST, die.die - 2 * (unit.lost + unit.strain)):
            yield from (m.source.id for m in modifiers(board, unit, "always", "max_roll"))
    tied = event.mode is Mode.DEFEND and event.initiator_result == event.defender_result
    swarm = event.swarm or event.guard_swarm
    if tied and not swarm and event.outcome in (Outcome.INITIATOR, Outcome.DEFENDER):
        ours = event.outcome is Outcome.INITIATOR
        winner, loser = event.initiators[0], event.defenders[0]
        winner, loser = (winner, loser) if ours else (loser, winner)
        role = "initiating" if ours else "defending"
        situation = Situation(role=role, foe=board.units[loser.id])
        found = working(board, board.units[winner.id], "clash.compare", situation)
        yield from (w.source.id for w in of(found, "tie")[:1])


def _declared(board: Fighting, event: ClashDeclared) -> Iterator[str]:
    """MS-SWA-1: Swarms of few; MS-CLA-9: an enemy there that could not be named."""
    for strike in event.strikes:
        if strike.swarm:
            yield from _counted(board, strike.initiators)
    for unit in at(board, event.area.id):
        found = untargetable(board, unit) if unit.camp != event.crew.id else None
        yield from (found.source.id,) if found else ()


def _counted(board: Fighting, swarm: tuple[Who, ...]) -> Iterator[str]:
    """MS-SWA-1: fewer than three that count as three."""
    if len(swarm) < LEAST:
        for who in swarm:
            found = permits(board, board.units[who.id], "clash.declare", "swarm_count")
            if found:
                yield found.source.id


def _answered(board: Fighting, event: ClashAnswered) -> Iterator[str]:
    """MS-CLA-16: one defends for another; MS-SWA-11: some join a Swarm that were not targets."""
    targets = {answer.target.id for answer in event.answers}
    for answer in event.answers:
        strangers = [who.id for who in answer.defenders if who.id not in targets]
        if answer.swarm:
            yield from _counted(board, answer.defenders)
            if strangers and board.house.swarm_defence == "targets_only":
                target = board.units[answer.target.id]
                found = permits(board, target, "clash.respond", "swarm_defence")
                yield from (found.source.id,) if found else ()
        elif strangers and board.house.respond_scope == "targets_only":
            found_ = working(board, board.units[strangers[0]], "clash.respond")
            yield from (w.source.id for w in found_ if w.effect.word == "interpose")


def _moved(board: Fighting, event: MemberMoved) -> Iterator[str]:
    """MS-MOV-3: farther than the map allows."""
    if not event.reason and event.to.id not in neighbours(board, event.before.id):
        found = of(working(board, board.units[event.member.id], "action.move"), "move")
        yield from (w.source.id for w in found if w.effect.word == "any")


def _fell(board: Fighting, event: MemberIncapacitated | CaptainFell) -> Iterator[str]:
    unit = board.units[event.member.id]
    for c in carried(board, unit, "unit.incapacitated"):
        if reached(board, unit, c.effect.to):
            yield c.source.id


AT_THE_TABLE: dict[type[Event], Callable[[Fighting, Any], Iterator[str]]] = {
    InitiativeTaken: _initiative,
    ClashFought: _fought,
    ClashDeclared: _declared,
    ClashAnswered: _answered,
    MemberMoved: _moved,
    MemberIncapacitated: _fell,
    CaptainFell: _fell,
}

# Between battles


def _recruited(rules: Book, _: Books, event: MemberRecruited) -> Iterator[str]:
    yield from _cheaper(rules, event.kind, tuple(item.kind for item in event.items))


def _bought(rules: Book, books: Books, event: ItemGained) -> Iterator[str]:
    if event.reason == "bought" and event.bearer:
        bearer = books.crew(event.crew.id).member(event.bearer[0].id)
        yield from _cheaper(rules, bearer.kind, (event.item.kind,))


def _cheaper(rules: Book, kind: str, items: tuple[str, ...]) -> Iterator[str]:
    """MS-TYP-3: what a type pays less for."""
    tags = {rules.item(item).tag for item in items}
    for c in parts_at(rules, (("type", kind),), "recruit.cost"):
        if all(condition.value in tags for condition in c.effect.when):
            yield c.source.id


def _repaired(rules: Book, books: Books, event: InjuryRemoved) -> Iterator[str]:
    member = books.crew(event.crew.id).member(event.member.id)
    yield from _permit(rules, member.kind, "repair_injury_cost")


def _evolved(rules: Book, books: Books, event: AdvanceRolled) -> Iterator[str]:
    if event.twice and event.result == "evolution":
        member = books.crew(event.crew.id).member(event.member.id)
        yield from _permit(rules, member.kind, "evolve_twice")


def _permit(rules: Book, kind: str, what: str) -> Iterator[str]:
    for c in parts_at(rules, (("type", kind),), "profile.build"):
        if c.effect.what == what:
            yield c.source.id


BETWEEN_BATTLES: dict[type[Event], Callable[[Book, Books, Any], Iterator[str]]] = {
    MemberRecruited: _recruited,
    ItemGained: _bought,
    InjuryRemoved: _repaired,
    AdvanceRolled: _evolved,
}
