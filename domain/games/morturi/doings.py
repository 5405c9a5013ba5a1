"""What is said between battles: the actions of the year and of an aftermath, each as its line.

Who reads a line needs nothing of the rules that judge it.
"""

from domain.terms import Action


class BeginSeason(Action, frozen=True, kw_only=True, tag="morturi.begin-season"):
    """Begin the year of the games; any other line of it begins it as well."""


class PutUp(Action, frozen=True, kw_only=True, tag="morturi.lot"):
    """Put a gladiator up for auction: a new one, or `by` a school one of its own."""

    name: str
    profile: str
    tricks: tuple[str, ...] = ()
    opening: int = 0
    contract: bool = False
    by: str = ""


class DrawLot(Action, frozen=True, kw_only=True, tag="morturi.draw-lot"):
    """Put up a new gladiator whose grade, role and tricks dice say."""

    name: str
    opening: int = 0
    contract: bool = False


class Bid(Action, frozen=True, kw_only=True, tag="morturi.bid"):
    """Bid so many denarii for the lot under the hammer."""

    crew: str
    amount: int


class Pass(Action, frozen=True, kw_only=True, tag="morturi.pass"):
    """Bid no more for this lot, or leave a challenge to others; unnamed, the one that is left."""

    crew: str = ""


class TakeUp(Action, frozen=True, kw_only=True, tag="morturi.take-up"):
    """Take a challenge up: lay a gladiator down, and a stake."""

    crew: str
    member: str
    stake: int = 0


class Seal(Action, frozen=True, kw_only=True, tag="morturi.seal"):
    """Make a secret choice: show the digest of its line and a salt."""

    crew: str
    digest: str


class Unseal(Action, frozen=True, kw_only=True, tag="morturi.unseal"):
    """Open a secret choice: the salt, and the line itself."""

    crew: str
    salt: str
    choice: Bid | Pass | TakeUp


class Hammer(Action, frozen=True, kw_only=True, tag="morturi.hammer"):
    """Let the hammer fall: sell to whoever has bid most, or to nobody."""


class Buy(Action, frozen=True, kw_only=True, tag="morturi.buy"):
    """Buy a Servus or a resource for a school."""

    what: str
    crew: str


class Hire(Action, frozen=True, kw_only=True, tag="morturi.hire"):
    """Hire a person of the resources for the month; or, with a profile, a fighter for a battle."""

    what: str
    crew: str
    profile: str = ""
    tricks: tuple[str, ...] = ()


class Trade(Action, frozen=True, kw_only=True, tag="morturi.trade"):
    """Offer a gladiator of your school to another for a price."""

    member: str
    seller: str = ""
    buyer: str
    price: int


class Rename(Action, frozen=True, kw_only=True, tag="morturi.rename"):
    """Call a gladiator otherwise; his handle stays."""

    member: str
    name: str


class Dismiss(Action, frozen=True, kw_only=True, tag="morturi.dismiss"):
    """Let a gladiator leave his school for good; or a school retire from the games."""

    member: str


class Announce(Action, frozen=True, kw_only=True, tag="morturi.offer"):
    """Announce a battle; what is not said of its fee, prize and payout is the battle's own.

    By the `guideline` its prize is worked out from the teams that enter (MR-BAT-6).
    """

    scenario: str
    fee: tuple[int, ...] = ()
    prize: tuple[int, ...] = ()
    payout: tuple[int, ...] = ()
    guideline: bool = False


class EnterFor(Action, frozen=True, kw_only=True, tag="morturi.field-for"):
    """Enter a team for one of the announced battles; `FieldTeam` enters it for the oldest."""

    crew: str
    members: tuple[str, ...]
    scenario: str


class Lay(Action, frozen=True, kw_only=True, tag="morturi.challenge"):
    """Lay a gladiator down for a duel, or for a classic pairing if one is announced."""

    crew: str
    member: str
    stake: int = 0


class Check(Action, frozen=True, kw_only=True, tag="morturi.check"):
    """Let a gladiator try something: `suited` to his role or not, and how `hard` it is."""

    member: str
    suited: bool = False
    hard: int = 0


class Contest(Action, frozen=True, kw_only=True, tag="morturi.contest"):
    """Let two gladiators try each other, each suited to it by his role or not."""

    member: str
    against: str
    suited: bool = False
    against_suited: bool = False


class OpenAftermath(Action, frozen=True, kw_only=True, tag="morturi.open-aftermath"):
    """Begin the aftermath of a battle; any other line of it begins it as well."""


AFTERWARDS: tuple[type[Action], ...] = (OpenAftermath,)
BETWEEN: tuple[type[Action], ...] = (
    BeginSeason,
    PutUp,
    DrawLot,
    Bid,
    Pass,
    TakeUp,
    Seal,
    Unseal,
    Hammer,
    Buy,
    Hire,
    Trade,
    Rename,
    Dismiss,
    Announce,
    EnterFor,
    Lay,
    Check,
    Contest,
)
