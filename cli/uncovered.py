"""What is flagged since a battle is void: it stands, though it would be refused now."""

from typing import TYPE_CHECKING

from domain.campaign import STORY
from domain.ledger.fold import Reckoning, ordered
from domain.voided import BattleVoided, Uncovered

if TYPE_CHECKING:
    from cli.desk import Desk


def uncovered(desk: "Desk", crew: str = "") -> list[Uncovered]:
    """All of it that still counts, or what concerns one crew."""
    told = [line.data for line in ordered(desk.ledger.story(STORY))]
    voided = [event for event in told if isinstance(event, BattleVoided)]
    flagged = [one for event in voided for one in event.uncovered]
    return [one for one in flagged if crew in ("", *one.crews) and _counts(desk, one.address)]


def _counts(desk: "Desk", address: str) -> bool:
    lines = desk.ledger.story(address.rpartition("/")[0])
    reckoning = Reckoning(lines)
    return any(line.address == address and reckoning.counts(line) for line in lines)


def rows(flagged: list[Uncovered]) -> list[str]:
    """Each as a line of text."""
    return [f"not covered: {one.address} {one.what} ({one.why})" for one in flagged]
