"""What an amendment changes in numbers: everything shown of battles, crews, members and standings.

Nothing is listed by hand: what the game shows of the record as it is, and as it would be, is
compared piece by piece.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.books import Crew, Member
from domain.game import Game
from domain.tally import tally
from domain.worlds import Bench

_PASSING = ("dice", "turn")  # of a battle's show: what is awaited just now
_OUTCOME = ("status", "scores", "winner")
NOTHING = ""
"""What stands for something that is not there."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Something that would be shown differently: of what it is told, by id and name, old and new.

    `about` is `battle`, `crew`, `member` or `standings`; `story` the battle of a member's state
    there, empty elsewhere.
    """

    about: str
    id: str
    name: str
    what: str
    before: Any
    after: Any
    story: str = ""


def consequences(game: Game, before: Bench, after: Bench) -> list[Change]:
    """All that is shown differently."""
    return [
        *_battles(game, before, after),
        *_guests(before, after),
        *_crews(game, before, after),
        *_records(game, before, after),
    ]


def _battles(game: Game, before: Bench, after: Bench) -> Iterator[Change]:
    """Battles as they are shown, with everybody in them."""
    for story in dict.fromkeys((*before.fights, *after.fights)):
        one, other = before.fight(story), after.fight(story)
        if one is other or one == other:
            continue
        was, now = _shown(game, one), _shown(game, other)
        if not now:  # it is void: what it was is told with --at
            was, now = {key: was.get(key, NOTHING) for key in _OUTCOME}, {"status": "void"}
        yield from _apart(("battle", story, story), _without_members(was), _without_members(now))
        members = {each["id"]: each for each in was.get("members", ())}
        later = {each["id"]: each for each in now.get("members", ())}
        for member in dict.fromkeys((*members, *later)):
            old, new = members.get(member, {}), later.get(member, {})
            name = str((new or old)["name"])
            yield from _apart(("member", member, name), old, new, story=story)


def _shown(game: Game, fight: Any) -> dict[str, Any]:
    return game.show(fight) if fight.opened else {}


def _without_members(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in shown.items() if key not in ("members", *_PASSING)}


def _guests(before: Bench, after: Bench) -> Iterator[Change]:
    """Crews that only a battle's file knows: they have no books but its aftermath's."""
    for story in dict.fromkeys((*before.fights, *after.fights)):
        was, now = _guests_of(before, story), _guests_of(after, story)
        for crew in dict.fromkeys((*was, *now)):
            old, new = was.get(crew, {}), now.get(crew, {})
            yield from _apart(("crew", crew, str((new or old)["name"])), old, new, story)


def _guests_of(bench: Bench, story: str) -> dict[str, dict[str, Any]]:
    """The crews of an evening that have no story of their own."""
    if not any("#" in side.id for side in getattr(bench.fight(story), "sides", ())):
        return {}
    court = bench.table(story)
    shown = {} if court.apart else court.game.show(court.state)
    return {crew["id"]: crew for crew in shown.get("crews", ())}


def _crews(game: Game, before: Bench, after: Bench) -> Iterator[Change]:
    """Crews and their members as the books have them."""
    old, new = before.books.crews, after.books.crews
    for crew in dict.fromkeys((*old, *new)):
        one, other = old.get(crew), new.get(crew)
        if one == other:
            continue
        name = str((other or one).who.name)
        yield from _apart(("crew", crew, name), _crew(game, one), _crew(game, other))
        members = {each.who.id: each for each in (one.members if one else ())}
        later = {each.who.id: each for each in (other.members if other else ())}
        for member, known in (members | later).items():
            was, now = members.get(member), later.get(member)
            if was != now:
                whose = ("member", member, known.who.name)
                yield from _apart(whose, _member(game, was), _member(game, now))


def _crew(game: Game, crew: Crew | None) -> dict[str, Any]:
    if crew is None:
        return {}
    told = game.chronicle
    return {
        **told.crew(crew),
        "treasury": crew.treasury,
        "grant": crew.grant,
        "store": [told.said("item", item.kind) for item in crew.store],
        "fit": len(crew.fit),
        "recruited": crew.recruited,
        "chooses_scenario": crew.chooses_scenario,
        "open_battle": crew.open_battle,
        "aftermath": crew.aftermath,
        "ended": crew.ended,
    }


_TOLD_OTHERWISE = ("who", "handle", "kind", "abilities", "items", "grade", "die", "health")


def _member(game: Game, member: Member | None) -> dict[str, Any]:
    """What is shown of a profile, and what else is known of it."""
    if member is None:
        return {}
    known: dict[str, Any] = msgspec.to_builtins(member)
    rest = {key: value for key, value in known.items() if key not in _TOLD_OTHERWISE}
    return {**rest, **game.chronicle.sheet(member)}


def _records(game: Game, before: Bench, after: Bench) -> Iterator[Change]:
    """Kills, falls, battles of members, and the league table."""
    was, now = tally(game, before), tally(game, after)
    for about, old, new in (
        ("member", was.members, now.members),
        ("standings", was.crews, now.crews),
    ):
        for key in dict.fromkeys((*old, *new)):
            if old.get(key) != new.get(key):
                name = now.names.get(key) or was.names.get(key, key)
                zeros = dict.fromkeys((*old.get(key, {}), *new.get(key, {})), 0)
                one, other = (zeros | counts.get(key, {}) for counts in (old, new))
                yield from _apart((about, key, name), one, other)


def _apart(
    of: tuple[str, str, str], was: Mapping[str, Any], now: Mapping[str, Any], story: str = ""
) -> Iterator[Change]:
    """Every place where two documents differ, of what they are: kind, id, name."""
    about, key, name = of
    if about == "member" and (not was or not now):  # somebody is there who was not, or is no more
        state = "state" if story else "status"
        was, now = ({state: one.get(state, NOTHING)} for one in (was, now))
    for what, before, after in _differences("", was, now):
        yield Change(
            about=about, id=key, name=name, what=what, before=before, after=after, story=story
        )


def _differences(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys((*one, *other)):
            inner = f"{path}.{key}" if path else str(key)
            yield from _differences(inner, one.get(key, NOTHING), other.get(key, NOTHING))
    elif _named(one) and _named(other):
        yield from _differences(path, _by_name(one), _by_name(other))
    elif one != other:
        yield path, one, other


def _named(value: Any) -> bool:
    """Whether it is a list of things that have ids."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, Mapping) and "id" in each for each in value)
    )


def _by_name(value: list[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {_key(each): each for each in value}


def _key(each: Mapping[str, Any]) -> str:
    copy = each.get("copy", 1)
    return str(each["id"]) + (f" {copy}" if copy != 1 else "")
