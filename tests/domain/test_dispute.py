"""A dispute as its decider sees it: opened once, ruled once, by both sides, said or signed."""

from base64 import b64encode

import pytest

from cli.signing import verify
from domain.dispute import (
    DISPUTES,
    Consent,
    Dispute,
    DisputeOpened,
    DisputeRuled,
    OpenDispute,
    Parties,
    RuleDispute,
    Verdict,
    statement,
    unproven,
)
from domain.marks import Mark
from domain.signers import SignerNamed
from domain.terms import Action, Event, WrongUsage
from tests.bundles import hand
from tests.season import CAMPAIGN

MARK = Mark(story="battle-3", line=20, digest="ab" * 32)
OPEN = OpenDispute(about="battle-3/17", text=" Moth had acted ", rests=(MARK,), rule="MS-ACT-1")
OPENED = DisputeOpened(about="battle-3/17", text="Moth had acted", rests=(MARK,), rule="MS-ACT-1")
BEN = Consent(name="Ben")
UPHOLD = RuleDispute(verdict=Verdict.UPHOLD, reason="it had not", consents=(BEN,))


def judged(dispute: Dispute, action: Action) -> list[object]:
    """What comes of an action."""
    return list(DISPUTES.decide(dispute, action))


def after(*events: Event) -> Dispute:
    """A dispute after events."""
    dispute = DISPUTES.initial
    for event in events:
        dispute = DISPUTES.evolve(dispute, event)
    return dispute


def test_it_is_opened_and_ruled_on() -> None:
    """Given nothing, then a doubt; given a doubt, then a ruling; what else happens is not heard."""
    assert judged(after(), OPEN) == [OPENED]
    ruled = DisputeRuled(verdict=Verdict.UPHOLD, reason="it had not", consents=(BEN,))
    assert judged(after(OPENED), UPHOLD) == [ruled]
    assert after(OPENED).open
    assert not after(OPENED, ruled).open
    assert after(OPENED, SignerNamed(name="Ben", key="x")) == after(OPENED)


@pytest.mark.parametrize(
    ("dispute", "action", "why"),
    [
        (after(OPENED), OPEN, "open already"),
        (after(), UPHOLD, "no such dispute"),
        (
            after(OPENED, DisputeRuled(verdict=Verdict.NOTE, reason="x")),
            UPHOLD,
            "ruled on already: It is settled with a note: x",
        ),
        (
            after(OPENED),
            RuleDispute(verdict=Verdict.NOTE, reason="x", consents=(BEN, Consent(name="BEN"))),
            "everybody consents once",
        ),
        (after(OPENED), RuleDispute(verdict=Verdict.NOTE, reason=" "), "a reason has 1 to"),
        (after(), OpenDispute(about="battle-3/17", text="x", rests=()), "rests on the story"),
        (after(), OpenDispute(about="battle-3/21", text="x", rests=(MARK,)), "rests on the story"),
        (after(), OpenDispute(about="battle-4/1", text="x", rests=(MARK,)), "rests on the story"),
        (after(), OpenDispute(about="battle", text="x", rests=(MARK,)), "no address"),
        (after(), SignerNamed(name="Ben", key="x"), "no action of a dispute"),
    ],
)
def test_what_is_refused(dispute: Dispute, action: Action, why: str) -> None:
    """Twice the same; a line that its marks do not hold; a reason that says nothing."""
    with pytest.raises(WrongUsage, match=why):
        judged(dispute, action)


def test_the_sentences() -> None:
    """One row each, whatever was typed; who agreed, and how."""
    many = DisputeOpened(about="battle-3/17", text="two\nrows", rests=(MARK,))
    assert many.told() == "battle-3/17 is disputed: two rows"
    ruled = DisputeRuled(
        verdict=Verdict.OVERTURN,
        reason="it\nhad",
        consents=(BEN, Consent(name="Ana", key="k", signature="s")),
    )
    assert ruled.told() == "It is overturned: it had (agreed: Ben, said, Ana, signed)"


SIDES = Parties(sides=(("Ash", "Ana"), ("Iron", "Ben")), organiser="Cleo")


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        (["Ana"], (("Iron", "Ben"),)),
        (["Ana", "BEN"], ()),
        (["ash", "iron"], ()),
        (["Cleo"], ()),
        (["Dora"], (("Ash", "Ana"), ("Iron", "Ben"))),
    ],
)
def test_who_has_to_agree(names: list[str], missing: tuple[tuple[str, ...], ...]) -> None:
    """A name of each side, or a neutral organiser's."""
    assert SIDES.missing(names) == missing


def test_an_organiser_who_plays_is_a_side() -> None:
    """Nobody is judge in his own cause; nor is somebody of four the other three."""
    own = Parties(sides=(("Ash", "Ana"), ("Iron", "Ben"), ("Wet Choir", "Eve")), organiser="Ana")
    assert own.missing(["Ana"]) == (("Iron", "Ben"), ("Wet Choir", "Eve"))
    assert own.missing(["Ana", "Ben", "Eve"]) == ()
    assert (own.may("eve"), own.may("Cleo"), SIDES.may("Cleo")) == (True, False, True)


def test_what_is_signed_is_one_object() -> None:
    """Worked out by hand: canonical JSON behind a line that no checkpoint begins with."""
    assert statement(CAMPAIGN, "dispute-1", OPENED, Verdict.UPHOLD, "it had not") == (
        b'acta ruling\n{"about":"battle-3/17","campaign":"000102030405060708090a0b0c0d0e0f",'
        b'"digest":"' + b"ab" * 32 + b'","dispute":"dispute-1","reason":"it had not",'
        b'"verdict":"uphold"}'
    )


def test_a_signature_proves_who_consented() -> None:
    """With a key on record under that name, of that text; one that was said proves nothing."""
    ben = hand("Ben", 7)
    text = statement(CAMPAIGN, "dispute-1", OPENED, Verdict.UPHOLD, "it had not")
    signers = (SignerNamed(name="Ben", key=ben.key.text),)
    right = b64encode(ben.signed(text)).decode()

    def why(text: bytes = text, **changes: str) -> str:
        facts = {"name": "Ben", "key": ben.key.text, "signature": right} | changes
        return unproven(Consent(**facts), text, signers, verify)

    assert why() == ""
    assert why(name="Ana") == "the key is not on record as that of Ana"
    assert why(key=hand("Ben", 8).key.text) == "the key is not on record as that of Ben"
    assert why(signature="?") == "it is no signature"
    assert why(signature="") == "it does not sign this ruling"
    assert why(text=text + b" ") == "it does not sign this ruling"
    assert why(key="", signature="") == ""
