"""Numbers and lists with the words that are right of them: of one thing as of several."""

from collections.abc import Iterable


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its word, `1 line`, `2 lines`; `several` where an s is not enough."""
    return f"{number} {agreed(number, one, several or f'{one}s')}"


def agreed(number: int, one: str, several: str) -> str:
    """The word that is right of so many: `is` or `are`."""
    return one if number == 1 else several


def there(names: Iterable[object]) -> str:
    """What there is: `there is battle-1`, `there are battle-1, battle-2`; empty of nothing."""
    known = list(map(str, names))
    return f"there {agreed(len(known), 'is', 'are')} {', '.join(known)}" if known else ""
