"""MSD-1, byte for byte: the vectors of the scheme, made by another implementation."""

from hashlib import sha256

import pytest

from domain import dice
from domain.terms import WrongUsage

BATTLE = bytes(range(16))
FIRST, SECOND = bytes(range(32)), bytes(range(255, 223, -1))
PLACES = 8  # the two-party vectors use short chains
MANY = (4, 6, 8, 10, 12, 20, 100) * 2


def reveals(place: int) -> tuple[bytes, bytes]:
    """What the two parties reveal for a place."""
    return (
        dice.reveal(FIRST, BATTLE, 1, place, PLACES),
        dice.reveal(SECOND, BATTLE, 2, place, PLACES),
    )


def test_anchors() -> None:
    """An anchor is the secret hashed once for each place."""
    assert dice.anchor(FIRST, BATTLE, 1, PLACES).hex() == (
        "3fcc0104626165abc9b18337771a7867257885a7f95d425f1f20cc44da39d225"
    )
    assert dice.anchor(SECOND, BATTLE, 2, PLACES).hex() == (
        "4e242f4cc9175e0f002a9aa99ef822925d5b827e59ca3d5ec09670368a57db86"
    )


def test_reveals_and_the_key_of_a_roll() -> None:
    """The first reveal is the value one step before the anchor."""
    first, second = reveals(1)
    assert first.hex() == "f4dd83121f7869786e8bf3316955d7faf785d1f4203cce278eee74fb420fd6f0"
    assert second.hex() == "f2459d6dd0811e5df0ce95b90b6a4b49501bed5542bbd3122a6f6c962fdc1077"
    assert dice.roll_key(BATTLE, 1, (first, second)).hex() == (
        "295a77105eb41be3ef3a84ce48968c64da95fd13ea6b22bd21ebf0c81aced58f"
    )


def test_the_reveal_of_place_nought_is_the_anchor_and_of_the_last_the_secret() -> None:
    """A chain runs from the secret to the anchor, and both its ends count."""
    assert dice.reveal(FIRST, BATTLE, 1, 0, PLACES) == dice.anchor(FIRST, BATTLE, 1, PLACES)
    assert dice.reveal(FIRST, BATTLE, 1, PLACES, PLACES) == FIRST


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (1, (1, 4, 1, 10, 3, 15, 52, 3, 6, 3, 9, 3, 19, 66)),
        (2, (2, 3, 1, 6, 1, 4, 13, 4, 4, 6, 5, 3, 12, 44)),
        (3, (3, 3, 5, 2, 12, 18, 19, 2, 6, 5, 8, 11, 11, 97)),
    ],
)
def test_faces(place: int, shown: tuple[int, ...]) -> None:
    """Faces depend on anchors, place, number of the die and its sides, and on nothing else."""
    assert dice.faces(BATTLE, place, reveals(place), MANY) == shown


def test_a_byte_that_would_favour_low_faces_is_skipped() -> None:
    """Die 14 of roll 1 as d20: its first byte, 247, is beyond 240; the next, 160, shows 1."""
    assert dice.faces(BATTLE, 1, reveals(1), (20,) * 15)[14] == 1
    assert dice.faces(BATTLE, 1, reveals(1), (256,) * 15)[14] == 248  # the byte itself, plus one


def test_four_thousand_dice_of_every_size() -> None:
    """The digest over 8 rolls of 500 dice, each as d2 to d256."""
    sizes = (2, 3, 4, 6, 8, 10, 12, 20, 100, 256)
    digest = sha256()
    for place in range(1, 9):
        shown = [dice.faces(BATTLE, place, reveals(place), (size,) * 500) for size in sizes]
        for die in range(500):
            for of_size in shown:
                digest.update(of_size[die].to_bytes(2, "big"))
    assert digest.hexdigest() == "49e5692377af13c93a1da844ff6271aa02f5aa9dd57e8a4ce5d9b876c684f790"


