"""Chapter 6 and 17: what a gladiator has made ready, stored up, or is strengthened by."""

from domain.effects import of
from domain.games.morturi.battle import Fighting, changed
from domain.games.morturi.effects import own
from domain.games.morturi.units import Held, Unit
from domain.games.morturi.words import Effect
from domain.terms import Event, Telling, Who

# Events


class StoreChanged(Event, frozen=True, kw_only=True, tag="morturi.store-changed/1"):
    """A gladiator has more or less of what he stores up (Arcane Energy, augury points)."""

    gladiator: Who
    what: str
    by: int
    now: int
    source: Who

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.gladiator.name}: {store_name(self.what)} {self.by:+d} "
            f"({self.source.name}), {self.now} now."
        )


class Strengthened(Event, frozen=True, kw_only=True, tag="morturi.strengthened/1"):
    """A gladiator's attacks do more damage for a while."""

    gladiator: Who
    amount: int
    source: Who
    until: str
    melee: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        kind = "melee " if self.melee else ""
        return f"{self.gladiator.name}: {kind}damage {self.amount:+d} ({self.source.name})."


class TrickReadied(Event, frozen=True, kw_only=True, tag="morturi.trick-readied/1"):
    """A gladiator has made something ready: his bow, a pattern of defence."""

    gladiator: Who
    what: str
    source: Who
    until: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} makes ready: {self.source.name}."


# Judging


def gain(telling: Telling[Fighting], unit: Unit, what: str, amount: int, source: Who) -> None:
    """What he stores up grows, as far as it goes; a store of 0 has no end (MR-CRE-8)."""
    now = unit.store(what)
    sizes = [e.value for e in pools(telling.state, unit) if e.what == what]
    full = max(sizes) if sizes and all(sizes) else now + amount
    more = min(amount, full - now) if sizes else 0
    if more > 0:
        telling.tell(
            StoreChanged(gladiator=unit.who, what=what, by=more, now=now + more, source=source)
        )


def pay(telling: Telling[Fighting], unit: Unit, what: str, amount: int, source: Who) -> None:
    """He spends of what he stores up."""
    now = unit.store(what) - amount
    telling.tell(StoreChanged(gladiator=unit.who, what=what, by=-amount, now=now, source=source))


def store_name(what: str) -> str:
    """What he stores up, as people say it."""
    return what.replace("_", " ")


def pools(battle: Fighting, unit: Unit) -> list[Effect]:
    """What he can store up."""
    return [w.effect for w in of(own(battle, unit, "battle.start"), "pool")]


def strengthen(telling: Telling[Fighting], unit: Unit, effect: Effect, source: Who) -> None:
    """His damage is more, for so long."""
    telling.tell(
        Strengthened(
            gladiator=unit.who,
            amount=effect.value,
            source=source,
            until=effect.until,
            melee=effect.word == "melee",
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (StoreChanged, Strengthened, TrickReadied)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what he has of it now."""
    if not isinstance(event, StoreChanged | Strengthened | TrickReadied):
        return battle
    unit = battle.units.get(event.gladiator.id)
    if unit is None:
        return battle
    if isinstance(event, StoreChanged):
        others = tuple(s for s in unit.stores if s.id != event.what)
        return changed(battle, unit.id, stores=(*others, Held(event.what, amount=event.now)))
    if isinstance(event, TrickReadied):
        readied = (*unit.readied, Held(event.what, until=event.until))
        return changed(battle, unit.id, readied=readied)
    held = Held(
        event.source.id,
        until=event.until,
        amount=event.amount,
        melee=event.melee,
        name=event.source.name,
    )
    return changed(battle, unit.id, boosts=(*unit.boosts, held))
