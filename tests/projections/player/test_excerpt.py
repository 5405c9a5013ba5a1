"""Excerpts prove a story's lines, by the standard library's means and by the page's."""

from base64 import b64encode
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.signing import verify
from docs import verify_bundle
from domain.excerpt import excerpt
from domain.ledger.inclusion import inclusion
from domain.ledger.kept import Kept, root_of
from domain.ledger.note import Note
from domain.signers import NameSigner
from domain.terms import StorageFailed
from tests.bundles import hand, keeper, lines_of, signed
from tests.javascript import Run
from tests.mutations import mutations
from tests.season import Season

BEN = hand("Ben Hur", 7)


def above(leaf: bytes, rank: int, size: int, path: tuple[bytes, ...]) -> bytes:
    """The root over a leaf, as RFC 6962 defines the tree: the larger half first, always a power."""
    if size == 1:
        assert path == ()
        return leaf
    half = 1 << (size - 1).bit_length() - 1
    if rank <= half:
        return sha256(b"\1" + above(leaf, rank, half, path[:-1]) + path[-1]).digest()
    under = above(leaf, rank - half, size - half, path[:-1])
    return sha256(b"\1" + path[-1] + under).digest()


LEAVES = [sha256(bytes([n])).digest() for n in range(70)]


@given(st.integers(1, 70), st.data())
def test_each_leaf_leads_to_the_root(size: int, data: st.DataObject) -> None:
    """Of every rank in logs of every size: the path is the one that RFC 6962's own words give."""
    rank = data.draw(st.integers(1, size))
    path = inclusion(LEAVES[:size], rank)
    assert above(LEAVES[rank - 1], rank, size, path) == root_of(LEAVES[:size])


UP = """asked.map(([leaf, rank, size, path]) => {
  const plain = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));
  const root = rootAbove(plain(leaf), rank, size, path.map(plain));
  return root && hex(root);
})"""


def test_the_page_follows_the_same_ways(run: Run) -> None:
    """All leaves of logs of 1 to 20 lines; a node too many, too few or another leads elsewhere."""
    places = [(size, rank) for size in range(1, 21) for rank in range(1, size + 1)]
    good, bad = list[list[object]](), list[list[object]]()
    for size, rank in places:
        path = [node.hex() for node in inclusion(LEAVES[:size], rank)]
        odd = LEAVES[69].hex()
        others = [[*path, odd], *([path[:-1], [odd, *path[1:]]] if path else [])]
        good.append([LEAVES[rank - 1].hex(), rank, size, path])
        bad += [[LEAVES[rank - 1].hex(), rank, size, way] for way in others]
    roots = {size: root_of(LEAVES[:size]).hex() for size in range(1, 21)}
    assert run(UP, good) == [roots[size] for size, _ in places]
    assert not set(run(UP, bad)) & set(roots.values())


def checked(text: bytes) -> list[tuple[int, int, list[str]]]:
    """Check an excerpt with `verify_bundle.py`'s means; each receipt's line, size, signers."""
    first, *rest = text.split(b"\n")
    head = verify_bundle.load(first, "the header")
    rows, tail = rest[: head["size"]], b"\n".join(rest[head["size"] :])
    before, leaves = bytes(32), list[bytes]()
    for number, row in enumerate(rows, 1):
        line = verify_bundle.load(row, f"line {number}")
        assert (line["story"], line["line"]) == (head["story"], number)
        before = sha256(b"\0" + before + row).digest()
        leaves.append(before)
    keys = {(key.name, key.id): key for key in map(verify_bundle.key_of, head["keys"])}
    parts = tail.decode().removeprefix("\n").split("\n\n")
    texts = ["\n\n".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    found = []
    for witness, each in zip(head["witnesses"], texts, strict=True):
        note = verify_bundle.note_of(each, keys, strict=True)
        path = tuple(map(bytes.fromhex, witness["path"]))
        leaf = leaves[witness["line"] - 1]
        assert above(leaf, witness["rank"], note.size, path) == note.root
        found.append((witness["line"], note.size, sorted(key.name for key in note.signers)))
    return found


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """A campaign that names Ben's key, with a battle."""
    season = Season(tmp_path_factory.mktemp("season") / "ledger.db", seed="excerpt")
    season.books(NameSigner(name="Ben Hur", key=BEN.key.text))
    return season.season(1)


def test_what_each_has_signed_for_stands_in_it(season: Season) -> None:
    """Ben signed for 40 lines and then for 60: the later one says more; the ledger's is of all."""
    ledger = season.ledger
    lines = lines_of(ledger)
    for size in (40, 60):
        ledger.notes.keep(signed(lines, size, BEN, campaign=ledger.campaign))
    mine = keeper(campaign=ledger.campaign)
    found = excerpt(ledger, "battle-1", mine.receipt, [BEN.key], verify)
    stories = [msgspec.json.decode(line)["story"] for line in lines]
    count = stories.count("battle-1")
    assert checked(found.text) == [
        (stories[:60].count("battle-1"), 60, ["Ben_Hur", mine.key.name]),
        (count, len(lines), [mine.key.name]),
    ]
    assert len(found.links) == count


def test_a_signature_that_does_not_hold_is_left_out(season: Season) -> None:
    """Somebody forged Ben's hand under the newest receipt: it says nothing for him."""
    lines = lines_of(season.ledger)
    mine = keeper(campaign=season.ledger.campaign)
    whole = signed(lines, len(lines), campaign=season.ledger.campaign)
    false = hand("Ben Hur", 9).sign(whole.note.checkpoint)._replace(key=BEN.key.id)
    season.ledger.notes.keep(Kept(whole.note.signed(false), (), whole.keys))
    found = excerpt(season.ledger, "battle-1", mine.receipt, [BEN.key], verify)
    assert checked(found.text)[-1][2] == [mine.key.name]
    assert isinstance(whole.note, Note)


JUDGED = """asked.map((text) => {
  try {
    excerpted(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
    return "";
  } catch (error) {
    if (error instanceof Bad) return error.message;
    throw error;
  }
})"""


def judged(run: Run, texts: list[bytes]) -> list[str]:
    """Why the page refuses each of these excerpts; empty where it does not."""
    found: list[str] = run(JUDGED, [b64encode(text).decode() for text in texts])
    return found


def test_mutations_of_an_excerpt_are_refused(season: Season, run: Run) -> None:
    """Given an excerpt that the page accepts, then of 400 mutations it accepts none.

    They are drawn as those of bundles are.
    """
    mine = keeper(campaign=season.ledger.campaign)
    text = excerpt(season.ledger, "crew-ash", mine.receipt, [BEN.key], verify).text
    assert checked(text)
    assert judged(run, [text]) == [""]
    bent = list(mutations(text, "excerpt", 400))
    assert all(judged(run, bent))


def test_a_log_that_does_not_hold_is_not_signed_for(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given peaks that are those of other lines, then no excerpt is made."""
    monkeypatch.setattr(season.ledger, "peaks", lambda: (3, [bytes(32), bytes(32)]))
    with pytest.raises(StorageFailed, match="its log does not hold"):
        excerpt(season.ledger, "battle-1", keeper().receipt, [], verify)
