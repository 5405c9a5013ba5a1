"""A battle's opening: who fights over what, from where, with which dice."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from cli.answers import Answer
from cli.consent import undo_of
from cli.desk import Desk
from cli.keeper import Sealing, several, solo, told_drawn, with_words
from cli.own import taken, taking
from cli.rows import talk
from cli.sitting import Table
from domain import strangers
from domain.books import Books, Crew
from domain.counting import there
from domain.game import Game, Words
from domain.ledger.fold import fold
from domain.ledger.record import Line
from domain.names import Name, Named, find, said
from domain.opening import Opening, Start, Team
from domain.terms import Action, Elsewhere, NotFound, WrongUsage
from domain.throwing import Source

_LARGEST = 20_000  # bytes: an arena of 60x60 signs, or many more than eight words


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What was said of the battle, as it was typed; `own` is what only its game asks."""

    scenario: str
    crews: Sequence[str]
    teams: Sequence[str] = ()
    starts: Sequence[str] = ()
    dice: str = "table"
    solo: bool = False
    seed: str = ""
    secret: str = ""
    own: Sequence[tuple[str, str]] = ()


def open_battle(desk: Desk, terms: Terms, *, dry_run: bool = False) -> Answer:
    """Open a battle; the secrets of sealed dice are on disk before their anchors are on record."""
    books = desk.books()
    before = taking(books, desk.home.folder)
    books = taken(desk.game, books, before)
    words = desk.game.words
    crews = [_crew(books, name, words.crew) for name in terms.crews]
    opening = Opening(
        battle=books.next_battle,
        scenario=terms.scenario,
        crews=tuple(crew.who.id for crew in crews),
        teams=tuple(_teams(crews, terms.teams)),
        ask_start="ask" in terms.starts,
        dice=Source(terms.dice),
        terms=tuple(terms.own),
    )
    sealing, make = _sealing(terms, crews), desk.game.openings.action
    if sealing is not None:
        opening = replace(opening, seal=(sealing.seal(),))
    agreed = [start for start in terms.starts if start != "ask"]
    if agreed:
        names = opened_names(desk.game, books, make(opening))
        starts = tuple(_starts(names, agreed, words))
        opening = replace(opening, starts=starts)
    if sealing is not None and not sealing.solo and not dry_run:
        opened_names(desk.game, books, make(opening))  # refused before anybody types
        sealing = _of_several(sealing, terms, crews)
        opening = replace(opening, seal=(sealing.seal(),))
    action = make(opening)
    story = books.next_battle
    lines = submit(desk, story, [*before, action], sealing, dry_run=dry_run)
    state = fold(desk.game.battle, [line for line in lines if line.story == story])
    table = Table(story, desk.game, state)
    return Answer(
        lines=lines,
        next=table.ask(),
        undo="" if dry_run else undo_of(desk, table, lines),
        dry_run=dry_run,
    )


def drawn(file: str) -> str:
    """What a drawing's file says, with its blank rows left out. Raises what a file can raise."""
    rows = [row.rstrip() for row in strangers.text(Path(file), _LARGEST).splitlines()]
    if not any(rows):
        raise WrongUsage(f"{said(file)} draws nothing")
    return "\n".join(row for row in rows if row)


def submit(
    desk: Desk, story: str, actions: Sequence[Action], sealing: Sealing | None, *, dry_run: bool
) -> list[Line]:
    """Put an opening on record, and then the sealed roll that it may ask for."""
    game = desk.game
    if dry_run or sealing is None:
        return _submitted(desk, story, actions, dry_run=dry_run)
    with desk.keeper.keeping(sealing):
        lines = _submitted(desk, story, actions)
    table = desk.table(story)
    follow = desk.keeper.follow(game)
    roll = follow(table.state)
    if roll is None:
        return lines
    return lines + desk.ledger.submit(
        story, game.battle, [roll], stamp=desk.stamp, edition=table.edition, follow=follow
    )


def _submitted(
    desk: Desk, story: str, actions: Sequence[Action], *, dry_run: bool = False
) -> list[Line]:
    game = desk.game
    return desk.ledger.submit(
        story,
        game.books,
        actions,
        stamp=desk.stamp,
        beside=desk.stories(),
        edition=f"{game.id} {desk.books().edition}",
        dry_run=dry_run,
    )


