"""Battle files: played into a campaign, all or nothing; or written canonically without one."""

from collections.abc import Iterator
from typing import Any

import msgspec

from cli.answers import Answer, changes
from cli.battle_file import BattleFile, Row
from cli.consent import undo_of
from cli.desk import Desk
from cli.own import taking
from cli.phrases import phrases
from cli.rows import talk
from cli.spelling import spelled
from cli.staging import Ground, Stage
from cli.transcript import header
from cli.version import PROGRAM
from domain import game as games
from domain.campaign import STORY, FoundCampaign
from domain.game import Game
from domain.ledger.draft import Draft, Pen, Stamp
from domain.names import alike, fold
from domain.profile import Profile
from domain.terms import Conflict, Refusal, RuleBroken

STOPPED = "it ends here: the next dice are sealed"
NOBODY = "0" * 32


def record(desk: Desk, file: BattleFile, name: str, *, counts: bool, dry_run: bool) -> Answer:
    """Play a file into the campaign. A refusal names file and row; then nothing is kept."""
    game = desk.game
    stories = desk.stories()
    known = desk.ledger.know(game.books, stories)
    ground = Ground(
        game=game,
        campaign=desk.ledger.campaign,
        books=desk.books(stories),
        ends=known.ends,
        stamp=desk.stamp,
        past=lambda: desk.told(*stories),
    )
    desk.ledger.refuse_broken(stories)
    stage = Stage(ground, file, name)
    stage.take(taking(ground.books, desk.home.folder))
    with_file(stage, counts=counts)
    if counts:
        talk(*unlike(stage))
    before = stage.table.shown()
    stopped = _played(stage, dry_run=dry_run)
    if not dry_run:
        _save(desk, stage, known.ends)
    after = stage.table
    return Answer(
        lines=stage.lines,
        changed=changes(after.game.sheets, before, after.shown()),
        next=after.ask(),
        undo="" if dry_run or (counts and after.aftermath) else _undo(desk, stage),
        dry_run=dry_run,
        stopped=stopped,
    )


def _undo(desk: Desk, stage: Stage) -> str:
    mine = [line for line in stage.lines if line.batch.startswith(f"{stage.story}/")]
    return undo_of(desk, stage.table, mine)


def with_file(stage: Stage, *, counts: bool) -> None:
    """Found what is to be founded, and open the battle; a refusal names the file."""
    try:
        if counts:
            stage.found()
        stage.open(counts=counts)
    except Refusal as refused:
        if not refused.message.startswith(stage.name):
            refused.message = f"{stage.name}: {refused.message}"
        raise


def unlike(stage: Stage) -> Iterator[str]:
    """Whom the campaign has otherwise than the file says: it is the campaign's who are played."""
    opened = [line for line in stage.lines if line.story == stage.story]
    known = {alike(one.name): one for one in header(stage.game, opened, opened[0].data, ()).crews}
    for crew in stage.file.crews:
        members = {alike(one.name): one for one in known[alike(crew.name)].members}
        for told in crew.members:
            own = members.get(alike(told.name))
            if own is not None and (changed := list(_otherwise(own, told))):
                yield f"{told.name} is played as this campaign has it: {', '.join(changed)}"


def _otherwise(own: Profile, told: Profile) -> Iterator[str]:
    """What a profile has otherwise than it is told; what is not told may be as it is."""
    for ours, theirs in ((own.kind, told.kind), (own.rank, told.rank)):
        if ours != theirs:
            yield f"{ours}, not {theirs}"
    for word, theirs in told.parts.items():
        ours = own.parts.get(word, "")
        if _folded(ours) != _folded(theirs):
            yield f"{word} {_listed(ours)}, not {_listed(theirs)}"


def _folded(told: Any) -> Any:
    return {fold(str(one)) for one in told} if isinstance(told, tuple | list) else fold(str(told))


