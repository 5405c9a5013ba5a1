"""Chapter 17: optional effects are offered, used and paid for (MS-EFF-5)."""

from collections.abc import Iterable

import msgspec

from domain.effects import Effect
from domain.games.mortisphere.battle import Fighting, at, changed
from domain.games.mortisphere.effects import Modifier, Offer, Working
from domain.games.mortisphere.health import HealthLost
from domain.games.mortisphere.resolve import current_max, remember_uses
from domain.games.mortisphere.statuses import gain
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Confirm, Offered
from domain.names import said
from domain.terms import Action, Event, NotFound, RuleBroken, Telling, Who

# Events


class EffectUsed(Event, frozen=True, kw_only=True, tag="mortisphere.effect-used/1"):
    """Somebody used an effect that it had the choice of, or that counts its uses (MS-EFF-5)."""

    member: Who
    use: Modifier
    does: str = ""
    on: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        on = f" on {' and '.join(w.name for w in self.on)}" if self.on else ""
        return f"{self.member.name} uses {self.use.source.name}{on}."


class ItemDiscarded(Event, frozen=True, kw_only=True, tag="mortisphere.item-discarded/1"):
    """An item was given up as the cost of an effect; it is gone for good."""

    member: Who
    item: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} gives up {self.item.name}."


# Actions


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An effect as a line names it: `bearer: effect`, or the effect alone as `name`."""

    name: str
    effect: str = ""
    against: str = ""

    @property
    def bearer(self) -> str:
        """Who bears it, if that was said."""
        return self.name if self.effect else ""

    @property
    def entry(self) -> str:
        """The ability, item or Will that is meant."""
        return self.effect or self.name


class Accept(Action, frozen=True, kw_only=True, tag="mortisphere.accept"):
    """Use the effects that are offered: those named, in this order; all if none is."""

    effects: tuple[Named, ...] = ()
    using: str = ""


# Choosing among offers


def to_confirm(crew: str, what: str, offers: Iterable[Offer]) -> Confirm | None:
    """The question to a crew about its offers, if there are any."""
    found = tuple(Offered(o.bearer, o.source.id, o.source.name, o.entry) for o in offers)
    return Confirm(crew, what, found) if found else None


def chosen(battle: Fighting, named: tuple[Named, ...], asked: Confirm) -> list[Offered]:
    """The offers that a line takes, in its order; with one offer a plain yes does."""
    if not named:
        if len(asked.offers) > 1:
            names = ", ".join(_told(battle, o) for o in asked.offers)
            raise RuleBroken("MS-EFF-5", f"which of these: {names}", hint="yes EFFECT, EFFECT")
        return list(asked.offers)
    found = [_match(battle, one, asked.offers) for one in named]
    if len({(o.bearer, o.source) for o in found}) < len(found):
        raise RuleBroken("MS-EFF-5", "each effect is used once")
    return found


def _told(battle: Fighting, offer: Offered) -> str:
    return f"{battle.units[offer.bearer].who.name}: {offer.name}"


def _match(battle: Fighting, named: Named, offers: tuple[Offered, ...]) -> Offered:
    hits = [o for o in offers if o.entry == named.entry and named.bearer in ("", o.bearer)]
    if len(hits) == 1:
        return hits[0]
    if hits:
        who = " or ".join(_told(battle, o) for o in hits)
        raise RuleBroken("MS-EFF-5", f"whose is meant: {who}")
    raise NotFound(f"{said(named.entry)} is not offered now")


# Using and paying


def use(telling: Telling[Fighting], offer: Offer, on: tuple[str, ...] = (), item: str = "") -> None:
    """Use an offered effect: count the use and pay its cost."""
    battle = telling.state
    who = battle.units[offer.bearer].who
    counted = Modifier(offer.source, offer.effect.value, bool(offer.effect.times), offer.bearer)
    does = offer.effect.word or offer.effect.op
    reached_ = tuple(battle.units[u].who for u in on)
    telling.tell(EffectUsed(member=who, use=counted, does=does, on=reached_))
    pay(telling, offer, item)


def count(telling: Telling[Fighting], working: Working) -> None:
    """Count a use of an effect that worked by itself, where its uses are limited."""
    if working.effect.times and working.bearer:
        who = telling.state.units[working.bearer].who
        telling.tell(EffectUsed(member=who, use=working.modifier()))


def pay(telling: Telling[Fighting], offer: Offer, item: str = "") -> None:
    """MS-EFF-5: a cost is paid on use; Health as a cost is never the last."""
    battle = telling.state
    unit = battle.units[offer.bearer]
    effect = offer.effect
    if effect.cost == "health":
        hurt = msgspec.structs.replace(unit, lost=unit.lost + effect.price)
        telling.tell(
            HealthLost(
                member=unit.who,
                amount=effect.price,
                lost=hurt.lost,
                strain=hurt.strain,
                maximum_roll=current_max(battle, hurt),
            )
        )
    elif effect.cost == "discard":
        gone = item or (offer.entry if offer.family == "item" else unit.items[0])
        telling.tell(ItemDiscarded(member=unit.who, item=Who(gone, item_name(battle, gone))))


def item_name(battle: Fighting, item: str) -> str:
    """What an item is called."""
    return battle.book.item(item).name


def spread(telling: Telling[Fighting], bearer: Unit, effect: Effect) -> None:
    """An effect that gives a status to whom its scope reaches (MS-EFF-4)."""
    for unit in reached(telling.state, bearer, effect.to):
        gain(telling, unit.id, effect)


def reached(battle: Fighting, bearer: Unit, scope: str) -> list[Unit]:
    """MS-EFF-4: whom a scope reaches from a unit."""
    here = at(battle, bearer.area)
    if scope == "enemies_in_area":
        return [u for u in here if u.camp != bearer.camp]
    if scope in ("ally_in_area", "allies_in_area"):
        return [u for u in here if u.crew == bearer.crew and u.id != bearer.id]
    if scope == "all_in_area":
        return here
    return [bearer]


# Remembering


EVENTS: tuple[type[Event], ...] = (EffectUsed, ItemDiscarded)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember uses, and items that are gone."""
    match event:
        case EffectUsed():
            return remember_uses(battle, event.member.id, (event.use,))
        case ItemDiscarded():
            unit = battle.units[event.member.id]
            items = list(unit.items)
            items.remove(event.item.id)
            gone = ("item", event.item.id) if event.item.id not in items else ("", "")
            parts = tuple(p for p in unit.parts if p != gone)
            return changed(battle, unit.id, items=tuple(items), parts=parts)
        case _:
            return battle
