"""Chapter 17: a crew takes or declines the effects it is offered (MS-EFF-5)."""

from collections.abc import Callable

from domain.games.mortisphere import second_look
from domain.games.mortisphere.acting import Decline, QuestionAnswered
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.battle import Fighting, side
from domain.games.mortisphere.captain import harm_offers, prevent
from domain.games.mortisphere.clash import end_offers
from domain.games.mortisphere.effects import Offer
from domain.games.mortisphere.initiative import start_offers
from domain.games.mortisphere.ruling import MemberRefreshed
from domain.games.mortisphere.underway import Harm
from domain.games.mortisphere.using import Accept, chosen, reached, spread, to_confirm, use
from domain.games.mortisphere.waiting import Confirm, Offered
from domain.games.mortisphere.ways import move_offers
from domain.names import said
from domain.terms import RuleBroken, Telling, Who


def accept(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """Use the offers that were named, in this order; the rest is declined."""
    takers = chosen(telling.state, action.effects, asked)
    about = _about(telling.state, asked)
    for one in takers:
        offer = _current(telling.state, asked, one)
        _USES[asked.what](telling, offer, action.using)
    _answered(telling, asked, "yes", about)


def decline(telling: Telling[Fighting], action: Decline, asked: Confirm) -> None:
    """Use nothing of what is offered; an answer that names what was asked names all of it."""
    if action.question not in ("", asked.what):
        raise RuleBroken("MS-EFF-5", f"{said(action.question)} is not what is asked")
    if action.effects:
        named = chosen(telling.state, action.effects, asked)
        if len(named) < len(asked.offers):
            raise RuleBroken("MS-EFF-5", "no declines all that is offered")
    _answered(telling, asked, "no", _about(telling.state, asked))


def _answered(
    telling: Telling[Fighting], asked: Confirm, answer: str, about: tuple[Who, ...]
) -> None:
    """The question is closed, unless what it was about is over."""
    if asked.what == "clash.roll" and answer == "yes":
        return
    if asked.what == "damage.taken":
        due = telling.state.due
        if not (due and isinstance(due[0], Harm) and due[0].unit == about[0].id):
            return
    who = side(telling.state, asked.crew).who
    telling.tell(QuestionAnswered(question=asked.what, crew=who, answer=answer, about=about))


def _about(battle: Fighting, asked: Confirm) -> tuple[Who, ...]:
    if asked.what == "damage.taken" and isinstance(battle.due[0], Harm):
        return (battle.units[battle.due[0].unit].who,)
    return ()


def _current(battle: Fighting, asked: Confirm, one: Offered) -> Offer:
    """The offer as it stands now: an earlier one of the same answer may have used it up."""
    for offer in _OFFERS[asked.what](battle, asked.crew):
        if (offer.bearer, offer.source.id) == (one.bearer, one.source):
            return offer
    raise RuleBroken("MS-EFF-5", f"{one.name} is of no use any more")


def _harm(battle: Fighting, _: str) -> list[Offer]:
    due = battle.due[0] if battle.due else None
    return harm_offers(battle, battle.units[due.unit]) if isinstance(due, Harm) else []


_OFFERS: dict[str, Callable[[Fighting, str], list[Offer]]] = {
    "damage.taken": _harm,
    "round.start": start_offers,
    "clash.end": end_offers,
    "action.move": move_offers,
    "clash.roll": second_look.offered,
}


# What each use does


def _prevent(telling: Telling[Fighting], offer: Offer, using: str) -> None:
    """MS-DMG-9: it is used and paid for, then meets part of the loss."""
    unit = telling.state.units[offer.bearer]
    item = ""
    if offer.effect.cost == "discard" and offer.family != "item":
        item = using or (unit.items[0] if len(set(unit.items)) == 1 else "")
        if item not in unit.items:
            raise RuleBroken(
                "MS-EFF-5",
                f"{unit.who.name} gives up one of its items for it",
                hint=f"yes {offer.source.name} with ITEM",
            )
    use(telling, offer, item=item)
    prevent(telling, offer)


def _start(telling: Telling[Fighting], offer: Offer, _: str) -> None:
    use(telling, offer)
    spread(telling, telling.state.units[offer.bearer], offer.effect)


def _refresh(telling: Telling[Fighting], offer: Offer, _: str) -> None:
    use(telling, offer)
    who = telling.state.units[offer.bearer].who
    telling.tell(MemberRefreshed(member=who, reason=offer.source.name))


def ease(telling: Telling[Fighting], offer: Offer, using: str) -> None:
    """`action.move`: the action is kept, or an ally comes along."""
    if offer.effect.op != "move":
        use(telling, offer)
        return
    battle = telling.state
    friends = reached(battle, battle.units[offer.bearer], offer.effect.to)
    along = [u for u in friends if u.id == using] if using else friends
    if len(along) != 1:
        names = " or ".join(u.who.name for u in friends)
        raise RuleBroken(
            "MS-EFF-5",
            f"one ally comes along: {names}",
            hint=f"yes {offer.source.name} with NAME",
        )
    use(telling, offer, on=(along[0].id,))


_USES: dict[str, Callable[[Telling[Fighting], Offer, str], None]] = {
    "damage.taken": _prevent,
    "round.start": _start,
    "clash.end": _refresh,
    "action.move": ease,
    "clash.roll": second_look.roll_again,
}


def on_the_way(telling: Telling[Fighting], action: Move) -> None:
    """The effects that a move's own line uses (`move … with E`, `bringing NAME`)."""
    leaving = telling.state.departure
    if leaving is None or not action.effects:
        return
    crew = telling.state.units[leaving.members[0]].crew
    asked = to_confirm(crew, "action.move", move_offers(telling.state, crew))
    if asked is None:
        raise RuleBroken("MS-EFF-5", "no effect of a move can be used here")
    accept(telling, Accept(effects=action.effects, using=action.bringing), asked)
