"""The lines of an aftermath that a battle has not: mend, ransom, recruit, trade and the like."""

from domain.games.mortisphere.after.deals import (
    Buy,
    Dismiss,
    Give,
    Hire,
    Mend,
    Ransom,
    Rename,
    Sell,
)
from domain.lines import KEPT, OWN, Form, Maybe, Number, One, Quoted, Side, Slot, Some, Word

BEARER = Slot(("unit", "store"), Side.OWN)

FORMS = (
    Form("mend", "mend NAME: INJURY", (One("member", OWN), Word(":"), One("injury", KEPT)), Mend),
    Form("ransom", "ransom NAME", (One("member", OWN),), Ransom),
    Form("dismiss", "dismiss NAME", (One("member", OWN),), Dismiss),
    Form(
        "rename",
        'rename NAME to "NAME"',
        (One("member", OWN), Word("to"), Quoted("name")),
        Rename,
    ),
    Form(
        "recruit",
        'recruit "NAME" as TYPE DIE [health NUMBER] [ability NAMES] [item NAMES] [captain WILL]',
        (
            Quoted("name"),
            Word("as"),
            One("profile", KEPT),
            Maybe("health", (Number("health"),)),
            Maybe("ability", (Some("abilities", KEPT),)),
            Maybe("item", (Some("items", KEPT),)),
            Maybe("captain", (One("will", KEPT),)),
        ),
        Hire,
    ),
    Form(
        "buy",
        "buy ITEM [for NAME]",
        (One("item", KEPT), Maybe("for", (One("bearer", BEARER),))),
        Buy,
    ),
    Form(
        "sell",
        "sell ITEM [from NAME]",
        (One("item", KEPT), Maybe("from", (One("bearer", BEARER),))),
        Sell,
    ),
    Form(
        "give",
        "give ITEM [from NAME] to NAME",
        (
            One("item", KEPT),
            Maybe("from", (One("giver", BEARER),)),
            Word("to"),
            One("taker", BEARER),
        ),
        Give,
    ),
)
