"""Lines told by hand, as they might stand in a ledger; nobody judges them."""

from pathlib import Path
from typing import Any

from domain.books import Item
from domain.game import catalogue
from domain.games.mortisphere.deployment import MemberDeployed
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.initiative import CrewNumber
from domain.games.mortisphere.opening import BattleOpened, CrewFielded, MemberFielded
from domain.games.mortisphere.rounds import BattleConcluded, BattleEnded
from domain.games.mortisphere.shapes import book
from domain.house import Setting
from domain.kinds import Kind
from domain.ledger.draft import Pen, Stamp
from domain.ledger.ledger import Ledger
from domain.roster import CrewFounded, MemberRecruited
from domain.terms import Event, Who
from projections import deeds
from projections.page import Row
from projections.view import DEEDS, Views, open_views
from tests.season import CAMPAIGN, GAME

ASH, IRON = Who("crew-ash", "Ash"), Who("crew-iron", "Iron")
SURA, VEX = Who("crew-ash/2", "Sura"), Who("crew-ash/3", "Vex")
NINE, KILN = Who("crew-iron/2", "Unit Nine"), Who("crew-iron/3", "Kiln")
HALL = Who("hall", "Granary Hall")


class Telling:
    """A ledger in which lines are written as they are told."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger.create(folder / "ledger.db", catalogue("mortisphere"), CAMPAIGN)
        self.views: Views = open_views(self.ledger, GAME, None)
        self._minutes = 0

    def tell(self, story: str, *events: Event, within: str = "") -> str:
        """Write events as one batch, or `within` one, at the end of a story; returns the batch."""
        ends = {story: len(self.ledger.story(story))}
        pen = Pen(self.ledger.campaign, ends, {})
        for event in events:
            batch = pen.lines[0].batch if pen.lines else within
            pen.write(story, event, self.stamp(), batch=batch, cause=None)
        assert self.ledger.append(pen.lines, ends)
        return pen.lines[0].batch

    def stamp(self) -> Stamp:
        """A stamp of the evening."""
        return Stamp(at=f"2026-11-29T19:{self._minutes:02}:00.000Z", by="Ana", program="acta 0.1.0")

    def seen(self) -> Views:
        """The views, caught up."""
        self.views.catch_up()
        return self.views

    def founded(self) -> "Telling":
        """Ash with Sura and Captain Vex, Iron with Unit Nine and Kiln."""
        self.tell("crew-ash", CrewFounded(crew=ASH, player="Ana", purse=50))
        self.tell("crew-ash", recruited(ASH, "Sura", 6, treasury=44))
        self.tell("crew-ash", recruited(ASH, "Vex", 8, treasury=36, captain=True))
        self.tell("crew-iron", CrewFounded(crew=IRON, player="Ben", purse=50))
        self.tell("crew-iron", recruited(IRON, "Unit Nine", 10, "machine", treasury=40))
        self.tell("crew-iron", recruited(IRON, "Kiln", 6, "machine", treasury=34))
        return self

    def opened(
        self, battle: str, *, friendly: bool = False, house: tuple[Setting, ...] = ()
    ) -> "Telling":
        """Ash meets Iron in the Granary; all are deployed in its hall."""
        crews = (ASH, (SURA, VEX)), (IRON, (NINE, KILN))
        return self.met(battle, *crews, friendly=friendly, house=house)

    def met(
        self,
        battle: str,
        *sides: tuple[Who, tuple[Who, ...]],
        friendly: bool = False,
        house: tuple[Setting, ...] = (),
    ) -> "Telling":
        """Crews meet in the Granary, each with these members; all are deployed in its hall."""
        opening = BattleOpened(
            battle=battle,
            edition="2026.1",
            scenario=book().scenario("last-granary"),
            house=house,
            crews=tuple(fielded(crew, *members) for crew, members in sides),
            friendly=friendly,
        )
        self.tell(battle, opening, *(deployed(who) for _, members in sides for who in members))
        return self

    def ended(self, battle: str, ash: int, iron: int) -> str:
        """The battle is over, with so many points for each."""
        winner = () if ash == iron else (ASH if ash > iron else IRON,)
        scores = (CrewNumber(ASH, ash), CrewNumber(IRON, iron))
        return self.tell(
            battle, BattleEnded(reason="rounds", scores=scores, winner=winner, rounds=5)
        )

    def concluded(self, battle: str, ash: int, iron: int) -> str:
        """The battle is over and its result confirmed; returns the batch that confirmed it."""
        self.ended(battle, ash, iron)
        return self.tell(battle, BattleConcluded())


class Tale(Telling):
    """Lines told by hand, and the deeds in them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.views = open_views(self.ledger, GAME, None, views=DEEDS)

    def of(self, *kinds: Kind, **same: Any) -> list[Row]:
        """The deeds of these kinds that have these values, in order."""
        found = deeds.told(self.seen(), kinds=kinds)
        return [row for row in found if all(row[name] == value for name, value in same.items())]

    def felled(self, victim: Who, *by: Who, battle: str = "battle-1") -> str:
        """Somebody is put out by these."""
        return self.tell(battle, MemberIncapacitated(member=victim, by=by, area=HALL))


def recruited(
    crew: Who,
    name: str,
    die: int,
    kind: str = "survivor",
    *,
    treasury: int,
    captain: bool = False,
    items: tuple[str, ...] = (),
) -> MemberRecruited:
    """A member joins, with Health 3."""
    return MemberRecruited(
        crew=crew,
        member=Who("", name),
        handle=name[:3].upper(),
        kind=kind,
        die=die,
        health=3,
        cost=die,
        treasury=treasury,
        captain=captain,
        will="endure" if captain else "",
        items=Item.all_of(items),
    )


def fielded(crew: Who, *members: Who) -> CrewFielded:
    """A crew as it comes to a battle."""
    return CrewFielded(
        crew=crew,
        player="",
        rating=14,
        roster_value=14,
        members=tuple(
            MemberFielded(member=who, handle="", kind="survivor", die=6, health=3)
            for who in members
        ),
    )


def deployed(who: Who) -> MemberDeployed:
    """A member stands in the hall."""
    return MemberDeployed(member=who, area=HALL)