def _listed(told: Any) -> str:
    return " and ".join(told) if isinstance(told, tuple | list) else str(told) or "none"


def _played(stage: Stage, *, dry_run: bool) -> str:
    """Play all rows; a dry run ends before the first sealed roll, and says so."""
    for row in stage.file.lines:
        if dry_run and stage.file.dice == "sealed":
            return STOPPED
        stage.play(row)
    stage.end()
    if stage.file.aftermath:
        if dry_run and stage.file.dice == "sealed":
            return STOPPED
        stage.settle()
    for row in stage.file.after:
        stage.play_after(row)
    return ""


def _save(desk: Desk, stage: Stage, ends: dict[str, int]) -> None:
    """Save all that was drawn up in one insert; secrets are on disk before it."""
    whole = {line.story: 0 for line in stage.lines} | ends
    with desk.keeper.keeping(stage.sealing):
        if not desk.ledger.append(stage.lines, whole):
            raise Conflict("somebody else wrote first, nothing was saved", hint="play it again")


def canonical(file: BattleFile, name: str) -> BattleFile:
    """The file in canonical spelling: whole names, long verbs; comments stay where they are.

    From the first row on that this version cannot play, names stay as they were typed.
    """
    stage = Stage(_empty_ground(file), file, name)
    with_file(stage, counts=False)
    rows, after = _rewritten(stage, file)
    opened = next(line for line in stage.lines if line.story == stage.story)
    mine = [line for line in stage.lines if line.story == stage.story]
    found = header(stage.game, mine, opened.data, rows)
    return msgspec.structs.replace(
        found,
        id=file.id,
        seed=file.seed,
        sealed=file.sealed,
        after=after,
        aftermath=file.aftermath,
        remarks=file.remarks,
    )


def _rewritten(stage: Stage, file: BattleFile) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of battle and aftermath, written canonically as they are played."""
    rows: list[Row] = []
    after: list[Row] = []
    try:
        rows.extend(msgspec.structs.replace(row, text=stage.play(row)) for row in file.lines)
        if file.aftermath:
            stage.settle()
        after.extend(msgspec.structs.replace(row, text=stage.play_after(row)) for row in file.after)
    except RuleBroken as refused:
        talk(f"names are left as they are from here on: {refused.told()}")
    rows += [_spelled(stage.game, row) for row in file.lines[len(rows) :]]
    after += [_spelled(stage.game, row) for row in file.after[len(after) :]]
    return tuple(_without_conclusion(file, rows)), tuple(after)


def _without_conclusion(file: BattleFile, rows: list[Row]) -> list[Row]:
    """`[after]` concludes the battle; a last row that says only that is left out."""
    ends = file.aftermath and rows and rows[-1].text == "conclude" and not rows[-1].comment
    return rows[:-1] if ends else rows


def _spelled(game: Game, row: Row) -> Row:
    """A row with long verb and signs, its names as they were typed."""
    try:
        (phrase,) = phrases(row.text, game.language)
    except Refusal:
        return row
    return msgspec.structs.replace(row, text=spelled(phrase))


def plays_alone(file: BattleFile, name: str) -> Refusal | None:
    """What is refused when a file is played with nothing but its header, if anything is."""
    stage = Stage(_empty_ground(file), file, name)
    try:
        with_file(stage, counts=False)
        _played(stage, dry_run=False)
    except Refusal as refused:
        return refused
    return None


def _empty_ground(file: BattleFile) -> Ground:
    """A campaign of that game that is in memory only."""
    game = games.load(file.game)
    pen = Pen(NOBODY, {}, {})
    stamp = Stamp(at="", by=PROGRAM, program=PROGRAM)
    draft = Draft(STORY, game.books, game.books.initial, pen)
    draft.judge(FoundCampaign(name="nowhere"), stamp)
    return Ground(game=game, campaign=NOBODY, books=draft.state, ends={}, stamp=lambda: stamp)
