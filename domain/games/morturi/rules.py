"""Morturi Te Salutant: the game's table of contents.

Sections 2 and 13: `creation`, `recruiting`, `rosters`; 3: `priority`, `rounds`, `activation`; 4:
`movement`, `costs`, `shoving`, `compelled`, `pursuing`; 5: `attacking`, `ways`, `striking`,
`numbers`, `following`, `harm`, `falling`; 6: `standing`, `stances`, `tricks`, `using`, `freeing`,
`stores`, with `effects` and `circumstances`; 7 and 8: `squares`, `arena`, `ground`, `hazards`; 9
and 10: `crowd`, `surrender`, `victory`, `flags`, `figures`; 11: `opening`, `fielding`, `drawing`,
`deployment`, `sides`, `scenarios`, `prizes`; 11 to 16 in a campaign: `school`; 18: `options`.
`play` puts the chapters of a battle together, `gathering` opens one, `canonical` completes a line,
`legal`, `names`, `showing`, `map` and `cards` look. `doings` are what is said between battles,
`between` puts the year on the table.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from domain.game import After, Demo, Game, Season
from domain.games.morturi import play, showing
from domain.games.morturi.canonical import canonical
from domain.games.morturi.doings import AFTERWARDS, BETWEEN
from domain.games.morturi.keen import keen
from domain.games.morturi.legal import Legal
from domain.games.morturi.lines import LANGUAGE
from domain.games.morturi.names import names
from domain.games.morturi.shapes import EDITIONS
from domain.games.morturi.sheets import SHEETS, WORDS
from domain.games.morturi.spans import SPANS
from domain.games.morturi.victory import Conclude, settles
from domain.house import Setting

if TYPE_CHECKING:
    from domain.books import Books
    from domain.chronicle import Chronicle
    from domain.crew import Recruiting
    from domain.explaining import Why
    from domain.odds import Odds
    from domain.opening import Openings
    from domain.own import Own
    from domain.paper import Paper
    from domain.profile import Profiles
    from domain.terms import Decider, Event


# Loaded when asked for: who looks at a battle, or does something in it, needs neither the codex nor
# what comes after.


def _books() -> "Decider[Books]":
    from domain.games.morturi.gathering import BOOKS  # noqa: PLC0415  see above

    return BOOKS


def _recruiting() -> "Recruiting":
    from domain.games.morturi.recruiting import recruiting  # noqa: PLC0415  see above
    from domain.games.morturi.shapes import book  # noqa: PLC0415  see above

    return recruiting(book())


def _profiles() -> "Profiles":
    from domain.games.morturi.rosters import PROFILES  # noqa: PLC0415  see above

    return PROFILES


def _openings() -> "Openings":
    from domain.games.morturi.rosters import OPENINGS  # noqa: PLC0415  see above

    return OPENINGS


def _after() -> After:
    from domain.games.morturi.school.afterwards import AFTER  # noqa: PLC0415  see above

    return AFTER


def _paper(books: "Books") -> "Paper":
    from domain.games.morturi.paper import paper  # noqa: PLC0415  see above

    return paper(books)


def _why() -> "Why":
    from domain.games.morturi.why import WHY  # noqa: PLC0415  see above

    return WHY


def _season() -> Season:
    from domain.games.morturi.between import SEASON  # noqa: PLC0415  see above

    return SEASON


def _rest() -> "tuple[type[Event], ...]":
    from domain.games.morturi.school.afterwards import EVENTS  # noqa: PLC0415  see above

    return EVENTS


def _odds() -> "Odds":
    from domain.games.morturi.odds import ODDS  # noqa: PLC0415  see above

    return ODDS


def _told_with(_own: "tuple[Own, ...]") -> "Chronicle":
    from domain.games.morturi.chronicle import CHRONICLE  # noqa: PLC0415  see above

    return CHRONICLE


GAME = Game(
    id="morturi",
    title="Morturi Te Salutant",
    edition=EDITIONS[-1],
    words=WORDS,
    events=play.EVENTS,
    actions=(*play.ACTIONS, *BETWEEN, *AFTERWARDS),
    concluding=Conclude,
    correction="MR-GEN-4",
    spans=SPANS,
    battle=play.BATTLE,
    settles=settles,
    parties=lambda opened: tuple((each.school.name, each.player) for each in opened.schools),
    told_with=_told_with,
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
    load_books=_books,
    load_recruiting=_recruiting,
    load_profiles=_profiles,
    load_openings=_openings,
    load_after=_after,
    load_rest=_rest,
    load_season=_season,
    load_why=_why,
    load_odds=_odds,
    load_paper=_paper,
    rulebook=Path(__file__).parent / "rulebook.md",
)
