"""Effects as data: what tricks, special rules, conditions, terrain and resources are made of.

An effect is one row of a closed vocabulary: at a moment (`on`) one operation (`op`). The words and
what they mean are in the codex (`[words]`), as a page in `docs/morturi-effects.md`; `checking.py`
holds every effect to them when the codex is compiled, so at run time they are right.

**Whose it is.** He who bears the effect is the *bearer*; the *other one* is whoever the moment is
also about: the opponent of an attack, who moves beside the bearer, the ally an effect reaches.
Without `to` an effect works on its bearer. `other` is the other one; `ally` one that is named;
`allies`, `enemies`, `ours` (bearer and allies) and `all` are those on the field for whom the
conditions hold, the bearer's own neighbours among them by `within`.

**Attacks.** At the moments `attack.*` both sides are asked: `attacking` and `attacked` say whose
attack it is. The effects of a *way* of attacking (`Way.effects`) work in attacks made in that way
only, for its attacker. "Base damage", "the die" are those of the attack under way.

**When it works.** All conditions of `when` must hold. `house` holds under that house rule: so older
revisions of a trick stand beside the newest, and nothing asks for the trick's name.

**Whether it is asked for.** `declare`: the owner names it in a line of his own, at a moment that is
open for it, and pays. `optional`: he is asked when the moment comes. Neither: it works by itself.

**Cost.** `mp`: `price` movement points; `move`: his Move is 0 this turn; `melee`: it takes the
place of a melee attack; `turn`: of his whole turn; `life`, `arcane_energy`, `augury`: exactly
`price` of these, or up to as many (`paid`).

**Dice.** `roll`: a D6 is rolled first, and the effect works on that face or more (1: on any). The
effects of one entry at one moment share one die. `natural…` look at it, or at the attack's die.

**Tags.** Effects of an entry tagged `stance` work only while the stance is adopted; one tagged
`fear` does nothing to whoever an `effect.reach` keeps it from.
"""

from domain import effects
from domain.codex import Shape
from domain.effects import Condition, Word


class Moment(Word, frozen=True, kw_only=True):
    """A moment of play, and the operations that make sense there."""

    operations: tuple[str, ...]


class Operation(Word, frozen=True):
    """What an effect does; `words` and `whats` are what its `word` and `what` may be.

    `@roles`, `@conditions` and the like stand for the ids of that list of the codex.
    """

    words: tuple[str, ...] = ()
    whats: tuple[str, ...] = ()


class Test(Word, frozen=True):
    """What a condition asks; `value` is the kind of value it has, if it has one."""

    value: str = ""


class Words(effects.Words, frozen=True):
    """The closed set of words that effects are made of."""

    moments: tuple[Moment, ...]
    operations: tuple[Operation, ...]
    conditions: tuple[Test, ...]
    tags: tuple[str, ...]


class Revision(Shape, frozen=True):
    """What an older revision of an entry's page said."""

    when: str
    text: str


class Effect(effects.Effect, frozen=True):
    """One effect; with `roll` a die has to show that face or more."""

    roll: int = 0


class Way(Shape, frozen=True):
    """A way of attacking: a weapon, or what a trick puts in the place of an attack (MR-ATK-10).

    `to_hit` 0: as his melee weapon hits; `range` 0: unlimited. `replaces` is `melee` for any melee
    attack he is entitled to, `attack` for the one of the attack phase (MR-RNG-8), empty for a
    melee weapon of his own. `needs` is what he must have made ready.
    """

    id: str
    name: str
    kind: str
    damage: int
    to_hit: int = 0
    range: int = 1
    min_range: int = 1
    shots: int = 1
    replaces: str = ""
    needs: str = ""
    tags: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    cost: str = ""
    price: int = 0
    effects: tuple[Effect, ...] = ()
