"""A battle on record as a battle file that plays to the same state anywhere."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from cli.answers import cause
from cli.battle_file import BattleFile, Row
from cli.battle_header import Anchor, Extra, Reveal, Start
from cli.retelling import Retold, in_batches
from cli.sitting import Table
from cli.staging import handles
from domain import game as games
from domain.game import Game
from domain.house import Setting
from domain.ledger.fold import Reckoning, Restore, Retract, masked, placed
from domain.ledger.record import Line
from domain.opening import Party
from domain.terms import Refusal, RuleBroken
from domain.throwing import Roll, Rolled

Told = tuple[str, Line]


def transcript(table: Table, lines: Sequence[Line]) -> BattleFile:
    """The battle file of a story, of its lines and those told beside it, in the log's order.

    Raises RuleBroken for what such a file cannot say.
    """
    game = games.load(table.game.id)
    if Reckoning(lines).amended:
        return _amended(game, table, lines)
    mine = [line for line in lines if line.story == table.story]
    if mine[0].batch in masked(mine):
        raise RuleBroken(game.correction, f"the opening of {table.story} was taken back")
    retold = Retold(game, table.story)
    rows = list(_rows(retold, table.story, lines))
    split = _conclusion(game, rows, masked(mine), begun=retold.table.begun)
    battle = tuple(Row(text) for text, _ in rows[:split] if text)
    file = header(game, mine, mine[0].data, battle)
    if split == len(rows):
        return file
    after = tuple(Row(text) for text, _ in rows[split + 1 :] if text)
    return replace(file, after=after, aftermath=True)


def _amended(game: Game, table: Table, lines: Sequence[Line]) -> BattleFile:
    """The battle file of what counts, in its order: a file cannot amend.

    Sealed dice of which one was drawn anew have no order that a file could roll them in: they are
    told as dice on the table.
    """
    reckoning = Reckoning(lines)
    counted = [line for line, _ in placed(lines, reckoning) if not reckoning.gone(line)]
    mine = [line for line in counted if line.story == table.story]
    if not mine:
        raise RuleBroken(game.correction, f"the opening of {table.story} was taken back")
    retold = Retold(game, table.story)
    typed = any(isinstance(line.data, Rolled) and line.data.reveals for line in mine)
    rows = list(_counted_rows(retold, table.story, in_batches(counted, reckoning), typed=typed))
    split = _conclusion(game, rows, frozenset(), begun=retold.table.begun)
    battle = tuple(Row(text) for text, _ in rows[:split] if text)
    file = header(game, mine, mine[0].data, battle)
    if typed:
        file = replace(file, dice="table", seed="", id="", sealed=())
    if split == len(rows):
        return file
    after = tuple(Row(text) for text, _ in rows[split + 1 :] if text)
    return replace(file, after=after, aftermath=True)


def _counted_rows(
    retold: Retold, story: str, batches: Iterable[list[Line]], *, typed: bool
) -> Iterator[Told]:
    """The typed lines of what counts; `typed`: sealed rolls with the faces that they showed."""
    opened = False
    for batch in batches:
        if opened and any(line.story == story for line in batch):
            for deed in _deeds(batch):
                action = cause(deed[0])
                if typed and isinstance(action, Roll) and action.reveals:
                    action = _faces(retold.table.game, deed)
                for text in _typed(retold.table, deed[0], action, set()):
                    yield text, deed[0]
                retold.take(deed)
            continue
        opened = opened or any(line.story == story for line in batch)
        retold.take(batch)


def _deeds(batch: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of each action of a batch."""
    found: list[Line] = []
    for line in batch:
        if cause(line) is not None and found:
            yield found
            found = []
        found.append(line)
    yield found


def _faces(game: Game, lines: Sequence[Line]) -> Any:
    """A roll of dice on the table that shows what sealed ones did."""
    return game.throw(tuple(face for line in lines for face in game.chronicle.faces(line.data)))


def _conclusion(game: Game, rows: list[Told], struck: frozenset[str], *, begun: bool) -> int:
    """The row that concludes the battle, if its aftermath follows: `[after]` stands for it."""
    for number in range(len(rows) - 1, -1, -1):
        first = rows[number][1]
        if isinstance(cause(first), game.after.begins):
            begun = True
        if isinstance(cause(first), game.concluding) and first.batch not in struck:
            return number if begun else len(rows)
    return len(rows)


