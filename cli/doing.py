"""Lines of a battle put on record: one group, all or nothing, up to a sealed roll."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from cli.answers import Answer, changes, masked_lines
from cli.consent import check_begun, consent, typed, undo_of, weight
from cli.desk import Desk
from cli.lines import action as action_of
from cli.phrases import Phrase, lines_of, phrase
from cli.sitting import Table
from cli.tokens import Token, shortened
from domain.campaign import STORY
from domain.game import Game
from domain.ledger.draft import Pen, Stamp
from domain.ledger.fold import Reckoning
from domain.ledger.record import Line
from domain.ledger.submit import PartlyRecorded, span
from domain.lines import Language, Redo, Undo
from domain.names import prose
from domain.rehearsal import Rehearsal
from domain.resting import check_rest
from domain.terms import Action, Conflict, Refusal, RuleBroken, WrongUsage
from domain.undo import Batch, check_consent, chosen, undone, words

_LONG = 40  # signs of a line that a refusal repeats
STOPPED = "it ends here: the next dice are sealed, and fall only when the line is recorded"


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """How lines are to be recorded."""

    agreed: str = ""
    dry_run: bool = False


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Lines that are saved at once: how many phrases they hold, and what they came of.

    `plain` are the actions, if nothing is taken back among them.
    """

    count: int
    rehearsal: Rehearsal[Any]
    ends: dict[str, int]
    plain: tuple[Action, ...] | None
    batch: str
    stamp: Stamp
    sealed: bool


class Said(msgspec.Struct, frozen=True):
    """A line that was read; its number, and where it stands, if it is not alone."""

    phrase: Phrase
    number: int = 0
    place: str = ""


def record(desk: Desk, table: Table, text: str, wish: Wish, *, file: str = "") -> Answer:
    """Put the lines of a text, or of a file, on record; a refusal names the line.

    Raises PartlyRecorded where a later group is refused.
    """
    table.check_void()
    before, waiting = table.shown(), tuple(read(text, table.game.language, file))
    if wish.dry_run:
        return _previewed(before, table, draw_up(desk, table, waiting, wish))
    saved: list[Line] = []
    while waiting:
        try:
            group = draw_up(desk, table, waiting, wish)
            saved += _saved(desk, table, group)
        except RuleBroken as refused:
            if saved:
                raise PartlyRecorded(refused, saved) from refused
            _say_nothing(refused)
            raise
        except Refusal as refused:
            if saved:
                refused.hint = f"already on record: {span(saved)}"
            else:
                _say_nothing(refused)
            raise
        waiting = waiting[group.count :]
        table = desk.table(table.story)
    return answer(desk, table, saved, before)


def _say_nothing(refused: Refusal) -> None:
    """Say of a line among others that those before it are not on record either."""
    if refused.line:
        refused.message += " (nothing was recorded)"


def read(text: str, language: Language, file: str) -> Iterator[Said]:
    """The lines of a text, each by its form, with what a refusal says of it."""
    lines = lines_of(text)
    for count, line in enumerate(lines, 1):
        alone = len(lines) == 1 and not file
        number = 0 if alone else line.row if file else count
        place = "" if alone else f"{file}, line {number}" if file else f"line {number}"
        with _placed(number, place):
            found = phrase(line, language)
            _check_texts(line.tokens)
        yield Said(found, number, f"{place} ({shortened(line.text, _LONG)})" if place else "")


def _check_texts(tokens: Iterable[Token]) -> None:
    """Refuse a text that is not to be recorded; an older one, in a battle file, may be longer."""
    for token in tokens:
        if token.kind == "quoted" and token.text:
            prose(token.text, "text")


@contextmanager
def _placed(number: int, place: str) -> Iterator[None]:
    """Have a refusal say which line it is about."""
    try:
        yield
    except Refusal as refused:
        refused.line = number
        refused.message = f"{place}: {refused.message}" if place else refused.message
        raise


def answer(desk: Desk, table: Table, lines: Sequence[Line], before: dict[str, object]) -> Answer:
    """The answer to lines that are on record."""
    ended = any(_concludes(table, line) for line in lines)
    return Answer(
        lines=lines,
        changed=changes(table.game.sheets, before, table.shown()),
        next=table.ask(),
        undo=undo_of(desk, table, lines),
        masked=masked_lines(desk.ledger.batch, lines),
        log=desk.checkpoint() if ended else None,
        hints=_disputed(desk, table.story) if ended else (),
    )


def _disputed(desk: Desk, story: str) -> list[str]:
    """What is said of disputes about a battle that are still open."""
    from cli.disputes import hints, open_cases

    return hints(desk, [one for one in open_cases(desk) if one.opened.rests[0].story == story])


def _concludes(table: Table, line: Line) -> bool:
    """Whether a battle's conclusion is the cause of a line."""
    return isinstance(line.cause, table.game.concluding)


