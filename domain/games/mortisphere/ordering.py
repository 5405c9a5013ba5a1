"""Chapter 9: in which order the pairings of a Clash are settled (MS-MUL-5)."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.acting import QuestionAnswered
from domain.games.mortisphere.battle import Fighting, party, side, turn_order
from domain.games.mortisphere.underway import Underway
from domain.games.mortisphere.waiting import Awaited, Ordering
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class PairingsOrdered(Event, frozen=True, kw_only=True, tag="mortisphere.pairings-ordered/1"):
    """The order in which the pairings are settled was chosen (MS-MUL-5)."""

    crew: Who
    order: tuple[int, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.crew.name} sets the order of the pairings: {', '.join(map(str, self.order))}."
        )


# Actions


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An initiator and its target, to name a pairing."""

    initiator: str
    target: str


class Order(Action, frozen=True, kw_only=True, tag="mortisphere.order"):
    """Set the order in which the pairings of the Clash are settled."""

    pairs: tuple[Pair, ...]


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """The order of several pairings, where a house rule asks for it (MS-MUL-5).

    Nobody answers for a hostile neutral (MS-NEU-3): against it alone the order stands as declared.
    """
    clash, rule = battle.clash, battle.house.pairing_order
    if clash is None or clash.ordered or len(clash.pairings) == 1:
        return None
    if rule == "responding_player":
        opposing = {battle.units[p.target].camp for p in clash.pairings}  # neutrals order nothing
        crews = (c for c in turn_order(battle, clash.crew) if c in opposing)
        return next((Ordering(crew) for crew in crews), None)
    if rule == "highest_die_first":
        return order_by_die
    return None


def order_by_die(telling: Telling[Fighting]) -> None:
    """MS-MUL-5 `highest_die_first`: by the initiators' Existence Dice, ties as typed."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 upcoming() looked
    dice = [max(battle.units[u].die for u in p.initiators) for p in clash.pairings]
    numbers = sorted(range(1, len(dice) + 1), key=lambda n: -dice[n - 1])
    telling.tell(PairingsOrdered(crew=party(battle, clash.crew), order=tuple(numbers)))


# Judging


def order(telling: Telling[Fighting], action: Order, crew: str) -> None:
    """Set the order: every pairing once, named by one of its initiators and its target."""
    battle = telling.state
    clash = battle.clash
    if clash is None or any(p.settled for p in clash.pairings) or battle.again:
        raise RuleBroken("MS-MUL-5", "the order is set before any pairing is rolled")
    if battle.house.pairing_order == "responding_player" and clash.ordered:
        raise RuleBroken("MS-MUL-5", "by this battle's house rules the other side sets the order")
    if battle.house.pairing_order == "highest_die_first":
        raise RuleBroken("MS-MUL-5", "by this battle's house rules the highest die goes first")
    numbers: list[int] = []
    for pair in action.pairs:
        numbers.append(_number(battle, clash, pair, numbers))
    if len(numbers) < len(clash.pairings):
        raise RuleBroken("MS-MUL-5", f"all {len(clash.pairings)} pairings are put in order")
    telling.tell(PairingsOrdered(crew=side(battle, crew).who, order=tuple(numbers)))


def _number(battle: Fighting, clash: Underway, pair: Pair, placed: list[int]) -> int:
    """The number of the first such pairing that has no place yet."""
    for n, pairing in enumerate(clash.pairings, start=1):
        met_by = (pairing.target, *pairing.defenders)
        if n not in placed and pair.initiator in pairing.initiators and pair.target in met_by:
            return n
    ours, theirs = battle.units[pair.initiator].who.name, battle.units[pair.target].who.name
    raise RuleBroken("MS-MUL-5", f"no pairing of {ours} with {theirs} is left to be placed")


def leave(telling: Telling[Fighting], crew: str) -> None:
    """Let the order stand as it was typed."""
    who = side(telling.state, crew).who
    telling.tell(QuestionAnswered(question="order", crew=who, answer="pass"))


# Remembering


EVENTS: tuple[type[Event], ...] = (PairingsOrdered,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the order of the pairings."""
    if not isinstance(event, PairingsOrdered) or battle.clash is None:
        return battle
    if sorted(event.order) != list(range(1, len(battle.clash.pairings) + 1)):
        return battle
    pairings = tuple(battle.clash.pairings[n - 1] for n in event.order)
    clash = msgspec.structs.replace(battle.clash, pairings=pairings, ordered=True)
    return msgspec.structs.replace(battle, clash=clash)
