"""Bundles: what goes out comes in again, to the byte; what was touched is refused, by all readers.

The twelve cheats are an organiser's, who holds the ledger and its key, but no key of Ben's.
"""

import io
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.club import Club
from benchmarks.morturi.club import Club as Arena
from cli.signing import verify
from docs import verify_bundle
from domain import bundle
from domain.audit import audit
from domain.crew import AddNote, FoundCrew
from domain.exporting import checkpoint
from domain.findings import Findings, Verdict
from domain.game import catalogue
from domain.importing import copy_of as copied
from domain.importing import prepared
from domain.ledger.copies import Copy
from domain.ledger.kept import Kept
from domain.ledger.ledger import Ledger
from domain.ledger.note import Note
from domain.receipts import Receipts
from domain.signers import NameSigner
from domain.terms import Unreadable
from tests.bundles import (
    CAMPAIGN,
    Lines,
    bundled,
    hand,
    keeper,
    lines_of,
    ours,
    read,
    renumbered,
    signed,
    theirs,
    written,
)
from tests.mutations import STORY, mutations, small_bundle
from tests.season import Season

BEN = hand("Ben Hur", 7)
BY = b'"by":"Ana"'


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """A campaign that names Ben's key, with two battles: some 400 lines."""
    season = Season(tmp_path_factory.mktemp("season") / "ledger.db", seed="b")
    season.books(NameSigner(name="Ben Hur", key=BEN.key.text))
    return season.season(2)


@pytest.fixture(scope="module")
def lines(season: Season) -> Lines:
    """Its lines."""
    return lines_of(season.ledger)


def taken(data: bytes, path: Path) -> Ledger:
    """The ledger that an import makes of a bundle."""
    found = read(data)
    ledger = Ledger.create(path, catalogue(found.game), found.campaign)
    order = prepared(Copy(), found, ())
    assert ledger.take(bundle.rows(io.BytesIO(data), found.copy, order.ends), order.ends)
    for kept in order.receipts:
        ledger.notes.keep(kept)
    return ledger


# import(export(x)) == x


def assert_comes_back(ledger: Ledger, path: Path) -> None:
    """Rows, links, peaks, receipts, and the bundle made of them: all as they were."""
    data = written(ledger)
    assert (ours(data), theirs(data)) == ("", "")
    with taken(data, path) as copy:
        assert copy.rows(0, 100_000) == ledger.rows(0, 100_000)
        assert copy.peaks() == ledger.peaks()
        assert copy.stories() == ledger.stories()
        assert set(ledger.notes.all()) <= set(copy.notes.all())
        assert written(copy, keeper(2, ledger.campaign)) == data
    path.unlink()


@pytest.mark.parametrize("seed", range(3))
def test_case_98_what_goes_out_comes_in_again(tmp_path: Path, seed: int) -> None:
    """Campaigns that robots play, by both games: evenings with their aftermath, friendly ones."""
    club = Club(tmp_path / "club.db", f"bundle {seed}")
    club.evening()
    club.friendly()
    assert_comes_back(club.ledger, tmp_path / "copy.db")
    arena = Arena(tmp_path / "arena.db", f"bundle {seed}")
    arena.friendly()
    assert_comes_back(arena.ledger, tmp_path / "copy.db")


@pytest.mark.parametrize("kind", [Club, Arena], ids=["mortisphere", "morturi"])
def test_case_98_notes_before_the_first_battle_and_after_the_last(
    tmp_path: Path, kind: type[Club | Arena]
) -> None:
    """Two on one crew, with signs that part texts elsewhere; receipts of the first line and all."""
    club = kind(tmp_path / "club.db", "notes")
    ledger, crew = club.ledger, "crew-ash"
    ledger.notes.keep(keeper(campaign=ledger.campaign).receipt(checkpoint(ledger)))
    found = FoundCrew(crew=crew, name="Ash", player="Ana")
    notes = [AddNote(crew=crew, text=text) for text in ("\u2014 Ana\n\nBen", "}\n{", "a" * 2000)]
    club.judge(found, *notes, story=crew)
    club.crews.append(crew)
    club.friendly()
    club.judge(*notes, story=crew)
    assert b"crew.note-added/1" in lines_of(ledger)[-1]
    ledger.notes.keep(keeper(campaign=ledger.campaign).receipt(checkpoint(ledger)))
    assert_comes_back(ledger, tmp_path / "copy.db")


