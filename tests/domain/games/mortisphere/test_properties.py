"""What holds in every battle, whoever plays it by whatever house rules."""

from collections.abc import Iterator
from itertools import islice, product

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain import game as games
from domain.games.mortisphere.acting import Choose, Decline, Done, Hold, Pass
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.clash import (
    Clash,
    Guard,
    GuardKind,
    Respond,
    Strike,
)
from domain.games.mortisphere.deployment import ChooseStart
from domain.games.mortisphere.dicebox import ChangeDice
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.opening import FieldTeam, Open
from domain.games.mortisphere.ordering import Order, Pair
from domain.games.mortisphere.play import EVENTS, awaited, decide, evolve
from domain.games.mortisphere.rounds import Concede, Conclude, RoundBegan
from domain.games.mortisphere.ruling import Change, ChangeKind, Note, Ruling
from domain.games.mortisphere.showing import show
from domain.games.mortisphere.throwing import AnnounceRoll, Roll
from domain.games.mortisphere.using import Accept, Named
from domain.ledger.record import Line
from domain.terms import Action, Event, Refusal
from domain.throwing import Shown, Source
from tests.invariants import Watch
from tests.random_battles import (
    Step,
    begun,
    opened,
    openings,
    steps,
    told,
    told_on,
)
from tests.story import Story, clash, crew, d, member

CATALOGUE = games.catalogue("mortisphere")
seeds = st.integers(0, 2**32).map(str)
battles = settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink a battle takes many minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def played(opening: Open, seed: str) -> tuple[list[Event], list[Step]]:
    """A whole battle: its opening, and every step to its end."""
    first = opened(opening)
    return first, list(steps(told(first), seed))


def check_whole(opening: Open, seed: str) -> None:
    """A battle runs to its end, by the invariants, and is the same when it is told again."""
    first, after = played(opening, seed)
    events = [*first, *(e for step in after for e in step.events)]
    watching, battle = Watch(), Fighting()
    for event in events:
        before, battle = battle, evolve(battle, event)
        watching.see(before, event, battle)
    assert battle.ended
    assert battle.concluded
    rounds = [event.round for event in events if isinstance(event, RoundBegan)]
    assert rounds == list(range(1, battle.round + 1))  # case 88: up by one, never back


@battles
@given(openings(), seeds)
def test_a_random_battle_runs_to_its_end(opening: Open, seed: str) -> None:
    """MS-EVT-6: two to four crews, any house rules; the invariants hold all the way."""
    check_whole(opening, seed)


@pytest.mark.long
@settings(battles, max_examples=400)
@given(openings(), seeds)
def test_many_random_battles_run_to_their_end(opening: Open, seed: str) -> None:
    """The same, 400 times; robots play 10,000 more on record (`test_invariants.py`)."""
    check_whole(opening, seed)


@settings(battles, max_examples=8)
@given(openings(), seeds)
def test_a_story_told_twice_is_the_same(opening: Open, seed: str) -> None:
    """MS-EVT-1, -2: the same actions give the same events, and these the same battle."""
    assert played(opening, seed) == played(opening, seed)


@settings(battles, max_examples=10)
@given(openings(most=3, members=3), seeds)
def test_whatever_legal_lists_is_accepted(opening: Open, seed: str) -> None:
    """Each simple action stands as it is, and judging leaves the battle as it was."""
    _, after = played(opening, seed)
    for step in after[:60]:
        legal = Legal(step.before)
        for action in legal.simple():
            assert legal.admits(action)
            assert list(decide(step.before, action)) == list(decide(step.before, action))


@settings(battles, max_examples=10)
@given(openings(), seeds)
def test_case_82_every_prefix_of_the_log_folds(opening: Open, seed: str) -> None:
    """Case 82: each event is one of its own, and a battle can be read up to any of them."""
    first, after = played(opening, seed)
    battle = Fighting()
    for event in (*first, *(e for step in after for e in step.events)):
        battle = evolve(battle, event)
        assert battle.opened
        assert event.told()
        assert show(battle)["round"] == battle.round


@settings(battles, max_examples=15)
@given(openings(), openings(), seeds, st.data())
def test_remembering_never_refuses(one: Open, other: Open, seed: str, data: st.DataObject) -> None:
    """`evolve` is total: the events of one battle, in any order, in any state of another."""
    _, mine = played(one, seed)
    _, theirs = played(other, seed)
    events = [e for step in mine for e in step.events]
    states = [Fighting(), *(step.before for step in theirs)]
    for state in data.draw(st.lists(st.sampled_from(states), max_size=5)):
        battle = state
        for event in data.draw(st.lists(st.sampled_from(events), max_size=40)):
            battle = evolve(battle, event)


