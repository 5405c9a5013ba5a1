"""Chapter 9: in which order the pairings of a Clash are settled (MS-MUL-5)."""

from domain.games.mortisphere.acting import QuestionAnswered
from domain.games.mortisphere.battle import Fighting, side
from domain.games.mortisphere.clash import Order, PairingsOrdered
from domain.terms import RuleBroken, Telling


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
    numbers = []
    for pair in action.pairs:
        found = [
            n
            for n, p in enumerate(clash.pairings, start=1)
            if pair.initiator in p.initiators
            and (pair.target == p.target or pair.target in p.defenders)
            and n not in numbers
        ]
        if not found:
            names = battle.units
            raise RuleBroken(
                "MS-MUL-5",
                f"no pairing of {names[pair.initiator].who.name} with "
                f"{names[pair.target].who.name} is left to be placed",
            )
        numbers.append(found[0])
    if len(numbers) < len(clash.pairings):
        raise RuleBroken("MS-MUL-5", f"all {len(clash.pairings)} pairings are put in order")
    telling.tell(PairingsOrdered(crew=side(battle, crew).who, order=tuple(numbers)))


def leave(telling: Telling[Fighting], crew: str) -> None:
    """Let the order stand as it was typed."""
    who = side(telling.state, crew).who
    telling.tell(QuestionAnswered(question="order", crew=who, answer="pass"))
