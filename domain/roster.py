"""A crew's roster as its events make it: founded, recruited, renamed, retired, mustered."""

from typing import assert_never

from msgspec.structs import replace

from domain.books import Books, Crew, Item, Member, Standing
from domain.counting import counted
from domain.terms import Event, Who, as_said


class CrewFounded(Event, frozen=True, tag="crew.founded/1"):
    """A crew is founded, with a purse to recruit from."""

    crew: Who
    player: str
    purse: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.player} founds {self.crew.name} with a purse of {self.purse}."


class CrewRenamed(Event, frozen=True, tag="crew.renamed/1"):
    """A crew has another name."""

    crew: Who
    before: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.before} is now {self.crew.name}."


class MemberRecruited(Event, frozen=True, kw_only=True, tag="crew.member-recruited/1"):
    """A member joins a crew; `treasury` is what the crew has left.

    It has a die, or in a game of grades a `grade`. One that moves from another crew has its id.

    `granted` of the cost was paid from a grant. One that is `free` joined without cost for itself,
    and is not counted among the recruits between two battles. `own` is what it is and has that is
    the campaign's own content, `gear` what its abilities and items are called. `seller` is the crew
    that was paid for it, `term` how long it is hired, where it is no member for good.
    """

    brings = "member"

    crew: Who
    member: Who
    handle: str
    kind: str
    die: int = 0
    health: int = 0
    cost: int
    treasury: int
    captain: bool = False
    will: str = ""
    abilities: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    name_kind: str = ""
    granted: int = 0
    free: bool = False
    own: tuple[Who, ...] = ()
    gear: tuple[str, ...] = ()
    grade: str = ""
    seller: tuple[Who, ...] = ()
    term: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        own = f" Own content: {', '.join(one.name for one in self.own)}." if self.own else ""
        will = f" ({self.will})" if self.will else ""
        role = f" as its Captain{will}" if self.captain else ""
        ids = (*self.abilities, *(item.kind for item in self.items))
        gear = ", ".join(self.gear or ids)
        size = f"d{self.die}, {self.health} Health" if self.die else self.grade
        what = as_said(self.kind, size) + (f"; {gear}" if gear else "")
        seller = f" to {self.seller[0].name}" if self.seller else ""
        return (
            f"{self.member.name} ({what}) joins {self.crew.name}{role}: "
            f"{self.cost} paid{seller}, {self.treasury} left.{own}"
        )


class MemberRenamed(Event, frozen=True, tag="crew.member-renamed/1"):
    """A member has another name; the old ones stay in its history."""

    crew: Who
    member: Who
    before: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.before} of {self.crew.name} is now {self.member.name}."


class MemberRetired(Event, frozen=True, tag="crew.member-retired/1"):
    """A member leaves a crew and is fielded no more; its profile stays."""

    crew: Who
    member: Who
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = " ".join(self.reason.split())
        return f"{self.member.name} leaves {self.crew.name}{why and ': '}{why}."


class MemberMoved(Event, frozen=True, tag="crew.member-moved/1"):
    """A member leaves a crew for another, and is the same member there; `to` is that crew."""

    crew: Who
    member: Who
    to: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} goes from {self.crew.name} to {self.to.name} ({self.reason})."


class NoteAdded(Event, frozen=True, tag="crew.note-added/1"):
    """Somebody wrote something into the history of members, or (naming none) of the crew."""

    crew: Who
    text: str
    members: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        about = ", ".join(member.name for member in self.members) or self.crew.name
        return f"Note on {about}: “{' '.join(self.text.split())}”"


class FoundingEnded(Event, frozen=True, tag="crew.founding-ended/1"):
    """A crew's first battle opens: its founding is over, and part of what is unspent is kept."""

    crew: Who
    battle: str
    unspent: int
    treasury: int

    def told(self) -> str:
        """Say it as the table would."""
        some = f"of {self.unspent} unspent"
        kept = counted(self.treasury, f"{some} is kept", f"{some} are kept")
        return f"{self.crew.name} is mustered for {self.battle}: {kept}."


CrewEvent = (
    CrewFounded
    | CrewRenamed
    | MemberRecruited
    | MemberRenamed
    | MemberRetired
    | MemberMoved
    | NoteAdded
    | FoundingEnded
)


def evolve(books: Books, event: CrewEvent) -> Books:
    """Remember an event."""
    return books.changed(event.crew, lambda crew: _changed(crew, event))


def _changed(crew: Crew, event: CrewEvent) -> Crew:
    """What an event makes of its crew."""
    match event:
        case CrewFounded():
            purse = event.purse
            return replace(crew, who=event.crew, player=event.player, purse=purse, treasury=purse)
        case CrewRenamed():
            return replace(crew, who=event.crew)
        case MemberRecruited():
            return _joined(crew, event)
        case MemberRenamed():
            return crew.with_member(event.member.id, lambda one: replace(one, who=event.member))
        case MemberRetired() | MemberMoved():
            gone = Standing.MOVED if isinstance(event, MemberMoved) else Standing.RETIRED
            return crew.with_member(event.member.id, lambda one: replace(one, status=gone))
        case NoteAdded():
            return crew
        case FoundingEnded():
            return replace(crew, founding=False, treasury=event.treasury)
        case _:
            assert_never(event)


def _joined(crew: Crew, event: MemberRecruited) -> Crew:
    """A crew with a member more; one who comes back to it has one profile, not two."""
    id_ = event.member.id  # empty until its line is written
    others = (one for one in crew.members if not id_ or one.who.id != id_)
    return replace(
        crew,
        members=(*others, _member(event)),
        treasury=event.treasury,
        grant=crew.grant - event.granted,
        recruited=crew.recruited + (not crew.founding and not event.free),
    )


def _member(event: MemberRecruited) -> Member:
    """A new member's profile."""
    return Member(
        who=event.member,
        handle=event.handle,
        kind=event.kind,
        die=event.die,
        health=event.health,
        captain=event.captain,
        will=event.will,
        abilities=event.abilities,
        items=event.items,
        grade=event.grade,
        term=event.term,
    )
