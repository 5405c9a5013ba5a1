"""What is flagged since a battle is void: it stands, though it would be refused now."""

from typing import TYPE_CHECKING

import msgspec

from domain.aftermath import TreasuryChanged
from domain.campaign import STORY
from domain.ledger.fold import Reckoning, ordered
from domain.ledger.record import Line
from domain.roster import MemberRecruited
from domain.voided import BattleVoided, Uncovered

if TYPE_CHECKING:
    from cli.desk import Desk


def uncovered(desk: "Desk", crew: str = "") -> list[Uncovered]:
    """All of it that still counts, or what concerns one crew."""
    told = [line.data for line in ordered(desk.ledger.story(STORY))]
    voided = [event for event in told if isinstance(event, BattleVoided)]
    flagged = [one for event in voided for one in event.uncovered]
    standing = (_now(desk, one) for one in flagged if crew in ("", *one.crews))
    return [one for one in standing if one is not None]


def _now(desk: "Desk", one: Uncovered) -> Uncovered | None:
    """It as it stands now: what was amended since is where that stands, unless it is covered."""
    lines = desk.ledger.story(one.address.rpartition("/")[0])
    reckoning = Reckoning(lines)
    unit = was = next(reckoning.unit(line) for line in lines if line.address == one.address)
    while unit in reckoning.replaced:
        unit = reckoning.replaced[unit]
    beside = (desk.ledger.story(crew) for crew in one.crews)
    mine = [line for story in (lines, *beside) for line in _counting(story, unit)]
    if not mine or (unit != was and not _short(mine)):
        return None
    return one if unit == was else msgspec.structs.replace(one, address=mine[0].address)


def _counting(lines: list[Line], unit: str) -> list[Line]:
    """The lines of a story that are of a unit, and count."""
    reckoning = Reckoning(lines)
    return [line for line in lines if reckoning.unit(line) == unit and reckoning.counts(line)]


def _short(lines: list[Line]) -> bool:
    """Whether money is missing for it; what takes none is as it was."""
    paid = [line.data.balance for line in lines if isinstance(line.data, TreasuryChanged)]
    paid += [line.data.treasury for line in lines if isinstance(line.data, MemberRecruited)]
    return not paid or min(paid) < 0


def rows(flagged: list[Uncovered]) -> list[str]:
    """Each as a line of text."""
    return [f"not covered: {one.address} {one.what} ({one.why})" for one in flagged]
