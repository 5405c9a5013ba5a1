"""Members in the shop phase: mended, ransomed, recruited, renamed, dismissed (MS-FAT-7)."""

from msgspec.structs import replace

from domain.books import Crew, Member, Standing
from domain.crew import Recruit as Recruiting
from domain.games.mortisphere.after import gear
from domain.games.mortisphere.after.deals import Dismiss, Hire, Mend, Ransom, Rename
from domain.games.mortisphere.after.discoveries import FOLLOWER
from domain.games.mortisphere.after.evening import (
    ChoiceMade,
    Evening,
    Spend,
    Told,
    crew_of,
    house,
    pay,
    rules,
    tell_crew,
)
from domain.games.mortisphere.after.hooks import permitted
from domain.games.mortisphere.after.profile import alter
from domain.games.mortisphere.after.shop import Deal, dealt
from domain.games.mortisphere.recruiting import recruit as recruited
from domain.games.mortisphere.recruiting import release
from domain.games.mortisphere.tables import Mending
from domain.members import YES, Field, InjuryRemoved, MemberReturned
from domain.names import clean, fold, meant, said
from domain.roster import MemberRecruited, MemberRenamed, MemberRetired
from domain.terms import NotFound, RuleBroken, Who, WrongUsage

WOUNDS = "wounds"
FOLLOWER_DIE = 4


def own(evening: Evening, crew: str, member: str, rule: str) -> tuple[Crew, Member]:
    """A member of the crew whose shop phase it is."""
    mine = crew_of(evening, crew)
    for one in mine.present:
        if one.who.id == member:
            return mine, one
    raise RuleBroken(rule, f"{mine.who.name} has no such member")


def at_home(evening: Evening, crew: str, member: str, rule: str) -> tuple[Crew, Member]:
    """One that is neither missing nor a captive."""
    mine, one = own(evening, crew, member, rule)
    if not one.home:
        raise RuleBroken(rule, f"{one.who.name} is {one.status}")
    return mine, one


def mend(telling: Told, action: Mend, asked: Spend) -> None:
    """MS-FAT-7: salvage and (for most) a missed battle rid a member of one injury, or of wounds."""
    evening = telling.state
    crew, member = at_home(evening, asked.crew, action.member, "MS-FAT-7")
    what = _ailment(evening, member, action.injury)
    terms = mending(evening, member)
    if terms.misses_next_battle and member.who.id in evening.after.mended:
        raise RuleBroken("MS-FAT-7", f"{member.who.name} is mended of one thing in a missed battle")
    _afford(evening, crew, terms.salvage, "MS-FAT-7")
    reason = f"mending {what.name}"
    dealt(telling, crew, Deal.MEND, f"{member.who.name} of {what.name}", member.who)
    pay(telling, asked.crew, -terms.salvage, f"{reason} of {member.who.name}")
    if what.id == WOUNDS:
        alter(telling, crew, member, [(Field.LOST, 0)], reason)
    else:
        healed = InjuryRemoved(crew=crew.who, member=member.who, injury=what, cost=terms.salvage)
        tell_crew(telling, crew.who, healed)
    if terms.misses_next_battle:
        alter(telling, crew, member, [(Field.MISSES_NEXT, YES)], reason)


def mending(evening: Evening, member: Member) -> Mending:
    """MS-FAT-7: what mending costs a member, by its type or an effect of its profile."""
    table = rules(evening).mending
    own_terms = [row for row in table if row.type == member.kind]
    terms = (own_terms or [row for row in table if not row.type])[0]
    cost = permitted(rules(evening), member, "repair_injury_cost")
    return replace(terms, salvage=cost, misses_next_battle=False) if cost else terms


def _ailment(evening: Evening, member: Member, text: str) -> Who:
    """The injury (or wounds) that is meant, which the member must have."""
    if fold(text) == WOUNDS:
        if house(evening).recovery != "none" or not member.lost:
            raise RuleBroken("MS-FAT-2", f"{member.who.name} has no wounds that need mending")
        return Who(WOUNDS, WOUNDS)
    known = {fold(name): i for i in rules(evening).injuries for name in (i.id, i.name)}
    if fold(text) not in known:
        names = [injury.name for injury in rules(evening).injuries]
        raise NotFound(f"no injury is called {said(text)}", hint=meant(text, names))
    injury = known[fold(text)]
    if injury.id not in member.injuries:
        raise RuleBroken("MS-FAT-7", f"{member.who.name} does not carry {injury.name}")
    return Who(injury.id, injury.name)


