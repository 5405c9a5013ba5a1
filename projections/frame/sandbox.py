"""The sandbox in which templates run."""

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import FunctionLoader, StrictUndefined, TemplateNotFound
from jinja2.sandbox import ImmutableSandboxedEnvironment

from projections.frame.escapes import Escape
from projections.frame.shelf import Shelf


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for templates of one ending."""

    def __init__(self, shelf: Shelf, escape: Escape, say: Callable[..., Any]) -> None:
        super().__init__(
            loader=FunctionLoader(shelf.text),
            autoescape=True,
            finalize=escape,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.globals["say"] = say

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """A document of a template."""
        try:
            template = self.get_template(name)
        except TemplateNotFound:
            raise KeyError(f"no template is called {name}") from None
        return template.render(values)
