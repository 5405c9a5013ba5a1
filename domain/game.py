"""What a game is to the rest of the house: rules, words, lines, and ways to show a battle."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, get_args

import msgspec

from domain.aftermath import AftermathEvent
from domain.books import Books, Crew
from domain.branch import BranchAction, BranchEvent
from domain.campaign import CampaignAction, CampaignEvent
from domain.crew import CrewAction, Recruiting
from domain.dispute import DisputeAction, DisputeEvent
from domain.house import Setting
from domain.ledger.record import Catalogue
from domain.lines import Language
from domain.names import Name, meant, said
from domain.own import Own
from domain.roster import CrewEvent
from domain.sheets import Sheets
from domain.terms import Action, Decider, Event, NotFound
from domain.undo import Span

if TYPE_CHECKING:
    from domain.chronicle import Chronicle
    from domain.explaining import Why
    from domain.odds import Odds
    from domain.opening import Openings
    from domain.paper import Paper
    from domain.profile import Profiles


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What a game calls the things that all games have.

    `leader` is who leads a crew, empty where nobody does; `health` is what a member loses when
    hurt. `deeds` say what somebody is to do, by what `ask` calls it: `act`, take a turn. `kinds`
    are words for other kinds of things.
    """

    crew: str
    member: str
    purse: str
    place: str
    leader: str = ""
    health: str = "health"
    deeds: Mapping[str, str] = msgspec.field(default_factory=dict)
    kinds: Mapping[str, str] = msgspec.field(default_factory=dict)

    def of(self, kind: str) -> str:
        """What the game calls things of a kind."""
        return {"crew": self.crew, "place": self.place, **self.kinds}.get(kind, kind)

    @property
    def heads(self) -> dict[str, str]:
        """What the columns of tables are called."""
        return {"crew": self.crew, "crews": f"{self.crew}s"} | dict.fromkeys(
            ("purse", "treasury"), self.purse
        )


Keen = Callable[[Any, list[Action]], list[Action]]
"""Of what is legal in a battle, what a player who wants to win would think of."""


class Demo(msgspec.Struct, frozen=True, kw_only=True):
    """What `acta demo` plays: a campaign's name, its house rules, a scenario, its crews' files.

    `crews` is the folder of the files; `keen` says what the robot thinks of, if not of everything.
    """

    campaign: str
    scenario: str
    crews: Path
    house: tuple[Setting, ...] = ()
    keen: Keen | None = None


class Legal(Protocol):
    """What may be done now: exact membership, and a list of the simple actions (`cli.md`)."""

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""

    def simple(self) -> list[Action]:
        """The simple actions, each acceptable as it stands."""

    def candidates(self) -> Iterator[Action]:
        """What the simple actions are sifted from: not each of them is legal."""

    def drawn(self, draw: Callable[[int], int]) -> Iterator[Action]:
        """Lines of several parts and filled patterns, by numbers below those that `draw` is asked.

        Not each of them is legal.
        """

    def patterns(self) -> list[str]:
        """The lines that hold numbers, `roll {1..6} {1..10}`."""

    def combine(self) -> dict[str, str]:
        """What may be joined into one line, and how."""

    def always(self) -> list[str]:
        """What is open at any moment."""


