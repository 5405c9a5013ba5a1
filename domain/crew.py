"""A crew: founding, recruiting, names, retirement and notes; what games have in common of it.

What a recruit costs and may be is said by the game (`Recruiting`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never, get_args

from domain import aftermath, campaign
from domain.aftermath import AftermathEvent
from domain.books import Books, Crew, Member
from domain.campaign import CampaignAction, CampaignEvent, CrewListed, Edition, founded, free_name
from domain.names import alike, clean, handle, prose, said, slug
from domain.roster import (
    CrewEvent,
    CrewFounded,
    CrewRenamed,
    FoundingEnded,
    MemberRecruited,
    MemberRenamed,
    MemberRetired,
    NoteAdded,
    evolve,
)
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Who, WrongUsage

PREFIX = "crew-"
HANDLE = 3


class FoundCrew(Action, frozen=True, tag="crew.found"):
    """Found a crew; `crew` is its story (`story_of`)."""

    crew: str
    name: str
    player: str


class RenameCrew(Action, frozen=True, tag="crew.rename"):
    """Give a crew another name; its story keeps its own."""

    crew: str
    name: str


class Recruit(Action, frozen=True, tag="crew.recruit"):
    """Recruit a member: its type, its die by faces or its grade, and what it brings.

    Without `health` it has what its game gives; without `handle` one is made of its name.
    """

    crew: str
    kind: str
    die: int = 0
    name: str = ""
    health: int = 0
    captain: bool = False
    will: str = ""
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    handle: str = ""
    name_kind: str = ""
    grade: str = ""


class RenameMember(Action, frozen=True, tag="crew.rename-member"):
    """Give a member another name; its handle stays."""

    crew: str
    member: str
    name: str


class RetireMember(Action, frozen=True, tag="crew.retire-member"):
    """Let a member leave its crew for good."""

    crew: str
    member: str
    reason: str = ""


class AddNote(Action, frozen=True, tag="crew.note"):
    """Write something into the history of a member, or of the crew."""

    crew: str
    text: str
    member: str = ""


CrewAction = FoundCrew | RenameCrew | Recruit | RenameMember | RetireMember | AddNote


class Recruiting(Edition, frozen=True, kw_only=True):
    """What a game says of crews: purse, recruits, who may leave, who may be fielded.

    `turn` is the rule that lets rosters change between battles only; `unspent_kept` is what is
    left of a purse when founding ends. The functions refuse by the rule they break.
    """

    turn: str
    unspent_kept: int
    purse: Callable[[Books], int]
    recruit: Callable[[Books, Crew, Recruit], MemberRecruited]
    release: Callable[[Books, Crew, Member], None]
    muster: Callable[[Books, Crew], None]


def free_handle(crew: Crew, name: str, wanted: str) -> str:
    """The handle of a newcomer: as wanted, or made of the name; three letters, nobody else's."""
    taken = [m.handle for m in crew.members] + [m.who.name for m in crew.members]
    short = wanted.upper() or handle(name, taken)
    if len(short) != HANDLE or not short.isalpha():
        raise WrongUsage(f"a handle has three letters, {said(wanted)} has not")
    if alike(short) in (alike(one.upper()) for one in taken):
        raise WrongUsage(f"{short} is taken in {crew.who.name}")
    return short


def story_of(books: Books, name: str) -> str:
    """The story of a crew that is founded under this name: `crew-ash`, `crew-ash-2`."""
    return PREFIX + slug(name, {crew.removeprefix(PREFIX) for crew in books.crews})


