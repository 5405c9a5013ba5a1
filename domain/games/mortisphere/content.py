"""Own content of Mortisphere: types, abilities, items, statuses and scenarios that a campaign adds.

They are checked like the official codex and join it in one `Book`, official entries first, then
file by file in the order of their names, each marked `own`. What the record has taken before and
no file says any more stands between the two: it is part of the campaign.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from msgspec.structs import replace

from domain import content
from domain.codex import Fault, Listed, Place, Shape
from domain.content import MOST_ENTRIES, MOST_FAULTS, Entry, Kind, Report, Row, Text, Told
from domain.counting import counted
from domain.games.mortisphere import checking
from domain.games.mortisphere.copies import SHAPES, joined, text_of
from domain.games.mortisphere.copies import read as decoded
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Book, book
from domain.names import clean, fold, said
from domain.own import Own
from domain.terms import WrongUsage

_TABLES = {
    "types": "type",
    "abilities": "ability",
    "items": "item",
    "statuses": "status",
    "scenarios": "scenario",
}
_HIDDEN = {"scenario": ("own", "works")}
KINDS = tuple(
    Kind(table, noun, *SHAPES[noun], _HIDDEN.get(noun, ("own",))) for table, noun in _TABLES.items()
)
# what is declared, suffered or carried: no two of these share an id or a name
PARTS = {
    "types": "type",
    "abilities": "ability",
    "equipment": "item",
    "statuses": "status",
    "wills": "Will",
    "injuries": "injury",
    "advances": "advance",
}
FEWEST_AREAS, MOST_AREAS = 2, 5
_ANOTHER = "another id and another name: own content adds, it changes nothing"


class Reading(msgspec.Struct, frozen=True):
    """The official codex and a campaign's own content in one `Book`, and what is wrong with it.

    A book with faults is there to be checked, not to be played.
    """

    book: Book
    entries: tuple[Entry, ...] = ()
    faults: tuple[Told, ...] = ()


def own(edition: str, recorded: tuple[Own, ...], found: Iterable[Text]) -> tuple[Own, ...]:
    """The own content of these files as it is taken; refuses content that has faults."""
    reading = read(found, book(edition), recorded)
    content.refuse(reading.faults)
    return tuple(map(_own, reading.entries))


def check(edition: str, taken: Iterable[Own]) -> None:
    """Refuse own content that, all together, does not fit the codex."""
    kinds = {kind.noun: kind for kind in KINDS}
    written = [
        Entry(kinds[one.kind], number, one.file, one.id, value, lambda _: 1)
        for number, (one, value) in enumerate((one, decoded(one)) for one in taken)
    ]
    content.refuse(_checked(written, book(edition), []).faults)


def report(edition: str, recorded: tuple[Own, ...], found: Iterable[Text]) -> Report:
    """What a campaign's own content is, what of it is on record, and what is wrong with it."""
    found = tuple(found)
    reading = read(found, book(edition), recorded)
    texts = {one.key: one.text for one in recorded}
    mine = {_own(entry).key for entry in reading.entries}
    kept = [one for one in recorded if one.key not in mine]
    return Report(
        files=tuple(text.file for text in found),
        rows=(
            *(_row(entry, texts) for entry in reading.entries),
            *(Row(one.kind, one.id, _name(decoded(one)), record="kept") for one in kept),
        ),
        faults=reading.faults,
        warnings=tuple(_warnings(reading.entries)),
    )


def read(found: Iterable[Text], official: Book, recorded: tuple[Own, ...] = ()) -> Reading:
    """Own content read, checked like the official codex, and joined to it; it lists all faults.

    `recorded` is what was taken before: what is not written any more is part of the book.
    """
    found = tuple(found)
    written, faults = list[Entry](), list[Told]()
    for text in found:
        entries, wrong = content.entries(text, KINDS)
        written += entries
        faults += wrong
    mine = {(entry.kind.noun, entry.id) for entry in written}
    kept = tuple(one for one in recorded if one.key not in mine)
    reading = _checked(written, joined(official.edition, kept) if kept else official, faults)
    order = {text.file: number for number, text in enumerate(found)}
    told = sorted(reading.faults, key=lambda fault: (order[fault.file], fault.line))
    return replace(reading, faults=tuple(told[:MOST_FAULTS]))


