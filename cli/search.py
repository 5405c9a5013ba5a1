"""`acta search`: where something was said: in names, in notes, in what happened."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

import click

from cli.desk import CREWS, Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import say_csv, say_json, show, talk
from domain.books import Books
from domain.campaign import STORY
from domain.counting import counted
from domain.ledger.record import Line
from domain.terms import NotFound, WrongUsage

KINDS = ("names", "notes", "events")
FEW = 20
MOST = 10**9
COLUMNS = ("what", "address", "further", "text")
_KEYS = ("kind", "what", "id", "address", "text", "state", "further")
Hit = dict[str, Any]


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only in these.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=FEW,
    help="How many at most; 0 for all.",
)
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
    seeker = _Seeker(desk, words, kinds or KINDS)
    hits, count = seeker.found(min(limit, MOST), everything=everything)
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
        from domain.annals import all_tellers
        from projections.search import Unheld

        self._desk = desk
        self._words = words
        self._kinds = kinds
        self._views = desk.views(search=True)
        self._books = desk.books()
        self._void = {each.battle for each in desk.battles().all if each.void}
        self._unheld = Unheld(all_tellers(self._views.game.chronicle), words)

    def found(self, limit: int, *, everything: bool) -> tuple[list[Hit], int]:
        """So many hits (0: all), and how many there are: names, then notes, then events."""
        from projections import search

        unseen = self._unseen(everything=everything)
        hits: list[Hit] = []
        if "names" in self._kinds:
            rows = [row for line, _ in unseen for row in self._unheld.names(line)]
            hits = [self._name(row) for row in search.found_names(self._views, self._words, rows)]
        count = len(hits)
        for kind in ("notes", "events"):
            if kind in self._kinds:
                notes = kind == "notes"
                left = max(1, limit - len(hits)) if limit else 0
                rows, more = search.found_lines(self._views, self._words, notes=notes, limit=left)
                others = [
                    self._line(line, kind, state)
                    for line, state in unseen
                    if isinstance(line.data, search.NOTES) is notes and self._unheld.says(line)
                ]
                hits += [*self._told(rows, kind), *others]
                count += more + len(others)
        return (hits[:limit] if limit else hits), count

    def _unseen(self, *, everything: bool) -> list[tuple[Line, str]]:
        """What no view holds and says the words, or names somebody by them."""
        from projections.unseen import unseen

        found, told = unseen(self._desk.ledger, self._void, everything=everything), self._unheld
        return [one for one in found if told.says(one[0]) or told.names(one[0])]

    # Names

    def _name(self, row: Mapping[str, Any]) -> Hit:
        from projections.search import BATTLE, CREW, MEMBER

        thing, what, address = row["thing"], row["what"], row["address"]
        words = self._desk.game.words
        story = address.rpartition("/")[0]
        state = "void" if story in self._void else ""
        further = _place(address)
        if what == BATTLE:
            further = f"acta battle show {thing}"
        elif what == CREW and thing in self._books.crews:
            crew = self._books.crews[thing].who.name
            state, further = _now(row["name"], crew), f"acta crew show {quote(crew)}"
        elif what == MEMBER and (found := _member(self._books, thing)):
            crew, handle, name, standing = found
            state = ", ".join(filter(None, (standing, _now(row["name"], name))))
            further = f"acta member show {quote(f'{crew}/@{handle}')}"
        return {
            "kind": "names",
            "what": words.member if what == MEMBER else words.of(what),
            "id": thing,
            "address": address,
            "text": row["name"],
            "state": state,
            "further": further,
        }

    # Lines

    def _told(self, rows: Sequence[Mapping[str, Any]], kind: str) -> Iterator[Hit]:
        """Hits of lines, their sentences read from the record."""
        wanted: dict[str, set[int]] = {}
        for row in rows:
            wanted.setdefault(row["story"], set()).add(row["line"])
        ledger = self._desk.ledger
        read = {
            line.address: line
            for story, numbers in wanted.items()
            for line in ledger.lines([r for r in ledger.rows_of(story) if r.line in numbers])
        }
        for row in rows:
            if line := read.get(f"{row['story']}/{row['line']}"):
                yield self._line(line, kind)

    def _line(self, line: Line, kind: str, state: str = "") -> Hit:
        return {
            "kind": kind,
            "what": kind.removesuffix("s"),
            "id": "",
            "address": line.address,
            "text": " ".join(self._unheld.sentence(line.data).split()),
            "state": state,
            "further": _place(line.address),
        }


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
