"""The bytes of the record: canonical form, links, the log, and what is refused."""

import json
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs import verify_bundle
from domain.ledger.record import LARGEST, ZERO, Catalogue, Line, link, push, root
from domain.terms import Action, Event, Unreadable, Who, WrongUsage
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, StonesTaken, Take, TakerJoined


class MemberHeld(Event, frozen=True, kw_only=True, tag="mortisphere.member-held/1"):
    """A member waited."""

    member: Who
    round: int


class MemberActivated(Event, frozen=True, kw_only=True, tag="mortisphere.member-activated/1"):
    """A member has acted this round."""

    member: Who


class Hold(Action, frozen=True, kw_only=True, tag="mortisphere.hold"):
    """Wait."""

    member: str


VECTOR = Catalogue([MemberHeld, MemberActivated], [Hold])
HELD = (
    '{"at":"2026-11-29T19:48:00.123Z","batch":"battle-1/1","by":"Ana",'
    '"campaign":"000102030405060708090a0b0c0d0e0f",'
    '"cause":{"action":"mortisphere.hold","member":"crew-rust-choir/4"},'
    '"data":{"event":"mortisphere.member-held/1",'
    '"member":{"id":"crew-rust-choir/4","name":"Élan"},"round":1},'
    '"edition":"mortisphere 2026.1","line":1,"program":"acta 0.1.0","story":"battle-1"}'
).encode()
ACTIVATED = (
    '{"at":"2026-11-29T19:48:00.123Z","batch":"battle-1/1","by":"Ana",'
    '"campaign":"000102030405060708090a0b0c0d0e0f",'
    '"data":{"event":"mortisphere.member-activated/1",'
    '"member":{"id":"crew-rust-choir/4","name":"Élan"}},'
    '"edition":"mortisphere 2026.1","line":2,"program":"acta 0.1.0","story":"battle-1"}'
).encode()
ELAN = Who("crew-rust-choir/4", "Élan")


def vector_line(number: int, data: Event, cause: Action | msgspec.UnsetType) -> Line:
    """A line of the vector."""
    return Line(
        at="2026-11-29T19:48:00.123Z",
        batch="battle-1/1",
        by="Ana",
        campaign=CAMPAIGN,
        cause=cause,
        data=data,
        edition="mortisphere 2026.1",
        line=number,
        program="acta 0.1.0",
        story="battle-1",
    )


def test_the_vector_of_two_lines() -> None:
    """The bytes, the links and the root that every implementation must find."""
    held = vector_line(1, MemberHeld(member=ELAN, round=1), Hold(member="crew-rust-choir/4"))
    activated = vector_line(2, MemberActivated(member=ELAN), msgspec.UNSET)
    assert VECTOR.encode(held) == HELD
    assert VECTOR.encode(activated) == ACTIVATED
    assert VECTOR.decode(HELD) == held
    assert VECTOR.decode(ACTIVATED) == activated
    first = link(ZERO, HELD)
    second = link(first, ACTIVATED)
    assert first.hex() == "9cdb06dc4d920bd7c53e6f71a386b9e8ec50fd82cf1a47cc336acb0838d76b27"
    assert second.hex() == "60e49dcc1ed7d3bf06a8c606940e537dcd310c37c0d5d441a52578fb3c116397"
    peaks: list[bytes] = []
    push(peaks, 1, first)
    push(peaks, 2, second)
    assert root(peaks).hex() == "8751f67b70af18804fe59d560c54a86aaefed97bf68defd040f7fe7b8fba65f3"


def test_the_root_of_an_empty_log() -> None:
    """RFC 6962: the hash of nothing."""
    assert root([]) == sha256(b"").digest()