@pytest.mark.long
def test_case_98_many_campaigns_come_in_again(tmp_path: Path) -> None:
    """Forty clubs of each game; each bundle also while the club goes on."""
    for seed in range(40):
        club = Club(tmp_path / f"club{seed}.db", f"long {seed}")
        for _ in range(3):
            club.evening()
            point = checkpoint(club.ledger)
            club.ledger.notes.keep(keeper(campaign=club.ledger.campaign).receipt(point))
            assert_comes_back(club.ledger, tmp_path / "copy.db")
        arena = Arena(tmp_path / f"arena{seed}.db", f"long {seed}")
        for _ in range(3):
            arena.friendly()
            assert_comes_back(arena.ledger, tmp_path / "copy.db")


def test_receipts_come_along(season: Season, lines: Lines, tmp_path: Path) -> None:
    """Those kept beside the log, with all signatures; the newest makes another needless."""
    with taken(bundled(lines, signed(lines, len(lines))), tmp_path / "a.db") as ledger:
        ledger.notes.keep(signed(lines, 100, BEN))
        ledger.notes.keep(signed(lines, 100))
        assert ledger.notes.all()[0] == signed(lines, 100, BEN)
        assert_comes_back(ledger, tmp_path / "b.db")
    assert season.ledger.notes.all() == []


def test_case_73_the_last_line_is_in_the_bundle(lines: Lines) -> None:
    """What happened last (here that a battle is closed) is in it, and the receipt is about it."""
    data = bundled(lines, signed(lines, len(lines)))
    body, _, notes = data.partition(b"\n\n")
    assert body.endswith(lines[-1])
    assert b"campaign.battle-closed/1" in lines[-1]
    assert notes.split(b"\n")[1] == str(len(lines)).encode()


def test_case_100_as_many_lines_as_before(lines: Lines, tmp_path: Path) -> None:
    """Count and hash of the lines are those of the ledger that they came from."""
    with taken(bundled(lines, signed(lines, len(lines))), tmp_path / "a.db") as copy:
        assert copy.size == len(lines)
        assert sha256(b"".join(lines_of(copy))).digest() == sha256(b"".join(lines)).digest()


# The twelve cheats


def held(data: bytes, *receipts: Kept) -> list[str]:
    """What our audit says of the receipts, held against what a bundle brings."""
    found, findings = read(data), Findings()
    keys = (*found.signers, *(key for each in receipts for key in each.keys))
    notes = [each.note for each in receipts]
    hold = Receipts(found.campaign, found.kept, brought=notes, keys=keys, verify=verify)
    hold.hold(findings, found.copy.size, found.copy.roots(hold.sizes))
    return [each.message for each in findings.all() if each.level == "error"]


def all_say(data: bytes, *receipts: Kept, word: str) -> bool:
    """Whether both who check say this word of a bundle, held against receipts."""
    ours_say = ours(data) or " ".join(held(data, *receipts))
    keys = [key.text for each in receipts for key in each.keys]
    theirs_say = theirs(data, *(each.note.text for each in receipts), keys=keys)
    return all(word in say if word else not say for say in (ours_say, theirs_say))


def bent(line: bytes) -> bytes:
    """A line with another die in it."""
    plain = msgspec.json.decode(line)
    first = plain["data"]["dice"][0]
    first["natural"] = first["natural"] % first["die"] + 1
    return msgspec.json.encode(plain, order="sorted")


@pytest.fixture(scope="module")
def fought(lines: Lines) -> int:
    """The place of a Clash's dice among the first 150 lines."""
    places = [n for n, line in enumerate(lines[:150]) if b"mortisphere.clash-fought/" in line]
    return places[-1]


def test_cheat_1_a_die_edited_in_place(lines: Lines, fought: int) -> None:
    """The root is not the one that was signed."""
    other = [*lines[:fought], bent(lines[fought]), *lines[fought + 1 :]]
    assert all_say(bundled(other, signed(lines, len(lines))), word="REWRITTEN")


