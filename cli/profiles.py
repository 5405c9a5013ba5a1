"""Profiles and rosters on the screen."""

from collections.abc import Iterator
from typing import Any

from cli.rows import say, say_csv, say_json, table

Plain = dict[str, Any]
COLUMNS = ("handle", "name", "type", "die", "health", "abilities", "equipment", "status")
GATHERED = ("experience", "advances", "lasting_injuries")
DROP = (*GATHERED, "status", "abilities", "equipment")


def crew_sheet(roster: Plain, *, as_json: bool, as_csv: bool) -> None:
    """Print a crew with its members."""
    if as_json:
        say_json(roster)
        return
    rows = [_row(member) for member in roster["members"]]
    if as_csv:
        say_csv((*COLUMNS, *GATHERED), rows)
        return
    say(
        f"{roster['crew']}, led by {roster['player']}: value {roster['value']},"
        f" rating {roster['rating']}, treasury {roster['treasury']}"
    )
    say(*_beside(roster))
    gathered = [each for each in GATHERED if any(member[each] for member in roster["members"])]
    table((*COLUMNS, *gathered), rows, DROP)


def _beside(roster: Plain) -> Iterator[str]:
    """What is to be said of a crew beside its numbers, where there is something."""
    if roster["store"]:
        yield f"in store: {', '.join(roster['store'])}"
    if own := dict.fromkeys(each for member in roster["members"] for each in member["own"]):
        yield f"own content: {', '.join(own)}"
    if roster["ended"]:
        yield "its campaign is over"


def _row(member: Plain) -> Plain:
    captain = " (Captain)" if member["captain"] else ""
    return {**member, "name": f"{member['name']}{captain}", "die": f"d{member['die']}"}


def member_sheet(profile: Plain) -> None:
    """Print a member's profile and history."""
    say(f"{profile['name']} ({profile['handle']}) of {profile['crew']}, {profile['status']}")
    if profile["former_names"]:
        say(f"formerly {', '.join(profile['former_names'])}")
    health, most = profile["health"], profile["max_health"]
    of_all = f"{health} of {most}" if health < most else f"{most}"
    say(f"{profile['type']} d{profile['die']}, {of_all} Health")
    if profile["experience"] or profile["advances"]:
        advances = f", advances {', '.join(profile['advances'])}" if profile["advances"] else ""
        say(f"experience {profile['experience']}{advances}")
    for title in ("abilities", "equipment", "lasting_injuries", "special_rules"):
        say(*(f"{title.replace('_', ' ')}: {each}" for each in profile[title]))
    say(*([f"own content: {', '.join(profile['own'])}"] if profile["own"] else []))
    say(f"battles {profile['battles']}, kills {profile['kills']}, injuries {profile['injuries']}")
    say(*(f"{each['address']}  {each['kind']}: {each['text']}" for each in profile["history"]))
