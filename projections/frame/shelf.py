"""Where templates lie: the package's own, and those of a campaign's folder in their place."""

import re
from importlib import resources
from pathlib import Path

from projections.frame.escapes import ESCAPES
from projections.frame.own import FOLDER, own_text

TEMPLATES = "templates"
STYLE = "style.css"
LARGEST = 200_000
LARGEST_STYLE = 200_000
NAME = re.compile(rf"[a-z0-9-]+(/[a-z0-9-]+){{0,2}}\.({'|'.join(ESCAPES)})")


class Shelf:
    """Templates by name; `own` are those that were taken from the campaign's folder so far."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.own: set[str] = set()

    def text(self, name: str) -> str | None:
        """The source of a template; None where there is none of that name."""
        if not NAME.fullmatch(name):
            return None
        text = own_text(self._folder, self.file(name), LARGEST) if self._folder else None
        if text is not None:
            self.own.add(name)
            return text
        return packaged(name)

    @staticmethod
    def file(name: str) -> str:
        """The file of a campaign's own template, as people see it."""
        return f"{FOLDER}/{TEMPLATES}/{name}"


def packaged(name: str) -> str | None:
    """The source of the package's template of that name, or None."""
    path = resources.files("projections.frame").joinpath(TEMPLATES, *name.split("/"))
    return path.read_text("utf-8") if path.is_file() else None


def asset(name: str, package: str = "projections.frame") -> str:
    """A text that lies in a package: `style/page.css`, `print/frame.typ`."""
    found = resources.files(package).joinpath(*name.split("/"))
    return found.read_text("utf-8")
