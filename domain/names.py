"""Names: what may be one, how it is written in folders, shortened at the table, and found again.

Two names are one when they differ in case, accents, width or spaces only (`fold`); two crews'
names may not even look alike (`alike`).
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations, count, product
from typing import TypeVar

import msgspec

from domain.counting import agreed, there
from domain.terms import Ambiguous, NotFound, WrongUsage

S = TypeVar("S")

LONGEST = 80
LONGEST_SLUG = 60
LONGEST_PROSE = 2000
SHORT = 3
SEEN = 40
FEW = 12
ABC = "abcdefghijklmnopqrstuvwxyz"

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "\u0131": "i",
        "æ": "ae",
        "œ": "oe",
    }
    | {"œ": "oe", "þ": "th"}
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014", "-")
    | dict.fromkeys("\ufe0e\ufe0f", ""),
)
_ALIKE = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03bf\u03bd\u03b1",
    "ABEKMHOPCTYXIJSaeopcyxijsABEZHIKMNOPTYXova",
)
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ACCENT = 200  # canonical combining class from which marks are accents: not dakuten, nor virama
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(10)],
)
_ARTICLES = frozenset({"the", "a", "an"})


class Named(msgspec.Struct, frozen=True):
    """Somebody or something that a line may name; `crew` is the name of the crew it stands in."""

    id: str
    name: str
    handle: str = ""
    crew: str = ""

    def told(self) -> str:
        """Say which one is meant, `Wet Choir/LOW Low Note`."""
        return f"{self.crew}/{self.handle} {self.name}" if self.crew else self.name

    def written(self) -> str:
        """Write it as a line that nothing else answers to, `Wet Choir/@LOW`."""
        return f"{self.crew}/@{self.handle}" if self.crew else self.name


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a line of a battle may name: a unit, crew, place, objective or offer.

    `side` is the id of the crew it belongs to, empty for what is nobody's (and for crews).
    """

    kind: str
    id: str
    name: str
    handle: str = ""
    side: str = ""


def the(name: str) -> str:
    """A place's name within a sentence: “the Granary Hall”, “the Old Wound”."""
    return f"the {name.removeprefix('The ')}"


def said(text: str, most: int = SEEN) -> str:
    """Say a text that somebody typed: no sign that cannot be seen, at most so many characters."""
    seen = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: most + 1])
    return seen if len(seen) <= most else f"{seen[: most - 1]}…"


def clean(name: str) -> str:
    """A name as it is kept: composed (NFC), without outer spaces, 1 to 80 visible characters."""
    kept = _visible("name", name, LONGEST)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in kept):
        raise WrongUsage("a name has at least one letter, digit or sign")
    return kept


def prose(text: str, what: str = "note") -> str:
    """A note or reason as it is kept: composed, 1 to 2,000 characters in lines, all visible."""
    return _visible(what, text, LONGEST_PROSE, allowed="\n\t\u200c\u200d")


def _visible(what: str, text: str, longest: int, allowed: str = "") -> str:
    """A text without outer spaces, if it is neither too long nor holds what cannot be seen."""
    kept = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(kept) <= longest:
        raise WrongUsage(f"a {what} has 1 to {longest} characters, this one has {len(kept)}")
    for character in kept:
        unseen = unicodedata.category(character) in _UNSEEN or character in _BLANK
        if unseen and character not in allowed:
            code = _code(character)
            raise WrongUsage(f"a {what} holds no invisible characters, this one U+{code}")
    return kept


def _code(character: str) -> str:
    """The number of a character and what Unicode calls it."""
    return f"{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


@lru_cache(maxsize=4096)  # a list of legal lines asks for the same few names a thousand times
def fold(name: str) -> str:
    """A name without case, accents, width and needless spaces, for comparing."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    bare = "".join(c for c in apart if unicodedata.combining(c) < _ACCENT)
    return " ".join(unicodedata.normalize("NFC", bare).translate(_LETTERS).split())


def alike(name: str) -> str:
    """A name as it looks: folded, with Greek and Cyrillic letters read as their Latin twins."""
    return fold(unicodedata.normalize("NFKD", name).translate(_ALIKE))


def slug(name: str, taken: Collection[str] = ()) -> str:
    """A name for folders, files and stories: `[a-z0-9-]`, at most 60, no Windows device name.

    It is numbered where it is taken, or where nothing is left of the name.
    """
    plain = re.sub("[^a-z0-9]+", "-", fold(name).replace("'", "")).strip("-")
    plain = plain[:LONGEST_SLUG].rstrip("-")
    if plain and plain not in taken and plain not in _DEVICES:
        return plain
    tails = (f"-{number}" if plain else f"{number}" for number in count(2 if plain else 1))
    numbered = (plain[: LONGEST_SLUG - len(tail)].rstrip("-") + tail for tail in tails)
    return next(one for one in numbered if one not in taken)


def handle(name: str, taken: Iterable[str] = ()) -> str:
    """Three letters for the table, `LOW`: no look-alike of those taken or another whole name.

    Tried in order: the beginning of each word, three letters of the name in their order, its
    first letter with two others, any three.
    """
    others = {alike(other.upper()) for other in taken}
    words = [word for word in re.split(r"[\W\d_]+", fold(name)) if word]
    words = [word for word in words if word not in _ARTICLES] or words
    letters = "".join(words)
    tried = chain(
        (word[:SHORT] for word in words if len(word) >= SHORT),
        combinations(letters, SHORT),
        product(alike(letters[:1].upper()), ABC, ABC),
        product(ABC, repeat=SHORT),
    )
    short = next(short for short in map("".join, tried) if alike(short.upper()) not in others)
    return short.upper()


def nearest(word: str, words: Iterable[str]) -> str:
    """The right word that was probably meant; nothing if none is near."""
    meant = fold(word)[:LONGEST]
    distances = ((_distance(meant, fold(right)), right) for right in words)
    steps, right = min(distances, default=(1, ""))
    return right if steps <= max(len(meant) // 3, 1) else ""


def _distance(one: str, other: str) -> int:
    """How many letters must be added, dropped, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        older, before, row = before, row, [number]
        for place, right in enumerate(other, 1):
            steps = [before[place - 1] + (letter != right), before[place] + 1, row[-1] + 1]
            if one[number - 2 : number] == right + other[place - 2 : place - 1] and older:
                steps.append(older[place - 2] + 1)
            row.append(min(steps))
    return row[-1]


