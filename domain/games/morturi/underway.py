"""What is under way in a battle: the turn, the attack, what may follow it, the round's end."""

import msgspec

from domain.games.morturi.units import Weapon


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn of the gladiator who acts (MR-RND-7).

    `begun` once he has moved, used MP or attacked; `attacking` once his attack phase has begun.
    `attacks` are those of the attack phase he has made. `tricks` are
    the tricks he used, `spent` the limited effects. `began_in` is the ground he began on; `held`
    keeps a compelled one on his square because he began beside an opponent (MR-BEH-1). `followed`
    says that he has put this turn off until an ally had acted. `all_of_it` is the trick that has
    taken his whole turn.
    """

    unit: str
    points: int
    began_at: str = ""
    began_in: str = ""
    begun: bool = False
    attacking: bool = False
    attacks: int = 0
    stanced: bool = False
    tricks: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    held: bool = False
    compelled: bool = False
    followed: bool = False
    farther: bool = False
    all_of_it: str = ""


NOTHING = Turn(unit="", points=0)


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack from its declaration until all that follows it has been settled (MR-ATK-9).

    `bought_by` is the trick that gave it beyond the one of the attack phase. `done` are
    the entries whose effects have been settled, `offered` those that were offered for its die,
    `again` the one that has it thrown again.
    """

    attacker: str
    target: str
    way: Weapon
    bought_by: str = ""
    at: str = ""
    states: tuple[str, ...] = ()
    answered: bool = False
    faces: tuple[int, ...] = ()
    natural: int = 0
    offered: tuple[str, ...] = ()
    again: str = ""
    arc: str = ""
    rolled: bool = False
    hit: bool = False
    dealt: int = 0
    done: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def melee(self) -> bool:
        """Whether it is a melee attack."""
        return self.way.kind == "melee"


class More(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that may be made at once: on the same target (MR-ATK-14), or by an ally's order."""

    attacker: str
    target: str
    name: str
    entry: str


class Shots(msgspec.Struct, frozen=True, kw_only=True):
    """The shots of one way of attacking that are still to be made, each on its target."""

    attacker: str
    targets: tuple[str, ...]
    way: Weapon


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Something an effect still has to do beside an attack: roll a die, offer a move."""

    what: str
    unit: str
    entry: str
    name: str
    about: tuple[str, ...] = ()
    square: str = ""
    moment: str = ""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A school's flag: where it lies, or who carries it (Capture the Flag)."""

    school: str
    square: str
    bearer: str = ""


class Hold(msgspec.Struct, frozen=True):
    """How many rounds a school has held the hill, and who of it began this one there."""

    school: str
    rounds: int
    begun: tuple[str, ...] = ()


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """A battle round's end (MR-RND-5): the figures that still act, and lots drawn for the next."""

    figures: tuple[str, ...] = ()
    to: str = ""
    facing: str = ""
