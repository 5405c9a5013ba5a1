"""A battle that is void, as it is on record, with what is not covered any more since."""

import msgspec

from domain.terms import Event, Who


class Uncovered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that stands though it would be refused now: where, what it was, why, and whose."""

    address: str
    what: str
    why: str
    crews: tuple[str, ...] = ()


class BattleVoided(Event, frozen=True, kw_only=True, tag="campaign.battle-voided/1"):
    """A battle is void: whatever it gave or took is returned, and it counts for nothing.

    `uncovered` is what was done since with what it gave, and stands all the same.
    """

    battle: str
    scenario: str
    crews: tuple[Who, ...] = ()
    reason: str
    agreed: str = ""
    uncovered: tuple[Uncovered, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        rest = "; ".join(f"{one.address} {one.what}" for one in self.uncovered)
        open_ = f" Not covered any more: {rest}" if rest else ""
        return f"{self.battle.capitalize()} is void{consent}: {self.reason}.{open_}"
