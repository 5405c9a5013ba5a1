"""Whatever things are called and whatever is typed: it comes back the same, or is refused."""

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cli.lines import Scene, action, actions, line
from cli.phrases import Phrase, phrases
from cli.spelling import spelled
from domain import lines as pieces
from domain.games.mortisphere.acting import Choose, Decline
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.using import Named
from domain.names import Name, fold, handle
from domain.terms import NotFound, Refusal
from tests.cli.scenes import ANA

# Nasty names: signs, quotes, particles, verbs, spaces, digits, scripts.

PARTS = (
    "to with on at led by > & , : / # ; ! @ @rat all swarm copy 3 5r2 then vs and seen A1 Vex Rat"
    ' RAT " \\ for absorb against beside the Œuf 中文 ﬁn no roll roll! yes'
)
WORDS = st.sampled_from([*PARTS.split(), "  ", "\u00a0", "İ", "ß", "é", "e\u0301"])
NASTY = st.lists(WORDS, min_size=1, max_size=4).map(" ".join) | st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=12
)
PLAIN = NASTY.filter(lambda name: bool(fold(name)))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Two crews of nasty names, Areas, objectives and offers; whose turn it is."""
    crews = draw(st.lists(PLAIN, min_size=2, max_size=3, unique_by=fold))
    names = [Name(kind="crew", id=f"crew-{n}", name=name) for n, name in enumerate(crews)]
    for crew in range(len(crews)):
        taken: list[str] = []
        for number, name in enumerate(draw(st.lists(PLAIN, min_size=1, max_size=4))):
            taken.append(handle(name, taken))
            names.append(
                Name(
                    kind="unit",
                    id=f"crew-{crew}/{number}",
                    name=name,
                    handle=taken[-1],
                    side=f"crew-{crew}",
                )
            )
    for kind in ("place", "objective", "offer", "effect", "item"):
        known = draw(st.lists(PLAIN, min_size=1, max_size=2, unique_by=fold))
        names += [Name(kind=kind, id=f"{kind}-{n}", name=name) for n, name in enumerate(known)]
    names += [Name(kind="question", id=word, name=word) for word in ("interact", "clash.roll")]
    return Scene(tuple(names), draw(st.sampled_from(["", "crew-0", "crew-1"])))


class Filler:
    """Draws slots as an action has them, piece by piece."""

    def __init__(self, data: st.DataObject, scene: Scene) -> None:
        self.draw = data.draw
        self.scene = scene

    def all(self, form: tuple[pieces.Piece, ...]) -> dict[str, object]:
        """The slots of all pieces."""
        slots: dict[str, object] = {}
        for piece in form:
            slots |= self.inner(piece)
        for piece in form:
            if isinstance(piece, pieces.One) and piece.field in slots:
                slots[piece.field] = self.draw(self.ids(piece.where(slots)))
        return slots

    def ids(self, slot: pieces.Slot) -> st.SearchStrategy[str]:
        """What may stand in a slot."""
        known = [name.id for name in self.scene.names if name.kind in slot.kinds]
        return st.sampled_from(known) if known else NASTY

    def inner(self, piece: pieces.Piece) -> dict[str, object]:
        """The slots of one piece that holds others, or of a plain one."""
        match piece:
            case pieces.Maybe(_, within) | pieces.Perhaps(within):
                return self.all(within) if self.draw(st.booleans()) else {}
            case pieces.Either(branches):
                ways = [branch for branch in branches if not _asks(branch)]
                return self.all(self.draw(st.sampled_from(ways)).pieces)
            case pieces.Each(field, _, within):
                return {field: [self.all(within) for _ in range(self.draw(st.integers(1, 3)))]}
            case _:
                return self.plain(piece)

    def plain(self, piece: pieces.Piece) -> dict[str, object]:
        """The slot of a piece that holds no others."""
        face = st.integers(1, 20)
        die = st.builds(lambda f, b: {"face": f, "before": b}, face, st.lists(face, max_size=2))
        match piece:
            case pieces.Const(field, value):
                return {field: value}
            case pieces.One(field) | pieces.Quoted(field) | pieces.Person(field):
                return {field: self.draw(NASTY)}
            case pieces.Some(field, slot) | pieces.Picks(field, slot):
                return {field: self.draw(st.lists(self.ids(slot), min_size=1, max_size=3))}
            case pieces.Hex(field, digits, several):
                one = st.text("0123456789abcdef", min_size=digits, max_size=digits)
                many = st.lists(one, min_size=1, max_size=3)
                return {field: self.draw(many if several else one)}
            case pieces.Number(field):
                return {field: self.draw(st.integers(1, 999))}
            case pieces.Faces(field):
                return {field: self.draw(st.lists(die, min_size=1, max_size=4))}
            case pieces.Address(field):
                return {field: f"battle-{self.draw(face)}/{self.draw(face)}"}
            case _:
                return {}


def _asks(branch: pieces.Branch) -> bool:
    """Whether a way is stored spelled out, and so never written."""
    return any(isinstance(piece, pieces.Asked) for piece in branch.pieces)


PLAYED = [form for form in LANGUAGE.forms if form.action is not None]


@settings(max_examples=400, deadline=None)
@given(st.data(), scenes(), st.sampled_from(PLAYED))
def test_what_is_written_is_read_back(data: st.DataObject, scene: Scene, form: pieces.Form) -> None:
    """Rule 4: the line of any action, read in its scene, is that action; it is canonical."""
    assert form.action is not None
    slots = Filler(data, scene).all(form.pieces)
    fields = {field.name for field in msgspec.structs.fields(form.action)}
    done = msgspec.convert({key: slots[key] for key in slots if key in fields}, form.action)
    if form.verb == "choose" and not nameable(scene):
        return
    text = line(done, LANGUAGE, scene)
    (phrase,) = phrases(text, LANGUAGE)
    assert action(phrase, LANGUAGE, scene) == done
    assert spelled(phrase) == text
    assert line(action(phrase, LANGUAGE, scene), LANGUAGE, scene) == text


def nameable(scene: Scene) -> bool:
    """Whether no objective, which no question offers, is called as another thing."""
    chosen = [name for name in scene.names if name.kind in pieces.OFFERED.kinds]
    names = [fold(name.name) for name in chosen]
    alone = (name for name in chosen if name.kind == "objective")
    return all(names.count(fold(name.name)) == 1 for name in alone)


def test_an_effect_that_is_called_as_somebody() -> None:
    """`: EFFECT` is the effect, where a member has its name; with its bearer it needs no sign."""
    rat = Name(kind="unit", id="crew-a/2", name="Rat", handle="RAT", side="crew-a")
    trick = Name(kind="effect", id="trick", name="Rat")
    scene = Scene((Name(kind="crew", id="crew-a", name="Ash"), rat, trick), "crew-a")
    for text, named in (
        ("declare : Rat", Named("trick")),
        ("declare Ash/Rat: Rat", Named("crew-a/2", "trick")),
    ):
        assert actions(text, LANGUAGE, scene) == [Declare(effects=(named,))]
        assert line(Declare(effects=(named,)), LANGUAGE, scene) == text


def test_a_no_names_its_question() -> None:
    """`no QUESTION`; where an effect is called so, `no` answers whatever is asked."""
    question = Name(kind="question", id="interact", name="interact")
    no = Decline(question="interact")
    assert actions("no interact", LANGUAGE, Scene((question,))) == [no]
    assert line(no, LANGUAGE, Scene((question,))) == "no interact"
    effect = Name(kind="effect", id="meddling", name="Interact")
    scene = Scene((question, effect))
    assert actions("no interact", LANGUAGE, scene) == [Decline(effects=(Named("meddling"),))]
    assert line(no, LANGUAGE, scene) == "no"


def test_what_is_offered_is_chosen() -> None:
    """An offer, a crew, an Area of one name: the offer; `to Hall` is the Area, `/Hall` the crew."""
    hall = Name(kind="place", id="hall", name="Hall")
    crew = Name(kind="crew", id="crew-hall", name="Hall")
    prize = Name(kind="offer", id="prize", name="Hall")
    scene = Scene((hall, crew, prize))
    picks = (("choose to Hall", "hall"), ("choose Hall", "prize"), ("choose /Hall", "crew-hall"))
    for text, pick in picks:
        (chosen,) = actions(text, LANGUAGE, scene)
        assert chosen == Choose(picks=(pick,))
        assert line(chosen, LANGUAGE, scene) == text


def test_what_no_name_means_is_not_written() -> None:
    """An objective that is called as an Area: nobody is asked to choose it, and it has no line."""
    hall = Name(kind="place", id="hall", name="Hall")
    scene = Scene((hall, Name(kind="objective", id="bins", name="Hall")))
    (chosen,) = actions("choose to Hall", LANGUAGE, scene)
    with pytest.raises(NotFound, match="no name means Hall alone"):
        line(msgspec.structs.replace(chosen, picks=("bins",)), LANGUAGE, scene)
    with pytest.raises(NotFound, match="nothing in this battle has the id moon"):
        line(msgspec.structs.replace(chosen, picks=("moon",)), LANGUAGE, scene)


VERBS = "clash c rd ra respond move interact order ruling note choose yes undo roll roll! start"
TYPED = st.lists(
    st.sampled_from([*VERBS.split(), "field", "hold", "defend", "@", "!", '"', "r"])
    | NASTY
    | st.text(max_size=6),
    max_size=12,
).map(" ".join)


def attempt(text: str) -> tuple[Phrase, ...]:
    """The phrases of a text, or none if it is refused in one sentence."""
    try:
        return phrases(text, LANGUAGE)
    except Refusal as refused:
        told = refused.told()
    assert len(told) < 300
    assert "\n" not in told
    return ()


@settings(max_examples=600, deadline=2000)
@given(TYPED | st.text(max_size=40), scenes())
@example("hold " + "x" * 5000, ANA)
@example("clash " + ", ".join(["Rat"] * 1500) + " > First Voice", ANA)
@example("note " + '"' * 4999, ANA)
@example("roll " + "9" * 5000, ANA)
@example("1" * 5000, ANA)
@example("choose " + "\u0661" * 20, ANA)
@example("interact Rat with bin copy ²", ANA)
@example("hold " + "/" * 5000, ANA)
@example("hold \u13a1\u0430t", ANA)
def test_whatever_is_typed_is_read_or_refused(text: str, scene: Scene) -> None:
    """Nothing but a refusal comes of a bad line; what is read is written canonically and stays."""
    for phrase in attempt(text):
        written = spelled(phrase)
        (again,) = phrases(written, LANGUAGE)
        assert again == phrase
        assert spelled(again) == written
        try:
            done = action(phrase, LANGUAGE, scene)
            canonical = line(done, LANGUAGE, scene)
        except Refusal:
            continue
        assert actions(canonical, LANGUAGE, scene) == [done]
