"""Chapters play together: each remembers what it hears, and the first that waits goes first."""

from types import SimpleNamespace

from domain import chapters
from domain.campaign import BattleClosed, CampaignRenamed, HouseSet
from domain.terms import Event, Telling


def grow(state: int, _: Event) -> int:
    """One more."""
    return state + 1


def double(state: int, _: Event) -> int:
    """Twice as many."""
    return state * 2


def test_chapters_remember_their_own_and_what_they_hear() -> None:
    """In the chapters' order; a chapter that remembers nothing still has its events."""
    first = SimpleNamespace(EVENTS=(HouseSet,), HEARS=(BattleClosed,), evolve=grow)
    second = SimpleNamespace(EVENTS=(BattleClosed,), evolve=double)
    silent = SimpleNamespace(EVENTS=(CampaignRenamed,))
    known = chapters.remembering((first, second, silent))
    assert known == {HouseSet: (grow,), BattleClosed: (grow, double), CampaignRenamed: ()}


def test_the_first_that_waits_goes_first() -> None:
    """The second of three is due, and the third is not asked; if none is, nothing."""

    def never(_: int) -> str:
        raise AssertionError

    assert chapters.first((lambda _: None, lambda n: f"due {n}", never), 3) == "due 3"
    assert chapters.first((lambda _: None,), 3) is None


def test_it_goes_on_until_somebody_is_awaited() -> None:
    """From 0 three steps of their own, then at 3 an answer is awaited."""
    telling = Telling(0, grow)
    step = HouseSet(option="a", before="b", after="c")
    chapters.proceed(telling, lambda n: (lambda going: going.tell(step)) if n < 3 else "awaited")
    assert (telling.state, len(telling.events)) == (3, 3)


def test_case_32_a_chapter_named_twice_remembers_once() -> None:
    """Case 32: its events count once, however often it is in the list."""
    chapter = SimpleNamespace(EVENTS=(HouseSet, HouseSet), HEARS=(HouseSet,), evolve=grow)
    assert chapters.remembering((chapter, chapter)) == {HouseSet: (grow,)}
