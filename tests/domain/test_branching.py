"""The rules of a branch: those of its battle, from there on, to its end and no further."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain import branching
from domain.branch import PREFIX, OpenBranch
from domain.branching import Origin
from domain.dicebox import DiceSealed
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.ruling import Note
from domain.marks import behind, held, mark_of, parted, rows_to
from domain.terms import Event, NotFound, RuleBroken, StorageFailed, Unreadable, WrongUsage
from tests.season import GAME, Season

OWN = DiceSealed(battle="cd" * 16, anchors=("ef" * 32,), solo=True)


@pytest.fixture(params=[False, True], ids=["table", "sealed"])
def season(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Season]:
    """A battle of two crews, five steps old."""
    found = Season(tmp_path / "ledger.db", seed="branch")
    battle = found.open(found.crew("ash.toml"), found.crew("iron.toml"), sealed=request.param)
    for _ in range(5):
        found.step(battle)
    yield found
    found.ledger.close()


def origin(season: Season) -> Origin:
    """Where a branch leaves at the newest line."""
    rows = season.ledger.rows_of("battle-1")
    return Origin(mark_of(rows), season.state("battle-1"))


def opening(found: Origin, *seal: DiceSealed) -> OpenBranch:
    """A branch that begins there."""
    mark = found.mark
    return OpenBranch(from_=mark.story, line=mark.line, digest=mark.digest, seal=seal)


def begun(found: Origin, *seal: DiceSealed) -> Event:
    """What comes of that."""
    rules = branching.deciding(GAME, found)
    (event,) = rules.decide(rules.initial, opening(found, *seal))
    assert isinstance(event, Event)
    return event


def test_it_has_dice_of_its_own_where_the_battle_has(season: Season) -> None:
    """None with dice on the table; else an anchor of every party, and none of the battle's."""
    found = origin(season)
    rules = branching.deciding(GAME, found)
    chains = GAME.chains(found.state)
    if not chains.anchors:
        assert rules.evolve(rules.initial, begun(found)) == found.state
        with pytest.raises(WrongUsage, match="sealed dice of its own"):
            list(rules.decide(rules.initial, opening(found, OWN)))
        return
    event = begun(found, OWN)
    state = rules.evolve(rules.initial, event)
    assert (state.seal.battle, state.seal.places, state.seal.reveals) == (OWN.battle, 0, ())
    assert rules.struck(rules.initial, event) == rules.initial
    theirs = DiceSealed(battle=chains.battle, anchors=chains.anchors, solo=True)
    pair = DiceSealed(battle=OWN.battle, anchors=(*OWN.anchors, "01" * 32))
    for seal, why in (
        ((), "sealed dice of its own"),
        ((OWN, OWN), "an anchor of every party"),
        ((pair,), "an anchor of every party"),
        ((theirs,), "not those of its battle"),
        ((DiceSealed(battle=OWN.battle, anchors=chains.anchors, solo=True),), "not those of"),
    ):
        with pytest.raises(WrongUsage, match=why):
            list(rules.decide(rules.initial, opening(found, *seal)))


def test_it_begins_once_and_is_not_concluded(season: Season) -> None:
    """MS-EVT-1: what would close the battle for its crews is refused, and never listed."""
    found = origin(season)
    rules = branching.deciding(GAME, found)
    with pytest.raises(WrongUsage, match="begun already"):
        list(rules.decide(found.state, opening(found)))
    with pytest.raises(RuleBroken, match="MS-EVT-1: a branch counts for nothing"):
        list(rules.decide(found.state, Conclude()))


def test_what_is_legal_is_what_its_battle_allows_but_the_conclusion(season: Season) -> None:
    """Every list is the battle's; once it is over, nothing but notes is left."""
    found = origin(season)
    game = branching.playing(GAME, f"{PREFIX}1", found)
    legal, theirs = game.legal(found.state), GAME.legal(found.state)
    assert legal.simple() == theirs.simple()
    assert list(legal.candidates()) == list(theirs.candidates())
    assert (legal.patterns(), legal.combine(), legal.always()) == (
        theirs.patterns(),
        theirs.combine(),
        theirs.always(),
    )
    assert list(legal.drawn(lambda _: 0)) == list(theirs.drawn(lambda _: 0))
    assert legal.admits(Note(text="x"))
    season.play("battle-1")
    ended = next(
        state
        for line in range(season.ledger.rows_of("battle-1")[-1].line, 0, -1)
        if (state := branching.state_at(GAME, season.ledger, "battle-1", line)).ended
        and not state.concluded
    )
    over = game.legal(ended)
    assert GAME.legal(ended).admits(Conclude())
    assert Conclude() in GAME.legal(ended).simple()
    assert not over.admits(Conclude())
    assert Conclude() not in over.simple()
    assert game.show(ended)["battle"] == game.ask(ended)["battle"] == f"{PREFIX}1"
    assert not game.settles(season.state("battle-1"))


def test_where_nothing_is_played_no_branch_leaves(season: Season) -> None:
    """Before the opening is whole, and behind the conclusion."""
    mark = mark_of(season.ledger.rows_of("battle-1")[:1])
    unopened = Origin(mark, GAME.battle.initial)
    with pytest.raises(WrongUsage, match="no battle is open behind battle-1/1"):
        branching.playable(GAME, unopened)
    season.play("battle-1")
    with pytest.raises(RuleBroken, match="MS-EVT-1: the battle is concluded"):
        branching.playable(GAME, origin(season))


def test_a_story_that_is_none_is_no_branch(season: Season) -> None:
    """A battle does not begin as one; nor does nothing."""
    with pytest.raises(Unreadable, match="battle-1 does not begin as a branch does"):
        branching.origin_of(GAME, season.ledger, "battle-1")
    with pytest.raises(Unreadable, match="it does not begin"):
        branching.origin_of(GAME, season.ledger, f"{PREFIX}9")


def test_marks_hold_all_before_them(season: Season) -> None:
    """The rows up to a line; a mark of other lines is told; so is an address that is none."""
    ledger = season.ledger
    rows, mine = behind(ledger, "battle-1/2")
    assert rows[0].address == "battle-1/1"
    assert isinstance(mine[0].data, BattleOpened)
    assert {line.batch for line in mine} == {"battle-1/1"}
    mark = mark_of(rows)
    assert held(ledger, mark) == rows
    assert mark.address == rows[-1].address
    other = mark_of(ledger.rows_of("crew-ash")[:2])
    for wrong in (
        type(mark)(story=mark.story, line=mark.line, digest=other.digest),
        type(mark)(story=mark.story, line=mark.line + 500, digest=mark.digest),
        type(mark)(story="battle-9", line=-1, digest=mark.digest),
    ):
        with pytest.raises(StorageFailed, match="no longer what it was"):
            held(ledger, wrong)
    for story, line in (("battle-1", 0), ("battle-1", 10_000), ("battle-9", 1)):
        with pytest.raises(NotFound):
            rows_to(ledger, story, line)
    for text in ("battle-1", "/3", "battle-1/x", "battle-1/\u00b2"):
        with pytest.raises(WrongUsage):
            parted(text)
