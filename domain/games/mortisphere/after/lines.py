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
INJURY = Slot(("injury",), kept=True)
ITEM = Slot(("item",), kept=True)
ABILITY = Slot(("ability",), kept=True)
WILL = Slot(("will",), kept=True)

FORMS = (
    Form("mend", "mend NAME: INJURY", (One("member", OWN), Word(":"), One("injury", INJURY)), Mend),
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
            Maybe("ability", (Some("abilities", ABILITY),)),
            Maybe("item", (Some("items", ITEM),)),
            Maybe("captain", (One("will", WILL),)),
        ),
        Hire,
    ),
    Form(
        "buy",
        "buy ITEM [for NAME]",
        (One("item", ITEM), Maybe("for", (One("bearer", BEARER),))),
        Buy,
    ),
    Form(
        "sell",
        "sell ITEM [from NAME]",
        (One("item", ITEM), Maybe("from", (One("bearer", BEARER),))),
        Sell,
    ),
    Form(
        "give",
        "give ITEM [from NAME] to NAME",
        (
            One("item", ITEM),
            Maybe("from", (One("giver", BEARER),)),
            Word("to"),
            One("taker", BEARER),
        ),
        Give,
    ),
)
