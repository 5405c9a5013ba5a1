"""In which ways the pairings of a Clash may come (chapters 7 to 9, 12), counted face by face.

Each side's dice are brought to what its results are; then every result of one side meets every one
of the other, by the rules that decide a pairing. Dice that hang together (one roll that meets
several pairings, a limited effect that several dice would use) are counted throw by throw.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import msgspec

from domain.games.mortisphere.battle import Fighting, Thrown, setting
from domain.games.mortisphere.casts import of_die
from domain.games.mortisphere.due import all_dice, defending, kept, open_pairings
from domain.games.mortisphere.effects import area_effects, carried
from domain.games.mortisphere.outcome import Verdict, side_result
from domain.games.mortisphere.resolve import DieShown, can_change, remember_uses, up_to_date
from domain.games.mortisphere.rolling import (
    dice_of,
    judged,
    parts_of,
    results_of,
    role_of,
    shared_die,
    sides_of,
    tied_in,
)
from domain.games.mortisphere.underway import Mode, Pairing
from domain.games.mortisphere.waiting import DieDue
from domain.games.mortisphere.winning import hurt_more, won_by
from domain.odds import (
    AGAIN,
    LIMIT,
    Cast,
    Shows,
    Spread,
    Way,
    Ways,
    counted,
    lying,
    spread,
    together,
)

MANY = 2_000
"""Throws of dice that hang together are not counted where there are more."""


def pairings(battle: Fighting) -> Ways | None:
    """The ways of the next pairing or, where they are rolled at once, of all (MS-MUL-6)."""
    before = msgspec.structs.replace(battle, again=()) if battle.again else battle
    dues = all_dice(before)
    thrown = battle.again or tuple(Thrown(due.unit, (), again=True) for due in dues)
    uses = Uses(before)
    rolls = [Rolls(before, n, p, dues, thrown, uses) for n, p in open_pairings(before)]
    if uses.unsure or any(roll.tangled for roll in rolls):
        return _thrown_together(before, dues, thrown)
    ways: list[tuple[Fraction, tuple[str, ...], Shows]] = [(Fraction(1), (), ())]
    for roll in rolls:
        mine = roll.ways()
        if len(ways) * len(mine) > LIMIT:
            return None
        ways = [
            (chance * way.chance, (*codes, way.code), (*shows, *way.shows))
            for chance, codes, shows in ways
            for way in mine
        ]
    return Ways(
        each=tuple(Way(_said(codes), chance, shows) for chance, codes, shows in ways),
        came=lambda shows: _came(rolls, shows),
    )


def _came(rolls: "Sequence[Rolls]", shows: Shows) -> str:
    """What faces that fell come to, pairing by pairing."""
    codes, rest = [], shows
    for roll in rolls:
        codes.append(roll.came(rest[: roll.count]))
        rest = rest[roll.count :]
    return AGAIN if AGAIN in codes else _said(codes)


def _said(codes: Sequence[str]) -> str:
    return ", ".join(codes)


Side = tuple[Any, ...]
"""What a pairing sees of the dice of one side."""

OURS: Side = ("ours",)
THEIRS: Side = ("theirs",)


class Uses:
    """The limited effects that the dice of a roll use up, one die after another (MS-EFF-5)."""

    def __init__(self, battle: Fighting) -> None:
        self.battle = battle
        self.unsure = False
        """Whether a die may have used up, by some of its faces only, what a later one would use."""
        self._perhaps: set[tuple[str, str]] = set()

    def hear(self, thrown: Thrown, die: Cast) -> None:
        """Remember what the next die uses up."""
        used = [
            {(m.bearer, m.source.id): m for m in (*v.modifiers, *v.bounds) if m.limited}
            for v in (face.value for face in die.faces)
        ]
        always = set.intersection(*map(set, used))
        ever = set().union(*used)
        self.unsure |= bool(ever & self._perhaps)
        self._perhaps |= ever - always
        self.battle = remember_uses(
            self.battle, thrown.unit, [used[0][key] for key in sorted(always)]
        )


class Rolls:
    """A pairing and its dice, each with all that it may come to.

    It is `tangled` where a die of its falls for another pairing of the same roll as well.
    """

    def __init__(  # noqa: PLR0917 a pairing, its place, and the dice of the whole roll
        self,
        battle: Fighting,
        number: int,
        pairing: Pairing,
        dues: Sequence[DieDue],
        thrown: Sequence[Thrown],
        uses: Uses,
    ) -> None:
        self._battle = battle
        self._pairing = pairing
        self._wins = _wins(battle)
        self._dice: dict[Side, tuple[DieShown, ...]] = {OURS: (), THEIRS: ()}
        mine = [t for due, t in zip(dues, thrown, strict=True) if due.pairing == number]
        there = {t.unit for t in mine}
        once = [due.unit for due in dues]
        missing = [unit for unit in defending(battle, pairing) if unit.id not in there]
        self.count = sum(t.again for t in mine)
        self.tangled = any(once.count(unit) > 1 for unit in there) or not all(
            kept(battle, unit.id, pairing) for unit in missing
        )
        dice = [(t.unit in pairing.initiators, self._die(t, uses)) for t in mine]
        self.ours = [die for ours, die in dice if ours]
        self.theirs = [die for ours, die in dice if not ours]
        if not self.tangled:
            shared = (shared_die(battle, pairing, unit, [], []) for unit in missing)
            self.theirs += map(lying, shared)
        self._restless = pairing.mode is Mode.DEFEND and any(
            can_change(battle, role_of(battle, pairing, t)) for t in mine
        )

    def _die(self, thrown: Thrown, uses: Uses) -> Cast:
        role = up_to_date(uses.battle, role_of(self._battle, self._pairing, thrown))
        die = of_die(uses.battle, role, thrown, self._looks)
        uses.hear(thrown, die)
        return die

    def _looks(self, die: DieShown) -> Hashable:
        """What a pairing looks at of a die: its result, its highest face, by effects a 1."""
        return die.final, die.natural == die.die, self._wins and die.natural == 1

    def ways(self) -> tuple[Way, ...]:
        """The ways of this pairing; ties that are rolled again are rolled until one wins."""
        ours = spread(self.ours, OURS, self._add)
        theirs = spread(self.theirs, THEIRS, self._add)
        found: Spread = {}
        for one, (weight, shows) in ours.items():
            for other, (weighs, more) in theirs.items():
                key = self._key(one, other)
                before, known = found.get(key, (0, None))
                here = (*shows, *more) if known is None else known
                found[key] = before + weight * weighs, here
        found.pop(AGAIN, None)
        return counted(found, sum(weight for weight, _ in found.values()), code)

    def came(self, shows: Shows) -> str:
        """What faces that fell come to."""
        cut = sum(not die.lies for die in self.ours)
        one = together(self.ours, OURS, self._add)(shows[:cut])
        other = together(self.theirs, THEIRS, self._add)(shows[cut:])
        if AGAIN in (one, other):
            return AGAIN
        key = self._key(one, other)
        return AGAIN if key == AGAIN else code(key)

    def _add(self, before: Side, die: DieShown, _: int) -> Side:
        """One more die of a side, and what a pairing then sees of it.

        A Swarm's sum and best die say all, but where members are struck one by one and where a win
        has effects.
        """
        dice = (*self._dice[before], die)
        finals = [one.final for one in dice]
        if self._wins or self._battle.house.swarm_losses == "individual":
            side: Side = (*before, self._looks(die))
        else:
            best = len(dice) == 1 and die.natural == die.die
            side = (*before[:1], len(dice), sum(finals), max(finals), best)
        self._dice.setdefault(side, dice)
        return side

    def _key(self, one: Side, other: Side) -> Any:
        """The verdict on these dice, or that they are thrown again (MS-RES-8)."""
        battle, pairing = self._battle, self._pairing
        ours, theirs = list(self._dice[one]), list(self._dice[other])
        if (
            battle.house.ties == "reroll"
            and self._restless
            and level(battle, pairing, ours, theirs)
        ):
            return AGAIN
        return verdict(battle, pairing, ours, theirs, wins=self._wins)


Key = tuple[Verdict, tuple[tuple[str, str], ...]]
"""What a pairing comes to, and the effects of a win, each with its bearer."""


def verdict(
    battle: Fighting,
    pairing: Pairing,
    ours: list[DieShown],
    theirs: list[DieShown],
    *,
    wins: bool,
) -> Key:
    """What dice come to; `wins` says whether anybody's win does more than cost Health."""
    found, _ = judged(battle, pairing, ours, theirs)
    if not wins:
        return found, ()
    working = won_by(battle, pairing, found, ours, theirs)
    return hurt_more(found, working), tuple((w.source.id, w.bearer) for w in working)


