"""`acta why`: which lines make a number, what it is made of, and what a line rests on."""

import re
from collections.abc import Sequence

import click

from cli.desk import Desk, with_desk
from cli.options import battle_option, json_option
from cli.seeking import Seeker
from domain.terms import NotFound

ADDRESS = re.compile(r"[a-z0-9-]+/[0-9]+")
NEXT = "next"


@click.command(epilog="Every form, with examples: docs/why.md.")
@click.argument("words", metavar="[THING]", nargs=-1)
@click.option("--at", default="", metavar="ADDRESS", help="As it stood behind this line.")
@battle_option
@json_option
@with_desk()
def why(desk: Desk, words: Sequence[str], at: str, battle: str, *, as_json: bool) -> None:
    """Say which events make a number, and of what.

    THING is a number, `vex.health`, `rust-choir.value`, `battle-3.initiative`: in the open battle,
    else between battles; `battle-3/vex.health` and `campaign/vex.health` say where. A name alone
    lists its numbers, nothing at all lists the names. An address, `battle-1/17`, explains the
    numbers of that line; `next` those of the roll that is due; a line as it is typed, `attack A >
    B`, what it would rest on.
    """
    from cli.explained import give_all, give_line, give_list, give_owners
    from cli.why_line import of_line, of_pending, of_typed

    text = " ".join(words).strip()
    seeker = Seeker(desk, named=battle, at=at)
    if not text:
        give_owners(seeker.everybody(), as_json=as_json)
    elif ADDRESS.fullmatch(text):
        give_line(text, of_line(desk, seeker, text), as_json=as_json)
    elif text == NEXT:
        give_line(text, of_pending(desk, seeker, battle), as_json=as_json)
    else:
        try:
            asked = seeker.number(text) if "." in text else seeker.all_of(text)
        except NotFound:
            if not typed(desk, text):
                raise
            give_line(text, of_typed(desk, seeker, battle, words), as_json=as_json)
            return
        if "." in text:
            give_all(text, [shown.explain(key) for shown, key in asked], as_json=as_json)
        else:
            give_list(text, asked, as_json=as_json)


def typed(desk: Desk, text: str) -> bool:
    """Whether a text begins as a line of the game does."""
    first, language = text.split(maxsplit=1)[0].lower(), desk.game.language
    return first in language.short or any(form.verb.split()[0] == first for form in language.forms)
