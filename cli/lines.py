"""Typed lines → actions, and actions → canonical lines, by the game's declarations.

Reading goes in two steps, so that each kind of error has its moment: `phrases` reads the text
(WrongUsage: unreadable), `action` looks up its names (NotFound, Ambiguous); whether the action
is legal is for the rules. A name is looked up by kind and side of its slot, never by what is
legal just now: first among the things of the slot's side, then among all.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from typing import NoReturn

import msgspec

from cli.phrases import ALL, Phrase, Slots, phrases, signs
from cli.slots import all_changed
from cli.spelling import fits_all, slots_of, spelled
from cli.tokens import shortened
from domain.lines import (
    CREW,
    PLACE,
    UNIT,
    Form,
    Language,
    Redo,
    Side,
    Slot,
    Typed,
    Undo,
)
from domain.names import Name, Named, find, fold, said
from domain.shared_lines import EFFECT
from domain.terms import Action, Ambiguous, NotFound, Refusal, WrongUsage

_TOLD = ("crew", "place", "objective", "item", "injury", "ability", "will")
_SHOWN = 3
_BEFORE = {">": UNIT, "to": PLACE, ":": EFFECT, "/": CREW}


class Scene(msgspec.Struct, frozen=True):
    """What a line needs to know of a battle: its names, the crew that is asked, whom `all` means.

    `asked` is whoever of that crew is to answer, in the order in which they stand; `called`
    says what the game calls things of a kind.
    """

    names: tuple[Name, ...]
    crew: str = ""
    asked: tuple[str, ...] = ()
    called: Callable[[str], str] = str


class Unclear(Ambiguous):
    """A name of a line that several answer to."""

    def __init__(self, error: Ambiguous, typed: Typed, hits: tuple[Name, ...]) -> None:
        super().__init__(error.message, error.candidates, hint=error.hint)
        self.typed = typed
        self.hits = hits


def action(phrase: Phrase, language: Language, scene: Scene) -> Action | Undo | Redo:
    """The action of a phrase, its names looked up. Raises NotFound, Ambiguous, WrongUsage.

    Where nothing has a name that one form of the verb wants, another form may find it.
    """
    try:
        return _action(phrase, language, scene)
    except NotFound:
        for other in phrase.others:
            with suppress(NotFound):
                return _action(other, language, scene)
        raise


def _action(phrase: Phrase, language: Language, scene: Scene) -> Action | Undo | Redo:
    kind = phrase.form.action
    if kind is None or not set(phrase.slots) <= {f.name for f in msgspec.structs.fields(kind)}:
        _unplayed(phrase, language)

    def change(typed: Typed, slot: Slot, done: Slots) -> str:
        return _id(typed, slot, scene, done)

    try:
        slots = all_changed(phrase.form.pieces, phrase.slots, change, {"asked": scene.asked})
        return msgspec.convert(slots, kind)
    except Unclear as error:
        raise _with_lines(error, phrase, scene) from None
    except msgspec.ValidationError:
        _unplayed(phrase, language)


def actions(text: str, language: Language, scene: Scene) -> list[Action | Undo | Redo]:
    """The actions of a text whose lines are all about one scene."""
    return [action(phrase, language, scene) for phrase in phrases(text, language)]


def line(done: Action | Undo | Redo, language: Language, scene: Scene) -> str:
    """The canonical line of an action; empty where nobody types one (a sealed roll).

    Of several forms the first that says all of it, and is read as the same again; where another
    form of the verb would read it otherwise, a sign says that a crew is meant.
    """
    forms = [form for form in language.forms if form.action is type(done)]
    fitting = [form for form in forms if fits_all(form.pieces, slots_of(done))]
    first = ""
    lost: NotFound | None = None
    for signed, form in product((False, True), fitting):
        try:
            text = _written(done, form, scene, signed=signed)
        except NotFound as error:
            lost = error
            continue
        if len(forms) == 1 or _means(text, done, language, scene):
            return text
        first = first or text
    if lost is not None and not first:
        raise lost
    return first


def _written(done: Action | Undo | Redo, form: Form, scene: Scene, *, signed: bool) -> str:
    """An action as a form writes it. Raises NotFound for what no name means."""
    slots: Slots = slots_of(done)

    def change(name: str, slot: Slot, before: Slots) -> Typed:
        return _called(name, slot, scene, slots | before, signed=signed)

    return spelled(Phrase(form, all_changed(form.pieces, slots, change, {})))


def _means(text: str, done: Action | Undo | Redo, language: Language, scene: Scene) -> bool:
    """Whether a line is read as this action."""
    try:
        return actions(text, language, scene) == [done]
    except Refusal:
        return False


def _unplayed(phrase: Phrase, language: Language) -> NoReturn:
    raise WrongUsage(f"“{shortened(spelled(phrase))}”: {language.unplayed}")


# Looking names up.


def _id(typed: Typed, slot: Slot, scene: Scene, done: Slots) -> str:
    """The id of what a typed name means; a name that is looked up nowhere stays as it is."""
    if typed.number or not slot.kinds:
        return typed.text
    known = {name.id for name in scene.names if name.kind in slot.kinds}
    if slot.kept and (not known or typed.text in known):
        return f"{typed.crew}{'/' if typed.crew else ''}{'@' if typed.handle else ''}{typed.text}"
    slot = _BEFORE.get(typed.before, slot)
    crew = done.get("crew", "")
    crew = _id(crew, CREW, scene, {}) if isinstance(crew, Typed) else crew
    return _found(typed, slot, scene, crew).id


def _found(typed: Typed, slot: Slot, scene: Scene, crew: str) -> Name:
    """What a typed name means, first on the slot's side, then anywhere."""
    pool = [name for name in scene.names if name.kind in slot.kinds]
    near = [] if typed.crew else [name for name in pool if _near(name, slot, scene, crew)]
    if not near or len(near) == len(pool):
        return _among(typed, pool, scene, slot)
    try:
        return _among(typed, near, scene, slot)
    except NotFound as unknown:
        try:
            return _among(typed, pool, scene, slot)
        except NotFound:
            raise unknown from None  # its hint names who stands on the slot's side


