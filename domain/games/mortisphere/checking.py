"""What holds a codex together: every word and id that an entry uses is one that exists."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.codex import Fault
from domain.games.mortisphere.options import House
from domain.games.mortisphere.scenarios import Objective, Scenario
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.words import Effect
from domain.house import Option
from domain.names import meant

Place = tuple[str | int, ...]

# the words of the operations that have words; all others have a number
WORDED = {
    "reroll": ("must_keep", "keep_best", "keep_worst"),
    "tie": ("win", "lose", "none"),
    "activation": ("keep", "spend", "refresh"),
    "respond": ("interpose", "when_activated", "forbid_defence", "per_initiator"),
    "target": ("adjacent_area", "must_target_bearer", "cannot_be_targeted", "extra_target"),
    "move": ("any", "adjacent", "bring_ally"),
    "status": ("add", "remove"),
}
ENDS = {
    "all_objectives_completed": "",
    "one_crew_without_active_members": "",
    "objective_completed": "objectives",
    "carried_out": "items",
    "event": "special",
    "neutral_incapacitated": "neutrals",
    "exited": "neutrals",
}

ROLES = ("first", "second")


class Identified(Protocol):
    """An entry with an id."""

    @property
    def id(self) -> str:
        """What other entries call it."""


def faults(book: Book) -> Iterator[Fault]:
    """Everything in the codex that refers to nothing, first things first."""
    yield from _twins(book)
    yield from _options(book.options)
    for name in ("statuses", "types", "abilities", "equipment", "wills", "injuries", "advances"):
        for number, one in enumerate(getattr(book, name)):
            yield from _effects(book, (name, number), one.effects)
    yield from _profiles(book)
    yield from _presets(book)
    yield from _aftermath(book)
    for number, scenario in enumerate(book.scenarios):
        yield from _scenario(book, ("scenarios", number), scenario)


def _known(at: Place, kind: str, word: str, words: Iterable[str]) -> Iterator[Fault]:
    """A fault unless the word is one of these."""
    known = list(words)
    if word not in known:
        yield Fault(at, f"no {kind} is called {word!r}", meant(word, known))


def _ids(entries: Iterable[Identified]) -> list[str]:
    """What a list's entries are called."""
    return [one.id for one in entries]


def _twins(book: Book) -> Iterator[Fault]:
    """No two entries of a list have one id."""
    lists = ("dice", "presets", "statuses", "types", "families", "abilities", "equipment")
    for name in (*lists, "wills", "fates", "injuries", "advances", "discoveries", "scenarios"):
        ids = _ids(getattr(book, name))
        for number, id_ in enumerate(ids):
            if id_ in ids[:number]:
                yield Fault((name, number), f"{name} already has an entry {id_!r}")


def _options(options: tuple[Option, ...]) -> Iterator[Fault]:
    """The options are those of the engine, defaults first, and warn of their own values."""
    defaults = {one.option: one.value for one in House().settings()}
    for number, option in enumerate(options):
        at = ("options", number)
        yield from _known(at, "option", option.name, defaults)
        if option.default != option.values[0] or defaults.get(option.name) != option.default:
            yield Fault(at, f"the default of {option.name} is its first value")
        for warn in option.warn:
            yield from _known(at, "value", warn.value, option.values)
    for name in defaults:
        yield from _known(("options",), "option", name, [option.name for option in options])


def _effects(book: Book, at: Place, effects: tuple[Effect, ...]) -> Iterator[Fault]:
    """An effect is made of the words that the codex lists (MS-EFF-2 to -5)."""
    words = book.words
    for number, effect in enumerate(effects):
        here = (*at, "effects", number)
        yield from _known(here, "moment", effect.on, _ids(words.moments))
        yield from _known(here, "operation", effect.op, _ids(words.operations))
        yield from _known(here, "scope", effect.to, ["", *words.scopes])
        yield from _known(here, "limit", effect.per, ["", *words.limits_per])
        yield from _known(here, "cost", effect.cost, ["", *words.costs])
        yield from _known(here, "duration", effect.until, ["", *words.durations])
        for condition in effect.when:
            yield from _known(here, "condition", condition.name, _ids(words.conditions))
            yield from _known(here, "word", condition.value, _values(book, condition.name))
        yield from _operation(book, here, effect)