@settings(battles, max_examples=10)
@given(openings(), seeds)
def test_every_event_and_action_comes_back_from_its_bytes(opening: Open, seed: str) -> None:
    """Encoding and decoding are the identity, for each event and each cause of a battle."""
    first, after = played(opening, seed)
    told_: list[tuple[Event, Action]] = [(e, opening) for e in first]
    told_ += [(e, step.action) for step in after for e in step.events]
    for number, (event, action) in enumerate(told_, start=1):
        line: Line = Line(
            at="2026-11-29T19:48:00.123Z",
            batch=f"battle-1/{number}",
            by="Ana",
            campaign="00" * 16,
            data=event,
            line=number,
            program="acta 0.1.0",
            story="battle-1",
            cause=action,
        )
        assert CATALOGUE.decode(CATALOGUE.encode(line)) == line


# Anything else is refused, and refused only


class Words(msgspec.Struct, frozen=True):
    """What actions about a battle may name, and some things that they may not."""

    unit: st.SearchStrategy[str]
    side: st.SearchStrategy[str]
    area: st.SearchStrategy[str]
    goal: st.SearchStrategy[str]

    @property
    def several(self) -> st.SearchStrategy[tuple[str, ...]]:
        """Up to four units."""
        return st.lists(self.unit, max_size=4).map(tuple)


def words(battle: Fighting) -> Words:
    """The words of a battle."""
    scenario = setting(battle)
    return Words(
        st.sampled_from([*battle.units, "", "battle-1/1#9.9"]),
        st.sampled_from([*(s.id for s in battle.sides), "", "crew-x"]),
        st.sampled_from([*(a.id for a in scenario.areas), "moon", ""]),
        st.sampled_from([*(o.id for o in scenario.objectives), "grail"]),
    )


def rulings(word: Words) -> st.SearchStrategy[Action]:
    """Rulings of up to three changes, and notes."""
    change = st.builds(
        Change,
        unit=st.one_of(word.unit, word.side),
        change=st.sampled_from(ChangeKind),
        amount=st.integers(-1, 3),
        what=st.one_of(word.area, st.sampled_from(["stunned", "hidden", "joy"])),
    )
    return st.one_of(
        st.builds(Ruling, text=st.just("so"), changes=st.lists(change, max_size=3).map(tuple)),
        st.builds(Note, member=word.unit, text=st.sampled_from(["", "a note"])),
    )


def clashes(word: Words) -> st.SearchStrategy[Action]:
    """Clashes, answers, orders."""
    strike = st.builds(
        Strike,
        initiators=word.several,
        targets=st.lists(word.unit, max_size=2).map(tuple),
        swarm=st.booleans(),
        leader=word.unit,
    )
    guard = st.builds(
        Guard,
        kind=st.sampled_from(GuardKind),
        members=word.several,
        place_of=word.unit,
        against=word.several,
        leader=word.unit,
    )
    pair = st.builds(Pair, word.unit, word.unit)
    return st.one_of(
        st.builds(Clash, strikes=st.lists(strike, max_size=3).map(tuple)),
        st.builds(Respond, guards=st.lists(guard, max_size=3).map(tuple)),
        st.builds(Order, pairs=st.lists(pair, max_size=3).map(tuple)),
    )


def rolls() -> st.SearchStrategy[Action]:
    """Faces that a die can show and others, reveals that fit nothing."""
    face = st.builds(
        Shown, st.integers(-1, 21), st.lists(st.integers(0, 21), max_size=2).map(tuple)
    )
    return st.builds(
        Roll,
        faces=st.lists(face, max_size=4).map(tuple),
        reveals=st.lists(st.sampled_from(["", "zz", "00" * 32]), max_size=2).map(tuple),
        typed=st.booleans(),
    )


def actions(battle: Fighting) -> st.SearchStrategy[Action]:
    """Well-formed actions about this battle, most of them out of place."""
    word = words(battle)
    return st.one_of(
        clashes(word),
        rolls(),
        rulings(word),
        st.builds(Move, members=word.several, to=word.area),
        st.builds(Interact, members=word.several, objective=word.goal, copy=st.integers(-1, 5)),
        st.builds(Hold, member=word.unit),
        st.builds(Pass, crew=word.side),
        st.builds(Done, crew=word.side),
        st.builds(Choose, picks=word.several),
        st.builds(Accept, effects=st.just((Named("leave"),))),
        st.builds(Decline, question=st.sampled_from(["", "leave", "blows"])),
        st.just(AnnounceRoll()),
        st.builds(Concede, crew=word.side),
        st.just(Conclude()),
        st.builds(ChooseStart, crew=word.side, area=word.area),
        st.builds(FieldTeam, crew=word.side, members=word.several),
        st.builds(ChangeDice, dice=st.sampled_from(Source), why=st.sampled_from(["", "lost"])),
    )


