"""The lines that games share; each game puts its own actions behind them."""

from collections.abc import Iterable

from domain.lines import (
    CREW,
    CREWS,
    FOE,
    KEPT,
    OFFERED,
    PLACE,
    UNIT,
    Address,
    Branch,
    Const,
    Each,
    Either,
    Faces,
    Form,
    Hex,
    Maybe,
    Number,
    One,
    Perhaps,
    Person,
    Picks,
    Piece,
    Quoted,
    Redo,
    Side,
    Slot,
    Some,
    Undo,
    Where,
    Word,
)

EFFECT = Slot(("effect",))
BEARER_OR_EFFECT = Slot(("effect", "unit"), Side.OWN)
UNIT_OR_EFFECT = Slot(("unit", "effect"))
QUESTION = Slot(("question",))

FIELD = (One("crew", CREW), Word(":"), Some("members", CREWS))
CHOOSE = (Picks("picks", OFFERED),)
ONE_CREW = (One("crew", CREW),)
PERHAPS_CREW = (Perhaps(ONE_CREW),)
NOTE = (Perhaps((One("member", UNIT),), leave=1), Quoted("text"))
DICE = (
    Either(
        (
            Branch("table", (Const("dice", "table"),)),
            Branch(
                "sealed",
                (
                    Const("dice", "sealed"),
                    Each(
                        "seal",
                        "&",
                        (
                            Either((Branch("solo", (Const("solo", value=True),)), Branch(""))),
                            Hex("battle", 32),
                            Hex("anchors", 64, several=True),
                        ),
                    ),
                ),
            ),
        )
    ),
    Quoted("why"),
)
ROLL = (Faces("faces"), Maybe("!", (Person("witness"),)))
ROLL_ON_THE_TABLE = (Const("typed", value=True), *ROLL)
EFFECTS = Each(
    "effects",
    ",",
    (
        One("name", BEARER_OR_EFFECT),
        Maybe(":", (One("effect", EFFECT),)),
        Maybe("against", (One("against", FOE),)),
    ),
)
WITH_EFFECTS = Maybe("with", (EFFECTS,))
ANSWER = (One("question", QUESTION),)
ANSWER_EFFECTS = (Perhaps((EFFECTS,)), Maybe("with", (One("using", UNIT_OR_EFFECT),)))


def start(place: str) -> tuple[Piece, ...]:
    """Where a crew starts; `place` is the field of the game's action that says it."""
    return (One("crew", CREW), Word("at"), One(place, PLACE))


def _change(word: str, *pieces: Piece) -> Branch:
    return Branch(word, (Const("change", word), *pieces))


def ruling(place: Piece) -> tuple[Piece, ...]:
    """A ruling and what it changes; `place` reads where somebody is put, the field `what`."""
    change = Either(
        (
            *(_change(w, Number("amount")) for w in ("loses", "regains", "scores")),
            _change("at", place),
            *(_change(w, One("what", KEPT)) for w in ("gains", "sheds")),
            *(_change(w) for w in ("acted", "ready", "out", "back")),
        )
    )
    unit = One("unit", UNIT, Where("change", "scores", CREW))
    return (Quoted("text"), Maybe(":", (Each("changes", ",", (unit, change)),)))


def undo(spans: Iterable[str]) -> Form:
    """Taking back: the newest line, one of the game's spans, or all from an address on."""
    words = tuple(spans)
    branches = (
        *(Branch(span, (Const("span", span),)) for span in words),
        Branch("to", (Address("to"),)),
        Branch(""),
    )
    return Form("undo", f"undo [{' | '.join((*words, 'to ADDRESS'))}]", (Either(branches),), Undo)


REDO = Form("redo", "redo", (), Redo)

SHORT = {"x": "choose", "y": "yes", "n": "no", "p": "pass", ".": "done", "u": "undo"}
