"""PDF and PNG by Typst: the package's fonts, no date, no network; the same bytes for one Typst.

What a document says reaches Typst as data (`json("data.json")`), never as a part of its source, so
nothing in a name can be taken for an instruction.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from domain.terms import WrongUsage
from projections.frame.shelf import asset
from projections.frame.templates import Frame

WITHOUT = "{what} is set by typst, which is not installed here"
HOW = "pip install 'acta-mortis[print]'"
SOURCE, DATA, PLACES, COMMON = "main.typ", "data.json", "places.json", "frame.typ"


def check_typst(what: str = "a PDF") -> None:
    """Raise WrongUsage, with how to get it, where there is no Typst."""
    try:
        import typst  # noqa: F401, PLC0415  an extra: most commands need none
    except ImportError:
        raise WrongUsage(WITHOUT.format(what=what), hint=HOW) from None


def pdf(
    source: str,
    frame: Frame,
    files: Mapping[str, bytes | str] | None = None,
    *,
    data: Any = None,
    placed: bool = False,
) -> bytes:
    """A PDF of a Typst source, which may import `frame.typ` and read `data.json` and these files.

    `source` is the package's own text (`shelf.asset`), never a campaign's; `data` is what becomes
    `data.json`. Where `data` holds `provenance`, give it `Provenance.print(frame)`. A `placed` one
    is asked before for its `<places>`, and is then set with that as `places.json`, empty till then.
    """
    given: dict[str, bytes | str] = {
        COMMON: asset(f"print/{COMMON}"),
        SOURCE: source,
        **(files or {}),
    }
    if data is not None:
        given[DATA] = json.dumps(data, ensure_ascii=False)
    language = {"language": frame.language.tag}
    if placed:
        given[PLACES] = _asked(given | {PLACES: "{}"}, sys_inputs=language)
    return _set(given, sys_inputs=language, timestamp=0, format="pdf")


def png(drawing: str) -> bytes:
    """A drawing (SVG without style sheets, `Dress.PRINT`) as dots, two to each of its units."""
    check_typst("a PNG")
    return _set({SOURCE: _PICTURE, "picture.svg": drawing}, format="png", ppi=_DENSE)


_PICTURE = '#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg")\n'
_DENSE = 144.0
"""Dots an inch: two for each point of Typst."""


def _set(given: Mapping[str, bytes | str], **options: Any) -> bytes:
    """What Typst makes of these files, the first page of a picture."""
    with _workshop(given) as (typst, place):
        made: bytes = typst.compile(**place, **options)
    return made


def _asked(given: Mapping[str, bytes | str], **options: Any) -> str:
    """Where things stand in what Typst would make of these files, as JSON."""
    with _workshop(given) as (typst, place):
        found: str = typst.query(selector="<places>", field="value", one=True, **place, **options)
        for _ in range(_FORGETS):
            typst.compile(b"", ignore_system_fonts=True)
    return found


_FORGETS = 12
"""After so many documents Typst has let go of what it remembered of the one before them."""


@contextmanager
def _workshop(given: Mapping[str, bytes | str]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Typst, and what tells it where these files lie, with our fonts and no others."""
    check_typst()
    import typst  # noqa: PLC0415  as above

    fonts = resources.files("projections.frame") / "fonts"
    with TemporaryDirectory(prefix="acta-print-") as place, resources.as_file(fonts) as folder:
        root = Path(place)
        for name, content in given.items():
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        yield (
            typst,
            {
                "input": root / SOURCE,
                "root": root,
                "font_paths": [folder],
                "ignore_system_fonts": True,
                "package_path": root,
                "package_cache_path": root,
            },
        )
