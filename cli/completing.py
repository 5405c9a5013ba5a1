"""A line as it is recorded: with what only the keeper of dice secrets can add."""

import msgspec

from cli.desk import Desk
from cli.sitting import Table
from domain.terms import Action


def completed(desk: Desk, table: Table, action: Action) -> Action:
    """A conclusion with the seed that it shows; any other action as it is."""
    if not isinstance(action, table.game.concluding):
        return action
    seed = desk.keeper.seed(table.game.chains(table.state))
    return msgspec.structs.replace(action, seed=seed) if seed else action
