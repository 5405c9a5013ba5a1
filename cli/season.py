"""`acta season`: where the campaign stands between battles, and lines of what is played there."""

from collections.abc import Sequence
from typing import Any

import click

from cli.desk import Desk, with_desk
from cli.options import csv_option, dry_run_option, json_option
from cli.own import telling
from cli.rows import say, say_csv, say_json, table
from cli.sitting import Table
from domain.books import Books, Crew, Standing
from domain.listing import Listed
from domain.sheets import Sheets
from domain.terms import NotFound, WrongUsage

Plain = dict[str, Any]
NO_SEASON = "this campaign plays nothing between battles"
ALL = ("crew", "player", "battles")
FREE = ("fit", "unfit", "missing")


@click.command()
@click.argument("words", metavar="[LINES]", nargs=-1)
@csv_option
@dry_run_option
@json_option
@with_desk(writes=True, lines=True)
def season(desk: Desk, *, words: Sequence[str], dry_run: bool, as_json: bool, as_csv: bool) -> None:
    """Say where the campaign stands and what is still open.

    With LINES, record them: they are of what is played between battles. While a battle or its
    aftermath is open, `acta do` takes lines of that; this command takes those of the season then
    too: notes, rulings, and what is about crews that are in neither.

    What is played between battles, where the game has that: when it is, what is asked.
    Of each crew: battles fought, what its fit members are worth, its purse, who is fit, unfit or
    missing, what its game tells besides, and which battle or aftermath it is in.
    """
    if words:
        if as_csv:
            raise WrongUsage("lines are not recorded as CSV")
        _record(desk, words, dry_run=dry_run, as_json=as_json)
        return
    books = desk.books()
    listed = desk.battles().all
    rows = [_crew(desk, books, crew, listed) for crew in books.crews.values()]
    played = desk.season()
    if as_json:
        shown = {"season": _without_crews(played)} if played else {}
        say_json({"campaign": books.name, "battles": _battles(listed), **shown, "crews": rows})
    elif as_csv:
        say_csv((*_columns(desk.game.sheets), "aftermath"), rows)
    else:
        _tell(desk, books, listed, rows)
        if played and rows:
            ask = played.ask()
            say(f"{ask['moment']}: {ask['told']}")


def _record(desk: Desk, words: Sequence[str], *, dry_run: bool, as_json: bool) -> None:
    """Put lines of the season on record, whatever else is open."""
    from cli.doing import Wish
    from cli.shell_words import joined
    from cli.table import put

    table = desk.season()
    if table is None:
        raise NotFound(NO_SEASON, hint="acta next")
    wish = Wish(dry_run=dry_run)
    put(desk, table, joined(words, desk.game.language), wish, as_json=as_json)


def _without_crews(played: Table) -> Plain:
    """What is played between battles, but for the crews, who are told below."""
    return {key: value for key, value in played.shown().items() if key != "crews"}


def _battles(listed: tuple[Listed, ...]) -> Plain:
    """How many battles count, and how many of them are open."""
    counted = [one for one in listed if one.counts and not one.void]
    return {"counted": len(counted), "open": sum(one.open for one in counted)}


def _tell(desk: Desk, books: Books, listed: tuple[Listed, ...], rows: list[Plain]) -> None:
    counted = _battles(listed)
    say(f"{books.name}: battles {counted['counted']}, open {counted['open']}")
    if not rows:
        say(f"no {desk.game.words.crew} yet; acta crew import FILE.toml or acta crew found NAME")
        return
    shown = [row | {"open": row["open"] or _due(row)} for row in rows]
    table(_columns(desk.game.sheets), shown, heads=desk.game.words.heads)
    due = dict.fromkeys(row["aftermath"] for row in rows if row["aftermath"])
    say(*(f"the aftermath of {battle} is open: acta after {battle}" for battle in due))


def _columns(sheets: Sheets) -> tuple[str, ...]:
    """What is told of each crew, in its order."""
    return (*ALL, *sheets.crews, "purse", *FREE, *sheets.season, "open")


def _due(row: Plain) -> str:
    return f"after {row['aftermath']}" if row["aftermath"] else ""


def _crew(desk: Desk, books: Books, crew: Crew, listed: tuple[Listed, ...]) -> Plain:
    """Where a crew stands."""
    fought = [one for one in listed if not one.open and not one.void and crew.who.id in _ids(one)]
    told = telling(desk.game, books).chronicle.crew(crew)
    return {
        "id": crew.who.id,
        "crew": crew.who.name,
        "player": crew.player,
        "battles": len(fought),
        **{what: told[what] for what in desk.game.sheets.crews},
        "purse": crew.treasury,
        "fit": len(crew.fit),
        "unfit": [one.who.name for one in crew.present if one.home and not one.fit],
        "missing": [
            one.who.name
            for one in crew.present
            if one.status in (Standing.MISSING, Standing.CAPTIVE)
        ],
        **desk.game.after.season(books, crew),
        "open": crew.open_battle,
        "aftermath": crew.aftermath,
        "founding": crew.founding,
        "ended": crew.ended,
    }


def _ids(listed: Listed) -> set[str]:
    return {crew.id for crew in listed.crews}
