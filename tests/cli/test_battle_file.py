"""Battle files are read and written without loss, and refused with the line that is wrong."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.battle_file import BattleFile, Remark, Row, parse, written
from cli.battle_header import Anchor, Reveal, Start
from domain.house import Setting
from domain.opening import Party
from domain.profile import Profile
from domain.terms import Refusal, WrongUsage

SAMPLE = """\
# Section 22, as it was played.

[game mortisphere 2026.1]
[scenario last-granary]
[house ties=reroll]
[house round_limit=fixed_6]
[dice table]
[start "Grey Ledger" at "Granary Hall"]      # by agreement
[start "Wet Choir" at "Granary Hall"]
[crew "Grey Ledger" player "Ana"]            # value 38
"Oum the Counter" @OUM survivor d10 captain endure ability "Last Cartridge" item "Gun", "Aegis"
"Rat" creature d4 health 2 injury "Lamed" lost 1 advances 2
[crew "Wet Choir"]
"First Voice" mycelian d12 captain devour

[lines]
clash Rat > First Voice                      # round 1 => awaits respond Wet Choir
respond absorb
  # nobody breathes
note "a # in quotes; and more"   # a comment
[after]                                      # a month later
done Grey Ledger
"""


def test_a_canonical_file_comes_back_byte_for_byte() -> None:
    """Every blank row, remark and comment stands where it stood."""
    assert written(parse(SAMPLE)) == SAMPLE


def test_a_file_is_read_into_what_it_says() -> None:
    """Header, crews, members, lines with their numbers and comments, aftermath."""
    file = parse(SAMPLE)
    assert (file.game, file.edition, file.scenario) == ("mortisphere", "2026.1", "last-granary")
    assert (file.dice, file.friendly, file.seed, file.id) == ("table", False, "", "")
    assert file.house == (Setting("ties", "reroll"), Setting("round_limit", "fixed_6"))
    assert file.starts[0] == Start("Grey Ledger", "Granary Hall")
    grey, wet = file.crews
    assert (grey.name, grey.player, wet.name, wet.player) == ("Grey Ledger", "Ana", "Wet Choir", "")
    assert grey.members == (
        Profile(
            name="Oum the Counter",
            kind="survivor",
            rank="d10",
            handle="OUM",
            parts={
                "captain": "endure",
                "ability": ("Last Cartridge",),
                "item": ("Gun", "Aegis"),
            },
        ),
        Profile(
            name="Rat",
            kind="creature",
            rank="d4",
            parts={"health": 2, "injury": ("Lamed",), "lost": 1, "advances": 2},
        ),
    )
    assert file.lines == (
        Row("clash Rat > First Voice", "# round 1 => awaits respond Wet Choir", 17, 45),
        Row("respond absorb", "", 18),
        Row('note "a # in quotes; and more"', "# a comment", 20, 33),
    )
    assert file.after == (Row("done Grey Ledger", "", 22),)
    assert Remark(19, "# nobody breathes", 2) in file.remarks


def test_a_sealed_battle_keeps_what_its_dice_need() -> None:
    """Id, anchors and reveals in their order; a solo battle has its seed."""
    a, b, seed = "0a" * 32, "0b" * 32, "0c" * 32
    top = "[game mortisphere 2026.1]\n[scenario wake-the-press]\n"
    crews = '[crew "A"]\n[crew "B"]\n[lines]\n'
    sealed = f"[dice sealed]\n[anchor 1 {a}]\n[anchor 2 {b}]\n[reveal 1 1 {b}]\n[anchor 1 {b}]\n"
    text = f"{top}[mode friendly]\n[id {'0d' * 16}]\n{sealed}{crews}"
    file = parse(text)
    assert file.friendly
    assert file.id == "0d" * 16
    assert file.sealed == (Anchor(1, a), Anchor(2, b), Reveal(1, 1, b), Anchor(1, b))
    assert written(file) == text
    solo = parse(f"{top}[dice sealed solo {seed}]\n{crews}")
    assert (solo.dice, solo.seed) == ("sealed", seed)


SAINT = Profile(name='R"at', kind="bone saint", rank="d4")


def test_a_file_made_by_the_program_is_canonical() -> None:
    """Comments begin at the margin, or three spaces behind a long line."""
    file = BattleFile(
        game="mortisphere",
        edition="2026.1",
        scenario="last-granary",
        crews=(
            Party("A", "Ana", (Profile(name='R"at', kind="bone saint", rank="d4"),)),
            Party("B"),
        ),
        lines=(Row("pass", "# short"), Row("note " + '"' + "x" * 50 + '"', "# long")),
    )
    text = written(file)
    assert text == (
        "[game mortisphere 2026.1]\n[scenario last-granary]\n[dice table]\n"
        '[crew "A" player "Ana"]\n"R\\"at" "bone saint" d4\n[crew "B"]\n[lines]\n'
        f"pass{' ' * 41}# short\n"
        f'note "{"x" * 50}"   # long\n'
    )
    assert written(parse(text)) == text
    assert parse(text).crews == file.crews


def test_what_is_written_otherwise_becomes_canonical_once() -> None:
    """Order of a member's fields, spaces, line ends, a byte order mark."""
    text = "\ufeff" + SAMPLE.replace("\n", "\r\n").replace(
        '"Rat" creature d4 health 2 injury "Lamed" lost 1 advances 2',
        '"Rat"  creature d4 lost 1 injury "Lamed"  advances 2 health 2',
    )
    assert written(parse(text)) == SAMPLE