def level(battle: Fighting, pairing: Pairing, ours: list[DieShown], theirs: list[DieShown]) -> bool:
    """MS-RES-8: whether the results are equal."""
    ourselves = side_result(battle, ours, swarm=pairing.swarm)
    return ourselves == side_result(battle, theirs, swarm=pairing.guard_swarm)


def code(key: Key) -> str:
    """The code of a verdict."""
    return str(key[0].outcome)


def _wins(battle: Fighting) -> bool:
    """Whether a win does more than cost Health, by what anybody here carries."""
    standing = [unit for unit in battle.units.values() if unit.active]
    if any(carried(battle, unit, "clash.win") for unit in standing):
        return True
    return any(area_effects(battle, area.id, "clash.win") for area in setting(battle).areas)


# Dice that hang together


def _thrown_together(
    battle: Fighting, dues: Sequence[DieDue], thrown: Sequence[Thrown]
) -> Ways | None:
    """All throws of a roll, one by one; None where they are many, or a die must fall again."""
    if any(t.faces for t in thrown) or prod(due.sides for due in dues) > MANY:
        return None
    every = product(*(range(1, due.sides + 1) for due in dues))
    found: Spread = {}
    for faces in every:
        key = _of_throw(battle, dues, faces)
        if key is None:
            return None
        weight, shows = found.get(key, (0, tuple((face,) for face in faces)))
        found[key] = weight + 1, shows
    whole = sum(weight for weight, _ in found.values())

    def came(shows: Shows) -> str:
        key = _of_throw(battle, dues, [faces[-1] for faces in shows])
        return AGAIN if key is None else _every(key)

    return Ways(each=counted(found, whole, _every), came=came) if len(found) <= LIMIT else None


def _every(keys: Sequence[Key]) -> str:
    return _said([code(key) for key in keys])


def _of_throw(
    battle: Fighting, dues: Sequence[DieDue], faces: Sequence[int]
) -> tuple[Key, ...] | None:
    """What every pairing of a throw comes to; None if one of its dice must fall again."""
    thrown = [Thrown(due.unit, (face,)) for due, face in zip(dues, faces, strict=True)]
    parts = parts_of(battle, thrown)
    dice = results_of(battle, parts)
    if any(part.rule for part in parts) or tied_in(battle, parts, dice):
        return None
    found = []
    for number, pairing in open_pairings(battle):
        ours, theirs = sides_of(pairing, dice_of(battle, number, pairing, parts, dice))
        found.append(verdict(battle, pairing, ours, theirs, wins=True))
    return tuple(found)
