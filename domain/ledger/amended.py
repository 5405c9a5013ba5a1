"""An amendment as it is on record: one batch in several stories.

`RecordAmended` begins it. `BatchAmended` heads, in each story, a *piece*: the lines behind it stand
in the fold where the batch stood that they replace. A piece goes by the address of its first
heading; it is taken back and amended as a batch is.
"""

from domain.terms import Action, Event


class RecordAmended(Event, frozen=True, kw_only=True, tag="record.amended/1"):
    """An amendment begins: what came of one action was recorded wrongly, and all that rests on it.

    `batch` is what is amended, a batch or a piece; `agreed` names who consented, where the other
    party's consent was needed.
    """

    batch: str
    reason: str
    agreed: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        return f"{self.batch} was amended{consent}: {self.reason}."


class BatchAmended(Event, frozen=True, kw_only=True, tag="record.batch-amended/1"):
    """What came of one action counts no more; the lines behind this one stand in its place.

    `batch` is what is replaced: a batch, or a `piece` of an earlier amendment. `root` is the batch
    that stood there first, where that is another one; `piece` the first line of this kind about
    the same batch in this amendment, where that is another one. `behind` are the newest lines
    before the root, of this story and the campaign's: there the piece stands for whoever does not
    read the root.
    """

    batch: str
    root: str = ""
    piece: str = ""
    behind: tuple[str, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"In place of {self.batch}:"

    @property
    def stood(self) -> str:
        """The batch that stood there first."""
        return self.root or self.batch


class Amend(Action, frozen=True, kw_only=True, tag="record.amend"):
    """Replace what came of an earlier action, and judge again what rests on it.

    `batch` is what is replaced, a batch or a piece; what stands there now is told by the causes of
    its new lines. `drops` are those that are let go, `rolls` those with other dice than before.
    """

    batch: str
    reason: str
    agreed: str = ""
    drops: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()


class Void(Action, frozen=True, kw_only=True, tag="record.void"):
    """Let a battle and its aftermath count for nothing."""

    battle: str
    reason: str
    agreed: str = ""
