"""The page's programs: modules that Node and tests read as they are, joined to one for a page."""

import re
from collections.abc import Iterable
from importlib import resources

VERIFIER = ("hashes", "record", "bundle")
"""What checks a bundle, each after those that it needs."""

PLAYER = (*VERIFIER, "excerpt", "agreement", "inflate", "words", "player", "main")
"""All that a replay page needs."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def source(name: str) -> str:
    """A module as it stands in this package."""
    return resources.files(__package__).joinpath(f"{name}.mjs").read_text("utf-8")


def joined(names: Iterable[str], last: str = "") -> str:
    """Modules as one script that needs no other file; `last` is run behind them."""
    parts = [_EXPORT.sub("", _IMPORT.sub("", source(name))) for name in names]
    return "".join(['"use strict";\n(() => {\n', *parts, last, "})();\n"])
