"""What a cause yields, each event in its story, beside the lines that are stored of it."""

from collections.abc import Iterable, Iterator, Sequence

from domain.ledger.record import Line
from domain.terms import Elsewhere, Event


def alike(group: Sequence[Line], decided: Sequence[Event | Elsewhere], story: str) -> bool:
    """Whether what was decided is, without new ids, what is stored."""
    if len(group) != len(decided):
        return False
    for line, event in zip(group, decided, strict=True):
        home, happened = story, event
        if isinstance(event, Elsewhere):
            home, happened = event.story, event.event
        if line.data != happened or line.story != home:
            return False
    return True


def placed(decided: Iterable[Event | Elsewhere], story: str) -> Iterator[tuple[str, Event]]:
    """What a cause yields, each event with the story in which it belongs."""
    for event in decided:
        if isinstance(event, Elsewhere):
            yield event.story, event.event
        else:
            yield story, event
