"""Lines of Morturi's year: typed, read, and written as they are stored."""

import pytest

from cli.lines import Scene, actions, line
from domain.games.morturi.rules import GAME
from domain.games.morturi.school import showing
from tests.school_story import Year, buy, done

HEX = "0123456789abcdef" * 4
YEAR = Year("Ludus Ferox", "Legio 10").do(
    buy("Servus", "Ludus Ferox"), buy("Servus", "Legio 10"), done
)
SCENE = Scene(showing.names(YEAR.books), *showing.asked(YEAR.books), GAME.words.of)
TRICKS = "Execute, Combat Control, Will to Live"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        (f'lot "Gaius" as thracian palus trick {TRICKS}', ""),
        (
            'lot "Mus" as bestiarius novicius opening 500 contract by legio',
            'lot "Mus" as bestiarius novicius opening 500 contract by Legio 10',
        ),
        ('draw "Gaius" opening 400 contract', ""),
        (
            'lot "Mus" as bestiarius palus by legio trick Confidence, Courage, Slayer contract',
            'lot "Mus" as bestiarius palus trick Confidence, Courage, Slayer contract by Legio 10',
        ),
        ("offer crossfire prize 3500 fee 0", "offer Crossfire fee 0 prize 3500"),
        (
            "check legio/servus 1 hard 2 suited",
            "check Legio 10/Servus 1 suited hard 2",
        ),
        ("b legio 10 1050", "bid Legio 10 1050"),
        ("bid ferox 600", "bid Ludus Ferox 600"),
        ("p ferox", "pass Ludus Ferox"),
        ("pass", ""),
        ("hammer", ""),
        (f"seal legio 10 {HEX}", f"seal Legio 10 {HEX}"),
        ('unseal legio "a # b": bid legio 10 5', 'unseal Legio 10 "a # b": bid Legio 10 5'),
        ('unseal ferox "x": pass ferox', 'unseal Ludus Ferox "x": pass Ludus Ferox'),
        (
            'unseal ferox "x": accept ferox: serv stake 5',
            'unseal Ludus Ferox "x": accept Ludus Ferox: Ludus Ferox/Servus 1 stake 5',
        ),
        ("buy servus for legio", "buy Servus for Legio 10"),
        ("buy retired for ferox", "buy Retired Legend for Ludus Ferox"),
        ("hire chir for ferox", "hire Chirugeon for Ludus Ferox"),
        (
            'hire "Rufus" as samnite novicius for legio',
            "hire Rufus as samnite novicius for Legio 10",
        ),
        ("trade ferox/servus 1 to legio for 700", "trade Ludus Ferox/Servus 1 to Legio 10 for 700"),
        (
            "trade ferox/serv from ferox to legio for 7",
            "trade Ludus Ferox/Servus 1 from Ludus Ferox to Legio 10 for 7",
        ),
        ('rename legio/servus 1 to "Ox"', 'rename Legio 10/Servus 1 to "Ox"'),
        ("dismiss legio 10", "dismiss Legio 10"),
        ("dismiss ferox/servus 1", "dismiss Ludus Ferox/Servus 1"),
        ("offer crossfire fee 0 prize 3500", "offer Crossfire fee 0 prize 3500"),
        ("offer crossfire fee 5 guideline", "offer Crossfire fee 5 guideline"),
        ("offer duel payout 0", "offer Duel Series payout 0"),
        ("challenge legio: servus 1 stake 500", "challenge Legio 10: Legio 10/Servus 1 stake 500"),
        ("accept ferox: servus 1", "accept Ludus Ferox: Ludus Ferox/Servus 1"),
        ("check legio/serv suited hard 2", "check Legio 10/Servus 1 suited hard 2"),
        (
            "contest ferox/serv suited > legio/serv suited",
            "contest Ludus Ferox/Servus 1 suited > Legio 10/Servus 1 suited",
        ),
        ("contest ferox/serv > legio/serv", "contest Ludus Ferox/Servus 1 > Legio 10/Servus 1"),
        (
            'ruling "a raid": legio loses 50, ferox sheds kidn',
            'ruling "a raid": Legio 10 loses 50, Ludus Ferox sheds Kidnapper',
        ),
    ],
)
def test_a_line_is_stored_whole(typed: str, stored: str) -> None:
    """Long verbs, whole names; what is stored is read as the same again."""
    (read,) = actions(typed, GAME.language, SCENE)
    written = line(read, GAME.language, SCENE)
    assert written == (stored or typed)
    assert actions(written, GAME.language, SCENE) == [read]


def test_nothing_said_is_not_nothing() -> None:
    """`fee 0` is a fee of 0; without it the battle's own counts."""
    (said,) = actions("offer tifernum fee 0", GAME.language, SCENE)
    (unsaid,) = actions("offer tifernum", GAME.language, SCENE)
    assert said != unsaid
