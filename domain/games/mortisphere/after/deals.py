"""What a crew may ask for in its aftermath: the actions that a battle has not, without their rules.

They stand apart, for every line that is typed or read may be one of them; the chapters that judge
them (`order`, `care`, `trade`) are read when there is an aftermath.
"""

from domain.terms import Action


class OpenAftermath(Action, frozen=True, kw_only=True, tag="mortisphere.open-aftermath"):
    """Begin the aftermath of a battle; any other line of it begins it as well."""


class Mend(Action, frozen=True, kw_only=True, tag="mortisphere.mend"):
    """Mend a member: rid it of an injury, or of `wounds` that do not heal by themselves."""

    member: str
    injury: str


class Ransom(Action, frozen=True, kw_only=True, tag="mortisphere.ransom"):
    """Buy a captive free, for half its value."""

    member: str


class Hire(Action, frozen=True, kw_only=True, tag="mortisphere.recruit"):
    """Recruit a member: `profile` is its type and die, `mutant d6`."""

    name: str
    profile: str
    health: int = 0
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    will: str = ""


class Rename(Action, frozen=True, kw_only=True, tag="mortisphere.rename"):
    """Give a member another name."""

    member: str
    name: str


class Dismiss(Action, frozen=True, kw_only=True, tag="mortisphere.dismiss"):
    """Let a member go; what it carried goes to the store."""

    member: str


class Buy(Action, frozen=True, kw_only=True, tag="mortisphere.buy"):
    """Buy an item, for a member or for the store."""

    item: str
    bearer: str = ""


class Sell(Action, frozen=True, kw_only=True, tag="mortisphere.sell"):
    """Sell an item of a member or of the store, for half its price."""

    item: str
    bearer: str = ""


class Give(Action, frozen=True, kw_only=True, tag="mortisphere.give"):
    """Hand an item on: from a member or the store, to a member or the store."""

    item: str
    taker: str
    giver: str = ""


ACTIONS: tuple[type[Action], ...] = (
    OpenAftermath, Mend, Ransom, Hire, Rename, Dismiss, Buy, Sell, Give,
)  # fmt: skip
