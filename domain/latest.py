"""Questions whose newest answers are at hand: what one action ends with, the next begins with.

Only for pure questions of states that never change: the same object has the same answer.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

S = TypeVar("S")
Q = TypeVar("Q")
A = TypeVar("A")


AT_HAND = 3
"""So many states: one that many actions are tried on, and what each of them has led to."""


def latest(ask: Callable[[S], A]) -> Callable[[S], A]:
    """Let a question that is asked again of the very same state be free."""
    known: list[tuple[S, A]] = []

    @wraps(ask)
    def asked(state: S) -> A:
        for of, answer in known:
            if of is state:
                return answer
        answer = ask(state)
        known[:] = [(state, answer), *known[: AT_HAND - 1]]
        return answer

    return asked


def while_same(
    part: Callable[[S], object],
) -> Callable[[Callable[[S, Q], A]], Callable[[S, Q], A]]:
    """Let the answers of a question about one part of a state stand while that is the same."""

    def keeping(ask: Callable[[S, Q], A]) -> Callable[[S, Q], A]:
        known: list[tuple[object, dict[Q, A]]] = [(None, {})]

        @wraps(ask)
        def asked(state: S, question: Q) -> A:
            of, answers = known[0]
            if part(state) is not of:
                answers = {}
                known[0] = (part(state), answers)
            if question not in answers:
                answers[question] = ask(state, question)
            return answers[question]

        return asked

    return keeping


def about_latest(ask: Callable[[S, Q], A]) -> Callable[[S, Q], A]:
    """Let a question about the very same thing be free while the state is the very same.

    Every thing asked about is kept with its answer, so that no other can be taken for it.
    """
    answers_to = latest(_none_yet)

    @wraps(ask)
    def asked(state: S, thing: Q) -> A:
        answers = answers_to(state)
        found = answers.get(id(thing))
        if found is None:
            found = answers[id(thing)] = thing, ask(state, thing)
        answer: A = found[1]
        return answer

    return asked


def _none_yet(_: object) -> dict[int, Any]:
    return {}
