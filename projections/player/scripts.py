"""The page's programs: modules that Node and tests read as they are, joined to one for a page."""

import re
from collections.abc import Iterable
from importlib import resources

from projections.frame.page import policy

VERIFIER = ("hashes", "record", "bundle")
"""What checks a bundle, each after those that it needs."""

INSPECTOR = (*VERIFIER, "excerpt", "agreement", "inflate", "inspection")
"""What checks a replay page as well."""

PLAYER = (*INSPECTOR, "words", "player", "main")
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


STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "input,textarea,button{font:inherit;min-height:44px;max-width:100%;box-sizing:border-box}"
    "textarea{width:100%}li,p{overflow-wrap:anywhere}"
)


def verifier_page() -> str:
    """A page of its own that checks bundles and replay pages: `docs/verify_page.html`."""
    script = joined((*INSPECTOR, "verify"))
    shell = resources.files(__package__).joinpath("verify.html").read_text("utf-8")
    known = {"policy": policy([STYLE], [script]), "style": STYLE, "script": script}
    return re.sub(r"\{(policy|style|script)\}", lambda found: known[found[1]], shell)
