"""Anybody's bytes: refused in a sentence, or read as all of us read them (`tests.fuzzing`)."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing import TARGETS, importer, lines, seeds

CORPUS = Path(__file__).parent.parent / "corpus"
BROKE = sorted(path for path in CORPUS.glob("*/*") if path.is_file())
EDITS = st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=4), st.integers(0, 4)))
CALM = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("path", BROKE, ids=lambda path: f"{path.parent.name}-{path.name[:14]}")
def test_what_once_broke_us(path: Path) -> None:
    """What a fuzzer found, and what was found by hand."""
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_fuzzer_begins_with(target: str) -> None:
    """Each target takes what is good."""
    for seed in list(seeds(target))[:20]:
        TARGETS[target](seed)


def edited(seed: bytes, edits: list[tuple[int, bytes, int]]) -> bytes:
    """Bytes with some put in, or in the place of others."""
    for place, put, gone in edits:
        at = place % (len(seed) + 1)
        seed = seed[:at] + put + seed[at + gone :]
    return seed


@pytest.mark.parametrize("target", ["note", "canonical", "files"])
@CALM
@given(st.data())
def test_what_was_good_and_was_changed(target: str, data: st.DataObject) -> None:
    """Receipts, lines of the record, files: here and there some other bytes."""
    seed = data.draw(st.sampled_from(list(seeds(target))))
    TARGETS[target](edited(seed, data.draw(EDITS)))


@settings(CALM, max_examples=25)
@given(st.binary(max_size=40))
def test_bundles_that_somebody_mutates_and_signs(data: bytes) -> None:
    """Lines moved, doubled, dropped, bent; numbered anew or not; signed by a ledger's key."""
    importer(data)


@settings(CALM, max_examples=200)
@given(st.binary(max_size=60))
def test_lines_of_any_words(data: bytes) -> None:
    """Words of the grammar in any order, hostile names among them; or any text at all."""
    lines(data)


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
@settings(CALM, max_examples=3000)
@given(st.data())
def test_a_long_time(target: str, data: st.DataObject) -> None:
    """Thousands of each."""
    seed = data.draw(st.sampled_from(list(seeds(target))) | st.binary(max_size=80))
    TARGETS[target](edited(seed, data.draw(EDITS)))
