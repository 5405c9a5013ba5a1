"""Receipts held against the record: what they prove, and how much nobody else can vouch for.

Without a receipt in somebody else's hand nobody can tell that an owner rewrote everything.
"""

from collections.abc import Iterable, Sequence

from domain.counting import counted
from domain.findings import Findings, Held, Place
from domain.ledger.copies import Copy, leaves
from domain.ledger.kept import Kept, length, root_of, sound, told
from domain.ledger.note import Checkpoint, Key, Note, Verify, known, origin
from domain.ledger.record import Row
from domain.terms import WrongUsage

_LAST = Place(2**63 - 1, "log")


class Receipts:
    """The receipts of a record: those kept beside it, and those that somebody brings along.

    `keys` are the public keys that are known: of ledgers, of those whom the record names, and of
    whom the reader trusts; `spoilt` says why those kept cannot be read, if so. Raises WrongUsage
    for a receipt brought along that is none of this campaign's, or that nobody signed whose key is
    known.
    """

    def __init__(
        self,
        campaign: str,
        kept: Sequence[Kept],
        *,
        brought: Sequence[Note] = (),
        keys: Iterable[Key],
        verify: Verify,
        spoilt: str = "",
    ) -> None:
        self._spoilt = spoilt
        self._keys = known((*keys, *(key for each in kept for key in each.keys)))
        self._verify = verify
        self._ledger = origin(campaign)
        self._kept = kept
        for note in brought:
            self._check(note, campaign)
        there = {each.note.checkpoint for each in kept}
        fresh = tuple(Kept(note) for note in brought if note.checkpoint not in there)
        self._all = (*kept, *fresh)
        self._brought = {note.checkpoint: note for note in brought}
        self.unwitnessed = 0
        """After `hold`: how many lines stand in no receipt that anybody else signed."""
        self._copy = Copy() if any(each.ranks for each in kept) else None

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the log at which its root must be known."""
        return tuple(each.note.checkpoint.size for each in self._all)

    def hear(self, rows: Iterable[Row]) -> None:
        """Remember the hashes of rows, if an order other than theirs must be worked out."""
        if self._copy is not None:
            for row in rows:
                self._copy.add(row.story, row.hash)

    def hold(self, findings: Findings, size: int, roots: dict[int, bytes]) -> list[Held]:
        """Hold each receipt against the record of so many lines, and say what does not hold."""
        if self._spoilt:
            findings.error("Unreadable", _LAST, self._spoilt, hint="acta doctor")
        first, beyond = 0, set[int]()
        all_ = []
        for kept in self._all:
            held = self._one(kept, findings, size, roots)
            all_.append(held)
            if held.by and held.other_order:
                beyond.update(told(kept.ranks))
            elif held.by and held.holds:
                first = max(first, held.size)
        self.unwitnessed = size - first - sum(rank > first for rank in beyond)
        if (first or beyond) and self.unwitnessed:
            lines = counted(self.unwitnessed, "line stands", "lines stand")
            findings.note("Unwitnessed", _LAST, f"{lines} in nobody else's receipt")
        return all_

    def _one(self, kept: Kept, findings: Findings, size: int, roots: dict[int, bytes]) -> Held:
        """Hold one receipt."""
        point = kept.note.checkpoint
        note = self._brought.get(point, kept.note).signed(*kept.note.signatures)
        by = self._others(note, findings)
        if point.size <= size and roots.get(point.size) == point.root:
            return Held(point.size, by, holds=True)
        if self._in_its_order(kept):
            findings.note("OtherOrder", _LAST, _other_order(point))
            return Held(point.size, by, holds=True, other_order=True)
        if point.size > size:
            proved = counted(point.size, "line")
            message = f"TRUNCATED: a receipt proves {proved}, the record has {size}"
            findings.error("Truncated", _LAST, message, expected=point.told(), hint=_ASK)
        else:
            message = f"SPLIT VIEW: a receipt proves other lines than the first {point.size} here"
            found = Checkpoint(point.campaign, point.size, roots.get(point.size, b"")).told()
            findings.error(
                "SplitView", _LAST, message, expected=point.told(), found=found, hint=_ASK
            )
        return Held(point.size, by, holds=False)

    def _in_its_order(self, kept: Kept) -> bool:
        """Whether the lines, in the order of the copy that signed, are those signed for."""
        copy = self._copy
        if copy is None or not kept.ranks or not sound(kept.ranks, copy.size):
            return False
        if length(kept.ranks) != kept.note.checkpoint.size:
            return False
        return root_of(leaves(copy, kept.ranks)) == kept.note.checkpoint.root

    def _others(self, note: Note, findings: Findings) -> tuple[str, ...]:
        """Who else signed than ledgers, by their names in notes."""
        try:
            by = note.by(self._keys, self._verify)
        except WrongUsage as error:
            message = f"a receipt beside the log does not hold: {error.message}"
            findings.error("Unreadable", _LAST, message, hint="acta doctor")
            return ()
        return tuple(sorted({key.name for key in by} - {self._ledger}))

    def _check(self, note: Note, campaign: str) -> None:
        if note.checkpoint.campaign != campaign:
            raise WrongUsage("the receipt is about another campaign")
        if not note.by(self._keys, self._verify):
            raise WrongUsage(
                "nobody signed the receipt whose key is known here", hint="--signer KEY names one"
            )


_ASK = "ask who keeps the receipt for the copy that it was made on"


def _other_order(point: Checkpoint) -> str:
    lines = counted(point.size, "line")
    return f"a receipt of {lines} was made on another copy, which had them in another order"
