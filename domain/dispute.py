"""A dispute: somebody doubts a line of the record, and the table rules on it.

Each lies in a story of its own, so that it changes none that it is about. Evidence is not copied:
a dispute names the lines that it rests on, each with the hash of its story up to there, and all
that is shown of it is worked out from these (`evidence.py`).
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from domain.ledger.note import Key, Verify
from domain.marks import Mark, parted
from domain.names import clean, fold, prose
from domain.signers import SignerNamed
from domain.terms import Action, Decider, Event, WrongUsage

PREFIX = "dispute-"


class Verdict(StrEnum):
    """What the table says of a disputed line: it stands, it does not, or something else."""

    UPHOLD = "uphold"
    OVERTURN = "overturn"
    NOTE = "note"


TOLD = {
    Verdict.UPHOLD: "It stands",
    Verdict.OVERTURN: "It is overturned",
    Verdict.NOTE: "It is settled with a note",
}


class Consent(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Somebody who consents: said to, or by a signature of the ruling under a key on record."""

    name: str
    key: str = ""
    signature: str = ""

    @property
    def how(self) -> str:
        """Whether the consent was said or signed."""
        return "signed" if self.signature else "said"


# Events


class DisputeOpened(Event, frozen=True, kw_only=True, tag="dispute.opened/1"):
    """Somebody doubts a line; what it rests on is named, and stays what it was.

    `rests` begins with the story of that line, up to the end of what came of the same action;
    `rule` is the one that whoever doubts it relies on.
    """

    about: str
    text: str
    rests: tuple[Mark, ...]
    rule: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        text = " ".join(self.text.split())
        return f"{self.about} is disputed: {text}{f' ({self.rule})' if self.rule else ''}"


class DisputeRuled(Event, frozen=True, kw_only=True, tag="dispute.ruled/1"):
    """The table ruled on a dispute; who consented, and whether that was said or signed."""

    verdict: Verdict
    reason: str
    consents: tuple[Consent, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        who = ", ".join(f"{one.name}, {one.how}" for one in self.consents)
        reason = " ".join(self.reason.split())
        return f"{TOLD[self.verdict]}: {reason}{f' (agreed: {who})' if who else ''}"


# Actions


class OpenDispute(Action, frozen=True, kw_only=True, tag="dispute.open"):
    """Doubt a line of the record."""

    about: str
    text: str
    rests: tuple[Mark, ...]
    rule: str = ""


class RuleDispute(Action, frozen=True, kw_only=True, tag="dispute.rule"):
    """Rule on a dispute."""

    verdict: Verdict
    reason: str
    consents: tuple[Consent, ...] = ()


DisputeEvent = DisputeOpened | DisputeRuled
DisputeAction = OpenDispute | RuleDispute


# State


class Dispute(msgspec.Struct, frozen=True):
    """A dispute: what was opened, and what was ruled; nothing of either before it is."""

    opened: DisputeOpened | None = None
    ruled: DisputeRuled | None = None

    @property
    def open(self) -> bool:
        """Whether it waits for a ruling."""
        return self.opened is not None and self.ruled is None


# Judging


def decide(dispute: Dispute, action: Action) -> Iterator[Event]:
    """Judge an action: yield what comes of it, or refuse it."""
    match action:
        case OpenDispute():
            yield _opened(dispute, action)
        case RuleDispute():
            yield _ruled(dispute, action)
        case _:
            raise WrongUsage(f"{type(action).__name__} is no action of a dispute")


def evolve(dispute: Dispute, event: Event) -> Dispute:
    """Remember an event."""
    match event:
        case DisputeOpened():
            return replace(dispute, opened=event)
        case DisputeRuled():
            return replace(dispute, ruled=event)
        case _:
            return dispute


DISPUTES: Decider[Dispute] = Decider(initial=Dispute(), decide=decide, evolve=evolve)


def _opened(dispute: Dispute, action: OpenDispute) -> DisputeOpened:
    """A line is disputed, with a sentence, on what the record says."""
    if dispute.opened is not None:
        raise WrongUsage("this dispute is open already")
    story, line = parted(action.about)
    if not action.rests or action.rests[0].story != story or action.rests[0].line < line:
        raise WrongUsage("a dispute rests on the story of its line")
    return DisputeOpened(
        about=action.about,
        text=prose(action.text, "dispute"),
        rests=action.rests,
        rule=action.rule,
    )


def _ruled(dispute: Dispute, action: RuleDispute) -> DisputeRuled:
    """A dispute that waits for it is ruled on, with a reason."""
    if dispute.opened is None:
        raise WrongUsage("there is no such dispute", hint="acta dispute list")
    if dispute.ruled is not None:
        raise WrongUsage(
            f"it was ruled on already: {dispute.ruled.told()}",
            hint="a ruling is taken back with acta undo --to ADDRESS",
        )
    names = [fold(one.name) for one in action.consents]
    if len(names) != len(set(names)):
        raise WrongUsage("everybody consents once")
    return DisputeRuled(
        verdict=action.verdict,
        reason=prose(action.reason, "reason"),
        consents=tuple(replace(one, name=clean(one.name)) for one in action.consents),
    )


# Consent


def statement(
    campaign: str, story: str, opened: DisputeOpened, verdict: Verdict, reason: str
) -> bytes:
    """What is signed by whoever consents to a ruling: one JSON object in canonical form.

    It says of which campaign, dispute and line, with the hash of the line's story up to there.
    """
    said = {
        "about": opened.about,
        "campaign": campaign,
        "digest": opened.rests[0].digest,
        "dispute": story,
        "reason": reason,
        "verdict": verdict.value,
    }
    return b"acta ruling\n" + msgspec.json.encode(said, order="sorted")


def signed(name: str, key: Key, signature: bytes) -> Consent:
    """A consent with a signature."""
    return Consent(name=name, key=key.text, signature=b64encode(signature).decode())


def unproven(consent: Consent, text: bytes, signers: Iterable[SignerNamed], verify: Verify) -> str:
    """Why a signature does not prove that somebody consented; empty if it does, or none is there.

    It does if the key is on record under that name, and signed this text.
    """
    if not consent.signature and not consent.key:
        return ""
    owners = [one.name for one in signers if one.key == consent.key]
    if fold(consent.name) not in map(fold, owners):
        return f"the key is not on record as that of {consent.name}"
    try:
        public, signature = (
            Key.read(consent.key).public,
            b64decode(consent.signature, validate=True),
        )
    except (WrongUsage, ValueError):
        return "it is no signature"
    return "" if verify(public, text, signature) else "it does not sign this ruling"


class Parties(msgspec.Struct, frozen=True, kw_only=True):
    """Who rules on a dispute: each side by its names, and the organiser, who founded the campaign.

    Both sides agree, or the organiser does where no side is his own: nobody is judge in his own
    cause.
    """

    sides: tuple[tuple[str, ...], ...]
    organiser: str = ""

    def missing(self, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The sides whose consent is still wanted, where these people agree."""
        agreed = set(map(fold, names))
        neutral = self.organiser and not any(self._on(side, self.organiser) for side in self.sides)
        if neutral and fold(self.organiser) in agreed:
            return ()
        return tuple(side for side in self.sides if not agreed & set(map(fold, side)))

    def may(self, name: str) -> bool:
        """Whether somebody has a say in it."""
        if self.organiser and fold(name) == fold(self.organiser):
            return True
        return any(self._on(side, name) for side in self.sides)

    @staticmethod
    def _on(side: Iterable[str], name: str) -> bool:
        return fold(name) in map(fold, side)
