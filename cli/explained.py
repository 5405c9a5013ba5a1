"""Explanations on the screen, and as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

from cli.rows import say, say_json, table
from cli.seeking import Asked
from cli.whose import Numbered, thing
from cli.why_line import Explained
from domain.explaining import Change, Explanation, Owner
from domain.summing import Term

Plain = dict[str, Any]
STEP, TOTAL = "+/-", "total"


def give_all(asked: str, found: Sequence[Explanation], *, as_json: bool) -> None:
    """Print numbers, each with its terms and its lines."""
    if as_json:
        say_json({"asked": asked, "explained": [document(one) for one in found]})
        return
    for number, one in enumerate(found):
        say(*[""] * bool(number))
        tell(one)


def give_line(asked: str, found: Explained, *, as_json: bool) -> None:
    """Print what a line rests on, and what it changed."""
    if as_json:
        say_json(
            {
                "asked": asked,
                "address": found.address,
                "told": list(found.told),
                "retracted": bool(found.gone),
                "explained": [document(one) for one in found.numbers],
                "changed": [
                    {
                        "thing": one.thing,
                        "told": one.what,
                        "before": one.change.before,
                        "after": one.change.after,
                    }
                    for one in found.changed
                ],
            }
        )
        return
    say(*(f"{found.address}  {told}".strip() for told in found.told))
    if found.gone:
        say(f"it was {found.gone} and does not count")
    for one in found.numbers:
        say("")
        tell(one)
    if found.changed:
        say("", "changed:")
        say(*(f"{_altered(one.what, one.change)} ({one.thing})" for one in found.changed))


def give_list(text: str, asked: Sequence[Asked], *, as_json: bool) -> None:
    """Print the numbers of somebody, each as it is asked for."""
    rows = [
        {
            "thing": thing(shown.owners()[key.of], key, shown.where),
            "number": shown.values()[key],
            "rule": shown.rule(key),
        }
        for shown, key in asked
    ]
    if as_json:
        say_json({"asked": text, "things": rows})
    else:
        table(("thing", "number", "rule"), rows)


def give_owners(found: Iterable[tuple[Numbered, Owner]], *, as_json: bool) -> None:
    """Print whose numbers there are, and where."""
    rows = [
        {"name": one.name, "handle": one.handle, "crew": one.crew, "where": shown.where}
        for shown, one in found
    ]
    if as_json:
        say_json({"asked": "", "owners": rows})
    else:
        table(("name", "handle", "crew", "where"), rows)


def tell(one: Explanation) -> None:
    """Print one number: what it is made of, how it came about."""
    rule = f" ({one.rule})" if one.rule else ""
    say(f"{one.what}: {one.number}{rule}")
    if not one.terms and not one.lines:
        say("nothing has counted towards it")
    if one.terms:
        say("made of:")
        table((STEP, TOTAL, "what", "rule", "from"), map(_term, one.terms), drop=("from", "rule"))
    if one.lines:
        say("came about by:")
        table((STEP, TOTAL, "address", "told"), map(_line, one.lines))


def _term(term: Term) -> Plain:
    how = f"{term.how}: " if term.how not in ("+", "x", "/") else ""
    return {
        STEP: f"{term.amount:+d}",
        TOTAL: term.total,
        "what": f"{how}{term.what}",
        "rule": term.rule,
        "from": term.address,
    }


def _line(change: Change) -> Plain:
    return {
        STEP: f"{change.amount:+d}",
        TOTAL: change.after,
        "address": change.address,
        "told": change.told,
    }


def _altered(what: str, change: Change) -> str:
    return f"{what} {change.before} → {change.after}"


def document(one: Explanation) -> Plain:
    """A number as JSON gives it; the totals of terms and of events end at it."""
    return {
        "thing": one.thing,
        "told": one.what,
        "number": one.number,
        "rule": one.rule,
        "terms": [
            {
                "what": term.what,
                "how": term.how,
                "amount": term.amount,
                "total": term.total,
                "rule": term.rule,
                "address": term.address,
            }
            for term in one.terms
        ],
        "events": [
            {
                "address": change.address,
                "told": change.told,
                "before": change.before,
                "after": change.after,
                "amount": change.amount,
                "total": change.after,
            }
            for change in one.lines
        ],
    }
