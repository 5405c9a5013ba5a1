"""Chapter 15, withdrawing: a turn in an `edge` Area lets a member leave the battle (MS-SCN-6)."""

import msgspec

from domain.games.mortisphere.battle import Fighting, area_name, setting
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.declaring import check_actor
from domain.games.mortisphere.escorts import check_escort, companions, name_escort
from domain.games.mortisphere.leaving import depart
from domain.games.mortisphere.roles import EDGE
from domain.games.mortisphere.turns import end_turn
from domain.games.mortisphere.underway import Departure
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import Named
from domain.games.mortisphere.ways import opposers
from domain.names import the
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class WithdrawalBegan(Event, frozen=True, kw_only=True, tag="mortisphere.withdrawal-began/1"):
    """A member sets out to leave the battle, but somebody may dispute it or come along."""

    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} turns to leave by {the(self.area.name)}."


# Actions


class Withdraw(Action, frozen=True, kw_only=True, tag="mortisphere.withdraw"):
    """Withdraw a member from an `edge` Area: it is safe, and no longer active."""

    member: str
    bringing: str = ""
    effects: tuple[Named, ...] = ()


# Judging


def withdraw(telling: Telling[Fighting], action: Withdraw, crew: str) -> None:
    """MS-SCN-6 `from_edge`, MS-TRN-7: a member leaves, and may take along whom it escorts."""
    battle = telling.state
    unit = battle.units[action.member]
    check_actor(unit, crew)
    check_edge(battle, unit)
    if action.effects:
        sentence = "no effect is used with a withdrawal: it is no move (MS-TRN-7)"
        raise RuleBroken("MS-EFF-5", sentence, hint=f"withdraw {unit.who.name}")
    area = area_name(battle, unit.area)
    if action.bringing:
        check_escort(battle, unit, action.bringing)
    if not action.bringing and not companions(battle, unit) and not opposers(battle, unit):
        telling.tell(MemberActivated(member=unit.who, reason="withdrew"))
        depart(telling, unit)
        end_turn(telling, crew, "withdraw")
        return
    telling.tell(WithdrawalBegan(member=unit.who, area=area))
    if action.bringing:
        name_escort(telling, action.bringing)


def check_edge(battle: Fighting, unit: Unit) -> None:
    """MS-SCN-6: whether a unit's Area lets it leave the battle; raises RuleBroken."""
    rule = battle.house.withdraw
    if rule != "from_edge":
        why = {
            "concede_only": "a crew may concede, but nobody leaves alone",
            "never": "nobody leaves the battle",
        }[rule]
        raise RuleBroken("MS-SCN-6", f"by this battle's house rules {why}")
    if EDGE not in setting(battle).area(unit.area).tags:
        edges = [a.name for a in setting(battle).areas if EDGE in a.tags]
        raise RuleBroken(
            "MS-SCN-6",
            f"nobody withdraws from {the(area_name(battle, unit.area).name)}",
            hint=f"ways out: {', '.join(edges)}" if edges else "concede CREW",
        )


def may_withdraw(battle: Fighting, unit: Unit) -> bool:
    """Whether a unit that may act could withdraw from where it is."""
    edge = EDGE in setting(battle).area(unit.area).tags
    return edge and battle.house.withdraw == "from_edge"


# Remembering


EVENTS: tuple[type[Event], ...] = (WithdrawalBegan,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who is about to leave."""
    if isinstance(event, WithdrawalBegan):
        leaving = Departure(members=(event.member.id,), to="")
        return msgspec.structs.replace(battle, departure=leaving)
    return battle
