"""Chapter 18, the history: what an aftermath's events write into members' histories (MS-HIS-3)."""

from collections.abc import Iterator

from domain.aftermath import CaptainNamed, ItemGained, ItemMoved
from domain.chronicle import Entry, Fact, Teller
from domain.games.mortisphere.after.changing import MemberTransformed
from domain.games.mortisphere.after.discoveries import DiscoveryMade, ItemFound
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.after.growth import EVOLUTION
from domain.members import MemberAdvanced, MemberLost, MemberReturned
from domain.terms import Event

# A fate is an entry when it is an injury, an absence, a carried wound (the history rules).
HURTS = (
    "missing", "broken-core", "lamed", "cracked-guard", "clouded", "exposed", "slow-mending",
    "carried-wound",
)  # fmt: skip


def _fate(event: FateResolved) -> Iterator[Fact]:
    if event.result in HURTS:
        text = f"{event.member.name}: {event.name}"
        yield Entry(member=event.member, kind="injury", text=text)


def _found(event: DiscoveryMade) -> Iterator[Fact]:
    """The finder, or the Captain."""
    for finder in event.finder:
        text = f"{finder.name} made a discovery: {event.text}"
        yield Entry(member=finder, kind="discovery", text=text)


def _item_found(event: ItemFound) -> Iterator[Fact]:
    for finder in event.finder:
        text = f"{finder.name} found {event.item.name}"
        yield Entry(member=finder, kind="discovery", text=text)


def _equipped(event: ItemGained) -> Iterator[Fact]:
    """The new bearer, if it has one."""
    for bearer in event.bearer:
        text = f"{bearer.name} has {event.name}"
        yield Entry(member=bearer, kind="equipment_gained", text=text)


def _handed(event: ItemMoved) -> Iterator[Fact]:
    for taker in event.taker:
        text = f"{taker.name} has {event.name}"
        yield Entry(member=taker, kind="equipment_gained", text=text)


def _changed(event: MemberTransformed) -> Iterator[Fact]:
    yield Entry(member=event.member, kind="changed", text=event.told())


def _advanced(event: MemberAdvanced) -> Iterator[Fact]:
    kind = "evolved" if event.advance == EVOLUTION else "advanced"
    yield Entry(member=event.member, kind=kind, text=event.told())


def _lost(event: MemberLost) -> Iterator[Fact]:
    yield Entry(member=event.member, kind="lost", text=event.told())


def _returned(event: MemberReturned) -> Iterator[Fact]:
    yield Entry(member=event.member, kind="returned", text=event.told())


def _captaincy(event: CaptainNamed) -> Iterator[Fact]:
    yield Entry(member=event.member, kind="captaincy", text=event.told())


FACTS: dict[type[Event], Teller] = {
    FateResolved: _fate,
    DiscoveryMade: _found,
    ItemFound: _item_found,
    ItemGained: _equipped,
    ItemMoved: _handed,
    MemberTransformed: _changed,
    MemberAdvanced: _advanced,
    MemberLost: _lost,
    MemberReturned: _returned,
    CaptainNamed: _captaincy,
}
