"""The books of a friendly battle: its crews are known by its opening alone, and end with it."""

from collections.abc import Sequence

from domain.books import Books, Crew, Item, Member
from domain.games.mortisphere.opening import BattleOpened, CrewFielded, MemberFielded
from domain.games.mortisphere.shapes import book


def books_of(event: BattleOpened) -> Books:
    """The guests of a battle file as the books of a campaign would have them."""
    thresholds = book(event.edition).experience.thresholds
    crews = {crew.crew.id: _crew(crew, thresholds) for crew in event.crews}
    return Books(
        name=event.scenario.name,
        game="mortisphere",
        edition=event.edition,
        house=event.house,
        crews=crews,
    )


def _crew(crew: CrewFielded, thresholds: Sequence[int]) -> Crew:
    members = tuple(_member(member, thresholds) for member in crew.members)
    return Crew(who=crew.crew, player=crew.player, members=members, founding=False)


def _member(member: MemberFielded, thresholds: Sequence[int]) -> Member:
    """MS-ADV-3: one that has taken advances has the experience of the last of them at least."""
    passed = thresholds[: member.advances]
    items = tuple(
        Item(f"{member.member.id}{item.id}", item.kind) for item in Item.all_of(member.items)
    )
    return Member(
        who=member.member,
        handle=member.handle,
        kind=member.kind,
        die=member.die,
        health=member.health,
        captain=member.captain,
        will=member.will,
        abilities=member.abilities,
        items=items,
        experience=passed[-1] if passed else 0,
        advances=member.advances,
        injuries=member.injuries,
        lost=member.lost,
    )