@pytest.fixture(scope="module")
def rewritten(lines: Lines, fought: int) -> Lines:
    """The record with a die edited, all hashes to be worked out anew."""
    return [*lines[:fought], bent(lines[fought]), *lines[fought + 1 :]]


def test_cheat_2_rewritten_and_signed_again_without_a_receipt(
    rewritten: Lines, tmp_path: Path
) -> None:
    """As bytes it holds: only the rules tell, and they do."""
    data = bundled(rewritten, signed(rewritten, len(rewritten)))
    assert all_say(data, word="")
    with taken(data, tmp_path / "a.db") as ledger:
        assert audit(ledger, program="acta 0.1.0").verdict is Verdict.FORGED


def test_cheat_3_rewritten_where_both_must_have_signed(lines: Lines, rewritten: Lines) -> None:
    """Ben's signature is not under it."""
    data = bundled(rewritten, signed(rewritten, len(rewritten)))
    assert theirs(data, signers=["Ben_Hur"]) == "Ben_Hur has not signed for all its lines"
    assert theirs(bundled(lines, signed(lines, len(lines), BEN)), signers=["Ben_Hur"]) == ""


def test_cheat_4_rewritten_against_ben_s_receipt(lines: Lines, rewritten: Lines) -> None:
    """His receipt of 200 lines proves other ones."""
    data = bundled(rewritten, signed(rewritten, len(rewritten)))
    assert all_say(data, signed(lines, 200, BEN), word="SPLIT VIEW")


def test_cheat_5_cut_without_a_receipt(lines: Lines) -> None:
    """Nobody can tell."""
    assert all_say(bundled(lines[:-57], signed(lines[:-57], len(lines) - 57)), word="")


def test_cheat_6_cut_against_a_receipt_of_all(lines: Lines) -> None:
    """The receipt proves more lines than there are."""
    data = bundled(lines[:-57], signed(lines[:-57], len(lines) - 57))
    assert all_say(data, signed(lines, len(lines), BEN), word="TRUNCATED")


def test_cheat_7_cut_behind_a_receipt(lines: Lines) -> None:
    """Nobody can tell: what is not witnessed is told to be so."""
    data = bundled(lines[:-57], signed(lines[:-57], len(lines) - 57))
    assert all_say(data, signed(lines, 200, BEN), word="")


@pytest.mark.parametrize(
    ("cheat", "size"),
    [
        pytest.param(lambda lines: renumbered([*lines[:29], *lines[30:]]), 100, id="8 dropped"),
        pytest.param(
            lambda lines: renumbered([*lines[:29], lines[30], lines[29], *lines[31:]]),
            100,
            id="9 swapped",
        ),
        pytest.param(
            lambda lines: renumbered([*lines[:150], lines[149], *lines[150:]]),
            200,
            id="10 inserted",
        ),
    ],
)
def test_cheats_8_to_10_against_a_receipt(
    lines: Lines, cheat: Callable[[Lines], Lines], size: int
) -> None:
    """A line dropped, two swapped, one inserted, all numbered and signed anew."""
    other = cheat(lines)
    data = bundled(other, signed(other, len(other)))
    assert all_say(data, word="")
    assert all_say(data, signed(lines, size, BEN), word="SPLIT VIEW")


def test_cheat_11_ben_s_signature_by_another_key(lines: Lines) -> None:
    """It bears his name and the id of his key, but does not hold."""
    point = signed(lines, len(lines)).note.checkpoint
    false = hand("Ben Hur", 9).sign(point)._replace(key=BEN.key.id)
    own = signed(lines, len(lines))
    data = bundled(lines, Kept(own.note.signed(false), (), own.keys))
    assert all_say(data, word="the signature of Ben_Hur does not hold")


def test_cheat_12_an_honest_bundle_against_all_receipts(lines: Lines) -> None:
    """It holds."""
    receipts = [signed(lines, size, BEN) for size in (100, 200, len(lines))]
    assert all_say(bundled(lines, *receipts), *receipts, word="")


# Mutations


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A bundle of a small campaign with two receipts, one of them Ben's too, and another order."""
    return small_bundle(tmp_path_factory.mktemp("small") / "ledger.db", BEN)