def _near(name: Name, slot: Slot, scene: Scene, crew: str) -> bool:
    """Whether something is on the side that a slot is about; among offers, whether it is one."""
    if "offer" in slot.kinds:
        return name.kind == "offer"
    match slot.side:
        case Side.OWN:
            return name.side == scene.crew
        case Side.FOE:
            return name.side != scene.crew
        case Side.NAMED:
            return name.side == crew
        case Side.ANY:
            return True


def _among(typed: Typed, pool: list[Name], scene: Scene, slot: Slot) -> Name:
    """What a typed name means among some. Raises NotFound or Unclear."""
    crews = {name.id: name.name for name in scene.names if name.kind == "crew"}
    named = [Named(n.id, n.name, n.handle, crews.get(n.side, "")) for n in pool]
    if typed.handle:
        named = [one for one in named if fold(one.handle) == fold(typed.text)]
    text = f"@{typed.text}" if typed.handle else typed.text
    try:
        found = find(text, named, crew=typed.crew)
    except Ambiguous as error:
        told = {one.id for one in named if one.told() in error.candidates}
        hits = tuple(name for name in pool if name.id in told)
        raise Unclear(error, typed, hits) from None
    except NotFound as error:
        kind = slot.kinds[0]
        if len(slot.kinds) > 1 or kind not in _TOLD:
            raise
        raise NotFound(
            f"no {scene.called(kind)} is called {said(typed.text)}", hint=error.hint
        ) from None
    return next(name for name in pool if name.id == found.id)


def _with_lines(error: Unclear, phrase: Phrase, scene: Scene) -> Ambiguous:
    """The error with the lines to type, one for each of the first candidates."""

    def clear(hit: Name) -> str:
        def change(typed: Typed, slot: Slot, done: Slots) -> Typed:
            return _called(hit.id, slot, scene, done) if typed is error.typed else typed

        slots = all_changed(phrase.form.pieces, phrase.slots, change, {"asked": ALL})
        return f"acta do {shlex.quote(spelled(Phrase(phrase.form, slots)))}"

    hint = " or ".join(clear(hit) for hit in error.hits[:_SHOWN])
    return Ambiguous(error.message, error.candidates, hint=hint)


def _called(wanted: str, slot: Slot, scene: Scene, done: Slots, *, signed: bool = False) -> Typed:
    """How an id is written in a slot: whole name, `Crew/Name`, `@abc`: the first that is clear.

    With `signed` the first that says by a sign of what kind it is.
    """
    if not slot.kinds:
        return Typed(wanted)
    pool = [name for name in scene.names if name.kind in slot.kinds]
    name = next((each for each in pool if each.id == wanted), None)
    if name is None and slot.kept:
        return Typed(wanted)
    shown = name is None or (name.kind == "offer" and name.name == wanted)
    if shown and re.fullmatch("[0-9]{1,6}", wanted):
        return Typed(wanted, number=True)
    if name is None:
        raise NotFound(f"nothing in this battle has the id {said(wanted)}")
    alone = sum(fold(each.name) == fold(name.name) for each in pool) == 1
    ways = _ways(name, slot, scene, alone=alone)
    for typed in sorted(ways, key=lambda way: not way.before) if signed else ways:
        try:
            if _id(typed, slot, scene, done) == wanted:
                return typed
        except Refusal:
            continue
    raise NotFound(f"no name means {said(name.name)} alone")


def _ways(name: Name, slot: Slot, scene: Scene, *, alone: bool) -> list[Typed]:
    """The ways to write a name, the plainest first; twins are told apart."""
    crew = next((each.name for each in scene.names if each.id == name.side), "")
    ways = [Typed(name.name)] if alone or name.kind == "offer" else []
    if crew:
        ways.append(Typed(name.name, crew))
    if name.handle:
        ways.append(Typed(name.handle, handle=True))
        ways.append(Typed(name.handle, crew, handle=True))
    ways += [Typed(name.name, before=before) for before in _leads(name, slot)]
    return ways


def _leads(name: Name, slot: Slot) -> Iterator[str]:
    """What may stand in front of a name in a slot, and says of what kind it is."""
    leads = {*(">", "to"), *signs(slot)}
    yield from (lead for lead, of in _BEFORE.items() if name.kind in of.kinds and lead in leads)
