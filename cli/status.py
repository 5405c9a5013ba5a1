"""`acta status`: where am I."""

from typing import Any

import click
import msgspec

from cli.choosing import OPEN
from cli.desk import Desk, with_desk
from cli.disputes import hints, open_cases
from cli.options import json_option
from cli.rows import say, say_json, talk
from cli.uncovered import rows, uncovered
from domain.counting import counted
from domain.terms import StorageFailed


@click.command()
@json_option
@with_desk()
def status(desk: Desk, *, as_json: bool) -> None:
    """Say where you are, and what is open."""
    books, battles = desk.books(), desk.battles()
    standing = [one for one in battles.all if one.open]
    settling = desk.unsettled()
    season = desk.season()
    found: dict[str, Any] = {
        "campaign": books.name,
        "game": books.game,
        "edition": books.edition,
        "folder": str(desk.home.folder),
        "ledger": str(desk.home.ledger),
        "lines": desk.ledger.size,
        "acts": desk.by,
        "crews": [{"crew": c.who.name, "fit": len(c.fit)} for c in books.crews.values()],
        "battles": len(battles.all),
        "open": [_asked(desk, one.battle) for one in standing],
        "aftermath": [_asked(desk, one.battle) for one in settling],
    }
    flagged = uncovered(desk)
    if flagged:
        found["uncovered"] = [msgspec.to_builtins(one) for one in flagged]
    if season is not None:
        found["season"] = season.ask()
    disputes = open_cases(desk)
    if disputes:
        found["disputes"] = [case.row() for case in disputes]
    if as_json:
        say_json(found)
        return
    say(f"{books.name}: {desk.game.title} {books.edition}")
    say(f"ledger: {found['ledger']}, {counted(found['lines'], 'line')} · {desk.by} acts")
    crews = ", ".join(f"{one['crew']} ({one['fit']})" for one in found["crews"])
    none = "none yet; acta crew import FILE.toml or acta crew found NAME"
    say(f"{desk.game.words.crew}s: {crews or none}")
    say(*(f"{ask['battle']}: {ask['told']}" for ask in found["open"]))
    say(*(f"{ask['battle']}, its aftermath: {ask['told']}" for ask in found["aftermath"]))
    say(*rows(flagged))
    if found["aftermath"]:
        say(f"acta after {found['aftermath'][0]['battle']}")
    if season is not None:
        say(f"{found['season']['moment']}: {found['season']['told']}")
    elif not found["open"] and not found["aftermath"]:
        say(f"no battle is open; {OPEN}")
    say(*hints(desk, disputes))


def _asked(desk: Desk, battle: str) -> dict[str, Any]:
    """What a battle or its aftermath waits for; where its lines cannot be read, that."""
    try:
        return desk.table(battle).ask()
    except StorageFailed as lost:
        talk(f"warning: {lost.message}", "hint: acta audit")
        return {"battle": battle, "awaiting": "", "told": lost.message}