def assert_refused(data: bytes, seed: str, count: int) -> int:
    """Each mutation is refused by both readers, in one sentence; returns how many there were."""
    done = 0
    for text in mutations(data, seed, count):
        said = (ours(text), theirs(text))
        assert all(said), (text, said)
        assert "\n" not in said[0]
        done += 1
    return done


def test_the_small_bundle_holds(small: bytes) -> None:
    """A control: as it is, both accept it."""
    assert (ours(small), theirs(small)) == ("", "")
    assert [bool(each.ranks) for each in read(small).kept] == [True, False, False]


def test_some_mutations_are_refused(small: bytes) -> None:
    """Four hundred, by the importer and by `verify_bundle.py`."""
    assert assert_refused(small, "short", 400) > 380


@pytest.mark.long
def test_20000_mutations_are_refused(small: bytes) -> None:
    """None of them is accepted by either."""
    assert assert_refused(small, "long", 20_500) >= 20_000


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_cases_91_and_92_a_bundle_that_was_cut_is_refused(small: bytes, step: int) -> None:
    """At any byte of its last line and of its receipts: nothing is read of it."""
    last = small.index(b"\n\n")
    ends = {len(small) - 1, *range(last - 2, last + 2)}
    some = {*range(len(small) - 300, len(small), step), *range(last - 300, last, step)}
    for place in ends | some:
        assert ours(small[:place])
        assert theirs(small[:place])


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_what_was_never_a_bundle_is_refused(data: bytes) -> None:
    """Anything at all, in one sentence."""
    assert ours(data)
    assert theirs(data)


# Hostile bundles


def header(data: bytes, **changes: object) -> bytes:
    """A bundle with another header."""
    first, _, rest = data.partition(b"\n")
    plain = msgspec.json.decode(first) | changes
    kept = {name: value for name, value in plain.items() if value is not None}
    return msgspec.json.encode(kept, order="sorted") + b"\n" + rest


KEY = keeper(5).key.text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"size": 10**7}, "it has 10000000 lines, which it cannot have"),
        ({"size": 0}, "it has 0 lines"),
        ({"size": -1}, "it has -1 lines"),
        ({"size": 5.0}, "header"),
        ({"format": "acta-bundle/2"}, "its format is another"),
        ({"campaign": "f" * 32}, "belongs to another campaign"),
        ({"keys": []}, "by a key that nobody named"),
        ({"keys": [KEY, *sorted(k.key.text for k in (keeper(1), keeper(2)))]}, "does not hold"),
        ({"keys": [BEN.key.text]}, "another campaign's ledger"),
        ({"keys": ["x"]}, "no key"),
        ({"orders": None}, "do not stand in their order"),
        ({"orders": [[]]}, "order"),
        ({"orders": [[1, 1, 3]]}, "an order of lines that it does not have"),
        ({"orders": [[1, 2**40]]}, "an order of lines that it does not have"),
        ({"orders": [[1, 6]]}, "REWRITTEN|order of lines"),
        ({"orders": [[1, 3, 4, 6]]}, "an order of lines that it does not have"),
        ({"orders": [[1, 1], [1, 1], [1, 1], [1, 1]]}, "an order to receipts that there are not"),
        ({"more": "x"}, "header"),
    ],
)
def test_a_header_says_nothing_that_is_not_so(
    small: bytes, changes: dict[str, object], why: str
) -> None:
    """Sizes, keys and orders are held to what follows; unknown words are none."""
    data = header(small, **changes)
    assert re.search(why, ours(data)), ours(data)
    assert theirs(data)


