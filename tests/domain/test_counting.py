"""Numbers and lists are said as is right of them: of one thing otherwise than of several."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.counting import agreed, counted, there
from domain.games.mortisphere.areas import MoveBegan
from domain.games.mortisphere.swarm import BlowsGiven
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.victory import HillLost
from domain.roster import FoundingEnded
from domain.terms import Event, Who

ROOT = Path(__file__).parents[2]
NOUNS = (
    "abilities|advances|areas|battles|bytes|cards|challenges|characters|copies|crews|days|"
    "denarii|dice|dots|events|faces|fights|figures|files|gladiators|heirs|hits|injuries|"
    "items|kills|lines|lots|members|messages|months|moves|names|neutrals|notes|objectives|"
    "pages|pairings|places|players|points|prizes|receipts|rolls|rounds|rows|rules|schools|"
    "scores|secrets|seats|sides|signatures|slots|squares|stakes|stories|targets|tricks|"
    "turns|victories|votes|weapons|wounds|years|zones|are|were|have"
)
WORDS = rf"(?:(?:more|later|other|life|of the) )?(?:{NOUNS})\b"
SEVERAL = re.compile(rf"^ {WORDS}", re.IGNORECASE)
SUSPECT = re.compile(rf"\}}[\s\"'f]* {WORDS}", re.IGNORECASE)
NAMES = re.compile(r"\.name$|(^|\.)[A-Z_]+$")
"""A name, of which no number is told, or a bound of ours, which is large."""
EXCEPTIONS = {
    "cli/battle_file.py: len(rows) rows": "more than `MOST_ROWS`",
    "cli/board.py: shown['dice_source'] dice": "sealed ones, or those on the table",
    "cli/branching.py: story lines": "a placeholder of a command",
    "cli/desk.py: last[0].battle names": "a battle names what is over",
    "cli/keeper.py: drawn secrets": "both, or all",
    "cli/opening.py: said(text) names": "a text that was typed",
    "cli/rows.py: of lines": "more than 20,000",
    "domain/bundle.py: header.size lines": "more than fit the file",
    "domain/bundle.py: work lines": "more than `ORDERED`",
    "domain/content.py: len(paths) files": "more than `MOST_FILES`",
    "domain/dice.py: places rolls": "a bound of ours, which is large",
    "domain/games/mortisphere/bounds.py: len(one.areas) areas": "more than `MOST_AREAS`",
    "domain/games/mortisphere/checking.py: name have": "fates, or advances",
    "domain/games/mortisphere/declaring.py: name names": "a member names targets",
    "domain/games/mortisphere/happenings.py: chance.hit hits": "a die hits",
    "domain/games/mortisphere/legal.py: most names": "more than one",
    "domain/games/mortisphere/opening.py: self.dice dice": "sealed ones, or those on the table",
    "domain/games/mortisphere/ordering.py: len(clash.pairings) pairings": "one needs no order",
    "domain/games/mortisphere/recruiting.py: limits members": "3 to 8",
    "domain/games/morturi/drawing.py: said(' '.join(words)) are": "words that were typed",
    "domain/games/morturi/fielding.py: ' and '.join(roles) are": "two roles",
    "domain/games/morturi/legal.py: shots targets": "more than one",
    "domain/games/morturi/opening.py: self.dice dice": "sealed ones, or those on the table",
    "domain/games/morturi/school/lots.py: most lots": "another sentence says one",
    "domain/games/morturi/school/payouts.py: self.battle are": "the prizes are",
    "domain/games/morturi/sheets.py: told['max_health'] life points": "nobody comes with 1",
    "domain/names.py: longest characters": "a bound of ours, which is large",
    "domain/roster.py: some are": "only said of several",
    "domain/games/morturi/map.py: unit.life life points": "nobody comes with 1 (MR-CRE-6)",
    "domain/strangers.py: most bytes": "a bound of ours, which is large",
    "domain/textfile.py: len(text) characters": "more than `LARGEST`",
    "domain/textfile.py: row.count('.') dots": "more than `MOST_DOTS`",
    "projections/plots/lines.py: kind points": "an attribute of a drawing",
}
"""What is no number, or never 1; and why."""


def said_of_several(tree: ast.AST) -> Iterator[str]:
    """What stands in an f-string before a word that is right of several alone, with that word."""
    for string in ast.walk(tree):
        if not isinstance(string, ast.JoinedStr):
            continue
        for value, text in zip(string.values, string.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                found = SEVERAL.match(str(text.value))
                what = ast.unparse(value.value)
                if found and not NAMES.search(what):
                    yield f"{what}{found[0].lower()}"


def test_every_sentence_that_counts_says_one_as_one() -> None:
    """`{n} lines` is wrong of 1: a number has its word by `counted`, or a reason why not."""
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {one}"
        for layer in ("domain", "cli", "projections")
        for path in (ROOT / layer).rglob("*.py")
        if SUSPECT.search(text := path.read_text("utf-8"))
        for one in said_of_several(ast.parse(text))
    }
    assert found == EXCEPTIONS.keys()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f'{n} lines'", ["n lines"]),
        ("f'{len(a)} life points left, {n} were'", ["len(a) life points", "n were"]),
        ("f'{who.name} moves to {place}'", []),
        ("f'at most {MOST} lines'", []),
        ("f'{counted(n, \"line\")} of them'", []),
    ],
)
def test_words_of_several_are_found(text: str, found: list[str]) -> None:
    """Behind whatever may be a number; not behind a name."""
    assert list(said_of_several(ast.parse(text))) == found


def test_one_is_no_plural() -> None:
    """Given 0, 1 and 2; then 1 alone has the word of one, and what is said of it."""
    assert [counted(n, "line") for n in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]
    assert [counted(n, "story", "stories") for n in (1, 2)] == ["1 story", "2 stories"]
    assert [agreed(n, "is", "are") for n in (0, 1, 2)] == ["are", "is", "are"]


def test_what_there_is() -> None:
    """Given nothing, one thing and two; then nothing is said, there is, there are."""
    assert [there(names) for names in ((), ("battle-1",), ("1", "2"))] == [
        "",
        "there is battle-1",
        "there are 1, 2",
    ]


VEX, ROOK, GATE = Who("crew-ash/2", "Vex"), Who("crew-ash/3", "Rook"), Who("gate", "Gate")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (MoveBegan(members=(VEX,), to=GATE), "Vex sets out for the Gate."),
        (MoveBegan(members=(VEX, ROOK), to=GATE), "Vex and Rook set out for the Gate."),
        (BlowsGiven(members=(VEX,), by=(ROOK,)), "Rook strikes Vex."),
        (BlowsGiven(members=(GATE,), by=(VEX, ROOK)), "Vex and Rook strike Gate."),
        (HillLost(school=VEX, rounds=1), "Vex does not hold the hill (1 round counts)."),
        (HillLost(school=VEX, rounds=2), "Vex does not hold the hill (2 rounds count)."),
        (
            FoundingEnded(crew=VEX, battle="battle-1", unspent=2, treasury=1),
            "Vex is mustered for battle-1: 1 of 2 unspent is kept.",
        ),
        (
            GladiatorOut(gladiator=VEX, cause=GATE, by=(ROOK,), denarii=1),
            "Vex is out of action by Rook (Gate), 1 denarius.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_log_tells_one_as_one(event: Event, told: str) -> None:
    """Given an event of one and of several; then its sentence is right of both."""
    assert event.told() == told
