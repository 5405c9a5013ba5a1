"""`acta member`: recruit, show, rename, retire, note."""

from collections.abc import Sequence

import click

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import dry_run_option, json_option
from cli.own import taking
from domain.crew import AddNote, CrewAction, Recruit, RenameMember, RetireMember
from domain.names import said
from domain.terms import Action, NotFound, WrongUsage


@click.group()
def member() -> None:
    """Recruit, show, rename or retire members."""


@member.command()
@click.argument("crew_name", metavar="CREW")
@click.argument("name", required=False, default="")
@click.option("--type", "kind", required=True, metavar="T", help="Its type, such as survivor.")
@click.option("--die", required=True, metavar="D", help="Its Existence Die, d4 to d20.")
@click.option("--captain", is_flag=True, help="It leads its crew; it needs a Will.")
@click.option("--will", default="", metavar="W", help="A Captain's Will.")
@click.option("--ability", "abilities", multiple=True, metavar="A", help="May be repeated.")
@click.option("--item", "items", multiple=True, metavar="I", help="May be repeated.")
@click.option("--health", type=int, default=0, metavar="N", help="More Health than its die has.")
@click.option("--handle", default="", metavar="ABC", help="Its three letters, else of its name.")
@click.option("--name-kind", default="", metavar="K", help="identity, designation, title, …")
@dry_run_option
@json_option
@with_desk(writes=True)
def recruit(
    desk: Desk,
    *,
    crew_name: str,
    name: str,
    kind: str,
    die: str,
    will: str,
    abilities: Sequence[str],
    items: Sequence[str],
    health: int,
    handle: str,
    name_kind: str,
    captain: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Recruit a member; its Existence Die is what it costs first of all."""
    crew = desk.crew(crew_name).who.id
    if health < 0:
        raise WrongUsage("Health is a number from 1")
    action = Recruit(
        crew=crew,
        kind=kind,
        die=_faces(die),
        name=name,
        health=health,
        captain=captain or bool(will),
        will=will,
        abilities=tuple(abilities),
        items=tuple(items),
        handle=handle,
        name_kind=name_kind,
    )
    before = taking(desk.books(), desk.home.folder)
    _record(desk, action, before=before, dry_run=dry_run, as_json=as_json)


def _faces(die: str) -> int:
    """How many faces `d10` has."""
    digits = die[1:] if die[:1] in {"d", "D"} else ""
    if not digits.isdecimal() or len(digits) > 3:  # noqa: PLR2004  a d100 is the largest there is
        raise WrongUsage(f"{said(die)} is no die", hint="--die d6")
    return int(digits)


@member.command()
@click.argument("name", metavar="MEMBER")
@json_option
@with_desk()
def show(desk: Desk, name: str, *, as_json: bool) -> None:
    """Show a member's profile and its campaign history."""
    from cli.profiles import member_sheet
    from cli.rows import say_json
    from projections.profiles import profile
    from projections.rosters import books

    with desk.views() as views:
        _, found = desk.member(name, books(views))
        sheet = profile(views, found.id)
    if as_json:
        say_json(sheet)
    else:
        member_sheet(sheet)


@member.command()
@click.argument("name", metavar="MEMBER")
@click.argument("new")
@dry_run_option
@json_option
@with_desk(writes=True)
def rename(desk: Desk, name: str, new: str, *, dry_run: bool, as_json: bool) -> None:
    """Give a member another name; its handle stays."""
    crew, found = desk.member(name)
    action = RenameMember(crew=crew.who.id, member=found.id, name=new)
    _record(desk, action, dry_run=dry_run, as_json=as_json)


@member.command()
@click.argument("name", metavar="MEMBER")
@click.option("--why", default="", metavar="TEXT", help="The reason, kept on record.")
@dry_run_option
@json_option
@with_desk(writes=True)
def retire(desk: Desk, name: str, why: str, *, dry_run: bool, as_json: bool) -> None:
    """Let a member leave its crew for good; its profile stays."""
    crew, found = desk.member(name)
    action = RetireMember(crew=crew.who.id, member=found.id, reason=why)
    captain = any(each.who.id == found.id and each.captain for each in crew.fit)
    left = [f"{crew.who.name} now lacks a Captain"] if captain else []
    _record(desk, action, left, dry_run=dry_run, as_json=as_json)


@member.command()
@click.argument("name", metavar="MEMBER|CREW")
@click.argument("text")
@dry_run_option
@json_option
@with_desk(writes=True)
def note(desk: Desk, name: str, text: str, *, dry_run: bool, as_json: bool) -> None:
    """Write something into the history of a member, or of a crew."""
    try:
        crew, found = desk.member(name)
        action = AddNote(crew=crew.who.id, member=found.id, text=text)
    except NotFound as unknown:
        try:
            action = AddNote(crew=desk.crew(name).who.id, text=text)
        except NotFound:
            raise unknown from None
    _record(desk, action, dry_run=dry_run, as_json=as_json)


def _record(
    desk: Desk,
    action: CrewAction,
    changed: Sequence[str] = (),
    *,
    before: Sequence[Action] = (),
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put an action of a crew on record and answer."""
    lines = desk.submit(action.crew, [*before, action], dry_run=dry_run)
    answer = Answer(lines=lines, changed=changed, undo=undo_of(lines), dry_run=dry_run)
    give(answer, as_json=as_json)
