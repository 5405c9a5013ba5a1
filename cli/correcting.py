"""An amendment as it is asked for: read, judged, shown, and saved where that was agreed to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cli.amendment import Asked, shown, typed
from cli.answers import Answer, document, give, told
from cli.consent import battle_of, consent
from cli.desk import Desk
from cli.doing import completed
from cli.lines import action as action_of
from cli.phrases import phrases
from cli.rows import say, say_json
from cli.rows import table as show_table
from cli.sitting import Table
from domain.amending import Conflict as Misfit
from domain.amending import Outcome, amend
from domain.consequences import Change, consequences
from domain.lines import Redo, Undo
from domain.states import of_books
from domain.terms import Action, Conflict, RuleBroken, WrongUsage
from domain.trials import Reading, Wish
from domain.undo import Batch, check_consent
from domain.worlds import Court, Unit, World


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


def correct(desk: Desk, asked: Asked, *, save: bool, as_json: bool) -> None:
    """Judge an amendment and show what it changes; save it if that is wished."""
    world = World(desk.lines())
    wish = _wish(desk, world, asked)
    outcome = amend(world, desk.game, wish, desk.stamp())
    if not outcome.changed and not outcome.to_roll:
        _nothing(as_json=as_json)
        return
    changes = consequences(desk.game, outcome.before, outcome.after)
    if outcome.conflicts:
        raise _conflicted(desk, asked, outcome, changes, as_json=as_json)
    asking = _consent(desk, wish.unit, asked)
    if not save:
        _show(desk, outcome, changes, _command(asked, outcome, asking), as_json=as_json)
        return
    check_consent(_batches(outcome), asking)
    if outcome.to_roll:
        drawing = msgspec.structs.replace(wish, draw=_draw(desk))
        outcome = amend(world, desk.game, drawing, desk.stamp())
        changes = consequences(desk.game, outcome.before, outcome.after)
        check_consent(_batches(outcome), asking)
    _save(desk, world, outcome)
    _tell(desk, outcome, changes, as_json=as_json)


# Reading


def _wish(desk: Desk, world: World, asked: Asked) -> Wish:
    """What is wished for, by what is on record. Raises what cannot be amended at all."""
    unit = world.unit(asked.address)
    _check(desk, unit)
    rolls: dict[str, list[Action]] = {}
    for each in asked.rolls:
        address, faces = _faces(each)
        rolls.setdefault(world.unit(address).id, []).append(desk.game.throw(faces))
    return Wish(
        unit=unit,
        lines=list(_readings(desk, unit, asked.text)),
        reason=asked.why,
        agreed=asked.agreed,
        drops=frozenset(world.unit(each).id for each in asked.drops),
        rolls=rolls,
    )


def _check(desk: Desk, unit: Unit) -> None:
    """Refuse to amend what no line told."""
    cause = unit.deeds[0].cause
    if isinstance(cause, desk.game.openings.kind):
        raise RuleBroken(
            desk.game.correction,
            f"the opening of {unit.home} is not amended: all that was fought rests on it",
            hint=f"acta battle void {unit.home} --why 'it was opened wrongly'",
        )
    if unit.home.startswith("crew-"):
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


def table_of(story: str, court: Court) -> Table:
    """A court as a table on which lines are said."""
    aftermath = not court.apart and not of_books(story)
    return Table(story, court.game, court.state, aftermath=aftermath)


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


def _batches(outcome: Outcome) -> list[Batch]:
    return [Batch(unit.id, unit.lines) for unit in outcome.replaced]


def _consent(desk: Desk, unit: Unit, asked: Asked) -> Any:
    story = battle_of(unit.lines)
    table = desk.table(story) if story else desk.between()
    return consent(desk, table, agreed=asked.agreed, command=typed(asked, "--yes"))


def _command(asked: Asked, outcome: Outcome, asking: Any) -> str:
    """The amendment as it is typed to have it saved, with the consent that it needs."""
    try:
        check_consent(_batches(outcome), asking)
    except RuleBroken as refused:
        return refused.hint
    return typed(asked, "--yes")


# Answering


def _save(desk: Desk, world: World, outcome: Outcome) -> None:
    if not desk.ledger.append(outcome.lines, world.ends):
        raise Conflict(
            "somebody else wrote first, nothing was saved",
            hint="acta log, then look at the amendment again",
        )


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
    lines = "1 later line has" if count == 1 else f"{count} later lines have"
    if not as_json:
        _say_changes(desk, changes)
        say("conflicts:", *(_misfit(each) for each in outcome.conflicts))
    about = _document(outcome, changes)
    sentence = f"{lines} no place after this amendment: {', '.join(addresses)}"
    return Conflicted(desk.game.correction, sentence, hint=hint, about=about)


def _misfit(one: Misfit) -> str:
    return f"  {one.address}  {one.told}  {one.why}"


def _nothing(*, as_json: bool) -> None:
    """The answer where the new line says what is on record."""
    if as_json:
        say_json({"recorded": False, "amended": [], "changes": [], "conflicts": []})
    else:
        say("nothing would change: that is what is on record")


def _show(
    desk: Desk,
    outcome: Outcome,
    changes: Sequence[Change],
    command: str,
    *,
    as_json: bool,
) -> None:
    """What would change, and the command that does it."""
    if as_json:
        say_json({"recorded": False, "command": command} | _document(outcome, changes))
        return
    say("nothing was recorded; this is what would change:")
    _say_units(outcome)
    _say_changes(desk, changes)
    if outcome.to_roll:
        say(
            f"{outcome.to_roll} asks for sealed dice: they are rolled when you say --yes, what"
            " comes behind them is judged then, and a line without a place is dropped"
        )
    say(f"to do it: {command}")


def _say_units(outcome: Outcome) -> None:
    pieces = _pieces(outcome)
    for unit in outcome.replaced:
        say(*(f"- {told(line)}" for line in unit.lines))
        say(*(f"+ {line.data.told()}" for line in pieces.get(unit.id, ())))


def _pieces(outcome: Outcome) -> dict[str, list[Any]]:
    """The new lines in place of each unit."""
    from domain.ledger.amended import BatchAmended
    from domain.ledger.fold import MASKS

    found: dict[str, list[Any]] = {}
    unit = ""
    for line in outcome.lines:
        if isinstance(line.data, BatchAmended):
            unit = line.data.batch
        elif not isinstance(line.data, MASKS):
            found.setdefault(unit, []).append(line)
    return found


def _say_changes(desk: Desk, changes: Sequence[Change]) -> None:
    heads = desk.game.words.heads
    rows = [
        {
            "whose": f"{each.name} in {each.story}" if each.story else each.name,
            "what": heads.get(each.what, each.what.replace("_", " ")),
            "before": shown(each.before),
            "after": shown(each.after),
        }
        for each in changes
    ]
    if rows:
        show_table(("whose", "what", "before", "after"), rows)


def _document(outcome: Outcome, changes: Sequence[Change]) -> dict[str, Any]:
    """An amendment as JSON gives it."""
    pieces = _pieces(outcome)
    return {
        "amended": [
            {
                "batch": unit.id,
                "before": [line.data.told() for line in unit.lines],
                "after": [line.data.told() for line in pieces.get(unit.id, ())],
            }
            for unit in outcome.replaced
        ],
        "changes": [msgspec.to_builtins(each) for each in changes],
        "conflicts": [msgspec.to_builtins(each) for each in outcome.conflicts],
        "dropped": [msgspec.to_builtins(each) for each in outcome.dropped],
        "to_roll": outcome.to_roll,
    }


def _tell(desk: Desk, outcome: Outcome, changes: Sequence[Change], *, as_json: bool) -> None:
    """The answer to an amendment that is on record."""
    undo, story = f"acta undo --to {outcome.lines[0].address} --yes", outcome.lines[0].story
    table = desk.table(story)
    answer = Answer(lines=outcome.lines, undo=undo, next=table.ask())
    if as_json:
        say_json(document(answer) | _document(outcome, changes))
        return
    give(msgspec.structs.replace(answer, lines=outcome.lines[:1], undo="", next={}), as_json=False)
    _say_units(outcome)
    _say_changes(desk, changes)
    if outcome.dropped:
        say("dropped, for the dice left them no place:", *map(_misfit, outcome.dropped))
    say(f"next: {answer.next['told']}", f"undo: {answer.undo}")
