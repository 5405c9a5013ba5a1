"""Deeds of an aftermath: what became of those who fell, and what was found."""

from collections.abc import Iterator

from domain.chronicle import Fact, Teller
from domain.games.mortisphere.after.changing import MemberTransformed
from domain.games.mortisphere.after.discoveries import DiscoveryMade, ItemFound
from domain.games.mortisphere.after.fate import FateResolved
from domain.kinds import Deed, Kind, first
from domain.terms import Event


def _fate(event: FateResolved) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.FATE,
        crew=event.crew,
        member=event.member,
        number=event.total,
        text=event.name,
        detail={"result": event.result, "die": event.die},
    )


def _discovered(event: DiscoveryMade) -> Iterator[Fact]:
    detail = {"why": event.reason}
    finder = first(event.finder)
    yield Deed(kind=Kind.FOUND, crew=event.crew, member=finder, text=event.text, detail=detail)


def _item_found(event: ItemFound) -> Iterator[Fact]:
    detail = {"why": event.reason, "kind": event.item.id}
    finder = first(event.finder)
    yield Deed(kind=Kind.FOUND, crew=event.crew, member=finder, text=event.item.name, detail=detail)


def _transformed(event: MemberTransformed) -> Iterator[Fact]:
    detail = {"after": event.kind, "ability": event.ability}
    yield Deed(kind=Kind.CHANGED, crew=event.crew, member=event.member, text="being", detail=detail)


DEEDS: dict[type[Event], Teller] = {
    FateResolved: _fate,
    DiscoveryMade: _discovered,
    ItemFound: _item_found,
    MemberTransformed: _transformed,
}
