"""How a branch begins: what it rests on, and dice of its own where the battle's are sealed."""

import re

from cli.answers import Answer
from cli.branches import all_of, next_story, stories
from cli.consent import undo_of
from cli.desk import Desk
from cli.keeper import Sealing, several, solo
from cli.rows import talk
from cli.sitting import Table
from domain import branching, dispute
from domain.branch import PREFIX, OpenBranch
from domain.branching import Origin
from domain.ledger import fold as folding
from domain.marks import behind, mark_of, parted
from domain.names import fold, said
from domain.states import of_books
from domain.terms import WrongUsage

_STORY = re.compile(r"(battle-|branch-|dispute-)?\d+")


def begin(desk: Desk, address: str, name: str, *, dry_run: bool) -> Answer:
    """Begin a branch behind a line; secrets of its dice are on disk before their anchors are."""
    left, _ = parted(address)
    if of_books(left) or left.startswith(dispute.PREFIX):
        raise WrongUsage(f"{said(left)} is no battle", hint="an address is such as battle-3/17")
    mark = mark_of(behind(desk.ledger, address)[0])
    desk.ledger.refuse_broken([left])
    origin = Origin(mark, branching.state_at(desk.game, desk.ledger, left, mark.line))
    branching.playable(desk.game, origin)
    _check_name(desk, name)
    story = next_story(stories(desk.ledger), PREFIX)
    game = branching.playing(desk.game, story, origin)
    sealing = _sealing(desk, origin)
    action = OpenBranch(
        from_=mark.story,
        line=mark.line,
        digest=mark.digest,
        name=name,
        seal=() if sealing is None else (sealing.seal(),),
    )
    with desk.keeper.keeping(None if dry_run else sealing):
        lines = desk.ledger.submit(
            story,
            game.battle,
            [action],
            stamp=desk.stamp,
            edition=f"{game.id} {origin.state.edition}",
            follow=desk.keeper.follow(game),
            dry_run=dry_run,
        )
    if dry_run:
        table = Table(story, game, folding.fold(game.battle, lines))
        return Answer(lines=lines, next=table.ask(), dry_run=True)
    table = desk.table(story)
    talk(f"play on in it: acta do --battle {story} LINES, or set ACTA_BATTLE={story}")
    return Answer(lines=lines, next=table.ask(), undo=undo_of(desk, table, lines))


def _check_name(desk: Desk, name: str) -> None:
    """A branch is not called as another one is, nor as a story is or might be."""
    known = {*desk.ledger.stories(), *(one.name for one in all_of(desk.ledger))}
    if name and (_STORY.fullmatch(fold(name)) or fold(name) in map(fold, known)):
        raise WrongUsage(f"{said(name)} is called something already", hint="--name ANOTHER")


def _sealing(desk: Desk, origin: Origin) -> Sealing | None:
    """New secrets, where the battle's dice are sealed where the branch leaves."""
    if not branching.sealed(desk.game, origin):
        return None
    chains = desk.game.chains(origin.state)
    return solo() if chains.solo else several(len(chains.anchors))
