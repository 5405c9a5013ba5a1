"""Chapter 5: which die counts, and what tricks make of it once it has fallen (MR-ATK-8, -9)."""

from domain.effects import affordable
from domain.games.morturi.asking import Accept, Choose, answered, picked, taken
from domain.games.morturi.battle import Fighting, attack_changed, in_arena
from domain.games.morturi.carried import at_moment, entry_name
from domain.games.morturi.circumstances import holds
from domain.games.morturi.effects import Working, made, parts_of, reaches
from domain.games.morturi.numbers import kept, sides
from domain.games.morturi.stores import pay
from domain.games.morturi.throwing import Roll, remember_roll, thrown
from domain.games.morturi.underway import Attack
from domain.games.morturi.waiting import Confirm, Pick, Throw
from domain.terms import Event, RuleBroken, Telling, Who
from domain.throwing import Rolled

# Events


class DieSettled(Event, frozen=True, kw_only=True, tag="morturi.die-settled/1"):
    """It is said which die counts, or a trick has changed it."""

    attacker: Who
    before: int = 0
    natural: int
    source: Who

    def told(self) -> str:
        """Say it as the table would."""
        was = f" instead of {self.before}" if self.before else ""
        return f"{self.attacker.name}'s die is {self.natural}{was} ({self.source.name})."


class DieThrownAgain(Rolled, frozen=True, kw_only=True, tag="morturi.die-thrown-again/1"):
    """The die of an attack was thrown again; the new result stands."""

    attacker: Who
    before: int
    natural: int
    trick: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.attacker.name}'s {self.before} is thrown again: {self.natural}."


# Reading the dice


def counting(battle: Fighting, attack: Attack) -> int:
    """MR-ATK-8: the face that counts as it now is."""
    if attack.natural:
        return attack.natural
    word = kept(battle, attack).word
    return min(attack.faces) if word == "low" else max(attack.faces)


def changes(battle: Fighting, attack: Attack) -> list[Working]:
    """The tricks of the attacker and his fellows that may change the die as it now is."""
    both_sides = sides(battle, attack, counting(battle, attack))
    attacker, found = both_sides.attacker, []
    for bearer in in_arena(battle):
        for c in at_moment(battle, parts_of(battle, bearer), "attack.roll"):
            effect = c.effect
            mine = bearer.id == attacker.id
            scope = mine if effect.to == "" else reaches(effect, bearer, attacker)
            if not effect.optional or not scope:
                continue
            if effect.cost and not _ours(battle, bearer.school):
                continue
            if not affordable(effect.cost, effect.price, bearer.store):
                continue
            if holds(battle, effect.when, bearer, both_sides.seen):
                found.append(made(c, bearer.id))
    return found


def _ours(battle: Fighting, school: str) -> bool:
    """Whether the turn under way is of a school."""
    return battle.turn is not None and battle.units[battle.turn.unit].school == school


# Judging


def choose_die(telling: Telling[Fighting], action: Choose, asked: Pick) -> None:
    """MR-ATK-8: his owner says which die counts."""
    battle = telling.state
    (face,) = picked(action, asked)
    attack = battle.attack
    assert attack is not None  # noqa: S101 the question was asked
    (source,) = kept(battle, attack).source
    attacker = battle.units[attack.attacker].who
    telling.tell(DieSettled(attacker=attacker, natural=int(face), source=source))


def change_die(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """MR-ATK-9: a trick changes the die, or has it thrown again; then the rest is asked anew."""
    for one in taken(action, asked):
        battle = telling.state
        attack = battle.attack
        assert attack is not None  # noqa: S101 the question was asked
        here = (one.bearer, one.source)
        now = [w for w in changes(battle, attack) if (w.bearer, w.entry) == here]
        if not now:
            raise RuleBroken("MR-ATK-9", f"{one.name} changes nothing any more")
        w, bearer = now[0], battle.units[one.bearer]
        if w.effect.op == "reroll":
            pay(telling, bearer, w.effect.cost, w.effect.price, w.source)
            answered(telling, "reroll", "yes", bearer, w.source)
            return
        telling.tell(
            DieSettled(
                attacker=battle.units[attack.attacker].who,
                before=counting(battle, attack),
                natural=w.effect.value,
                source=w.source,
            )
        )


def roll_again(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-ATK-9: the new result stands."""
    battle = telling.state
    attack = battle.attack
    assert attack is not None  # noqa: S101 the roll was awaited
    rolled = thrown(battle, action, throw)
    telling.tell(
        DieThrownAgain(
            attacker=battle.units[attack.attacker].who,
            before=counting(battle, attack),
            natural=rolled.faces[0],
            trick=entry_name(battle, attack.again),
            **rolled.facts,
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (DieSettled, DieThrownAgain)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the die as it now lies."""
    match event:
        case DieSettled():
            return _settled(battle, event.natural, event.source.id)
        case DieThrownAgain():
            return _settled(remember_roll(battle, event), event.natural, event.trick.id)
        case _:
            return battle


def _settled(battle: Fighting, natural: int, source: str) -> Fighting:
    offered = (*battle.attack.offered, source) if battle.attack else ()
    return attack_changed(battle, natural=natural, offered=offered, again="")
