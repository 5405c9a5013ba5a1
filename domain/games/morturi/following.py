"""Chapter 5: what follows an attack: conditions, pushes, moves, attacks more (MR-ATK-9, -14)."""

from collections.abc import Callable

import msgspec

from domain.games.morturi.asking import (
    Accept,
    Choose,
    QuestionAnswered,
    answered,
    picked,
    taken,
)
from domain.games.morturi.battle import Fighting, attack_changed
from domain.games.morturi.circumstances import holds
from domain.games.morturi.crowd import FavourGained, gain_favour
from domain.games.morturi.effects import Working, own
from domain.games.morturi.falling import last_chance
from domain.games.morturi.hazards import arrive
from domain.games.morturi.numbers import Sides, sides
from domain.games.morturi.shoving import (
    Shove,
    free_squares,
    pull,
    pull_squares,
    push,
    pushed,
    shove,
)
from domain.games.morturi.standing import (
    Chance,
    ConditionGained,
    ConditionPrevented,
    EffectCancelled,
    GladiatorMoved,
    afflict,
    turn_to,
)
from domain.games.morturi.underway import Attack
from domain.games.morturi.waiting import Awaited, Confirm, Offered, Pick
from domain.games.morturi.ways import faces
from domain.terms import Event, Telling, Who

AT_LAST = ("move", "attack")

# Events


class AttackEnded(Event, frozen=True, kw_only=True, tag="morturi.attack-ended/1"):
    """All that follows an attack has come about; `more` gives another on the same target."""

    attacker: Who
    target: Who
    more: tuple[Chance, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.attacker.name}'s attack on {self.target.name} is over."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MR-ATK-9: each effect in its order: by itself, or as its owner chooses."""
    attack = battle.attack
    if attack is None or not attack.rolled:
        return None
    for w in pending(battle, attack):
        asked = question(battle, attack, w)
        if asked is not None:
            return asked
        if automatic(battle, attack, w):
            return work
    return end


def pending(battle: Fighting, attack: Attack) -> list[Working]:
    """The effects that still have to be settled, in the order of MR-ATK-9."""
    both = sides(battle, attack)
    found: list[Working] = []
    if attack.hit:
        found += own(battle, both.attacker, "attack.hit", both.seen)
        found += way_effects(battle, attack, both)
    else:
        found += own(battle, both.target, "attack.missed", both.theirs)
    after = own(battle, both.attacker, "attack.after", both.seen)
    found += sorted(after, key=lambda w: w.effect.op in AT_LAST)
    return [w for w in found if w.entry not in attack.done and w.effect.op != "attack"]


def way_effects(battle: Fighting, attack: Attack, both: Sides) -> list[Working]:
    """What the way of attacking itself does on a hit."""
    way = attack.way
    return [
        Working(Who(way.id, way.name), way.id, "way", effect, attack.attacker)
        for effect in way.effects
        if effect.on == "attack.hit" and holds(battle, effect.when, both.attacker, both.seen)
    ]


def question(battle: Fighting, attack: Attack, w: Working) -> Awaited | None:
    """What an effect asks its owner, if it does."""
    attacker, target = battle.units[attack.attacker], battle.units[attack.target]
    op = w.effect.op
    if op == "move" and (squares := free_squares(battle, attacker)):
        return _squares(attacker.school, w, squares)
    if op == "pull" and target.active:
        squares = pull_squares(battle, attacker, target)
        open_ = len(squares) > 1 and attack.at not in squares
        return _squares(attacker.school, w, squares) if open_ else None
    if op == "push" and w.effect.optional and _can_push(battle, attack, w):
        offer = Offered(w.bearer, w.entry, w.source.name, w.entry)
        return Confirm(crew=attacker.school, what="push", offers=(offer,), rule="MR-FRC-2")
    return None


def _squares(school: str, w: Working, squares: tuple[str, ...]) -> Pick:
    """MR-FRC-1, -6: a choice of squares; where he moves himself he may stay."""
    return Pick(
        crew=school,
        what=w.effect.op,
        offers=squares,
        rule="MR-FRC-1" if w.effect.optional else "MR-FRC-6",
        least=0 if w.effect.optional else 1,
        member=w.bearer,
        source=w.entry,
        name=w.source.name,
    )


def automatic(battle: Fighting, attack: Attack, w: Working) -> bool:
    """Whether an effect comes about (or is cancelled) without a question."""
    target = battle.units[attack.target]
    match w.effect.op:
        case "favour":
            return bool(battle.units[w.bearer].school)
        case "condition":
            return target.active and (target.now > 0 or bool(last_chance(battle, target)))
        case "push" | "pull":
            return target.active and not w.effect.optional
        case _:
            return False


def _can_push(battle: Fighting, attack: Attack, w: Working) -> bool:
    by, unit = battle.units[attack.attacker], battle.units[attack.target]
    return unit.active and bool(pushed(battle, by, unit, follow=w.effect.word == "follow").to)


