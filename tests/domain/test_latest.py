"""Answers at hand: free for the very same state, and never those of another."""

from domain.latest import AT_HAND, about_latest, latest


class State:
    """A state that equals every other, so that only being the same one tells them apart."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State)

    def __hash__(self) -> int:
        return 0


def test_the_very_same_state_is_asked_once_and_an_equal_one_anew() -> None:
    """The same object has the same answer; another one that equals it is another question."""
    asked: list[int] = []

    @latest
    def number(state: State) -> int:
        asked.append(state.number)
        return state.number

    one, other = State(1), State(2)

    assert [number(one), number(one), number(other), number(one)] == [1, 1, 2, 1]
    assert asked == [1, 2]


def test_only_the_newest_states_are_at_hand() -> None:
    """A state that so many others came after is asked again; nothing is kept for ever."""
    asked: list[int] = []

    @latest
    def number(state: State) -> int:
        asked.append(state.number)
        return state.number

    states = [State(n) for n in range(AT_HAND + 1)]
    for state in (*states, states[0]):
        assert number(state) == state.number

    assert asked == [*range(AT_HAND + 1), 0]


def test_a_thing_is_known_while_the_state_stays_and_not_after() -> None:
    """Two that are equal are two; in the next state each is asked about once more."""
    asked: list[tuple[int, int]] = []

    @about_latest
    def both(state: State, thing: State) -> tuple[int, int]:
        asked.append((state.number, thing.number))
        return state.number, thing.number

    first, second, this, that = State(1), State(2), State(10), State(20)

    assert [both(first, each) for each in (this, that, this)] == [(1, 10), (1, 20), (1, 10)]
    assert both(second, this) == (2, 10)
    assert asked == [(1, 10), (1, 20), (2, 10)]


def test_a_thing_that_is_gone_is_not_taken_for_one_made_after_it() -> None:
    """Python gives the place of what is gone to what comes next; that is asked about too."""

    @about_latest
    def number(_: State, thing: State) -> int:
        return thing.number

    state = State(0)

    assert [number(state, State(n)) for n in range(100)] == list(range(100))
