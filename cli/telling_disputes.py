"""A dispute on the screen: what is doubted, what stood there, what the rules say, the ruling."""

from collections.abc import Iterator, Mapping
from typing import Any

from cli.answers import told
from cli.board import board
from cli.disputed import Disputed
from cli.rows import cell, say
from cli.rulebook import tell_rule
from cli.sitting import Table
from cli.version import PROGRAM

Plain = Mapping[str, Any]


def tell(found: Disputed) -> None:
    """Print a dispute with all its evidence."""
    case, evidence = found.case, found.evidence
    say(f"dispute {case.number}, {case.status}: {case.opened.text}")
    say(f"opened by {case.begun.by}, {case.begun.at} ({case.begun.address})")
    _tell_ruling(found)
    about = evidence.about
    for_ = f" for {about.for_}" if about.for_ else ""
    back = "; it was taken back since" if found.taken_back else ""
    back = f"; amended since at {found.effect[0]}" if found.effect else back
    say("", f"about {about.address}, recorded by {about.by}{for_}, {about.at}{back}")
    say(
        *([f"> {found.line}"] if found.line else []),
        *(f"  {told(line)}" for line in evidence.lines),
    )
    say(*(f"  {text}" for text in found.changed))
    for title, table in (("before it", found.before), ("behind it", found.behind)):
        if table is not None:
            say("", f"{title}:")
            state(table)
    _tell_map(found)
    if found.dice:
        say("", "dice:", *(f"  {one['told']} ({one['source']})" for one in found.dice))
    if found.legal:
        say("", "legal then:", *(f"  {line}" for line in found.legal))
    _tell_rules(found)
    say("", "judged again:", *(f"  {text}" for text in judged(found)))
    _tell_next(found)


def _tell_ruling(found: Disputed) -> None:
    ruled, line = found.case.state.ruled, found.case.ruling
    if ruled is None or line is None:
        return
    say(f"ruled by {line.by}, {line.at} ({line.address}): {ruled.told()}")
    say(*(f"  {one.name} agreed: {one.how}" for one in ruled.consents))
    say(*(f"effect: amended at {address}" for address in found.effect))


def _tell_map(found: Disputed) -> None:
    table = found.before if found.before is not None else found.behind
    if table is not None and found.battle:
        say("", "map:", *table.game.sheets.map(table.state).rows)


def _tell_rules(found: Disputed) -> None:
    """The rules of the doubt, the refusal, the question, the decision; others by number."""
    first, further = found.rules, list[str]()
    if first:
        say("", "rules:")
    for rule in first:
        if rule["decides"]:
            tell_rule(rule)
        else:
            further.append(rule["rule"])
    say(*([f"besides: {', '.join(further)} (acta rule NUMBER)"] if further else []))


def _tell_next(found: Disputed) -> None:
    """What may be done about it."""
    case = found.case
    for one in found.branches:
        say(f"{one['branch']} plays on without it{': ' if one['line'] else ''}{one['line']}")
    if not case.state.open:
        if case.status == "overturn" and not found.effect:
            say("effect: none yet", *(f"next: {amend}" for amend in [found.amend] if amend))
        return
    if not found.branches and found.before_address.startswith("battle-"):
        say(f"acta branch {found.before_address} plays on without it")
    say(f"next: acta dispute rule {case.number} uphold|overturn|note REASON --agreed NAME")


def state(table: Table) -> None:
    """Print what was on the table."""
    if table.aftermath or table.between:
        say(*_settled(table))
    else:
        board(table)


def _settled(table: Table) -> Iterator[str]:
    """Crews and their members as an aftermath or a season has them."""
    sheets = table.game.sheets
    for crew in table.shown().get("crews", ()):
        yield f"{crew['name'] if 'name' in crew else crew['crew']}: {_row(crew, sheets.purse)}"
        for member in crew.get("members", ()):
            yield f"  {member['name']}: {_row(member, sheets.grown)}"


def _row(one: Plain, words: Mapping[str, str]) -> str:
    return ", ".join(
        f"{word} {cell(one[key]) or 'none'}" for key, word in words.items() if key in one
    )


def judged(found: Disputed) -> Iterator[str]:
    """What the rules make of the same line now, in sentences."""
    for one in found.evidence.judged:
        where = one.line.address
        if one.agrees:
            yield f"{where}: the rules decide it as it is on record"
        else:
            yield f"{where}: the rules decide it otherwise"
            yield f"  expected {one.expected}"
            yield f"  found {one.found}"
    if not found.evidence.judged:
        yield "no rule of the game decides this line"
    if found.evidence.about.program != PROGRAM:
        yield f"recorded by {found.evidence.about.program}, judged again by {PROGRAM}"