def _previewed(before: dict[str, object], table: Table, group: Group) -> Answer:
    after = table.grown(group.rehearsal.state)
    return Answer(
        lines=group.rehearsal.pen.lines,
        changed=changes(table.game.sheets, before, after.shown()),
        next=after.ask(),
        dry_run=True,
        stopped=STOPPED if group.sealed else "",
        masked=masked_lines(group.rehearsal.batch, group.rehearsal.pen.lines),
    )


def draw_up(desk: Desk, table: Table, waiting: Sequence[Said], wish: Wish) -> Group:
    """Judge lines one after another, each on the state that the ones before it made.

    Names are looked up in that state too. It ends behind the first line that rolls sealed dice.
    """
    game, story = table.game, table.story
    stories = (story, *table.beside)
    desk.ledger.refuse_broken(stories)
    ends = {STORY: desk.campaign_end(), **desk.ledger.know(game.battle, stories).ends}
    pen = Pen(desk.ledger.campaign, ends, {story: table.edition})
    rehearsal = Rehearsal(
        story, game.battle, table.state, pen, lambda: _past(desk, table), beside=table.beside
    )
    actions: list[Action] = []
    batch, plain, count, stamp = "", True, 0, desk.stamp()
    for said in waiting:
        count, stamp = count + 1, desk.stamp()
        with _placed(said.number, said.place):
            scene = table.grown(rehearsal.state).scene
            action = action_of(said.phrase, game.language, scene)
            if isinstance(action, Undo | Redo):
                plain, batch = False, ""
                _mask(desk, table, rehearsal, action, stamp, agreed=wish.agreed)
                continue
            action = game.canonical(rehearsal.state, action)
            actions.append(action if wish.dry_run else completed(desk, table, action))
            batch = rehearsal.judge(actions[-1], stamp)
        if game.rolls_sealed(rehearsal.state):
            break
    return Group(
        count=count,
        rehearsal=rehearsal,
        ends=ends,
        plain=tuple(actions) if plain else None,
        batch=batch,
        stamp=stamp,
        sealed=game.rolls_sealed(rehearsal.state),
    )


def _past(desk: Desk, table: Table) -> list[Line]:
    """The lines on record in the order of the log: an aftermath is told from several stories."""
    return desk.told(table.story, *(table.beside or (STORY,)))


def completed(desk: Desk, table: Table, action: Action) -> Action:
    """A conclusion with the seed that it shows; any other action as it is."""
    if not isinstance(action, table.game.concluding):
        return action
    seed = desk.keeper.seed(table.game.chains(table.state))
    return msgspec.structs.replace(action, seed=seed) if seed else action


def _mask(
    desk: Desk,
    table: Table,
    rehearsal: Rehearsal[Any],
    action: Undo | Redo,
    stamp: Stamp,
    *,
    agreed: str,
) -> None:
    """Take lines back, or put them back, in a group that is being drawn up."""
    game, lines = table.game, rehearsal.lines()
    if isinstance(action, Redo):
        back = undone(lines)
        if Reckoning(lines).amended.keys() & set(back):
            sentence = "a line cannot put that back. It is an amendment, in several stories."
            raise WrongUsage(sentence, hint="acta redo")
        rehearsal.restore(back, stamp)
        return
    taken = chosen(lines, game.spans, action.span, action.to)
    whole = [Batch(one.id, tuple(rehearsal.batch(one.id))) for one in taken]
    grown = table.grown(rehearsal.state)
    if sentence := weight(desk, whole, grown):
        raise WrongUsage(
            f"a line cannot take that back. {sentence}",
            hint=typed(to=whole[0].lines[0].address) + " --yes",
        )
    check_begun(desk, grown, taken)
    command = typed(action.span, action.to)
    asked = consent(desk, grown, agreed=agreed, command=command)
    check_consent(taken, asked)
    check_rest(game.correction, taken, rehearsal.told)
    rehearsal.retract(
        [batch.id for batch in taken],
        stamp,
        reason=words(action.span, action.to),
        agreed=agreed,
    )


def _saved(desk: Desk, table: Table, group: Group) -> list[Line]:
    """Save a group, with the sealed roll that its last line asked for."""
    game, follow = table.game, desk.keeper.follow(table.game)
    if group.plain is not None:
        closes = any(isinstance(action, game.concluding) for action in group.plain)
        return desk.ledger.submit(
            table.story,
            game.battle,
            group.plain,
            stamp=desk.stamp,
            beside=(STORY,) if closes and not table.beside else table.beside,
            edition=table.edition,
            follow=follow,
            same=lambda one, other: same_moment(game, one, other),
        )
    batch = group.batch
    while (roll := follow(group.rehearsal.state)) is not None:
        batch = group.rehearsal.judge(roll, group.stamp, batch)
    lines = group.rehearsal.pen.lines
    if not desk.ledger.append(lines, group.ends):
        raise Conflict("somebody else wrote first, nothing was saved", hint="acta log, then again")
    return lines


def same_moment(game: Game, one: Any, other: Any) -> bool:
    """Whether what a line rests on is alike: round, turn and what is awaited."""
    shown, now = game.show(one), game.show(other)
    return game.awaited(one) == game.awaited(other) and all(
        shown.get(key) == now.get(key) for key in ("status", "round", "turn")
    )
