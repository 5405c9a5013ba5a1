"""A battle as a replay page: its moments taken one after another, and the record behind them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from cli.desk import Desk
from cli.provenance import framed, provenance
from cli.record import lines_of
from cli.retelling import Step, steps, typed
from cli.rows import clean
from cli.signing import of_ledger, verify
from cli.sitting import Table
from domain.campaign import STORY
from domain.chronicle import Ended, Fact, Round
from domain.drawing import Picture
from domain.excerpt import excerpt
from domain.game import Game
from domain.kinds import Deed, Kind
from domain.ledger.fold import ordered
from domain.ledger.record import Line
from domain.ruling import NoteAdded
from domain.signers import keys_of
from domain.swings import swings
from domain.terms import NotFound, tag
from projections.frame.templates import Frame
from projections.player.page import Battle, replay_page
from projections.player.shots import Die, Shot, Told, Turn

DIGITS = 8
TURNS = 3
RARE = 2


def page_of(desk: Desk, table: Table) -> str:
    """The replay page of a battle as it stands."""
    rows = desk.ledger.rows_of(table.story)
    known = {f"{row.story}/{row.line}": row.state for row in rows}
    lines = lines_of(desk, table)
    shots = list(_shots(table, lines, known))
    if not shots:
        raise NotFound(f"nothing of {table.story} counts: there is nothing to play")
    signers = keys_of(desk.ledger.story(STORY))
    found = excerpt(desk.ledger, table.story, of_ledger(desk.home).receipt, signers, verify)
    words, frame = table.game.words, framed(desk)
    battle = Battle(
        story=table.story,
        scenario=table.shown()["scenario"],
        shots=shots,
        record=found.text.decode(),
        links="".join(link.hex()[:DIGITS] for link in found.links),
        heads=(words.member, words.crew),
        turns=_turns(table, lines, frame),
        outcome=_outcome(table, lines),
        void=table.void,
    )
    return replay_page(battle, frame, provenance(desk, (table.story,)))


def _turns(table: Table, lines: Sequence[Line], frame: Frame) -> list[Turn]:
    """The rolls that changed most, in their order: what was told, and how likely it was."""
    mine = {line.address: line for line in lines if line.story == table.story}
    rolls = [roll for roll in swings(table.game, list(mine.values())) if roll.swing]
    most = sorted(rolls, key=lambda roll: -roll.swing)[:TURNS]  # of equals the first
    return [
        Turn(
            roll.address,
            frame.say(
                "replay.turned",
                told=clean(mine[roll.address].data.told()),
                chance=_percent(roll.chance),
            ),
        )
        for roll in rolls
        if roll in most
    ]


def _percent(chance: Fraction) -> str:
    """A chance in a hundred, of a rare one its first digit behind the point."""
    percent = chance * 100
    return f"{float(percent):.0f}" if percent >= RARE else f"{float(percent):.1f}"


def _outcome(table: Table, lines: Sequence[Line]) -> str:
    """How it came out, as it is told; empty while it goes on."""
    for line in ordered([line for line in lines if line.story == table.story]):
        if any(isinstance(fact, Ended) for fact in _facts(table.game, line)):
            return clean(line.data.told())
    return ""


def _facts(game: Game, line: Line) -> Iterable[Fact]:
    """What a line means to a reader."""
    tell = game.chronicle.facts.get(type(line.data))
    return tell(line.data) if tell else ()


def _shots(table: Table, lines: list[Line], known: Mapping[str, bytes]) -> Iterator[Shot]:
    """The moments of a battle, one for each move that counts."""
    picture: Picture | None = None
    for step in steps(table, lines):
        if picture is None or not step.before.aftermath:
            picture = _drawn(table, step, picture)
        if picture is not None:
            yield Shot(
                picture=picture,
                told=tuple(_told(table.game, line, known) for line in step.lines),
                typed=clean(typed(step.before, step.batch[0])),
                strikes=tuple(
                    strike for line in step.lines for strike in _strikes(table.game, line)
                ),
                aftermath=step.before.aftermath,
            )


def _drawn(table: Table, step: Step, before: Picture | None) -> Picture | None:
    """The board behind a move; spots that are as they were are the same, for there are many."""
    if not step.after.fight.opened:
        return before
    picture = table.game.sheets.picture(step.after.fight)
    if before is not None and before.spots == picture.spots:
        return msgspec.structs.replace(picture, spots=before.spots)
    return picture


def _strikes(game: Game, line: Line) -> Iterator[tuple[str, str]]:
    """Who struck at whom, by their ids."""
    tell = game.chronicle.load_deeds().get(type(line.data))
    for deed in tell(line.data) if tell else ():
        if isinstance(deed, Deed) and deed.kind == Kind.FOUGHT and deed.detail["first"]:
            yield from ((deed.member.id, foe) for foe, _ in deed.detail["foes"] if deed.member)


def _told(game: Game, line: Line, known: Mapping[str, bytes]) -> Told:
    state = known.get(line.address)
    data: dict[str, Any] | None = msgspec.json.decode(state)["data"] if state else None
    return Told(
        address=line.address,
        event=tag(type(line.data)),
        text=clean(line.data.told()),
        dice=tuple(_dice(game, line)),
        data=data,
        note=isinstance(line.data, NoteAdded),
        round=next((fact.number for fact in _facts(game, line) if isinstance(fact, Round)), 0),
    )


def _dice(game: Game, line: Line) -> Iterator[Die]:
    """The dice that a line shows."""
    for die in game.odds.fell(line.data) if game.odds else ():
        yield Die(clean(die.of.name), die.sides, die.face)
