"""Chapter 18 as data: money, fate, experience, advances, discoveries, history."""

from domain.codex import Shape
from domain.effects import Effect


class Gain(Shape, frozen=True):
    """What a member or crew comes by: so much, or of which kind (`ability`: `own_type`)."""

    what: str
    value: int = 0
    word: str = ""


class Awaited(Shape, frozen=True):
    """A die thrown after the missed battle: lost up to a number, else back with a gain."""

    die: int
    lost_to: int
    gains: tuple[Gain, ...]


class Fate(Shape, frozen=True):
    """A row of the fate table (MS-FAT-4)."""

    low: int
    high: int
    id: str
    name: str
    text: str
    injury: str = ""
    status: str = ""
    lost: bool = False
    ruins_item: bool = False
    gains: tuple[Gain, ...] = ()
    later: tuple[Awaited, ...] = ()


class FateModifier(Shape, frozen=True):
    """What is added to a fate roll."""

    when: str
    value: int


class FateRoll(Shape, frozen=True):
    """How fate is rolled (MS-FAT-3, -5, -6)."""

    die: int
    lowest: int
    highest: int
    captain: str
    modifiers: tuple[FateModifier, ...]


class Mending(Shape, frozen=True):
    """What it costs to be rid of an injury (MS-FAT-7); `type` is empty for all others."""

    salvage: int
    removes: int
    misses_next_battle: bool
    type: str = ""


class Award(Shape, frozen=True):
    """What earns experience (MS-ADV-2)."""

    id: str
    xp: int
    when: str


class Experience(Shape, frozen=True):
    """How experience adds up to advances (MS-ADV-2, -3)."""

    per_battle_cap: int
    thresholds: tuple[int, ...]
    awards: tuple[Award, ...]


class Advancing(Shape, frozen=True):
    """How an advance is rolled (MS-ADV-4, -6)."""

    die: int
    duplicate: str
    captain_extra: str


class Founding(Shape, frozen=True):
    """What a crew may be when its first battle opens (MS-REC-4, -5)."""

    min_members: int
    max_members: int
    captains: int
    max_d20: int
    unspent_kept: int


class Between(Shape, frozen=True):
    """What a crew may do between two battles (MS-REC-4, MS-EQP-4)."""

    max_new_members: int
    abilities_for_new_members: bool
    equipment: str
    resale: str
    equipment_moves_freely: bool


class Rebuild(Shape, frozen=True):
    """How a crew that has lost nearly all is helped (MS-REC-6)."""

    min_fit_members: int
    min_fit_value: int
    grant: str


class Income(Shape, frozen=True):
    """What a battle earns (MS-REC-9)."""

    base: int
    winner: int
    draw: int
    loser: int


class Underdog(Shape, frozen=True):
    """What the crew with the lower rating earns besides (MS-REC-10)."""

    per_rating_gap: int
    salvage: int
    max: int
    xp_gap: int
    xp: str


class Recruitment(Shape, frozen=True):
    """Crew building and money (MS-REC)."""

    currency: str
    founding_purse: int
    member_cost: str
    extra_health_cost: int
    extra_health: int
    extra_health_limit: str
    roster_max: int
    founding: Founding
    between_battles: Between
    rebuild: Rebuild
    income: Income
    underdog: Underdog


class HistoryRule(Shape, frozen=True):
    """Which event writes which entry of a campaign history, on whose profile (MS-HIS-3)."""

    event: str
    kind: str
    on_profile: str


class History(Shape, frozen=True):
    """The kinds of entries: the six of the rulebook, and those added (MS-HIS-1, -3)."""

    kinds: tuple[str, ...]
    kinds_extra: tuple[str, ...]
    rules: tuple[HistoryRule, ...]


class Injury(Shape, frozen=True):
    """What a member carries on from a battle (MS-FAT-7)."""

    id: str
    name: str
    effects: tuple[Effect, ...]
    stacks: bool = False


class Advance(Shape, frozen=True):
    """A row of the advancement table (MS-ADV-4)."""

    low: int
    high: int
    id: str
    name: str
    text: str
    gains: tuple[Gain, ...] = ()
    effects: tuple[Effect, ...] = ()


class Discovery(Shape, frozen=True):
    """A row of the discovery table."""

    low: int
    high: int
    id: str
    name: str
    text: str
    gains: tuple[Gain, ...]
