"""A state that grows with its stories is the state that a telling from the beginning gives."""

import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ledger.fold import fold
from domain.ledger.ledger import Ledger
from domain.terms import NotFound, RuleBroken, WrongUsage
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, STAMP, Take, stamp

deeds = st.lists(
    st.tuples(
        st.sampled_from(["take", "retract", "restore", "take elsewhere"]), st.integers(1, 12)
    ),
    max_size=12,
)


@settings(max_examples=30, deadline=None)  # each example writes a file
@given(deeds)
def test_told_bit_by_bit_or_from_the_beginning(deeds: list[tuple[str, int]]) -> None:
    """Whatever is done, taken back and restored: one state, told once or twice, kept or not."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Ledger.create(Path(folder, "ledger.db"), CATALOGUE, CAMPAIGN) as ledger,
    ):
        for deed, number in deeds:
            act(ledger, deed, number)
            kept = ledger.tell("heap", DECIDER)
            assert kept == fold(DECIDER, ledger.story("heap"))
            both = [line for _, line in ledger.page(0)]
            assert ledger.know(DECIDER, ["heap", "hoard"]).state == fold(DECIDER, both)
        assert ledger.broken == {}


def act(ledger: Ledger, deed: str, number: int) -> None:
    """Do it; what cannot be taken back or restored is left."""
    with suppress(NotFound, WrongUsage, RuleBroken):
        match deed:
            case "take":
                ledger.submit("heap", DECIDER, [Take(taker="Bo", count=1)], stamp=stamp)
            case "take elsewhere":
                ledger.submit("hoard", DECIDER, [Take(taker="Bo", count=1)], stamp=stamp)
            case "retract":
                ledger.retract(f"heap/{number}", stamp=STAMP)
            case _:
                ledger.restore(f"heap/{number}", stamp=STAMP)