def check_refusals(opening: Open, seed: str, data: st.DataObject) -> None:
    """MS-EVT-3: an action yields events that fold, or is refused; membership says which."""
    _, after = played(opening, seed)
    battle = data.draw(st.sampled_from([step.before for step in after]))
    for action in data.draw(st.lists(actions(battle), min_size=8, max_size=8)):
        try:
            events = list(decide(battle, action))
        except Refusal as refusal:
            events, sentence = [], refusal.told()
        else:
            sentence = ""
        assert bool(events) is Legal(battle).admits(action) is not bool(sentence)
        told_on(battle, action) if events else None


@settings(battles, max_examples=25)
@given(openings(), seeds, st.data())
def test_what_is_not_legal_is_refused(opening: Open, seed: str, data: st.DataObject) -> None:
    """Actions drawn at random, whatever the battle waits for."""
    check_refusals(opening, seed, data)


@pytest.mark.long
@settings(battles, max_examples=400)
@given(openings(), seeds, st.data())
def test_what_is_not_legal_is_refused_often(opening: Open, seed: str, data: st.DataObject) -> None:
    """The same, 400 times eight actions."""
    check_refusals(opening, seed, data)


def check_rulings(opening: Open, seed: str, data: st.DataObject) -> None:
    """MS-EVT-5: accepted rulings in the middle of anything, and it still runs to its end."""
    battle = begun(opening)
    for lines in data.draw(st.lists(st.integers(0, 25), min_size=1, max_size=6)):
        for step in islice(steps(battle, f"{seed} {lines}"), lines):
            battle = step.after
        action = data.draw(rulings(words(battle)))
        if Legal(battle).admits(action):
            battle = told_on(battle, action)
    last = [battle, *(step.after for step in steps(battle, seed))][-1]
    assert last.concluded


@settings(battles, max_examples=25)
@given(openings(), seeds, st.data())
def test_a_battle_survives_every_ruling(opening: Open, seed: str, data: st.DataObject) -> None:
    """MS-EVT-5: rulings at any moment, up to six in a battle."""
    check_rulings(opening, seed, data)


@pytest.mark.long
@settings(battles, max_examples=400)
@given(openings(), seeds, st.data())
def test_a_battle_survives_many_rulings(opening: Open, seed: str, data: st.DataObject) -> None:
    """MS-EVT-5: the same in 400 battles, about 1,200 rulings."""
    check_rulings(opening, seed, data)


# Small boards: everything legal


def universe(battle: Fighting) -> Iterator[Action]:
    """Every well-formed action in the form in which `Legal.all` gives it, of either crew."""
    units = list(battle.units)
    areas = [a.id for a in battle.scenario.areas] if battle.scenario else []
    goals = battle.scenario.objectives if battle.scenario else ()
    for crew_ in [s.id for s in battle.sides]:
        own = [u for u in units if battle.units[u].crew == crew_]
        parts = [("", ""), *product(("alone", "swarm"), units)]
        for chosen in product(parts, repeat=len(own)):
            strikes = [
                Strike(initiators=(u,), targets=(t,))
                for u, (how, t) in zip(own, chosen, strict=True)
                if how == "alone"
            ]
            for foe in dict.fromkeys(t for how, t in chosen if how == "swarm"):
                both = zip(own, chosen, strict=True)
                ids = tuple(u for u, part in both if part == ("swarm", foe))
                strikes.append(Strike(initiators=ids, targets=(foe,), swarm=True))
            yield Clash(strikes=tuple(strikes))
        for unit in own:
            yield from (Move(members=(unit,), to=area) for area in areas)
            for goal in goals:
                for copy in range(1, goal.copies + 1):
                    yield Interact(members=(unit,), objective=goal.id, copy=copy)
            yield Hold(member=unit)
            yield Choose(picks=(unit,))
        for answer in product((False, True, None), repeat=len(own)):
            alone = tuple(u for u, a in zip(own, answer, strict=True) if a)
            swarm = tuple(u for u, a in zip(own, answer, strict=True) if a is None)
            joined = (Guard(kind=GuardKind.SWARM, members=swarm),) if swarm else ()
            yield Respond(guards=(*(Guard(members=(u,)) for u in alone), *joined))
    yield from (Pass(), Done(), Decline(question="leave"), Decline(question="interact"), Conclude())


def same(battle: Fighting) -> None:
    """What `all` lists is what is left of everything that can be tried."""
    legal = Legal(battle)
    listed = legal.all()
    assert len(set(listed)) == len(listed)
    tried = {action for action in universe(battle) if legal.admits(action)}
    orders = {a for a in listed if isinstance(a, Order)}
    assert set(listed) - orders == tried
    assert all(
        any(list(decide(battle, a)) == list(decide(battle, b)) for b in listed)
        for a in legal.simple()
    )


