"""`acta after`: what a battle leaves behind, question by question."""

from collections.abc import Sequence

import click

from cli.choosing import several
from cli.desk import BRANCHES, Desk, with_desk
from cli.options import agreed_option, battle_option, dry_run_option, json_option
from cli.sitting import Table
from domain.terms import NotFound, WrongUsage

STORY = "battle-"


@click.command()
@click.argument("words", metavar="[BATTLE] [LINES]", nargs=-1)
@battle_option
@agreed_option
@dry_run_option
@json_option
@with_desk(writes=True)
def after(
    desk: Desk, words: Sequence[str], battle: str, agreed: str, *, dry_run: bool, as_json: bool
) -> None:
    """Go through what a concluded battle leaves behind.

    What that is, and in which order, its game says; it is done once a battle.
    Without LINES it begins, or says what is asked next; it can be left and resumed at any
    question. LINES answer, as acta do does. A first word that is a number, or such as battle-3,
    is the BATTLE; else it is the one whose aftermath is open.
    """
    from cli.doing import Wish
    from cli.shell_words import joined
    from cli.table import put

    name = words[0] if words and _names_battle(words[0]) else ""
    story = _chosen(desk, name or battle)
    desk.fought(story).check_void()
    table = desk.evening(story)
    lines = joined(words[1:] if name else words, desk.game.language)
    if lines:
        put(desk, table, lines, Wish(agreed=agreed, dry_run=dry_run), as_json=as_json)
    else:
        _begin(desk, table, dry_run=dry_run, as_json=as_json)


def _names_battle(word: str) -> bool:
    return word.removeprefix(STORY).isdecimal()


def _chosen(desk: Desk, name: str) -> str:
    """The story of the battle that is meant: of that name, else the one that waits for this."""
    if name:
        found = desk.known(name)
        if found.battle.startswith(BRANCHES):
            raise WrongUsage(f"{found.battle} is a branch: it has no aftermath")
        return found.battle
    due = desk.unsettled()
    if len(due) > 1:
        raise several("several aftermaths are open", due, "acta after")
    if not due:
        raise NotFound("no aftermath is open", hint="acta battle list says which are over")
    return due[0].battle


def _begin(desk: Desk, table: Table, *, dry_run: bool, as_json: bool) -> None:
    """Begin, or go on where it was left. Raises RuleBroken if there is nothing to begin."""
    from cli.answers import Answer, changes, document, give
    from cli.rows import say_json
    from cli.table import full_ask, tell_ask

    before, lines = table.shown(), []
    going_on = table.game.settles(table.fight) and table.begun and not table.over
    if not going_on:
        lines = desk.ledger.submit(
            table.story,
            table.game.battle,
            [table.game.after.begins()],
            stamp=desk.stamp,
            beside=table.beside,
            edition=table.edition,
            follow=desk.keeper.follow(table.game),
            dry_run=dry_run,
        )
        table = desk.evening(table.story)
    if dry_run and lines:
        give(Answer(lines=lines, dry_run=True), as_json=as_json)
        return
    shown, ask = table.shown(), full_ask(table)
    answer = Answer(
        lines=lines,
        changed=changes(table.game.sheets, before, shown),
        next=ask,
        undo="acta undo" if lines else "",
    )
    if as_json:
        say_json(document(answer) | {"aftermath": shown})
        return
    if lines:
        give(answer, as_json=False)
    tell_ask(ask)