HEAD = "[game mortisphere 2026.1]\n[scenario last-granary]\n[dice table]\n"
CREWS = '[crew "A"]\n"Rat" creature d4\n[crew "B"]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ash.acta: [game …] is missing"),
        (HEAD + CREWS, "ash.acta: [lines] is missing"),
        ("[game mortisphere 2026.1]\n[scenario x]\n[lines]\n", "ash.acta: [dice …] is missing"),
        (HEAD + '[crew "A"]\n[lines]\n', "ash.acta: a battle has at least two [crew …]"),
        ("[game Mortisphere]\n", "ash.acta, line 1: a game is expected before “Mortisphere”"),
        ("[game mortisphere]\n", "line 1: an edition is expected at the end"),
        ("[game mortisphere 2026.1 x]\n", "line 1: the end of the line is expected before “x”"),
        ("[game mortisphere 2026.1\n", "line 1: a header line ends with `]`"),
        ("game mortisphere 2026.1\n", "line 1: a header line begins with `[`"),
        ("[arena 7x5]\n", "line 1: [arena …] is no line of a battle file"),
        ("[]\n", "line 1: [ …] is no line"),
        ("[scenario x]\n[game mortisphere 2026.1]\n", "line 2: [game mortisphere 2026.1] cannot"),
        (HEAD + "[dice sealed]\n", "line 4: [dice sealed] cannot stand behind [dice table]"),
        (HEAD + "[house ties=reroll]\n", "line 4: [house ties=reroll] cannot stand behind [dice"),
        ("[house ties]\n", "line 1: OPTION=VALUE is expected before “ties”"),
        ("[house a=b=c]\n", "line 1: OPTION=VALUE is expected"),
        ("[dice loaded]\n", "line 1: `table` or `sealed` is expected before “loaded”"),
        ("[dice sealed solo 12]\n", "line 1: a seed of 64 hex digits is expected before “12”"),
        ("[mode fierce]\n", "line 1: `friendly` is expected before “fierce”"),
        ("[id xyz]\n", "line 1: 32 hex digits is expected"),
        ('[start "A" "B"]\n', "line 1: `at` is expected before “B”"),
        ("[crew A]\n", "line 1: a crew in quotes is expected before “A”"),
        ('[crew "A" player Ana]\n', "line 1: a player in quotes is expected before “Ana”"),
        ('"Rat" creature d4\n', "line 1: a member stands below its [crew …]"),
        (HEAD + '[crew "A"]\n"Rat" creature\n', "line 5: a die is expected at the end"),
        (
            HEAD + '[crew "A"]\n"Rat" creature d4 wings 2\n',
            "line 5: one of captain, health",
        ),
        (HEAD + '[crew "A"]\n"Rat" creature d4 ability Sudden\n', "line 5: a name of ability in"),
        (HEAD + '[crew "A"]\n"Rat" creature d4 lost one\n', "line 5: a number is expected before"),
        (HEAD + '[crew "A"]\n"Rat creature d4\n', "line 5: the quote at character 1 is not closed"),
        ("[after]\n", "line 1: [lines] stands once, and [after] once behind it"),
        (HEAD + CREWS + "[lines]\n[lines]\n", "line 8: [lines] stands once"),
        (HEAD + CREWS + "[lines]\n[dice table]\n", "line 8: the header ends where [lines] begins"),
        (HEAD + CREWS + "[lines]\npass; pass\n", "line 8: a file holds one line in each row"),
        (HEAD + CREWS + "[lines]\n" + "x" * 20_001, "line 8: a line has at most 20000 characters"),
        (HEAD + CREWS + "[lines]\nhold R\u202eat", "line 8: character 7 is U+202E"),
        (HEAD + "[scenario x]; [id y]", "line 4: a header line"),
    ],
)
def test_a_wrong_file_names_the_line(text: str, sentence: str) -> None:
    """One sentence, with file and line."""
    with pytest.raises(WrongUsage) as refused:
        parse(text, "ash.acta")
    assert sentence in refused.value.message
    assert refused.value.message.startswith("ash.acta")


