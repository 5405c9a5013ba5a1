"""Battle files: a header that sets a battle up, and its lines, read and written without loss.

`parse` and `written` undo each other, byte for byte where the file is canonical. Names of types,
abilities and items stay text, and so do the lines: `cli.phrases` reads them.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from cli import battle_header as header
from cli import header_reader
from cli.battle_header import Anchor, Entry, Extra, Reveal, Start
from cli.tokens import Line, checked, cut
from domain import game as games
from domain.house import Setting
from domain.opening import Party
from domain.own import Own
from domain.profile import Profile
from domain.terms import NotFound, WrongUsage

E = TypeVar("E")
LARGEST = 4_000_000
MOST_LINES = 20_000
MOST_ROWS = 50_000
MOST_OF_MAP = 100
MOST_MEMBERS = 400
MARGIN = 45  # where comments begin, if their line leaves room
_ORDER = (
    header.Game,
    header.Scenario,
    header.Friendly,
    header.Id,
    Setting,
    Extra,
    header.Dice,
    Anchor | Reveal,
    Start,
    Own,
    header.Crew | Profile,
)
_SEVERAL = Extra | Setting | Anchor | Reveal | Start | Own | header.Crew | Profile


class Row(msgspec.Struct, frozen=True):
    """A line of a battle file: its number there, its text, its comment from `#` on.

    `column` is where the comment stood; 0 lets `written` choose.
    """

    text: str
    comment: str = ""
    line: int = 0
    column: int = 0


class Remark(msgspec.Struct, frozen=True):
    """A blank line, a line that is all comment (`alone`), or the comment of a header line."""

    line: int
    text: str = ""
    column: int = 0
    alone: bool = True


class BattleFile(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as a file: what was agreed, who takes part, what was decided line by line.

    `terms` is what only its game asks, `seed` a solo battle's; `sealed` holds anchors and reveals
    in their order; `own` is what the battle needs beside the codex.
    """

    game: str
    edition: str
    scenario: str
    friendly: bool = False
    id: str = ""
    terms: tuple[Extra, ...] = ()
    house: tuple[Setting, ...] = ()
    dice: str = "table"
    seed: str = ""
    sealed: tuple[Anchor | Reveal, ...] = ()
    starts: tuple[Start, ...] = ()
    own: tuple[Own, ...] = ()
    crews: tuple[Party, ...]
    lines: tuple[Row, ...] = ()
    after: tuple[Row, ...] = ()
    aftermath: bool = False
    remarks: tuple[Remark, ...] = ()


