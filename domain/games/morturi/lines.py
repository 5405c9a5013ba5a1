"""The lines of Morturi: its own verbs, and those it shares, with the actions they become."""

from domain.games.morturi.activation import Activate, Done
from domain.games.morturi.asking import Accept, Choose, Decline
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.deployment import ChooseStart, DeployMembers
from domain.games.morturi.flags import Take
from domain.games.morturi.freeing import Recover, Stand, Struggle
from domain.games.morturi.movement import Enter, Face, Move
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.ruling import Note, Ruling
from domain.games.morturi.school.lines import FORMS, RULING_BETWEEN
from domain.games.morturi.school.lines import SHORT as SHORT_BETWEEN
from domain.games.morturi.spans import SPANS
from domain.games.morturi.stances import Stance
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.throwing import AnnounceRoll, Roll
from domain.games.morturi.tricks import Trick
from domain.games.morturi.victory import Conclude
from domain.lines import (
    FOE,
    KEPT,
    OWN,
    UNIT,
    Const,
    Each,
    Form,
    Heading,
    Language,
    Maybe,
    Number,
    One,
    Perhaps,
    Piece,
    Slot,
    Some,
    Square,
    Word,
)
from domain.shared_lines import (
    BEARER_OR_EFFECT,
    CHOOSE,
    EFFECT,
    FIELD,
    NOTE,
    PERHAPS_CREW,
    REDO,
    ROLL,
    ROLL_ON_THE_TABLE,
    SHORT,
    ruling,
    start,
    undo,
)

WAY = Slot(("way",))
FACING = Maybe("facing", (Heading("facing"),))
WITH_WAY = Maybe("with", (One("way", WAY),))
OFFERS: tuple[Piece, ...] = (
    Perhaps(
        (
            Each(
                "effects",
                ",",
                (One("name", BEARER_OR_EFFECT), Maybe(":", (One("effect", EFFECT),))),
            ),
        )
    ),
)
TRICK: tuple[Piece, ...] = (
    One("trick", EFFECT),
    Maybe("on", (Some("on", UNIT), Maybe(">", (One("against", FOE),)))),
    Maybe("at", (Square("at", several=True),)),
    WITH_WAY,
    Maybe("for", (Number("amount"),)),
)
RULING = ruling(Square("what"))

# Verbs and short forms that only the other game has.
MORTISPHERE = (
    "clash", "respond", "declare", "order", "interact", "hold", "withdraw", "use", "concede",
    "c", "r", "ra", "rd", "d", "o", "i", "h", "w",
)  # fmt: skip

LANGUAGE = Language(
    game="Morturi Te Salutant",
    page="docs/morturi-lines.md",
    forms=(
        Form("field", "field SCHOOL: NAME, NAME …", FIELD, FieldTeam, ends=("for",)),
        Form("start", "start SCHOOL at SIDE", start("area"), ChooseStart),
        Form(
            "deploy",
            "deploy NAME at SQUARE [facing n|e|s|w]",
            (Some("members", OWN), Word("at"), Square("square"), FACING),
            DeployMembers,
        ),
        Form("activate", "activate NAME", (One("member", OWN),), Activate),
        Form("surrender", "surrender [SCHOOL]", PERHAPS_CREW, Surrender),
        Form("enter", "enter SQUARE [facing n|e|s|w]", (Square("square"), FACING), Enter),
        Form("move", "move n n e (or nne)", (Heading("directions", several=True),), Move),
        Form("face", "face n|e|s|w", (Heading("facing"),), Face),
        Form("stance", "stance TRICK, TRICK …", (Some("stances", EFFECT),), Stance),
        Form("trick", "trick TRICK [on NAME] [at SQUARE] [with WAY] [for N]", TRICK, Trick),
        Form(
            "attack",
            "attack NAME [with WAY] [at SQUARE]",
            (Some("targets", FOE), WITH_WAY, Maybe("at", (Square("at"),))),
            Strike,
        ),
        Form("react", "react face", (Word("face"), Const("facing", "any")), Respond),
        Form("react", "react none", (Word("none"), Const("facing", "")), Respond),
        Form("react", "react face n|e|s|w, or none", (Word("face"), Heading("facing")), Respond),
        Form("stand", "stand", (), Stand),
        Form("struggle", "struggle", (), Struggle),
        Form("recover", "recover", (), Recover),
        Form("take", "take flag", (One("what", KEPT),), Take),
        Form("roll!", "roll! FACE FACE … [!WITNESS]", ROLL_ON_THE_TABLE, Roll),
        Form("roll!", "roll!", (), AnnounceRoll),
        Form("roll", "roll FACE FACE … [!WITNESS]", ROLL, Roll),
        *FORMS,
        Form("choose", "choose SQUARE (or FACE, or STANCE)", CHOOSE, Choose),
        Form("yes", "yes [NAME: TRICK, …]", OFFERS, Accept),
        Form("no", "no [NAME: TRICK, …]", OFFERS, Decline),
        Form("done", "done [SCHOOL]", PERHAPS_CREW, Done),
        Form("conclude", "conclude", (), Conclude),
        Form("note", 'note [NAME] "TEXT"', NOTE, Note),
        Form("ruling", 'ruling "TEXT": NAME loses 1, NAME at SQUARE …', RULING, Ruling),
        Form("ruling", 'ruling "TEXT": SCHOOL loses 100 …', RULING_BETWEEN, Ruling),
        undo(SPANS),
        REDO,
    ),
    short={
        **SHORT,
        **SHORT_BETWEEN,
        "a": "activate",
        "e": "enter",
        "m": "move",
        "f": "face",
        "s": "stance",
        "t": "trick",
        "k": "attack",
        "rf": "react face",
        "rn": "react none",
    },
    elsewhere=dict.fromkeys(MORTISPHERE, "Mortisphere"),
)
