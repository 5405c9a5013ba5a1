"""Every number that is shown, as somebody would ask why it is so: read from the JSON that shows it.

What is no number of anybody is named here, with the reason.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.desk import Desk
from cli.main import Asked
from cli.seeking import Seeker
from cli.why_line import of_line
from domain.explaining import Explanation
from domain.ledger.ledger import Ledger
from domain.terms import NotFound
from projections.profiles import profile
from projections.rosters import roster, rosters
from projections.standings import standings

NO_NUMBERS = {
    "dice": "what may be thrown next: `why next` explains it",
    "turn": "whose turn it is; the movement points stand with the gladiator who has them",
    "copy": "which copy of an objective is meant",
    "question": "how many may be chosen",
}
"""Whole numbers in documents that are no numbers of anybody."""

Number = tuple[str, int]
"""What to type for a number, and what is shown."""


def desk(folder: Path, ledger: Ledger, game: str) -> Desk:
    """The desk of a campaign whose ledger lies in this folder."""
    name, ledger_id = Path(ledger.path).name, ledger.campaign
    text = f'campaign = "{ledger_id}"\ngame = "{game}"\nledger = "{name}"\n'
    (folder / "acta.toml").write_text(text, "utf-8")
    return Desk(Asked(campaign=str(folder)))


def of_battles(at: Desk) -> Iterator[Number]:
    """All numbers of all battles, as `battle show --json` shows them."""
    for one in at.battles().all:
        if one.void:
            continue  # nothing of it counts
        yield from of_battle(one.battle, at.fought(one.battle).shown(), _order(at))


def _order(at: Desk) -> str:
    return at.game.why.order if at.game.why else "order"


def of_battle(story: str, shown: dict[str, Any], order: str) -> Iterator[Number]:
    """All numbers of a battle."""
    for field, value in shown.items():
        for path, number in whole(value, field):
            if path[-1] in NO_NUMBERS or field in NO_NUMBERS:
                continue
            yield f"{story}/{_whose(story, shown, field, path)}", number
    for place, crew in enumerate(shown.get("order", ()), start=1):
        yield f"{story}/{crew}.{order}", place


def _whose(story: str, shown: dict[str, Any], field: str, path: tuple[Any, ...]) -> str:
    """What to type for a number of a battle."""
    if len(path) > 1 and path[1] in shown["scores"]:
        return f"{path[1]}.{field.removesuffix('s')}"
    if len(path) > 1 and isinstance(path[1], int):
        entry = shown[field][path[1]]
        name = ".".join(map(str, path[2:]))
        copy = f" #{entry['copy']}" if "copy" in entry else ""
        handle = f"{entry['crew']}/@{entry['handle']}" if entry.get("crew") else entry["name"]
        return f"{handle}{copy}.{name}"
    return f"{story}.{'.'.join(map(str, path))}"


_OF_A_ROW = {"steps", "battles"}
"""What makes a row of the table: its own numbers once more, and battles with their lines."""


def of_crews(at: Desk) -> Iterator[Number]:
    """All numbers of crews, members and the table, as the commands' JSON shows them."""
    with at.views() as views:
        for crew in rosters(views):
            shown = roster(views, crew["id"])
            for path, number in whole({k: v for k, v in shown.items() if k != "members"}):
                yield f"campaign/{crew['crew']}.{'.'.join(map(str, path))}", number
            for member in shown["members"]:
                if member["status"] == "moved":
                    continue  # he is shown with the crew that he belongs to now
                one = profile(views, member["id"])
                for path, number in whole(one):
                    name = ".".join(map(str, path))
                    yield f"campaign/{one['crew']}/@{one['handle']}.{name}", number
        for row in standings(views):
            for path, number in whole({k: v for k, v in row.items() if k not in _OF_A_ROW}):
                yield f"campaign/{row['crew']}.{path[0]}", number


def of_status(at: Desk) -> Iterator[Number]:
    """The numbers of `status --json`: what is open are questions, which are asked with `next`."""
    books = at.books()
    yield "campaign.lines", at.ledger.size
    yield "campaign.battles", len(at.battles().all)
    for crew in books.crews.values():
        yield f"campaign/{crew.who.name}.fit", len(crew.fit)
        for path, number in whole(dict(at.game.after.season(books, crew))):
            yield f"campaign/{crew.who.name}.{path[0]}", number


def of_season(at: Desk) -> Iterator[Number]:
    """The numbers of `season --json`: of what is played between battles, and of each crew."""
    books, battles = at.books(), at.battles().all
    for crew in books.crews.values():
        over = [b for b in battles if not b.open and not b.void]
        fought = [b for b in over if crew.who.id in {each.id for each in b.crews}]
        yield f"campaign/{crew.who.name}.battles", len(fought)
        yield f"campaign/{crew.who.name}.purse", crew.treasury
    if (played := at.season()) is not None:
        shown = {k: v for k, v in played.shown().items() if k not in {"crews", *NO_NUMBERS}}
        for path, number in whole(shown):
            yield f"season.{'.'.join(map(str, _by_number(shown, path)))}", number


def _by_number(shown: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """The way to a number, where one of several things is named by its own number."""
    for step in path:
        shown = shown[step]
        yield shown.get("number", step + 1) if isinstance(step, int) else step


def whole(value: Any, *path: Any) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every whole number in a document, with the way to it."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield path, value
    for key, entry in value.items() if isinstance(value, dict) else ():
        yield from whole(entry, *path, key)
    for number, entry in enumerate(value) if isinstance(value, list | tuple) else ():
        yield from whole(entry, *path, number)


def hold(at: Desk) -> int:
    """Every number is explained, and its terms and its lines end at it; returns how many."""
    seeker, seen = Seeker(at), 0
    for thing, number in (*of_battles(at), *of_crews(at), *of_status(at), *of_season(at)):
        ((shown, key),) = seeker.number(thing)
        check(shown.explain(key), thing, number)
        seen += 1
    return seen


def hold_lines(at: Desk, most: int = 8) -> int:
    """Lines drawn evenly from all stories explain themselves, and what they say they changed."""
    seeker, seen = Seeker(at), 0
    for story in at.ledger.stories():
        lines = at.ledger.story(story)
        for line in lines[:: max(1, len(lines) // most)]:
            found = of_line(at, seeker, line.address)
            for one in found.numbers:
                check(one, one.what, one.number)
            for altered in found.changed:
                assert altered.change.address == line.address
                try:
                    ((shown, key),) = seeker.number(altered.thing)
                except NotFound:
                    continue  # it is shown no more, as a place in an order that is over
                anew = at.game.why is not None and key.name in at.game.why.anew
                told = [each.address for each in shown.explain(key).lines]
                assert anew or line.address in told, altered
            seen += 1
    return seen


def check(found: Explanation, thing: str, number: int) -> None:
    """An explanation ends at exactly the number that is shown."""
    assert found.number == number, (thing, number, found)
    if found.terms:
        assert sum(term.amount for term in found.terms) == number, (thing, found)
        assert found.terms[-1].total == number, (thing, found)
    if found.lines:
        assert sum(line.amount for line in found.lines) == number, (thing, found)
        assert found.lines[-1].after == number, (thing, found)
    assert found.terms or found.lines or number == 0, (thing, found)
