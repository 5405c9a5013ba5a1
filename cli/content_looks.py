"""`acta content template` and `content messages`: what a campaign may put its own in place of."""

from collections.abc import Container
from typing import Any

import click

from cli.desk import Desk, with_desk
from cli.options import json_option
from cli.rows import out, say, say_json, talk
from domain.names import meant, said
from domain.terms import NotFound


@click.command()
@click.argument("name", required=False, default="")
@json_option
def template(name: str, *, as_json: bool) -> None:
    """Print the template NAME, to be changed in content/templates; or list all."""
    from projections.frame.shelf import NAME, names, packaged

    known = list(names())
    if not name:
        if as_json:
            say_json(known)
        else:
            say(*known)
        return
    text = packaged(name) if NAME.fullmatch(name) else None
    if text is None:
        raise NotFound(f"there is no template {said(name)}", hint=meant(name, known))
    if as_json:
        say_json({"template": name, "text": text})
    else:
        out(text, end="")


@click.command()
@click.argument("language", required=False, default="")
@json_option
@with_desk()
def messages(desk: Desk, language: str, *, as_json: bool) -> None:
    """Print the sentences of all documents in English, or those that LANGUAGE lacks yet.

    They are the form of content/messages/LANG.toml: a table for each kind of document. Where there
    is no such file yet, a language lacks all.
    """
    from projections.frame.catalogue import english
    from projections.frame.translations import written

    known = english().messages
    if language:
        have = _those_of(desk, language)
        known = {code: forms for code, forms in known.items() if code not in have}
    if as_json:
        plain: dict[str, Any] = {code: dict(forms) for code, forms in known.items()}
        say_json(plain)
    else:
        out(written(known), end="")


def _those_of(desk: Desk, language: str) -> Container[str]:
    """The codes that a language says; none where it has no file yet, and which that would be."""
    from cli.provenance import warn
    from projections.frame.messages import load

    try:
        found = load(desk.home.folder, language)
    except NotFound:
        talk(
            f"{language} has no file yet: acta content messages > content/messages/{language}.toml"
        )
        return ()
    warn(found.strange)
    return found.messages
