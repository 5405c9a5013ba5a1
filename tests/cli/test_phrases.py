"""Lines are read by the forms of their game, and written canonically."""

import pytest

from cli.phrases import phrases
from cli.spelling import spelled
from domain.games.mortisphere.lines import LANGUAGE
from domain.terms import WrongUsage

# Section 2.1 of the grammar: the examples of this version's verbs, all canonical.
EXAMPLES = """choose The Last Granary
field Grey Ledger: Oum the Counter, Rat, Tallow
roll 14 9
start Grey Ledger at Well Yard
start Wet Choir at The Road Out
deploy Rat, Other Rat at Nave
yes Rat: Mask of Nobody
no Rat: Mask of Nobody
clash Rat, Tallow > First Voice
clash Rat > First Voice & Tallow > The Host
clash Rat > The Host, First Voice with Rat: Furnace Sprayer
clash swarm Lower Note, Lowest Note > Oum the Counter
clash swarm Low Note, Lower Note, Lowest Note led by Low Note > Rat
move Rat to Bell Tower
interact Tallow with Open a bin copy 2
interact Rat with Take up the dropped artifact
hold The Quiet Girl
pass
done
concede Wet Choir
respond defend The Host, First Voice
respond absorb
respond defend The Host against Rat & First Voice
respond defend Tallow for Rat against The Host
respond defend Rat & Tallow beside Rat
respond defend swarm Low Note, Lower Note, Lowest Note
respond defend The Witness
declare Oum the Counter: Last Cartridge
declare Rat: Adrenal Sac against The Host
order Tallow > The Host & Rat > First Voice
roll 5 3 !Ana
roll! 5 3
roll 5r1 3
roll 4r9r10
roll 4
yes Nine-of-Nine: Plated Housing
no Nine-of-Nine: Plated Housing, Oum the Counter: Will to Endure
choose Memory Core
choose Low Note
choose The Host
yes Rat: Cracked Idol
no Rat: Second Wind
no
roll 4 7
move Rat to Bell Tower with Rat: Phase Anchor
move Tallow to Well Yard bringing Rat
choose > First Voice
choose to North Ranks
roll 7 3 1
ruling "the rope broke": Rat loses 1, Rat at Well Yard
note Rat "rang it twice"
undo clash
conclude
roll!
respond defend all
undo
undo to battle-3/17
redo
note "twice; # no comment"
choose 5, "5"
choose "To the Last", Toe to Toe
hold Led by None/"@rat"
clash "Led by None" > Rat
hold @RAT
hold Grey Ledger/@RAT
ruling "a bell": Grey Ledger scores 2, Rat gains Unseen, Tallow out
roll 5 3 !"Ana, the elder"
hold "then and now"
clash "Us vs Them" > "Salt and Iron"
hold Salt and Iron""".splitlines()


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_canonical_line_is_written_as_it_was_read(text: str) -> None:
    """The examples of the grammar come back letter by letter."""
    (phrase,) = phrases(text, LANGUAGE)
    assert spelled(phrase) == text


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("", "no line was given", "acta next"),
        ("# only a comment", "no line was given", "acta next"),
        ("clash Rat First", "`>` or `vs` is expected at the end", "clash NAME, NAME > NAME"),
        ("clash > Rat", "a name is expected before “>” (character 7)", "clash NAME"),
        (
            "hold Rat, Tallow",
            "the end of the line is expected before “,” (character 9)",
            "hold NAME",
        ),
        ("hold; pass", "“hold”: a name is expected at the end", "hold NAME"),
        ("move Rat", "`to` is expected at the end", "move NAME to AREA"),
        ("move nne", "`to` is expected at the end", "move NAME to AREA"),
        ("respond perhaps", "`defend` or `absorb` is expected before “perhaps”", "respond absorb"),
        ("rd all Rat", "the end of the line is expected before “Rat”", "respond"),
        ("interact Rat with bin copy 0", "a number from 1 is expected before “0”", "[copy NUMBER]"),
        ("interact Rat with bin copy two", "a number is expected before “two”", "[copy NUMBER]"),
        ("roll five", "a face is expected before “five”", "roll FACE"),
        ("roll 5 -3", "the end of the line is expected before “-3”", "roll FACE"),
        ("roll 5 !", "a name is expected at the end", "roll FACE"),
        ("note Rat", "a text in quotes is expected at the end", "note [NAME]"),
        ("undo everything", "“undo everything”: the end of the line is expected", "undo [clash"),
        ("undo to battle-3", "`/` is expected at the end", "undo [clash"),
        ('hold "Rat', "the quote at character 6 is not closed", ""),
        ("hold R\u200bat", "character 7 is U+200B, which a line cannot hold", ""),
        ("hold \x1b[31m", "character 6 is U+001B", ""),
        ("hold \udc80", "character 6 is U+DC80", ""),
        ("hold " + "x" * 20_000, "a line has at most 20000 characters, not 20005", ""),
        ("clsh Rat > Tallow", "no line begins with “clsh”", "clash is near"),
        ('"clash" Rat > Tallow', "no line begins with “clash”", ""),
        (
            "> Rat",
            "no line begins with “>”",
            "acta next lists lines that may be typed; docs/lines.md",
        ),
        ("activate Otho", "`activate` is a line of Morturi Te Salutant; this battle is Mortis", ""),
        ("TRICK Trip on Otho", "`TRICK` is a line of Morturi Te Salutant", ""),
        ("rf e", "`rf` is a line of Morturi Te Salutant", ""),
        ("use Rat", "“use Rat”: this version does not play it yet", ""),
        ('ruling "x": Rat sleeps', "`loses` or `regains` or", "ruling"),
        ('ruling "x": loses 1', "a name is expected before “loses”", "ruling"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected_and_where(
    text: str, sentence: str, hint: str
) -> None:
    """An unreadable line is wrong usage: one sentence, and the form of its verb."""
    with pytest.raises(WrongUsage) as refused:
        phrases(text, LANGUAGE)
    assert sentence in refused.value.message
    assert hint in refused.value.hint
