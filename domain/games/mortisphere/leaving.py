"""Chapter 15: who leaves the battle is safe; what it carries or escorts goes along (MS-SCN-6)."""

from domain.games.mortisphere.battle import Fighting, area_name, changed, side
from domain.games.mortisphere.carrying import borne, carry_out, drop
from domain.games.mortisphere.escorts import NeutralExited
from domain.games.mortisphere.roles import ways_out
from domain.games.mortisphere.scoring import Deed, score
from domain.games.mortisphere.units import Standing, Unit
from domain.names import the
from domain.terms import Event, Telling, Who


class MemberWithdrew(Event, frozen=True, kw_only=True, tag="mortisphere.member-withdrew/1"):
    """A member left the battle from the edge of it: safe, and no longer active (MS-SCN-6)."""

    member: Who
    crew: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} withdraws by {the(self.area.name)}."


def depart(telling: Telling[Fighting], unit: Unit, neutral: str = "") -> None:
    """MS-SCN-6: a member withdraws from the Area in which it stands."""
    battle = telling.state
    crew, area = side(battle, unit.crew).who, area_name(battle, unit.area)
    own = unit.area in ways_out(battle, unit.crew)
    telling.tell(MemberWithdrew(member=unit.who, crew=crew, area=area))
    if borne(battle, unit.id):
        if own:
            carry_out(telling, unit)
        else:
            drop(telling, unit)
    if neutral and telling.state.units[neutral].active:
        follower = telling.state.units[neutral]
        telling.tell(NeutralExited(neutral=follower.who, area=area, crew=crew, member=unit.who))
        score(telling, unit.crew, Deed(on="exited", neutral=follower.neutral, area=area.id))


EVENTS: tuple[type[Event], ...] = (MemberWithdrew,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who is gone."""
    if isinstance(event, MemberWithdrew):
        return changed(battle, event.member.id, standing=Standing.WITHDRAWN)
    return battle
