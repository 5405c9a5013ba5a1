"""Documents made from templates, in the words of a language; a campaign may override both.

A template is named `page.html` or `chronicle/battle.md`: its ending says how it escapes. It lies in
the package's folder `templates`; one of the same name in `content/templates` of a campaign's folder
stands in its place. Whatever a template is given is escaped, unless it says that it is markup.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from projections.frame import messages
from projections.frame.escapes import ESCAPES, html
from projections.frame.own import FOLDER, own_text
from projections.frame.sandbox import Sandbox
from projections.frame.shelf import LARGEST_STYLE, STYLE, Shelf


class Frame:
    """Templates, style and sentences of a campaign, in a language."""

    def __init__(self, folder: Path | None = None, language: str = messages.ENGLISH) -> None:
        """A frame for the campaign in a folder; raises NotFound for a language without a file."""
        self.language = messages.load(folder, language)
        self._catalogue = messages.Catalogue(self.language)
        self._folder = folder
        self._shelf = Shelf(folder)
        self._sandboxes: dict[str, Sandbox] = {}

    def render(self, name: str, /, **values: Any) -> str:
        """A document of the template of that name.

        Raises WrongUsage, with file and line, where the campaign's own template is wrong.
        """
        ending = name.rpartition(".")[2]
        if ending not in self._sandboxes:
            self._sandboxes[ending] = Sandbox(self._shelf, ESCAPES[ending], self._said(ending))
        return self._sandboxes[ending].render(name, values)

    def say(self, code: str, /, **values: Any) -> str:
        """The sentence of that code, with plain values; `n` chooses among plural forms."""
        return "".join(map(str, self.parts(code, **values)))

    def parts(self, code: str, /, **values: Any) -> list[Any]:
        """The sentence of that code in parts: its texts, and between them the values themselves.

        So links and the like can stand within a sentence, whatever the order of its words.
        """
        return self._catalogue.parts(code, values)

    def say_html(self, code: str, /, **values: Any) -> Markup:
        """The sentence of that code for HTML: its text and plain values escaped, markup kept."""
        return Markup("").join(map(html, self.parts(code, **values)))

    @cached_property
    def style(self) -> str:
        """The campaign's own style sheet; empty if it has none."""
        file = f"{FOLDER}/{STYLE}"
        text = own_text(self._folder, file, LARGEST_STYLE) if self._folder else None
        if text is None:
            return ""
        from projections.frame.checking import refuse, wrong_style  # noqa: PLC0415  it knows us

        refuse(wrong_style(text, file))
        return text

    def _said(self, ending: str) -> Any:
        """How templates of that ending say sentences: their markup is kept."""
        escape = ESCAPES[ending]

        def say(code: str, /, **values: Any) -> Markup:
            return Markup("").join(map(escape, self.parts(code, **values)))

        return say
