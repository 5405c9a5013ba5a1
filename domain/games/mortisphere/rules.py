"""Mortisphere: the game's table of contents.

Chapters 1 to 4, 15: `opening`, `fielding`, `deployment`, `rounds`, `initiative`, `turns`,
`acting`, `scoring`; 5 to 7: `clash`, `declaring`, `answer`, `statuses`; 8 and 9: `throwing`,
`resolve`, `pairing`, `ordering`, `rolling`, `outcome`; 10 and 11: `health`, `captain`; 12:
`swarm`; 13: `areas`, `control`; 14: `objectives`, `progress`, `contest`; 16 and 18: `recruiting`;
17: `effects`; 19: `ruling`, `dicebox`.
`battle`, `units` and `waiting` say what a battle is; `play` puts its chapters together,
`gathering` opens one, `legal` and `showing` look.
"""

from pathlib import Path

from domain.game import Game, Words
from domain.games.mortisphere import fielding, gathering, play, showing
from domain.games.mortisphere.chronicle import CHRONICLE
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.recruiting import recruiting
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.games.mortisphere.spans import SPANS

GAME = Game(
    id="mortisphere",
    title="Mortisphere",
    edition=EDITIONS[-1],
    words=Words(crew="crew", member="member", purse="salvage", place="Area"),
    events=play.EVENTS,
    actions=play.ACTIONS,
    books=gathering.BOOKS,
    recruiting=recruiting(book()),
    opening=Open,
    concluding=Conclude,
    correction="MS-EVT-1",
    aftermath="MS-CAM-2",
    spans=SPANS,
    health=fielding.health,
    battle=play.BATTLE,
    chronicle=CHRONICLE,
    language=LANGUAGE,
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
    rulebook=Path(__file__).parent / "rulebook.md",
)
