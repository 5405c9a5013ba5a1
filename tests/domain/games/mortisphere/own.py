"""A campaign's own content as tests write it: the examples, with and without mistakes."""

from collections.abc import Sequence

from domain.content import Text
from domain.games.mortisphere.content import read
from domain.games.mortisphere.shapes import book
from tests.console import ROOT

EXAMPLES = ROOT / "examples" / "content"
NAMES = ("drowned", "hook", "salt-stair")
TEXTS = {name: (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8") for name in NAMES}


def written(**texts: str) -> list[Text]:
    """Files of a campaign's folder, by name."""
    return [Text(f"content/{name}.toml", text) for name, text in texts.items()]


def told(found: Sequence[Text]) -> list[str]:
    """All faults, each in its sentence."""
    return [fault.told() for fault in read(found, book()).faults]


def replaced(name: str, right: str, wrong: str) -> list[Text]:
    """The examples with one text of one file replaced."""
    assert right in TEXTS[name]
    texts = {**TEXTS, name: TEXTS[name].replace(right, wrong, 1)}
    return [Text(f"content/{file}.toml", text) for file, text in texts.items()]


def item(id_: str, name: str) -> str:
    """An item that does nothing, in seven lines."""
    return f"""[[items]]
id = "{id_}"
name = "{name}"
tag = "relic"
cost = 1
text = "-"
effects = []
"""