def planned(desk: Desk, scenario: str, names: Sequence[str]) -> Any:
    """The battle that these crews would open now, with whom they can field; nothing is recorded."""
    books = desk.books()
    books = taken(desk.game, books, taking(books, desk.home.folder))
    crews = tuple(_crew(books, name, desk.game.words.crew).who.id for name in names)
    opening = Opening(battle=books.next_battle, scenario=scenario, crews=crews)
    return opened(desk.game, books, desk.game.openings.action(opening))


def opened_names(game: Game, books: Books, action: Action) -> tuple[Name, ...]:
    """Everything that may be named in the battle that this action would open."""
    return game.names(opened(game, books, action))


def opened(game: Game, books: Books, action: Action) -> Any:
    """The battle that this action would open."""
    state = game.battle.initial
    for event in game.books.decide(books, action):
        if not isinstance(event, Elsewhere):
            state = game.battle.evolve(state, event)
    return state


def _crew(books: Books, name: str, word: str) -> Crew:
    try:
        return books.crew(find(name, books.named()).id)
    except NotFound as error:
        raise NotFound(
            f"no {word} is called {said(name)}", hint=error.hint or "acta crew list"
        ) from None


def _teams(crews: Sequence[Crew], texts: Sequence[str]) -> Iterator[Team]:
    """Teams as they are typed, `Ash=Sura,Vex`."""
    for text in texts:
        name, sign, members = text.partition("=")
        if not sign:
            raise WrongUsage(f"{said(text)} names no team", hint="--team CREW=NAME,NAME")
        crew = _among(crews, name)
        ids = [find(member.strip(), crew.named()).id for member in members.split(",")]
        yield Team(crew.who.id, tuple(ids))


def _among(crews: Sequence[Crew], name: str) -> Crew:
    found = find(name.strip(), [Named(crew.who.id, crew.who.name) for crew in crews])
    return next(crew for crew in crews if crew.who.id == found.id)


def _starts(names: Sequence[Name], texts: Sequence[str], words: Words) -> Iterator[Start]:
    """Where crews start as it is typed, `Ash=Well Yard`."""

    def look(kind: str, text: str) -> str:
        known = [Named(name.id, name.name, name.handle) for name in names if name.kind == kind]
        try:
            return find(text.strip(), known).id
        except NotFound as error:
            listed = there(one.name for one in known)
            sentence = f"no {words.of(kind)} is called {said(text)}"
            raise NotFound(sentence, hint=error.hint or listed) from None

    for text in texts:
        crew, sign, place = text.partition("=")
        if not sign:
            raise WrongUsage(
                f"{said(text)} names no start", hint="--start ask or --start CREW=PLACE"
            )
        yield Start(look("crew", crew), look("place", place))


def _sealing(terms: Terms, crews: Sequence[Crew]) -> Sealing | None:
    """The secrets of sealed dice, drawn or of a seed; None for dice on the table."""
    if terms.dice != "sealed":
        if terms.solo or terms.seed or terms.secret:
            raise WrongUsage(
                "--solo, --seed and --secret-from are for sealed dice", hint="--dice sealed"
            )
        return None
    if terms.solo or terms.seed:
        if terms.secret:
            raise WrongUsage("--solo has one chain, so nobody else gives a secret")
        if not terms.solo:
            raise WrongUsage("a seed is one player's: it wants --solo", hint="--solo --seed HEX")
        return solo(terms.seed)
    return several(len(crews))


def _of_several(sealing: Sealing, terms: Terms, crews: Sequence[Crew]) -> Sealing:
    """The secrets with the words of the last crew's player, if they are to be given."""
    if terms.secret:
        return with_words(sealing, _words(terms.secret, crews))
    talk(told_drawn(sealing, crews[-1].player))
    return sealing


def _words(source: str, crews: Sequence[Crew]) -> Callable[[Sequence[str]], str]:
    """How the last party gives its words: after the anchors of the others are on screen."""

    def ask(anchors: Sequence[str]) -> str:
        for crew, anchor in zip(crews, anchors, strict=False):
            talk(f"anchor of {crew.player} ({crew.who.name}): {anchor}")
        if source == "-":
            talk(f"{crews[-1].player}: type eight words or more, or fifty digits from 1 to 6")
            return sys.stdin.readline(_LARGEST)
        return strangers.text(Path(source), _LARGEST)

    return ask