def test_orders_are_worked_out_for_so_many_lines_and_no_more(
    small: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each order a root is worked out: what that may cost has a bound."""
    size = read(small).kept[0].note.checkpoint.size
    monkeypatch.setattr(bundle, "ORDERED", size)
    assert ours(small) == ""
    monkeypatch.setattr(bundle, "ORDERED", size - 1)
    assert f"its orders name {size} lines, and {size - 1} are the most" in ours(small)


def test_a_receipt_stands_once(small: bytes) -> None:
    """Of the same lines in another order, or in the bundle's own."""
    lines = small.partition(b"\n\n")[0].split(b"\n")[1:]
    swapped, first, last = read(small).kept
    assert bundled(lines, swapped, first, last) == small
    for kept in ((swapped, swapped, first, last), (swapped, first, first, last)):
        data = bundled(lines, *kept)
        assert "do not stand in their order" in ours(data)
        assert theirs(data)


def hostile(small: bytes, place: int, change: Callable[[bytes], bytes]) -> bytes:
    """A bundle with one line changed and all signed anew, as its author can."""
    first, _, _ = small.partition(b"\n\n")
    lines = first.split(b"\n")[1:]
    lines[place] = change(lines[place])
    return bundled(lines, signed(lines, len(lines)))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"line":2', b'"line":3', "others come before that"),
        (CAMPAIGN.encode(), b"f" * 32, "belongs to another campaign"),
        (STORY, b'"story":"../etc"', "no story that"),
        (STORY, b'"story":"Crew"', "no story that"),
        (b'{"at"', b'{ "at"', "canonical"),
        (BY, b'"by":null', "cannot be read"),
        (BY, b'"by":1.5', "cannot be read"),
        (BY, BY + b"," + BY, "canonical"),
        (BY, b'"by":' + b"[" * 40 + b"]" * 40, "nested deeper than 32 levels"),
        (BY, b'"by":"' + b"A" * 2**20 + b'"', "longer than a line may be"),
    ],
    ids=["number", "campaign", "path", "name", "space", "null", "float", "twice", "deep", "long"],
)
def test_case_106_a_line_that_is_none_is_told_with_its_number(
    small: bytes, old: bytes, new: bytes, why: str
) -> None:
    """The sentence says which line of the bundle it is; nothing is read of it."""
    first, _, _ = small.partition(b"\n\n")
    lines = first.split(b"\n")[1:]
    place = next(n for n, line in enumerate(lines) if STORY in line and n)
    bad = lines[place].replace(old, new)
    assert bad != lines[place]
    data = bundled([*lines[:place], bad, *lines[place + 1 :]], signed(lines, len(lines)))
    assert why in ours(data)
    assert f"line {place + 1} " in ours(data)
    assert theirs(data)


def test_a_line_of_a_later_version_is_told(small: bytes) -> None:
    """It holds, but this version does not know its event; who checks bytes alone accepts it."""
    data = hostile(
        small, 1, lambda line: line.replace(b"campaign.signer-named/1", b"campaign.signer-named/9")
    )
    assert "knows no event" in ours(data)
    assert theirs(data) == ""


def test_a_bundle_of_no_game_that_is_installed(small: bytes) -> None:
    """Its name is looked up among the installed games and nowhere else."""
    data = hostile(small, 0, lambda line: line.replace(b"mortisphere", b"os.path.sep"))
    assert ours(data) == "no game is called os.path.sep"


def test_a_file_that_is_too_long_is_not_read() -> None:
    """Its length is looked at first."""
    with pytest.raises(Unreadable, match="at most"):
        bundle.read(io.BytesIO(b""), bundle.LARGEST + 1, catalogue, verify)


@given(st.recursive(st.text() | st.integers(-(2**53) + 1, 2**53 - 1) | st.booleans(), st.lists))
def test_case_94_both_readers_know_one_canonical_form(value: object) -> None:
    """What our encoder writes, Python's own JSON writes alike: no float, no null, sorted keys."""
    try:
        line = msgspec.json.encode({"at": value}, order="sorted")
    except UnicodeEncodeError:  # half a character: nothing that is ever written
        return
    assert verify_bundle.load(line, "x") == msgspec.json.decode(line)


def test_a_copy_of_a_ledger_is_its_hashes(season: Season) -> None:
    """Sizes, ends and root of a ledger, read with all links."""
    copy = copied(season.ledger)
    size, _ = season.ledger.peaks()
    assert copy.size == size
    assert copy.roots([size])[size] == checkpoint(season.ledger).root
    assert copy.ends.keys() == set(season.ledger.stories())
    assert Note(checkpoint(season.ledger), ()).checkpoint.campaign == CAMPAIGN
