"""Profiles and rosters on the screen."""

from typing import Any

from cli.rows import say, say_csv, say_json, table

Plain = dict[str, Any]
COLUMNS = ("handle", "name", "type", "die", "health", "abilities", "equipment", "status")
DROP = ("status", "abilities", "equipment")


def crew_sheet(roster: Plain, *, as_json: bool, as_csv: bool) -> None:
    """Print a crew with its members."""
    if as_json:
        say_json(roster)
        return
    rows = [_row(member) for member in roster["members"]]
    if as_csv:
        say_csv(COLUMNS, rows)
        return
    say(
        f"{roster['crew']}, led by {roster['player']}: value {roster['value']},"
        f" rating {roster['rating']}, treasury {roster['treasury']}"
    )
    table(COLUMNS, rows, DROP)


def _row(member: Plain) -> Plain:
    captain = " (Captain)" if member["captain"] else ""
    return {**member, "name": f"{member['name']}{captain}", "die": f"d{member['die']}"}


def member_sheet(profile: Plain) -> None:
    """Print a member's profile and history."""
    say(f"{profile['name']} ({profile['handle']}) of {profile['crew']}, {profile['status']}")
    if profile["former_names"]:
        say(f"formerly {', '.join(profile['former_names'])}")
    say(f"{profile['type']} d{profile['die']}, {profile['health']} Health")
    for title in ("abilities", "equipment", "special_rules"):
        say(*(f"{title.replace('_', ' ')}: {each}" for each in profile[title]))
    say(f"battles {profile['battles']}, kills {profile['kills']}, injuries {profile['injuries']}")
    say(*(f"{each['address']}  {each['kind']}: {each['text']}" for each in profile["history"]))