def header(game: Game, lines: Sequence[Line], opened: Any, rows: tuple[Row, ...]) -> BattleFile:
    """The header of a battle that was opened so, with these rows."""
    recalled = game.openings.recalled(opened, cause(lines[0]))
    opening = recalled.opening
    seal = opening.seal[0] if opening.seal else None
    seed = _seed(lines) if seal else ""
    sealed: tuple[Anchor | Reveal, ...] = ()
    if not seed:
        sealed = (*(_anchors(seal) if seal else ()), *_reveals(lines))
    return BattleFile(
        game=game.id,
        edition=recalled.edition,
        scenario=opening.scenario,
        friendly=opening.friendly,
        terms=tuple(Extra(word, text) for word, text in opening.terms),
        id=seal.battle if sealed and seal else "",
        house=tuple(_house(game, opening.house)),
        dice=str(opening.dice),
        seed=seed,
        sealed=sealed,
        starts=tuple(Start(each.crew, each.place) for each in opening.starts),
        own=opening.content,
        crews=tuple(map(_party, opening.guests)),
        lines=rows,
    )


def _seed(lines: Sequence[Line]) -> str:
    """The seed of a solo battle that was concluded, if all its dice followed from that one."""
    if sum(bool(getattr(line.data, "seal", ())) for line in lines) > 1:
        return ""
    return next((line.data.seed for line in lines if hasattr(line.data, "seed")), "")


def _anchors(seal: Any) -> Iterator[Anchor]:
    yield from (Anchor(party, each) for party, each in enumerate(seal.anchors, 1))


def _reveals(lines: Sequence[Line]) -> Iterator[Reveal]:
    """What was shown for every place, retracted rolls too: they have used theirs up."""
    for line in lines:
        for party, each in enumerate(getattr(line.data, "reveals", ()), 1):
            yield Reveal(party, line.data.place, each)  # type: ignore[attr-defined]  # it has reveals


def _house(game: Game, settings: Iterable[Setting]) -> Iterator[Setting]:
    """The house rules that are not the rulebook's own."""
    defaults = {option.name: option.default for option in game.recruiting.options}
    yield from (each for each in settings if defaults.get(each.option) != each.value)


def _party(crew: Party) -> Party:
    """A crew of the header; a handle is told only where it is not the one a file would make."""
    bare = tuple(replace(member, handle="") for member in crew.members)
    members = tuple(
        plain if member.handle == made else member
        for plain, member, made in zip(bare, crew.members, handles(bare), strict=True)
    )
    return replace(crew, members=members)


def _rows(retold: Retold, story: str, lines: Sequence[Line]) -> Iterator[Told]:
    """Every typed line in the order in which it came, undone ones and their undos too.

    Each with the first line on record of what came of it; a text is empty where nobody types it.
    """
    opened = False
    single: set[str] = set()  # what a file takes back one by one, and so puts back one by one
    for batch in in_batches(lines):
        if not any(line.story == story for line in batch):
            retold.take(batch)
            continue
        if opened:
            yield from (
                (text, batch[0]) for text in _typed(retold.table, batch[0], cause(batch[0]), single)
            )
        opened = True
        retold.take(batch)


def _typed(table: Table, line: Line, action: Any, single: set[str]) -> Iterator[str]:
    match action:
        case Retract(reason=reason, batches=batches) if reason.startswith("undo "):
            single.difference_update(batches)
            yield reason
        case Retract(batches=batches):
            single.update(batches)
            yield from ["undo"] * len(batches)
        case Restore(batches=batches):
            yield from ["redo"] * (len(batches) if single.issuperset(batches) else 1)
        case _ if getattr(action, "reveals", ()):
            return
        case _ if isinstance(action, table.game.after.begins):
            yield ""
        case _:
            yield _written(table, line, action)


def _written(table: Table, line: Line, action: Any) -> str:
    from cli.lines import line as written

    try:
        text = written(action, table.game.language, table.scene)
    except Refusal:
        text = ""
    if not text:
        sentence = f"a battle file cannot say yet what {line.address} did: {line.data.told()}"
        raise RuleBroken(table.game.correction, sentence)
    return text