def test_solo() -> None:
    """Alone, the seed is the secret of the only party, and the battle's bytes follow from it."""
    battle = dice.solo_battle(FIRST)
    assert battle.hex() == "d1d768e4602cd0bac7146df19242359d"
    assert dice.anchor(FIRST, battle, 1).hex().startswith("21b9f3fd")
    rolls = [
        dice.faces(battle, place, (dice.reveal(FIRST, battle, 1, place),), (6, 10, 20))
        for place in (1, 2, 3)
    ]
    assert rolls == [(6, 3, 1), (5, 10, 1), (1, 5, 19)]


def test_a_reveal_is_checked_against_the_one_before() -> None:
    """A party can neither choose its reveal, nor use another's, nor another battle's."""
    anchor = dice.anchor(FIRST, BATTLE, 1, PLACES)
    first, second = (dice.reveal(FIRST, BATTLE, 1, place, PLACES) for place in (1, 2))
    assert dice.check(BATTLE, 1, anchor, first)
    assert dice.check(BATTLE, 1, first, second)
    assert not dice.check(BATTLE, 1, anchor, second)
    assert not dice.check(BATTLE, 2, anchor, first)
    assert not dice.check(bytes(16), 1, anchor, first)
    assert not dice.check(BATTLE, 1, anchor, bytes(32))


def test_words_are_read_without_case_and_spacing() -> None:
    """NFC, lower case, single spaces: two keyboards make one secret of the same words."""
    words = "Elan rust choir bell tower well yard moth"
    secret = dice.words_secret(words, BATTLE, 2)
    text = b"elan rust choir bell tower well yard moth"
    assert secret == sha256(b"MSD1-words\0" + BATTLE + b"\x02" + text).digest()
    assert dice.words_secret(f"  {words.upper()}\n".replace(" ", "  "), BATTLE, 2) == secret
    assert dice.words_secret(words, BATTLE, 1) != secret
    composed, apart = "\u00e9", "e\u0301"
    assert dice.words_secret(words.replace("E", composed), BATTLE, 2) == (
        dice.words_secret(words.replace("E", apart), BATTLE, 2)
    )


@pytest.mark.parametrize("few", ["", "one two three four five six seven", "1" * 49, "7" * 50])
def test_a_secret_needs_eight_words_or_fifty_digits(few: str) -> None:
    """Fewer could be guessed."""
    with pytest.raises(WrongUsage, match="eight words or more, or fifty digits"):
        dice.words_secret(few, BATTLE, 1)


def test_fifty_digits_from_one_to_six_are_a_secret() -> None:
    """Dice make a secret too."""
    assert len(dice.words_secret("12345" * 10, BATTLE, 1)) == 32


@pytest.mark.parametrize("sides", [1, 257])
def test_a_die_has_two_to_256_sides(sides: int) -> None:
    """One byte decides a die."""
    with pytest.raises(ValueError, match="2 to 256 sides"):
        dice.faces(BATTLE, 1, reveals(1), (sides,))


def test_a_set_of_anchors_is_used_up() -> None:
    """Place 1,025 asks for new anchors."""
    assert len(dice.reveal(FIRST, BATTLE, 1, 1024)) == 32
    with pytest.raises(ValueError, match="good for 1024 rolls"):
        dice.reveal(FIRST, BATTLE, 1, 1025)


def test_what_is_no_battle_party_secret_or_reveal_is_refused() -> None:
    """Every length is fixed: no two inputs are hashed alike."""
    with pytest.raises(ValueError, match="16 bytes"):
        dice.step(b"short", 1, FIRST)
    with pytest.raises(ValueError, match="numbered from 1"):
        dice.step(BATTLE, 0, FIRST)
    with pytest.raises(ValueError, match="secret has 32 bytes"):
        dice.chain(b"short", BATTLE, 1)
    with pytest.raises(ValueError, match="seed has 32 bytes"):
        dice.solo_battle(b"short")
    with pytest.raises(ValueError, match="counted from 1"):
        dice.faces(BATTLE, 0, reveals(1), (6,))
    with pytest.raises(ValueError, match="every party reveals"):
        dice.faces(BATTLE, 1, (), (6,))
    with pytest.raises(ValueError, match="reveal has 32 bytes"):
        dice.faces(BATTLE, 1, (b"short",), (6,))
