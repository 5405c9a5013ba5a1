"""`acta search`: where something was said: in names, in notes, in what happened."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

import click

from cli.desk import BRANCHES, CREWS, Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import counted, say_csv, say_json, show, talk
from domain.books import Books
from domain.campaign import STORY
from domain.ledger.fold import MASKS, Reckoning
from domain.ledger.record import Line
from domain.terms import NotFound, WrongUsage, tag

KINDS = ("names", "notes", "events")
FEW = 20
COLUMNS = ("what", "address", "further", "text")
_KEYS = ("kind", "what", "id", "address", "text", "state", "further")
Hit = dict[str, Any]


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only in these.")
@click.option("--limit", type=click.IntRange(0), default=FEW, help="How many at most; 0 for all.")
@click.option("--all", "everything", is_flag=True, help="With what was taken back.")
@csv_option
@json_option
@with_desk()
def search(
    desk: Desk,
    text: tuple[str, ...],
    *,
    kinds: tuple[str, ...],
    limit: int,
    everything: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Find what was said, in names old and new, in notes and in events.

    All words of TEXT must be there, whatever their case and accents; parts of words will do.
    """
    from projections.search import words_of

    words = words_of(" ".join(text))
    if not words:
        raise WrongUsage("there is nothing in that to look for", hint="acta search Vex")
    hits, count = _Seeker(desk, words, kinds or KINDS).found(limit, everything=everything)
    if as_json:
        say_json({"words": words, "found": count, "hits": hits})
    elif as_csv:
        say_csv(_KEYS, hits)
    elif hits:
        show(COLUMNS, [_row(hit) for hit in hits], as_json=False, as_csv=False, drop=("further",))
    if count > len(hits):
        talk(f"{len(hits)} of {counted(count, 'hit')}: --limit 0 shows all")
    elif not count:
        talk("nothing was found" if everything else "nothing was found that counts: try --all")


def _row(hit: Hit) -> Hit:
    """A hit as a row of a table."""
    state = f" ({hit['state']})" if hit["state"] else ""
    return {**hit, "text": f"{hit['text']}{state}"}


class _Seeker:
    """Somebody who looks for words in a campaign."""

    def __init__(self, desk: Desk, words: Sequence[str], kinds: Sequence[str]) -> None:
        self._desk = desk
        self._words = words
        self._kinds = kinds
        self._views = desk.views(search=True)
        self._books = desk.books()
        self._void = {each.battle for each in desk.battles().all if each.void}
        self._tellers = self._views.game.chronicle.tellers()

    def found(self, limit: int, *, everything: bool) -> tuple[list[Hit], int]:
        """So many hits (0: all), and how many there are: names, then notes, then events."""
        from projections import search

        hits: list[Hit] = []
        count = 0
        if "names" in self._kinds:
            hits = [self._name(row) for row in search.found_names(self._views, self._words)]
            count = len(hits)
        gone = list(self._gone()) if everything else []
        for kind in ("notes", "events"):
            if kind in self._kinds:
                notes = kind == "notes"
                left = max(0, limit - len(hits)) or (1 if limit else 0)
                rows, more = search.found_lines(self._views, self._words, notes=notes, limit=left)
                others = [hit for hit in gone if hit["kind"] == kind]
                hits += [*self._told(rows, kind), *others]
                count += more + len(others)
        return (hits[:limit] if limit else hits), count

    # Names

    def _name(self, row: Mapping[str, Any]) -> Hit:
        from projections.search import BATTLE, CREW, MEMBER

        thing, what, address = row["thing"], row["what"], row["address"]
        state, further = "", self._place(address)
        if what == BATTLE:
            state, further = self._state(thing), f"acta battle show {thing}"
        elif what == CREW and thing in self._books.crews:
            crew = self._books.crews[thing]
            state = _now(row["name"], crew.who.name)
            further = f"acta crew show {quote(crew.who.name)}"
        elif what == MEMBER and (found := _member(self._books, thing)):
            crew_name, handle, name, standing = found
            state = ", ".join(filter(None, (standing, _now(row["name"], name))))
            further = f"acta member show {quote(f'{crew_name}/@{handle}')}"
        return {
            "kind": "names",
            "what": self._desk.game.words.of(what) if what != MEMBER else self._member_word(),
            "id": thing,
            "address": address,
            "text": row["name"],
            "state": state,
            "further": further,
        }

    def _member_word(self) -> str:
        return self._desk.game.words.member

    # Lines

    def _told(self, rows: Sequence[Mapping[str, Any]], kind: str) -> Iterator[Hit]:
        """Hits of lines, their sentences read from the record."""
        wanted: dict[str, list[int]] = {}
        for row in rows:
            wanted.setdefault(row["story"], []).append(row["line"])
        read = {
            (line.story, line.line): line
            for story, numbers in wanted.items()
            for line in self._lines(story, set(numbers))
        }
        for row in rows:
            if line := read.get((row["story"], row["line"])):
                yield self._line(line, kind, self._state(line.story))

    def _lines(self, story: str, numbers: set[int]) -> list[Line]:
        ledger = self._desk.ledger
        return ledger.lines([row for row in ledger.rows_of(story) if row.line in numbers])

    def _line(self, line: Line, kind: str, state: str) -> Hit:
        from projections.search import sentence

        return {
            "kind": kind,
            "what": kind.removesuffix("s"),
            "id": "",
            "address": line.address,
            "text": " ".join(sentence(line.data, self._entries(line), self._words).split()),
            "state": state,
            "further": self._place(line.address),
        }

    def _gone(self) -> Iterator[Hit]:
        """What was taken back or amended and says the words, in the order of the stories."""
        from projections.search import NOTES, says

        ledger = self._desk.ledger
        masks = ledger.some({tag(kind) for kind in MASKS}, 0, ledger.head())
        for story in dict.fromkeys(row.story for row in masks):
            lines = ledger.story(story) if not story.startswith(BRANCHES) else []
            reckoning = Reckoning(lines)
            for line in lines:
                fate = reckoning.fate(line)
                if fate and says(line, self._entries(line), self._words):
                    kind = "notes" if isinstance(line.data, NOTES) else "events"
                    yield self._line(line, kind, fate)

    def _entries(self, line: Line) -> list[str]:
        from projections.search import entries_of

        return entries_of(line.data, self._tellers)

    def _state(self, story: str) -> str:
        return "void" if story in self._void else ""

    @staticmethod
    def _place(address: str) -> str:
        """How to look further at a line."""
        story = address.rpartition("/")[0]
        if story == STORY or story.startswith(CREWS):
            return f"acta log {story}"
        return f"acta replay {story} --to {address}"


def _now(name: str, newest: str) -> str:
    """What somebody is called now, where that is another name."""
    return "" if name == newest else f"now {newest}"


def _member(books: Books, id_: str) -> tuple[str, str, str, str] | None:
    """A member's crew, handle, name and standing, where the books know it."""
    from projections.profiles import standing

    try:
        crew = books.home(id_)
        member = crew.member(id_)
    except (KeyError, NotFound):
        return None
    now = standing(member)
    return crew.who.name, member.handle, member.who.name, "" if now == "fit" else now