def _values(book: Book, condition: str) -> Iterable[str]:
    """The values that a condition may have."""
    return {
        "objective_tag": book.objective_tags,
        "equipment_tag": _ids(book.families),
        "not": _ids(book.words.conditions),
    }.get(condition, [""])


def _operation(book: Book, at: Place, effect: Effect) -> Iterator[Fault]:
    """An operation has its own kind of value (MS-EFF-3), a limit its number, a cost its price."""
    whats = {
        "status": _ids(book.statuses),
        "gain": book.words.gains,
        "permit": book.words.permits,
    }
    yield from _known(at, "word", effect.what, whats.get(effect.op, [""]))
    if effect.op in WORDED:
        yield from _known(at, "word", effect.word, WORDED[effect.op])
    elif effect.op != "permit" and (effect.word or not effect.value):
        yield Fault(at, f"{effect.op} has a number that is not 0")
    if bool(effect.times) != bool(effect.per) or bool(effect.cost) != bool(effect.price):
        yield Fault(at, "a limit says how often and in what, a cost how much and of what")


def _profiles(book: Book) -> Iterator[Fault]:
    """Types, abilities and items name tags, families, sources and types that exist."""
    for number, kind in enumerate(book.types):
        at = ("types", number)
        for tag in (kind.affinity, *kind.cannot_interact):
            yield from _known(at, "objective tag", tag, book.objective_tags)
        for family in kind.equipment_tags:
            yield from _known(at, "family", family, _ids(book.families))
    for number, ability in enumerate(book.abilities):
        at = ("abilities", number)
        yield from _known(at, "source", ability.source, book.sources)
        for name in ability.types:
            yield from _known(at, "type", name, _ids(book.types))
    for number, item in enumerate(book.equipment):
        yield from _known(("equipment", number), "family", item.tag, _ids(book.families))


def _presets(book: Book) -> Iterator[Fault]:
    """Presets set options that exist to values that these have."""
    values = {option.name: option.values for option in book.options}
    for number, preset in enumerate(book.presets):
        for setting in preset.settings:
            at = ("presets", number)
            yield from _known(at, "option", setting.option, values)
            yield from _known(at, "value", setting.value, values.get(setting.option, ()))


def _aftermath(book: Book) -> Iterator[Fault]:
    """Tables have a row for every face and name injuries, statuses, types and kinds that exist."""
    for name, die in (("fates", book.fate.die), ("advances", book.advancement.die)):
        rows = getattr(book, name)
        faces = [face for row in rows for face in range(row.low, row.high + 1)]
        if faces != list(range(1, die + 1)):
            yield Fault((name,), f"{name} have one row for each face of a d{die}, in order")
    for number, fate in enumerate(book.fates):
        yield from _known(("fates", number), "injury", fate.injury, ["", *_ids(book.injuries)])
        yield from _known(("fates", number), "status", fate.status, ["", *_ids(book.statuses)])
    for number, mending in enumerate(book.mending):
        yield from _known(("mending", number), "type", mending.type, ["", *_ids(book.types)])
    kinds = (*book.history.kinds, *book.history.kinds_extra)
    for number, rule in enumerate(book.history.rules):
        yield from _known(("history", "rules", number), "kind", rule.kind, kinds)


