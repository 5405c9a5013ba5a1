"""Chapter 9: the favour of the crowd, and the morale it gives (MR-CRD-1 to -8)."""

from domain.effects import of
from domain.games.morturi.battle import Fighting, schools_present, side, side_changed
from domain.games.morturi.effects import of_the_day
from domain.games.morturi.shapes import book
from domain.terms import Event, Telling, Who


class FavourGained(Event, frozen=True, kw_only=True, tag="morturi.favour-gained/1"):
    """A school gained favour of the crowd; `favour` is what it has now (MR-CRD-1, -2)."""

    school: Who
    amount: int
    favour: int
    source: Who
    by: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        by = f" by {self.by[0].name}" if self.by else ""
        return (
            f"{self.school.name} gains {self.amount} of the crowd's favour"
            f"{by} ({self.source.name}): {self.favour}."
        )


def gain_favour(
    telling: Telling[Fighting], school: str, amount: int, source: Who, by: str = ""
) -> None:
    """MR-CRD-1, MR-BAT-8: a school gains favour; a massive crowd gives more of it."""
    battle = telling.state
    mine = side(battle, school)
    more = amount
    for w in of(of_the_day(battle, "favour.gain"), "times"):
        more *= w.effect.value
    telling.tell(
        FavourGained(
            school=mine.who,
            amount=more,
            favour=mine.favour + more,
            source=source,
            by=(battle.units[by].who,) if by else (),
        )
    )


def morale(battle: Fighting, school: str) -> int:
    """MR-CRD-3, -5: +1 damage with more favour than any other school present, +2 with ten more."""
    if battle.house.eliminated_school_counts == "yes":
        present = [s.id for s in battle.sides]
    else:
        present = schools_present(battle)
    rivals = [side(battle, s).favour for s in present if s != school]
    if not school or not rivals:
        return 0
    lead = side(battle, school).favour - max(rivals)
    crowd = book(battle.edition).crowd
    if lead >= crowd.lead:
        return crowd.boosted_by_lead
    return crowd.boosted if lead > 0 else 0


EVENTS: tuple[type[Event], ...] = (FavourGained,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what a school gained; it never drops below 0 (MR-CRD-7)."""
    if isinstance(event, FavourGained):
        return side_changed(battle, event.school.id, favour=max(0, event.favour))
    return battle
