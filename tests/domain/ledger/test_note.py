"""Receipts as signed notes: the vectors of those who made the form, and what is no receipt.

The form is that of C2SP (signed-note, tlog-checkpoint) and of Go's sumdb/note.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.signing import verify
from docs import verify_bundle
from domain.ledger import note as notes
from domain.ledger.note import Checkpoint, Key, Note, Signature, known, read, read_all, signing_name
from domain.names import clean
from domain.terms import Refusal, WrongUsage
from tests.bundles import CAMPAIGN, hand, keeper

# The example of golang.org/x/mod/sumdb/note, package documentation: key, text, signature.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_TEXT = (
    b"If you think cryptography is the answer to your problem,\n"
    b"then you don't know what your problem is.\n"
)
PETERS_SIGNATURE = (
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
)
# The example of https://c2sp.org/signed-note.
SPEC = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
SPECS_TEXT = b"This is an example message.\n"
SPECS_SIGNATURE = (
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="
)
VECTORS = [(PETER, PETERS_TEXT, PETERS_SIGNATURE), (SPEC, SPECS_TEXT, SPECS_SIGNATURE)]
BEN = hand("Ben Hur", 7)
POINT = Checkpoint(CAMPAIGN, 60, bytes(range(32)))
NOTE = Note(POINT, ()).signed(keeper().sign(POINT), BEN.sign(POINT))


@pytest.mark.parametrize(("text", "message", "signature"), VECTORS)
def test_keys_and_signatures_are_those_of_the_form_s_own_examples(
    text: str, message: bytes, signature: str
) -> None:
    """Name, id and key are read; the id begins the signature, which holds for that text only."""
    from base64 import b64decode  # noqa: PLC0415  beside what it reads

    key, data = Key.read(text), b64decode(signature)
    assert key.text == text
    assert data[:4] == key.id == bytes.fromhex(text.split("+")[1])
    for check in (verify, verify_bundle.signed):
        assert check(key.public, message, data[4:])
        assert not check(key.public, message + b" ", data[4:])
    assert verify_bundle.key_of(text) == (key.name, key.public, key.id)


@pytest.mark.parametrize("place", range(0, len(PETER), 3))
def test_a_mistyped_key_is_none(place: int) -> None:
    """Each sign counts, for us and for whoever checks without us."""
    bent = PETER[:place] + ("A" if PETER[place] != "A" else "B") + PETER[place + 1 :]
    with pytest.raises(WrongUsage, match="is no key"):
        Key.read(bent)
    with pytest.raises(verify_bundle.Bad):
        verify_bundle.key_of(bent)


@given(st.text(min_size=1))
def test_any_name_signs(name: str) -> None:
    """What parts words or keys is an underscore; then key and note can be read again."""
    try:
        kept = clean(name)
    except Refusal:
        return
    somebody = hand(kept, 3)
    assert Key.read(somebody.key.text) == somebody.key
    note = Note(POINT, (somebody.sign(POINT),))
    assert read(note.text) == read(note.short) == note
    assert verify_bundle.note_of(note.short, {}, strict=False).text == note.text


def test_a_receipt_as_a_file_and_in_one_row() -> None:
    """A checkpoint is three rows, a blank one, and a row for each signer by name."""
    rows = NOTE.text.split("\n")
    assert rows[:4] == [
        "acta/000102030405060708090a0b0c0d0e0f",
        "60",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "",
    ]
    assert [row.split(" ")[:2] for row in rows[4:6]] == [["—", "Ben_Hur"], ["—", rows[0]]]
    assert rows[6:] == [""]
    assert "\n" not in NOTE.short
    assert read(NOTE.short) == read(NOTE.text) == read(f"  {NOTE.text}\r\n") == NOTE


def test_a_signature_is_held_to_its_key() -> None:
    """By a known key it must hold; by any other it says nothing."""
    assert NOTE.by(known([BEN.key]), verify) == (BEN.key,)
    assert NOTE.by(known([hand("Ben Hur", 8).key]), verify) == ()
    good = BEN.sign(POINT)
    bent = Signature(good.name, good.key, bytes([good.data[0] ^ 1]) + good.data[1:])
    with pytest.raises(WrongUsage, match="the signature of Ben_Hur does not hold"):
        Note(POINT, (bent,)).by(known([BEN.key]), verify)
    other = Checkpoint(CAMPAIGN, 61, POINT.root)
    with pytest.raises(WrongUsage, match="does not hold"):
        Note(other, (good,)).by(known([BEN.key]), verify)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is no receipt: it has three rows"),
        ("a b c", "this is no receipt: it has three rows"),
        (NOTE.text + "more", "this is no receipt: it has three rows"),
        (NOTE.text.replace("acta/", "etc/", 1), "this is no receipt of acta: it begins with etc/"),
        (NOTE.text.replace("\n60\n", "\n060\n"), "this is no receipt of acta"),
        (NOTE.text.replace("\n60\n", "\n-1\n"), "this is no receipt of acta"),
        (NOTE.text.replace("\n60\n", "\n\u0666\u0660\n"), "this is no receipt of acta"),
        (NOTE.text.replace("8=\n", "9=\n", 1), "this is no receipt of acta"),
        (NOTE.text[:-5], "the signature of acta/0001.* is cut or mistyped"),
        (NOTE.text + NOTE.text.splitlines(keepends=True)[4], "a key signed twice"),
        ("x" * (notes.LONGEST + 1), "this is no receipt"),
    ],
)
def test_what_is_no_receipt_is_told_in_one_sentence(text: str, why: str) -> None:
    """Cut, mistyped, foreign, endless."""
    with pytest.raises(WrongUsage, match=why) as refused:
        read(text)
    assert "\n" not in refused.value.told()


def test_notes_one_after_another_are_read_to_the_byte() -> None:
    """What is not written just so is refused, though a person may paste it otherwise."""
    two = notes.written([NOTE, Note(POINT, (BEN.sign(POINT),))])
    assert len(read_all(two)) == 2
    for bent in (
        f"{two}\n",
        two[:-1],
        f" {two}",
        two.replace("— ", "—  ", 1),
        f"{two}\n{two}"[:-9],
    ):
        with pytest.raises(WrongUsage):
            read_all(bent)


def test_the_key_of_a_person_without_words() -> None:
    """Spaces, plus signs and the dash itself would part what belongs together."""
    assert signing_name("Ben + Ann — two") == "Ben___Ann___two"


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(0, 511))
def test_both_ways_to_check_a_signature_agree(seed: bytes, text: bytes, bit: int) -> None:
    """OpenSSL's, and the one of RFC 8032 in plain Python; also on a signature with one bit bent."""
    signer = hand("Ana", seed[0])
    data = bytearray(signer.private.sign(text))
    assert verify(signer.key.public, text, bytes(data))
    assert verify_bundle.signed(signer.key.public, text, bytes(data))
    data[bit // 8] ^= 1 << bit % 8
    assert not verify(signer.key.public, text, bytes(data))
    assert not verify_bundle.signed(signer.key.public, text, bytes(data))
