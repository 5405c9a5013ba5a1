"""Case 80: the sentence of an event mentions every field that it changes, or it is said why not.

Each field of each event is bent, in the stored payload and in made-up ones; a field that leaves the
sentence as it is must stand below, under a reason. What stands there and is told after all, fails.
"""

import ast
import inspect
import sys
import types
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from domain.terms import Refusal
from tests.domain.test_past import EVENTS, STORED

Plain = dict[str, Any]
EVERYWHERE = {
    "`acta log --dice` says where dice came from": "source typed witness place reveals",
    "whoever it happens to is named; where he belongs his card says": "crew school",
    "the line that begins a round says its number": "round rounds",
    "a secret that is checked, not read out": "salt seal",
    "what it was before, an earlier line has said": "before",
    "how long it lasts is what its trick's text says": "until",
}
LEFT_OUT = {
    "what it rests on, for whoever audits or folds the record": """
        dispute.opened rests · branch.branched digest · record.batch-amended root piece behind
    """,
    "only an id: the name stands beside it, and is told": """
        crew.member-advanced advance · crew.item-gained item · crew.item-moved item
        crew.item-lost item · morturi.attack-rolled way · morturi.trick-readied what
        mortisphere.fate-resolved result · mortisphere.advance-rolled result
        mortisphere.discovery-made result · mortisphere.battle-opened battle
        morturi.battle-opened battle · morturi.month-began number
        morturi.question-answered question
    """,
    "the terms of a battle: `battle show`, `battle map` and its file have them": """
        mortisphere.battle-opened edition house ask_start starts content
        morturi.battle-opened edition arena start then house complications hazard starts
        morturi.arena-moved rows
    """,
    "how a name was made, or what a recruit was paid from: the profile and the purse have it": """
        crew.member-recruited handle name_kind granted free term
    """,
    "what comes of it are lines of their own, right behind": """
        mortisphere.effect-used does · mortisphere.ruling-recorded harms
        mortisphere.clash-fought losses struck · mortisphere.crew-withdrew members
        mortisphere.return-rolled finds · mortisphere.fate-resolved fell changes
        mortisphere.member-transformed ability · mortisphere.advance-rolled twice
        mortisphere.income-settled finds · mortisphere.discovery-made then followers
        mortisphere.deal-made members · morturi.round-closing figures
        morturi.trick-used dice farther · morturi.gladiator-activated rolls compelled
        morturi.attack-declared further · morturi.shot-lost further · morturi.attack-ended more
        morturi.step-taken chances · morturi.gladiator-moved chances
        morturi.condition-prevented squares · mortisphere.happened die
    """,
    "which of several it is, an earlier line has said": """
        mortisphere.clash-fought pairing together · mortisphere.pairing-void pairing
        mortisphere.pairing-retargeted pairing · mortisphere.clash-over parting
        mortisphere.interaction-began copy · mortisphere.interaction-opposed objective
        mortisphere.item-taken area · mortisphere.item-dropped member
        mortisphere.item-destroyed area · mortisphere.lot-drawn about candidates
        mortisphere.question-answered about · mortisphere.fate-rolled relic
        mortisphere.fate-resolved lot · morturi.turn-put-off trick
        morturi.effect-cancelled bearer on · morturi.question-answered about
        morturi.die-thrown-again trick · morturi.gladiator-out square
        morturi.trick-used moment · morturi.attack-declared states at at_once
        morturi.gladiator-activated ground · morturi.bid-made lot · morturi.bidder-passed lot
        morturi.lot-sold lot · morturi.lot-unsold lot · morturi.battle-offered offer
        morturi.school-entered offer · morturi.fighter-hired offer
        morturi.pairing-made offer schools · morturi.lot-begun opening contract
        campaign.battle-voided scenario crews
    """,
    "what a number is made of: the sum is told": """
        mortisphere.clash-fought presence_by win · mortisphere.points-scored row
        mortisphere.objective-progressed amount shared extra · mortisphere.team-fielded rating
        mortisphere.channel-interrupted last_needed · morturi.step-taken fixed
        morturi.attack-rolled to_hit faces spent · morturi.trick-used left
        morturi.flag-taken cost · morturi.contest-rolled faces · morturi.skill-checked need
        morturi.trial-begun suited hard against_suited
    """,
    "who chooses is asked by name": """
        mortisphere.clash-fought chooser guard_chooser
    """,
    "who is credited, and the crowd's favour, each have a line of their own": """
        mortisphere.health-lost by · morturi.life-lost attack · morturi.condition-gained by
        morturi.battle-ended schools
    """,
    "told when he joins a school, by their names": """
        morturi.lot-opened tricks
    """,
    "counted in silence: told when the Imperator is asked": """
        morturi.round-ended quiet
    """,
}
SAID: dict[str, Plain] = {
    "mortisphere.captain-fell/1": {"effect": "crew_withdraws", "after_round": 3},
    "crew.member-recruited/1": {"die": 0, "grade": "palus"},
    "morturi.attack-rolled/1": {"hit": False, "decided": [{"id": "word", "name": "word"}]},
    "morturi.battle-ended/1": {"reason": "draw", "winners": []},
    "morturi.hill-held/1": {"begun": []},
}
"""Values under which other fields are told."""