class Parts:
    """What has been read of a file so far."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.rows: dict[str, list[Row]] = {}
        self.remarks: list[Remark] = []
        self.section = ""
        self.game = ""
        """The game of the file, once it was told."""

    def row(self, number: int, raw: str) -> None:
        """Read one row of the file."""
        if not self.section and header_reader.is_own(raw):
            self._entry(header_reader.own(raw))
            return
        last = self.entries[-1] if self.entries and not self.section else None
        if isinstance(last, Extra) and last.drawn and _drawn(raw):
            self._map(last, checked(raw))
            return
        lines = cut(checked(raw))
        if not lines:
            text = raw.strip()
            self.remarks.append(Remark(number, text, raw.index(text)))
            return
        column = len(raw) - len(lines[-1].comment) if lines[-1].comment else 0
        if self.section and not lines[0].text.startswith("["):
            self._line(number, lines, column)
            return
        if len(lines) > 1:
            raise WrongUsage("a header line holds one thing")
        self._entry(header_reader.entry(lines[0], self.game))
        if column:
            self.remarks.append(Remark(number, lines[0].comment, column, alone=False))

    def _map(self, above: Extra, row: str) -> None:
        if above.text.count("\n") >= MOST_OF_MAP:
            raise WrongUsage(f"a map has at most {MOST_OF_MAP} rows")
        self.entries[-1] = msgspec.structs.replace(above, text=f"{above.text}\n{row}")

    def _line(self, number: int, lines: list[Line], column: int) -> None:
        if len(lines) > 1:
            raise WrongUsage("a file holds one line in each row, without `;`")
        if sum(map(len, self.rows.values())) >= MOST_LINES:
            raise WrongUsage(f"a battle file has at most {MOST_LINES} lines")
        self.rows[self.section].append(Row(lines[0].text, lines[0].comment, number, column))

    def _entry(self, entry: Entry) -> None:
        if isinstance(entry, header.Section):
            if entry.name in self.rows or (entry.name == "after" and not self.rows):
                raise WrongUsage("[lines] stands once, and [after] once behind it")
            self.section = entry.name
            self.rows[entry.name] = []
            return
        if isinstance(entry, header.Game):
            games.load(entry.id)
            self.game = entry.id
        self._in_order(entry)
        self.entries.append(entry)

    def _in_order(self, entry: Entry) -> None:
        if self.section:
            raise WrongUsage("the header ends where [lines] begins")
        last = self.entries[-1] if self.entries else None
        if isinstance(entry, Profile) and not isinstance(last, header.Crew | Profile):
            raise WrongUsage("a member stands below its [crew …]")
        if isinstance(entry, Profile) and len(self.of(Profile)) >= MOST_MEMBERS:
            raise WrongUsage(f"a battle file has at most {MOST_MEMBERS} members")
        if last is None:
            return
        before, now = _rank(last), _rank(entry)
        if now < before or (now == before and not isinstance(entry, _SEVERAL)):
            raise WrongUsage(f"{header.written(entry)} cannot stand behind {header.written(last)}")

    def of(self, kind: type[E]) -> list[E]:
        """All entries of a kind."""
        return [entry for entry in self.entries if isinstance(entry, kind)]


def _drawn(raw: str) -> bool:
    """Whether a row is one of a map: signs without a space between them, no row of the header."""
    return bool(raw) and not raw.startswith(("[", '"')) and not any(map(str.isspace, raw))


def _rank(entry: Entry) -> int:
    return next(rank for rank, kind in enumerate(_ORDER) if isinstance(entry, kind))


def parse(text: str, name: str = "the battle file") -> BattleFile:
    """Read the text of a battle file; WrongUsage says in which line of `name` it is wrong."""
    if len(text) > LARGEST:
        raise WrongUsage(f"{name} is longer than {LARGEST:,} characters")
    parts = Parts()
    rows = text.removeprefix("\ufeff").removesuffix("\n").split("\n")
    if len(rows) > MOST_ROWS:
        raise WrongUsage(f"{name} has {len(rows):,} rows, and {MOST_ROWS:,} are the most")
    for number, raw in enumerate(rows, 1):
        try:
            parts.row(number, raw.rstrip())
        except (WrongUsage, NotFound) as error:
            raise WrongUsage(f"{name}, line {number}: {error.message}", hint=error.hint) from None
    try:
        return _built(parts)
    except WrongUsage as error:
        raise WrongUsage(f"{name}: {error.message}", hint=error.hint) from None


def _built(parts: Parts) -> BattleFile:
    """The file of its parts; WrongUsage for what is missing."""
    game, scenario = _only(parts, header.Game), _only(parts, header.Scenario)
    dice = _only(parts, header.Dice)
    crews = tuple(_rosters(parts.entries))
    if "lines" not in parts.rows:
        raise WrongUsage("[lines] is missing")
    if len(crews) < 2:  # noqa: PLR2004 a battle has two sides
        raise WrongUsage("a battle has at least two [crew …]")
    return BattleFile(
        game=game.id,
        edition=game.edition,
        scenario=scenario.id,
        friendly=bool(parts.of(header.Friendly)),
        id="".join(entry.hex for entry in parts.of(header.Id)),
        terms=tuple(parts.of(Extra)),
        house=tuple(parts.of(Setting)),
        dice=dice.source,
        seed=dice.seed,
        sealed=tuple(entry for entry in parts.entries if isinstance(entry, Anchor | Reveal)),
        starts=tuple(parts.of(Start)),
        own=tuple(parts.of(Own)),
        crews=crews,
        lines=tuple(parts.rows["lines"]),
        after=tuple(parts.rows.get("after", ())),
        aftermath="after" in parts.rows,
        remarks=tuple(parts.remarks),
    )


def _only(parts: Parts, kind: type[E]) -> E:
    """The one entry of a kind."""
    for entry in parts.of(kind):
        return entry
    raise WrongUsage(f"[{kind.__name__.lower()} …] is missing")


def _rosters(entries: list[Entry]) -> Iterator[Party]:
    crew: header.Crew | None = None
    members: list[Profile] = []
    for entry in entries:
        if isinstance(entry, header.Crew):
            if crew:
                yield Party(crew.name, crew.player, tuple(members))
            crew, members = entry, []
        elif isinstance(entry, Profile):
            members.append(entry)
    if crew:
        yield Party(crew.name, crew.player, tuple(members))


def written(file: BattleFile) -> str:
    """The text of a battle file, in canonical order, with its remarks where they stood."""
    rows: list[str] = []
    alone = [remark for remark in file.remarks if remark.alone]
    beside = {remark.line: remark for remark in file.remarks if not remark.alone}
    for part in _parts(file):
        while alone and alone[0].line <= len(rows) + 1:
            rows.append(_commented("", alone.pop(0)))
        if isinstance(part, Row):
            comment = Remark(part.line, part.comment, part.column, alone=False)
            rows.append(_commented(part.text, comment))
        else:
            head, *drawn = header.written(part).split("\n")
            rows.append(_commented(head, beside.get(len(rows) + 1, Remark(0, alone=False))))
            rows += drawn
    rows += [_commented("", remark) for remark in alone]
    return "".join(f"{row}\n" for row in rows)


def _parts(file: BattleFile) -> Iterator[Entry | Row]:
    """Everything a file says, in canonical order."""
    yield header.Game(file.game, file.edition)
    yield header.Scenario(file.scenario)
    yield from (header.Friendly(),) if file.friendly else ()
    yield from (header.Id(file.id),) if file.id else ()
    yield from file.house
    yield from file.terms
    yield header.Dice(file.dice, file.seed)
    yield from file.sealed
    yield from file.starts
    yield from file.own
    for crew in file.crews:
        yield header.Crew(crew.name, crew.player)
        yield from crew.members
    yield header.Section("lines")
    yield from file.lines
    if file.aftermath or file.after:
        yield header.Section("after")
        yield from file.after


def _commented(text: str, remark: Remark) -> str:
    """A row with its comment: where it stood, else at the margin, else three spaces behind."""
    if not remark.text:
        return text
    column = remark.column if remark.alone else remark.column or max(MARGIN, len(text) + 3)
    gap = column - len(text)
    return text + " " * (gap if not text else max(gap, 1)) + remark.text
