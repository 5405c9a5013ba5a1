"""Mortisphere: the game's table of contents.

Chapters 1 to 4, 15: `opening`, `fielding`, `deployment`, `rounds`, `initiative`, `turns`,
`acting`, `scoring`; 5 to 7: `clash`, `declaring`, `answer`, `announcing`, `statuses`; 8 and 9:
`throwing`, `second_look`, `resolve`, `pairing`, `ordering`, `rolling`, `outcome`, `winning`; 10
and 11: `health`, `captain`; 12: `swarm`; 13: `areas`, `control`; 14: `objectives`, `progress`,
`contest`; 16: `building`, `recruiting`; 17: `effects`, `conditions`, `using`, `confirming`; 18:
`after`; 19: `ruling`, `dicebox`. `play` puts the chapters of a battle together, `gathering` opens
one, `canonical` completes a line, `legal` and `showing` look.
"""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from domain.game import After, Demo, Game
from domain.games.mortisphere import play, showing
from domain.games.mortisphere.after.deals import ACTIONS as DEALS
from domain.games.mortisphere.canonical import canonical
from domain.games.mortisphere.ending import settles
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.opening import parties
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.shapes import EDITIONS
from domain.games.mortisphere.sheets import SHEETS, WORDS
from domain.games.mortisphere.spans import SPANS

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
    from domain.games.mortisphere.gathering import BOOKS  # noqa: PLC0415  see above

    return BOOKS


def _recruiting() -> "Recruiting":
    from domain.games.mortisphere.recruiting import recruiting  # noqa: PLC0415  see above
    from domain.games.mortisphere.shapes import book  # noqa: PLC0415  see above

    return recruiting(book())


def _profiles() -> "Profiles":
    from domain.games.mortisphere.rosters import PROFILES  # noqa: PLC0415  see above

    return PROFILES


def _openings() -> "Openings":
    from domain.games.mortisphere.rosters import OPENINGS  # noqa: PLC0415  see above

    return OPENINGS


def _after() -> After:
    from domain.games.mortisphere.after.rules import AFTER  # noqa: PLC0415  see above

    return AFTER


def _rest() -> "tuple[type[Event], ...]":
    from domain.games.mortisphere.after.order import EVENTS  # noqa: PLC0415  see above

    return EVENTS


def _paper(books: "Books") -> "Paper":
    from domain.games.mortisphere.paper import paper  # noqa: PLC0415  see above

    return paper(books)


def _why() -> "Why":
    from domain.games.mortisphere.why import WHY  # noqa: PLC0415  see above

    return WHY


def _odds() -> "Odds":
    from domain.games.mortisphere.odds import ODDS  # noqa: PLC0415  see above

    return ODDS


@lru_cache
def _told_with(own: "tuple[Own, ...]") -> "Chronicle":
    from domain.games.mortisphere.chronicle import chronicle  # noqa: PLC0415  see above

    return chronicle(own)


GAME = Game(
    id="mortisphere",
    title="Mortisphere",
    edition=EDITIONS[-1],
    words=WORDS,
    events=play.EVENTS,
    actions=(*play.ACTIONS, *DEALS),
    concluding=Conclude,
    correction="MS-EVT-1",
    spans=SPANS,
    battle=play.BATTLE,
    settles=settles,
    parties=parties,
    told_with=_told_with,
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
    load_books=_books,
    load_recruiting=_recruiting,
    load_profiles=_profiles,
    load_openings=_openings,
    load_after=_after,
    load_rest=_rest,
    load_why=_why,
    load_odds=_odds,
    load_paper=_paper,
    rulebook=Path(__file__).parent / "rulebook.md",
)
