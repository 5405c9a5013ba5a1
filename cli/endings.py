"""In which form an export is written: as `--as` says, else as the ending of FILE does."""

import sys
from collections.abc import Collection
from pathlib import PurePath

from domain.terms import WrongUsage

SPELLED = {"htm": "html", "markdown": "md"}
KNOWN = {"csv", "doc", "docx", "epub", "html", "jpg", "json", "md", "odt", "pdf", "png", "svg",
         "txt", "xlsx"}  # fmt: skip
SEEN = {"html", "svg"}  # what a browser shows, and a terminal does not


def ending(output: str) -> str:
    """The form that a file's ending says, `html` of `a.HTM`; empty where it has no ending."""
    found = PurePath(output).suffix.lower().removeprefix(".")
    return SPELLED.get(found, found)


def form_of(
    asked: str | None,
    output: str,
    forms: Collection[str],
    default: str,
    *,
    also: Collection[str] = (),
) -> str:
    """The form that was asked for, else that of the file's ending, else `default`.

    Options of their own print the forms of `also` (`--csv`).

    Raises WrongUsage for the ending of a form in which this is not written: who names a file
    `a.pdf` shall find a PDF in it.
    """
    found = ending(output)
    if asked or not output:
        return asked or default
    if found in forms:
        return found
    if found in KNOWN and (found, default) != ("txt", "text"):
        stem = output[: -len(PurePath(output).suffix)]
        files = [f"-o {stem}.{form}" for form in forms if form in KNOWN]
        if found in also:
            files.append(f"--{found} > {output}")
        raise WrongUsage(f"this is not written as {found}", hint=", ".join(files))
    return default


def on_a_terminal() -> bool:
    """Whether somebody sees what is printed."""
    return sys.stdout.isatty()


def check_screen(form: str, output: str, name: str) -> None:
    """Refuse to fill a terminal with what a browser shows; a pipe may have it."""
    if form in SEEN and not output and on_a_terminal():
        what = "a page is" if form == "html" else "a picture is"
        raise WrongUsage(f"{what} nothing for a terminal", hint=f"-o {name}.{form}")