BOARDS = (
    Story(crew("Ash", *d(4, "Rat", "Cat", "Dog")), crew("Iron", *d(8, "Nine", "Ten"))),
    Story(
        crew("Ash", *d(6, "Sura"), member("Oum", 8, captain=True)),
        crew("Iron", *d(4, "Low", "Lower"), member("Away", 4, at="tower")),
        house={"leave_contested": "opposed_roll", "objective_contest": "opposed"},
    ),
    Story(
        crew("Ash", *d(6, "Sura"), member("Down", 8, out=True)),
        crew("Iron", *d(4, "Low"), member("Gone", 4, out=True)),
        house={"target_incapacitated": "finish_off", "pass_rule": "free_pass"},
    ),
    Story(
        crew("Ash", *d(6, "Sura", "Vex")),
        crew("Iron", *d(4, "Low", "Lower")),
        house={"noncombat_timing": "before_clash", "pass_rule": "must_act"},
    ),
)


@pytest.mark.parametrize("board", BOARDS)
def test_everything_legal_on_a_small_board(board: Story) -> None:
    """`Legal.all` against trying every well-formed action, along a random battle's first steps."""
    same(board.battle)
    seen = {"Turn"}
    for step in steps(board.battle, "small"):
        kind = type(awaited(step.after)).__name__
        if kind not in seen or kind == "Pick":
            seen.add(kind)
            same(step.after)
        if len(seen) > 3 or step.after.round > 2:
            break


def test_all_orders_of_a_clash() -> None:
    """MS-MUL-5: two pairings have two orders, listed beside the faces that are awaited."""
    story = BOARDS[0].do(clash("Rat > Nine", "Cat > Ten"))
    story = story.do(Respond())
    orders = [a for a in Legal(story.battle).all() if isinstance(a, Order)]
    assert len(orders) == 2
    assert Legal(story.battle).patterns() == ["roll {1..4}"]


# Counts that guard the rules: simple lines with one fixed face a roll


def perft(battle: Fighting, depth: int) -> int:
    """How many stories of so many simple lines there are, where every die shows its middle."""
    if depth == 0 or battle.ended:
        return 1
    waiting = awaited(battle)
    if dice := getattr(waiting, "dice", ()):
        faces = tuple(Shown((due.sides + 1) // 2) for due in dice)
        return perft(told_on(battle, Roll(faces=faces)), depth)
    return sum(perft(told_on(battle, a), depth - 1) for a in Legal(battle).simple())


def test_perft_of_the_granary() -> None:
    """One creature a side, in Yard and Tower: counted by hand for the first two turns.

    Ash in the Yard: 2 Areas to go to, 2 cisterns, hold: 5. Iron in the Tower (no objective
    there, nobody in its Area): 2 Areas, hold: 3; but where Ash went to the Tower (1 of 5) there
    is a Clash besides: 4. So 4 x 3 + 4 = 16.
    """
    story = Story(
        crew("Ash", member("Rat", 4, "creature"), at="well"),
        crew("Iron", member("Nine", 20, "creature"), at="tower"),
    )
    assert perft(story.battle, 1) == 5
    assert perft(story.battle, 2) == 16


def test_perft_of_the_works() -> None:
    """One Machine a side at the two entries: 2 Areas and hold, for each: 3, then 9, 3 x 3.

    In the third turn (round 2) each stands in its entry or in one of the two Areas beyond; who
    begins is the d6. From an entry 3 lines; alone in the Turbine Hall: 3 Areas, hold, prime: 5;
    on the Press Floor, not primed: 3 Areas, hold: 4; one more Clash where both met: 3 x (3 + 5 +
    4) + 2 = 38.
    """
    story = Story(
        crew("Ash", member("Sura", 6, "machine"), at="switchyard"),
        crew("Iron", member("Nine", 20, "machine"), at="gallery"),
        scenario="wake-the-press",
    )
    assert [perft(story.battle, n) for n in (1, 2, 3)] == [3, 9, 38]


def test_perft_of_a_clash() -> None:
    """Two d6 in the Hall: Clash, 2 Areas, 4 bins, hold: 8. The Clash is absorbed or defended.

    Then: after a move (2) the other has 7; after a bin or hold (5) it has 8; the Clash has 2
    answers: 2 x 7 + 5 x 8 + 2 = 56.
    """
    story = Story(crew("Ash", *d(6, "Sura")), crew("Iron", *d(6, "Nine")))
    assert [perft(story.battle, n) for n in (1, 2)] == [8, 56]


def test_every_kind_of_event_is_remembered_by_somebody() -> None:
    """Each event of the game has a chapter, and its name no other has."""
    assert len({str(e.__struct_config__.tag) for e in EVENTS}) == len(EVENTS)
