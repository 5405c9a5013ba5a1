"""The stamp's clock, and the ids that a line gives."""

import re
import time

import msgspec
import pytest

from domain.ledger.draft import named, now
from domain.terms import Who
from tests.domain.ledger.toy import StonesTaken, TakerJoined


def test_the_time_of_a_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    """RFC 3339, UTC, three decimals, `Z`: cut, not rounded."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", now())
    monkeypatch.setattr(time, "time_ns", lambda: 1_796_068_080_007_999_999)
    assert now() == "2026-11-30T19:48:00.007Z"


def test_what_an_event_brings_gets_the_address_as_its_id() -> None:
    """And what comes with it the address and its own part of the id."""
    joined = TakerJoined(taker=Who("", "Bo"), purse=(Who("#a", "a"), Who("heap/9#b", "b")))
    assert named(joined, "heap/2") == TakerJoined(
        taker=Who("heap/2", "Bo"), purse=(Who("heap/2#a", "a"), Who("heap/9#b", "b"))
    )


def test_an_id_that_is_there_stays() -> None:
    """Only what is left open is filled in."""
    joined = TakerJoined(taker=Who("heap/1", "Bo"))
    assert named(joined, "heap/2") == joined
    taken = StonesTaken(taker="#a")
    assert named(taken, "heap/2") is taken


def test_an_id_within_a_list_of_kin_is_completed() -> None:
    """Whatever Struct carries an id."""

    class Item(msgspec.Struct, frozen=True):
        """Something carried."""

        id: str
        kind: str

    joined = TakerJoined(taker=Who("", "Bo"), purse=(Item("#x", "axe"),))  # type: ignore[arg-type] # any kin
    assert named(joined, "a/1").purse[0] == Item("a/1#x", "axe")  # type: ignore[attr-defined] # of TakerJoined
