"""The dice that Mortisphere's events hold: each throw once, where it counted."""

from msgspec.structs import replace

from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.discoveries import DiscoveryMade, ItemFound
from domain.games.mortisphere.after.evening import LotDrawn
from domain.games.mortisphere.after.fate import FateResolved, FateRolled
from domain.games.mortisphere.after.homecoming import ReturnRolled
from domain.games.mortisphere.happenings import Hit, UnitsHit
from domain.games.mortisphere.initiative import CrewDie, InitiativeRolled
from domain.games.mortisphere.lots import PlainDie
from domain.games.mortisphere.neutrals import LotCast
from domain.games.mortisphere.rolled import fell, shrinks
from domain.games.mortisphere.second_look import RollSeen
from domain.games.mortisphere.throwing import FacesShown
from domain.terms import Event, Who
from domain.throwing import Source

ASH, VEX, COLOSSUS = Who("crew-ash", "Ash"), Who("crew-ash/3", "Vex"), Who("c", "The Colossus")


def dice(event: Event) -> list[tuple[str, int, int]]:
    """Whose dice, how large, and what they show."""
    return [(die.of.name, die.sides, die.face) for die in fell(event)]


def test_dice_between_crews_and_of_nobody() -> None:
    """A crew's die is the crew's; what happens by itself throws for whom it hits."""
    rolled = InitiativeRolled(round=1, dice=(CrewDie(ASH, 20, 7, 7),))
    assert dice(rolled) == [("Ash", 20, 7)]
    hit = UnitsHit(
        happening=COLOSSUS,
        dice=(PlainDie(of=VEX, die=8, natural=3),),
        hits=(Hit(member=VEX, harm=1),),
    )
    assert dice(hit) == [("Vex", 8, 3)]


def test_a_lot_has_as_many_sides_as_there_are_to_choose_from() -> None:
    """Among three, a die of three sides; among two items, of two."""
    lot = LotCast(
        neutral=COLOSSUS,
        among=(VEX, ASH, COLOSSUS),
        dice=(PlainDie(of=COLOSSUS, die=3, natural=2),),
        drawn=ASH,
    )
    assert dice(lot) == [("The Colossus", 3, 2)]
    drawn = LotDrawn(
        crew=ASH, about=(VEX,), what="Gear Ruined", candidates=("a", "b"), natural=2, drawn="b"
    )
    assert dice(drawn) == [("Vex", 2, 2)]


def test_dice_of_the_aftermath() -> None:
    """MS-FAT-3, -6: a fate die that is rolled again counts where it fell; not where it stands."""
    rolled = FateRolled(member=VEX, crew=ASH, die=20, natural=1, total=1, captain=True)
    assert dice(rolled) == [("Vex", 20, 1)]
    resolved = FateResolved(
        member=VEX,
        crew=ASH,
        result="recovers",
        name="Recovers",
        die=20,
        natural=12,
        before=(1,),
        fell=(12,),
        total=12,
    )
    assert dice(resolved) == [("Vex", 20, 12)]


def test_dice_that_are_read_from_a_table() -> None:
    """MS-ADV-4: a d12; MS-FAT-3: who was missing, a d20; a discovery is a d12 of its finder."""
    advance = AdvanceRolled(member=VEX, crew=ASH, natural=11, result="practised", name="Practised")
    assert dice(advance) == [("Vex", 12, 11)]
    assert dice(ReturnRolled(member=VEX, crew=ASH, natural=6, back=True)) == [("Vex", 20, 6)]
    found = DiscoveryMade(
        crew=ASH, finder=(VEX,), natural=11, result="salvage", text="-", reason="victory"
    )
    assert dice(found) == [("Vex", 12, 11)]
    assert dice(replace(found, finder=())) == [("Ash", 12, 11)]


def test_what_is_not_told_as_dice() -> None:
    """Dice as they lay, which count later; and a find among so many as nobody wrote down."""
    assert dice(RollSeen(dice=(FacesShown(member=VEX, faces=(3,)),), source=Source.TABLE)) == []
    item = ItemFound(
        crew=ASH, finder=(VEX,), family="relic", natural=3, item=COLOSSUS, reason="discovery"
    )
    assert dice(item) == []
    assert not shrinks(item)
