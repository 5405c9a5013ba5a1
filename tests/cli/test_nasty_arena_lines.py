"""Whatever schools, gladiators and things are called: a line of Morturi is read as written."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.lines import Scene, action, actions, line
from cli.phrases import phrases
from cli.spelling import spelled
from domain import lines as pieces
from domain.game import load
from domain.games.morturi.asking import Choose
from domain.games.morturi.doings import TakeUp, Unseal
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.ruling import Change, ChangeKind, Ruling
from domain.names import Name, fold
from domain.terms import NotFound
from tests.cli.test_nasty_lines import PLAIN, Filler, nameable, scenes

LANGUAGE = load("morturi").language
KINDS = ("way", "profile", "learned", "resource", "scenario")
PLAYED = [form for form in LANGUAGE.forms if form.action is not None]


@st.composite
def arenas(draw: st.DrawFn) -> Scene:
    """Schools of nasty names, and whatever else a line of the arena or the year may name."""
    scene = draw(scenes())
    names = list(scene.names)
    for kind in KINDS:
        known = draw(st.lists(PLAIN, min_size=1, max_size=2, unique_by=fold))
        names += [Name(kind=kind, id=f"{kind}-{n}", name=name) for n, name in enumerate(known)]
    return Scene(tuple(names), scene.crew)


class Arena(Filler):
    """Draws slots as an action of Morturi has them."""

    def inner(self, piece: pieces.Piece) -> dict[str, object]:
        """The slots of one piece."""
        match piece:
            case pieces.Loose(within):
                said = [one for one in within if self.draw(st.booleans())]
                return {key: slot for one in said for key, slot in self.all(one.pieces).items()}
            case pieces.Inner(field, within):
                return {field: self.all(within)}
            case pieces.Square(field, several):
                one = st.sampled_from(["A1", "C15", "BH60"])
                return {field: self.draw(st.lists(one, min_size=1) if several else one)}
            case pieces.Heading(field, several):
                way = st.sampled_from("nesw")
                return {field: self.draw(st.lists(way, min_size=1) if several else way)}
            case pieces.Sum(field):
                return {field: [self.draw(st.integers(0, 99_999))]}
            case _:
                return super().inner(piece)


@pytest.mark.parametrize("form", PLAYED, ids=lambda form: form.usage[:40])
@settings(max_examples=10)
@given(st.data(), arenas())
def test_what_is_written_is_read_back(form: pieces.Form, data: st.DataObject, scene: Scene) -> None:
    """The line of any action, read in its scene, is that action; it is canonical."""
    assert form.action is not None
    slots = Arena(data, scene).all(form.pieces)
    fields = {field.name for field in msgspec.structs.fields(form.action)}
    done = msgspec.convert({key: slots[key] for key in slots if key in fields}, form.action)
    try:
        text = line(done, LANGUAGE, scene)
    except NotFound:  # an objective, which no question offers, and which something is called as
        assert form.verb == "choose"
        assert not nameable(scene)
        return
    (phrase,) = phrases(text, LANGUAGE)
    assert action(phrase, LANGUAGE, scene) == done
    assert spelled(phrase) == text


RUST = Name(kind="crew", id="crew-rust", name="Rust")
RUSTY = Name(kind="unit", id="crew-ash/2", name="Rusty", handle="RUS", side="crew-ash")
HIRE = Name(kind="unit", id="crew-ash/3", name="Man for Hire", handle="MAN", side="crew-ash")
ASH = Name(kind="crew", id="crew-ash", name="Ash")


def test_a_ruling_on_a_school_that_is_called_as_somebody() -> None:
    """A school Rust, a gladiator Rusty: `/Rust` is the school; without him its name is enough."""
    done = Ruling(
        text="Late.", changes=(Change(unit="crew-rust", change=ChangeKind.LOSES, amount=100),)
    )
    scene = Scene((ASH, RUST, RUSTY))
    assert line(done, LANGUAGE, scene) == 'ruling "Late.": /Rust loses 100'
    assert actions('ruling "Late.": /Rust loses 100', LANGUAGE, scene) == [done]
    assert line(done, LANGUAGE, Scene((ASH, RUST))) == 'ruling "Late.": Rust loses 100'


def test_a_name_with_a_word_of_another_form_is_in_quotes() -> None:
    """`field SCHOOL: NAME` and `field SCHOOL: NAME for BATTLE`: at `for` a name ends in both."""
    scene = Scene((ASH, HIRE))
    team = FieldTeam(crew="crew-ash", members=("crew-ash/3",))
    assert line(team, LANGUAGE, scene) == 'field Ash: "Man for Hire"'
    (phrase,) = phrases('field Ash: "Man for Hire" for Tifernum', LANGUAGE)
    assert spelled(phrase) == 'field Ash: "Man for Hire" for Tifernum'


def test_a_pick_that_begins_with_to() -> None:
    """`/"to Hall"` is a crew of that name, where an offer is called so too."""
    crew = Name(kind="crew", id="crew-to", name="to Hall")
    scene = Scene((crew, Name(kind="offer", id="prize", name="to Hall")))
    done = Choose(picks=("crew-to",))
    assert line(done, LANGUAGE, scene) == 'choose /"to Hall"'
    assert actions('choose /"to Hall"', LANGUAGE, scene) == [done]


def test_the_school_of_a_choice_says_whose_a_name_is() -> None:
    """Two men Rusty: behind `accept Rust:` the bare name is Rust's, whoever unseals it."""
    twin = Name(kind="unit", id="crew-rust/2", name="Rusty", handle="RUT", side="crew-rust")
    scene = Scene((ASH, RUST, RUSTY, twin))
    for member, text in (("crew-rust/2", "Rust/Rusty"), ("crew-ash/2", "Ash/Rusty")):
        done = Unseal(crew="crew-ash", salt="sand", choice=TakeUp(crew="crew-rust", member=member))
        assert line(done, LANGUAGE, scene) == f'unseal Ash "sand": accept Rust: {text}'
        assert actions(line(done, LANGUAGE, scene), LANGUAGE, scene) == [done]
    read = actions('unseal Ash "sand": accept Rust: Rusty', LANGUAGE, scene)
    assert read == [
        Unseal(crew="crew-ash", salt="sand", choice=TakeUp(crew="crew-rust", member="crew-rust/2"))
    ]
