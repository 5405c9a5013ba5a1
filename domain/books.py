"""A campaign's books: what deciders remember of the campaign, its crews and their members."""

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec

from domain.house import Setting
from domain.names import Named
from domain.own import Own
from domain.signers import SignerNamed
from domain.terms import NotFound, Who


class Standing(StrEnum):
    """Whether a member can be fielded, is away for a time, has left for good, or has moved.

    Who has moved belongs to another crew, where he is the same member.
    """

    FIT = "fit"
    MISSING = "missing"
    CAPTIVE = "captive"
    RETIRED = "retired"
    LOST = "lost"
    MOVED = "moved"


_GONE = (Standing.RETIRED, Standing.LOST, Standing.MOVED)


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thing that somebody carries: its own id, `crew-ash/4#rivet-gun`, and what it is.

    Until the line of its bearer is stamped the id is `#rivet-gun`.
    """

    id: str
    kind: str

    @classmethod
    def all_of(cls, kinds: Iterable[str]) -> "tuple[Item, ...]":
        """Things for a new bearer; the second alike is numbered, `#rivet-gun-2`."""
        items: list[Item] = []
        for kind in kinds:
            alike = sum(item.kind == kind for item in items)
            items.append(cls(f"#{kind}-{alike + 1}" if alike else f"#{kind}", kind))
        return tuple(items)


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a crew as its profile now stands; `kind` is its type or role, `die` its faces.

    A game whose members have a `grade` gives them no die.

    `health`, `slots`, `ability_slots` and `resolve` are its own: what effects, injuries and its
    type add is worked out by the game. `slots`, `ability_slots` and `resolve` count what it gained,
    `steps` what it has gathered towards a larger die. `learned` names its advances in their order;
    `lost` is the health it begins its next battle without; `term` how long it is hired, if it is.
    """

    who: Who
    handle: str
    kind: str
    die: int
    health: int
    captain: bool = False
    will: str = ""
    abilities: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    advances: int = 0
    status: Standing = Standing.FIT
    experience: int = 0
    injuries: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    affinities: tuple[str, ...] = ()
    slots: int = 0
    ability_slots: int = 0
    resolve: int = 0
    steps: int = 0
    lost: int = 0
    misses_next: bool = False
    grade: str = ""
    term: str = ""

    @property
    def fit(self) -> bool:
        """Whether it can be fielded."""
        return self.status is Standing.FIT and not self.misses_next

    @property
    def present(self) -> bool:
        """Whether it still belongs to its crew, though it may be unfit, missing or a captive."""
        return self.status not in _GONE

    @property
    def home(self) -> bool:
        """Whether it is with its crew: neither missing nor a captive."""
        return self.status is Standing.FIT


class Crew(msgspec.Struct, frozen=True, kw_only=True):
    """A crew: mustered (`founding`) until its first battle opens; `recruited` since the newest.

    `store` holds what nobody carries, `grant` money for recruits only. `aftermath` is the battle
    whose aftermath is not over, `chooses_scenario` says that the next scenario is its choice.
    `ended` is a crew whose campaign is over; `purse` is what it was founded with.
    """

    who: Who
    player: str = ""
    purse: int = 0
    treasury: int = 0
    members: tuple[Member, ...] = ()
    founding: bool = True
    recruited: int = 0
    open_battle: str = ""
    store: tuple[Item, ...] = ()
    grant: int = 0
    aftermath: str = ""
    chooses_scenario: bool = False
    ended: bool = False

    @property
    def present(self) -> tuple[Member, ...]:
        """The members who still belong to it."""
        return tuple([member for member in self.members if member.status not in _GONE])

    @property
    def captain(self) -> Member | None:
        """Who leads it, if anybody does."""
        return next((member for member in self.present if member.captain), None)

    @property
    def fit(self) -> tuple[Member, ...]:
        """The members who can be fielded."""
        return tuple(member for member in self.members if member.fit)

    def member(self, member: str) -> Member:
        """The member of that id."""
        for one in self.members:
            if one.who.id == member:
                return one
        raise NotFound(f"{self.who.name} has no member {member}")

    def with_member(self, member: str, change: Callable[[Member], Member]) -> "Crew":
        """The crew with one profile changed; as it was if it has no such member."""
        for place, one in enumerate(self.members):
            if one.who.id == member:
                members = (*self.members[:place], change(one), *self.members[place + 1 :])
                return msgspec.structs.replace(self, members=members)
        return self

    def named(self) -> tuple[Named, ...]:
        """Everybody who ever joined, for looking names up; who has moved is looked up there."""
        return tuple(
            Named(m.who.id, m.who.name, m.handle, self.who.name)
            for m in self.members
            if m.status is not Standing.MOVED
        )


class Books(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign: its name, game, house rules, crews by id, and how many battles it has opened.

    `battles` counts openings that were taken back too: their stories keep their numbers. `content`
    is what the campaign adds to the codex, each entry as it was taken last; `signers` says whose
    keys are known.
    """

    name: str = ""
    game: str = ""
    edition: str = ""
    house: tuple[Setting, ...] = ()
    crews: dict[str, Crew] = {}
    battles: int = 0
    content: tuple[Own, ...] = ()
    signers: tuple[SignerNamed, ...] = ()

    @property
    def next_battle(self) -> str:
        """The story of the battle that opens next."""
        return f"battle-{self.battles + 1}"

    def crew(self, crew: str) -> Crew:
        """The crew of that id."""
        if crew not in self.crews:
            raise NotFound(f"the campaign has no crew {crew}")
        return self.crews[crew]

    def setting(self, option: str, default: str) -> str:
        """The value that an option has here."""
        return next((one.value for one in self.house if one.option == option), default)

    def home(self, member: str) -> Crew:
        """The crew that a member belongs to, or belonged to last."""
        for crew in self.crews.values():
            for one in crew.members:
                if one.who.id == member and one.status is not Standing.MOVED:
                    return crew
        raise NotFound(f"the campaign has no member {member}")

    def named(self) -> tuple[Named, ...]:
        """The crews, for looking names up."""
        return tuple(Named(crew.who.id, crew.who.name) for crew in self.crews.values())

    def changed(self, crew: Who, change: Callable[[Crew], Crew]) -> "Books":
        """The books with one crew changed, which is new if nothing was known of it."""
        now = change(self.crews.get(crew.id) or Crew(who=crew))
        return msgspec.structs.replace(self, crews=self.crews | {crew.id: now})