def tree(leaves: list[bytes]) -> bytes:
    """RFC 6962's own recursive definition, on leaf hashes."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1" + tree(leaves[:split]) + tree(leaves[split:])).digest()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 13, 64, 100])
def test_the_log_is_a_tree_of_rfc_6962(size: int) -> None:
    """Peaks pushed one by one have the root that the recursive definition gives."""
    leaves = [sha256(bytes([number])).digest() for number in range(size)]
    peaks: list[bytes] = []
    for number, leaf in enumerate(leaves, 1):
        push(peaks, number, leaf)
    assert root(peaks) == tree(leaves)
    assert len(peaks) == size.bit_count()


# The test tree of the reference implementations of Certificate Transparency (google's
# certificate-transparency, `merkle_tree_test.cc`; transparency-dev/merkle, `testonly`).
CT_LEAVES = (
    *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
    "606162636465666768696a6b6c6d6e6f",
)
CT_ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def test_the_log_has_the_roots_of_the_reference_tree() -> None:
    """RFC 6962, leaf by leaf; and so has the program that checks bundles without us."""
    leaves = [sha256(b"\0" + bytes.fromhex(leaf)).digest() for leaf in CT_LEAVES]
    peaks: list[bytes] = []
    found = []
    for number, leaf in enumerate(leaves, 1):
        push(peaks, number, leaf)
        found.append(root(peaks).hex())
    assert found == list(CT_ROOTS)
    theirs = verify_bundle.roots(leaves, set(range(1, 9)))
    assert [theirs[size].hex() for size in range(1, 9)] == list(CT_ROOTS)


def toy_line(data: Event, *, by: str = "Ana", for_: str = "") -> Line:
    """The first line of a toy's story."""
    return Line(
        at="2026-11-29T19:48:00.123Z",
        batch="heap/1",
        by=by,
        campaign=CAMPAIGN,
        data=data,
        for_=for_,
        line=1,
        program="acta 0.1.0",
        story="heap",
    )


