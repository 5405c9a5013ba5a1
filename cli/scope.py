"""What an export, or a sum, is asked for: the whole campaign, or a crew, a member or a battle."""

from typing import TYPE_CHECKING

from cli.desk import Desk
from domain.campaign import STORY
from domain.terms import WrongUsage

if TYPE_CHECKING:
    from projections.data.table import Scope
    from projections.view import Views


def scope_of(desk: Desk, views: "Views", *, crew: str, member: str, battle: str) -> "Scope":
    """What was asked for, with the crews, members and battles that belong to it.

    Raises WrongUsage where two were asked for at once, NotFound for what there is not.
    """
    from projections.data.table import Scope

    if sum(map(bool, (crew, member, battle))) > 1:
        raise WrongUsage("one of --crew, --member and --battle at a time", hint="or none: all")
    if crew:
        return _of_crew(desk, views, crew)
    if member:
        return _of_member(desk, views, member)
    return _of_battle(desk, views, battle) if battle else Scope()


def _of_crew(desk: Desk, views: "Views", name: str) -> "Scope":
    """A crew, all who ever joined it, and the battles it came to."""
    from sqlalchemy import select

    from projections.crews import members
    from projections.data.table import Scope
    from projections.reports import sides
    from projections.rosters import books

    story = desk.crew(name, books(views)).who.id
    joined = views.rows(select(members.c.member).where(members.c.story == story))
    fought = views.rows(select(sides.c.story).where(sides.c.crew == story))
    return Scope(
        kind="crew",
        name=story,
        crews=frozenset({story}),
        members=frozenset(row["member"] for row in joined),
        battles=frozenset(row["story"] for row in fought),
    )


def _of_member(desk: Desk, views: "Views", name: str) -> "Scope":
    """A member, the crews that it belonged to, and the battles it came to."""
    from sqlalchemy import select

    from projections.crews import members
    from projections.data.table import Scope
    from projections.reports import parts
    from projections.rosters import books

    id_ = desk.member(name, books(views))[1].id
    homes = views.rows(select(members.c.story).where(members.c.member == id_))
    fought = views.rows(select(parts.c.story).where(parts.c.member == id_))
    return Scope(
        kind="member",
        name=id_,
        crews=frozenset(row["story"] for row in homes),
        members=frozenset({id_}),
        battles=frozenset(row["story"] for row in fought),
    )


def _of_battle(desk: Desk, views: "Views", name: str) -> "Scope":
    """A battle, the crews in it and who came with them."""
    from sqlalchemy import select

    from projections.data.table import Scope
    from projections.reports import parts

    listed = desk.known(name)
    came = views.rows(select(parts.c.member).where(parts.c.story == listed.battle))
    return Scope(
        kind="battle",
        name=listed.battle,
        crews=frozenset(one.id for one in listed.crews),
        members=frozenset(row["member"] for row in came),
        battles=frozenset({listed.battle}),
    )


def stories(desk: Desk, scope: "Scope") -> tuple[str, ...]:
    """The stories that are read for what was asked; none stands for all."""
    if not scope.kind:
        return ()
    known = desk.ledger.stories()
    wanted = {STORY, *scope.crews, *scope.battles}
    return tuple(story for story in known if story in wanted)
