"""The lines of Mortisphere: its own verbs, and those it shares, with the actions they become."""

from domain.games.mortisphere.acting import Choose, Decline, Done, Hold, Pass
from domain.games.mortisphere.after.lines import FORMS
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.clash import Clash, Respond
from domain.games.mortisphere.deployment import ChooseStart, DeployMembers
from domain.games.mortisphere.dicebox import ChangeDice
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.opening import FieldTeam
from domain.games.mortisphere.ordering import Order
from domain.games.mortisphere.rounds import Concede, Conclude
from domain.games.mortisphere.ruling import Note, Ruling
from domain.games.mortisphere.spans import SPANS
from domain.games.mortisphere.throwing import AnnounceRoll, Roll
from domain.games.mortisphere.using import Accept
from domain.games.mortisphere.withdrawing import Withdraw
from domain.lines import (
    FOE,
    OBJECTIVE,
    OWN,
    PLACE,
    UNIT,
    Asked,
    Branch,
    Const,
    Each,
    Either,
    Form,
    Language,
    Maybe,
    Number,
    One,
    Some,
    Word,
)
from domain.shared_lines import (
    ANSWER,
    ANSWER_EFFECTS,
    CHOOSE,
    DICE,
    EFFECTS,
    FIELD,
    NOTE,
    ONE_CREW,
    PERHAPS_CREW,
    REDO,
    ROLL,
    ROLL_ON_THE_TABLE,
    SHORT,
    WITH_EFFECTS,
    ruling,
    start,
    undo,
)

STRIKE = (
    Maybe("swarm", (Const("swarm", value=True),)),
    Some("initiators", OWN),
    Maybe("led by", (One("leader", OWN),)),
    Word(">"),
    Some("targets", FOE),
)
GUARD = (
    Either(
        (
            Branch("all", (Const("kind", "defend"), Asked("members"))),
            Branch(
                "swarm",
                (
                    Const("kind", "swarm"),
                    Some("members", OWN),
                    Maybe("led by", (One("leader", OWN),)),
                ),
            ),
            Branch(
                "",
                (
                    Some("members", OWN),
                    Either(
                        (
                            Branch("for", (Const("kind", "for"), One("place_of", OWN))),
                            Branch("beside", (Const("kind", "beside"), One("place_of", OWN))),
                            Branch("", (Const("kind", "defend"),)),
                        )
                    ),
                    Maybe("against", (Some("against", FOE),)),
                ),
            ),
        )
    ),
)
ANSWERS = (
    Either(
        (
            Branch("defend", (Each("guards", "&", GUARD),)),
            Branch("absorb"),
        )
    ),
    WITH_EFFECTS,
)
RULING = ruling(One("what", PLACE))
PAIR = (One("initiator", OWN), Word(">"), One("target", FOE))

# Verbs and short forms that only the other game has.
MORTURI = (
    "activate", "enter", "face", "stance", "trick", "attack", "react", "stand", "struggle",
    "recover", "take", "surrender", "lot", "bid", "hammer", "trade", "hire", "offer", "challenge",
    "accept", "check", "contest", "a", "e", "f", "s", "t", "k", "b", "rf", "rn",
)  # fmt: skip
LATER = ("use", "seal", "unseal")

LANGUAGE = Language(
    game="Mortisphere",
    forms=(
        Form("start", "start CREW at AREA", start("area"), ChooseStart),
        Form("field", "field CREW: NAME, NAME …", FIELD, FieldTeam),
        Form(
            "deploy",
            "deploy NAME, NAME … at AREA",
            (Some("members", OWN), Word("at"), One("to", PLACE)),
            DeployMembers,
        ),
        Form(
            "clash",
            "clash NAME, NAME > NAME & NAME > NAME …",
            (Each("strikes", "&", STRIKE), WITH_EFFECTS),
            Clash,
        ),
        Form("respond", "respond defend NAME, NAME … (or respond absorb)", ANSWERS, Respond),
        Form("declare", "declare NAME: EFFECT, …", (EFFECTS,), Declare),
        Form("order", "order NAME > NAME & NAME > NAME …", (Each("pairs", "&", PAIR),), Order),
        Form(
            "move",
            "move NAME to AREA",
            (
                Some("members", OWN),
                Word("to"),
                One("to", PLACE),
                Maybe("bringing", (One("bringing", UNIT),)),
                WITH_EFFECTS,
            ),
            Move,
        ),
        Form(
            "interact",
            "interact NAME with OBJECTIVE [copy NUMBER]",
            (
                Some("members", OWN),
                Word("with"),
                One("objective", OBJECTIVE),
                Maybe("copy", (Number("copy"),)),
            ),
            Interact,
        ),
        Form(
            "withdraw",
            "withdraw NAME [bringing NAME] [with NAME: EFFECT]",
            (
                One("member", OWN),
                Maybe("bringing", (One("bringing", UNIT),)),
                WITH_EFFECTS,
            ),
            Withdraw,
        ),
        Form("hold", "hold NAME", (One("member", OWN),), Hold),
        Form("roll!", "roll! FACE FACE … [!WITNESS]", ROLL_ON_THE_TABLE, Roll),
        Form("roll!", "roll!", (), AnnounceRoll),
        Form("roll", "roll FACE FACE … [!WITNESS], 5r1 for a 5 after a 1", ROLL, Roll),
        Form("dice", 'dice table "WHY", or dice sealed [solo] ID ANCHOR … "WHY"', DICE, ChangeDice),
        Form("choose", "choose NAME, NAME …", CHOOSE, Choose),
        Form("yes", "yes [NAME: EFFECT, …] [with NAME]", ANSWER_EFFECTS, Accept),
        Form("no", "no [NAME: EFFECT, …]", ANSWER_EFFECTS, Decline),
        Form("no", "no QUESTION", ANSWER, Decline),
        Form("pass", "pass [CREW]", PERHAPS_CREW, Pass),
        Form("done", "done [CREW]", PERHAPS_CREW, Done),
        Form("concede", "concede CREW", ONE_CREW, Concede),
        Form("conclude", "conclude", (), Conclude),
        *FORMS,
        Form("note", 'note [NAME] "TEXT"', NOTE, Note),
        Form("ruling", 'ruling "TEXT": NAME loses 1, NAME at AREA …', RULING, Ruling),
        undo(SPANS),
        REDO,
    ),
    short={
        **SHORT,
        "c": "clash",
        "r": "respond",
        "ra": "respond absorb",
        "rd": "respond defend",
        "d": "declare",
        "o": "order",
        "m": "move",
        "i": "interact",
        "h": "hold",
        "w": "withdraw",
    },
    elsewhere=dict.fromkeys(MORTURI, "Morturi Te Salutant"),
    later=dict.fromkeys(LATER, "this version does not play it yet"),
    unplayed="in this version no ability, item or Will has an effect",
)
