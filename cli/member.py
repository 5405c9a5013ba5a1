"""`acta member`: recruit, show, rename, retire, note."""

from collections.abc import Sequence
from typing import Any

import click

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.of_game import OfGame, param_of, recruits
from cli.options import Group, dry_run_option, json_option, reason
from cli.own import taking
from domain.crew import AddNote, CrewAction, RenameMember, RetireMember
from domain.profile import Profile, Where
from domain.terms import Action, NotFound, WrongUsage


@click.group(cls=Group)
def member() -> None:
    """Recruit, show, rename or retire members."""


@member.command(cls=OfGame, options=recruits)
@click.argument("crew_name", metavar="CREW")
@click.argument("name", required=False, default="")
@click.option("--handle", default="", metavar="ABC", help="Its three letters, else of its name.")
@click.option("--name-kind", default="", metavar="K", help="identity, designation, title, …")
@dry_run_option
@json_option
@with_desk(writes=True)
def recruit(
    desk: Desk,
    /,
    *,
    crew_name: str,
    name: str,
    handle: str,
    name_kind: str,
    dry_run: bool,
    as_json: bool,
    **told: Any,
) -> None:
    """Recruit a member; what is told of it, and what it costs, its game says."""
    profiles = desk.game.profiles
    parts = {part.word: told.get(param_of(part.word)) for part in profiles.told(Where.COMMAND)}
    profile = Profile(
        name=name,
        kind=told[param_of(profiles.kind.word)],
        rank=told[param_of(profiles.rank.word)],
        handle=handle,
        name_kind=name_kind,
        parts={word: value for word, value in parts.items() if value},
    )
    profiles.check(profile.rank)
    for word, value in profile.parts.items():
        if isinstance(value, int) and value < 0:
            raise WrongUsage(f"{word} is a number from 1")
    action = profiles.recruit(desk.crew(crew_name).who.id, profile)
    before = taking(desk.books(), desk.home.folder)
    _record(desk, action, before=before, dry_run=dry_run, as_json=as_json)


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
        member_sheet(desk.game, sheet)


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
@click.option(
    "--why", default="", metavar="TEXT", callback=reason, help="The reason, kept on record."
)
@dry_run_option
@json_option
@with_desk(writes=True)
def retire(desk: Desk, name: str, why: str, *, dry_run: bool, as_json: bool) -> None:
    """Let a member leave its crew for good; its profile stays."""
    crew, found = desk.member(name)
    action = RetireMember(crew=crew.who.id, member=found.id, reason=why)
    led = any(each.who.id == found.id and each.captain for each in crew.fit)
    left = [f"{crew.who.name} now lacks a {desk.game.words.leader}"] if led else []
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
