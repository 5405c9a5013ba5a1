"""Where templates lie: the package's own, and those of a campaign's folder in their place."""

import re
from collections.abc import Callable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound

from projections.frame.escapes import ESCAPES
from projections.frame.own import FOLDER, own_text
from projections.frame.sandbox import Sandbox

TEMPLATES = "templates"
STYLE = "style.css"
LARGEST = 100_000
LARGEST_STYLE = 200_000
NAME = re.compile(rf"[a-z0-9-]+(/[a-z0-9-]+){{0,2}}\.({'|'.join(ESCAPES)})")


class Shelf(BaseLoader):
    """Templates by name; of what a campaign's folder holds, sandboxes are told how large it is."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def get_source(
        self,
        environment: Environment,
        template: str,
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template and its file; raises TemplateNotFound, WrongUsage."""
        if not NAME.fullmatch(template):
            raise TemplateNotFound(template)
        text = own_text(self._folder, own_file(template), LARGEST) if self._folder else None
        if text is not None:
            if isinstance(environment, Sandbox):
                environment.meter.size = max(environment.meter.size, len(text))
            return text, own_file(template), _fresh
        text = packaged(template)
        if text is None:
            raise TemplateNotFound(template)
        return text, f"{TEMPLATES}/{template}", _fresh


def _fresh() -> bool:
    """Whether a template that was read is still as it was: while a command runs, it is."""
    return True


def own_file(name: str) -> str:
    """The file of a campaign's own template, as people see it."""
    return f"{FOLDER}/{TEMPLATES}/{name}"


def packaged(name: str) -> str | None:
    """The text of the package's template of that name, or None."""
    path = resources.files("projections.frame").joinpath(TEMPLATES, *name.split("/"))
    return path.read_text("utf-8") if path.is_file() else None


def names() -> Iterator[str]:
    """The names of the package's templates."""
    yield from _below(resources.files("projections.frame") / TEMPLATES, "")


def _below(folder: Traversable, path: str) -> Iterator[str]:
    for each in sorted(folder.iterdir(), key=lambda one: one.name):
        if each.is_dir():
            yield from _below(each, f"{path}{each.name}/")
        elif NAME.fullmatch(f"{path}{each.name}"):
            yield f"{path}{each.name}"


def asset(name: str, package: str = "projections.frame") -> str:
    """A text that lies in a package: `style/page.css`, `print/frame.typ`."""
    found = resources.files(package)
    return found.joinpath(*name.split("/")).read_text("utf-8")
