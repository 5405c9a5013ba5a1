"""Morturi Te Salutant: the game's table of contents.

Sections 2 and 13: `creation`, `recruiting`, `rosters`; 3: `priority`, `rounds`, `activation`; 4:
`movement`, `costs`, `shoving`, `compelled`, `pursuing`; 5: `attacking`, `striking`, `numbers`,
`following`, `ways`; 6: `standing`, `stances`, `tricks`, `using`, `stores`, `effects`; 7 and 8:
`arena`, `squares`, `hazards`; 9 and 10: `crowd`, `harm`, `falling`, `surrender`, `victory`,
`flags`, `figures`; 11: `opening`, `fielding`, `gathering`, `drawing`, `deployment`, `sides`,
`scenarios`, `prizes`; 12: `homecoming`; 18: `options`. `play` puts the chapters of a battle
together, `canonical` completes a line, `legal`, `names` and `showing` look.
"""

from pathlib import Path

from domain.game import After, Demo, Game
from domain.games.morturi import gathering, homecoming, play, showing
from domain.games.morturi.canonical import canonical
from domain.games.morturi.chronicle import CHRONICLE
from domain.games.morturi.keen import keen
from domain.games.morturi.legal import Legal
from domain.games.morturi.lines import LANGUAGE
from domain.games.morturi.names import names
from domain.games.morturi.recruiting import recruiting
from domain.games.morturi.rosters import OPENINGS, PROFILES
from domain.games.morturi.shapes import EDITIONS, book
from domain.games.morturi.sheets import SHEETS, WORDS
from domain.games.morturi.spans import SPANS
from domain.games.morturi.victory import Conclude
from domain.house import Setting

GAME = Game(
    id="morturi",
    title="Morturi Te Salutant",
    edition=EDITIONS[-1],
    words=WORDS,
    events=(*play.EVENTS, homecoming.SchoolsWentHome),
    actions=(*play.ACTIONS, homecoming.GoHome),
    books=gathering.BOOKS,
    recruiting=recruiting(book()),
    profiles=PROFILES,
    openings=OPENINGS,
    concluding=Conclude,
    correction="MR-GEN-4",
    spans=SPANS,
    battle=play.BATTLE,
    chronicle=CHRONICLE,
    told_with=lambda _own: CHRONICLE,
    sheets=SHEETS,
    demo=Demo(
        campaign="Ludi Aeterni",
        scenario="battlelines",
        crews=Path(__file__).parent / "samples",
        house=(Setting("game_mode", "pickup"),),
        keen=keen,
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
    names=names,
    asked=showing.asked,
    show=showing.show,
    ask=showing.ask,
    after=After(
        decider=homecoming.AFTERMATH,
        begins=homecoming.GoHome,
        follows=homecoming.follows,
        over=lambda evening: evening.over,
        beside=homecoming.beside,
        awaited=lambda _evening: None,
        rolls_sealed=lambda _evening: False,
        chains=homecoming.chains,
        roll=showing.roll,
        sides=lambda _evening: (),
        throw=showing.throw,
        legal=homecoming.Legal,
        names=homecoming.names,
        asked=lambda _evening: ("", ()),
        show=homecoming.show,
        ask=homecoming.ask,
        season=homecoming.season,
    ),
    rulebook=Path(__file__).parent / "rulebook.md",
)
