"""An evening: a concluded battle, the books of its crews, and how far their aftermath has come.

Nothing here judges: the chapters of this folder do. State that can be worked out is a function.
"""

from collections.abc import Callable

import msgspec

from domain.aftermath import TreasuryChanged
from domain.books import Books, Crew, Member
from domain.evening import found
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.ending import settles
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.units import Side
from domain.games.mortisphere.waiting import Nothing, Pick, Throw
from domain.terms import Event, RuleBroken, Telling, Who
from domain.throwing import Rolled


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """A fate roll that is not decided: what it has shown, and what has been asked about it."""

    member: str
    naturals: tuple[int, ...]
    captain: bool = False
    relic: str = ""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A Changed member (MS-FAT-4) that has still to say into what; `kind` "no" is as it was."""

    member: str
    kind: str = ""


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """An advance that was rolled and has still to be applied (MS-ADV-4).

    `refused`: the offers before it were declined. `entry` is what it was exchanged for, `picked`
    the ability or tag, `kind` the new type or "no". `extra`: it comes on top of an Evolution.
    """

    member: str
    row: str
    twice: bool = False
    refused: bool = False
    entry: str = ""
    picked: str = ""
    kind: str = ""
    extra: bool = False


class Find(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something a crew is to find: an item of a family, or (without one) a discovery."""

    crew: str
    reason: str
    family: str = ""
    finder: tuple[Who, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """What a crew has answered to a question of its own."""

    question: str
    crew: str
    answer: str


class After(msgspec.Struct, frozen=True, kw_only=True):
    """How far the aftermath of a battle has come."""

    opened: bool = False
    over: bool = False
    settled: tuple[str, ...] = ()
    fate: Fate | None = None
    ruined: str = ""
    change: Change | None = None
    chosen: tuple[Chosen, ...] = ()
    awarded: bool = False
    advance: Advance | None = None
    earned: bool = False
    finds: tuple[Find, ...] = ()
    followers: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    shopping: tuple[str, ...] = ()
    shopped: tuple[str, ...] = ()


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """A battle, the books beside it, and its aftermath."""

    battle: Fighting = Fighting()
    books: Books = Books()
    after: After = After()


# What an aftermath can wait for, besides dice (Throw) and choices (Pick) as in a battle.


class Confirm(msgspec.Struct, frozen=True):
    """A crew takes one of these offers, or none."""

    crew: str
    what: str
    offers: tuple[str, ...]
    about: str


class Spend(msgspec.Struct, frozen=True):
    """A crew mends, buys, recruits, … until it is done; `what` is `shop` or `follower`."""

    crew: str
    what: str


Awaited = Throw | Pick | Confirm | Spend | Nothing
Told = Telling[Evening]
Step = Callable[[Told], None]

# Events of several chapters


class ChoiceMade(Event, frozen=True, kw_only=True, tag="mortisphere.choice-made/1"):
    """A crew answered a question of the aftermath; `answer` "no" declines."""

    question: str
    crew: Who
    about: tuple[Who, ...] = ()
    answer: str
    name: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        about = f" for {self.about[0].name}" if self.about else ""
        what = _QUESTIONS.get(self.question, self.question)
        if self.answer == "no":
            return f"{self.crew.name} declines ({what}{about})."
        return f"{self.crew.name} chooses {self.name or self.answer} ({what}{about})."


_QUESTIONS = {
    "fate-relic": "a second fate roll",
    "new-type": "a new type",
    "gift": "an ability",
    "bequest": "the Captain's bequest",
    "instead": "in place of the result",
    "exchange": "an exchange",
    "learn": "what is learned",
    "altered-type": "that type as well",
    "twice": "Altered as well",
    "will": "the new Captain's Will",
    "follower": "a follower",
}


class LotDrawn(Rolled, frozen=True, kw_only=True, tag="mortisphere.lot-drawn/1"):
    """A lot was drawn among numbered things: which came out."""

    crew: Who
    about: tuple[Who, ...] = ()
    what: str
    candidates: tuple[str, ...]
    natural: int
    drawn: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name}, {self.what}: lot {self.natural} is {self.drawn}."


# Reading an evening


def rules(evening: Evening) -> Book:
    """The edition this battle was fought by."""
    return evening.battle.book


def house(evening: Evening) -> House:
    """MS-EVT-2: the house rules of the battle hold for its aftermath."""
    return evening.battle.house


def begun(evening: Evening) -> bool:
    """Whether there is an aftermath."""
    return settles(evening.battle)


def crew_of(evening: Evening, crew: str) -> Crew:
    """A crew of this battle as the books have it now."""
    return evening.books.crew(crew)


def side_of(evening: Evening, crew: str) -> Side:
    """A crew's side in the battle."""
    return next(side for side in evening.battle.sides if side.id == crew)


def member_of(evening: Evening, member: str) -> tuple[Crew, Member]:
    """The same where it is known to belong to one."""
    known = found(evening, member)
    if known is None:
        raise RuleBroken("MS-CAM-2", "somebody who belongs to no crew of this battle is named")
    return known


def answer(evening: Evening, question: str, crew: str) -> str:
    """What a crew has answered to a question of its own; "" if it was not asked yet."""
    for one in evening.after.chosen:
        if (one.question, one.crew) == (question, crew):
            return one.answer
    return ""


# Telling


def tell_crew(telling: Told, crew: Who, event: Event) -> None:
    """Let an event of a crew's own story come of the action; guests have none but the battle's."""
    if "#" in crew.id:
        telling.tell(event)
    else:
        telling.tell_beside(crew.id, event)


def pay(telling: Told, crew: str, amount: int, reason: str) -> None:
    """Let money change hands, with a receipt."""
    known = crew_of(telling.state, crew)
    balance = known.treasury + amount
    event = TreasuryChanged(crew=known.who, amount=amount, reason=reason, balance=balance)
    tell_crew(telling, known.who, event)


def remembered(after: After, event: ChoiceMade) -> After:
    """The aftermath with one answer more."""
    one = Chosen(event.question, event.crew.id, event.answer)
    return msgspec.structs.replace(after, chosen=(*after.chosen, one))
