"""Chapters 2 and 6: effects, read by one small engine at the named moments of play.

The only module that knows who bears effects and whom they reach. A chapter hands it a moment and
what is seen there and gets back the effects that work, each with its source and its bearer.
"""

from collections.abc import Iterable

import msgspec

from domain.games.morturi.battle import Fighting, in_arena
from domain.games.morturi.carried import OTHERS, at_moment, bearers, named, plain_parts, tags_of
from domain.games.morturi.carrying import Carried
from domain.games.morturi.circumstances import Seen, about, at_work, holds
from domain.games.morturi.creation import Parts
from domain.games.morturi.ground import terrain_at
from domain.games.morturi.parts import Part
from domain.games.morturi.underway import NOTHING
from domain.games.morturi.units import Unit
from domain.games.morturi.words import Effect
from domain.terms import Who

NOWHERE = Seen()


class Working(msgspec.Struct, frozen=True):
    """An effect that works on somebody now, and who bears it ("" for the battle's own).

    `use` is what uses of a limited effect are counted by.
    """

    source: Who
    entry: str
    family: str
    effect: Effect
    bearer: str = ""
    use: str = ""

    def part(self, kind: str = "") -> Part:
        """The effect as a number on record."""
        return Part(self.source, self.effect.value, kind)


def made(c: Carried, bearer: str = "") -> Working:
    """An effect at work."""
    return Working(named(c), c.entry, c.family, c.effect, bearer, c.source.id)


def parts_of(battle: Fighting, unit: Unit) -> Parts:
    """What may hold effects for him, with the conditions that come over him from others."""
    own_, others = plain_parts(battle, unit), about(battle, unit)
    if not others:
        return own_
    return (*own_, *(("condition", c) for c in others if ("condition", c) not in own_))


def own(battle: Fighting, unit: Unit, moment: str, seen: Seen = NOWHERE) -> list[Working]:
    """The effects that a gladiator bears for himself, and that work now by themselves."""
    return [
        made(c, unit.id)
        for c in at_moment(battle, parts_of(battle, unit), moment)
        if c.effect.to in ("", "other")
        and not c.effect.declare
        and not ("fear" in c.tags and c.effect.to == "" and fearless(battle, unit))
        and available(battle, unit, c)
        and holds(battle, c.effect.when, unit, seen)
    ]


def working(battle: Fighting, unit: Unit, moment: str, seen: Seen = NOWHERE) -> list[Working]:
    """All effects that work on a gladiator at a moment: his own, the ground's, others', the day's.

    `seen.other` is whoever stands against him; to effects of others he is the other one.
    """
    found = own(battle, unit, moment, seen)
    ground = terrain_at(battle, seen.square or unit.square)
    if ground:
        found += [
            made(c)
            for c in at_moment(battle, (("terrain", ground),), moment)
            if holds(battle, c.effect.when, unit, seen)
        ]
    for bearer in bearers(battle, moment):
        if bearer.id != unit.id:
            found += reaching(battle, bearer, unit, moment, seen)
    return found + of_the_day(battle, moment, unit, seen)


def of_the_day(
    battle: Fighting, moment: str, unit: Unit | None = None, seen: Seen = NOWHERE
) -> list[Working]:
    """MR-BAT-8: complications work on everybody."""
    if not battle.complications:
        return []
    day = tuple(("complication", c) for c in battle.complications)
    return [
        made(c)
        for c in at_moment(battle, day, moment)
        if unit is None or holds(battle, c.effect.when, unit, seen)
    ]


def reaching(battle: Fighting, bearer: Unit, unit: Unit, moment: str, seen: Seen) -> list[Working]:
    """The effects of somebody that reach somebody else."""
    found: list[Working] = []
    for c in at_moment(battle, plain_parts(battle, bearer), moment):
        effect = c.effect
        if effect.to not in OTHERS or effect.declare or effect.optional:
            continue
        if not reaches(effect, bearer, unit):
            continue
        if not holds(battle, effect.when, bearer, seen.of(unit)):
            continue
        if "fear" in c.tags and fearless(battle, unit):
            continue
        if at_work(battle, bearer, "aura"):
            continue
        found.append(made(c, bearer.id))
    return found


def reaches(effect: Effect, bearer: Unit, unit: Unit) -> bool:
    """Whether an effect's scope holds somebody."""
    same = bool(bearer.school) and bearer.school == unit.school
    match effect.to:
        case "enemies":
            return not same
        case "allies":
            return same and bearer.id != unit.id
        case _:
            return same or effect.to == "all"


def fearless(battle: Fighting, unit: Unit) -> bool:
    """MR-FEA-1: whether fear does nothing to a gladiator."""
    mine = at_moment(battle, parts_of(battle, unit), "effect.reach")
    if any(c.effect.what == "fear" and c.effect.to == "" for c in mine):
        return True
    return any(
        c.effect.what == "fear"
        and c.effect.to == "allies"
        and reaches(c.effect, ally, unit)
        and holds(battle, c.effect.when, ally, NOWHERE.of(unit))
        and not at_work(battle, ally, "aura")
        for ally in in_arena(battle)
        for c in at_moment(battle, parts_of(battle, ally), "effect.reach")
    )


def available(battle: Fighting, unit: Unit, c: Carried) -> bool:
    """Whether a limited effect has a use left this turn."""
    turn = battle.turn or NOTHING
    if not c.effect.times or c.effect.per != "turn":
        return True
    return turn.unit != unit.id or turn.spent.count(c.source.id) < c.effect.times


def of(found: Iterable[Working], *ops: str) -> list[Working]:
    """Those of certain operations."""
    return [w for w in found if w.effect.op in ops]


def declarable(battle: Fighting, unit: Unit, moment: str, seen: Seen = NOWHERE) -> list[Working]:
    """The effects that he may use by saying so, at a moment.

    The conditions of one that reaches several are about each of them.
    """
    return [
        made(c, unit.id)
        for c in at_moment(battle, parts_of(battle, unit), moment)
        if c.effect.declare and (c.effect.to in OTHERS or holds(battle, c.effect.when, unit, seen))
    ]


def limit(battle: Fighting, unit: Unit, tag: str) -> int:
    """MR-STA-1, -2: how many tricks of a tag may work at once, or in one turn; 0 for none."""
    found = own(battle, unit, "trick.choose")
    return max((w.effect.value for w in of(found, "limit") if w.effect.what == tag), default=0)


def tagged(battle: Fighting, unit: Unit, tag: str) -> list[str]:
    """His tricks of a tag."""
    return [t for t in unit.tricks if tag in tags_of(battle.edition, "trick", t)]