def test_a_file_has_its_limits() -> None:
    """Rows and characters that no battle needs are refused, not read for minutes."""
    with pytest.raises(WrongUsage, match="at most 20000 lines"):
        parse(HEAD + CREWS + "[lines]\n" + "pass\n" * 20_001)
    with pytest.raises(WrongUsage, match="longer than 4,000,000 characters"):
        parse("x" * 4_000_001)
    with pytest.raises(WrongUsage, match="50,001 rows"):
        parse("\n" * 50_001)


TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=12
) | st.sampled_from(['a"b', "a\\", "[lines]", "# no", "a; b", "then", "@abc", " odd  "])
COUNT = st.integers(0, 999_999)
NAMES = st.lists(TEXT, max_size=2).map(tuple)
PARTS = st.fixed_dictionaries(
    {
        "captain": st.just("") | TEXT,
        "health": COUNT,
        "ability": NAMES,
        "item": NAMES,
        "injury": NAMES,
        "lost": COUNT,
        "advances": COUNT,
    }
)
WORDS = ("captain", "health", "ability", "item", "injury", "lost", "advances")
MEMBERS = st.builds(
    Profile,
    name=TEXT,
    kind=TEXT,
    rank=st.sampled_from(["d4", "d20", "bone saint"]),
    handle=st.sampled_from(["", "RAT", "Œuf"]),
    parts=PARTS.map(lambda parts: {word: parts[word] for word in WORDS if parts[word]}),
)
ROSTERS = st.builds(Party, name=TEXT, player=st.just("") | TEXT, members=st.just(()))
FILES = st.builds(
    BattleFile,
    game=st.just("mortisphere"),
    edition=st.just("2026.1"),
    scenario=st.just("last-granary"),
    house=st.lists(st.builds(Setting, st.just("ties"), st.just("reroll")), max_size=2).map(tuple),
    starts=st.lists(st.builds(Start, TEXT, TEXT), max_size=2).map(tuple),
    crews=st.tuples(
        ROSTERS.flatmap(
            lambda r: st.lists(MEMBERS, max_size=3).map(
                lambda m: msgspec.structs.replace(r, members=tuple(m))
            )
        ),
        ROSTERS,
    ),
    lines=st.lists(st.builds(Row, st.sampled_from(["pass", 'note ";"'])), max_size=3).map(tuple),
)


@given(FILES)
def test_any_file_comes_back(file: BattleFile) -> None:
    """What is written is read back, whatever its names are."""
    again = parse(written(file))
    bare = tuple(msgspec.structs.replace(row, line=0) for row in again.lines)
    assert msgspec.structs.replace(again, lines=bare) == file
    assert written(again) == written(file)


@given(st.lists(st.sampled_from(SAMPLE.split("\n")) | st.text(max_size=30), max_size=30))
def test_whatever_a_file_holds_it_is_read_or_refused(rows: list[str]) -> None:
    """Nothing but a refusal comes of a bad file."""
    try:
        file = parse("\n".join(rows))
    except Refusal:
        return
    assert parse(written(file)) == parse(written(parse(written(file))))
