"""Whatever schools, gladiators and things are called: a line of Morturi is read as written."""

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cli.lines import Scene, action, line
from cli.phrases import phrases
from cli.reader import particles
from cli.spelling import spelled
from domain import lines as pieces
from domain.game import load
from domain.names import Name, fold
from tests.cli.test_nasty_lines import PLAIN, Filler, scenes

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


def clear(form: pieces.Form, scene: Scene) -> bool:
    """Whether names leave no doubt which kind of thing, and which of a verb's forms, is meant.

    Where a verb has several forms, `ruling NAME …` and `ruling SCHOOL …`, or a form takes things of
    several kinds, a school whose name is or begins that of something else, and whoever is called as
    a word of another form, are read as the first form or kind has it: that does not hold yet.
    """
    kinds: dict[str, set[str]] = {}
    for name in scene.names:
        kinds.setdefault(fold(name.name), set()).add(name.kind)
    if any(len(several) > 1 for several in kinds.values()):
        return False
    forms = [other for other in PLAYED if other.verb == form.verb]
    if len(forms) == 1:
        return True
    words = {word for other in forms for word in particles(other)}
    schools = tuple(fold(name.name) for name in scene.names if name.kind == "crew")
    rest = [name for name in scene.names if name.kind != "crew"]
    begun = {fold(part) for one in rest for part in (one.name, one.handle, *one.name.split())}
    said = {word.lower() for name in scene.names for word in name.name.split()}
    return words.isdisjoint(said) and not any(part.startswith(schools) for part in begun)


@pytest.mark.parametrize("form", PLAYED, ids=lambda form: form.usage[:40])
@settings(max_examples=10, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.data(), arenas())
def test_what_is_written_is_read_back(form: pieces.Form, data: st.DataObject, scene: Scene) -> None:
    """The line of any action, read in its scene, is that action; it is canonical."""
    assert form.action is not None
    assume(clear(form, scene))
    slots = Arena(data, scene).all(form.pieces)
    fields = {field.name for field in msgspec.structs.fields(form.action)}
    done = msgspec.convert({key: slots[key] for key in slots if key in fields}, form.action)
    text = line(done, LANGUAGE, scene)
    (phrase,) = phrases(text, LANGUAGE)
    assert action(phrase, LANGUAGE, scene) == done
    assert spelled(phrase) == text
