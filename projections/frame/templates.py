"""Documents made from templates, in the words of a language; a campaign may override both.

A template is named `page.html` or `chronicle/battle.md`: its ending says how it escapes. It lies in
the package's folder `templates`; one of the same name in `content/templates` of a campaign's folder
stands in its place. Whatever a template is given is escaped, unless it says that it is markup.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup

from domain.names import said
from domain.terms import WrongUsage
from projections.frame import messages
from projections.frame.catalogue import ENGLISH, Catalogue, Language
from projections.frame.escapes import ESCAPES, html
from projections.frame.own import FOLDER, own_text
from projections.frame.own_markup import leading, why
from projections.frame.own_style import refuse_style
from projections.frame.sandbox import Sandbox
from projections.frame.shelf import LARGEST_STYLE, STYLE, Shelf, own_file

CHECK = "acta content check"
_LONGEST = 200


class Frame:
    """Templates, style and sentences of a campaign, in a language."""

    def __init__(self, folder: Path | None = None, language: str | Language = ENGLISH) -> None:
        """A frame for the campaign in a folder, in a language or that of a tag.

        Raises NotFound for a language without a file, WrongUsage for one whose file is wrong.
        """
        self.language = messages.load(folder, language) if isinstance(language, str) else language
        self._catalogue = Catalogue(self.language)
        self._folder = folder
        self._shelf = Shelf(folder)
        self._sandboxes: dict[str, Sandbox] = {}

    def render(self, name: str, /, **values: Any) -> str:
        """A document of the template of that name.

        Raises WrongUsage, with file and line, where the campaign's own template is wrong.
        """
        sandbox = self.sandbox(name.rpartition(".")[2])
        try:
            text = sandbox.document(name, values)
        except Exception as error:
            if (told := own_fault(error)) is None:
                raise
            file, line, sentence = told
            raise WrongUsage(f"{file}:{line}: {sentence}", hint=CHECK) from error
        if sandbox.meter.size and name.endswith(".html"):
            for tag in leading(text):
                raise WrongUsage(f"{own_file(name)}:1: {why(tag)}", hint=CHECK)
        return text

    def sandbox(self, ending: str) -> Sandbox:
        """Where templates of that ending run."""
        if ending not in self._sandboxes:
            self._sandboxes[ending] = Sandbox(self._shelf, ESCAPES[ending], self._said(ending))
        return self._sandboxes[ending]

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
        return joined(map(html, self.parts(code, **values)))

    @cached_property
    def style(self) -> str:
        """The campaign's own style sheet; empty if it has none. Raises WrongUsage."""
        file = f"{FOLDER}/{STYLE}"
        text = own_text(self._folder, file, LARGEST_STYLE) if self._folder else None
        if text is None:
            return ""
        refuse_style(text, file)
        return text

    def _said(self, ending: str) -> Callable[..., Markup]:
        """How templates of that ending say sentences: their markup is kept."""
        escape = ESCAPES[ending]

        def say(code: str, /, **values: Any) -> Markup:
            return joined(map(escape, self.parts(code, **values)))

        return say


def joined(parts: Iterable[Markup]) -> Markup:
    """Markup in a row."""
    return Markup("").join(parts)


def own_fault(error: Exception) -> tuple[str, int, str] | None:
    """Where a campaign's own template is wrong: file, line, sentence; None where ours is."""
    if isinstance(error, TemplateSyntaxError):
        file = error.filename or ""
        return (file, error.lineno, _sentence(error)) if file.startswith(FOLDER) else None
    place, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith(f"{FOLDER}/"):
            place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return (*place, _sentence(error)) if place else None


def _sentence(error: Exception) -> str:
    """What is wrong, in a sentence."""
    if isinstance(error, RecursionError):
        return "it calls itself without end"
    if isinstance(error, TemplateNotFound):
        return f"no template is called {said(str(error.name))}"
    if isinstance(error, KeyError):
        return str(error.args[0])
    text = error.message if isinstance(error, TemplateError) else str(error)
    return said(text or type(error).__name__, _LONGEST)
