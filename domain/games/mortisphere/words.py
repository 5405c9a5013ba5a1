"""Chapter 17 as data: what an effect is made of.

The words (`on`, `op`, a scope, a duration) are held to the lists of the codex itself when it is
compiled (`checking.py`); at run time they are right.
"""

from domain.codex import Shape


class Word(Shape, frozen=True):
    """A word of effects and what it means; `reserved` if no entry uses it yet."""

    id: str
    text: str = ""
    reserved: bool = False


class Words(Shape, frozen=True):
    """The closed set of words that effects are made of (MS-EFF-2 to -5)."""

    moments: tuple[Word, ...]
    operations: tuple[Word, ...]
    conditions: tuple[Word, ...]
    scopes: tuple[str, ...]
    limits_per: tuple[str, ...]
    costs: tuple[str, ...]
    durations: tuple[str, ...]
    permits: tuple[str, ...]
    gains: tuple[str, ...]


class Condition(Shape, frozen=True):
    """What must hold for an effect: `wounded`, `objective_tag` with its tag, `not` with another."""

    name: str
    value: str = ""


class Effect(Shape, frozen=True):
    """One effect (MS-EFF-1): at a moment (`on`), one operation (`op`) with its value.

    `value` is its number, `word` its word (`reroll`: `must_keep`; `status`: `add`), `what` the
    status, gain or permission meant. All conditions of `when` must hold. `to` is empty for the
    bearer (`damage`: for the opponent). `times` uses `per` round, scenario, … (0: no limit).
    """

    on: str
    op: str
    value: int = 0
    word: str = ""
    what: str = ""
    when: tuple[Condition, ...] = ()
    to: str = ""
    times: int = 0
    per: str = ""
    declare: bool = False
    optional: bool = False
    until: str = ""
    cost: str = ""
    price: int = 0