def _scenario(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """A scenario names its own Areas, objectives and neutrals."""
    yield from _areas(book, at, scenario)
    yield from _objectives(book, at, scenario)
    yield from _scores(book, at, scenario)
    yield from _neutrals(book, at, scenario)
    yield from _happenings(book, at, scenario)
    for end in scenario.ends:
        yield from _known(at, "end", end.when, ENDS)
        if named := ENDS.get(end.when):
            yield from _known(at, named, end.what, _ids(getattr(scenario, named)))
    for reward in scenario.rewards:
        yield from _known(at, "moment", reward.on, ["winner", "completed", "event"])
        yield from _known(at, "family", reward.family, ["", *_ids(book.families)])


def _neutrals(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Neutrals have profiles, a place and a way to act (MS-NEU)."""
    for number, neutral in enumerate(scenario.neutrals):
        here = (*at, "neutrals", number)
        yield from _known(here, "Area", neutral.area, _ids(scenario.areas))
        yield from _known(here, "type", neutral.type, _ids(book.types))
        yield from _known(here, "die", f"d{neutral.die}", _ids(book.dice))
        yield from _known(here, "behaviour", neutral.behaviour, ["hostile", "escorted"])
        escorted = neutral.behaviour == "escorted"
        roles = ROLES if escorted else [""]
        yield from _known(here, "controller", neutral.controller, roles)
        for ability in neutral.abilities:
            yield from _known(here, "ability", ability, _ids(book.abilities))


def _happenings(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """What happens by itself, hits an Area by a die on faces that its own die can show."""
    for number, happening in enumerate(scenario.special):
        here = (*at, "special", number)
        yield from _known(here, "die", f"d{happening.die}", _ids(book.dice))
        for chance in happening.chances:
            yield from _known(here, "Area", chance.area, _ids(scenario.areas))
            yield from _known(here, "die", f"d{chance.hit}", _ids(book.dice))
            if not 1 <= chance.low <= chance.high <= happening.die:
                faces = f"faces {chance.low} to {chance.high}"
                yield Fault(here, f"a d{happening.die} has no {faces}")


def _areas(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Areas adjoin Areas of the scenario, both ways; crews start in one of them."""
    areas = _ids(scenario.areas)
    for number, area in enumerate(scenario.areas):
        here = (*at, "areas", number)
        yield from _effects(book, here, area.effects)
        for neighbour in area.adjoins:
            yield from _known(here, "Area", neighbour, areas)
            if neighbour in areas and area.id not in scenario.area(neighbour).adjoins:
                yield Fault(here, f"{neighbour} does not adjoin {area.id} in turn")
    for start in (*scenario.deployment.first, *scenario.deployment.second):
        yield from _known(at, "Area", start, areas)
    yield from _known(at, "chooser", scenario.deployment.chooser, ["lower_rating", "roll"])


def _objectives(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Objectives lie in Areas of the scenario and carry known tags (MS-OBJ-12)."""
    for number, objective in enumerate(scenario.objectives):
        here = (*at, "objectives", number)
        yield from _known(here, "Area", objective.area, ["any", *_ids(scenario.areas)])
        yield from _known(here, "objective tag", objective.tag, book.objective_tags)
        required = ["", *_ids(scenario.objectives)]
        yield from _known(here, "objective", objective.requires, required)
        yield from _known(here, "way of progress", objective.progress, ["per_crew", "shared"])
        yield from _known(here, "claim", objective.claim, ["first", "each"])
        yield from _conditions(here, scenario, objective)


def _conditions(at: Place, scenario: Scenario, objective: Objective) -> Iterator[Fault]:
    """What an objective needs and does is about things of its scenario (MS-OBJ-12)."""
    items, neutrals = _ids(scenario.items), _ids(scenario.neutrals)
    needs = {"item_here": items, "neutral_here": neutrals, "role": list(ROLES)}
    for need in objective.needs:
        yield from _known(at, "need", need.what, needs)
        yield from _known(at, need.what, need.of, needs.get(need.what, ()))
    does = {"lighten": _ids(scenario.objectives), "carry": items}
    does |= dict.fromkeys(("steer", "escort", "take"), neutrals)
    for one in objective.on_complete:
        yield from _known(at, "consequence", one.does, does)
        yield from _known(at, one.does, one.of, does.get(one.does, ()))


def _scores(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Points come from known events about what is in the scenario (MS-SCN-5)."""
    for score in scenario.scoring:
        yield from _known(at, "scoring event", score.on, book.scoring_events)
        yield from _known(at, "Area", score.area, ["", *_ids(scenario.areas)])
        yield from _known(at, "objective", score.objective, ["", *_ids(scenario.objectives)])
        neutrals = ["", *_ids(scenario.neutrals)]
        yield from _known(at, "neutral", score.neutral or score.unit, neutrals)
        yield from _known(at, "role", score.crew, ["", *ROLES])
        yield from _known(at, "item", score.item, ["", *_ids(scenario.items)])
        yield from _known(at, "way out", score.from_area, ["", "own_start"])
