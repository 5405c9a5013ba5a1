"""Chapter 1: gangs, what their thugs cost, and how they are written down."""

from typing import Any

from domain.books import Books, Crew, Member
from domain.crew import Recruit, Recruiting
from domain.house import Option
from domain.names import clean, handle, said
from domain.profile import Kind, Part, Profile, Profiles
from domain.roster import MemberRecruited
from domain.terms import NotFound, RuleBroken, Who

GRADES = {"mild": 2, "tough": 3}
FEWEST, PURSE = 2, 10


def graded(grade: str) -> str:
    """A grade that there is."""
    if grade not in GRADES:
        raise NotFound(f"no grade is called {said(grade)}", hint=f"one of {', '.join(GRADES)}")
    return grade


def recruit(_books: Books, crew: Crew, action: Recruit) -> MemberRecruited:
    """SX-GAN-1: a thug is paid by the grade."""
    grade = graded(action.grade)
    cost = GRADES[grade]
    if cost > crew.treasury:
        raise RuleBroken("SX-GAN-1", f"{action.name} costs {cost}, there are {crew.treasury}")
    name = clean(action.name)
    return MemberRecruited(
        crew=crew.who,
        member=Who("", name),
        handle=action.handle or handle(name, [each.handle for each in crew.members]),
        kind=action.kind,
        cost=cost,
        treasury=crew.treasury - cost,
        abilities=action.abilities,
        grade=action.grade,
    )


def muster(_books: Books, crew: Crew) -> None:
    """SX-GAN-1: a gang has two thugs at least."""
    if len(crew.fit) < FEWEST:
        raise RuleBroken("SX-GAN-1", f"{crew.who.name} has {len(crew.fit)} of two thugs")


RECRUITING = Recruiting(
    game="sixes",
    edition="1",
    options=(
        Option(
            name="dice_source",
            values=("either", "entered", "generated"),
            default="either",
            rule="SX-DIC-1",
        ),
    ),
    crew="gang",
    turn="SX-GAN-1",
    unspent_kept=0,
    purse=lambda _books: PURSE,
    recruit=recruit,
    release=lambda _books, _crew, _member: None,
    muster=muster,
    check_content=lambda _edition, _own: None,
)


def _recruited(crew: str, told: Profile) -> Recruit:
    return Recruit(
        crew=crew,
        kind=told.kind,
        name=told.name,
        handle=told.handle,
        abilities=told.names("scar"),
        grade=told.rank,
    )


PROFILES = Profiles(
    kind=Part(word="trade", metavar="T", help="The trade."),
    rank=Part(word="grade", metavar="G", help="How tough."),
    parts=(Part(word="scar", kind=Kind.NAMES, key="scars", metavar="S", help="May be repeated."),),
    check=graded,
    recruit=_recruited,
)


def worth(crew: Crew) -> dict[str, Any]:
    """What a gang is worth."""
    return {"muscle": sum(GRADES[each.grade] for each in crew.fit)}


def sheet(member: Member) -> dict[str, Any]:
    """A thug's profile."""
    return {
        "trade": member.kind,
        "grade": member.grade,
        "scars": list(member.abilities),
    }