def excused() -> dict[str, set[str]]:
    """The fields of each event that are left out, under whatever reason."""
    found: dict[str, set[str]] = {}
    for text in LEFT_OUT.values():
        for part in text.replace("\n", "·").split("·"):
            event, *fields = part.split() or [""]
            found.setdefault(event, set()).update(fields)
    found.pop("")
    return found


ALWAYS = {field for fields in EVERYWHERE.values() for field in fields.split()}
EXCUSED = excused()


# Payloads


def made(hint: Any, number: int) -> Any:
    """A value of a field's type, another for another number."""
    if hint is bool:
        return True
    if hint is int:
        return 3 + number
    if hint is str:
        return f"word{'x' * number}"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return list(hint)[number % len(hint)]
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return [made(parts[0], number)]
    if get_origin(hint) in {Union, types.UnionType}:
        return made(parts[number % len(parts)], number)
    config = hint.__struct_config__
    tagged: Plain = {} if config.tag is None else {config.tag_field: config.tag}
    return tagged | {name: made(kind, number) for name, kind in hints_of(hint).items()}


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of a shape's fields, by the names under which they are stored."""
    hints = get_type_hints(kind)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {stored: hints[name] for name, stored in names}


@cache
def words_of(module: str) -> tuple[str, ...]:
    """The words that a module knows: some fields hold no others."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return tuple(sorted({text for text in texts if isinstance(text, str) and len(text) < 25}))


def bent(value: Any) -> Iterator[Any]:
    """What a value may be instead."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, 0)
    elif isinstance(value, str):
        yield from (f"{value}x", "")
        if value.isdecimal():
            yield str(int(value) + 1)
    elif isinstance(value, list):
        yield from (
            [*value[:n], one, *value[n + 1 :]] for n, v in enumerate(value) for one in bent(v)
        )
        yield from ([], value[:-1])
    elif isinstance(value, dict):
        yield from (value | {name: one} for name, part in value.items() for one in bent(part))


def bases(name: str) -> Iterator[Plain]:
    """The stored payload, and ones that hold every field."""
    kind, stored = EVENTS[name], msgspec.json.decode(STORED[name])
    for said in ({}, SAID.get(name, {})):
        yield stored | said
        for number in range(3):
            whole = {field: made(hint, number) for field, hint in hints_of(kind).items()}
            yield whole | stored | said
            yield whole | {"event": name} | said


def told(name: str, data: Plain) -> str:
    """The sentence of a payload; empty for one that could never be stored."""
    try:
        sentence = msgspec.convert(data, EVENTS[name]).told()
    except (msgspec.ValidationError, Refusal, LookupError, ValueError):
        return ""
    return "" if sentence.endswith("holds what no game tells.") else sentence


def is_told(name: str, field: str) -> bool:
    """Whether there is a payload whose sentence changes with this field."""
    kind = EVENTS[name]
    hint = hints_of(kind)[field]
    others = [made(hint, number) for number in range(3)]
    others += (*words_of(kind.__module__), "n", "s") if hint is str else ()
    others += list(hint) if isinstance(hint, type) and issubclass(hint, StrEnum) else ()
    for base in bases(name):
        sentence = told(name, base)
        values = [*(bent(base[field]) if field in base else ()), *others]
        for value in values if sentence else ():
            if told(name, base | {field: value}) not in {"", sentence}:
                return True
    return False


@pytest.mark.parametrize("name", EVENTS)
def test_case_80_the_text_mentions_every_changed_field(name: str) -> None:
    """Case 80: but for those that are left out for a reason, and of those none that is told."""
    untold = {field for field in hints_of(EVENTS[name]) if not is_told(name, field)}
    assert untold - ALWAYS == EXCUSED.get(name.partition("/")[0], set()) - ALWAYS


def test_case_80_nothing_is_left_out_of_an_event_that_is_none() -> None:
    """Case 80: every name below is an event's, every field one of its own."""
    fields = {name.partition("/")[0]: set(hints_of(kind)) for name, kind in EVENTS.items()}
    assert EXCUSED.keys() <= fields.keys()
    assert [name for name, left in EXCUSED.items() if not left <= fields[name]] == []
    known = set().union(*fields.values())
    assert ALWAYS - known == set()