def meant(word: str, words: Iterable[str]) -> str:
    """The hint of a refusal: the word that was probably meant, else all if they are few."""
    known = list(dict.fromkeys(words))
    if right := nearest(word, known):
        return f"{right} is near"
    begun = [each for each in known if fold(each).startswith(fold(word))] if fold(word) else []
    if 0 < len(begun) <= FEW:
        return f"{', '.join(begun)} {agreed(len(begun), 'is', 'are')} near"
    return there(known) if len(known) <= FEW else ""


def called(text: str, names: Mapping[S, Iterable[str]]) -> list[S]:
    """Which things answer to a text: by a whole name, else its beginning, else a word's."""
    sought = fold(text[: 2 * LONGEST])
    folded = {thing: [fold(name) for name in all_] for thing, all_ in names.items()}
    steps: tuple[Callable[[str], bool], ...] = (
        lambda name: name == sought,
        lambda name: name.startswith(sought),
        lambda name: any(name.startswith(sought, at) for at in _words(name)),
    )
    found = ([t for t, all_ in folded.items() if any(map(step, all_))] for step in steps if sought)
    return next((hits for hits in found if hits), [])


def find(text: str, candidates: Iterable[Named], *, crew: str = "") -> Named:
    """Look a name up; raises `NotFound` or `Ambiguous`.

    The first step with a hit decides: whole name, handle, beginning of the name, beginning of one
    of its words. `@LOW` is a handle and nothing else; `Crew/Name` (or `crew`) narrows.
    """
    known = list({candidate.id: candidate for candidate in candidates}.values())
    hits = _of_crew(crew, text, known) if crew else _hits(text, known) or _narrowed(text, known)
    if not hits:
        names = [other.name for other in known]
        sentence = f"nobody here is called {said(text)}" if fold(text) else "the name is empty"
        raise NotFound(sentence, hint=meant(text, names) if fold(text) else "")
    if len(hits) > 1:
        listed = [hit.told() for hit in hits]
        hint = f"write {' or '.join(hit.written() for hit in hits)}"
        raise Ambiguous(f"{said(text)} may be {', '.join(listed)}", listed, hint=hint)
    return hits[0]


def _narrowed(text: str, known: list[Named]) -> list[Named]:
    """Who answers to `Crew/Name`, wherever the stroke stands that parts crew and name."""
    strokes = (place for place, sign in enumerate(text[: LONGEST + 1]) if sign == "/")
    tried = (_of_crew(text[:place], text[place + 1 :], known) for place in strokes)
    return next((hits for hits in tried if hits), [])


def _of_crew(crew: str, text: str, known: list[Named]) -> list[Named]:
    """Who answers to a name in the crews that answer to theirs."""
    crews = [Named(id=name, name=name) for name in dict.fromkeys(one.crew for one in known)]
    meant_crews = {found.name for found in _hits(crew, crews)}
    return _hits(text, [one for one in known if one.crew in meant_crews])


def _hits(text: str, known: list[Named]) -> list[Named]:
    """Who answers to a text at the first step that has a hit."""
    sought = fold(text[: 2 * LONGEST])
    steps: tuple[Callable[[Named], bool], ...] = (
        lambda one: fold(one.name) == sought,
        lambda one: fold(one.handle) == sought.removeprefix("@") and bool(one.handle),
        lambda one: fold(one.name).startswith(sought),
        lambda one: any(fold(one.name).startswith(sought, at) for at in _words(fold(one.name))),
    )
    steps = steps[:2] if sought.startswith("@") else steps
    found = ([one for one in known if step(one)] for step in steps if sought)
    return next((hits for hits in found if hits), [])


def _words(name: str) -> Iterator[int]:
    """Where the words of a folded name begin."""
    return (word.start() for word in re.finditer(r"\w+", name))
