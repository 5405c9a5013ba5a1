"""Mortisphere: the game's table of contents.

Chapters 1 to 4, 15: `opening`, `fielding`, `deployment`, `rounds`, `initiative`, `turns`,
`acting`, `scoring`; 5 to 7: `clash`, `declaring`, `answer`, `announcing`, `statuses`; 8 and 9:
`throwing`, `second_look`, `resolve`, `pairing`, `ordering`, `rolling`, `outcome`, `winning`; 10
and 11: `health`, `captain`; 12: `swarm`; 13: `areas`, `control`; 14: `objectives`, `progress`,
`contest`; 16: `building`, `recruiting`; 17: `effects`, `conditions`, `using`, `confirming`; 18:
`after`; 19: `ruling`, `dicebox`. `play` puts the chapters of a battle together, `gathering` opens
one, `canonical` completes a line, `legal` and `showing` look.
"""

from pathlib import Path

from domain.game import After, Demo, Game
from domain.games.mortisphere import gathering, play, showing
from domain.games.mortisphere.after import order, season
from domain.games.mortisphere.after import showing as evening
from domain.games.mortisphere.after.evening import follows
from domain.games.mortisphere.after.legal import AfterLegal
from domain.games.mortisphere.canonical import canonical
from domain.games.mortisphere.chronicle import chronicle
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.recruiting import recruiting
from domain.games.mortisphere.rosters import OPENINGS, PROFILES
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.games.mortisphere.sheets import SHEETS, WORDS
from domain.games.mortisphere.spans import SPANS

GAME = Game(
    id="mortisphere",
    title="Mortisphere",
    edition=EDITIONS[-1],
    words=WORDS,
    events=(*play.EVENTS, *order.EVENTS),
    actions=(*play.ACTIONS, *order.ACTIONS),
    books=gathering.BOOKS,
    recruiting=recruiting(book()),
    profiles=PROFILES,
    openings=OPENINGS,
    concluding=Conclude,
    correction="MS-EVT-1",
    spans=SPANS,
    battle=play.BATTLE,
    chronicle=chronicle(),
    told_with=chronicle,
    sheets=SHEETS,
    demo=Demo(
        campaign="A Short Winter",
        scenario="last-granary",
        crews=Path(__file__).parent / "samples",
    ),
    language=LANGUAGE,
    canonical=canonical,
    awaited=play.awaited,
    rolls_sealed=showing.sealed_next,
    chains=showing.chains,
    roll=showing.roll,
    sides=showing.sides,
    throw=showing.throw,
    legal=Legal,
    names=showing.names,
    asked=showing.asked,
    show=showing.show,
    ask=showing.ask,
    after=After(
        decider=order.AFTERMATH,
        begins=order.OpenAftermath,
        follows=follows,
        over=order.over,
        beside=order.beside,
        awaited=order.awaited,
        rolls_sealed=evening.rolls_sealed,
        chains=evening.chains,
        roll=showing.roll,
        sides=evening.sides_due,
        throw=showing.throw,
        legal=AfterLegal,
        names=evening.names,
        asked=evening.asked,
        show=evening.show,
        ask=evening.ask,
        season=season.season,
    ),
    rulebook=Path(__file__).parent / "rulebook.md",
)
