"""Profiles and rosters on the screen."""

from collections.abc import Iterator
from typing import Any

from cli.rows import say, say_csv, say_json, table
from domain.game import Game

Plain = dict[str, Any]


def crew_sheet(game: Game, roster: Plain, *, as_json: bool, as_csv: bool) -> None:
    """Print a crew with its members."""
    if as_json:
        say_json(roster)
        return
    sheets = game.sheets
    rows = [sheets.row(member) for member in roster["members"]]
    if as_csv:
        say_csv((*sheets.columns, *sheets.gathered), rows)
        return
    worth = "".join(f"{what} {roster[what]}, " for what in sheets.crews)
    say(
        f"{roster['crew']}, led by {roster['player']}: {worth}"
        f"{game.words.purse} {roster['treasury']}"
    )
    say(*_beside(roster))
    gathered = [each for each in sheets.gathered if any(row[each] for row in rows)]
    heads = {"health": game.words.health}
    table((*sheets.columns, *gathered), rows, sheets.drop, heads)


def _beside(roster: Plain) -> Iterator[str]:
    """What is to be said of a crew beside its numbers, where there is something."""
    if roster["store"]:
        yield f"in store: {', '.join(roster['store'])}"
    if own := dict.fromkeys(each for member in roster["members"] for each in member.get("own", ())):
        yield f"own content: {', '.join(own)}"
    for one in roster.get("uncovered", ()):
        yield f"not covered: {one['address']} {one['what']} ({one['why']})"
    if roster["ended"]:
        yield "its campaign is over"


def member_sheet(game: Game, profile: Plain) -> None:
    """Print a member's profile and history."""
    say(f"{profile['name']} ({profile['handle']}) of {profile['crew']}, {profile['status']}")
    if profile["former_names"]:
        say(f"formerly {', '.join(profile['former_names'])}")
    say(*game.sheets.profile(profile))
    say(f"battles {profile['battles']}, kills {profile['kills']}, injuries {profile['injuries']}")
    say(*(f"{each['address']}  {each['kind']}: {each['text']}" for each in profile["history"]))