def _afford(evening: Evening, crew: Crew, cost: int, rule: str) -> None:
    if cost > crew.treasury:
        currency = rules(evening).recruitment.currency
        raise RuleBroken(rule, f"that costs {cost} {currency}, {crew.who.name} has {crew.treasury}")


def ransom(telling: Told, action: Ransom, asked: Spend) -> None:
    """MS-FAT-5 `captured`: half its value buys a captive free, in any shop phase."""
    evening = telling.state
    crew, member = own(evening, asked.crew, action.member, "MS-FAT-5")
    if member.status is not Standing.CAPTIVE:
        raise RuleBroken("MS-FAT-5", f"{member.who.name} is no captive")
    cost = rules(evening).die(member.die).value // 2
    _afford(evening, crew, cost, "MS-FAT-5")
    dealt(telling, crew, Deal.RANSOM, member.who.name, member.who)
    pay(telling, asked.crew, -cost, f"ransom of {member.who.name}")
    back = MemberReturned(crew=crew.who, member=member.who, reason="ransomed")
    tell_crew(telling, crew.who, back)


def hire(telling: Told, action: Hire, asked: Spend) -> None:
    """MS-REC-1 to -6, MS-HEA-6, discovery 10: a recruit, or a follower who joins without cost."""
    evening = telling.state
    crew = crew_of(evening, asked.crew)
    free = asked.what == FOLLOWER
    joined = _recruit(evening, crew, action, free=free)
    if free:
        telling.tell(ChoiceMade(question=FOLLOWER, crew=crew.who, answer="joins", name=action.name))
    else:
        dealt(telling, crew, Deal.RECRUIT, joined.member.name)
    tell_crew(telling, crew.who, joined)


def _recruit(evening: Evening, crew: Crew, action: Hire, *, free: bool) -> MemberRecruited:
    """The recruit as the rules of recruiting have it, paid from the grant first."""
    kind, _, size = action.profile.rpartition(" ")
    if not kind or not size[1:].isdecimal() or size[0] not in "dD":
        sentence = f"{said(action.profile)} is no type and die"
        raise WrongUsage(sentence, hint='recruit "NAME" as mutant d6')
    die = int(size[1:])
    if free and die != FOLLOWER_DIE:
        raise RuleBroken("MS-REC-2", f"a follower is a d{FOLLOWER_DIE}, not a d{die}")
    helped = FOLLOWER_DIE if free else crew.grant
    wish = Recruiting(
        crew=crew.who.id,
        kind=kind,
        die=die,
        name=action.name,
        health=action.health,
        captain=bool(action.will),
        will=action.will,
        abilities=action.abilities,
        items=action.items,
    )
    able = replace(crew, treasury=crew.treasury + helped, recruited=0 if free else crew.recruited)
    books = replace(evening.books, house=house(evening).settings())
    joined = recruited(rules(evening), books, able, wish)
    granted = min(joined.cost, helped)
    left = crew.treasury - (joined.cost - granted)
    if free:
        return replace(joined, cost=joined.cost - granted, treasury=left, free=True)
    return replace(joined, treasury=left, granted=granted)


def rename(telling: Told, action: Rename, asked: Spend) -> None:
    """MS-PRO-6: a member has another name; the old one stays in its history."""
    crew, member = own(telling.state, asked.crew, action.member, "MS-PRO-6")
    name = clean(action.name)
    if name == member.who.name:
        raise WrongUsage(f"{name} is called so already")
    dealt(telling, crew, Deal.RENAME, member.who.name, member.who)
    renamed = MemberRenamed(crew=crew.who, member=Who(member.who.id, name), before=member.who.name)
    tell_crew(telling, crew.who, renamed)


def dismiss(telling: Told, action: Dismiss, asked: Spend) -> None:
    """MS-REC-4, MS-CAP-10: anybody but the Captain may be let go; its equipment stays."""
    crew, member = own(telling.state, asked.crew, action.member, "MS-REC-4")
    release(telling.state.books, crew, member)
    dealt(telling, crew, Deal.DISMISS, member.who.name, member.who)
    if member.home:
        for item in member.items:
            gear.store(telling, crew, member, item, f"{member.who.name} is dismissed")
    tell_crew(
        telling, crew.who, MemberRetired(crew=crew.who, member=member.who, reason="dismissed")
    )