# Judging


def work(telling: Telling[Fighting]) -> None:
    """The next effect comes about by itself."""
    battle = telling.state
    attack = battle.attack
    assert attack is not None  # noqa: S101 upcoming() looked
    w = next(w for w in pending(battle, attack) if automatic(battle, attack, w))
    by, unit = battle.units[attack.attacker], battle.units[attack.target]
    match w.effect.op:
        case "favour":
            school = battle.units[w.bearer].school
            gain_favour(telling, school, w.effect.value, w.source, w.bearer)
        case "condition":
            afflict(telling, unit, w.effect.what, w.source, by)
        case "push":
            shove_back(telling, attack, w)
        case _:
            _pull(telling, attack, w)


def shove_back(telling: Telling[Fighting], attack: Attack, w: Working) -> None:
    """MR-FRC-2: a push comes about, or is cancelled."""
    by, unit = telling.state.units[attack.attacker], telling.state.units[attack.target]
    push(telling, by, unit, w.source, follow=w.effect.word == "follow")


def _pull(telling: Telling[Fighting], attack: Attack, w: Working, to: str = "") -> None:
    """MR-FRC-6: he is placed beside the other one; if that cannot be, he is turned all the same."""
    battle = telling.state
    by, unit = battle.units[attack.attacker], battle.units[attack.target]
    squares = pull_squares(battle, by, unit)
    chosen = to or (attack.at if attack.at in squares else "") or next(iter(squares), "")
    if chosen:
        pull(telling, by, unit, w.source, chosen)
        return
    turn_to(telling, unit, faces(unit, by), w.source)
    cancelled = EffectCancelled(
        source=w.source, bearer=by.who, on=unit.who, does="pull", reason="no square for it"
    )
    telling.tell(cancelled)


def choose(telling: Telling[Fighting], action: Choose, asked: Pick) -> None:
    """MR-FRC-1, -6: whither he moves, or the other one is put."""
    battle = telling.state
    attack = battle.attack
    assert attack is not None  # noqa: S101 the question was asked
    (square,) = picked(action, asked)
    w = next(w for w in pending(battle, attack) if w.entry == asked.source)
    if asked.what == "pull":
        _pull(telling, attack, w, square)
    else:
        shove(telling, Shove(battle.units[attack.attacker], square, w.source))
        arrive(telling, attack.attacker)


def accept(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """A push that was his to choose comes about."""
    attack = telling.state.attack
    assert attack is not None  # noqa: S101 the question was asked
    (one,) = taken(action, asked)
    w = next(w for w in pending(telling.state, attack) if w.entry == one.entry)
    shove_back(telling, attack, w)


def end(telling: Telling[Fighting]) -> None:
    """MR-ATK-14: the attack is over; some hits allow another."""
    battle = telling.state
    attack = battle.attack
    assert attack is not None  # noqa: S101 upcoming() looked
    both = sides(battle, attack)
    found = own(battle, both.attacker, "attack.after", both.seen)
    more = tuple(
        Chance(both.attacker.who, w.source)
        for w in found
        if w.effect.op == "attack" and _goes_on(attack, w)
    )
    telling.tell(AttackEnded(attacker=both.attacker.who, target=both.target.who, more=more))


def _goes_on(attack: Attack, w: Working) -> bool:
    """MR-ATK-14: some follow-ups do not trigger again."""
    return w.effect.word != "same_target_once" or attack.bought_by != w.entry


def refuse(telling: Telling[Fighting], asked: Pick | Confirm) -> None:
    """What was offered is not wanted."""
    battle = telling.state
    offers = asked.offers if isinstance(asked, Confirm) else ()
    if isinstance(asked, Pick):
        unit, source = battle.units[asked.member], Who(asked.source, asked.name)
        answered(telling, asked.what, "no", unit, source)
        return
    for offer in offers:
        source = Who(offer.entry, offer.name)
        answered(telling, asked.what, "no", battle.units[offer.bearer], source)


# Remembering


EVENTS: tuple[type[Event], ...] = (AttackEnded,)
HEARS: tuple[type[Event], ...] = (
    GladiatorMoved,
    EffectCancelled,
    ConditionGained,
    ConditionPrevented,
    FavourGained,
    QuestionAnswered,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember which effects of the attack have been settled, and when it is over."""
    match event:
        case AttackEnded():
            return msgspec.structs.replace(battle, attack=None)
        case QuestionAnswered():
            return _done(battle, [s.id for s in event.source])
        case (
            GladiatorMoved()
            | EffectCancelled()
            | ConditionGained()
            | ConditionPrevented()
            | FavourGained()
        ):
            return _done(battle, [event.source.id])
        case _:
            return battle


def _done(battle: Fighting, entries: list[str]) -> Fighting:
    if battle.attack is None or not battle.attack.rolled:
        return battle
    return attack_changed(battle, done=(*battle.attack.done, *entries))
