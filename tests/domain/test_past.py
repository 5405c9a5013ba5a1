"""What was stored once can be read for ever: one payload for each event name and version.

A payload in `tests/past` is never changed by the program. Before the first released edition it may
be retold by hand, with a line in the changelog.
"""

import json
from pathlib import Path

import msgspec
import pytest

from domain.game import catalogue, installed

PAST = Path(__file__).parent.parent / "past"
EVENTS = {name: kind for game in installed() for name, kind in catalogue(game).events.items()}
STORED = {
    json.loads(row)["event"]: row
    for path in sorted(PAST.glob("*.jsonl"))
    for row in path.read_bytes().splitlines()
}


def test_no_event_is_without_a_past() -> None:
    """Every name and version that can be on record has one stored payload, and none is lost."""
    assert STORED.keys() == EVENTS.keys()


@pytest.mark.parametrize("name", EVENTS)
def test_a_stored_payload_is_read_and_written_alike(name: str) -> None:
    """Reading gives the event it was; writing it again gives the same bytes."""
    event = msgspec.json.decode(STORED[name], type=EVENTS[name])
    assert msgspec.json.encode(event, order="sorted") == STORED[name]


@pytest.mark.parametrize("name", EVENTS)
def test_a_stored_payload_is_still_told(name: str) -> None:
    """What happened is said in one line, without a hole where a word should be."""
    sentence = msgspec.json.decode(STORED[name], type=EVENTS[name]).told()
    assert sentence == sentence.strip() != ""
    assert "\n" not in sentence
    assert "  " not in sentence
