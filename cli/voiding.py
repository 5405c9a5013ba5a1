"""A battle made void: judged, shown, and saved where that was agreed to."""

import shlex

from cli.correcting import command_of, consent_of
from cli.desk import BRANCHES, Desk
from cli.outcome import batches_of, save, show_outcome, tell_outcome
from domain.consequences import consequences
from domain.ledger.amended import Void
from domain.terms import WrongUsage
from domain.undo import check_consent
from domain.voiding import void
from domain.worlds import World


def make_void(desk: Desk, battle: str, why: str, *, agreed: str, yes: bool, as_json: bool) -> None:
    """Judge that a battle be void and show what it changes; save it if that is wished."""
    story = desk.known(battle).battle
    if story.startswith(BRANCHES):
        hint = f"acta undo --to {story}/1 --yes"
        raise WrongUsage(f"{story} is a branch: it counts for nothing as it is", hint=hint)
    world = World(desk.lines())
    wish = Void(battle=story, reason=why, agreed=agreed)
    outcome = void(world, desk.game, wish, desk.stamp())
    changes = consequences(desk.game, outcome.before, outcome.after)
    words = ["acta", "battle", "void", story, "--why", why]
    words += ["--agreed", agreed] if agreed else []
    asking = consent_of(desk, outcome.replaced[0], agreed, shlex.join([*words, "--yes"]))
    concerned = batches_of(outcome)
    if not yes:
        show_outcome(desk, outcome, changes, command_of(concerned, asking), as_json=as_json)
        return
    check_consent(concerned, asking)
    save(desk, world, outcome)
    tell_outcome(desk, outcome, changes, as_json=as_json)