def decider(game: Recruiting) -> Decider[Books]:
    """The rules of a campaign and its crews, for one game."""

    def judge(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
        if isinstance(action, CampaignAction):
            return campaign.decide(game, books, action)
        if isinstance(action, CrewAction):
            return decide(game, books, action)
        raise WrongUsage(f"{type(action).__name__} is no action of a campaign or crew")

    return Decider(initial=Books(), decide=judge, evolve=remember, struck=struck)


def decide(game: Recruiting, books: Books, action: CrewAction) -> Iterator[Event | Elsewhere]:
    """Judge an action: yield what comes of it, or refuse it."""
    founded(books)
    if isinstance(action, FoundCrew):
        yield from _founded(game, books, action)
        return
    crew = books.crew(action.crew)
    match action:
        case RenameCrew():
            yield from _renamed(game, books, crew, action)
        case Recruit():
            at_home(game, crew)
            settled(game, crew)
            yield game.recruit(books, crew, action)
        case RenameMember():
            at_home(game, crew)
            yield _member_renamed(crew, action)
        case RetireMember():
            at_home(game, crew)
            settled(game, crew)
            yield _retired(game, books, crew, action)
        case AddNote():
            members = (crew.member(action.member).who,) if action.member else ()
            yield NoteAdded(crew=crew.who, members=members, text=prose(action.text))
        case _:
            assert_never(action)


def mustered(
    game: Recruiting, books: Books, crews: Iterable[str], battle: str
) -> Iterator[Elsewhere]:
    """Muster crews for a battle: refuse who may not be fielded, and end the founding of the new."""
    for id_ in crews:
        crew = books.crew(id_)
        at_home(game, crew)
        settled(game, crew)
        game.muster(books, crew)
        if crew.founding:
            kept = min(crew.treasury, game.unspent_kept)
            ended = FoundingEnded(
                crew=crew.who, battle=battle, unspent=crew.treasury, treasury=kept
            )
            yield Elsewhere(id_, ended)


def at_home(game: Recruiting, crew: Crew) -> None:
    """Refuse a change to a crew that stands in an open battle."""
    if crew.open_battle:
        sentence = f"{crew.who.name} stands in {crew.open_battle}; its roster waits"
        raise RuleBroken(game.turn, sentence, hint=f"acta battle show {crew.open_battle}")


def settled(game: Recruiting, crew: Crew) -> None:
    """Refuse what comes after an aftermath to a crew whose last one is not over."""
    if crew.aftermath:
        sentence = f"the aftermath of {crew.aftermath} is not over for {crew.who.name}"
        raise RuleBroken(game.turn, sentence, hint=f"acta after {crew.aftermath}")


def remember(books: Books, event: Event) -> Books:
    """Remember an event of a campaign or crew; others leave the books as they are."""
    remembers = _REMEMBERS.get(type(event))
    return remembers(books, event) if remembers else books


_REMEMBERS: dict[type[Event], Callable[[Books, Any], Books]] = {
    **dict.fromkeys(get_args(CampaignEvent), campaign.evolve),
    **dict.fromkeys(get_args(AftermathEvent), aftermath.evolve),
    **dict.fromkeys(get_args(CrewEvent), evolve),
}


def struck(books: Books, event: Event) -> Books:
    """What still counts of a line that was taken back."""
    return campaign.struck(books, event) if isinstance(event, CampaignEvent) else books


def _founded(game: Recruiting, books: Books, action: FoundCrew) -> Iterator[Event | Elsewhere]:
    """A crew in its own story, listed in the campaign's."""
    name = free_name(game, books, action.name)
    player = clean(action.player)
    own = action.crew.removeprefix(PREFIX)
    if action.crew in books.crews or slug(own) != own or action.crew != PREFIX + own:
        raise WrongUsage(f"{said(action.crew)} cannot be the story of a new crew")
    crew = Who(action.crew, name)
    yield CrewFounded(crew=crew, player=player, purse=game.purse(books))
    yield Elsewhere(campaign.STORY, CrewListed(crew=crew, player=player))


def _renamed(
    game: Recruiting, books: Books, crew: Crew, action: RenameCrew
) -> Iterator[Event | Elsewhere]:
    """A crew under another name, in its story and in the campaign's list."""
    at_home(game, crew)
    name = free_name(game, books, action.name, crew.who.id)
    if name == crew.who.name:
        raise WrongUsage(f"the {game.crew} is called {name} already")
    who = Who(crew.who.id, name)
    yield CrewRenamed(crew=who, before=crew.who.name)
    listed = CrewListed(crew=who, player=crew.player, before=crew.who.name)
    yield Elsewhere(campaign.STORY, listed)


def _member_renamed(crew: Crew, action: RenameMember) -> MemberRenamed:
    """A member under another name."""
    member = crew.member(action.member)
    name = clean(action.name)
    if name == member.who.name:
        raise WrongUsage(f"{name} is called so already")
    return MemberRenamed(crew=crew.who, member=Who(member.who.id, name), before=member.who.name)


def _retired(game: Recruiting, books: Books, crew: Crew, action: RetireMember) -> MemberRetired:
    """A member leaves."""
    member = crew.member(action.member)
    if not member.present:
        raise WrongUsage(f"{member.who.name} has left {crew.who.name} already")
    game.release(books, crew, member)
    reason = prose(action.reason) if action.reason else ""
    return MemberRetired(crew=crew.who, member=member.who, reason=reason)
