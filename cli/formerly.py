"""Names that were given up: whoever bore one is found by it where nobody else is called so."""

from collections.abc import Iterable

from sqlalchemy import select

from cli.desk import Desk
from domain.names import Named, fold, said
from domain.terms import Ambiguous, NotFound
from projections.crews import crews, members
from projections.page import Row, Shelf
from projections.rosters import books


def crew_id(desk: Desk, shelf: Shelf, name: str) -> str:
    """The id of the crew of that name, or that once had it. Raises NotFound, Ambiguous."""
    known = books(shelf)
    try:
        return desk.crew(name, known).who.id
    except NotFound as refused:
        once = _once(shelf.rows(select(crews)), "story", name)
        return _one(name, [one for one in known.named() if one.id in once], refused)


def member_id(desk: Desk, shelf: Shelf, name: str) -> str:
    """The id of the member of that name, or that once had it. Raises NotFound, Ambiguous."""
    known = books(shelf)
    try:
        return desk.member(name, known)[1].id
    except NotFound as refused:
        once = _once(shelf.rows(select(members)), "member", name)
        everybody = [one for crew in known.crews.values() for one in crew.named()]
        return _one(name, [one for one in everybody if one.id in once], refused)


def _once(rows: Iterable[Row], key: str, name: str) -> set[str]:
    """Who once had that name."""
    wanted = fold(name)
    return {row[key] for row in rows if wanted in map(fold, row["former_names"])}


def _one(name: str, bearers: list[Named], refused: NotFound) -> str:
    """The one who had it; where nobody did, what was refused stays so."""
    if not bearers:
        raise refused
    if len(bearers) > 1:
        told = [one.told() for one in bearers]
        hint = f"write {' or '.join(one.written() for one in bearers)}"
        raise Ambiguous(f"{said(name)} was once {', '.join(told)}", told, hint=hint)
    return bearers[0].id
