"""An amendment as it is asked for: read, judged, shown, and saved where that was agreed to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cli.amendment import Asked, typed
from cli.consent import battle_of, consent
from cli.desk import Desk
from cli.doing import completed
from cli.lines import action as action_of
from cli.outcome import (
    as_document,
    batches_of,
    misfits,
    save,
    say_changes,
    show_outcome,
    tell_outcome,
)
from cli.phrases import phrases
from cli.retyping import table_of
from cli.rows import say, say_json
from domain.amending import Outcome, amend
from domain.consequences import Change, consequences
from domain.counting import counted
from domain.ledger.amended import Void
from domain.lines import Redo, Undo
from domain.terms import Action, RuleBroken, WrongUsage
from domain.trials import Reading, Wish
from domain.undo import Batch, Consent, check_consent
from domain.worlds import Bench, Court, Unit, World


class Conflicted(RuleBroken):
    """An amendment with open conflicts: nothing is saved before each of them is settled."""

    def __init__(
        self, rule: str, message: str, *, hint: str, about: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(rule, message, hint=hint)
        self.about = about or {}

    def data(self) -> dict[str, Any]:
        """The refusal with the conflicts and all that would change."""
        return super().data() | dict(self.about)


def correct(desk: Desk, asked: Asked, *, yes: bool, as_json: bool) -> None:
    """Judge an amendment and show what it changes; save it if that is wished."""
    world = World(desk.lines())
    wish = _wish(desk, world, asked)
    outcome = amend(world, desk.game, wish, desk.stamp())
    if not outcome.changed and not outcome.to_roll:
        _nothing(as_json=as_json)
        return
    changes = []  # of sealed dice that have not fallen nobody knows what they change
    if not outcome.to_roll:
        changes = consequences(desk.game, outcome.before, outcome.after)
    if outcome.conflicts:
        raise _conflicted(desk, asked, outcome, changes, as_json=as_json)
    asking = consent_of(desk, wish.unit, asked.agreed, typed(asked, "--yes"))
    concerned = _concerned(world, wish.unit, outcome)
    if not yes:
        show_outcome(desk, outcome, changes, command_of(concerned, asking), as_json=as_json)
        return
    check_consent(concerned, asking)
    if outcome.to_roll:
        drawing = msgspec.structs.replace(wish, draw=_draw(desk))
        outcome = amend(world, desk.game, drawing, desk.stamp())
        changes = consequences(desk.game, outcome.before, outcome.after)
    save(desk, world, outcome)
    tell_outcome(desk, outcome, changes, as_json=as_json)


# Reading


def _wish(desk: Desk, world: World, asked: Asked) -> Wish:
    """What is wished for, by what is on record. Raises what cannot be amended at all."""
    unit = world.unit(asked.address)
    _check(desk, unit)
    rolls: dict[str, list[Action]] = {}
    for each in asked.rolls:
        address, faces = _faces(each)
        rolls.setdefault(_later(world, unit, address), []).append(desk.game.throw(faces))
    return Wish(
        unit=unit,
        lines=list(_readings(desk, unit, asked.text)),
        reason=asked.why,
        agreed=asked.agreed,
        drops=frozenset(_later(world, unit, each) for each in asked.drops),
        rolls=rolls,
    )


def _later(world: World, unit: Unit, address: str) -> str:
    """The unit at an address, if it is the amended one or stands behind it."""
    found = world.unit(address)
    if world.units.index(found) < world.units.index(unit):
        raise WrongUsage(
            f"{address} stands before {unit.address} and does not rest on it",
            hint=f"acta log {unit.home}",
        )
    return found.id


def _check(desk: Desk, unit: Unit) -> None:
    """Refuse to amend what no line told."""
    cause = unit.cause
    if isinstance(cause, desk.game.openings.kind):
        raise RuleBroken(
            desk.game.correction,
            f"the opening of {unit.home} is not amended: all that was fought rests on it",
            hint=f"acta battle void {unit.home} --why 'it was opened wrongly'",
        )
    if unit.home.startswith("crew-") or type(cause) in {Void, *Bench(desk.game).kinds}:
        raise RuleBroken(
            desk.game.correction,
            f"{unit.address} was told by a command of its own, not by a line: {unit.told}",
            hint=f"acta undo --to {unit.address}",
        )


def _readings(desk: Desk, unit: Unit, text: str) -> Iterator[Reading]:
    """The lines of a text, each to be read in the state that it meets."""
    for phrase in phrases(text, desk.game.language):

        def reading(court: Court, phrase: Any = phrase) -> Action:
            table = table_of(unit.home, court)
            action = action_of(phrase, court.game.language, table.scene)
            if isinstance(action, Undo | Redo):
                raise WrongUsage(
                    "an undo stands in place of nothing", hint="acta undo --to ADDRESS"
                )
            return completed(desk, table, court.game.canonical(court.state, action))

        yield reading


def _faces(text: str) -> tuple[str, tuple[int, ...]]:
    address, sign, faces = text.partition("=")
    words = faces.replace(",", " ").split()
    if not sign or not words or not all(word.isdecimal() for word in words):
        raise WrongUsage(f"{text!r} is no roll", hint="--roll ADDRESS=5,3")
    return address, tuple(map(int, words))


def _draw(desk: Desk) -> Any:
    """The next sealed roll, its reveals by the keeper."""

    def draw(court: Court, _story: str) -> Action:
        return court.game.roll(desk.keeper.reveals(court.game.chains(court.state)))

    return draw


# Consent


def _concerned(world: World, unit: Unit, outcome: Outcome) -> list[Batch]:
    """What is taken back: all that comes out differently, or may when sealed dice have fallen."""
    if not outcome.to_roll:
        return batches_of(outcome)
    later = world.units[world.units.index(unit) :]
    return [Batch(one.id, one.lines) for one in later if one.home == unit.home and not one.gone]


def consent_of(desk: Desk, unit: Unit, agreed: str, command: str) -> Consent:
    """Who corrects, and who may agree to it."""
    story = battle_of(unit.lines)
    table = desk.table(story) if story else desk.between()
    return consent(desk, table, agreed=agreed, command=command)


def command_of(concerned: Sequence[Batch], asking: Consent) -> str:
    """The correction as it is typed to have it saved, with the consent that it needs."""
    try:
        check_consent(concerned, asking)
    except RuleBroken as refused:
        return refused.hint
    return asking.command


# Answering


def _conflicted(
    desk: Desk, asked: Asked, outcome: Outcome, changes: Sequence[Change], *, as_json: bool
) -> Conflicted:
    """The refusal of an amendment with open conflicts, which are shown before it."""
    count = len(outcome.conflicts)
    addresses = [each.address for each in outcome.conflicts]
    dropping = msgspec.structs.replace(asked, drops=(*asked.drops, *addresses))
    hint = f"{typed(dropping)} lets them go"
    first = outcome.conflicts[0]
    if first.dice:
        faces = ",".join(f"d{each}" for each in first.dice)
        hint += f"; --roll {first.address}={faces} gives the dice that are missing"
    lines = counted(count, "later line has", "later lines have")
    if not as_json:
        say_changes(desk, changes)
        say("conflicts:", *misfits(outcome.conflicts))
    about = as_document(outcome, changes)
    sentence = f"{lines} no place after this amendment: {', '.join(addresses)}"
    return Conflicted(desk.game.correction, sentence, hint=hint, about=about)


def _nothing(*, as_json: bool) -> None:
    """The answer where the new line says what is on record."""
    if as_json:
        say_json({"recorded": False, "amended": [], "changes": [], "conflicts": []})
    else:
        say("nothing would change: that is what is on record")
