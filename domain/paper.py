"""What is put on paper: cards of members and sheets of battles, before they have a form.

A game says what stands on a card (`Paper`); how it is laid out, and in what words labels are said,
is the writers' business. A label is a code, `lasting_injuries`: the message catalogue has its
words, and one that it does not know is said as it stands.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.books import Crew, Member
from domain.lines import Form
from domain.sheets import Sheets
from domain.terms import Who

Plain = Mapping[str, Any]


class Figure(msgspec.Struct, frozen=True):
    """A number or word that is read at a glance: `die`, `d10`."""

    label: str
    value: str


class Below(msgspec.Struct, frozen=True):
    """What holds once a box is ticked, box by box: the highest roll that is left."""

    label: str
    marks: tuple[str, ...]


class Boxes(msgspec.Struct, frozen=True):
    """A row of boxes to tick, the first of them ticked already."""

    label: str
    count: int
    ticked: int = 0
    below: tuple[Below, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """Something that somebody has, and what it does by the rules."""

    name: str
    text: str = ""


class Group(msgspec.Struct, frozen=True):
    """Entries of one kind; `room` are lines left free to write on."""

    label: str
    entries: tuple[Entry, ...] = ()
    room: int = 0


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody as he lies on the table; a card without a title is to be filled in by hand.

    `kind` is the type or role, `leads` what the leader of a crew is called, `state` a code that
    says why somebody cannot be fielded. `remarks` are sentences of the game.
    """

    id: str = ""
    title: str = ""
    handle: str = ""
    crew: str = ""
    kind: str = ""
    leads: str = ""
    state: str = ""
    figures: tuple[Figure, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    groups: tuple[Group, ...] = ()
    remarks: tuple[str, ...] = ()


class Goal(msgspec.Struct, frozen=True):
    """Something to be reached in a battle, and the boxes in which that is marked."""

    name: str
    text: str = ""
    count: int = 0


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """A crew in a battle, and its members who take part."""

    crew: Who
    player: str = ""
    cards: tuple[Card, ...] = ()


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A battle before it is played: who meets whom, over what; `rounds` is 0 without a limit.

    `points` says what earns how many, `places` what holds where.
    """

    scenario: str = ""
    story: str = ""
    rounds: int = 0
    parties: tuple[Party, ...] = ()
    goals: tuple[Goal, ...] = ()
    points: tuple[Figure, ...] = ()
    places: tuple[Entry, ...] = ()


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign's game puts on paper.

    `card` makes one of a member and of its profile, as `member show` tells it; `blank` is one to be
    filled in. `crew` is what is told of a crew that `crew show` tells. `sheet` makes a sheet of a
    battle's state; `bare` makes such a state of a scenario, in which nobody takes part (without it
    there are sheets of battles alone). `forms` are the lines that are typed in a battle, `room`
    says how many members a blank sheet is for.
    """

    card: Callable[[Member, Plain], Card]
    blank: Card
    sheet: Callable[[Any], Sheet]
    crew: Callable[[Crew, Plain], tuple[Figure, ...]]
    bare: Callable[[str], Any] | None = None
    forms: tuple[Form, ...] = ()
    room: int = 8


def named(text: str, *, than: str = "") -> str:
    """A name of the codex as it stands on a card: nothing where it only says `than` again."""
    return "" if text.casefold() == than.casefold() else text


def plain(
    sheets: Sheets, purse: str, forms: tuple[Form, ...], show: Callable[[Any], Plain]
) -> Paper:
    """What a game puts on paper that says nothing of it: what its tables on the screen say."""
    told = [each for each in (*sheets.columns, *sheets.gathered) if each not in _OF_ALL]

    def card(member: Member, profile: Plain) -> Card:
        row = sheets.row(profile)
        values = {each: row[each] for each in told if row.get(each) not in (None, "", [], ())}
        return Card(
            id=member.who.id,
            title=member.who.name,
            handle=member.handle,
            crew=str(profile["crew"]),
            state="" if profile["status"] == "fit" else str(profile["status"]),
            figures=tuple(Figure(w, str(v)) for w, v in values.items() if not _several(v)),
            boxes=_boxes(profile),
            groups=tuple(
                Group(w, tuple(Entry(str(one)) for one in v))
                for w, v in values.items()
                if _several(v)
            ),
        )

    def crew(one: Crew, roster: Plain) -> tuple[Figure, ...]:
        worth = tuple(Figure(each, str(roster[each])) for each in sheets.crews)
        return (*worth, Figure(purse, str(one.treasury)))

    return Paper(
        card=card,
        blank=Card(figures=tuple(Figure(w, "") for w in told), groups=(Group("notes", room=6),)),
        sheet=lambda battle: _shown(show(battle)),
        crew=crew,
        forms=forms,
    )


_OF_ALL = ("handle", "name", "status")


def _several(value: object) -> bool:
    return isinstance(value, list | tuple)


def _boxes(told: Plain) -> tuple[Boxes, ...]:
    """What members can lose, in games that tell it."""
    most = told.get("max_health", 0)
    return (Boxes("health", most, max(0, most - told.get("health", most))),) if most else ()


def _shown(shown: Plain) -> Sheet:
    """A battle by what it shows of itself."""
    parties: dict[str, list[Card]] = {}
    for each in shown["members"]:
        one = Card(
            id=each["id"],
            title=each["name"],
            handle=each.get("handle", ""),
            boxes=_boxes(each),
        )
        parties.setdefault(each["crew"], []).append(one)
    return Sheet(
        scenario=shown["scenario"],
        parties=tuple(Party(crew=Who("", n), cards=tuple(c)) for n, c in parties.items()),
    )