class Chains(msgspec.Struct, frozen=True):
    """What sealed dice are bound to in a battle: its bytes, anchors, places used."""

    battle: str
    anchors: tuple[str, ...]
    places: int
    solo: bool


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What is played beside battles, and looked at as a battle is: its rules, and ways to show it.

    The fields are those that `Game` has for a battle; `decider` stands for its `battle`.
    """

    decider: Decider[Any]
    canonical: Callable[[Any, Action], Action]
    awaited: Callable[[Any], Any]
    rolls_sealed: Callable[[Any], bool]
    chains: Callable[[Any], Chains]
    roll: Callable[[tuple[str, ...]], Action]
    sides: Callable[[Any], tuple[int, ...]]
    throw: Callable[[tuple[int, ...]], Action]
    legal: Callable[[Any], Legal]
    names: Callable[[Any], tuple[Name, ...]]
    asked: Callable[[Any], tuple[str, tuple[str, ...]]]
    show: Callable[[Any], dict[str, Any]]
    ask: Callable[[Any], dict[str, Any]]


class After(Played, frozen=True, kw_only=True):
    """A game's aftermath: it reads a battle's story beside the campaign's and its crews'.

    `begins` is the action that opens it without another line. `over` says of one that nothing is
    left to do; `beside` puts a battle of which nothing else is told yet beside the books (None
    where that is not enough). `season` says where a crew stands between battles, by the names in
    `Sheets.season`.
    """

    begins: type[Action]
    over: Callable[[Any], bool]
    beside: Callable[[Any, Books], Any]
    season: Callable[[Books, Crew], Mapping[str, Any]]


class Season(Played, frozen=True, kw_only=True):
    """What a game plays between battles: lines of the campaign's story, over all its crews.

    Its state is the campaign's books. `kept` says whether a campaign plays one at all, by its house
    rules. What `show` gives has `moment`, the beginning of a sentence that says when it is; what
    `ask` gives has that too, `season`, which is `open` while it runs, and as `ready` the battles
    that can be opened, each a scenario and its crews.
    """

    kept: Callable[[Books], bool]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game, as everything outside its own folder knows it.

    `spans` says what `undo turn` and the like take back; `correction` is the rule that lets lines
    be taken back; `settles` says of a battle that it has an aftermath; `parties` are the crews of
    an opening by their names, each with its player. `told_with` is the chronicle
    of a campaign with content of its own, `own` the content that is told with now. `concluding` has
    a field `seed`, for solo dice. A battle's state has `opened`, `concluded` and `edition`; an
    aftermath's holds it as `battle`. What `show` gives has `battle`, `scenario`, `status`,
    `round`, `turn`, `winner`, `dice_source`, `scores` and `members`; of an aftermath `crews`, each
    with `members`. What a battle's commands need not is loaded when it is asked for: the `load_…`
    fields and `told_with` import it; without `load_season` nothing is played between battles,
    without `load_why` numbers are explained by their lines alone, without `load_odds` nothing is
    said of the odds of dice.
    without `load_why` numbers are explained by their lines alone, without `load_paper` cards say
    what tables say.
    `events` are those of battles, `load_rest` has those of
    aftermaths.
    """

    id: str
    title: str
    edition: str
    words: Words
    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    concluding: type[Action]
    correction: str
    spans: Mapping[str, Span]
    battle: Decider[Any]
    settles: Callable[[Any], bool]
    parties: Callable[[Any], tuple[tuple[str, str], ...]]
    told_with: "Callable[[tuple[Own, ...]], Chronicle]"
    sheets: Sheets
    demo: Demo
    language: Language
    canonical: Callable[[Any, Action], Action]
    awaited: Callable[[Any], Any]
    rolls_sealed: Callable[[Any], bool]
    chains: Callable[[Any], Chains]
    roll: Callable[[tuple[str, ...]], Action]
    sides: Callable[[Any], tuple[int, ...]]
    throw: Callable[[tuple[int, ...]], Action]
    legal: Callable[[Any], Legal]
    names: Callable[[Any], tuple[Name, ...]]
    asked: Callable[[Any], tuple[str, tuple[str, ...]]]
    show: Callable[[Any], dict[str, Any]]
    ask: Callable[[Any], dict[str, Any]]
    load_books: Callable[[], Decider[Books]]
    load_recruiting: Callable[[], Recruiting]
    load_profiles: "Callable[[], Profiles]"
    load_openings: "Callable[[], Openings]"
    load_after: Callable[[], After]
    load_rest: Callable[[], tuple[type[Event], ...]]
    load_season: Callable[[], Season] | None = None
    load_why: "Callable[[], Why] | None" = None
    load_odds: "Callable[[], Odds] | None" = None
    load_paper: "Callable[[Books], Paper] | None" = None
    rulebook: Path
    own: tuple[Own, ...] = ()

    @property
    def books(self) -> Decider[Books]:
        """How campaign and crews are judged, and battles opened."""
        return self.load_books()

    @property
    def recruiting(self) -> Recruiting:
        """Whom a crew may take on, and what a campaign may play by."""
        return self.load_recruiting()

    @property
    def profiles(self) -> "Profiles":
        """How its recruits are written down."""
        return self.load_profiles()

    @property
    def openings(self) -> "Openings":
        """How its battles open."""
        return self.load_openings()

    @property
    def after(self) -> After:
        """Its aftermath."""
        return self.load_after()

    @property
    def season(self) -> Season | None:
        """What it plays between battles, if it plays anything there."""
        return self.load_season() if self.load_season else None

    @property
    def why(self) -> "Why | None":
        """What its numbers are made of, if it says more than their lines do."""
        return self.load_why() if self.load_why else None

    def paper(self, books: Books) -> "Paper":
        """What a campaign of it puts on paper."""
        if self.load_paper:
            return self.load_paper(books)
        from domain.paper import plain  # noqa: PLC0415  only who prints needs it

        return plain(self.sheets, self.words.purse, self.language.forms, self.show)

    @property
    def odds(self) -> "Odds | None":
        """How its dice may come, and what each way makes of the board, if it says."""
        return self.load_odds() if self.load_odds else None

    @property
    def chronicle(self) -> "Chronicle":
        """What its events mean to whoever reads the campaign."""
        return self.told_with(self.own)


def playing(game: Game, played: Played) -> Game:
    """The game as something beside battles is played: what it says of a battle, it says of that."""
    return msgspec.structs.replace(
        game,
        battle=played.decider,
        canonical=played.canonical,
        awaited=played.awaited,
        rolls_sealed=played.rolls_sealed,
        chains=played.chains,
        roll=played.roll,
        sides=played.sides,
        throw=played.throw,
        legal=played.legal,
        names=played.names,
        asked=played.asked,
        show=played.show,
        ask=played.ask,
    )


def settling(game: Game) -> Game:
    """The game as an aftermath is played."""
    return playing(game, game.after)


def installed() -> list[str]:
    """The games of the installed package: every folder with a module `rules`."""
    paths = import_module("domain.games").__path__  # no import of ours: games import this module
    return sorted(rules.parent.name for path in paths for rules in Path(path).glob("*/rules.py"))


@lru_cache(maxsize=8)
def load(game: str) -> Game:
    """The game of that id; NotFound names the nearest."""
    known = installed()
    if game not in known:
        raise NotFound(f"no game is called {said(game)}", hint=meant(game, known))
    found: Game = import_module(f"domain.games.{game}.rules").GAME
    return found


@lru_cache(maxsize=8)
def catalogue(game: str) -> Catalogue:
    """Every event and action that can be on the record of a campaign of this game."""
    found = load(game)
    shared = (CampaignEvent, CrewEvent, AftermathEvent, DisputeEvent | BranchEvent)
    wanted = (CampaignAction, CrewAction, DisputeAction | BranchAction)
    events = (*(event for kinds in shared for event in get_args(kinds)), *found.events)
    actions = (*(action for kinds in wanted for action in get_args(kinds)), *found.actions)
    return Catalogue(events, actions, rest=found.load_rest)