def plain(line: Line) -> dict[str, object]:
    """A line's bytes as Python's own JSON reads them."""
    found: dict[str, object] = json.loads(CATALOGUE.encode(line))
    return found


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(taker=texts, count=st.integers(-LARGEST, LARGEST), gamble=st.booleans(), by=texts)
def test_reading_gives_what_was_written(taker: str, count: int, by: str, *, gamble: bool) -> None:
    """Any text and any integer up to 2^53-1, in the bytes that Python's own JSON would write."""
    line = toy_line(StonesTaken(taker=taker, count=count, gamble=gamble), by=by)
    canonical = CATALOGUE.encode(line)
    assert CATALOGUE.decode(canonical) == line
    sorted_keys = json.dumps(
        json.loads(canonical), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert canonical == sorted_keys.encode()


def test_keys_stand_in_order_and_what_has_no_value_is_left_out() -> None:
    """The tag is a key like the others; a default is not written; `for` is."""
    line = toy_line(TakerJoined(taker=Who("heap/1", "Bo")), for_="Cy")
    assert list(plain(line)) == [
        "at", "batch", "by", "campaign", "data", "for", "line", "program", "story",
    ]  # fmt: skip
    assert plain(line)["data"] == {
        "event": "toy.taker-joined/1",
        "taker": {"id": "heap/1", "name": "Bo"},
    }


def test_a_line_says_where_it_stands() -> None:
    """An address is the story and the number."""
    assert toy_line(StonesTaken(taker="Bo")).address == "heap/1"


GOOD = CATALOGUE.encode(toy_line(StonesTaken(taker="Bo", count=3)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"count":3', b'"count":3.0'),
        (b'"count":3', b'"count":3e0'),
        (b'"count":3', b'"count":03'),
        (b'"count":3', b'"count":null'),
        (b'"count":3', b'"count":NaN'),
        (b'"count":3', b'"count":9007199254740992'),
        (b'"count":3', b'"count":-9007199254740992'),
        (b'"count":3', b'"count":99999999999999999999999999'),
        (b'"count":3', b'"count":"3"'),
        (b'"count":3', b'"count":2,"count":3'),
        (b'"count":3', b'"count":3,"gamble":false'),
        (b'"count":3', b'"count":3,"hue":"red"'),
        (b'"count":3,"event":"toy.stones-taken/1"', b'"event":"toy.stones-taken/1","count":3'),
        (b'"count":3', b'"count": 3'),
        (b'"Bo"', b'"B\\u006f"'),
        (b'"Bo"', b'"\\ud800"'),
        (b'"Bo"', b'"\xff"'),
        (b'"Bo"', b'{"id":"heap/1","name":"Bo"}'),
        (b'"line":1', b'"line":1,"edition":""'),
        (b'"line":1', b'"cause":null,"line":1'),
        (b'"line":1', b'"cause":{"action":"toy.fly"},"line":1'),
        (b'"data":{', b'"data":[{'),
        (b'"heap"}', b'"heap"'),
        (b'"heap"}', b'"heap"} '),
        (b'"heap"}', b'"heap"}{}'),
        (GOOD, b""),
        (GOOD, b"[]"),
        (GOOD, b"{}"),
        (GOOD, b'{"data":{}}'),
        (GOOD, b'{"data":{"event":7}}'),
        (GOOD, b"[" * 100_000),
        (GOOD, b'{"data":' * 100_000),
    ],
)  # fmt: skip
def test_what_is_not_canonical_is_unreadable(old: bytes, new: bytes) -> None:
    """Case 94: one byte more, less or other than the canonical form is no line."""
    with pytest.raises(Unreadable):
        CATALOGUE.decode(GOOD.replace(old, new))


def test_long_numbers_in_a_text_are_no_numbers() -> None:
    """Only a number of the JSON must stay below 2^53."""
    line = toy_line(StonesTaken(taker=":12345678901234567890", count=LARGEST))
    assert CATALOGUE.decode(CATALOGUE.encode(line)) == line


def test_an_unknown_name_is_refused_and_never_imported() -> None:
    """A stored name leads to a class of the catalogue or nowhere: `this` prints when imported."""
    for name in ("toy.stones-taken/2", "this:nothing", "antigravity"):
        changed = GOOD.replace(b"toy.stones-taken/1", name.encode())
        with pytest.raises(Unreadable, match=f"knows no event '{name}'"):
            CATALOGUE.decode(changed)


def test_an_older_event_is_brought_up_to_date() -> None:
    """Upcasts run one after another; stored bytes stay as they are."""

    def from_1(data: dict[str, object]) -> tuple[str, dict[str, object]]:
        return "toy.pebble-taken/2", {"taker": data["who"]}

    def from_2(data: dict[str, object]) -> tuple[str, dict[str, object]]:
        return "toy.stones-taken/1", {**data, "count": 1}

    catalogue = Catalogue(
        [TakerJoined, StonesTaken],
        [Take],
        {"toy.pebble-taken/1": from_1, "toy.pebble-taken/2": from_2},
    )
    old = GOOD.replace(
        b'{"count":3,"event":"toy.stones-taken/1","taker":"Bo"}',
        b'{"event":"toy.pebble-taken/1","who":"Bo"}',
    )
    assert catalogue.decode(old) == toy_line(StonesTaken(taker="Bo", count=1))
    assert catalogue.name(old) == "toy.pebble-taken/1"
    with pytest.raises(Unreadable, match="canonical form"):
        catalogue.decode(old.replace(b'"who"', b' "who"'))
    with pytest.raises(Unreadable, match="no canonical form"):
        catalogue.decode(old.replace(b'"Bo"', b"1.5"))
    with pytest.raises(Unreadable, match=r"no toy\.stones-taken/1: Expected `str`"):
        catalogue.decode(old.replace(b'"Bo"', b"[true,-3]"))


def test_case_125_an_old_number_is_read_as_the_name_it_meant() -> None:
    """Case 125: version 1 counted hands 0 and 1; whatever came to the list since, 1 is Bo."""
    hands = ("Ana", "Bo")

    def named(data: dict[str, object]) -> tuple[str, dict[str, object]]:
        return "toy.stones-taken/1", {**data, "taker": hands[int(str(data["taker"]))]}

    known = Catalogue([TakerJoined, StonesTaken], [Take], {"toy.stones-taken/0": named})
    old = GOOD.replace(b"toy.stones-taken/1", b"toy.stones-taken/0").replace(b'"Bo"', b"1")
    assert known.decode(old) == toy_line(StonesTaken(taker="Bo", count=3))


@pytest.mark.parametrize("count", ["three", 2.5, None, 2**60, True])
def test_a_value_of_another_type_is_never_written(count: object) -> None:
    """A Struct takes any value when it is made: what could not be read again is refused."""
    wrong = StonesTaken(taker="Bo", count=count)  # type: ignore[arg-type] # that is the point
    with pytest.raises(Unreadable):
        CATALOGUE.encode(toy_line(wrong))


def test_an_event_outside_the_catalogue_is_never_written() -> None:
    """Its name could not be read again."""
    with pytest.raises(Unreadable, match=r"knows no event 'mortisphere.member-activated/1'"):
        CATALOGUE.encode(toy_line(MemberActivated(member=ELAN)))


def test_half_a_character_is_never_written() -> None:
    """A lone surrogate, as a terminal hands over bytes it cannot read, has no UTF-8."""
    with pytest.raises(WrongUsage, match="half a character"):
        CATALOGUE.encode(toy_line(StonesTaken(taker="\ud800")))


def test_what_would_be_read_differently_is_never_written() -> None:
    """A list is written like a tuple, but a tuple is read."""
    joined = TakerJoined(taker=Who("heap/1", "Bo"), purse=[Who("a", "b")])  # type: ignore[arg-type] # the point
    with pytest.raises(Unreadable, match="read differently"):
        CATALOGUE.encode(toy_line(joined))


def test_two_classes_may_not_share_a_name() -> None:
    """A stored name has one class."""

    class Other(Event, frozen=True, kw_only=True, tag="toy.stones-taken/1"):
        """Another of that name."""

    with pytest.raises(TypeError, match="share a name"):
        Catalogue([StonesTaken, Other], [Take])


def test_an_event_is_found_by_its_name() -> None:
    """And what has no such name is unreadable."""
    assert CATALOGUE.event("toy.stones-taken/1") is StonesTaken
    with pytest.raises(Unreadable, match="knows no event"):
        CATALOGUE.event("toy.stones-eaten/1")


def test_what_is_seldom_met_is_fetched_when_it_is() -> None:
    """Events near at hand are read without it; a name that is not among them is looked up there."""
    fetched: list[str] = []

    def rest() -> list[type[Event]]:
        fetched.append("the rest")
        return [StonesTaken]

    catalogue = Catalogue([TakerJoined], [Take], rest=rest)
    joined = toy_line(TakerJoined(taker=Who("heap/1", "Bo")))
    assert catalogue.decode(catalogue.encode(joined), "toy.taker-joined/1") == joined
    assert fetched == []
    taken = toy_line(StonesTaken(taker="Bo", count=3))
    assert catalogue.decode(catalogue.encode(taken), "toy.stones-taken/1") == taken
    assert catalogue.events.keys() >= {"toy.taker-joined/1", "toy.stones-taken/1"}
    assert fetched == ["the rest"]


def test_a_name_told_beside_a_line_binds_nobody() -> None:
    """The bytes say what the event is."""
    taken = toy_line(StonesTaken(taker="Bo", count=3))
    canonical = CATALOGUE.encode(taken)
    assert CATALOGUE.decode(canonical, "toy.taker-joined/1") == taken
    assert CATALOGUE.decode(canonical, "toy.unheard-of/1") == taken
