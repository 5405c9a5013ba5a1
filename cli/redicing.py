"""A battle goes on with other dice (`acta battle dice`)."""

from cli.answers import Answer
from cli.desk import Desk
from cli.doing import answer
from cli.keeper import Sealing, several, told_drawn
from cli.keeper import solo as solo_sealing
from cli.rows import talk
from cli.sitting import Table
from domain.dicebox import ChangeDice
from domain.game import Game
from domain.terms import WrongUsage
from domain.throwing import Source


def go_on(
    desk: Desk, table: Table, source: str, why: str, *, solo: bool, seed: str, dry_run: bool
) -> Answer:
    """Put the change on record; new secrets are on disk before their anchors are."""
    sealing = _sealing(desk, table, source, solo=solo or bool(seed), seed=seed)
    seal = () if sealing is None else (sealing.seal(),)
    action = _change(table.game)(dice=Source(source), seal=seal, why=why)
    with desk.keeper.keeping(None if dry_run else sealing):
        lines = desk.ledger.submit(
            table.story,
            table.game.battle,
            [action],
            stamp=desk.stamp,
            beside=table.beside,
            edition=table.edition,
            follow=desk.keeper.follow(table.game),
            dry_run=dry_run,
        )
    if dry_run:
        return Answer(lines=lines, dry_run=True)
    return answer(desk, desk.table(table.story), lines, table.shown())


def _sealing(desk: Desk, table: Table, source: str, *, solo: bool, seed: str) -> Sealing | None:
    if source == "table":
        if solo:
            raise WrongUsage(
                "--solo and --seed are for sealed dice", hint="acta battle dice sealed"
            )
        return None
    if solo:
        return solo_sealing(seed)
    drawn = several(len(desk.parties(table.story)))
    talk(told_drawn(drawn))
    return drawn


def _change(game: Game) -> type[ChangeDice]:
    """The game's action by which dice change."""
    return next(kind for kind in game.actions if issubclass(kind, ChangeDice))
