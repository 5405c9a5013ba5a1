"""The lines of a year: what is typed between battles, and the actions that it becomes."""

from domain.games.morturi.doings import (
    Announce,
    Bid,
    Buy,
    Check,
    Contest,
    Dismiss,
    DrawLot,
    EnterFor,
    Hammer,
    Hire,
    Lay,
    Pass,
    PutUp,
    Rename,
    Seal,
    TakeUp,
    Trade,
    Unseal,
)
from domain.lines import (
    CREW,
    CREWS,
    KEPT,
    UNIT,
    Branch,
    Const,
    Each,
    Either,
    Form,
    Hex,
    Inner,
    Loose,
    Maybe,
    Number,
    One,
    Piece,
    Quoted,
    Slot,
    Some,
    Sum,
    Word,
)
from domain.shared_lines import FIELD, ONE_CREW, PERHAPS_CREW
from domain.terms import Action

SCENARIO = Slot(("scenario",), kept=True)
RESOURCE = Slot(("resource",), kept=True)
PROFILE = Slot(("profile",), kept=True)
LEARNED = Slot(("learned",), kept=True)

WHAT_HE_IS: tuple[Piece, ...] = (Word("as"), One("profile", PROFILE))
TRICKS = Maybe("trick", (Some("tricks", LEARNED),))
FOR_SCHOOL: tuple[Piece, ...] = (Word("for"), One("crew", CREW))
LOT: tuple[Piece, ...] = (
    Quoted("name"),
    *WHAT_HE_IS,
    Loose(
        (
            TRICKS,
            Maybe("opening", (Number("opening"),)),
            Maybe("contract", (Const("contract", value=True),)),
            Maybe("by", (One("by", CREW),)),
        )
    ),
)
BID: tuple[Piece, ...] = (One("crew", CREW, leave=1), Number("amount"))
LAID: tuple[Piece, ...] = (
    One("crew", CREW),
    Word(":"),
    One("member", CREWS),
    Maybe("stake", (Number("stake"),)),
)
TRADE: tuple[Piece, ...] = (
    One("member", UNIT),
    Maybe("from", (One("seller", CREW),)),
    Word("to"),
    One("buyer", CREW),
    Word("for"),
    Number("price"),
)
OFFER: tuple[Piece, ...] = (
    One("scenario", SCENARIO),
    Loose(
        (
            *(Maybe(term, (Sum(term),)) for term in ("fee", "prize", "payout")),
            Maybe("guideline", (Const("guideline", value=True),)),
        )
    ),
)
ENTER: tuple[Piece, ...] = (*FIELD, Word("for"), One("scenario", SCENARIO))
CHECK: tuple[Piece, ...] = (
    One("member", UNIT),
    Loose((Maybe("suited", (Const("suited", value=True),)), Maybe("hard", (Number("hard"),)))),
)


def _choice(word: str, kind: type[Action], pieces: tuple[Piece, ...]) -> Branch:
    """A line that may be sealed, as it stands within the line that opens it."""
    tag = kind.__struct_config__
    return Branch(word, (Const(str(tag.tag_field), str(tag.tag)), *pieces))


UNSEAL: tuple[Piece, ...] = (
    One("crew", CREW),
    Quoted("salt"),
    Word(":"),
    Inner(
        "choice",
        (
            Either(
                (
                    _choice("bid", Bid, BID),
                    _choice("pass", Pass, ONE_CREW),
                    _choice("accept", TakeUp, LAID),
                )
            ),
        ),
    ),
)


def _change(word: str, piece: Piece) -> Branch:
    return Branch(word, (Const("change", word), piece))


RULING_BETWEEN: tuple[Piece, ...] = (
    Quoted("text"),
    Maybe(
        ":",
        (
            Each(
                "changes",
                ",",
                (
                    One("unit", CREW),
                    Either(
                        (
                            _change("loses", Number("amount")),
                            _change("regains", Number("amount")),
                            _change("sheds", One("what", RESOURCE)),
                        )
                    ),
                ),
            ),
        ),
    ),
)

FORMS: tuple[Form, ...] = (
    Form(
        "lot",
        'lot "NAME" as ROLE GRADE [trick TRICK, …] [opening N] [contract] [by SCHOOL]',
        LOT,
        PutUp,
    ),
    Form(
        "draw",
        'draw "NAME" [opening N] [contract]',
        (
            Quoted("name"),
            Maybe("opening", (Number("opening"),)),
            Maybe("contract", (Const("contract", value=True),)),
        ),
        DrawLot,
    ),
    Form("bid", "bid SCHOOL N", BID, Bid),
    Form("pass", "pass [SCHOOL]", PERHAPS_CREW, Pass),
    Form("hammer", "hammer", (), Hammer),
    Form("seal", "seal SCHOOL DIGEST", (One("crew", CREW, leave=1), Hex("digest", 64)), Seal),
    Form("unseal", 'unseal SCHOOL "SALT": bid SCHOOL N (or pass, or accept)', UNSEAL, Unseal),
    Form("buy", "buy RESOURCE for SCHOOL", (One("what", RESOURCE), *FOR_SCHOOL), Buy),
    Form(
        "hire",
        "hire NAME as ROLE GRADE [trick TRICK, …] for SCHOOL",
        (One("what", KEPT), *WHAT_HE_IS, TRICKS, *FOR_SCHOOL),
        Hire,
    ),
    Form("hire", "hire RESOURCE for SCHOOL", (One("what", RESOURCE), *FOR_SCHOOL), Hire),
    Form("trade", "trade NAME [from SCHOOL] to SCHOOL for N", TRADE, Trade),
    Form(
        "rename",
        'rename NAME to "NAME"',
        (One("member", UNIT), Word("to"), Quoted("name")),
        Rename,
    ),
    Form("dismiss", "dismiss NAME (or SCHOOL)", (One("member", Slot(("unit", "crew"))),), Dismiss),
    Form("offer", "offer BATTLE [fee N] [prize N] [payout N] [guideline]", OFFER, Announce),
    Form("field", "field SCHOOL: NAME, NAME … [for BATTLE]", ENTER, EnterFor),
    Form("challenge", "challenge SCHOOL: NAME [stake N]", LAID, Lay),
    Form("accept", "accept SCHOOL: NAME [stake N]", LAID, TakeUp),
    Form("check", "check NAME [suited] [hard N]", CHECK, Check),
    Form(
        "contest",
        "contest NAME [suited] > NAME [suited]",
        (
            One("member", UNIT),
            Maybe("suited", (Const("suited", value=True),)),
            Word(">"),
            One("against", UNIT),
            Maybe("suited", (Const("against_suited", value=True),)),
        ),
        Contest,
    ),
)
SHORT = {"b": "bid"}