def _checked(written: list[Entry], official: Book, faults: list[Told]) -> Reading:
    """Entries checked with the book that they join; `faults` are those that were found before."""
    if len(written) > MOST_ENTRIES:
        sentence = f"is one too many, a campaign has {MOST_ENTRIES} entries of its own at most"
        faults.append(written[MOST_ENTRIES].told(Fault((), sentence)))
    sound, twins = _apart(written[:MOST_ENTRIES], official)
    faults += twins
    whole = _joined(official, sound)
    broken = {entry.id for entry in written} - {entry.id for entry in sound}
    faults += islice(_faults(official, whole, sound, broken), MOST_FAULTS)
    return Reading(whole, tuple(sound), tuple(dict.fromkeys(faults)))


def _apart(written: Iterable[Entry], official: Book) -> tuple[list[Entry], list[Told]]:
    """The entries that fit their shape and are like no other, and what the others are like."""
    taken = _taken(official)
    sound, faults = list[Entry](), list[Told]()
    for entry in written:
        if entry.value is None:
            continue
        space = "scenarios" if entry.kind.field == "scenarios" else "parts"
        words = [(space, fold(word)) for word in (entry.id, _name(entry.value)) if word]
        known = next((taken[word] for word in words if word in taken), "")
        if known:
            faults.append(entry.told(Fault((), f"{known} is called so already", _ANOTHER)))
            continue
        line = entry.line_of(entry.place)
        where = f"{entry.kind.noun} {said(entry.id)} ({entry.file}:{line})"
        taken |= dict.fromkeys(words, f"the {where}")
        sound.append(entry)
    return sound, faults


def _taken(official: Book) -> dict[tuple[str, str], str]:
    """The ids and names of the official codex, each with what it is."""
    taken = dict[tuple[str, str], str]()
    for field, noun in {**PARTS, "scenarios": "scenario"}.items():
        space = "scenarios" if field == "scenarios" else "parts"
        for one in getattr(official, field):
            whose = "campaign's" if getattr(one, "own", False) else "official"
            told = f"the {whose} {noun} {one.id}"
            taken |= {(space, fold(word)): told for word in (one.id, _name(one)) if word}
    return taken


def _joined(official: Book, sound: Iterable[Entry]) -> Book:
    """The official codex, and behind each of its lists what is own."""
    lists = {kind.field: list(getattr(official, kind.field)) for kind in KINDS}
    for field, value in ((entry.kind.field, entry.value) for entry in sound if entry.value):
        lists[field].append(_marked(value))
    return replace(official, **{field: tuple(entries) for field, entries in lists.items()})


def _marked(value: Shape) -> Shape:
    """An own entry, marked, its name composed as all names are."""
    name = _name(value)
    try:
        return replace(value, own=True, **({"name": clean(name)} if name else {}))
    except WrongUsage:  # no name at all: the check says so
        return replace(value, own=True)


def _name(value: Listed | Shape) -> str:
    """The name of an entry, if its kind has names."""
    return str(getattr(value, "name", ""))


def _faults(official: Book, whole: Book, sound: list[Entry], broken: set[str]) -> Iterator[Told]:
    """What the checks of the codex find in own entries, but for what only names a broken one."""
    numbers = {kind.field: len(getattr(official, kind.field)) for kind in KINDS}
    placed = dict[Place, Entry]()
    for entry in sound:
        field = entry.kind.field
        placed[field, numbers[field]] = entry
        numbers[field] += 1
    for fault in checking.faults(whole):
        own = placed.get(fault.at[:2])
        if own is not None and fault.word not in broken:
            yield own.told(Fault(fault.at[2:], fault.sentence, fault.hint))


def _own(entry: Entry) -> Own:
    """A sound entry as it is taken onto the record, marked."""
    text = text_of(_marked(entry.value)) if entry.value else ""
    return Own(entry.kind.noun, entry.id, text, entry.file)


def _row(entry: Entry, recorded: Mapping[tuple[str, str], str]) -> Row:
    """An own entry as it is listed, and whether the record has it so."""
    name, mine = _name(entry.value) if entry.value else "", _own(entry)
    known = recorded.get(mine.key, "")
    record = "taken" if known == mine.text else "changed" if known else "new"
    return Row(mine.kind, mine.id, name, mine.file, entry.line_of(entry.place), record)


def _warnings(sound: Iterable[Entry]) -> Iterator[Told]:
    """MS-ARE-3: most scenarios have two to five Areas; others are played as well."""
    for entry in sound:
        if isinstance(entry.value, Scenario):
            number = len(entry.value.areas)
            if not FEWEST_AREAS <= number <= MOST_AREAS:
                fault = Fault(
                    (), f"it has {counted(number, 'Area')}, most have two to five (MS-ARE-3)"
                )
                yield entry.told(fault)
